"""Translates command output line by line, with a table like gettext's (chinese.json).

A key is an English line with `{0}` in the place of values; a line without a key stays English.
Must not know which command speaks.
"""

from __future__ import annotations

import os

from memory_store import errors
from memory_store.language import phrases, wording

CHINESE = "zh"
_TABLE = os.path.join(os.path.dirname(__file__), "chinese.json")


_sentences: list[tuple[list[str], str]] = []


def said(text: str, spoken: str) -> str:
    """A text in the language `spoken`, line by line; as it is where that is not Chinese."""
    if isinstance(text, errors.Message) and wording.knows(text.template):
        return wording.told(spoken, text)
    if spoken != CHINESE:
        return text
    return "\n".join(_line(line) for line in text.split("\n"))


def table() -> dict[str, str]:
    """All sentences: English to Chinese."""
    return phrases.data(_TABLE)


def _line(line: str) -> str:
    import re  # English needs none

    bare = line.strip()
    for parts, chinese in _cut() if bare else ():
        text = line if len(parts) > 1 else bare
        if text.startswith(parts[0]) and text.endswith(parts[-1]):
            first, *others = map(re.escape, parts)
            # each place as short as possible, and none is tried again: lines may be strangers'
            middle = "".join(f"(?>(.*?){one})" for one in others[:-1])
            last = "".join(f"(.*){one}" for one in others[-1:])
            match = re.fullmatch(first + middle + last, text)
            if match:
                return line.replace(text, chinese.format(*map(_line, match.groups())))
    return line


def _cut() -> list[tuple[list[str], str]]:
    """The sentences, English cut at its places, longest first."""
    if not _sentences:
        import re  # as above

        _sentences.extend((re.split(r"\{\d\}", key), value) for key, value in table().items())
        _sentences.sort(key=lambda one: -sum(map(len, one[0])))
    return _sentences
