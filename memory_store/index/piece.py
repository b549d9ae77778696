"""A line of a store, its place in a file and the parts of it that can be found, as values.

Pure: reads no file and no table.
"""

from __future__ import annotations

from memory_store import model
from memory_store.index import extra
from memory_store.store import layout
from memory_store.text import clean, encoding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_store.codec import Record
    from memory_store.journal import stored

FACT = "fact"
SUMMARY = "summary"
NOTE = "note"
CORE = "core"
TURN = "turn"
KINDS = (FACT, SUMMARY, NOTE, CORE, TURN)
EVENT = "event"
"""A line of the journal that is no prompt and no answer, which no search finds."""


_KINDS = {layout.FACTS: FACT, layout.SESSIONS: SUMMARY, layout.CORE: CORE}


def kind_of(file: str) -> str:
    """The kind of a file's pieces; "" for a file that is not indexed."""
    if file.startswith(f"{layout.NOTES}/") or extra.is_extra(file):
        return NOTE
    return TURN if file.startswith(f"{layout.DAILY}/") else _KINDS.get(file, "")


class Place(model.Value):
    """Where a record or a piece of Markdown stands.

    Attributes:
        file: the name within the store, parts joined by `/`.
        offset, length: its bytes in the file (of a record: the whole line).
        nth: which record of the line, 0 unless a crash glued two together.
        line, end_line: its lines, from 1.
        headings: `offset:length` of the Markdown headings above it, joined by commas.
        digest: of all these bytes, headings first.
    """

    file: str
    offset: int
    length: int
    digest: bytes
    line: int
    end_line: int
    nth: int = 0
    headings: str = ""


class Line(model.Value):
    """A record or a piece of Markdown as a row of the table `line`, which names the columns.

    Attributes:
        place: where it stands.
        about: the ids of the records that it names, of an event.
        disowns: whether it says of the turns that it names that no person typed them.
        said: what its parts are made of: the record, or the text of Markdown.
    """

    place: Place
    kind: str
    said: Record | str
    record: str
    key: str | None = None
    op: str = ""
    type: str = ""
    session: str = ""
    host: str = ""
    created: float | None = None
    written: float | None = None
    begins: float | None = None
    expires: float | None = None
    supersedes: str | None = None
    lasts: bool = False
    stands: bool = False
    disowns: bool = False
    about: Sequence[str] = ()


class Part(model.Value):
    """What can be found: the text of a line, or a part of a long one.

    Attributes:
        text: what it says.
        folded: the same by `tokens.fold`, where its maker has it, else "".
        names: words to find it by that the text doesn't have.
        same: of a fact, the digest of what two equal facts share, else None.
    """

    text: str
    names: list[str]
    folded: str = ""
    same: bytes | None = None


def sound(text: str) -> str:
    """`text` as SQLite takes it: JSON may carry lone surrogates and NULs."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        text = text.encode("utf-8", "replace").decode("utf-8")
    return text.replace("\0", " ")


def summary_text(summary: stored.Summary) -> str:
    """A summary as it is shown: topic, summary, a line for each decision and todo."""
    lines = [] if summary.is_todo else [summary.topic, summary.text]
    lines += [f"- {decision}" for decision in summary.decisions if decision]
    lines += [f"- [ ] {todo}" for todo in summary.todos if todo]
    lines += [f"- [x] {todo}" for todo in summary.done if todo and summary.is_todo]
    return clean.text("\n".join(line for line in lines if line)).strip()


def turn_text(entry: stored.Entry) -> str:
    """A prompt or answer as it is shown."""
    return clean.text(entry.text).strip()


def markdown_text(parts: list[bytes]) -> str:
    """Markdown as it is shown: the headings above it in one line, then its own lines."""
    *headings, body = [encoding.shown(part) for part in parts]
    path = " > ".join(heading.strip().strip("#").strip() for heading in headings)
    return clean.text(f"{path}\n{body}" if path else body).strip()
