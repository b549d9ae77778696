"""The clause of a statement that tells its point, without the reasons and the rest behind it.

Pure. Must not cut off what limits the point: a condition, a place, an exception.
"""

from __future__ import annotations

import functools

from memory_store.learn import concepts, statement, words
from memory_store.learn.rules import shape

_ENDS = " \t,;:.!，；：。！"
_REASONS = ("因为", "由于", "毕竟", "because ", "since ", "as ")
_LIMITS = frozenset(
    {"in", "for", "on", "at", "of", "within", "inside", "under", "where", "with", "only", "来"}
    | {"上", "下", "内", "except", "除了", "只能"}
)
_LIMITING = (
    "环境", "测试", "生产", "线上", "预发", "开发", "本地", "不变", "不动", "不改", "除外", "照旧",
    "的话", "时", "staging", "production", "prod ", "local", "unchanged", "stay", "keep",
)  # fmt: skip


@functools.lru_cache(maxsize=1024)
def of(text: str, older: str = "") -> str:
    """The point of a statement whose other clauses give reasons; "" where they may limit it.

    Of 提交信息改成英文吧，海外同事看不懂: 提交信息改成英文吧. The point stands first, and a reason
    names nothing but what it or the older statement names.
    """
    point, behind = _parted(text)
    known = statement.read(point).keys() | statement.read(older).keys() if behind else frozenset()
    return point if all(_is_reason(one, known) for one in behind) else ""


@functools.lru_cache(maxsize=1024)
def first(text: str) -> str:
    """What a statement says first; "" where its other clauses may limit it.

    Of 提交信息统一用中文写，格式是「模块: 说明」: 提交信息统一用中文写.
    """
    point, behind = _parted(text)
    return "" if any(_limits(one) or _is_bound(one) for one in behind) else point


@functools.lru_cache(maxsize=1024)
def demand(text: str) -> str:
    """What a statement demands first, if its other clauses tell what is done instead, or why.

    Of 提交前不用跑全量测试了，只跑单元测试: 提交前不用跑全量测试了.
    """
    point, behind = _parted(text)
    return "" if any(map(_is_bound, behind)) else point


def _parted(text: str) -> tuple[str, list[str]]:
    """The first clause that speaks of something, and those behind it."""
    parts = [one.strip(_ENDS) for one in shape.clauses(text)]
    parts = [one for one in parts if one]
    while len(parts) > 1 and not statement.read(parts[0]).tokens:
        del parts[0]  # 更正一下, `actually`
    return (parts[0], parts[1:]) if parts else ("", [])


def _is_reason(clause: str, known: frozenset[str]) -> bool:
    """Whether a clause only tells why, or what is wrong with what was: it names nothing new."""
    stated = statement.read(clause)
    names = {one.key for one in stated.tokens if one.kinds - {words.HAN}}
    low = f"{clause.lower()} "
    speaks = stated.negative or low.startswith(_REASONS) or "太" in low or " too " in low
    return speaks and names <= known and not _limits(clause) and not _is_bound(clause)


def _limits(clause: str) -> bool:
    """Whether a clause may tell where or for what alone the point holds."""
    told = [item for part in statement.read(clause).clauses for item in part]
    return any(one.key in _LIMITS for one in told) or any(map(clause.lower().count, _LIMITING))


def _is_bound(clause: str) -> bool:
    """Whether a clause tells a condition, a doubt or an exception."""
    roles = statement.read(clause).roles
    return bool(roles & {concepts.BINDING, concepts.DOUBT})
