"""Merges facts that say the same in other words, and never two that differ in a number or a name.

Pure rules on pairs of texts, and one pass over what was added. Must not delete: the newer fact is
retracted with a line, the older one gains its id as evidence.
"""

from __future__ import annotations

import re
import unicodedata

from memory_store import layout, lock
from memory_store.journal import append, facts, records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Record = dict[str, object]

_HAN = "\u3400-\u9fff\uf900-\ufaff"
# a Han character, a word with what stands inside it (v1.2, us-east-1, C++, -5), a sign as in < 5
_TOKEN = re.compile(
    rf"[{_HAN}]|(?:(?<!\w)-(?=\d))?[^\W{_HAN}](?:[.+#/'-]*[^\W{_HAN}])*[+#]*|[<>=≠≤≥±%$€£¥&|^~]"
)
# what may differ: words that carry no name, number or negation
_FILLERS = frozenset(
    "a an the is are was were be been to of in on for with we our it that this will shall "
    "should must always use uses used using do does please "
    "的 了 着 啊 呀 呢 吧 嘛 是 为 就 也 都 请".split()
)


def are_near(one: str, other: str) -> bool:
    """Whether two contents say the same, word for word and in the same order.

    Case, width, punctuation, filling words and English endings may differ. Of Han text each other
    character counts, since any may be part of a name.
    """
    words = _words(one)
    return bool(words) and words == _words(other)


def _words(text: str) -> list[str]:
    """The words that must be equal: all but fillers, English ones by their stems."""
    found = _TOKEN.findall(unicodedata.normalize("NFKC", text).casefold())
    return [_stem(word) for word in found if word not in _FILLERS]


def _stem(word: str) -> str:
    if not (word.isascii() and word.isalpha()):
        return word
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) > 2:  # noqa: PLR2004  a stem
            return word[: -len(ending)]
    return word


def merge(
    store: layout.Store, added: Iterable[Record], similar: Callable[[str], list[Record]]
) -> int:
    """Merge each fact of `added` into an older one that says the same; how many were merged.

    Args:
        store: whose facts.
        added: the living facts that are new, oldest first.
        similar: gives the living facts that come nearest to a text.

    Raises:
        StoreError: the result could not be written.
    """
    lines: list[Record] = []
    changed: dict[object, Record] = {}
    for fact in added:
        older = _older(fact, similar(str(fact["content"])))
        if older is None or fact["id"] in changed or older["id"] in _retracted(lines):
            continue
        kept = _merged(changed.get(older["id"], older), fact)
        changed[kept["id"]] = kept
        lines.append(facts.retracted(fact))
    lines += changed.values()
    if lines:
        with lock.Held(store.path):
            append.append_locked(store, layout.FACTS, lines, durable=True)
    return len(lines) - len(changed)


def _retracted(lines: list[Record]) -> set[object]:
    return {line["id"] for line in lines}


def _older(fact: Record, near: list[Record]) -> Record | None:
    """The oldest fact that says the same and was there before."""
    born = records.moment_of(fact)
    found = [
        one
        for one in near
        if one["id"] != fact["id"]
        and one["type"] == fact["type"]
        and (records.moment_of(one), str(one["id"])) < (born, str(fact["id"]))
        and are_near(str(one["content"]), str(fact["content"]))
    ]
    return min(found, key=records.moment_of, default=None)


def _merged(older: Record, newer: Record) -> Record:
    evidence = _list(older.get("evidence"))
    more = [one for one in [newer["id"], *_list(newer.get("evidence"))] if one not in evidence]
    sure = max(_number(older["confidence"]), _number(newer["confidence"]))
    return facts.changed(older, evidence=[*evidence, *more], confidence=sure)


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
