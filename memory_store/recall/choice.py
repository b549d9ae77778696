"""Which of the facts that may be loaded a session start is given, within their number.

Pure. Must not word anything.
"""

from __future__ import annotations

from memory_store.journal import fields, records

Record = dict[str, object]

PROMOTED_AS = "promotion_text"
"""The field of a fact with its wording in MEMORY.md."""


class Choice:
    """What a session start is given of the facts, newest first.

    Attributes:
        rules: the rules and preferences.
        recent: the other facts.
        more_rules: how many others, of what was read, there was no place for.
        more_recent: the same of facts.
        standing: the ids of those that stand in core memory, and are told there.
    """

    __slots__ = ("more_recent", "more_rules", "recent", "rules", "standing")

    def __init__(self) -> None:
        self.rules: list[Record] = []
        self.recent: list[Record] = []
        self.more_rules = self.more_recent = 0
        self.standing: list[str] = []


def of(newest_first: list[Record], limit: int, core: frozenset[str] = frozenset()) -> Choice:
    """The rules that hold, and the recent facts, each once, and none that stands in core memory.

    Both together are `limit` at most, and where both are many, rules are half of that: of each
    the newest stay, however often an older one was of use.

    Args:
        newest_first: the facts as they were read.
        limit: how many.
        core: what core memory says, each by its `fields.sameness`.
    """
    chosen = Choice()
    said: set[str] = set()
    raw = [one for one in newest_first if is_rule(one)]
    rules, more_rules = _each_once(raw, limit, said, core, chosen)
    raw = [one for one in newest_first if not is_rule(one)]
    recent, more_recent = _each_once(raw, limit, said, core, chosen)
    for_rules = limit - min(len(recent), limit - limit // 2)
    for_recent = limit - min(len(rules), for_rules)
    chosen.rules, chosen.recent = rules[:for_rules], recent[:for_recent]
    chosen.more_rules = more_rules + len(rules[for_rules:])
    chosen.more_recent = more_recent + len(recent[for_recent:])
    return chosen


def is_rule(fact: Record) -> bool:
    """Whether a fact is a rule or a preference (type O)."""
    return fact.get("type") == "O"


def _each_once(
    raw: list[Record], limit: int, said: set[str], core: frozenset[str], chosen: Choice
) -> tuple[list[Record], int]:
    """The first `limit` facts that are sound and not said yet, and how many records follow."""
    found: list[Record] = []
    for at, one in enumerate(raw):
        if len(found) == limit:
            return found, len(raw) - at
        fact = records.as_fact(one)
        if fact is None:
            continue
        same = fields.sameness(str(fact["content"]))
        if core and (same in core or fields.sameness(str(fact.get(PROMOTED_AS, ""))) in core):
            chosen.standing.append(str(fact["id"]))
        elif same not in said:
            said.add(same)
            found.append(fact)
    return found, 0
