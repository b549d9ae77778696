"""Tells what kind of lasting statement a Chinese sentence makes: the first rule that fits.

The order is that of how plainly people say such things. Must not see more than one sentence.
"""

from __future__ import annotations

from memory_store.learn.rules import shape, specifics, verdict, zh_facts, zh_rules
from memory_store.learn.rules.statement import Statement

RULES = (
    zh_rules.correction,
    zh_rules.preference,
    zh_facts.part,
    zh_rules.lasting,
    zh_rules.hard_rule,
    zh_facts.dated,
    zh_facts.firm_decision,
    zh_rules.rule,
    zh_facts.done,
    zh_facts.person,
    zh_facts.decision,
    zh_facts.fact,
)


def judge(sentence: str, text: str, *, more: int = 0) -> verdict.Verdict | None:
    """The verdict on `text`, what `zh_clauses.own` left of `sentence`; None where nothing lasts.

    Args:
        sentence: the whole sentence, which tells whether it corrects something.
        text: its clauses that count.
        more: how many signs a plain fact needs beyond the usual.
    """
    said = Statement(
        sentence,
        text,
        whole=shape.chinese(sentence),
        flat=shape.chinese(text),
        specific=specifics.count(text),
        more=more,
    )
    return verdict.first(RULES, said)
