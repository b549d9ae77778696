"""The providers by name: hosts' own programs, and vendors' APIs with their defaults."""

from __future__ import annotations

import importlib
import os
import shutil
from typing import TYPE_CHECKING, NamedTuple

from memory_store import errors
from memory_store.judge import question

if TYPE_CHECKING:
    from collections.abc import Callable


class Program(NamedTuple):
    """A host's own program: the host whose sessions it may read, and whose model it asks."""

    host: str
    vendor: str


PROGRAMS = {
    "claude": Program("claude", "Anthropic"),
    "codex": Program("codex", "OpenAI"),
}
"""Provider name -> the program of a host; its module is `NAME_program`."""

_COMPATIBLE = "/openai"  # Gemini's address of earlier releases ends before it


class Api(NamedTuple):
    """A vendor's API, of which the module has `ask(question, settings)`.

    Attributes:
        module: the module that speaks it.
        url: where it is asked, if nothing is set; without a slash at the end.
        model: which model; "" where there is no default.
        key_variable: the environment variable that the vendor's own tools take a key from, read
            only where the vendor itself is asked; "" for none.
    """

    module: str
    url: str
    model: str
    key_variable: str


APIS = {
    "openai": Api("openai_api", "https://api.openai.com/v1", "gpt-4o-mini", "OPENAI_API_KEY"),
    "anthropic": Api(
        "anthropic_api",
        "https://api.anthropic.com/v1",
        "claude-haiku-4-5",
        "ANTHROPIC_API_KEY",
    ),
    "gemini": Api(
        "openai_api",
        "https://generativelanguage.googleapis.com/v1beta/openai",
        "gemini-2.5-flash-lite",
        "GEMINI_API_KEY",
    ),
    "ollama": Api("ollama_api", "http://127.0.0.1:11434", "", ""),
}


def usual() -> str:
    """The provider that is meant where none is named: the first program that is installed."""
    return next((one for one in PROGRAMS if shutil.which(one)), next(iter(PROGRAMS)))


def load(settings: question.Settings) -> Callable[[question.Question], question.Answer]:
    """The function that asks the provider of these settings.

    Raises:
        StoreError: a setting or the program is missing; the message names it.
    """
    if settings.provider in PROGRAMS:
        from memory_store.judge import program  # an API starts no process

        return program.load(settings)
    api = APIS[settings.provider]
    module = importlib.import_module(f"memory_store.judge.{api.module}")
    filled = _filled(api, settings)
    return lambda asked: module.ask(asked, filled)


def _filled(api: Api, settings: question.Settings) -> question.Settings:
    """Settings with the vendor's defaults, whose variable gives the key to the vendor alone."""
    key, url = settings.key, settings.url
    if url in (api.url, api.url.removesuffix(_COMPATIBLE)):
        url = ""
    if not key and not url:
        key = os.environ.get(api.key_variable, "")
        if api.key_variable and not key:
            raise errors.StoreError(
                "judge_key is not set, nor {key_variable}", key_variable=api.key_variable
            )
    url, model = url or api.url, settings.model or api.model
    if not model:
        raise errors.StoreError(
            "judge_model is not set, and {provider} needs one", provider=settings.provider
        )
    return question.Settings(settings.provider, url, model, key)


def reads(settings: question.Settings, host: str, *, others: bool) -> bool:
    """Whether a provider may be given a session of a host.

    A host's program sends it to the vendor that saw the session. Another host's session goes to
    another vendor, which takes a yes of its own; whoever set a key said it for all.
    """
    program = PROGRAMS.get(settings.provider)
    return program is None or others or host == program.host
