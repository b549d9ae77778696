"""What a person or an agent says that closes a todo."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store import clock
from memory_store.journal import checkpoints
from memory_store.sessions import closing, prose
from tests import given

if TYPE_CHECKING:
    from memory_store.store import layout

DAY = 86_400.0
PORT = "port the refunds"


def ago(days: float) -> str:
    return clock.stamp(clock.now() - days * DAY)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were cut into sentences."""
    texts: list[str] = []
    cut = prose.own_sentences

    def noted(text: str) -> list[str]:
        texts.append(text)
        return cut(text)

    monkeypatch.setattr(prose, "own_sentences", noted)
    return texts


def test_each_summary_is_read_once_however_many_todos_are_open_and_however_often_one_looks(
    store: layout.Store, read: list[str]
) -> None:
    for at in range(6):
        session, when = f"s-{at}", ago(9 - at)
        text = f"Moved the invoices, part {at}."
        given.summary(
            store, "x", text=text, session=session, todos=[f"{PORT} {at}"], created_at=when
        )
    told = [f"Moved the invoices, part {at}." for at in range(6)]

    assert closing.close_what_is_done(store, []) == 0
    assert sorted(read) == sorted(set(read))
    assert set(read) <= set(told)
    read.clear()
    given.summary(store, "x", text="Paid the taxes.", session="s-7")
    assert closing.close_what_is_done(store, []) == 0
    assert read == ["Paid the taxes."]


def test_a_shorter_file_is_looked_at_from_its_beginning(store: layout.Store) -> None:
    given.summary(store, "x", session="s-1", todos=[PORT], created_at=ago(2))
    given.summary(store, "x", text="The port of the refunds is live.", session="s-2")
    checkpoints.update(store, {"sessions.jsonl": 1 << 30})

    assert closing.close_what_is_done(store, []) == 1
