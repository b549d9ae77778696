from __future__ import annotations

import hashlib
import importlib
import sys
from typing import TYPE_CHECKING

from memory_store.text import digest

if TYPE_CHECKING:
    import pytest


def test_any_change_is_seen() -> None:
    assert digest.of_bytes(b"cache") != digest.of_bytes(b"cachE")
    assert digest.of_text("缓存") != digest.of_text("缓 存")


def test_a_text_is_told_from_itself_for_another_purpose() -> None:
    expected = hashlib.blake2b("记住 this".encode(), digest_size=16).digest()

    assert digest.of_content("记住 this") == expected
    assert digest.of_content("记住 this", b"query") != expected


def test_lone_surrogates_have_digests_of_their_own() -> None:
    texts = ["a\ud800", "a\udfff", "a?", "a"]

    assert len(digest.of_text("\ud800")) == 8
    assert len({digest.of_content(text) for text in texts}) == len(texts)


def test_a_python_without_the_private_module_gives_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    quick = digest.of_bytes(b"a store", 12)
    monkeypatch.setitem(sys.modules, "_blake2", None)
    try:
        assert importlib.reload(digest).blake2b is not None
        assert digest.of_bytes(b"a store", 12) == quick
    finally:
        monkeypatch.undo()
        importlib.reload(digest)
