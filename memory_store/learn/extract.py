"""Finds, by rules and at no cost, the few sentences of a turn that are worth keeping.

Takes what a person states as lasting (remember…, a preference, a rule, a decision, a fact, a
correction), the settled results of an answer, and retain lines. Must not guess.
"""

from __future__ import annotations

from memory_store.learn.rules import (
    answers,
    canon,
    en_clauses,
    en_judge,
    en_left,
    hollow,
    prose,
    remember,
    replaced,
    retained,
    shape,
    specifics,
    steps,
    zh_clauses,
    zh_judge,
    zh_lasting,
    zh_left,
)
from memory_store.learn.rules.tables import has
from memory_store.learn.rules.verdict import EXPLICIT, OPINION, WORLD, Verdict

_MIN_CHARS = 4
_MOST = 8  # of a turn; who states more has pasted it
_REASONS = (
    "since ", "because ", "given ", "as ", "after ", "鉴于", "因为", "由于", "考虑到", "既然",
)  # fmt: skip
_LONG = 5  # sentences; in so many a plain fact is mostly part of a story
Stated = tuple[list[str], Verdict]
_APART = 2  # signs that a fact needs more just after another: it mostly explains that one


class Candidate:
    """A sentence worth keeping.

    Attributes:
        kind: W, B, O or S.
        content: the sentence, on one line; at most 120 characters but for retain lines.
        entities: the names in it.
        confidence: 0..1, by how it was said.
        replaces: what it says to hold no more; "" where it corrects nothing.
        rule: the rule that found it (`rules.verdict`); "" for what no rule found.
        written: whether it is a retain line, taken as written.
    """

    __slots__ = ("confidence", "content", "entities", "kind", "replaces", "rule", "written")

    def __init__(
        self,
        kind: str,
        content: str,
        entities: list[str],
        confidence: float,
        *,
        replaces: str = "",
        rule: str = "",
        written: bool = False,
    ) -> None:
        self.kind = kind
        self.content = content
        self.entities = entities
        self.confidence = confidence
        self.replaces = replaces
        self.rule = rule
        self.written = written


def from_prompt(text: str) -> list[Candidate]:
    """What a person's prompt states as lasting, in its order, retain lines first.

    Confidence: 1.0 asked to be remembered, 0.9 preference, rule and correction, 0.85 decision, 0.8
    change and person, 0.65 a fact that is inferred to last.
    """
    return _found(text, _stated(text))


def from_response(text: str) -> list[Candidate]:
    """What an agent's answer keeps: retain lines, and results it calls settled (0.7)."""
    settled = [] if answers.is_silent(text) else answers.settled(text)
    return _found(text, [_candidate(*one) for one in settled])


def is_unsaved(text: str) -> bool:
    """Whether a person wants nothing of a prompt kept: `don't save this`, 别记."""
    return any(
        en_clauses.is_unsaved(shape.english(one)) or has(shape.chinese(one), zh_left.UNSAVED)
        for one in prose.sentences(text)
    )


def is_silent(text: str) -> bool:
    """Whether a turn is only to say that there is nothing: NO_REPLY, NO_FLUSH, _SILENT_."""
    return answers.is_silent(text)


def _found(text: str, stated: list[Candidate]) -> list[Candidate]:
    found = [
        Candidate(kind, said, [name], sure, written=True)
        for kind, name, said, sure in retained.lines(text)
    ]
    seen = {one.content for one in found}
    for one in stated:
        tells = len(one.content) >= _MIN_CHARS and not hollow.is_hollow(one.content)
        if tells and one.content not in seen:
            seen.add(one.content)
            found.append(one)
    return found


def _candidate(parts: list[str], verdict: Verdict) -> Candidate:
    content = canon.write(parts)
    wrong = replaced.value("".join(parts)) if verdict.rule == "correction" else ""
    names = specifics.entities(content)
    rule = verdict.rule
    return Candidate(verdict.kind, content, names, verdict.sure, replaces=wrong, rule=rule)


def _stated(text: str) -> list[Candidate]:
    """The statements of a prompt, at most 8; none where the person wants nothing kept."""
    if answers.is_silent(text):
        return []
    found: list[Stated] = []
    sentences = prose.sentences(text)
    pending, opening, near = False, "", 0
    troubles = [one for one in sentences if _is_trouble(one)]
    for sentence in sentences:
        flat, flat_zh = shape.english(sentence), shape.chinese(sentence)
        if en_clauses.is_unsaved(flat) or has(flat_zh, zh_left.UNSAVED):
            return []
        if _is_taken_back(flat, flat_zh):
            found.clear()
            continue
        if retained.is_line(sentence):
            continue
        said = sentence if pending else remember.asked(sentence)
        pending = said == ""
        more = near + any(one != sentence for one in troubles)  # it may be a part of the story
        made = _remembered(said) if said else _judged(sentence, opening, more)
        near = _APART if made is not None else 0
        opening = sentence if made is None and _opens(sentence) else ""
        found += [made] if made is not None else []
    return [_candidate(*one) for one in _likeliest(found, len(sentences))][:_MOST]


def _is_taken_back(flat: str, flat_zh: str) -> bool:
    return has(flat.replace(" not forget ", " "), en_left.TAKEN_BACK) or has(
        flat_zh, zh_left.TAKEN_BACK
    )


def _likeliest(found: list[Stated], sentences: int) -> list[Stated]:
    """Of a long prompt what is plainly stated, else the inferred fact with most signs."""
    if sentences < _LONG:
        return found
    plain = [one for one in found if one[1].rule not in ("fact", "did")]
    inferred = [one for one in found if one[1].rule == "fact" and one[1].spare > 0]
    return plain or sorted(inferred, key=lambda one: one[1].spare)[-1:]


def _is_trouble(sentence: str) -> bool:
    """Whether a sentence is about something that goes wrong."""
    if shape.is_chinese(sentence):
        return has(shape.chinese(sentence), zh_left.TROUBLE)
    return en_clauses.is_trouble(shape.english(sentence))


def _opens(sentence: str) -> bool:
    opens = zh_clauses.opens if shape.is_chinese(sentence) else en_clauses.opens
    return opens(sentence)


def _remembered(said: str) -> Stated:
    """What is asked to be remembered, whatever it is, of the kind that its words tell."""
    parts = steps.of(_told(said), _own(said)) or [said]
    verdict = _verdict(said, "".join(parts), 0)
    kind = verdict.kind if verdict is not None else WORLD
    if verdict is None and has(shape.chinese(said), zh_lasting.HARD):
        kind = OPINION
    return parts, Verdict("remember", kind, EXPLICIT)


def _judged(sentence: str, opening: str, near: int) -> Stated | None:
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
    if verdict is None or (near >= _APART and verdict.rule == "did"):
        return None
    shown = steps.of(_told(sentence), parts)
    return (_with_reasons(sentence, shown), verdict) if shown else None


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
    return [one for one in shape.clauses(sentence) if not hollow.tells_secret(one)]


def _own(sentence: str) -> list[str]:
    """The clauses that count, up to one whose point was a secret."""
    own = zh_clauses.own if shape.is_chinese(sentence) else en_clauses.own
    parts = own(sentence)
    hidden = (at for at, part in enumerate(parts) if hollow.tells_secret(part))
    return parts[: next(hidden, len(parts))]  # what follows a secret may speak of it


def _is_order(sentence: str) -> bool:
    """Whether a sentence begins with an order: what follows mostly belongs to it."""
    first = shape.clauses(sentence)[0]
    if shape.is_chinese(sentence):
        return has(shape.chinese(first), zh_left.ORDERS)
    return en_clauses.is_order(shape.english(first))


def _verdict(sentence: str, text: str, more: int) -> Verdict | None:
    judge = zh_judge.judge if shape.is_chinese(sentence) else en_judge.judge
    return judge(sentence, text, more=more)
