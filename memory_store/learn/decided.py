"""What a session settled: what the rules of extraction call so, and replies that take up an offer.

One judgement for facts and summaries; only what a reply owes to the answer before it, which those
rules can't see, is judged here. Must not say what a text doesn't.
"""

from __future__ import annotations

from memory_store.journal import fields
from memory_store.learn import replies, subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.learn import extract
    from memory_store.learn.turns import Turn

_BY_PERSON = ("decision", "rule", "correction", "manner")
_BY_AGENT = ("settled",)
_NOT_SETTLED = ("remember", "preference")
_KINDS = ("W", "O")


def of(turns: list[Turn]) -> list[str]:
    """What stands settled at the end of these turns, in their order, each once.

    What a later one replaces (`replaces.reason`) is left out, and what only says again.
    """
    found: list[str] = []
    offered: set[str] = set()
    for turn in turns:
        by_person, by_agent = turn.stated
        settled = _contents(by_person, _BY_PERSON)
        others = _contents(by_person, _NOT_SETTLED)
        for sentence in turn.asked:
            said = replies.point(sentence)
            is_known = any(_is_part(one, sentence) for one in (*settled, *others))
            if replies.is_choice(sentence) and not is_known and subject.words(said) & offered:
                settled.append(said)
        for one in (*settled, *_contents(by_agent, _BY_AGENT)):
            found = _with(found, one)
        offered = turn.offers
    return found


def _contents(stated: list[extract.Candidate], rules: tuple[str, ...]) -> list[str]:
    return [one.content for one in stated if one.rule in rules and one.kind in _KINDS]


def _is_part(content: str, sentence: str) -> bool:
    """Whether a fact was taken from a sentence."""
    return content.rstrip("….。") in sentence or sentence.rstrip(".。") in content


def _with(found: list[str], newer: str) -> list[str]:
    """What was found, without what the newer one replaces, and the newer one where it is new."""
    if not found:
        return [newer]
    from memory_store.learn import replaces  # its tables cost what few sessions need

    kept = [one for one in found if not replaces.reason(one, newer)]
    said = fields.sameness(newer)
    if any(said in fields.sameness(one) for one in kept):
        return kept
    return [*(one for one in kept if fields.sameness(one) not in said), newer]
