"""Sessions that hosts left open: summarised, and their end noted once they are surely over."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memory_store import clock
from memory_store.capture import explicit, pipeline
from memory_store.facts import withdrawn
from memory_store.forget import dependents
from memory_store.journal import sessions, stored
from memory_store.sessions import endings, todos
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


def test_a_prompt_that_an_agent_may_still_work_on_waits_for_half_an_hour(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    given.event(store, "prompt", "s-2", ago=90, text="Refactor the payment retries")
    answered(store, 600, "Added the login screen.")
    given.event(store, "prompt", "s-1", ago=60, text="Now the order screen")

    (told,) = summarised(store)
    assert "order" not in json.dumps(told)
    assert summarised(store) == [told]

    later = clock.now() + 1_800
    monkeypatch.setattr(clock, "now", lambda: later)
    second, third = summarised(store)[1:]
    assert "Refactor the payment retries" in json.dumps([second, third])
    assert "order screen" in json.dumps([second, third])
    assert len(summarised(store)) == 3


def test_what_was_said_off_the_record_is_in_no_summary(store: layout.Store) -> None:
    """Nor what was answered to it, and other events are told as ever."""
    answered(store, 90, "Added the login screen.")
    given.event(store, "prompt", "s-1", ago=60, text="Off the record: Tomas leaves. Who knows it?")
    given.event(store, "response", "s-1", ago=50, text="Besides Tomas, Ana wrote half of it.")

    (told,) = summarised(store)

    assert (told["topic"], told["summary"]) == ("please do part 0", "Added the login screen.")


def test_an_end_leaves_nothing_to_wait_for(store: layout.Store) -> None:
    given.event(store, "prompt", "s-1", ago=90, text="Refactor the payment retries")
    given.event(store, "session_end", "s-1", ago=80, reason="exit")

    assert "(no answer)" in summarised(store)[0]["summary"]


def test_a_topic_line_of_the_agent_is_the_summary_also_where_its_hook_was_killed(
    store: layout.Store,
) -> None:
    answered(store, 60, "Set it up.\nS @billing: Runs on Postgres. TODO: write the migration")

    (told,) = summarised(store)
    assert summarised(store) == [told]

    assert (told["origin"], told["topic"]) == ("agent", "billing")
    assert told["todos"] == ["write the migration"]


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


def test_a_todo_that_was_closed_stays_closed_as_its_session_goes_on(store: layout.Store) -> None:
    then = clock.stamp(clock.now() - 300)
    given.summary(store, "x", session="s-1", todos=["ask finance", "port it"], created_at=then)
    todos.close(store, lambda found: [one for one in found if one.text == "port it"])
    answered(store, 60, "Added the order screen.", "Added the help screen.", "All tests pass.")

    assert summarised(store)[-1]["todos"] == ["ask finance"]
    assert summarised(store)[-1]["done"] == ["port it"]


def test_what_the_person_says_is_done_is_closed(store: layout.Store) -> None:
    then = clock.stamp(clock.now() - 300)
    given.summary(store, "x", session="s-1", todos=["port the refunds"], created_at=then)
    given.event(store, "prompt", "s-2", ago=60, text="The port of the refunds is done.")

    summarised(store)

    assert todos.of_store(store) == []


def test_an_automatic_summary_is_made_again_as_the_session_goes_on(store: layout.Store) -> None:
    answered(store, 600, "Added the login screen.")
    before = clock.stamp(clock.now() - 300)
    first = summarised(store)[-1] | {"created_at": before}
    Path(store.path, layout.SESSIONS).write_text(json.dumps(first) + "\n", "utf-8")
    assert summarised(store) == [first]

    answered(store, 60, "Added the order screen.")

    assert "order screen" in summarised(store)[-1]["summary"]


def test_an_agents_own_summary_stands_after_a_word_of_thanks(store: layout.Store) -> None:
    answered(store, 600, "Added the login screen.")
    own = given.summary(store, "Screens", session="s-1", created_at=clock.stamp(clock.now() - 300))
    answered(store, 60, "You're welcome!", "Anything else?")

    assert summarised(store) == [own]


def test_what_was_asked_after_the_agents_own_summary_is_told_before_it(
    store: layout.Store,
) -> None:
    then = clock.stamp(clock.now() - 300)
    given.summary(store, "Screens", session="s-1", text="It works.", created_at=then)
    given.event(store, "prompt", "s-1", ago=60, text="Add the order screen to the shop")
    assert len(summarised(store)) == 1  # an agent may still work on it
    given.event(store, "session_end", "s-1", ago=50)

    told = summarised(store)[-1]["summary"]

    assert told == (
        "Not summed up yet, the last without an answer: “Add the order screen to the shop”"
        " • It works."
    )


def test_what_is_said_off_the_record_leaves_the_agents_own_summary_as_it_is(
    store: layout.Store,
) -> None:
    then = clock.stamp(clock.now() - 300)
    own = given.summary(store, "Screens", session="s-1", text="It works.", created_at=then)
    given.event(store, "prompt", "s-1", ago=60, text="Don't save this: Wang leaves in March")
    given.event(store, "session_end", "s-1", ago=50)

    assert summarised(store) == [own]


def test_a_session_that_goes_on_after_the_agents_own_summary_is_not_frozen_there(
    store: layout.Store,
) -> None:
    answered(store, 600, "Added the login screen.")
    then = clock.stamp(clock.now() - 300)
    given.summary(store, "Screens", session="s-1", text="The login works.", created_at=then)
    answered(store, 60, "Added the order screen.", "Added the help screen.", "All tests pass.")

    told = summarised(store)[-1]

    assert told["topic"] == "Screens"
    assert told["summary"].endswith(" • The login works.")
    assert "order screen" in told["summary"]
    assert "login screen" not in told["summary"]
    assert told["origin"] == "automatic"

    answered(store, 0, "Added the map screen.")
    again = summarised(store)[-1]["summary"]
    assert again.endswith(" • The login works.")
    assert again.count("Not summed up") == 1


def test_a_later_summary_of_the_agent_replaces_all_of_it(store: layout.Store) -> None:
    answered(store, 60, "Added the order screen.")
    summarised(store)
    given.summary(store, "What the agent says", session="s-1")

    assert summarised(store)[-1]["topic"] == "What the agent says"


@pytest.mark.parametrize("by_hand", ["retracted", "deleted"])
@pytest.mark.parametrize(
    ("rule", "answer"),
    [
        (
            "以后提交信息统一用中文写，格式是「模块: 说明」",
            "好的，以后按「模块: 说明」的中文格式提交。",
        ),
        ("From now on always use tabs.", "Got it, I will always use tabs for indentation."),
    ],
)
def test_a_summary_that_is_written_afterwards_does_not_tell_what_was_taken_back(
    store: layout.Store, rule: str, answer: str, by_hand: str
) -> None:
    prompt = given.event(store, "prompt", "s-1", ago=50, text=rule)
    given.event(store, "response", "s-1", ago=40, text=answer)
    given.event(store, "prompt", "s-1", ago=30, text="Fix the login page")
    given.event(store, "response", "s-1", ago=20, text="I fixed the login page: 12 tests pass.")
    pipeline.keep(given.where(store), [prompt])
    (fact,) = given.living(store)
    if by_hand == "deleted":
        Path(store.path, layout.FACTS).write_text("")
    else:
        given.retraction(store, fact)

    events = given.journal(store)
    gone = withdrawn.finder(store, events, pipeline.said)
    where = given.where(store)
    assert endings.summaries(where, store, events, "", gone, explicit.on_record) == 1

    (made,) = given.lines(store, layout.SESSIONS)
    assert made["topic"] == "Fix the login page"
    assert "12 tests pass" in made["summary"]
    assert made["decisions"] == []
    assert not [
        one for one in (rule, answer) if one.rstrip("。.") in json.dumps(made, ensure_ascii=False)
    ]


def by_claudes_model(store: layout.Store, work: str, *pending: str) -> None:
    """A session of Claude Code that was titled and compacted, and went on."""
    made = transcripts.Claude("s-1", project=store.project, ago=3_000)
    made.ask("Read the supplier's sheets").say("I look at them.")
    for at, item in enumerate(pending):
        listed = "\n".join(f"   - {one}" for one in item.split("; "))
        text = (
            "This session is being continued from a previous conversation.\n\nSummary:\n"
            "1. Primary Request and Intent:\n   Read the sheets of the supplier.\n\n"
            f"7. Pending Tasks:\n{listed}\n\n8. Current Work:\n   {work} (part {at}).\n"
        )
        made.ask(text, isCompactSummary=True, isVisibleInTranscriptOnly=True)
    made.lines.append(
        {"type": "ai-title", "aiTitle": "Supplier sheets", "sessionId": made.session}
    )
    made.write()


def test_the_hosts_title_is_a_sessions_topic(store: layout.Store) -> None:
    by_claudes_model(store, "")
    transcripts.started(store, "s-1", ago=600)
    answered(store, 90, "Added the login screen.", host="claude")

    (told,) = summarised(store)

    assert (told["topic"], told["summary"]) == ("Supplier sheets", "Added the login screen.")
    assert told["source"]["via"] == "capture"


def test_a_compacted_session_is_told_in_the_words_of_its_hosts_model(store: layout.Store) -> None:
    """What was asked since stands before them, and its pending list is open."""
    by_claudes_model(store, "Empty cells are kept", "Ask Jana; Write the migration")
    transcripts.started(store, "s-1", ago=3_300)
    given.event(
        store, "prompt", "s-1", ago=3_200, host="claude", text="Read the supplier's sheets"
    )
    given.event(store, "response", "s-1", ago=3_100, host="claude", text="I look at them.")
    given.event(
        store, "prompt", "s-1", ago=90, host="claude", text="Now the currency column, please"
    )
    given.event(store, "response", "s-1", ago=80, host="claude", text="Done.")

    (told,) = summarised(store)

    assert told["topic"] == "Supplier sheets"
    assert "currency column" in told["summary"].split(" • ")[0]
    assert told["summary"].split(" • ")[1:] == [
        "Read the sheets of the supplier.",
        "Empty cells are kept (part 0).",
    ]
    assert (told["origin"], told["source"]["via"]) == ("automatic", "host")
    assert [one.text for one in todos.of_store(store)] == ["Ask Jana", "Write the migration"]


def test_the_next_compaction_closes_what_its_list_no_longer_has(store: layout.Store) -> None:
    transcripts.started(store, "s-1", ago=3_300)
    by_claudes_model(store, "Cells are kept", "Ask Jana; Write the migration")
    answered(store, 90, "Added the login screen.", host="claude")
    summarised(store)
    todos.close(store, lambda listed: [one for one in listed if one.text == "Ask Jana"])

    by_claudes_model(
        store, "Cells are kept", "Ask Jana; Write the migration", "Ask Jana; Print it"
    )
    given.event(store, "session_start", "s-1", ago=0, host="claude", source="compact")
    told = summarised(store)[-1]

    given.event(store, "prompt", "s-1", ago=0, host="claude", text="Now the order screen")
    assert summarised(store)[-1] == told  # an agent works on that
    assert [one.text for one in todos.of_store(store)] == ["Print it"]
    assert "(part 1)" in told["summary"]
    assert "(part 0)" not in told["summary"]


def test_an_agents_own_summary_stands_before_the_words_of_its_host(store: layout.Store) -> None:
    by_claudes_model(store, "Cells are kept", "Ask Jana")
    transcripts.started(store, "s-1", ago=3_300)
    answered(
        store,
        60,
        "Set it up.\nS @billing: Runs on Postgres. TODO: write the migration",
        host="claude",
    )
    given.event(
        store, "prompt", "s-1", ago=30, host="claude", text="Now the currency column, please"
    )
    given.event(store, "response", "s-1", ago=20, host="claude", text="Done.")

    told = summarised(store)[-1]

    assert told["topic"] == "billing"
    assert "Cells" not in told["summary"]
    assert [one.text for one in todos.of_store(store)] == ["write the migration"]


def test_with_capture_off_nothing_of_a_host_is_read(store: layout.Store) -> None:
    by_claudes_model(store, "Cells are kept", "Ask Jana")
    transcripts.started(store, "s-1", ago=3_300)
    answered(store, 90, "Added the login screen.", host="claude")
    Path(store.path, layout.SETTINGS).write_text('{"capture": false}', "utf-8")

    (told,) = summarised(store)

    assert (told["topic"], told["summary"]) == ("please do part 0", "Added the login screen.")


@pytest.mark.parametrize(
    "said",
    [
        "Off the record: Tomas leaves. Who knows it?",
        "<private>Tomas leaves</private> Who knows the build?",
        "The key is ghp_" + "a1B2" * 9 + ", use it",
    ],
)
def test_where_a_part_was_not_to_be_kept_nothing_of_a_hosts_model_is_told(
    store: layout.Store, said: str
) -> None:
    """It had the whole conversation before it."""
    by_claudes_model(store, "Tomas leaves the team", "Ask Tomas")
    transcripts.started(store, "s-1", ago=3_300)
    given.event(store, "prompt", "s-1", ago=3_200, host="claude", text=said)
    given.event(store, "response", "s-1", ago=3_100, host="claude", text="Nobody.")
    answered(store, 90, "Added the login screen.", host="claude")

    (told,) = summarised(store)

    assert "Tomas" not in json.dumps(told)
    assert told["topic"] != "Supplier sheets"


def test_a_compacted_session_without_a_title_is_named_by_its_summary(store: layout.Store) -> None:
    made = transcripts.Claude("s-1", project=store.project, ago=3_000)
    text = "Continued.\n\nSummary:\n8. Current Work:\n   Empty cells are kept.\n"
    made.ask(text, isCompactSummary=True).write()
    transcripts.started(store, "s-1", ago=3_300)
    answered(store, 3_200, "Added the login screen.", host="claude")

    (told,) = summarised(store)

    assert (told["topic"], told["summary"]) == ("Empty cells are kept.", "Empty cells are kept.")
