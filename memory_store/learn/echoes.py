"""Whether an answer only says again what its session's person stated, or what the store told it.

An agent is given memories and repeats them: that is no new statement, no second witness, and
doesn't bring back what a person corrected or took back. Must not read files by itself.
"""

from __future__ import annotations

from memory_store.journal import records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.learn import extract, withdrawn

Record = dict[str, object]


def is_echo(
    event: Record,
    found: extract.Candidate,
    known: Iterable[Record],
    ever: Iterable[str],
    taken_back: withdrawn.Withdrawn | None = None,
) -> bool:
    """Whether an answer says again what the person stated, or what the store holds or held.

    What was taken back counts as if it held, and its near wordings too: else an answer that was an
    echo of a rule would state that rule, once nobody wants it any more.

    Args:
        event: the journal's event.
        found: what it states.
        known: the facts that hold.
        ever: what facts say, and said before they were changed or taken back.
        taken_back: what of a session's facts holds no more, since somebody took it back.
    """
    if event.get("type") != "response":
        return False
    from memory_store.learn import alike  # a prompt needs neither
    from memory_store.learn.rules import repeated

    if any(alike.say_same(found.content, one) for one in ever):
        return True
    if found.written:
        return False

    session = event.get("session_id")
    said = [one for one in known if records.source_of(one).get("session_id") == session]
    told = [str(one["content"]) for one in said]
    said += taken_back.of(session) if taken_back is not None else []
    if any(repeated.takes_up(found.content, str(one["content"])) for one in said):
        return True
    wishes = [str(one["content"]) for one in said if one.get("type") == "O"]
    if found.kind == "O" and repeated.touches(found.content, wishes):
        return True  # a promise to do what was asked for
    return repeated.is_said(found.content, told)
