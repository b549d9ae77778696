"""Writes a session's summary without a model, of certain facts only.

It has the person's requests, what the host's transcript proves, and the agent's last words. An
agent's own summary replaces it at any time. Must not read or write files.
"""

from __future__ import annotations

from memory_store.sessions import prose, requests
from memory_store.text import retold, wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry, Summary
    from memory_store.sessions import evidence

LIMIT = 1_500
"""Characters of topic and summary together, at most."""

_LAST_CHARS = 600
_PROOF_CHARS = 300
_REQUESTS = 12
_REQUEST_CHARS = 240
_LEAST_REQUEST, _USUAL_TURN = 60, 140
_OUTCOME_CHARS = 180
_LEAST_OUTCOME = 70
_TELLING_CHARS = 80  # a shorter last answer (`Done.`) says less than the one before


class Draft:
    """The content of a summary."""

    __slots__ = ("decisions", "text", "todos", "topic")

    def __init__(
        self,
        topic: str,
        text: str,
        decisions: list[str] | None = None,
        todos: list[str] | None = None,
    ) -> None:
        self.topic = topic
        self.text = text
        self.decisions = decisions or []
        self.todos = todos or []


def automatic(
    events: list[Entry],
    language: str,
    before: Summary | None = None,
    gone: retold.Gone = retold.NOTHING,
    proof: evidence.Evidence | None = None,
) -> Draft | None:
    """The topic and summary of a session's journal events, oldest first.

    Args:
        events: the session's; those after `before` alone, where that is given.
        language: zh or en.
        before: the agent's own summary of what came before: its words stand, and what came after
            is added to them.
        gone: what was taken back since it was said: no sentence that says it is told.
        proof: what the host's record of the session shows that the agent did.

    Decisions and todos are those of `before`: nobody but an agent or a person states any. None
    where nothing was asked or answered.
    """
    turns = requests.read(events, gone)
    topic = requests.topic(turns)
    text = _told(turns, topic, language, gone, proof)
    if not text:
        return None
    topic = topic or prose.cut(_last_words(turns, gone)[1] or text, requests.TOPIC_CHARS)
    if before is None:
        return Draft(topic, text)
    went_on = wording.say(language, "went_on")
    text = f"{before.text} {went_on} {text}"
    return Draft(before.topic, text, before.decisions, before.todos)


def _told(
    turns: list[requests.Turn],
    topic: str,
    language: str,
    gone: retold.Gone,
    proof: evidence.Evidence | None,
) -> str:
    """The requests with their outcomes, the proof, and the last words, in `LIMIT`."""
    last, words = _last_words(turns, gone)
    proved = prose.cut(proof.told(language) if proof is not None else "", _PROOF_CHARS)
    room = LIMIT - len(topic) - len(words) - len(proved) - _LEAST_REQUEST
    chosen = requests.chosen(turns, _REQUESTS)
    while len(chosen) > 1 and room < len(chosen) * _USUAL_TURN:
        chosen = requests.chosen(turns, len(chosen) - 1)
    each = max(_LEAST_REQUEST, min(_REQUEST_CHARS, room // max(1, len(chosen))))
    asked = [prose.within(turn.asked, each) for turn in chosen]
    room -= sum(map(len, asked))
    outcomes = _outcomes(chosen, last, room, gone)
    lines = [
        _line(request, outcome, topic, language)
        for request, outcome in zip(asked, outcomes, strict=True)
    ]
    if chosen and chosen[-1] is turns[-1] and not turns[-1].answer:
        lines[-1] = wording.say(language, "unanswered", asked=asked[-1])
    if words and chosen and last is chosen[-1]:
        lines[-1] = _line(asked[-1], words, topic if len(chosen) == 1 else "", language)
        words = ""
    if words and chosen:
        words = wording.say(language, "last_words", answer=words)
    return " ".join(one for one in (*lines, proved, words) if one) or topic


def _line(request: str, outcome: str, topic: str, language: str) -> str:
    """A request with its outcome; the topic is not repeated."""
    if topic and (topic.startswith(request.rstrip("…")) or request.startswith(topic.rstrip("…"))):
        return outcome
    if outcome:
        return wording.say(language, "turn", asked=request, answer=outcome)
    return wording.say(language, "asked", asked=request)


def _outcomes(
    chosen: list[requests.Turn], last: requests.Turn | None, room: int, gone: retold.Gone
) -> list[str]:
    """The outcomes of requests that fit, the newest first; "" for the others."""
    outcomes = [""] * len(chosen)
    each = max(_LEAST_OUTCOME, min(_OUTCOME_CHARS, room // max(1, len(chosen))))
    for at in range(len(chosen) - 1, -1, -1):
        if chosen[at] is last or room < _LEAST_OUTCOME:
            continue
        outcomes[at] = _outcome(chosen[at], each, gone)
        room -= len(outcomes[at])
    return outcomes


def _outcome(turn: requests.Turn, limit: int, gone: retold.Gone) -> str:
    """The first sentences of an answer that tell something: agents begin with the result."""
    said = prose.answered(turn.answer, gone)
    return prose.within(said, limit, prose.telling) if any(map(prose.tells, said)) else ""


def _last_words(turns: list[requests.Turn], gone: retold.Gone) -> tuple[requests.Turn | None, str]:
    """The beginning of the last answer that tells something, in whole sentences, and its turn."""
    last: tuple[requests.Turn | None, str] = (None, "")
    for turn in reversed(turns):
        words = prose.both_ends(prose.answered(turn.answer, gone), _LAST_CHARS)
        if len(words) >= _TELLING_CHARS or (words and not last[1] and turn.is_real()):
            return turn, words
        if words and not last[1]:
            last = turn, words
    return last
