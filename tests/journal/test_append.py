from __future__ import annotations

import errno
import functools
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import errors
from memory_store.journal import append, read
from memory_store.store import layout, lock, log
from tests import faults

if TYPE_CHECKING:
    from collections.abc import Callable

DAY = f"{layout.DAILY}/2026-11-21.jsonl"
OLD: dict[str, object] = {"id": "f_old", "content": "what stood there"}
NEW: dict[str, object] = {"id": "f_new", "content": "x" * 100_000}


def content(store: layout.Store, name: str = layout.FACTS) -> bytes:
    return Path(store.path, name).read_bytes()


def ids(store: layout.Store, name: str = layout.FACTS) -> list[object]:
    return [one["id"] for one in read.newest_first(store, name)][::-1]


def forward(store: layout.Store) -> list[object]:
    """The ids of all records, read from the file's beginning."""
    lines = (line for _, line in read.lines_from(store, layout.FACTS))
    return [one["id"] for line in lines for one in read.parse_line(line)]


def test_a_record_is_one_line_of_compact_utf_8(store: layout.Store) -> None:
    append.append(store, layout.FACTS, [{"id": "f_1", "content": "用 uv\n不用 pip \u2028 🚀"}])

    assert content(store) == '{"id":"f_1","content":"用 uv\\n不用 pip \u2028 🚀"}\n'.encode()


def test_records_stand_in_the_order_they_came(store: layout.Store) -> None:
    append.append(store, layout.FACTS, [{"id": "a"}, {"id": "b"}])
    append.append(store, layout.FACTS, [{"id": "c"}])
    append.append(store, layout.FACTS, [])

    assert ids(store) == ["a", "b", "c"]
    assert content(store).count(b"\n") == 3


def test_a_journal_day_is_made_with_its_directory_for_this_user_alone(
    store: layout.Store,
) -> None:
    append.append(store, DAY, [{"id": "e_1"}], durable=False)

    assert ids(store, DAY) == ["e_1"]
    if os.name == "posix":
        assert Path(store.path, DAY).stat().st_mode & 0o777 == 0o600
        assert Path(store.path, DAY).parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("torn", [b'{"id":"f_torn","con', b"\0" * 300, b"{", b"\xff"])
def test_a_torn_tail_is_sealed_and_kept_and_the_next_record_is_whole(
    store: layout.Store, torn: bytes
) -> None:
    append.append(store, layout.FACTS, [OLD])
    before = content(store) + torn
    Path(store.path, layout.FACTS).write_bytes(before)

    append.append(store, layout.FACTS, [NEW])

    assert content(store).startswith(before + b"\n{")
    assert ids(store) == ["f_old", "f_new"]


def test_a_record_that_only_lacks_its_newline_is_kept_and_readable(store: layout.Store) -> None:
    Path(store.path, layout.FACTS).write_bytes(b'{"id":"f_by_hand"}')

    append.append(store, layout.FACTS, [NEW])

    assert ids(store) == ["f_by_hand", "f_new"]


def test_what_is_only_passed_on_is_kept_also_where_utf_8_can_not_hold_it(
    store: layout.Store,
) -> None:
    record: dict[str, object] = {"id": "f_1", "from elsewhere": "half a pair \ud800"}

    append.append(store, layout.FACTS, [record])

    assert list(read.newest_first(store, layout.FACTS)) == [record]


@pytest.mark.parametrize(
    "field",
    [float("nan"), float("inf"), b"bytes", {1, 2}, "x" * (read.MAX_LINE_BYTES + 1)],
    ids=["nan", "infinity", "bytes", "a set", "too long"],
)
def test_a_record_that_no_reader_would_take_is_refused_with_all_of_its_batch(
    store: layout.Store, field: object
) -> None:
    append.append(store, layout.FACTS, [OLD])

    with pytest.raises(errors.StoreError):
        append.append(store, layout.FACTS, [NEW, {"id": "f_bad", "field": field}])

    assert ids(store) == ["f_old"]


def test_the_longest_line_that_is_written_is_read(store: layout.Store) -> None:
    room = read.MAX_LINE_BYTES - len('{"id":"f_1","content":""}')
    append.append(store, layout.FACTS, [{"id": "f_1", "content": "x" * room}, OLD])

    assert forward(store) == ["f_1", "f_old"]
    with pytest.raises(errors.StoreError, match="too long"):
        append.append(store, layout.FACTS, [{"id": "f_1", "content": "x" * (room + 1)}])


def _append_under(
    store: layout.Store, late: Callable[[], object], *early: Callable[[], object]
) -> list[object]:
    """What appending 100 KB comes to after `early`, then an old record, then `late`."""

    def run() -> list[object]:
        append.append(store, layout.FACTS, [OLD])
        late()
        before = content(store)
        try:
            append.append(store, layout.FACTS, [NEW])
        except errors.StoreError as error:
            cause = error.__cause__
            code = cause.errno if isinstance(cause, OSError) else 0
            return [errno.errorcode.get(code or 0), content(store) == before, ids(store)]
        return ["saved", content(store).startswith(before), ids(store)]

    found = faults.in_child(run, *early)
    assert isinstance(found, list)
    return found


def _nothing() -> None:
    return None


def _small_disk(store: layout.Store) -> Callable[[], None]:
    """The store's directory on a disk of 64 KB."""
    return faults.small_disk(store.path, "64k")


@pytest.mark.long
@faults.linux
def test_a_short_write_is_taken_back_and_what_stood_there_stays(store: layout.Store) -> None:
    size = 50_000
    assert _append_under(store, faults.file_size_limit(size)) == ["EFBIG", True, ["f_old"]]
    assert _append_under(store, _nothing, _small_disk(store)) == ["ENOSPC", True, ["f_old"]]
    Path(store.path, layout.FACTS).unlink()
    assert _append_under(store, _nothing) == ["saved", True, ["f_old", "f_new"]]


@faults.linux
def test_the_control_of_short_writes_leaves_a_torn_line(store: layout.Store) -> None:
    path = Path(store.path, layout.FACTS)

    def naive() -> None:
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(NEW) + "\n")

    assert str(faults.in_child(naive, faults.file_size_limit(50_000))).startswith("OSError")
    assert path.stat().st_size == 50_000


@faults.linux
def test_a_disk_without_any_room_keeps_what_stood_there_and_can_be_read(
    store: layout.Store,
) -> None:
    found = _append_under(store, lambda: faults.fill(store.path), _small_disk(store))

    assert found == ["ENOSPC", True, ["f_old"]]


@faults.linux
def test_a_failed_append_to_a_torn_file_leaves_it_as_torn_as_it_was(store: layout.Store) -> None:
    def tear() -> None:
        with Path(store.path, layout.FACTS).open("ab") as file:
            file.write(b'{"id":"f_torn"')
        faults.file_size_limit(50_000)()

    assert _append_under(store, tear) == ["EFBIG", True, ["f_old"]]


@faults.linux
def test_missing_rights_are_told_and_change_nothing(store: layout.Store) -> None:
    path = Path(store.path, layout.FACTS)

    found = _append_under(store, lambda: path.chmod(0o400), faults.without_rights)

    assert found == ["EACCES", True, ["f_old"]]


@pytest.mark.long
@faults.linux
def test_a_read_only_disk_is_told_and_can_be_read(store: layout.Store) -> None:
    append.append(store, layout.FACTS, [OLD])

    def run() -> list[object]:
        try:
            append.append(store, layout.FACTS, [NEW])
        except errors.StoreError as error:
            return [str(error), ids(store)]
        return ["saved", ids(store)]

    found = faults.in_child(run, faults.read_only(store.path))

    assert isinstance(found, list)
    assert "Read-only file system" in found[0]
    assert found[1] == ["f_old"]
    assert faults.in_child(run) == ["saved", ["f_old", "f_new"]]


@faults.posix
def test_a_process_out_of_descriptors_is_told_and_changes_nothing(store: layout.Store) -> None:
    append.append(store, layout.FACTS, [OLD])

    def run() -> str:
        log.write("append", "no descriptor is left for the log either")
        append.append(store, layout.FACTS, [NEW])
        return "saved"

    told = str(faults.in_child(run, faults.no_descriptors))

    assert told.startswith("StoreError: cannot lock")
    assert ids(store) == ["f_old"]
    assert faults.in_child(run) == "saved"


@pytest.mark.parametrize("call", ["fdatasync", "fsync"])
def test_a_failed_sync_acknowledges_nothing_and_is_not_tried_again(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """The only fault that is pretended: a disk that dies can't be had (ATC'20: never retry)."""
    calls = []

    def fail(descriptor: int) -> None:
        calls.append(descriptor)
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(errors.StoreError, match=os.strerror(errno.EIO)):
        append.append(store, layout.FACTS, [OLD])

    assert len(calls) == 1
    assert content(store) == b""
    monkeypatch.undo()


def test_a_record_is_written_then_synced_and_a_new_files_name_after_it(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = []
    for name in ("write", "fdatasync", "fsync"):
        call = getattr(os, name)

        def note(*arguments: object, name: str = name, call: Any = call) -> object:
            order.append(name)
            return call(*arguments)

        monkeypatch.setattr(os, name, note)
    append.append(store, layout.FACTS, [OLD])
    append.append(store, layout.FACTS, [NEW])
    monkeypatch.undo()

    own = "write"  # of the line's digest, which says that it is this user's
    assert order == [own, "write", "fdatasync", "fsync", own, "write", "fdatasync"]


def test_an_append_that_need_not_last_is_not_synced(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(descriptor: int) -> None:
        raise AssertionError(descriptor)

    monkeypatch.setattr(os, "fdatasync", fail)
    monkeypatch.setattr(os, "fsync", fail)
    append.append(store, layout.FACTS, [OLD], durable=False)
    with pytest.raises(AssertionError):
        append.append(store, layout.FACTS, [OLD])


@faults.posix
@pytest.mark.parametrize("trap", ["a link", "a second name", "a pipe", "a linked directory"])
def test_a_trap_in_the_files_place_is_refused_and_its_target_untouched(
    store: layout.Store, tmp_path: Path, trap: str
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "2026-11-21.jsonl").write_text("precious\n")
    daily = Path(store.path, layout.DAILY)
    if trap == "a linked directory":
        daily.symlink_to(outside)
    else:
        daily.mkdir()
        path = Path(store.path, DAY)
        made: dict[str, Callable[[], object]] = {
            "a link": lambda: path.symlink_to(outside / path.name),
            "a second name": lambda: path.hardlink_to(outside / path.name),
            "a pipe": lambda: os.mkfifo(path),
        }
        made[trap]()

    with pytest.raises(errors.StoreError, match="cannot write"):
        append.append(store, DAY, [NEW])

    assert (outside / "2026-11-21.jsonl").read_text() == "precious\n"
    assert ids(store, DAY) == []


def test_a_store_that_is_gone_is_told_and_not_made_anew(tmp_path: Path) -> None:
    gone = layout.project_store(str(tmp_path))

    with pytest.raises(errors.StoreError, match="cannot lock"):
        append.append(gone, layout.FACTS, [NEW])

    assert not gone.exists()


@pytest.mark.long
@faults.posix
def test_a_store_locked_for_ever_is_told_within_the_deadline(store: layout.Store) -> None:
    def hold(ready: Callable[[], None]) -> None:
        with lock.Held(store.path):
            ready()
            faults.sleep_for_ever()

    holder = faults.started(hold)
    with pytest.raises(errors.StoreError, match="locked"):
        append.append(store, layout.FACTS, [NEW], seconds=0.1)
    faults.kill(holder)

    append.append(store, layout.FACTS, [NEW], seconds=1.0)
    assert ids(store) == ["f_new"]


@pytest.mark.long
@faults.posix
def test_many_writers_at_once_lose_tear_and_double_nothing(store: layout.Store) -> None:
    writers, each = 8, 100

    def write(number: int) -> None:
        for index in range(each):
            one: dict[str, object] = {"id": f"{number}-{index}", "content": "x" * 5_000}
            append.append(store, layout.FACTS, [one], seconds=60.0)

    faults.at_once(*[functools.partial(write, number) for number in range(writers)])

    found = forward(store)
    assert sorted(map(str, found)) == sorted(
        f"{number}-{index}" for number in range(writers) for index in range(each)
    )
    assert content(store).count(b"\n") == len(found)
