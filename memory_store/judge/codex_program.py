"""Asks by Codex: `codex exec`, tried with 0.171.0.

Codex tries five times again, and for its own provider no setting changes that: a provider of
another name, with the same name for people, takes its place and asks once.
"""

from __future__ import annotations

import contextlib
import json
import os
import re

from memory_store import errors
from memory_store.judge import program, question

BINARY = "codex"
_INSTRUCTIONS, _SCHEMA, _ANSWER = "instructions.md", "schema.json", "answer.json"
_CONFIG = "config.toml"
_ONCE = (
    '{name="OpenAI",requires_openai_auth=true,wire_api="responses",'
    "request_max_retries=0,stream_max_retries=0}"
)
_OFF = ("hooks", "shell_tool", "unified_exec", "multi_agent", "goals", "apps", "plugins")
_META = ("$schema", "$id", "schema_version", "title")


def call(asked: question.Question, model: str, folder: str) -> program.Call:
    """One request without hooks, tools, rules or a session that is kept."""
    instructions = os.path.join(folder, _INSTRUCTIONS)
    schema = os.path.join(folder, _SCHEMA)
    plain = {name: value for name, value in asked.schema.items() if name not in _META}
    for path, text in ((instructions, asked.instructions), (schema, json.dumps(plain))):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    settings = (
        f"model_instructions_file={json.dumps(instructions)}",
        "project_doc_max_bytes=0",
        'web_search="disabled"',
        'model_reasoning_effort="minimal"',
        "include_permissions_instructions=false",
        "include_environment_context=false",
        *_once(),
    )
    words = [
        "exec",
        "--ephemeral",
        "--skip-git-repo-check",
        "--ignore-rules",
        *("-s", "read-only"),
        *("-C", folder),
        *(word for name in _OFF for word in ("--disable", name)),
        *(word for one in settings for word in ("-c", one)),
        *(("-m", model) if model else ()),
        *("--output-schema", schema),
        *("-o", os.path.join(folder, _ANSWER)),
        "-",
    ]
    return program.Call(words, {}, asked.session)


def _once() -> list[str]:
    """The settings by which the user's provider is asked once; none for one that has no name."""
    path = os.path.join(os.environ.get("CODEX_HOME") or os.path.expanduser("~/.codex"), _CONFIG)
    text = ""
    with contextlib.suppress(OSError), open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    named = re.search(r"""^model_provider\s*=\s*["']([\w-]+)""", text, re.MULTILINE)
    name = named.group(1) if named else ""
    if f"[model_providers.{name}]" in text:
        return [f"model_providers.{name}.{kind}_max_retries=0" for kind in ("request", "stream")]
    if name not in ("", "openai") or "openai_base_url" in text:
        return []
    return ['model_provider="once"', f"model_providers.once={_ONCE}"]


def answer(stdout: str, folder: str) -> question.Answer:  # noqa: ARG001
    """The JSON in the file of the last message.

    Raises:
        StoreError: there is none.
    """
    try:
        with open(os.path.join(folder, _ANSWER), encoding="utf-8") as file:
            return question.Answer(question.value(file.read()))
    except OSError as error:
        raise errors.StoreError("Codex gave no answer") from error
