"""Finds the occasion of a rule: before deploying, when a bug is fixed, 提交前, 改表结构的时候.

Plain scanning, quick enough for hooks. Must not judge whether a prompt is that occasion.
"""

from __future__ import annotations

_CLAUSES = dict.fromkeys(map(ord, ",.;:!?，。；：、！？"), "\n")
_LEADS = ("before", "when", "whenever")
# each mark with what stands before or after it where it is a letter of another word: 目前, 时间
_MARKS = (
    ("的时候", "", ""),
    ("之前", "", ""),
    ("前", "目当以之", "端缀台者面置后"),
    ("时", "同平临实超定小及延", "间区刻长效序候"),
)


def find(rule: str) -> list[str]:
    """The occasions that a rule names, in its words; empty if it always holds."""
    clauses = rule.translate(_CLAUSES).split("\n")
    return [one for clause in clauses if (one := _english(clause) or _chinese(clause))]


def _english(clause: str) -> str:
    words = clause.split()
    lead = next((at for at, word in enumerate(words) if word.lower() in _LEADS), len(words))
    return " ".join(words[lead + 1 :])


def _chinese(clause: str) -> str:
    for mark, before, after in _MARKS:
        named, found, rest = clause.partition(mark)
        if found and named and named[-1] not in before and rest[:1] not in [*after]:
            return named.strip()
    return ""
