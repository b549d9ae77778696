"""Row by row of what nobody can see: gone when it is saved, and when a file already holds it."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import __main__, place
from memory_store.commands import trust
from memory_store.store import layout
from memory_store.upkeep import finish
from tests import given, world
from tests.commands import every_command
from tests.end_to_end import fenced
from tests.text.test_clean import HIDDEN, KEPT, flag

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Run = Callable[..., str]

pytestmark = pytest.mark.usefixtures("words_alone")

WHOLE = "gateway " + " ".join(text.replace("\0", "") for text, _ in HIDDEN.values())
MOVED = "The payment gateway moved to the blue cluster in Frankfurt."
ASKED = "To which cluster did the payment gateway move?"
NAMED = "gateway\u202e\u200b\u2066\U000e0041\x1b[2J"


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], store: layout.Store) -> Run:
    def run_command(*words: str) -> str:
        capfd.readouterr()
        __main__.main([words[0], "--project", store.project, *words[1:]])
        out, err = capfd.readouterr()
        return f"{out}{err}"

    return run_command


def hidden(text: str) -> list[str]:
    """What nobody can see in a text, but for the tags of a flag that is in use."""
    text = text.replace(flag("gbeng"), "")
    return [one for one in fenced.escapes(text) if one.startswith("hidden")]


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)
    elif isinstance(value, dict):
        yield from strings([*value, *value.values()])


def answered(hook: str, name: str, store: layout.Store, **more: Any) -> str:
    reply = world.done(hook, given.told(name, store, **more), store)
    return reply.context + reply.notice


def test_the_reader_knows_every_class() -> None:
    """The control: each sample is seen where it stands as it is."""
    unseen = {name for name, (text, wanted) in HIDDEN.items() if not hidden(text)}

    seen_by_its_neighbours = {name for name in unseen if "joiner" in name or "selector" in name}
    assert unseen == seen_by_its_neighbours


def test_nothing_invisible_reaches_a_file_by_any_entry(store: layout.Store, run: Run) -> None:
    run("save-fact", "--content", WHOLE[:1900], "--entities", NAMED, "--session", NAMED)
    run("save-fact", "--content", "for the user", "--scope", "user", "--entities", WHOLE[:90])
    run(
        *("save-summary", "--topic", WHOLE[:280], "--summary", WHOLE, "--session", NAMED),
        *("--decision", WHOLE, "--todo", WHOLE),
    )
    said = f"Remember: {WHOLE}"
    answered("recall_memory", "cursor/before-submit-prompt", store, prompt=said, session=NAMED)
    answered("capture_response", "cursor/after-agent-response", store, text=f"W @x: {WHOLE}")
    finish.bring_up_to_date(place.resolve(store.project), embed_seconds=None)

    files = list(Path(store.path).rglob("*.jsonl"))
    written = [line for path in files for line in path.read_text("utf-8").split("\n") if line]
    assert len(written) >= 6
    for line in written:
        assert not hidden(line)
        assert not [text for text in strings(json.loads(line)) if hidden(text)]
    assert not [path for path in Path(store.path).rglob("*") if hidden(path.name)]


@pytest.mark.long
def test_no_command_gives_a_terminal_an_order(store: layout.Store, run: Run) -> None:
    """Of what a file holds, of what a file is called, and of the words it was called with."""
    fact = given.fact(store, "gateway")
    summary = given.summary(store, "gateway", session="s-1", text=MOVED)
    for name, line in (
        (layout.FACTS, {**fact, "id": f"f_{NAMED}", "content": WHOLE, "type": NAMED}),
        (layout.FACTS, {**fact, "author": NAMED, "status": NAMED, "created_at": NAMED}),
        (layout.SESSIONS, {**summary, "topic": WHOLE, "todos": [WHOLE], "session_id": NAMED}),
    ):
        with open(os.path.join(store.path, name), "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
    Path(store.path, layout.NOTES).mkdir()
    Path(store.path, layout.NOTES, f"{NAMED}.md").write_text(f"{WHOLE}\n", "utf-8", "replace")
    Path(store.path, layout.SETTINGS).write_text(
        json.dumps({NAMED: 1, "language": NAMED}), "utf-8"
    )

    said = {}
    for name in every_command.USUAL:
        if name not in ("uninstall", "trust", "restore-backup"):
            words = every_command.WORDS.get(name, "").split()
            said[name] = run(name, *words, "--format", "text")
    for name in ("search", "show", "get", "forget", "retract", "log", "import", "remote"):
        said[f"{name} …"] = run(name, NAMED)
    said["export of lines"] = run("export", "--format", "jsonl")

    assert {name: hidden(text) for name, text in said.items() if hidden(text)} == {}
    assert "gateway" in said["todos"]
    assert "\\u202e" in said["export of lines"]


def test_what_a_file_already_holds_is_not_shown(store: layout.Store, run: Run) -> None:
    fact = given.fact(store, "gateway", odd=[WHOLE, {NAMED: WHOLE}])
    poisoned = {**fact, "content": WHOLE, "entities": [NAMED], "source": {"session_id": NAMED}}
    summary = given.summary(store, "gateway", session="s-1", text=MOVED) | {
        "topic": WHOLE,
        "todos": [WHOLE],
    }
    event = given.event(store, "prompt", text="gateway") | {"text": WHOLE, "session_id": NAMED}
    for name, line in (
        (layout.FACTS, poisoned),
        (layout.SESSIONS, summary | {"session_id": NAMED, "id": "s_0000000000000000000000001"}),
        ("daily/2026-01-01.jsonl", event | {"id": "e_0000000000000000000000001"}),
    ):
        with open(os.path.join(store.path, name), "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
    Path(store.path, layout.CORE).write_text(WHOLE, "utf-8", errors="replace")
    Path(store.path, layout.NOTES).mkdir()
    Path(store.path, layout.NOTES, f"{NAMED}.md").write_text(
        f"{WHOLE}\n", "utf-8", errors="replace"
    )

    shown = [
        answered("load_memory", "cursor/session-start", store),
        answered("recall_memory", "cursor/before-submit-prompt", store, prompt=ASKED),
        run("search", "gateway", "--format", "text", "--limit", "50", "--method", "fts"),
        run("get", fact["id"], "--format", "text"),
        run("get", "s_0000000000000000000000001", "--format", "text"),
        run("get", "e_0000000000000000000000001", "--format", "text"),
        run("get", "MEMORY.md", "--format", "text"),
        run("get", "facts.jsonl", "--format", "text"),
        run("promote", "--list", "--format", "text"),
        run("status", "--format", "text"),
        trust.describe(store, "en"),
    ]
    spoken = [
        json.loads(run(*words, "--format", "json"))
        for words in (("search", "gateway", "--method", "fts"), ("get", fact["id"]))
    ]

    assert [(at, hidden(text)) for at, text in enumerate(shown) if hidden(text)] == []
    assert [text for one in spoken for text in strings(one) if hidden(text)] == []
    assert sum("gateway" in text for text in shown) >= 8
    assert "blue cluster" in shown[1]


def test_what_people_write_goes_in_and_comes_out_as_it_is(store: layout.Store, run: Run) -> None:
    for name, text in KEPT.items():
        if "\n" not in text:
            run("save-fact", "--content", f"{name} gateway {text}")
    given.fact(store, "newest")

    listed = json.loads(run("search", "gateway", "--limit", "100", "--method", "fts"))["results"]
    shown = {one["text"] for one in listed}
    context = answered("load_memory", "cursor/session-start", store)

    wanted = {f"{name} gateway {text}" for name, text in KEPT.items() if "\n" not in text}
    assert wanted <= shown
    assert (
        sum(one.replace("\u3000", " ").replace("\u00a0", " ") in context for one in wanted) >= 12
    )


def test_a_clone_is_shown_without_them_before_it_is_trusted(
    store: layout.Store, tmp_path: Path
) -> None:
    """`memory-store trust` puts it on the terminal."""
    Path(store.path, layout.CORE).write_text(WHOLE, "utf-8", errors="replace")
    Path(store.path, layout.NOTES).mkdir()
    Path(store.path, layout.NOTES, f"{NAMED}.md").write_text("x", "utf-8")
    shutil.copytree(store.path, tmp_path / "clone" / ".memory")

    assert not hidden(trust.describe(layout.project_store(str(tmp_path / "clone")), "en"))
