"""Recognises characters that are written without blanks: Chinese, Japanese and Korean.

Compiling the table costs a bare start, so it is made on first use.
"""

from __future__ import annotations

import itertools

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator

RANGES = (
    ("\u4e00", "\u9fff"),  # the common ones first
    ("\u3041", "\u3096"),
    ("\u30a1", "\u30fa"),
    ("\uac00", "\ud7af"),
    ("\u30fc", "\u30ff"),
    ("\u3005", "\u3005"),
    ("\u3007", "\u3007"),
    ("\u309d", "\u309f"),
    ("\u3400", "\u4dbf"),
    ("\uf900", "\ufaff"),
    ("\U00020000", "\U0003ffff"),
)

_FEW = 10_000  # characters: to look at them one by one costs what the pattern does
_looked_at = [0]
_OTHERS = 12  # other characters that one of these outweighs: prose with code in it is still prose
_compiled: list[re.Pattern[str]] = []


def runs() -> re.Pattern[str]:
    """A pattern for one or more of these characters."""
    if not _compiled:
        import re  # a half of a bare start

        members = "".join(f"{first}-{last}" for first, last in RANGES)
        _compiled.append(re.compile(f"[{members}]+"))
    return _compiled[0]


class _Known(dict[str, bool]):
    """Which characters are some of these, each looked at once."""

    def __missing__(self, char: str) -> bool:
        self[char] = any(first <= char <= last for first, last in RANGES)
        return self[char]


is_han = _Known().__getitem__
"""Whether a character is one of these."""


def _is_by_hand(text: str) -> bool:
    """Whether a text is looked at without the pattern: what was so far and this one are few."""
    _looked_at[0] += len(text)
    return _looked_at[0] <= _FEW and not _compiled


def count(text: str) -> int:
    """How many of these characters a text has."""
    if text.isascii():
        return 0
    if _is_by_hand(text):
        return sum(map(is_han, text))
    return sum(map(len, runs().findall(text)))


def parts(text: str) -> Iterator[str]:
    """A text cut where a run of these characters begins or ends."""
    return ("".join(part) for _, part in itertools.groupby(text, is_han))


def replace_runs(text: str, replacement: Callable[[str], str]) -> str:
    """A text with each run of these characters replaced."""
    if _is_by_hand(text):
        return "".join(replacement(part) if is_han(part[0]) else part for part in parts(text))
    return runs().sub(lambda run: replacement(run[0]), text)


def prevails(text: str) -> bool:
    """Whether a text is written in these characters rather than in others."""
    return outweighs(count(text), len(text))


def outweighs(found: int, length: int) -> bool:
    """The same of a text of `length` characters, of which `found` are some of these."""
    return bool(found) and found * _OTHERS >= length - found
