"""Taking over recorded sessions: all of them once, with their own times, and nothing private."""

from __future__ import annotations

from typing import Any

import pytest

from memory_store import clock
from memory_store.importing import adopted_sessions, adoption
from memory_store.journal import append
from memory_store.sources import recorded
from memory_store.store import layout
from memory_store.upkeep import finish
from tests import given

pytestmark = pytest.mark.usefixtures("words_alone")

RULE = "From now on, use tabs in every Makefile."
PORT = "Remember that the gateway listens on port 8080."


def recording(
    *texts: str, name: str = "s-1", days: float = 30, form: str = "claude", timed: bool = True
) -> recorded.Recording:
    """A session of prompts and answers by turns, a minute apart, so many days ago."""
    begun = given.moment(days)
    events: list[given.Record] = [
        {
            "type": ("prompt", "response")[at % 2],
            "text": text,
            "moment": begun + 60.0 * at if timed else None,
            "key": f"k-{at // 2}",
        }
        for at, text in enumerate(texts)
    ]
    return recorded.Recording(name, form, events, path="x.jsonl", changed=begun)


def adopt(store: layout.Store, *recordings: recorded.Recording) -> dict[str, int]:
    into = adoption.Adoption(store, dry=False)
    for one in recordings:
        adopted_sessions.adopt(into, one, given.where(store).config)
    return into.counts


def test_a_session_is_there_with_its_times_its_facts_and_a_summary(store: layout.Store) -> None:
    one = recording(PORT, "Noted.", "Why is it slow?", "An index was missing.")
    one.changed = clock.now()  # as of a copy

    assert adopt(store, one) == {"sessions": 1, "turns": 4, "facts": 1, "summaries": 1}

    told = given.journal(store, "prompt", "response")
    assert [event["text"] for event in told] == [str(said["text"]) for said in one.said()]
    moments = [clock.parse(event["timestamp"]) for event in told]
    assert moments == pytest.approx([given.moment(30) + 60 * at for at in range(4)], abs=0.01)
    assert {(event["source"], event["host"]) for event in told} == {("import", "claude")}
    (fact,) = given.living(store)
    assert fact["content"] == PORT
    assert fact["created_at"] == told[0]["timestamp"] == fact["updated_at"]
    assert fact["source"] == {
        "host": "claude",
        "session_id": "s-1",
        "via": "import",
        "how": "asked",
    }
    assert fact["evidence"] == [told[0]["id"]]
    (summary,) = given.lines(store, layout.SESSIONS)
    assert (summary["session_id"], summary["source"]["via"]) == ("s-1", "import")
    assert summary["created_at"] == told[-1]["timestamp"]


def test_a_second_time_adds_nothing_nor_does_a_run_that_finishes(store: layout.Store) -> None:
    sessions = [
        recording(PORT, "W @gateway: it speaks TLS", "我们决定用 PostgreSQL。", "好的。"),
        recording(RULE, "Understood.", PORT, "I know.", name="s-2", days=20),
        recording("以后提交信息统一用英文写。", "好。", name="c-1", form="cursor", timed=False),
    ]
    first = adopt(store, *sessions)
    before = given.tree(store.path)

    again = adopt(store, *sessions)
    finish.bring_up_to_date(given.where(store), embed_seconds=None)

    assert first == {"sessions": 3, "turns": 10, "facts": 5, "again": 1, "summaries": 3}
    assert again == {"known": 3}
    assert given.tree(store.path) == before
    assert adopt(store, *sessions) == {"known": 3}


@pytest.mark.parametrize("files", [1, 2])
def test_a_kill_between_two_files_leaves_no_half(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch, files: int
) -> None:
    """The journal is written last, so that the next run finds the session to be done."""
    one = recording(PORT, "Noted.", RULE, "Yes.")
    real, left = append.append_locked, iter(range(files))

    def die(*some: Any, **more: Any) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt
        real(*some, **more)

    with monkeypatch.context() as killed:
        killed.setattr(append, "append_locked", die)
        with pytest.raises(KeyboardInterrupt):
            adopt(store, one)
    adopt(store, one)

    assert len(given.living(store)) == len(given.lines(store, layout.FACTS)) == 2
    assert len(given.journal(store, "prompt", "response")) == 4
    assert len(given.lines(store, layout.SESSIONS)) == 1


def test_who_does_not_look_at_what_is_there_adds_it_twice(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the two tests before: it is the look that makes it once."""
    one = recording(PORT, "Noted.")
    adopt(store, one)
    monkeypatch.setattr(adoption.Adoption, "events", lambda _self, _session: [])

    assert adopt(store, one)["turns"] == 2
    assert len(given.journal(store, "prompt", "response")) == 4


def test_what_is_dated_in_the_future_is_of_now(store: layout.Store) -> None:
    assert adopt(store, recording(PORT, "ok", days=-3))["turns"] == 2

    moments = [clock.parse(one["timestamp"]) for one in given.journal(store)]
    assert all(one is not None and one <= clock.now() for one in moments)
