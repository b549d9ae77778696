"""Asks OpenAI, or a server with the same chat completions API."""

from __future__ import annotations

import json

from memory_store import errors, web
from memory_store.judge import question

_BAD_REQUEST = 400


def ask(asked: question.Question, settings: question.Settings) -> question.Answer:
    """The JSON that the model gave (POST /chat/completions).

    The schema goes along as a strict response format; a server that refuses such a one, as many
    compatible ones do, is asked once more for any JSON object.

    Raises:
        StoreError: no answer, one that was cut off or refused, or one without JSON.
    """
    strict = {"name": "judgement", "strict": True, "schema": asked.schema}
    try:
        answer = _post(asked, settings, {"type": "json_schema", "json_schema": strict})
    except web.RequestError as error:
        if error.status != _BAD_REQUEST:
            raise
        answer = _post(asked, settings, {"type": "json_object"})
    if question.at(answer, "choices", 0, "finish_reason") == "length":
        raise errors.StoreError("the model's answer was cut off")
    if refused := question.at(answer, "choices", 0, "message", "refusal"):
        raise errors.StoreError("the model refused: {refused}", refused=str(refused)[:80])
    value = question.value(question.at(answer, "choices", 0, "message", "content"))
    return question.Answer(value, question.tokens(answer, "usage", "total_tokens"))


def _post(asked: question.Question, settings: question.Settings, form: object) -> object:
    instructions = f"{asked.instructions}\n\nThe JSON Schema: {json.dumps(asked.schema)}"
    body = {
        "model": settings.model,
        "messages": [
            {"role": "system", "content": instructions},
            {"role": "user", "content": asked.session},
        ],
        "response_format": form,
    }
    headers = {"Authorization": f"Bearer {settings.key}"} if settings.key else {}
    url = f"{settings.url}/chat/completions"
    return web.post(url, body, headers, seconds=asked.seconds)
