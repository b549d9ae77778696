"""The request and answer format of OpenAI's embeddings, which many servers share.

See platform.openai.com/docs/api-reference/embeddings. Must not send a request.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_store.embedders import dialect

URL = "https://api.openai.com/v1"
MODEL = "text-embedding-3-small"
DIMENSIONS = {
    "text-embedding-3-small": 1536,
    "text-embedding-3-large": 3072,
    "text-embedding-ada-002": 1536,
}
KEY_VARIABLES: tuple[str, ...] = ("OPENAI_API_KEY",)
PATH = "/embeddings"


def headers(key: str) -> dict[str, str]:
    """See `dialect.Dialect`."""
    return {"Authorization": f"Bearer {key}"} if key else {}


def request(
    access: dialect.Access, texts: Sequence[str], *, is_query: bool
) -> tuple[str, dict[str, object]]:
    """See `dialect.Dialect`; a question is embedded as any text is."""
    del is_query
    asked: dict[str, object] = {"model": access.model, "input": list(texts)}
    if access.dimensions:
        asked["dimensions"] = access.dimensions
    return f"{access.url}{PATH}", asked


def vectors(answer: Any) -> list[Any]:  # noqa: ANN401  unchecked JSON
    """See `dialect.Dialect`; they come with their places, in any order."""
    listed = {int(one["index"]): _numbers(one["embedding"]) for one in answer["data"]}
    if len(listed) != len(answer["data"]):
        raise ValueError  # two vectors for one text: nobody knows whose they are
    return [listed[place] for place in sorted(listed)]


def _numbers(vector: Any) -> Any:  # noqa: ANN401  unchecked JSON
    """The numbers of a vector, which some servers give as base64 of little-endian float32."""
    if not isinstance(vector, str):
        return vector
    import numpy as np

    return np.frombuffer(base64.b64decode(vector, validate=True), dtype="<f4")
