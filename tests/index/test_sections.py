from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from memory_store.index import chunking, sections


def test_a_section_longer_than_a_model_reads_is_cut_between_paragraphs_with_overlap() -> None:
    paragraph = "A sentence of a paragraph in a long note, number {}. " * 4
    raw = "\n\n".join(paragraph.format(*[at] * 4) for at in range(30)).encode()

    found = sections.chunks(raw, small=False)

    assert len(found) > 2
    for before, after in itertools.pairwise(found):
        assert before.line < after.line <= before.end_line
        text = raw[before.offset : before.offset + before.length].decode()
        assert chunking.tokens(text) <= chunking.USUAL.tokens
        assert text.startswith("A sentence")
        assert text.endswith(".")


def test_a_file_that_is_no_utf8_is_read_all_the_same() -> None:
    (piece,) = sections.chunks(b"caf\xe9 au lait", small=False)

    assert (piece.offset, piece.length) == (0, 12)


lines = st.sampled_from(
    ["", "# A", "## B", "text", "- item", "  more", "```", "~~~", "<!-- c -->", "库" * 900, "1. x"]
)


@given(st.lists(lines, max_size=30), st.booleans())
def test_every_line_that_says_something_is_in_a_piece_and_places_are_right(
    parts: list[str],
    small: bool,  # noqa: FBT001  hypothesis gives it
) -> None:
    raw = "\n".join(parts).encode()

    found = sections.chunks(raw, small=small)

    for one in found:
        before = raw[: one.offset]
        assert one.line == before.count(b"\n") + 1
        text = raw[one.offset : one.offset + one.length]
        assert one.end_line == one.line + text.rstrip(b"\n").count(b"\n")
        assert text.strip()
    covered = {line for one in found for line in range(one.line, one.end_line + 1)}
    said = {at for at, line in enumerate(parts, 1) if line in ("text", "- item", "1. x")}
    assert said <= covered


def fence(lines: int) -> str:
    return "```py\n" + "call(argument, another)\n" * lines + "```"


blocks = st.one_of(
    st.integers(1, 60).map(lambda times: "这是一个很长的句子，用来测试。" * times),
    st.integers(1, 60).map(lambda times: ("A sentence of a paragraph. " * times).strip()),
    st.integers(1, 250).map(fence),
    st.sampled_from(["# 标题", "## Heading", "- item\n  more of it\n- 另一项"]),
)
cuts = st.sampled_from([chunking.USUAL, chunking.ChunkSize(60, 20), chunking.ChunkSize(500, 0)])


@settings(derandomize=True)
@given(st.lists(blocks, max_size=12), cuts)
def test_pieces_are_short_enough_code_is_whole_and_chinese_is_cut_behind_sentences(
    parts: list[str], cut: chunking.ChunkSize
) -> None:
    raw = "\n\n".join(parts).encode()

    found = [
        raw[one.offset : one.offset + one.length].decode()
        for one in sections.chunks(raw, small=False, cut=cut)
    ]

    for text in found:
        if not text.startswith("```"):
            assert chunking.tokens(text) <= cut.tokens * 1.5
        assert not text.startswith(("。", "，"))
        if "这是" in text:
            assert text.rstrip().endswith(("。", ".", "`", "项"))
    for code in (part for part in parts if part.startswith("```")):
        if chunking.tokens(code) <= 1_600:
            assert any(code in text for text in found)
