"""A server that runs on shows no line that a pull brought: as the MCP server's, each call looks.

What else waits after a pull is in scenarios/pulled.json.
"""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests import given, scenes, world
from tests.end_to_end import shims

if TYPE_CHECKING:
    from memory_store.store import layout


@pytest.mark.long
def test_a_server_that_runs_on_shows_no_pulled_line(store: layout.Store) -> None:
    program = (
        "import sys, subprocess\n"
        "from memory_store import place\n"
        "from memory_store.index import questions\n"
        "for _ in range(2):\n"
        "    where = place.resolve(sys.argv[1])\n"
        "    print(questions.Records(where.project).count(questions.Wanted()))\n"
        "    subprocess.run(['git', '-C', sys.argv[1], 'pull', '-q', '--no-rebase', 'origin',\n"
        "                    'main'], check=True)\n"
    )
    given.fact(store, "the cache is Redis")
    world.git(store.project, "init", "-q")
    shims.memory_store("init", "--team", "--host", "claude", "--project", store.project)
    scenes.team(store)
    scenes.written(
        store, "../../theirs/.memory/facts.jsonl", more='{"id": "f_1", "content": "x"}\n'
    )
    for words in (
        ("add", "-f", ".memory"),
        ("commit", "-qm", "x"),
        ("push", "-q", "origin", "main"),
    ):
        world.git(f"{store.project}/../theirs", *words)

    done = subprocess.run(
        [sys.executable, "-c", program, store.project],
        env=shims.environment(),
        capture_output=True,
        check=True,
        text=True,
    )

    assert done.stdout.split() == ["1", "1"]
    assert len(given.lines(store, "facts.jsonl")) == 2  # the control: it was pulled
