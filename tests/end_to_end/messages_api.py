"""A small mock of Anthropic's Messages API, on loopback, that says what a test's script says.

It must not leave loopback, answer more often than its script or its limit allows, or outlive its
`with` block or its time. Shapes: the public API reference (Messages, streaming, token counting).
"""

from __future__ import annotations

import contextlib
import functools
import http.server
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from tests.end_to_end import private_network

if TYPE_CHECKING:
    import socket

MESSAGES, COUNT_TOKENS = "/v1/messages", "/v1/messages/count_tokens"
BODY_BYTES = 16 * 1024 * 1024
PIECE = 40  # characters of a streamed delta
POLL_SECONDS = 0.05
SOCKET_SECONDS = 10.0


class ToolUse(NamedTuple):
    """A reply that asks the client to run a tool; its result comes with the next request."""

    name: str
    input: dict[str, Any]


class Request(NamedTuple):
    """One request to the model: the parsed body as it came."""

    body: dict[str, Any]

    @property
    def text(self) -> str:
        """All that a model would read of it: the system prompt, then each message in order."""
        return "\n".join(_texts([self.body.get("system"), self.body.get("messages")]))


Reply: TypeAlias = str | ToolUse
Script: TypeAlias = Sequence[Reply] | Callable[[Request], Reply]


class Server(NamedTuple):
    """A running mock: `requests` to the model in order, `others` as "METHOD path", `faults`."""

    url: str
    network: private_network.Network
    requests: list[Request]
    others: list[str]
    faults: list[Exception]


class Answer(NamedTuple):
    """What goes back over HTTP."""

    status: int
    kind: str
    body: bytes


@contextlib.contextmanager
def serve(
    script: Script,
    network: private_network.Network = private_network.ORDINARY,
    *,
    limit: int = 40,
    seconds: float = 240.0,
) -> Iterator[Server]:
    """Answers on a free port of `network`'s loopback until the block ends, for `seconds` at most.

    Args:
        script: the replies, one a request, or a function that decides each. A request beyond the
            last reply is refused.
        network: where to listen; `claude_code.run` starts its client there.
        limit: requests that are answered at most, whatever the script.
        seconds: how long it lives at most.

    Raises:
        Exception: at the block's end, the first fault: the script's own, or a request too many.
    """
    with network.listen() as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        server = Server(url=url, network=network, requests=[], others=[], faults=[])
        answer = functools.partial(_answer, server, script, limit, threading.Lock())
        with _answering(listener, functools.partial(_Handler, answer), seconds):
            yield server
    if server.faults:
        raise server.faults[0]


@contextlib.contextmanager
def _answering(
    listener: socket.socket, handler: Callable[..., _Handler], seconds: float
) -> Iterator[None]:
    address = listener.getsockname()
    web = http.server.ThreadingHTTPServer(address, handler, bind_and_activate=False)
    web.socket.close()
    web.socket, web.timeout = listener, POLL_SECONDS
    ended, deadline = threading.Event(), time.monotonic() + seconds

    def loop() -> None:
        while not ended.is_set() and time.monotonic() < deadline:
            web.handle_request()
        web.server_close()

    thread = threading.Thread(target=loop, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


class _Handler(http.server.BaseHTTPRequestHandler):
    timeout = SOCKET_SECONDS

    def __init__(self, answer: Callable[[str, bytes], Answer], *connection: Any) -> None:
        self.answer = answer
        super().__init__(*connection)

    def exchange(self) -> None:
        length = min(int(self.headers.get("content-length") or 0), BODY_BYTES)
        answer = self.answer(f"{self.command} {self.path}", self.rfile.read(length))
        self.send_response(answer.status)
        self.send_header("content-type", answer.kind)
        self.send_header("content-length", str(len(answer.body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer.body)

    do_GET = do_HEAD = do_POST = exchange  # noqa: N815 - the names that http.server looks for

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name it overrides
        """Nothing: requests are kept in memory."""


def _answer(
    server: Server, script: Script, limit: int, lock: threading.Lock, asked: str, body: bytes
) -> Answer:
    path = asked.partition("?")[0]
    if path != f"POST {MESSAGES}":
        server.others.append(path)
        return _in_json({"input_tokens": len(body) // 4} if path == f"POST {COUNT_TOKENS}" else {})
    with lock:
        try:
            request = Request(body=json.loads(body))
            server.requests.append(request)
            reply = _reply(script, request, len(server.requests), limit)
        except Exception as fault:  # noqa: BLE001 - serve() raises it in the test's own thread
            server.faults.append(fault)
            return _refused(fault)
        message = _message(reply, request, len(server.requests))
    return _in_events(message) if request.body.get("stream") else _in_json(message)


def _reply(script: Script, request: Request, number: int, limit: int) -> Reply:
    most = limit if callable(script) else min(limit, len(script))
    if number > most:
        raise AssertionError(f"request {number} to the model; the test allows {most}")
    return script(request) if callable(script) else script[number - 1]


def _message(reply: Reply, request: Request, number: int) -> dict[str, Any]:
    asks = isinstance(reply, ToolUse)
    block = (
        {"type": "tool_use", "id": f"toolu_{number:024}", **reply._asdict()}
        if isinstance(reply, ToolUse)
        else {"type": "text", "text": reply}
    )
    return {
        "id": f"msg_{number:024}",
        "type": "message",
        "role": "assistant",
        "model": request.body.get("model"),
        "content": [block],
        "stop_reason": "tool_use" if asks else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 10, "output_tokens": 8},
    }


def _in_json(answer: dict[str, Any], status: int = 200) -> Answer:
    return Answer(status=status, kind="application/json", body=json.dumps(answer).encode())


def _refused(fault: Exception) -> Answer:
    """A 403: Claude Code 2.1.330 asks again after a 400 (6 times), 401, 404, 429 and 5xx."""
    error = {"type": "permission_error", "message": str(fault)}
    return _in_json({"type": "error", "error": error}, status=403)


def _in_events(message: dict[str, Any]) -> Answer:
    body = "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in _events(message))
    return Answer(status=200, kind="text/event-stream", body=body.encode())


def _events(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    for index, block in enumerate(message["content"]):
        empty = {**block, "text": ""} if block["type"] == "text" else {**block, "input": {}}
        yield {"type": "content_block_start", "index": index, "content_block": empty}
        for delta in _deltas(block):
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    change = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": change, "usage": message["usage"]}
    yield {"type": "message_stop"}


def _deltas(block: dict[str, Any]) -> Iterator[dict[str, str]]:
    if block["type"] == "tool_use":
        yield {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        return
    for start in range(0, len(block["text"]), PIECE):
        yield {"type": "text_delta", "text": block["text"][start : start + PIECE]}


def _texts(node: Any) -> Iterator[str]:
    """Each string that stands as a message's content, a tool's result or a text block's text."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, list):
        for part in node:
            yield from _texts(part)
    elif isinstance(node, dict):
        yield from _texts(node.get("text", node.get("content")))
