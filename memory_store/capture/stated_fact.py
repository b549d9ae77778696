"""The value of a statement between its finder and its writer."""

from __future__ import annotations

from memory_store.journal import stored

ASKED, RETAIN, CHANGED = "asked", "retain", "changed"
"""How a statement was found: asked for in so many words, written as a retain line, told as a
change of what stands."""
SCORED, HEARD = INFERRED = ("scored", stored.HEARD)
"""The same of a candidate: by its meaning or a weak word, and by its characters at once."""


class Statement:
    """A sentence worth keeping.

    Attributes:
        content: the whole sentence, with the one before it where it leans on that.
        kind: W, B, O or S.
        entities: the names in it.
        confidence: 0..1.
        how: one of the above; what was inferred is a candidate, anything else stands.
        corrects: the id of the fact in whose place it is said; "" for none.
    """

    __slots__ = ("confidence", "content", "corrects", "entities", "how", "kind")

    def __init__(
        self, content: str, kind: str, entities: list[str], confidence: float, *, how: str
    ) -> None:
        self.content = content
        self.kind = kind
        self.entities = entities
        self.confidence = confidence
        self.how = how
        self.corrects = ""

    def doubted(self) -> Statement:
        """The same as a candidate."""
        return Statement(self.content, self.kind, self.entities, self.confidence, how=SCORED)

    @property
    def status(self) -> str:
        """Whether it stands."""
        return stored.CANDIDATE if self.how in INFERRED else stored.STANDING
