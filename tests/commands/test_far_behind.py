"""A search whose index is far behind answers from the files' ends, and doesn't wait for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store import background, codec
from memory_store.forget import erasure, target
from memory_store.index import bookmarks, parsing, piece, sync
from memory_store.journal import append, read, records
from memory_store.recall import searching
from memory_store.store import layout
from memory_store.upkeep import finish
from tests import given

if TYPE_CHECKING:
    from pathlib import Path

    from tests.commands.conftest import Run

pytestmark = pytest.mark.usefixtures("words_alone")

OLD, NEW = 200, 20


@pytest.fixture(autouse=True)
def _small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is far behind, and how much of a file's end is read, a thousandth of what it is."""
    monkeypatch.setattr(bookmarks, "_FAR_BEHIND_BYTES", 8 << 10)
    monkeypatch.setattr(searching, "_TAIL_BYTES", 8 << 10)


def fill(store: layout.Store) -> None:
    old = [f"The old service number {one} listens on port {7000 + one}" for one in range(OLD)]
    new = [f"The new gateway number {one} listens on port {9000 + one}" for one in range(NEW)]
    first = given.fact(store, old[0])
    others = [{**first, "id": records.new_id("f"), "content": one} for one in [*old, *new][1:]]
    append.append(store, layout.FACTS, others)


def searched(store: layout.Store, text: str) -> searching.Found:
    return searching.search([store], text, config=given.where(store).config, limit=3)


def pieces_taken_in(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that are taken into any index from now on."""
    taken: list[str] = []
    real = parsing.line_of

    def count(raw: dict[str, object], where: piece.Place) -> piece.Line:
        taken.append("")
        return real(raw, where)

    monkeypatch.setattr(parsing, "line_of", count)
    return taken


def test_the_newest_is_found_by_reading_the_ends_of_files_alone(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(store)
    taken = pieces_taken_in(monkeypatch)

    answer = searched(store, "new gateway number 7")

    assert "gateway number 7 " in str(answer.results[0]["text"])
    assert answer.is_behind
    assert "only the newest" in str(answer.degraded)
    assert len(taken) < OLD / 4


@pytest.mark.long
def test_with_the_index_up_to_date_everything_is_found(store: layout.Store) -> None:
    """The control of the test above."""
    fill(store)
    assert "service number 7 " not in str(searched(store, "old service number 7").results[:1])

    while sync.sync(store).unfinished or searched(store, "old service number 7").is_behind:
        pass  # the run that the search began may be at it
    answer = searched(store, "old service number 7")

    assert "service number 7 " in str(answer.results[0]["text"])
    assert not answer.is_behind


def test_the_journal_days_that_are_read_are_the_newest(store: layout.Store) -> None:
    for day in range(1, 60):
        text = f"which port has the service of day {day}? " + "a long prompt " * 40
        given.event(store, "prompt", f"s-{day}", ago=day * 86_400, text=text)

    answer = searched(store, "which port has the service of day 2?")

    assert "day 2?" in str(answer.results[0]["text"])
    assert "day 50?" not in str(searched(store, "service of day 50?").results)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The projects for which a run in the background was started."""
    projects: list[str] = []
    monkeypatch.setattr(background, "sync", lambda project, *_: projects.append(project))
    return projects


@pytest.mark.long
def test_a_run_in_the_background_is_started_for_it(
    run: Run, store: layout.Store, started: list[str]
) -> None:
    fill(store)

    assert run("search", "new gateway number 7").code == 0
    assert started == [store.project]

    finish.bring_up_to_date(given.where(store), embed_seconds=None)
    assert run("search", "old service number 7").code == 0
    assert started == [store.project]


@pytest.mark.long
def test_forget_takes_a_text_out_of_a_large_index_which_answers_at_once(
    run: Run, store: layout.Store, machine: Path, started: list[str]
) -> None:
    fill(store)
    given.fact(store, "The canary lives in zanzibar-quokka-77")
    finish.bring_up_to_date(given.where(store), embed_seconds=None)
    assert given.holding("zanzibar", machine) != []

    assert run("forget", "zanzibar-quokka-77", "--yes").code == 0

    assert given.holding("zanzibar", store.path, machine) == []
    assert started == []
    answer = searched(store, "old service number 7")
    assert "service number 7 " in str(answer.results[0]["text"])
    assert not answer.is_behind


@pytest.mark.long
def test_forgetting_takes_in_no_other_line_again(
    run: Run, store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(store)
    gone = given.fact(store, "The canary lives in zanzibar-quokka-77")
    finish.bring_up_to_date(given.where(store), embed_seconds=None)
    taken = pieces_taken_in(monkeypatch)

    assert run("forget", gone["id"], "--yes").code == 0

    assert taken == []


@pytest.mark.long
@pytest.mark.parametrize("canary", ["zanzibar-quokka-77", "紫罗兰保险柜"])
def test_forgetting_parses_the_lines_that_may_hold_it_alone(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch, canary: str
) -> None:
    given.fact(store, f"The canary lives in {canary}")
    fill(store)
    for one in range(OLD):
        given.fact(store, f"第{one}号服务监听端口，“夜间”批处理：两点开始……", ago=one)
    parsed: list[bytes] = []
    real = read.parse_line

    def count(line: bytes) -> list[codec.Record]:
        parsed.append(line)
        return real(line)

    monkeypatch.setattr(read, "parse_line", count)
    erasure.carry_out(store, target.Wanted(canary))

    assert len(parsed) < OLD / 4
