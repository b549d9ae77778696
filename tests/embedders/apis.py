"""Embedding APIs as they are spoken, for local servers: OpenAI's and Gemini's, errors included.

Vectors are made of the text's digest alone. Must not be lenient: what the real one refuses, these
refuse, in its words.
"""

from __future__ import annotations

import base64
import email
import email.message
import hashlib
import json
import struct
from typing import TYPE_CHECKING, Any

from tests.web_server import Answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web_server import Request

KEY = "sk-test-0123456789abcdefghij"
LENGTH = 24

_REASONS = {
    401: ("Incorrect API key provided: sk-te*****ghij.", "invalid_api_key"),
    403: ("Country, region, or territory not supported", "unsupported_country_region_territory"),
    404: ("The model `text-embedding-9` does not exist", "model_not_found"),
    429: ("Rate limit reached for text-embedding-3-small", "rate_limit_exceeded"),
    500: ("The server had an error while processing your request", "server_error"),
}


def numbers(text: str, length: int = LENGTH) -> list[float]:
    """The vector of a text: numbers from -1 to 1 that depend on it alone."""
    raw = hashlib.shake_128(text.encode()).digest(length)
    return [one / 127.5 - 1 for one in raw]


def refused(status: int, **headers: str) -> Answer:
    """What OpenAI answers when it doesn't."""
    told, code = _REASONS[status]
    error = {"message": told, "type": "error", "param": None, "code": code}
    return Answer({"error": error}, status, {k.replace("_", "-"): v for k, v in headers.items()})


def openai(request: Request) -> Answer:
    """POST /v1/embeddings; the vectors come last first, each with its place."""
    if request.headers.get("authorization") != f"Bearer {KEY}":
        return refused(401)
    texts, length = request.body["input"], request.body.get("dimensions", LENGTH)
    if request.path != "/v1/embeddings" or not texts or not all(texts):
        return Answer({"error": {"message": "'$.input' is invalid."}}, 400)
    listed = [
        {"object": "embedding", "index": at, "embedding": numbers(text, length)}
        for at, text in enumerate(texts)
    ]
    return Answer({"object": "list", "data": listed[::-1], "model": request.body["model"]})


def gemini(request: Request) -> Answer:
    """POST /v1beta/models/MODEL:batchEmbedContents."""
    if request.headers.get("x-goog-api-key") != KEY:
        error = {"code": 400, "message": "API key not valid.", "status": "INVALID_ARGUMENT"}
        return Answer({"error": error}, 400)
    path, _, model = request.path.rpartition("/models/")
    if path != "/v1beta" or not model.endswith(":batchEmbedContents"):
        return Answer({"error": {"code": 404, "message": "not found"}}, 404)
    found = [_gemini_vector(one, model.partition(":")[0]) for one in request.body["requests"]]
    return Answer({"embeddings": found})


def _gemini_vector(one: dict[str, Any], model: str) -> dict[str, list[float]]:
    assert one["model"] == f"models/{model}"
    assert one["taskType"] in ("RETRIEVAL_QUERY", "RETRIEVAL_DOCUMENT")
    length = one.get("outputDimensionality", LENGTH)
    return {"values": numbers(one["taskType"] + one["content"]["parts"][0]["text"], length)}


def first(failing: list[Answer], then: Callable[[Request], Answer]) -> Callable[[Request], Answer]:
    """A server that fails so many times, and then works."""
    left = list(failing)

    def answer(request: Request) -> Answer:
        return left.pop(0) if left else then(request)

    return answer


def refusing(status: int, path: str, then: Callable[[Request], Answer]) -> Callable[..., Answer]:
    """A server that refuses what is asked at a path, or below one that ends with a slash."""

    def answer(request: Request) -> Answer:
        is_below = path.endswith("/") and request.path.startswith(path)
        return refused(status) if is_below or request.path == path else then(request)

    return answer


class Batches:
    """OpenAI's Batch API: POST /files and /batches, GET both; and /embeddings as ever.

    Attributes:
        looks: how often a batch is still under way when it is looked at.
        ends: how it ends: completed, failed, expired or cancelled.
        refuses: the texts that contain this are refused, one by one.
        gives: of an expired batch, how many texts have their vector.
        made: the texts of each batch, in order.
        most: the most batches that were under way at once.
    """

    def __init__(self, *, looks: int = 2, ends: str = "completed", refuses: str = "\0") -> None:
        self.looks = looks
        self.ends = ends
        self.refuses = refuses
        self.gives = 5
        self.made: list[list[str]] = []
        self.most = 0
        self.purposes: list[str] = []
        self._files: dict[str, bytes] = {}
        self._batches: dict[str, dict[str, Any]] = {}

    def __call__(self, request: Request) -> Answer:
        if request.headers.get("authorization") != f"Bearer {KEY}":
            return refused(401)
        path = request.path.removeprefix("/v1")
        if path == "/embeddings":
            return openai(request)
        if (request.method, path) == ("POST", "/files"):
            return self._upload(request)
        if (request.method, path) == ("POST", "/batches"):
            return self._make(request.body)
        _, kind, name, *_ = path.split("/")
        if kind == "files":
            return Answer(self._files[name])
        return self._look(name)

    def _upload(self, request: Request) -> Answer:
        kind = f"Content-Type: {request.headers['content-type']}\r\n\r\n".encode()
        form = email.message_from_bytes(kind + request.body)
        parts = {part.get_param("name", header="content-disposition"): part for part in _of(form)}
        self.purposes.append(str(parts["purpose"].get_payload()))
        content = parts["file"].get_payload(decode=True)
        assert isinstance(content, bytes)
        name = f"file-{len(self._files)}"
        self._files[name] = content
        return Answer({"id": name, "object": "file", "purpose": "batch"})

    def _make(self, body: dict[str, str]) -> Answer:
        assert (body["endpoint"], body["completion_window"]) == ("/v1/embeddings", "24h")
        lines = [json.loads(line) for line in self._files[body["input_file_id"]].splitlines()]
        self.made.append([text for one in lines for text in one["body"]["input"]])
        name = f"batch_{len(self._batches)}"
        self._batches[name] = {"lines": lines, "looks": 0}
        self.most = max(
            self.most, sum(one["looks"] <= self.looks for one in self._batches.values())
        )
        return Answer({"id": name, "object": "batch", "status": "validating", "errors": None})

    def _look(self, name: str) -> Answer:
        if name not in self._batches:
            return Answer({"error": {"message": f"No batch found with id '{name}'."}}, 404)
        batch = self._batches[name]
        batch["looks"] += 1
        found = {"id": name, "object": "batch", "errors": None}
        if batch["looks"] <= self.looks:
            return Answer({**found, "status": "in_progress"})
        if self.ends == "failed":
            told = {"code": "token_limit_exceeded", "message": "Enqueued token limit reached"}
            return Answer({**found, "status": "failed", "errors": {"data": [told]}})
        given = batch["lines"] if self.ends == "completed" else batch["lines"][: self.gives]
        good = [one for one in given if self.refuses not in one["body"]["input"][0]]
        bad = [one for one in given if one not in good]
        out, err = f"out-{name}", f"err-{name}"
        self._files[out] = b"".join(_output(one) for one in reversed(good))
        self._files[err] = b"".join(_error(one) for one in bad)
        files = {"output_file_id": out, "error_file_id": err if bad else None}
        return Answer({**found, "status": self.ends, **files})


def _of(form: email.message.Message) -> list[email.message.Message]:
    listed = form.get_payload()
    assert isinstance(listed, list)
    return [part for part in listed if isinstance(part, email.message.Message)]


def _output(line: dict[str, Any]) -> bytes:
    (text,), length = line["body"]["input"], line["body"].get("dimensions", LENGTH)
    assert line["body"]["encoding_format"] == "base64"
    packed = base64.b64encode(struct.pack(f"<{length}f", *numbers(text, length))).decode()
    body = {"object": "list", "data": [{"index": 0, "embedding": packed}]}
    return _line(line, {"status_code": 200, "body": body})


def _error(line: dict[str, Any]) -> bytes:
    error = {"error": {"message": "The text was flagged", "type": "invalid_request_error"}}
    return _line(line, {"status_code": 400, "body": error})


def _line(line: dict[str, Any], response: dict[str, Any]) -> bytes:
    found = {"custom_id": line["custom_id"], "response": response, "error": None}
    return json.dumps(found).encode() + b"\n"
