"""A session start mentions what waits once a day at most, and only what is new."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_store import clock
from memory_store.promotion import candidates, mention, proposals
from memory_store.store import files, layout
from tests import given, scenes

NOON = 1_795_233_600.0


def test_what_waits_is_mentioned_once_and_what_is_new_on_another_day(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day, waiting, told in [
        (0, 1, 1), (0, 1, 0), (5, 1, 0), (5, 2, 2), (5, 3, 0), (6, 3, 3), (7, 3, 0),
    ]:  # fmt: skip
        monkeypatch.setattr(clock, "now", (NOON + day * 86_400).__float__)
        mention.keep(store, "ask", [f"f_{one}" for one in range(waiting)])

        assert mention.due([store]) == told


def test_where_nothing_waits_nothing_is_mentioned_and_no_file_tells_a_start_to_look(
    store: layout.Store,
) -> None:
    mention.keep(store, "ask", ["f_1"])
    path = Path(layout.cache_directory(store), layout.PROPOSALS)
    assert path.exists()

    mention.keep(store, "ask", [])

    assert not path.exists()
    assert mention.due([store]) == 0
    assert mention.due([]) == 0


def test_the_list_is_current_until_facts_core_memory_or_the_setting_change(
    store: layout.Store,
) -> None:
    assert not mention.is_current(store, "ask")
    mention.keep(store, "ask", [])
    assert mention.is_current(store, "ask")
    assert not mention.is_current(store, "auto")

    given.fact(store, "new")
    assert not mention.is_current(store, "ask")

    mention.keep(store, "ask", [])
    Path(store.path, layout.CORE).write_text("by hand\n")
    assert not mention.is_current(store, "ask")


@pytest.mark.parametrize(
    "content", [b"", b"not json", b"[]", b'{"ids": 5}', b"\xff", b'{"ids":[7]}']
)
def test_a_damaged_list_is_none(store: layout.Store, content: bytes) -> None:
    mention.keep(store, "ask", ["f_1"])
    Path(layout.cache_directory(store), layout.PROPOSALS).write_bytes(content)

    assert mention.waiting(store) == []
    assert mention.due([store]) == 0


def test_what_cannot_be_noted_as_told_is_not_told(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    mention.keep(store, "ask", ["f_1"])

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(files, "replace", fail)
        assert mention.due([store]) == 0
    assert mention.due([store]) == 1


def test_a_second_run_with_nothing_new_looks_at_no_fact(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenes.proved(store, "the API listens on port 8080")
    assert proposals.refresh(given.where(store)) == 1
    monkeypatch.setattr(candidates, "find", None)

    assert proposals.refresh(given.where(store)) == 1
