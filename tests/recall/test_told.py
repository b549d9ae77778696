"""What a session's start and its prompts are told of facts and core memory: `told.json`.

Each row is a promise and its steps: what the memory holds, what is asked, and what is told.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store.journal import append, sessions, stored
from memory_store.recall import core_copies, earlier, fact_lines, news
from memory_store.store import files, layout
from tests import given

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.usefixtures("noon")

SCENARIOS = json.loads(Path(__file__).with_name("told.json").read_text("utf-8"))
FACT = re.compile(r"- \[[WBOS] \d{4}-\d\d-\d\d [^]]+\] (.*)")


class World:
    """A memory, a session that looks for news as the prompt hook does, and what it was told."""

    def __init__(self, store: layout.Store, user: layout.Store, patch: pytest.MonkeyPatch) -> None:
        self.store, self.user, self.patch = store, user, patch
        self.known: dict[str, stored.Fact] = {}
        self.earlier: list[stored.Entry] = []
        self.past = earlier.Sessions()
        self.text = ""

    def fact(self, content: str, *, everywhere: bool = False, **fields: Any) -> None:
        """A fact; a value that begins with @ is the id of a fact, by what it says."""
        named = re.sub(
            r'"@([^"]+)"', lambda found: f'"{self.known[found[1]].id}"', json.dumps(fields)
        )
        made = given.fact(self.user if everywhere else self.store, content, **json.loads(named))
        self.known[content] = made

    def facts(self, count: int, content: str, **fields: Any) -> None:
        """Many facts, numbered where it says {n}."""
        for n in range(count):
            texts = {name: one.format(n=n) for name, one in fields.items() if isinstance(one, str)}
            self.fact(content.format(n=n), **{**fields, **texts})

    def retract(self, content: str) -> None:
        given.retraction(self.store, self.known[content])

    def change(self, content: str, /, **fields: Any) -> None:
        append.append(self.store, layout.FACTS, [self.known[content].changed(**fields)])

    def core(self, text: str, *, everywhere: bool = False) -> None:
        Path((self.user if everywhere else self.store).path, layout.CORE).write_text(text, "utf-8")

    def setting(self, **values: str) -> None:
        for name, value in values.items():
            self.patch.setenv(f"MEMORY_STORE_{name}", value)

    def listed(self, *contents: str) -> None:
        """The list that consolidation keeps, of the facts as they are now."""
        state = Path(self.store.path, layout.FACTS).stat()
        facts = [self.known[one] for one in contents]
        places = [{"id": one.id, "at": given.place_of(self.store, one)} for one in facts]
        lines = [{"size": state.st_size, "inode": state.st_ino}, *places]
        cache = layout.cache_directory(self.store)
        files.make_directory(cache)
        text = "".join(f"{json.dumps(one)}\n" for one in lines)
        Path(cache, fact_lines.RULES).write_text(text, "utf-8")

    def last(
        self, topic: str, *, left: Sequence[str] = (), twice: bool = False, **fields: Any
    ) -> None:
        """The session before, and what is left to do."""
        summary = given.summary(self.store, topic, session="s0", **fields)
        self.past = earlier.Sessions(summary, summary if twice else None, list(left))

    def start(self, language: str = "en") -> None:
        """A session that begins is told this."""
        self.text = given.composed(self.store, "how", self.past, language).text

    def look(self) -> None:
        """The session looks for news, the first time for none."""
        now = stored.Entry(type="prompt", seen=sessions.seen(self.store))
        where = given.where(self.store)
        self.text = news.since(where, given.SESSION, self.earlier, now, "en").text
        self.earlier.append(now)
        core_copies.keep(where.project)

    def recalled(self, content: str) -> None:
        self.earlier.append(stored.Entry(type="recalled", record_ids=[self.known[content].id]))

    def told(self, *contents: str) -> None:
        """The facts that were told, in their order."""
        assert FACT.findall(self.text) == list(contents)

    def quoted(self, *lines: str) -> None:
        """The lines of core memory that were told."""
        assert re.findall("^> (.*)$", self.text, re.MULTILINE) == list(lines)

    def says(self, *texts: str) -> None:
        assert [self.text.count(one) for one in texts] == [1] * len(texts), self.text

    def tells(self, *texts: str) -> None:
        assert [one for one in texts if one not in self.text] == []

    def order(self, *texts: str) -> None:
        """These texts stand there once each, in this order."""
        self.says(*texts)
        places = [self.text.index(one) for one in texts]
        assert places == sorted(places)

    def hides(self, *texts: str) -> None:
        assert [one for one in texts if one in self.text] == []


@pytest.mark.parametrize("steps", SCENARIOS.values(), ids=SCENARIOS)
def test_a_session_is_told(
    store: layout.Store,
    user_store: layout.Store,
    monkeypatch: pytest.MonkeyPatch,
    steps: list[list[Any]],
) -> None:
    world = World(store, user_store, monkeypatch)
    for verb, *said in steps:
        fields = {
            name: value for one in said if isinstance(one, dict) for name, value in one.items()
        }
        getattr(world, verb)(*(one for one in said if not isinstance(one, dict)), **fields)
