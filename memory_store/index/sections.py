"""Cuts Markdown into pieces of one subject each, with their lines.

Works on bytes and lines, so that each piece can be read from its file again. Must not open a file.
"""

from __future__ import annotations

import re

from memory_store import model
from memory_store.index import chunking

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_CODE_TOKENS = 1_600  # a code block is one piece up to here

_HEADING = re.compile(rb" {0,3}(#{1,6})(?:[ \t]|$)")
_FENCE = re.compile(rb" {0,3}(`{3,}|~{3,})")
_ITEM = re.compile(rb"([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]")


class Chunk(model.Value):
    """A piece of a Markdown file.

    Attributes:
        offset, length: its bytes in the file.
        line, end_line: its lines, the first of the file being 1.
        headings: (offset, length) of the headings it stands under, the outermost first.
    """

    offset: int
    length: int
    line: int
    end_line: int
    headings: list[tuple[int, int]]


def chunks(raw: bytes, *, small: bool, cut: chunking.ChunkSize = chunking.USUAL) -> list[Chunk]:
    """The pieces of a Markdown file.

    Args:
        raw: the file.
        small: a piece for each paragraph and list item, as for core memory, where every line
            counts for itself; else paragraphs of a section go together, up to a cut.
        cut: how long pieces are at most, and how much they share.
    """
    lines = raw.split(b"\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    parts: list[Chunk] = []
    for headings, blocks in _sections(lines, alone=not small):
        under = [(starts[at], len(lines[at].rstrip())) for at in headings]
        groups = [[block] for block in blocks] if small else _pack(blocks, lines, cut)
        for group in groups:
            parts += _cut(lines, starts, (group[0][0], group[-1][1]), under, cut)
    return parts


Block = tuple[int, int]  # the first line, and the one behind the last


def _sections(lines: list[bytes], *, alone: bool) -> list[tuple[list[int], list[Block]]]:
    """Each section's headings (line numbers, from 0) and its blocks; none without a block.

    A heading with nothing under it, not even another one, is the block where `alone` wants it:
    `## Never restart the node by hand` says all there is. (In MEMORY.md it waits for what comes.)
    """
    sections: list[tuple[list[int], list[Block]]] = []
    path: list[tuple[int, int]] = []  # level and line
    blocks: list[Block] = []
    for begin, end in [*_blocks(lines), (len(lines), len(lines))]:
        heading = _HEADING.match(lines[begin]) if begin < len(lines) else None
        if heading is None and begin < len(lines):
            blocks.append((begin, end))
            continue
        level = len(heading[1]) if heading else 0
        under = [at for _, at in path]
        if not blocks and alone and path and path[-1][0] >= level:
            blocks = [(under[-1], under.pop() + 1)]
        sections.append((under, blocks))
        path = [*(one for one in path if one[0] < level), (level, begin)]
        blocks = []
    return [section for section in sections if section[1]]


def _blocks(lines: list[bytes]) -> list[Block]:
    """Headings, code blocks, list items and paragraphs; comments and blank lines left out."""
    blocks: list[Block] = []
    at = 0
    while at < len(lines):
        end = _block_end(lines, at)
        if lines[at].strip() and not lines[at].lstrip().startswith(b"<!--"):
            blocks.append((at, end))
        at = end
    return blocks


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


def _pack(blocks: list[Block], lines: list[bytes], cut: chunking.ChunkSize) -> list[list[Block]]:
    """Blocks in groups of about a cut, each beginning with the end of the one before."""
    groups: list[list[Block]] = []
    group: list[Block] = []
    size = 0.0
    for block in blocks:
        more = _tokens_of(lines, block)
        hidden = group and any(line.strip() for line in lines[group[-1][1] : block[0]])
        if group and (hidden or size + more > cut.tokens):  # a comment between is not to be shown
            groups.append(group)
            group = [] if hidden or more > cut.tokens else _tail(group, lines, cut)
            size = sum(_tokens_of(lines, one) for one in group)
        group.append(block)
        size += more
    return [*groups, group]


def _tail(group: list[Block], lines: list[bytes], cut: chunking.ChunkSize) -> list[Block]:
    """The last blocks of a group that together are within the overlap."""
    kept: list[Block] = []
    size = 0.0
    for block in reversed(group):
        size += _tokens_of(lines, block)
        if size > cut.overlap:
            break
        kept.insert(0, block)
    return kept


def _tokens_of(lines: list[bytes], block: Block) -> float:
    return chunking.tokens(b"\n".join(lines[block[0] : block[1]]).decode("utf-8", "replace"))


def _cut(
    lines: list[bytes],
    starts: list[int],
    block: Block,
    headings: list[tuple[int, int]],
    cut: chunking.ChunkSize,
) -> list[Chunk]:
    """One piece of the lines, or several where a single block is too long for one."""
    begin, end = block
    while end > begin + 1 and not lines[end - 1].strip():
        end -= 1
    raw = b"\n".join(lines[begin:end]).rstrip()
    text = raw.decode("utf-8", "surrogateescape")
    code = _FENCE.match(lines[begin]) is not None and chunking.tokens(text) <= _CODE_TOKENS
    chunks: list[Chunk] = []
    at, offset, line = 0, starts[begin], begin + 1  # of the span before: each begins behind it
    for low, high in [(0, len(text))] if code else chunking.spans(text, cut):
        offset += _bytes_of(text[at:low])
        line += text.count("\n", at, low)
        end_line = line + text[low:high].rstrip("\n").count("\n")
        chunks.append(Chunk(offset, _bytes_of(text[low:high]), line, end_line, headings))
        at = low
    return chunks


def _bytes_of(text: str) -> int:
    return len(text.encode("utf-8", "surrogateescape"))
