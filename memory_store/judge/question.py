"""A request to a model, its answer, and the user's settings for it.

Knows nothing of sessions or providers.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, NamedTuple

from memory_store import errors
from memory_store.journal import schema

if TYPE_CHECKING:
    from memory_store import config

NONE = "none"
SECONDS = 90.0
"""After this a request is given up."""
SCHEMA = "judgement"
_DIRECTORY = os.path.dirname(os.path.abspath(__file__))


class Settings(NamedTuple):
    """What the user set: which provider, where, which model, by what key ("": its default)."""

    provider: str
    url: str = ""
    model: str = ""
    key: str = ""


class Question(NamedTuple):
    """One request: instructions, a session as data, and the schema of the answer."""

    instructions: str
    session: str
    schema: dict[str, object]
    seconds: float


class Answer(NamedTuple):
    """What a provider gave.

    Attributes:
        value: the JSON of the answer, unchecked.
        tokens: how many were read and written; 0 where the provider does not tell.
        dollars: what it cost; None where the provider does not tell.
    """

    value: object
    tokens: int = 0
    dollars: float | None = None


def chosen(values: config.Config) -> Settings | None:
    """The provider that the user said yes to; None where there is none."""
    provider = values.word("judge_provider")
    if provider == NONE:
        return None
    url = values.word("judge_url").rstrip("/")
    return Settings(provider, url, values.word("judge_model"), values.word("judge_key"))


def of_session(text: str) -> Question:
    """The question about a session, whose text `request.text` made."""
    with open(os.path.join(_DIRECTORY, "instructions.txt"), encoding="utf-8") as file:
        return Question(file.read(), text, schema.load(SCHEMA), SECONDS)


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


def tokens(answer: object, *path: str) -> int:
    """The sum of the whole numbers that an answer has under names of one object.

    Args:
        answer: of a provider.
        path: the name of the object, then those of its counts.
    """
    counts = [at(answer, path[0], name) for name in path[1:]]
    return sum(one for one in counts if isinstance(one, int))
