"""Makes single fields of a record sound, so that each has the schema's type.

Must not know a whole record.
"""

from __future__ import annotations

from memory_store import clock
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32, of which ids are made (`records.new_id`)."""

_ID_CHARS = 64
_OWN_ID_CHARS = 28
_ID_TIME = slice(2, 12)  # of an id of ours: 50 bits, of which 48 are milliseconds
_NAME_CHARS = 100
_NAMES = 50
_STAMP = "2026-11-21T22:54:01.123Z"
_NARROW = str.maketrans("，：；！？（）～％／＋", ",:;!?()~%/+")


def is_plain(value: object, limit: int) -> bool:
    """Whether a value is a text of ASCII that can be seen, not longer than `limit`."""
    return (
        isinstance(value, str) and len(value) <= limit and value.isascii() and value.isprintable()
    )


def is_id(value: object) -> bool:
    """Whether a value may be an id: a word of 1 to 64 plain characters (it may hold a `<`)."""
    return is_plain(value, _ID_CHARS) and value != "" and " " not in str(value)


def is_word(identity: str) -> bool:
    """Whether an id is letters, digits, `_` and `-` alone, as ours are."""
    return identity.isascii() and identity.replace("_", "").replace("-", "").isalnum()


def ids(value: object) -> list[object]:
    """The ids in a list; empty if it is no list."""
    return [one for one in value if is_id(one)] if isinstance(value, list) else []


def spelled(prefix: str, moment: float, drawn: int) -> str:
    """An id of ours: 48 bits of milliseconds, then 80 bits that tell it from others (a ULID)."""
    number = max(0, clock.milliseconds(moment)) << 80 | drawn
    return f"{prefix}_" + "".join(ALPHABET[number >> shift & 31] for shift in range(125, -1, -5))


def made_at(identity: object) -> float | None:
    """The moment in an id of ours, seconds since 1970; None for other ids."""
    if not isinstance(identity, str) or len(identity) != _OWN_ID_CHARS:
        return None
    number = 0
    for char in identity[_ID_TIME]:
        at = ALPHABET.find(char)
        if at < 0:
            return None
        number = number << 5 | at
    moment = number / 1000
    return moment if moment <= clock.now() else None


def text(value: object, limit: int) -> str:
    """A text, clean, cut, and stripped; "" for other values."""
    return clean.text(value, limit).strip() if isinstance(value, str) else ""


def sameness(content: str) -> str:
    """A content as it is compared for equality: NFKC, case folded, blanks as one."""
    if content.isascii():
        return " ".join(content.lower().split())  # of ASCII, NFKC and casefold are no more
    import unicodedata

    narrow = content.translate(_NARROW)  # NFKC's own answer to these, which takes it long
    return " ".join(unicodedata.normalize("NFKC", narrow).casefold().split())


def entities(value: object) -> list[str]:
    """The names in a list, each on one line."""
    return lines(value, _NAME_CHARS, _NAMES)


def line(value: object, limit: int) -> str:
    """A text on one line, clean and cut; "" for other values."""
    if not isinstance(value, str):
        return ""
    return value if is_plain(value, limit) else clean.line(value, limit)


def lines(value: object, limit: int, most: int) -> list[str]:
    """The texts in a list, each on one line, without blank ones; empty if it is no list."""
    if not isinstance(value, list):
        return []
    return [text for one in value if (text := line(one, limit).strip())][:most]


def share(value: object, otherwise: float) -> float:
    """A number from 0 to 1."""
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
        return value
    return otherwise


def word(value: object, known: Container[object], otherwise: str) -> str:
    """A known word, or the default."""
    return value if isinstance(value, str) and value in known else otherwise


def stamp(value: object) -> str:
    """A moment as records write it; 1970 for other values."""
    if isinstance(value, str) and len(value) == len(_STAMP):
        return value if value.isascii() and value.isprintable() else clock.stamp(0.0)
    return clock.stamp(clock.parse(value) or 0.0)
