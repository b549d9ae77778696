"""What the readers of transcripts share: a turn, their result, the test for our own requests.

Must not open a file, raise for any content, or know the purpose of a turn.
"""

from __future__ import annotations

import os

from memory_store import codec, model
from memory_store.language import wording
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol

    class Dialect(Protocol):
        """The interface of a module that reads a host's transcripts."""

        def root(self) -> str:
            """The host's own directory; files elsewhere are no transcripts."""

        def names(self, project: str, session_id: str, path: str) -> list[str]:
            """Where a session's transcript may lie beneath the root, the likeliest first.

            `path` is the place that a payload named; "" for none.
            """

        def parse(self, content: bytes, session_id: str) -> Transcript:
            """The turns in a transcript's bytes, from a beginning of a line on; never raises."""


class Turn(model.Value):
    """The words of a person or the agent, without the host's additions.

    Attributes:
        role: `model.PROMPT` or `model.RESPONSE`, which are the journal's words too.
        text: the words, not yet cleaned or redacted.
        key: the host's id of the user's turn that it belongs to; "" where the host writes none,
            and a turn is known by its content alone.
        moment: when it was said, seconds since 1970; None where the host doesn't write it.
        origin: who wrote the prompt, or that which it answers: one of `origin.ORIGINS`, "" for a
            person.
        copied_from: the session whose turn this is a copy of; "" for the session's own.
        directory: where the work happened when it was said, "" where the host doesn't write it.
    """

    role: str
    text: str
    key: str = ""
    moment: float | None = None
    origin: str = ""
    copied_from: str = ""
    directory: str = ""


class Transcript:
    """The turns in the bytes of a transcript.

    Attributes:
        turns: in their order.
        settled: how many of them stand before the last prompt: what follows may still grow.
        apart: words that no person typed in this session. They are no turns of it, but a hook may
            have heard one of them as a prompt.
    """

    __slots__ = ("_answers_us", "apart", "settled", "turns")

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.apart: list[Turn] = []
        self.settled = 0
        self._answers_us = False

    def add(self, turn: Turn) -> None:
        """Take in a turn, but no request of ours and its answer."""
        if turn.role == model.PROMPT:
            self._answers_us = is_request(turn.text)
            if not self._answers_us:
                self.prompt(turn)
        elif not self._answers_us:
            self.turns.append(turn)

    def prompt(self, turn: Turn) -> None:
        """Add a prompt; earlier turns are settled."""
        self.settled = len(self.turns)
        self.turns.append(turn)


def directory(variable: str, name: str) -> str:
    """A host's own directory: that of its variable, else the one of that name in the home."""
    named = os.environ.get(variable, "")
    return named if os.path.isabs(named) else os.path.join(layout.home(), name)


def lines(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Each line with its first byte's offset; the last line also without its newline."""
    begin = 0
    while begin < len(content):
        end = content.find(b"\n", begin)
        if end < 0:
            end = len(content)
        yield begin, content[begin:end]
        begin = end + 1


def record_of(line: bytes) -> dict[str, object]:
    """The JSON object of a line; {} for anything else, such as a torn line."""
    try:
        record = codec.parse(line.decode("utf-8", "replace").strip("\ufeff\r\n\t \0"))
    except ValueError:
        return {}
    return record if isinstance(record, dict) else {}


def inner(record: dict[str, object], name: str) -> dict[str, object]:
    """The object under a key; {} for none."""
    value = record.get(name)
    return value if isinstance(value, dict) else {}


def blocks(content: object) -> list[str]:
    """The texts of a message's content: a string, or its text blocks."""
    if isinstance(content, str):
        return [content]
    if not isinstance(content, list):
        return []
    return [
        text
        for block in content
        if isinstance(block, dict)
        and block.get("type") == "text"
        and isinstance(text := block.get("text"), str)
    ]


def text_of_parts(content: object) -> str:
    """The text of a message in Gemini's form: a string, or its parts, without the thoughts."""
    if isinstance(content, str):
        return content
    parts = [one for one in content if isinstance(one, dict)] if isinstance(content, list) else []
    texts = [one.get("text") for one in parts if not one.get("thought")]
    return "\n".join(one for one in texts if isinstance(one, str))


def has_block(content: object, kind: str) -> bool:
    """Whether one of a message's blocks is of this type."""
    return isinstance(content, list) and any(
        isinstance(block, dict) and block.get("type") == kind for block in content
    )


def is_request(text: str) -> bool:
    """Whether a text is a request of ours that came back as somebody's words."""
    return text.lstrip().startswith(wording.REQUESTS)


def has_request(text: str) -> bool:
    """Whether a host's message holds a request of ours."""
    return any(one in text for one in wording.REQUESTS)


def beneath(root: str, path: str) -> list[str]:
    """The path's parts below `root`; [] if it lies elsewhere.

    Only the spelling is looked at, with and without the links of `root` itself.
    """
    path = os.path.normpath(path) if os.path.isabs(path) else ""
    for start in (os.path.normpath(root), os.path.realpath(root)):
        if path.startswith(start + os.sep):
            return path[len(start) + 1 :].split(os.sep)
    return []
