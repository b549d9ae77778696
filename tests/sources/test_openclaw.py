"""OpenClaw's memory: each conclusion a fact, each day a note, each session a transcript."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from memory_store import clock
from memory_store.sources import openclaw

if TYPE_CHECKING:
    from pathlib import Path

CORE = """---
title: x
---
# Memory

<!-- a comment -->
## Preferences
- Prefers tabs over spaces
* [x] Uses `uv`
- Deploys:
  - staging by hand
  - production with Argo CD
- ok

## 网关
端口是 8080。
走 TLS。

再一段话。
"""
DRAWN = "## Ports\n| a | b |\n|---|---|\n\n```sh\nrm -rf\n```\nAfter the code.\n"


PERSON = """# USER.md - About Your Human

_Learn about the person you're helping.
Update this as you go._

- **Name:** Lin
- **What to call them:**
- **Pronouns:** _(optional)_
- **角色：** _（内部员工？）_
- **Timezone:** <!-- e.g. UTC -->
- **Notes:**
  - Hates losing **context**

## Context

*(What do they care about?)*

Uses `_private` names and __init__.py

---

But remember — you're learning about a person, not building a dossier. Respect the difference.
- **约定事项:**
  - 每天 6 点播报新闻。
"""


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    made = tmp_path / "workspace"
    (made / "memory" / "projects").mkdir(parents=True)
    return made


def test_items_and_paragraphs_of_the_long_term_memory_are_facts(workspace: Path) -> None:
    (workspace / "MEMORY.md").write_text(CORE, encoding="utf-8")
    os.utime(workspace / "MEMORY.md", (1_700_000_000, 1_700_000_000))

    found = openclaw.read(str(workspace))

    assert [(one.kind, one.entities, one.content) for one in found.facts] == [
        ("O", (), "Prefers tabs over spaces"),
        ("O", (), "Uses `uv`"),
        ("O", (), "Deploys: staging by hand"),
        ("O", (), "Deploys: production with Argo CD"),
        ("W", ("网关",), "端口是 8080。 走 TLS。"),
        ("W", ("网关",), "再一段话。"),
    ]
    assert {one.moment for one in found.facts} == {1_700_000_000.0}
    assert found.notes == ()


def test_what_no_fact_can_hold_is_kept_as_a_note(workspace: Path) -> None:
    (workspace / "USER.md").write_text(DRAWN, encoding="utf-8")

    found = openclaw.read(str(workspace))

    assert [(one.kind, one.content) for one in found.facts] == [("O", "After the code.")]
    assert [(one.name, one.text) for one in found.notes] == [("openclaw-USER.md", DRAWN)]


def test_what_nobody_filled_in_of_the_template_is_no_fact(workspace: Path) -> None:
    (workspace / "USER.md").write_text(PERSON, encoding="utf-8")

    assert [one.content for one in openclaw.read(str(workspace)).facts] == [
        "Name: Lin",
        "Notes: Hates losing context",
        "Uses `_private` names and __init__.py",
        "约定事项: 每天 6 点播报新闻。",
    ]


def test_a_days_notes_are_a_note_of_that_day(workspace: Path) -> None:
    for name in ("2026-02-15.md", "2026-02-14-invoices.md", "projects/shop.md"):
        (workspace / "memory" / name).write_text(name, encoding="utf-8")

    found = openclaw.read(str(workspace.parent)).notes

    days = [clock.stamp(one.moment)[:10] for one in found]
    assert [one.name for one in found][:2] == [
        "openclaw-2026-02-14-invoices.md",
        "openclaw-2026-02-15.md",
    ]
    assert days[:2] == ["2026-02-14", "2026-02-15"]
    assert found[2].name == "openclaw-projects-shop.md"


def test_the_sessions_of_all_agents_are_named(workspace: Path) -> None:
    names = (
        "agents/main/sessions/a.jsonl",
        "agents/main/sessions/c.jsonl.reset.2026-02-15T08-00-00.000Z",
        "agents/main/sessions/d.jsonl.deleted.2026-02-15T08-00-00.000Z",
        "agents/work/sessions/b.jsonl",
        "agents/work/agent/openclaw-agent.sqlite",
    )
    for name in names:
        path = workspace.parent / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}", encoding="utf-8")
    (workspace.parent / "agents" / "main" / "sessions" / "sessions.json").write_text("{}")

    found = openclaw.read(str(workspace.parent))

    told = [os.path.relpath(one, workspace.parent) for one in found.sessions]
    assert told == [names[0], names[1], names[3], names[4]]


def test_another_directory_is_no_memory(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"MEMORY\.md"):
        openclaw.read(str(tmp_path))
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(NotADirectoryError):
        openclaw.read(str(tmp_path / "file"))
