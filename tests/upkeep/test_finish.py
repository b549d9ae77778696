"""Bringing a store up to date: resumable, idempotent, and nothing captured is lost."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from memory_store import clock, codec
from memory_store.index import vector_sync
from memory_store.journal import stored
from memory_store.recall import searching
from memory_store.store import files, layout
from memory_store.upkeep import finish, run_state
from tests import given

pytestmark = pytest.mark.usefixtures("words_alone")

ASKED = "Why is the checkout slow? Remember that we deploy with Argo CD."
ANSWERED = "The cart query had no index.\nW @cart: user_id has an index now\n"
DAY = 86_400


def run(store: layout.Store) -> run_state.Report:
    return finish.bring_up_to_date(given.where(store), embed_seconds=None)


def session(store: layout.Store, name: str = "s-1", *, ago: float = 600) -> None:
    """What the hooks note of a session that was cut off before its end."""
    given.event(store, "session_start", name, ago=ago)
    given.event(store, "prompt", name, ago=ago - 1, text=ASKED)
    given.event(store, "response", name, ago=ago - 2, text=ANSWERED)


def contents(store: layout.Store) -> set[str]:
    return {str(one["content"]) for one in given.living(store)}


def truth(store: layout.Store) -> dict[str, bytes]:
    paths = [path for path in Path(store.path).rglob("*") if path.is_file()]
    return {path.relative_to(store.path).as_posix(): path.read_bytes() for path in paths}


def test_a_session_that_was_cut_off_leaves_its_facts_and_a_summary(store: layout.Store) -> None:
    session(store)

    done = run(store)

    assert contents(store) == {"Remember that we deploy with Argo CD.", "user_id has an index now"}
    (told,) = given.lines(store, layout.SESSIONS)
    assert (told["session_id"], told["origin"]) == ("s-1", "automatic")
    assert "The cart query had no index." in told["summary"]
    assert (done.facts, done.summaries) == (2, 1)


def test_what_was_learnt_is_found_by_a_search(store: layout.Store) -> None:
    session(store)
    run(store)

    where = given.where(store)
    found = searching.search([store], "Argo CD deploy", config=where.config, method="fts")

    assert found.results[0]["text"] == "Remember that we deploy with Argo CD."


def test_running_again_changes_not_a_byte(store: layout.Store) -> None:
    session(store)
    run(store)
    before = truth(store)

    done = run(store)

    assert truth(store) == before
    assert (done.facts, done.summaries, done.merged, done.days) == (0, 0, 0, 0)


def test_a_last_line_without_its_newline_is_settled_once(store: layout.Store) -> None:
    session(store)
    run(store)
    path, cache = Path(store.path, layout.FACTS), Path(layout.cache_directory(store))
    path.write_bytes(path.read_bytes()[:-1])
    run(store)

    marks = codec.parse((cache / "learned.json").read_text("utf-8"))

    assert isinstance(marks, dict)
    assert marks[layout.FACTS] == path.stat().st_size


@pytest.mark.parametrize("lost", ["learned.json", "rules.jsonl", "index.sqlite", ""])
def test_what_is_derived_may_be_lost_at_any_time(store: layout.Store, lost: str) -> None:
    session(store)
    given.fact(store, "an old rule", days=30, kind="O", confidence=0.95)
    run(store)
    before, cache = truth(store), Path(layout.cache_directory(store))
    if lost:
        (cache / lost).unlink()
    else:
        shutil.rmtree(cache)

    run(store)

    assert truth(store) == before
    rule = next(one for one in given.living(store) if one["content"] == "an old rule")
    assert (cache / "rules.jsonl").read_text("utf-8").count(rule.id) == 1
    where = given.where(store)
    assert searching.search([store], "Argo CD", config=where.config, method="fts").results


def test_an_agents_summary_is_left_as_it_is(store: layout.Store) -> None:
    session(store)
    given.summary(store, "by the agent", session="s-1")
    given.event(store, "prompt", "s-1", ago=1, text="one more question")

    run(store)

    assert [one["topic"] for one in given.lines(store, layout.SESSIONS)] == ["by the agent"]


def test_later_turns_make_a_later_automatic_summary(store: layout.Store) -> None:
    session(store)
    run(store)
    given.event(store, "prompt", "s-1", ago=-5, text="And the invoices?")
    given.event(store, "response", "s-1", ago=-5, text="Invoices are quick.")

    run(store)

    told = given.lines(store, layout.SESSIONS)
    assert len(told) == 2
    assert "Invoices are quick." in told[-1]["summary"]


def test_each_session_gets_a_summary_of_its_own(store: layout.Store) -> None:
    for name in ("s-1", "s-2", "s-3"):
        session(store, name)

    run(store)

    assert {one["session_id"] for one in given.lines(store, layout.SESSIONS)} == {
        "s-1",
        "s-2",
        "s-3",
    }


def test_a_session_over_midnight_is_told_as_one(store: layout.Store) -> None:
    for days, kind, text in ((1, "prompt", "first question"), (0, "response", "the answer")):
        then = clock.now() - given.moment(days, at="23:50:00") if days else -1
        given.event(store, kind, "s-1", ago=then, text=text)
        run(store)

    told = given.lines(store, layout.SESSIONS)[-1]
    assert told["topic"] == "first question"
    assert told["summary"] == "the answer"


def two_questions(store: layout.Store, first: str, second: str, answer: str) -> None:
    """A session whose second question the summary has to put into words of its own."""
    given.event(store, "prompt", "s-1", ago=9, text=first)
    given.event(store, "prompt", "s-1", ago=8, text=second)
    given.event(store, "response", "s-1", ago=7, text=answer)


@pytest.mark.parametrize(("setting", "told"), [("zh", "“Add an index"), ("en", "«Add an index")])
def test_a_summary_speaks_the_language_of_the_settings(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch, setting: str, told: str
) -> None:
    monkeypatch.setenv("MEMORY_STORE_LANGUAGE", setting)
    two_questions(store, "The checkout is slow", "Add an index to the cart", "It is there.")

    run(store)

    assert told in given.lines(store, layout.SESSIONS)[0]["summary"]


def test_a_summary_speaks_the_sessions_own_language(store: layout.Store) -> None:
    two_questions(store, "结账页面很慢", "购物车表为什么慢？", "购物车表缺少一个索引。")

    run(store)

    assert (
        "“购物车表为什么慢？”：购物车表缺少一个索引。"
        in given.lines(store, layout.SESSIONS)[0]["summary"]
    )


@pytest.mark.long
def test_near_duplicates_are_merged_once_and_stay_merged(store: layout.Store) -> None:
    given.event(store, "prompt", "s-1", ago=50, text="Remember that we deploy with Argo CD")
    run(store)
    given.event(store, "prompt", "s-2", ago=40, text="Remember that we deploy with argo cd")
    run(store)
    before = given.lines(store, layout.FACTS)

    for ago in (30, 20, 10):
        given.event(store, "prompt", "s-2", ago=ago, text=f"next question {ago}")
        run(store)
        assert given.lines(store, layout.FACTS) == before
    assert contents(store) == {"Remember that we deploy with Argo CD"}


def test_a_fact_that_was_replaced_does_not_come_back_when_the_day_goes_on(
    store: layout.Store,
) -> None:
    session(store)
    run(store)
    old = next(one for one in given.living(store) if "Argo" in one.content)
    given.fact(store, "we deploy with Flux", supersedes=old["id"])
    given.event(store, "prompt", "s-1", ago=1, text="go on")

    run(store)

    assert contents(store) == {"we deploy with Flux", "user_id has an index now"}


def test_what_does_not_expire_is_listed_and_nothing_else(store: layout.Store) -> None:
    standing = given.fact(store, "use tabs everywhere", days=200, kind="O", confidence=0.8)
    candidate = given.fact(store, "small commits", days=200, kind="O", status=stored.CANDIDATE)
    other = given.fact(store, "of type B", days=200, kind="B", confidence=1.0)
    gone = given.fact(store, "a rule taken back", days=200, kind="O", confidence=1.0)
    given.retraction(store, gone)

    run(store)

    listed = Path(layout.cache_directory(store), "rules.jsonl").read_text("utf-8")
    facts_listed = [one.id in listed for one in (standing, candidate, other, gone)]
    assert facts_listed == [True, True, False, False]


def old_day(store: layout.Store, days: int, *, touched: int | None = None) -> Path:
    """A journal day so many days old, by its name and by its file's own clock."""
    given.event(store, "prompt", f"s-{days}", ago=days * DAY, text=f"Remember that day {days} was")
    path = Path(store.path, layout.DAILY, f"{clock.local_date(clock.now() - days * DAY)}.jsonl")
    then = clock.now() - (days if touched is None else touched) * DAY
    os.utime(path, (then, then))
    return path


def test_journal_days_past_their_time_go_once_what_they_hold_is_kept(store: layout.Store) -> None:
    old, young = old_day(store, 95), old_day(store, 80)

    done = run(store)

    assert (old.exists(), young.exists(), done.days) == (False, True, 1)
    assert contents(store) == {"Remember that day 95 was", "Remember that day 80 was"}


def test_how_long_they_are_kept_is_a_setting(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_RETENTION_DAYS", "7")
    days = [old_day(store, 9), old_day(store, 6)]

    run(store)

    assert [path.exists() for path in days] == [False, True]


def test_a_day_that_was_written_to_lately_is_kept_however_old_its_name(
    store: layout.Store,
) -> None:
    path = old_day(store, 400, touched=1)

    run(store)

    assert path.exists()


def test_a_day_whose_facts_could_not_be_kept_is_not_deleted(store: layout.Store) -> None:
    path = old_day(store, 95)
    Path(store.path, layout.FACTS).mkdir()

    with pytest.raises(Exception, match="facts"):
        run(store)

    assert path.exists()


def test_nothing_but_journal_days_is_deleted(store: layout.Store, tmp_path: Path) -> None:
    daily = Path(store.path, layout.DAILY)
    daily.mkdir()
    elsewhere = tmp_path / "2001-01-01.jsonl"
    elsewhere.write_text("{}\n")
    names = [
        "2001-01-01.log",
        "notes.jsonl",
        "2001-01-01 (conflicted copy).jsonl",
        "2001-1-1.jsonl",
    ]
    for name in names:
        (daily / name).write_text("{}\n")
        os.utime(daily / name, (1, 1))
    (daily / "2002-02-02.jsonl").symlink_to(elsewhere)
    (daily / "2003-03-03.jsonl").mkdir()
    os.link(elsewhere, daily / "2004-04-04.jsonl")
    strange = ["2002-02-02.jsonl", "2003-03-03.jsonl", "2004-04-04.jsonl"]

    run(store)

    assert {*names, *strange} <= set(os.listdir(daily))
    assert elsewhere.exists()


def test_damaged_lines_cost_themselves_alone(store: layout.Store) -> None:
    session(store)
    day = next(Path(store.path, layout.DAILY).glob("*.jsonl"))
    bad = [b"{torn", b"\0" * 40, b"[" * 100_000, b'{"type":"prompt","text":["x"],"session_id":7}']
    with day.open("ab") as file:
        file.write(b"\n".join(bad) + b"\n" + day.read_bytes().replace(b"s-1", b"s-2"))

    run(store)

    assert {one["session_id"] for one in given.lines(store, layout.SESSIONS)} == {"s-1", "s-2"}


@pytest.mark.parametrize(
    "text", [f"W @all: {'x' * 3000}", "```\nonly code\n```", "W @all: \u200b\u200b\u200b\u200b"]
)
def test_an_answer_that_gives_nothing_stops_nothing(store: layout.Store, text: str) -> None:
    raw = given.event(store, "response", "s-2", text="here")
    day = next(Path(store.path, layout.DAILY).glob("*.jsonl"))
    day.write_text(day.read_text("utf-8").replace('"here"', codec.render(text)), "utf-8")
    session(store)

    run(store)

    assert raw["session_id"] == "s-2"
    assert contents(store) == {"Remember that we deploy with Argo CD.", "user_id has an index now"}


def test_a_day_that_was_cut_by_hand_is_learnt_from_again(store: layout.Store) -> None:
    session(store)
    run(store)
    day = next(Path(store.path, layout.DAILY).glob("*.jsonl"))
    day.write_text("")
    given.event(store, "prompt", "s-9", text="Remember the port is 8080")

    run(store)

    assert "Remember the port is 8080" in contents(store)


def test_without_a_text_there_is_nothing_to_learn(store: layout.Store) -> None:
    given.event(store, "session_start", "s-1")
    given.event(store, "prompt", "s-1")

    run(store)

    assert given.lines(store, layout.SESSIONS) == given.lines(store, layout.FACTS) == []


def test_the_users_store_is_indexed_too(store: layout.Store, user_store: layout.Store) -> None:
    given.fact(user_store, "everywhere the editor is vim")
    run(store)

    where = given.where(store)
    found = searching.search([user_store], "vim", config=where.config, method="fts")
    assert found.results[0]["text"] == "everywhere the editor is vim"
    assert Path(layout.cache_directory(user_store), "index.sqlite").exists()


def test_a_cache_that_cannot_be_written_costs_time_and_nothing_else(store: layout.Store) -> None:
    session(store)
    cache = Path(layout.cache_directory(store))
    files.make_directory(str(cache.parent))
    cache.write_text("a file where the directory should be")

    run(store)
    before = truth(store)
    run(store)

    assert contents(store) == {"Remember that we deploy with Argo CD.", "user_id has an index now"}
    assert truth(store) == before


def test_a_last_line_without_its_newline_does_not_hold_a_thorough_run(store: layout.Store) -> None:
    given.fact(store, "a whole fact")
    with Path(store.path, layout.FACTS).open("ab") as file:
        file.write(b'{"id":"f_torn"')

    finish.bring_up_to_date(given.where(store), embed_seconds=float("inf"))

    assert contents(store) == {"a whole fact"}


def test_the_vectors_of_a_store_are_held_to_the_limit_that_is_set(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_EMBEDDING_CACHE_MB", "1")
    vector = bytes([127, *[0] * 2047])
    made = [(number.to_bytes(16, "big"), vector) for number in range(1_000)]
    with vector_sync.open_cache(store) as cache:
        cache.put_many("a model of before", made)

    run(store)

    with vector_sync.open_cache(store) as cache:
        kept = cache.counts()["a model of before"]
        assert 300 < kept < 520
        assert cache.size() <= 1 << 20


def test_vectors_below_the_limit_are_all_kept(store: layout.Store) -> None:
    made = [(number.to_bytes(16, "big"), bytes([127, *[0] * 7])) for number in range(50)]
    with vector_sync.open_cache(store) as cache:
        cache.put_many("a model of before", made)

    run(store)

    with vector_sync.open_cache(store) as cache:
        assert cache.counts() == {"a model of before": 50}
