"""Replaces secrets and `<private>` parts of a text before it is written.

Never raises for any text. Imports `re` only where a literal of the tables occurs. Must not hold a
pattern (redact_keys.py, redact_rules.py).
"""

from __future__ import annotations

from memory_store.text import mark, redact_columns, redact_keys, redact_names, redact_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    import types
    from collections.abc import Iterator

_RUN = 1_200
_PASSES = 8
_LOOKS = 64  # so many names without a value: a long text, where `re` does not count any more
_SIGNS = ('="', "='", ': "', ": '", "=", ": ", ":")
_TELLING = frozenset("0123456789!@#$%^*=")  # a value has one of these, or capitals
_PHRASES = ('="', "='", ': "', ": '", '= "', "= '", "：“", "-")  # or is one of words
_WORDS, _SPACED = 3, 6  # so many words behind a name may be its value, of so many characters
_HAN_REACH = 8  # or so many characters


def secrets(value: str) -> tuple[str, list[str]]:
    """`value` with each secret replaced by `[redacted:KIND]`, and the kinds found, sorted.

    Kinds are those of redact_keys.RULES and redact_rules.PLACES, `private` for what stands in
    `<private>` (nested, and to the end when it is not closed), `password` and `secret` for the
    values of assignments.
    What is a secret in one place of the text is replaced in each. Placeholders (`<your-key>`,
    `${X}`, `changeme`, `getToken()`) stay. Clean the text first (clean.text): an invisible
    character inside a key hides it from every pattern. Where
    something is replaced, full-width letters, digits and brackets become plain ones.
    """
    found: dict[str, str] = {}
    narrow = value if value.isascii() else value.translate(redact_rules.WIDE)
    left = _without_any(narrow, found)
    return value if left == narrow else left, sorted(set(found.values()))


def _without_any(value: str, found: dict[str, str]) -> str:
    for _ in range(_PASSES):
        # A replacement can part two keys that stood together, so look until nothing changes.
        redacted = _once(value, found)
        if redacted == value:
            break
        value = redacted
    return _replace(value, _matching().repeated(value, found), found) if found else value


def _once(value: str, found: dict[str, str]) -> str:
    given, lower = value, value.lower()
    if "private" in lower and any(one in lower for one in redact_rules.PRIVATE_OPENINGS):
        value = _replace(value, _matching().private(value), found)
    words = [one for one in value.split() if len(one) >= redact_keys.SHORTEST]
    if words:
        value = _without(value, " ".join(words).lower(), redact_keys.RULES, found)
    if any(len(one) >= redact_keys.SHAPED and _is_shaped(one) for one in words):
        for kind, pattern in redact_keys.SHAPES:
            value = _replace(value, _matching().keys(value, kind, pattern), found)
    value = _without(value, lower, redact_rules.PLACES, found)
    if mark.MARK in value:
        # The pattern of assignments is the dearest; a name whose value is gone needs none.
        given = _unassigned(value)
        lower = given.lower()
    if any(_near(given, lower, name) for name in redact_names.NAMES if name in lower):
        value = _replace(value, _matching().assigned(value), found)
        value = _replace(value, _matching().said_first(value), found)
    if redact_columns.headed(lower):
        value = _replace(value, _matching().columned(value), found)
    return value


def _unassigned(value: str) -> str:
    """`value` without marks, and without the sign by which one is assigned."""
    for sign in _SIGNS:
        value = value.replace(sign + mark.MARK, mark.MARK)
    return mark.without_marks(value)


def _without(
    value: str, searched: str, rules: tuple[redact_rules.Rule, ...], found: dict[str, str]
) -> str:
    """`value` without the matches of these rules, whose literals are searched elsewhere."""
    for kind, literals, least, held, pattern in rules:
        for literal in literals:
            if literal in searched and _likely(searched, literal, least, held):
                value = _replace(value, _matching().keys(value, kind, pattern), found)
                break
    return value


def _is_shaped(word: str) -> bool:
    """Whether a long word can hold random characters; those of a path or a UUID are short."""
    if sum(map(word.count, "0123456789")) < redact_keys.SHAPED_DIGITS:
        return False
    for sign in "/-._":
        word = word.replace(sign, " ")
    parts = [one for one in word.split() if len(one) >= redact_keys.SHAPED_PART]
    return bool(parts) and (
        len(word) >= redact_keys.ONE_CASE
        or any(not one.islower() and not one.isupper() for one in parts)
    )


def _matching() -> types.ModuleType:
    # `re` costs a third of a bare start; most texts never come here.
    from memory_store.text import redact_matching

    return redact_matching


def _likely(lower: str, literal: str, least: int, within: str) -> bool:
    """Whether `literal` occurs with a run of at least `least` characters that has `within`."""
    at = lower.find(literal)
    while at >= 0:
        at += len(literal)
        if not least:
            return True
        run = lower[at : at + _RUN].split(None, 1)
        if run and len(run[0]) >= least and within in run[0]:
            return True
        at = lower.find(literal, at)
    return False


def _near(value: str, lower: str, name: str) -> bool:
    """Whether an assignment may stand at a `name`; spares most prose the import of `re`."""
    at = lower.find(name)
    for _ in range(_LOOKS):
        if at < 0:
            return False
        first, last = max(0, at - redact_names.AHEAD), at + redact_names.REACH
        around = lower[first:last]
        if _follows(lower[at + len(name) : last], name):
            return True
        if (
            any(one in around for one in redact_names.MARKS)
            and (
                not _TELLING.isdisjoint(around)
                or any(one in around for one in _PHRASES)
                or len(value) != len(lower)  # `İ` has two characters in lower case
                or sum(char.isupper() for char in value[first:last]) > 1
            )
        ):
            return True
        at = lower.find(name, at + len(name))
    return at >= 0


def _follows(lower: str, name: str) -> bool:
    """Whether one of the next words may be a value without any sign before it."""
    if name in redact_names.HAN_NAMES and any("a" <= char <= "z" for char in lower[:_HAN_REACH]):
        return True
    words = lower.split(None, _WORDS)[:_WORDS]
    return (name == "identified" and lower.lstrip().startswith(("by ", "with "))) or any(
        len(one) >= _SPACED and not _TELLING.isdisjoint(one) for one in words
    )


def _replace(value: str, spans: Iterator[tuple[int, int, str]], found: dict[str, str]) -> str:
    kept = []
    start = 0
    for first, last, kind in spans:
        kept += [value[start:first], f"[redacted:{kind}]"]
        found[value[first:last]] = kind
        start = last
    return "".join([*kept, value[start:]]) if kept else value
