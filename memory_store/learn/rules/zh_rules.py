"""What Chinese speakers correct, prefer and demand: corrections, preferences, rules of work.

Each rule is a function of a statement and gives a verdict or None. Must not take a plain fact.
"""

from __future__ import annotations

from memory_store.learn.rules import shape, zh_clauses, zh_lasting, zh_left, zh_passing, zh_said
from memory_store.learn.rules.tables import has
from memory_store.learn.rules.verdict import OPINION, STATED, WORLD, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.learn.rules.statement import Statement

_RULE_CHARS = 8
_FUTURE_CHARS = 6
_TITLE_CHARS = 14
_PLACE_CHARS = 8
_FELT_CHARS = 7


def correction(said: Statement) -> Verdict | None:
    """不对，应该用……, 是 X 不是 Y, 别再用……: O where it instructs, else W."""
    flat = said.flat
    decided = has(flat, zh_said.WE_DECIDED) and not _is_opened(said)
    if (
        decided
        or has(flat, zh_left.MOMENTS)
        or zh_passing.is_of_lines(flat)
        or not (said.specific or zh_clauses.is_named(flat))
    ):
        return None
    kind = "" if has(flat, zh_said.SHOULD_SHOW) and not _is_opened(said) else _corrected(said)
    kind = OPINION if kind and zh_clauses.is_practice(flat) else kind
    return Verdict("correction", kind, STATED) if kind else None


def _corrected(said: Statement) -> str:
    """The kind of a correction; "" where it is none."""
    flat, opened = said.flat, _is_opened(said)
    opposed = has(flat, zh_said.CONTRASTS)
    if has(flat, zh_said.INSTRUCTED) and (said.specific or opened):
        return OPINION
    if opened and (opposed or said.specific):
        if has(flat, zh_said.INSTRUCTS) and not has(flat, zh_said.STATES):
            return OPINION
        if opposed or has(flat, zh_said.STATED):
            return WORLD
    known = said.specific or has(flat, zh_said.WHO)
    paired = known and opposed and _is_paired(flat, said.specific)
    return WORLD if paired and not has(flat, (",我不是", "不是吗")) else ""


def _is_opened(said: Statement) -> bool:
    """Whether it begins by calling something wrong: 不对，……."""
    first = said.whole.split(",")[1]
    return zh_said.CORRECTING.starts(said.whole) or has(first, zh_said.MISTAKEN)


def _is_paired(flat: str, specific: int) -> bool:
    """Whether it tells what is and what is not: 是 X，不是 Y."""
    head, negated, _ = flat.partition(",不是")
    if negated and ("是" in head or specific > 1):
        return True
    return ("不是" in flat and ",是" in flat) or "不在" in flat or "不叫" in flat


def preference(said: Statement) -> Verdict | None:
    """我喜欢……, 看不惯……, and how to answer: 回答简短一点."""
    flat = said.flat
    if has(flat, zh_said.NOT_LIKES) or has(flat, zh_said.VAGUE) or has(flat, zh_said.FULL_OF):
        return None
    manner = has(flat, zh_said.MANNERS) and not has(flat, zh_said.NOT_MANNERS)
    if has(flat, zh_said.LIKES) or has(flat, zh_said.LIKED):
        return Verdict("preference", OPINION, STATED)
    if any(_is_felt(part) or _is_maxim(part) for part in flat.split(",")):
        return Verdict("preference", OPINION, STATED)
    return Verdict("manner", OPINION, STATED) if manner and has(flat, zh_said.HOW) else None


def _is_felt(part: str) -> bool:
    """Whether it tells what the speaker likes of something: 我看代码喜欢自上而下."""
    at = min((part.find(one) for one in zh_said.FEELS if one in part), default=-1)
    return part.startswith("我") and 0 < at <= _FELT_CHARS and not has(part, zh_said.OF_OTHERS)


def _is_maxim(part: str) -> bool:
    """Whether it tells what to do wherever one can: 能用标准库解决的就别引第三方."""
    return part.startswith("能") and has(part, zh_said.MAXIMS) and not part.endswith("了")


def _is_of_language(part: str) -> bool:
    """Whether it tells which language texts are to be in: 报错信息写中文."""
    return has(part, zh_said.LANGUAGES) and has(part, zh_said.TEXTS) and not part.endswith("的")


def _is_uniform(part: str) -> bool:
    """Whether it tells how many or what all of a kind are: error code 统一 6 位."""
    head, same, rest = part.partition("统一")
    return bool(head and same) and rest[:1].isascii() and rest[:1].isalnum()


def lasting(said: Statement) -> Verdict | None:
    """以后……, 从现在起……, 下次……: with something after it."""
    found = zh_lasting.FUTURE.within(said.flat)
    if not found or has(said.flat, zh_lasting.NOT_FUTURE):
        return None
    rest = said.flat[min(map(said.flat.find, found)) :]
    alone = rest.startswith("以后,") or len(rest) <= _FUTURE_CHARS
    return None if alone else Verdict("rule", OPINION, STATED)


def hard_rule(said: Statement) -> Verdict | None:
    """What must or must not be, whatever it is about: 必须, 禁止, 一律, 团队约定."""
    flat = said.flat
    if said.specific and has(flat, zh_said.WE_DECIDED):
        return None
    if said.specific:
        flat = flat.replace("必须是", "必须")  # 必须是 2 的幂, not 必须是缓存的问题
    if has(flat, zh_lasting.NO_RULES) or has(flat, zh_left.SPANS) or len(flat) <= _RULE_CHARS:
        return None
    hard = has(flat, zh_lasting.HARD) or said.whole.startswith(zh_lasting.UNIFYING)
    return Verdict("rule", OPINION, STATED) if hard else None


def rule(said: Statement) -> Verdict | None:
    """How work is done, where it names what it is about: 公共组件不要写业务逻辑, 分支名都是……."""
    flat = said.flat
    if zh_clauses.is_time_off(flat):
        return Verdict("rule", OPINION, STATED)
    if has(flat, zh_lasting.NO_RULES) or has(flat, zh_left.SPANS):
        return None
    plain = any(_is_of_language(part) or _is_uniform(part) for part in flat.split(","))
    if plain or _is_titled(said.text) or _is_warning(said):
        return Verdict("rule", OPINION, STATED)
    if has(flat, zh_lasting.WORLDLY):
        return None
    limited = has(flat, zh_lasting.LIMITED) and has(
        flat, (*zh_lasting.WRITTEN_THINGS, "嵌套", "行")
    )
    never = "我们" in flat and has(flat, ("从不", "从来不"))
    instead = flat.startswith(",我们不") and has(flat, zh_lasting.INSTEAD)
    if (
        limited
        or never
        or instead
        or flat.startswith(zh_left.NO_MORE)
        or _is_condition(flat)
        or any(_is_rule(part) for part in flat.split(","))
    ):
        return Verdict("rule", OPINION, STATED)
    return None


def _is_titled(text: str) -> bool:
    """Whether it is called a convention of work: 分支命名规则：feature/xxx."""
    title, _, rest = text.replace(":", "：").partition("：")
    head = shape.chinese(title).strip(",")
    named = head.endswith(zh_lasting.TITLES) and len(head) <= _TITLE_CHARS
    about = has(head, zh_lasting.WRITTEN_THINGS) or has(head, zh_lasting.PRACTICES)
    return named and about and bool(rest.strip()) and not has(head, zh_lasting.NOT_TITLES)


def _is_warning(said: Statement) -> bool:
    """Whether somebody is told what not to do anywhere of a kind: 线上别开 debug 日志.

    Or what is not to get where all see it, be it a secret or something that one is warned of.
    """
    whole, flat = said.whole, said.flat
    if has(whole, zh_left.MOMENTS) or has(whole, zh_left.STEPS) or has(whole, zh_left.ORDERS):
        return False
    warned = said.sentence.lstrip(" -*").startswith(zh_lasting.WARNED)
    for word in zh_lasting.WARNED:
        flat = flat.replace(f",{word}", ",")
    if flat.startswith(zh_lasting.NOT_INTO) and has(flat, zh_lasting.SHARED):
        return has(flat, zh_lasting.SECRETS) or (warned and said.specific > 0)
    return any(_is_forbidden_there(part) for part in flat.split(","))


def _is_forbidden_there(part: str) -> bool:
    """Whether something is forbidden in a place that stands first, and no touching of it."""
    at = min((part.find(one) for one in zh_lasting.DIRECTED if one in part), default=-1)
    head, rest = part[: max(at, 0)], part[max(at, 0) :]
    placed = any(one.endswith(zh_lasting.WORLDLY_PLACES) for one in (head, head[:-1]))
    if not placed or len(head) > _PLACE_CHARS or part.endswith((*zh_lasting.TOUCHING, "了")):
        return False
    return has(rest, zh_lasting.TOPICS) or any(sign.isascii() and sign.isalpha() for sign in rest)


def _is_rule(part: str) -> bool:
    soft = has(part, zh_lasting.LASTING) and has(part, zh_lasting.WORK)
    if soft and has(part, zh_lasting.TOPICS):
        return True
    written = has(part, zh_lasting.WRITTEN_THINGS) and has(part, zh_lasting.WRITTEN)
    return written or _has_topic_in_front(part)


def _is_condition(flat: str) -> bool:
    """Whether one change always asks for another: 动了 proto 就要同步改版本号."""
    return flat.startswith(zh_lasting.CHANGES) and (
        has(flat, zh_lasting.THEN) or (flat.startswith(",每次") and ",先" in flat)
    )


def _has_topic_in_front(part: str) -> bool:
    """Whether a prohibition names first what it is about: 公共组件不要写业务逻辑."""
    for word in zh_lasting.NO_FORBIDDING:
        part = part.replace(word, "某")
    found = [part.find(one) for one in zh_lasting.FORBIDDING if one in part]
    head = part[: min(found)] if found else ""
    scoped = head.endswith(zh_lasting.WITHIN) and "这" not in head and "那" not in head
    topic = len(head) > 1 and (scoped or has(head, zh_lasting.TOPICS))
    return topic and not part.endswith(zh_lasting.TOUCHING)
