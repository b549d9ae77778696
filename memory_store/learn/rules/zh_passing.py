"""Tells Chinese sentences that hold for the moment by their form, which no phrase alone tells.

What is asked on a condition, ordered once, or over by now. Must not look at a single clause's
words where only the whole sentence tells.
"""

from __future__ import annotations

from memory_store.learn.rules import zh_lasting, zh_left
from memory_store.learn.rules.tables import has

_PARTICLES = "啊呀呢了吧嘛哦"
_DENIED = "不"
_ONCE = "一下"
_BEGINNING = ("从现在开始", "现在开始", "从现在起", "现在起")
_A_NOT_A = 3
_OVER_CHARS = 9
_ASKED_CHARS = 6


def is_passing(flat: str) -> bool:
    """Whether a flat sentence (`shape.chinese`) only asks, orders once or tells of what was."""
    parts = flat.strip(",").split(",")
    return _asks_on_condition(parts) or _is_once(flat) or _is_over(parts)


def is_of_lines(flat: str) -> bool:
    """Whether it is about a numbered line of a text: 第35行, 是35行."""
    clauses = (one for one in flat.split(",") if "行" in one)
    bare = ["".join(sign for sign in one if not sign.isdigit()) for one in clauses]
    if bare and all(one in zh_left.LINES for one in bare):
        return True
    _, found, rest = flat.partition("第")
    number = rest.partition("行")[0]
    return bool(found) and "行" in rest and number.isdecimal()


def _asks_on_condition(parts: list[str]) -> bool:
    """Whether it asks what were: 如果用 X，成本大概多少."""
    begun = (at for at, part in enumerate(parts) if part.startswith(zh_left.IF))
    first = next(begun, len(parts))
    return any(_asks(part) for part in parts[first:])


def _asks(part: str) -> bool:
    bare = part.rstrip(_PARTICLES)
    if part.endswith(("吗", "么", "呢")) or has(bare[-_ASKED_CHARS:], zh_left.HOW_MUCH):
        return True
    tail = bare[-_A_NOT_A:]
    return len(tail) == _A_NOT_A and tail[1] == _DENIED and tail[0] == tail[2]


def _is_once(flat: str) -> bool:
    """Whether something is to be done once, from now on: 从现在开始跑一下压测."""
    if "接下来" in flat and flat.rstrip(",").endswith(_ONCE):
        return True
    begun = min((flat.find(one) for one in _BEGINNING if one in flat), default=-1)
    rest = flat[begun:] if begun >= 0 else ""
    return _ONCE in rest and not has(rest, zh_lasting.EACH_TIME)


def _is_over(parts: list[str]) -> bool:
    """Whether what was is no more, and nothing is in its place: 以前用 SVN，现在早不用了."""
    last = parts[-1]
    ended = last.endswith(zh_left.NO_LONGER) and len(last) <= _OVER_CHARS
    return len(parts) > 1 and ended and parts[0].removeprefix("我们").startswith(zh_left.FORMERLY)
