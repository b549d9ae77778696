"""What a request to the judge costs: characters and estimated tokens over the captured sessions.

    python benchmarks/judge_tokens.py [benchmarks/sessions/sessions.jsonl]

Each session is written into a store of its own in a temporary directory, and its request made as
`memory-store judge show` makes it: nothing is sent. A token is taken for four characters of ASCII
or one other character; with the instructions. Sessions that state nothing are asked about by
nobody, and are counted apart.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import machine
from memory_store import clock
from memory_store.journal import append, create, records, sessions
from memory_store.judge import question, request, session
from memory_store.store import layout

SESSIONS = Path(__file__).with_name("sessions") / "sessions.jsonl"
ASCII_CHARS = 4
TURNS = ("prompt", "response")


def tokens(text: str) -> float:
    """The tokens of a text, estimated."""
    ascii_count = sum(map(str.isascii, text))
    return ascii_count / ASCII_CHARS + len(text) - ascii_count


def asked(store: layout.Store, row: dict[str, list[dict[str, str]]]) -> str:
    """The request about a session; "" where nobody would be asked about it."""
    turns = [one for one in row["events"] if one["type"] in TURNS]
    begin = clock.now() - 60 * (len(turns) + 1)
    for at, one in enumerate([*turns, {"type": "session_end", "text": ""}]):
        event = records.event(one["type"], "s", "claude", text=one["text"] or None)
        append.append(store, sessions.today(), [event.at(begin + 60 * at)])
    waiting = session.due(store)
    return request.of(store, waiting[0]).text if waiting else ""


def main() -> None:
    """Print the means over the sessions, in each language."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else SESSIONS
    rows = list(map(json.loads, path.read_text("utf-8").splitlines()))
    fixed = question.of_session("").instructions
    print("| language | sessions | asked about | characters, mean | tokens, mean | tokens, most |")
    print("| --- | --: | --: | --: | --: | --: |")
    with tempfile.TemporaryDirectory() as directory:
        os.environ.update(machine.environment(Path(directory), "none"))
        for language in sorted({row["lang"] for row in rows}):
            texts = []
            of_it = [row for row in rows if row["lang"] == language]
            for at, row in enumerate(of_it):
                project = os.path.join(directory, f"{language}{at}")
                os.makedirs(project)
                store = layout.project_store(project)
                create.create(store)
                texts.append(asked(store, row))
            whole = [fixed + text for text in texts if text]
            spent = [tokens(one) for one in whole]
            means = statistics.mean(map(len, whole)), statistics.mean(spent), max(spent)
            print(
                "|",
                " | ".join(
                    [language, f"{len(of_it)}", f"{len(whole)}", *(f"{one:.0f}" for one in means)]
                ),
                "|",
            )


if __name__ == "__main__":
    main()
