"""Asks a model of Ollama, on this machine or at the user's address.

Must not know the purpose of the answer or download a model.
"""

from __future__ import annotations

from memory_store import errors, web
from memory_store.extractors import base

URL = "http://127.0.0.1:11434"
MODEL = ""
KEY_VARIABLE = ""

_CONTEXT_TOKENS = 8_192


def ask(question: base.Question, settings: base.Settings) -> object:
    """The JSON that the model gave (POST /api/chat, with the schema as format).

    Raises:
        StoreError: no answer, one that was cut off, or one without JSON.
    """
    body = {
        "model": settings.model,
        "messages": [
            {"role": "system", "content": question.instructions},
            {"role": "user", "content": question.conversation},
        ],
        "stream": False,
        "format": question.schema,
        "options": {"temperature": 0, "num_ctx": _CONTEXT_TOKENS},
    }
    headers = {"Authorization": f"Bearer {settings.key}"} if settings.key else {}
    answer = web.post(f"{settings.url}/api/chat", body, headers, seconds=question.seconds)
    if base.at(answer, "done_reason") == "length":
        raise errors.StoreError("the model's answer was cut off")
    return base.value(base.at(answer, "message", "content"))
