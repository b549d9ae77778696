"""Tells a writer's own lines from code, logs, tables, quotations and pasted blocks."""

from __future__ import annotations

from memory_store.language import numbered, phrases
from memory_store.text import emphasis, mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_PHRASES = phrases.beside(__file__)
_CODE_WORDS_ALONE = 3  # words of a line; the words of code begin sentences too
_WORDS, _WORDED = 5, 0.7  # words of a sentence with signs of code, and their share of its pieces
_HAN_WORD = 0.5
_AROUND = ".,;:!?()\"'"
_HAN_SIGNS = dict.fromkeys(map(ord, "，。；：！？、（）“”《》-'"))
_BLOCKS = ("# ", "## ", "### ", "diff --git", "@@ ", "--- a/", "Traceback (")  # up to a blank line
_STOPS = (". ", "。", "! ", "！")
_WARNING = "Warning"
BULLETS = "-*•· \t"


def own_lines(text: str) -> Iterator[str]:
    """The lines that are no code, log, table, heading or quotation, nor part of a block.

    Empty lines, which part paragraphs, stay. A sentence that goes on in the next line is one line.
    What a person pasted into a prompt is `passages.own`'s to find.
    """
    before = ""
    for line in _outside_blocks(text):
        if before and line and _goes_on(before, line):
            is_apart = before[-1] not in "，、" and (before[-1].isascii() or line[0].isascii())
            before = f"{before} {line}" if is_apart else before + line
            continue
        if before:
            yield before
        before = line or ""
        if line == "":
            yield ""
    if before:
        yield before


def _goes_on(before: str, line: str) -> bool:
    """Whether a line that is no point of a list goes on with the one before it."""
    if numbered.without(line.lstrip(BULLETS)) != line or is_for_memory(line):
        return False
    from memory_store.language import wrapped  # most prompts are one line

    return wrapped.goes_on(before, line)


def _outside_blocks(text: str) -> Iterator[str | None]:
    """The lines of a text, None for each that is of code or of a block."""
    is_block = False
    closing = ""
    is_typed = "\n" not in text.strip()
    for line in outside_code(text):
        bare = line.strip()
        name = "" if closing else tag(bare)
        if name and f"</{name}>" in text:
            closing = f"</{name}>"
        if closing:
            closing = "" if closing in bare else closing
            yield None
            continue
        opens = (
            bare.startswith(_BLOCKS)
            or _is_dated(bare)
            or _PHRASES.stand_in(bare.lower(), "hosts' buttons")
        )
        is_block = bool(bare) and (is_block or opens)
        if not bare:
            yield ""
        elif not (is_block or _is_indented(line) or _is_code(_without_files(bare))):
            yield bare
        else:
            yield (behind_error(bare) if is_typed else "") or None
        is_block &= not (line == bare and _is_error(bare))  # a traceback ends in its error


def tag(line: str) -> str:
    """The name of the tag that opens a line: where it is closed, a tool put it there."""
    if line[:1] != "<" or not line[1:2].isalpha():
        return ""
    return line[1:].partition(">")[0].partition(" ")[0]


def outside_code(text: str) -> Iterator[str]:
    """The lines that stand in no fenced block."""
    fenced = False
    for line in text.split("\n"):
        if is_fence(line):
            fenced = not fenced
        elif not fenced:
            yield line


def unfenced(text: str) -> str:
    """A text without the fence around lines for the memory (`O @topic: …`) at its end.

    A block that stands alone, or that a colon announces, shows what such a line looks like.
    """
    before, _, block = text.rstrip().removesuffix("```").rpartition("\n```")
    lines = [unlisted(line) for line in block.split("\n")[1:] if line.strip()]
    is_block = text.rstrip().endswith("```") and before.strip() and lines
    if not (is_block and all(map(is_for_memory, lines))):
        return text
    return text if before.rstrip().endswith((":", "：")) else "\n".join([before, *lines])


def is_for_memory(line: str) -> bool:
    """Whether a line begins as those by which an agent saves facts: `O @topic: …`, `W(c=…) @…`."""
    return line[:1] in ("W", "B", "O", "S") and line[1:3] in (" @", "(c")


def is_fence(line: str) -> bool:
    """Whether a line opens or closes a block of code, also in a list: not if it closes its own."""
    bare = line.lstrip(" \t-*+>")
    return bare.startswith("~~~") or (bare.startswith("```") and "`" not in bare.lstrip("`"))


def unlisted(line: str) -> str:
    """A line without the sign or number of a list item, and without marks of bold text."""
    return numbered.without(emphasis.without(line.strip()).lstrip(BULLETS))


def _without_files(line: str) -> str:
    """A line without the files that hosts write as `@cart.ts:5-9`."""
    return " ".join(
        one
        for one in line.split(" ")
        if one[:1] != "@" or "(" in one or not any(map(one.count, "/."))
    )


def is_own_list(before: str, line: str) -> bool:
    """Whether a line begins a list of the person's own, by the words above it."""
    return numbered.without(line.lstrip(BULLETS)) != line and names_list(before.lower())


def names_list(low: str) -> bool:
    """Whether a text in lower case names what people list themselves: rules, notes, steps."""
    return _PHRASES.stand_in(low, "own lists") and not _PHRASES.stand_in(low, "others' lists")


def names_others_list(low: str) -> bool:
    """Whether it names such a list of somebody else's: the rules from another project."""
    return _PHRASES.stand_in(low, "own lists") and _PHRASES.stand_in(low, "others' lists")


def _is_indented(line: str) -> bool:
    """Whether a line is indented as code is, or as a setting under another's name."""
    name, colon, _ = line.partition(": ")
    is_name = name.isascii() and name.strip().isidentifier()
    return line.startswith(("    ", "\t")) or (line[:2] == "  " and bool(colon) and is_name)


def _is_code(line: str) -> bool:
    if line.startswith(mark.MARK):  # whose bracket is none of code
        return False
    heads = (*_PHRASES["code heads"], *_PHRASES["error heads"])
    if line.startswith(heads):
        return True
    if line.endswith(_PHRASES["code ends"]):
        return not _is_worded(line)
    if _is_dated(line) or _is_error(line):
        return True
    if line.startswith(_PHRASES["code words"]):
        alone = len(line.split()) <= _CODE_WORDS_ALONE
        return alone or any(sign in line for sign in "(){};=<>")
    return "`" not in line and _PHRASES.stand_in(line, "code marks") and not _is_worded(line)


def _is_worded(line: str) -> bool:
    """Whether a line with a sign of code is a sentence: "run the tests with make a && make b"."""
    words = others = 0.0
    for piece in line.split():
        bare = piece.strip(_AROUND).translate(_HAN_SIGNS)
        count = max(1.0, len(bare) * _HAN_WORD) if not bare.isascii() else 1.0
        words += count if bare.isalpha() else 0
        others += 0 if bare.isalpha() else 1.0
    return words >= _WORDS and words >= _WORDED * (words + others)


def behind_error(line: str) -> str:
    """What a line says behind a message of an error, as who types both does; "" for no error."""
    ends = [at + len(one) for one in _STOPS if (at := line.find(one)) > 0]
    return line[min(ends) :].strip() if _is_error_line(line) and ends else ""


def is_message(line: str) -> bool:
    """Whether a line begins as what programs print and nobody types: `npm WARN`, `UserWarning`."""
    name = line.partition(" ")[0].rstrip(":")
    is_warning = name.endswith(_WARNING) and name != _WARNING
    return is_warning or line.lower().startswith(_PHRASES["notices"])


def _is_error_line(line: str) -> bool:
    return line.startswith(_PHRASES["error heads"]) or _is_error(line)


def _is_error(line: str) -> bool:
    """Whether a line begins with an error's name."""
    name, errors = line.partition(" ")[0].rstrip(":"), _PHRASES["errors"]
    return name.endswith(errors) and name not in errors


def _is_dated(line: str) -> bool:
    head = line[:19]
    digits = sum(one.isdigit() for one in head)
    return digits >= len("20250101") and any(one in head for one in ":-/")
