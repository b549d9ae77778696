"""Retracts the one fact that a person asks to take back: `forget the rule about make smoke`.

The request's words are compared with the facts that held at that time. Must not guess: where
several facts fit, or none, nothing is retracted.
"""

from __future__ import annotations

from memory_store import model
from memory_store.facts import consolidation, retraction_request, statement, units
from memory_store.journal import append, facts, fields, read, sessions
from memory_store.language import mood, script, sentences
from memory_store.store import files, layout, lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memory_store.journal.stored import Entry, Fact

_MOST_BYTES = 4 << 20  # of the facts; of more nobody tells whether one alone is meant
_LOCK_SECONDS = 2.0
_LEAST_CHARS = 2
_SHARED = 0.6
_LAST_SENTENCES = 4  # of an answer; a question may stand before the list of its choices


def retract(store: layout.Store, prompts: list[Entry]) -> int:
    """Append the lines that take back the facts that these prompts name, and count them.

    Args:
        store: whose facts.
        prompts: journal events. One that was looked at before changes nothing: what it named is
            gone since, or was restored by somebody since.

    Raises:
        StoreError: they could not be written.
    """
    last = [one for one in prompts if retraction_request.means_last(one.text)]
    wanted = [(event, name) for event in prompts for name in retraction_request.asked(event.text)]
    if not (wanted or last) or files.size(store.path, layout.FACTS) > _MOST_BYTES:
        return 0
    with lock.Held(store.path, _LOCK_SECONDS):
        known = list(facts.newest_first(store, _MOST_BYTES))
        named = [(event, _named(known, name, event)) for event, name in wanted]
        named += [(event, stated_before(store, known, event)) for event in last]
        lines = [
            fact.retracted()
            for event, fact in named
            if fact is not None and (fact.restored_at or 0.0) < event.moment
        ]
        if lines:
            append.append_locked(store, layout.FACTS, lines, durable=True)
    return len(lines)


def missed(store: layout.Store, prompt: Entry) -> list[str]:
    """The names in a prompt's requests that fit no fact, or several: these take nothing back.

    Of a bare 忘掉 X only a name of several facts: a plan, or an error, may be meant as well.
    """
    names = retraction_request.asked(prompt.text)
    known = list(facts.newest_first(store, _MOST_BYTES)) if names else []
    fits = {name: len(_meant(known, name, prompt)) for name in names}
    return [
        name
        for name, count in fits.items()
        if count > 1 or (not count and not retraction_request.is_bare(prompt.text, name))
    ]


def stated_before(store: layout.Store, known: list[Fact], event: Entry) -> Fact | None:
    """The newest fact that only the prompt before this one states.

    None where `undo that` may mean work that the prompt before orders beside it.
    """
    prompt = next((one for one in _before(store, event) if one.type == model.PROMPT), None)
    stated = _stated_by(prompt, facts.living(known)) if prompt else []
    if prompt and retraction_request.may_mean_work(event.text):
        rest = prompt.text
        for fact in stated:
            rest = rest.replace(fact.content, "")
        stated = [] if any(map(str.isalnum, rest)) else stated
    return max(stated, key=lambda fact: fact.moment, default=None)


def stated_by_prompt(
    store: layout.Store, known: list[Fact], event: Entry
) -> Iterator[Fact | None]:
    """The newest fact that each prompt before one alone states, the last prompt first."""
    living = list(facts.living(known))
    for one in _before(store, event):
        if one.type == model.PROMPT:
            yield max(_stated_by(one, living), key=lambda fact: fact.moment, default=None)


def is_answer(store: layout.Store, event: Entry) -> bool:
    """Whether a prompt may answer what the agent asked, and so correct nothing: `no, 2`."""
    said = retraction_request.correction(event.text)
    if said is None or not said.is_mere:
        return False
    last = next(_before(store, event), event)
    end = sentences.own(last.text, is_prompt=False)[-_LAST_SENTENCES:]
    return last.type == model.RESPONSE and any(map(mood.asks, end))


def _before(store: layout.Store, event: Entry) -> Iterator[Entry]:
    """The prompts and answers of today in a prompt's session before it, the newest first."""
    for line in reversed(read.tail(store, sessions.today())):
        for one in read.entries(line)[::-1]:
            is_turn = one.type in (model.PROMPT, model.RESPONSE)
            is_earlier = one.id != event.id and one.moment <= event.moment
            if is_turn and is_earlier and one.session_id == event.session_id:
                yield one


def _stated_by(prompt: Entry, living: Iterable[Fact]) -> list[Fact]:
    return [fact for fact in living if fact.evidence == [prompt.id]]


def taken_back(known: list[Fact], event: Entry, before: str) -> list[Fact]:
    """The facts that a prompt had taken back, and that nobody restored since.

    Args:
        known: the lines of the facts, the newest first.
        event: the prompt.
        before: the id of the prompt before it in its session, "" for none.
    """
    meant = [_meant(known, name, event) for name in retraction_request.asked(event.text)]
    named = {one[0] for one in meant if len(one) == 1}
    is_last = retraction_request.means_last(event.text) and bool(before)
    return [
        one
        for one in facts.taken_back(known)
        if (one.written_at or 0.0) >= event.moment
        and (one.id in named or (is_last and one.evidence == [before]))
    ]


def _named(known: list[Fact], name: str, event: Entry) -> Fact | None:
    """The fact that has all the words of a name; None if none or several had them by then."""
    meant = _meant(known, name, event)
    return next((one for one in facts.living(known) if [one.id] == meant), None)


def _meant(known: list[Fact], name: str, event: Entry) -> list[str]:
    """The ids of the facts that had all the words of a name when it was said."""
    wanted = statement.read(name)
    if len(name) < _LEAST_CHARS or not wanted.terms:
        return []
    before = [line for line in known if line.is_written_by(event.moment)]
    return [
        one.id
        for one in facts.living(before)
        if one.type in consolidation.LASTING and _has(one, wanted)
    ]


def _has(fact: Fact, wanted: statement.Statement) -> bool:
    """Whether a fact has each value of a name, and most of its terms."""
    low = script.simplified(fields.sameness(fact.content))
    if sum(one in low for one in wanted.terms) < _SHARED * len(wanted.terms):
        return False  # nearly always, and before the fact is read
    terms = statement.read(fact.content).terms
    shared = len(wanted.terms & terms)
    return units.terms(wanted.values) <= terms and shared >= _SHARED * len(wanted.terms)
