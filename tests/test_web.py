"""A request to an API ends in time, goes nowhere else, and tells what went wrong."""

from __future__ import annotations

import datetime as dt
from email.utils import format_datetime

import pytest

from memory_store import web
from tests import web_server
from tests.web_server import Answer

KEY = {"Authorization": "Bearer k-1"}


def post(url: str, *, seconds: float = 60.0, **headers: str) -> object:
    return web.post(url, {"q": "问"}, headers, seconds=seconds)


def refusal(answer: Answer, *, seconds: float = 60.0) -> web.RequestError:
    with web_server.serve(answer) as server, pytest.raises(web.RequestError) as raised:
        post(server.url, seconds=seconds)
    return raised.value


def test_a_value_is_sent_as_json_and_the_answer_is_taken() -> None:
    with web_server.serve(Answer({"a": [1, "好"]})) as server:
        found = web.post(f"{server.url}/v1/x?y=1", {"q": "问"}, KEY, seconds=60)

    assert found == {"a": [1, "好"]}
    (request,) = server.requests
    assert request.path == "/v1/x?y=1"
    assert request.body == {"q": "问"}
    assert request.headers["authorization"] == "Bearer k-1"
    assert request.headers["content-type"] == "application/json"


@pytest.mark.parametrize("status", [400, 401, 403, 404, 429, 500, 503])
def test_a_refusal_tells_its_status_and_the_host_and_no_key(status: int) -> None:
    with (
        web_server.serve(Answer(status=status)) as server,
        pytest.raises(web.RequestError) as raised,
    ):
        web.post(server.url, {}, KEY, seconds=60)

    assert raised.value.status == status
    assert str(status) in str(raised.value)
    assert "127.0.0.1" in str(raised.value)
    assert "k-1" not in str(raised.value)


def test_what_the_api_says_is_wrong_is_told_without_the_key() -> None:
    wrong = {"error": {"message": "Incorrect API key: k-1234. token sk-abc", "code": "bad_key"}}
    with (
        web_server.serve(Answer(wrong, status=401)) as server,
        pytest.raises(web.RequestError) as raised,
    ):
        web.post(server.url, {}, {"Authorization": "Bearer k-1234"}, seconds=60)

    assert "Incorrect API key: …." in str(raised.value)
    assert "k-1234" not in str(raised.value)
    assert raised.value.code == "bad_key"


@pytest.mark.parametrize(
    "body", [b"", b"<html>", b"[" * 9_000, {"error": 7}, {"error": {"message": 7}}, [1]]
)
def test_a_refusal_without_a_reason_is_told_by_its_status(body: object) -> None:
    told = refusal(Answer(body, status=500))

    assert (told.status, told.code) == (500, "")
    assert str(told).endswith("Internal Server Error")


def test_how_long_to_wait_is_taken_from_seconds_and_from_dates() -> None:
    in_a_minute = dt.datetime.now(dt.UTC) + dt.timedelta(seconds=60)

    asked = refusal(Answer(status=429, headers={"Retry-After": "7"}))

    assert asked.wait_seconds == 7
    assert web.waiting(format_datetime(in_a_minute)) == pytest.approx(60, abs=2)
    assert web.waiting("-3") == 0
    assert [web.waiting(one) for one in ("", "soon", "nan", "inf")] == [None] * 4


@pytest.mark.long
@pytest.mark.parametrize(
    "slow", [Answer(late=600), Answer(b'{"a": "drip"}', pause=0.2)], ids=["late", "drip"]
)
def test_an_answer_that_does_not_end_in_time_is_given_up(slow: Answer) -> None:
    told = str(refusal(slow, seconds=0.5))

    assert "did not answer within 0.5 s" in told


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (Answer(b'{"a": 1}', cut=9), "broke off"),
        (Answer(b"<html>busy</html>"), "no JSON"),
        (Answer(b'{"a": NaN}'), "no JSON"),
        (Answer(b"[" * 100_000), "no JSON"),
        (Answer(b"\xff\xfe"), "no JSON"),
        (Answer(b""), "no JSON"),
    ],
)
def test_an_answer_that_is_not_whole_is_no_answer(broken: Answer, told: str) -> None:
    assert told in str(refusal(broken))


def test_an_answer_that_is_too_large_is_not_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "MOST_BYTES", 1 << 20)

    assert "more than 1 MiB" in str(refusal(Answer(b" " * (2 << 20))))


def test_a_redirect_is_not_followed() -> None:
    with web_server.serve(Answer({"stolen": True})) as other:
        to = Answer(status=307, headers={"Location": f"{other.url}/steal"})

        assert refusal(to).status == 307

    assert other.requests == []


def test_a_server_that_is_not_there_is_told() -> None:
    with web_server.serve(Answer()) as server:
        pass

    with pytest.raises(web.RequestError, match="can't be reached"):
        post(server.url)


@pytest.mark.parametrize(
    "url", ["", "ftp://h/x", "file:///etc/passwd", "api.example.org/v1", "http://[::1", "https://"]
)
def test_what_is_no_web_address_is_not_asked(url: str) -> None:
    with pytest.raises(web.RequestError, match=r"address|URL"):
        post(url)


@pytest.mark.parametrize("header", ["Authorization", "x-api-key"])
def test_a_key_is_not_sent_in_the_clear_to_another_machine(header: str) -> None:
    with pytest.raises(web.RequestError, match="https:// alone"):
        web.post("http://192.0.2.1/v1", {}, {header: "k-1"}, seconds=1)


def test_this_machine_is_asked_without_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    with web_server.serve(Answer()) as proxy, web_server.serve(Answer({"a": 1})) as server:
        monkeypatch.setenv("http_proxy", proxy.url)

        assert post(server.url) == {"a": 1}

    assert proxy.requests == []
