"""Whether a newer statement takes an older one's place: another value of the same attribute.

Pure, and sure of little: an explicit sign, a plain opposite, or another value where there can be
one only. Must not decide by likeness alone, since what is alike is mostly no contradiction.
"""

from __future__ import annotations

import itertools

from memory_store.learn import concepts, contrary, differing, gist, opposed, statement, words

CORRECTION, OPPOSITE, VALUE = "correction", "opposite", "value"
_NEVER = frozenset({concepts.DOUBT, concepts.EVENT})
_IDLE = {
    "raise": frozenset({"run", "version"}),
    "lower": frozenset({"run", "version"}),
    "take over": frozenset({"owner", "maintainer"}),
}
"""By the word for a change, what the older one may say of the value, since that word does too."""
_VAGUE = frozenset({"user"})
_OFTEN_SEVERAL = frozenset({"weekday", "programming", "protocol"})
_WHERE = frozenset({"in", "for", "on", "at", "of", "within", "inside", "under", "上", "下", "内"})
_DOERS = ("负责", "维护", "主管")  # before them stands who, behind them what
_SAYING_NOTHING = ("article", "we")
LEAST = 0.3
"""The cosine under which nothing is believed to speak of the same."""


def reason(older: str, newer: str, cosine: float | None = None) -> str:
    """Why the newer statement replaces the older one; "" if it does not.

    Args:
        older: a statement in English, Chinese or both.
        newer: one that was made later.
        cosine: of their vectors, from -1 to 1; None where there are none.

    Returns:
        CORRECTION where the newer one says so, OPPOSITE where it denies what the older asserts,
        VALUE where it gives another value of an attribute that has one at a time.
    """
    if cosine is not None and cosine < LEAST:
        return ""
    before, after = statement.read(older), statement.read(newer)
    if before.asks or after.asks or (before.roles | after.roles) & _NEVER:
        return ""
    return _told(before, after) or _told_first(older, newer)


def _told_first(older: str, newer: str) -> str:
    """What the first clause of the newer one says against that of the older one.

    A reason behind a change limits nothing, nor does what is done instead of what was demanded.
    """
    was, point, demand = gist.first(older), gist.of(newer, older), gist.demand(newer)
    if not was:
        return ""
    before, after, refusal = (statement.read(one) for one in (was, point, demand))
    if point and (was, point) != (older, newer) and _told(before, after) == CORRECTION:
        return CORRECTION
    refuses = refusal.negative and not before.negative
    return OPPOSITE if refuses and contrary.is_opposite(before, refusal) else ""


def _told(  # noqa: PLR0911  one rule a return
    before: statement.Statement, after: statement.Statement
) -> str:
    if not before.tokens:
        return ""
    if not after.denied & before.keys() and contrary.is_opposite(before, after):
        return OPPOSITE
    if concepts.ADDING in after.roles:
        return ""
    if after.denied & before.keys():
        return CORRECTION if _corrects(before, after) else ""
    if _ends(before, after) or _returns(before, after):
        return CORRECTION
    if before.negative or after.negative:
        return ""
    changes = bool(after.sign) and _changes(before, after)
    if not (changes or _exclude(before, after)) or opposed.clash(before, after, replacing=True):
        return ""
    return CORRECTION if changes else VALUE


def _corrects(before: statement.Statement, after: statement.Statement) -> bool:
    """Whether the older statement asserts what the newer one names as past.

    Both must speak of one topic, or the newer of none; then the older must say no more of the old
    value than that it is used.
    """
    if before.negative or not after.denied <= before.keys():
        return False
    old, new = (
        differing.topic(before.tokens, after.denied),
        differing.topic(after.tokens, after.denied),
    )
    old -= _idle(after)
    if old & new:
        added = (new - old) | _of_other_kinds(before, after)
        return (new <= old or old <= new) and not _narrows(after, added)
    values = {one.key for one in before.tokens if differing.is_value(one)}
    return not new and values <= after.denied


def _narrows(after: statement.Statement, added: set[str]) -> bool:
    """Whether what the newer one speaks of beside tells where, as in `in the docs`, 文档里."""
    for clause in after.clauses:
        told = [one for one in clause if one.key not in _SAYING_NOTHING]
        for one, behind in itertools.pairwise(told):
            led = one.text.isascii() and one.key in _WHERE and behind.key in added
            trailed = not behind.text.isascii() and behind.key in _WHERE and one.key in added
            if led or trailed:
                return True
    return False


def _of_other_kinds(before: statement.Statement, after: statement.Statement) -> set[str]:
    """The names that the newer one adds, and that are no value in the place of the older one's."""
    kinds = differing.kinds([one for one in before.tokens if one.key in after.denied])
    kinds |= {words.NUMBER, "weekday"}
    return {
        one.key
        for one in differing.apart(after, before)
        if differing.is_value(one) and not one.kinds & kinds
    }


def _ends(before: statement.Statement, after: statement.Statement) -> bool:
    """Whether the newer one says no more than that a thing is not used any longer.

    The older one must tell for what that thing, and no other, is used.
    """
    if before.negative or not before.uses or not (after.negative and after.sign):
        return False
    used = {one.key for one in before.tokens if differing.is_value(one)}
    return after.keys() == used and len(used) == 1


def _returns(before: statement.Statement, after: statement.Statement) -> bool:
    """Whether the newer one goes back to what the older one gave up, for all or part of it."""
    if before.negative or after.negative or after.sign != statement.STRONG:
        return False
    values = {one.key for one in after.tokens if differing.is_value(one)}
    old, new = (
        differing.topic(before.tokens, before.denied),
        differing.topic(after.tokens, after.denied),
    )
    return bool(values) and values == before.denied and new <= old


def _idle(after: statement.Statement) -> frozenset[str]:
    """What the older one may say beside, since the word for the change tells it too."""
    told = [one.key for clause in after.clauses for one in clause]
    return frozenset().union(*(_IDLE.get(key, ()) for key in told))


def _changes(before: statement.Statement, after: statement.Statement) -> bool:
    """Whether the newer statement gives the same topic another value of the same kind.

    Of a kind that the table lists, such as package managers, one of them may tell more of the
    topic than the other; of numbers, paths and names the topics must be the same.
    """
    old, new = differing.apart(before, after), differing.apart(after, before)
    old = [one for one in old if one.key not in _idle(after)]
    if after.denied or not differing.kinds(old) & differing.kinds(new):
        return False
    if not all(one.free for one in (*old, *new)):
        return False
    spare_old = any(not differing.is_value(one) for one in old)
    spare_new = any(not differing.is_value(one) for one in new)
    shared = {one.key for one in differing.shared(before, after)}
    if not differing.is_listed(old, new):
        one_each = len(old) == len(new) == 1 and not spare_old and not spare_new
        return bool(shared) and one_each and not _are_subjects(before, after)
    if _is_led(after, shared):
        return False
    return not (spare_old and spare_new) and bool(shared - _VAGUE or not spare_new)


def _is_led(after: statement.Statement, shared: set[str]) -> bool:
    """Whether the newer one first tells of what part it speaks: 文档站的部署, 测试环境部署."""
    topics = [one.key for one in after.tokens if differing.is_topic(one)]
    return bool(shared) and topics[0] not in shared


def _exclude(  # noqa: PLR0911  one rule a return
    before: statement.Statement, after: statement.Statement
) -> bool:
    """Whether the two differ in nothing but the value of something that has one at a time."""
    if concepts.SEVERAL in before.roles | after.roles or not (before.says and after.says):
        return False
    old, new = differing.apart(before, after), differing.apart(after, before)
    shared = differing.shared(before, after)
    if not old or not new or not shared or not all(one.free for one in (*old, *new)):
        return False
    single = any(one.role == concepts.SINGLE for one in shared)
    if not differing.is_listed(old, new) and _are_subjects(before, after):
        return False
    if all(words.HAN in one.kinds for one in (*old, *new)):  # a Chinese name is in no table
        in_place = _in_place_of_value(before, old) and _in_place_of_value(after, new)
        return in_place and (single or (before.defines and after.defines))
    if not all(differing.is_value(one) for one in (*old, *new)) or not differing.kinds(
        old
    ) & differing.kinds(new):
        return False
    if differing.is_listed(old, new):
        return not differing.kinds(old) & _OFTEN_SEVERAL or single
    if len(old) != 1 or len(new) != 1:
        return False  # beside the value there is another name: the subject's
    numbers = all(words.NUMBER in one.kinds for one in (*old, *new))
    return numbers or single or (before.defines and after.defines)


def _in_place_of_value(one: statement.Statement, apart: list[statement.Token]) -> bool:
    """Whether Chinese names that differ stand together, and where the value of an attribute does.

    That is behind the attribute or 由, or at the beginning and before 是 or a verb: two services
    whose owners differ differ in two places, and are no values of one attribute.
    """
    items = [item for clause in one.clauses for item in clause]
    keys = {token.key for token in apart}
    at = [place for place, item in enumerate(items) if item.key in keys]
    if not at or at[-1] - at[0] >= len(at):
        return False
    before, after = items[: at[0]], items[at[-1] + 1 :]
    if before and before[-1].text == "由":
        return True
    named = [item for item in before if item.role == concepts.SINGLE]
    if named and named[-1].text not in _DOERS:
        return True
    return not before and bool(after) and (after[0].key == "be" or after[0].text in _DOERS)


def _are_subjects(before: statement.Statement, after: statement.Statement) -> bool:
    """Whether the names that differ are what is spoken of, and no values.

    So they are where both name another value, as in `svc-1 listens on port 80`, or where they
    stand first, unless it is told who owns something.
    """
    idle = _idle(after)
    old = [one for one in differing.apart(before, after) if one.key not in idle]
    if all(words.NUMBER in one.kinds for one in old):
        return False
    keys = after.keys()
    shared = [one for one in before.tokens if one.key in keys]
    owned = any(one.key == "owner" for one in shared)
    return any(differing.is_value(one) for one in shared) or (
        before.tokens[0] in old and not owned
    )
