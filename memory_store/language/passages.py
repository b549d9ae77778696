"""Tells the lines of a prompt that its person wrote from those of a text that was pasted into it.

What surrounds a line decides: a header, a message's time, a command and what it printed, words
that announce somebody else's. Must not judge what a line says.
"""

from __future__ import annotations

from memory_store.language import addressed, bylines, foreign, pasted

TYPE_CHECKING = False

_LONG, _LONG_HAN = 200, 80  # characters of a paragraph between whose like a paste's middle stands
_last: dict[str, str] = {}  # a hook reads the sentences of its prompt again and again
_COLONS = (":", "：")


class _Text:
    """A pasted text that was begun.

    Attributes:
        kind: of `foreign`: whether it may go on behind an empty line.
        paragraphs: of it so far, the opening line not counted.
    """

    __slots__ = ("kind", "paragraphs")

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.paragraphs = 0


def own(text: str) -> str:
    """A prompt with an empty line in place of each that was pasted.

    A pasted text ends where the person speaks to the agent again, or where one last paragraph
    follows a text without empty lines.
    """
    if text not in _last:
        _last.clear()
        _last[text] = _own(text)
    return _last[text]


def _own(text: str) -> str:
    lines = text.split("\n")
    marked = _marked(lines)
    if len(lines) == 1 and marked[0]:
        return pasted.behind_error(text)
    kept = ["" if is_pasted else line for line, is_pasted in zip(lines, marked, strict=True)]
    for paragraph in _amid_long(kept):
        for at in paragraph:
            kept[at] = ""
    return "\n".join(kept)


def _marked(lines: list[str]) -> list[bool]:
    """Whether each line belongs to a pasted text."""
    marked = [False] * len(lines)
    paragraphs = _paragraphs(lines)
    kinds = [foreign.kind(lines, at) for at in range(len(lines))]
    begun: _Text | None = None
    closed_at = -1  # the last line of a quotation or of code
    for number, paragraph in enumerate(paragraphs):
        if begun is not None and _is_over(begun, lines, kinds, paragraphs[number:]):
            begun = None
        for at in paragraph:
            closed_at = max(closed_at, foreign.closing(lines, at) if at > closed_at else -1)
            if at <= closed_at:
                marked[at] = True
            elif kinds[at] not in ("", foreign.HIT):
                begun = _Text(kinds[at])
                marked[at] = kinds[at] not in foreign.ANNOUNCED
            else:
                marked[at] = begun is not None or kinds[at] == foreign.HIT
        if begun is not None and not kinds[paragraph[-1]]:
            begun.paragraphs += 1
    for paragraph in paragraphs:
        texts = [lines[at].strip() for at in paragraph]
        turns = len(texts) if foreign.is_diff(texts) else bylines.talk(texts)
        if turns and not addressed.is_to_agent("\n".join(texts[turns:]), strictly=False):
            turns = len(texts)
        for at in paragraph[:turns]:
            marked[at] = True
    _mark_signed(lines, paragraphs, marked)
    return marked


def _mark_signed(lines: list[str], paragraphs: list[range], marked: list[bool]) -> None:
    """Mark what stands above the line that signs a page: `answered Jan 4 at 9:12`."""
    is_signed = False
    for paragraph in reversed(paragraphs):
        is_signed &= not addressed.speaks("\n".join(lines[at] for at in paragraph))
        is_signed |= any(bylines.publishes(lines[at].strip()) for at in paragraph)
        for at in paragraph if is_signed else ():
            marked[at] = True


def _is_over(begun: _Text, lines: list[str], kinds: list[str], ahead: list[range]) -> bool:
    """Whether a pasted text ended before the next paragraph, `ahead[0]`."""
    until = next(
        (count for count, one in enumerate(ahead) if any(kinds[at] for at in one)), len(ahead)
    )
    texts = ["\n".join(lines[at] for at in one) for one in ahead[: max(1, until)]]
    strictly = begun.kind in foreign.WHOLE or begun.paragraphs > 1
    is_end = len(ahead) == 1 or texts[0].rstrip().endswith(_COLONS)
    if begun.paragraphs == 1 and not strictly and is_end:
        return True
    return all(addressed.is_to_agent(one, strictly=strictly) for one in texts[:-1] or texts)


def _amid_long(lines: list[str]) -> list[range]:
    """The paragraphs between two long ones that hold no word to the agent."""
    paragraphs = _paragraphs(lines)
    texts = ["\n".join(lines[at] for at in one) for one in paragraphs]
    silent = [_is_long(one) and not addressed.speaks(one) for one in texts]
    return [
        paragraph
        for before, paragraph, after in zip(silent, paragraphs[1:], silent[2:], strict=False)
        if before and after and not _is_dictated(lines, paragraph)
    ]


def _is_dictated(lines: list[str], paragraph: range) -> bool:
    """Whether a paragraph is a list of the person's own, by the words above it."""
    first, *rest = (lines[at].strip() for at in paragraph)
    return bool(rest) and pasted.is_own_list(first, rest[0])


def _is_long(text: str) -> bool:
    return len(text) >= (_LONG if text.isascii() else _LONG_HAN)


def _paragraphs(lines: list[str]) -> list[range]:
    """The numbers of the lines of each paragraph."""
    found: list[range] = []
    begin = 0
    for at, line in enumerate([*lines, ""]):
        if not line.strip():
            if begin < at:
                found.append(range(begin, at))
            begin = at + 1
    return found
