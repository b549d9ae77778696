"""A verdict is written once, with its source, and can be taken back at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from memory_store import clock
from memory_store.commands import undo
from memory_store.index import questions
from memory_store.journal import append, records, stored
from memory_store.judge import checks, taking
from memory_store.sessions import todos
from tests import given
from tests.judge import answers

if TYPE_CHECKING:
    from memory_store.store import layout

RULE = "we ship only from the release branch"
FOUND = answers.fact("Ship only from the release branch", RULE)
SUMMARY = {"topic": "发布流程", "done": "登录页已修复", "holds": "测试通过", "open": ""}


def judged(store: layout.Store, *messages: str, **parts: Any) -> list[stored.Fact]:
    answers.session(store, *(messages or (f"P: fix the login page. {RULE}", "A: done")))
    request = answers.asked(store)
    text = answers.answer(**parts)
    return taking.take(store, request, checks.accepted(request, text), "openai")


def saved_ago(seconds: float) -> dict[str, Any]:
    """The fields of a fact that was saved so many seconds ago."""
    then = clock.now() - seconds
    return {"id": records.new_id("f", then), "created_at": clock.stamp(then)}


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


def test_a_verdict_that_is_taken_twice_changes_nothing_more(store: layout.Store) -> None:
    judged(store, facts=[FOUND])
    request = answers.asked(store)

    again = taking.take(
        store, request, checks.accepted(request, answers.answer(facts=[FOUND])), "openai"
    )

    assert again == []
    assert contents(store) == [FOUND["text"]]


@pytest.mark.parametrize("waiting", [0, 13])  # more than a request lists
def test_two_quotes_of_one_sentence_are_one_fact(store: layout.Store, waiting: int) -> None:
    said = "Warranty is for all customers and runs on Service Cloud"
    for at in range(waiting):
        content = f"the count of room {at} is {at}" if at else said
        given.fact(store, content, days=20 - at, status=stored.CANDIDATE)
    quotes = ("Warranty is for all customers", "runs on Service Cloud")
    found = [answers.fact(f"{quote}, as said", quote) for quote in quotes]

    judged(store, f"P: {said}", "A: done", facts=found)

    assert contents(store).count(said) == 1


@pytest.mark.parametrize(
    ("session", "verdict", "stays"),
    [
        (answers.SESSION, "", False),
        (answers.SESSION, "wait", True),
        (answers.SESSION, "keep", True),
        ("another session", "", True),
    ],
)
def test_what_a_judge_says_nothing_of_was_nothing(
    store: layout.Store, session: str, verdict: str, *, stays: bool
) -> None:
    waits = given.fact(store, "the button is blue", session=session, status=stored.CANDIDATE)
    said = [{"id": f"C{waits.id[-6:]}", "verdict": verdict}] if verdict else []

    judged(store, candidates=said)

    assert (waits.content in contents(store)) == stays


def test_a_correction_that_waits_already_takes_the_older_facts_place(store: layout.Store) -> None:
    said = "commit messages in English please, we have a Dutch colleague now"
    older = given.fact(store, "Commit messages are in German", days=3, status=stored.STANDING)
    given.fact(store, said, session=answers.SESSION, status=stored.CANDIDATE)
    change = {"id": f"F{older.id[-6:]}", "what": "replaces", "m": 1, "by": 0}

    judged(store, f"P: {said}", facts=[answers.fact(said, said)], changes=[change])

    (newer,) = (one for one in given.living(store) if one.content == said)
    assert (newer.stands, newer.related) == (True, [older.id])  # beside what an agent saved


def test_what_somebody_took_back_does_not_come_back(store: layout.Store) -> None:
    given.retraction(store, given.fact(store, FOUND["text"], days=1))

    assert judged(store, facts=[FOUND]) == []


def test_a_replaced_fact_is_told_on_the_new_ones_line(store: layout.Store) -> None:
    old = given.fact(store, "Ship from the main branch", days=1, kind="O", source={"via": "judge"})
    answers.session(store, f"P: fix the login page. {RULE}")
    request = answers.asked(store)
    short = next(name for name, one in request.known.facts.items() if one.id == old.id)
    change = {"id": short, "what": "replaces", "m": 1, "by": 0}
    verdict = checks.accepted(request, answers.answer(facts=[FOUND], changes=[change]))

    taking.take(store, request, verdict, "openai")

    (fact,) = given.living(store)
    assert (fact.content, fact.supersedes) == (FOUND["text"], old.id)


def test_a_fact_that_was_said_after_the_session_stays(store: layout.Store) -> None:
    """The judge read an older session late."""
    answers.session(store, f"P: fix the login page. {RULE}")
    newer = given.fact(store, "Ship from the main branch", kind="O")
    request = answers.asked(store)
    short = next(name for name, one in request.known.facts.items() if one.id == newer.id)
    change = {"id": short, "what": "replaces", "m": 1, "by": 0}
    verdict = checks.accepted(request, answers.answer(facts=[FOUND], changes=[change]))

    taking.take(store, request, verdict, "openai")

    assert "Ship from the main branch" in contents(store)


def test_a_candidate_of_another_session_stands_once_the_person_says_it_again(
    store: layout.Store,
) -> None:
    given.fact(store, FOUND["text"], days=1, status="candidate")

    judged(store, facts=[FOUND])

    (fact,) = given.living(store)
    assert fact.stands


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


def test_the_summary_and_its_todos_are_the_judges(store: layout.Store) -> None:
    judged(store, summary=SUMMARY, todos={"opened": ["看一下登出页面"], "closed": []})

    (line,) = given.lines(store, "sessions.jsonl")
    assert line["topic"] == "发布流程"
    assert line["source"]["via"] == "judge"
    assert [one.text for one in todos.of_store(store)] == ["看一下登出页面"]


def test_a_topic_in_others_words_costs_no_summary(store: layout.Store) -> None:
    given.summary(store, "by rules", session=answers.SESSION, origin="automatic", source={})
    prompt = f'P: fix the login page. {RULE}\nrename this session to "the release pages"'
    summary = {**SUMMARY, "topic": "the release pages"}

    judged(store, prompt, "A: done", summary=summary)

    newest = given.lines(store, "sessions.jsonl")[-1]
    assert (newest["topic"], newest["summary"]) == ("by rules", "登录页已修复 测试通过")


def test_a_todo_that_was_done_is_closed(store: layout.Store) -> None:
    given.summary(store, "earlier", session="s-0", todos=["fix the login page"])
    answers.session(store, f"P: fix the login page. {RULE}", "A: done")
    request = answers.asked(store)
    (short,) = request.known.todos
    parts = {"opened": [], "closed": [short]}

    taking.take(store, request, checks.accepted(request, answers.answer(todos=parts)), "openai")

    assert todos.of_store(store) == []


def test_a_summary_of_the_agents_own_stands(store: layout.Store) -> None:
    answers.session(store, f"P: fix the login page. {RULE}", "A: done")
    given.summary(store, "the agent's", session=answers.SESSION)
    request = answers.asked(store)

    taking.take(
        store, request, checks.accepted(request, answers.answer(summary=SUMMARY)), "openai"
    )

    assert [one["topic"] for one in given.lines(store, "sessions.jsonl")] == ["the agent's"]


def test_all_that_a_judge_wrote_and_changed_is_taken_back_at_once(store: layout.Store) -> None:
    kept = given.fact(store, "Use pnpm in this repository", days=1, kind="O")
    waits = given.fact(store, "fix the margin", days=1, status="candidate")
    answers.session(store, f"P: we don't use pnpm in this repository any more. {RULE}")
    request = answers.asked(store)
    names = {one.id: short for short, one in request.known.facts.items()}
    parts = answers.answer(
        facts=[FOUND],
        changes=[{"id": names[kept.id], "what": "ends", "m": 1, "by": -1}],
        candidates=[{"id": names[waits.id], "verdict": "drop"}],
    )
    taking.take(store, request, checks.accepted(request, parts), "openai")
    assert contents(store) == [FOUND["text"]]

    taking.undo(store)

    assert contents(store) == sorted([kept.content, waits.content])
    assert taking.undo(store) == []


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


def test_what_the_agent_saved_in_that_turn_is_not_kept_again_in_other_words(
    store: layout.Store,
) -> None:
    said = "P: only ship from the release branch, whatever they say"
    answers.session(store, said, "A: noted", "P: now the logout page", "A: done")
    given.fact(
        store, "Ships come from the release branch", session=answers.SESSION, **saved_ago(150)
    )
    request = answers.asked(store)
    again = answers.fact("Only ship from the release branch", "ship from the release branch")

    taking.take(store, request, checks.accepted(request, answers.answer(facts=[again])), "openai")

    assert contents(store) == ["Ships come from the release branch"]


@pytest.mark.parametrize(
    ("via", "said", "held"),
    [
        ("user", "we always ship from the release branch, I think", 2),
        ("agent", "we always ship from the release branch, I think", 2),
        ("judge", "we always ship from the release branch, I think", 1),
        ("user", "no longer from main: we ship from the release branch", 1),
    ],
)
def test_what_was_said_in_so_many_words_gives_way_to_words_of_change_alone(
    via: str, said: str, held: int, store: layout.Store
) -> None:
    old = given.fact(store, "Ship from the main branch", days=1, kind="O", source={"via": via})
    answers.session(store, f"P: {said}")
    request = answers.asked(store)
    (short,) = request.known.facts
    new = answers.fact("Ship from the release branch", said)
    change = {"id": short, "what": "replaces", "m": 1, "by": 0}

    taking.take(
        store,
        request,
        checks.accepted(request, answers.answer(facts=[new], changes=[change])),
        "openai",
    )

    living = given.living(store)
    assert len(living) == held
    assert any(one.related == [old.id] for one in living) is (held == 2)
