"""The structure of a Markdown file: lines, sections, and a new line in a section.

All existing characters stay, line ends included. Must not open a file, or know the subject of a
line.
"""

from __future__ import annotations

from memory_store.text import emphasis

_FENCES = ("```", "~~~")
_OPENING, _CLOSING = "<!--", "-->"
_MATTER = "---"
_BULLETS = ("- ", "* ", "+ ")
_MARK = "-"
_MOST_HASHES = 6
_INDENT = 3  # blanks that may stand before a heading, a fence or a bullet
_BOXES = ("[ ] ", "[x] ", "[X] ")
_BETWEEN = "/|&,，、+"
_AROUND = " \t\r#*_`:：.。!！"
_LEVEL = 2


class Line:
    """A line of a Markdown file.

    Attributes:
        text: all of it but the newline; a carriage return stays.
        title: what a heading says, "" for any other line.
        level: of a heading, 1 to 6; 0 for any other line.
        hidden: whether it belongs to a comment, a code fence or the front matter.
        is_open: whether such a one goes on after it.
    """

    __slots__ = ("hidden", "is_open", "level", "text", "title")

    def __init__(self, text: str, *, hidden: bool, is_open: bool) -> None:
        self.text = text
        self.hidden = hidden
        self.is_open = is_open
        self.level = 0 if hidden else _level(text)
        self.title = text.strip(_AROUND) if self.level else ""

    def is_blank(self) -> bool:
        """Whether there is nothing on it."""
        return not self.text.strip(" \t\r\ufeff")


def read(text: str) -> list[Line]:
    """The lines of a file; text after the last newline is a line too."""
    pieces = text.split("\n")
    if not pieces[-1]:
        del pieces[-1]
    lines: list[Line] = []
    until = ""
    for at, piece in enumerate(pieces):
        before, until = until, _until(piece.lstrip("\ufeff"), until, first=at == 0)
        is_comment = piece.lstrip().startswith(_OPENING)
        hidden = bool(before or until) or is_comment
        lines.append(Line(piece, hidden=hidden, is_open=bool(until)))
    return lines


def _until(text: str, until: str, *, first: bool) -> str:
    """The text that ends a hidden stretch after this line; "" for none."""
    bare = text.strip()
    if until == _CLOSING:
        return _after_comments(text.partition(_CLOSING)[2]) if _CLOSING in text else until
    if until == _MATTER:
        return "" if bare == _MATTER else until
    if until:
        ends = bare.startswith(until) and not bare.strip(until[0])
        return "" if ends else until
    if first and bare == _MATTER:
        return _MATTER
    for fence in _FENCES:
        if bare.startswith(fence) and _indent(text) <= _INDENT:
            return fence[0] * (len(bare) - len(bare.lstrip(fence[0])))
    return _after_comments(text)


def _after_comments(text: str) -> str:
    rest = text
    while _OPENING in rest:
        _, _, rest = rest.partition(_OPENING)
        if _CLOSING not in rest:
            return _CLOSING
        rest = rest.partition(_CLOSING)[2]
    return ""


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" \t"))


def _level(text: str) -> int:
    bare = text.strip(" \t\r\ufeff")
    hashes = len(bare) - len(bare.lstrip("#"))
    if hashes > _MOST_HASHES or _indent(text) > _INDENT:
        return 0
    return hashes if bare[hashes : hashes + 1] in ("", " ", "\t") else 0


def plain_text(text: str) -> str:
    """The text of a line, without bullet, number, box and emphasis."""
    bare = text.strip(" \t\r\ufeff")
    for bullet in _BULLETS:
        bare = bare.removeprefix(bullet)
    number, dot, rest = bare.partition(". ")
    if dot and number.isdigit():
        bare = rest
    for box in _BOXES:
        bare = bare.removeprefix(box)
    return emphasis.without(bare.strip(" \t")).strip(" \t")


def items(lines: list[Line]) -> list[int]:
    """The numbers (from 0) of list items without anything below them."""
    numbers = []
    for at, line in enumerate(lines):
        below = lines[at + 1].text if at + 1 < len(lines) else ""
        goes_on = bool(below.strip()) and _indent(below) > 0
        if not line.hidden and line.text.startswith(_BULLETS) and not goes_on:
            numbers.append(at)
    return numbers


def without(text: str, numbers: set[int]) -> str:
    """The file without these lines (from 0), with their line ends."""
    *ended, last = text.split("\n")
    lines = [*(f"{one}\n" for one in ended), last]
    return "".join(line for at, line in enumerate(lines) if at not in numbers)


def add(text: str, names: tuple[str, ...], title: str, item: str) -> str:
    """The file with a new list item at the end of its section.

    Args:
        text: the file.
        names: what the section may be called, in lower case; a heading may say more (`## Our
            preferences / 偏好`).
        title: the heading that is put at the end of a file without such a section.
        item: what the item says, on one line.

    Raises:
        ValueError: it would stand in a comment or a code fence that is never closed.
    """
    lines = read(text)
    ending = "\r\n" if "\r\n" in text else "\n"
    heading = next((at for at, one in enumerate(lines) if one.level and _is_of(one, names)), None)
    if heading is None:
        return _with_section(text, lines, title, item, ending)
    end = heading + 1
    while end < len(lines) and not lines[end].level:
        end += 1
    body = range(heading + 1, end)
    last = max((at for at in body if not lines[at].is_blank()), default=heading)
    if lines[last].is_open:
        raise ValueError("a comment or code fence is never closed")
    mark = _mark([lines[at] for at in body]) or _mark(lines) or _MARK
    new = f"{mark} {item}"
    if not _is_listed(lines[last]):
        new = ending + new
    return _put(text, last + 1, new, ending)


def _put(text: str, number: int, new: str, ending: str) -> str:
    """`new` as the line of this number (from 0); the old line follows."""
    pieces = text.split("\n")
    head = "\n".join(pieces[:number])
    if number == len(pieces):  # the last line has no newline, and the new one has none either
        return head + ending + new
    return f"{head}\n{new}{ending}" + "\n".join(pieces[number:])


def _with_section(text: str, lines: list[Line], title: str, item: str, ending: str) -> str:
    if lines and lines[-1].is_open:
        raise ValueError("a comment or code fence is never closed")
    levels = [one.level for one in lines if one.level]
    level = _LEVEL if _LEVEL in levels or not levels else max(levels[-1], _LEVEL)
    section = f"{'#' * level} {title}{ending}{ending}{_mark(lines) or _MARK} {item}"
    if not lines:
        return text + section + ending
    is_ended = text.endswith("\n")
    gap = "" if lines[-1].is_blank() else ending
    return f"{text}{'' if is_ended else ending}{gap}{section}{ending if is_ended else ''}"


def _is_of(line: Line, names: tuple[str, ...]) -> bool:
    """Whether a part of a heading ends with one of the names."""
    title = line.title.casefold().replace(" and ", "/").replace("与", "/").replace("和", "/")
    for sign in _BETWEEN:
        title = title.replace(sign, "/")
    parts = [_words(part) for part in title.split("/")]
    return any(_ends(part, name) for part in parts for name in names)


def _words(part: str) -> str:
    """A part of a heading without emoji and other signs."""
    return "".join(one for one in part if one.isalnum() or one in " -_").strip()


def _ends(part: str, name: str) -> bool:
    if not name.isascii():
        return part.endswith(name)
    return part == name or part.endswith(f" {name}")


def _mark(lines: list[Line]) -> str:
    """The bullet of the last list item; "" for none."""
    for line in reversed(lines):
        if not line.hidden and line.text.startswith(_BULLETS):
            return line.text[0]
    return ""


def _is_listed(line: Line) -> bool:
    """Whether a line is an item of a list, or goes on with one."""
    bare = line.text.lstrip(" \t\ufeff")
    number, dot, _ = bare.partition(". ")
    is_item = bare.startswith(_BULLETS) or (bool(dot) and number.isdigit())
    return not line.hidden and not line.level and (is_item or _indent(line.text) > 0)
