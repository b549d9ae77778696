"""Writes a session's summary without a model, of certain facts only.

It tells the weightiest requests with what came of each, the last result, what the host's
transcript proves, and what is open. An agent's own summary replaces it at any time. Must not read
or write files.
"""

from __future__ import annotations

from memory_store.sessions import answers, prose, requests
from memory_store.text import retold, wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry, Summary
    from memory_store.sessions import evidence

LIMIT = 1_500
"""Characters of topic and summary together, at most."""

_TOLD, _NAMED = 4, 8  # requests that are told with their outcomes, and that are named at all
_REQUEST_CHARS, _NAMED_CHARS, _NAMES_CHARS = 120, 60, 240
_FEW, _FEW_CHARS, _HARDLY_MORE = (
    2,
    260,
    20,
)  # requests, and characters of each; of the topic's rest
_OUTCOME_CHARS, _MOST_CHARS, _ONLY_OUTCOME_CHARS = 320, 420, 700
_USUAL_OUTCOME, _LEAST_OUTCOME, _LEAST_CHARS = 150, 110, 40
_PROOF_CHARS = 220
_CHINESE = 0.65  # of these characters are as much in Chinese
_AROUND = 7  # characters of the signs around a request, and of a stop with a blank
_FILES = 3  # of a request whose answers say no result
_ENDS = tuple(".!?:;…。！？：；)）”")


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
    asked = requests.read(events, gone, proof)
    topic = requests.topic(asked)
    text = _Telling(asked, topic, language, gone).text(proof)
    if not text:
        return None
    topic = topic or prose.cut(text, requests.TOPIC_CHARS)
    if before is None:
        return Draft(topic, text)
    went_on = wording.say(language, "went_on")
    text = f"{before.text} {went_on} {text}"
    return Draft(before.topic, text, before.decisions, before.todos)


class _Telling:
    """What is told of a session, within `LIMIT`."""

    __slots__ = ("_asked", "_gone", "_language", "_share", "_topic")

    def __init__(
        self, asked: list[requests.Request], topic: str, language: str, gone: retold.Gone
    ) -> None:
        self._asked = asked
        self._topic = topic
        self._language = language
        self._gone = gone
        self._share = _CHINESE if language == "zh" else 1.0

    def text(self, proof: evidence.Evidence | None) -> str:
        """The requests with their outcomes, other requests, the proof, and what is open."""
        proved = proof.told(self._language, _PROOF_CHARS) if proof is not None else ""
        last = self._asked[-1].last_answer if self._asked else ""
        left = answers.left(last, self._gone)
        rest = [proved, self._say("left", listed=left) if left else ""]
        named = requests.chosen(self._asked, _NAMED)
        for count in range(_TOLD, 0, -1):
            told = requests.chosen(named, count)
            also = self._also([one for one in named if one not in told])
            most = _FEW_CHARS if len(told) <= _FEW else _REQUEST_CHARS
            shorts = [one.short(self._chars(most)) for one in told]
            room = self._chars(LIMIT) - _AROUND * len((also, *rest, *told))
            room -= sum(map(len, (self._topic, also, *rest, *shorts)))
            if room >= len(told) * self._chars(_USUAL_OUTCOME):
                break
        outcomes = self._outcomes(told, room)
        lines = [
            self._line(request, short, outcome, is_first=not at)
            for at, (request, short, outcome) in enumerate(
                zip(told, shorts, outcomes, strict=True)
            )
        ]
        if lines and left in lines[-1]:
            rest.pop()
        parts = [part for part in (*lines, also, *rest) if part]
        return " ".join([*map(self._ended, parts[:-1]), *parts[-1:]])

    def _outcomes(self, told: list[requests.Request], room: int) -> list[str]:
        """What came of each request, the last first, then those with more work, in all `room`."""
        outcomes = [""] * len(told)
        most = self._chars(_ONLY_OUTCOME_CHARS if len(told) <= 1 else _OUTCOME_CHARS)
        most = max(most, min(self._chars(_MOST_CHARS), room // max(1, len(told))))
        order = sorted(range(len(told)), key=lambda at: -told[at].work)
        order.sort(key=lambda at: told[at] is not self._asked[-1])
        for rank, at in enumerate(order):
            each = room - self._chars(_LEAST_OUTCOME) * (len(order) - rank - 1)
            each = max(_LEAST_CHARS, min(most, each))
            more = answers.MORE_AT_END if told[at] is self._asked[-1] else answers.MORE
            outcome = answers.outcome(told[at].answers, each, self._gone, more)
            outcomes[at] = outcome or self._written(told[at])
            room -= len(outcomes[at])
        return outcomes

    def _written(self, request: requests.Request) -> str:
        """The files that stand for a result that no answer states, beside other requests."""
        names = [path.rpartition("/")[2] for path in request.files[-_FILES:]]
        is_apart = bool(names) and len(self._asked) > 1
        return self._say("wrote", listed=self._say("comma").join(names)) if is_apart else ""

    def _line(self, request: requests.Request, short: str, outcome: str, *, is_first: bool) -> str:
        """A request with its outcome; the topic is not repeated."""
        begin, topic = short.rstrip("…"), self._topic.rstrip("…")
        says_more = begin.startswith(topic) and len(begin) > len(topic) + _HARDLY_MORE
        is_topic = not says_more and (begin.startswith(topic) or topic.startswith(begin))
        if not outcome and not request.answers:
            return self._say("unanswered", asked=short)
        outcome = outcome or self._say("no_result")
        is_known = not short or (is_first and is_topic)
        return outcome if is_known else self._say("turn", asked=short, answer=outcome)

    def _also(self, others: list[requests.Request]) -> str:
        """The requests that are only named."""
        shorts = (one.short(self._chars(_NAMED_CHARS)).rstrip(".。") for one in others)
        quoted = [self._say("sign_quoted", text=short) for short in shorts]
        while len("".join(quoted)) > self._chars(_NAMES_CHARS):
            quoted.pop()
        return self._say("also", listed=self._say("comma").join(quoted)) if quoted else ""

    def _chars(self, english: int) -> int:
        return int(english * self._share)

    def _ended(self, part: str) -> str:
        """A part with a sign at its end."""
        stop = "。" if self._language == "zh" else "."
        return part if part.endswith(_ENDS) else part + stop

    def _say(self, name: str, **values: object) -> str:
        return wording.say(self._language, name, **values)
