"""Asks by Claude Code: `claude -p`, tried with 2.1.32 and 2.1.332.

The answer is JSON as text: with `--json-schema`, 2.1.32 asks again without end where the answer is
no call of a tool. `--setting-sources ""` keeps hooks, plugins and CLAUDE.md out; `--safe-mode` is
unknown to 2.1.32. Haiku thinks by default, at many times the price of the answer, and a refusal
is tried again for a minute: two variables of the environment end both.
"""

from __future__ import annotations

import json

from memory_store import errors, web
from memory_store.judge import program, question

BINARY = "claude"
_MODEL = "haiku"
_MOST_DOLLARS = "0.05"
_TOLD_CHARS = 200
_ENVIRONMENT = {
    "CLAUDE_CODE_MAX_RETRIES": "0",
    "CLAUDE_CODE_DISABLE_THINKING": "1",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
}


def call(asked: question.Question, model: str, folder: str) -> program.Call:  # noqa: ARG001
    """One request without tools, settings or a session that is kept."""
    words = [
        "-p",
        *("--model", model or _MODEL),
        *("--system-prompt", asked.instructions),
        *("--tools", ""),
        *("--setting-sources", ""),
        "--strict-mcp-config",
        "--no-session-persistence",
        *("--output-format", "json"),
        *("--max-budget-usd", _MOST_DOLLARS),
    ]
    return program.Call(words, _ENVIRONMENT, asked.session)


def answer(stdout: str, folder: str) -> question.Answer:  # noqa: ARG001
    """The JSON in the result; `is_error` tells a refusal, which says "success" all the same.

    Raises:
        StoreError: the program refused, or gave no JSON; with the status of the API.
    """
    try:
        said = json.loads(stdout)
    except ValueError as error:
        raise errors.StoreError("Claude Code gave no answer") from error
    if question.at(said, "is_error") is not False:
        status = question.at(said, "api_error_status")
        raise web.RequestError(
            "Claude Code: {told}",
            status=status if isinstance(status, int) else 0,
            told=str(question.at(said, "result"))[:_TOLD_CHARS],
        )
    dollars = question.at(said, "total_cost_usd")
    return question.Answer(
        question.value(question.at(said, "result")),
        question.tokens(said, "usage", "input_tokens", "output_tokens"),
        float(dollars) if isinstance(dollars, int | float) else None,
    )
