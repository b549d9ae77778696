"""What Chinese speakers tell: decisions, changes, people, and plain facts of a project.

Each rule is a function of a statement and gives a verdict or None. Must not take a rule of work.
"""

from __future__ import annotations

from memory_store.learn.rules import zh_clauses, zh_lasting, zh_left, zh_said
from memory_store.learn.rules.tables import has
from memory_store.learn.rules.verdict import (
    BIOGRAPHY,
    DECIDED,
    DONE,
    INFERRED,
    OPINION,
    WORLD,
    Verdict,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.learn.rules.statement import Statement

_NEEDS = 4
_MOST_COUNTED = 2
_NAME_CHARS = 3
_CARE_CHARS = 8


def firm_decision(said: Statement) -> Verdict | None:
    """我们决定……, 定了……, 就用……, 不做……了: about something that is named."""
    flat = said.flat
    given_up = any(_is_given_up(part) for part in flat.split(","))
    firm = has(flat, zh_said.STRONG_DECIDED) or given_up or zh_clauses.is_confirmed(flat)
    if has(flat, zh_said.NOT_DECIDED) or not firm:
        return None
    named = said.specific or zh_clauses.is_named(flat) or has(flat, zh_lasting.TOPICS)
    return Verdict("decision", WORLD, DECIDED) if named else None


def decision(said: Statement) -> Verdict | None:
    """Weaker words of choice, with a name: 换成 X, 先做 X."""
    flat = said.flat
    if has(flat, zh_said.NOT_DECIDED) or not said.specific or not has(flat, zh_said.DECIDED):
        return None
    kind = OPINION if zh_clauses.is_practice(flat) else WORLD
    return Verdict("decision", kind, DECIDED)


def dated(said: Statement) -> Verdict | None:
    """A completed change with its time: 上个月我们把 X 换成了 Y."""
    return done(said) if has(said.whole, zh_said.WHEN) else None


def done(said: Statement) -> Verdict | None:
    """A completed change of lasting effect: 迁到了 X, X 已下线, 小王离职了."""
    flat = said.flat
    changed = [one for one in flat.split(",") if _is_changed(one)]
    small = all(has(one, zh_said.SMALL_DONE) for one in changed)
    told = changed and has(said.whole, zh_said.DONE_MARKS)
    if not told or small or has(flat, zh_left.TROUBLE):
        return None
    if has(flat, zh_said.TO_COME) and "了" not in flat:
        return None
    named = said.specific or (zh_clauses.is_named(flat) and not has(flat, zh_said.UNDONE))
    return Verdict("done", BIOGRAPHY, DONE) if named else None


def _is_changed(part: str) -> bool:
    return has(part, zh_said.WAS_DONE) or _is_exchange(part) or _is_set(part)


def _is_set(part: str) -> bool:
    """Whether a named attribute has another value now: 网关端口改成 9090 了."""
    verb = next((one for one in zh_said.SET if one in part), "\0")
    head, _, value = part.partition(verb)
    named = has(head, zh_lasting.NOUNS) and not head.startswith(zh_said.OF_SPEAKERS)
    return part.endswith("了") and named and value[:1].isascii() and value[:1].isalnum()


def _is_exchange(part: str) -> bool:
    """Whether one named thing took another's place: 鉴权从 session 改 JWT 了."""
    _, begun, rest = part.partition("从")
    old, _, new = rest.partition(next((one for one in zh_said.EXCHANGED if one in rest), "\0"))
    named = old.isascii() and new[:1].isascii() and new[:1].isalnum()
    return bool(begun) and part.endswith("了") and bool(old) and named


def part(said: Statement) -> Verdict | None:
    """Whose a thing is: 负责人是周敏, 归老赵管, 由平台组负责."""
    flat = said.flat
    cared = any(
        0 <= flat.find(verb, flat.find(by)) - flat.find(by) <= _CARE_CHARS
        for by, verb in zh_said.CARED
        if by in flat
    )
    parts = any(_is_part(flat, one) for one in zh_said.WHO.within(flat))
    return Verdict("person", WORLD, DONE) if cared or parts else None


def person(said: Statement) -> Verdict | None:
    """What somebody is, uses or knows, and others' parts: 负责人是周敏."""
    flat = said.flat
    if ",我在" in flat and not has(flat, zh_said.PLACES):
        return None
    told = has(flat, zh_said.PEOPLE) and not has(flat, zh_said.NOT_PEOPLE)
    learns = flat.startswith(",我") and has(flat, zh_said.BEGINNER)
    if told or learns or has(flat, zh_said.MAINTAINS):
        return Verdict("person", WORLD, DONE)
    return None


def fact(said: Statement) -> Verdict | None:
    """A plain statement about the project or its surroundings, by the sum of its signs.

    It has a verb of state (1), nouns of projects (2 at most), specific words (2 at most), words
    that say it lasts (1) or that it is ours (1), and may be called worth knowing (1); it needs
    four of these. A list of what a project is made of (技术栈：……) needs two names alone.
    """
    flat = said.flat
    if flat.startswith(zh_lasting.STACKS) and said.specific > 1:
        return Verdict("fact", WORLD, INFERRED, 1)
    theirs = flat.startswith(zh_lasting.OTHERS) and not flat.startswith(",我们")
    if theirs or _is_wish(flat) or not zh_clauses.states(flat):
        return None
    nouns = len(zh_lasting.NOUNS.within(flat)) + _has_latin_noun(flat)
    placed = has(flat, zh_lasting.DEFINING) or has(flat, zh_lasting.RUNNING)
    if not nouns and not (said.specific and placed):
        return None
    needs = _NEEDS + said.more + 2 * flat.startswith(zh_lasting.POINTING)
    score = 1 + min(_MOST_COUNTED, nouns) + min(_MOST_COUNTED, said.specific)
    score += has(flat, zh_lasting.DURABLE) + has(flat, zh_lasting.STRONG)
    score += has(said.sentence, zh_lasting.NOTICES)
    kind = OPINION if zh_clauses.is_practice(flat) else WORLD
    return Verdict("fact", kind, INFERRED, score - needs) if score >= needs else None


def _is_wish(flat: str) -> bool:
    """Whether it names first what is to be changed now: 重试次数做成可配置, 颜色再深一点."""
    more = "再" in flat and flat.endswith(zh_left.SLIGHTLY)
    return more or has(flat, zh_left.BE_MADE) or has(flat, zh_said.SHOULD_SHOW)


def _is_given_up(part: str) -> bool:
    """Whether something is no longer done: 不做微服务了."""
    pointing = part.startswith(("这个", "这次", "那个"))
    return part.endswith("了") and has(part, zh_said.GIVEN_UP) and not pointing


def _is_part(flat: str, who: str) -> bool:
    rest = flat[flat.find(who) + len(who) :]
    return rest.startswith(zh_said.IS_WHO) and len(rest) > _NAME_CHARS


def _has_latin_noun(flat: str) -> bool:
    latin = "".join(sign if sign < "\u2e80" else " " for sign in flat.replace(",", " "))
    return any(word in zh_lasting.LATIN_NOUNS for word in latin.split())
