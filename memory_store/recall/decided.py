"""Chooses the sentences of a session that tell what was decided about a prompt's subject.

The words that a session comes back to are its subject; who settles something names most of them
once more, with its numbers and names. Pure. Must not read an index.
"""

from __future__ import annotations

from memory_store.index import chunking, tokens
from memory_store.language import mood, pasted, words
from memory_store.recall import overlap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOM = 190
"""Tokens of the passages of one session."""
_READ = 1_600  # characters of a turn
_LEAST = 3  # words; who says less settles nothing
_ASKED = 2.0  # times in which a word of the prompt counts as said
_VALUE = 1.5  # of a word with a digit
_KNOWN = 0.1  # of what a word counts that was told already
_FIRST = 0.5  # of the last turn, what the first one counts
_AGREED = 0.5  # of an older sentence's words that a newer one has
_SAME, _SAME_WORDS = 0.4, 4  # of the words of the shorter of two sentences
_SHORT = 10.0  # tokens that any sentence costs beside its own
_LEFT_OUT = "…"


class Sentence:
    """A sentence of a turn.

    Attributes:
        text, words, tokens: what it says, its words, and how many tokens it takes.
        turn: which exchange it is of, from the first.
        is_persons: whether the person said it.
    """

    __slots__ = ("_stems", "at", "is_persons", "text", "tokens", "turn", "words")

    def __init__(self, text: str, turn: int, at: int, *, is_persons: bool) -> None:
        self.text = text
        self.turn = turn
        self.at = at
        self.is_persons = is_persons
        self.words = words.split(text)
        self.tokens = chunking.tokens(text)
        self._stems: set[str] | None = None

    def stems(self) -> set[str]:
        """Its telling words without their endings."""
        if self._stems is None:
            self._stems = {overlap.stem(word) for word in self.words if _tells(word)}
        return self._stems


def sentences(session: Iterable[tuple[str, str]]) -> list[Sentence]:
    """The person's own statements in requests, and those of the answers, in their order.

    None of a text that was pasted or handed over, of code or of a table.
    """
    found: list[Sentence] = []
    for turn, (request, answer) in enumerate(session):
        for texts, is_persons in ((typed(request), True), (_told(answer[:_READ]), False)):
            for one in texts:
                if not mood.asks(one):
                    found.append(Sentence(one, turn, len(found), is_persons=is_persons))
    return [one for one in found if len(one.words) >= _LEAST]


def typed(request: str) -> list[str]:
    """The sentences of a request that are its person's own."""
    from memory_store.language import handed  # most prompts bear on nothing

    return handed.parted(request[:_READ])[0]


def chosen(said: list[Sentence], asked: set[str], known: set[str], room: float) -> list[Sentence]:
    """The sentences that tell most of a session's subject, in their order.

    Args:
        said: the statements of a session.
        asked: the words of the prompt.
        known: words that count little, since they are told beside it.
        room: tokens.
    """
    weights = _weights(said, asked)
    last = max((one.turn for one in said), default=0) or 1
    told = set(known)
    left = list(said)
    kept: list[Sentence] = []
    while left:
        worths = {one: _worth(one, weights, told, last) for one in left if one.tokens <= room}
        best = max(worths, key=worths.__getitem__, default=None)
        if best is None or not worths[best]:
            break
        kept.append(best)
        left.remove(best)
        told |= best.words
        room -= best.tokens + 1
    return sorted(kept, key=lambda one: one.at)


def without(older: list[Sentence], newer: Iterable[Sentence]) -> list[Sentence]:
    """The older sentences of which no newer one says the same thing, be it with another value."""
    said = [one.words for one in newer]
    return [
        one for one in older
        if not any(len(one.words & each) >= _AGREED * len(one.words) for each in said)
    ]  # fmt: skip


def subject(kept: list[Sentence], most: int) -> list[str]:
    """The words that sentences come back to, the most frequent first."""
    counts: dict[str, int] = {}
    for word in (word for one in kept for word in one.words if _tells(word)):
        counts[word] = counts.get(word, 0) + 1
    return sorted(counts, key=lambda word: (-counts[word], -len(word), word))[:most]


def amend(older: list[Sentence], newer: list[Sentence]) -> bool:
    """Whether a newer sentence is about what an older one settled, and says something else."""
    for one in newer:
        for before in older:
            shared = len(one.stems() & before.stems())
            least = min(len(one.stems()), len(before.stems()))
            if shared >= max(_SAME_WORDS, _SAME * least) and one.stems() - before.stems():
                return True
    return False


def joined(kept: list[Sentence]) -> str:
    """Sentences as one text, the person's in quotes, with a mark where some are left out."""
    parts: list[str] = []
    before: Sentence | None = None
    for one in kept:
        if before is not None and before.at + 1 != one.at:
            parts.append(_LEFT_OUT)
        parts.append(f"«{one.text}»" if one.is_persons else one.text)
        before = one
    return " ".join(parts)


def _weights(said: list[Sentence], asked: set[str]) -> dict[str, float]:
    """How much each word tells of the subject: by how many turns have it, and if it is asked."""
    turns: dict[str, set[tuple[int, bool]]] = {}
    for one in said:
        for word in one.words:
            turns.setdefault(word, set()).add((one.turn, one.is_persons))
    return {
        word: (len(where) - 0.5 + _ASKED * (word in asked)) * _factor(word)
        for word, where in turns.items()
        if _tells(word)
    }


def _worth(one: Sentence, weights: dict[str, float], told: set[str], last: int) -> float:
    worth = sum(weights.get(word, 0.0) * (_KNOWN if word in told else 1.0) for word in one.words)
    late = _FIRST + (1 - _FIRST) * one.turn / last
    cost: float = (one.tokens + _SHORT) ** 0.5
    return worth * late / cost


def _factor(word: str) -> float:
    return _VALUE if any(map(str.isdigit, word)) else 1.0


def _tells(word: str) -> bool:
    return word not in tokens.STOP_WORDS and word not in overlap.CHINESE


def _told(answer: str) -> Iterator[str]:
    """The sentences of an answer, each point of a list by itself."""
    for line in pasted.own_lines(pasted.unfenced(answer)):
        text = pasted.unlisted(line)
        for end in ("。", "！", "？", "；", ". ", "! ", "? "):
            text = text.replace(end, f"{end}\n")
        yield from filter(None, map(str.strip, text.split("\n")))
