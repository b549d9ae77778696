"""Consolidation loses nothing, repeats nothing, and goes by what was said last.

Near-duplicates are merged in consolidation alone, never where a number or a name differs
(docs/interface.md 2).
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import NamedTuple

import hypothesis
import pytest
from hypothesis import strategies as st

from memory_store import clock
from memory_store.facts import relation, settling
from memory_store.index import indexer, tables
from memory_store.journal import append, facts, records, stored
from memory_store.store import layout
from tests import given

pytestmark = pytest.mark.long

HOUR = 3_600.0
START = 1_790_000_000.0


class Said(NamedTuple):
    """A statement of which we know what it says: of whom, which of its attributes, which value."""

    subject: str
    attribute: str
    value: str
    text: str


SUBJECTS = (
    ("svc-20", "svc-20"), ("svc-21", "svc-21"), ("the cart service", "购物车服务"),
    ("the billing service", "支付服务"), ("the Atlas service", "Atlas 服务"),
    ("node 3", "3 号节点"), ("node 4", "4 号节点"),
)  # fmt: skip
PORTS = (
    "{s} listens on port {v}", "The port of {s} is {v}", "{s} is listening on the port {v}.",
    "{s} now listens on port {v}", "{z}的端口是 {v}", "{z}监听 {v} 端口", "{z}的端口改成 {v} 了",
)  # fmt: skip
CACHES = (
    "{s} uses {v} for caching", "{s} caches with {v}", "{s} moved to {v} for caching",
    "{z}的缓存用 {v}", "{z}的缓存改用 {v}",
)  # fmt: skip
OWNERS = ("{v} owns {s}", "{s} is owned by {v}", "{z}的负责人是{v}", "{z}由{v}负责")
KEEPS = ("{s} keeps logs for {v} days", "{z}的日志保留 {v} 天")
LANGUAGES = ("{s} is written in {v}", "{z}用 {v} 编写")
ATTRIBUTES = (
    ("port", PORTS, ("8080", "8081", "9090")),
    ("cache", CACHES, ("Redis", "Memcached")),
    ("owner", OWNERS, ("小王", "小李")),
    ("keep", KEEPS, ("30", "90")),
    ("language", LANGUAGES, ("Python", "Go")),
)
ALL = [
    Said(english, name, value, form.format(s=english, z=chinese, v=value))
    for english, chinese in SUBJECTS
    for name, forms, values in ATTRIBUTES
    for form in forms
    for value in values
]
SOME = [one for one in ALL if one.subject in ("svc-20", "svc-21", "the cart service")]
histories = st.lists(st.sampled_from(SOME), min_size=1, max_size=8)


def test_no_two_are_merged_of_which_a_subject_an_attribute_or_a_value_differs() -> None:
    for one, other in itertools.permutations(SOME, 2):
        if relation.says_again(one.text, other.text):
            assert one[:3] == other[:3], (one.text, other.text)


@pytest.mark.long
def test_hardly_anything_replaces_what_is_said_of_another_subject_or_attribute() -> None:
    pairs = list(itertools.permutations(SOME, 2))
    wrong = [
        (older.text, newer.text)
        for older, newer in pairs
        if relation.relation(older.text, newer.text) == relation.REPLACES
        and (older[:2] != newer[:2] or older.value == newer.value)
    ]

    assert len(wrong) <= 0.004 * len(pairs), wrong


def fact(said: Said, number: int, via: str = "user") -> stored.Fact:
    """What somebody said at an hour of its own."""
    moment = START + number * HOUR
    made, _ = records.fact(said.text, source={"via": via})
    stamp = clock.stamp(moment)
    return made.with_(id=records.new_id("f", moment), created_at=stamp, updated_at=stamp)


def settle(store: layout.Store) -> settling.Outcome:
    """Consolidate all that holds, each fact being everybody's neighbour."""
    first = [made["id"] for made in facts.newest_first(store)][::-1]
    living = sorted(facts.recent(store), key=lambda one: first.index(one.id))

    def similar(one: stored.Fact) -> settling.Near:
        return [(other, None) for other in living if other["id"] != one["id"]]

    return settling.consolidate(store, living, similar)


@pytest.fixture
def fresh(store: layout.Store) -> layout.Store:
    """A store that each example fills anew."""
    return store


def fill(store: layout.Store, made: list[stored.Fact]) -> None:
    Path(store.path, layout.FACTS).unlink(missing_ok=True)
    append.append(store, layout.FACTS, made, durable=False)


SETTINGS = hypothesis.settings(
    max_examples=60, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture]
)


@SETTINGS
@hypothesis.given(history=histories)
def test_consolidating_again_changes_nothing(fresh: layout.Store, history: list[Said]) -> None:
    fill(fresh, [fact(one, at) for at, one in enumerate(history)])
    settle(fresh)
    before = Path(fresh.path, layout.FACTS).read_bytes()

    done = settle(fresh)

    assert (done.merged, done.replaced) == (0, 0)
    assert Path(fresh.path, layout.FACTS).read_bytes() == before


@pytest.mark.long
@SETTINGS
@hypothesis.given(history=histories, data=st.data())
def test_the_order_of_imported_lines_does_not_matter(
    fresh: layout.Store, history: list[Said], data: st.DataObject
) -> None:
    made = [fact(one, at, "import") for at, one in enumerate(history)]
    outcomes = []
    for lines in (made, data.draw(st.permutations(made))):
        fill(fresh, lines)
        settle(fresh)
        living = facts.recent(fresh)
        outcomes.append({one["id"]: _told(one) for one in living})

    assert outcomes[0] == outcomes[1]


def _told(one: stored.Fact) -> tuple[object, ...]:
    return one.content, frozenset(one.evidence), one.confidence, one.supersedes


@SETTINGS
@hypothesis.given(history=histories)
def test_no_fact_is_lost(fresh: layout.Store, history: list[Said]) -> None:
    """Each holds, or is the evidence of one that does, or ended when another began."""
    made = [fact(one, at) for at, one in enumerate(history)]
    fill(fresh, made)
    settle(fresh)

    lines = given.lines(fresh, layout.FACTS)
    newest = {one["id"]: one for one in lines}
    living = {one["id"] for one in facts.recent(fresh)}
    kept = {piece for one in newest.values() for piece in one["evidence"]}
    begins = {one["created_at"] for one in made}
    for one in made:
        merged = newest[one["id"]].get("op") == "retract" and one["id"] in kept
        ended = newest[one["id"]].get("valid_to") in begins
        assert one["id"] in living or merged or ended
    assert lines[: len(made)] == made


@SETTINGS
@hypothesis.given(history=histories, data=st.data())
def test_of_each_attribute_the_newest_value_holds_whatever_clocks_said(
    fresh: layout.Store, history: list[Said], data: st.DataObject
) -> None:
    """Whatever was replaced, what was said last holds, in words that mean the same."""
    hours = data.draw(st.permutations(range(len(history))))
    fill(fresh, [fact(one, hour) for one, hour in zip(history, hours, strict=True)])
    settle(fresh)

    living = {str(one["content"]) for one in facts.recent(fresh)}
    last = history[-1]
    same = {one.text for one in ALL if one[:3] == last[:3]}
    assert living & same


OPERATIONS = ("new", "update", "retract", "restore", "replace")
operations = st.lists(
    st.tuples(st.integers(0, 3), st.sampled_from(OPERATIONS)), min_size=1, max_size=10
)


@SETTINGS
@hypothesis.given(done=operations, until=st.integers(0, 11))
def test_as_of_a_day_is_reading_the_file_up_to_that_day(
    fresh: layout.Store, done: list[tuple[int, str]], until: int
) -> None:
    lines = [_line(at, number, what) for at, (number, what) in enumerate(done)]
    fill(fresh, lines)
    moment = START + until * HOUR

    with indexer.as_of(fresh, moment) as index:
        sql = "SELECT record FROM piece"
        found = {record for (record,) in tables.rows(index.db, sql)}

    replayed = facts.holding(reversed(lines[: until + 1]))
    assert found == {one["id"] for one in replayed}


def _line(at: int, number: int, what: str) -> stored.Fact:
    """The line that is written in an hour; of which fact, and what it does to it."""
    stamp = clock.stamp(START + at * HOUR)
    base = stored.Fact(id=f"f_{number}", content=f"fact {number}", updated_at=stamp)
    if what == "new":
        return base.with_(id=f"f_n{at}", created_at=stamp)
    if what == "replace":
        return base.with_(id=f"f_r{at}", created_at=stamp, supersedes=f"f_{number}")
    return base.with_(created_at=clock.stamp(START), op=what)
