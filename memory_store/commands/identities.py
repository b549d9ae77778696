"""Which id a person means who gives the beginning of one.

Reads the files whole, in one pass; only a beginning that is no whole id costs that.
"""

from __future__ import annotations

import re

from memory_store import errors, layout
from memory_store.journal import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

BEGINNING = re.compile(r"[fse]_[0-9a-z]{1,40}")

_WHOLE = re.compile(r"[fse]_[0-9a-z]{20,40}")
_ID = re.compile(rb'"id":"([fse]_[0-9a-z]+)"')
_SHOWN = 3


def is_whole(identity: str) -> bool:
    """Whether a text has the length of an id."""
    return _WHOLE.fullmatch(identity) is not None


def whole(stores: Iterable[layout.Store], beginning: str) -> str:
    """The only id of these stores that begins so; `beginning` itself where there is none.

    For who found no record with that very id.

    Raises:
        UsageError: several begin so.
    """
    if not BEGINNING.fullmatch(beginning):
        return beginning
    found = sorted({one for store in stores for one in _beginning_with(store, beginning)})
    if len(found) > 1:
        more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        raise errors.UsageError(
            f"{len(found)} ids begin with {beginning}: {', '.join(found[:_SHOWN])}{more}",
            "give more of it",
        )
    return found[0] if len(found) == 1 else beginning


def _beginning_with(store: layout.Store, beginning: str) -> set[str]:
    kind = {"f": [layout.FACTS], "s": [layout.SESSIONS]}
    wanted = beginning.encode()
    found: set[str] = set()
    for name in kind.get(beginning[0]) or read.daily_names(store):
        try:
            for _, line in read.lines_from(store, name):
                if b'"' + wanted in line:
                    found.update(
                        one.decode() for one in _ID.findall(line) if one.startswith(wanted)
                    )
        except OSError:
            continue
    return found
