"""Save a fact: one conclusion that will still hold next week, in one sentence."""

from __future__ import annotations

from memory_store import errors, model
from memory_store.cli import terminal
from memory_store.journal import append, create, facts, fields, records, sessions
from memory_store.store import layout, lock, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import table
    from memory_store.journal.stored import Fact


_RECENT_BYTES = 65_536  # what is older is looked up in the index; consolidation merges the rest


def run(call: table.Call) -> model.Answer:
    """Save, or merge with an equal fact.

    Raises:
        UsageError: the content or a flag is not valid, or the store is not trusted.
        StoreError: the store can't be written; nothing was saved.
    """
    store = call.store
    new, redacted = records.fact(
        terminal.text_of(call.content),
        kind=call.type,
        entities=[one for one in call.entities.replace("，", ",").split(",") if one.strip()],
        confidence=call.confidence,
        source={"session_id": call.session, "via": "agent" if call.session else "user"},
        supersedes=_meant(call, store),
    )
    create.create(store)
    equal = _indexed(store, new)  # not under the lock: the imports alone would hold others up
    with lock.Held(store.path):  # two equal facts at once: the second finds the first
        known = _same(store, new, equal)
        status, line = ("saved", new) if known is None else ("merged", _merged(known, new))
        if not append.allowed(store, [line]):
            raise append.was_forgotten()
        lines = [*_ended(store, new.supersedes, known, line), line]
        append.append_locked(store, layout.FACTS, lines, durable=True)
        identity = line.id
        _journal(store, call.session, identity)
    return saved(call, status, identity, redacted)


def saved(call: table.Call, status: str, identity: str, redacted: list[str]) -> model.Answer:
    """The answer where something was saved, merged or replaced."""
    template = f"{status} {{id}} (removed: {{kinds}})" if redacted else f"{status} {{id}}"
    kinds = ", ".join(redacted)
    record = {"status": status, "id": identity, "redacted": redacted}
    return model.Answer(record, lambda: call.say(template, id=identity, kinds=kinds))


def _indexed(store: layout.Store, new: Fact) -> Fact | None:
    """The living fact of the same type that says the same, as far as the index knows."""
    from memory_store.index import questions

    return questions.as_is(store, lambda known: known.same(new.content, new.type))


def _same(store: layout.Store, new: Fact, older: Fact | None) -> Fact | None:
    """The living fact that says the same (but for case and blanks) and is of the same type.

    `older` is it unless the newest lines speak of that one again, which then is not what it was.
    """
    said = fields.sameness(new.content)
    newest = list(facts.newest_first(store, _RECENT_BYTES))
    for known in facts.living(newest):
        if known.type == new.type and fields.sameness(known.content) == said:
            return known
    is_spoken_of = older is not None and any(
        older.id in (one.id, one.supersedes) for one in newest
    )
    return None if is_spoken_of else older


def _meant(call: table.Call, store: layout.Store) -> str:
    """The id of the fact that --supersedes means; "" for none."""
    word = call.supersedes
    if not word:
        return ""
    from memory_store.commands import identities  # a plain save names no fact

    owner, fact = identities.fact([store, *call.where.stores()], word)
    if owner.path != store.path:
        raise errors.UsageError(
            "{word} is a fact of the {scope}'s memory",
            "add --scope {scope}; nothing was saved",
            word=word,
            scope=owner.scope,
        )
    return fact.id


def _ended(store: layout.Store, identity: str, known: Fact | None, line: Fact) -> list[Fact]:
    """The line with the end of the fact `identity`; none if the known fact took its place before.

    Raises:
        UsageError: it holds no more.
    """
    if identity in ("", line.id):
        return []
    from memory_store.index import questions  # a plain save names no fact

    past = questions.Records(store)
    older = past.held(identity, or_plan=True)
    if older is not None:  # with one time, by which `undo` takes back both lines
        return [older.ended_by(line).with_(updated_at=line["updated_at"])]
    ended = past.fact(identity)
    if ended and known and (known.supersedes == identity or known.is_end_of(ended)):
        return []  # the same command once more
    raise errors.UsageError(
        "{id} does not hold any more",
        "search tells what holds; nothing was saved",
        id=identity,
    )


def _merged(known: Fact, new: Fact) -> Fact:
    """The known fact, confirmed: more evidence, the higher confidence, all entities.

    It goes on to name the fact that it replaced first.
    """
    replaced = known.supersedes or new.supersedes
    return known.changed(
        **({"supersedes": replaced} if replaced not in ("", known.id) else {}),
        evidence=[*known.evidence, new.id],
        entities=list(dict.fromkeys([*known.entities, *new.entities])),
        confidence=max(known.confidence, new.confidence),
    )


def _journal(store: layout.Store, session: str, identity: str) -> None:
    """Note in the journal that the session saved this; the fact itself is safe already."""
    event = records.event("fact", session, "cli", record_id=identity)
    try:
        append.append_locked(store, sessions.today(), [event], durable=False)
    except errors.StoreError as error:
        log.write("journal", error)
