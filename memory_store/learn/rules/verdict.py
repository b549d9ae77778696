"""What a rule says of a sentence: its kind, how sure it is, and which rule it was.

A value, and the order of rules kept. Must not decide anything.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memory_store.learn.rules.statement import Statement

WORLD, BIOGRAPHY, OPINION = "W", "B", "O"

EXPLICIT, STATED, DECIDED, DONE, INFERRED = 1.0, 0.9, 0.85, 0.8, 0.65


class Verdict:
    """A kind (W, B or O), a confidence in 0..1, the rule's name, and the signs it had to spare."""

    __slots__ = ("kind", "rule", "spare", "sure")

    def __init__(self, rule: str, kind: str, sure: float, spare: int = 0) -> None:
        self.rule = rule
        self.kind = kind
        self.sure = sure
        self.spare = spare


def first(
    rules: Iterable[Callable[[Statement], Verdict | None]], said: Statement
) -> Verdict | None:
    """What the first rule that fits says of a statement; None where none does."""
    for rule in rules:
        found = rule(said)
        if found is not None:
            return found
    return None
