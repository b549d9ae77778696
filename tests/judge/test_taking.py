"""A verdict is written once, with its source, and can be taken back at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from memory_store.commands import undo
from memory_store.index import questions
from memory_store.journal import append, stored
from memory_store.judge import checks, taking
from tests import given
from tests.judge import answers

if TYPE_CHECKING:
    from memory_store.store import layout

RULE = "we ship only from the release branch"
FOUND = answers.fact("Ship only from the release branch", RULE)


def judged(store: layout.Store, *messages: str, **parts: Any) -> list[stored.Fact]:
    answers.session(store, *(messages or (f"P: fix the login page. {RULE}", "A: done")))
    request = answers.asked(store)
    text = answers.answer(**parts)
    return taking.take(store, request, checks.accepted(request, text), "openai")


def contents(store: layout.Store) -> list[str]:
    return sorted(one.content for one in given.living(store))


def test_a_fact_names_its_quote_its_message_and_the_judge(store: layout.Store) -> None:
    (fact,) = judged(store, facts=[FOUND])

    prompt = given.journal(store, "prompt")[0]
    assert fact.stands
    assert fact.source == {
        "host": "claude",
        "session_id": answers.SESSION,
        "via": "judge",
        "quote": RULE,
        "message": prompt.id,
        "scope": "lasting",
    }
    assert not fact.is_asked
    (event,) = given.journal(store, "judged")
    assert event.record_ids == [fact.id]
    assert event.source == "openai"


def test_a_candidate_that_was_heard_in_the_session_stands_once_the_judge_finds_it(
    store: layout.Store,
) -> None:
    answers.session(store, f"P: fix the login page. {RULE}", "A: done")
    (prompt,) = given.journal(store, "prompt")
    own = answers.SESSION
    given.fact(store, RULE, session=own, status="candidate", evidence=[prompt.id])
    request = answers.asked(store)

    taking.take(store, request, checks.accepted(request, answers.answer(facts=[FOUND])), "openai")

    (fact,) = given.living(store)
    assert (fact.content, fact.stands) == (RULE, True)


@pytest.mark.parametrize("changes", [{"content": "Ship from release/*"}, {"pinned": True}])
def test_a_change_that_somebody_made_after_the_judge_stays(
    changes: dict[str, object], store: layout.Store
) -> None:
    known = given.fact(store, FOUND["text"], days=1, kind="O")
    judged(store, facts=[FOUND])
    newest = given.living(store)[0]
    assert newest.id == known.id
    assert len(newest.evidence) == 1
    stored_line = newest.changed(**changes)
    append.append(store, "facts.jsonl", [stored_line])

    assert taking.undo(store) == []
    assert given.living(store)[0].get("updated_by") is None


def test_one_undo_takes_a_whole_verdict_back(store: layout.Store) -> None:
    known = given.fact(store, "Use pnpm in this repository", days=1, kind="O")
    said = (
        f"P: we don't use pnpm in this repository any more. {RULE}. The gateway is at port 8123."
    )
    answers.session(store, said)
    request = answers.asked(store)
    (short,) = request.known.facts
    found = [FOUND, answers.fact("The gateway is at port 8123", "gateway is at port 8123")]
    change = {"id": short, "what": "ends", "m": 1, "by": -1}
    verdict = checks.accepted(request, answers.answer(facts=found, changes=[change]))
    assert len(taking.take(store, request, verdict, "openai")) == 3

    (file,) = undo.last([undo.Changes(questions.Records(store), "facts.jsonl")], 1)
    append.append(store, "facts.jsonl", [stored.Fact(line) for _, line in file.steps()])

    assert contents(store) == [known.content]
