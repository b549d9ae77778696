"""Makes a captured correction a statement of its own, and ends what it corrects.

Looks at what was said before it in its session and at the facts that hold. Must not touch a
correction that has a subject: consolidation decides about that by its words.
"""

from __future__ import annotations

from memory_store import clock, layout
from memory_store.journal import facts, read, records
from memory_store.language import script
from memory_store.learn import aimed, completing, parts, replaces, statement
from memory_store.learn.rules import shape, specifics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.learn import extract

Record = dict[str, object]

_TURNS = 6  # prompts and answers that are looked through, the last ones
_ENDED = ("W", "O")


def complete(
    found: extract.Candidate, store: layout.Store, event: Record, known: Iterable[Record]
) -> None:
    """Give a correction without a subject that of what it corrects, and note what that was.

    Args:
        found: the correction, which is changed.
        store: whose journal has what was said before.
        event: the prompt that it was found in.
        known: the facts that hold, the newest first; looked at after what was said in its session.
    """
    session = str(event.get("session_id") or "")
    before = [str(event.get("text") or ""), *_said_before(store, session, event)]
    own = [one for one in known if records.source_of(one).get("session_id") == session]
    before += [str(one["content"]) for one in own]
    made = completing.complete(found.content, before)
    if made is None:
        made = _of_others(found.content, [str(one["content"]) for one in known])
    if made is not None:
        found.content, found.replaces = made
        found.entities = specifics.entities(found.content)


def _of_others(correction: str, known: list[str]) -> tuple[str, str] | None:
    """As `completing.complete`, by what other sessions said.

    They tell the subject only where the correction names the old value, and one fact has it.
    """
    made = completing.complete(correction, known)
    if made is None or made[0] == correction:  # it has a subject
        return made
    if not statement.read(correction).denied:
        return None
    fitting = [one for one in known if completing.complete(correction, [one])]
    return made if len(fitting) == 1 else None


def lines(made: Record, found: extract.Candidate, known: Iterable[Record]) -> list[Record]:
    """The lines to append for a correction: what it ends, itself, and what of that still holds.

    Only where consolidation can't tell what it corrects by the words of two: where its words no
    longer do (`the package manager is pnpm`), or where it means the only fact that names a thing.
    """
    lasting = [one for one in known if one.get("type") in _ENDED]
    left = _corrected(made, found, lasting) or _aimed(made, found, lasting)
    if not left:
        return [made]
    end = clock.stamp(clock.now())
    return [
        *(facts.changed(one, valid_to=end) for one, _ in left),
        {**made, "supersedes": left[0][0]["id"]},
        *(parts.fact_of(one, rest) for one, rest in left if rest),
    ]


def _corrected(
    made: Record, found: extract.Candidate, known: list[Record]
) -> list[tuple[Record, str]]:
    """The facts that say what was told to be wrong, each with what of it still holds."""
    if not found.replaces or statement.read(found.content).denied:
        return []
    sign = "，不是 " if shape.is_chinese(found.content) else ", not "
    said = f"{found.content}{sign}{found.replaces}"
    ended = [one for one in known if replaces.reason(str(one["content"]), said)]
    left = [(one, parts.remaining(str(one["content"]), said)) for one in ended]
    own = [one for one in known if _session(one) == _session(made) and one not in ended]
    return [*left, *((one, "") for one in own if _only_uses(str(one["content"]), found.replaces))]


def _only_uses(content: str, thing: str) -> bool:
    """Whether a fact says that a thing is used, and not for what: 以后用 npm."""
    stated = statement.read(script.simplified(content))
    return stated.uses and not stated.negative and stated.keys() == statement.read(thing).keys()


def _session(fact: Record) -> object:
    return records.source_of(fact).get("session_id")


def _aimed(
    made: Record, found: extract.Candidate, known: list[Record]
) -> list[tuple[Record, str]]:
    """The one fact that is meant, with what it says from now on."""
    renamed = aimed.renamed(found.content, known)
    if renamed is not None:
        return [renamed]
    session = str(records.source_of(made).get("session_id"))
    meant = aimed.denied(found.content, found.replaces, session, known)
    return [(meant, "")] if meant is not None else []


def _said_before(store: layout.Store, session: str, event: Record) -> list[str]:
    """What was said in a session before an event, the newest first."""
    earlier: list[str] = []
    for one in read.session_events(store, session) if session else []:
        if one.get("id") == event.get("id"):
            break
        if one.get("type") in ("prompt", "response"):
            earlier.append(str(one.get("text") or ""))
    return earlier[: -_TURNS - 1 : -1]
