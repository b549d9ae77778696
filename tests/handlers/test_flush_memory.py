"""Before a compaction: docs/interface.md 3.2."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import place
from memory_store.handlers import capture_response, flush_memory, recall_memory
from memory_store.hosts import registry, wire
from memory_store.journal import read
from memory_store.language import script as written
from tests import given

if TYPE_CHECKING:
    from memory_store.store import layout

AUTO = "cursor/pre-compact-auto"


def compact(store: layout.Store, name: str = AUTO, **changes: Any) -> str:
    return flush_memory.handle(given.told(name, store, **changes), given.where(store)).notice


def test_the_request_holds_all_that_is_needed_to_follow_it(store: layout.Store) -> None:
    notice = compact(store)

    assert notice.startswith("[Memory Flush]")
    assert "87.5%" in notice
    assert "142 messages" in notice
    assert "one sentence" in notice
    for kind in ("W world fact", "B what was done", "O preference", "S summary", "`O @topic: "):
        assert kind in notice
    words = ("--project", store.project, "--session", given.SESSION)
    assert f"{place.command('save_fact', *words)} " in notice
    assert "nothing to save, say nothing" in notice


def test_in_chinese_it_holds_the_same(store: layout.Store) -> None:
    given.event(store, "prompt", text="结账为什么慢？")

    notice = compact(store)

    for part in (
        "[Memory Flush]",
        "87.5%",
        "142 条消息",
        "写结论",
        "W 客观事实",
        "O 偏好",
        "`O @主题: …`",
        place.command("save_fact", "--project"),
    ):
        assert part in notice
    assert "什么都不用说" in notice


@pytest.mark.parametrize(
    ("changes", "told", "not_told"),
    [
        ({"context_usage_percent": None}, "142 messages", "%"),
        ({"message_count": None}, "87.5%", "messages"),
        ({"message_count": "many", "context_usage_percent": -3}, "compacted.", "("),
    ],
)
def test_a_figure_that_the_host_did_not_give_is_left_out(
    store: layout.Store, changes: dict[str, Any], told: str, not_told: str
) -> None:
    first = compact(store, **changes).partition("\n")[0]

    assert told in first
    assert not_told not in first


def test_once_a_compaction(store: layout.Store) -> None:
    answers = [compact(store) for _ in range(3)]

    assert [one != "" for one in answers] == [True, False, False]
    assert len(given.journal(store, "flush_requested")) == 1


def test_the_same_cycle_is_known_also_after_a_while(store: layout.Store) -> None:
    event = given.told(AUTO, store)
    fields: dict[str, Any] = {"turn_id": event.turn_id, "message_count": event.message_count}
    given.event(store, "flush_requested", ago=3600, **fields)

    assert compact(store) == ""


@pytest.mark.parametrize(
    "changes", [{"generation_id": "g-2"}, {"message_count": 143}, {"session_id": "s-2"}]
)
def test_another_cycle_is_another_request(store: layout.Store, changes: dict[str, Any]) -> None:
    compact(store)

    assert compact(store, **changes).startswith("[Memory Flush]")


def test_the_compaction_is_noted_with_its_figures(store: layout.Store) -> None:
    compact(store)

    (noted,) = given.journal(store)
    assert (noted["type"], noted["message_count"]) == ("flush_requested", 142)
    assert noted["usage_percent"] == 87.5


def printed(store: layout.Store, **changes: Any) -> wire.Answer:
    """What Claude Code's PreCompact is answered."""
    event = given.told("claude/pre-compact", store, **changes)
    return registry.render(event, flush_memory.handle(event, given.where(store)))


@pytest.mark.parametrize("prompt", ["Why is it slow?", "结账为什么慢？"])
def test_claudes_summariser_is_asked_for_lines_in_a_sentence_that_people_may_read(
    store: layout.Store, prompt: str
) -> None:
    given.event(store, "prompt", text=prompt)

    asked = printed(store)

    assert isinstance(asked, str)
    assert len(asked) <= 400
    for part in ("`Memory lines:`", "`O @", "`W @", "`S @"):
        assert part in asked
    assert written.is_chinese(asked) == written.is_chinese(prompt)
    assert printed(store) is None  # a second wiring


def test_each_compaction_of_a_long_turn_is_asked(store: layout.Store) -> None:
    printed(store)
    given.event(store, "session_start", source="compact")

    assert printed(store)


def test_claude_is_answered_with_not_one_byte_where_it_is_switched_off(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_COMPACTION_LINES", "off")

    assert printed(store) is None


@pytest.mark.parametrize(
    "path",
    ["", "/home/dev/.qwen/projects/p/chats/s.jsonl", "/home/dev/.trae/s.jsonl"],
    ids=["no mark", "Qwen Code", "another"],
)
def test_another_host_that_reads_claudes_settings_is_answered_with_not_one_byte(
    store: layout.Store, path: str
) -> None:
    assert printed(store, transcript_path=path) is None


def test_what_the_summary_ends_with_stands_as_the_agents(store: layout.Store) -> None:
    lines = "O @packages: use pnpm, never npm\nS @build: it is set up\nW @ a.js:15: x y"
    summary = f"<summary>done\nMemory lines:\n{lines}</summary>"
    event = given.told("claude/post-compact", store, compact_summary=summary)

    reply = flush_memory.handle(event, given.where(store))
    assert reply.afterwards is not None
    reply.afterwards()

    (kept,) = given.living(store)
    assert kept.content == "use pnpm, never npm"
    assert kept.stands
    assert kept.source["by"] == "agent"
    assert [one.topic for one in read.summaries(store, 10_000)] == ["build"]


def test_all_that_was_captured_is_saved_before_the_request_goes_out(store: layout.Store) -> None:
    where = given.where(store)
    prompt = given.told(
        "cursor/before-submit-prompt", store, prompt="Remember that we deploy with Argo CD"
    )
    recall_memory.handle(prompt, where)  # killed before its work behind the answer
    text = "Noted.\nW @billing: owned by Li"
    capture_response.handle(given.told("cursor/after-agent-response", store, text=text), where)

    reply = flush_memory.handle(given.told(AUTO, store), where)
    if reply.afterwards is not None:
        reply.afterwards()

    said = {str(one["content"]) for one in given.living(store)}
    assert said == {"Remember that we deploy with Argo CD", "owned by Li"}


def test_the_request_can_be_switched_off(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_FLUSH", "off")

    assert compact(store) == ""
    assert given.journal(store) == []


def test_where_it_cannot_be_noted_nothing_is_asked(store: layout.Store) -> None:
    """What is not noted would be asked again and again."""
    Path(store.path, "daily").write_text("a file where the directory should be")

    assert compact(store) == ""


def test_where_there_is_no_store_nothing_is_said(project: Path) -> None:
    where = place.resolve(str(project))
    where.project = None
    event = registry.parse(given.payload(AUTO, project))

    assert flush_memory.handle(event, where).notice == ""
