"""When candidates are made of prompts; examples.json has the prompts."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from memory_store import clock
from memory_store.capture import hearing, inference
from memory_store.handlers import recall_memory
from memory_store.journal import append, checkpoints, facts, stored
from memory_store.store import layout
from memory_store.upkeep import finish
from tests import given

pytestmark = pytest.mark.long

RULE = "Our API keys must not be hardcoded; they live in the .env file."
ASKED = "and where do they live, you said?"
KEPT = "OK.\nO @keys: API keys live in .env."


def propose(store: layout.Store, until: float = math.inf) -> int:
    return inference.propose(given.where(store), store, until)


@pytest.fixture
def prompt(store: layout.Store) -> stored.Entry:
    return given.event(store, "prompt", text=RULE)


def test_a_prompt_is_looked_at_once_and_its_candidate_says_where_it_comes_from(
    store: layout.Store, prompt: stored.Entry
) -> None:
    assert [propose(store), propose(store)] == [1, 0]

    (found,) = given.living(store)
    assert (found.content, found.status) == (RULE, stored.CANDIDATE)
    assert found.evidence == [prompt.id]


@pytest.mark.parametrize("answer", ["", KEPT])
def test_what_the_agent_would_be_asked_about_is_a_candidate_at_once(
    store: layout.Store, answer: str
) -> None:
    asked = given.told("cursor/before-submit-prompt", store, prompt=RULE)
    afterwards = recall_memory.handle(asked, given.where(store)).afterwards
    assert afterwards is not None
    afterwards()

    (found,) = given.living(store)
    assert (found.content, found.stands) == (RULE, False)
    assert found.source.get(stored.HOW) == stored.HEARD
    if answer:
        given.event(store, "response", text=answer)
    assert propose(store) == 0  # by its meaning it is the same


def test_what_was_heard_at_once_is_as_sure_as_its_meaning_once_it_was_weighed(
    store: layout.Store, prompt: stored.Entry
) -> None:
    hearing.hear(given.where(store), prompt)
    (before,) = given.living(store)

    propose(store)

    (after,) = given.living(store)
    assert after.confidence != before.confidence
    assert after.is_likely
    assert after == before.weighed(after.confidence)


@pytest.mark.usefixtures("prompt")
def test_without_time_the_day_is_left_to_the_next_run(store: layout.Store) -> None:
    assert [propose(store, until=0), propose(store)] == [0, 1]


@pytest.mark.usefixtures("words_alone", "prompt")
def test_who_wants_no_vectors_gets_no_candidates(store: layout.Store) -> None:
    assert finish.bring_up_to_date(given.where(store), embed_seconds=60).facts == 0


@pytest.mark.usefixtures("prompt")
def test_a_candidate_that_was_deleted_by_hand_stays_gone(store: layout.Store) -> None:
    propose(store)
    Path(store.path, layout.FACTS).write_bytes(b"")
    checkpoints.update(store, {}, checkpoints.load(store))

    assert propose(store) == 0
    assert given.lines(store, layout.FACTS) == []


@pytest.mark.usefixtures("prompt")
@pytest.mark.parametrize(
    ("gone", "made"),
    [
        (f"{RULE} The keys are rotated each month by Anna.", 0),
        ("The keys of the piano are rotated", 1),
    ],
)
def test_what_was_taken_back_comes_back_in_no_other_words(
    store: layout.Store, gone: str, made: int
) -> None:
    given.retraction(store, given.fact(store, gone, days=1))

    assert propose(store) == made


def test_what_was_heard_before_midnight_is_taken_back_by_its_meaning_too(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    midnight = given.moment(2, at="00:00:00")
    before = clock.now() - midnight + 1
    prompt = given.event(store, "prompt", ago=before, text="以后有空再优化")
    with monkeypatch.context() as past:
        past.setattr(clock, "now", lambda: midnight + 1)  # its note is in the next day's file
        assert hearing.hear(given.where(store), prompt) == 1

    propose(store)

    assert given.living(store) == []


@pytest.mark.parametrize(
    ("answers", "made"),
    [
        ({RULE: "OK.", ASKED: "OK."}, 1),
        ({RULE: "OK.", ASKED: KEPT}, 0),
        ({RULE: "OK.", ASKED: ""}, 1),
        ({ASKED: KEPT, RULE: "OK."}, 1),
    ],
)
@pytest.mark.parametrize("looked_before", [False, True])
def test_an_agent_that_keeps_what_lasts_passed_over_what_it_left(
    store: layout.Store, answers: dict[str, str], made: int, *, looked_before: bool
) -> None:
    ago = 600
    for prompt, answer in answers.items():
        given.event(store, "prompt", ago=ago, text=prompt)
        if answer:
            given.event(store, "response", ago=ago - 1, text=answer)
        if looked_before:
            propose(store)
        ago -= 60

    propose(store)

    assert len(given.living(store)) == made


@pytest.mark.parametrize("restored", [False, True])
def test_what_a_run_takes_back_says_why_and_stays_where_a_person_restored_it(
    store: layout.Store, *, restored: bool
) -> None:
    given.event(store, "prompt", ago=600, text=RULE)
    given.event(store, "response", ago=599, text="OK.")
    propose(store)
    (candidate,) = given.living(store)
    if restored:
        append.append(store, layout.FACTS, [candidate.retracted(), candidate.restored()])
    given.event(store, "prompt", ago=500, text=ASKED)
    given.event(store, "response", ago=499, text=KEPT)

    propose(store)

    (newest,) = [one for one in facts.newest_first(store, 1 << 20) if one.id == candidate.id][:1]
    assert (newest.op, newest.get("reason")) == (
        ("restore", None) if restored else ("retract", "left")
    )


def test_a_candidate_that_took_anothers_place_waits_though_the_agent_kept_others(
    store: layout.Store,
) -> None:
    prompt = given.event(store, "prompt", ago=600, text=RULE)
    given.event(store, "response", ago=599, text="OK.")
    older = given.fact(store, "API keys are in the vault", days=3, status="candidate")
    candidate = given.fact(
        store, RULE, status="candidate", evidence=[prompt.id], supersedes=older.id
    )
    given.event(
        store, "fact", ago=598, record_id=candidate.id, source="heard", stated_in=[prompt.id]
    )
    given.event(store, "prompt", ago=500, text=ASKED)
    given.event(store, "response", ago=499, text=KEPT)

    propose(store)

    assert candidate.id in {one.id for one in given.living(store)}
