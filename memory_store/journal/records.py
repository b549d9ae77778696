"""Makes records that may be written: cleaned, redacted and checked against the schema.

Makes read records sound, field by field. Must not open a file.
"""

from __future__ import annotations

import os

from memory_store import clock, errors
from memory_store.journal import fields, stored
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.codec import Record

TEXT_CHARS = 8_000
CONTENT_CHARS = 2_000
SESSION_CHARS = 200
TYPES = ("W", "B", "O", "S")
_CHOICES = (("op", stored.OPS), ("status", stored.STATUSES), ("visibility", stored.VISIBILITIES))
CUT_MARK = " …[cut]"

_END_CHARS = 2_000  # of the end of a text that is too long
_READ_TIMES = 3  # as much as is kept is read: redaction shortens
_LONGEST_SECRET = 4_096  # characters of one that its beginning alone does not give away
_MARK_ROOM = len(CUT_MARK)
_HOST_CHARS = 40
_NAME_CHARS = 36  # of a UUID
_UUID_SIGNS = "0123456789abcdef-"


def new_id(prefix: str, moment: float | None = None) -> str:
    """An id that sorts by time and no other process makes: `f_` and 26 characters (a ULID).

    48 bits of milliseconds and 80 random bits in Crockford's base 32 (github.com/ulid/spec).
    """
    moment = clock.now() if moment is None else moment
    return fields.spelled(prefix, moment, int.from_bytes(os.urandom(10), "big"))


def session_name(value: str) -> str:
    """A session's id as records hold it: on one line, 200 characters at most, and no secret."""
    return _without_secrets(clean.line(value, SESSION_CHARS))[0]


def fact(
    content: str,
    *,
    kind: str = "W",
    entities: list[str] | None = None,
    confidence: float = 0.8,
    source: Record,
    supersedes: str = "",
    evidence: list[str] | None = None,
    status: str = "",
) -> tuple[stored.Fact, list[str]]:
    """A new fact, and the kinds of secrets that were taken out of it.

    Args:
        content: one sentence, or a few.
        kind: W, B, O or S.
        entities: what it is about.
        confidence: 0..1.
        source: host, session_id and via.
        supersedes: the id of the fact that it replaces.
        evidence: ids of what says the same.
        status: "standing" or "candidate", as capture has it; "" for what somebody saved.

    Raises:
        UsageError: the content is empty, too long, or has lost a secret, or a field is not as the
            schema has it.
    """
    text, redacted = _without_secrets(clean.text(content).strip())
    from memory_store.text import mark  # see _without_secrets

    if not text.strip():
        raise errors.UsageError("the content is empty", "give one sentence that will still hold")
    if kind_lost := mark.taken_out(text):
        is_private = kind_lost == mark.PRIVATE
        told = (
            "not kept: it is marked private" if is_private else "not kept: it looks like a secret"
        )
        raise errors.UsageError(told, "say it without that, for instance where it is kept")
    if len(text) > CONTENT_CHARS:
        raise errors.UsageError(
            "the content has {len} characters, over {content_chars}",
            "save one conclusion per fact, in one sentence",
            len=len(text),
            content_chars=CONTENT_CHARS,
        )
    names, redacted_too = _texts(entities or [], 100)
    moment = clock.now()
    record: Record = {
        "id": new_id("f", moment),
        "type": kind,
        "content": text,
        "entities": names,
        "confidence": confidence,
        "created_at": clock.stamp(moment),
        "updated_at": clock.stamp(moment),
        "source": _own_source(source),
        "evidence": evidence or [],
    }
    if supersedes:
        record["supersedes"] = supersedes
    if status:
        record["status"] = status
    return stored.Fact(checked("fact", record)), sorted({*redacted, *redacted_too})


def summary(
    session_id: str,
    *,
    topic: str,
    text: str,
    decisions: list[str],
    todos: list[str],
    source: Record,
    origin: str,
) -> tuple[stored.Summary, list[str]]:
    """A session summary, and the kinds of secrets that were taken out of it; errors as `fact`."""
    title, from_topic = _texts([topic], 300)
    body, from_text = _texts([text], 4_000)
    if not title or not body:
        raise errors.UsageError("the topic or the summary is empty", "give both, in a sentence")
    chosen, from_decisions = _texts(decisions, 1_000)
    left, from_todos = _texts(todos, 1_000)
    moment = clock.now()
    record: Record = {
        "id": new_id("s", moment),
        "session_id": session_name(session_id),
        "topic": title[0],
        "summary": body[0],
        "decisions": chosen,
        "todos": left,
        "created_at": clock.stamp(moment),
        "source": _own_source(source),
        "origin": origin,
    }
    kinds = {*from_topic, *from_text, *from_decisions, *from_todos}
    return stored.Summary(checked("summary", record)), sorted(kinds)


def todo(text: str, source: Record) -> tuple[stored.Summary, list[str]]:
    """A todo that a person opens, as a line of sessions.jsonl of its own; as `summary`."""
    made, kinds = summary(
        "", topic=text, text=text, decisions=[], todos=[text], source=source, origin="agent"
    )
    return made.with_(kind=stored.TODO, updated_at=made.text_of("created_at")), kinds


def event(kind: str, session_id: str, host: str, **others: object) -> stored.Entry:
    """A journal event; `text` is cleaned, redacted and cut, fields that are None are left out.

    A text that is too long loses its middle: an answer ends with what the agent keeps of it.

    Raises:
        UsageError: a field is not as the schema has it.
    """
    from memory_store.journal import schema  # who reads records has no use for it

    moment = clock.now()
    record: Record = {
        "id": new_id("e", moment),
        "type": kind,
        "timestamp": clock.stamp(moment),
        "session_id": session_name(session_id),
        "host": host,
    }
    kinds: set[str] = set()
    for name, value in others.items():
        if isinstance(value, str):
            limit = schema.longest("event", name, TEXT_CHARS)
            record[name], redacted = _kept(value, limit)
            kinds.update(redacted)
        elif value is not None:
            record[name] = value
    if kinds:
        record["redacted"] = sorted(kinds)
    return stored.Entry(checked("event", record))


def _kept(value: str, limit: int) -> tuple[str, list[str]]:
    """What is kept of a text of any length, clean and redacted, and the kinds of its secrets.

    Its beginning and its last whole lines. Of a text that is longer than what is read the
    beginning alone: what stands where the reading ends may be half of a secret, so it goes too.
    """
    head = value[: _READ_TIMES * limit + _LONGEST_SECRET]
    text, kinds = _without_secrets(clean.text(head))
    if len(head) < len(value):
        from memory_store.text import mark  # few texts are so long

        text = text[: max(len(text) - _LONGEST_SECRET, mark.last_end(text))] + CUT_MARK
        return cut(text, limit), kinds
    if len(text) <= limit:
        return text, kinds
    end = text[-min(_END_CHARS, limit // 4) :].partition("\n")[2]
    return cut(text, limit - len(end) - 1) + f"\n{end}" if end else cut(text, limit), kinds


def _without_secrets(text: str) -> tuple[str, list[str]]:
    if len(text) <= _NAME_CHARS and (text.isalpha() or not text.strip(_UUID_SIGNS)):
        return text, []  # a host's word or a session's id: a hook writes little else
    from memory_store.text import redact  # see event

    return redact.secrets(text)


def cut(text: str, limit: int) -> str:
    """`text`, or its beginning and a mark that says so, in `limit` characters at most."""
    return text if len(text) <= limit else text[: limit - _MARK_ROOM].rstrip() + CUT_MARK


def checked(name: str, record: Record) -> Record:
    """`record`, if the schema `name` has nothing against it.

    Raises:
        UsageError: it has; every fault is named.
    """
    from memory_store.journal import schema  # see event

    found = schema.faults(name, record)
    if found:
        raise errors.UsageError("not a valid {name}: {found}", name=name, found=tuple(found[:5]))
    return record


def _texts(values: list[str], limit: int) -> tuple[list[str], list[str]]:
    """Each value cleaned to one line, redacted and cut; blank ones left out.

    They are redacted together: what is private may begin in one and end in another.
    """
    lines = [clean.line(value) for value in values]
    whole, kinds = _without_secrets("\n".join(line for line in lines if line))
    return [cut(text, limit) for text in whole.split("\n") if text.strip()], kinds


def as_fact(raw: stored.Fact) -> stored.Fact | None:
    """A fact from a file with sound fields; None if nothing is left of it.

    Unknown fields are kept; texts are cleaned again, since a file may not come from us. The schema
    has nothing against what comes out (but that an id may be short), so it may be written again.
    Its members answer as those of `raw`, but for what no schema allows.
    """
    text = fields.text(raw.content, CONTENT_CHARS)
    if not text or not fields.is_id(raw.id):
        return None
    source, via = _sound_source(raw.source), raw.via
    sound = raw.with_(
        content=text,
        type=fields.word(raw.get("type"), TYPES, "W"),
        confidence=raw.confidence,
        entities=fields.entities(raw.get("entities")),
        created_at=fields.stamp(raw.get("created_at")),
        updated_at=fields.stamp(raw.get("updated_at") or raw.get("created_at")),
        source=source if source.get("via") == via else {**source, "via": via},
        evidence=fields.ids(raw.get("evidence")),
    )
    unknown = [name for name, words in _CHOICES if raw.get(name, words[0]) not in words]
    for name in unknown:
        del sound[name]
    if not fields.is_id(raw.get("supersedes", raw.id)):
        del sound["supersedes"]
    links = [name for name in (stored.RELATED, stored.AMENDED_BY) if name in raw]
    sound.update((name, fields.ids(raw[name])) for name in links)
    if not isinstance(raw.get("pinned", False), bool):
        del sound["pinned"]
    if "author" in raw:
        sound["author"] = fields.line(raw["author"], SESSION_CHARS)
    for name, moment in (("valid_from", raw.begins), ("valid_to", raw.ends)):
        if moment is not None:
            sound[name] = clock.stamp(moment)
        elif name in raw:
            del sound[name]
    return sound


def _own_source(source: Record) -> Record:
    """A source as a new record has it: sound, and its session without a secret."""
    found = _sound_source(source)
    session = found.get("session_id")
    return {**found, "session_id": session_name(session)} if isinstance(session, str) else found


def _sound_source(source: Record) -> Record:
    """A source whose host and session are texts of the length that the schema has for them."""
    host, session_id = source.get("host", ""), source.get("session_id", "")
    if fields.is_plain(host, _HOST_CHARS) and fields.is_plain(session_id, SESSION_CHARS):
        return source
    return {
        **source,
        "host": fields.line(host, _HOST_CHARS),
        "session_id": fields.line(session_id, SESSION_CHARS),
    }
