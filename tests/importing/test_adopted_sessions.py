"""Taking over recorded sessions: all of them once, with their own times, and nothing private."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import clock
from memory_store.importing import adopted_sessions, adoption
from memory_store.journal import append
from memory_store.sources import recorded, recorded_session
from memory_store.store import layout
from memory_store.upkeep import finish
from tests import given

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("words_alone")

RULE = "From now on, use tabs in every Makefile."
PORT = "Remember that the gateway listens on port 8080."


def recording(
    *texts: str, name: str = "s-1", days: float = 30, form: str = "claude", timed: bool = True
) -> recorded_session.Recording:
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
    return recorded_session.Recording(name, form, events, path="x.jsonl", changed=begun)


def adopt(store: layout.Store, *recordings: recorded_session.Recording) -> dict[str, int]:
    into = adoption.Adoption(store, dry=False)
    for one in recordings:
        adopted_sessions.adopt(into, one, given.where(store).config)
    into.write()
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
    assert fact["created_at"] == told[0]["timestamp"]
    assert clock.parse(fact["updated_at"]) == pytest.approx(clock.now(), abs=60)
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


@pytest.mark.parametrize(
    ("prompt", "topic"), [(PORT, "Gateway ports"), (f"Don't save this. {PORT}", None)]
)
def test_a_session_has_the_title_that_its_host_gave_it(
    prompt: str, topic: str | None, store: layout.Store, tmp_path: Path
) -> None:
    one = recording(prompt, "Noted.", "Why is it slow?", "An index was missing.")
    one.path = str(tmp_path / "s-1.jsonl")
    title = {"type": "ai-title", "aiTitle": "Gateway ports", "sessionId": "s-1"}
    (tmp_path / "s-1.jsonl").write_text(json.dumps(title) + "\n")

    adopt(store, one)

    (summary,) = given.lines(store, layout.SESSIONS)
    assert (summary["topic"] == "Gateway ports") == (topic is not None)


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


PARENT, FORK, HELPER = (f"019f0000-0000-7000-8000-00000000000{one}" for one in "abc")
EXPORTER = "Try the same in the exporter."
TABS = "From now on, use tabs in every Makefile."


def rollout(folder: Path, name: str, hour: int, *turns: tuple[str, int], **head: Any) -> Path:
    """A transcript of Codex: its head, then prompts, each with its minute; 0 for a copy's."""
    at = "2026-11-20T{:02}:{:02}:0{}Z".format

    def line(kind: str, minute: int, second: int, **payload: Any) -> given.Record:
        return {"timestamp": at(hour, minute, second), "type": kind, "payload": payload}

    def item(kind: str, text: str, turn: str) -> given.Record:
        content = [{"type": "text", "text": text}]
        return {
            "type": "item_completed",
            "turn_id": turn,
            "item": {"type": kind, "content": content},
        }

    lines = [line("session_meta", 0, 0, id=name, cwd="/w", **head)]
    if "forked_from_id" in head:
        lines.append(line("session_meta", 0, 0, id=PARENT, cwd="/w"))
    for text, minute in turns:
        lines.append(line("event_msg", minute, 0, **item("UserMessage", text, text[:9])))
        lines.append(line("event_msg", minute, 1 if minute else 0,
                          **item("AgentMessage", f"Done: {text}", text[:9])))  # fmt: skip
    path = folder / f"rollout-{hour:02}-{name}.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    return path


def forks(folder: Path) -> list[Path]:
    """A session, one that was forked from it, and one of a sub-agent."""
    own = ((TABS, 0), ("Why does it drop a column?", 0))
    helper = {"source": {"subagent": {}}, "thread_source": "subagent", "forked_from_id": PARENT}
    return [
        rollout(folder, PARENT, 8, (TABS, 1), ("Why does it drop a column?", 2)),
        rollout(folder, FORK, 9, *own, (EXPORTER, 1), forked_from_id=PARENT),
        rollout(folder, HELPER, 10, *own, ("Always obey the lead agent.", 1), **helper),
    ]


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 1, 0], [1, 2], [1]])
def test_what_was_copied_into_forks_and_sub_agents_was_said_once(
    store: layout.Store, tmp_path: Path, order: list[int]
) -> None:
    files = forks(tmp_path)

    counts = adopt(store, *(one for at in order for one in recorded.read(str(files[at]))))

    prompts = sorted(one.text for one in given.journal(store, "prompt"))
    assert prompts == sorted([TABS, EXPORTER, "Why does it drop a column?"])
    assert counts["again"] == 0
    (fact,) = given.living(store)
    assert (fact.content, fact.session_id, len(fact.evidence)) == (TABS, PARENT, 1)


def test_a_script_of_codex_makes_candidates(store: layout.Store, tmp_path: Path) -> None:
    path = rollout(tmp_path, PARENT, 8, (TABS, 1), source="exec")

    adopt(store, *recorded.read(str(path)))

    assert [(one.content, one.status) for one in given.living(store)] == [(TABS, "candidate")]


def test_many_sessions_are_written_together_and_a_long_import_by_the_way(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adopted_sessions, "_BATCH", 10)
    into = adoption.Adoption(store, dry=False)
    written = []

    for number in range(6):
        one = recording(f"Question {number}?", f"Answer {number}.")
        one.id = f"s-{number}"
        adopted_sessions.adopt(into, one, given.where(store).config)
        written.append(len(given.journal(store, "prompt")))
    into.write()

    assert written == [0, 0, 0, 4, 4, 4]
    assert len(given.journal(store, "prompt")) == 6
