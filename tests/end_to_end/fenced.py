"""Looks at what a model would be given as a suspicious reader does: is every stored line inside?

It knows what our own lines look like and takes anything else for an escape. It must not use the
product's own cleaning to judge it.
"""

from __future__ import annotations

import re
import unicodedata

from memory_store.language import wording

_TITLES = {
    wording.say(spoken, name)
    for spoken in ("en", "zh")
    for name in ("rules", "core_user", "core_project", "core_changed", "last", "facts")
}
_LABELS = {
    wording.say(spoken, name)
    for spoken in ("en", "zh")
    for name in ("summary", "decided", "open", "topic")
}
_OURS = re.compile(
    r"- \[.*\] .+|> .*|\(\d+\+? more.+\)|（还有 \d+.+）|- (?:" + "|".join(_LABELS) + r"): .*"
)
_OPENING = re.compile(r"<(memory-[0-9a-f]{8})>")
_ROLE = re.compile(
    r"<[\s/\\]*(memory|system|user|assistant|human|developer|admin|tool|function|invoke|context"
    r"|instruction|\||<sys)|\[/?inst\]|\[/?(system_prompt|tool_calls|available_tools)\]",
    re.IGNORECASE,
)
_LOOKALIKE = str.maketrans("аеорсухіѕԁһјтмп", "aeopcyxisdhjtmn")
_JOINERS = "\u200c\u200d\ufe0f"


def escapes(text: str, canary: str = "CANARY") -> list[str]:
    """What in an answer's text is not as it must be; nothing, where all that is stored is fenced.

    Args:
        text: what goes to the model, or to a person's terminal.
        canary: a word that all stored text holds and none of ours.
    """
    found = [f"hidden character {one!r}" for one in set(text) if _is_hidden(one)]
    inside: str | None = None
    for line in text.split("\n"):
        opening = _OPENING.fullmatch(line)
        if inside is None and opening:
            inside = opening[1]
            if text.count(f"</{inside}>") != 1 or text.count(inside) != _USES:
                found.append(f"the tag {inside} is not ours alone")
        elif inside is not None and line == f"</{inside}>":
            inside = None
        elif inside is not None:
            found += _wrong_inside(line)
        elif canary in line:
            found.append(f"outside: {line!r}")
    return [*found, "a fence is left open"] if inside else found


_USES = 3
"""A tag stands in the sentence before the fence, and at both its ends."""


def _wrong_inside(line: str) -> list[str]:
    if line in _TITLES:
        return []
    if not _OURS.fullmatch(line):
        return [f"begins by itself: {line!r}"]
    return [f"poses as a role: {line!r}"] if poses(line) else []


def poses(line: str) -> bool:
    """Whether a line holds something that reads as a tag of a role, a tool or a fence."""
    plain = unicodedata.normalize("NFKC", line).lower().translate(_LOOKALIKE)
    return bool(_ROLE.search(plain))


def _is_hidden(char: str) -> bool:
    if char in "\n\t" or char in _JOINERS:
        return False
    if "\ufe00" <= char <= "\ufe0e" or "\U000e0000" <= char <= "\U000e0fff":
        return True
    return char in "\u115f\u1160\u3164\uffa0\u2800\u034f" or unicodedata.category(char) in (
        "Cc",
        "Cf",
        "Cs",
        "Zl",
        "Zp",
    )
