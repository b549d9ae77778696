"""What Chinese speakers tell: decisions, changes, people, and plain facts of a project.

Each rule is a function of a statement and gives a verdict or None. Must not take a rule of work.
"""

from __future__ import annotations

from memory_store.learn.rules import zh_clauses, zh_lasting, zh_said
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


def firm_decision(said: Statement) -> Verdict | None:
    """我们决定……, 定了……, 就用……, 不做……了: about something that is named."""
    flat = said.flat
    given_up = any(_is_given_up(part) for part in flat.split(","))
    if has(flat, zh_said.NOT_DECIDED) or not (has(flat, zh_said.STRONG_DECIDED) or given_up):
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
    told = has(flat, zh_said.WAS_DONE) and has(said.whole, zh_said.DONE_MARKS)
    if not told or has(flat, zh_said.SMALL_DONE):
        return None
    named = said.specific or (zh_clauses.is_named(flat) and not has(flat, zh_said.UNDONE))
    return Verdict("done", BIOGRAPHY, DONE) if named else None


def person(said: Statement) -> Verdict | None:
    """What somebody is, uses or knows, and others' parts: 负责人是周敏."""
    flat = said.flat
    if ",我在" in flat and not has(flat, zh_said.PLACES):
        return None
    told = has(flat, zh_said.PEOPLE) and not has(flat, zh_said.NOT_PEOPLE)
    learns = flat.startswith(",我") and has(flat, zh_said.BEGINNER)
    parts = any(_is_part(flat, one) for one in zh_said.WHO.within(flat))
    if told or learns or parts or has(flat, zh_said.MAINTAINS):
        return Verdict("person", WORLD, DONE)
    return None


def fact(said: Statement) -> Verdict | None:
    """A plain statement about the project or its surroundings, by the sum of its signs.

    It has a verb of state (1), nouns of projects (2 at most), specific words (2 at most), words
    that say it lasts (1) or that it is ours (1), and may be called worth knowing (1); it needs
    four of these.
    """
    flat = said.flat
    theirs = flat.startswith(zh_lasting.OTHERS) and not flat.startswith(",我们")
    if theirs or not has(_without_false_verbs(flat), zh_lasting.STATIVES):
        return None
    nouns = len(zh_lasting.NOUNS.within(flat)) + _has_latin_noun(flat)
    if not nouns and not (said.specific and has(flat, zh_lasting.DEFINING)):
        return None
    needs = _NEEDS + said.more + 2 * flat.startswith(zh_lasting.POINTING)
    score = 1 + min(_MOST_COUNTED, nouns) + min(_MOST_COUNTED, said.specific)
    score += has(flat, zh_lasting.DURABLE) + has(flat, zh_lasting.STRONG)
    score += has(said.sentence, zh_lasting.NOTICES)
    kind = OPINION if zh_clauses.is_practice(flat) else WORLD
    return Verdict("fact", kind, INFERRED, score - needs) if score >= needs else None


def _is_given_up(part: str) -> bool:
    """Whether something is no longer done: 不做微服务了."""
    pointing = part.startswith(("这个", "这次", "那个"))
    return part.endswith("了") and has(part, zh_said.GIVEN_UP) and not pointing


def _is_part(flat: str, who: str) -> bool:
    rest = flat[flat.find(who) + len(who) :]
    return rest.startswith(zh_said.IS_WHO) and len(rest) > _NAME_CHARS


def _without_false_verbs(flat: str) -> str:
    for word in zh_lasting.NO_STATIVES:
        flat = flat.replace(word, "某")
    return flat


def _has_latin_noun(flat: str) -> bool:
    latin = "".join(sign if sign < "\u2e80" else " " for sign in flat.replace(",", " "))
    return any(word in zh_lasting.LATIN_NOUNS for word in latin.split())
