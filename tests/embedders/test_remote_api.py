"""Vectors over HTTP: what is sent, what comes back, and each way in which it may not."""

from __future__ import annotations

import base64
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from memory_store import clock, errors, web
from memory_store.embedders import remote_api, remote_notes, retrying, vendors
from tests import web_server
from tests.embedders import apis
from tests.web_server import Answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from tests.web_server import Script

HASTY = vendors.Patience(each=0.5, altogether=3.0, attempts=3)
TEXTS = ["the gateway listens on 8443", "我们用 Argo CD 部署"]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrying, "FIRST_PAUSE_SECONDS", 0.01)


def access(url: str, **other: object) -> vendors.Access:
    set_ = {"model": "a-model", "dimensions": 0, "concurrency": 4, "headers": (), "key": apis.KEY}
    whole: dict[str, Any] = {"provider": "openai", "url": f"{url}/v1", **set_, **other}
    return vendors.Access(**whole)


def load(server: web_server.Server, directory: Path, **other: object) -> remote_api.RemoteEmbedder:
    """The embedder of a provider at a server, asked for vectors of a known length."""
    found = access(server.url, **{"dimensions": apis.LENGTH, **other})
    return remote_api.load(found, str(directory), HASTY)


def unit(values: list[float]) -> NDArray[np.float64]:
    row: NDArray[np.float64] = np.asarray(values) / np.linalg.norm(values)
    return row


def failing(answer: Answer | Script, directory: Path) -> tuple[str, web_server.Server]:
    """What is told where a server answers so to a request for two vectors."""
    with web_server.serve(answer) as server:
        embedder = load(server, directory)
        with pytest.raises(errors.StoreError) as raised:
            embedder.embed_documents(TEXTS)
    return str(raised.value), server


def test_each_text_gets_its_own_vector_whatever_order_they_come_in(tmp_path: Path) -> None:
    with web_server.serve(apis.openai) as server:
        embedder = load(server, tmp_path, headers=(("X-Team", "memory"),))
        rows = embedder.embed_documents([*TEXTS, " "])

    for row, text in zip(rows, TEXTS, strict=False):
        assert np.allclose(row, unit(apis.numbers(text)), atol=1e-6)
    assert not rows[2].any()
    assert rows.shape == (3, apis.LENGTH)
    assert server.requests[0].headers["x-team"] == "memory"
    assert embedder.name == f"openai/a-model {apis.LENGTH} at {server.url[7:]}/v1"


def test_a_shorter_vector_is_asked_for_where_that_is_set(tmp_path: Path) -> None:
    with web_server.serve(apis.openai) as server:
        assert load(server, tmp_path, dimensions=8).embed_query("x").shape == (8,)


def test_the_length_of_an_unknown_model_alone_is_asked_once_and_remembered(tmp_path: Path) -> None:
    with web_server.serve(apis.openai) as server:
        known = load(server, tmp_path, model="text-embedding-3-small", dimensions=0)
        before = len(server.requests)
        lengths = [load(server, tmp_path, dimensions=0).dimensions for _ in range(2)]

    assert (known.dimensions, before) == (1536, 0)
    assert (lengths, len(server.requests)) == ([apis.LENGTH] * 2, 1)


def test_secrets_and_private_parts_never_leave_this_machine(tmp_path: Path) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    texts = [f"token {secret} here", "a <private>diagnosis</private> b", "\u200b"]
    with web_server.serve(apis.openai) as server:
        embedder = load(server, tmp_path)
        embedder.embed_documents(texts)
        embedder.embed_query(texts[0])

    sent = [text for one in server.requests for text in one.body["input"]]
    assert not any(secret in text or "diagnosis" in text for text in sent)
    assert any("[redacted:" in text for text in sent)
    assert all(sent), "an API refuses an empty text"


@pytest.mark.parametrize("concurrency", [1, 3])
def test_many_texts_go_in_as_many_requests_at_once_as_are_allowed_and_keep_their_order(
    concurrency: int, tmp_path: Path
) -> None:
    lock, running, most = threading.Lock(), [0], [0]
    together = threading.Barrier(concurrency, timeout=60)

    def counting(request: web_server.Request) -> Answer:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        together.wait()  # nobody is answered before so many ask
        with lock:
            running[0] -= 1
        return apis.openai(request)

    texts = [f"fact number {number}" for number in range(280)]
    with web_server.serve(counting) as server:
        rows = load(server, tmp_path, concurrency=concurrency).embed_documents(texts)

    assert most[0] == concurrency
    assert sorted(len(one.body["input"]) for one in server.requests) == [30, *[50] * 5]
    for row, text in zip(rows, texts, strict=True):
        assert np.allclose(row, unit(apis.numbers(text)), atol=1e-6)


@pytest.mark.parametrize("status", [429, 500])
def test_what_may_pass_is_asked_again_until_it_has(status: int, tmp_path: Path) -> None:
    with web_server.serve(apis.first([apis.refused(status)] * 2, apis.openai)) as server:
        embedder = load(server, tmp_path)
        assert embedder.embed_query("x").any()

    assert len(server.requests) == 3
    assert embedder.resting() == ""


SPENT = {"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}}


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        *((apis.refused(status), str(status)) for status in (401, 403, 404)),
        (Answer(SPENT, 429), "exceeded your current quota"),
    ],
)
def test_what_will_not_pass_is_asked_once(answer: Answer, told: str, tmp_path: Path) -> None:
    sentence, server = failing(answer, tmp_path)

    assert told in sentence
    assert len(server.requests) == 1


@pytest.mark.long
def test_a_server_is_asked_again_no_sooner_than_it_says(tmp_path: Path) -> None:
    waiting = apis.first([apis.refused(429, Retry_After="1")], apis.openai)
    with web_server.serve(waiting) as server:
        embedder = load(server, tmp_path)
        began = time.monotonic()
        embedder.embed_query("x")

    assert time.monotonic() - began >= 1


def test_a_server_that_asks_for_more_time_than_there_is_is_left_alone_for_as_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = clock.now()
    with web_server.serve(apis.refused(429, Retry_After="600")) as server:
        embedder = load(server, tmp_path)
        with pytest.raises(errors.StoreError, match="429"):
            embedder.embed_query("x")
        monkeypatch.setattr(clock, "now", lambda: began + 590)
        with pytest.raises(errors.StoreError, match="429"):
            embedder.embed_query("x")

        assert len(server.requests) == 1
        monkeypatch.setattr(clock, "now", lambda: began + 660)
        with pytest.raises(errors.StoreError, match="429"):
            embedder.embed_query("x")
        assert len(server.requests) == 2


NO_LIST = "openai answered something that is no list of vectors"
SHAPES = {
    "fewer vectors": (lambda two: two[:1], "gave 1 vectors for 2 texts"),
    "more vectors": (lambda two: [*two, two[0]], "gave 3 vectors for 2 texts"),
    "none": (lambda _: [], "gave 0 vectors for 2 texts"),
    "another length": (lambda two: [one[:5] for one in two], "vectors of 5 numbers where 24"),
    "two lengths": (lambda two: [two[0], two[1][:5]], NO_LIST),
    "a null": (lambda two: [two[0], [None, *two[1][1:]]], NO_LIST),
    "words": (lambda two: [two[0], ["x", *two[1][1:]]], NO_LIST),
    "infinite": (lambda two: [two[0], [1e999, *two[1][1:]]], "no JSON"),
    "zeros": (lambda two: [two[0], [0.0] * len(two[1])], "gave vectors of zeros"),
    "too large": (lambda two: [two[0], [1e300, *two[1][1:]]], "or too large"),
    "larger than any float": (lambda two: [two[0], [10**400, *two[1][1:]]], NO_LIST),
    "numbers alone": (lambda _: [1.0, 2.0], NO_LIST),
}


@pytest.mark.parametrize(("shape", "told"), SHAPES.values(), ids=SHAPES)
def test_vectors_that_are_none_are_refused(
    shape: Callable[[list[list[float]]], list[object]], told: str, tmp_path: Path
) -> None:
    listed = shape([apis.numbers(text) for text in TEXTS])
    answer = {"data": [{"index": at, "embedding": one} for at, one in enumerate(listed)]}

    assert told in failing(Answer(answer), tmp_path)[0]


BROKEN = {
    "no JSON": (Answer(b"<html>busy</html>"), "no JSON"),
    "NaN": (Answer(b'{"data": [{"index": 0, "embedding": [NaN]}]}'), "no JSON"),
    "cut off": (Answer(b'{"data": [', cut=500), "broke off"),
    "slow": (Answer(late=30), "did not answer within"),
    "another answer": (Answer({"object": "list"}), NO_LIST),
    "null": (Answer(None), NO_LIST),
    "null data": (Answer({"data": None}), NO_LIST),
    "no index": (Answer({"data": [{"embedding": [1.0]}] * 2}), NO_LIST),
    "one place for all": (
        Answer({"data": [{"index": 0, "embedding": apis.numbers(text)} for text in TEXTS]}),
        NO_LIST,
    ),
    "an endless number": (Answer(b'{"data": [{"index": 1e999, "embedding": [1]}]}'), NO_LIST),
    "a list": (Answer([1, 2]), NO_LIST),
}


@pytest.mark.long
@pytest.mark.parametrize(("answer", "told"), BROKEN.values(), ids=BROKEN)
def test_an_answer_that_is_none_is_told(answer: Answer, told: str, tmp_path: Path) -> None:
    found = failing(answer, tmp_path)[0]

    assert told in found
    assert told is not NO_LIST or found.startswith(f"{NO_LIST} (not asked again until ")


def test_vectors_of_zeros_are_asked_for_again_once_the_provider_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = clock.now()
    zeros = Answer({"data": [{"index": 0, "embedding": [0.0] * apis.LENGTH}]})
    with web_server.serve(apis.first([zeros], apis.openai)) as server:
        embedder = load(server, tmp_path)
        with pytest.raises(errors.StoreError, match="of zeros"):
            embedder.embed_documents(TEXTS[:1])
        monkeypatch.setattr(clock, "now", lambda: began + 61)

        assert embedder.embed_documents(TEXTS[:1]).any()


def test_a_server_that_is_not_there_is_told(tmp_path: Path) -> None:
    with web_server.serve(apis.openai) as server:
        embedder = load(server, tmp_path)

    with pytest.raises(errors.StoreError, match="can't be reached"):
        embedder.embed_query("x")


@pytest.mark.parametrize("url", ["http://192.0.2.1", "ftp://192.0.2.1", "192.0.2.1"])
def test_an_address_that_is_wrong_is_told_at_once(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retrying, "FIRST_PAUSE_SECONDS", 600.0)
    where = access(url, dimensions=apis.LENGTH)
    embedder = remote_api.load(where, str(tmp_path), vendors.FOR_TEXTS)

    with pytest.raises(errors.StoreError, match=r"https:// alone|must begin with"):
        embedder.embed_query("x")


def test_a_failure_is_noted_for_other_runs_without_the_key_and_forgotten_once_it_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = clock.now()
    monkeypatch.setattr(clock, "now", lambda: began)
    until = time.strftime("%H:%M", time.localtime(began + remote_api.PAUSE_SECONDS))
    with web_server.serve(apis.first([apis.refused(401)], apis.openai)) as server:
        embedder = load(server, tmp_path)
        for _ in range(2):
            with pytest.raises(errors.StoreError, match=f"401.*not asked again until {until}"):
                embedder.embed_query("x")
        assert len(server.requests) == 1, "it was left alone"
        assert "401" in load(server, tmp_path).resting()
        assert apis.KEY not in (tmp_path / remote_notes.NAME).read_text()
        outage = embedder.outage()
        monkeypatch.setattr(clock, "now", lambda: began + 61)
        embedder.embed_query("x")

    assert outage is not None
    assert outage.sentence() == outage.fault, "the rest is over"
    assert embedder.outage() is None


def test_a_new_key_is_tried_at_once(tmp_path: Path) -> None:
    with web_server.serve(apis.openai) as server:
        with pytest.raises(errors.StoreError):
            load(server, tmp_path, key="sk-wrong").embed_query("x")

        assert load(server, tmp_path).embed_query("x").any()


def test_notes_of_many_settings_are_not_kept(tmp_path: Path) -> None:
    for number in range(20):
        remote_notes.failed(str(tmp_path), f"openai-{number}", errors.Message("no connection"), 60)

    assert remote_notes.outage(str(tmp_path), "openai-0") is None
    assert remote_notes.outage(str(tmp_path), "openai-19") is not None


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b'{"openai-1": {"told": 7}}', b"\xff"])
def test_notes_that_are_none_cost_nothing_but_a_request(content: bytes, tmp_path: Path) -> None:
    (tmp_path / remote_notes.NAME).write_bytes(content)

    assert remote_notes.outage(str(tmp_path), "openai-1") is None
    assert remote_notes.dimensions(str(tmp_path), "openai-1") == 0


def test_a_model_that_changed_its_length_is_asked_for_it_anew(tmp_path: Path) -> None:
    def longer(request: web_server.Request) -> Answer:
        request.body["dimensions"] = 30
        return apis.openai(request)

    with web_server.serve(apis.openai) as server:
        where = access(server.url)
        embedder = remote_api.load(where, str(tmp_path), HASTY)
        with pytest.raises(errors.StoreError, match="30 numbers where 24"):
            embedder.rows(longer(server.requests[0]).body, 1)

        remote_api.load(where, str(tmp_path), HASTY)

    assert len(server.requests) == 2


def test_base64_is_read_as_numbers(tmp_path: Path) -> None:
    def packed(request: web_server.Request) -> Answer:
        made = np.asarray(apis.numbers(request.body["input"][0]), dtype="<f4")
        data = [{"index": 0, "embedding": base64.b64encode(made.tobytes()).decode()}]
        return Answer({"data": data})

    with web_server.serve(packed) as server:
        row = load(server, tmp_path).embed_query("x")

    assert np.allclose(row, unit(apis.numbers("x")), atol=1e-6)


def test_knowing_a_remote_model_imports_nothing_that_asks(
    run_python: Callable[..., str],
) -> None:
    code = (
        "import sys; from memory_store import config; from memory_store.embedders import models;"
        "values = config.resolve(); values.values |= {'embedder': 'openai', 'embedding_key': 'k'};"
        "print(models.choose(values).used, *sys.modules)"
    )

    used, *modules = run_python(code).split()

    assert used == "openai"
    assert not {"urllib.request", "http.client", "ssl", "numpy", "socket"} & set(modules)


def test_the_pauses_between_requests_grow_and_differ() -> None:
    error = web.RequestError("busy", status=503)
    pauses = [[retrying._pause(attempt, error) for _ in range(50)] for attempt in range(4)]

    assert [max(one) for one in pauses] == sorted(max(one) for one in pauses)
    assert all(len(set(one)) > 40 for one in pauses)
    assert sys.float_info.epsilon < min(pauses[0])
