"""Asks a model of Ollama, on this machine or at the user's address; downloads none."""

from __future__ import annotations

from memory_store import errors, web
from memory_store.judge import question

_CONTEXT_TOKENS = 16_384


def ask(asked: question.Question, settings: question.Settings) -> question.Answer:
    """The JSON that the model gave (POST /api/chat, with the schema as format).

    Raises:
        StoreError: no answer, one that was cut off, or one without JSON.
    """
    body = {
        "model": settings.model,
        "messages": [
            {"role": "system", "content": asked.instructions},
            {"role": "user", "content": asked.session},
        ],
        "stream": False,
        "format": asked.schema,
        "options": {"temperature": 0, "num_ctx": _CONTEXT_TOKENS},
    }
    headers = {"Authorization": f"Bearer {settings.key}"} if settings.key else {}
    answer = web.post(f"{settings.url}/api/chat", body, headers, seconds=asked.seconds)
    if question.at(answer, "done_reason") == "length":
        raise errors.StoreError("the model's answer was cut off")
    value = question.value(question.at(answer, "message", "content"))
    counts = [question.at(answer, name) for name in ("prompt_eval_count", "eval_count")]
    return question.Answer(value, sum(one for one in counts if isinstance(one, int)))
