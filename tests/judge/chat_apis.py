"""What each API sends back when its model gives some JSON, in the shapes of its public reference.

It must not know what is asked.
"""

from __future__ import annotations

import json
from typing import Any

from tests.web_server import Answer

PROVIDERS = ("openai", "anthropic", "gemini", "ollama")
_AS_OPENAI = ("openai", "gemini")
PATHS = {
    "openai": "/chat/completions",
    "anthropic": "/messages",
    "gemini": "/chat/completions",
    "ollama": "/api/chat",
}


def says(provider: str, value: object, *, cut_off: bool = False, tokens: int = 0) -> Answer:
    """The API's answer in which the model gives `value`; a str is given as it is."""
    text = value if isinstance(value, str) else json.dumps(value)
    if provider in _AS_OPENAI:
        choice = {
            "index": 0,
            "message": {"role": "assistant", "content": text},
            "finish_reason": "length" if cut_off else "stop",
        }
        body: dict[str, Any] = {"id": "c-1", "object": "chat.completion", "choices": [choice]}
        body["usage"] = {"total_tokens": tokens}
    elif provider == "anthropic":
        tool = {"type": "tool_use", "id": "t-1", "name": "keep", "input": value}
        blocks = [{"type": "text", "text": text}] if isinstance(value, str) else [tool]
        reason = "max_tokens" if cut_off else "tool_use"
        body = {"id": "m-1", "type": "message", "content": blocks, "stop_reason": reason}
        body["usage"] = {"input_tokens": tokens - 2, "output_tokens": 2}
    else:
        body = {
            "message": {"role": "assistant", "content": text},
            "done": True,
            "done_reason": "length" if cut_off else "stop",
            "prompt_eval_count": tokens - 2,
            "eval_count": 2,
        }
    return Answer(body)
