"""Finds, by rules and at no cost, the few sentences of a turn that are worth keeping.

Takes what a person states as lasting (remember…, a preference, a rule, a decision, a fact, a
correction), the settled results of an answer, and retain lines. Must not guess.
"""

from __future__ import annotations

from memory_store.language import script
from memory_store.learn.rules import (
    answers,
    canon,
    en_clauses,
    en_left,
    hollow,
    listing,
    prose,
    remember,
    replaced,
    retained,
    shape,
    specifics,
    stating,
    zh_clauses,
    zh_left,
)
from memory_store.learn.rules.tables import has
from memory_store.learn.rules.verdict import Verdict
from memory_store.text import han

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_MIN_CHARS = 4
_MOST = 8  # of a turn; who states more has pasted it
_PASSING = ("fact", "did", "manner")  # in a long prompt they mostly are no word of its own
_PLAIN = ("correction", "decision", "rule")
_LONG_HAN = 80
_LONG = 5  # sentences; in so many a plain fact is mostly part of a story


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
    change, person and lesson, 0.65 a fact that is inferred to last.
    """
    return _found(text, _stated)


def from_response(text: str) -> list[Candidate]:
    """What an agent's answer keeps: retain lines, and results it calls settled (0.7)."""
    return _found(text, _settled)


def is_unsaved(text: str) -> bool:
    """Whether a person wants nothing of a prompt kept: `don't save this`, 别记."""
    return any(
        en_clauses.is_unsaved(shape.english(one)) or has(shape.chinese(one), zh_left.UNSAVED)
        for one in prose.sentences(script.simplified(text))
    )


def is_silent(text: str) -> bool:
    """Whether a turn is only to say that there is nothing: NO_REPLY, NO_FLUSH, _SILENT_."""
    return answers.is_silent(text)


def _found(text: str, find: Callable[[str], list[Candidate]]) -> list[Candidate]:
    """Retain lines, and what the rules find in the text in simplified characters, as written."""
    found = [
        Candidate(kind, said, [name], sure, written=True)
        for kind, name, said, sure in retained.lines(text)
    ]
    seen = {one.content for one in found}
    own = text[: prose.READ_CHARS]
    simple = script.simplified(own)
    for one in find(simple):
        tells = len(one.content) >= _MIN_CHARS and not hollow.is_hollow(one.content)
        one.content = script.as_written(one.content, simple, own)
        if tells and one.content not in seen:
            seen.add(one.content)
            one.replaces = script.as_written(one.replaces, simple, own)
            one.entities = [script.as_written(name, simple, own) for name in one.entities]
            found.append(one)
    return found


def _candidate(parts: list[str], verdict: Verdict) -> Candidate:
    content = canon.write(parts)
    wrong = replaced.value("".join(parts)) if verdict.rule == "correction" else ""
    names = specifics.entities(content)
    rule = verdict.rule
    return Candidate(verdict.kind, content, names, verdict.sure, replaces=wrong, rule=rule)


def _settled(text: str) -> list[Candidate]:
    """What an answer calls settled; nothing of one that is only to say that there is nothing."""
    return [] if answers.is_silent(text) else [_candidate(*one) for one in answers.settled(text)]


def _stated(text: str) -> list[Candidate]:
    """The statements of a prompt, at most 8; none where the person wants nothing kept."""
    if answers.is_silent(text):
        return []
    found: list[stating.Stated] = []
    headed = listing.headed(prose.listed(text))
    sentences = [one for one, _ in headed]
    pending, opening, near = False, "", 0
    troubles = [one for one in sentences if _is_trouble(one)]
    for sentence, above in headed:
        flat, flat_zh = shape.english(sentence), shape.chinese(sentence)
        if en_clauses.is_unsaved(flat) or has(flat_zh, zh_left.UNSAVED):
            return []
        if _is_taken_back(flat, flat_zh):
            found = _instead(sentence)
            continue
        if retained.is_line(sentence):
            continue
        if above is not None:
            found.append(above.stated(sentence))
            continue
        asked = "" if listing.points_on(sentence) else remember.asked(sentence)
        said = sentence if pending else asked
        pending = said == ""
        more = near + any(one != sentence for one in troubles)  # it may be a part of the story
        made = stating.remembered(said) if said else stating.taught(sentence, opening, more)
        near = stating.APART if made is not None else 0
        opening = sentence if made is None and _opens(sentence) else ""
        found += [made] if made is not None else []
    chosen = _likeliest(found) if _is_story(sentences) else found
    return [_candidate(*one) for one in chosen][:_MOST]


def _is_taken_back(flat: str, flat_zh: str) -> bool:
    return has(flat.replace(" not forget ", " "), en_left.TAKEN_BACK) or has(
        flat_zh, zh_left.TAKEN_BACK
    )


def _is_story(sentences: list[str]) -> bool:
    """Whether a prompt is long: of five sentences, or of as many Chinese characters as theirs."""
    written = sum(han.count(one) for one in sentences)
    return len(sentences) >= _LONG or (written >= _LONG_HAN and len(sentences) > 1)


def _likeliest(found: list[stating.Stated]) -> list[stating.Stated]:
    """Of a long prompt what is plainly stated, else the inferred fact with most signs."""
    plain = [one for one in found if one[1].rule not in _PASSING]
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


def _instead(sentence: str) -> list[stating.Stated]:
    """What is settled behind the words that take something back: 算了，还是用 npm."""
    parts = shape.clauses(sentence)
    back = [at for at, one in enumerate(parts) if _is_taken_back(shape.english(one), one)]
    rest = "".join(parts[back[-1] + 1 :]) if back else ""
    made = stating.judged(rest, "", 0) if rest else None
    if made is None or made[1].rule not in _PLAIN:
        return []
    return [(made[0], Verdict("correction", made[1].kind, made[1].sure))]
