"""Ids of what was taken over: the same for the same origin, and of the moment they are given."""

from __future__ import annotations

from memory_store.journal import fields, imported_ids, records


def test_the_same_origin_has_the_same_id_and_is_known_at_another_moment() -> None:
    one, again = (imported_ids.identity("f", 1_700_000_000.5, "a", "b") for _ in range(2))
    later = imported_ids.identity("f", 1_700_000_009.0, "a", "b")
    other = imported_ids.identity("f", 1_700_000_000.5, "ab", "")

    assert one == again != later
    assert imported_ids.part(one) == imported_ids.part(later) != imported_ids.part(other)


def test_an_id_has_the_shape_and_the_time_of_all_others() -> None:
    made = imported_ids.identity("f", 1_700_000_000.5, "x")

    assert len(made) == len(records.new_id("f"))
    assert fields.made_at(made) == 1_700_000_000.5
    assert made < imported_ids.identity("f", 1_700_000_001.0, "a")
