"""Gives back to a statement the clauses without which it would say something else.

What is said in steps (first …, then …; 先……，再……) is kept with all of them, and nothing is cut
out of its middle. Must not judge what a clause is worth.
"""

from __future__ import annotations

from memory_store.learn.rules import canon, shape, zh_left
from memory_store.learn.rules.tables import has

_NEXT = (
    "then ",
    "and then ",
    "finally ",
    "and finally ",
    "after that ",
    "followed by ",
    "before ",
)
_NEXT_ZH = ("再", "然后", "最后", "接着", "随后", "其次", "之后再", "继续用", "继续走",
            "才", "换成", "改回", "换回", "改用")  # fmt: skip
_FIRST_ZH = ("先", "首先")
_NOW_ZH = ("一下", "帮", "看看", "吧", "了", "我")
_STEP_WORDS = 4


def of(every: list[str], parts: list[str]) -> list[str]:
    """The clauses from the first to the last that count, with the steps that belong to them.

    Args:
        every: the clauses of a sentence.
        parts: those of them that count, in their order.

    Returns:
        The clauses to be shown; none where they are steps that do not fit into a fact.
    """
    if not parts or parts[0] not in every or parts[-1] not in every:
        return parts
    first, last = every.index(parts[0]), every.index(parts[-1])
    momentary = (at for at in range(first, last) if every[at] not in parts and _is_now(every[at]))
    last = _end(every, next(momentary, last + 1) - 1)
    while first and (_goes_on(every[first]) or _is_listed(every[first - 1], every[first])):
        first -= 1
    shown = every[first : last + 1]
    if len("".join(shown).strip()) <= canon.LONGEST:
        return shown
    return [] if any(_goes_on(one) for one in shown) else parts


def begins_steps(part: str) -> bool:
    """Whether a clause gives the first step or a further one: 先跑 lint, `then deploy`."""
    return _goes_on(part) or (part.lstrip().startswith(_FIRST_ZH) and not _is_now(part))


def _end(every: list[str], last: int) -> int:
    """Where the steps behind a clause end; itself where there are none."""
    for at in range(last + 1, len(every)):
        if begins_steps(every[at]):
            last = at
        elif len(every[at].split()) > _STEP_WORDS or shape.is_chinese(every[at]):
            break
    return last


def _is_listed(before: str, part: str) -> bool:
    """Whether what is before a colon names the steps behind it."""
    return before.rstrip().endswith((":", "：")) and begins_steps(part)


def _goes_on(part: str) -> bool:
    """Whether a clause is a step after another one, and no order of the moment."""
    bare = part.strip()
    return bare.lower().startswith(_NEXT) or (bare.startswith(_NEXT_ZH) and not _is_now(bare))


def _is_now(part: str) -> bool:
    flat = shape.chinese(part)
    moment = has(flat, zh_left.SPANS) or has(flat, zh_left.MOMENTS)
    return moment or any(one in part for one in _NOW_ZH)
