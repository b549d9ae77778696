"""Takes prompts and answers apart into sentences, and tells which are worth telling again.

No code, log or table gets out of it, nor what an agent says of itself. Must not know what a
session is.
"""

from __future__ import annotations

from memory_store.language import numbered
from memory_store.learn import cues
from memory_store.text import emphasis

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LOG_SYMBOLS = 0.3
_LOG_DIGITS = 6
_BEFORE_TIME = "[(0123456789"
_WORDY = 40  # bytes: in them Chinese and English that say the same are near each other
_TOO_LONG = 240
_LEAD_CHARS, _TITLE_CHARS, _TINY_BYTES = 40, 20, 12
_SPLIT = str.maketrans({"。": "。\n", "！": "！\n", "？": "？\n", "；": "；\n"})
_ENDS = (". ", "! ", "? ")
_KEPT_DOTS = (("e.g. ", "e.g.\u00a0"), ("i.e. ", "i.e.\u00a0"), ("vs. ", "vs.\u00a0"))
_FENCES = ("```", "~~~")
_BOXES = ("- [ ]", "* [ ]", "[ ]", "☐")
_PASSED_OVER = ("#", "|", "- [", "* [", "[", "> ", "☐", "---", "***")
_BULLETS = ("- ", "* ", "• ", "+ ")
_HARMLESS = " ,.'`，。、：“”（）"
_EDGES = " \t.,;:!?。，；：！？~～…)）"


def ends(text: str, limit: int) -> str:
    """A text, or where it is longer both ends of what is no code, in `limit` characters."""
    if len(text) > limit:
        text = "\n".join(_outside_code(text)) or text
    half = limit // 2
    return text if len(text) <= limit else f"{text[:half]}\n{text[1 - half :]}"


def sentences(text: str) -> list[str]:
    """The sentences of a text, each on one line, in their order.

    Left out: code blocks, headings, tables, quotes, boxes, and lines that a machine printed. A
    line that ends in a colon, and a tiny sentence (`Done.`), are told with what follows them.
    """
    found: list[str] = []
    lead = ""
    for line in _prose(text):
        if line.endswith((":", "：")) and len(line) <= _LEAD_CHARS:
            lead = f"{line} "
            continue
        for sentence in _split(line):
            tiny = len(sentence.encode("utf-8", "replace")) <= _TINY_BYTES
            if tiny and sentence.endswith((".", "。", "!", "！")):
                lead = f"{sentence} "
                continue
            is_polite = is_nothing(lead) and not holds(lead.lower(), cues.DONE)
            found.append(sentence if is_polite else lead + sentence)
            lead = ""
    return found or ([lead.rstrip()] if lead else [])


def is_chatter(sentence: str) -> bool:
    """Whether an agent merely speaks of itself or is polite, or asks something back."""
    low = sentence.lower()
    return low.startswith(cues.CHATTER) or low.endswith(("?", "？"))


def is_nothing(sentence: str) -> bool:
    """Whether what a person says is about nothing by itself: thanks, go on, 好的."""
    bare = sentence.lower().strip(_EDGES + "👍")
    return not bare or bare in cues.NOTHINGS


def worth(sentence: str) -> float:
    """How much a sentence of an answer tells of what came out: 0 for nothing, 3 and more for much.

    What was done and what a trouble came from count most, then a finding, then a figure.
    """
    if is_chatter(sentence) or is_nothing(sentence):
        return 0.0
    low = sentence.lower()
    found = 1.0
    if holds(low, cues.DONE):
        found += 2.5
    if holds(low, cues.CAUSES):
        found += 2.5
    elif holds(low, cues.FOUND):
        found += 1.5
    if any("0" <= one <= "9" for one in sentence):
        found += 0.5
    if holds(low, cues.OPEN):
        found -= 1.5
    if len(sentence.encode("utf-8", "replace")) < _WORDY or len(sentence) > _TOO_LONG:
        found -= 1.0
    return max(found, 0.1)


def leaves_choice(answer: str) -> bool:
    """Whether an answer offers, advises or asks something that a reply may settle."""
    low = answer.lower()
    return holds(low, cues.OPTIONS)


def noted(prompt: str) -> list[str]:
    """What a person's lines note as to do, without their label (`TODO: …`, 待办：…)."""
    lines = [line for line in _prose(prompt) if line.lower().startswith(cues.NOTED)]
    listed = [(line, list(map(_as_point, numbered.parted(line)[1]))) for line in lines]
    return [one for line, points in listed for one in points or [_without_label(line)]]


def left_open(answer: str) -> list[str]:
    """What an answer says is left to do: unchecked boxes, lists under such a line, sentences."""
    found: list[str] = []
    listed = False
    for line in _outside_code(answer):
        box = next((mark for mark in _BOXES if line.startswith(mark)), "")
        item = line[len(box) :] if box else _without_bullet(line) if listed else line
        if box or item != line:
            found.append(_line(emphasis.without(item)))
        elif line:
            listed = _heads_open(line)
            may_tell = not listed and holds(line.lower(), cues.OPEN)
            found += _open_in(line) if may_tell else []
    return [one for one in found if one]


def _heads_open(line: str) -> bool:
    """Whether a list under this line tells what is left to do."""
    said = line.strip("#* ")
    heads = said.endswith((":", "：")) or (len(said) <= _TITLE_CHARS and line != said)
    return heads and holds(said.lower(), cues.LISTED_OPEN)


def _open_in(line: str) -> list[str]:
    """What a line tells to be left: the points of its lists of such, and sentences."""
    found: list[str] = []
    told: list[str] = []
    while line:
        head, points, rest = numbered.parted(line)
        *before, lead = _cut(head) or [""]
        if points and _heads_open(lead):
            found += map(_as_point, points)
            told += _open_sentences("\n".join(before))
        else:
            told += _open_sentences(line[: len(line) - len(rest)] if points else line)
        line = rest if points else ""
    return found + told


def _as_point(text: str) -> str:
    return emphasis.without(text).rstrip(_EDGES)


def _open_sentences(line: str) -> list[str]:
    """The sentences of a line that tell what is left, behind the one that they refer to."""
    found: list[str] = []
    before = ""
    for sentence in sentences(line):
        if _is_open(sentence):
            refers = before and sentence.lower().startswith(cues.REFERRING)
            found.append(f"{before} {sentence}" if refers else _without_label(sentence))
        before = sentence
    return found


def _without_label(sentence: str) -> str:
    label = next((one for one in cues.LABELS if sentence.lower().startswith(one)), "")
    return sentence[len(label) :].lstrip() or sentence


def _is_open(sentence: str) -> bool:
    low = sentence.lower()
    if low.endswith(("?", "？")) or "would " in low or "could " in low:
        return False
    return holds(low, cues.OPEN)


def holds(low: str, marks: tuple[str, ...]) -> bool:
    """Whether a text in lower case holds one of the marks."""
    for mark in marks:  # noqa: SIM110  twice as fast as any(), and this runs on every sentence
        if mark in low:
            return True
    return False


def _line(text: str) -> str:
    """On one line; what a reader can't see was taken out as the text came into the journal."""
    return " ".join(text.split())


def _outside_code(text: str) -> Iterator[str]:
    fenced = False
    for raw in text.split("\n"):
        line = raw.strip()
        if line.startswith(_FENCES):
            fenced = not fenced
        elif not fenced:
            yield line


def _prose(text: str) -> Iterator[str]:
    """The lines of a text that somebody wrote, without their bullets and emphasis."""
    for line in _outside_code(text):
        if line and not line.startswith(_PASSED_OVER) and not _is_printed(line):
            yield _line(emphasis.without(_without_bullet(line)))


def _is_printed(line: str) -> bool:
    """Whether a machine printed a line: a known beginning, a time, or symbols without words."""
    if line.lower().startswith(cues.LOGS):
        return True
    first = line.split(" ", 1)[0] if line[0] in _BEFORE_TIME else ""
    if sum("0" <= one <= "9" for one in first) >= _LOG_DIGITS and (":" in first or "-" in first):
        return True
    words = sum(map(str.isalnum, line)) + sum(map(line.count, _HARMLESS))
    return len(line) - words > _LOG_SYMBOLS * len(line)


def _without_bullet(line: str) -> str:
    if line.startswith(_BULLETS):
        return line[2:].lstrip()
    return line if numbered.points(line) else numbered.without(line)


def _split(line: str) -> list[str]:
    """The sentences of a line; a list in it stays with what stands above it, where both fit."""
    found: list[str] = []
    head, points, rest = numbered.parted(line)
    while points:
        *before, lead = _cut(head) or [""]
        listed = line[len(head) : len(line) - len(rest)].strip()
        blank = " " if lead.isascii() else ""
        whole = f"{lead}{blank}{listed}".strip()
        long = [_line(f"{lead} {points[0]}").rstrip("；"), *points[1:]]
        found += [*before, whole] if len(whole) <= _TOO_LONG else [*before, *long]
        line = rest
        head, points, rest = numbered.parted(line)
    return found + _cut(rest)


def _cut(line: str) -> list[str]:
    for kept, replaced in _KEPT_DOTS:
        line = line.replace(kept, replaced)
    line = line.translate(_SPLIT)
    for end in _ENDS:
        line = line.replace(end, end[0] + "\n")
    return [_line(one).rstrip("；") for one in line.split("\n") if one.strip(_EDGES)]
