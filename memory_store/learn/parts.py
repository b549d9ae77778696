"""What of a statement stands when a newer one corrects a part of it: its other parts.

A part stands that has a subject and a value of its own. Must not decide whether one statement
corrects another (`replaces`).
"""

from __future__ import annotations

from memory_store import clock
from memory_store.journal import facts, records
from memory_store.learn import concepts, replaces, statement, words
from memory_store.learn.rules import canon, shape

Record = dict[str, object]

_REASONS = ("因为", "由于", "所以", "否则", "because", "since", "so ", "otherwise")
_OF_ITS_TIME = ("op", "supersedes", "valid_to", "promotion", facts.RESTORED)
_HEAD = (":", "：")


def remaining(older: str, newer: str) -> str:
    """The clauses of a statement that a newer one, which corrects it, says nothing of.

    Returns:
        Them as a statement; "" where it is corrected as a whole, or one of them says nothing
        without the others.
    """
    pieces = shape.clauses(older)
    wrong = [one for one in pieces if replaces.reason(one, newer)]
    kept = [one for one in pieces if one not in wrong]
    told = [one for one in kept if not one.rstrip().endswith(_HEAD)]  # `stack: …`
    if not (wrong and told and all(map(_stands, told))):
        return ""
    rest = canon.bare("".join(kept).strip())
    return "" if replaces.reason(rest, newer) or replaces.reason(newer, rest) else rest


def fact_of(older: Record, rest: str) -> Record:
    """The new fact of what remains of an older one, which holds as long as that did."""
    now = clock.now()
    kept = {name: value for name, value in older.items() if name not in _OF_ITS_TIME}
    names = older.get("entities")
    return {
        **kept,
        "id": records.new_id("f", now),
        "content": rest,
        "entities": [one for one in names if str(one) in rest] if isinstance(names, list) else [],
        "updated_at": clock.stamp(now),
        "evidence": [older["id"]],
    }


def _stands(part: str) -> bool:
    """Whether a clause has a subject and a value: 缓存用 Redis, but not `port 8080`."""
    if part.strip().lower().startswith(_REASONS):
        return False
    stated = statement.read(part)
    values = [one for one in stated.tokens if one.kinds - {words.HAN}]
    topics = [one for one in stated.tokens if not one.kinds - {words.HAN}]
    counts = all(words.NUMBER in one.kinds for one in values)
    bare = counts and stated.tokens[:1] and stated.tokens[0].role == concepts.SINGLE
    return bool(values) and bool(topics) and not bare
