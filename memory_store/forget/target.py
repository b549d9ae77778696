"""The text or id to forget, and the test whether a record or a line holds it.

Texts are compared as facts are: NFKC, case folded, blanks as one; as they stand, and as they are
read: without marks of Markdown and quotation marks. Must not open a file.
"""

from __future__ import annotations

import itertools
import re

from memory_store.capture import explicit
from memory_store.journal import fields, read, tombstones
from memory_store.language import script
from memory_store.sessions import plain_lines
from memory_store.text import emphasis, encoding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.codec import Record


_NOT_SAID = frozenset(
    "id type op status promotion visibility via host plugin timestamp created_at updated_at "
    "restored_at imported_at valid_from valid_to session_id turn_id agent_id transcript "
    "record_id record_ids supersedes evidence related amended_by redacted seen".split()
)
"""The fields of records that hold nothing that was said: ids, moments, words of closed sets."""
_TELLING_CHARS = 12  # a shorter content may be a word that much else says too
_CONTENTS = ("content", "text", "summary")
_ENDS = " .!,;:。、"
_LEADS = re.compile(r"\n(?:> ?|[#*+•-]+ |\d+[.)] )+")  # of quoted lines and points of lists
_QUOTES = re.compile("[`\"“”„«»‹›「」『』《》]|(?<!\\w)['‘’]|['‘’](?!\\w)")
_PIECES = re.compile("[\u2e80-\U0010ffff]|[^\\s\u2e80-\U0010ffff]+")
_WORD = re.compile("[a-z0-9]+")
_SAME = (
    "\x00-\x7f\xb7\u2018-\u2026\u2190-\u23ff\u2500-\u2adb\u3000-\u3029\u3030-\u3037\u4e00-\u9fff"
    "\uff01-\uff0f\uff1a-\uff20\uff3b-\uff3d\uff5b-\uff5e"
)
_FOLDED = re.compile(f"[^{_SAME}]")
"""What may be a letter whose plain form is another."""
_SIGNS = bytes(one for one in range(128) if not chr(one).isalnum())
_ASCII = bytes(range(128))
_WIDE_MARKS = "“”„‘’「」『』《》•\u3000"
_CLAUSES = re.compile("[a-z0-9\\s*_~`'\"\u4e00-\u9fff]+")
_NUMBERED = re.compile(rb"\\n\s*[0-9]+[.)]")
_BEGIN = "(?<![a-z0-9_])(?<![a-z0-9_][-./@'’+#])"
_END = "(?![a-z0-9_]|[-./@'’+#][a-z0-9_])"
_SENTENCE_END = r"(?! ?\w)"


class Wanted:
    """The texts and ids to forget.

    Attributes:
        ids: records by their ids.
        lines: single lines of facts and summaries, by what names them (`tombstones.name_of`).
        patterns: of texts to be found within others, each with a word of the text.
        wholes: texts that are found only where nothing else is said.
    """

    def __init__(self, query: str = "") -> None:
        self.ids: set[str] = set()
        self.lines: set[tombstones.Name] = set()
        self.patterns: dict[re.Pattern[str], str] = {}
        self.wholes: set[str] = set()
        self._bare: set[str] = set()
        for said in _forms(query):
            self._seek(said, _pattern(said))
            self._seek_sentence(said)

    def add_record(self, record: Record) -> None:
        """Add a record, and everything that says the same."""
        self.ids.add(tombstones.id_of(record))
        for name in _CONTENTS:
            found = record.get(name)
            for said in _forms(found) if isinstance(found, str) else ():
                for one in (said, _without_request(said)):
                    self.wholes.add(_flat(one))
                    self._bare.add(_anchor(one))
                    self._seek_sentence(one)

    def _seek_sentence(self, said: str) -> None:
        """Seek a text as whole words; what ends as a sentence, only where a sentence may end."""
        bare = said.strip(_ENDS)
        if len(bare) >= _TELLING_CHARS:
            end = _END * _is_word(bare[-1]) + _SENTENCE_END * (said[-1] in _ENDS)
            pattern = _BEGIN * _is_word(bare[0]) + _pattern(bare) + end
            self._seek(bare, pattern)

    def _seek(self, said: str, pattern: str) -> None:
        """Seek a text by its pattern."""
        self.patterns[re.compile(pattern)] = max(_WORD.findall(said), key=len, default="")
        self._bare.add(_anchor(said))

    def may_stand_in(self, lines: bytes) -> bool:
        """Whether some lines are worth being parsed; cheap, and never wrong when it says no."""
        named = self.ids.union(identity for identity, _ in self.lines)
        if any(identity.encode() in lines for identity in named):
            return True
        if b"](" in lines or b"\\u" in lines or _NUMBERED.search(lines):
            return True  # of a link and a list the text alone is read; an escape may be any letter
        wide = "" if lines.isascii() else lines.translate(None, _ASCII).decode("utf-8", "replace")
        bare = _bare(lines, wide)
        return any(one in bare for one in self._bare) or _FOLDED.search(wide) is not None

    def is_in_text(self, text: str) -> bool:
        """Whether a text holds a wanted text."""
        return any(
            _flat(said) in self.wholes
            or any(word in said and one.search(said) for one, word in self.patterns.items())
            for said in _forms(text)
        )

    def is_in(self, record: Record) -> bool:
        """Whether a record is wanted by its id, or one of its texts holds a wanted text."""
        if tombstones.id_of(record) in self.ids or tombstones.name_of(record) in self.lines:
            return True
        return any(map(self.is_in_text, said_in(record)))

    def is_in_damaged(self, line: bytes) -> bool:
        """Whether an unreadable line holds a wanted text, escaped or not."""
        if read.parse_line(line) or not line.strip():
            return False
        text = encoding.shown(line)
        return self.is_in_text(text) or self.is_in_text(_unescaped(text))

    def runs(self, texts: list[str]) -> list[str]:
        """The runs of whole words that hold a wanted text in these texts, each once."""
        said = [form for text in texts for form in _forms(text)]
        patterns = [f"[a-z0-9]*{one.pattern}[a-z0-9]*" for one in self.patterns]
        found = (run for pattern in patterns for one in said for run in re.findall(pattern, one))
        return list(dict.fromkeys(found))


def shortest(query: str) -> str:
    """The least of a text by which it is found."""
    return min(map(_flat, _forms(query)), key=len, default="")


def _forms(text: str) -> list[str]:
    """A text as it is compared, line by line: as it stands, and as it is read; no blanks."""
    said = "\n".join(filter(None, map(fields.sameness, text.split("\n"))))
    plain = "\n".join(map(_plain, _LEADS.sub("\n", said).split("\n")))
    return list(filter(None, dict.fromkeys((said, plain))))


def _plain(line: str) -> str:
    bare = emphasis.without(plain_lines.without_targets(line), emphasis.ALL)
    return " ".join(_QUOTES.sub("", bare).replace("’", "'").split())


def _flat(said: str) -> str:
    return " ".join(said.split()).strip(_ENDS)


def _without_request(said: str) -> str:
    """A statement without the words that ask to keep it, before or behind it."""
    for cue in explicit.cues_in(said):
        at = script.simplified(said).find(cue.phrase) if cue.means == "remember" else -1
        before, after = said[:at], said[at + len(cue.phrase) :].removeprefix(" that ")
        if at >= 0 and min(len(before), len(after)) < _TELLING_CHARS:
            return max(before, after, key=len).lstrip(_ENDS)
    return said


def _pattern(said: str) -> str:
    """The pattern of a text: any blanks between its words, and some or none beside Han."""
    pieces = _PIECES.findall(said)
    pattern = "".join(map(re.escape, pieces[:1]))
    for before, piece in itertools.pairwise(pieces):
        is_apart = max(before[-1], piece[0]) < "\u2e80"
        pattern += (r"\s+" if is_apart else r"\s*") + re.escape(piece)
    return pattern


def _anchor(said: str) -> str:
    """The longest clause of a text, bare."""
    return max((_bare(one.encode(), one) for one in _CLAUSES.findall(said)), key=len, default="")


def _bare(lines: bytes, wide: str) -> str:
    """Some lines, whose wide signs are given, without blanks and marks that may part a clause."""
    if b"\\" in lines:
        for escape in (rb"\\", rb"\n", rb"\t", rb"\r", rb"\f", rb"\b"):
            lines = lines.replace(escape, b"")
    bare = lines.lower().translate(None, _SIGNS).decode("utf-8", "replace")
    for mark in _WIDE_MARKS:
        if mark in wide:
            bare = bare.replace(mark, "")
    return bare


def _is_word(char: str) -> bool:
    return char.isascii() and char.isalnum()


def said_in(value: object) -> Iterator[str]:
    """Every text in a record that was said, however deep: none of ids, moments and kinds."""
    return texts_in(value, _NOT_SAID)


def texts_in(value: object, but: frozenset[str] = frozenset()) -> Iterator[str]:
    """Every text in a record, however deep, but for some fields."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            if name not in but:
                yield from texts_in(inner, but)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_in(inner, but)


def _unescaped(text: str) -> str:
    """A torn line of JSON with its escapes read."""
    text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)
    return text.replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")
