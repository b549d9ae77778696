"""Takes prompts and answers apart into sentences, and tells which are worth telling again.

No code, log or table gets out of it, nor what an agent says of itself. Must not know what a
session is.
"""

from __future__ import annotations

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
_REPLY_CHARS = 140
_LEAD_CHARS, _TITLE_CHARS, _TINY_BYTES = 40, 20, 12
_SPLIT = str.maketrans({"。": "。\n", "！": "！\n", "？": "？\n", "；": "；\n"})
_ENDS = (". ", "! ", "? ")
_KEPT_DOTS = (("e.g. ", "e.g.\u00a0"), ("i.e. ", "i.e.\u00a0"), ("vs. ", "vs.\u00a0"))
_FENCES = ("```", "~~~")
_STILL = ("还是用", "还是走", "还是按", "还是要")  # no question, where 还是 alone asks which
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
            found.append(lead + sentence)
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

    What was done counts most, then a cause or a finding, then a figure.
    """
    if is_chatter(sentence) or is_nothing(sentence):
        return 0.0
    low = sentence.lower()
    found = 1.0
    if _holds(low, cues.DONE):
        found += 2.5
    if _holds(low, cues.FOUND):
        found += 1.5
    if any("0" <= one <= "9" for one in sentence):
        found += 0.5
    if _holds(low, cues.OPEN):
        found -= 1.5
    if len(sentence.encode("utf-8", "replace")) < _WORDY or len(sentence) > _TOO_LONG:
        found -= 1.0
    return max(found, 0.1)


def is_question(sentence: str) -> bool:
    """Whether a person asks, with or without a question mark."""
    low = sentence.lower()
    if low.endswith(("?", "？")) or low.startswith(cues.QUESTIONS):
        return True
    if "还是" in low and not _holds(low, _STILL):
        return True
    return _holds(low, cues.QUESTIONS_ZH)


def is_put_off(sentence: str) -> bool:
    """Whether a person leaves something for another day (`I'll do it tomorrow`, 下周再…)."""
    low = sentence.lower()
    return _holds(low, cues.LATER) and not is_question(sentence)


def is_decision(sentence: str) -> bool:
    """Whether a sentence settles something by its own words."""
    low = sentence.lower()
    settles = _holds(low, cues.DECISIONS)
    return settles and not is_question(sentence) and not is_put_off(sentence)


def is_choice(sentence: str) -> bool:
    """Whether a short reply may be a choice: neither a question, nor an order, nor mere assent."""
    bare = point(sentence).lower()
    if len(sentence) > _REPLY_CHARS or is_nothing(bare):
        return False
    if is_question(sentence) or is_put_off(sentence):
        return False
    return not bare.startswith(cues.ORDERS)


def leaves_choice(answer: str) -> bool:
    """Whether an answer offers, advises or asks something that a reply may settle."""
    low = answer.lower()
    return _holds(low, cues.OPTIONS)


def point(sentence: str) -> str:
    """A reply without what stands before its point (`ok, …`, 那就…)."""
    found, before = sentence, ""
    while found != before:
        before = found
        for lead in cues.LEADS:
            if found.lower().startswith(lead) and len(found) > len(lead) + 1:
                found = found[len(lead) :].lstrip()
    return found.strip(" ,，")


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
            may_tell = not listed and _holds(line.lower(), cues.OPEN)
            found += _open_sentences(line) if may_tell else []
    return [one for one in found if one]


def _heads_open(line: str) -> bool:
    """Whether a list under this line tells what is left to do."""
    said = line.strip("#* ")
    heads = said.endswith((":", "：")) or (len(said) <= _TITLE_CHARS and line != said)
    return heads and _holds(said.lower(), cues.LISTED_OPEN)


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
    return _holds(low, cues.OPEN)


def _holds(low: str, marks: tuple[str, ...]) -> bool:
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
    rest = line.lstrip("0123456789")
    if rest == line or not rest.startswith((". ", ") ", "、")):
        return line
    return rest[1:].lstrip()


def _split(line: str) -> list[str]:
    for kept, replaced in _KEPT_DOTS:
        line = line.replace(kept, replaced)
    line = line.translate(_SPLIT)
    for end in _ENDS:
        line = line.replace(end, end[0] + "\n")
    return [_line(one).rstrip("；") for one in line.split("\n") if one.strip(_EDGES)]
