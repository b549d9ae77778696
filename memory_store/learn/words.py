"""The words of a statement as they stand: concepts, numbers, names and paths, clause by clause.

Pure. Must not tell what a statement says with them (`statement`).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from memory_store.learn import concepts

NUMBER, PATH, NAME, HAN = "number", "path", "name", "han"
"""Kinds of values beside those of concepts.txt; HAN is a Chinese character that is in no word."""

HAN_RANGE = "\u3400-\u9fff\uf900-\ufaff"

_RAW = re.compile(
    rf"(?P<han>[{HAN_RANGE}]+)"
    rf"|(?P<word>(?:(?<![\w.])-(?=\d))?[^\W{HAN_RANGE}](?:(?:[.+#/'-]|(?<=\d):(?=\d)|(?<=\d),(?=\d{{3}}(?!\d)))*[^\W{HAN_RANGE}])*"
    r"[+#]*)"
    r"|(?P<stop>[,;.!?:，；。！？：、\n]+)"
    r"|(?P<sign>->|=>|→|[<>=≠≤≥±%$€£¥&|^~])"
)
_PATH_SHAPE = re.compile(r".*[\w.-]/[\w.-].*|.+\.[a-z]\w{0,4}")
_NUMBER_SHAPE = re.compile(r"[-v]?\d[\d.,:]*\w{0,2}", re.IGNORECASE)
_COINED = re.compile(r".[A-Z]|.*[\d_.+#/]")
_PERSON = re.compile(rf"[小老阿][{HAN_RANGE}]")
_DIGITS = dict(zip("零一二三四五六七八九两", (*range(10), 2), strict=True))
_TENS = {"十": 10, "百": 100, "千": 1000}
_NUMERAL = re.compile(rf"[{''.join(_DIGITS)}{''.join(_TENS)}]+")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")
_ENGLISH_NUMERALS = dict(
    zip(
        (
            "two three four five six seven eight nine ten eleven twelve thirteen fourteen "
            "fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy "
            "eighty ninety"
        ).split(),
        (*range(2, 21), *range(30, 100, 10)),
        strict=True,
    )
)
_COUNTED = "个人位条份台倍次秒分小天日周年月层行字"
_SIDES = "前后"
"""What says 之前 and 之后 behind something that is done, and not `the first three`."""
_BUT = ("but", "而", "而是")


class Item(NamedTuple):
    """A word, phrase or mark as it stands: `text` in lower case, and what it is."""

    text: str
    key: str
    role: str
    kinds: frozenset[str]


def of_text(text: str, *, han: bool) -> list[Item]:
    """The words, phrases and marks of a text, each with its concept."""
    found: list[Item] = []
    words: list[str] = []
    first = True
    for match in _RAW.finditer(text):
        if match["word"]:
            words.append(match["word"])
            continue
        found += _english(words, first=first and not found, han=han)
        words = []
        if match["han"]:
            found += _chinese(match["han"])
        elif match["stop"]:
            found.append(Item(match["stop"], "", ",", frozenset()))
        else:
            found.append(_known(match["sign"], _looked_up(match["sign"]) or (match["sign"],))[0])
    return found + _english(words, first=not found, han=han)


def _english(words: list[str], *, first: bool, han: bool) -> list[Item]:
    """Words between two marks, the longest known phrase at each place first."""
    table = concepts.table()
    split = [part for word in words for part in _parts(word)]
    stems = [concepts.stem(word.casefold()) for word in split]
    found: list[Item] = []
    at = 0
    while at < len(split):
        for size in range(min(table.words, len(split) - at), 0, -1):
            known = table.english.get(tuple(stems[at : at + size]))
            if size == 1:
                known = table.exact.get(split[at].casefold(), known)
            if known:
                text = " ".join(split[at : at + size]).casefold()
                found += _known(text, known)
                at += size
                break
        else:
            starts = first and not at
            found.append(_unknown(split[at], stems[at], starts=starts, han=han))
            at += 1
    return found


def _parts(word: str) -> list[str]:
    """A word, or the parts of a hyphenated one that holds words alone."""
    parts = word.split("-")
    return parts if all(one.isalpha() for one in parts) else [word]


def _known(text: str, keys: tuple[str, ...]) -> list[Item]:
    table = concepts.table()
    none: frozenset[str] = frozenset()
    return [Item(text, key, table.roles.get(key, ""), table.kinds.get(key, none)) for key in keys]


def _looked_up(form: str) -> tuple[str, ...] | None:
    table = concepts.table()
    return table.english.get(concepts.stems(form)) or table.chinese.get(form)


def _unknown(word: str, stem: str, *, starts: bool, han: bool) -> Item:
    """A word that is in no line of the table: a number, a path, a name, or any other."""
    low = word.casefold()
    if low in _ENGLISH_NUMERALS:
        return Item(low, str(_ENGLISH_NUMERALS[low]), "", frozenset({NUMBER}))
    if _THOUSANDS.fullmatch(word):
        low = low.replace(",", "")
    if _NUMBER_SHAPE.fullmatch(word):
        return Item(low, low, "", frozenset({NUMBER}))
    if _PATH_SHAPE.fullmatch(low):  # a program may be named as a file is: Fly.io
        as_name = word[0].isupper() and "/" not in word
        return Item(low, low, "", frozenset({PATH, NAME} if as_name else {PATH}))
    named = _COINED.match(word) or han or (word[0].isupper() and not starts)
    return Item(low, low if named else stem, "", frozenset({NAME}) if named else frozenset())


def _chinese(run: str) -> list[Item]:
    """A run of Chinese: at each place a number, a person, the longest known form, a character."""
    table = concepts.table()
    found: list[Item] = []
    at = 0
    while at < len(run):
        size = min(table.characters, len(run) - at)
        while size and run[at : at + size] not in table.chinese:
            size -= 1
        numeral = _NUMERAL.match(run, at)
        if size == 1 and run[at] in _SIDES and found and found[-1].role == concepts.DOING:
            found += _known(run[at], table.chinese[f"之{run[at]}"])
            at += 1
            continue
        if numeral and size <= 1 and run[numeral.end() : numeral.end() + 1] in tuple(_COUNTED):
            said = numeral.group()
            found.append(Item(said, _counted(said), "", frozenset({NUMBER})))
            at = numeral.end()
        elif size > 1 or (size and not _PERSON.match(run, at)):
            found += _known(run[at : at + size], table.chinese[run[at : at + size]])
            at += size
        elif _PERSON.match(run, at):
            found.append(Item(run[at : at + 2], run[at : at + 2], "", frozenset({NAME})))
            at += 2
        else:
            found.append(Item(run[at], run[at], "", frozenset({HAN})))
            at += 1
    return found


def _counted(numeral: str) -> str:
    """A Chinese numeral in digits: 三十 is 30, 一千二百 is 1200. One as 三百五 stays."""
    if len(numeral) > 1 and numeral[-1] in _DIGITS and numeral[-2] not in "零十":
        return numeral
    total, digit = 0, 0
    for one in numeral:
        if one in _DIGITS:
            digit = _DIGITS[one]
        else:
            total, digit = total + (digit or 1) * _TENS[one], 0
    return str(total + digit)


def clauses_of(items: list[Item]) -> list[list[Item]]:
    """The items between commas and before `but`; units that count nothing are plain words."""
    clauses: list[list[Item]] = [[]]
    for one in items:
        if one.role == "," or one.text in _BUT:
            clauses.append([])
            continue
        counts = bool(clauses[-1]) and NUMBER in clauses[-1][-1].kinds
        after = clauses[-1][-1].text if clauses[-1] else ""
        counts = counts or after == "个"
        if one.role == concepts.UNIT and not counts:
            kinds = frozenset() if one.text.isascii() else frozenset({HAN})
            key = one.key if one.kinds else one.text
            one = Item(one.text, key, "", one.kinds or kinds)  # noqa: PLW2901
        clauses[-1].append(one)
    return [clause for clause in clauses if clause]
