"""Finds the real requests of a session, without small orders and pasted text.

Reads journal events alone. Must not say what became of a request.
"""

from __future__ import annotations

from memory_store.sessions import prose
from memory_store.text import retold

TOPIC_CHARS = 120

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry

_ANSWER_CHARS = 3_000  # agents begin with what came out
_TURNS = 200  # the last ones of a session: a start may wait for them
_CANNED = 2  # prompts; what more of them say in the same words, a host or a command put there
_BEST_WORDS = 5
_SHORT, _SAYING = 3, 12  # requests; words
_LONG = 25  # sentences
_PASTED_LINES, _PASTED_SHARE = 12, 4  # lines of a prompt, a fourth of which are sentences
_OPENING = 3  # sentences of a request in which it names its subject
_ANSWERED = 0.3  # what a word of an answer counts, beside one of a request
_FIRST = 1.5  # people open with their subject


class Turn:
    """A prompt and the agent's answer.

    Attributes:
        asked: the sentences of the prompt that the person wrote; empty where there are none.
        answer: the last answer to it; "" where there is none.
        words: what the prompt is about.
    """

    __slots__ = ("answer", "asked", "words")

    def __init__(self, asked: list[str], answer: str) -> None:
        self.asked = asked
        self.answer = answer
        self.words = prose.telling(" ".join(asked))

    def is_real(self) -> bool:
        """Whether it asks for something by itself, as `go ahead` and `继续` do not."""
        return prose.tells(" ".join(self.asked))

    def is_long(self) -> bool:
        """Whether it has more sentences than anybody types: it was pasted, or a command's text."""
        return len(self.asked) > _LONG


def read(events: list[Entry], gone: retold.Gone = retold.NOTHING) -> list[Turn]:
    """The turns of journal events, oldest first.

    A prompt that was sent before in the same words, as hosts do, asks for nothing new, nor does
    one that the next prompt begins with, or a sentence that stands in several. Sentences that say
    what was taken back are left out, and lines that begin with a picture: a program printed them.
    """
    pairs = _pairs(events)[-_TURNS:]
    spoken = [
        [one for one in dict.fromkeys(_asked(prompt, gone)) if not _is_printed(one)]
        for prompt, _ in pairs
    ]
    times: dict[str, int] = {}
    for sentence in (one for said in spoken for one in set(said)):
        times[sentence] = times.get(sentence, 0) + 1
    turns = []
    sent: set[str] = set()
    following = [*(prompt for prompt, _ in pairs[1:]), ""]
    for (prompt, answer), said, after in zip(pairs, spoken, following, strict=False):
        is_new = prompt not in sent and not (answer == "" and after.startswith(prompt.strip()))
        if is_new:
            sent.add(prompt)
        asked = [one for one in said if is_new and times[one] <= _CANNED]
        turns.append(Turn(asked, answer[:_ANSWER_CHARS]))
    return [one for one in turns if one.asked or one.answer.strip()]


def _asked(prompt: str, gone: retold.Gone) -> list[str]:
    """The sentences of a prompt; of one that is mostly pasted output, those at its two ends."""
    asked = prose.own_sentences(prompt, gone)
    lines = [line for line in prompt.split("\n") if line.strip()]
    if len(lines) < _PASTED_LINES or len(asked) * _PASTED_SHARE >= len(lines):
        return asked
    return prose.own_sentences(f"{lines[0]}\n{lines[-1]}", gone)


def _is_printed(sentence: str) -> bool:
    import unicodedata  # few starts read requests

    return unicodedata.category(sentence[0]) == "So"


def topic(turns: list[Turn]) -> str:
    """The request whose words recur over the session, in `TOPIC_CHARS`; "" for none.

    Of a few requests it is the one that says most, of more a sentence counts by its five words
    that most turns have. The first gains: people open with their subject.
    """
    asked = _real(turns)
    asked = [one for one in asked if not one.is_long()] or asked
    if not asked:
        return ""
    if len(asked) <= _SHORT:
        says = [min(len(one.words), _SAYING) for one in asked]
        says[0] = round(says[0] * _FIRST)
        return prose.within(asked[says.index(max(says))].asked, TOPIC_CHARS)
    spread: dict[str, float] = {}
    for turn in turns:
        for word in turn.words | prose.telling(turn.answer):
            spread[word] = spread.get(word, 0.0) + (1.0 if word in turn.words else _ANSWERED)
    best, most = "", 0.0
    factor = _FIRST
    for turn in asked:
        for at, sentence in enumerate(turn.asked[:_OPENING]):
            counts = sorted(spread.get(word, 0.0) for word in prose.telling(sentence))
            worth = sum(counts[-_BEST_WORDS:]) * factor
            if worth > most:
                best, most = prose.within(turn.asked[at:], TOPIC_CHARS), worth
        factor = 1.0
    return best or prose.within(asked[0].asked, TOPIC_CHARS)


def chosen(turns: list[Turn], most: int) -> list[Turn]:
    """At most so many real requests, in order: the first, turning ones, the last three.

    A request turns the session where it brings words that come up again later.
    """
    real = [one for at, one in enumerate(_real(turns)) if not (at and one.is_long())]
    if len(real) <= most:
        return real
    kept = {0, *range(len(real) - min(3, most - 1), len(real))}
    before: set[str] = set()
    turning = []
    for at, turn in enumerate(real):
        later = set[str]().union(*(one.words for one in real[at + 1 :]))
        turning.append((len((turn.words - before) & later), -at))
        before |= turn.words
    for _, at in sorted(turning, reverse=True):
        if len(kept) < most:
            kept.add(-at)
    return [real[at] for at in sorted(kept)]


def _real(turns: list[Turn]) -> list[Turn]:
    return [one for one in turns if one.is_real()] or [one for one in turns if one.asked]


def _pairs(events: list[Entry]) -> list[tuple[str, str]]:
    """Each prompt with its last answer; "" for a missing one."""
    turns: list[tuple[str, str, str]] = []
    for event in events:
        text, turn = event.text, event.turn_id
        if event.type == "prompt":
            turns.append((turn, text, ""))
        elif event.type == "response":
            last, asked, _ = turns[-1] if turns else ("", "", "")
            is_its_own = bool(last and turn and last != turn)
            if turns and not is_its_own:
                turns.pop()
            turns.append((turn or last, "" if is_its_own else asked, text))
    return [(asked, answer) for _, asked, answer in turns]
