"""The index tells of each fact what its whole history does."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import clock
from memory_store.index import database, indexer, questions, sync
from memory_store.journal import append, facts, records, stored
from memory_store.sessions import todos
from memory_store.store import layout
from tests import given
from tests.index import tiny

if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.journal.stored import Fact

pytestmark = pytest.mark.usefixtures("words_alone")

_DAY = 86_400


def fill(store: layout.Store, seed: int, count: int = 80) -> None:
    """Facts that replace, amend, plan, end, retract and restore each other."""
    choose = random.Random(seed)
    known: list[Fact] = []
    now = clock.now()
    captured = {"source": {"via": stored.CAPTURE}, "status": stored.CANDIDATE}
    for number in range(count):
        then = now - (count - number) * 60
        fields: dict[str, Any] = {"created_at": clock.stamp(then)}
        if known and choose.random() < 0.3:
            fields["supersedes"] = choose.choice(known).id
        if known and choose.random() < 0.1:
            fields["related"] = [choose.choice(known).id]
        more: list[dict[str, Any]] = [
            {"valid_from": clock.stamp(now + _DAY)},
            {"valid_from": clock.stamp(now - _DAY)},
            {"valid_to": clock.stamp(now - 1)},
            captured,
        ]
        fields |= choose.choice([*more, {}, {}, {}])
        known.append(given.fact(store, f"The service {number} listens on {number}", **fields))
        older = choose.choice(known)
        changes = [older.retracted(), older.restored(), older.amended_by(known[-1])]
        if choose.random() < 0.3:
            append.append(store, layout.FACTS, [choose.choice(changes)])


def tier_of(store: layout.Store) -> dict[str, str]:
    """The tier of each fact by the rules of `journal.facts`, which read all lines."""
    lines = [stored.Fact(one) for one in given.lines(store, layout.FACTS)][::-1]
    found = {one.id: questions.REPLACED for one in lines}
    found |= {one.id: questions.RETRACTED for one in facts.taken_back(lines)}
    found |= {one.id: questions.PLANNED for one in facts.planned(lines)}
    for one in facts.holding(lines):
        found[one.id] = questions.STANDING if one.stands else questions.CANDIDATE
    return found


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_a_facts_tier_is_what_reading_all_lines_tells(store: layout.Store, seed: int) -> None:
    fill(store, seed)
    expected = tier_of(store)
    held = questions.Records(store)

    for tier in questions.TIERS:
        wanted = questions.Wanted((tier,))
        listed = list(held.facts(wanted))
        assert {one.id for one in listed} == {one for one in expected if expected[one] == tier}
        assert listed == sorted(listed, key=lambda one: one.text_of("created_at"), reverse=True)
        assert held.count(wanted) == len(listed)
        assert held.ids(wanted) == [one.id for one in listed]
    for identity, lines in held.histories().items():
        assert held.tier(identity) == expected[identity]
        assert held.lines(identity) == lines
        assert held.fact(identity) == lines[-1]
        assert held.record(identity) == lines[-1]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_facts_are_as_they_were_at_a_moment(store: layout.Store, seed: int) -> None:
    """What the lines written by then say is what they say to who reads them alone."""
    fill(store, seed)
    lines = [stored.Fact(one) for one in given.lines(store, layout.FACTS)]
    moment = lines[len(lines) // 2].written_at or 0.0
    by_then = [one for one in lines if (one.written_at or 0.0) <= moment][::-1]
    holding = {one.id for one in facts.holding(by_then, moment)}

    then = questions.Records(store, moment)

    tiers = (questions.STANDING, questions.CANDIDATE)
    assert set(then.ids(questions.Wanted(tiers))) == holding


def test_what_a_fact_took_the_place_of_and_what_took_its_parts_is_told(
    store: layout.Store,
) -> None:
    old = given.fact(store, "The gateway listens on 80")
    new = given.fact(store, "The gateway listens on 90", supersedes=old.id)
    whole = given.fact(store, "Deploys run at one, by hand")
    part = given.fact(store, "Deploys run by Argo CD")
    append.append(store, layout.FACTS, [whole.amended_by(part)])
    held = questions.Records(store)
    amended = held.fact(whole.id)

    assert amended is not None
    assert held.said_before(new) == old.content
    assert held.said_before(old) == ""
    assert held.said_since(amended) == [part.content]
    assert held.said_since(old) == []
    assert [one.id for one in held.replacing(old.id)] == [new.id]
    assert held.was_replaced(old.id)
    assert not held.was_replaced(new.id)
    assert held.ids_from(new.id[:-1]) >= {new.id}
    assert held.ids_from(f"{new.id}0") == set()


def test_sessions_are_told_by_their_events_and_newest_summary(store: layout.Store) -> None:
    given.event(store, "prompt", "s-1", ago=7200, text="where?")
    given.event(store, "prompt", "s-1", ago=7000, text="a wake-up", origin="scheduled")
    given.event(store, "response", "s-1", ago=6900, text="here")
    given.event(store, "recalled", "s-1", ago=6800, record_ids=["f_1", "f_2"])
    given.fact(store, "the API has port 8080", session="s-1")
    given.retraction(store, given.fact(store, "deploys go through Argo", session="s-1"))
    given.fact(store, "perhaps tabs", session="s-1", status="candidate")
    given.event(store, "prompt", "s-2", ago=60, text="there?")
    given.summary(store, "First title", session="s-1")
    given.summary(store, "Second title", session="s-1")
    held = questions.Records(store)

    first, second = sorted(held.sessions(), key=lambda one: one.session_id)

    assert (first.session_id, first.prompts, first.kept) == ("s-1", 1, 1)
    assert (first.topic, second.topic) == ("Second title", "")
    assert first.first < first.last
    assert held.session_ids() == {"s-1", "s-2"}
    assert [one.type for one in held.events("s-2")] == ["prompt"]
    assert [one.text for one in held.events(types=["response"])] == ["here"]
    assert [one.type for one in held.naming(["f_2"], "recalled")] == ["recalled"]
    assert held.naming(["f_2"], "fact") == []
    assert sum(count for _, count in held.told()) == 2
    assert [one.topic for one in held.summaries()] == ["Second title"]


def test_a_damaged_index_is_not_believed(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = given.fact(store, "one")
    held = questions.Records(store)
    asked = held.count(questions.Wanted())
    held._index.db.execute("DROP TABLE line")

    assert asked == held.count(questions.Wanted()) == 1
    assert held.fact(made.id) == made

    def locked(*_: object, **__: object) -> None:
        raise database.Unusable("in use")

    monkeypatch.setattr(indexer, "bring_up", locked)
    assert questions.Records(store).count(questions.Wanted()) == 1


def test_as_it_is_there_is_nothing_to_ask_where_there_is_no_index(store: layout.Store) -> None:
    given.fact(store, "use tabs")

    assert questions.as_is(store, questions.Records.waiting) is None
    assert questions.state(store) == {}
    assert not Path(layout.cache_directory(store)).exists()


def test_a_record_is_found_by_its_id(store: layout.Store) -> None:
    made = [
        given.fact(store, "use tabs"),
        given.summary(store, "Index", session="a"),
        given.event(store, "prompt", text="why?"),
        given.event(store, "recalled", record_ids=["f_1"]),
    ]

    with questions.Records(store) as records:
        assert [records.record(one.id) for one in made] == made
        assert records.record("f_unknown") is None


def test_the_same_fact_is_found_whatever_its_case_width_and_blanks(store: layout.Store) -> None:
    made = given.fact(store, "Use ＴＡＢＳ everywhere")
    sync.sync(store)

    assert questions.Records(store).same("use  tabs everywhere", "W") == made
    assert questions.Records(store).same("use tabs everywhere", "O") is None
    assert questions.Records(store).same("use tabs anywhere", "W") is None


def test_a_fact_that_ended_is_not_the_same(store: layout.Store) -> None:
    given.fact(store, "use tabs", valid_to="2020-01-01T00:00:00.000Z")
    sync.sync(store)
    assert questions.Records(store).same("use tabs", "W") is None

    made = given.fact(store, "use tabs", valid_to="2099-01-01T00:00:00.000Z")
    sync.sync(store)
    assert questions.Records(store).same("use tabs", "W") == made


def edit_by_hand(store: layout.Store, _: stored.Fact) -> None:
    path = Path(store.path, layout.FACTS)
    path.write_text(path.read_text("utf-8").replace("tabs", "oaks"), "utf-8")


@pytest.mark.parametrize(
    "change",
    [
        given.retraction,
        lambda store, made: given.fact(store, "use spaces", supersedes=made.id),
        edit_by_hand,
    ],
    ids=["taken back", "superseded", "edited by hand"],
)
def test_a_fact_that_changed_since_the_sync_is_not_found(
    store: layout.Store, change: Callable[[layout.Store, stored.Fact], object]
) -> None:
    made = given.fact(store, "use tabs")
    sync.sync(store)

    change(store, made)

    assert questions.Records(store).same("use tabs", "W") is None
    assert change is not given.retraction or questions.Records(store).held(made.id) is None


def ids(found: list[tuple[stored.Fact, float | None]] | None) -> list[object]:
    return [one["id"] for one, _ in found or []]


def test_similar_facts_come_by_their_rare_words_and_turns_do_not_crowd_them_out(
    store: layout.Store,
) -> None:
    near = given.fact(store, "the deploy of the billing service runs on Fridays")
    far = given.fact(store, "the deploy of the website runs daily")
    own = given.fact(store, "billing deploy runs on Mondays")
    given.fact(store, "nothing to do with it")
    for _ in range(20):
        given.event(store, "prompt", text="deploy billing service Fridays")
    sync.sync(store)

    found = questions.Records(store).similar(own, 3)

    assert ids(found) == [near.id, far.id]
    assert [cosine for _, cosine in found or []] == [None, None]


def test_similar_facts_come_by_meaning_too_with_their_cosines(store: layout.Store) -> None:
    own = given.fact(store, "use tabs")
    by_words = given.fact(store, "tabs are used")
    by_meaning = given.fact(store, "制表符")
    sync.sync(store, embedder=tiny.TinyEmbedder())

    found = questions.Records(store).similar(own, 3)

    assert ids(found) == [by_words.id, by_meaning.id]
    assert all(cosine is not None and -1 <= cosine <= 1.001 for _, cosine in found or [])


def test_of_facts_that_hold_no_more_none_is_similar_and_none_has_similar_ones(
    store: layout.Store,
) -> None:
    other = given.fact(store, "tabs are used")
    own = given.fact(store, "use tabs")
    sync.sync(store)

    given.retraction(store, other)
    assert questions.Records(store).similar(own, 3) == []
    given.retraction(store, own)
    assert questions.Records(store).similar(own, 3) is None


def test_of_what_holds_whatever_its_age_rules_come_first_and_then_the_newest(
    store: layout.Store,
) -> None:
    rule = given.fact(store, "always test", kind="O", confidence=0.5, days=40)
    source = {"via": "capture", "how": "asked"}
    asked = given.fact(store, "smoke first", source=source, status="standing", days=2)
    pinned = given.fact(store, "pinned", pinned=True, days=1)
    plan = given.fact(store, "a plan", valid_from="2099-01-01T00:00:00.000Z")
    given.fact(store, "guessed", kind="O", status="candidate")
    given.fact(store, "a world fact", kind="W", confidence=1)
    sync.sync(store)

    assert questions.Records(store).lasting(5) == [rule, plan, pinned, asked]
    assert questions.Records(store).lasting(1) == [rule]


def test_the_state_counts_pieces_and_texts_without_vectors(store: layout.Store) -> None:
    given.fact(store, "one")
    given.summary(store, "Index", session="a")
    todos.open_all(store, [records.todo("call the bank", {"via": "user"})[0]])
    note = Path(store.path, layout.NOTES, "port.md")
    note.parent.mkdir()
    note.write_text("# One\nport 1\n\n# Two\nport 2\n", "utf-8")
    sync.sync(store)

    assert questions.state(store) == {
        "pieces": {"fact": 1, "note": 2, "summary": 2},
        "notes": 1,
        "todos": 1,
        "vectors": 0,
        "vectors_missing": 5,
        "files": 4,
        "model": "",
    }


@pytest.mark.long
def test_however_many_facts_resemble_one_a_few_are_compared_with_it(store: layout.Store) -> None:
    made = [given.fact(store, f"service svc-{one} listens on port {one}") for one in range(150)]
    other = given.fact(store, "svc-7 moved to another host")
    sync.sync(store)

    found = questions.Records(store).similar(made[7], 12)
    assert found is not None
    assert 0 < len(found) <= 26
    assert other["id"] in [record["id"] for record, _ in found]


def test_events_come_as_they_happened_and_of_many_the_last(store: layout.Store) -> None:
    for text, ago in (("one", 200_000), ("two", 30), ("three", 20)):
        given.event(store, "prompt", "s", text=text, ago=ago)

    with questions.Records(store) as records:
        found = [[one.text for one in records.events(most=most)] for most in (-1, 2)]

    assert found == [["one", "two", "three"], ["two", "three"]]
