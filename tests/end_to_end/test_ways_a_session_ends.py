"""Each way a session can end, on both hosts: nothing that was said is lost, and nothing is twice.

Hooks run as processes with the payloads that hosts send, and beside them the transcript stands
that the host would have written. docs/reliability.md has it as a table.
"""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from memory_store import __main__, model
from memory_store.store import layout
from tests import faults, given, transcripts, world
from tests.end_to_end import shims

if TYPE_CHECKING:
    from collections.abc import Callable

    Finish = Callable[[layout.Store], None]

MORE = "And the invoices?"
ASKED = "Why is the checkout slow?"
ANSWERED = "The cart query had no index, so I added one.\nW @shop: we deploy with Argo CD"
pytestmark = pytest.mark.usefixtures("words_alone")

BOTH = pytest.mark.parametrize("host", [model.CURSOR, model.CLAUDE])


class Life:
    """A session in a host: what hooks are told, and the transcript that is written meanwhile."""

    def __init__(self, store: layout.Store, host: str, session: str = "") -> None:
        self.store = store
        self.host = host
        self.session = session or ("c-1" if host == model.CURSOR else transcripts.SESSION)
        self.turn = 0
        self.transcript: transcripts.Claude | transcripts.Cursor = (
            transcripts.Cursor(self.session, project=store.project)
            if host == model.CURSOR
            else transcripts.Claude(self.session, ago=0, project=store.project)
        )

    def payload(self, name: str, **fields: object) -> given.Record:
        found = given.payload(f"{self.host}/{name}", self.store.project, self.session, **fields)
        path = self.transcript.path()
        found["transcript_path"] = str(path) if path.exists() or self.host == "claude" else None
        for key in ("generation_id", "prompt_id"):
            if found.get(key):
                found[key] = f"{self.session}-{self.turn}"
        return found

    def send(self, name: str, **fields: object) -> dict[str, Any]:
        payload = self.payload(name, **fields)
        return shims.hook(world.hook_of(payload), payload, self.host).answer

    def start(self) -> None:
        self.send("session-start")

    def does(self, steps: str) -> None:
        for step in steps.split():
            getattr(self, step)()

    def ask(self, text: str = ASKED) -> None:
        self.turn += 1
        name = "before-submit-prompt" if self.host == model.CURSOR else "user-prompt-submit"
        self.send(name, prompt=text)
        self.writes_prompt(text)

    def asks_more(self) -> None:
        self.ask(MORE)
        self.says("Invoices are quick.")

    def writes_prompt(self, text: str = ASKED) -> None:
        if isinstance(self.transcript, transcripts.Claude):
            self.transcript.ask(text, f"{self.session}-{self.turn}")
        else:
            self.transcript.ask(text)
        self.transcript.write(quiet=False)

    def says(self, text: str = ANSWERED) -> None:
        """The agent answers: that stands in the transcript, and no hook was told yet."""
        self.transcript.say(text)
        self.transcript.write(quiet=False)

    def stop(self, text: str = ANSWERED, status: str = "completed") -> None:
        """The turn ends, and hooks are told of it."""
        if self.host == model.CLAUDE:
            self.send("stop", last_assistant_message=text)
        else:
            self.send("after-agent-response", text=text)
            self.send("stop", status=status)

    def aborts(self) -> None:
        """The person stops the agent: Claude Code tells no hook, Cursor says `aborted`."""
        if isinstance(self.transcript, transcripts.Claude):
            self.transcript.ask("[Request interrupted by user]")
            self.transcript.write(quiet=False)
        else:
            self.stop(status="aborted")

    def is_torn(self) -> None:
        """The host died as it wrote a line."""
        content = self.transcript.content().rstrip(b"\n")
        self.transcript.write(content + b'\n{"type":"assistant","message":{"role":"ass')

    def end(self) -> None:
        assert self.send("session-end") == {}

    def is_gone(self) -> None:
        """Nothing more is written: some minutes pass."""
        self.transcript.write()

    def kept(self) -> list[str]:
        """What the journal holds of this session, in the order of time."""
        shown = given.journal(self.store, "prompt", "response")
        own = [one for one in shown if one["session_id"] == self.session and "text" in one]
        return [one.text for one in sorted(own, key=lambda one: str(one.text_of("timestamp")))]


def sync(store: layout.Store) -> None:
    """`memory-store sync`, as a person runs it."""
    assert __main__.main(["sync", "--project", store.project]) == 0


def next_start(store: layout.Store) -> None:
    """Another session starts; what it starts in the background is waited for."""
    runs_are_over(store)  # else the next one would leave the work to it
    cache = Path(layout.cache_directory(store))
    if (cache / "background").exists():  # a run that began lately would do: that was long ago
        os.utime(cache / "background", (0, 0))
    learnt = cache / "learned.json"
    before = learnt.stat().st_mtime_ns if learnt.exists() else 0
    assert shims.send("cursor/session-start", store.project, "the next session").answer != {}
    faults.wait_for(
        lambda: learnt.exists() and learnt.stat().st_mtime_ns != before, "the run has learnt"
    )
    runs_are_over(store)


def runs_are_over(store: layout.Store) -> None:
    """Wait for the detached runs of a project: they yield to everything else on the machine."""
    faults.wait_for(
        lambda: all("sync" not in one.words for one in faults.working_for(store.project)),
        "the detached runs end",
    )


AFTER = pytest.mark.parametrize("finish", [next_start, sync], ids=["next start", "sync"])


def learnt(store: layout.Store) -> tuple[set[str], list[str]]:
    """The facts that hold, and of which sessions a summary tells the answer."""
    facts = {str(one["content"]).rstrip(".") for one in given.living(store)}
    told = {one["session_id"]: one for one in given.lines(store, layout.SESSIONS)}
    return facts, sorted(name for name, one in told.items() if "no index" in one["summary"])


class Way(NamedTuple):
    """How a session goes and ends, as steps of `Life`, and what the journal has before the end.

    `heard` counts the texts that hooks heard until then, of Cursor and of Claude Code.
    """

    goes: str
    heard: tuple[int, int]
    ends: str = ""
    finishes: tuple[Finish, ...] = (sync,)
    hosts: tuple[str, ...] = (model.CURSOR, model.CLAUDE)


WAYS = {
    "in order; hosts send the end twice": Way("start ask says stop", (2, 2), "end end"),
    "the person stops the agent": Way("start ask says aborts", (2, 1), "end"),
    "the window is closed": Way("start ask says is_gone", (1, 1), finishes=(next_start, sync)),
    "the host dies in the second turn": Way(
        "start ask says stop asks_more is_torn", (3, 3), finishes=(next_start, sync)
    ),
    "`cursor-agent -p` tells hooks nothing of what was said": Way(
        "start writes_prompt says", (0, 0), "end", hosts=(model.CURSOR,)
    ),
}
ROWS = [
    pytest.param(way, host, finish, id=f"{name}, {host}, {finish.__name__}")
    for name, way in WAYS.items()
    for host in way.hosts
    for finish in way.finishes
]


@pytest.mark.long
@pytest.mark.parametrize(("way", "host", "finish"), ROWS)
def test_nothing_that_was_said_is_lost_or_twice(
    store: layout.Store, way: Way, host: str, finish: Finish
) -> None:
    life = Life(store, host)
    life.does(way.goes)
    said = [ASKED, ANSWERED] + [MORE, "Invoices are quick."] * ("asks_more" in way.goes)
    assert life.kept() == said[: way.heard[host == model.CLAUDE]]

    life.does(way.ends)
    finish(store)

    assert life.kept() == said
    assert len(given.journal(store, "session_end")) == bool(way.ends)
    assert learnt(store) == ({"we deploy with Argo CD"}, [life.session])


@pytest.mark.long
@faults.posix
@BOTH
@pytest.mark.parametrize(("finish", "seconds"), [(next_start, 0.0), (sync, 0.03)])
def test_session_end_killed(
    store: layout.Store, host: str, finish: Finish, seconds: float
) -> None:
    """The host kills the hook once it has its answer, wherever the hook is by then."""
    life = Life(store, host)
    life.does("start ask says")
    assert life.kept() == [ASKED]
    raw = json.dumps(life.payload("session-end")).encode()
    hook = shims.started(shims.command("sync_and_cleanup", host), raw)
    assert hook.stdout is not None
    assert hook.stdout.read() == b"{}\n"
    time.sleep(seconds)
    os.kill(hook.pid, signal.SIGKILL)
    hook.wait()
    hook.stdout.close()
    life.is_gone()

    if finish is next_start and Path(layout.cache_directory(store), "learned.json").exists():
        finish = sync  # the killed one was quick enough: nothing is left for the background

    finish(store)

    assert life.kept() == [ASKED, ANSWERED]
    assert len(given.journal(store, "session_end")) == 1
    assert learnt(store) == ({"we deploy with Argo CD"}, [life.session])


@BOTH
@AFTER
def test_power_cut(store: layout.Store, host: str, finish: Finish) -> None:
    """The journal's last lines never reached the disk whole; the transcript's did."""
    life = Life(store, host)
    life.start()
    life.ask("What is the port?")
    life.says("8080.")
    life.stop("8080.")
    life.ask()
    life.says()
    life.stop()
    life.is_gone()
    (day,) = Path(store.path, layout.DAILY).glob("*.jsonl")
    raw = day.read_bytes()
    day.write_bytes(raw[: raw.index(b"checkout")])  # within the second prompt's line
    assert raw.count(b"no index") == 1

    finish(store)

    sound = [
        one for one in day.read_bytes().split(b"\n") if one.startswith(b"{") and one.endswith(b"}")
    ]
    texts = [json.loads(one).get("text") for one in sound if life.session.encode() in one]
    assert sorted(filter(None, texts)) == sorted(["What is the port?", "8080.", ASKED, ANSWERED])
    assert learnt(store)[0] == {"we deploy with Argo CD"}


@pytest.mark.long
@AFTER
def test_two_hosts_at_once(store: layout.Store, finish: Finish) -> None:
    """Both work in the project, one ends in order and one is killed."""
    left, right = Life(store, model.CURSOR), Life(store, model.CLAUDE)
    for life in (left, right):
        life.start()
    for life in (left, right):
        life.ask()
    for life in (right, left):
        life.says()
    left.stop()
    left.end()
    right.is_gone()
    assert (left.kept(), right.kept()) == ([ASKED, ANSWERED], [ASKED])

    finish(store)

    assert (left.kept(), right.kept()) == ([ASKED, ANSWERED], [ASKED, ANSWERED])
    assert learnt(store) == ({"we deploy with Argo CD"}, sorted([left.session, right.session]))


@pytest.mark.long
def test_both_hosts_ends_at_once(store: layout.Store) -> None:
    """Two processes take in at the same time what both find missing."""
    lives = [Life(store, model.CURSOR), Life(store, model.CLAUDE)]
    for life in lives:
        life.does("start ask says")
    raws = [json.dumps(life.payload("session-end")).encode() for life in lives]
    shims.at_once(
        [
            shims.started(shims.command("sync_and_cleanup", life.host), raw)
            for life, raw in zip(lives, raws, strict=True)
        ]
    )
    sync(store)

    assert [life.kept() for life in lives] == [[ASKED, ANSWERED]] * 2


@pytest.mark.long
@BOTH
def test_with_capture_off_no_way_to_end_keeps_anything(
    store: layout.Store, machine: Path, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setenv("MEMORY_STORE_CAPTURE", "off")
    life = Life(store, host)
    life.does("start ask says end")
    monkeypatch.delenv("MEMORY_STORE_CAPTURE")
    life.is_gone()

    sync(store)

    assert life.kept() == []
    for said in ("checkout", "no index"):
        assert given.holding(said, store.path, machine / "cache", machine / "state") == []
