"""Replaces secrets and `<private>` parts of a text before anything is written.

Pure and total: never raises for any str, imports `re` only when a literal of the table occurs;
must not be the place where a pattern is written (redact_rules.py).
"""

from __future__ import annotations

import itertools

from memory_store.text import redact_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

_RUN = 512
_PASSES = 8
_KNOWN_CHARS = 6
_NAMED_CHARS = 8
_JUDGED = 128
_QUOTES = 4  # at most, before a value
_LOOKS = 64  # so many names without a value: a long text, where `re` does not count any more
_VARIED = 3  # a value of fewer distinct characters is a row of stars
_LETTERS_A_TURN = 2.6  # random letters change case every 2, `getUserToken` every 2.75
_DIGITS = frozenset("0123456789")
_SPECIAL = frozenset("!@#$%^*")
_TELLING = _DIGITS | _SPECIAL | {"="}  # a value has one of these, or capitals
_compiled: dict[str, re.Pattern[str]] = {}


def secrets(value: str) -> tuple[str, list[str]]:
    """`value` with each secret replaced by `[redacted:KIND]`, and the kinds found, sorted.

    Kinds are those of redact_rules.RULES, `private` for what stands in `<private>` (nested, and
    to the end when it is not closed), `password` and `secret` for the values of assignments.
    Placeholders (`<your-key>`, `${X}`, `changeme`, `getToken()`) stay. Clean the text first
    (clean.text): an invisible character inside a key hides it from every pattern.
    """
    kinds: set[str] = set()
    for _ in range(_PASSES):
        # A replacement can part two keys that stood together, so look until nothing changes.
        found = _once(value, kinds)
        if found == value:
            break
        value = found
    return value, sorted(kinds)


def _once(value: str, kinds: set[str]) -> str:
    given, lower = value, value.lower()
    if "private" in lower and "<" in value:
        value = _replace(value, _private(value), kinds)
    for kind, literals, least, held, pattern in redact_rules.RULES:
        for literal in literals:
            if literal in lower and _likely(lower, literal, least, held):
                value = _replace(value, _matches(value, kind, pattern), kinds)
                break
    if any(_near(given, lower, name) for name in redact_rules.NAMES if name in lower):
        value = _replace(value, _assigned(value), kinds)
    return value


def _likely(lower: str, literal: str, least: int, held: str) -> bool:
    """Whether `literal` occurs with a run of at least `least` characters that has `held`."""
    at = lower.find(literal)
    while at >= 0:
        at += len(literal)
        if not least:
            return True
        run = lower[at : at + _RUN].split(None, 1)
        if run and len(run[0]) >= least and held in run[0]:
            return True
        at = lower.find(literal, at)
    return False


def _near(value: str, lower: str, name: str) -> bool:
    """Whether an assignment may stand at a `name`; spares most prose the import of `re`."""
    at = lower.find(name)
    for _ in range(_LOOKS):
        if at < 0:
            return False
        first, last = max(0, at - redact_rules.BEFORE), at + redact_rules.REACH
        around = lower[first:last]
        if (
            any(mark in around for mark in redact_rules.MARKS)
            and (
                not _TELLING.isdisjoint(around)
                or len(value) != len(lower)  # `İ` has two characters in lower case
                or sum(char.isupper() for char in value[first:last]) > 1
            )
        ):
            return True
        at = lower.find(name, at + len(name))
    return at >= 0


def _pattern(text: str) -> re.Pattern[str]:
    if text not in _compiled:
        # `re` costs a bare start; most texts never come here.
        import re

        _compiled[text] = re.compile(text, re.ASCII)
    return _compiled[text]


def _replace(value: str, spans: Iterator[tuple[int, int, str]], kinds: set[str]) -> str:
    kept = []
    start = 0
    for first, last, kind in spans:
        kept += [value[start:first], f"[redacted:{kind}]"]
        kinds.add(kind)
        start = last
    return "".join([*kept, value[start:]]) if kept else value


def _private(value: str) -> Iterator[tuple[int, int, str]]:
    depth = first = 0
    for tag in _pattern("(?i)" + redact_rules.PRIVATE).finditer(value):
        if not tag[1]:
            first = first if depth else tag.start()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                yield first, tag.end(), "private"
    if depth:
        yield first, len(value), "private"


def _matches(value: str, kind: str, text: str) -> Iterator[tuple[int, int, str]]:
    pattern = _pattern(text)
    group = "secret" if "secret" in pattern.groupindex else 0
    for match in pattern.finditer(value):
        if not (group and _placeholder(match[group])):
            yield match.start(group), match.end(group), kind


def _placeholder(found: str) -> bool:
    return (
        found.lower() in redact_rules.NAME_ALONE
        or len(set(found)) < _VARIED
        or _pattern(redact_rules.PLACEHOLDER).match(found) is not None
    )


def _assigned(value: str) -> Iterator[tuple[int, int, str]]:
    """The values of `password=…`, `token: …`, `密码：…`, `the root password is …`."""
    pattern = _pattern(redact_rules.ASSIGNED)
    head = pattern.search(value)
    while head:
        at = head.end("suffix")
        if _names_a_value(value, head):
            known = head["known"] is not None
            # The start is enough to judge by; only what is accepted is read to its end.
            first, last = _extent(value, head.end(), _JUDGED)
            if _is_secret(value[first:last], known=known, loud=_loud(value, head)):
                first, at = _extent(value, head.end(), len(value))
                yield first, at, "password" if known else "secret"
        # A refused value may hold the next name, so the search goes on behind the name.
        head = pattern.search(value, at)


def _names_a_value(value: str, head: re.Match[str]) -> bool:
    """Not `password_hash=…` nor our own mark; a blank is enough behind `--password` only."""
    words = _pattern(redact_rules.NAME_WORDS).findall(head["suffix"])
    if words and words[-1].lower() in redact_rules.ABOUT:
        return False
    before = value[max(0, head.start() - redact_rules.BEFORE) : head.start()]
    if head["mark"]:
        return _pattern(redact_rules.REPLACED).search(before) is None
    return _pattern(redact_rules.FLAG).search(before) is not None


def _loud(value: str, head: re.Match[str]) -> bool:
    """Whether nothing but a value can follow: `DB_PASSWORD=…`, `--password=…`."""
    before = value[max(0, head.start() - redact_rules.BEFORE) : head.start()]
    return head["mark"] == "=" and (
        value[head.start() : head.end("suffix")].isupper()
        or _pattern(redact_rules.FLAG).search(before) is not None
    )


def _extent(value: str, at: int, most: int) -> tuple[int, int]:
    """Where the value that begins at `at` stands; an empty span if it is code or not there."""
    quoted = _pattern(redact_rules.QUOTED).match(value, at, at + most)
    if quoted and quoted.lastindex:
        first, last = quoted.span(quoted.lastindex)
        closed = value[last : last + 1] not in {"", "\n"}
        run = value[first:last] if closed else (value[first:last].split(None, 1) or [""])[0]
        return first, first + len(run)
    bare = _pattern(redact_rules.BARE).match(value, at, at + most)
    if not bare or _pattern(redact_rules.CODE).match(bare[0]):
        return at, at
    cut = _pattern(redact_rules.CUT).search(bare[0])
    run = bare[0][: cut.start()] if cut else bare[0]
    return at, at + len(run.rstrip(redact_rules.TRAILING))


def _is_secret(found: str, *, known: bool, loud: bool) -> bool:
    """Whether the value of a password (`known`) or of a token is one, not prose or code."""
    if len(found) < (_KNOWN_CHARS if known else _NAMED_CHARS):
        return False
    if _placeholder(found) or "://" in found:
        return False
    if len(found.split()) > 1:
        return known and _passphrase(found, loud=loud)
    return _mixed(found, known=known, loud=loud) and not any(
        _pattern(one).match(found) for one in (redact_rules.TECHNICAL, redact_rules.PATH)
    )


def _passphrase(found: str, *, loud: bool) -> bool:
    """Whether words in quotes are a password, not a message (`must not be empty`) or a label."""
    cut = len(found) > _JUDGED - _QUOTES
    if cut or found != found.strip() or _pattern(redact_rules.MESSAGE).search(found):
        return False
    if not _DIGITS.isdisjoint(found):
        return True
    odd = loud or not _SPECIAL.isdisjoint(found[:-1]) or found[1:] != found[1:].lower()
    return odd and _pattern(redact_rules.LABEL).search(found) is None


def _mixed(found: str, *, known: bool, loud: bool) -> bool:
    """Whether its characters are those of a secret: letters with digits, or as good as that."""
    letters = found.lower() != found.upper()
    if letters and not _DIGITS.isdisjoint(found):
        return known or _scrambled(found) or not _worded(found)
    if not known or not letters:
        return found.isdigit() if known else _scrambled(found)
    plain = len(found) < _NAMED_CHARS or "pass" in found.lower()
    return _scrambled(found) or (not plain and (loud or not _SPECIAL.isdisjoint(found)))


def _worded(found: str) -> bool:
    """Whether it is made of words and small numbers (`gpt-4o-mini`, `my_key_2`)."""
    return _pattern(redact_rules.WORDS).match(found) is not None


def _scrambled(found: str) -> bool:
    """Whether capitals come and go faster than in most camelCase names."""
    if len(found) < _NAMED_CHARS or found.islower() or found.isupper():
        return False
    turns = sum(one.isupper() != two.isupper() for one, two in itertools.pairwise(found))
    return turns * _LETTERS_A_TURN >= len(found) - 1
