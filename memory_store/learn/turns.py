"""A session's turns as a summary looks at them: the sentences, what they state and what is left.

Reads journal events alone. Must not choose what is told.
"""

from __future__ import annotations

from memory_store.learn import replies, retain, subject, telling
from memory_store.learn.rules import retained
from memory_store.text import clean, mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.learn import extract

Record = dict[str, object]

_SHARING = 5
_SENTENCE_ENDS = " .。"
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

    def __init__(self, asked: str, answer: str) -> None:
        own = clean.line(mark.without_marks(asked))
        self.asked = _sentences(asked) or [one for one in [own] if one]
        self.answer = answer
        self.told = _sentences(answer)
        self.stated: tuple[list[extract.Candidate], list[extract.Candidate]] = (
            retain.candidates({"type": "prompt", "text": asked}),
            retain.candidates({"type": "response", "text": answer}),
        )
        self.noted = telling.noted(asked)
        self.left = telling.left_open(answer)
        self.worth = [telling.worth(one) for one in self.told]
        said = subject.words(" ".join(self.told))
        self.words = said | subject.words(" ".join(self.asked))
        is_offer = telling.leaves_choice(answer) or any(map(replies.is_question, self.asked))
        self.offers = said if is_offer else set()

    def is_nothing(self) -> bool:
        """Whether what was asked is about nothing by itself: thanks, go on."""
        return all(map(telling.is_nothing, self.asked))


def _sentences(text: str) -> list[str]:
    """The sentences of a text, of a retain line what it states, without the marks of secrets."""
    lines = [retained.content(line) or line for line in text.split("\n")]
    found = [_without_secrets(one) for one in telling.sentences("\n".join(lines))]
    return [one for one in found if one]


def _without_secrets(sentence: str) -> str:
    """A sentence without marks; "" where a secret was all that it told (密码是 …)."""
    if mark.MARK not in sentence:
        return sentence
    own = " ".join(mark.without_marks(sentence).split())
    bare = own.rstrip(_SENTENCE_ENDS)
    return "" if mark.is_alone(sentence) or bare.endswith(_OWING) else own


def read_turns(events: list[Record]) -> list[Turn]:
    """The turns of journal events that say anything, the last 40 where there are more."""
    found: list[tuple[str, str]] = []
    for event in events:
        text = str(event.get("text") or "")
        if event.get("type") == "prompt":
            found.append((text, ""))
        elif event.get("type") == "response":
            found.append((found.pop()[0] if found else "", text))
    distinct = list(dict.fromkeys(found))[-_TURNS_READ:]
    each = _READ_CHARS // max(len(distinct), _SHARING)
    turns = [
        Turn(telling.ends(asked, each), telling.ends(answer, each)) for asked, answer in distinct
    ]
    return [one for one in turns if one.told or one.asked]
