"""Large backlogs go to OpenAI in batches, and nothing is lost of what a batch made."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import clock, config
from memory_store.cli import flags
from memory_store.commands import status
from memory_store.embedders import dialect, models, openai_batches, remote, retrying
from memory_store.index import batches, disk, sync_state, update, upkeep
from memory_store.recall import search
from memory_store.store import layout
from tests import given, web_server
from tests.embedders import apis
from tests.web_server import Answer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.web_server import Script

FACTS = 260
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


class Changing:
    """A server whose answer can be changed while it runs."""

    def __init__(self) -> None:
        self.script: Script = apis.Batches()

    def __call__(self, request: web_server.Request) -> Answer:
        return self.script(request)


@pytest.fixture
def api() -> Changing:
    return Changing()


@pytest.fixture(autouse=True)
def server(api: Changing, monkeypatch: pytest.MonkeyPatch) -> Iterator[web_server.Server]:
    monkeypatch.setattr(retrying, "FIRST_PAUSE_SECONDS", 0.01)
    hasty = dialect.Patience(each=2.0, altogether=4.0, attempts=2)
    monkeypatch.setattr(dialect, "FOR_TEXTS", hasty)
    with web_server.serve(api) as running:
        chosen = {
            "EMBEDDER": "openai",
            "EMBEDDING_URL": f"{running.url}/v1",
            "EMBEDDING_KEY": apis.KEY,
            "EMBEDDING_DIMENSIONS": str(apis.LENGTH),
            "EMBEDDING_BATCH": "on",
            "EMBEDDING_BATCH_WAIT": "on",
            "EMBEDDING_BATCH_POLL_SECONDS": "0.1",
        }
        for name, value in chosen.items():
            monkeypatch.setenv(f"MEMORY_STORE_{name}", value)
        yield running


@pytest.fixture
def backlog(store: layout.Store) -> layout.Store:
    """A store of which no text has a vector."""
    fill(store, FACTS)
    return store


def fill(store: layout.Store, count: int) -> None:
    lines = []
    for number in range(count):
        record = {"id": f"f_{number:05}", "type": "W", "content": f"service {number} has a port"}
        record["created_at"] = clock.stamp(clock.now() - number)
        lines.append(json.dumps(record) + "\n")
    Path(store.path, layout.FACTS).write_text("".join(lines), "utf-8")


def sync(store: layout.Store, seconds: float = float("inf")) -> sync_state.SyncReport:
    return upkeep.bring_up(given.where(store), store, seconds, rebuild=False)[0]


def requests_to(server: web_server.Server, path: str) -> list[web_server.Request]:
    return [one for one in server.requests if one.path == f"/v1{path}" and one.method == "POST"]


def test_a_backlog_is_embedded_by_batches_and_by_no_other_request(
    backlog: layout.Store, server: web_server.Server, api: Changing
) -> None:
    api.script = made = apis.Batches()

    done = sync(backlog)

    assert (done.degraded, done.vectors_added, done.vectors_missing) == ("", FACTS, 0)
    assert [len(one) for one in made.made] == [FACTS]
    assert made.purposes == ["batch"]
    assert requests_to(server, "/embeddings") == []
    assert batches.under_way(backlog) == {}
    text = "service 77 has a port"
    found = search.search([backlog], text, config=config.resolve(), method="vector", limit=1)
    assert (found.results[0]["text"], found.results[0]["vector_score"]) == (text, 1), "its own"


@pytest.mark.parametrize(
    ("facts", "switch", "seconds"),
    [(5, "on", float("inf")), (FACTS, "off", float("inf")), (FACTS, "on", 30.0)],
    ids=["few texts", "switched off", "little time"],
)
def test_no_batch_is_made_of_few_texts_without_the_switch_or_with_little_time(
    store: layout.Store,
    server: web_server.Server,
    facts: int,
    switch: str,
    seconds: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fill(store, facts)
    monkeypatch.setenv("MEMORY_STORE_EMBEDDING_BATCH", switch)

    assert sync(store, seconds).vectors_added == facts
    assert requests_to(server, "/files") == []


def test_what_is_not_waited_for_is_taken_by_a_later_sync_of_any_kind(
    backlog: layout.Store,
    server: web_server.Server,
    api: Changing,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MEMORY_STORE_EMBEDDING_BATCH_WAIT", "off")
    api.script = made = apis.Batches(looks=1)

    first = sync(backlog)
    assert first.degraded == ""
    assert first.waiting.startswith(f"{FACTS} texts wait for their vectors in a batch since 20")
    assert list(batches.under_way(backlog)) == ["batch_0"]
    assert first.vectors_added >= 200, "the newest are embedded at once"
    sync(backlog)
    assert len(made.made) == 1, "what is under way is not handed over again"
    before = len(requests_to(server, "/embeddings"))
    last = sync(backlog, 30.0)

    assert (last.degraded, last.waiting, last.vectors_missing) == ("", "", 0)
    assert len(requests_to(server, "/embeddings")) == before
    assert batches.under_way(backlog) == {}


def test_after_a_time_it_waits_no_longer(
    backlog: layout.Store, api: Changing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_EMBEDDING_BATCH_MINUTES", "0.01")
    api.script = apis.Batches(looks=1_000)

    done = sync(backlog)
    assert done.degraded == ""
    assert "wait for their vectors in a batch" in done.waiting
    assert len(batches.under_way(backlog)) == 1


@pytest.mark.parametrize("concurrency", [1, 3])
def test_no_more_batches_are_under_way_than_are_allowed(
    concurrency: int, backlog: layout.Store, api: Changing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_EMBEDDING_CONCURRENCY", str(concurrency))
    monkeypatch.setattr(openai_batches, "most", lambda _: 60)
    api.script = made = apis.Batches(looks=1)

    done = sync(backlog)

    assert (done.vectors_added, done.vectors_missing) == (FACTS, 0)
    assert sorted(len(one) for one in made.made) == [20, 60, 60, 60, 60]
    assert made.most == concurrency


@pytest.mark.parametrize(
    ("how", "told", "left"),
    [
        ({"refuses": "service 7 "}, "1 texts of batch batch_0 have no vector: The text was", 1),
        ({"ends": "failed"}, "batch batch_0 is failed: Enqueued token limit reached", FACTS),
        ({"ends": "expired"}, "batch batch_0 is expired", FACTS - 5),
        ({"ends": "cancelled"}, "batch batch_0 is cancelled", FACTS - 5),
    ],
)
def test_what_a_batch_made_is_kept_and_the_rest_is_told_and_asked_for_one_by_one(
    how: dict[str, str],
    told: str,
    left: int,
    backlog: layout.Store,
    server: web_server.Server,
    api: Changing,
) -> None:
    api.script = apis.Batches(**how)  # type: ignore[arg-type]

    done = sync(backlog)

    assert told in done.degraded
    assert sum(len(one.body["input"]) for one in requests_to(server, "/embeddings")) == left
    assert done.vectors_missing == 0


@pytest.mark.parametrize("ends", ["failed", "expired"])
def test_what_a_broken_batch_gives_back_goes_into_no_other_batch(
    ends: str, backlog: layout.Store, api: Changing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_EMBEDDING_BATCH_WAIT", "off")
    monkeypatch.setattr(batches, "LEAST", 20)
    api.script = made = apis.Batches(looks=0, ends=ends)

    first, second = sync(backlog), sync(backlog)

    assert first.vectors_missing >= 20, "enough for another batch"
    assert second.vectors_missing == 0
    assert f"batch batch_0 is {ends}" in second.degraded
    assert len(made.made) == 1


def test_a_batch_that_is_gone_is_forgotten(backlog: layout.Store, api: Changing) -> None:
    note_batches(backlog, batch_77=made_for(name_of_embedder()))
    api.script = apis.Batches()

    done = sync(backlog)

    assert "batch batch_77 is gone" in done.degraded
    assert done.vectors_missing == 0
    assert batches.under_way(backlog) == {}


@pytest.mark.parametrize("path", ["/files", "/batches"])
def test_a_server_that_makes_no_batches_is_told_and_asked_as_ever(
    path: str, backlog: layout.Store, api: Changing
) -> None:
    api.script = apis.refusing(404, f"/v1{path}", apis.Batches())

    done = sync(backlog)

    assert "batches: 127.0.0.1" in done.degraded
    assert done.vectors_missing == 0


def test_a_server_that_fails_while_it_is_looked_at_keeps_the_batch(
    backlog: layout.Store, api: Changing
) -> None:
    whole = apis.Batches()
    api.script = apis.refusing(500, "/v1/batches/", whole)

    assert "answered 500" in sync(backlog).degraded
    assert list(batches.under_way(backlog)) == ["batch_0"]
    api.script, whole.looks = whole, 0
    assert sync(backlog).degraded == ""
    assert batches.under_way(backlog) == {}


def name_of_embedder() -> str:
    (wanted,) = models.wanted(config.resolve())
    return models.open_remote(wanted, config.resolve(), ask=False).name


def made_for(model: str, days: float = 0, texts: int = 3) -> dict[str, object]:
    hashes = [f"{number:032x}" for number in range(texts)]
    return {"since": clock.now() - days * 86_400, "model": model, "texts": hashes}


def note_batches(store: layout.Store, **listed: object) -> None:
    directory = Path(layout.cache_directory(store))
    directory.mkdir(parents=True, exist_ok=True)
    (directory / disk.BATCHES).write_text(json.dumps(listed))


def test_what_a_batch_made_for_another_model_comes_into_no_index_but_its_own(
    backlog: layout.Store,
    server: web_server.Server,
    api: Changing,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MEMORY_STORE_EMBEDDING_BATCH_WAIT", "off")
    api.script = made = apis.Batches(looks=0)
    sync(backlog)
    older = name_of_embedder()

    monkeypatch.setenv("MEMORY_STORE_EMBEDDING_MODEL", "text-embedding-3-large")
    monkeypatch.setenv("MEMORY_STORE_EMBEDDING_BATCH", "off")
    before = len(requests_to(server, "/embeddings"))
    done = sync(backlog)

    assert (done.degraded, done.waiting, done.vectors_missing) == ("", "", 0)
    sent = [
        text for one in requests_to(server, "/embeddings")[before:] for text in one.body["input"]
    ]
    assert len(set(sent) - {remote._PROBE}) == FACTS, "none was taken from the batch"
    assert [one.model for one in batches.under_way(backlog).values()] == [older]

    monkeypatch.delenv("MEMORY_STORE_EMBEDDING_MODEL")
    before = len(requests_to(server, "/embeddings"))
    back = sync(backlog)  # also with no more batches to be made
    assert (back.waiting, back.vectors_missing) == ("", 0)
    assert len(requests_to(server, "/embeddings")) == before
    assert (batches.under_way(backlog), len(made.made)) == ({}, 1)


def test_batches_of_which_nothing_can_be_had_any_more_are_forgotten(
    backlog: layout.Store,
) -> None:
    note_batches(backlog, old=made_for("a", days=31), young=made_for("a", days=29), damaged=["00"])

    sync(backlog)

    assert list(batches.under_way(backlog)) == ["young"]


def test_status_tells_what_waits_since_when_and_calls_it_not_degraded(
    store: layout.Store,
) -> None:
    model = name_of_embedder()
    for number in range(3):
        given.fact(store, f"fact {number}")
    update.bring_up(store)[0].close()
    note_batches(
        store, one=made_for(model, days=2), two=made_for(model), other=made_for("x", texts=1)
    )
    where = given.where(store)
    since = clock.stamp(clock.now() - 2 * 86_400)[:13]

    stores: Any = status.run(
        flags.Values({"project": store.project, "deep": False}), where
    ).record["stores"]
    (found, *_) = stores
    text = status.run(flags.Values({"project": store.project, "deep": True}), where).text

    assert [(one["model"], one["batches"], one["texts"]) for one in found["batches"]] == [
        (model, 2, 6),
        ("x", 1, 1),
    ]
    assert found["batches"][0]["since"].startswith(since)
    assert f"waiting   {store.path}: 6 texts wait for their vectors in 2 batches since" in text
    assert "degraded" not in text
    note_batches(store, one=made_for(model, texts=1))
    text = status.run(flags.Values({"project": store.project, "deep": True}), where).text
    assert f"degraded  2 texts of {store.path} have no vector yet" in text, "the control"


BAD_LINES = {
    "no JSON": b"{",
    "no id": b'{"response": {"status_code": 200}}',
    "another id": b'{"custom_id": "zz", "response": {"status_code": 200}}',
    "no answer": b'{"custom_id": "00", "response": null, "error": {"message": "it failed"}}',
    "no vector": b'{"custom_id": "00", "response": {"status_code": 200, "body": {}}}',
    "another length": (
        b'{"custom_id": "00", "response": {"status_code": 200, "body":'
        b' {"data": [{"index": 0, "embedding": [1.0]}]}}}'
    ),
}


@pytest.mark.parametrize("line", BAD_LINES.values(), ids=BAD_LINES)
def test_a_line_that_is_none_costs_its_text_alone(line: bytes, api: Changing) -> None:
    good = apis._output(
        {"custom_id": "0a", "body": {"input": ["good"], "encoding_format": "base64"}}
    )
    api.script = lambda _: Answer(line + b"\n" + good)
    (wanted,) = models.wanted(config.resolve())
    embedder = models.open_remote(wanted, config.resolve(), ask=False)
    assert isinstance(embedder, remote.RemoteEmbedder)

    batch = openai_batches.Batch("batch_0", "completed", "", "file-1", "")
    taken = openai_batches.take(embedder, batch)

    assert list(taken.vectors) == [b"\x0a"]
    assert len(taken.refused) == 1


def test_secrets_are_in_no_batch(store: layout.Store, api: Changing) -> None:
    lines = "\n".join(f"## Part {number}\n\n{number} {SECRET}\n" for number in range(FACTS))
    Path(store.path, layout.CORE).write_text(lines, "utf-8")
    api.script = made = apis.Batches()

    sync(store)

    sent = [text for one in made.made for text in one]
    assert len(sent) >= FACTS
    assert not any(SECRET in text for text in sent)


def test_a_batch_fits_the_answer_that_is_taken() -> None:
    assert openai_batches.most(1536) > 2_000
    assert openai_batches.most(3072) * 3072 * 16 / 3 < 32 << 20
