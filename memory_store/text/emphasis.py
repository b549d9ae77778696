"""Removes Markdown's marks of bold text from a line.

Marks around words go; `__init__.py`, `**kwargs`, `src/**/*.ts` and code spans stay. Must not
import anything, or cut a line.
"""

from __future__ import annotations

_LINES = "__"
_BOLD = ("**", _LINES)
ALL = (*_BOLD, "~~", "*", "_")
"""Marks of bold, struck and slanted text."""
_CODE = "`"
_HIDDEN = "\x00"
_NEVER_OUTER = ("/", "_")


def without(line: str, marks: tuple[str, ...] = _BOLD) -> str:
    """A line of any length without its pairs of marks: of `**` and `__`, which make words bold.

    After CommonMark 0.31.2, section 6.2, and stricter, since what is stored names things: a mark
    beside a `/`, or with an ASCII letter or digit on its outer side, is no emphasis, and `__`
    around a bare name (`__all__`) is none either.
    """
    for mark in marks:
        if mark in line:
            line = _unmarked(line, mark)
    return line


def _unmarked(line: str, mark: str) -> str:
    shown = _without_code(line)
    if len(mark) == 1:  # `__all__` is no slanted `_all_`
        shown = shown.replace(mark * 2, _HIDDEN * 2)
    kept: list[str] = []
    begin = at = 0
    while (at := shown.find(mark, at)) >= 0:
        if not _opens(shown, mark, at):
            at += len(mark)
            continue
        end = _closing(shown, mark, at + len(mark) + 1)
        if end < 0:
            break
        if mark != _LINES or not _is_name(line[at + len(mark) : end]):
            kept += [line[begin:at], line[at + len(mark) : end]]
            begin = end + len(mark)
        at = end + len(mark)
    return "".join(kept) + line[begin:]


def _without_code(line: str) -> str:
    """The line with code spans hidden, character for character."""
    pieces = line.split(_CODE)
    last = len(pieces) - 1
    return _CODE.join(
        _HIDDEN * len(piece) if at % 2 and at < last else piece for at, piece in enumerate(pieces)
    )


def _closing(shown: str, mark: str, at: int) -> int:
    """Where the next mark stands that closes; -1 for nowhere."""
    while (at := shown.find(mark, at)) >= 0:
        if _closes(shown, mark, at):
            return at
        at += len(mark)
    return -1


def _opens(shown: str, mark: str, at: int) -> bool:
    after = shown[at + len(mark) : at + len(mark) + 1]
    is_inner = bool(after) and not after.isspace() and after != "/"
    return is_inner and _is_outer(shown[at - 1 : at] if at else "")


def _closes(shown: str, mark: str, at: int) -> bool:
    before, after = shown[at - 1], shown[at + len(mark) : at + len(mark) + 1]
    return not before.isspace() and before != "/" and _is_outer(after)


def _is_outer(beside: str) -> bool:
    """Whether a mark may have this character on its outer side; "" is the line's end."""
    return beside not in _NEVER_OUTER and not (beside.isascii() and beside.isalnum())


def _is_name(text: str) -> bool:
    """Whether nothing but an ASCII name stands between two marks."""
    return text.isascii() and text.replace("_", "a").replace(".", "a").isalnum()
