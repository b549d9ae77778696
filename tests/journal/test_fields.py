from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_store.journal import fields, records

ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(st.characters(exclude_categories=())),
    st.lists(st.text() | st.integers(), max_size=4),
    st.dictionaries(st.text(), st.integers(), max_size=2),
)


@pytest.mark.long
@given(ANYTHING)
def test_every_field_is_total_and_harmless(value: object) -> None:
    assert isinstance(fields.is_id(value), bool)
    assert all(fields.is_id(one) for one in fields.ids(value))
    assert len(fields.line(value, 20)) <= 20
    assert "\n" not in fields.line(value, 20)
    assert all(text and len(text) <= 20 for text in fields.lines(value, 20, 3))
    assert len(fields.lines(value, 20, 3)) <= 3
    assert 0 <= fields.share(value, 0.5) <= 1
    assert fields.word(value, ("a", "b"), "a") in ("a", "b")
    assert 20 <= len(fields.stamp(value)) <= 40
    assert fields.stamp(value).isascii()


def test_an_id_of_ours_tells_when_it_was_made_and_no_other_does() -> None:
    moment = 1_790_000_000.125

    assert fields.made_at(records.new_id("f", moment)) == moment
    for other in ("f_1", "f_" + "u" * 26, "f_" + "z" * 26, "", 7, None):
        assert fields.made_at(other) is None
