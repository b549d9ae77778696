"""What the prompt hook costs as a whole process, for both hosts, and how it tells news.

Runs the command lines that `init` wrote, with recorded payloads. A run that did not do its work
ends the measurement. Must not print.
"""

from __future__ import annotations

import itertools
import json
import os
import sys
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks import generated, machine, measured, recall_quality, sentences, spawned, trials
from memory_store import model
from memory_store.journal import append, read, records
from memory_store.store import layout

if TYPE_CHECKING:
    from collections.abc import Iterator

_PAYLOADS = machine.ROOT / "tests" / "payloads"
_PROMPT = {
    model.CURSOR: "cursor/before-submit-prompt",
    model.CLAUDE: "claude/user-prompt-submit",
}
_START = {model.CURSOR: "cursor/session-start", model.CLAUDE: "claude/session-start"}
_GAINED = {"prompt", "fact", "recalled", "nudged"}
_ASKED = {
    "en": "When do the release trains of project Zephyrine leave the harbour?",
    "zh": "青鸾项目的结算批处理还是每晚两点在三号机房运行吗？",
}
_NEWS = 12  # facts of another session, more than are told at once
_WARM = 2


class Latency(NamedTuple):
    """What prompts cost one host, in milliseconds.

    Attributes:
        host: whose payloads; "" for the bare start, F.
        p50, p95: until the answer is out, which is what a prompt waits for.
        whole_p50, whole_p95: until the process ends.
        cpu_p50, cpu_p95: user and system time of all of it, which a busy machine stretches least.
        told: with how many of the prompts anything was recalled.
        runs: how many.
    """

    host: str
    p50: float
    p95: float
    whole_p50: float
    whole_p95: float
    cpu_p50: float
    cpu_p95: float
    told: int
    runs: int


class News(NamedTuple):
    """How a session of one host was told what another one saved meanwhile.

    Attributes:
        host: whose.
        items: with the first prompt, facts and lines of MEMORY.md together.
        counted: whether it says how many more there are.
        again: items told a second time, with the next two prompts.
        chars: of the first answer.
    """

    host: str
    items: int
    counted: bool
    again: int
    chars: int


def latency(where: machine.Machine, rounds: int) -> list[Latency]:
    """The bare start and both hosts' prompt hooks, over `rounds` rounds of interleaved runs."""
    runs: dict[str, list[spawned.Run]] = {"": [], model.CURSOR: [], model.CLAUDE: []}
    told = dict.fromkeys(runs, 0)
    texts = _texts()
    for number in range(-_WARM, rounds):
        for host, kept in runs.items():
            machine.settle(where)
            if host:
                run, gained = _ask(where, host, next(texts))
                told[host] += gained if number >= 0 else 0
            else:
                bare = [sys.executable, "-c", "pass"]
                run = spawned.run(bare, "", where.environment)
            if number >= 0:
                kept.append(run)
    return [_latency(host, found, told[host]) for host, found in runs.items()]


def _latency(host: str, runs: list[spawned.Run], told: int) -> Latency:
    answers, wholes = [one.answer_ms for one in runs], [one.wall_ms for one in runs]
    spent = [one.cpu_ms for one in runs]
    if not host:
        answers = wholes  # a bare start answers nothing
    return Latency(
        host,
        p50=measured.quantile(answers, 0.5),
        p95=measured.quantile(answers, 0.95),
        whole_p50=measured.quantile(wholes, 0.5),
        whole_p95=measured.quantile(wholes, 0.95),
        cpu_p50=measured.quantile(spent, 0.5),
        cpu_p95=measured.quantile(spent, 0.95),
        told=told,
        runs=len(runs),
    )


def _texts() -> Iterator[str]:
    """Prompts of all sorts: about a fact, in common words, and about something else."""
    supply = sentences.Supply(generated.SEED + 4)
    unrelated = itertools.cycle(one["prompt"] for one in recall_quality.read("unrelated"))
    for language in itertools.cycle(("en", "zh")):
        yield _ASKED[language]
        yield f"{supply.sentence()}?"
        yield next(unrelated)


def _ask(where: machine.Machine, host: str, text: str) -> tuple[spawned.Run, bool]:
    """Run the hook for a prompt of a session that asked twice before; whether it recalled."""
    session = str(uuid.uuid4())
    trials.live(where.store, host, session, 2, "en")
    run = _send(where, host, _PROMPT[host], session, prompt=text)
    gained = [one["type"] for one in read.session_events(where.store, session)][3:]
    if gained[:1] != ["prompt"] or not set(gained) <= _GAINED:
        raise measured.DidNothingError(f"{host}: the journal gained {gained}; {run.err}")
    return run, "recalled" in gained


def _send(
    where: machine.Machine, host: str, payload: str, session: str, **fields: str
) -> spawned.Run:
    sent = json.loads((_PAYLOADS / f"{payload}.json").read_text("utf-8"))
    turn, project = str(uuid.uuid4()), str(where.project)
    sent |= {"session_id": session, **fields}
    if host == model.CLAUDE:
        sent |= {"cwd": project, "prompt_id": turn}
    else:
        sent |= {"conversation_id": session, "generation_id": turn, "workspace_roots": [project]}
    words = where.commands[host, sent["hook_event_name"]]
    run = spawned.run(words, json.dumps(sent, ensure_ascii=False), where.environment)
    if run.status != 0:
        raise measured.DidNothingError(f"{payload}: it ended with {run.status}: {run.err}")
    return run


def news(where: machine.Machine, host: str) -> News:
    """Begin a session, save facts and a line of MEMORY.md elsewhere, and ask three times."""
    session = str(uuid.uuid4())
    _send(where, host, _START[host], session)
    machine.settle(where)
    marks = [f"item {uuid.uuid4().hex}" for _ in range(_NEWS)]
    made = [records.fact(one, source={"session_id": "other", "via": "agent"})[0] for one in marks]
    append.append(where.store, layout.FACTS, made)
    core = Path(where.store.path, layout.CORE)
    marks.append(f"line {uuid.uuid4().hex}")
    core.write_text(f"{core.read_text('utf-8')}- {marks[-1]}\n", "utf-8")
    os.utime(core)
    asked = ("go on with that", "and go on with it", "and now the rest of it")
    answers = [_send(where, host, _PROMPT[host], session, prompt=one).out for one in asked]
    first = answers[0]
    later = "".join(answers[1:])
    shown = [one for one in marks if one in first]
    return News(
        host,
        items=len(shown),
        counted=f"({_NEWS - len(shown)} more" in first or f"还有 {_NEWS - len(shown)}" in first,
        again=sum(one in later for one in marks),
        chars=len(first),
    )
