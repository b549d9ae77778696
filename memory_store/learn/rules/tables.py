"""Tables of phrases that are looked up in a sentence in time that hardly depends on their size.

A phrase is filed under its longest word (Chinese: its last character), and only those whose word
the sentence has are searched for. Must not know what a phrase means.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_last: list[object] = ["", frozenset()]


class Table:
    """Phrases in the shape that `shape` gives, by a word or character of each."""

    __slots__ = ("_filed", "_keys")

    def __init__(self, phrases: Iterable[str]) -> None:
        filed: dict[str, list[str]] = {}
        for phrase in phrases:
            filed.setdefault(_key(phrase), []).append(phrase)
        self._filed = filed
        self._keys = frozenset(filed)

    def within(self, flat: str) -> list[str]:
        """The phrases that stand in `flat`, each once."""
        keys = self._keys & _parts(flat)
        return [one for key in keys for one in self._filed[key] if one in flat]

    def is_within(self, flat: str) -> bool:
        """Whether any of the phrases stands in `flat`."""
        keys = self._keys & _parts(flat)
        return any(one in flat for key in keys for one in self._filed[key])

    def starts(self, flat: str) -> bool:
        """Whether `flat` begins with one of the phrases."""
        keys = self._keys & _parts(flat)
        return any(flat.startswith(one) for key in keys for one in self._filed[key])


def anywhere(listed: str) -> Table:
    """English phrases, parted by `|`, that may stand anywhere between words."""
    return Table(f" {one} " for one in listed.split("|"))


def at_start(listed: str) -> Table:
    """English phrases, parted by `|`, that count where a clause begins."""
    return Table(f" , {one} " for one in listed.split("|"))


def chinese(listed: str) -> Table:
    """Chinese phrases, parted by `|`, that may stand anywhere."""
    return Table(listed.split("|"))


def chinese_start(listed: str) -> Table:
    """Chinese phrases, parted by `|`, that count where a clause begins."""
    return Table(f",{one}" for one in listed.split("|"))


def has(flat: str, phrases: Table | tuple[str, ...]) -> bool:
    """Whether any of the phrases stands in the text."""
    if isinstance(phrases, Table):
        return phrases.is_within(flat)
    return any(one in flat for one in phrases)


def _key(phrase: str) -> str:
    if phrase[0] == " ":
        return max(phrase.split(), key=len)
    return phrase[-1]


def _parts(flat: str) -> frozenset[str]:
    """The words of a flat English sentence, the characters of a Chinese one; the last is kept."""
    if _last[0] != flat:
        _last[:] = [flat, frozenset(flat.split() if flat[:1] == " " else flat)]
    found = _last[1]
    return found if isinstance(found, frozenset) else frozenset()
