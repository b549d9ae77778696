"""Finds the sentences of a prompt that change known facts: 换成 pnpm 吧 changes one on npm."""

from __future__ import annotations

from memory_store.capture import signs, stated_fact
from memory_store.facts import consolidation, relation, retraction_request, statement
from memory_store.journal import stored
from memory_store.language import handed, mood, names, reported, sentences, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.journal.stored import Fact

_MOST = 12  # sentences that are looked at
_SURE = 0.9
_IN_NAMES = "0123456789._/:@-"
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


def correcting(text: str, older: Fact) -> stated_fact.Statement | None:
    """The statement of a prompt that says what is true in the place of what the last one said.

    A value alone takes the place of the fact's: `I meant Postgres`, 不对，是 db2.local.

    Args:
        text: a person's prompt.
        older: the fact that the prompt before it stated, or its candidate.

    Returns:
        As sure as the fact; None where the prompt corrects something else, as the agent's work.
    """
    said = retraction_request.correction(text)
    if said is None or "ordering" in statement.read(said.rest).marks or mood.asks(said.rest):
        return None
    if len(sentences.listed(said.rest)) > 1 or relation.bare(said.rest) == relation.bare(
        older.content
    ):
        return None  # more is said than a correction, or the same again
    were = _values(older.content)
    content = said.rest
    if said.value:
        was = next((one for one in reversed(were) if _is_like(one, said.value)), "")
        is_one = bool(was) and _is_value(said.value.strip(_ENDS))
        content = said.value.join(older.content.rsplit(was, 1)) if is_one else ""
    else:
        signs_of_it = (bool(_values(content)), _is_of(content, older.content))
        if not (any if said.is_own else all)(signs_of_it):
            return None
    if not content:
        return None
    found = _statement(content, older)
    if not older.stands:
        found = stated_fact.Statement(
            content, older.type, found.entities, older.confidence, how=stated_fact.SCORED
        )
    found.corrects = older.id
    return found


def _values(text: str) -> list[str]:
    """The names and numbers of a text, in their order."""
    plain = text.rstrip(_ENDS)
    named = [one for one in names.find(plain) if one in plain]
    numbers = [one.strip(_ENDS) for one in plain.split() if one.strip(_ENDS).isdigit()]
    return sorted({*named, *numbers}, key=plain.rfind)


def _is_value(text: str) -> bool:
    """Whether a text is a name or a number alone, and no words: it, the other file."""
    is_plain = text.isascii() and text.islower() and not any(map(_IN_NAMES.count, text))
    return text.isascii() and len(text.split()) == 1 and not is_plain


def _is_like(was: str, value: str) -> bool:
    """Whether a value can take another's place: a number a number's, a host a host's."""
    return any(map(str.isdigit, value)) == any(map(str.isdigit, was))


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
        older.confidence if was_asked else _SURE,
        how=stated_fact.ASKED if was_asked else how,
    )
