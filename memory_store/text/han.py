"""Which characters stand in words without blanks between them: Chinese, Japanese and Korean.

One table for all who ask. Compiling it costs a tenth of a bare start, so short texts do without.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

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

_SHORT = 200
_OTHERS = 12  # other characters that one of these outweighs: prose with code in it is still prose
_compiled: list[re.Pattern[str]] = []


def runs() -> re.Pattern[str]:
    """A pattern for one or more of these characters."""
    if not _compiled:
        import re  # a third of a bare start, needed to index but not to ask

        members = "".join(f"{first}-{last}" for first, last in RANGES)
        _compiled.append(re.compile(f"[{members}]+"))
    return _compiled[0]


def holds(char: str) -> bool:
    """Whether a character is one of these."""
    return any(first <= char <= last for first, last in RANGES)


def count(text: str) -> int:
    """How many of these characters a text has."""
    if text.isascii():
        return 0
    if len(text) <= _SHORT and not _compiled:
        return sum(map(holds, text))
    return sum(map(len, runs().findall(text)))


def prevails(text: str) -> bool:
    """Whether a text is written in these characters rather than in others."""
    return outweighs(count(text), len(text))


def outweighs(found: int, length: int) -> bool:
    """The same of a text of `length` characters, of which `found` are some of these."""
    return bool(found) and found * _OTHERS >= length - found
