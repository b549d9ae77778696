"""Finds the lines that say who wrote what follows and when: `Bob 10:32 AM`, `asked 3 years ago`.

Must not read the words behind such a line.
"""

from __future__ import annotations

import itertools

from memory_store.language import assent, phrases

_PHRASES = phrases.beside(__file__)
_MOST_CHARS, _NAME_WORDS, _HAN_NAME = 100, 4, 12
_SURNAMED = 4
_SPEAKERS = 2
_TELLING_WHEN = (*"0123456789", "oday", "esterday", "昨天", "今天")
_STOPS = "。.!！?？:：;；,，"
_AROUND = "[]()（）【】<>,，·•—–-|"
_PARTING = "\t—·•|"
_FIRST_HAN = "\u4e00"
_DATE_PARTS, _CLOCK_PARTS = 3, (2, 3)
_DIGITS = 4  # of a year
_ENDS_OF_SPANS = ("前", "ago")


def is_byline(line: str) -> bool:
    """Whether a short line is a name and a time, or a time alone."""
    words, times = _parted(line)
    if not times or line[-1] in _STOPS or _is_any(words, "no names"):
        return False
    is_parted = "  " in line or any(map(line.count, _PARTING))
    return not words or is_name(" ".join(words)) or (is_parted and len(words) == 1)


def is_dated(line: str) -> bool:
    """Whether a short line ends in a day: Meeting notes 2026-11-20."""
    return len(line) <= _MOST_CHARS and _is_date(line.rpartition(" ")[2].strip(_AROUND))


def publishes(line: str) -> bool:
    """Whether a short line tells that somebody wrote something, and when."""
    if line.startswith(_PHRASES["signs of what is above"]):
        return True
    if len(line) > _MOST_CHARS or line[-1] in "。!！?？:：":
        return False
    low = line.lower()
    if _PHRASES.stand_in(low, "page signs"):
        return True
    words, times = _parted(line)
    is_published = _is_any(words, "publishing") or _PHRASES.stand_in(low, "publishing in Chinese")
    is_ago = "ago" in times and any(map(line.count, _PARTING))
    return bool(times) and (is_published or is_ago) and not _is_any(words, "no authors")


def is_said_at(line: str) -> bool:
    """Whether a line is one message behind its time: `[10:32] bob: …`."""
    head, _, said = line.replace("：", ": ").partition(": ")
    words, times = _parted(head) if said.strip() else ([], [])
    return any(map(is_clock, times)) and is_name(" ".join(words) or "X")


def speaker(line: str) -> str:
    """The Chinese name, or the role in a talk, before a line's colon: 王磊：…, User: …; or ""."""
    name, colon, _ = line.replace("：", ":").partition(":")
    is_named = 1 < len(name) <= _SURNAMED and name[0] in _PHRASES["surnames"]
    is_role = name.strip(_AROUND).lower() in _PHRASES["roles"]
    return name if colon and (is_named or is_role) else ""


def talk(lines: list[str]) -> int:
    """How many lines of a paragraph are turns of a talk: `Tom: use bun` and `Ann: ok`.

    Each begins with a name, and one only agrees, asks, calls another by name, or speaks again.
    """
    parted = (line.replace("：", ":").partition(":") for line in lines)
    turns = [*itertools.takewhile(lambda one: one[1] and is_name(one[0]), parted)]
    names = [name.strip() for name, _, _ in turns]
    if len({*names}) < _SPEAKERS or len(names[0].split()) > _SPEAKERS:
        return 0
    said = [rest.strip() for _, _, rest in turns]
    calls = any(
        one.startswith(name)
        for one, own in zip(said, names, strict=True)
        for name in names
        if name != own
    )
    answers = any(one and (assent.is_all(one) or one[-1] in "?？") for one in said)
    return len(turns) if calls or answers or len({*names}) < len(names) else 0


def calls_others(line: str) -> bool:
    """Whether a line begins with somebody's name, as chats call people: `@张三 …`, `@all …`."""
    name, _, said = line[1:].partition(" ")
    is_han = not name.isascii() and is_name(name)
    return line[:1] == "@" and bool(said) and (is_han or name.lower() in _PHRASES["everybody"])


def is_name(text: str) -> bool:
    """Whether a few words may be a person's or a page's name: capitals, a handle, some Han."""
    words = [*filter(None, (one.strip(_AROUND) for one in text.split()))]
    if not 0 < len(words) <= _NAME_WORDS or text[-1] in _STOPS:
        return False
    if not text.isascii() and any(sign >= _FIRST_HAN for sign in text):
        return len(text) <= _HAN_NAME and not _PHRASES.stand_in(text, "no Han names")
    return all(one[0].isupper() or one[0] == "@" for one in words) or (
        len(words) == 1 and (not words[0].islower() or any(map(words[0].count, "._")))
    )


def is_clock(word: str) -> bool:
    """Whether a word is a time of the day: 10:32, 9:05:11."""
    parts = word.strip(_AROUND).split(":")
    return len(parts) in _CLOCK_PARTS and all(map(_is_number, parts))


def _is_any(words: list[str], name: str) -> bool:
    return any(one.lower() in _PHRASES[name] for one in words)


def _parted(line: str) -> tuple[list[str], list[str]]:
    """The words of a short line that are no times, and its times; nothing where it has none."""
    if len(line) > _MOST_CHARS or not any(map(line.count, _TELLING_WHEN)):
        return [], []
    raw = [one.strip(_AROUND) for one in line.replace("（", " （").replace("(", " (").split()]
    raw = [one for one in raw if one and not (one[0] == one[-1] == ":")]
    words: list[str] = []
    times: list[str] = []
    for word in raw:
        low = word.lower()
        is_month = low in _PHRASES["months"] and word[0].isupper()
        is_day = low in _PHRASES["days"] or low.endswith(_ENDS_OF_SPANS)
        if is_month or is_day or is_clock(word) or _is_date(word):
            times.append(word)
        elif not low.isdigit() and low not in _PHRASES["spans"]:
            words.append(word)
    return words, times


def _is_date(word: str) -> bool:
    """Whether a word is a day: 2025-11-03, 11/4/2025, 2025年11月3日, 11月3日."""
    plain = word
    for sign in "年月/.":
        plain = plain.replace(sign, "-")
    parts = [one for one in plain.replace("日", "").replace("号", "").split("-") if one]
    is_counted = len(parts) == _DATE_PARTS or (len(parts) == _DATE_PARTS - 1 and "月" in word)
    return is_counted and all(map(_is_number, parts))


def _is_number(part: str) -> bool:
    return part.isdigit() and len(part) <= _DIGITS
