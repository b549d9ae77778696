"""Hands a token to the person's browser in a file of this user's alone, which posts it.

All accounts of a machine may read what a browser was started with, so that names the file alone.
"""

from __future__ import annotations

import contextlib
import pathlib
from typing import TYPE_CHECKING

import markupsafe

from memory_store import errors
from memory_store.language import wording
from memory_store.store import files, layout

if TYPE_CHECKING:
    from collections.abc import Iterator

_PAGE = markupsafe.Markup(
    '<!doctype html><html lang="{language}"><meta charset="utf-8"><title>memory-store</title>'
    '<form method="post" action="{page}/enter"><input type="hidden" name="token" value="{token}">'
    "<button>{button}</button></form><script>document.forms[0].submit()</script></html>\n"
)


@contextlib.contextmanager
def written(page: str, token: str, spoken: str) -> Iterator[pathlib.Path]:
    """The file, which is gone at the end.

    Args:
        page: the page's address, `http://127.0.0.1:PORT`.
        token: opens that page once.
        spoken: the language of the button, for a browser without scripts.

    Raises:
        StoreError: it can't be written.
    """
    directory, name = layout.state_directory(), f"view-{page.rpartition(':')[2]}.html"
    text = _PAGE.format(
        language="zh-CN" if spoken == "zh" else "en",
        page=page,
        token=token,
        button=wording.say(spoken, "page.enter_title"),
    )
    path = pathlib.Path(directory, name)
    try:  # a signal may come as soon as the file is there
        _write(directory, path, text)
        yield path
    finally:
        with contextlib.suppress(OSError):
            path.unlink()


def _write(directory: str, path: pathlib.Path, text: str) -> None:
    try:
        files.make_directory(directory)
        files.replace(directory, path.name, text.encode("utf-8"))
    except OSError as error:
        raise errors.cannot(
            "write",
            str(path),
            error,
            "memory-store view --no-browser needs no file: open the printed address yourself",
        ) from error
