"""Tells how a newer statement relates to an older one: same, replacing, a plan, or different.

First whether both speak of one thing (`difference`), then whether words of change stand there.
Must not look for the older statement or write.
"""

from __future__ import annotations

from memory_store.facts import difference, statement, units, vocabulary
from memory_store.journal import fields
from memory_store.store import expressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.facts.difference import Run, Side
    from memory_store.facts.statement import Statement

SAME, REPLACES, PLAN, DIFFERENT = "same", "replaces", "plan", "different"
AMENDS, CONFLICTS = "amends", "conflicts"

_TAKING_BACK = frozenset(("correcting", "ending"))
_SIGNS = expressions.compiled(r"[^\w]+")
_POLITE = expressions.compiled(
    r"^(?:please|pls|请|麻烦)[,，]? ?(?!求)|[,，]? ?(?:please|pls|thanks|谢谢)[.。!！]*$"
)
_STOPS = " .。!！"  # signs at the end of a statement
_SHARED = 0.75  # of the terms of two that say the same
_FRAME = 2  # words that both have before what they end in
_BESIDES = (
    2.5  # words of the older one, its value among them: run npm run lint is a rule of its own
)
_ARTICLES = frozenset("the our all any a an".split())
_WITHIN = frozenset("for in on at when within".split())
_COVERED, _TOUCHED = 0.6, 0.5  # of the topic of the newer one, and of the older one


def relation(older: str, newer: str) -> str:
    """How a newer statement relates to an older one.

    Args:
        older: a statement in English, Chinese or both.
        newer: one that was made later.

    Returns:
        SAME: nothing but case, blanks or signs differs. REPLACES: it takes the older one's place.
        PLAN: it will, on a day to come. AMENDS: it takes the place of a part of it.
        CONFLICTS: without words of change, it says of one thing what excludes the older one.
        DIFFERENT: both hold, as far as their words tell.
    """
    if bare(older) == bare(newer):
        return SAME
    before, after = statement.read(older), statement.read(newer)
    if "naming" in before.marks & after.marks:
        return REPLACES  # a person goes by one name
    is_open = {"planning", "doubting"} & before.marks or "doubting" in after.marks
    if is_open or _are_of_two(before, after):
        return DIFFERENT
    changed, untouched = _parts(before, after)
    if not changed:
        return CONFLICTS if _conflict(before, after) else DIFFERENT
    is_plan = "planning" in after.marks and "correcting" not in after.marks
    if untouched:
        return DIFFERENT if is_plan else AMENDS
    return PLAN if is_plan else REPLACES


def may_change(older: str, newer: str) -> bool:
    """Whether a newer statement can do anything to an older one; most end here, unread.

    They have to share a word or a value of a class, or both to name a person.
    """
    after = statement.read(newer)
    if "naming" in after.marks:
        return True
    text = statement.spelled(older)
    kinds = {units.kind_of(value) for value in after.values}
    return any(map(text.count, after.terms)) or any(
        any(map(text.count, units.members(kind))) for kind in kinds if kind > 0
    )


def _are_of_two(before: Statement, after: Statement) -> bool:
    """Whether both begin with two things of a kind, also where other clauses follow."""
    return difference.begin_apart(difference.of(before, after), difference.of(after, before))


def _parts(before: Statement, after: Statement) -> tuple[bool, bool]:
    """Whether the newer statement changes something of the older one, and leaves something."""
    clauses = list(map(statement.read, statement.clauses(after.written)))
    said = [after, *clauses]
    is_over = len(clauses) == 1 or _TAKING_BACK & after.marks
    if not is_over and any(_says_already(before, one) for one in clauses):
        return False, False
    parts = [one for one in map(statement.read, statement.parts(before.written)) if one.terms]
    changed = [one for one in parts if any(_changes(one, each, after) for each in said)]
    kept = [one for one in parts if one not in changed]
    left = [one for one in kept if difference.of(one, after).covered(None) < _TOUCHED]
    is_whole = any(_changes(before, each, after) for each in said)
    return is_whole or bool(changed), bool(left) or _is_narrower(before, clauses)


def _says_already(before: Statement, clause: Statement) -> bool:
    """Whether the older statement has what a clause changes to: 换成 pnpm, where pnpm stands."""
    return bool(clause.changes and clause.terms and not difference.of(clause, before).runs)


def _conflict(before: Statement, after: Statement) -> bool:
    """Whether two statements say two things of one that exclude each other: English, French."""
    old, new = difference.of(before, after), difference.of(after, before)
    is_turned = "denying" in before.marks ^ after.marks
    if "adding" in after.marks or is_turned or len(old.runs) != 1 or not new.runs:
        return is_turned and bool(old.shared) and not (old.runs or new.runs)
    runs = old.runs + new.runs
    alike = frozenset.intersection(*(run.kinds for run in runs))  # long and detailed
    kinds = {kind for kind in alike if kind > 0 or (kind == units.NUMBER and len(new.runs) == 1)}
    is_one = "denying" not in after.marks and not any(run.has_words for run in runs)
    is_slot = kinds != {units.NUMBER} or difference.are_but_for(
        before, after, old.runs[0].pieces, new.runs[0].pieces
    )
    return is_one and is_slot and bool(kinds) and not difference.are_apart(old, new)


def shared(older: str, newer: str) -> int:
    """How many terms two statements share."""
    return len(statement.read(older).terms & statement.read(newer).terms)


def are_of_two(one: str, other: str) -> bool:
    """Whether two statements speak of two subjects of a kind."""
    first, second = statement.read(one), statement.read(other)
    return difference.are_apart(difference.of(first, second), difference.of(second, first))


def _changes(before: Statement, after: Statement, whole: Statement) -> bool:
    """Whether a clause of the newer statement changes a clause of the older one."""
    old, new = difference.of(before, after), difference.of(after, before)
    is_turned = "denying" in before.marks ^ after.marks
    is_denied = is_turned and bool(new.runs)  # 9464, not 9100
    is_said = bool(after.changes - before.changes or _TAKING_BACK & after.marks)
    is_hinted = is_denied or "planning" in after.marks
    is_now = bool(after.weak_changes - before.weak_changes)
    is_hinted |= is_now
    if not (is_said or is_hinted) or "adding" in after.marks:
        return False
    if any(
        difference.are_apart(one, new) for one in (old, difference.of(before, after, whole.terms))
    ):
        return False
    if _are_beside(before, after, old, new):
        return False
    is_same = bool(after.values) and after.values <= before.values
    if is_same or not (old.runs or new.runs):
        is_turned &= "denying" in after.marks or is_said or is_now
        return is_turned or bool(_TAKING_BACK & after.marks)
    if _is_framed(old, new, points="pointing" in after.marks):
        return True
    return _says_otherwise(before, after, old, new, is_said=is_said)


def _are_beside(before: Statement, after: Statement, old: Side, new: Side) -> bool:
    """Whether both say of two things what each allows, asks for or ends.

    Who forbids one thing may ask for another; and what is over for queues, or for guests, is not
    for sessions and for admins.
    """
    if "ending" in after.marks:
        return any(run.is_last or not run.begin for run in old.runs) and _scope(after, new)
    is_allowed = "denying" in before.marks and "denying" not in after.marks
    return is_allowed and bool(old.runs and new.runs)


def _scope(after: Statement, new: Side) -> bool:
    """Whether what is over is said of something that the other statement lacks: in tests, for AWS.

    A value takes a value's place. A reason and a time are no scope: it was slow, after the outage.
    """
    end = vocabulary.pattern("ending").search(after.text)
    return not any(run.kinds for run in new.runs) and any(
        run.words() >= 1 and end is not None and _is_scope(after.text, run, end.start())
        for run in new.runs
    )


def _is_scope(text: str, run: Run, end: int) -> bool:
    """Whether a run of a text whose word of an end is at `end` is a subject, or tells where."""
    first = run.pieces[0]
    if not first.isascii():
        return not run.begin or text.find("".join(run.pieces)) > end + 1
    before = [one for one in text[: text.find(first)].split() if one not in _ARTICLES]
    return before[-1] in _WITHIN if before else not run.begin


def _is_narrower(before: Statement, clauses: list[Statement]) -> bool:
    """Whether a statement is over in some of its cases alone."""
    over = [one for one in clauses if "ending" in one.marks]
    return bool(over) and all(
        _scope(one, difference.of(one, before)) and not difference.of(before, one).runs
        for one in over
    )


def _is_framed(old: Side, new: Side, *, points: bool) -> bool:
    """Whether two statements are one but for their ends: is called master, is now called main.

    The newer one may only point at what it is about: it is now called main.
    """
    least = 1 if points else _FRAME
    is_one = len(new.runs) == 1 and len(old.runs) <= 1 + points
    ends = [*old.runs[-1:], *new.runs]
    return is_one and new.shared >= least and all(one.follows and one.is_last for one in ends)


def _says_otherwise(
    before: Statement, after: Statement, old: Side, new: Side, *, is_said: bool
) -> bool:
    """Whether a clause says of the same thing another value, or that it is over."""
    gone, value = old.value(), new.value()
    named = set(map(units.kind_of, before.values.intersection(after.units)))
    were = (gone.kinds if gone else frozenset()) | named
    kinds = were & (value.kinds if value else frozenset())
    is_amount = value is not None and value.kinds == {units.NUMBER}
    if not (is_said or kinds) or (is_amount and not kinds):
        return False
    if not new.shared:  # No, use spaces: where tabs stands, and little else
        is_all = old.own_words() <= _BESIDES and "denying" not in before.marks
        return is_all and len(new.runs) == 1 and any(kind > 0 for kind in kinds)
    is_alike = bool(kinds) or not (were or (value and value.kinds))
    is_alike |= bool(named and value and value.kinds)
    if not is_alike or ("ending" in after.marks and not named):
        value = None
    return new.covered(value) >= _COVERED


def gives_otherwise(older: str, newer: str) -> bool:
    """Whether a newer statement has words of change and another value of the older one's kind."""
    before, after = statement.read(older), statement.read(newer)
    kinds = [{units.kind_of(one) for one in each.values} - {0} for each in (before, after)]
    is_said = bool(after.changes | after.weak_changes) and "doubting" not in after.marks
    return is_said and bool(set.intersection(*kinds)) and before.values != after.values


def says_again(older: str, newer: str) -> bool:
    """Whether two statements have the same values and nearly the same words in one order."""
    if bare(older) == bare(newer):
        return True
    if max(len(older), len(newer)) > statement.READ_CHARS:
        return False
    first, second = statement.read(older), statement.read(newer)
    return _are_of_one(first, second) and (_is_within(first, second) or _is_within(second, first))


def may_be_same(older: str, newer: str) -> bool:
    """Whether two statements that are near by meaning can mean the same.

    They have the same values and denials, and not one thing in another's place.
    """
    if max(len(older), len(newer)) > statement.READ_CHARS:
        return False
    first, second = statement.read(older), statement.read(newer)
    return _are_of_one(first, second) and not difference.are_swapped(first, second)


def _are_of_one(first: Statement, second: Statement) -> bool:
    turned = {"denying", "planning"} & (first.marks ^ second.marks)
    return first.values == second.values and not turned


def bare(text: str) -> str:
    """A text without case, width, blanks and signs, to compare statements that say the same."""
    return _SIGNS.sub("", plain(text))


def plain(text: str) -> str:
    """A text as it is compared for equality, without words that only ask nicely: please, 请."""
    return _POLITE.sub("", fields.sameness(text)).rstrip(_STOPS)


def _is_within(few: Statement, many: Statement) -> bool:
    """Whether all units stand among others, in their order, and make up most of their terms."""
    rest = iter(many.units)
    is_there = bool(few.units) and all(unit in rest for unit in few.units)
    return is_there and len(few.terms) >= _SHARED * len(many.terms)
