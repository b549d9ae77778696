"""Translates command output line by line, with a table like gettext's (chinese.json).

A key is an English line with `{0}` in the place of values; a line without a key stays English.
Must not know which command speaks.
"""

from __future__ import annotations

import os

from memory_store import codec

CHINESE = "zh"
_TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "chinese.json")


_tables: dict[str, tuple[dict[str, str], list[tuple[list[str], str]]]] = {}


def said(text: str, spoken: str) -> str:
    """A text in the language `spoken`, line by line; as it is where that is not Chinese."""
    if spoken != CHINESE:
        return text
    return "\n".join(_line(line) for line in text.split("\n"))


def table() -> dict[str, str]:
    """All sentences: English to Chinese."""
    with open(_TABLE, encoding="utf-8") as file:
        sentences = codec.parse(file.read())
    assert isinstance(sentences, dict)  # noqa: S101  our own file
    return sentences


def _line(line: str) -> str:
    import re  # English needs none

    whole, patterns = _loaded()
    bare = line.strip()
    if bare in whole:
        return line.replace(bare, whole[bare])
    for parts, chinese in patterns if bare else ():
        if line.startswith(parts[0]) and line.endswith(parts[-1]):
            match = re.fullmatch("(.*?)".join(map(re.escape, parts)), line)
            if match:
                return chinese.format(*(_line(one) for one in match.groups()))
    return line


def _loaded() -> tuple[dict[str, str], list[tuple[list[str], str]]]:
    """The sentences without places, and those with places, cut at them, longest first."""
    if not _tables:
        import re  # as above

        sentences = table()
        whole = {key: value for key, value in sentences.items() if "{" not in key}
        patterns = [
            (re.split(r"\{\d\}", key), value) for key, value in sentences.items() if "{" in key
        ]
        patterns.sort(key=lambda one: -sum(map(len, one[0])))
        _tables[CHINESE] = whole, patterns
    return _tables[CHINESE]
