"""Of what use facts were is read off the journal and the facts, once for each line."""

from __future__ import annotations

import os
from pathlib import Path

from memory_store import clock
from memory_store.facts import usefulness
from memory_store.index import sync
from memory_store.journal import append, records, sessions
from memory_store.store import layout
from tests import given

DAY = 86_400


def recall(store: layout.Store, *ids: str, session: str = "s-1", days: float = 0) -> None:
    """The note that a session was told some facts, so many days ago."""
    given.event(store, "recalled", session, ago=days * DAY + 1, record_ids=list(ids))


def counts(store: layout.Store) -> dict[str, int]:
    """In how many sessions each fact was recalled, by what is known now."""
    use = usefulness.bring_up_to_date(store)
    return {one: len(told) for one, told in use.recalled.items()}


def listed(*stores: layout.Store) -> list[given.Record]:
    """The facts of most use, once the indexes are up to date."""
    for store in stores:
        sync.sync(store)
    return list(usefulness.listed(list(stores), usefulness.bring_up_to_date(stores[0])))


def day_of(store: layout.Store) -> Path:
    return next(Path(store.path, layout.DAILY).glob("*.jsonl"))


def test_a_session_counts_once_and_later_sessions_are_added(store: layout.Store) -> None:
    recall(store, "f_1", "f_2")
    recall(store, "f_1", "f_2")
    assert counts(store) == {"f_1": 1, "f_2": 1}

    recall(store, "f_1", session="s-2")

    assert counts(store) == counts(store) == {"f_1": 2, "f_2": 1}


def test_old_use_and_the_briefing_do_not_count(store: layout.Store) -> None:
    recall(store, "f_old", days=100)
    recall(store, "f_new", days=80)
    given.event(store, "recalled", "s-1", source=sessions.BRIEFING, record_ids=["f_1"])

    assert counts(store) == {"f_new": 1}


def test_the_cache_may_be_lost_or_damaged_at_any_time(store: layout.Store) -> None:
    recall(store, "f_1")
    counts(store)
    cache = Path(layout.cache_directory(store), "used.json")
    whole = cache.read_bytes()

    for damage in (b"", b"[]", b"{", b'{"read":{},"recalled":{"f_1":7},"repeated":{}}'):
        cache.write_bytes(damage)
        assert counts(store) == {"f_1": 1}
        assert cache.read_bytes() == whole


def test_a_day_that_was_cut_by_hand_is_read_again_from_its_beginning(store: layout.Store) -> None:
    recall(store, "f_1")
    recall(store, "f_1", session="s-2")
    counts(store)
    day = day_of(store)
    day.write_text(day.read_text("utf-8").splitlines()[0] + "\n", "utf-8")
    counts(store)
    recall(store, "f_9", session="s-3")

    assert counts(store)["f_9"] == 1


def test_a_journal_day_that_may_not_be_read_stops_nothing(
    store: layout.Store, tmp_path: Path
) -> None:
    recall(store, "f_1")
    os.link(day_of(store), tmp_path / "second name")
    given.fact(store, "use tabs")

    assert counts(store) == {}


def test_a_fact_that_was_said_again_on_a_later_day_is_known_as_repeated(
    store: layout.Store,
) -> None:
    first, again = (records.new_id("e", given.moment(days)) for days in (9, 2))
    made = given.fact(store, "use tabs", days=9, evidence=[first])
    append.append(store, layout.FACTS, [made.changed(evidence=[first, again])])
    given.fact(store, "said once", days=9, evidence=[first])

    repeated = usefulness.bring_up_to_date(store).repeated

    assert repeated == {made["id"]: clock.local_day(given.moment(2))}


def test_the_facts_used_last_are_listed_with_their_use(store: layout.Store) -> None:
    first, second, gone = (given.fact(store, f"fact {one}", days=30) for one in range(3))
    given.fact(store, "fact 3", days=30)
    given.retraction(store, gone)
    recall(store, first.id, gone.id, "f_unknown", days=5)
    recall(store, second.id, days=2)
    recall(store, second.id, session="s-2", days=3)

    found = [(one["content"], one["used"]) for one in listed(store)]

    days = [clock.local_day(clock.now() - days * DAY) for days in (2, 5)]
    assert found == [("fact 1", [2, days[0]]), ("fact 0", [1, days[1]])]


def test_of_a_fact_in_another_store_only_its_use_is_listed(
    store: layout.Store, user_store: layout.Store
) -> None:
    made = given.fact(user_store, "use tabs", days=30)
    recall(store, made.id)

    (fact,) = listed(store, user_store)

    assert set(fact) == {"id", "used"}
