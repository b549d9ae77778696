from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import clock
from memory_store.index import bookmarks, tables
from memory_store.store import files, layout

if TYPE_CHECKING:
    from collections.abc import Iterator


def test_every_source_of_a_store_is_seen_and_nothing_else(store: layout.Store) -> None:
    root = Path(store.path)
    for name in ("daily/2026-11-21.jsonl", "notes/a.md", "facts.jsonl", "sessions.jsonl"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text("x", "utf-8")
    for name in ("daily/conflicted copy.jsonl", "notes/.hidden.md", "notes/a.txt", "other.jsonl"):
        (root / name).write_text("x", "utf-8")
    (root / "notes/link.md").symlink_to(root / "notes/a.md")
    (root / "notes/directory.md").mkdir()

    assert list(bookmarks.signatures(store)) == [
        "daily/2026-11-21.jsonl",
        "notes/a.md",
        "sessions.jsonl",
        "facts.jsonl",
        "MEMORY.md",
    ]


def test_a_signature_changes_with_a_rewrite_of_the_same_size_and_time(tmp_path: Path) -> None:
    path = tmp_path / "facts.jsonl"
    path.write_text("one", "utf-8")
    before = path.stat()

    path.write_text("two", "utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    assert files.signature_of(path.stat()) != files.signature_of(before)


def test_a_file_changed_a_moment_ago_is_looked_at_once_more_until_it_has_settled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "facts.jsonl"
    path.write_text("one", "utf-8")
    status = path.stat()

    signatures = bookmarks.unsettled(status), files.signature_of(status)
    for seconds, signature in zip((0.0, 0.06), signatures, strict=True):
        now = status.st_ctime_ns / 1e9 + seconds
        monkeypatch.setattr(clock, "now", lambda now=now: now)
        assert bookmarks.settled_signature(status) == signature


@contextlib.contextmanager
def opened(path: Path) -> Iterator[int]:
    descriptor = os.open(path, os.O_RDONLY)
    yield descriptor
    os.close(descriptor)


def mark_of(path: Path, offset: int) -> bookmarks.Bookmark:
    with opened(path) as descriptor:
        check = bookmarks.checksum(descriptor, offset)
    signature = files.signature_of(path.stat())
    return bookmarks.Bookmark(path.name, signature, offset=offset, checksum=check)


def is_grown(path: Path, mark: bookmarks.Bookmark) -> bool:
    with opened(path) as descriptor:
        return bookmarks.is_grown(descriptor, mark)


@pytest.mark.parametrize("at", [0, 560_000, -1])
def test_an_edit_before_the_bookmark_is_seen_wherever_it_is(tmp_path: Path, at: int) -> None:
    path = tmp_path / "facts.jsonl"
    content = bytearray(b"0123456789abcde\n" * 70_000)
    path.write_bytes(content)
    mark = mark_of(path, len(content))
    path.write_bytes(content + b"more\n")
    grown = is_grown(path, mark)

    content[at] ^= 1
    path.write_bytes(content + b"more\n")

    assert grown
    assert not is_grown(path, mark)


def very_large(path: Path) -> bookmarks.Bookmark:
    """A file whose middle is not looked at for an append, and how far it is indexed: wholly."""
    size = (5 << 20) // 16
    path.write_bytes(b"0123456789abcde\n" * size)
    return mark_of(path, 16 * size)


def edit_the_middle(path: Path) -> None:
    """Another byte in the middle of a file, under the same size and time."""
    before = path.stat()
    with path.open("r+b") as file:
        file.seek(before.st_size // 2)
        file.write(b"#")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_a_very_large_file_goes_on_where_it_was_only_appended_to(tmp_path: Path) -> None:
    """Else each of its lines is compared with its row."""
    path, other = tmp_path / "facts.jsonl", tmp_path / "other.jsonl"
    mark = very_large(path)
    edit_the_middle(path)
    edited = is_grown(path, mark)
    mark = very_large(path)
    with path.open("ab") as file:
        file.write(b"more\n")
    other.write_bytes(path.read_bytes())

    assert not edited
    assert is_grown(path, mark)
    assert not is_grown(other, mark)


def test_what_cannot_be_opened_is_named_with_the_reason(
    store: layout.Store, tmp_path: Path
) -> None:
    Path(store.path, layout.FACTS).mkdir()
    (tmp_path / "outside").write_text("x", "utf-8")
    Path(store.path, layout.SESSIONS).symlink_to(tmp_path / "outside")

    found = bookmarks.unreadable(store, bookmarks.signatures(store))

    assert [one.partition(" ")[0] for one in found] == [layout.SESSIONS, layout.FACTS]
    assert all(one.endswith(")") for one in found)
    assert bookmarks.unreadable(store, ["notes/none.md"]) == []


def test_a_backlog_is_what_was_added() -> None:
    known = {"a": "1:100:0:0", "b": "2:50:0:0"}

    assert bookmarks.backlog({"a": "1:130:5:5", "b": "2:50:0:0", "c": "3:7:0:0"}, known) == 37


def test_what_was_written_is_read_and_not_written_again(tmp_path: Path) -> None:
    state = bookmarks.State({"facts.jsonl": "1:2:3:4"}, 5)
    state.keep(str(tmp_path))
    (path,) = tmp_path.iterdir()
    before = path.stat().st_ino

    state.keep(str(tmp_path))

    assert bookmarks.state(str(tmp_path)).record() == state.record()
    assert path.stat().st_ino == before


@pytest.mark.parametrize(
    "content",
    [
        *("", "{", "[]", '{"files":{}}', "\xff"),
        '{"fingerprint":"0","files":{"a":"1"},"bad":0,"model":""}',
        f'{{"fingerprint":"{tables.FINGERPRINT}","files":["a"],"bad":0,"model":""}}',
    ],
)
def test_a_damaged_or_older_file_or_wrong_types_show_nothing(tmp_path: Path, content: str) -> None:
    (tmp_path / bookmarks.NAME).write_bytes(content.encode("latin-1"))

    assert bookmarks.state(str(tmp_path)).known == {}
