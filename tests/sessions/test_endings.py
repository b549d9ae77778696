"""Sessions that hosts left open: summarised, and their end noted once they are surely over."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memory_store import clock
from memory_store.capture import explicit
from memory_store.forget import dependents
from memory_store.journal import sessions, stored
from memory_store.sessions import endings
from memory_store.store import layout
from memory_store.text import retold
from tests import given, transcripts

HOUR = 3600


@pytest.mark.parametrize(
    ("events", "ended"),
    [
        ([("session_start", "s-1", 20), ("prompt", "s-1", 13)], ["s-1"]),
        # it may still run
        ([("session_start", "s-1", 20), ("prompt", "s-1", 11)], []),
        ([("session_start", "s-1", 20), ("session_end", "s-1", 19)], []),
        # it went on after its end, and broke off
        (
            [
                ("session_start", "s-1", 40),
                ("session_end", "s-1", 39),
                ("session_start", "s-1", 20),
            ],
            ["s-1"],
        ),
        # others, and one without a name, are no concern
        (
            [("session_start", "", 20), ("session_start", "s-1", 20), ("prompt", "s-2", 20)],
            ["s-1"],
        ),
    ],
)
def test_a_session_that_was_silent_for_half_a_day_is_ended_once(
    store: layout.Store, events: list[tuple[str, str, int]], ended: list[str]
) -> None:
    for kind, session, hours in events:
        said = {"text": "the last thing said"} if kind == "prompt" else {}
        given.event(store, kind, session, ago=hours * HOUR, **said)
    before = len(given.journal(store, "session_end"))

    assert (endings.ends(store), endings.ends(store)) == (len(ended), 0)

    made = given.journal(store, "session_end")[before:]
    assert [(one.session_id, one["reason"]) for one in made] == [(one, "unknown") for one in ended]


def test_a_closed_session_that_speaks_again_can_end_again(store: layout.Store) -> None:
    given.event(store, "session_start", "s-1", ago=20 * HOUR)
    endings.ends(store)
    given.event(store, "session_start", "s-1", ago=0, source="resume")

    events = given.journal(store)

    assert sessions.last(events, "session_start", "session_end") == events[-1]
    assert endings.ends(store) == 0


def test_a_damaged_day_costs_no_other(store: layout.Store) -> None:
    given.event(store, "session_start", "s-1", ago=20 * HOUR)
    Path(store.path, layout.DAILY, "2026-01-01.jsonl").mkdir()
    for day in Path(store.path, layout.DAILY).glob("*.jsonl"):
        if day.is_file():
            day.write_bytes(b'{"type":"session_\n[1]\n\xff' + b"\n" + day.read_bytes())

    assert endings.ends(store) == 1


def nothing_gone(session: str) -> retold.Gone:
    assert session
    return retold.NOTHING


def summarised(store: layout.Store) -> list[given.Record]:
    """What is told of the session after another run over today's events."""
    events = given.journal(store)
    endings.summaries(given.where(store), store, events, "", nothing_gone, explicit.on_record)
    return given.lines(store, layout.SESSIONS)


def answered(store: layout.Store, ago: float, *answers: str, host: str = "cursor") -> None:
    for at, answer in enumerate(answers):
        given.event(store, "prompt", "s-1", ago=ago - at, host=host, text=f"please do part {at}")
        given.event(store, "response", "s-1", ago=ago - at - 0.5, host=host, text=answer)


@pytest.mark.parametrize(
    "answer",
    [
        "Moved the login sessions to Redis.",
        "| File | Now |\n|---|---|\n| cart.py | keeps the login sessions in Redis |",
        "**Moving the sessions**Moved [the login](/w/shop/login.py) sessions to Redis.",
        "README 已更新：\n\n- 登录的会话改存 Redis，不再用数据库",
        "## Next steps\n- Move the login sessions to Redis",
    ],
)
def test_a_summary_goes_with_the_answer_that_it_tells(store: layout.Store, answer: str) -> None:
    answered(store, 60, answer)
    (told,) = summarised(store)

    assert told["id"] in dependents.ids(store, given.journal(store, "prompt"))
    assert dependents.ids(store, [stored.Entry(id="e_other", session_id="s-1")]) == set()


def test_what_the_transcript_proves_stands_in_the_summary(store: layout.Store) -> None:
    made = transcripts.Claude(transcripts.SESSION, project=store.project).ask("Speed up the cart")
    made.call("Edit", {"file_path": f"{store.project}/cart.py"}, "ok").say("Faster.").write()
    session = transcripts.SESSION
    given.event(store, "session_start", session, ago=90, host="claude", source="startup")
    given.event(store, "prompt", session, ago=80, host="claude", text="Speed up the cart")
    given.event(store, "response", session, ago=70, host="claude", text="The cart is faster.")

    (told,) = summarised(store)

    assert "Files written: cart.py." in told["summary"]


def test_an_automatic_summary_is_made_again_as_the_session_goes_on(store: layout.Store) -> None:
    answered(store, 600, "Added the login screen.")
    before = clock.stamp(clock.now() - 300)
    first = summarised(store)[-1] | {"created_at": before}
    Path(store.path, layout.SESSIONS).write_text(json.dumps(first) + "\n", "utf-8")
    assert summarised(store) == [first]

    answered(store, 60, "Added the order screen.")

    assert "order screen" in summarised(store)[-1]["summary"]


def test_a_compacted_session_without_a_title_is_named_by_its_summary(store: layout.Store) -> None:
    made = transcripts.Claude("s-1", project=store.project, ago=3_000)
    text = "Continued.\n\nSummary:\n8. Current Work:\n   Empty cells are kept.\n"
    made.ask(text, isCompactSummary=True).write()
    transcripts.started(store, "s-1", ago=3_300)
    answered(store, 3_200, "Added the login screen.", host="claude")

    (told,) = summarised(store)

    assert (told["topic"], told["summary"]) == ("Empty cells are kept.", "Empty cells are kept.")
