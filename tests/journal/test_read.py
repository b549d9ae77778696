from __future__ import annotations

from pathlib import Path

import pytest

from memory_store import clock
from memory_store.journal import append, read
from memory_store.store import layout
from tests import faults

GOOD = [b'{"id":"a"}', b'{"id":"b"}']
# What bad bytes may do: what one line may hold, and the ids that a reader still gets from it.
POISONS: dict[str, tuple[bytes, list[object]]] = {
    "torn": (b'{"id":"x","content":"half', []),
    "zeros": (b"\0" * 4096, []),
    "zeros before a record": (b"\0" * 4096 + b'{"id":"x"}', ["x"]),
    "glued": (b'{"id":"x"}{"id":"y"}', ["x", "y"]),
    "glued to a torn one": (b'{"id":"x"}{"id":"y","con', ["x"]),
    "a list": (b'[{"id":"x"}]', []),
    "a number": (b"7", []),
    "a text": (b'"x"', []),
    "null": (b"null", []),
    "blank": (b" \t ", []),
    "bytes that are no UTF-8": (b'{"id":"x","content":"\xff\xfe"}', ["x"]),
    "nothing but bad bytes": (b"\xff\xfe\x80", []),
    "a byte order mark": (b'\xef\xbb\xbf{"id":"x"}', ["x"]),
    "UTF-16": ('{"id":"x"}'.encode("utf-16"), []),
    "a carriage return": (b'{"id":"x"}\r', ["x"]),
    "a carriage return between two": (b'{"id":"x"}\r{"id":"y"}', ["x", "y"]),
    "damage between carriage returns": (b'{"id":"x"}\r{"id":\r{"id":"y"}\r', ["x", "y"]),
    "a line separator inside": ('{"id":"x","content":"a\u2028b"}'.encode(), ["x"]),
    "half a surrogate pair": (b'{"id":"x","content":"\\ud800"}', ["x"]),
    "a number of 5,000 digits": (b'{"id":"x","n":' + b"9" * 5_000 + b"}", []),
    "a number past all floats": (b'{"id":"x","n":1e400}', ["x"]),
    "NaN": (b'{"id":"x","n":NaN}', []),
    "deep lists": (b'{"id":"x","n":' + b"[" * 100_000, []),
    "deep objects": (b'{"n":' * 100_000, []),
    "keys twice": (b'{"id":"y","id":"x"}', ["x"]),
    "a conflict's mark": (b"<<<<<<< HEAD", []),
    "a conflict's middle": (b"=======", []),
    "a comma too many": (b'{"id":"x",}', []),
    "fields of wrong types": (b'{"id":["x"],"content":{},"created_at":null}', [["x"]]),
    "a megabyte": (b'{"id":"x","n":"' + b"y" * read.MAX_LINE_BYTES + b'"}', []),
}


def write(store: layout.Store, content: bytes, name: str = layout.FACTS) -> None:
    path = Path(store.path, name)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)


def forward(store: layout.Store, offset: int = 0) -> list[object]:
    return [
        one["id"]
        for _, line in read.lines_from(store, layout.FACTS, offset)
        for one in read.parse_line(line)
        if "id" in one
    ]


def backward(store: layout.Store, limit: int = read.TAIL_BYTES) -> list[object]:
    found = [one["id"] for one in read.newest_first(store, layout.FACTS, limit) if "id" in one]
    return found[::-1]


@pytest.mark.parametrize("place", ["first", "middle", "last", "only", "last and torn off"])
@pytest.mark.parametrize(("poison", "left"), POISONS.values(), ids=POISONS.keys())
def test_a_bad_line_costs_that_line_alone(
    store: layout.Store, poison: bytes, left: list[object], place: str
) -> None:
    lines = {
        "first": [poison, *GOOD],
        "middle": [GOOD[0], poison, GOOD[1]],
        "only": [poison],
    }.get(place, [*GOOD, poison])
    expected: list[object] = {
        "first": [*left, "a", "b"],
        "middle": ["a", *left, "b"],
        "only": left,
    }.get(place, ["a", "b", *left])
    ends = b"" if place == "last and torn off" else b"\n"
    write(store, b"\n".join(lines) + ends)

    assert backward(store, 4 << 20) == expected
    if ends or poison.rstrip().endswith(b"}"):
        assert forward(store) == expected
    else:  # its writer may not be done
        assert forward(store) == ["a", "b"]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["", "a byte order mark"])
@pytest.mark.parametrize("last", [True, False], ids=["ended", "not ended"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_files_of_other_systems_are_read_and_appended_to(
    store: layout.Store, end: bytes, mark: bytes, *, last: bool
) -> None:
    write(store, mark + end.join(GOOD) + end * last)
    assert backward(store) == forward(store) == ["a", "b"]

    append.append(store, layout.FACTS, [{"id": "c"}])

    assert backward(store) == forward(store) == ["a", "b", "c"]


def test_what_is_not_there_or_may_not_be_read_is_empty(store: layout.Store) -> None:
    assert backward(store) == []
    assert read.tail(store, "sessions.jsonl") == []
    assert read.daily_names(store) == []
    with pytest.raises(FileNotFoundError):
        list(read.lines_from(store, layout.FACTS))
    write(store, b"")
    assert backward(store) == forward(store) == []


def test_a_tail_holds_whole_lines_within_its_limit(store: layout.Store) -> None:
    lines = [b'{"id":%d}' % number for number in range(1_000)]
    write(store, b"\n".join(lines) + b"\n")

    for limit in (0, 1, 11, 100, 1_000):
        found = [line for line in read.tail(store, layout.FACTS, limit) if line]
        assert found == lines[len(lines) - len(found) :]
        assert sum(len(line) + 1 for line in found) <= max(limit, 1)
    assert [line for line in read.tail(store, layout.FACTS) if line] == lines


@pytest.mark.parametrize(
    "junk", [b"\0" * (3 << 20), b"x" * (3 << 20) + b"\n"], ids=["zeros", "a line"]
)
def test_an_overlong_line_does_not_hide_what_stands_before_it(
    store: layout.Store, junk: bytes
) -> None:
    write(store, b"\n".join(GOOD) + b"\n" + junk)
    assert backward(store) == ["a", "b"]

    append.append(store, layout.FACTS, [{"id": "c"}])
    assert backward(store, 8 << 20) == ["a", "b", "c"]
    assert forward(store) == ["a", "b", "c"]


def test_an_overlong_line_within_a_tail_does_not_cost_what_stands_before_it(
    store: layout.Store,
) -> None:
    junk = b"x" * read.MAX_LINE_BYTES
    write(store, GOOD[0] + b"\n" + junk + b"\n" + GOOD[1] + b"\n" + junk + b'\n{"id":"c"}\n')

    assert backward(store) == ["a", "b", "c"]


@pytest.mark.parametrize("size", [1 << 20, (1 << 20) + 1, 3 << 20, 4 << 20, 9 << 20])
def test_a_line_over_the_limit_is_passed_over_and_not_held(store: layout.Store, size: int) -> None:
    write(store, GOOD[0] + b"\n" + b"x" * size + b"\n" + GOOD[1] + b"\n")

    found = list(read.lines_from(store, layout.FACTS))

    assert all(len(line) <= read.MAX_LINE_BYTES for _, line in found)
    assert [line for _, line in found if len(line) < 100] == GOOD
    assert (len(found) == 3) is (size <= read.MAX_LINE_BYTES)


@pytest.mark.long
@faults.linux
def test_a_hundred_megabytes_in_one_line_cost_no_memory(
    store: layout.Store,
) -> None:
    with Path(store.path, layout.FACTS).open("wb") as file:
        file.write(GOOD[0] + b"\n")
        file.writelines(b"x" * (1 << 20) for _ in range(100))
        file.write(b"\n" + GOOD[1] + b"\n")

    def look() -> list[object]:
        before = faults.most_memory()
        found = [forward(store), backward(store)]
        grown = faults.most_memory() - before
        return [*found, grown < 64 << 10]

    found = faults.in_child(look)
    Path(store.path, layout.FACTS).unlink()
    assert found == [["a", "b"], ["b"], True]


def test_each_line_comes_with_the_byte_it_begins_at(store: layout.Store) -> None:
    content = b'{"id":"a"}\n\nbad\n{"id":"b"}\n{"id":"torn"'
    write(store, content)

    found = list(read.lines_from(store, layout.FACTS))

    assert [line for _, line in found] == [b'{"id":"a"}', b"", b"bad", b'{"id":"b"}']
    assert all(content[at : at + len(line)] == line for at, line in found)
    for at, line in found:
        assert next(iter(read.lines_from(store, layout.FACTS, at)))[1] == line


def test_reading_goes_on_where_it_ended(store: layout.Store) -> None:
    append.append(store, layout.FACTS, [{"id": "a"}])
    size = Path(store.path, layout.FACTS).stat().st_size
    assert forward(store, size) == []
    append.append(store, layout.FACTS, [{"id": "b"}])

    assert forward(store, size) == ["b"]
    assert forward(store, 1 << 40) == []


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("2026-11-21.jsonl", True),
        ("0000-00-00.jsonl", True),
        ("2026-11-21.jsonl~", False),
        ("2026-11-21 (conflicted copy).jsonl", False),
        ("2026-11-21.log", False),
        ("2026-1-21.jsonl", False),
        ("2026_11_21.jsonl", False),
        ("٢٠٢٦-١١-٢١.jsonl", False),
        ("2026-11-21", False),
        ("-2026-11-21.jsonl", False),
        ("", False),
    ],
)
def test_a_journal_day_is_known_by_its_name(name: str, *, counts: bool) -> None:
    assert read.is_daily(name) is counts


def test_journal_days_are_listed_oldest_first_and_nothing_else(store: layout.Store) -> None:
    for name in ("2026-11-21.jsonl", "2025-01-01.jsonl", "x.jsonl", ".DS_Store"):
        write(store, b"", f"{layout.DAILY}/{name}")

    assert read.daily_names(store) == ["daily/2025-01-01.jsonl", "daily/2026-11-21.jsonl"]


@faults.posix
def test_a_journal_behind_a_link_is_not_listed(store: layout.Store, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "2026-11-21.jsonl").write_bytes(GOOD[0] + b"\n")
    Path(store.path, layout.DAILY).symlink_to(tmp_path / "outside")

    assert read.daily_names(store) == []
    assert read.tail(store, "daily/2026-11-21.jsonl") == []


def _day(offset: int) -> str:
    return f"{layout.DAILY}/{clock.local_date(clock.now() + offset * 86_400)}.jsonl"


def _event(identity: str, session: str) -> dict[str, object]:
    return {"id": identity, "type": "prompt", "session_id": session}


def test_a_sessions_events_of_the_last_two_days_are_found_oldest_first(
    store: layout.Store,
) -> None:
    for days, identity in ((-9, "e_1"), (-1, "e_2"), (0, "e_3"), (0, "e_4")):
        append.append(store, _day(days), [_event(identity, "mine"), _event("e_x", "other")])

    found = read.session_events(store, "mine")

    assert [one["id"] for one in found] == ["e_2", "e_3", "e_4"]


def test_days_of_a_wrong_clock_do_not_hide_todays(store: layout.Store) -> None:
    append.append(store, _day(0), [_event("e_1", "mine")])
    for name in ("2099-01-01", "9999-12-31", "9999-99-99"):
        append.append(store, f"{layout.DAILY}/{name}.jsonl", [_event("e_x", "other")])

    assert [one["id"] for one in read.session_events(store, "mine")] == ["e_1"]


@pytest.mark.parametrize("session", ["", "会话", 'a"b\\c', "a/b", "x y", "x" * 200])
def test_any_session_id_can_be_asked_for(store: layout.Store, session: str) -> None:
    append.append(store, _day(0), [_event("e_1", "mine"), _event("e_2", session)])

    assert [one["id"] for one in read.session_events(store, session)] == ["e_2"]
    assert read.session_events(store, "half a pair \ud800") == []


def test_a_line_that_begins_where_reading_begins_is_whole(store: layout.Store) -> None:
    Path(store.path, layout.FACTS).write_bytes(b"first\nsecond\nthird\n")

    assert read.between(store, layout.FACTS, 6, 13) == [b"second", b""]
    assert read.between(store, layout.FACTS, 8, 19) == [b"third", b""]
