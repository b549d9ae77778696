"""Finds in a prompt what changes a fact that holds: 例会改成周四吧 where 例会时间是周三 is known.

Alone such a sentence may be an order of the moment, so that the rules of extraction leave it. Must
not keep one that ends nothing that is known.
"""

from __future__ import annotations

from memory_store.journal import facts
from memory_store.language import script
from memory_store.learn import extract, replaces
from memory_store.learn.rules import canon, prose, shape, specifics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

Record = dict[str, object]

_UNSURE = (
    "怎么", "为什么", "为何", "能不能", "可不可以", "是不是", "如果", "要是", "假如", "试", "先",
    "临时", "这次", "这里", "这个", "把", "how ", "why ", "what if", "should we", "could ", "can ",
    "if ", "try", "for now", "this ", "temporar", "would",
)  # fmt: skip
_SURE = 0.8
_ENDED = ("W", "O")


def candidates(
    event: Record, known: Iterable[Record], signs: tuple[str, ...]
) -> list[extract.Candidate]:
    """The sentences of a prompt that take the place of a fact, as corrections of its type.

    Args:
        event: the prompt's event in the journal.
        known: the facts that hold.
        signs: what a sentence says, in lower case, that may change one.
    """
    text = str(event.get("text") or "")
    lasting = [one for one in known if one.get("type") in _ENDED]
    lasting = [one for one in lasting if event.get("id") not in facts.evidence(one)]
    found: list[extract.Candidate] = []
    if extract.is_unsaved(text):
        return found
    for sentence in prose.sentences(text):
        low = script.simplified(sentence).lower()
        if not any(map(low.count, signs)) or any(map(low.count, _UNSURE)):
            continue
        said = _content(sentence)
        ended = [one for one in lasting if _changes(str(one["content"]), said)]
        if ended:
            kind, names = str(ended[0]["type"]), specifics.entities(said)
            found.append(extract.Candidate(kind, said, names, _SURE, rule="correction"))
    return found


def _content(sentence: str) -> str:
    """A sentence as a fact: its first clause alone where it is too long for one."""
    parts = shape.clauses(sentence)
    return canon.write(parts if len(sentence) <= canon.LONGEST else parts[:1])


def _changes(older: str, newer: str) -> bool:
    return replaces.reason(older, newer) == replaces.CORRECTION
