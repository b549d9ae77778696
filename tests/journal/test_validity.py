from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_store import clock
from memory_store.journal import facts, stored, validity

pytestmark = pytest.mark.usefixtures("in_shanghai")


@given(st.text() | st.floats() | st.integers() | st.datetimes().map(str) | st.dates().map(str))
def test_any_value_has_a_moment_that_can_be_written_again_or_none(written: object) -> None:
    for found in (validity.moment(written, last=False), validity.moment(written, last=True)):
        if found is not None:
            assert abs((clock.parse(clock.stamp(found)) or 0.0) - found) < 0.001


def test_what_is_read_is_written_again_as_a_stamp() -> None:
    raw: dict[str, object] = {"id": "f_1", "content": "x", "valid_to": "2026-11-21"}
    raw["valid_from"] = "someday"

    (found,) = facts.living([stored.Fact(raw)])

    assert found["valid_to"] == "2026-11-21T16:00:00.000Z"
    assert "valid_from" not in found
