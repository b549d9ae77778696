"""Finds the sentences of a prompt that change what is known: 换成 pnpm 吧 where npm stands."""

from __future__ import annotations

from memory_store.capture import statement
from memory_store.facts import consolidation, relation, retraction_request, vocabulary
from memory_store.facts import statement as reading
from memory_store.journal import stored
from memory_store.language import mood, names, sentences, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.journal.stored import Fact

_MOST, _LONGEST = 12, 300  # sentences that are looked at, and characters of each
_NEAR = 6  # facts that a sentence is compared with
_SHORT, _RECENT = 40, 60
_SURE = 0.9


def statements(text: str, known: Iterable[Fact]) -> list[statement.Statement]:
    """The sentences that take the place of one fact, by words that say so.

    Args:
        text: a person's prompt.
        known: the facts that hold, and the candidates: what changes a guess is one.
    """
    lasting = list(known)
    found = []
    for sentence in sentences.own(text)[:_MOST] if lasting else ():
        older = replaced(sentence, lasting)
        if older is not None:
            kind, named = older.type, names.of(sentence)
            was_asked = older.source.get(stored.HOW) == stored.ASKED
            found.append(
                statement.Statement(
                    sentence,
                    kind,
                    named,
                    older.confidence if was_asked else _SURE,
                    status=stored.STANDING if older.stands else stored.CANDIDATE,
                    how=statement.ASKED if was_asked else statement.SCORED,
                )
            )
    return found


def replaced(sentence: str, known: list[Fact]) -> Fact | None:
    """The one fact whose place a sentence takes; None where it does not say so plainly.

    Plain are words of change, and another value where everything else is the same.
    """
    if not _may_state(sentence) or _is_order(sentence):
        return None
    return consolidation.superseded(sentence, nearest(sentence, known))


def _is_order(sentence: str) -> bool:
    """Whether a sentence only orders to take something away, or to change code."""
    return bool(vocabulary.pattern("ordering").search(reading.read(sentence).text))


def touched(sentence: str, known: list[Fact]) -> Fact | None:
    """The fact that a sentence most likely changes; None where that is unlikely of each."""
    if not _may_state(sentence):
        return None
    scored = [(relation.score(one.content, sentence), one) for one in nearest(sentence, known)]
    score, likeliest = max(scored, key=lambda pair: pair[0], default=(relation.NEVER, None))
    return likeliest if score >= relation.threshold("ask") else None


def _may_state(sentence: str) -> bool:
    """Whether a sentence is neither long, a question, nor a request to forget."""
    is_plain = len(sentence) <= _LONGEST and not mood.asks(sentence)
    return is_plain and not retraction_request.asked(sentence)


def nearest(sentence: str, known: Iterable[Fact]) -> list[Fact]:
    """The facts that share most words with a sentence; for a short one that shares none, all."""
    own = words.of(sentence)
    shared = [(len(own & words.of(one.content)), one) for one in known]
    near = sorted((one for one in shared if one[0]), key=lambda one: -one[0])
    if not near and len(sentence) <= _SHORT:
        return [one for _, one in shared[:_RECENT]]
    return [one for _, one in near[:_NEAR]]
