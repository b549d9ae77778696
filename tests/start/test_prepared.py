"""A prepared briefing: the text that would be made now, whatever changed since it was prepared."""

from __future__ import annotations

import contextlib
import os
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import clock, codec, model, place
from memory_store.journal import checkpoints, outlived, own, sessions
from memory_store.journal import facts as facts_of
from memory_store.recall import host_memories
from memory_store.start import past, prepared, renewing
from memory_store.store import derived, layout
from tests import given

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TAG = re.compile(r"memory-[0-9a-f]{8}")
HOURS = 3_600.0
NOON = given.moment(1)


class World:
    """A project with a memory, whose sessions begin one after the other."""

    def __init__(self, store: layout.Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.store = store
        self.monkeypatch = monkeypatch
        self.started = 0
        self.later = 0.0
        monkeypatch.setattr(clock, "now", self.now)

    def now(self) -> float:
        """Noon, and later and later."""
        self.later += 0.01
        return NOON + self.later

    def wanted(self, host: str = "claude", session: str = "") -> past.Wanted:
        where = given.where(self.store)
        recent = past.recent_prompts(where.project)
        self.started += 1
        session = session or f"session-{self.started:08}"
        return past.Wanted(where, host, session, recent, "en", model.MAX_TEXT)

    def starts(self, host: str = "claude") -> str:
        """The text that a new session is given, kept for the next one."""
        wanted = self.wanted(host)
        found, keep = prepared.given(wanted, is_new=True)
        assert keep is not None
        keep()
        return TAG.sub("TAG", found.text).replace(wanted.session, "SESSION")

    def delegates(self) -> str:
        """The text that a sub-agent of a session is given, kept for the next one."""
        text, keep = prepared.rules(self.wanted())
        if keep is not None:
            keep()
        return TAG.sub("TAG", text)

    def without_what_was_kept(self, host: str = "claude") -> str:
        for one in self.kept():
            one.unlink()
        return self.starts(host)

    def kept(self) -> list[Path]:
        return list(Path(layout.cache_directory(self.store)).glob("briefing-*.json"))


@pytest.fixture
def world(store: layout.Store, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setenv("MEMORY_STORE_EMBEDDER", "none")
    for name in ("LC_ALL", "LANG"):
        monkeypatch.setenv(name, "C.UTF-8")
    world = World(store, monkeypatch)
    for day in (20, 21):
        given.fact(store, f"the well of village {day} is deep", days=day)
    for day in range(4):
        given.fact(store, f"the gateway of region {day} listens on {8_000 + day}", days=day)
    given.fact(store, "we commit in the morning", kind="O")
    given.fact(store, "the freeze begins", valid_from=clock.stamp(clock.now() + 2 * HOURS))
    given.fact(store, "the trial runs", valid_to=clock.stamp(clock.now() + 3 * HOURS))
    given.summary(store, "the first one", session="s-0", decisions=["use uv"], todos=["ship it"])
    given.event(store, "session_end", "long over", ago=0)
    return world


def _number(world: World) -> int:
    world.started += 1
    return world.started


def _fact(world: World) -> None:
    given.fact(world.store, f"the queue of tenant {_number(world)} is full")


def _rule(world: World) -> None:
    given.fact(world.store, f"never push to branch {_number(world)}", kind="O")


def _core(world: World) -> None:
    with open(os.path.join(world.store.path, layout.CORE), "a", encoding="utf-8") as file:
        file.write(f"- the office of floor {_number(world)} is closed\n")


def _summary(world: World) -> None:
    number = _number(world)
    given.summary(world.store, f"topic {number}", session=f"s-{number}", todos=[f"do {number}"])


def _turn(world: World, session: str = "", *, answered: bool = True) -> None:
    number = _number(world)
    session = session or f"other-{number}"
    said = [("session_start", {}), ("prompt", {"text": f"Please fix the pump {number}"})]
    said += [("response", {"text": f"Pump {number} runs again."})] * answered
    for kind, fields in said:
        given.event(world.store, kind, session, ago=0, **fields)


def _goes_on(world: World) -> None:
    _turn(world, "at-work")


def _asked(world: World) -> None:
    _turn(world, "at-work", answered=False)


def _ends(world: World) -> None:
    given.event(world.store, "session_end", "at-work", ago=0)


def _hours(world: World) -> None:
    world.later += 1.25 * HOURS


def _day(world: World) -> None:
    world.later += 24 * HOURS


def _setting(world: World) -> None:
    world.monkeypatch.setenv("MEMORY_STORE_FACTS_LIMIT", str(1 + _number(world) % 3))


def _budget(world: World) -> None:
    world.monkeypatch.setenv("MEMORY_STORE_BRIEFING_CHARS", str(1_500 + _number(world)))


def _path(world: World) -> None:
    is_on = place.is_on_path()
    world.monkeypatch.setattr(place, "is_on_path", lambda: not is_on)


def _host_memory(world: World) -> None:
    memory = ["codex", "2026-11-20", f"The pager of team {_number(world)} is loud", "m", 1, 2]
    derived.keep(world.store, host_memories.NAME, [memory])


def _rules(world: World) -> None:
    """The list of consolidation, in which another old fact is nearer to what is worked on."""
    path = os.path.join(world.store.path, layout.FACTS)
    old = [one.id for one in facts_of.newest_first(world.store) if "well" in one.content]
    head: dict[str, object] = {"size": os.path.getsize(path), "inode": os.stat(path).st_ino}
    nearer = old[:: -1 if _number(world) % 2 else 1]
    entries: list[dict[str, object]] = [{"id": one, "at": [0, 0]} for one in nearer]
    text = "\n".join(map(codec.render, [head, *entries]))
    derived.keep_text(world.store, checkpoints.RULES, text)


def _code(world: World) -> None:
    fact = next(facts_of.newest_first(world.store))
    mark: dict[str, object] = {
        "how": outlived.REMOVED,
        "kind": "file",
        "what": f"{_number(world)}.py",
    }
    outlived.keep(world.store, {fact.id: [mark]}, None)


def _authors(world: World) -> None:
    known = own.known(world.store)
    world.monkeypatch.setattr(own, "known", lambda _: b"" if known is None else None)


CHANGES: dict[str, tuple[Callable[[World], None], str]] = {
    "a fact": (_fact, "files"),
    "a rule": (_rule, "files"),
    "a line of MEMORY.md": (_core, "files"),
    "a memory of another host": (_host_memory, "files"),
    "what lasts, by consolidation": (_rules, "files"),
    "what the code outlived": (_code, "files"),
    "who wrote the facts": (_authors, "authors"),
    "how many facts are told": (_setting, "settings"),
    "how long the text may be": (_budget, "settings and host"),
    "a program on the PATH": (_path, "on the PATH"),
    "another day": (_day, "day and until"),
    "some hours": (_hours, "until"),
    "a summary": (_summary, "summaries"),
    "a turn of a session": (_turn, "at work"),
    "more turns of a session": (_goes_on, "at work"),
    "a prompt": (_asked, "at work"),
    "the end of a session": (_ends, "at work"),
}
"""What a briefing depends on: how it changes, and the part of the keys that shows it."""


@pytest.mark.long
@pytest.mark.parametrize("walk", range(12))
def test_it_is_the_text_that_is_made_without_it(world: World, walk: int) -> None:
    names = random.Random(walk).choices(sorted(CHANGES), k=12)
    for at, name in enumerate(names):
        CHANGES[name][0](world)
        delegated = world.delegates()
        assert world.starts() == world.without_what_was_kept(), names[: at + 1]
        for one in world.kept():
            one.unlink()
        assert world.delegates() == delegated != "", names[: at + 1]


def test_a_sub_agent_is_given_what_was_prepared_while_its_session_works(world: World) -> None:
    world.starts()
    _turn(world)
    _summary(world)

    text, keep = prepared.rules(world.wanted())

    assert keep is None
    assert "we commit in the morning" in text

    _rule(world)
    _, keep = prepared.rules(world.wanted())
    assert keep is not None  # the control: facts changed


@contextlib.contextmanager
def without(part: str) -> Iterator[None]:
    """The keys without one of their parts."""
    parts, sessions, read = prepared._parts, prepared._sessions_key, prepared.read_kept

    def fewer(said: list[object], at_work: list[past.Seen], covered: float) -> str:
        kept = said if part != "summaries" else []
        return sessions(kept, at_work if part != "at work" else [], covered)

    def endless(store: layout.Store, name: str) -> dict[str, object]:
        return {**read(store, name), **({"until": 1e12} if "until" in part else {})}

    with pytest.MonkeyPatch.context() as patch:
        left_out = dict.fromkeys(part.split(" and "), "")
        patch.setattr(prepared, "_parts", lambda *those: {**parts(*those), **left_out})
        patch.setattr(prepared, "_sessions_key", fewer)
        patch.setattr(prepared, "read_kept", endless)
        yield


@pytest.mark.parametrize("name", sorted(CHANGES))
def test_each_part_of_the_keys_is_needed(world: World, name: str) -> None:
    """The control: without the part that shows a change, an old text is told."""
    change, part = CHANGES[name]
    if name == "the end of a session":
        _goes_on(world)
        _goes_on(world)
    with without(part):
        before = world.starts()
        for _ in range(2 if part == "until" else 1):
            change(world)
        stale = world.starts()

    fresh = world.starts()
    assert fresh == world.without_what_was_kept()
    if name != "a prompt":
        assert before == stale != fresh


def test_an_edit_in_place_with_its_time_set_back_is_noticed(world: World) -> None:
    path = Path(world.store.path, layout.CORE)
    path.write_text("- the office is closed\n", "utf-8")
    before, found = world.starts(), path.stat()

    with path.open("r+", encoding="utf-8") as file:
        file.write("- the office is opened\n")
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))

    assert "is closed" in before
    assert "is opened" in world.starts()


@pytest.mark.parametrize(
    "words", [(b"runs again", b"was buried"), (b"fix the pump", b"see the well")]
)
def test_a_day_of_the_journal_that_was_edited_by_hand_is_told_anew(
    world: World, words: tuple[bytes, bytes]
) -> None:
    _goes_on(world)
    before = world.starts()
    path = Path(world.store.path, sessions.today())
    path.write_bytes(path.read_bytes().replace(*words))
    edited = world.starts()
    _goes_on(world)

    assert words[0].decode() in before
    assert words[1].decode() in edited
    assert world.starts() == edited, "the control: what is appended changes nothing"
    assert edited == world.without_what_was_kept()


def test_of_the_languages_of_a_host_the_text_that_was_given_last_is_made_anew(
    world: World,
) -> None:
    before: dict[Path, bytes] = {}
    for order, spoken in enumerate(("zh", "en")):
        wanted = world.wanted()
        wanted.spoken = spoken
        _, keep = prepared.given(wanted, is_new=True)
        assert keep is not None
        keep()
        [path] = set(world.kept()) - set(before)
        os.utime(path, (path.stat().st_mtime - 60 * (1 - order),) * 2)
        before[path] = path.read_bytes()
    _fact(world)

    renewing.refresh(given.where(world.store))

    assert [path.read_bytes() != was for path, was in before.items()] == [False, True]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("told", None),
        ("told", ["short"]),
        ("session", None),
        ("session", ""),
        ("session", "e"),
        ("made", None),
        ("facts", "[]"),
        ("facts", '{"head":1}'),
    ],
)
def test_what_is_not_of_the_shape_that_is_kept_counts_as_absent(
    world: World, name: str, value: object
) -> None:
    fresh = world.starts()
    [path] = world.kept()
    head, _, facts = path.read_text("utf-8").partition("\n")
    kept = codec.parse(head)
    assert isinstance(kept, dict)
    if name == "facts":
        facts, name, value = str(value), "sessions_key", ""
    path.write_text(f"{codec.render({**kept, name: value})}\n{facts}", "utf-8")
    planted = path.read_bytes()

    assert world.starts() == fresh
    assert path.read_bytes() != planted

    path.write_bytes(planted)
    renewing.refresh(given.where(world.store))
    assert world.starts() == fresh
