"""Asks OpenAI, or a server with the same chat completions API.

Must not know the purpose of the answer.
"""

from __future__ import annotations

import json

from memory_store import errors, web
from memory_store.extractors import base

URL = "https://api.openai.com/v1"
MODEL = "gpt-4o-mini"
KEY_VARIABLE = "OPENAI_API_KEY"

_BAD_REQUEST = 400


def ask(question: base.Question, settings: base.Settings) -> object:
    """The JSON that the model gave (POST /chat/completions).

    The schema goes along as a strict response format; a server that refuses such a one, as many
    compatible ones do, is asked once more for any JSON object.

    Raises:
        StoreError: no answer, one that was cut off or refused, or one without JSON.
    """
    strict = {"name": "facts", "strict": True, "schema": question.schema}
    try:
        answer = _post(question, settings, {"type": "json_schema", "json_schema": strict})
    except web.RequestError as error:
        if error.status != _BAD_REQUEST:
            raise
        answer = _post(question, settings, {"type": "json_object"})
    if base.at(answer, "choices", 0, "finish_reason") == "length":
        raise errors.StoreError("the model's answer was cut off")
    if refused := base.at(answer, "choices", 0, "message", "refusal"):
        raise errors.StoreError(f"the model refused: {str(refused)[:80]}")
    return base.value(base.at(answer, "choices", 0, "message", "content"))


def _post(question: base.Question, settings: base.Settings, form: object) -> object:
    asked = f"{question.instructions}\n\nThe JSON Schema: {json.dumps(question.schema)}"
    body = {
        "model": settings.model,
        "messages": [
            {"role": "system", "content": asked},
            {"role": "user", "content": question.conversation},
        ],
        "response_format": form,
    }
    headers = {"Authorization": f"Bearer {settings.key}"} if settings.key else {}
    url = f"{settings.url}/chat/completions"
    return web.post(url, body, headers, seconds=question.seconds)
