"""The lines of each MEMORY.md for a session start, and how many of them fit.

Reads the beginnings of files. Must not write or cut a line.
"""

from __future__ import annotations

import os

from memory_store.journal import create, fields
from memory_store.journal import read as stored_files
from memory_store.language import wording
from memory_store.recall import fence
from memory_store.store import layout
from memory_store.text import clean, encoding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import place

_BYTES = 65_536
_DIGITS = 8


class Core:
    """The MEMORY.md of one store.

    Attributes:
        lines: what it says, as it may stand in a fence.
        least: the characters that its title takes, and the sentence about lines left out.
    """

    def __init__(self, title: str, more: str, lines: list[str]) -> None:
        self._title = title
        self._more = more
        self.lines = lines
        self.least = fence.width(title) + self._closing()

    def _closing(self) -> int:
        return fence.width(self._more) + _DIGITS

    def parts(self) -> tuple[str, str, list[str]]:
        """What it is made of."""
        return self._title, self._more, self.lines

    def tell(self, block: fence.Fence, budget: int) -> int:
        """Tell the lines while there is room, and how many are left out.

        Args:
            block: where.
            budget: the characters that its lines may take.

        Returns:
            The characters that they took.
        """
        spent = shown = 0
        if not block.add(self._title):
            return 0
        for line in self.lines:
            size = fence.width(line)
            if spent + size > budget or size + self._closing() > block.left:
                break
            block.add(line)
            spent += size
            shown += 1
        if shown < len(self.lines):
            block.add(self._more.replace("{count}", str(len(self.lines) - shown)))
        return spent


def read(where: place.Place, language: str) -> list[Core]:
    """The core memory of each store that has a MEMORY.md, the user's first."""
    cores = []
    for store, title in ((where.user, "core_user"), (where.project, "core_project")):
        if store is None or not store.exists():
            continue
        path = os.path.join(store.path, layout.CORE)
        told = text(store)
        lines = [fence.quoted(one) for one in _told(told)] if told else []
        more = wording.say(language, "core_more", path=path)
        if lines:
            longer = "{count}+" if _is_long(path) else "{count}"
            more = more.replace("{count}", longer)
            cores.append(Core(wording.say(language, title), more, lines))
    return cores


def within(cores: list[Core], budget: int) -> list[str]:
    """The lines that `budget` characters have room for, the first core's first."""
    kept: list[str] = []
    for core in cores:
        for line in core.lines:
            budget -= fence.width(line)
            if budget < 0:
                return kept
            kept.append(line)
    return kept


def said(lines: list[str]) -> frozenset[str]:
    """The statements of core memory's lines, by `fields.sameness`, without bullets."""
    if not lines:
        return frozenset()
    from memory_store.text import outline  # a start without core memory has no use for it

    shown = (outline.plain_text(one.removeprefix(fence.QUOTED)) for one in lines)
    return frozenset(fields.sameness(one) for one in shown if one)


def text(store: layout.Store) -> str:
    """A store's MEMORY.md as it may be shown: cleaned, without comments; "" if it says nothing."""
    try:
        raw = encoding.shown(stored_files.text(store, layout.CORE, _BYTES))
    except OSError:
        return ""
    if create.is_template(raw):
        return ""
    return clean.text(_without_comments(raw)).strip()


def _told(said: str) -> list[str]:
    """The lines of a Markdown text, without the headings that nothing stands under."""
    from memory_store.text import outline  # see `said`

    kept: list[str] = []
    below = 1  # the level of the heading that stands below, 0 for a text; the end closes all
    for line in reversed(outline.read(said)):
        if line.text.strip() and not 0 < below <= line.level:
            kept.append(line.text)
            below = line.level
    return kept[::-1]


def _without_comments(raw: str) -> str:
    """Markdown without HTML comments; an unclosed comment reaches to the end."""
    kept = ""
    while "<!--" in raw:
        before, _, rest = raw.partition("<!--")
        kept += before
        raw = rest.partition("-->")[2]
    return kept + raw


def _is_long(path: str) -> bool:
    """Whether a MEMORY.md has more than was read of it."""
    try:
        return os.path.getsize(path) > _BYTES
    except OSError:
        return False
