"""The file that opens the page: of this user alone, and gone when the page is closed."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import pytest

from memory_store import errors
from memory_store.store import layout
from memory_store.view import handover
from tests.view import conftest

PAGE = "http://127.0.0.1:8123"


@pytest.mark.skipif(os.name == "nt", reason="modes are POSIX's")
def test_nobody_else_may_read_it_and_it_goes() -> None:
    with handover.written(PAGE, "secret", "zh") as path:
        text = path.read_text("utf-8")
        modes = [stat.S_IMODE(one.stat().st_mode) for one in (path, path.parent)]

    assert modes == [0o600, 0o700]
    assert 'value="secret"' in text
    assert f'action="{PAGE}/enter"' in text
    assert "打开你的记忆" in text
    assert not path.exists()


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX's")
def test_it_goes_with_the_page_however_that_is_closed(store: layout.Store) -> None:
    directory = Path(layout.state_directory())
    with conftest.served(store, BROWSER="true %s") as address:
        assert address
        deadline = time.monotonic() + 60
        while not list(directory.glob("view-*.html")):
            assert time.monotonic() < deadline
            time.sleep(0.05)

    assert list(directory.glob("view-*.html")) == []


def test_where_it_cannot_be_written_one_line_says_how_to_do_without() -> None:
    Path(layout.state_directory()).parent.mkdir(parents=True, exist_ok=True)
    Path(layout.state_directory()).write_text("in its place")

    with pytest.raises(errors.StoreError) as caught, handover.written(PAGE, "secret", "en"):
        pass

    assert "--no-browser" in caught.value.hint
