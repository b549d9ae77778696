"""A sentence as rules look at it: as it was said, what counts of it, and how concrete that is.

A value. Must not decide anything.
"""

from __future__ import annotations


class Statement:
    """What a rule is given.

    Attributes:
        sentence: the whole sentence as it was said, the one before it in front where that only
            called something wrong.
        text: the clauses that count, joined.
        whole, flat: the two in the shape that phrases are looked up in.
        specific: how many names, numbers and code spans the clauses have.
        more: how many signs a plain fact needs beyond the usual.
    """

    __slots__ = ("flat", "more", "sentence", "specific", "text", "whole")

    def __init__(
        self, sentence: str, text: str, *, whole: str, flat: str, specific: int, more: int
    ) -> None:
        self.sentence = sentence
        self.text = text
        self.whole = whole
        self.flat = flat
        self.specific = specific
        self.more = more
