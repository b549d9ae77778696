"""The part of a session that a model is shown: numbered turns without code and secrets.

Must not show what the person does not want kept.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, NamedTuple

from memory_store.capture import explicit, pipeline
from memory_store.language import mood, pasted, sentences
from memory_store.text import clean, redact

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memory_store.journal.stored import Entry

PART_CHARS = 8_000
_LEAST_ANSWER = 20
_SHOWN = {"prompt": ("person", 2_000), "response": ("agent", 1_500)}


class Message(NamedTuple):
    """A prompt or an answer: its event, and its text as the model sees it."""

    event: Entry
    text: str


def parts(events: Iterable[Entry], least: int) -> Iterator[list[Message]]:
    """The turns of a session in parts of 8,000 characters, one for each request.

    Args:
        events: of the session, as they happened.
        least: how many characters a part must have; what has fewer, or nothing but
            questions and a few words, is passed over.
    """
    part: list[Message] = []
    for turn in _turns(events):
        if part and _size(part) + _size(turn) > PART_CHARS:
            yield from _worth(part, least)
            part = []
        part += turn
    yield from _worth(part, least)


def render(messages: list[Message]) -> str:
    """Messages as data, fenced by a tag that nobody could have written."""
    tag = f"conversation-{secrets.token_hex(4)}"
    shown = [
        f"[{number}] {_SHOWN[one.event.type][0]}: {clean.fenced(one.text)}"
        for number, one in enumerate(messages, 1)
    ]
    return "\n".join([f"<{tag}>", *shown, f"</{tag}>"])


def _turns(events: Iterable[Entry]) -> Iterator[list[Message]]:
    """Each prompt with its answer, without prompts that ask not to be kept."""
    turn: list[Message] = []
    for event in explicit.on_record(events):
        if event.type not in _SHOWN:
            continue
        if event.type == "prompt":
            yield turn
            turn = []
        if shown := _shown(event.text, _SHOWN[event.type][1]):
            turn.append(Message(event, shown))
    yield turn


def _shown(text: str, limit: int) -> str:
    """The text, redacted by today's rules, since an old line may hold a secret."""
    if pipeline.is_silent(text):
        return ""
    redacted, _ = redact.secrets(clean.text(text))
    return _ends(redacted, limit).strip()


def _ends(text: str, limit: int) -> str:
    """A text without code; of a long one both ends."""
    if len(text) > limit:
        text = "\n".join(pasted.outside_code(text)) or text
    half = limit // 2
    return text if len(text) <= limit else f"{text[:half]}\n{text[1 - half :]}"


def _worth(part: list[Message], least: int) -> Iterator[list[Message]]:
    if _size(part) >= least and any(map(_may_state, part)):
        yield part


def _may_state(message: Message) -> bool:
    """Whether a message is an answer of some length, or has a sentence that asks nothing."""
    if message.event.type == "response":
        return len(message.text) >= _LEAST_ANSWER
    return not all(map(mood.asks, sentences.own(message.text)))


def _size(messages: list[Message]) -> int:
    return sum(len(one.text) for one in messages)
