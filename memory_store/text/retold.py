"""Tells whether a short text repeats another text, in its own words or others.

Counts shared words and Han characters, quick enough for hooks. Must not judge which of the two
holds.
"""

from __future__ import annotations

_HAN = "\u3400"
_WORD_CHARS = 3
_HALF = 0.5
_NEARLY, _NEARLY_HAN = 0.8, 0.7  # characters are less than words
_ENDS = str.maketrans({one: f"{one}\n" for one in "。！？；"})
_SMALL = frozenset(
    (
        "about all already always and any are been but can for from going got had has have "
        "her his its keep make must need never not now okay our please shall should sure that "
        "the their them then they this understood use used using was were will with would "
        "you your"
    ).split()
)
_SMALL_HAN = frozenset(
    "的了是在和与及就都也还会我你您他它们这那个以之后今往起再已把将被给让从对为好请"
)

Words = frozenset[str]


def words(text: str) -> Words:
    """The words of a text for comparison: without a plural's s and small words."""
    low = text.lower()
    spaced = "".join(sign if sign.isalnum() and sign < _HAN else " " for sign in low)
    tokens = {
        one[:-1] if one[-1] == "s" and len(one) > _WORD_CHARS else one
        for one in spaced.split()
        if one not in _SMALL and (len(one) >= _WORD_CHARS or _has_digit(one))
    }
    return frozenset(
        tokens
        | {sign for sign in low if sign >= _HAN and sign.isalnum() and sign not in _SMALL_HAN}
    )


def _has_digit(word: str) -> bool:
    return any("0" <= sign <= "9" for sign in word)


def repeats(text: Words, other: Words) -> bool:
    """Whether a text repeats another in short, or with at most as much added.

    A long text that only touches on the other does not repeat it, nor does a text with another
    word where it matters (`deploy with Jenkins`, `with Argo CD`).
    """
    shared = len(text & other)
    if not shared or shared < _HALF * len(text):
        return False  # nearly always
    nearly = _NEARLY_HAN if _is_han(text) and _is_han(other) else _NEARLY
    return shared >= nearly * min(len(text), len(other)) and not _differ(text, other)


def _differ(own: Words, other: Words) -> bool:
    """Whether each has a number, or beside Chinese a name, that the other one has not."""
    names = _is_han(own) and _is_han(other)
    return _has_value(own - other, names=names) and _has_value(other - own, names=names)


def _is_han(found: Words) -> bool:
    return any(one >= _HAN for one in found)


def _has_value(found: Words, *, names: bool) -> bool:
    return any(_has_digit(one) or (names and one < _HAN) for one in found)


class Gone:
    """Statements that were taken back, beside statements that hold.

    Nothing is compared before it is asked, and what holds only where a text tells what is gone.

    Args:
        gone: what the facts said that were taken back.
        held: what the facts say that hold; a text that says one of these as well is none of gone.
    """

    __slots__ = ("_all", "_gone", "_held", "texts")

    def __init__(self, gone: list[str], held: list[str]) -> None:
        self.texts = gone, held
        self._gone: list[Words] | None = None
        self._held: list[Words] | None = None
        self._all: Words = frozenset()

    def tells(self, text: str) -> bool:
        """Whether a text says a taken-back statement, and no holding one as much."""
        gone, kept = self.texts
        if not gone:
            return False
        if self._gone is None:
            self._gone = [words(one) for one in gone]
            self._all = self._all.union(*self._gone)
        said = words(text)
        if len(said & self._all) < _HALF * len(said):
            return False
        again = [len(said & one) for one in self._gone if repeats(said, one)]
        if not again:
            return False
        if self._held is None:
            self._held = [words(one) for one in kept]
        held_too = [len(said & one) for one in self._held if repeats(said, one)]
        return max(again) > max(held_too, default=-1)

    def without(self, text: str) -> str:
        """A text without its sentences that say it, and without lines of which nothing is left."""
        if not self.texts[0]:
            return text
        kept = [self._rest(line) if line else line for line in text.split("\n")]
        return "\n".join(one for one in kept if one is not None).strip()

    def _rest(self, line: str) -> str | None:
        """A line without its sentences that say it; None if it has no other."""
        split = line.translate(_ENDS)
        for end in (". ", "! ", "? "):
            split = split.replace(end, f"{end[0]} \n")
        parts = split.split("\n")
        kept = [one for one in parts if not self.tells(one)]
        if len(kept) == len(parts):
            return line
        return "".join(kept).strip() or None


NOTHING = Gone([], [])
