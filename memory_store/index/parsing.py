"""Turns records and Markdown into searchable pieces: their indexed text and their shown text.

The same functions fill the index and read an answer back, so both use the same text. Pure. Must
not open a file or know a table.
"""

from __future__ import annotations

from memory_store import origin
from memory_store.index import chunking, piece, tokens
from memory_store.journal import fields, records
from memory_store.text import digest, mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry, Fact, Summary


_HAN_LETTERS = 3  # Latin letters that say as much as one character
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
_TURNS = ("prompt", "response")
_TITLE = b"# "

_DAYS_KEPT = 1_000
_days: dict[str, list[str]] = {}


def fact_piece(raw: Fact, place: piece.Place) -> piece.Piece | None:
    """The piece of a fact; None if nothing is left of it."""
    # as `records.as_fact` has them: what else it makes sound is not indexed, and costs more
    text = fields.text(raw.content, records.CONTENT_CHARS)
    if not text or not fields.is_id(raw.id):
        return None
    folded = tokens.fold(text)
    named = [name for name in fields.entities(raw.get("entities")) if name not in text]
    return piece.Piece(
        place,
        record=raw.id,
        kind=piece.FACT,
        type=fields.word(raw.get("type"), records.TYPES, "W"),
        session=raw.session_id,
        created=raw.stated_at or 0.0,
        begins=raw.begins,
        expires=raw.ends,
        supersedes=_replaced(raw),
        lasts=raw.lasts,
        stands=raw.stands,
        same=sameness(folded),
        text=text,
        folded=folded,
        names=[*named, *_day(raw.text_of("created_at"))],
    )


def _replaced(raw: Fact) -> str | None:
    """The other fact whose place a fact takes."""
    other = raw.supersedes
    return other if fields.is_id(other) and other != raw.id else None


def sameness(content: str) -> bytes:
    """The digest that two contents share when they say the same (`journal.fields.sameness`)."""
    return digest.of_text(fields.sameness(content))


def summary_piece(raw: Summary, place: piece.Place) -> piece.Piece | None:
    """The piece of a session summary; None if nothing is left of it."""
    text = piece.summary_text(raw)
    if not text:
        return None
    return piece.Piece(
        place,
        record=raw.id or raw.key,
        kind=piece.SUMMARY,
        session=raw.key,
        created=raw.stated_at or 0.0,
        text=text,
        names=_day(raw.text_of("created_at")),
    )


def turn_pieces(raw: Entry, place: piece.Place) -> list[piece.Piece]:
    """The pieces of a prompt or an answer in the journal; none for its other events.

    Nor for a turn that no person typed: it would be told as the user's.
    """
    text = piece.turn_text(raw)
    if raw.type not in _TURNS or not text or not raw.id or not origin.is_persons(raw.origin):
        return []
    return [
        piece.Piece(
            place,
            record=raw.id,
            kind=piece.TURN,
            type=raw.type,
            session=raw.session_id,
            created=raw.stated_at or 0.0,
            part=part,
            names=_day(place.file[-len("2026-11-21.jsonl") :]),
            text=text[start:end],
        )
        for part, (start, end) in enumerate(chunking.spans(text))
    ]


def _day(date: str) -> list[str]:
    """The words by which people name a day that begins with its date, 2026-11-21.

    They tell the texts of a conversation apart even in questions about no day: with them BM25 on
    LoCoMo rises from MRR 47 to 50.
    """
    date = date[:10]
    words = _days.get(date)
    if words is None:
        words = _named(date)
        if len(_days) < _DAYS_KEPT:
            _days[date] = words  # a file's lines are of few days
    return words


def _named(date: str) -> list[str]:
    year, month, day = date[:4], date[5:7], date[8:]
    if not (year + month + day).isdecimal() or not 1 <= int(month) <= len(_MONTHS):
        return []
    return [f"{year}-{month}-{day} {_MONTHS[int(month) - 1]} {int(month)}月{int(day)}日"]


def letters(text: str, dense: int) -> int:
    """How long a text is, in Latin letters: by this it is judged how much it says by itself.

    `dense` is how many of its characters `text.han` counts.
    """
    return len(text) + (_HAN_LETTERS - 1) * dense


def markdown_pieces(
    raw: bytes, file: str, cut: chunking.ChunkSize = chunking.USUAL
) -> list[piece.Piece]:
    """The pieces of MEMORY.md or a note; each is shown under its lines, `notes/a.md:3-9`."""
    from memory_store.index import markdown  # its patterns cost a search that reads none

    kind = piece.kind_of(file)
    core = kind == piece.CORE
    pieces: list[piece.Piece] = []
    for chunk in markdown.chunks(raw, small=core, cut=cut):
        headings = chunk.headings
        if core:  # its title says nothing, and each line is a piece
            headings = [one for one in headings if not raw.startswith(_TITLE, one[0])]
        spans = [*headings, (chunk.offset, chunk.length)]
        parts = [raw[offset : offset + length] for offset, length in spans]
        text = indexed(kind, piece.markdown_text(parts))
        place = piece.Place(
            file=file,
            offset=chunk.offset,
            length=chunk.length,
            digest=digest.of_bytes(b"\n".join(parts)),
            line=chunk.line,
            end_line=chunk.end_line,
            headings=",".join(f"{offset}:{length}" for offset, length in headings),
        )
        pieces.append(
            piece.Piece(
                place,
                record=f"{file}:{chunk.line}-{chunk.end_line}",
                kind=kind,
                text=text,
            )
        )
    return pieces


def indexed(kind: str, text: str) -> str:
    """The text for the index and the cache: Markdown without its secrets.

    Its users write that by themselves; records were redacted before they were written.
    """
    if kind not in (piece.NOTE, piece.CORE):
        return text
    from memory_store.text import redact  # a search that reads no Markdown has no use for it

    return redact.secrets(text)[0]


def windows(kind: str, text: str) -> list[str]:
    """The texts to embed for the text of a piece: itself, or its parts if it is long.

    Turns and Markdown are cut into pieces before; a long code block is embedded by its beginning.
    What was redacted means nothing: a text of nothing else has "" alone, which no model is asked.
    """
    parts = [text]
    if kind in (piece.FACT, piece.SUMMARY):
        parts = [text[start:end] for start, end in chunking.spans(text)]
    if mark.MARK not in text:
        return parts
    bare = [mark.without_marks(one).strip() for one in parts]
    return [one for one in bare if any(map(str.isalnum, one))] or [""]
