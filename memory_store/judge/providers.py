"""The providers by name: hosts' own programs, and vendors' APIs with their defaults."""

from __future__ import annotations

import importlib
import os
import shutil
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

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
APIS = ("openai", "anthropic", "gemini", "ollama")


def usual() -> str:
    """The provider that is meant where none is named: the first program that is installed."""
    return next((one for one in PROGRAMS if shutil.which(one)), next(iter(PROGRAMS)))


class _Api(Protocol):
    """The module of a vendor's API.

    Attributes:
        URL: where it is asked, if nothing is set; without a slash at the end.
        MODEL: which model; "" where there is no default.
        KEY_VARIABLE: the environment variable that the vendor's own tools take a key from, read
            only where the vendor itself is asked; "" for none.
    """

    URL: str
    MODEL: str
    KEY_VARIABLE: str

    def ask(self, asked: question.Question, settings: question.Settings) -> question.Answer:
        """The answer to a question.

        Raises:
            StoreError: no answer, or none that holds what was asked for.
        """
        ...


def load(settings: question.Settings) -> Callable[[question.Question], question.Answer]:
    """The function that asks the provider of these settings.

    Raises:
        StoreError: a setting or the program is missing; the message names it.
    """
    if settings.provider in PROGRAMS:
        from memory_store.judge import program  # an API starts no process

        return program.load(settings)
    api = cast("_Api", importlib.import_module(f"memory_store.judge.{settings.provider}_api"))
    filled = _filled(api, settings)
    return lambda asked: api.ask(asked, filled)


def _filled(api: _Api, settings: question.Settings) -> question.Settings:
    """Settings with the vendor's defaults, whose variable gives the key to the vendor alone."""
    key = settings.key
    if not key and settings.url in ("", api.URL):
        key = os.environ.get(api.KEY_VARIABLE, "")
        if api.KEY_VARIABLE and not key:
            raise errors.StoreError(
                "judge_key is not set, nor {key_variable}", key_variable=api.KEY_VARIABLE
            )
    url, model = settings.url or api.URL, settings.model or api.MODEL
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
