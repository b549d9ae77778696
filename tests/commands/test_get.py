"""One record, or lines of a file: docs/interface.md 4."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.index import extra
from memory_store.store import layout

if TYPE_CHECKING:
    from tests.commands.conftest import Run


def test_a_line_far_behind_in_a_large_file_is_found(run: Run, store: layout.Store) -> None:
    line = f"{'x' * 999}\n"
    Path(store.path, layout.FACTS).write_text(line * 40_000 + "the last\n", "utf-8")

    assert run("get", "facts.jsonl:40001").answer["text"] == "the last"


@pytest.mark.parametrize(
    "what",
    [
        "../secret.txt",
        "notes/../../secret.txt",
        "/etc/passwd",
        "./MEMORY.md",
        "a//b",
        "link.md",
        "directory",
        "linked/secret.txt",
        "hard.md",
        "\0",
    ],
)
def test_nothing_outside_the_store_is_read(
    run: Run, store: layout.Store, tmp_path: Path, what: str
) -> None:
    secret = Path(store.project, "secret.txt")
    secret.write_text("CANARY")
    Path(store.path, "link.md").symlink_to(secret)
    Path(store.path, "linked").symlink_to(tmp_path)
    Path(store.path, "directory").mkdir()
    (tmp_path / "secret.txt").write_text("CANARY")
    os.link(secret, Path(store.path, "hard.md"))

    outcome = run("get", what)

    assert outcome.code in (1, 2)
    assert "CANARY" not in outcome.out + outcome.err


def test_a_file_is_of_one_memory_and_the_users_is_asked_for_as_search_shows_it(
    run: Run, store: layout.Store, user_store: layout.Store
) -> None:
    Path(user_store.path, layout.CORE).write_text("of the user\n", "utf-8")
    ours = Path(store.path, layout.CORE)
    ours.write_text("of the project\n", "utf-8")
    users = f"~/{layout.STORE}/{layout.CORE}"

    assert run("get", layout.CORE).answer["text"] == "of the project"
    for words in ([users], [layout.CORE, "--scope", "user"]):
        answer = run("get", *words).answer
        assert (answer["path"], answer["text"]) == (users, "of the user")
    ours.unlink()
    for path in (layout.CORE, f"{layout.STORE}/{layout.CORE}"):
        missing = run("get", path)
        assert (missing.code, missing.answer["found"]) == (1, False)
    ours.symlink_to(Path(user_store.path, layout.CORE))
    closed = run("get", layout.CORE)
    assert closed.code == 2
    assert "it is a link" in closed.err


def test_a_note_that_is_too_large_is_refused_for_that(
    run: Run, store: layout.Store, user_store: layout.Store
) -> None:
    for one in (Path(store.project, "docs"), Path(layout.home(), "wiki")):
        one.mkdir()
        with (one / "big.md").open("wb") as file:
            file.truncate(extra.MOST_BYTES + 1)
    Path(store.path, layout.SETTINGS).write_text('{"extra_paths": "docs"}', "utf-8")
    Path(user_store.path, layout.SETTINGS).write_text('{"extra_paths": "~/wiki"}', "utf-8")

    for what in ("docs/big.md", "~/wiki/big.md"):
        assert "larger than 4 MiB" in run("get", what).err


def test_lines_of_a_file_that_the_settings_name_and_of_no_other(
    run: Run, store: layout.Store, user_store: layout.Store
) -> None:
    docs = Path(store.project, "docs")
    wiki = Path(layout.home(), "wiki")
    for directory in (docs, wiki):
        directory.mkdir()
        (directory / "a.md").write_text("one\ntwo\nthree\n", "utf-8")
    (docs / "link.md").symlink_to(docs / "a.md")
    Path(store.project, "b.md").write_text("CANARY", "utf-8")
    Path(store.path, layout.SETTINGS).write_text('{"extra_paths": "docs"}', "utf-8")
    Path(user_store.path, layout.SETTINGS).write_text('{"extra_paths": "~/wiki"}', "utf-8")

    for what in ("docs/a.md:2-3", "./docs/a.md:2-3", f"{docs}/a.md:2-3", "~/wiki/a.md:2-3"):
        assert run("get", what).answer["text"] == "two\nthree"
    assert run("get", f"{wiki}/a.md:2").answer["text"] == "two"
    others = ("b.md", "docs/../b.md", "docs/link.md", "./docs/link.md", f"{store.project}/b.md")
    for what in others:
        outcome = run("get", what)
        assert outcome.code in (1, 2)
        assert "CANARY" not in outcome.out + outcome.err
        assert "one" not in outcome.out
