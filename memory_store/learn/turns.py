"""A session's turns as a summary looks at them: the sentences, what they state and what is left.

Reads journal events alone. Must not choose what is told.
"""

from __future__ import annotations

from memory_store.language import mood
from memory_store.learn import retain, subject, telling
from memory_store.learn.rules import retained
from memory_store.text import clean, mark, retold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.learn import extract

Record = dict[str, object]

_SHARING = 5
_SENTENCE_ENDS = " .。"
_FULL_STOPS = (".", "!", "?", "。", "！", "？", "…")
_OWING = ("=", ":", "：", " is", "是", "为")
_TURNS_READ = 40
_READ_CHARS = 30_000  # of all turns: a session's start may have to wait for this


class Turn:
    """What was asked and answered, and what these say.

    Attributes:
        asked: the sentences of the prompt.
        answer: the last answer to it, where it is very long both its ends; "" for none.
        told: the sentences of the answer.
        stated: what extraction by rules finds in the prompt, and what it finds in the answer.
        noted: what the prompt notes as to do (`TODO: …`).
        left: what the answer says is left to do.
        worth: how much each of these tells (`telling.worth`).
        offers: what the answer is about; empty where it leaves nothing to choose.
        words: what the whole turn is about.
    """

    __slots__ = (
        "answer",
        "asked",
        "left",
        "noted",
        "offers",
        "stated",
        "told",
        "words",
        "worth",
    )

    def __init__(self, asked: str, answer: str, gone: retold.Gone) -> None:
        own = clean.line(mark.without_marks(asked))
        sentences = _sentences(asked) or [one for one in [own] if one]
        self.asked = _without(sentences, gone)
        self.answer = answer
        self.told = _without(_sentences(answer), gone)
        self.stated: tuple[list[extract.Candidate], list[extract.Candidate]] = (
            _stated("prompt", asked, gone),
            _stated("response", answer, gone),
        )
        self.noted = _without(telling.noted(asked), gone)
        self.left = _without(telling.left_open(answer), gone)
        self.worth = [telling.worth(one) for one in self.told]
        said = subject.words(" ".join(self.told))
        self.words = said | subject.words(" ".join(self.asked))
        is_offer = telling.leaves_choice(answer) or any(map(mood.asks, self.asked))
        self.offers = said if is_offer else set()

    def keep(self, kept: list[bool]) -> None:
        """Keep of the answer's sentences those that are marked so."""
        told = [at for at, is_kept in enumerate(kept) if is_kept]
        self.told, self.worth = [self.told[at] for at in told], [self.worth[at] for at in told]

    def is_nothing(self) -> bool:
        """Whether what was asked is about nothing by itself: thanks, go on."""
        return all(map(telling.is_nothing, self.asked))


def _sentences(text: str) -> list[str]:
    """The sentences of a text, of a retain line what it states, without the marks of secrets."""
    lines = [_ended(retained.content(line)) or line for line in text.split("\n")]
    found = [_without_secrets(one) for one in telling.sentences("\n".join(lines))]
    return [one for one in found if one]


def _ended(content: str) -> str:
    """What a retain line states, as a sentence that ends."""
    if not content or content.endswith(_FULL_STOPS):
        return content
    return content + ("." if content.isascii() else "。")


def _without_secrets(sentence: str) -> str:
    """A sentence without marks; "" where a secret was all that it told (密码是 …)."""
    if mark.MARK not in sentence:
        return sentence
    own = " ".join(mark.without_marks(sentence).split())
    bare = own.rstrip(_SENTENCE_ENDS)
    return "" if mark.is_alone(sentence) or bare.endswith(_OWING) else own


def _without(sentences: list[str], gone: retold.Gone) -> list[str]:
    return [one for one in sentences if not gone.tells(one)]


def _stated(kind: str, text: str, gone: retold.Gone) -> list[extract.Candidate]:
    found = retain.candidates({"type": kind, "text": text})
    return [one for one in found if not gone.tells(one.content)]


def _pairs(events: list[Record]) -> list[tuple[str, str]]:
    """Each prompt with its last answer; "" for one of them that is not there."""
    found: list[tuple[str, str, str]] = []
    for event in events:
        text, turn = str(event.get("text") or ""), str(event.get("turn_id") or "")
        if event.get("type") == "prompt":
            found.append((turn, text, ""))
        elif event.get("type") == "response":
            last, asked, _ = found[-1] if found else ("", "", "")
            is_its_own = bool(last and turn and last != turn)
            if found and not is_its_own:
                found.pop()
            found.append((turn or last, "" if is_its_own else asked, text))
    return [(asked, answer) for _, asked, answer in found]


def read_turns(events: list[Record], gone: retold.Gone = retold.NOTHING) -> list[Turn]:
    """The turns of journal events that say anything, the last 40 where there are more.

    Sentences that say what was taken back are left out; an answer belongs to the prompt before it,
    but not where the host tells them apart as of two turns.
    """
    distinct = list(dict.fromkeys(_pairs(events)))[-_TURNS_READ:]
    each = _READ_CHARS // max(len(distinct), _SHARING)
    turns = [
        Turn(telling.ends(asked, each), telling.ends(answer, each), gone)
        for asked, answer in distinct
    ]
    return [one for one in turns if one.told or one.asked]
