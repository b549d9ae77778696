"""A secret never reaches a file, whatever way it comes in: every byte of memory and home is read.

The control is the same way with the secret's first half alone, which is none and must be found.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.journal import append, create, records
from memory_store.recall import core_copies
from memory_store.store import layout, log
from memory_store.upkeep import finish
from tests import given, transcripts
from tests.end_to_end import shims
from tests.text import keys

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.long

KEY = "ghp_" + "k9Z2q7Lm4Xw8Rb3Tv6Np1Sd5Gh0Jf2Kc7Vb4"
PRIVATE = "vermilion walrus"
PASSWORD = "Kq7vTzp2LmXw9Rb4"
SAID = f"{KEY} or <PRIVATE why='x'>{PRIVATE}</private> where the db password is {PASSWORD}"
SESSION = "s-secret"


def by_prompt(store: layout.Store, text: str) -> None:
    shims.send("cursor/session-start", store.project, SESSION)
    assert shims.send("cursor/before-submit-prompt", store.project, SESSION, prompt=text).code == 0


def by_a_rule_in_a_prompt(store: layout.Store, text: str) -> None:
    by_prompt(store, f"Remember: the staging access works with {text} for everybody.")


def by_answer(store: layout.Store, text: str) -> None:
    assert shims.send("cursor/after-agent-response", store.project, SESSION, text=text).code == 0


def by_a_retain_line(store: layout.Store, text: str) -> None:
    by_answer(store, f"W @staging {text}: works with {text} since Monday")


def by_claudes_answer(store: layout.Store, text: str) -> None:
    assert shims.send("claude/stop", store.project, SESSION, last_assistant_message=text).code == 0


def by_an_end(store: layout.Store, text: str) -> None:
    by_prompt(store, "what now?")
    assert (
        shims.send(
            "cursor/session-end", store.project, SESSION, reason=text, error_message=text
        ).code
        == 0
    )


def by_a_sessions_id(store: layout.Store, text: str) -> None:
    for name, payload in shims.CURSOR.items():
        made = given.payload(payload, store.project, text, generation_id=text)
        assert shims.hook(name, made).code == 0


def by_a_transcript(store: layout.Store, text: str) -> None:
    transcripts.started(store, transcripts.SESSION)
    made = transcripts.Claude(project=store.project).ask(f"use {text}", "p-1").say(f"with {text}")
    path = made.write()
    finish.bring_up_to_date(given.where(store), embed_seconds=None)
    assert len(given.journal(store, "prompt", "response")) == 2
    path.unlink()  # the host's own file, which holds what was typed


def by_save_fact(store: layout.Store, text: str) -> None:
    content = f"Deployments of the shop go with {text}"
    words = ("--content", content, "--entities", f"shop,{text}", "--session", text)
    ran = shims.script("save_fact", "--project", store.project, *words)
    assert ran.code == (2 if KEY in text else 0)


def by_save_summary(store: layout.Store, text: str) -> None:
    words = ["--topic", f"on {text}", "--summary", f"used {text}", "--session", text]
    words += ["--decision", f"keep {text}", "--todo", f"rotate {text}"]
    assert shims.script("save_summary", "--project", store.project, *words).code == 0


def by_an_automatic_summary(store: layout.Store, text: str) -> None:
    by_prompt(store, f"Deploy the shop with {text}")
    by_answer(store, f"Deployed the shop with {text}; the release is out.")
    assert shims.send("cursor/session-end", store.project, SESSION).code == 0
    finish.bring_up_to_date(given.where(store), embed_seconds=None)
    assert given.lines(store, layout.SESSIONS)


def by_promotion(store: layout.Store, text: str) -> None:
    fact = given.fact(store, "never push to main", kind="O", confidence=0.95)
    words = ["promote", "--accept", fact.id, "--text", f"push with {text}", "--yes"]
    shims.memory_store(*words, "--project", store.project)
    assert "push with" in Path(store.path, layout.CORE).read_text("utf-8")


def by_a_question(store: layout.Store, text: str) -> None:
    given.fact(store, "never push to main")
    words = ["search", f"who knows {text}", "--project", store.project]
    assert shims.memory_store(*words).code in (0, 1)


def by_a_setting(store: layout.Store, text: str) -> None:
    Path(store.path, layout.SETTINGS).unlink(missing_ok=True)
    by_prompt(store, "what now?")
    env = {"MEMORY_STORE_LANGUAGE": text, "MEMORY_STORE_NEWS": text}
    shims.memory_store("config", "--project", store.project, **env)


def by_the_log(store: layout.Store, text: str) -> None:
    del store
    log.write("somewhere", ValueError(f"a library said: {text}\nand more"))


WAYS: list[Callable[[layout.Store, str], None]] = [
    by_prompt,
    by_a_rule_in_a_prompt,
    by_answer,
    by_a_retain_line,
    by_claudes_answer,
    by_an_end,
    by_a_sessions_id,
    by_a_transcript,
    by_save_fact,
    by_save_summary,
    by_an_automatic_summary,
    by_promotion,
    by_a_question,
    by_a_setting,
    by_the_log,
]
LEAVES_NOTHING = {"by_a_question", "by_a_setting"}  # of what is said nothing is kept anyway


@pytest.mark.usefixtures("words_alone")
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize("is_control", [False, True])
def test_by_no_way_in(
    store: layout.Store,
    machine: Path,
    way: Callable[[layout.Store, str], None],
    *,
    is_control: bool,
) -> None:
    """The control: what is no secret is kept, so the way leads into a file."""
    way(store, "vermilion-walrus" if is_control else SAID)

    parts = ("vermilion-walrus",) if is_control else (KEY[:20], PRIVATE, PASSWORD)
    kept = [one for part in parts for one in given.holding(part, store.project, machine)]
    assert bool(kept) == (is_control and way.__name__ not in LEAVES_NOTHING)


def test_a_copy_of_the_core_memory_holds_no_secret_that_the_user_keeps_there(
    store: layout.Store, machine: Path
) -> None:
    core = Path(store.path, layout.CORE)
    core.write_text(f"# Memory\n\n- {KEY}\n- deploy on Fridays\n", "utf-8")

    core_copies.keep(store)

    assert given.holding(KEY, machine) == []
    assert given.holding("deploy on Fridays", machine) != []


@pytest.mark.parametrize("count", [1, pytest.param(20, marks=pytest.mark.torture)])
def test_no_key_of_any_kind_that_is_known_reaches_the_disk(
    project: Path, machine: Path, count: int
) -> None:
    """P11: so many random ones of each kind, in a prompt and as what a fact is about."""
    store = layout.project_store(str(project))
    create.create(store)
    bodies = []
    for kind, (templates, _) in keys.KINDS.items():
        for number in range(count):
            key = keys.expand(templates[number % len(templates)])
            bodies += [
                one
                for one in re.split(r"[\s:=@/\"'.,\\]+", key)
                if len(one) >= 20 and any(char.isdigit() for char in one)
            ]
            text = f"the {kind} of the shop: {key}"
            given.event(store, "prompt", SESSION, text=text)
            said = f"the {kind} of the shop, number {number}"
            fact, _ = records.fact(said, source={"via": "agent"}, entities=[text])
            append.append(store, layout.FACTS, [fact])
    finish.bring_up_to_date(given.where(store), embed_seconds=None)

    raw = b"".join(
        path.read_bytes()
        for root in (project, machine)
        for path in root.rglob("*")
        if path.is_file()
    )

    assert len(bodies) > 90 * count
    assert [one for one in bodies if one.encode() in raw] == []
    print(f"P11: {len(bodies):,} keys of {len(keys.KINDS)} kinds, 0 bytes found")  # noqa: T201
