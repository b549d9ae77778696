"""What is told of sessions, and what they leave to do: `summed_up.json`.

Each row is a promise and its steps: what was said and summed up, runs behind it, and what is told.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memory_store import clock
from memory_store.capture import explicit, pipeline
from memory_store.facts import withdrawn
from memory_store.journal import records
from memory_store.sessions import endings, todos, topic_lines
from memory_store.store import layout
from tests import given, transcripts

SCENARIOS = json.loads(Path(__file__).with_name("summed_up.json").read_text("utf-8"))


class World:
    """A memory, and what its files hold after each step."""

    def __init__(self, store: layout.Store, patch: pytest.MonkeyPatch) -> None:
        self.store, self.patch = store, patch

    def event(self, kind: str, text: str | None = None, **fields: Any) -> None:
        """An event of session s-1, a minute ago unless something else is said."""
        session = fields.pop("session", "s-1")
        given.event(self.store, kind, session, text=text, **fields)

    def turns(self, ago: float, *answers: str, **fields: Any) -> None:
        """Requests with their answers, a second apart."""
        for at, answer in enumerate(answers):
            self.event("prompt", f"please do part {at}", ago=ago - at, **fields)
            self.event("response", answer, ago=ago - at - 0.5, **fields)

    def summary(
        self, topic: str, *, ago: float = 300, session: str = "s-1", **fields: Any
    ) -> None:
        """A summary as an agent saved it so many seconds ago."""
        stamp = clock.stamp(clock.now() - ago)
        given.summary(self.store, topic, session=session, created_at=stamp, **fields)

    def todo(self, text: str, *, ago: float = 0) -> None:
        """A todo that a person opens by itself."""
        stamp = clock.stamp(clock.now() - ago)
        made, _ = records.todo(text, {"via": "user"})
        todos.open_all(self.store, [made.with_(created_at=stamp, updated_at=stamp)])

    def compacted(self, work: str, *pending: str, title: str = "Supplier sheets") -> None:
        """What Claude Code's own model wrote of the session, at each compaction a list."""
        made = transcripts.Claude("s-1", project=self.store.project, ago=3_000)
        made.ask("Read the supplier's sheets").say("I look at them.")
        for at, item in enumerate(pending):
            listed = "\n".join(f"   - {one}" for one in item.split("; "))
            text = (
                "This session is being continued from a previous conversation.\n\nSummary:\n"
                "1. Primary Request and Intent:\n   Read the sheets of the supplier.\n\n"
                f"7. Pending Tasks:\n{listed}\n\n8. Current Work:\n   {work} (part {at}).\n"
            )
            made.ask(text, isCompactSummary=True, isVisibleInTranscriptOnly=True)
        if title:
            made.lines.append({"type": "ai-title", "aiTitle": title, "sessionId": made.session})
        made.write()
        if not given.journal(self.store, "session_start"):
            transcripts.started(self.store, "s-1", ago=3_300)

    def keep(self) -> None:
        """The facts of all prompts are kept."""
        pipeline.keep(given.where(self.store), given.journal(self.store, "prompt"))

    def retract(self) -> None:
        for fact in given.living(self.store):
            given.retraction(self.store, fact)

    def write(self, name: str, text: str) -> None:
        Path(self.store.path, name).write_text(text, "utf-8")

    def close(self, word: str) -> None:
        todos.close(self.store, lambda listed: [one for one in listed if word in one.text])

    def later(self, seconds: float) -> None:
        then = clock.now() + seconds
        self.patch.setattr(clock, "now", lambda: then)

    def run(self) -> None:
        """A run behind the answers looks at today's events."""
        where, events = given.where(self.store), given.journal(self.store)
        gone = withdrawn.finder(self.store, events, pipeline.said)
        endings.summaries(where, self.store, events, "", gone, explicit.on_record)

    def told(self, count: int, **fields: Any) -> None:
        """So many lines of summaries there are, and the last one has these fields."""
        lines = given.lines(self.store, layout.SESSIONS)
        newest = {**lines[-1], "via": lines[-1]["source"]["via"]} if lines else {}
        assert (len(lines), {name: newest[name] for name in fields}) == (count, fields)

    def says(self, *texts: str) -> None:
        """The last line says these texts, each once."""
        newest = json.dumps(given.lines(self.store, layout.SESSIONS)[-1], ensure_ascii=False)
        assert [newest.count(one) for one in texts] == [1] * len(texts), newest

    def hides(self, *texts: str) -> None:
        """No line says any of these texts."""
        lines = json.dumps(given.lines(self.store, layout.SESSIONS), ensure_ascii=False)
        assert [one for one in texts if one in lines] == []

    def tells(self, *texts: str) -> None:
        """The lines together say these texts."""
        lines = json.dumps(given.lines(self.store, layout.SESSIONS), ensure_ascii=False)
        assert [one for one in texts if one not in lines] == []

    def open(self, *texts: str) -> None:
        assert [one.text for one in todos.of_store(self.store)] == list(texts)

    def line(self, answer: str, *parsed: list[Any]) -> None:
        """The topic lines of an answer: topic, text and todos of each."""
        found = topic_lines.parse(answer)
        assert [[one.topic, one.text, one.todos] for one in found] == list(parsed)


@pytest.mark.parametrize("steps", SCENARIOS.values(), ids=SCENARIOS)
def test_a_session_is_summed_up(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch, steps: list[list[Any]]
) -> None:
    world = World(store, monkeypatch)
    for verb, *said in steps:
        fields = {
            name: value for one in said if isinstance(one, dict) for name, value in one.items()
        }
        getattr(world, verb)(*(one for one in said if not isinstance(one, dict)), **fields)
