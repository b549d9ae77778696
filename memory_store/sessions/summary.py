"""Writes a session's summary without a model, of certain facts only.

It tells the person's requests, the agent's last words, and what the host's transcript proves. An
agent's own summary replaces it at any time. Must not read or write files, or choose among requests
or answers by what they say: no rule knows what matters.
"""

from __future__ import annotations

from memory_store import model
from memory_store.journal import stored
from memory_store.language import mood, wording
from memory_store.sessions import answers, prose, requests
from memory_store.text import retold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry, Summary
    from memory_store.sessions import evidence

LIMIT = 1_500
"""Characters of topic and summary together, at most."""

_REQUEST_CHARS, _ANSWER_CHARS, _PROOF_CHARS = 160, 600, 240
_LATER_CHARS = 600  # of the requests after an agent's own summary
_CHINESE = 0.65  # of these characters are as much in Chinese
_MOST_SHORT = 8  # answers of a few words
_AROUND = 12  # characters that stand around a part
_LEADS = ":：；; "  # signs at the end of a request that lead to what is not told
_ENDS = tuple(".!?:;…。！？：；)）”»")


class Draft(model.Value):
    """The content of a summary, and the way its words came in, one of `stored.VIAS`."""

    topic: str
    text: str
    decisions: list[str]
    todos: list[str]
    via: str = stored.CAPTURE


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
        before: the summary of what came before, by the agent or the host's model: its words stand
            behind what was asked since. No answers are told then: the agent tells its results.
        gone: what was taken back since it was said: sentences that say it are left out.
        proof: what the host's record of the session shows that the agent did.

    Decisions and todos are those of `before`: nobody but an agent or a person states any. None
    where there is nothing to tell.
    """
    telling = _Telling(language, requests.read(events, gone))
    if before is not None and before.text:
        later = telling.later(gone, proof)
        is_hosts = before.via == stored.HOST
        text = wording.PART.join(filter(None, (later, before.text)))
        via = stored.HOST if is_hosts else stored.CAPTURE
        first = before.text.partition(wording.PART)[0] if is_hosts else text
        draft = Draft(
            before.topic or prose.cut(first, _REQUEST_CHARS),
            text,
            before.decisions,
            before.todos,
            via,
        )
        return draft if later or is_hosts else None
    text = telling.text(gone, proof)
    named = before.topic if before is not None else ""
    topic = named or telling.topic or prose.cut(text, _REQUEST_CHARS)
    return Draft(topic, text, [], []) if text else None


def _shorts(asked: list[requests.Request], most: int) -> list[str]:
    """The first sentences of each request, in `most` characters."""
    return [prose.within(one.asked, most).rstrip(_LEADS) for one in asked]


class _Telling:
    """What is told of a session's requests in a language, within `LIMIT`.

    Attributes:
        topic: the first request; "" where there are answers alone.
    """

    def __init__(self, language: str, asked: list[requests.Request]) -> None:
        self._language = language
        self._asked = asked
        self._shorts = _shorts(asked, self._chars(_REQUEST_CHARS))
        self.topic = next(filter(None, self._shorts), "")

    def text(self, gone: retold.Gone, proof: evidence.Evidence | None) -> str:
        """The requests, the last answers with theirs, a request without one, the proof."""
        if not self._asked:
            return ""
        end = len(self._asked) - 1
        answered = [at for at, one in enumerate(self._asked) if one.answers] or [end]
        words = self._results(answered, gone)
        words |= self._short_answers(words, gone)
        own = [self._answered(at, words[at]) for at in sorted(words)]
        if not self._asked[end].answers:
            own.append(self._say("unanswered", asked=self._shorts[end]))
        own.append(self._proved(proof))
        taken = sum(len(part) + _AROUND for part in (self.topic, *own))
        others = [
            short for at, short in enumerate(self._shorts)
            if at not in (*words, end) and short not in ("", self.topic)
            and not mood.asks(short)
        ]  # fmt: skip
        return self._joined(self._listed("asked", others, self._chars(LIMIT) - taken), *own)

    def _results(self, answered: list[int], gone: retold.Gone) -> dict[int, str]:
        """The words of the last answer, and of the last that says more than hardly anything."""
        words: dict[int, str] = {}
        for at in reversed(answered):
            said = self._words(at, gone)
            says_something = len(said) >= self._chars(answers.HARDLY_CHARS)
            if not words or says_something:
                words[at] = said
            if says_something:
                break
        return words

    def _short_answers(self, words: dict[int, str], gone: retold.Gone) -> dict[int, str]:
        """The answers to questions that are told in a few words, the last ones, but for `words`.

        A question alone tells nothing, and would be found before its answer.
        """
        asking = [
            at
            for at, short in enumerate(self._shorts)
            if at not in words and mood.asks(short) and self._asked[at].answers
        ]
        said = {at: self._words(at, gone) for at in asking[-_MOST_SHORT:]}
        return {at: one for at, one in said.items() if 0 < len(one) <= answers.HARDLY_CHARS}

    def later(self, gone: retold.Gone, proof: evidence.Evidence | None) -> str:
        """The requests and the proof; of answered small orders the last answer and the proof."""
        room = self._chars(_LATER_CHARS)
        said = [answer for one in self._asked for answer in one.answers]
        if said and not any(requests.is_real(one.asked) for one in self._asked):
            listed = answers.last_words(said, room, gone)
            told = listed and self._say("later", listed=listed)
        elif self._asked:
            name = "later" if self._asked[-1].answers else "later_unanswered"
            most = max(self._chars(_REQUEST_CHARS), room // len(self._asked))
            told = self._listed(name, _shorts(self._asked, most), room)
        else:
            return ""
        return self._joined(told, self._proved(proof))

    def _proved(self, proof: evidence.Evidence | None) -> str:
        return proof.told(self._language, self._chars(_PROOF_CHARS)) if proof else ""

    def _joined(self, *told: str) -> str:
        parts = [*filter(None, told)]
        return " ".join([*map(self._ended, parts[:-1]), *parts[-1:]])

    def _listed(self, name: str, others: list[str], room: int) -> str:
        """Requests in `room`, in the sentence `name`; of too many, the first and the last."""
        for most in range(len(others), 0, -1):
            left = len(others) - most
            kept = others[: most // 2] + others[most // 2 + left :]
            listed = self._say("comma").join(self._say("sign_quoted", text=one) for one in kept)
            listed += self._say("and_more", count=left) if left else ""
            told = self._say(name, listed=listed)
            if len(told) <= room:
                return told
        return ""

    def _answered(self, at: int, words: str) -> str:
        """The words of an answer, behind its request where that is not the topic."""
        short = self._shorts[at]
        if not words and self._asked[at].answers and short:
            words = self._say("no_result")
        is_known = not words or short in ("", self.topic)
        return words if is_known else self._say("turn", asked=short, answer=words)

    def _words(self, at: int, gone: retold.Gone) -> str:
        return answers.last_words(self._asked[at].answers, self._chars(_ANSWER_CHARS), gone)

    def _chars(self, english: int) -> int:
        return int(english * _CHINESE) if self._language == "zh" else english

    def _ended(self, part: str) -> str:
        """A part with a sign at its end."""
        stop = "。" if self._language == "zh" else "."
        return part if part.endswith(_ENDS) else part + stop

    def _say(self, name: str, **values: object) -> str:
        return wording.say(self._language, name, **values)
