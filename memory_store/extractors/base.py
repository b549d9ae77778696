"""The question to a model, its settings, and what every provider promises.

Must not send a request or take a setting from a project.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple, Protocol

from memory_store import errors

if TYPE_CHECKING:
    from memory_store import config

NONE = "none"


class Settings(NamedTuple):
    """What the user set: which provider, where, which model, by what key ("": its default)."""

    provider: str
    url: str
    model: str
    key: str


class Question(NamedTuple):
    """One request: instructions, the conversation as data, and the schema of the answer."""

    instructions: str
    conversation: str
    schema: dict[str, object]
    seconds: float


class Extractor(Protocol):
    """The module of a provider.

    Attributes:
        URL: where it is asked, if nothing is set; without a slash at the end.
        MODEL: which model; "" where there is no default.
        KEY_VARIABLE: the environment variable that the vendor's own tools take a key from, read
            only where the vendor itself is asked; "" for none.
    """

    URL: str
    MODEL: str
    KEY_VARIABLE: str

    def ask(self, question: Question, settings: Settings) -> object:
        """The JSON value that the model gave, unchecked.

        Raises:
            StoreError: no answer, or none that holds what was asked for.
        """
        ...


def chosen(values: config.Config) -> Settings | None:
    """The user's settings; None if no model is to be asked."""
    provider = values.word("extract_provider")
    if provider == NONE:
        return None
    url = values.word("extract_url").rstrip("/")
    return Settings(provider, url, values.word("extract_model"), values.word("extract_key"))


def value(text: object) -> object:
    """The JSON that a model wrote, also within a fenced block or a line of words around it.

    Raises:
        StoreError: there is none.
    """
    said = text if isinstance(text, str) else ""
    begin, end = said.find("{"), said.rfind("}")
    try:
        return json.loads(said[begin : end + 1])
    except (ValueError, RecursionError) as error:
        raise errors.StoreError("the model answered without JSON") from error


def at(answer: object, *path: str | int) -> object:
    """The value at a path of names and places in JSON; None if nothing is there."""
    for step in path:
        if isinstance(step, str) and isinstance(answer, dict):
            answer = answer.get(step)
        elif isinstance(step, int) and isinstance(answer, list) and step < len(answer):
            answer = answer[step]
        else:
            return None
    return answer
