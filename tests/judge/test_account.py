"""Requests are counted before they are made, for all projects, and are limited."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from memory_store import clock, errors, web
from memory_store.judge import account, question
from memory_store.store import layout

SETTINGS = question.Settings("openai", "http://127.0.0.1:1", "m", "k-1")
OTHERS = SETTINGS._replace(key="k-2")
HOUR, DAY = 3_600, 86_400


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that have passed since noon, to be changed by the test."""
    passed, now = [0.0], clock.parse(f"{clock.local_date(clock.now())}T12:00:00Z") or 0.0
    monkeypatch.setattr(clock, "now", lambda: now + passed[0])
    return passed


def taken(session: str = "s", settings: question.Settings = SETTINGS, per_day: int = 60) -> bool:
    return not account.take(settings, session, per_day)


def refusal(settings: question.Settings = SETTINGS, *, per_day: int = 5) -> str:
    return account.refusal(account.load(settings), per_day)


def test_a_day_has_so_many_requests_for_all_settings(later: list[float]) -> None:
    made = [taken(f"s{at}", one, 3) for at, one in enumerate((SETTINGS, OTHERS, SETTINGS, OTHERS))]

    assert made == [True, True, True, False]
    assert "the 3 requests of today" in refusal(per_day=3)
    later[0] = DAY
    assert taken("s4", per_day=3)


def test_an_hour_has_twelve_requests_at_most(later: list[float]) -> None:
    made = [taken(f"s{at}") for at in range(14)]

    assert made == [True] * 12 + [False] * 2
    later[0] = HOUR + 1
    assert taken("s14")


def test_a_session_is_asked_about_once_a_day_and_on_three_days_at_most(
    later: list[float],
) -> None:
    made = []
    for day in range(5):
        later[0] = day * DAY
        made.append([taken("s"), taken("s")])

    assert made == [[True, False]] * 3 + [[False, False]] * 2


@pytest.mark.usefixtures("later")
def test_requests_of_a_day_never_exceed_the_sessions_that_ended() -> None:
    sessions = [f"s{at}" for at in range(5)]
    made = sum(taken(one) for _ in range(4) for one in sessions)

    assert made == len(sessions)


def test_with_a_limit_of_nought_nothing_is_asked() -> None:
    assert not taken(per_day=0)


def test_after_a_failure_nothing_is_asked_for_an_hour_and_a_success_ends_it(
    later: list[float],
) -> None:
    account.failed(SETTINGS, web.RequestError("h answered 429", status=429))

    assert "60 min" in refusal()
    assert "h answered 429" in refusal()
    assert not taken()
    later[0] = HOUR + 1
    assert taken()
    account.worked(SETTINGS, 10, 0.01)
    assert account.load(SETTINGS).reason == ""


def test_a_server_that_says_how_long_is_left_alone_as_long_but_for_a_day_at_most() -> None:
    for asked, waits in ((9_000, 9_000), (1e9, DAY), (5, HOUR)):
        busy = web.RequestError("busy", status=429, wait_seconds=asked)
        account.failed(SETTINGS, busy)
        assert account.load(SETTINGS).until - clock.now() == pytest.approx(waits, abs=2)


def test_a_failure_ends_with_the_settings_it_belongs_to() -> None:
    account.failed(SETTINGS, web.RequestError("no", status=401))

    assert refusal() != ""
    assert refusal(OTHERS) == ""


def test_what_answers_took_is_counted_by_month(later: list[float]) -> None:
    account.worked(SETTINGS, 4_000, 0.002)
    account.worked(SETTINGS, 1_000, None)

    assert account.load(SETTINGS).tokens == 5_000
    assert account.load(SETTINGS).dollars == pytest.approx(0.002)
    later[0] = 40 * DAY
    assert account.load(SETTINGS).tokens == 0


def test_the_account_holds_no_key_and_no_session_and_is_this_users_alone() -> None:
    taken("session-in-clear")

    (path,) = Path(layout.state_directory()).glob("judge.json")
    assert "k-1" not in path.read_text("utf-8")
    assert "session-in-clear" not in path.read_text("utf-8")
    assert path.stat().st_mode & 0o077 == 0


def test_two_runs_at_once_do_not_count_one_request_as_two() -> None:
    made: list[bool] = []

    def take(runner: int) -> None:
        made.extend(taken(f"s{runner}-{at}", per_day=7) for at in range(10))

    running = [threading.Thread(target=take, args=(one,)) for one in range(3)]
    for one in running:
        one.start()
    for one in running:
        one.join()

    assert sum(made) == 7


@pytest.mark.parametrize("damaged", [b"", b"[]", b"{", b'{"asked": "x", "until": null}'])
def test_a_damaged_account_begins_anew(damaged: bytes) -> None:
    taken("s0")
    Path(layout.state_directory(), "judge.json").write_bytes(damaged)

    assert taken("s1")
    assert account.load(SETTINGS).today() == 1


def test_where_it_cannot_be_counted_nothing_is_asked() -> None:
    state = Path(layout.state_directory())
    state.parent.mkdir(parents=True)
    state.write_text("a file where the directory should be")

    with pytest.raises(errors.StoreError, match="counted"):
        taken()
