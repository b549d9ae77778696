"""What was of use stays longer, and pushes nothing newer out; the rest fades by the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memory_store import clock
from memory_store.journal import append, records, stored
from memory_store.recall import choice, decay, fact_lines
from memory_store.store import files, layout
from tests import given

pytestmark = pytest.mark.usefixtures("noon")


def chosen(store: layout.Store) -> choice.Choice:
    """What a session start is given of the facts."""
    where = given.where(store)
    return choice.choose(decay.loadable(where), where.config.count("facts_limit"))


def loaded(store: layout.Store) -> list[str]:
    """The contents that a session start is given, rules first, each newest first."""
    found = chosen(store)
    return [str(one["content"]) for one in (*found.rules, *found.recent)]


def listed(store: layout.Store, *used: tuple[stored.Fact, int, float]) -> None:
    """Put down the list of consolidation: facts, in how many sessions, and days since the last."""
    status = Path(store.path, layout.FACTS).stat()
    lines: list[object] = [{"size": status.st_size, "inode": status.st_ino}]
    for fact, sessions, days in used:
        use = [sessions, clock.local_day(given.moment(days))]
        lines.append({"id": fact["id"], "at": given.place_of(store, fact), "used": use})
    cache = layout.cache_directory(store)
    files.make_directory(cache)
    text = "".join(json.dumps(one) + "\n" for one in lines)
    Path(cache, fact_lines.RULES).write_text(text, "utf-8")


def again(store: layout.Store, fact: stored.Fact, *days: float) -> stored.Fact:
    """The fact, said again so many days ago, each time in an event of its own."""
    events = [records.new_id("e", given.moment(one)) for one in days]
    line = fact.changed(evidence=[*fact.evidence, *events])
    append.append(store, layout.FACTS, [line])
    return line


@pytest.mark.parametrize(
    ("sessions", "since", "sure", "kept"),
    [
        (0, 20, 0.95, False),
        (1, 3, 0.5, True),  # half of 3: as yesterday's
        (1, 9, 0.5, True),  # half of 9: as one of 4 days ago
        (1, 10, 0.5, False),
        (1, 10, 0.95, True),  # half of 10: as one of 5 days ago
        (1, 14, 0.95, False),
        (3, 19, 0.5, True),
        (3, 20, 0.5, False),
        (3, 27, 0.95, True),
        (3, 28, 0.95, False),
        (1_000, 89, 0.95, True),
        (1_000, 91, 0.95, False),  # a habit that ended is forgotten too
    ],
)
def test_a_fact_of_use_ages_more_slowly(
    store: layout.Store, sessions: int, since: float, sure: float, *, kept: bool
) -> None:
    fact = given.fact(store, "used", days=120, confidence=sure)
    listed(store, (fact, sessions, since))

    assert loaded(store) == (["used"] if kept else [])


def test_what_was_said_again_today_is_loaded_before_anything_is_consolidated(
    store: layout.Store,
) -> None:
    again(store, given.fact(store, "said again", days=50), 0)

    assert loaded(store) == ["said again"]


def test_what_is_said_twice_on_its_first_day_is_of_no_more_use(store: layout.Store) -> None:
    again(store, given.fact(store, "said twice at once", days=6), 6, 6)

    assert loaded(store) == []


def test_recalls_and_repetitions_count_together(store: layout.Store) -> None:
    fact = again(store, given.fact(store, "both", days=100), 40, 30, 18)
    listed(store, (fact, 1, 18))  # 18 days over 1 + 3 + 1 are 3

    assert loaded(store) == ["both"]


def test_used_facts_are_counted_beside_the_newest_three_of_a_day(store: layout.Store) -> None:
    fact = given.fact(store, "used", days=100)
    for hour in range(10, 15):
        given.fact(store, f"at {hour}", days=3, at=f"{hour}:00:00")
    listed(store, (fact, 1, 6))

    assert set(loaded(store)) == {"at 12", "at 13", "at 14", "used"}


def test_a_fact_of_use_pushes_no_newer_one_out(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was recalled once may be what today's fact corrects."""
    monkeypatch.setenv("MEMORY_STORE_FACTS_LIMIT", "6")
    used = [given.fact(store, f"used {one}", days=60 + one) for one in range(3)]
    for one in range(5):
        given.fact(store, f"today {one}", at=f"1{one}:00:00")
    listed(store, (used[0], 1, 1), (used[1], 3, 1), (used[2], 2, 1))

    assert loaded(store) == [*(f"today {one}" for one in (4, 3, 2, 1, 0)), "used 0"]


def test_rules_take_no_place_of_the_newest_three_facts_of_a_day(store: layout.Store) -> None:
    for hour in range(10, 14):
        given.fact(store, f"fact at {hour}", days=3, at=f"{hour}:00:00")
        given.fact(store, f"rule at {hour}", days=3, at=f"{hour}:30:00", kind="O", confidence=0.5)

    assert loaded(store) == [
        *(f"rule at {one}" for one in (13, 12, 11, 10)),
        *(f"fact at {one}" for one in (13, 12, 11)),
    ]


@pytest.mark.parametrize("days", range(8))
def test_a_sure_fact_stays_until_its_days_are_over_and_does_not_come_back(
    store: layout.Store, days: int
) -> None:
    given.fact(store, "sure", days=days, at="09:00:00", confidence=1.0)
    for hour in range(10, 14):
        given.fact(store, f"at {hour}", days=days, at=f"{hour}:00:00")

    assert ("sure" in loaded(store)) == (days < 7)


def test_a_used_fact_that_was_taken_back_since_is_not_loaded(store: layout.Store) -> None:
    fact = given.fact(store, "used", days=100)
    listed(store, (fact, 3, 1))
    given.retraction(store, fact)

    assert loaded(store) == []


def test_a_used_fact_is_loaded_as_it_was_changed_since(store: layout.Store) -> None:
    fact = given.fact(store, "as it was", days=100)
    listed(store, (fact, 3, 1))
    append.append(store, layout.FACTS, [fact.changed(content="as it is")])

    assert loaded(store) == ["as it is"]


def test_of_a_fact_in_the_users_store_the_use_is_told_by_the_projects_list(
    store: layout.Store, user_store: layout.Store
) -> None:
    fact = given.fact(user_store, "everywhere", days=30)
    given.fact(store, "long ago", days=100)
    listed(store, (stored.Fact(id=fact.id), 3, 4))

    assert loaded(store) == ["everywhere"]


@pytest.mark.parametrize("used", [7, [1], ["1", 2], [True, 9e9], [1, 2, 3], [-4, 10**9], None])
def test_a_damaged_list_brings_nothing_back(store: layout.Store, used: object) -> None:
    fact = given.fact(store, "used", days=100)
    listed(store, (fact, 1, 1))
    path = Path(layout.cache_directory(store), fact_lines.RULES)
    head, line = path.read_text("utf-8").splitlines()
    broken = json.dumps({**json.loads(line), "used": used})
    path.write_text(f"{head}\n{broken}\n", "utf-8")

    assert loaded(store) == []


def test_changes_of_old_facts_do_not_hide_recent_ones_that_stand_before_them(
    store: layout.Store,
) -> None:
    """Consolidation appends changes of facts of any age."""
    old = [given.fact(store, f"old {one} {'x' * 300}", days=60) for one in range(40)]
    given.fact(store, "of yesterday", days=1)
    append.append(store, layout.FACTS, [one.changed() for one in old])

    assert loaded(store) == ["of yesterday"]


def test_choosing_reads_no_more_of_a_large_store(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    read_at = files.read_at

    def counted(descriptor: int, offset: int, length: int) -> bytes:
        found = read_at(descriptor, offset, length)
        read.append(len(found))
        return found

    def bytes_read() -> int:
        read.clear()
        loaded(store)
        return sum(read)

    used = [given.fact(store, f"used {one}", days=60) for one in range(50)]
    listed(store, *((one, 2, 3) for one in used))
    monkeypatch.setattr(files, "read_at", counted)
    assert bytes_read() > 0
    line = json.dumps(given.fact(store, "of long ago", days=200)).encode() + b"\n"
    with Path(store.path, layout.FACTS).open("ab") as file:
        file.write(line * 10_000)
    listed(store, *((one, 2, 3) for one in used))

    assert bytes_read() < 1 << 20


@pytest.mark.parametrize("count", [30, 300])
def test_an_import_does_not_hide_what_is_recent(store: layout.Store, count: int) -> None:
    """It stands behind newer facts, so that old lines at the end say nothing of what is before."""
    given.fact(store, "the staging database is read-only", days=1)
    given.imported(store, count)

    assert loaded(store) == ["the staging database is read-only"]

    listed(store)  # a list that covers all, and lists what stands before an import: here nothing
    assert loaded(store) == (["the staging database is read-only"] if count == 30 else [])
