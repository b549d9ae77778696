"""Out and in again: nothing is lost, nothing comes twice, nothing leads out of the memory."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given as over
from hypothesis import strategies as st

from memory_store.importing import exchange
from memory_store.journal import create
from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    from memory_store.store.layout import Store

TEXT = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Cf"], exclude_characters="<"),
    min_size=1,
    max_size=40,
).filter(str.strip)
EXTRA = st.dictionaries(
    st.sampled_from(("x_team", "visibility", "x_more")),
    st.one_of(st.integers(-9, 9), TEXT, st.lists(TEXT, max_size=2)),
    max_size=2,
)


def fresh(directory: Path) -> Store:
    store = layout.project_store(str(directory))
    create.create(store)
    return store


def everything(store: Store) -> dict[str, bytes]:
    """The files of a store but for its lock, and for when lines were imported."""
    root = Path(store.path)
    paths = [one for one in root.rglob("*") if one.is_file() and one.name != layout.LOCK]
    moment = re.compile(rb',"imported_at":"[^"]*"')
    return {one.relative_to(root).as_posix(): moment.sub(b"", one.read_bytes()) for one in paths}


@pytest.mark.long
@over(st.lists(st.tuples(TEXT, EXTRA), max_size=5), st.lists(TEXT, max_size=4), TEXT)
def test_what_was_exported_and_imported_is_the_same_record_for_record(
    tmp_path_factory: pytest.TempPathFactory,
    contents: list[tuple[str, dict[str, Any]]],
    prompts: list[str],
    core: str,
) -> None:
    """Fields that nobody knows, their order and every file's order of lines come through."""
    one = fresh(tmp_path_factory.mktemp("one"))
    other = fresh(tmp_path_factory.mktemp("other"))
    for content, extra in contents:
        given.fact(one, content, **extra)
    for prompt in prompts:
        given.event(one, "prompt", text=prompt)
    given.summary(one, "Billing", session="s-1", todos=["port it"])
    Path(one.path, "MEMORY.md").write_text(core, "utf-8")
    Path(one.path, "notes").mkdir(exist_ok=True)
    Path(one.path, "notes", "a note.md").write_text(f"# {core}\n", "utf-8")
    path = tmp_path_factory.mktemp("out") / "memory.jsonl"
    path.write_text("\n".join(exchange.lines(one)) + "\n", "utf-8")

    done = exchange.take_in(other, str(path))

    assert everything(other) == everything(one)
    assert done.left_out == {}
    again = exchange.take_in(other, str(path))
    assert again.counts == {"known": done.counts.total()}


NAMES = ["../x.md", "notes/../../x.md", "notes/x.sh", "/etc/x.md", "config.json", "daily/x.jsonl"]


def test_no_file_leads_out_of_the_memory(store: Store, tmp_path: Path) -> None:
    before = given.tree(store.project)
    entries: list[given.Record] = [{"memory_store": 1, "scope": "project"}]
    for name in NAMES:
        entries += [
            {"file": name, "text": "x"},
            {"file": name, "record": {"id": "f_1", "content": "x"}},
        ]
    path = tmp_path / "in.jsonl"
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries), "utf-8")

    done = exchange.take_in(store, str(path))

    assert done.left_out == {"no record of a memory": 2 * len(NAMES)}
    assert given.tree(store.project) == before
