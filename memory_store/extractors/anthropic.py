"""Asks Anthropic's Messages API, with one tool whose input is the answer.

Must not know the purpose of the answer.
"""

from __future__ import annotations

from memory_store import errors, web
from memory_store.extractors import base

URL = "https://api.anthropic.com/v1"
MODEL = "claude-haiku-4-5"
KEY_VARIABLE = "ANTHROPIC_API_KEY"

_VERSION = "2023-06-01"
_TOKENS = 1_500
_TOOL = "keep_facts"


def ask(question: base.Question, settings: base.Settings) -> object:
    """The JSON that the model gave as the tool's input (POST /messages).

    Raises:
        StoreError: no answer, one that was cut off, or one without the tool.
    """
    tool = {
        "name": _TOOL,
        "description": "Keeps the facts of the conversation.",
        "input_schema": question.schema,
    }
    body = {
        "model": settings.model,
        "max_tokens": _TOKENS,
        "system": question.instructions,
        "messages": [{"role": "user", "content": question.conversation}],
        "tools": [tool],
        "tool_choice": {"type": "tool", "name": _TOOL},
    }
    headers = {"x-api-key": settings.key, "anthropic-version": _VERSION}
    answer = web.post(f"{settings.url}/messages", body, headers, seconds=question.seconds)
    if base.at(answer, "stop_reason") == "max_tokens":
        raise errors.StoreError("the model's answer was cut off")
    blocks = base.at(answer, "content")
    for block in blocks if isinstance(blocks, list) else []:
        if base.at(block, "type") == "tool_use" and base.at(block, "name") == _TOOL:
            return base.at(block, "input")
    raise errors.StoreError("the model answered without the tool")
