"""Finds the sentences of a prompt that change known facts: 换成 pnpm 吧 changes one on npm."""

from __future__ import annotations

import itertools

from memory_store.capture import stated_fact
from memory_store.facts import consolidation, relation, retraction_request, statement, units
from memory_store.journal import stored
from memory_store.language import handed, mood, names, reported, sentences, signs, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.journal.stored import Fact

_MOST = 12  # sentences that are looked at
_SURE = 0.9
_IN_NAMES, _CODED = "0123456789._/:@-", -2
_ENDS = " .。!！,，;；:："
_RULE_WORDS = frozenset(
    ("rule", "rules", "convention", "preference", "mind", "never", "规则", "那条", "约定", "规定")
)


def statements(text: str, known: Iterable[Fact]) -> list[stated_fact.Statement]:
    """The sentences of a prompt that change a known fact, or a part of one, in words of change.

    Args:
        text: a person's prompt.
        known: the facts that hold, and the candidates. A change of a candidate is a candidate.
    """
    lasting = list(known)
    others = handed.parted(text)[1]
    own = [one for one in signs.stating(text)[:_MOST] if one not in others]
    changes = [(one, changed(one, lasting)) for one in own]
    return [_change(sentence, older) for sentence, older in changes if older is not None]


def _change(sentence: str, older: Fact) -> stated_fact.Statement:
    """A sentence that changes a fact, without the words that take another one back: wrong, …."""
    may_tell = signs.may_correct(sentence) or signs.may_take_back(sentence)
    content = (retraction_request.behind(sentence) if may_tell else "") or sentence
    found = _statement(content, older)
    is_whole = consolidation.kind_of_change(older, sentence) == relation.REPLACES
    found.corrects = older.id if content != sentence and is_whole else ""
    return found


def correcting(text: str, stated: Iterable[Fact | None]) -> stated_fact.Statement | None:
    """The statement of a prompt that says what is true in the place of what was said before it.

    A value alone takes the place of a value of its kind, in the last statement that has one:
    `I meant Postgres`, 不对，是 db2.local. Behind a mere `no` only in the last prompt's.

    Args:
        text: a person's prompt.
        stated: what each earlier prompt of its session stated, or None, the last prompt first.

    Returns:
        As sure as the fact; None where the prompt corrects something else, as the agent's work.
    """
    said = retraction_request.correction(text)
    if said is None or "ordering" in statement.read(said.rest).marks or mood.asks(said.rest):
        return None
    if len(sentences.listed(said.rest)) > 1:
        return None  # more is said than a correction
    if said.value:
        near = itertools.islice(stated, 1 if said.is_mere else None)
        values = ((one, _in_place(one.content, said)) for one in near if one is not None)
        older, content = next((pair for pair in values if pair[1]), (None, ""))
    else:
        older, content = next(iter(stated), None), said.rest
    if older is None or not content or relation.bare(content) == relation.bare(older.content):
        return None
    signs_of_it = (bool(_values(content)), _is_of(content, older.content))
    if not (said.value or (any if said.is_own else all)(signs_of_it)):
        return None
    found = _statement(content, older)
    found.corrects = older.id
    return found


def _in_place(content: str, said: retraction_request.Correction) -> str:
    """A statement with a value in the place of one of its kind; "" where it has none."""
    value = said.value.strip(_ENDS)
    if not retraction_request.is_value(value):
        return ""
    not_so = said.was.strip(_ENDS)
    were = [
        one
        for one in reversed(_values(content))
        if (one == not_so if not_so else _are_alike(one, value, is_slip=said.is_slip))
    ]
    was = next(iter(were), "")
    return value.join(content.rsplit(was, 1)) if was else ""


def _values(text: str) -> list[str]:
    """The names and numbers of a text, in their order."""
    plain = text.rstrip(_ENDS)
    named = [one for one in names.find(plain) if one in plain]
    numbers = [one.strip(_ENDS) for one in plain.split() if one.strip(_ENDS).isdigit()]
    return sorted({*named, *numbers}, key=plain.rfind)


def _are_alike(was: str, value: str, *, is_slip: bool) -> bool:
    """Whether a value can take another's place: a number a number's, a host a host's.

    A name takes that of one of its class; of any other word where somebody mistyped it.
    """
    shapes = [
        (units.NUMBER if one.isdigit() else _CODED)
        if any(map(_IN_NAMES.count, one))
        else units.kind_of(units.stem(one.lower()))
        for one in (was, value)
    ]
    is_word = not any(shapes) and len(was.split()) == 1
    return shapes[0] == shapes[1] and (bool(shapes[0]) or (is_slip and is_word))


def _is_of(content: str, older: str) -> bool:
    """Whether a text says something else of what another is about."""
    return not words.split(content).isdisjoint(words.split(older))


def changed(sentence: str, known: list[Fact]) -> Fact | None:
    """The fact that a sentence changes, or a part of it; None for an order, and a quotation."""
    if _is_of_the_moment(sentence):
        return None
    older = next(iter(consolidation.changed_by(sentence, known)), None)
    return None if older is not None and _names_only(sentence, older) else older


def _names_only(sentence: str, older: Fact) -> bool:
    """Whether a sentence only names a rule, and so says nothing that could stand for it."""
    named = statement.read(sentence).terms - statement.read(older.content).terms
    return not named.isdisjoint(_RULE_WORDS) and named <= _RULE_WORDS


def _is_of_the_moment(sentence: str) -> bool:
    """Whether a sentence orders or quotes something, or asks to forget it: it changes no fact."""
    is_quoted = reported.before(sentence) != sentence
    is_request = signs.may_forget(sentence) and retraction_request.is_request(sentence)
    return is_quoted or is_request or "ordering" in statement.read(sentence).marks


def _statement(sentence: str, older: Fact) -> stated_fact.Statement:
    """A sentence as sure as the fact that it changes."""
    was_asked = older.source.get(stored.HOW) == stored.ASKED
    how = stated_fact.CHANGED if older.stands else stated_fact.SCORED
    return stated_fact.Statement(
        sentence,
        older.type,
        names.find(sentence),
        older.confidence if was_asked or not older.stands else _SURE,
        how=stated_fact.ASKED if was_asked and older.stands else how,
    )
