"""MEMORY.md as promotion changes it: under the right heading, in the file's own language."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memory_store import errors
from memory_store.journal import sessions, stored
from memory_store.promotion import core_memory
from memory_store.store import layout
from memory_store.trust import approval


def core(store: layout.Store, content: str | bytes) -> Path:
    path = Path(store.path, layout.CORE)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize(
    ("kind", "content", "section"),
    [
        ("O", "never push to main", core_memory.PREFERENCES),
        ("O", "我们决定总是用 uv", core_memory.PREFERENCES),
        ("W", "we decided to use Postgres", core_memory.DECISIONS),
        ("W", "数据库改用 PostgreSQL", core_memory.DECISIONS),
        ("W", "the API listens on port 8080", core_memory.FACTS),
        ("W", "测试数据库在 db-2 上", core_memory.FACTS),
    ],
)
def test_a_fact_belongs_under_the_heading_of_its_kind(
    kind: str, content: str, section: str
) -> None:
    assert core_memory.section_of(stored.Fact(type=kind, content=content)) == section


@pytest.mark.parametrize(
    ("text", "said", "spoken", "added"),
    [
        ("# 项目\n- 简短\n", "use uv", "auto", "\n## 偏好\n\n- use uv\n"),
        ("# Project\n- short\n", "一律用 uv", "auto", "\n## Preferences\n\n- 一律用 uv\n"),
        ("", "一律用 uv", "auto", "## 偏好\n\n- 一律用 uv\n"),
        ("", "use uv", "auto", "## Preferences\n\n- use uv\n"),
        ("# Project\n- short\n", "use uv", "zh", "\n## 偏好\n\n- use uv\n"),
        ("# 项目\n- 简短\n", "一律用 uv", "en", "\n## Preferences\n\n- 一律用 uv\n"),
        ("## 编码规范\n- a\n", "new", "auto", "- new\n"),
        ("## Rules\n- a\n", "new", "auto", "- new\n"),
        ("# Team conventions\n- a\n", "new", "auto", "- new\n"),
        ("## 约定 / rules\n- a\n", "new", "auto", "- new\n"),
    ],
)
def test_a_heading_is_one_that_people_write_or_in_the_language_of_the_setting_or_the_file(
    text: str, said: str, spoken: str, added: str
) -> None:
    assert core_memory.added(text, core_memory.PREFERENCES, said, spoken) == text + added


def test_an_item_opens_nothing_that_would_swallow_what_follows() -> None:
    assert core_memory.item("a <!-- b\nc") == "a &lt;!-- b c"
    assert core_memory.item("```sh") == "\\```sh"
    assert core_memory.item("a\u202eb\x1b[31m") == "ab"
    assert "hunter22" not in core_memory.item("the password is hunter22")


@pytest.mark.parametrize("text", ["", " \n ", "\u200b", "x" * 2_001])
def test_an_item_is_one_sentence(text: str) -> None:
    with pytest.raises(errors.UsageError):
        core_memory.item(text)


def test_what_is_said_leaves_out_headings_comments_and_code(store: layout.Store) -> None:
    core(
        store, "# Title\n<!-- hidden -->\n- **Deploy** with Argo. Never kubectl\n```\ncode\n```\n"
    )

    said = core_memory.statements(store)

    assert "Never kubectl" in said
    assert not {"Title", "hidden", "code"} & set(" ".join(said).split())


@pytest.mark.parametrize(
    "content",
    [
        "- 偏好".encode("gbk"),
        "- a".encode("utf-16"),
        "- a".encode("utf-16-le"),
        b"x" * ((4 << 20) + 1),
        None,
    ],
)
def test_a_link_and_a_file_that_is_no_text_are_refused_and_say_nothing(
    store: layout.Store, tmp_path: Path, content: bytes | None
) -> None:
    path = core(store, content or "- a\n")
    if content is None:
        path.rename(tmp_path / "elsewhere.md")
        path.symlink_to(tmp_path / "elsewhere.md")

    assert core_memory.statements(store) == []
    with pytest.raises(errors.UsageError, match="UTF-8" if content else "cannot read"):
        core_memory.load(store)


def test_a_change_that_somebody_made_meanwhile_is_not_written_over(store: layout.Store) -> None:
    path = core(store, "- a\n")
    state = sessions.core_state(store)
    path.write_text("- a\n- by hand\n")

    with pytest.raises(errors.UsageError, match="meanwhile"):
        core_memory.write(store, "- a\n- new\n", state)

    assert path.read_text() == "- a\n- by hand\n"


def test_the_files_mode_stays(store: layout.Store) -> None:
    path = core(store, "- a\n")
    path.chmod(0o644)

    core_memory.write(store, "- b\n", sessions.core_state(store))

    assert path.stat().st_mode & 0o777 == 0o644
    assert [one for one in os.listdir(store.path) if one.endswith(".tmp")] == []


def test_an_approved_memory_stays_approved_and_another_is_not_written(store: layout.Store) -> None:
    core(store, "- theirs\n")
    approval.approve(store)

    core_memory.write(store, "- theirs\n- ours\n", sessions.core_state(store))

    assert approval.is_trusted(store)
    approval.withdraw(store)

    with pytest.raises(errors.UsageError):
        core_memory.write(store, "- x\n", sessions.core_state(store))
