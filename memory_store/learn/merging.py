"""What two facts that say the same become: one, with the evidence of both.

Must not decide whether they say the same (`alike`), nor write.
"""

from __future__ import annotations

from memory_store.journal import facts, records

Record = dict[str, object]

_HAN_LETTERS = 3  # a Han character says as much as three letters


def merged(older: Record, newer: Record) -> Record:
    """The older fact with what the newer one adds.

    Its id and its date stay, so that what names it still does and one sees since when it holds.
    The wording is that of the surer one, since a person's own words are surer than what was made
    of them; of two as sure the shorter, which by the rule of sameness lacks nothing but small
    words; then the newer.
    """
    best = min(
        (newer, older), key=lambda one: (-facts.confidence(one), _letters(str(one["content"])))
    )
    evidence = _list(older, "evidence")
    if not is_answer(newer):  # which is no second witness
        evidence = [*evidence, newer["id"], *_list(newer, "evidence")]
    names = [*_list(older, "entities"), *_list(newer, "entities")]
    return facts.changed(
        {**newer, **older},
        content=best["content"],
        evidence=list(dict.fromkeys(evidence)),
        entities=list(dict.fromkeys(names)),
        confidence=max(facts.confidence(older), facts.confidence(newer)),
    )


def _letters(text: str) -> int:
    """How long a text is, across languages."""
    return sum(_HAN_LETTERS if one >= "\u2e80" else 1 for one in text)


def is_answer(fact: Record) -> bool:
    """Whether it was taken from an agent's answer, and nobody saved it."""
    return records.source_of(fact).get(facts.BY) == facts.AGENT


def _list(fact: Record, name: str) -> list[object]:
    value = fact.get(name)
    return value if isinstance(value, list) else []
