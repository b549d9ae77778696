"""Writes a session's summary without a model, of certain facts only.

It tells the weightiest requests, the agent's last answer, and what the host's transcript proves.
An agent's own summary replaces it at any time. Must not read or write files, or choose what came
of one of many requests: no rule knows where the agent tells that.
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

_FEW, _FEW_CHARS = 3, 260  # requests that are each told with their answers; of a request
_LISTED, _REQUEST_CHARS = 8, 120  # of many requests
_LEAST_LAST_CHARS = 500  # of the agent's last answer, which takes what room is left
_PROOF_CHARS = 240
_CHINESE = 0.65  # of these characters are as much in Chinese
_AROUND = 12  # characters that stand around a part
_ENDS = tuple(".!?:;…。！？：；)）”»")


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
        gone: what was taken back since it was said: sentences that say it are left out.
        proof: what the host's record of the session shows that the agent did.

    Decisions and todos are those of `before`: nobody but an agent or a person states any. None
    where there is nothing to tell.
    """
    asked = requests.read(events, gone, proof)
    topic = requests.topic(asked)
    text = _Telling(topic, language, gone).text(asked, proof)
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

    __slots__ = ("_gone", "_language", "_share", "_topic")

    def __init__(self, topic: str, language: str, gone: retold.Gone) -> None:
        self._topic = topic
        self._language = language
        self._gone = gone
        self._share = _CHINESE if language == "zh" else 1.0

    def text(self, asked: list[requests.Request], proof: evidence.Evidence | None) -> str:
        """Few requests with their answers; of many the last answer alone. Then the proof."""
        proved = proof.told(self._language, self._chars(_PROOF_CHARS)) if proof is not None else ""
        told = self._each(asked, proved) if len(asked) <= _FEW else self._many(asked, proved)
        parts = [part for part in (*told, proved) if part]
        return " ".join([*map(self._ended, parts[:-1]), *parts[-1:]])

    def _each(self, asked: list[requests.Request], proved: str) -> list[str]:
        """Each request with its answer; the last answers have more room."""
        shorts = [request.short(self._chars(_FEW_CHARS)) for request in asked]
        room = self._room(*shorts, proved)
        turns: list[str] = []
        for request, short in zip(reversed(asked), reversed(shorts), strict=True):
            rest = len(asked) - len(turns)
            turns.insert(0, self._turn(request, short, room * 2 // (rest + 1)))
            room -= len(turns[0]) - len(short)
        return turns

    def _many(self, asked: list[requests.Request], proved: str) -> list[str]:
        """The weightiest requests, the last that was answered with its answer, and a last one."""
        answered = next((one for one in reversed(asked) if one.answers), asked[-1])
        last = [answered] if answered is asked[-1] else [answered, asked[-1]]
        own = [one.short(self._chars(_REQUEST_CHARS)) for one in last]
        others = [one for one in asked if one.asked and one not in last]
        for most in range(_LISTED - 1, 0, -1):
            listed = requests.chosen(others, most)
            shorts = [one.short(self._chars(_REQUEST_CHARS)) for one in listed]
            before = self._asked(shorts, len(others) - len(listed))
            room = self._room(before, *own, proved)
            if room >= self._chars(_LEAST_LAST_CHARS):
                break
        turns = [self._turn(one, short, room) for one, short in zip(last, own, strict=True)]
        return [before, *turns]

    def _asked(self, shorts: list[str], left: int) -> str:
        """The requests before the last, without the topic, and how many are left out."""
        quoted = [
            self._say("sign_quoted", text=short) for short in shorts if not self._is_topic(short)
        ]
        listed = self._say("comma").join(quoted)
        listed += self._say("and_more", count=left) if left > 0 else ""
        return self._say("asked", listed=listed) if quoted else ""

    def _turn(self, request: requests.Request, short: str, room: int) -> str:
        """A request with what was answered, in `room`; the topic is not repeated."""
        if not request.answers:
            return self._say("unanswered", asked=short) if short else ""
        words = answers.both_ends(request.answers, room, self._gone)
        if not words and not short:
            return ""
        words = words or self._say("no_result")
        is_known = not short or self._is_topic(short)
        return words if is_known else self._say("turn", asked=short, answer=words)

    def _room(self, *others: str) -> int:
        """The characters that are left beside others and the topic."""
        taken = sum(len(other) + _AROUND for other in (self._topic, *others) if other)
        return self._chars(LIMIT) - taken

    def _is_topic(self, short: str) -> bool:
        return self._topic.rstrip("…").startswith(short.rstrip("…"))

    def _chars(self, english: int) -> int:
        return int(english * self._share)

    def _ended(self, part: str) -> str:
        """A part with a sign at its end."""
        stop = "。" if self._language == "zh" else "."
        return part if part.endswith(_ENDS) else part + stop

    def _say(self, name: str, **values: object) -> str:
        return wording.say(self._language, name, **values)
