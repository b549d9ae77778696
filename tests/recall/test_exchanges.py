"""What was asked and answered in earlier sessions, found among the turns of the journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store import clock
from memory_store.capture import explicit
from memory_store.index import indexer, sync, tables
from memory_store.journal import stored
from memory_store.recall import exchanges, relevant
from tests import given

if TYPE_CHECKING:
    from memory_store.store import layout

REQUEST = "how do we rotate the signing keys of the staging gateway"
ANSWER = "The signing keys of the gateway are rotated by the cron job rotate_keys on staging."
ASKED = "the gateway on staging rejects our signing keys since the last rotation"


@pytest.fixture(autouse=True)
def low_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a store of two turns every word is common: what is tested here is not the score."""
    monkeypatch.setenv("MEMORY_STORE_RECALL_MIN_SCORE", "0.1")


def said(store: layout.Store, session: str, *texts: str) -> list[stored.Entry]:
    """A session that was synced: a prompt, and what was answered to it."""
    made = [
        given.event(store, "response" if at else "prompt", session, text=text, ago=60 - at)
        for at, text in enumerate(texts)
    ]
    sync.sync(store)
    return made


def summed(
    store: layout.Store, text: str, days: int, topic: str = "draw the icons of the menu anew"
) -> stored.Summary:
    """A session's summary that was made by rules, so many days ago."""
    return given.summary(
        store,
        topic,
        session="s1",
        text=text,
        source={"session_id": "s1", "via": "capture"},
        created_at=clock.stamp(clock.now() - days * 86_400),
    )


def recalled(store: layout.Store, earlier: list[stored.Entry] | None = None) -> relevant.Recalled:
    where = given.where(store)
    return relevant.to_prompt(where, ASKED, earlier or [], "en", explicit.is_unsaved)


def test_an_earlier_answer_comes_with_what_was_asked(store: layout.Store) -> None:
    _, answer = said(store, "s1", REQUEST, ANSWER)

    found = recalled(store)

    assert found.ids == [answer.id]
    assert f"«{REQUEST}»: {ANSWER}" in found.text


def test_of_several_answers_the_last_one_is_told(store: layout.Store) -> None:
    *_, last = said(store, "s1", REQUEST, "I look at the signing keys of the gateway.", ANSWER)

    assert recalled(store).ids == [last.id]


def test_each_session_keeps_its_own_answer_though_both_ran_at_once(store: layout.Store) -> None:
    given.event(store, "prompt", "s1", text=REQUEST, ago=60)
    given.event(store, "prompt", "s2", text="draw the icons of the menu anew", ago=50)
    given.event(store, "response", "s2", text="The icons are new.", ago=40)
    answer = given.event(store, "response", "s1", text=ANSWER, ago=30)
    sync.sync(store)

    assert recalled(store).ids == [answer.id]


def test_a_request_that_nobody_answered_is_not_told(store: layout.Store) -> None:
    said(store, "s1", ASKED)

    assert recalled(store).ids == []


LONG = "how do we rotate the keys of the gateway? " * 80


@pytest.mark.parametrize(
    ("turn", "found"),
    [("A", ("A", "a")), ("a", ("A", "a")), ("B", ("B", "b")), ("b", ("B", "b")), ("C", None)],
)
@pytest.mark.parametrize("first", ["A", LONG.strip()])
def test_a_turn_belongs_to_the_last_request_before_it_and_to_the_answers_before_the_next(
    store: layout.Store, turn: str, found: tuple[str, str] | None, first: str
) -> None:
    texts = {"A": first}
    for one in "AaBbC":
        kind = "prompt" if one.isupper() else "response"
        given.event(store, kind, "s1", text=texts.get(one, one), ago=60)
    index, _ = indexer.bring_up(store)
    with index:
        rows = tables.rows(
            index.db, "SELECT id, record FROM piece WHERE kind = 'turn' ORDER BY id"
        )
        pieces = {record: identity for identity, record in reversed(rows)}
        place = dict(zip("AaBbC", sorted(pieces.values()), strict=True))[turn]

        got = exchanges.find(index.db, store, {place: 1.0})

    asked = [(one.request, one.answer) for one in got]
    assert asked == ([(texts.get(found[0], found[0]), found[1])] if found else [])
    assert len(rows) > len(pieces) or first == "A"


def test_a_session_is_not_told_its_own_words_nor_anything_twice(store: layout.Store) -> None:
    made = said(store, "s1", REQUEST, ANSWER)

    assert recalled(store, made).ids == []
    assert recalled(store, [stored.Entry(type="recalled", record_ids=[made[1].id])]).ids == []


@pytest.mark.parametrize(("days", "told"), [(100, True), (10, False)])
def test_of_a_session_whose_journal_is_gone_the_summary_tells_the_exchange(
    store: layout.Store, days: int, *, told: bool
) -> None:
    made = summed(store, f"The icons are new. «{REQUEST}»: {ANSWER}", days)

    found = recalled(store)

    assert found.ids == [made.id] * told
    assert (f"«{REQUEST}»: {ANSWER}" in found.text) is told
    assert "icons" not in found.text


RULE = "Remember that the signing keys of the staging gateway are rotated by hand."


@pytest.mark.parametrize("gone", ["", "taken back", "replaced"])
@pytest.mark.parametrize("days", [0, 100])
def test_what_no_longer_holds_does_not_come_back_with_the_exchange_that_stated_it(
    store: layout.Store, gone: str, days: int
) -> None:
    """With what is told by the journal, and by a summary once that is gone."""
    fact = given.fact(store, RULE)
    answer = "Noted: the signing keys of the gateway go by hand."
    if days:
        summed(store, answer, days, topic=RULE)
    else:
        said(store, "s1", RULE, answer)
    if gone == "taken back":
        given.retraction(store, fact)
    if gone == "replaced":
        given.fact(store, "The cron job rotates each key", supersedes=fact.id)

    assert ("by hand" in recalled(store).text) is (not gone)


def test_the_sentences_of_an_exchange_that_hold_are_told(store: layout.Store) -> None:
    given.retraction(store, given.fact(store, RULE))
    said(store, "s1", f"{REQUEST}? {RULE}", f"{ANSWER} {RULE}\nIts log is rotate.log.")

    text = recalled(store).text

    assert f"«{REQUEST}?»: {ANSWER}" in text
    assert "by hand" not in text


def test_an_agents_summary_comes_without_what_no_longer_holds(store: layout.Store) -> None:
    given.retraction(store, given.fact(store, RULE))
    given.summary(store, "the signing keys of the gateway", session="s1", text=f"{ANSWER} {RULE}")

    text = recalled(store).text

    assert ANSWER in text
    assert "by hand" not in text


@pytest.mark.parametrize("end", ["", " Don't save this.", " 这个不用记。"])
def test_what_is_said_off_the_record_does_not_come_back(store: layout.Store, end: str) -> None:
    said(store, "s1", f"{REQUEST}?{end}", ANSWER)

    assert (recalled(store).text == "") is bool(end)
