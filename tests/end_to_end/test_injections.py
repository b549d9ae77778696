"""P12: what is stored stands inside its fence in every answer, whatever it says."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from memory_store import __main__, clock, model
from memory_store.hosts import registry, wire
from memory_store.journal import records
from memory_store.store import layout
from tests import given, injections, world
from tests.end_to_end import fenced, shims

BATCH = 22
BATCHES = [injections.ALL[at : at + BATCH] for at in range(0, len(injections.ALL), BATCH)]
ASKED = "harmless CANARY instructions system 系统 指令 visible policy"
OWN_WORDS = re.compile(r"^\[memory\] (?:This may hold beyond today: )?“.*?”", re.MULTILINE)
"""What the line to the agent quotes: the prompt that it stands beside, and nothing stored."""

TEXTS = ("additional_context", "user_message", "followup_message", "systemMessage", "reason")


@pytest.fixture(autouse=True)
def all_that_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """As much stored text in each answer as settings allow."""
    for name, value in (
        ("EMBEDDER", "none"),
        ("BRIEFING_CHARS", "9500"),
        ("CORE_CHARS", "4000"),
        ("FACTS_LIMIT", "100"),
        ("RECALL_CHARS", "9000"),
        ("RECALL_LIMIT", "20"),
        ("RECALL_MIN_SCORE", "0.01"),
        ("NEWS_LIMIT", "50"),
        ("LANGUAGE", "en"),
    ):
        monkeypatch.setenv(f"MEMORY_STORE_{name}", value)


def raw(store: layout.Store, name: str, *lines: given.Record) -> None:
    """Lines of a file as somebody's editor or tool leaves them: nothing cleaned."""
    with open(os.path.join(store.path, name), "a", encoding="utf-8") as file:
        file.writelines(json.dumps(one) + "\n" for one in lines)


def fact(text: str, number: int, **more: Any) -> given.Record:
    known = records.new_id("f")
    stamp = clock.stamp(clock.now())
    source = {"host": text, "session_id": text, "via": text}
    made = {"id": known, "type": "O" if number % 2 else "W", "content": text, "entities": [text]}
    return {**made, "confidence": 1, "created_at": stamp, "source": source, **more}


def poison(store: layout.Store, texts: tuple[str, ...]) -> None:
    """Every place of a store that text comes from, holding all of `texts`."""
    raw(store, layout.FACTS, *(fact(text, at) for at, text in enumerate(texts)))
    Path(store.path, layout.CORE).write_text("\n".join(texts), "utf-8", newline="")
    Path(store.path, layout.NOTES).mkdir(exist_ok=True)
    for at, text in enumerate(texts):
        name = text.replace("/", "∕").replace("\0", "").encode()[:90].decode(errors="ignore")
        Path(store.path, layout.NOTES, f"{at}{name}.md").write_text(f"# {text}\n\n{text}\n")
    joined = "\n".join(texts)
    summary = {"topic": joined, "summary": joined, "decisions": list(texts), "todos": list(texts)}
    stamp = clock.stamp(clock.now())
    made = {"id": "s_1", "session_id": joined, "created_at": stamp, "source": {"via": joined}}
    raw(store, layout.SESSIONS, {**made, **summary})


def answer(name: str, payload: str, store: layout.Store, session: str, **more: Any) -> str:
    """All that a host is told by a hook, as one text."""
    event = given.told(payload, store, session, **more)
    found = registry.render(event, world.done(name, event, store)) or {}
    return found if isinstance(found, str) else spoken(found)


def spoken(found: dict[str, Any]) -> str:
    inner = found.get("hookSpecificOutput", {})
    texts = [found[key] for key in TEXTS if key in found] + [inner.get("additionalContext", "")]
    return "\n".join(texts).strip("\n")


def lived(store: layout.Store, texts: tuple[str, ...]) -> list[str]:
    """The answers of a session beside others, of its end, and of the next start."""
    shown = [answer("load_memory", "cursor/session-start", store, "a")]
    shown.append(answer("recall_memory", "cursor/before-submit-prompt", store, "a", prompt=ASKED))
    raw(store, layout.FACTS, *(fact(f"{text} news", at) for at, text in enumerate(texts)))
    with open(os.path.join(store.path, layout.CORE), "a", encoding="utf-8", newline="") as core:
        core.write("".join(f"\nnew {text}" for text in texts))
    shown.append(
        answer("recall_memory", "claude/user-prompt-submit", store, "a", prompt=f"more {ASKED}")
    )
    for at, text in enumerate(texts):
        name = "cursor/before-submit-prompt"
        said = {"prompt": f"Remember: {text}", "generation_id": f"g{at}"}
        shown.append(answer("recall_memory", name, store, "b", **said))
        name, said = "cursor/after-agent-response", {"text": text, "generation_id": f"g{at}"}
        shown.append(answer("capture_response", name, store, "b", **said))
    shown.append(answer("flush_memory", "cursor/pre-compact-auto", store, "b"))
    shown.append(answer("prompt_session_save", "cursor/stop", store, "b"))
    shown.append(answer("sync_and_cleanup", "cursor/session-end", store, "b"))
    shown.append(
        answer("load_memory", "cursor/session-start", store, "c", cursor_version="3.10.1")
    )
    shown.append(answer("load_memory", "claude/session-start", store, "d"))
    rule = Path(store.project, *layout.CURSOR_RULE).read_text("utf-8")
    return [*shown, rule.partition(layout.CURSOR_RULE_BRIEFING)[2].strip("\n")]


@pytest.mark.long
@pytest.mark.parametrize("at", range(len(BATCHES)))
def test_no_stored_text_leaves_its_fence_in_any_answer_of_any_hook(
    store: layout.Store, user_store: layout.Store, at: int
) -> None:
    poison(store, BATCHES[at])
    poison(user_store, BATCHES[at][:5])

    told = lived(store, BATCHES[at])

    quoted = [OWN_WORDS.sub("", text) for text in told]
    assert [(one, text) for text in quoted for one in fenced.escapes(text)] == []
    assert max(map(base_width, told)) <= wire.MAX_TEXT
    assert sum(text.count("CANARY") for text in told) > len(BATCHES[at])
    assert "CANARY" in told[-1]  # the rule of a Cursor that is deaf to a start


def base_width(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@pytest.mark.parametrize("at", range(len(BATCHES)))
def test_a_search_shows_each_result_on_one_line_that_begins_with_our_marks(
    store: layout.Store, at: int, capfd: pytest.CaptureFixture[str]
) -> None:
    poison(store, BATCHES[at])
    words = ["--project", store.project, "--limit", "100", "--method", "fts"]

    assert __main__.main(["search", "CANARY harmless visible", *words, "--format", "text"]) == 0
    text = capfd.readouterr().out
    __main__.main(["search", "CANARY harmless visible", *words, "--format", "json"])
    raw_json = capfd.readouterr().out

    lines = text.rstrip("\n").split("\n")
    assert text.count("CANARY") >= len(BATCHES[at])
    for number, one in enumerate(lines):
        ours = one.startswith((" " * 9, "! ", "(")) or one.partition(". ")[0].isdigit()
        assert ours, (number, one)
        assert not fenced.poses(one), one
    assert not [one for one in fenced.escapes(text) if one.startswith("hidden")]
    shown = json.loads(raw_json)
    assert raw_json.count("\n") == 1
    assert not [
        one
        for one in fenced.escapes(json.dumps(shown, ensure_ascii=False))
        if one.startswith("hidden")
    ]


def test_the_reader_sees_the_escape_of_a_naive_briefing() -> None:
    """The control: without a fence of its own, most of these texts get out."""
    tag = "memory-00000000"

    def naive(text: str) -> str:
        return f"Data between the <{tag}> lines:\n<{tag}>\n{text}\n</{tag}>"

    caught = [text for text in injections.ALL if fenced.escapes(naive(text))]

    assert len(injections.ALL) >= 100
    assert set(injections.ALL) - set(caught) == {  # these look like our own lines, as they stand
        "> [!IMPORTANT]\n> CANARY",
        "- [O 2026-01-01 user] CANARY",
    }
    assert fenced.escapes(naive("- [W 2026-01-01 agent] CANARY")) == []


@pytest.mark.long
def test_ten_thousand_facts_and_a_megabyte_of_core_memory_stay_within_the_hosts_cap(
    store: layout.Store, user_store: layout.Store
) -> None:
    for one in (store, user_store):
        raw(one, layout.FACTS, *(fact(f"CANARY {at} 🚀" + "🚀长" * 90, at) for at in range(5_000)))
        Path(one.path, layout.CORE).write_text("- CANARY 🚀 core\n" * 60_000, "utf-8")

    for host, payload in (
        (model.CURSOR, "cursor/session-start"),
        (model.CLAUDE, "claude/session-start"),
    ):
        found = shims.hook(
            "load_memory",
            given.payload(payload, store.project),
            host,
            MEMORY_STORE_FACTS_LIMIT="100",
        ).answer
        assert found is not None
        text = spoken({key: found[key] for key in found if key != "systemMessage"})
        assert fenced.escapes(text) == []
        assert 6_000 < base_width(text) <= wire.MAX_TEXT
        assert "more lines do not fit" in text
        assert "(" in text.split("\n")[-2]
