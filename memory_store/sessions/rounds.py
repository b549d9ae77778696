"""Cuts a host's transcript at its prompts, and finds what followed each prompt of a journal.

Must not read a tool's call.
"""

from __future__ import annotations

from memory_store.hosts import turns
from memory_store.text import clean

_KEY_CHARS = 60  # of a prompt, by which it is known in a transcript
_PROMPTS = (b'"user"', b'"user_message"')


class Round:
    """What followed a prompt in a transcript.

    Attributes:
        prompt: the line of the transcript that holds it.
        files: the files that were written until the next prompt.
        calls: how many tools were called.
    """

    __slots__ = ("calls", "files", "prompt")

    def __init__(self, prompt: str, written: list[str], calls: int) -> None:
        self.prompt = prompt
        self.files = written
        self.calls = calls


def parts(content: bytes) -> list[tuple[str, bytes]]:
    """A transcript cut before each prompt: the prompt's text on one line, and what it begins."""
    begins, prompts = [0], [""]
    for offset, line in turns.lines(content):
        said = _prompt(line) if any(mark in line for mark in _PROMPTS) else ""
        if said:
            begins.append(offset)
            prompts.append(said)
    ends = [*begins[1:], len(content)]
    return [
        (prompt, content[begin:end])
        for prompt, begin, end in zip(prompts, begins, ends, strict=True)
    ]


def _prompt(line: bytes) -> str:
    """The text of a line in which a person, or the host in their name, speaks; else ""."""
    if b'"tool_result"' in line:
        return ""
    record = turns.record_of(line)
    payload = turns.inner(record, "payload")
    said = turns.inner(record, "message").get("content") or payload.get("message")
    is_users = "user" in (record.get("type"), record.get("role"), payload.get("type"))
    if not is_users and payload.get("type") != "user_message":
        return ""
    return clean.line("\n".join(turns.blocks(said)))


def by_prompt(followed: list[Round], prompts: list[str]) -> list[tuple[list[str], int]]:
    """The files and the number of calls of each of these prompts, in their order.

    A round that belongs to no prompt (a host's own line) counts for the prompt before it.
    """
    work_of: list[tuple[list[str], int]] = [([], 0) for _ in prompts]
    keys = [" ".join(prompt.split())[:_KEY_CHARS] for prompt in prompts]
    at = -1
    for one in followed:
        later = range(at + 1, len(keys))
        at = next((place for place in later if keys[place] and keys[place] in one.prompt), at)
        if at >= 0:
            written, calls = work_of[at]
            work_of[at] = [*written, *one.files], calls + one.calls
    return work_of
