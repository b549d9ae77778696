"""Requests are counted before they are made, and get rarer after failures."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from memory_store import clock, errors, web
from memory_store.extractors import allowance, base
from memory_store.store import layout

SETTINGS = base.Settings("openai", "http://127.0.0.1:1", "m", "k-1")
OTHERS = SETTINGS._replace(key="k-2")
DAY = 86_400


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that have passed since the test began, to be changed by the test."""
    passed, now = [0.0], clock.now()
    monkeypatch.setattr(clock, "now", lambda: now + passed[0])
    return passed


def refusal(settings: base.Settings = SETTINGS, *, per_day: int = 5, pause: float = 0) -> str:
    return allowance.refusal(settings, per_day, pause)


def test_a_day_has_so_many_requests_for_all_settings(later: list[float]) -> None:
    made = [allowance.take(one, 3) for one in (SETTINGS, OTHERS, SETTINGS, OTHERS)]

    assert made == [True, True, True, False]
    assert "the 3 requests of today" in refusal(per_day=3)
    later[0] = DAY
    assert allowance.take(SETTINGS, 3)


def test_with_a_limit_of_nought_nothing_is_asked() -> None:
    assert not allowance.take(SETTINGS, 0)


def test_runs_leave_a_pause_between_them(later: list[float]) -> None:
    assert refusal(pause=30) == ""

    allowance.take(SETTINGS, 5)

    assert "less than 30 s" in refusal(pause=30)
    later[0] = 31
    assert refusal(pause=30) == ""


def test_each_failure_doubles_the_wait_up_to_six_hours_and_a_success_ends_it(
    later: list[float],
) -> None:
    waits = []
    for _ in range(12):
        allowance.failed(SETTINGS, web.RequestError("h answered 500", status=500))
        waits.append(allowance.load(SETTINGS).until - clock.now())

    assert waits[:3] == pytest.approx([60, 120, 240])
    assert waits[-1] == pytest.approx(6 * 3600)
    assert "h answered 500" in refusal()
    assert not allowance.take(SETTINGS, 5)
    later[0] = 6 * 3600 + 1
    assert allowance.take(SETTINGS, 5)
    allowance.worked(SETTINGS)
    assert allowance.load(SETTINGS).reason == ""


def test_a_server_that_says_how_long_is_left_alone_as_long_but_for_a_day_at_most() -> None:
    busy = web.RequestError("busy", status=429, wait_seconds=900)
    allowance.failed(SETTINGS, busy)
    assert allowance.load(SETTINGS).until - clock.now() == pytest.approx(900, abs=2)

    allowance.failed(SETTINGS, web.RequestError("busy", status=429, wait_seconds=1e9))
    assert allowance.load(SETTINGS).until - clock.now() == pytest.approx(DAY, abs=2)


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_a_wrong_setting_waits_for_an_hour_or_until_it_is_changed(status: int) -> None:
    allowance.failed(SETTINGS, web.RequestError("no", status=status))

    assert allowance.load(SETTINGS).until - clock.now() == pytest.approx(3600, abs=2)
    assert refusal() != ""
    assert refusal(OTHERS) == ""


def test_the_account_holds_no_key_and_is_this_users_alone() -> None:
    allowance.take(SETTINGS, 5)

    (path,) = Path(layout.state_directory()).glob("extraction.json")
    assert "k-1" not in path.read_text("utf-8")
    assert path.stat().st_mode & 0o077 == 0


def test_two_runs_at_once_do_not_count_one_request_as_two() -> None:
    taken: list[bool] = []

    def take() -> None:
        for _ in range(10):
            taken.append(allowance.take(SETTINGS, 15))

    running = [threading.Thread(target=take) for _ in range(3)]
    for one in running:
        one.start()
    for one in running:
        one.join()

    assert sum(taken) == 15


@pytest.mark.parametrize("damaged", [b"", b"[]", b"{", b'{"count": "many", "until": null}'])
def test_a_damaged_account_begins_anew(damaged: bytes) -> None:
    allowance.take(SETTINGS, 5)
    Path(layout.state_directory(), "extraction.json").write_bytes(damaged)

    assert allowance.take(SETTINGS, 5)
    assert allowance.load(SETTINGS).count == 1


def test_where_it_cannot_be_counted_nothing_is_asked() -> None:
    state = Path(layout.state_directory())
    state.parent.mkdir(parents=True)
    state.write_text("a file where the directory should be")

    with pytest.raises(errors.StoreError, match="counted"):
        allowance.take(SETTINGS, 5)
