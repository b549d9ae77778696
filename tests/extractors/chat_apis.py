"""What each API sends back when its model gives some JSON, in the shapes of its public reference.

It must not know what is asked.
"""

from __future__ import annotations

import json
from typing import Any

from tests.web_server import Answer

PROVIDERS = ("openai", "anthropic", "ollama")
PATHS = {"openai": "/chat/completions", "anthropic": "/messages", "ollama": "/api/chat"}


def says(provider: str, value: object, *, cut_off: bool = False) -> Answer:
    """The API's answer in which the model gives `value`; a str is given as it is."""
    text = value if isinstance(value, str) else json.dumps(value)
    if provider == "openai":
        choice = {
            "index": 0,
            "message": {"role": "assistant", "content": text},
            "finish_reason": "length" if cut_off else "stop",
        }
        body: dict[str, Any] = {"id": "c-1", "object": "chat.completion", "choices": [choice]}
    elif provider == "anthropic":
        tool = {"type": "tool_use", "id": "t-1", "name": "keep_facts", "input": value}
        blocks = [{"type": "text", "text": text}] if isinstance(value, str) else [tool]
        reason = "max_tokens" if cut_off else "tool_use"
        body = {"id": "m-1", "type": "message", "content": blocks, "stop_reason": reason}
    else:
        body = {
            "message": {"role": "assistant", "content": text},
            "done": True,
            "done_reason": "length" if cut_off else "stop",
        }
    return Answer(body)
