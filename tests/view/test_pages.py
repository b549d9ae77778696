"""What the pages show, and what their buttons do, without a script."""

from __future__ import annotations

import json
import re
import socket
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store.index import read_back
from memory_store.journal import create
from memory_store.store import layout
from memory_store.text import clean
from memory_store.view import pages as pages_of
from tests import given, scenes
from tests.view.conftest import Browser, said, served

if TYPE_CHECKING:
    from tests.commands.conftest import Run


@scenes.beside(__file__)
def test_what_a_scenario_promises_holds(
    scenario: given.Record, run: Run, store: layout.Store, request: pytest.FixtureRequest
) -> None:
    scenes.play(scenario, run, store, request)


@pytest.mark.long
def test_many_facts_are_shown_page_by_page(browser: Browser, store: layout.Store) -> None:
    for at in range(60):
        given.fact(store, f"fact number {at}")

    first, last = browser.see("/facts"), browser.see("/facts?page=2")

    assert [page.count('class="row"') for page in (first, last)] == [50, 10]
    assert 'rel="next" href="/facts?page=2"' in first
    assert 'rel="prev" href="/facts?page=1"' in last


@pytest.mark.long
def test_a_view_of_three_times_the_facts_reads_no_more_of_them(
    browser: Browser, store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses = ("/now", "/inbox", "/facts", "/facts?text=port", "/facts?page=2", "/sessions")
    read: list[object] = []
    real = read_back.read_record

    def fill(first: int, last: int) -> None:
        for at in range(first, last):
            given.fact(store, f"service {at} listens on a port", kind="B", days=20)
            given.summary(store, f"service {at}", session=f"s-{at}")

    def reads(address: str) -> int:
        read.clear()
        browser.see(address)
        return len(read)

    def counting(*args: Any) -> Any:
        read.append(args)
        return real(*args)

    monkeypatch.setattr(read_back, "read_record", counting)
    fill(0, 110)
    browser.see("/now")  # which takes in what is new
    few = [reads(one) for one in addresses]
    fill(110, 330)
    browser.see("/now")

    assert all(reads(one) <= count + 5 for one, count in zip(addresses, few, strict=True))
    assert reads("/facts?entity=nobody&text=port") == 0
    assert reads("/facts?entity=service&text=port") > 200  # the control: names are read


def test_another_projects_memory_is_opened_by_its_button_and_no_other_is(
    browser: Browser, store: layout.Store, tmp_path: Path
) -> None:
    given.fact(store, "the port is 8080")
    other = Path(tmp_path, "other", ".memory")
    other.parent.mkdir()
    create.create(layout.project_store(str(other.parent)))
    given.fact(layout.project_store(str(other.parent)), "the harbour is closed")
    marks = re.findall('name="project" value="([^"]+)"', browser.see("/stores"))

    def facts_of(mark: str) -> str:
        fields = {"form_key": browser.keys.form, "project": mark}
        browser.client.post("/choose", data=fields)
        return browser.see("/facts")

    seen = [facts_of(one) for one in marks]
    assert sorted("the harbour is closed" in page for page in seen) == [False, True]
    assert sorted("the port is 8080" in page for page in seen) == [False, True]
    assert facts_of(str(other.parent)) == seen[-1]  # a path chooses nothing


def test_the_newest_event_stands_first_on_the_first_page(
    browser: Browser, store: layout.Store
) -> None:
    for ago in (30, 90, 60):
        given.event(store, "prompt", "s-1", ago=ago, text=f"asked {ago} seconds ago")

    page = browser.see("/now")

    places = [page.index(f"asked {ago} seconds ago") for ago in (30, 60, 90)]
    assert places == sorted(places)


def test_days_are_written_as_their_reader_writes_them(store: layout.Store) -> None:
    given.fact(store, "the port is 8080")
    pages = [Browser(store, language).enter().see("/facts") for language in ("zh-CN", "en")]

    found = [re.search(r"<time[^>]*>([^<]+)</time>", page) for page in pages]
    chinese, english = (one[1] if one else "" for one in found)
    assert re.fullmatch(r"\d+月\d+日", chinese)
    assert re.fullmatch(r"\d+ [A-Z][a-z]{2}", english)


@pytest.mark.long
def test_a_fact_of_which_a_part_was_corrected_says_so(
    browser: Browser, store: layout.Store
) -> None:
    newer = given.fact(store, "no poetry any more, uv")
    older = given.fact(store, "FastAPI, PostgreSQL 16, Vue 3, poetry", amended_by=[newer.id])

    pages = browser.see("/facts"), browser.see(f"/facts/{older.id}")

    told = "said since: no poetry any more, uv"
    assert [page.count(told) for page in pages] == [1, 1]


def test_a_button_leads_back_to_the_address_that_it_stood_on(browser: Browser) -> None:
    fields = {"form_key": browser.keys.form, "back": "/facts?text=port&message=old"}

    answer = browser.client.post("/do/undo", data=fields, follow_redirects=False)

    assert answer.headers["location"].startswith("/facts?text=port&message=there+")


@pytest.mark.parametrize("comes_between", [False, True])
def test_the_undo_on_a_word_takes_back_what_it_was_shown_for_and_nothing_later(
    browser: Browser, store: layout.Store, *, comes_between: bool
) -> None:
    fact = given.fact(store, "the port is 8080", days=2)
    page = browser.press("retract", id=fact.id)
    fields = dict(re.findall(r'name="(changes|last)" value="([^"]*)"', page))
    if comes_between:
        given.fact(store, "a hook kept this")

    page = browser.press("undo", **fields)

    left = {one.content for one in given.living(store)}
    assert left == {"a hook kept this" if comes_between else "the port is 8080"}
    assert ("something else changed since" in page) == comes_between


@pytest.mark.long
def test_whoever_reads_the_printed_address_may_come_at_once(store: layout.Store) -> None:
    with served(store) as address:
        page, _, token = address.partition("#")
        with urllib.request.urlopen(page, timeout=60) as answer:  # noqa: S310  ours
            assert answer.status == 200

    assert token


def test_a_port_that_is_taken_is_told(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])

        outcome = run("view", "--no-browser", "--port", port)

    assert outcome.code == 2
    assert f"port {port} is taken" in outcome.err


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


def test_it_speaks_the_browsers_language_until_another_is_chosen(store: layout.Store) -> None:
    browser = Browser(store, "zh-CN,zh;q=0.9,en;q=0.8").enter()
    assert "待处理" in browser.see("/now")

    browser.client.post("/choose", data={"form_key": browser.keys.form, "language": "en"})

    assert "Inbox" in browser.see("/now")


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


@pytest.mark.parametrize(
    "hidden", ["\u202e", "\u2066", "\u200b", "\x1b[31m", "\x00", "\U000e0041"]
)
def test_who_decides_reads_what_an_agent_is_told_with_nothing_hidden_in_it(
    browser: Browser, store: layout.Store, hidden: str
) -> None:
    text = f"We deploy {hidden}with make"
    raw = {"content": text, "entities": [text], "source": {"host": text, "via": "capture"}}
    facts = [given.fact(store, "x", status=one) for one in ("candidate", "standing")]
    with Path(store.path, layout.FACTS).open("a", encoding="utf-8") as file:
        file.writelines(json.dumps({**one, **raw, "op": "update"}) + "\n" for one in facts)
    event = given.event(store, "prompt", "s-1", text="x")
    journal = next(Path(store.path, layout.DAILY).glob("*.jsonl"))
    with journal.open("a", encoding="utf-8") as file:
        file.write(json.dumps({**event, "text": text, "host": text}) + "\n")

    ids = [f"facts/{one.id}" for one in facts]
    pages = [
        *pages_of.SECTIONS,
        "facts?text=deploy",
        *ids,
        f"facts/{facts[0].id}?edit=1",
        "sessions/s-1",
    ]
    seen = {one: browser.client.get(f"/{one}").text for one in pages}

    assert {one for one, page in seen.items() if clean.text(page) != page} == set()
    assert all("with make" in seen[one] for one in ("inbox", "facts", "now", *ids, "sessions/s-1"))


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


@pytest.mark.parametrize(
    ("session", "reader", "heading"),
    [("en", "zh", "仍然有效的规则与偏好"), ("zh", "en", "Rules and preferences that hold")],
)
def test_headings_of_the_next_session_are_in_the_readers_language_and_its_lines_as_they_are(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch, session: str, reader: str, heading: str
) -> None:
    monkeypatch.setenv("MEMORY_STORE_LANGUAGE", session)
    given.fact(store, "never push to main", type="O")

    page = Browser(store, reader).enter().see("/now")

    assert f"<h2>{heading}</h2>" in page
    assert "never push to main" in page
