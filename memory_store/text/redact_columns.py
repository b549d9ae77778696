"""Finds the secrets of a table, by the name above their column.

A table is one of Markdown, of a database's shell, of CSV, or one whose columns are parted by tabs
or blanks.
Must not judge a value (redact_matching.py).
"""

from __future__ import annotations

from memory_store.text import redact_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST_NAME = 32
_LONGEST_HEAD = 400
_BLANKS = "  "
_PARTING = ("|", "\t", ",", ";", _BLANKS)
_RULE = " |-+:=\t"
_AROUND = " *\"'`"


def headed(lower: str) -> bool:
    """Whether a line of a text in lower case can be a table's head over a column of secrets."""
    names = [one for one in redact_names.COLUMNS if one in lower]
    return bool(names and "\n" in lower) and any(
        any(one in line for one in names) and _named(line) is not None
        for line in lower.split("\n")
        if len(line) <= _LONGEST_HEAD
    )


def cells(value: str) -> Iterator[tuple[int, int, bool]]:
    """The cells below names of secrets: first and last offset, and whether it is a password's."""
    at, parting = 0, ""
    columns: dict[int, bool] = {}
    count = 0
    for line in value.splitlines(keepends=True):
        found = _spans(line, parting) if parting else []
        if named := _named(line.lower()):
            parting, columns = named
            count = len(_spans(line, parting))
        elif len(found) != count and line.strip(_RULE + "\r\n"):
            parting = ""
        elif parting:
            for column, known in columns.items():
                if column < len(found):
                    first, last = found[column]
                    yield at + first, at + last, known
        at += len(line)


def _named(lower: str) -> tuple[str, dict[int, bool]] | None:
    """How a head parts its columns, and which of them hold secrets, those of passwords marked."""
    if len(lower) > _LONGEST_HEAD or not any(one in lower for one in redact_names.COLUMNS):
        return None
    for parting in _PARTING:
        # In prose a blank stands behind a comma, and code has brackets.
        if parting not in lower.strip() or (parting in ",;" and not {" ", "("}.isdisjoint(lower)):
            continue
        columns = {}
        for at, (first, last) in enumerate(_spans(lower, parting)):
            name = lower[first:last].replace("_", " ").replace("-", " ")
            if len(name) <= _LONGEST_NAME and name.endswith(redact_names.COLUMNS):
                columns[at] = name.endswith(redact_names.PASSWORD_COLUMNS)
        if columns:
            return parting, columns
    return None


def _spans(line: str, parting: str) -> list[tuple[int, int]]:
    """Where the text of each cell stands in a line, without what surrounds it."""
    found, at = [], 0
    for part in line.split(parting):
        text = part.strip(_AROUND + "\r\n")
        first = at + (part.index(text) if text else 0)
        if text or parting != _BLANKS:  # several blanks part once
            found.append((first, first + len(text)))
        at += len(part) + len(parting)
    return found
