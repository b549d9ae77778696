"""Of what use facts were is read off the journal and the facts, once for each line."""

from __future__ import annotations

import os
from pathlib import Path

from memory_store import clock
from memory_store.facts import usefulness as use
from memory_store.index import sync
from memory_store.journal import append, records
from memory_store.journal import sessions as journal
from memory_store.store import layout
from tests import given

DAY = 86_400


def recall(store: layout.Store, *ids: str, session: str, days: float = 0) -> None:
    """The note that a session was told some facts, so many days ago."""
    given.event(store, "recalled", session, ago=days * DAY + 1, record_ids=list(ids))


def sessions(store: layout.Store) -> dict[str, int]:
    """In how many sessions each fact was recalled, by what is known now."""
    return {one: len(told) for one, told in use.bring_up_to_date(store).recalled.items()}


def test_a_session_counts_once_however_often_it_was_told(store: layout.Store) -> None:
    for session in ("s-1", "s-1", "s-2"):
        recall(store, "f_1", "f_2", session=session)

    assert sessions(store) == {"f_1": 2, "f_2": 2}


def test_what_is_new_in_the_journal_is_added_and_nothing_counts_twice(
    store: layout.Store,
) -> None:
    recall(store, "f_1", session="s-1")
    use.bring_up_to_date(store)
    recall(store, "f_1", session="s-2")

    assert sessions(store) == sessions(store) == {"f_1": 2}


def test_the_cache_may_be_lost_or_damaged_at_any_time(store: layout.Store) -> None:
    recall(store, "f_1", session="s-1")
    use.bring_up_to_date(store)
    kept = Path(layout.cache_directory(store), "used.json")
    whole = kept.read_bytes()

    for damage in (b"", b"[]", b"{", b'{"read":{},"recalled":{"f_1":7},"repeated":{}}'):
        kept.write_bytes(damage)
        assert sessions(store) == {"f_1": 1}
    kept.unlink()
    use.bring_up_to_date(store)

    assert kept.read_bytes() == whole


def test_a_day_that_was_cut_by_hand_is_read_again_from_its_beginning(store: layout.Store) -> None:
    recall(store, "f_1", session="s-1")
    recall(store, "f_1", session="s-2")
    use.bring_up_to_date(store)
    day = next(Path(store.path, layout.DAILY).glob("*.jsonl"))
    day.write_text(day.read_text("utf-8").splitlines()[0] + "\n", "utf-8")
    use.bring_up_to_date(store)
    recall(store, "f_9", session="s-3")

    assert sessions(store)["f_9"] == 1


def test_use_that_lies_far_back_is_forgotten(store: layout.Store) -> None:
    recall(store, "f_old", session="s-1", days=100)
    recall(store, "f_new", session="s-1", days=80)

    assert sessions(store) == {"f_new": 1}


def test_a_fact_that_was_said_again_on_a_later_day_is_known_as_repeated(
    store: layout.Store,
) -> None:
    made = given.fact(store, "use tabs", days=9, evidence=[event_id(9)])
    append.append(store, layout.FACTS, [made.changed(evidence=[event_id(9), event_id(2)])])
    given.fact(store, "said once", days=3, evidence=[event_id(3)])

    repeated = use.bring_up_to_date(store).repeated

    assert repeated == {made["id"]: clock.local_day(given.moment(2))}


def event_id(days: float) -> str:
    return records.new_id("e", given.moment(days))


def test_the_facts_used_last_are_listed_with_their_use(store: layout.Store) -> None:
    made = [given.fact(store, f"fact {one}", days=30) for one in range(3)]
    recall(store, made[0].id, session="s-1", days=5)
    recall(store, made[1].id, session="s-1", days=2)
    recall(store, made[1].id, session="s-2", days=3)
    sync.sync(store)

    listed = list(use.listed([store], use.bring_up_to_date(store)))

    today = clock.local_day(clock.now())
    assert [one["content"] for one in listed] == ["fact 1", "fact 0"]
    assert listed[0]["used"] == [2, clock.local_day(clock.now() - 2 * DAY)]
    assert all(isinstance(one["used"], list) and one["used"][1] < today for one in listed)


def test_a_fact_that_holds_no_more_is_not_listed(store: layout.Store) -> None:
    made = given.fact(store, "use tabs", days=30)
    recall(store, made.id, "f_unknown", session="s-1")
    given.retraction(store, made)
    sync.sync(store)

    assert list(use.listed([store], use.bring_up_to_date(store))) == []


def test_of_a_fact_in_another_store_only_its_use_is_listed(
    store: layout.Store, user_store: layout.Store
) -> None:
    made = given.fact(user_store, "use tabs", days=30)
    recall(store, made.id, session="s-1")
    sync.sync(store)
    sync.sync(user_store)

    (listed,) = use.listed([store, user_store], use.bring_up_to_date(store))

    assert set(listed) == {"id", "used"}


def test_a_journal_day_that_may_not_be_read_stops_nothing(
    store: layout.Store, tmp_path: Path
) -> None:
    recall(store, "f_1", session="s-1")
    day = next(Path(store.path, layout.DAILY).glob("*.jsonl"))
    os.link(day, tmp_path / "second name")
    given.fact(store, "use tabs")

    assert sessions(store) == {}


def test_what_every_start_is_given_is_of_no_use_by_that(store: layout.Store) -> None:
    given.event(store, "recalled", "s-1", source=journal.BRIEFING, record_ids=["f_1"])
    recall(store, "f_2", session="s-1")

    assert sessions(store) == {"f_2": 1}
