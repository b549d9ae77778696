"""Content on a command line as an agent types it: stored as it is, and nothing of it is run."""

from __future__ import annotations

import json
import random
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store import errors, place
from memory_store.journal import fields, records
from memory_store.start import asking
from tests import faults, given
from tests.end_to_end import shims

if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.store import layout

pytestmark = faults.posix

PIECES = [
    "$(touch pwned)", "`touch pwned`", "; touch pwned ;", "&& touch pwned", "| tee pwned",
    "> pwned", "'", '"', "\\", "\n", "\r\n", "\t", "$HOME", "${IFS}", "!!", "*", "~", "#", "%s",
    "--content", "-x", "--", "=", "端口", "🚀", "\u2028", "EOF", "<<EOF", "{}", "[]", "\x1b[2J",
    "aaaaaa", " ",
]  # fmt: skip


def _in_quotes(line: str, content: str) -> str:
    """The way the prompt shows: the sentence in the place of the one in quotes."""
    return line.replace("'<one sentence>'", shlex.quote(content))


def _in_a_here_document(line: str, content: str) -> str:
    before = line.replace("'<one sentence>'", "-")
    return f"{before} <<'END_OF_FACT'\n{content}\nEND_OF_FACT"


def _unquoted(line: str, content: str) -> str:
    """As one must not: the shell reads the content."""
    return line.replace("'<one sentence>'", content)


def _contents(count: int) -> list[str]:
    chance = random.Random(41)
    return ["".join(chance.choices(PIECES, k=chance.randrange(1, 7))) + "." for _ in range(count)]


def typed(store: layout.Store, count: int, way: Callable[[str, str], str]) -> tuple[int, int]:
    """Save so many hostile texts through a shell; how many came out changed, and were run."""
    line = asking.save_command("s-1", place.resolve(store.project), "en")
    changed = run = 0
    for content in _contents(count):
        ran = shims.feed(["bash", "-c", way(line, content)], b"", cwd=store.project)
        marks = [path for path in Path(store.project).iterdir() if path.name != ".memory"]
        run += bool(marks)
        for mark in marks:
            mark.unlink()
        try:
            want = records.fact(content, source={"via": "agent"})[0].content
        except errors.UsageError:  # nothing is left of it that could be saved
            changed += ran.code != 2
            continue
        said = json.loads(ran.out)["id"] if ran.code == 0 else ""
        kept = [one.content for one in given.living(store) if one.id == said]
        is_same = [fields.sameness(one) for one in kept] == [fields.sameness(want)]
        changed += not is_same
    return changed, run


def _check(store: layout.Store, count: int) -> None:
    quoted = typed(store, count, _in_quotes)
    piped = typed(store, count, _in_a_here_document)
    _, control = typed(store, 12, _unquoted)

    sys.stdout.write(
        f"\nrow 44: {2 * count} hostile texts (changed, run): {quoted}, {piped};"
        f" control ran {control} of 12\n"
    )
    assert quoted == piped == (0, 0)
    assert control > 0, "the control must run some"


@pytest.mark.long
def test_hostile_texts_are_stored_as_they_are_and_not_run(store: layout.Store) -> None:
    _check(store, 10)


@pytest.mark.torture
@pytest.mark.timeout(1_800)
def test_two_hundred_hostile_texts_are_stored_as_they_are_and_not_run(
    store: layout.Store,
) -> None:
    _check(store, 200)


def test_many_stops_at_once_ask_the_agent_once(store: layout.Store) -> None:
    """Two wirings, an impatient host, a retry: whoever notes the request first makes it."""
    words = shims.command("prompt_session_save")
    raw = shims.raw("prompt_session_save", store.project, "s-1")
    given.event(store, "prompt", "s-1", text="a question")
    stops = [shims.started(words, raw, MEMORY_STORE_SESSION_SAVE="always") for _ in range(8)]

    answers = shims.at_once(stops)

    assert sum("followup_message" in answer for answer in answers) == 1
    assert len(given.journal(store, "save_requested")) == 1
