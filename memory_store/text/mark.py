"""The marks that redaction leaves in the place of secrets.

For readers of redacted texts. Must not look for secrets.
"""

MARK = "[redacted:"

_ASSIGNS = ("=", ":")
_MOST_WORDS = 2  # before the sign: `export TOKEN=`, `my password:`
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


def is_alone(text: str) -> bool:
    """Whether a text is only `[redacted:…]` and the name of its value: `password=`."""
    if MARK not in text:
        return False
    own = without_marks(text).strip(" \n\"'`")
    assigned = own.endswith(_ASSIGNS) and len(own.split()) <= _MOST_WORDS
    return assigned or not any(map(str.isalnum, own))


def tells_secret(text: str) -> bool:
    """Whether a sentence only tells a secret: `the token is [redacted:github]`."""
    head, found, _ = text.partition(MARK)
    return bool(found) and head.rstrip(" \"'`“「").lower().endswith(_TELLING)
