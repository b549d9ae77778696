"""Chooses from an agent's answers what came out of a request, and what is left to do.

An answer's sections are known by their headings, a sentence by how it begins and by the words of
results. Must not put anything into words of its own.
"""

from __future__ import annotations

from memory_store.language import numbered
from memory_store.sessions import answer_words, markdown, prose
from memory_store.text import emphasis, retold

_HAN = "\u3400"
_DEEPEST = 7
_COLONS = (":", "：")
_ASKS = ("?", "？")
_LABEL_WORDS, _VALUE_WORDS = 3, 2
_HEADING_CHARS = 48
MORE, MORE_AT_END = 1.3, 3.0
"""How many times as much an earlier answer says that is told in place of the last one."""

_ENOUGH = 6.0  # worth of an answer; one that says more is no better
_OPEN_CHARS = 220
_SHORT, _SHORT_HAN, _HARDLY = 12, 5, 0.5  # characters of a sentence that says hardly anything
_USAGE_WORTH = 0.4  # of a sentence on how to use it
_FIRST, _LATER = 1.5, 0.02  # what a statement gains as the first, and loses by each before it


class Statement:
    """A sentence of an answer.

    Attributes:
        text: the sentence; of a list's first item with the line that leads to it.
        worth: how much it tells of what came out; 0 and less for nothing.
        is_left: whether it says that something is left to do.
    """

    __slots__ = ("is_left", "text", "worth")

    def __init__(self, text: str, worth: float, *, is_left: bool) -> None:
        self.text = text
        self.worth = worth
        self.is_left = is_left


def outcome(
    texts: list[str], limit: int, gone: retold.Gone = retold.NOTHING, more: float = MORE
) -> str:
    """What came of a request by the answers to it, in `limit`.

    It is what the last answer says, unless an earlier one says `more` times as much. Of an answer
    that says nothing else it is what is left to do.
    """
    told, most = "", 0.0
    for text in reversed(texts):
        said = statements(text, gone)
        worth = min(_ENOUGH, sum(one.worth for one in said))
        if worth > most * more:
            told = prose.best([one.text for one in said], [one.worth for one in said], limit)
            most = worth
    if told:
        return told
    return prose.cut(next(filter(None, (left(one, gone) for one in reversed(texts))), ""), limit)


def left(text: str, gone: retold.Gone = retold.NOTHING) -> str:
    """What an answer says is left to do; "" for nothing."""
    return prose.within([one.text for one in statements(text, gone) if one.is_left], _OPEN_CHARS)


def sentences(text: str) -> list[str]:
    """The sentences of an answer as a summary may tell them."""
    return [one.text for one in statements(text)]


def statements(text: str, gone: retold.Gone = retold.NOTHING) -> list[Statement]:
    """The statements of an answer, in order, each once, without labels, offers and code."""
    made: list[Statement] = []
    seen: set[str] = set()
    announced = ""
    for kind, lead, body in _sections(markdown.lines(text)):
        reading = _Reading(kind or announced, "" if gone.tells(lead) else lead)
        for sentence, is_item in prose.listed(body, gone, is_prompt=False):
            said = _without_picture(sentence)
            if said and said not in seen:
                seen.add(said)
                made += reading.take(said, is_item=is_item)
        announced = reading.kind if reading.kind == answer_words.LEFT else announced
    for at, one in enumerate(made):
        one.worth -= _LATER * at
    first = next((one for one in made if one.worth > _HARDLY), None)
    if first is not None:
        first.worth += _FIRST  # agents begin with the result
    return made


class _Reading:
    """A section of an answer, as its sentences are read."""

    __slots__ = ("_heads", "_in_offer", "_lead", "kind")

    def __init__(self, kind: str, lead: str) -> None:
        self.kind = kind
        self._lead = lead  # from its heading; a line that leads to a list needs one
        self._heads = True
        self._in_offer = False

    def take(self, said: str, *, is_item: bool) -> list[Statement]:
        """The statement that a sentence makes; an offer takes along the list below it."""
        self._in_offer = answer_words.offers(said) or (self._in_offer and is_item)
        if self._in_offer or _is_label(said):
            return []
        if said.endswith(_COLONS):
            is_plan = answer_words.proposes(said)
            is_short = len(said) <= _HEADING_CHARS and not answer_words.narrates(said)
            self._lead, self._heads = said if is_short or is_plan else "", False
            self.kind = (
                answer_words.LEFT if answer_words.kind(said) == answer_words.LEFT else self.kind
            )
            return []
        said, is_labelled = answer_words.without_label(said)
        kind = answer_words.LEFT if is_labelled else self.kind
        is_left = kind == answer_words.LEFT or answer_words.says_open(said)
        worth = _worth(said, kind, is_item=is_item)
        lead = self._lead if is_item or self._heads else ""
        self._lead = ""
        is_left = is_left and not said.endswith(_ASKS)
        return [Statement(f"{lead} {said}".strip(), worth, is_left=is_left)]


def _worth(sentence: str, kind: str, *, is_item: bool) -> float:
    """How much a sentence in a section of this kind tells of what came out."""
    if kind == answer_words.LEFT or answer_words.narrates(sentence) or sentence.endswith(_ASKS):
        return 0.0
    if not prose.telling(sentence) or sentence[0] in "(（":
        return 0.0
    if kind == answer_words.USAGE:
        return _USAGE_WORTH
    least = _SHORT_HAN if any(sign >= _HAN for sign in sentence) else _SHORT
    if len(sentence) < least and not is_item:
        return _HARDLY
    is_code = 2 * sum(map(len, sentence.split("`")[1::2])) > len(sentence)
    return (
        1.0
        + 1.5 * (kind == answer_words.RESULT)
        + 0.6 * answer_words.says_result(sentence)
        - 0.2 * is_item
        - 0.4 * is_code
    )


def _without_picture(sentence: str) -> str:
    """A sentence without the pictures in front of it."""
    at = 0
    while at < len(sentence) and not (sentence[at].isalnum() or sentence[at] in "`\"'(/.~«“‘「（"):
        at += 1
    return sentence[at:]


def _is_label(sentence: str) -> bool:
    """Whether it is `name: value`, as tools print it."""
    name, colon, value = sentence.partition(": ")
    is_short = len(value.split()) <= _VALUE_WORDS or value[:1] == value[-1:] == "`"
    return bool(colon) and name.isascii() and is_short and len(name.split()) < _LABEL_WORDS


def _sections(lines: list[str]) -> list[tuple[str, str, str]]:
    """The sections of an answer: the kind, the heading where it names a subject, and the body.

    A section below another is of its kind, where its own heading tells none.
    """
    sections: list[tuple[str, str, list[str]]] = [("", "", [])]
    above, depth = "", 0
    for line in lines:
        bare = line.strip()
        level = len(bare) - len(bare.lstrip("#"))
        kind = answer_words.kind(bare) if level or _is_heading(bare) else ""
        if level and not kind and level <= depth:
            above = ""
        if kind:
            above, depth = kind, level or _DEEPEST
        if level or kind:
            is_lead = kind in ("", answer_words.RESULT)
            sections.append((kind or above, _subject(bare) if is_lead else "", []))
        else:
            sections[-1][2].append(line)
    return [(kind, heading, "\n".join(body)) for kind, heading, body in sections]


def _is_heading(line: str) -> bool:
    """Whether a short line is in bold, or ends in a colon."""
    plain = line.strip("*_: ：")
    is_marked = line.endswith(_COLONS) or line.startswith("**")
    return is_marked and len(plain) < _HEADING_CHARS and "*" not in plain


def _subject(heading: str) -> str:
    """A heading as a line that leads to its section; "" for a long one."""
    plain = _without_picture(emphasis.without(numbered.without(heading.lstrip("# "))))
    colon = "：" if any(sign >= _HAN for sign in plain) else ":"
    return plain.rstrip("".join(_COLONS)) + colon if 0 < len(plain) < _HEADING_CHARS else ""
