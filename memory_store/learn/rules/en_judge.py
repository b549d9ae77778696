"""Tells what kind of lasting statement an English sentence makes: the first rule that fits.

The order is that of how plainly people say such things. Must not see more than one sentence.
"""

from __future__ import annotations

from memory_store.learn.rules import en_facts, en_left, en_rules, shape, specifics, verdict
from memory_store.learn.rules.statement import Statement
from memory_store.learn.rules.tables import has

_EVER = (" , always ", " , never ")
RULES = (
    en_rules.correction,
    en_rules.preference,
    en_facts.introduction,
    en_rules.rule,
    en_facts.decision,
    en_facts.done,
    en_rules.covering,
    en_facts.person,
    en_facts.fact,
)


def judge(sentence: str, text: str, *, more: int = 0) -> verdict.Verdict | None:
    """The verdict on `text`, what `en_clauses.own` left of `sentence`; None where nothing lasts.

    Args:
        sentence: the whole sentence, which tells whether it corrects something.
        text: its clauses that count.
        more: how many signs a plain fact needs beyond the usual.
    """
    flat = shape.english(text)
    if has(flat, en_left.HERE_AND_NOW) and not flat.startswith(_EVER):
        return None
    said = Statement(
        sentence,
        text,
        whole=shape.english(sentence),
        flat=flat,
        specific=specifics.count(text),
        more=more,
    )
    return verdict.first(RULES, said)
