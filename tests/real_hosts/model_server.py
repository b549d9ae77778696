"""A model server on loopback for every host: it answers in four protocols, and keeps what it got.

OpenAI's responses and chat completions, Anthropic's messages, Gemini's generateContent. It must
not answer anything but the one sentence, the tool call that a test orders, or the summary or
judgement that it orders.
"""

from __future__ import annotations

import contextlib
import http.server
import json
import threading
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator

ANSWER = "Hello from the mock model."
JUDGING = "the long-term memory of a software project"
"""What a request to judge a session says."""
SUMMING_UP = "create a detailed summary"
"""What Claude Code's request for a compaction's summary says."""
_USAGE = {"input_tokens": 5, "output_tokens": 3, "total_tokens": 8}
_CHAT_USAGE = {"prompt_tokens": 5, "completion_tokens": 3, "total_tokens": 8}
_ROUTED = '{"complexity_reasoning": "x", "complexity_score": 1}'  # Gemini asks which model to ask

Json = dict[str, Any]


class Server:
    """What the model was sent, one text a request, and where it is."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.requests: list[str] = []
        self.summary = ""
        self.judgement = ANSWER
        self.status, self.seconds = 200, 0.0

    @property
    def judged(self) -> int:
        """How many requests asked for a judgement of a session."""
        return sum(JUDGING in one for one in self.requests)

    def heard(self, words: str) -> bool:
        """Whether a request held these words."""
        return any(words in one for one in self.requests)


@contextlib.contextmanager
def serve(listener: socket.socket) -> Iterator[Server]:
    """The server, until the block ends."""
    server = Server(listener.getsockname()[1])

    class Handler(_Handler):
        kept = server

    with http.server.ThreadingHTTPServer(("", 0), Handler, bind_and_activate=False) as running:
        running.socket.close()
        running.socket = listener
        running.server_address = listener.getsockname()
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            running.shutdown()
            thread.join()


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    kept: Server

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002  its name
        """Say nothing."""

    def do_HEAD(self) -> None:
        self._send(b"", "text/plain")

    def do_GET(self) -> None:
        self._json({"object": "list", "data": [{"id": "mock-model", "object": "model"}]})

    def do_POST(self) -> None:
        body = self._body()
        try:
            asked: Json = json.loads(body)
        except ValueError:
            asked = {}
        self.kept.requests.append(json.dumps(asked, ensure_ascii=False))
        if JUDGING in self.kept.requests[-1]:
            time.sleep(self.kept.seconds)
            if self.kept.status != 200:
                self._json({"type": "error", "error": {"type": "error", "message": "mock"}})
                return
        streams = bool(asked.get("stream")) or "stream" in self.path.lower()
        if "count" in self.path.lower():
            self._json({"input_tokens": 100, "totalTokens": 100})
        elif "/responses" in self.path:
            self._responses(asked, streams=streams)
        elif "chat/completions" in self.path:
            self._chat(asked, streams=streams)
        elif "/messages" in self.path:
            self._messages(asked, streams=streams)
        elif "generatecontent" in self.path.lower():
            self._generate(asked, streams=streams)
        else:
            self._json({})

    def _body(self) -> bytes:
        if self.headers.get("transfer-encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("content-length") or 0))
        body = b""
        while size := int(self.rfile.readline().strip() or b"0", 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        return body

    def _send(self, body: bytes, kind: str) -> None:
        self.send_response(self.kept.status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _json(self, value: Json) -> None:
        self._send(json.dumps(value).encode(), "application/json")

    def _events(self, *events: Json, last: str = "", named: bool = True) -> None:
        lines = []
        for event in events:
            lines += [f"event: {event['type']}\n"] if named and "type" in event else []
            lines.append(f"data: {json.dumps(event)}\n\n")
        self._send(("".join(lines) + last).encode(), "text/event-stream")

    def _responses(self, asked: Json, *, streams: bool) -> None:
        text = self._text(asked)
        part = {"type": "output_text", "text": text, "annotations": []}
        item = {"type": "message", "role": "assistant", "id": "m1", "status": "completed"}
        done = {"id": "r1", "object": "response", "created_at": 1, "status": "completed"}
        details = {
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens_details": {"reasoning_tokens": 0},
        }
        done |= {"model": asked.get("model", "m"), "output": [item | {"content": [part]}]}
        done |= {"usage": _USAGE | details}
        if not streams:
            self._json(done)
            return
        where = {"item_id": "m1", "output_index": 0, "content_index": 0}
        begun = item | {"content": [], "status": "in_progress"}
        steps: list[Json] = [
            {
                "type": "response.created",
                "response": done | {"status": "in_progress", "output": []},
            },
            {"type": "response.output_item.added", "output_index": 0, "item": begun},
            {"type": "response.content_part.added", **where, "part": part | {"text": ""}},
            {"type": "response.output_text.delta", **where, "delta": text},
            {"type": "response.output_text.done", **where, "text": text},
            {
                "type": "response.output_item.done",
                "output_index": 0,
                "item": item | {"content": [part]},
            },
            {"type": "response.completed", "response": done},
        ]
        self._events(*[one | {"sequence_number": at} for at, one in enumerate(steps)])

    def _chat(self, asked: Json, *, streams: bool) -> None:
        base = {"id": "c1", "created": 1, "model": asked.get("model", "m")}
        if not streams:
            message = {"role": "assistant", "content": ANSWER}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            self._json(
                base | {"object": "chat.completion", "choices": [choice], "usage": _CHAT_USAGE}
            )
            return
        deltas: list[tuple[Json, str | None]] = [
            ({"role": "assistant", "content": ""}, None),
            ({"content": ANSWER}, None),
            ({}, "stop"),
        ]
        chunks = [
            base
            | {
                "object": "chat.completion.chunk",
                "choices": [{"index": 0, "delta": delta, "finish_reason": reason}],
                **({"usage": _CHAT_USAGE} if reason else {}),
            }
            for delta, reason in deltas
        ]
        self._events(*chunks, last="data: [DONE]\n\n")

    def _text(self, asked: Json) -> str:
        """The summary or judgement where one is asked for, else the one sentence."""
        if JUDGING in json.dumps(asked):
            return self.kept.judgement
        sums_up = self.kept.summary and SUMMING_UP in json.dumps(asked.get("messages", [])[-1:])
        return self.kept.summary if sums_up else ANSWER

    def _messages(self, asked: Json, *, streams: bool) -> None:
        usage = {"input_tokens": 10, "output_tokens": 1}
        message: Json = {"id": "msg_1", "type": "message", "role": "assistant", "content": []}
        message |= {"model": asked.get("model", "m"), "stop_reason": None, "usage": usage}
        text = self._text(asked)
        block = {"type": "text", "text": text}
        if not streams:
            self._json(message | {"content": [block], "stop_reason": "end_turn"})
            return
        delta = {"type": "text_delta", "text": text}
        self._events(
            {"type": "message_start", "message": message},
            {"type": "content_block_start", "index": 0, "content_block": block | {"text": ""}},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": usage},
            {"type": "message_stop"},
        )

    def _generate(self, asked: Json, *, streams: bool) -> None:
        is_router = "complexity_score" in json.dumps(asked.get("generationConfig", {}))
        parts = [{"text": _ROUTED if is_router else ANSWER}]
        candidate = {"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}
        counts = {"promptTokenCount": 5, "candidatesTokenCount": 3, "totalTokenCount": 8}
        answer = {"candidates": [candidate | {"index": 0}], "usageMetadata": counts}
        if streams:
            self._events(answer, named=False)
        else:
            self._json(answer)
