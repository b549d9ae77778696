"""Accepts the facts of a model's answer that the conversation supports.

A model may be wrong, and a text may have told it what to say. A fact whose words the named message
does not have is dropped. Must not write, or trust a model as much as a person.
"""

from __future__ import annotations

import jsonschema

from memory_store import errors
from memory_store.capture import stated_fact
from memory_store.journal import schema
from memory_store.language import names, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.extractors import dialogue
    from memory_store.journal.stored import Entry

SCHEMA = "extraction"
SURE = {"prompt": 0.75, "response": 0.6}
"""How sure a fact is by what it was taken from: less than a rule needs to last (0.9)."""

_MOST = 8
_LEAST_CHARS, _MOST_CHARS = 6, 120
_ENTITY_CHARS = 60


def candidates(
    answer: object, messages: list[dialogue.Message]
) -> list[tuple[Entry, stated_fact.Statement]]:
    """The facts of an answer that stand, each with the event of the message that states it.

    A fact is left out if it is longer than 120 characters, names a missing message, is a
    question, has less than three fifths of its words in that message, or a name or number that
    the message lacks.

    Args:
        answer: what the model gave.
        messages: what it was shown; a fact's `message` counts them from 1.

    Raises:
        StoreError: the answer is not what the schema asks for.
    """
    try:
        jsonschema.validate(answer, schema.load(SCHEMA), jsonschema.Draft202012Validator)
    except jsonschema.ValidationError as error:
        place = error.json_path[:60]
        raise errors.StoreError(f"the model's answer breaks the schema at {place}") from error
    assert isinstance(answer, dict)  # noqa: S101  the schema says so
    stated = []
    for fact in answer["facts"][:_MOST]:
        number = int(fact["message"])
        message = messages[number - 1] if 0 < number <= len(messages) else None
        content = " ".join(fact["content"].split())
        if message is not None and _stands(content, message.text):
            stated.append((message.event, _candidate(fact, content, message)))
    return stated


def _candidate(
    fact: dict[str, object], content: str, message: dialogue.Message
) -> stated_fact.Statement:
    listed = fact["entities"]
    assert isinstance(listed, list)  # noqa: S101  the schema says so
    low = message.text.casefold()
    named = [name for name in listed if 0 < len(name) <= _ENTITY_CHARS and name.casefold() in low]
    sure = SURE[message.event.type]
    return stated_fact.Statement(content, str(fact["type"]), named, sure, how=stated_fact.SCORED)


def _stands(content: str, text: str) -> bool:
    """Whether a text is a sentence whose words the message has."""
    if not _LEAST_CHARS <= len(content) <= _MOST_CHARS or content.endswith(("?", "？")):
        return False
    low = text.casefold()
    told = all(name.casefold() in low for name in names.find(content))
    return told and words.is_said(content, [text])
