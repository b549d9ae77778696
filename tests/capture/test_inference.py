import time
from pathlib import Path

import pytest

from memory_store.capture import inference
from memory_store.journal import checkpoints, read, stored
from memory_store.store import layout
from tests import given

RULE = "Our API keys must not be hardcoded; they live in the .env file."
CHATTER = "ok thanks, now run it again"
ASKED = "Remember that we deploy with Argo CD."


def propose(store: layout.Store, seconds: float = 60) -> int:
    return inference.propose(given.where(store), store, time.monotonic() + seconds)


def contents(store: layout.Store) -> list[object]:
    return [one["content"] for one in given.living(store)]


def test_a_sentence_that_means_a_standing_rule_becomes_a_candidate(store: layout.Store) -> None:
    made = given.event(store, "prompt", text=f"{CHATTER}\n{RULE}")

    assert propose(store) == 1

    (found,) = given.living(store)
    assert found["content"] == RULE
    assert found["status"] == stored.CANDIDATE
    assert not found.stands
    assert found["evidence"] == [made["id"]]


def test_a_prompt_is_looked_at_once(store: layout.Store) -> None:
    given.event(store, "prompt", text=RULE)
    propose(store)

    assert propose(store) == 0
    assert contents(store) == [RULE]


@pytest.mark.parametrize(
    "text",
    [CHATTER, f"{RULE[:-1]}?", f"Don't save this. {RULE}", f"```\n{RULE}\n```", ASKED],
    ids=["chatter", "a question", "not to be saved", "code", "asked for"],
)
def test_of_other_prompts_nothing_is_inferred(store: layout.Store, text: str) -> None:
    given.event(store, "prompt", text=text)

    assert propose(store) == 0


def test_what_an_agent_says_is_no_candidate(store: layout.Store) -> None:
    given.event(store, "response", text=RULE)

    assert propose(store) == 0


def test_without_time_the_day_is_left_to_the_next_run(store: layout.Store) -> None:
    given.event(store, "prompt", text=RULE)

    assert propose(store, seconds=-1) == 0
    assert not any(name.startswith(checkpoints.INFERRED) for name in checkpoints.load(store))
    assert propose(store) == 1


@pytest.mark.usefixtures("words_alone")
def test_who_wants_no_vectors_gets_no_candidates(store: layout.Store) -> None:
    given.event(store, "prompt", text=RULE)

    assert propose(store) == 0


def test_a_candidate_that_was_deleted_by_hand_stays_gone(store: layout.Store) -> None:
    given.event(store, "prompt", text=RULE)
    propose(store)
    Path(store.path, layout.FACTS).write_bytes(b"")
    checkpoints.update(store, {}, checkpoints.load(store))

    assert propose(store) == 0
    assert list(read.newest_first(store, layout.FACTS)) == []


def test_what_was_taken_back_does_not_come_back_in_other_words(store: layout.Store) -> None:
    longer = f"{RULE} The keys are rotated each month by Anna."
    given.retraction(store, given.fact(store, longer, days=1))
    given.event(store, "prompt", text=RULE)

    assert propose(store) == 0


def test_a_rule_that_shares_a_word_with_one_taken_back_becomes_a_candidate(
    store: layout.Store,
) -> None:
    given.retraction(store, given.fact(store, "The keys of the piano are rotated", days=1))
    given.event(store, "prompt", text=RULE)

    assert propose(store) == 1
