"""Finds the places of secrets in a text: keys, private parts, values of assignments.

Imported only where a literal occurs, since `re` costs a third of a bare start. Must not replace
text.
"""

from __future__ import annotations

import itertools
import re

from memory_store.text import mark, redact_columns, redact_names, redact_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

Span = tuple[int, int, str]
"""First and last offset of a secret, and its kind."""

_KNOWN_CHARS = 6
_NAMED_CHARS = 8
_SPACED_CHARS = 16  # of a token behind its name and a blank, with so many digits
_SPACED_DIGITS = 3
_LEAST_DIGITS = 2  # of a password there
_BESIDE_CHARS = 12  # of a password behind what joins other things as well, with so many changes
_CHANGES = 4  # between capitals, small letters and digits
_JUDGED = 128
_QUOTES = 4  # at most, before a value
_VARIED = 3  # a value of fewer distinct characters is a row of stars
_LETTERS_A_TURN = 2.6  # random letters change case every 2, `getUserToken` every 2.75
_DIGITS = frozenset("0123456789")
_SPECIAL = frozenset("!@#$%^*")
_SECRET, _OPAQUE, _RANDOM = _GROUPS = ("secret", "opaque", "random")
_RANDOM_PART = 12  # characters of the longest part of a random text between `-` and `_`
_READ = r"[A-Za-z][a-z]{2,}"  # what of a name can be read as words: most; of a random text little
_MOST_READ = 0.6
_compiled: dict[str, re.Pattern[str]] = {}


def pattern_of(text: str) -> re.Pattern[str]:
    """The pattern of a table's text, compiled once a process."""
    if text not in _compiled:
        _compiled[text] = re.compile(text, re.ASCII)
    return _compiled[text]


def private(value: str) -> Iterator[Span]:
    """The `<private>` parts, nested ones as one, the last to the end when it is not closed."""
    depth = first = 0
    for tag in pattern_of("(?i)" + redact_rules.PRIVATE).finditer(value):
        if not tag[1]:
            first = first if depth else tag.start()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                yield first, tag.end(), "private"
    if depth:
        yield first, len(value), "private"


def keys(value: str, kind: str, text: str) -> Iterator[Span]:
    """The matches of a rule's pattern: its group `secret` or `opaque`, or the whole match.

    A group is left if it is a placeholder, one that should be opaque also if it is made of words.
    Where its group `random` is so, the whole match counts. A match without its group is what is
    passed over.
    """
    pattern = pattern_of(text)
    group = next((name for name in _GROUPS if name in pattern.groupindex), 0)
    for match in pattern.finditer(value):
        found = match[group]
        if found is None:
            continue
        is_none = group and (
            (not _random(found))
            if group == _RANDOM
            else _placeholder(found) or (group == _OPAQUE and _worded(found))
        )
        if not is_none and not _made_up(found):
            yield *match.span(0 if group == _RANDOM else group), kind


def _random(value: str) -> bool:
    """Whether a key's body is drawn from capitals, small letters and digits."""
    parts = value.replace("_", "-").split("-")
    part = "".join(parts)
    if max(map(len, parts)) < _RANDOM_PART or part == part.lower() or part == part.upper():
        return False
    sorts = [2 * one.isupper() + one.islower() for one in part]
    changes = sum(one != two for one, two in itertools.pairwise(sorts))
    read = sum(map(len, pattern_of(_READ).findall(part)))
    return (
        not _DIGITS.isdisjoint(part)
        and changes * _LETTERS_A_TURN >= len(part)
        and read <= _MOST_READ * len(part)
    )


def _made_up(value: str) -> bool:
    """Whether a key is an example of documents: `ghp_xxxxxxxx`, `AKIAIOSFODNN7EXAMPLE`."""
    most = max(map(value.count, set(value)), default=0)
    return 2 * most > len(value) or value.endswith("EXAMPLE")


def _placeholder(value: str) -> bool:
    return (
        value.lower() in redact_names.NAME_ALONE
        or len(set(value)) < _VARIED
        or pattern_of(redact_names.PLACEHOLDER).match(value) is not None
    )


def assigned(value: str) -> Iterator[Span]:
    """The values of `password=…`, `token: …`, `密码：…`, `the root password is …`."""
    pattern = pattern_of(redact_names.ASSIGNED)
    head = pattern.search(value)
    refused: set[tuple[str, bool, bool]] = set()  # one name after the other has the same value
    while head:
        at = head.end("suffix")
        if not value.startswith(mark.MARK, head.end()) and _names_a_value(value, head):
            named = head["known"] is not None
            # Beside a name in a list stands anything.
            known = named and (head["mark"] != "," or _is_flag(value, head))
            # The start is enough to judge by; only what is accepted is read to its end.
            first, last = _extent(value, head.end(), _JUDGED)
            loud = last - first >= _KNOWN_CHARS and _loud(value, head, last)
            judged = value[first:last], known, loud
            if judged not in refused and not _is_secret(*judged):
                refused.add(judged)
            elif judged not in refused:
                first, last = _extent(value, head.end(), len(value))
                if last > first:
                    at = last
                    yield first, last, "password" if named else "secret"
        # A refused value may hold the next name, so the search goes on behind the name.
        head = pattern.search(value, at)


def said_first(value: str) -> Iterator[Span]:
    """The values of `… is the root password`, `用 … 作为密码`, which stand before their name."""
    for match in pattern_of(redact_names.REVERSED).finditer(value):
        before = value[max(0, match.start() - _JUDGED) : match.start()].rstrip(redact_names.AROUND)
        last = max(0, match.start() - _JUDGED) + len(before)
        secret = before[len(before.rstrip(redact_names.VALUE_CHARS)) :]
        named = match["known"] is not None
        if _unread(secret, known=named) and before[: -len(secret)][-1:] not in {"/", ".", "\\"}:
            yield last - len(secret), last, "password" if named else "secret"


def columned(value: str) -> Iterator[Span]:
    """The values of a table below the names of secrets."""
    for first, last, known in redact_columns.cells(value):
        cell = value[first:last]
        if not any(map(str.isspace, cell)) and _is_secret(cell[:_JUDGED], known, loud=False):
            yield first, last, "password" if known else "secret"


def repeated(value: str, found: dict[str, str]) -> Iterator[Span]:
    """Where secrets stand once more that were found elsewhere, each with its kind, as words."""
    opaque = [one for one in found if _is_secret(one, known=True, loud=False)]
    if any(one in value for one in opaque):
        longest_first = sorted(map(re.escape, opaque), key=len, reverse=True)
        again = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(longest_first)})(?![A-Za-z0-9])")
        for match in again.finditer(value):
            yield *match.span(), found[match[0]]


def _names_a_value(value: str, head: re.Match[str]) -> bool:
    """Not `password_hash=…` nor our own mark; a blank is enough behind `--password` and 密码."""
    words = head["suffix"] and pattern_of(redact_names.NAME_WORDS).findall(head["suffix"])
    if words and words[-1].lower() in redact_names.ABOUT:
        return False
    if not head["mark"]:
        return _in_sql(value, head) or _is_flag(value, head) or _is_spaced(value, head)
    before = value[max(0, head.start() - redact_names.BEFORE) : head.start()]
    if head["mark"] == "(":
        return head[0].isupper() or pattern_of(redact_names.SETS).search(before) is not None
    return "[redacted:" not in before or not pattern_of(redact_names.REPLACED).search(before)


def _is_spaced(value: str, head: re.Match[str]) -> bool:
    """Whether a word that can only be the value stands behind `登录密码 `, `the token `."""
    word = pattern_of(redact_names.SPACED).match(value, head.end())
    plain = pattern_of(redact_names.SUFFIX).match(head["suffix"])
    if not word or not plain or head[0].lower().startswith("identified"):
        return False
    secret = word["word"]
    if head["beside"]:
        return _unread(secret, known=head["known"] is not None)
    digits = sum(map(secret.count, _DIGITS))
    sure = pattern_of(redact_names.CIPHER).search(secret) is None
    if not head["known"]:
        sole = head[0].isupper() or not head[0].isascii()  # `ENV API_TOKEN …`, `密钥 …`
        is_id = pattern_of(redact_names.UUID).match(secret)  # `token 5f1c…-… expired`
        varied = sole or (not is_id and (digits >= _SPACED_DIGITS or _scrambled(secret)))
        return sure and len(secret) >= _SPACED_CHARS and varied and not _worded(secret)
    if not word["quote"] and not {"_", "-"}.isdisjoint(secret):
        return False
    han, signs = head["known"] in redact_names.HAN_NAMES, _SPECIAL.intersection(secret)
    if han and value[head.end("suffix")].isspace():
        return True
    varied = digits >= _LEAST_DIGITS or _scrambled(secret)
    sure = sure and (varied or bool(signs - {"@"}))
    mixed = len(secret) >= _NAMED_CHARS and not _worded(secret)
    return sure and (han or word["quote"] in {"'", '"'} or bool(signs) or mixed)


def _unread(secret: str, *, known: bool) -> bool:
    """Whether a word is so mixed that it can be no other than the value of a name nearby."""
    if len(secret) < (_BESIDE_CHARS if known else _SPACED_CHARS) or _DIGITS.isdisjoint(secret):
        return False
    sorts = [2 * one.isupper() + one.islower() for one in secret if one.isalnum()]
    changes = sum(one != two for one, two in itertools.pairwise(sorts))
    plain = changes < _CHANGES or not {"_", "-"}.isdisjoint(secret)
    is_one = _is_secret(secret, known=known, loud=False) and not _worded(secret)
    none = pattern_of(redact_names.CIPHER).search(secret) or any(
        pattern_of(text).match(secret) for text in (redact_names.UUID, redact_names.CAMEL)
    )
    return is_one and not none and (_scrambled(secret) or not plain)


def _in_sql(value: str, head: re.Match[str]) -> bool:
    """Whether it is no name but SQL's `IDENTIFIED BY`; prose identifies things by theirs."""
    if not head["known"] or not head["known"].lower().startswith("identified"):
        return False
    before = value[max(0, head.start() - redact_names.REACH) : head.start()]
    loud = head["known"].startswith("IDENTIFIED")
    return loud or pattern_of(redact_names.SQL).search(before) is not None


def _is_flag(value: str, head: re.Match[str]) -> bool:
    """Whether the name is that of an option: `--db-password`."""
    before = value[max(0, head.start() - redact_names.BEFORE) : head.start()]
    beside = head["beside"] is not None
    return (
        not beside and "-" in before and pattern_of(redact_names.FLAG).search(before) is not None
    )


def _loud(value: str, head: re.Match[str], last: int) -> bool:
    """Whether nothing but a value can stand there, up to `last`.

    So in `DB_PASSWORD=…`, `--password=…`, `IDENTIFIED BY '…'`, and where all is said with it:
    `密码是…。`, `DB_PASSWORD: …` and `db.password=…` as a line of their own.
    """
    name, sign = value[head.start() : head.end("suffix")], head["mark"] or ""
    if _in_sql(value, head) or (sign == "=" and (name.isupper() or _is_flag(value, head))):
        return True
    if not pattern_of(redact_names.SAID).match(value, last):
        return False
    if not name.isascii():
        return sign not in {"", ","}
    before = value[max(0, head.start() - redact_names.REACH) : head.start()]
    if value[last : last + 1] not in {"", "\n"}:
        return False
    if sign.startswith(":"):
        return name.isupper() and pattern_of(redact_names.OWNER).search(before) is not None
    return sign == "=" and pattern_of(redact_names.LINE_START).search(before) is not None


def _extent(value: str, at: int, most: int) -> tuple[int, int]:
    """Where the value that begins at `at` stands; an empty span if it is code or not there."""
    quoted = pattern_of(redact_names.QUOTED).match(value, at, at + most)
    if quoted and quoted.lastindex:
        first, last = quoted.span(quoted.lastindex)
        closed = value[last : last + 1] not in {"", "\n"}
        run = value[first:last] if closed else (value[first:last].split(None, 1) or [""])[0]
        return first, first + len(run)
    bare = pattern_of(redact_names.BARE).match(value, at, at + most)
    if not bare or pattern_of(redact_names.CODE).match(bare[0]):
        return at, at
    cut = pattern_of(redact_names.CUT).search(bare[0])
    run = bare[0][: cut.start()] if cut else bare[0]
    return at, at + len(run.rstrip(redact_names.TRAILING))


def _is_secret(value: str, known: bool, loud: bool) -> bool:  # noqa: FBT001
    """Whether a value of a password (`known`) or a token is a secret, not prose or code."""
    if len(value) < (_KNOWN_CHARS if known else _NAMED_CHARS):
        return False
    if _placeholder(value) or _made_up(value) or "://" in value:
        return False
    if len(value.split()) > 1:
        return _drawn(value) or (known and _passphrase(value, loud=loud))
    if (known and "-" in value and _drawn(value)) or pattern_of(redact_names.UUID).match(value):
        return True
    return _mixed(value, known=known, loud=loud) and not any(
        pattern_of(one).match(value) for one in (redact_names.TECHNICAL, redact_names.PATH)
    )


def _passphrase(value: str, *, loud: bool) -> bool:
    """Whether words in quotes are a password, not a message (`must not be empty`) or a label."""
    cut = len(value) > _JUDGED - _QUOTES
    if cut or value != value.strip() or pattern_of(redact_names.MESSAGE).search(value):
        return False
    if not _DIGITS.isdisjoint(value):
        return True
    odd = loud or not _SPECIAL.isdisjoint(value[:-1]) or value[1:] != value[1:].lower()
    return odd and pattern_of(redact_names.LABEL).search(value) is None


def _drawn(value: str) -> bool:
    """Whether it is a passphrase of words alone: `correct horse battery staple`."""
    return pattern_of(redact_names.DRAWN).match(value) is not None and not any(
        pattern_of(one).search(value)
        for one in (redact_names.SPEAKS, redact_names.MESSAGE, redact_names.LABEL)
    )


def _mixed(value: str, *, known: bool, loud: bool) -> bool:
    """Whether the characters are like a secret's: letters with digits, or as varied."""
    letters = value.lower() != value.upper()
    if letters and not _DIGITS.isdisjoint(value):
        return known or _scrambled(value) or not _worded(value)
    if not known or not letters:
        return value.isdigit() if known else _scrambled(value)
    if _scrambled(value) or "pass" in value.lower():
        return _scrambled(value)
    if loud:
        return pattern_of(redact_names.STATE).match(value) is None
    return len(value) >= _NAMED_CHARS and not _SPECIAL.isdisjoint(value)


def _worded(found: str) -> bool:
    """Whether it is made of words and small numbers (`gpt-4o-mini`, `my_key_2`)."""
    return pattern_of(redact_names.WORDS).match(found) is not None


def _scrambled(value: str) -> bool:
    """Whether capitals come and go faster than in most camelCase names."""
    if len(value) < _NAMED_CHARS or value.islower() or value.isupper():
        return False
    turns = sum(one.isupper() != two.isupper() for one, two in itertools.pairwise(value))
    return turns * _LETTERS_A_TURN >= len(value) - 1
