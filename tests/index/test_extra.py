"""Markdown beyond a store: what `extra_paths` names is searched, and nothing else is read."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from memory_store.index import bookmarks, extra, extra_files, sync
from memory_store.recall import searching
from memory_store.store import layout
from tests import given

NEEDS_LINKS = pytest.mark.skipif(os.name == "nt", reason="links need a right there")


def name_paths(store: layout.Store, *paths: str) -> None:
    made = {"extra_paths": "\n".join(paths)}
    Path(store.path, layout.SETTINGS).write_text(json.dumps(made), "utf-8")


def write(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def notes_with(store: layout.Store, question: str) -> list[dict[str, object]]:
    where = given.where(store)
    hits = searching.search(where.stores(), question, config=where.config, method=searching.FTS)
    return [one for one in hits.results if one["kind"] == "note"]


def test_a_folder_and_a_file_of_the_project_are_searched_with_their_true_lines(
    store: layout.Store,
) -> None:
    project = Path(store.project)
    write(project / "docs" / "deep" / "adr.md", "# Ports\n\nThe zebra listens on 8080.\n")
    write(project / "GUIDE.md", "one\n\nThe heron guides.\n")
    name_paths(store, "docs", "GUIDE.md")

    (zebra,) = notes_with(store, "zebra")
    (heron,) = notes_with(store, "heron")

    assert zebra["source"] == {"file": "docs/deep/adr.md", "line": 3, "end_line": 3}
    assert zebra["id"] == "./docs/deep/adr.md:3-3"
    assert heron["source"] == {"file": "GUIDE.md", "line": 1, "end_line": 3}


def test_the_users_own_settings_name_any_path(
    store: layout.Store, user_store: layout.Store, tmp_path: Path
) -> None:
    write(Path(layout.home(), "wiki", "a.md"), "The zebra is at home.\n")
    elsewhere = write(tmp_path / "elsewhere" / "b.md", "The heron is elsewhere.\n")
    name_paths(user_store, "~/wiki", str(elsewhere.parent.resolve()))

    (zebra,) = notes_with(store, "zebra")
    (heron,) = notes_with(store, "heron")

    assert zebra["source"]["file"] == "~/wiki/a.md"  # type: ignore[index]
    assert heron["source"]["file"] == str(elsewhere.resolve())  # type: ignore[index]


@pytest.mark.parametrize(
    "path", ["../other", "docs/../../other", "/etc", "~/wiki", "~root", "C:/x", "..\\other"]
)
def test_a_projects_file_names_no_path_outside_of_it(store: layout.Store, path: str) -> None:
    write(Path(store.project).parent / "other" / "a.md", "CANARY")
    name_paths(store, path)

    settings = given.where(store).config

    assert extra.sources(store) == []
    assert settings.word("extra_paths") == ""
    assert any("extra_paths" in one for one in settings.problems)


def test_what_changes_moves_or_is_named_no_more_is_followed(store: layout.Store) -> None:
    docs = Path(store.project, "docs")
    write(docs / "a.md", "The zebra.\n")
    name_paths(store, "docs")
    assert notes_with(store, "zebra")

    write(docs / "a.md", "The heron.\n")
    assert notes_with(store, "heron")
    assert not notes_with(store, "zebra")

    (docs / "a.md").rename(docs / "b.md")
    assert [one["source"]["file"] for one in notes_with(store, "heron")] == ["docs/b.md"]  # type: ignore[index]

    name_paths(store)
    assert not notes_with(store, "heron")


@NEEDS_LINKS
def test_links_and_what_is_no_note_are_left_out_with_a_reason_and_hidden_names_without(
    store: layout.Store, tmp_path: Path
) -> None:
    docs = Path(store.project, "docs")
    secret = write(tmp_path / "secret.md", "CANARY")
    write(docs / "kept.md", "kept")
    write(docs / "code.py", "CANARY")
    write(docs / ".hidden.md", "CANARY")
    write(docs / ".git" / "a.md", "CANARY")
    write(docs / "huge.md", b"CANARY\n" * (extra.MOST_BYTES // 7 + 1))
    os.mkfifo(docs / "pipe.md")
    (docs / "link.md").symlink_to(secret)
    (docs / "folder").symlink_to(tmp_path)
    Path(store.project, "linked").symlink_to(docs)
    name_paths(store, "docs", "linked", "linked/kept.md", "none", "docs/code.py", ".memory/daily")

    found_ = extra_files.find(store)

    assert list(found_.kept) == ["./docs/kept.md"]
    left = {name: reason.removeprefix("is left out: it ") for name, reason in found_.left.items()}
    assert left.pop("./linked").startswith("is a link")
    assert left.pop("./linked/kept.md").startswith("lies behind a link")
    assert left == {
        "./docs/huge.md": "is larger than 4 MiB",
        "./docs/pipe.md": "is no plain file",
        "./docs/link.md": "is a link",
        "./docs/folder": "is a link",
        "./none": "is not there",
        "./docs/code.py": "is no Markdown by its name",
        "./.memory/daily": "is the store's own",
    }
    assert not notes_with(store, "CANARY")


@NEEDS_LINKS
def test_nothing_beyond_the_store_is_opened_but_what_is_named(
    store: layout.Store, tmp_path: Path
) -> None:
    docs = Path(store.project, "docs")
    secret = write(tmp_path / "secret.md", "CANARY")
    for path in ("secret.md", "docs/.hidden.md", "docs/code.py", "docs2/a.md"):
        write(Path(store.project, path), "CANARY")
    write(Path(layout.home(), "secret.md"), "CANARY")
    write(docs / "huge.md", b"CANARY\n" * (extra.MOST_BYTES // 7 + 1))
    (docs / "link.md").symlink_to(secret)
    (docs / "folder").symlink_to(tmp_path)
    os.link(secret, docs / "hard.md")
    write(docs / "kept.md", "kept")
    name_paths(store, "docs")

    os.close(extra.open_file(store, "./docs/kept.md"))  # the control
    inside = "link.md folder/secret.md hard.md .hidden.md huge.md ../secret.md code.py".split()
    beyond = "./secret.md ./docs2/a.md ~/secret.md /etc/hostname.md".split()
    for name in (*(f"./docs/{one}" for one in inside), *beyond):
        with pytest.raises(OSError, match=r".+"):
            extra.open_file(store, name)


def test_a_note_that_is_no_text_is_left_out_and_told(store: layout.Store) -> None:
    write(Path(store.project, "docs", "binary.md"), b"zebra\0\1\2")
    write(Path(store.path, "notes", "binary.md"), b"zebra\0\1\2")
    name_paths(store, "docs")

    report = sync.sync(store)

    told = bookmarks.unreadable(store, bookmarks.signatures(store))
    assert told == ["./docs/binary.md (it is no text)", "notes/binary.md (it is no text)"]
    assert all(one in report.degraded for one in told)
    assert not notes_with(store, "zebra")
    write(Path(store.project, "docs", "binary.md"), "The zebra is text now.\n")
    assert notes_with(store, "zebra")


@pytest.mark.parametrize(
    ("bound", "most", "told"),
    [
        ("_MOST_ENTRIES", 3, "3 entries"),
        ("MOST_FILES", 3, "3 files"),
        ("MOST_BYTES", 3 << 20, "3 MiB"),
    ],
)
def test_a_folder_is_indexed_up_to_a_bound_which_is_told_and_the_nearest_files_first(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch, bound: str, most: int, told: str
) -> None:
    monkeypatch.setattr(extra_files, bound, most)
    for name in ("a/0.md", "b/1.md", "2.md", "3.md", "4.md"):
        write(Path(store.project, "docs", name), b"\n" * (1 << 20))
    name_paths(store, "docs")

    beyond = extra_files.find(store)

    nearest = ["./docs/2.md", "./docs/3.md", "./docs/4.md"]
    assert list(beyond.kept) == nearest
    assert beyond.left == {"./docs": f"is indexed in part: {told} are as much as is looked at"}
    assert beyond.bytes == len(beyond.kept) << 20


PROJECT = {
    "README.md": True,
    "docs/a.md": True,
    ".git/d.md": False,
    ".venv/lib/e.md": False,
    "env/pyvenv.cfg": False,
    "env/lib/f.md": False,
    "web/node_modules/pkg/README.md": False,
    "target/CACHEDIR.TAG": False,
    "target/doc/g.md": False,
    "vendor/modules.txt": False,
    "vendor/github.com/h.md": False,
    "suppliers/vendor/i.md": True,
    "picture.png": False,
}


def whole_project(store: layout.Store) -> Path:
    project = Path(store.project)
    for name in PROJECT:
        write(project / name, f"The zebra of {name}\n")
    return project


def test_of_a_whole_project_no_packages_and_caches_are_indexed_or_told(
    store: layout.Store,
) -> None:
    whole_project(store)
    name_paths(store, ".")

    beyond = extra_files.find(store)

    assert set(beyond.kept) == {f"./{name}" for name, is_kept in PROJECT.items() if is_kept}
    assert beyond.left == {}


def test_what_a_walk_passes_over_is_not_opened_by_its_name_either(store: layout.Store) -> None:
    whole_project(store)
    name_paths(store, ".")

    for name, is_kept in PROJECT.items():
        if is_kept:
            os.close(extra.open_file(store, f"./{name}"))
        else:
            with pytest.raises(OSError, match="no setting names it"):
                extra.open_file(store, f"./{name}")


def test_what_the_settings_name_themselves_is_meant_whatever_its_name(
    store: layout.Store,
) -> None:
    whole_project(store)
    name_paths(store, "vendor", "web/node_modules/pkg/README.md")

    kept = extra_files.find(store).kept

    assert list(kept) == [
        *("./vendor/github.com/h.md", "./web/node_modules/pkg/README.md"),
    ]
    for name in kept:
        os.close(extra.open_file(store, name))
