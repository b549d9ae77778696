"""Of what use facts were is read off the journal and the facts; examples.json has the recalls."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from memory_store import clock
from memory_store.facts import usefulness
from memory_store.journal import append, records
from memory_store.store import layout
from memory_store.upkeep import finish
from tests import given

DAY = 86_400


def recall(store: layout.Store, *ids: str, session: str = "s-1", days: int = 0) -> None:
    """The note that a session was told some facts, so many days ago."""
    given.event(store, "recalled", session, ago=days * DAY + 1, record_ids=list(ids))


@pytest.mark.parametrize(
    "damage", ["", "[]", "{", '{"read":{},"days":{"f_1":7}}', '{"read":{},"days":{"f_2":{}}}']
)
def test_the_cache_may_be_lost_or_damaged_at_any_time(store: layout.Store, damage: str) -> None:
    recall(store, "f_1")
    used = usefulness.most(store)
    cache = Path(layout.cache_directory(store), "used.json")
    whole = cache.read_text("utf-8")
    cache.write_text(damage, "utf-8")

    assert usefulness.most(store) == used
    assert cache.read_text("utf-8") == whole


def test_a_journal_day_that_may_not_be_read_stops_nothing(
    store: layout.Store, tmp_path: Path
) -> None:
    recall(store, "f_1")
    (day,) = Path(store.path, layout.DAILY).glob("*.jsonl")
    os.link(day, tmp_path / "second name")

    assert usefulness.most(store) == {}


@pytest.mark.usefixtures("words_alone")
def test_facts_that_were_used_are_listed_with_their_use(
    store: layout.Store, user_store: layout.Store
) -> None:
    """Also without a new fact; not what was taken back, or what no store knows."""
    event, again = (records.new_id("e", given.moment(days)) for days in (30, 2))
    said, told, gone = (
        given.fact(store, f"fact {one}", days=30, evidence=[event]) for one in range(3)
    )
    mine = given.fact(user_store, "use tabs", days=30)
    given.fact(store, "nobody asked", days=30)
    given.retraction(store, gone)
    finish.bring_up_to_date(given.where(store), embed_seconds=None)
    append.append(store, layout.FACTS, [said.changed(evidence=[event, again])])
    recall(store, told.id, mine.id, gone.id, "f_unknown", days=5)
    recall(store, told.id, session="s-2", days=4)

    finish.bring_up_to_date(given.where(store), embed_seconds=None)

    text = Path(layout.cache_directory(store), "rules.jsonl").read_text("utf-8")
    day_4, day_5 = (clock.local_day(clock.now() - one * DAY) for one in (4, 5))
    assert [
        (one["id"], "at" in one, one["used"]) for one in map(json.loads, text.splitlines()[1:])
    ] == [
        (said.id, True, [0, clock.local_day(given.moment(2))]),
        (told.id, True, [2, day_4]),
        (mine.id, False, [1, day_5]),
    ]
