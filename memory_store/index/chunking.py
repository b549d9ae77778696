"""Markdown and long texts in pieces that say one thing each, with the lines they stand on.

Works on bytes and lines, so that each piece can be read from its file again. Knows no file.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

VERSION = 1
"""Part of the index's fingerprint: raise it with any change to where pieces begin and end."""

TOKENS = 400
OVERLAP_TOKENS = 80

_CODE_TOKENS = 1_600  # a code block is one piece up to here
_HAN_TOKENS = 1 / 1.5
_OTHER_TOKENS = 1 / 4

_HAN = re.compile("[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
_HEADING = re.compile(rb" {0,3}(#{1,6})(?:[ \t]|$)")
_FENCE = re.compile(rb" {0,3}(`{3,}|~{3,})")
_ITEM = re.compile(rb"([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]")
_ENDS = ("\n\n", "\n", "。", "！", "？", ". ", "! ", "? ", "；", "; ", "，", ", ", " ")


class Chunk:
    """A piece of a Markdown file.

    Attributes:
        offset, length: its bytes in the file.
        line, end_line: its lines, the first of the file being 1.
        headings: (offset, length) of the headings it stands under, the outermost first.
    """

    __slots__ = ("end_line", "headings", "length", "line", "offset")

    def __init__(
        self, offset: int, length: int, line: int, end_line: int, headings: list[tuple[int, int]]
    ) -> None:
        self.offset = offset
        self.length = length
        self.line = line
        self.end_line = end_line
        self.headings = headings


def tokens(text: str) -> float:
    """About how many tokens a model makes of `text`: 4 Latin letters or 1.5 Han ones each."""
    han = 0 if text.isascii() else len(_HAN.findall(text))
    return han * _HAN_TOKENS + (len(text) - han) * _OTHER_TOKENS


def spans(text: str) -> list[tuple[int, int]]:
    """`text` as one span, or as overlapping ones of about TOKENS, cut where a sentence ends."""
    total = tokens(text)
    if total <= TOKENS * 1.25:  # a rest of a few words is no piece of its own
        return [(0, len(text))]
    size = int(len(text) * TOKENS / total)
    back = int(len(text) * OVERLAP_TOKENS / total)
    found: list[tuple[int, int]] = []
    start = 0
    while len(text) - start > size + back:
        end = _cut(text, start + size // 2, start + size)
        found.append((start, end))
        start = max(start + 1, _cut(text, end - 2 * back, end - back))
    return [*found, (start, len(text))]


def _cut(text: str, low: int, high: int) -> int:
    """The best place to cut between two characters: behind the last of the strongest endings."""
    for ending in _ENDS:
        at = text.rfind(ending, low, high)
        if at >= low:
            return at + len(ending)
    return high


def markdown(raw: bytes, *, small: bool) -> list[Chunk]:
    """The pieces of a Markdown file.

    Args:
        raw: the file.
        small: a piece for each paragraph and list item, as for core memory, where every line
            counts for itself; else paragraphs of a section go together, up to TOKENS.
    """
    lines = raw.split(b"\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    found: list[Chunk] = []
    for headings, blocks in _sections(lines):
        under = [(starts[at], len(lines[at].rstrip())) for at in headings]
        groups = [[block] for block in blocks] if small else _pack(blocks, lines)
        for group in groups:
            found += _chunks(lines, starts, group[0][0], group[-1][1], under)
    return found


Block = tuple[int, int]  # the first line, and the one behind the last


def _sections(lines: list[bytes]) -> list[tuple[list[int], list[Block]]]:
    """Each section's headings (line numbers, from 0) and its blocks.

    A heading with nothing below it is a block of its own under the headings above it.
    """
    found: list[tuple[list[int], list[Block]]] = []
    path: list[tuple[int, int]] = []  # level and line
    blocks: list[Block] = []
    for begin, end in [*_blocks(lines), (len(lines), len(lines))]:
        heading = _HEADING.match(lines[begin]) if end > begin else None
        if end > begin and heading is None:
            blocks.append((begin, end))
            continue
        level = len(heading[1]) if heading else 0
        if blocks:
            found.append(([at for _, at in path], blocks))
        elif path and level <= path[-1][0]:
            found.append(([at for _, at in path[:-1]], [(path[-1][1], path[-1][1] + 1)]))
        path = [*(one for one in path if one[0] < level), (level, begin)]
        blocks = []
    return found


def _blocks(lines: list[bytes]) -> list[Block]:
    """Headings, code blocks, list items and paragraphs; comments and blank lines left out."""
    found: list[Block] = []
    at = 0
    while at < len(lines):
        end = _block_end(lines, at)
        if lines[at].strip() and not lines[at].lstrip().startswith(b"<!--"):
            found.append((at, end))
        at = end
    return found


def _block_end(lines: list[bytes], begin: int) -> int:
    """The line behind the block that begins at a line."""
    first = lines[begin]
    if not first.strip() or _HEADING.match(first):
        return begin + 1
    if first.lstrip().startswith(b"<!--"):
        return _find(lines, begin, lambda line: b"-->" in line) + 1
    fence = _FENCE.match(first)
    if fence:
        return _find(lines, begin + 1, lambda line: line.strip().startswith(fence[1])) + 1
    item = _ITEM.match(first)
    for at in range(begin + 1, len(lines)):
        line = lines[at]
        if not line.strip() or _HEADING.match(line) or _FENCE.match(line):
            return at
        another = _ITEM.match(line)
        if another and (item is None or len(another[1]) <= len(item[1])):
            return at
    return len(lines)


def _find(lines: list[bytes], begin: int, wanted: Callable[[bytes], bool]) -> int:
    """The first line from `begin` on that is wanted, or the last line."""
    for at in range(begin, len(lines)):
        if wanted(lines[at]):
            return at
    return len(lines) - 1


def _pack(blocks: list[Block], lines: list[bytes]) -> list[list[Block]]:
    """Blocks in groups of about TOKENS, each beginning with the end of the one before."""
    groups: list[list[Block]] = []
    group: list[Block] = []
    size = 0.0
    for block in blocks:
        more = _tokens_of(lines, block)
        hidden = group and any(line.strip() for line in lines[group[-1][1] : block[0]])
        if group and (hidden or size + more > TOKENS):  # a comment between is not to be shown
            groups.append(group)
            group = [] if hidden or more > TOKENS else _tail(group, lines)
            size = sum(_tokens_of(lines, one) for one in group)
        group.append(block)
        size += more
    return [*groups, group]


def _tail(group: list[Block], lines: list[bytes]) -> list[Block]:
    """The last blocks of a group that together are within OVERLAP_TOKENS."""
    kept: list[Block] = []
    size = 0.0
    for block in reversed(group):
        size += _tokens_of(lines, block)
        if size > OVERLAP_TOKENS:
            break
        kept.insert(0, block)
    return kept


def _tokens_of(lines: list[bytes], block: Block) -> float:
    return tokens(b"\n".join(lines[block[0] : block[1]]).decode("utf-8", "replace"))


def _chunks(
    lines: list[bytes], starts: list[int], begin: int, end: int, headings: list[tuple[int, int]]
) -> list[Chunk]:
    """One piece of the lines, or several where a single block is too long for one."""
    while end > begin + 1 and not lines[end - 1].strip():
        end -= 1
    raw = b"\n".join(lines[begin:end]).rstrip()
    text = raw.decode("utf-8", "surrogateescape")
    code = _FENCE.match(lines[begin]) is not None and tokens(text) <= _CODE_TOKENS
    found: list[Chunk] = []
    for low, high in [(0, len(text))] if code else spans(text):
        offset = starts[begin] + len(text[:low].encode("utf-8", "surrogateescape"))
        length = len(text[low:high].encode("utf-8", "surrogateescape"))
        line = begin + 1 + text.count("\n", 0, low)
        end_line = line + text[low:high].rstrip("\n").count("\n")
        found.append(Chunk(offset, length, line, end_line, headings))
    return found
