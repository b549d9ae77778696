"""Whether a text asks, by its mark or by its words."""

from __future__ import annotations

import pytest

from memory_store.text import question


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How do we deploy?", True),
        ("remind me. which queue did we pick", True),
        ("上次选了哪个", True),
        ("部署失败了，怎么回事。", True),
        ("We deploy by hand.", False),
        ("What a day. We deploy by hand", False),
        ("怎么都行，统一用消息队列", False),
        ("", False),
    ],
)
def test_a_question_is_told_by_its_last_clause(text: str, *, expected: bool) -> None:
    assert question.asks(text) is expected
