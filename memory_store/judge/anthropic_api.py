"""Asks Anthropic's Messages API, with one tool whose input is the answer."""

from __future__ import annotations

from memory_store import errors, web
from memory_store.judge import question

_VERSION = "2023-06-01"
_TOKENS = 2_000
_TOOL = "keep"


def ask(asked: question.Question, settings: question.Settings) -> question.Answer:
    """The JSON that the model gave as the tool's input (POST /messages).

    Raises:
        StoreError: no answer, one that was cut off, or one without the tool.
    """
    tool = {
        "name": _TOOL,
        "description": "Keeps what lasts of the session.",
        "input_schema": asked.schema,
    }
    body = {
        "model": settings.model,
        "max_tokens": _TOKENS,
        "system": asked.instructions,
        "messages": [{"role": "user", "content": asked.session}],
        "tools": [tool],
        "tool_choice": {"type": "tool", "name": _TOOL},
    }
    headers = {"x-api-key": settings.key, "anthropic-version": _VERSION}
    answer = web.post(f"{settings.url}/messages", body, headers, seconds=asked.seconds)
    if question.at(answer, "stop_reason") == "max_tokens":
        raise errors.StoreError("the model's answer was cut off")
    blocks = question.at(answer, "content")
    for block in blocks if isinstance(blocks, list) else []:
        if question.at(block, "type") == "tool_use" and question.at(block, "name") == _TOOL:
            used = question.tokens(answer, "usage", "input_tokens", "output_tokens")
            return question.Answer(question.at(block, "input"), used)
    raise errors.StoreError("the model answered without the tool")
