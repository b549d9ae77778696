"""Out and in again: nothing is lost, nothing comes twice, nothing leads out of the memory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given as over
from hypothesis import strategies as st

from memory_store.importing import exchange
from memory_store.journal import create, records, rewrite
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


def everything(store: Store) -> dict[str, Any]:
    """All records and texts of a store, by file."""
    root = Path(store.path)
    found: dict[str, Any] = {name: given.lines(store, name) for name in rewrite.names(store)}
    for path in [root / "MEMORY.md", *sorted((root / "notes").rglob("*.md"))]:
        found[path.relative_to(root).as_posix()] = path.read_text("utf-8")
    return found


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
    assert (again.new, again.known) == (0, done.new + done.known)


def written(path: Path, *entries: dict[str, Any]) -> str:
    head = {"memory_store": 1, "scope": "project"}
    path.write_text("".join(json.dumps(one) + "\n" for one in (head, *entries)), "utf-8")
    return str(path)


@pytest.mark.parametrize(
    "name",
    ["../x.md", "notes/../../x.md", "notes/x.sh", "/etc/x.md", "config.json", "daily/x.jsonl"],
)
def test_a_file_can_not_lead_out_of_the_memory(name: str, store: Store, tmp_path: Path) -> None:
    before = given.tree(store.project)
    record = {"id": "f_1", "content": "x"}
    path = written(
        tmp_path / "in.jsonl", {"file": name, "text": "x"}, {"file": name, "record": record}
    )

    done = exchange.take_in(store, path)

    assert done.left_out == {"no record of a memory": 2}
    assert given.tree(store.project) == before


def test_secrets_of_a_file_of_somebody_else_are_taken_out(store: Store, tmp_path: Path) -> None:
    key = "sk-ant-api03-" + "a1B2" * 24
    made, _ = records.fact("x", source={"via": "user"})
    record = {**made, "content": f"the key is {key}", "x_list": [{"deep": key}]}
    path = written(tmp_path / "in.jsonl", {"file": layout.FACTS, "record": record})

    exchange.take_in(store, path)

    assert given.holding(key, store.path) == []
    assert "[redacted:" in given.lines(store, layout.FACTS)[0]["content"]


def test_what_the_person_wrote_here_stays(store: Store, tmp_path: Path) -> None:
    core = Path(store.path, "MEMORY.md")
    core.write_text("mine\n", "utf-8")
    path = written(tmp_path / "in.jsonl", {"file": "MEMORY.md", "text": "theirs\n"})

    done = exchange.take_in(store, path)

    assert core.read_text("utf-8") == "mine\n"
    assert done.left_out == {"MEMORY.md says something else here": 1}


def test_a_dry_run_counts_and_writes_nothing(store: Store, tmp_path: Path) -> None:
    given.fact(store, "port 8080")
    path = tmp_path / "out.jsonl"
    path.write_text("\n".join(exchange.lines(store)), "utf-8")
    other = layout.project_store(str(tmp_path / "nowhere"))

    assert exchange.take_in(other, str(path), dry=True).new == 2
    assert not other.exists()
