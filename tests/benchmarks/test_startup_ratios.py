"""The costs that ADR 2 promises, with slack for a busy machine, and the benchmark that tells them.

The store is larger than the tail that anything may read, so what grows with a store shows here.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks import machine as machines
from benchmarks import measured, rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "posix_spawn"), reason="the benchmark needs POSIX"),
    pytest.mark.skipif("coverage" in sys.modules, reason="coverage changes what a start costs"),
]

FACTS = 4_000
ROUNDS = 7
NAMES = (
    "load_memory",
    "capture_response, Chinese",
    "flush_memory",
    "prompt_session_save",
    "save_fact, English",
    "search --method fts, Chinese",
)
SLACK = 2.5


@pytest.fixture
def prepare(machine: Path) -> Iterator[Callable[[int], machines.Machine]]:
    """A machine to measure on, with so many facts; the test runs in its project."""
    with contextlib.ExitStack() as stack:

        def prepared(facts: int) -> machines.Machine:
            found = machines.prepare(machine, machines.environment(machine), facts)
            stack.enter_context(contextlib.chdir(found.project))
            return found

        yield prepared


@pytest.mark.torture
def test_hooks_and_scripts_cost_what_is_promised_whatever_the_store_holds(
    prepare: Callable[[int], machines.Machine],
) -> None:
    chosen = [row for row in rows.ROWS if row.name in NAMES]
    assert len(chosen) == len(NAMES)
    figures = measured.measure(prepare(FACTS), chosen, ROUNDS)
    limits = {row.name: SLACK * row.aim for row in chosen}
    dear = {one.name: one.ratio for one in figures[1:] if one.ratio > limits[one.name]}
    assert not dear, f"in starts of a bare interpreter; allowed are {limits}"


@pytest.mark.long
def test_a_hook_that_did_not_do_its_work_is_no_figure(
    prepare: Callable[[int], machines.Machine],
) -> None:
    where = prepare(20)
    Path(where.store.path, "disabled").touch()
    chosen = [row for row in rows.ROWS if row.name == "flush_memory"]
    with pytest.raises(measured.DidNothingError, match="flush_memory: the journal gained"):
        measured.measure(where, chosen, rounds=1)


@pytest.mark.long
def test_the_benchmark_prints_each_row_beside_the_bare_start(tmp_path: Path) -> None:
    script = machines.ROOT / "benchmarks" / "startup.py"
    done = subprocess.run(
        [sys.executable, script, "--facts", "20,40", "--rounds", "1", "--rows", "flush", "--json"],
        env={"PATH": os.environ["PATH"], "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    report = json.loads(done.stdout)
    assert report["python"].startswith(sys.version.split()[0])
    assert [one["facts"] for one in report["tables"]] == [20, 40]
    for table in report["tables"]:
        floor, flush = table["figures"]
        assert (floor["name"], floor["ratio"], flush["name"]) == (
            measured.FLOOR,
            1,
            "flush_memory",
        )
        assert 0 < flush["min_ms"] <= flush["median_ms"]
    assert list(tmp_path.iterdir()) == []
