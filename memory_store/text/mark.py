"""The marks that redaction leaves in the place of secrets.

For readers of redacted texts. Must not look for secrets.
"""

MARK = "[redacted:"

PRIVATE = "private"
"""The kind of what the person kept from us by `<private>`."""

HIDDEN = f"{MARK}{PRIVATE}]"
"""What stands in the place of such a part."""

_OF_AN_ADDRESS = ("@", "&", "/")
_TELLING = (" is", " are", "=", ":", "：", "是", "为", "叫")


def without_marks(text: str) -> str:
    """`text` with a blank for each `[redacted:…]`."""
    kept: list[str] = []
    at = 0
    while (start := text.find(MARK, at)) >= 0 and (end := text.find("]", start)) >= 0:
        kept.append(text[at:start])
        at = end + 1
    return " ".join([*kept, text[at:]])


def last_end(text: str) -> int:
    """The end of the last `[redacted:…]` in a text; 0 for none."""
    start = text.rfind(MARK)
    return text.find("]", start) + 1 if start >= 0 else 0


def taken_out(text: str) -> str:
    """The kind of the first value that a statement has lost; "" where it has lost none.

    What stood inside an address is no value: `postgres://app:[redacted:password]@db/orders`.
    """
    at = 0
    while (start := text.find(MARK, at)) >= 0 and (end := text.find("]", start)) >= 0:
        at = end + 1
        if text[at : at + 1] not in _OF_AN_ADDRESS:
            return text[start + len(MARK) : end]
    return ""


def tells_secret(text: str) -> bool:
    """Whether a sentence only tells a secret: `the token is [redacted:github]`."""
    head, found, _ = text.partition(MARK)
    return bool(found) and head.rstrip(" \"'`“「").lower().endswith(_TELLING)
