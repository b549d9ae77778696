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
