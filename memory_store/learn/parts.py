"""What of a statement stands when a newer one corrects a part of it: its other parts.

A part stands that has a subject and a value of its own. Must not decide whether one statement
corrects another (`replaces`).
"""

from __future__ import annotations

import itertools

from memory_store import clock
from memory_store.journal import facts, records
from memory_store.learn import concepts, differing, replaces, statement, words
from memory_store.learn.rules import canon, shape

Record = dict[str, object]

_REASONS = ("因为", "由于", "所以", "否则", "because", "since", "so ", "otherwise")
_OF_ITS_TIME = ("op", "supersedes", "valid_to", "promotion", facts.RESTORED)
_HEAD = (":", "：")


def remaining(older: str, newer: str) -> str:
    """The clauses of a statement that a newer one, which corrects it, says nothing of.

    Returns:
        Them as a statement; "" where it is corrected as a whole, or one of them says nothing
        without the others. What quotes a form goes on under its subject:
        提交信息：格式是「模块: 说明」.
    """
    pieces = shape.clauses(older)
    wrong = [one for one in pieces if replaces.reason(one, newer)]
    kept = [one for one in pieces if one not in wrong]
    told = [one for one in kept if not one.rstrip().endswith(_HEAD)]  # `stack: …`
    if not (wrong and told):
        return ""
    rest = canon.bare("".join(kept).strip())
    if wrong == pieces[:1] and all(map(_is_quoted, kept)):
        rest = _headed(pieces[0], newer, rest)
    elif not all(map(_stands, told)):
        return ""
    clashes = replaces.reason(rest, newer) or replaces.reason(newer, rest)
    return "" if clashes else rest


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


def _is_quoted(part: str) -> bool:
    """Whether a clause tells a form or a text word by word: 格式是「模块: 说明」."""
    return shape.masked(part) != part and not part.strip().lower().startswith(_REASONS)


def _headed(first: str, newer: str, rest: str) -> str:
    """What remains under what the first clause and the newer statement both speak of first."""
    items = [one for clause in statement.read(first).clauses for one in clause]
    tokens = differing.shared(statement.read(first), statement.read(newer))
    keys = {one.key for one in tokens}
    begun = itertools.dropwhile(lambda one: one.key not in keys, items)
    said = [one.text for one in itertools.takewhile(lambda one: one.key in keys, begun)]
    if not said:
        return ""
    chinese = shape.is_chinese(first)
    return f"{''.join(said)}：{rest}" if chinese else f"{' '.join(said)}: {rest}"


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
