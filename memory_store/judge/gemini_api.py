"""Asks Google's Gemini API for JSON (ai.google.dev/api/generate-content)."""

from __future__ import annotations

import json

from memory_store import errors, web
from memory_store.judge import question

URL = "https://generativelanguage.googleapis.com/v1beta"
MODEL = "gemini-2.5-flash-lite"
KEY_VARIABLE = "GEMINI_API_KEY"


def ask(asked: question.Question, settings: question.Settings) -> question.Answer:
    """The JSON that the model gave (POST /models/MODEL:generateContent).

    Raises:
        StoreError: no answer, one that was cut off or barred, or one without JSON.
    """
    instructions = f"{asked.instructions}\n\nThe JSON Schema: {json.dumps(asked.schema)}"
    body = {
        "systemInstruction": {"parts": [{"text": instructions}]},
        "contents": [{"role": "user", "parts": [{"text": asked.session}]}],
        "generationConfig": {"responseMimeType": "application/json", "temperature": 0},
    }
    url = f"{settings.url}/models/{settings.model}:generateContent"
    headers = {"x-goog-api-key": settings.key}
    answer = web.post(url, body, headers, seconds=asked.seconds)
    finished = question.at(answer, "candidates", 0, "finishReason")
    if finished not in ("STOP", None):
        raise errors.StoreError("the model stopped early: {finished}", finished=str(finished)[:40])
    value = question.value(question.at(answer, "candidates", 0, "content", "parts", 0, "text"))
    return question.Answer(value, question.tokens(answer, "usageMetadata", "totalTokenCount"))
