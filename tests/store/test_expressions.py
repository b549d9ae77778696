"""Regular expressions whose code is kept: the same patterns, compiled once on a machine."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from memory_store.facts import vocabulary
from memory_store.store import expressions, layout, log

WITH_GROUPS = r"(?i)\bports? (?P<port>\d+)(?:/(tcp|udp))?|端口(?P<zh>[0-9一-龥]+)"
ALL = ["", WITH_GROUPS, *("|".join(one) for one in vocabulary._SECTIONS.values())]


@pytest.fixture(autouse=True)
def _as_at_a_start(monkeypatch: pytest.MonkeyPatch) -> None:
    for held in ("_patterns", "_kept", "_made"):
        monkeypatch.setattr(expressions, held, {})


def next_process() -> None:
    for held in (expressions._patterns, expressions._kept, expressions._made):
        held.clear()


def kept() -> Path:
    return Path(layout.cache_root(), expressions.NAME)


@pytest.mark.parametrize("flags", [0, re.IGNORECASE])
def test_a_pattern_is_what_re_compiles_the_first_time_and_by_its_kept_code(flags: int) -> None:
    first = [expressions.compiled(one, flags) for one in ALL]
    expressions.keep()
    next_process()

    second = [expressions.compiled(one, flags) for one in ALL]

    assert first == second == [re.compile(one, flags) for one in ALL]
    assert not expressions._made  # none was compiled
    match = second[1].search("on PORT 53/udp")
    assert match is not None
    assert match.groupdict() == {"port": "53", "zh": None}
    found = second[1].search("端口8080")
    assert found is not None
    assert found.lastgroup == "zh"


@pytest.mark.parametrize(
    "damaged",
    ["", "[]", '{"0 ', *([2, code, 3, {}, []] for code in ("0", "00", "ff" * 64, "00" * 64)), [0]],
)
def test_what_the_engine_refuses_is_compiled_anew(damaged: object) -> None:
    expressions.compiled(WITH_GROUPS)
    expressions.keep()
    (name,) = json.loads(kept().read_text("utf-8"))
    text = damaged if isinstance(damaged, str) else json.dumps({name: damaged})
    kept().write_text(text, "utf-8")
    next_process()

    assert expressions.compiled(WITH_GROUPS) == re.compile(WITH_GROUPS)

    expressions.keep()
    next_process()
    assert expressions.compiled(WITH_GROUPS) == re.compile(WITH_GROUPS)
    assert not expressions._made


def test_two_processes_keep_what_each_compiled() -> None:
    for one in ("a+", "b+"):
        expressions.compiled(one)
        expressions.keep()
        next_process()

    assert len(json.loads(kept().read_text("utf-8"))) == 2


def test_a_cache_that_cannot_be_written_is_told_in_the_log() -> None:
    kept().mkdir(parents=True)  # in its place

    assert expressions.compiled("c+") == re.compile("c+")
    expressions.keep()

    assert "cache" in Path(log.path()).read_text("utf-8")
