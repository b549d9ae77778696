"""What the user decided is carried out in MEMORY.md: within its budget, nothing else touched."""

from __future__ import annotations

import multiprocessing
from concurrent import futures
from pathlib import Path

import pytest

from memory_store import place
from memory_store.journal import facts, stored
from memory_store.promotion import decisions
from memory_store.store import layout
from tests import given


@pytest.fixture
def where(store: layout.Store) -> place.Place:
    return given.where(store)


def core(store: layout.Store) -> Path:
    return Path(store.path, layout.CORE)


def accept(where: place.Place, *facts_: stored.Fact, text: str = "") -> None:
    assert where.project is not None
    chosen = [(one, text or str(one["content"])) for one in facts_]
    decisions.accept(where.project, where.config, chosen)


@pytest.mark.parametrize(
    "raw",
    [
        b"\xef\xbb\xbf# Memory\r\n\r\n* mine\r\n",
        "# 记忆\n\n## 偏好\n- 简短\n\n## 其他\n\t- 缩进\n   \n尾".encode(),
        b"no heading, no newline",
        b"",
        b"\n\n\n",
        None,
    ],
)
def test_every_byte_of_the_users_own_stays_where_it_is_and_a_missing_file_is_made(
    store: layout.Store, where: place.Place, raw: bytes | None
) -> None:
    core(store).unlink()
    if raw is not None:
        core(store).write_bytes(raw)
        core(store).chmod(0o600)
    raw = raw or b""

    accept(where, given.fact(store, "NEW FACT"))

    after = core(store).read_bytes()
    at = next(at for at in range(len(raw), -1, -1) if after.startswith(raw[:at]))
    assert after.endswith(raw[at:])
    assert b"NEW FACT" in after
    assert (b"\r\n" in after.replace(raw, b"")) == (b"\r\n" in raw)
    assert core(store).stat().st_mode & 0o777 == 0o600


def test_a_line_is_outdated_once_the_fact_that_it_came_from_holds_no_more(
    store: layout.Store, where: place.Place
) -> None:
    core(store).write_text("## Facts\n- by hand\n- stays twice\n- Stays twice.\n", "utf-8")
    gone = given.fact(store, "holds no more", days=30)
    edited = given.fact(store, "in other words", days=20)
    accept(where, given.fact(store, "said long ago", days=40), gone)
    accept(where, edited, text="worded anew")
    assert decisions.outdated(store) == []

    given.fact(store, "in its place", supersedes=gone["id"])
    given.retraction(store, edited)

    assert [one.text for one in decisions.outdated(store)] == ["- holds no more", "- worded anew"]


def _accept_one(path: str, number: int) -> None:
    where = place.resolve(path)
    assert where.project is not None
    made = next(one for one in facts.recent(where.project) if one["content"] == f"fact {number}")
    decisions.accept(where.project, where.config, [(made, f"fact {number}")])


@pytest.mark.long
def test_decisions_of_two_windows_at_once_are_both_kept(
    store: layout.Store,
) -> None:
    for number in range(6):
        given.fact(store, f"fact {number}")
    fork = multiprocessing.get_context("fork")
    with futures.ProcessPoolExecutor(6, fork) as pool:
        list(pool.map(_accept_one, [store.project] * 6, range(6)))

    text = core(store).read_text("utf-8")
    assert sorted(line for line in text.split("\n") if line.startswith("- fact")) == [
        f"- fact {number}" for number in range(6)
    ]
