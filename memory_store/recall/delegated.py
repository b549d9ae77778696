"""Composes the text that a sub-agent begins with: the rules that hold, and how to search.

Must not choose among them, or let stored text out of its fence.
"""

from __future__ import annotations

from memory_store.journal import records
from memory_store.language import wording
from memory_store.recall import fence

MOST = 600
"""The characters that it may have: sub-agents start by the dozen."""


def tell(rules: list[str], more: int, search: str, most: int, language: str) -> str:
    """The text, "" where there is no rule.

    A rule that does not fit whole is passed over for a shorter one, and its number is told; where
    none fits, the newest is cut.

    Args:
        rules: the line of each, the newest first.
        more: how many others hold.
        search: the command that searches; a long one leaves its place to the rules.
        most: the characters of a whole briefing.
        language: zh or en.
    """
    if not rules:
        return ""
    room = min(MOST, most)
    how = wording.say(language, "rules_search", search=search)
    how = how + "\n" if fence.width(how) <= room // 2 else ""
    block = fence.Fence("rules_fence", room - len(how.encode("utf-16-le")) // 2, language)
    most_left_out = wording.say(language, "more", count=len(rules) + more)
    spare = fence.width(most_left_out)
    told = sum(fence.width(one) + spare <= block.left and block.add(one) for one in rules)
    if not told:
        told = block.add(records.cut(rules[0], block.left - spare - 1))
    if untold := len(rules) + more - told:
        block.add(wording.say(language, "more", count=untold))
    return how + block.text()
