"""The mock of the Messages API, asked over HTTP as a client would."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any

import pytest

from tests.end_to_end import messages_api, private_network

if TYPE_CHECKING:
    from collections.abc import Sequence

ASKED = {"model": "a-model", "max_tokens": 100, "messages": [{"role": "user", "content": "Hi"}]}
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))

GONE = (urllib.error.URLError, ConnectionError)


def _post(server: messages_api.Server, body: dict[str, Any], path: str = "/v1/messages") -> str:
    url = f"{server.url}{path}?beta=true"
    request = urllib.request.Request(url, json.dumps(body).encode(), method="POST")  # noqa: S310
    with DIRECT.open(request, timeout=60) as answer:
        return str(answer.read().decode())


def _streamed(server: messages_api.Server) -> list[dict[str, Any]]:
    blocks = _post(server, {**ASKED, "stream": True}).removesuffix("\n\n").split("\n\n")
    events = []
    for block in blocks:
        name, line = block.split("\n")
        events.append(json.loads(line.removeprefix("data: ")))
        assert name == f"event: {events[-1]['type']}"
    return events


def test_a_plain_request_is_answered_with_one_message() -> None:
    with messages_api.serve(["Hello 世界."]) as server:
        message = json.loads(_post(server, ASKED))

    assert message["content"] == [{"type": "text", "text": "Hello 世界."}]
    assert (message["role"], message["stop_reason"]) == ("assistant", "end_turn")
    assert message["model"] == "a-model"


@pytest.mark.parametrize(
    ("reply", "field", "whole"),
    [
        ("说" * 100, "text", "说" * 100),
        (messages_api.ToolUse("Bash", {"command": "true"}), "partial_json", '{"command": "true"}'),
    ],
)
def test_a_streamed_answer_comes_in_pieces_in_the_order_of_the_api(
    reply: messages_api.Reply, field: str, whole: str
) -> None:
    with messages_api.serve([reply]) as server:
        events = _streamed(server)

    deltas = [event["delta"] for event in events if event["type"] == "content_block_delta"]
    assert "".join(delta[field] for delta in deltas) == whole
    assert [event["type"] for event in events] == [
        "message_start",
        "content_block_start",
        *["content_block_delta"] * len(deltas),
        "content_block_stop",
        "message_delta",
        "message_stop",
    ]
    assert events[0]["message"]["content"] == []
    reason = "end_turn" if isinstance(reply, str) else "tool_use"
    assert events[-2]["delta"]["stop_reason"] == reason


def test_tokens_are_counted_without_using_up_a_reply() -> None:
    with messages_api.serve(["Hello."]) as server:
        counted = json.loads(_post(server, ASKED, "/v1/messages/count_tokens"))
        _post(server, ASKED)

    assert counted["input_tokens"] > 0
    assert server.others == ["POST /v1/messages/count_tokens"]
    assert len(server.requests) == 1


def test_a_request_gives_all_the_text_that_a_model_would_read() -> None:
    result = {
        "type": "tool_result",
        "tool_use_id": "t",
        "content": [{"type": "text", "text": "d"}],
    }
    body: dict[str, Any] = {
        "system": [{"type": "text", "text": "a"}],
        "messages": [
            {"role": "user", "content": "b"},
            {"role": "assistant", "content": [{"type": "text", "text": "c"}]},
            {"role": "user", "content": [result]},
        ],
    }

    assert messages_api.Request(body=body).text == "a\nb\nc\nd"


def test_a_function_decides_each_reply_from_the_request() -> None:
    def echo(request: messages_api.Request) -> str:
        return f"You said {request.text}"

    with messages_api.serve(echo) as server:
        message = json.loads(_post(server, ASKED))

    assert message["content"][0]["text"] == "You said Hi"


@pytest.mark.parametrize(
    ("script", "limit", "allowed"), [(["one"], 9, 1), (["one", "two"], 1, 1), ([], 9, 0)]
)
def test_a_request_too_many_is_refused_and_raised(
    script: Sequence[str], limit: int, allowed: int
) -> None:
    def ask(server: messages_api.Server) -> None:
        for _ in range(allowed):
            _post(server, ASKED)
        with pytest.raises(urllib.error.HTTPError, match="403") as refused:
            _post(server, ASKED)
        refused.value.close()

    with (
        pytest.raises(AssertionError, match=f"the test allows {allowed}"),
        messages_api.serve(script, limit=limit) as server,
    ):
        ask(server)


def test_it_is_gone_after_its_block_and_after_its_time() -> None:
    with messages_api.serve(["Hello."], seconds=0.0) as late, pytest.raises(GONE):
        _post(late, ASKED)
    with messages_api.serve(["Hello."]) as ended:
        _post(ended, ASKED)
    with pytest.raises(GONE):
        _post(ended, ASKED)


def test_it_listens_inside_a_private_network_out_of_this_ones_reach(
    network: private_network.Network,
) -> None:
    if not network.isolated:
        pytest.skip("this machine allows no network namespace (unshare, nsenter)")

    with messages_api.serve(["Hello."], network) as server, pytest.raises(GONE):
        _post(server, ASKED)

    assert server.requests == []


def test_where_a_namespace_is_refused_the_ordinary_loopback_serves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refused = private_network.Way(unshare=("false",), enter=("true",))
    unknown = private_network.Way(unshare=("no-such-command",), enter=("true",))
    monkeypatch.setattr(private_network, "WAYS", (unknown, refused))

    with private_network.opened() as network, messages_api.serve(["Hello."], network) as server:
        _post(server, ASKED)

    assert not network.isolated
    assert len(server.requests) == 1
