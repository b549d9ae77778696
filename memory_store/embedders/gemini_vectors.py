"""The request and answer format of Gemini's embeddings (ai.google.dev/api/embeddings).

Must not send a request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_store.embedders import dialect

URL = "https://generativelanguage.googleapis.com/v1beta"
MODEL = "gemini-embedding-001"
DIMENSIONS = {"gemini-embedding-001": 3072, "text-embedding-004": 768}
KEY_VARIABLES: tuple[str, ...] = ("GEMINI_API_KEY", "GOOGLE_API_KEY")


def headers(key: str) -> dict[str, str]:
    """See `dialect.Dialect`."""
    return {"x-goog-api-key": key} if key else {}


def request(
    access: dialect.Access, texts: Sequence[str], *, is_query: bool
) -> tuple[str, dict[str, object]]:
    """See `dialect.Dialect`; a question is told from a text to be found."""
    name = access.model if access.model.startswith("models/") else f"models/{access.model}"
    every: dict[str, object] = {
        "model": name,
        "taskType": "RETRIEVAL_QUERY" if is_query else "RETRIEVAL_DOCUMENT",
    }
    if access.dimensions:
        every["outputDimensionality"] = access.dimensions
    asked = [{**every, "content": {"parts": [{"text": text}]}} for text in texts]
    return f"{access.url}/{name}:batchEmbedContents", {"requests": asked}


def vectors(answer: Any) -> list[Any]:  # noqa: ANN401  unchecked JSON
    """See `dialect.Dialect`."""
    return [one["values"] for one in answer["embeddings"]]
