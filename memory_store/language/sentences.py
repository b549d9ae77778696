"""Splits a text into the sentences of its writer, without code, logs, quotations and pastes."""

from __future__ import annotations

from memory_store.language import numbered, pasted
from memory_store.text import emphasis, mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

READ_CHARS = 12_000  # the journal keeps 8,000 of a text; what is longer was pasted
LONGEST = 1_200  # characters of a sentence; what is longer was pasted too
_MIN_CHARS, _WORD_CHARS = 2, 24
_CONTRAST_WORDS, _CONTRAST_HAN = 2, 8
_NO_CONTRAST = frozenset(
    "now yet sure really working good ok that this it here quite always".split()
)
_FIRST, _LAST = 40, 20  # sentences, so that no text costs more than 50 ms
_SPACES = dict.fromkeys(map(ord, "\u00a0\u2002\u2003\u2009\u202f"), " ")
_STOPS = "。！？!?\n"
_LEADS, _NUMBER_CHARS = ":：;；", 6  # what a point of a list may stand behind
_GOES_ON = tuple("!?=，,`")  # `!!`, `!=`: signs of code
_PASTED_SIGNS = ":：$%>→│§]】"  # one of them stands in each line that shows that it was pasted
_QUOTES = {'"': '"', "“": "”", "「": "」", "『": "』", "`": "`"}
_ABBREVIATIONS = ("e.g", "i.e", "etc", "vs", "cf", "approx", "no", "mr", "mrs", "dr", "z.b")


class Sentence:
    """A sentence, whether it stands in a list, and the numbers of its paragraph and line."""

    __slots__ = ("in_list", "line", "paragraph", "text")

    def __init__(self, text: str, in_list: bool, paragraph: int, line: int) -> None:  # noqa: FBT001
        self.text = text
        self.in_list = in_list
        self.paragraph = paragraph
        self.line = line


def own(text: str, *, is_prompt: bool = True) -> list[str]:
    """The sentences outside code, logs, quotations and pasted blocks, in their order.

    A sentence ends at `.` before a blank, `!`, `?`, their full-width forms or the line's end, but
    not inside quotation marks or code font; it keeps its last sign. Each point of a list is cut
    by itself, without its number: a line, or what stands behind a colon or a semicolon.
    """
    return [one.text for one in listed(text, is_prompt=is_prompt)]


def listed(text: str, *, is_prompt: bool = True) -> list[Sentence]:
    """The sentences as `own` gives them, each with where it stands."""
    sentences: list[Sentence] = []
    paragraph = 0
    read = text[:READ_CHARS].translate(_SPACES)
    for number, line in enumerate(pasted.own_lines(_typed(read) if is_prompt else read)):
        plain = emphasis.without(line)
        item = plain.lstrip(pasted.BULLETS)
        is_item = numbered.without(item) != plain
        for sentence in split(item):
            bare = numbered.without(sentence)
            if sentences and sentences[-1].line == number and _contrasts(bare):
                sentences[-1].text += f" {bare}" if bare.isascii() else bare
            elif _MIN_CHARS <= len(bare) <= LONGEST:
                sentences.append(Sentence(bare, is_item or bare != sentence, paragraph, number))
        paragraph += not line
    return sentences[:_FIRST] + sentences[_FIRST:][-_LAST:]


def _contrasts(sentence: str) -> bool:
    """Whether a sentence only denies another value than the last one: `Not spaces`."""
    words = sentence.rstrip(_STOPS + ".").split()
    if sentence.startswith("不是") and not sentence.endswith(("?", "？")):
        return len(sentence) <= _CONTRAST_HAN and not sentence.startswith("不是的")
    is_short = len(words) == _CONTRAST_WORDS and words[0].lower() == "not"
    return is_short and words[1].lower() not in _NO_CONTRAST


def _typed(prompt: str) -> str:
    if "\n" not in prompt and not any(map(prompt.count, _PASTED_SIGNS)):
        return prompt
    from memory_store.language import passages  # an answer, and many a prompt, needs none of it

    return passages.own(prompt)


def split(line: str) -> Iterator[str]:
    """The sentences of a line without bullets; linear, each character is looked at once."""
    begin = 0
    counts = _counts_points(line)
    for at, sign in enumerate(masked(line)):
        if (
            (sign in _STOPS and not _goes_on(line, at))
            or (sign == "." and _is_stop(line, begin, at, counts=counts))
            or (sign in _LEADS and _is_point(line, at))
            or (sign == "]" and _is_hidden(line, begin, at))
        ):
            yield line[begin : at + 1].strip()
            begin = at + 1
    yield line[begin:].strip()


def _goes_on(line: str, at: int) -> bool:
    """Whether a sign at `at` stands within code or an address, as in `!=` and `/d?orgId=1`."""
    before, after = line[max(0, at - 1) : at], line[at + 1 : at + 2]
    is_within = (before + after).isascii() and line[at] in "?!" and after.isalnum()
    return after in _GOES_ON or (is_within and not after.isupper())


def masked(text: str) -> str:
    """`text` with `~` for each sign of a quotation or a code span that is closed."""
    last = {opening: text.rfind(closing) for opening, closing in _QUOTES.items()}
    closing, shown = "", ""
    for at, sign in enumerate(text):
        if closing:
            shown += "~"
            closing = "" if sign == closing else closing
        elif at < last.get(sign, -1):
            shown += "~"
            closing = _QUOTES[sign]
        else:
            shown += sign
    return shown


def _is_hidden(line: str, begin: int, at: int) -> bool:
    """Whether a private part ends at `at` where a new sentence seems to begin behind it."""
    after = line[at + 1 : at + 3].lstrip()[:1]
    return line[begin : at + 1].endswith(mark.HIDDEN) and after.isascii() and after.isupper()


def _is_point(line: str, at: int) -> bool:
    """Whether the number of a list's point stands behind the sign at `at`, which ends no time."""
    ahead = line[at + 1 : at + 1 + _NUMBER_CHARS].lstrip()
    return 0 < len(numbered.without(ahead)) < len(ahead) and not line[max(0, at - 1)].isdigit()


def _is_stop(line: str, begin: int, at: int, *, counts: bool) -> bool:
    """Whether the dot at `at` ends a sentence, and no number, name, ellipsis or abbreviation."""
    if line[at + 1 : at + 2] not in ("", " ") or line[max(0, at - 2) : at] in (" .", ".."):
        return False
    words = line[max(begin, at - _WORD_CHARS) : at].rsplit(None, 1)
    last = words[-1] if words else ""
    # the next number of a list within a line: `1. fix it 2. test it`
    counts_on = counts and (
        last == "1" or (last.isdecimal() and line.find(f"{int(last) - 1}. ", 0, at) >= 0)
    )
    return not counts_on and last.lower().lstrip("(") not in _ABBREVIATIONS


def _counts_points(line: str) -> bool:
    """Whether numbers within a line count the points of a list: `1. fix it 2. test it`.

    The first opens the line, stands behind a sign, or behind another word than the second:
    `bug 1. Then fix bug 2.` counts nothing.
    """
    first = line.find("1. ")
    before = line[: max(0, first)].rstrip()
    if first < 0 or not before[-1:].isalnum():
        return first >= 0
    second = line.find(" 2. ", first)
    return second >= 0 and line[:second].split()[-1:] != before.split()[-1:]
