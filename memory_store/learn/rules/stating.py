"""Tells what one sentence states that lasts, in which of its clauses, and of what kind it is.

In either language, by the rules for it. Must not know the sentences around it.
"""

from __future__ import annotations

from memory_store.learn.rules import (
    canon,
    en_clauses,
    en_judge,
    hollow,
    lesson,
    shape,
    steps,
    zh_clauses,
    zh_judge,
    zh_lasting,
    zh_left,
)
from memory_store.learn.rules.tables import has
from memory_store.learn.rules.verdict import DONE, EXPLICIT, OPINION, WORLD, Verdict

_MIN_CHARS = 4
APART = 2
"""Signs that a fact needs more just after another: it mostly explains that one."""

_REASONS = (
    "since ", "because ", "given ", "as ", "after ", "鉴于", "因为", "由于", "考虑到", "既然",
)  # fmt: skip
Stated = tuple[list[str], Verdict]


def remembered(said: str) -> Stated:
    """What is asked to be remembered, whatever it is, of the kind that its words tell."""
    parts = steps.of(_told(said), _own(said)) or [said]
    verdict = _verdict(said, "".join(parts), 0)
    kind = verdict.kind if verdict is not None else WORLD
    if verdict is None and has(shape.chinese(said), zh_lasting.HARD):
        kind = OPINION
    return parts, Verdict("remember", kind, EXPLICIT)


def taught(sentence: str, opening: str, near: int) -> Stated | None:
    """What is called a lesson; any other sentence as `judged`."""
    said = lesson.told(sentence)
    if said is None:
        return judged(sentence, opening, near)
    return ([said], Verdict("lesson", WORLD, DONE)) if said else None


def judged(sentence: str, opening: str, near: int) -> Stated | None:
    """The clauses of a sentence that state something, and the verdict.

    Args:
        sentence: as it was said.
        opening: the sentence before, where that only called something wrong, else "".
        near: how many signs more than usual a plain fact needs, by what stands around it.
    """
    parts = _own(sentence)
    text = "".join(parts)
    if len(text.strip()) < _MIN_CHARS:
        return None
    whole = f"{opening} {sentence}" if opening else sentence
    verdict = _verdict(whole, text, near + _is_order(sentence))
    if verdict is None or (near >= APART and verdict.rule == "did"):
        return None
    shown = _with_named(_told(sentence), steps.of(_told(sentence), parts))
    return (_with_reasons(sentence, shown), verdict) if shown else None


def _with_named(every: list[str], parts: list[str]) -> list[str]:
    """The clauses with the one behind a colon at their end, where it fits: 定了：拆成 5 个."""
    if not parts or not parts[-1].rstrip().endswith((":", "：")) or parts[-1] not in every:
        return parts
    after = every.index(parts[-1]) + 1
    shown = [*parts, *every[after : after + 1]]
    return shown if len("".join(shown).strip()) <= canon.LONGEST else parts


def _with_reasons(sentence: str, parts: list[str]) -> list[str]:
    """The clauses that count, with the reasons right beside them, where they fit into a fact."""
    every = _told(sentence)
    if parts[0] not in every or parts[-1] not in every:
        return parts
    aside = zh_clauses.is_aside if shape.is_chinese(sentence) else en_clauses.is_aside
    first, after = every.index(parts[0]), every.index(parts[-1]) + 1
    before = every[first - 1] if first else ""
    reason = before.lower().startswith(_REASONS) or (first == 1 and aside(before))
    shown = [before, *parts] if before and reason else list(parts)
    for part in every[after:]:
        if not aside(part):
            break
        shown.append(part)
    return shown if len("".join(shown).strip()) <= canon.LONGEST else parts


def _told(sentence: str) -> list[str]:
    """The clauses of a sentence whose point was no secret."""
    return hollow.without_secrets(shape.clauses(sentence))


def _own(sentence: str) -> list[str]:
    """The clauses that count, up to one whose point was a secret."""
    own = zh_clauses.own if shape.is_chinese(sentence) else en_clauses.own
    parts = own(sentence)
    hidden = next((at for at, part in enumerate(parts) if hollow.tells_secret(part)), len(parts))
    return hollow.without_secrets(parts[: hidden + 1])  # what follows a secret may speak of it


def _is_order(sentence: str) -> bool:
    """Whether a sentence begins with an order: what follows mostly belongs to it."""
    first = shape.clauses(sentence)[0]
    if shape.is_chinese(sentence):
        return has(shape.chinese(first), zh_left.ORDERS)
    return en_clauses.is_order(shape.english(first))


def _verdict(sentence: str, text: str, more: int) -> Verdict | None:
    judge = zh_judge.judge if shape.is_chinese(sentence) else en_judge.judge
    return judge(sentence, text, more=more)
