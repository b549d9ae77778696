"""What a short text can be compared by: its words, numbers and pairs of Han characters.

Plain scanning, so that hooks can pay for it. Must not judge what is alike.
"""

from __future__ import annotations

_WORD_CHARS = 3
_HAN = "\u3400"


def of(text: str) -> set[str]:
    """Words of three letters and more in lower case, numbers, and neighbouring Han characters."""
    low = text.lower()
    spaced = "".join(sign if sign.isalnum() and sign < "\u2e80" else " " for sign in low)
    words = {one for one in spaced.split() if len(one) >= _WORD_CHARS or one.isdigit()}
    pairs = zip(low, low[1:], strict=False)  # noqa: RUF007  itertools costs an import
    return words | {a + b for a, b in pairs if a >= _HAN and b >= _HAN and (a + b).isalnum()}
