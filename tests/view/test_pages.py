"""What the pages show, and what their buttons do, without a script."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory_store.journal import stored
from memory_store.store import layout
from memory_store.view import texts
from tests import given
from tests.view.conftest import Browser, said

CANDIDATE: dict[str, Any] = {
    "status": stored.CANDIDATE,
    "source": {"via": "capture", "session_id": "s-1"},
}


def test_now_shows_each_line_of_the_next_briefing_with_its_reason(
    browser: Browser, store: layout.Store
) -> None:
    given.fact(store, "never push to main", kind="O")

    page = browser.see("/now?host=cursor")

    assert "never push to main" in page
    assert "holds until it is replaced" in page
    assert "Session id: SESSION-ID" in page


def test_a_candidate_is_accepted_and_that_is_undone(browser: Browser, store: layout.Store) -> None:
    given.fact(store, "the CLI is slow on Windows", **CANDIDATE)
    (one,) = given.living(store)
    assert "the CLI is slow on Windows" in browser.see("/inbox")

    assert "stands now" in said(browser.press("accept", id=one.id, back="/inbox"))
    assert "Nothing waits" in browser.see("/inbox")

    browser.press("undo")
    assert "the CLI is slow on Windows" in browser.see("/inbox")


def test_a_candidate_is_accepted_in_other_words(browser: Browser, store: layout.Store) -> None:
    one = given.fact(store, "the CLI is slow", **CANDIDATE)

    browser.press("reword", id=one.id, content="the CLI is slow on Windows")

    (kept,) = given.living(store)
    assert (kept["content"], kept["status"]) == ("the CLI is slow on Windows", stored.STANDING)


def test_a_candidate_is_merged_into_a_fact(browser: Browser, store: layout.Store) -> None:
    known = given.fact(store, "the gateway listens on port 8080")
    one = given.fact(store, "the gateway also listens on port 8081", **CANDIDATE)
    assert "the gateway listens on port 8080" in browser.see(f"/inbox?merge={one['id']}")

    browser.press("merge", id=one.id, into=known.id, content="ports 8080 and 8081")

    assert [fact["content"] for fact in given.living(store)] == ["ports 8080 and 8081"]


def test_facts_are_found_by_words_and_filters(browser: Browser, store: layout.Store) -> None:
    given.fact(store, "billing uses Postgres 16", entities=["billing"])
    given.fact(store, "never push to main", kind="O", session="s-9")

    assert "never push" not in browser.see("/facts?text=postgres+BILLING")
    assert "billing uses" not in browser.see("/facts?type=O")
    assert "never push" not in browser.see("/facts?entity=@Billing")
    assert "billing uses" not in browser.see("/facts?session=s-9")
    assert "No fact fits" in browser.see("/facts?until=2001-01-01")


def test_many_facts_are_shown_page_by_page(browser: Browser, store: layout.Store) -> None:
    for at in range(60):
        given.fact(store, f"fact number {at}")

    first, last = browser.see("/facts"), browser.see("/facts?page=2")

    assert [page.count('class="row"') for page in (first, last)] == [50, 10]
    assert 'rel="next"' in first
    assert 'rel="prev"' in last


def test_what_is_appended_is_seen_at_once(browser: Browser, store: layout.Store) -> None:
    given.fact(store, "the first")
    assert "the second" not in browser.see("/facts")

    given.fact(store, "the second")
    assert "the second" in browser.see("/facts")

    path = Path(store.path, layout.FACTS)
    path.write_text(path.read_text("utf-8").replace("the second", "the other"), "utf-8")
    assert "the second" not in browser.see("/facts")  # edited by hand

    path.write_text(path.read_text("utf-8").replace("the first", "the third"), "utf-8")
    assert "the first" not in browser.see("/facts")  # of the same size, above the last line


def test_a_fact_shows_its_history_what_states_it_and_whom_it_was_told(
    browser: Browser, store: layout.Store
) -> None:
    turn = given.event(store, "prompt", "s-1", text="billing is on Postgres 16 now")
    one = given.fact(store, "billing uses Postgres 16", evidence=[turn["id"]])
    given.event(store, "fact", "s-1", record_id=one["id"], record_ids=[turn["id"]])
    given.event(store, "recalled", "s-2", record_ids=[one["id"]])
    browser.press("edit", id=one.id, content="billing uses Postgres 17")

    page = browser.see(f"/facts/{one['id']}")

    for part in ("billing uses Postgres 16", "billing is on Postgres 16 now", "/sessions/s-2"):
        assert part in page


@pytest.mark.parametrize(
    ("buttons", "tier"),
    [
        (["pin"], "stands"),
        (["retract"], "taken back"),
        (["retract", "restore"], "stands"),
    ],
)
def test_a_fact_is_steered_by_its_buttons(
    browser: Browser, store: layout.Store, buttons: list[str], tier: str
) -> None:
    one = given.fact(store, "billing uses Postgres 16")

    for button in buttons:
        browser.press(button, id=one.id)

    assert tier in browser.see(f"/facts/{one['id']}").split("<h2>")[0]


def test_forgetting_leaves_no_trace(browser: Browser, store: layout.Store) -> None:
    one = given.fact(store, "the safe opens with 12-34-56")

    browser.press("forget", id=one.id, back="/facts")

    assert "12-34-56" not in Path(store.path, layout.FACTS).read_text("utf-8")


def test_a_session_shows_what_it_was_given_said_and_kept_and_why(
    browser: Browser, store: layout.Store
) -> None:
    one = given.fact(store, "never push to main", kind="O")
    prompt = given.event(store, "prompt", "a/b c", ago=50, text="from now on, use pnpm")
    given.event(store, "recalled", "a/b c", ago=40, record_ids=[one["id"]])
    given.event(store, "fact", "a/b c", ago=30, record_id=one["id"], record_ids=[prompt["id"]])

    page = browser.see("/sessions/a%2Fb%20c")

    for part in ("from now on, use pnpm", "never push to main", "taken from"):
        assert part in page
    assert "/sessions/a/b%20c" in browser.client.get("/sessions").text


def test_search_shows_both_scores(browser: Browser, store: layout.Store) -> None:
    given.fact(store, "billing uses Postgres 16")

    page = browser.see("/search?q=billing+database")

    assert "billing uses Postgres 16" in page
    assert "words 0." in page
    assert "meaning " in page


def test_statistics_and_stores_are_shown(browser: Browser, store: layout.Store) -> None:
    given.fact(store, "billing uses Postgres 16")
    given.event(store, "prompt", text="hello")

    assert "Prompts a day" in browser.see("/stats")
    assert store.path in browser.see("/stores")


def test_a_setting_is_checked_and_written_where_it_was_chosen(
    browser: Browser, store: layout.Store
) -> None:
    browser.press("set", name="facts_limit", value="7", scope="project")
    wrong = browser.press("set", name="facts_limit", value="many", scope="project")
    user = browser.press("set", name="promotion", value="off", scope="project")

    written = json.loads(Path(store.path, layout.SETTINGS).read_text("utf-8"))
    assert written == {"facts_limit": 7}
    assert "facts_limit must be a number" in said(wrong)
    assert "user's own settings only" in said(user)
    browser.press("set", name="facts_limit", value="", scope="project")
    assert json.loads(Path(store.path, layout.SETTINGS).read_text("utf-8")) == {}


def test_no_secret_stands_among_the_settings(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_EXTRACT_KEY", "abc-secret-123")

    assert "abc-secret-123" not in browser.see("/settings")


@pytest.mark.parametrize(
    "damage",
    [
        {"content": "half a pair \ud800"},
        {"entities": "none"},
        {"entities": 7},
        {"type": None},
        {"type": 3, "created_at": "yesterday", "confidence": "much"},
        {"source": "me"},
        {"supersedes": ["f_1"], "evidence": "f_2"},
    ],
)
def test_a_damaged_record_is_shown_as_far_as_it_goes(
    browser: Browser, store: layout.Store, damage: dict[str, Any]
) -> None:
    one = given.fact(store, "billing uses Postgres 16")
    whole = given.fact(store, "never push to main")
    line = json.dumps({**one, **damage})
    with Path(store.path, layout.FACTS).open("a", encoding="utf-8") as file:
        file.write(line + "\n")

    for address in ("/facts?tier=", "/facts", f"/facts/{one['id']}", "/inbox", "/stats"):
        assert browser.client.get(address).status_code == 200, address
    assert str(whole["content"]) in browser.see("/facts")


@pytest.mark.parametrize("address", ["/facts/f_none", "/sessions/none"])
def test_what_is_not_there_is_told(browser: Browser, address: str) -> None:
    answer = browser.client.get(address)

    assert answer.status_code == 404
    assert "That did not work" in answer.text


def test_a_memory_that_is_switched_off_is_not_shown(
    browser: Browser, store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    given.fact(store, "billing uses Postgres 16")
    monkeypatch.setenv("MEMORY_STORE_DISABLE", "1")

    for address in ("/now", "/facts", "/sessions", "/stats"):
        answer = browser.client.get(address)
        assert "switched off" in answer.text, address
        assert "Postgres" not in answer.text


def test_it_speaks_the_browsers_language_until_another_is_chosen(store: layout.Store) -> None:
    browser = Browser(store, "zh-CN,zh;q=0.9,en;q=0.8").enter()
    assert "待确认" in browser.see("/now")

    browser.client.post("/choose", data={"form_key": browser.keys.form, "language": "en"})

    assert "Inbox" in browser.see("/now")


@pytest.mark.parametrize("name", texts.TEXTS)
def test_each_text_is_there_in_both_languages_with_the_same_places(name: str) -> None:
    english, chinese = texts.TEXTS[name]

    places = [
        sorted(part.split("}")[0] for part in one.split("{")[1:]) for one in (english, chinese)
    ]
    assert places[0] == places[1]
    assert english
    assert chinese


@pytest.mark.parametrize("word", ["--help", "-h", "--format=json"])
def test_a_flag_in_place_of_an_id_is_an_id(browser: Browser, word: str) -> None:
    assert browser.client.get(f"/facts/{word}").status_code == 404
    assert browser.client.get("/facts").status_code == 200


def test_what_was_done_to_a_long_text_is_told_in_an_address_that_browsers_take(
    browser: Browser, store: layout.Store
) -> None:
    one = given.fact(store, "billing uses Postgres 16")
    long = {**one, "id": "f_" + "0" * 26, "content": "z" * 100_000}
    with Path(store.path, layout.FACTS).open("a", encoding="utf-8") as file:
        file.write(json.dumps(long) + "\n")

    page = browser.press("retract", id=str(long["id"]))

    assert "zzz" in said(page)
    assert [fact["id"] for fact in given.living(store)] == [one["id"]]


def test_forgetting_what_is_gone_takes_nothing_that_holds_its_name(
    browser: Browser, store: layout.Store
) -> None:
    fact = given.fact(store, "billing uses Postgres 16")

    page = browser.press("forget", id="Postgres")

    assert "no fact has the id" in said(page)
    assert len(given.living(store)) == 1
    browser.press("forget", id=str(fact["id"]))
    assert given.living(store) == []


@pytest.mark.parametrize("content", [None, ["x"], 7])
def test_a_fact_without_a_text_is_no_fact(
    browser: Browser, store: layout.Store, content: object
) -> None:
    one = given.fact(store, "billing uses Postgres 16")
    identity = "f_" + "0" * 26
    with Path(store.path, layout.FACTS).open("a", encoding="utf-8") as file:
        file.write(json.dumps({**one, "id": identity, "content": content}) + "\n")

    assert browser.client.get(f"/facts/{identity}").status_code == 404
    assert browser.client.get(f"/facts/{one['id']}").status_code == 200


def test_half_a_surrogate_pair_in_a_sessions_id_does_not_hide_the_other_sessions(
    browser: Browser, store: layout.Store
) -> None:
    whole = given.event(store, "prompt", "s-1", ago=50, text="how do we deploy?")
    (journal,) = Path(store.path, layout.DAILY).glob("*.jsonl")
    with journal.open("a", encoding="utf-8") as file:
        file.write(json.dumps({**whole, "session_id": "s\ud800"}) + "\n")

    page = browser.client.get("/sessions")

    assert page.status_code == 200
    assert page.text.count("data-row") == 2
