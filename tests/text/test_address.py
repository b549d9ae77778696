"""An address is shown without what may be a key."""

from __future__ import annotations

import pytest

from memory_store.text import address

SHOWN = {
    "": "",
    "http://127.0.0.1:11434/v1": "http://127.0.0.1:11434/v1",
    "https://me:pw@host/v1": "https://***@host/v1",
    "me:pw@host": "***@host",
    "https://host/v1?api-key=pw": "https://host/v1?***",
    "https://host/v1#pw": "https://host/v1?***",
    "https://me:p?w@host/v1?key=pw": "https://***@host/v1?***",
    "https://me:p/w@host": "https://***@host",
    "https://host/?to=pw@b": "https://***@b",
}


@pytest.mark.parametrize("text", SHOWN)
def test_neither_user_nor_query_of_an_address_is_shown(text: str) -> None:
    assert address.masked(text) == SHOWN[text]
    assert address.is_bare(text) is (SHOWN[text] == text)
