"""The embedding API as it is spoken, for local servers: OpenAI's, errors included.

Vectors are made of the text's digest alone. Must not be lenient: what the real one refuses, these
refuse, in its words.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

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
