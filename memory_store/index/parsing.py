"""Turns records and Markdown into the rows of their lines, and into the parts that can be found.

The same functions fill the index and read an answer back, so both use the same text. Pure.
"""

from __future__ import annotations

from memory_store import clock, origin
from memory_store.index import chunking, piece, tokens
from memory_store.journal import fields, read, records, stored
from memory_store.text import digest, mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.codec import Record


_HAN_LETTERS = 3  # Latin letters that say as much as one character
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
_TURNS = ("prompt", "response")
_TITLE = b"# "

_DAYS_KEPT = 1_000
_days: dict[str, list[str]] = {}


def line_of(raw: Record, place: piece.Place) -> piece.Line:
    """The row of a record, by the file that it stands in."""
    kind = piece.kind_of(place.file)
    if kind == piece.FACT:
        return _fact(stored.Fact(raw), place)
    return (_summary if kind == piece.SUMMARY else _event)(raw, place)


def _fact(fact: stored.Fact, place: piece.Place) -> piece.Line:
    """A line of facts.jsonl; one that nothing can be read from counts for nothing."""
    line = piece.Line(place, piece.FACT, fact, piece.sound(fact.id))
    line.op = fields.word(fact.op, stored.OPS, "")
    if line.op == stored.RETRACT:
        is_sound = isinstance(fact.get("id"), str)
    else:
        is_sound = bool(fields.text(fact.content, records.CONTENT_CHARS)) and fields.is_id(fact.id)
        line.lasts, line.stands = fact.lasts, fact.stands
        line.begins, line.expires = fact.begins, fact.ends
        line.supersedes = _replaced(fact)
    line.key = line.record if is_sound else None
    line.type = fields.word(fact.type, records.TYPES, "W")
    line.session = piece.sound(fact.session_id)
    line.created, line.written = fact.stated_at or 0.0, fact.written_at
    return line


def _summary(raw: Record, place: piece.Place) -> piece.Line:
    """A line of sessions.jsonl, which takes the place of older ones of its session."""
    summary = stored.Summary(raw)
    line = piece.Line(place, piece.SUMMARY, summary, piece.sound(summary.id or summary.key))
    line.session = piece.sound(summary.key)
    line.key = line.session if piece.summary_text(summary) else None
    line.host = piece.sound(str(summary.source.get("host") or ""))
    line.created = summary.stated_at or 0.0
    line.written = clock.parse(summary.get("updated_at")) or line.created
    return line


def _event(raw: Record, place: piece.Place) -> piece.Line:
    """A line of the journal: a prompt or an answer, or any other event."""
    entry = stored.Entry(raw)
    kind = piece.TURN if entry.type in _TURNS else piece.EVENT
    line = piece.Line(place, kind, entry, piece.sound(entry.id))
    line.type, line.session = piece.sound(entry.type), piece.sound(entry.session_id)
    line.host = piece.sound(entry.host)
    line.created = line.written = entry.stated_at or 0.0
    line.stands = origin.is_persons(entry.origin)
    line.about = [piece.sound(one) for one in (*entry.record_ids, entry.record_id) if one]
    line.disowns = entry.type == read.WARNING and not line.stands
    if kind == piece.TURN and line.stands and piece.turn_text(entry):  # else told as the user's
        line.key = line.record or None
    return line


def parts(kind: str, said: Record | str, file: str) -> list[piece.Part]:
    """What can be found of a line that holds: several parts of a long turn, else one."""
    if isinstance(said, str):
        return [piece.Part(said, [])]
    if kind == piece.FACT:
        return [_fact_part(stored.Fact(said))]
    if kind == piece.SUMMARY:
        summary = stored.Summary(said)
        return [piece.Part(piece.summary_text(summary), _day(summary.text_of("created_at")))]
    text = piece.turn_text(stored.Entry(said))
    names = _day(file[-len("2026-11-21.jsonl") :])
    return [piece.Part(text[start:end], names) for start, end in chunking.spans(text)]


def _fact_part(fact: stored.Fact) -> piece.Part:
    # as `records.as_fact` has it: what else it makes sound is not indexed, and costs more
    text = fields.text(fact.content, records.CONTENT_CHARS)
    folded = tokens.fold(text)
    named = [name for name in fields.entities(fact.get("entities")) if name not in text]
    names = [*named, *_day(fact.text_of("created_at"))]
    return piece.Part(text, names, folded, sameness(folded))


def _replaced(raw: stored.Fact) -> str | None:
    """The other fact whose place a fact takes."""
    other = raw.supersedes
    return other if fields.is_id(other) and other != raw.id else None


def sameness(content: str) -> bytes:
    """The digest that two contents share when they say the same (`journal.fields.sameness`)."""
    return digest.of_text(fields.sameness(content))


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


def markdown_lines(
    raw: bytes, file: str, cut: chunking.ChunkSize = chunking.USUAL
) -> list[piece.Line]:
    """The rows of MEMORY.md or a note; each is shown under its lines, `notes/a.md:3-9`."""
    from memory_store.index import sections  # its patterns cost a search that reads none

    kind = piece.kind_of(file)
    lines: list[piece.Line] = []
    for chunk in sections.chunks(raw, small=kind == piece.CORE, cut=cut):
        headings = chunk.headings
        if kind == piece.CORE:  # its title says nothing, and each line is a piece
            headings = [one for one in headings if not raw.startswith(_TITLE, one[0])]
        spans = [*headings, (chunk.offset, chunk.length)]
        bodies = [raw[offset : offset + length] for offset, length in spans]
        place = piece.Place(
            file=file,
            offset=chunk.offset,
            length=chunk.length,
            digest=digest.of_bytes(b"\n".join(bodies)),
            line=chunk.line,
            end_line=chunk.end_line,
            headings=",".join(f"{offset}:{length}" for offset, length in headings),
        )
        named = f"{file}:{chunk.line}-{chunk.end_line}"
        text = indexed(kind, piece.markdown_text(bodies))
        lines.append(piece.Line(place, kind, text, piece.sound(named)))
    return lines


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
