from __future__ import annotations

from memory_store import model
from memory_store.hosts import wiring


def test_what_makes_cursor_drop_a_whole_file_is_told() -> None:
    text = '{"version": 1, "hooks": {"postCompact": [], "stop": [{"command": "curl http://x"}]}}'

    event, slashes = wiring.doubts(text, model.CURSOR)

    assert event == "hooks.json: unknown event postCompact"
    assert slashes.startswith("hooks.json: `//`")


def test_comments_and_escaped_slashes_raise_no_doubt() -> None:
    text = '{"version": 1, // a comment\n "hooks": {"stop": [{"command": "curl http:\\/\\/x"}]}}'

    assert wiring.doubts(text, model.CURSOR) == []


def test_claude_code_reads_slashes_in_strings() -> None:
    assert wiring.doubts('{"env": {"URL": "http://x"}}', model.CLAUDE) == []
    assert wiring.doubts("", model.CURSOR) == []
