"""The quick reading of a command's words: argparse's own, or none."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_store import errors
from memory_store.cli import flags, table, usage

ROWS = table.rows()
WORDS = st.sampled_from(
    [
        "",
        "-",
        "--",
        "-1",
        "-x",
        "x",
        "a b",
        "3",
        "0.5",
        "nan",
        "部署",
        "fts",
        "user",
        "w",
        "O",
        "=",
    ]
)


def declared(name: str) -> list[flags.Flag]:
    return [*ROWS[name].flags, table.PROJECT]


def quick(name: str, words: list[str]) -> dict[str, object] | None:
    found = flags.quick(declared(name), words)
    return None if found is None else vars(found)


def whole(name: str, words: list[str]) -> dict[str, object]:
    return vars(usage.read(name, "", declared(name), words, "en"))


@st.composite
def command_lines(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A command, and words as agents and people might put behind it."""
    name = draw(st.sampled_from(sorted(ROWS)))
    named = st.sampled_from(
        [word for flag in declared(name) if not flag.is_word for word in flag.names]
    )
    pieces = st.one_of(
        named.map(lambda flag: [flag]),
        st.tuples(named, WORDS).map(list),
        st.tuples(named, WORDS).map(lambda both: ["=".join(both)]),
        WORDS.map(lambda word: [word]),
    )
    return name, [word for piece in draw(st.lists(pieces, max_size=5)) for word in piece]


@pytest.mark.long
@given(command_lines())
@settings(max_examples=300)
def test_what_is_read_quickly_is_what_argparse_reads(line: tuple[str, list[str]]) -> None:
    name, words = line
    result = quick(name, words)
    if result is None:
        return
    assert repr(sorted(result.items())) == repr(sorted(whole(name, words).items()))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("search", ["部署方案", "--method", "fts"]),
        ("search", ["--project", "/a b", "--method=fts", "--limit", "3", "deploy Argo"]),
        ("search", ["--type", "o", "--scope", "user", ""]),
        ("search", ["--method", "fts", "--", "--no-verify"]),
        ("save-fact", ["--content", "-", "--confidence", "0.9"]),
        ("save-fact", ["--content=--no-verify is never used"]),
        ("save-summary", ["--topic", "a", "--content", "b", "--todo", "c", "--todo", "d"]),
        ("get", ["MEMORY.md:3-9"]),
        ("retract", ["f_1"]),
        ("sync", ["--seconds", "60"]),
        ("index", ["--force"]),
    ],
)
def test_the_usual_shapes_need_no_argparse(name: str, words: list[str]) -> None:
    assert quick(name, words) == whole(name, words)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("search", []),
        ("search", ["--help"]),
        ("search", ["a", "b"]),
        ("search", ["a", "--limit"]),
        ("search", ["a", "--limit", "many"]),
        ("search", ["a", "--limit", "-1"]),
        ("search", ["a", "--method", "magic"]),
        ("search", ["a", "--meth", "fts"]),
        ("index", ["--force=yes"]),
        ("config", []),  # its word may be left out, which argparse reads in ways of its own
    ],
)
def test_help_mistakes_and_rare_shapes_are_left_to_argparse(name: str, words: list[str]) -> None:
    assert quick(name, words) is None


def test_a_mistake_is_told_with_the_usage(store: object) -> None:
    del store
    with pytest.raises(errors.UsageError, match="magic") as told:
        whole("search", ["a", "--method", "magic"])
    assert told.value.hint.startswith("usage: memory-store search")


@pytest.mark.parametrize(
    ("words", "joined"),
    [
        (["--content", "-x"], ["--content=-x"]),
        (["--content", "--content."], ["--content=--content."]),
        (["--session", "s", "--content", "- a list"], ["--session", "s", "--content=- a list"]),
        (["--content", "-"], ["--content", "-"]),
        (["--content", "--session", "s"], ["--content", "--session", "s"]),
        (["--content", "--type=O"], ["--content", "--type=O"]),
        (["--content", "-h"], ["--content", "-h"]),
        (["--type", "-x"], ["--type", "-x"]),
        (["x", "-x"], ["x", "-x"]),
        (["--", "--content", "-x"], ["--", "--content", "-x"]),
    ],
)
def test_a_text_that_begins_with_a_dash_goes_with_its_flag(
    words: list[str], joined: list[str]
) -> None:
    assert flags.joined(declared("save-fact"), words) == joined


@pytest.mark.parametrize(
    "name", sorted(name for name, row in ROWS.items() if any(one.is_required for one in row.flags))
)
def test_a_missing_word_is_named_by_its_values_or_in_capitals(name: str) -> None:
    with pytest.raises(errors.UsageError) as raised:
        usage.read(name, "", declared(name), [], "en")

    _, _, missing = str(raised.value).partition(": ")
    assert missing
    assert [one for one in missing.split(", ") if one.isidentifier() and one.islower()] == []
