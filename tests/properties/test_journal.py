"""The sentences of docs/reliability.md that the journal stands on, against generated cases."""

from __future__ import annotations

import functools
import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from memory_store import clock
from memory_store.journal import append, facts, fields, read, records, retention, schema, sessions
from memory_store.store import layout
from tests import faults

pytestmark = pytest.mark.long

Record = dict[str, object]


def in_json(text: str) -> str:
    """`text` as JSON can say it: there, two halves of a surrogate pair are one character."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


TEXT = st.text(st.characters(exclude_categories=()), max_size=40).map(in_json)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
RECORDS = st.dictionaries(TEXT, JSON, max_size=4)
in_one_store = settings(
    max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def fresh(store: layout.Store, content: bytes = b"") -> Path:
    """The facts' file with this content, in a store that may have been used before."""
    path = Path(store.path, layout.FACTS)
    path.write_bytes(content)
    return path


def forward(store: layout.Store) -> list[Record]:
    lines = (line for _, line in read.lines_from(store, layout.FACTS))
    return [one for line in lines for one in read.parse_line(line)]


def backward(store: layout.Store) -> list[Record]:
    return list(read.newest_first(store, layout.FACTS))[::-1]


@pytest.mark.long
@in_one_store
@given(batches=st.lists(st.lists(RECORDS, max_size=3), max_size=4))
@example(batches=[[{"\n": "\r\n\u2028\u0000", "a": "\udfff\ud800"}], [{}]])
def test_what_is_appended_is_what_is_read(
    store: layout.Store, batches: list[list[Record]]
) -> None:
    """Append∘read is identity for any text."""
    fresh(store)
    for batch in batches:
        append.append(store, layout.FACTS, batch, durable=False)

    written = [one for batch in batches for one in batch]
    assert forward(store) == written
    assert backward(store) == written


def _numbered(count: int) -> tuple[list[Record], list[bytes]]:
    made: list[Record] = [
        {"id": f"f_{number}", "content": "文字 text 🚀\n" * number} for number in range(count)
    ]
    return made, [append._line(one) for one in made]


def test_deleting_any_suffix_of_a_file_loses_the_torn_line_alone(store: layout.Store) -> None:
    """Delete any suffix of any file: all complete lines still load, and the next one too."""
    made, lines = _numbered(4)
    whole = b"".join(lines)
    for size in range(len(whole) + 1):
        kept = [  # all of a record, or all but its newline
            one for one, end in zip(made, _ends(lines), strict=True) if end <= size + 1
        ]
        fresh(store, whole[:size])

        assert forward(store) == backward(store) == kept

        append.append(store, layout.FACTS, [{"id": "f_next"}], durable=False)
        assert forward(store) == backward(store) == [*kept, {"id": "f_next"}]


def _ends(lines: list[bytes]) -> list[int]:
    return [sum(map(len, lines[: number + 1])) for number in range(len(lines))]


@in_one_store
@given(
    cuts=st.lists(st.integers(0, 400), max_size=6),
    more=st.lists(st.integers(0, 3), min_size=1, max_size=6),
)
def test_a_file_torn_again_and_again_keeps_every_record_that_was_whole(
    store: layout.Store, cuts: list[int], more: list[int]
) -> None:
    path = fresh(store)
    made, _ = _numbered(4)
    expected: list[Record] = []
    for cut, number in zip(cuts, more, strict=False):
        append.append(store, layout.FACTS, [made[number]], durable=False)
        expected.append(made[number])
        with path.open("ab") as file:
            file.write(append._line(made[3])[:cut].rstrip(b"\n}"))

    append.append(store, layout.FACTS, [{"id": "f_last"}], durable=False)

    assert forward(store) == backward(store) == [*expected, {"id": "f_last"}]


PIECES = st.sampled_from(
    [
        b"{",
        b"}",
        b"[",
        b'"',
        b":",
        b",",
        b"\n",
        b"\\u",
        b"\\ud800",
        b"1e999",
        b"NaN",
        b"\x00" * 9,
        b'{"id":"f_1","content":"x"}',
        b'{"id":"f_1","op":"retract"}',
        b'"valid_to":"2026-01-01"',
        b'{"type":"prompt","session_id":"c1","timestamp":[]}',
        b'"created_at":"\xff"',
        b"\r",
        b"\xef",
    ]
)


@in_one_store
@given(content=st.binary(max_size=200) | st.lists(PIECES, max_size=12).map(b"".join))
@example(content=b"[" * 100_000)
@example(content=b'{"id":"f_1","content":"x","valid_to":"2026-11-21T22:54:nanZ"}')
@example(content=b'{"id":"f_1","content":"x","created_at":"2026-11-21T22:54:nanZ"}')
def test_whatever_bytes_a_file_holds_nothing_raises(store: layout.Store, content: bytes) -> None:
    """Readers are per-line and per-field total."""
    fresh(store, content)
    today = Path(store.path, sessions.today())
    today.parent.mkdir(exist_ok=True)
    today.write_bytes(content)

    assert all(isinstance(one, dict) for one in [*forward(store), *backward(store)])
    for one in facts.recent(store):
        assert one.moment <= clock.now()
        assert fields.sameness(str(one["content"]))
        assert isinstance(clock.local_day(one.moment), int)
    for event in read.session_events(store, "c1"):
        assert 0 <= event.moment <= clock.now()
    retention.expired(store, read.daily_files(store), 1)
    append.append(store, layout.FACTS, [{"id": "f_after"}], durable=False)
    assert backward(store)[-1] == {"id": "f_after"}


@functools.cache
def published(name: str) -> Draft202012Validator:
    path = Path(schema._DIRECTORY, f"{name}.schema.json")
    return Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))


def _values(rule: dict[str, Any]) -> st.SearchStrategy[object]:
    """Values for a field: right, wrong, and at the edges of what its rule allows."""
    choices: list[st.SearchStrategy[Any]] = [JSON]
    if "enum" in rule:
        choices.append(st.sampled_from(rule["enum"]))
    if rule.get("type") == "string":
        edges = {rule.get(key, 3) + by for key in ("minLength", "maxLength") for by in (-1, 0, 1)}
        choices += [st.just("话" * edge) for edge in sorted(edges) if edge >= 0]
    if rule.get("type") in {"number", "integer"}:
        edges = {rule.get(key, 0) + by for key in ("minimum", "maximum") for by in (-1e-9, 0, 1)}
        choices.append(st.sampled_from([*sorted(edges), True, 2.0]))
    if rule.get("type") == "array":
        most = rule.get("maxItems", 2)
        choices.append(st.lists(_values(rule["items"]), max_size=3))
        choices += [st.just(["abc"] * count) for count in (0, most, most + 1)]
    if rule.get("type") == "object":
        choices.append(_objects(rule))
    return st.one_of(choices)


def _sound(rule: dict[str, Any]) -> object:
    """A value that the rule takes."""
    if "enum" in rule:
        return rule["enum"][0]
    names = rule.get("required", [])
    return {
        "string": "x" * max(20, rule.get("minLength", 0)),
        "number": rule.get("minimum", 0),
        "integer": rule.get("minimum", 0),
        "array": [],
        "object": {name: _sound(rule["properties"][name]) for name in names},
    }[rule["type"]]


def _objects(rule: dict[str, Any]) -> st.SearchStrategy[Record]:
    """Objects that are sound but for at most three of their fields."""
    properties: dict[str, dict[str, Any]] = rule["properties"]
    base = _sound(rule)
    assert isinstance(base, dict)
    fields = st.sampled_from(sorted(properties))
    changes = st.lists(
        fields.flatmap(lambda name: st.tuples(st.just(name), _values(properties[name]))),
        max_size=3,
    )
    without = st.lists(fields, max_size=1)
    return st.builds(
        lambda changed, gone, more: {
            name: value
            for name, value in {**more, **base, **dict(changed)}.items()
            if name not in gone
        },
        changes,
        without,
        st.dictionaries(TEXT, JSON, max_size=1),
    )


@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("examples", [60, pytest.param(17_000, marks=pytest.mark.torture)])
@pytest.mark.parametrize("name", ["fact", "summary", "event"])
def test_our_check_and_jsonschema_agree_on_every_record(name: str, examples: int) -> None:
    """schema.faults and Draft202012Validator give the same verdict, on sound and unsound alike."""
    verdicts: set[bool] = set()

    @settings(max_examples=examples)
    @given(_objects(schema.load(name)) | JSON)
    def agree(record: object) -> None:
        valid = published(name).is_valid(record)
        assert (schema.faults(name, record) == []) is valid, record
        verdicts.add(valid)

    agree()
    assert verdicts == {True, False}


@pytest.mark.long
def test_ids_of_one_frozen_millisecond_are_distinct_and_sort_by_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """100,000 ids in one frozen millisecond: unique without the clock."""
    monkeypatch.setattr(clock, "now", lambda: 1_700_000_000.123)
    frozen = [records.new_id("f") for _ in range(100_000)]
    monkeypatch.setattr(clock, "now", lambda: 1_700_000_000.122)
    before = records.new_id("f")
    monkeypatch.setattr(clock, "now", lambda: 1_700_000_000.124)
    after = records.new_id("f")

    assert len(set(frozen)) == 100_000
    assert before < min(frozen)
    assert max(frozen) < after


@faults.posix
def test_forked_processes_make_ids_of_their_own() -> None:
    def make() -> list[str]:
        return [records.new_id("f", 0.0) for _ in range(200)]

    found = [faults.in_child(make) for _ in range(4)] + [make()]

    ids = [one for made in found if isinstance(made, list) for one in made]
    assert len(set(ids)) == len(ids) == 1_000


@given(st.lists(st.floats(0, 4e9), min_size=2, max_size=20))
def test_ids_sort_as_their_moments(moments: list[float]) -> None:
    made = [(clock.milliseconds(moment), records.new_id("e", moment)) for moment in moments]

    for (moment, identity), (later, other) in itertools.pairwise(made):
        if moment != later:
            assert (identity < other) is (moment < later)
