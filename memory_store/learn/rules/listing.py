"""Tells what a list is of by the words above it: `Remember two things: 1. …; 2. …`, 我们的约定：….

Each point of such a list is a statement of its own, and the words above it are none. Must not
judge the points of any other list.
"""

from __future__ import annotations

from memory_store.learn.rules import (
    answer_signs,
    canon,
    en_clauses,
    hollow,
    remember,
    shape,
    stating,
    zh_left,
)
from memory_store.learn.rules import listing_signs as signs
from memory_store.learn.rules.tables import has
from memory_store.learn.rules.verdict import DECIDED, EXPLICIT, OPINION, STATED, WORLD, Verdict

_TRIM = " ,，:：.。"
_ENDS = " ,;，；、"
_COLON = 2


class Heading:
    """What the words above a list say of its points.

    Attributes:
        verdict: of each point; its kind is a point's own where it has no rule of its own.
        title: what the points are about; "" where the words name nothing.
    """

    __slots__ = ("title", "verdict")

    def __init__(self, verdict: Verdict, title: str) -> None:
        self.verdict = verdict
        self.title = title

    def stated(self, point: str) -> stating.Stated:
        """A point as a statement, under its title."""
        told = canon.bare(point)
        parts, own = stating.remembered(told)
        if self.title:
            colon = "：" if shape.is_chinese(self.title + told) else ": "
            parts = [f"{self.title}{colon}{told}"]
        is_asked = self.verdict.rule == "remember" and self.verdict.kind != OPINION
        kind = own.kind if is_asked else self.verdict.kind
        return parts, Verdict(self.verdict.rule, kind, self.verdict.sure)


def headed(sentences: list[tuple[str, int]]) -> list[tuple[str, Heading | None]]:
    """The sentences with what they stand under; the words above such a list are left out.

    Args:
        sentences: each with its point in a list (`prose.listed`).

    Returns:
        Each sentence, None beside it where nothing is known of its list. The sentences of a
        known list's point are one, and so are the steps of a procedure that fit into a fact.
    """
    told: list[tuple[str, Heading | None]] = []
    above: Heading | None = None
    passing = False
    points: dict[int, str] = {}
    for at, (sentence, point) in enumerate(sentences):
        if point and passing:
            continue
        if point and above is not None:
            points[point] = _joined(points.get(point, ""), sentence)
            continue
        told += _points(above, points)
        points = {}
        follows = not point and at + 1 < len(sentences) and sentences[at + 1][1]
        above = heading(sentence) if follows else None
        is_above = above is not None or (follows and _is_no_statement(sentence))
        told += [] if is_above else [(sentence, None)]
        passing = bool(follows and above is None and _is_of_now(sentence))
    return told + _points(above, points)


def _points(above: Heading | None, points: dict[int, str]) -> list[tuple[str, Heading | None]]:
    """The points of a list; steps in their order as one, where they fit into a fact."""
    if above is not None and above.title.lower().endswith(signs.STEPS):
        end = "；" if shape.is_chinese("".join(points.values())) else "; "
        whole = end.join(one.strip(_ENDS) for one in points.values())
        if len(above.title) + len(whole) + _COLON <= canon.LONGEST:
            return [(whole, above)]
    return [(one.rstrip(_ENDS), above) for one in points.values()]


def heading(sentence: str) -> Heading | None:
    """What a sentence above a list says of it; None where it says nothing of its points."""
    opens = sentence.rstrip().endswith((":", "："))
    said = remember.announced(sentence)
    if said is not None and (opens or _is_bare(said)) and not _is_of_tasks(sentence):
        kind = OPINION if _is_of_norms(said) else WORLD
        return Heading(Verdict("remember", kind, EXPLICIT), _title(said))
    words = sentence.strip(_TRIM)
    if not opens or said is not None:
        return None
    settles = words.lower() in answer_signs.HEADS or _is_settling(words)
    lasts = _is_bare(words) and has(words.lower(), signs.LASTING)
    if lasts or (_is_of_norms(words) and (settles or _is_ours(sentence))):
        return Heading(Verdict("rule", OPINION, STATED), _title(words))
    if settles:
        return Heading(Verdict("decision", WORLD, DECIDED), "")
    return None


def _is_of_tasks(sentence: str) -> bool:
    """Whether a list stands under a request not to forget to do what is in it."""
    said = remember.announced(sentence)
    return said is not None and said.lower().startswith(signs.TO_BE_DONE)


def _is_no_statement(sentence: str) -> bool:
    """Whether words above a list only say what is to be done with it: `Test these rules:`."""
    opens = sentence.rstrip().endswith((":", "："))
    return _is_of_tasks(sentence) or (opens and _is_of_norms(sentence.strip(_TRIM)))


def _is_of_now(sentence: str) -> bool:
    """Whether words above a list hold for the moment: 今天要做：, `fix these:`, 问题有两个：."""
    if not sentence.rstrip().endswith((":", "：")):
        return False
    if shape.is_chinese(sentence):
        flat = shape.chinese(sentence)
        return has(flat, zh_left.SPANS) or has(flat, signs.NOW_ZH) or has(flat, zh_left.ORDERS)
    flat = shape.english(sentence)
    return has(flat, signs.NOW) or en_clauses.is_order(flat)


def _joined(before: str, sentence: str) -> str:
    blank = " " if before.isascii() else ""
    return f"{before}{blank}{sentence}".strip()


def points_on(sentence: str) -> bool:
    """Whether it asks to remember what follows it and says no more: 记住以下约定：."""
    said = remember.announced(sentence) if sentence.rstrip().endswith((":", "：")) else None
    return bool(said) and (_is_bare(said or "") or (said or "").startswith(signs.POINTING))


def _is_of_norms(words: str) -> bool:
    """Whether a clause of it ends by naming conventions: 我们的约定如下, `our rules are`."""
    ends = (one.strip(_TRIM).lower() for one in shape.clauses(words))
    return any(_without_end(one).endswith(signs.NORMS) for one in ends)


def _without_end(words: str) -> str:
    for end in signs.AS_FOLLOWS:
        words = words.removesuffix(end)
    return words.strip(_TRIM)


def _is_settling(words: str) -> bool:
    """Whether it only says that what follows was decided: 今天会上定了两件事, `we agreed on`."""
    if any("\u3400" <= sign <= "\u9fff" for sign in words):
        flat = shape.chinese(words)
        return has(flat, signs.SETTLED_ZH) and hollow.is_made_of(flat, signs.SETTLING_ZH)
    flat = shape.english(words)
    return has(flat, signs.SETTLED) and all(one in signs.SETTLING for one in flat.split())


def _is_ours(sentence: str) -> bool:
    """Whether the words above a list of conventions say whose they are, or that they last."""
    if shape.is_chinese(sentence):
        flat = shape.chinese(sentence)
        own = any(one in flat for one in signs.OURS_ZH)
        return own and not any(one in flat for one in signs.NOT_OURS_ZH)
    flat = shape.english(sentence)
    return any(one in flat for one in signs.OURS) and not any(
        one in flat for one in signs.NOT_OURS
    )


def _title(said: str) -> str:
    """What the words above a list name; "" where they only say that one follows."""
    told = [_without_end(one.strip(_TRIM)) for one in shape.clauses(said)]
    if any(map(_is_bare, told)) or any(one in said for one in signs.COUNTED):
        return ""
    title = _without_end(said.strip(_TRIM))
    for pointing in signs.POINTING:
        title = title.removeprefix(pointing)
    return title


def _is_bare(said: str) -> bool:
    if any("\u3400" <= sign <= "\u9fff" for sign in said):
        return hollow.is_made_of(shape.chinese(said), signs.BARE_ZH)
    return all(word in signs.BARE for word in shape.english(said).split())
