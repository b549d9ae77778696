"""A life of two sessions under clocks that jump, stop, or stand where no calendar looks nice."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import clock
from memory_store.handlers import load_memory
from memory_store.journal import records
from tests import faults, given, world
from tests.end_to_end import shims

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.store import layout

pytestmark = pytest.mark.usefixtures("words_alone")

MOMENTS = {
    "a leap day": ("2028-02-29T23:59:59.999Z", "Pacific/Kiritimati"),
    "summer time begins": ("2026-03-29T00:59:59.500Z", "Europe/Berlin"),
    "summer time ends": ("2026-11-01T05:59:59.500Z", "America/New_York"),
    "the day that Samoa skipped": ("2011-12-30T09:59:59.000Z", "Pacific/Apia"),
    "the last second of 32 bits": ("2038-01-19T03:14:07.999Z", "Asia/Kathmandu"),
    "the last year": ("9999-12-30T12:00:00.000Z", "America/St_Johns"),
    "the first second": ("1970-01-01T00:00:00.000Z", "UTC+12:34"),
}
PROMPT = "Remember that the payment service listens on port 8443."


@pytest.fixture
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def set_clock(monkeypatch: pytest.MonkeyPatch, moment: float) -> None:
    monkeypatch.setattr(clock, "now", lambda: moment)


def briefed(store: layout.Store, session: str) -> str:
    event = given.told("cursor/session-start", store, session)
    return load_memory.handle(event, given.where(store)).context


def lived(store: layout.Store, session: str, **told: Any) -> None:
    """All events of a session but its start, each with the work behind its answer."""
    for name in shims.HOOKS[1:]:
        event = given.told(shims.CURSOR[name], store, session, **told)
        world.done(name, event, store)


@faults.posix
@pytest.mark.parametrize(
    ("moment", "zone"), MOMENTS.values(), ids=MOMENTS.keys(), indirect=["zone"]
)
def test_what_one_session_learns_the_next_one_knows_at_any_moment_in_any_zone(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch, zone: None, moment: str
) -> None:
    del zone
    began = clock.parse(moment)
    assert began is not None
    set_clock(monkeypatch, began)
    briefed(store, "first")
    lived(store, "first", prompt=PROMPT)
    set_clock(monkeypatch, began + 2)

    assert "port 8443" in briefed(store, "second")
    assert len(given.living(store)) == 1
    assert len(given.journal(store, "session_end")) == 1


@pytest.mark.long
@pytest.mark.parametrize("jump", [-3_600, 86_400 * 400])
def test_a_clock_that_jumps_between_two_facts_hides_neither(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    now = time.time()
    lived(store, "first", prompt=PROMPT)
    set_clock(monkeypatch, now + jump)
    lived(store, "second", prompt="Remember that the queue is drained at midnight.")

    shown = briefed(store, "third")

    assert "drained at midnight" in shown
    assert "port 8443" in shown or jump > 0  # a year later it has faded, as it should
    set_clock(monkeypatch, now + 5)
    shown = briefed(store, "fourth")
    assert "drained at midnight" in shown
    assert "port 8443" in shown


@pytest.mark.long
@pytest.mark.parametrize("days", [2, 1_600])
def test_a_session_under_a_clock_that_was_ahead_is_not_the_last_one_for_years(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    now = time.time()
    for step, moment in enumerate((now + days * 86_400, now, now + 60, now + 120)):
        set_clock(monkeypatch, moment)
        lived(store, f"s-{step}", prompt=f"Please speed up the exporter, step {step}.")

    set_clock(monkeypatch, now + 180)
    shown = briefed(store, "s-9")
    words = ("--project", store.project)
    listed = shims.memory_store("sessions", *words).answer["sessions"]
    day = clock.local_date(now + days * 86_400)
    checks = json.loads(shims.memory_store("doctor", *words).out)["checks"]
    told = [one for one in checks if one["name"] == "clock"]

    assert "exporter, step 3" in shown
    assert "step 0" not in shown
    assert [one["session_id"] for one in listed][-1] == "s-0"
    assert [day in one["text"] for one in told] == [True]


@pytest.mark.long
def test_ids_of_one_frozen_millisecond_are_all_different(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, 1_800_000_000.123)

    made = {records.new_id("f") for _ in range(20_000)}

    assert len(made) == 20_000
    assert len({one[:12] for one in made}) == 1, "the clock was not frozen"
