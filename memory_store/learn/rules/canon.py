"""Writes a candidate as one sentence of at most 120 characters: the conclusion, nothing around it.

Cuts words before the point and commas behind it. Must not change what is said.
"""

from __future__ import annotations

from memory_store.learn.rules import leads, shape, specifics

LONGEST = 120
_AFTER = " ,;:!.-–—，；：！。、"
_END = " ,，;；:：、-–—"
_CUT = "…"


def write(parts: list[str]) -> str:
    """The clauses as a sentence on one line of at most 120 characters; "" where nothing is left.

    Of more than that the clauses are kept that stand together and name the most; of one clause
    alone its beginning, cut between words, with `…`.
    """
    text = bare(" ".join("".join(parts).replace("```", "").replace("~~~", "").split()))
    if len(text) > LONGEST:
        text = bare(_densest(shape.clauses(text)))
    return text if len(text) <= LONGEST else _cut(text)


def bare(text: str) -> str:
    """`text` without leads and without a comma at its end."""
    for _ in range(6):
        low = text.lower()
        lead = max((one for one in leads.FRONT if _leads(low, one)), key=len, default="")
        if not lead:
            break
        text = text[len(lead) :].lstrip(_AFTER)
    text = text.strip().rstrip(_END)
    if text.count("(") < text.count(")") or text.count("（") < text.count("）"):
        text = text.rstrip(")）")
    return text


def _leads(low: str, lead: str) -> bool:
    """Whether a text begins with a lead, up to a comma; a few need none."""
    if not low.startswith(lead):
        return False
    after = low[len(lead) : len(lead) + 2]
    if lead in leads.TIGHT or (lead in leads.SPACED and after[:1] == " "):
        return True
    return after.lstrip()[:1] in tuple(_AFTER.strip())


def _densest(parts: list[str]) -> str:
    """The run of clauses within the limit that has most specific words, the longest of those."""
    counts = [specifics.count(part) for part in parts]
    best, chosen = (-1, -1), ""
    for begin in range(len(parts)):
        size = total = 0
        for end in range(begin, min(len(parts), begin + 8)):
            size += len(parts[end])
            if size > LONGEST and end > begin:
                break
            total += counts[end]
            if (total, size) > best:
                best, chosen = (total, size), "".join(parts[begin : end + 1])
    return chosen


def _cut(text: str) -> str:
    head = text[: LONGEST - 1]
    at = head.rfind(" ")
    return (head[:at] if at > LONGEST // 2 else head).rstrip(_END) + _CUT
