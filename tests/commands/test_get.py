"""One record, or lines of a file: docs/interface.md 4."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from memory_store.index import extra
from memory_store.store import layout

if TYPE_CHECKING:
    from tests.commands.conftest import Run


def test_a_line_far_behind_in_a_large_file_is_found(run: Run, store: layout.Store) -> None:
    line = f"{'x' * 999}\n"
    Path(store.path, layout.FACTS).write_text(line * 40_000 + "the last\n", "utf-8")

    assert run("get", "facts.jsonl:40001").answer["text"] == "the last"


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
