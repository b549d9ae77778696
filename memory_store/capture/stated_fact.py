"""The value of a statement between its finder and its writer."""

from __future__ import annotations

ASKED, RETAIN, SCORED = "asked", "retain", "scored"
"""How a statement was found: asked for in so many words, written as a retain line, scored."""


class Statement:
    """A sentence worth keeping.

    Attributes:
        content: the whole sentence, with the one before it where it leans on that.
        kind: W, B, O or S.
        entities: the names in it.
        confidence: 0..1.
        status: "standing" or "candidate".
        how: `asked`, `retain` or `scored`.
        valid_from: when it begins to hold, seconds since 1970; None for now.
    """

    __slots__ = ("confidence", "content", "entities", "how", "kind", "status", "valid_from")

    def __init__(
        self,
        content: str,
        kind: str,
        entities: list[str],
        confidence: float,
        *,
        status: str,
        how: str,
        valid_from: float | None = None,
    ) -> None:
        self.content = content
        self.kind = kind
        self.entities = entities
        self.confidence = confidence
        self.status = status
        self.how = how
        self.valid_from = valid_from
