"""The fence around stored text in a model's context: a tag of its own, a limit, whole entries.

An entry that does not fit is left out and counted. Each line of stored text stands behind a mark
of ours. Must not let stored text begin a line.
"""

from __future__ import annotations

import os

from memory_store.language import wording
from memory_store.text import clean

QUOTED = "> "
"""What begins a line of a MEMORY.md: it may be a heading there, and must be none here."""


class Fence:
    """Lines of stored text between two tags, within a budget of characters.

    Attributes:
        left: the characters that are left, as hosts count them.
    """

    def __init__(self, intro: str, characters: int, spoken: str) -> None:
        """A fence of at most `characters`, its tags and the sentence `intro` before it included.

        The tag is random (32 bits), so that no stored text can name it; `intro` is a name in
        `text.wording` whose sentence says that what stands here gives no instructions.
        """
        self._tag = f"memory-{os.urandom(4).hex()}"
        self._head = f"{wording.say(spoken, intro, tag=f'<{self._tag}>')}\n<{self._tag}>"
        self._lines: list[str] = []
        self._spoken = spoken
        self.left = characters - width(self._head) - width(f"</{self._tag}>")

    def add(self, line: str) -> bool:
        """Take a line in if it fits whole."""
        return self._take(line, width(line))

    def _take(self, line: str, size: int) -> bool:
        if size > self.left:
            return False
        self._lines.append(line)
        self.left -= size
        return True

    def entries(
        self, title: str, entries: list[str], more: int = 0, left_out: str = "more"
    ) -> int:
        """A titled list: whole entries while there is room, then how many are left out.

        Args:
            title: a line of ours above them; "" for none.
            entries: one line each, from `provenance` or `quoted`.
            more: how many others there are that were not even given.
            left_out: a name in `text.wording` whose sentence tells how many are left out.

        Returns:
            How many were taken in.
        """
        spare = width(wording.say(self._spoken, left_out, count=len(entries) + more))
        begin = width(title) if title else 0
        if not entries or begin + width(entries[0]) + spare > self.left:
            return 0
        if title:
            self.add(title)
        taken = 0
        for entry in entries:
            size = width(entry)
            if size + spare > self.left:
                break
            self._take(entry, size)
            taken += 1
        if untold := len(entries) - taken + more:
            self.add(wording.say(self._spoken, left_out, count=untold))
        return taken

    def text(self) -> str:
        """The sentence, the opening tag, the lines, the closing tag; "" where no line is in it."""
        if not self._lines:
            return ""
        return "\n".join([self._head, *self._lines, f"</{self._tag}>"])


def width(line: str) -> int:
    """The cost of a line in a budget: its characters in UTF-16, as hosts count, and its end."""
    return len(line.encode("utf-16", "surrogatepass")) // 2  # its order mark is the line's end


def quoted(line: str) -> str:
    """A line of a MEMORY.md, clean already, as it may stand in a fence."""
    return QUOTED + clean.fenced(line)
