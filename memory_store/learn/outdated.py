"""Takes out of a session's turns what the person corrected later in the same session.

Must not judge: `replaces.reason` does, and is asked only where two texts share words.
"""

from __future__ import annotations

from memory_store.learn import subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.learn.turns import Turn

_BY = ("correction", "decision", "rule", "manner")
_COLONS = ("：", ": ")
_SHARED = 2  # words; with fewer nothing is asked
_ASKED = 3  # statements, the last ones: a session's start may have to wait for this


def leave_out(turns: list[Turn]) -> None:
    """Leave out of each turn the sentences that a later prompt replaces, asked and answered."""
    newer: list[tuple[str, set[str]]] = []
    for turn in reversed(turns):
        if newer:
            turn.asked = [one for one in turn.asked if not _is_replaced(one, newer)]
            turn.keep([not _is_replaced(one, newer) for one in turn.told])
        stated = [one.content for one in turn.stated[0] if one.rule in _BY]
        newer += [(one, subject.words(one)) for one in stated]


def _is_replaced(sentence: str, newer: list[tuple[str, set[str]]]) -> bool:
    """Whether a newer statement replaces a sentence, or what stands in it behind a colon."""
    own = subject.words(sentence)
    near = [said for said, about in newer if len(about & own) >= _SHARED][:_ASKED]
    if not near:
        return False
    from memory_store.learn import replaces  # its tables cost what few sessions need

    points = [sentence, *(sentence.partition(one)[2] for one in _COLONS if one in sentence)]
    return any(replaces.reason(point, said) for point in points for said in near)
