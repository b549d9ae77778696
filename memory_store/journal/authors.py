"""The author of a new fact or summary: the setting `author`, else git's author of commits.

Must not change the author of a record from another machine or an import.
"""

from __future__ import annotations

from memory_store import config
from memory_store.text import clean
from memory_store.trust import git_settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_store.codec import Record
    from memory_store.store import layout


FIELD = "author"
MOST_CHARS = 200


def signed(store: layout.Store, lines: Sequence[Record]) -> Sequence[Record]:
    """The lines, the new ones with their author if one is known."""
    if not any(map(_is_new, lines)):
        return lines
    name = clean.line(
        config.resolve().word(FIELD) or git_settings.author(store.project), MOST_CHARS
    )
    if not name:
        return lines
    return [{**one, FIELD: name} if _is_new(one) else one for one in lines]


def _is_new(line: Record) -> bool:
    source = line.get("source")
    is_imported = isinstance(source, dict) and source.get("via") == "import"
    return "op" not in line and FIELD not in line and not is_imported
