"""Searching with vectors that come over HTTP: what fails is told, and words answer."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import clock, config
from memory_store.embedders import models, retrying, vendors
from memory_store.index import indexer, sync_report, vector_table
from memory_store.index import sync as syncing
from memory_store.recall import searching
from memory_store.store import layout, log
from memory_store.upkeep import finish, run_state
from tests import given, web_server
from tests.embedders import apis
from tests.web_server import Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.web_server import Script

HASTY = vendors.Patience(each=0.5, altogether=2.0, attempts=2)
TEXT = "The gateway listens on 8443"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrying, "FIRST_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(vendors, "FOR_A_QUESTION", HASTY)
    monkeypatch.setattr(vendors, "FOR_TEXTS", HASTY)


class Changing:
    """A server whose answer can be changed while it runs."""

    def __init__(self) -> None:
        self.script: Script = apis.openai

    def __call__(self, request: web_server.Request) -> Answer:
        return self.script(request)


@pytest.fixture
def api() -> Changing:
    return Changing()


@pytest.fixture
def server(api: Changing, monkeypatch: pytest.MonkeyPatch) -> Iterator[web_server.Server]:
    """OpenAI's API on this machine, chosen by the user's settings."""
    with web_server.serve(api) as running:
        monkeypatch.setenv("MEMORY_STORE_EMBEDDER", "openai")
        monkeypatch.setenv("MEMORY_STORE_EMBEDDING_URL", f"{running.url}/v1")
        monkeypatch.setenv("MEMORY_STORE_EMBEDDING_KEY", apis.KEY)
        monkeypatch.setenv("MEMORY_STORE_EMBEDDING_DIMENSIONS", str(apis.LENGTH))
        yield running


@pytest.fixture
def fallback(monkeypatch: pytest.MonkeyPatch) -> None:
    """A local model in the server's place."""
    monkeypatch.setenv("MEMORY_STORE_EMBEDDER_FALLBACK", "use-multilingual")


@pytest.fixture
def a_minute_passes(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Lets the clock say that a provider that failed may be asked again."""

    def let_it_pass() -> None:
        later = clock.now() + 61
        monkeypatch.setattr(clock, "now", lambda: later)

    return let_it_pass


def ask(store: layout.Store, text: str = TEXT, method: str = "hybrid") -> searching.Found:
    return searching.search([store], text, config=config.resolve(), method=method)


def sync(store: layout.Store) -> run_state.Report:
    return finish.bring_up_to_date(given.where(store), embed_seconds=60.0)


def bring_up(store: layout.Store) -> sync_report.SyncReport:
    """A sync of the index alone."""
    return syncing.bring_up(given.where(store), store, 60.0, rebuild=False)[0]


def held(store: layout.Store) -> tuple[str, int]:
    """The model of the index's vectors, and how many there are."""
    index, _ = indexer.bring_up(store)
    with index:
        return vector_table.model(index.db), vector_table.count(index.db)


def test_a_search_is_answered_by_meaning_and_nothing_is_degraded(
    store: layout.Store, server: web_server.Server
) -> None:
    given.fact(store, TEXT)
    given.fact(store, "We deploy with Argo CD")

    found = ask(store, method="vector")

    assert found.degraded is None
    assert found.results[0]["text"] == TEXT
    assert found.results[0]["vector_score"] == 1
    sent = [text for one in server.requests for text in one.body["input"]]
    assert sorted(sent) == sorted([TEXT, TEXT, "We deploy with Argo CD"])


def test_a_question_that_was_asked_before_needs_no_server(
    store: layout.Store, server: web_server.Server, api: Changing
) -> None:
    given.fact(store, TEXT)
    ask(store)
    before = len(server.requests)
    api.script = lambda _: apis.refused(500)

    found = ask(store, method="vector")

    assert found.degraded is None
    assert found.results[0]["text"] == TEXT
    assert len(server.requests) == before


FAILURES = {
    "401": (lambda _: apis.refused(401), "answered 401"),
    "403": (lambda _: apis.refused(403), "answered 403"),
    "429": (lambda _: apis.refused(429, Retry_After="30"), "answered 429"),
    "500": (lambda _: apis.refused(500), "answered 500"),
    "slow": (lambda _: Answer(late=20), "did not answer within"),
    "cut off": (lambda _: Answer(b'{"data": [{"index', cut=99), "broke off"),
    "no JSON": (lambda _: Answer(b"<html>"), "no JSON"),
    "another length": (
        lambda _: Answer({"data": [{"index": 0, "embedding": [1.0, 0.5]}]}),
        "vectors of 2 numbers where 24",
    ),
    "NaN": (lambda _: Answer(b'{"data": [{"index": 0, "embedding": [NaN]}]}'), "no JSON"),
    "fewer": (lambda _: Answer({"data": []}), "gave 0 vectors for 1 texts"),
}


@pytest.mark.long
@pytest.mark.parametrize(("script", "told"), FAILURES.values(), ids=FAILURES)
@pytest.mark.usefixtures("server")
def test_each_failure_is_told_and_words_answer(
    script: Script, told: str, store: layout.Store, api: Changing
) -> None:
    given.fact(store, TEXT)
    api.script = script

    found = ask(store)
    done = sync(store)

    assert [one["text"] for one in found.results] == [TEXT]
    assert told in (found.degraded or "")
    assert told in done.degraded
    assert done.vectors_missing == 1
    (choice,) = models.wanted(config.resolve())
    outage = models.open_remote(choice, config.resolve(), ask=False).outage()
    assert outage is not None
    assert told in outage.fault


def test_once_the_server_works_again_the_vectors_follow(
    store: layout.Store,
    server: web_server.Server,
    api: Changing,
    a_minute_passes: Callable[[], None],
) -> None:
    given.fact(store, TEXT)
    api.script = lambda _: apis.refused(500)
    sync(store)
    tried = len(server.requests)
    api.script = apis.openai

    assert "500" in sync(store).degraded, "it is left alone for a minute"
    assert len(server.requests) == tried
    a_minute_passes()
    done = sync(store)

    assert (done.degraded, done.vectors_added, done.vectors_missing) == ("", 1, 0)


@pytest.mark.long
@pytest.mark.usefixtures("fallback", "server")
def test_a_fallback_answers_the_same_search_and_says_in_whose_place(
    store: layout.Store,
    api: Changing,
) -> None:
    given.fact(store, "We deploy with Argo CD")
    api.script = lambda _: apis.refused(401)

    found = ask(store, "用什么工具部署", method="vector")

    assert found.results[0]["text"] == "We deploy with Argo CD"
    assert "use-multilingual makes the vectors: openai: " in (found.degraded or "")
    assert "401" in (found.degraded or "")
    assert held(store)[0].startswith("use-multilingual")


@pytest.mark.long
@pytest.mark.usefixtures("fallback", "server")
def test_a_fallback_takes_over_within_a_sync(
    store: layout.Store,
    api: Changing,
) -> None:
    given.fact(store, TEXT)
    api.script = lambda _: apis.refused(403)

    done = sync(store)

    assert (done.vectors_added, done.vectors_missing) == (1, 0)
    assert "use-multilingual makes the vectors: openai: " in done.degraded


@pytest.mark.long
@pytest.mark.usefixtures("fallback")
def test_a_large_memory_goes_to_its_fallback_and_back_with_each_text_asked_for_once(
    store: layout.Store,
    server: web_server.Server,
    api: Changing,
    a_minute_passes: Callable[[], None],
) -> None:
    for number in range(230):
        given.fact(store, f"machine {number} stands in room {number * 7}")
    bring_up(store)
    assert held(store) == (f"openai/text-embedding-3-small 24 at {server.url[7:]}/v1 24", 230)
    api.script = lambda _: apis.refused(500)
    given.fact(store, "a new machine")

    assert "500" in (ask(store, "which machine is new").degraded or "")
    down = bring_up(store)
    assert "use-multilingual makes the vectors" in down.degraded
    assert held(store) == ("use-multilingual@0.2.1 512", 231)
    assert ask(store, "which machine is new", "vector").results[0]["text"] == "a new machine"

    api.script = apis.openai
    a_minute_passes()
    before = len(server.requests)
    assert bring_up(store).degraded == ""
    assert held(store)[1] == 231
    assert held(store)[0].startswith("openai/")
    sent = [text for one in server.requests[before:] for text in one.body["input"]]
    assert sent == ["a new machine"]


@pytest.mark.usefixtures("server")
def test_the_old_vectors_stay_until_the_new_provider_has_answered(
    store: layout.Store,
    api: Changing,
    a_minute_passes: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given.fact(store, TEXT)
    monkeypatch.setenv("MEMORY_STORE_EMBEDDER", "use-multilingual")
    sync(store)
    monkeypatch.setenv("MEMORY_STORE_EMBEDDER", "openai")
    api.script = lambda _: apis.refused(401)

    assert "401" in sync(store).degraded
    assert held(store) == ("use-multilingual@0.2.1 512", 1)

    api.script = apis.openai
    a_minute_passes()
    assert sync(store).degraded == ""
    assert held(store)[0].startswith("openai/")


@pytest.mark.usefixtures("server")
def test_a_failure_is_in_the_log_and_the_key_is_not(store: layout.Store, api: Changing) -> None:
    given.fact(store, TEXT)
    api.script = lambda _: apis.refused(401)

    ask(store)

    told = Path(log.path()).read_text("utf-8")
    assert "embedder: 127.0.0.1" in told
    assert "answered 401" in told
    assert apis.KEY not in told


def test_the_model_that_is_set_is_asked_for(
    store: layout.Store, server: web_server.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_EMBEDDING_MODEL", "text-embedding-3-large")
    given.fact(store, TEXT)

    ask(store)

    assert {one.body["model"] for one in server.requests} == {"text-embedding-3-large"}


@pytest.mark.parametrize(("limit", "asked_again"), [("1", 0), ("0", 1)])
def test_a_model_that_comes_back_costs_nothing_while_its_vectors_are_kept(
    limit: str,
    asked_again: int,
    store: layout.Store,
    server: web_server.Server,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MEMORY_STORE_EMBEDDING_CACHE_MB", limit)
    given.fact(store, TEXT)
    for model in ("one", "another"):
        monkeypatch.setenv("MEMORY_STORE_EMBEDDING_MODEL", model)
        sync(store)
    before = len(server.requests)
    monkeypatch.setenv("MEMORY_STORE_EMBEDDING_MODEL", "one")

    done = sync(store)

    assert (done.vectors_added, done.vectors_missing) == (1, 0)
    texts = [one.body["input"] for one in server.requests[before:]]
    assert texts.count([TEXT]) == asked_again


def test_what_a_note_holds_is_redacted_before_it_is_sent(
    store: layout.Store, server: web_server.Server
) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    Path(store.path, layout.CORE).write_text(f"## Keys\n\n- deploy with {secret}\n", "utf-8")

    sync(store)

    sent = [text for one in server.requests for text in one.body["input"]]
    assert any("deploy with" in text for text in sent)
    assert not any(secret in text for text in sent)
    assert secret not in os.environ.get("MEMORY_STORE_EMBEDDING_KEY", "")
