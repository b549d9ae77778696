"""A searchable piece and its place in a file, as every module of the index uses them.

Must not read a file or a table.
"""

from __future__ import annotations

from memory_store.index import extra
from memory_store.store import layout
from memory_store.text import clean, encoding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal import stored

FACT = "fact"
SUMMARY = "summary"
NOTE = "note"
CORE = "core"
TURN = "turn"
KINDS = (FACT, SUMMARY, NOTE, CORE, TURN)


_KINDS = {layout.FACTS: FACT, layout.SESSIONS: SUMMARY, layout.CORE: CORE}


def kind_of(file: str) -> str:
    """The kind of a file's pieces; "" for a file that is not indexed."""
    if file.startswith(f"{layout.NOTES}/") or extra.is_extra(file):
        return NOTE
    return TURN if file.startswith(f"{layout.DAILY}/") else _KINDS.get(file, "")


class Place:
    """Where a record or a piece of Markdown stands.

    Attributes:
        file: the name within the store, parts joined by `/`.
        offset, length: its bytes in the file (of a record: the whole line).
        nth: which record of the line, 0 unless a crash glued two together.
        line, end_line: its lines, from 1.
        headings: `offset:length` of the Markdown headings above it, joined by commas.
        digest: of all these bytes, headings first.
    """

    __slots__ = ("digest", "end_line", "file", "headings", "length", "line", "nth", "offset")

    def __init__(
        self,
        *,
        file: str,
        offset: int,
        length: int,
        digest: bytes,
        nth: int = 0,
        line: int,
        end_line: int,
        headings: str = "",
    ) -> None:
        self.file = file
        self.offset = offset
        self.length = length
        self.digest = digest
        self.nth = nth
        self.line = line
        self.end_line = end_line
        self.headings = headings


class Piece:
    """A searchable piece.

    Attributes:
        place: where it stands.
        record: the id it is shown under.
        kind: one of KINDS.
        type: W, B, O, S of a fact, prompt or response of a turn, else "".
        session: the session it comes from, "" when it says none.
        created: seconds since 1970, 0 when it does not say, None for a file's own time.
        begins: from when it holds, None where it says none.
        expires: until when it holds, None for ever.
        supersedes: the id of the fact whose place it takes, None for none.
        stands: whether it is a fact that is no candidate.
        lasts: whether it is a fact that holds until it is replaced, whatever its age.
        part: which part of a long text, from 0.
        same: of a fact, the digest of what two equal facts share, else None.
        text: what it says.
        folded: the same by `tokens.fold`, where its maker has it, else as it is.
        names: words to find it by that the text doesn't have.
    """

    __slots__ = (
        "begins",
        "created",
        "expires",
        "folded",
        "kind",
        "lasts",
        "names",
        "part",
        "place",
        "record",
        "same",
        "session",
        "stands",
        "supersedes",
        "text",
        "type",
    )

    def __init__(
        self,
        place: Place,
        *,
        record: str,
        kind: str,
        type: str = "",  # noqa: A002  the files' own word
        session: str = "",
        created: float | None = None,
        begins: float | None = None,
        expires: float | None = None,
        supersedes: str | None = None,
        lasts: bool = False,
        stands: bool = False,
        part: int = 0,
        same: bytes | None = None,
        text: str,
        folded: str = "",
        names: list[str] | None = None,
    ) -> None:
        self.place = place
        self.record = sound(record)
        self.kind = kind
        self.type = type
        self.session = sound(session)
        self.created = created
        self.begins = begins
        self.expires = expires
        self.supersedes = supersedes
        self.lasts = lasts
        self.stands = stands
        self.part = part
        self.same = same
        self.text = text
        self.folded = folded or text
        self.names = names or []


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
