"""What hosts' own models wrote of a session: the newest of it, of this session, in known forms."""

from __future__ import annotations

import json
from pathlib import Path

import hypothesis
import pytest
from hypothesis import strategies as st

from memory_store import clock
from memory_store.hosts import model_words
from tests import given

FILE = Path(__file__).with_name("model_words.jsonl")
ROWS = [*map(json.loads, FILE.read_text("utf-8").splitlines())]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["file"])
def test_titles_summaries_and_recaps_of_a_recorded_session_are_read(row: given.Record) -> None:
    """The newest of each; a name that a person gave before all others."""
    content = (given.PAYLOADS / row["file"]).read_bytes()

    for read in (content, b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n")):
        words = model_words.read(read, row["session"])

        assert (words.title, words.recap) == (row["title"], row["recap"])
        assert ((words.moment and clock.stamp(words.moment)) or "") == row["moment"]
        assert words.summary == row["summary"]


def test_another_session_has_none_of_what_its_copied_lines_say() -> None:
    content = (given.PAYLOADS / "claude/transcript-summed-up.jsonl").read_bytes()

    words = model_words.read(content, "a session that was forked from it")

    assert (words.summary, words.recap) == ("", "")
    assert words.title == "Importer for supplier sheets"  # the line of a message, of no session


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["type", "subtype", "payload", "systemPayload", "compressedHistory", "parts"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=9,
)


@pytest.mark.long
@hypothesis.given(JSON)
def test_no_content_is_too_strange(value: object) -> None:
    history = {"subtype": "chat_compression", "systemPayload": {"compressedHistory": value}}
    for record in (value, history, {"type": "compacted", "payload": value}):
        words = model_words.read(json.dumps(record).encode(), "s")

        assert isinstance(words.summary, str)
