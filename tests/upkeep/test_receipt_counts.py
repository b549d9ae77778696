"""What was told beside a prompt and then used: counted from the journal, without a model."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import clock
from memory_store.cli import dispatch
from memory_store.journal import receipts, stored
from memory_store.recall import searching
from memory_store.sessions import evidence
from memory_store.store import layout
from memory_store.upkeep import finish
from memory_store.upkeep import receipt_counts as counting
from tests import given, transcripts

if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.journal.stored import Fact

pytestmark = pytest.mark.usefixtures("words_alone")


@pytest.mark.parametrize(
    ("said", "prompt", "answer", "is_used"),
    [
        ("The gateway listens on port 8080", "start the gateway", "It is up on 8080.", True),
        ("The gateway listens on port 8080", "start the gateway", "The gateway is up.", False),
        ("The gateway listens on port 8080", "is 8080 the gateway?", "Yes, 8080.", False),
        ("We deploy with Argo CD", "deploy the shop", "I ran `argo cd app sync shop`.", True),
        ("We deploy with Argo CD", "deploy the shop", "Copied the files by scp.", False),
        ("支付回调走 `pay_hook`", "看看支付回调", "已修改 pay_hook 里的签名。", True),
        ("提交信息统一写成中文短句", "提交代码", "已提交，提交信息写成了中文短句。", True),
        ("提交信息统一写成中文短句", "提交代码", "Done.", False),
        (
            "run make smoke before a deployment",
            "deploy it",
            "Done.\nmake smoke && ./ship.sh",
            True,
        ),
        ("run make smoke before a deployment", "deploy it", "Done.\nmake all", False),
        ("支付逻辑都在 src/pay.ts", "改一下手续费", "好了。\n/w/src/pay.ts", True),
        ("支付逻辑都在 src/pay.ts", "改一下手续费", "好了。\n/w/src/fee.ts", False),
    ],
)
def test_used_is_what_the_answer_has_of_a_fact_and_the_prompt_has_not(
    said: str, prompt: str, answer: str, *, is_used: bool
) -> None:
    assert counting.is_used(said, prompt, answer) is is_used


def turn(store: layout.Store, fact: Fact, answer: str, ago: float, source: str = "") -> None:
    given.event(store, "prompt", "s1", text="start the gateway", ago=ago)
    given.event(store, "recalled", "s1", record_ids=[fact.id], ago=ago - 1, source=source)
    if answer:
        given.event(store, "response", "s1", text=answer, ago=ago - 2)


def asked_and_told(
    store: layout.Store, fact: Fact, prompts: list[str], host: str, ago: float = 500
) -> None:
    """Prompts with the fact beside each, and an answer that says nothing of it."""
    for at, prompt in enumerate(prompts):
        for kind, later, fields in (
            ("prompt", 0, {"text": prompt}),
            ("recalled", 1, {"record_ids": [fact.id]}),
            ("response", 20, {"text": "Done."}),
        ):
            then = ago - 50 * at - later
            given.event(store, kind, transcripts.SESSION, ago=then, host=host, **fields)


def claude(store: layout.Store, command: str, turns: tuple[str, ...] = ("one", "two")) -> None:
    """Turns of Claude Code's, the command within the last."""
    said = transcripts.Claude(ago=500, project=store.project)
    for asked in turns[:-1]:
        said.ask(asked).say("Done.")
        said._moment += 50
    said.ask(turns[-1]).call("Bash", {"command": command}, "ok").say("Done.").write()


def claude_first(store: layout.Store, command: str) -> None:
    """The command within the first of two turns."""
    claude(store, command, ("one",))


def cursor(store: layout.Store, did: str) -> None:
    """The same by Cursor, which tells no times; or a file that it wrote."""
    said = transcripts.Cursor(transcripts.SESSION, project=store.project).ask("one").say("Done.")
    used = ("Write", {"path": did}) if "\\" in did else ("Shell", {"command": did})
    said.ask("two").use(*used).say("Done.").end().write()


@pytest.mark.parametrize(
    ("host", "write", "did", "used"),
    [
        ("claude", claude, "make smoke", 1),
        ("claude", claude_first, "make smoke", 1),
        ("claude", claude, "make all", 0),
        ("claude", claude, "python save_fact.py --content 'run make smoke'", 0),
        ("cursor", cursor, "make smoke", 1),
        ("cursor", cursor, "make all", 0),
        ("cursor", cursor, "C:\\shop\\deploy\\smoke.yml", 1),
    ],
)
def test_a_command_or_a_file_of_the_turn_is_a_use(
    store: layout.Store, host: str, write: Callable[..., None], did: str, used: int
) -> None:
    fact = given.fact(store, "run make smoke, as deploy/smoke.yml says")
    asked_and_told(store, fact, ["one", "two"], host)
    write(store, did)

    assert run(store) == {fact.id: (2, used)}


@pytest.mark.parametrize(
    ("recorded", "said", "used"),
    [
        ("claude/transcript-tooluse.jsonl", "greet with `echo hi`", 1),
        ("claude/transcript-tooluse.jsonl", "greet with `echo ho`", 0),
        ("cursor/transcript.jsonl", "open with `secret command`", 1),
    ],
)
def test_the_calls_are_those_of_transcripts_as_hosts_write_them(
    recorded: str, said: str, used: int
) -> None:
    done = evidence.done((given.PAYLOADS / recorded).read_bytes())
    moments = [one for one, _, _ in done if one]
    begun = min(moments, default=0.0) - 1
    prompt = "第一个问题：结账为什么慢？"
    events = [
        stored.Entry({"type": kind, "session_id": "s", "timestamp": clock.stamp(then), **more})
        for kind, then, more in (
            ("prompt", begun, {"text": prompt}),
            ("recalled", begun, {"record_ids": ["f_1"]}),
            ("response", begun + 60, {"text": "Done."}),
        )
    ]

    assert counting.counted(events, lambda _: said, lambda _: done) == {"f_1": [1, used]}


def run(store: layout.Store) -> dict[str, tuple[int, int]]:
    finish.bring_up_to_date(given.where(store), embed_seconds=1.0)
    return {name: (one.told, one.used) for name, one in receipts.load(store).items()}


def test_each_turn_counts_that_got_an_answer(store: layout.Store) -> None:
    fact = given.fact(store, "The gateway listens on port 8080")
    turn(store, fact, "It is up on 8080.", 60)
    turn(store, fact, "The gateway is up.", 50)
    turn(store, fact, "", 40)
    turn(store, fact, "It is up on 8080.", 30, source="briefing")

    assert run(store) == {fact.id: (2, 1)}


def test_counting_goes_on_and_a_rebuild_counts_the_same(store: layout.Store) -> None:
    fact = given.fact(store, "The gateway listens on port 8080")
    turn(store, fact, "It is up on 8080.", 60)
    run(store)
    turn(store, fact, "The gateway is up.", 30)
    grown = run(store)

    os.unlink(os.path.join(layout.cache_directory(store), receipts.NAME))

    assert run(store) == grown == {fact.id: (2, 1)}


@pytest.mark.parametrize(
    ("times", "kind", "sinks"), [(5, "W", True), (4, "W", False), (5, "O", False)]
)
def test_what_was_told_often_and_never_used_sinks(
    store: layout.Store, times: int, kind: str, *, sinks: bool
) -> None:
    old = given.fact(store, "The gateway port is 8080", kind=kind)
    other = given.fact(store, "The gateway port was chosen by the network team", days=9)
    for at in range(times):
        turn(store, old, "Done.", 600 - 10 * at)
    run(store)
    config = given.where(store).config

    found = searching.search([store], "gateway port", config=config, method="fts").results

    facts = [one["id"] for one in found if one["kind"] == "fact"]
    assert facts == ([other.id, old.id] if sinks else [old.id, other.id])


def test_the_figures_and_the_log_show_it(store: layout.Store) -> None:
    used, ignored = (given.fact(store, f"The gateway {n} listens on {n}080") for n in (8, 9))
    for fact in (used, ignored):
        turn(store, fact, "It is up on 8080.", 60)
    run(store)

    figures: Any = dispatch.call("stats", [], given.where(store)).record
    log = dispatch.call("log", ["--why"], given.where(store))

    assert figures["use"] == {"told": 2, "used": 1, "ignored": 1}
    text = log.text() if callable(log.text) else log.text
    assert "told beside prompts 1 time, used 1 time" in text
    assert "told beside prompts 1 time, used 0 times" in text
