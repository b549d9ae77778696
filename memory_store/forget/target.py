"""The text or id to forget, and the test whether a record or a line holds it.

Texts are compared as facts are: NFKC, case folded, blanks as one; as they stand, and without the
Markdown that summaries leave out: marks of bold text, targets of links. Must not open a file.
"""

from __future__ import annotations

from memory_store.journal import fields, read, tombstones
from memory_store.sessions import markdown
from memory_store.text import emphasis

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.codec import Record


_TELLING_CHARS = 12  # a shorter content may be a word that much else says too
_MARKDOWN = ("**", "__", "](")
_CONTENTS = ("content", "text", "summary")


class Wanted:
    """The texts and ids to forget.

    Attributes:
        ids: records by their ids.
        lines: single lines of facts and summaries, by what names them (`tombstones.name_of`).
        needles: texts to be found within others, in the form in which they are compared, each
            with a part of it that stands in every line with it.
        wholes: texts that are found only where nothing else is said.
    """

    __slots__ = ("ids", "lines", "needles", "wholes")

    def __init__(self, query: str = "") -> None:
        self.ids: set[str] = set()
        self.lines: set[tombstones.Name] = set()
        self.needles: dict[str, bytes] = {}
        self.wholes: set[str] = set()
        for needle in _forms(query):
            self._add_needle(needle)

    def add_record(self, record: Record) -> None:
        """Add a record, and everything that says the same."""
        self.ids.add(tombstones.id_of(record))
        for name in _CONTENTS:
            found = record.get(name)
            for said in _forms(found) if isinstance(found, str) else ():
                self.wholes.add(said)
                if len(said) >= _TELLING_CHARS:
                    self._add_needle(said)

    def _add_needle(self, needle: str) -> None:
        plain = "".join(one if one.isascii() and one.isalnum() else " " for one in needle)
        self.needles[needle] = max(plain.split(), key=len, default="").encode()

    def may_stand_in(self, line: bytes) -> bool:
        """Whether a line is worth being parsed; cheap, and never wrong when it says no."""
        if not line.isascii() or b"\\" in line:
            return True  # an escape, or a letter whose plain form is another
        lower = line.lower()
        if any(one in lower for one in self.needles.values()) or self.wholes:
            return True
        named = self.ids.union(identity for identity, _ in self.lines)
        return any(identity.encode() in line for identity in named)

    def is_in_text(self, text: str) -> bool:
        """Whether a text holds a wanted text."""
        return any(
            said in self.wholes or any(needle in said for needle in self.needles)
            for said in _forms(text)
        )

    def is_in(self, record: Record) -> bool:
        """Whether a record is wanted by its id, or one of its texts holds a wanted text."""
        if tombstones.id_of(record) in self.ids or tombstones.name_of(record) in self.lines:
            return True
        return any(self.is_in_text(text) for text in strings(record))

    def is_in_damaged(self, line: bytes) -> bool:
        """Whether an unreadable line holds a wanted text, escaped or not."""
        if read.parse_line(line) or not line.strip():
            return False
        text = line.decode("utf-8", "replace")
        said = [fields.sameness(one) for one in (text, _unescaped(text))]
        return any(needle in one for one in said for needle in self.needles)

    def runs(self, texts: list[str]) -> list[str]:
        """The runs of whole words that hold a needle in these texts, each once."""
        import re  # few texts are forgotten

        patterns = [_edge(one[0]) + re.escape(one) + _edge(one[-1]) for one in self.needles]
        said = [form for text in texts for form in _forms(text)]
        found = (run for pattern in patterns for one in said for run in re.findall(pattern, one))
        return list(dict.fromkeys(found))


def _forms(text: str) -> list[str]:
    """A text as it is compared: as it stands, and without Markdown where it has any; no blanks."""
    lines = text.split("\n") if any(map(text.count, _MARKDOWN)) else []
    plain = "\n".join(markdown.without_targets(emphasis.without(line)) for line in lines)
    return list(filter(None, dict.fromkeys(map(fields.sameness, (text, plain)))))


def strings(value: object) -> Iterator[str]:
    """Every text in a record, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def _unescaped(text: str) -> str:
    """A torn line of JSON with its escapes read."""
    import re  # few lines are damaged

    text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)
    return text.replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")


def _edge(char: str) -> str:
    """The pattern of what belongs to a word that begins or ends with this character."""
    return "[a-z0-9]*" if char.isascii() and char.isalnum() else ""
