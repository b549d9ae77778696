"""What comes of corrections that are said in a later session, played through the hooks.

    python benchmarks/corrections.py [PAIRS.jsonl] [--answers ANSWERS.jsonl] [--asked ASKED.jsonl]

A line of PAIRS.jsonl is {"older", "newer", "label", "lang"}: the label says whether the newer
statement replaces the older one, both hold (different), or the newer one states nothing. The pairs
that the weights learnt from are the default, and flatter. Ten pairs share a store: their older
statements are said in a session each, then the newer ones, and each session is synced. All of it
happens in a temporary directory.

The agent answers `OK.`, or what ANSWERS.jsonl says: {"id", "lines": [retain lines of it],
"saved": [{"content", "type", "supersedes": a memory as told}]}, the latter by the save command.
Prompts without an answer go to ASKED.jsonl with what the agent was given, {"id", "start",
"prompt", "context"}, so that a person or a model can answer them and the next run goes further.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import machine
from memory_store import model, place
from memory_store.cli import dispatch
from memory_store.handlers import capture_response, load_memory, recall_memory
from memory_store.hosts import registry
from memory_store.index import questions
from memory_store.journal import create
from memory_store.store import layout
from memory_store.upkeep import finish

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from memory_store.journal.stored import Fact


PAIRS = Path(__file__).parent / "labels" / "relations.jsonl"
UNKEPT, REPLACED, TOGETHER, ASKED, HOLDS = (
    "not kept", "replaced", "told together", "agent asked", "holds"
)  # fmt: skip
"""What became of the older statement."""
NEW, OTHERS = "newer stands", "another pair's ended"
A_STORE = 10  # pairs


class Pair(NamedTuple):
    """A statement, a later one, the label of both, and their language."""

    older: str
    newer: str
    label: str
    lang: str


class Moment(NamedTuple):
    """What an agent is given in a session: at its start, and a prompt with its context."""

    id: str
    start: str
    prompt: str
    context: str


class Saved(NamedTuple):
    """A fact that an agent saves, and the text of the memory that it replaces, or ""."""

    content: str
    type: str
    supersedes: str


class Answer(NamedTuple):
    """An agent's answer: its retain lines, and what it saves by the command."""

    lines: list[str]
    saved: list[Saved]


def main() -> None:
    """Play the pairs, and print how many came to what, by label and language."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pairs", type=Path, nargs="?", default=PAIRS)
    parser.add_argument("--answers", type=Path, help="what the agent answers to some prompts")
    parser.add_argument("--asked", type=Path, help="where to write the prompts without an answer")
    parser.add_argument("--verbose", action="store_true", help="print what each pair came to")
    options = parser.parse_args()
    pairs = [Pair(*(row[name] for name in Pair._fields)) for row in _rows(options.pairs)]
    agent = Agent(answers_of(options.answers) if options.answers else {})
    counts: dict[tuple[str, str], collections.Counter[str]] = {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:  # a run may write
        os.environ.update(machine.environment(Path(directory), "auto"))
        for begin in range(0, len(pairs), A_STORE):
            some = dict(enumerate(pairs[begin : begin + A_STORE], begin))
            outcomes = played(os.path.join(directory, str(begin)), some, agent)
            for pair, came_to in zip(some.values(), outcomes, strict=True):
                counts.setdefault((pair.label, pair.lang), collections.Counter()).update(came_to)
                if options.verbose:
                    print(f"{', '.join(came_to)}: {pair.older} | {pair.newer}")
    for (label, language), found in sorted(counts.items()):
        print(label, language, ", ".join(f"{name} {n}" for name, n in sorted(found.items())))
    if options.asked:
        rows = (json.dumps(one._asdict(), ensure_ascii=False) for one in agent.unanswered)
        options.asked.write_text("".join(f"{row}\n" for row in rows), "utf-8")


def answers_of(path: Path) -> dict[str, Answer]:
    """An agent's answers, by the ids of the prompts."""
    return {
        row["id"]: Answer(
            row.get("lines", []),
            [Saved(*(saved[name] for name in Saved._fields)) for saved in row.get("saved", [])],
        )
        for row in _rows(path)
    }


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    return map(json.loads, path.read_text("utf-8").splitlines())


class Agent:
    """Answers prompts as a file says, with OK where it says nothing.

    Attributes:
        unanswered: the prompts that the file does not answer.
    """

    def __init__(self, answers: dict[str, Answer]) -> None:
        self.unanswered: list[Moment] = []
        self._answers = answers

    def answer(self, moment: Moment, where: place.Place) -> str:
        """The text of an answer to a prompt; saves what the agent saves by the command."""
        store = layout.project_store(where.directory)
        if moment.id not in self._answers:
            self.unanswered.append(moment)
        answer = self._answers.get(moment.id, Answer([], []))
        for saved in answer.saved:
            told = [one for one in _living(store) if one.content in saved.supersedes]
            older = min(told, key=lambda one: saved.supersedes.index(one.content), default=None)
            words = ["--content", saved.content, "--type", saved.type, "--session", moment.id]
            words += ["--supersedes", older.id] if older is not None else []
            dispatch.call("save-fact", words, where)
        return "\n".join(["OK.", *answer.lines])


def played(project: str, pairs: dict[int, Pair], agent: Agent) -> list[list[str]]:
    """What each pair of a store came to."""
    os.makedirs(os.path.join(project, ".git"))
    store = layout.project_store(project)
    create.create(store)
    for number, pair in pairs.items():
        said(project, f"{number}-older", pair.older, agent)
    session_of = {one.id: one.session_id for one in _living(store)}
    before = set(session_of)
    outcomes: list[list[str]] = []
    for number, pair in pairs.items():
        kept = {fact for fact, session in session_of.items() if session == f"{number}-older"}
        context = said(project, f"{number}-newer", pair.newer, agent)
        after = questions.Records(store)
        living = {one.id for one in _living(store)}
        ended, before = before - living, living
        standing = after.facts(questions.Wanted((questions.STANDING,)))
        own = [one for one in standing if one.session_id == f"{number}-newer"]
        came_to = [_outcome(kept, ended, context, after)]
        outcomes.append(came_to + [OTHERS] * bool(ended - kept) + [NEW] * bool(own))
    return outcomes


def _outcome(kept: set[str], ended: set[str], context: str, after: questions.Records) -> str:
    if not kept:
        return UNKEPT
    if kept & ended:
        return REPLACED
    if any(kept.intersection(one.related) for one in after.facts(questions.Wanted())) or any(
        one.amendments for one in filter(None, map(after.fact, kept))
    ):
        return TOGETHER
    return ASKED if any(f"--supersedes {one}" in context for one in kept) else HOLDS


def _living(store: layout.Store) -> list[Fact]:
    """The facts that stand, and the candidates."""
    tiers = (questions.STANDING, questions.CANDIDATE)
    return list(questions.Records(store).facts(questions.Wanted(tiers)))


def said(project: str, session: str, prompt: str, agent: Agent) -> str:
    """Say a prompt in a session that ends with its answer; what the hook gave with it."""
    start = hooked(load_memory, project, session, "SessionStart", source="startup").context
    context = hooked(recall_memory, project, session, "UserPromptSubmit", prompt=prompt).context
    answer = agent.answer(Moment(session, start, prompt, context), place.resolve(project))
    hooked(capture_response, project, session, "Stop", last_assistant_message=answer)
    finish.bring_up_to_date(place.resolve(project), embed_seconds=60, seconds=60)
    return context


def hooked(
    handler: ModuleType, project: str, session: str, event: str, **fields: str
) -> model.Reply:
    """The answer of a hook to Claude Code's event, with what it does after the answer done."""
    payload = {"session_id": session, "cwd": project, "transcript_path": "", **fields}
    event_of = registry.parse({**payload, "hook_event_name": event})
    reply: model.Reply = handler.handle(event_of, place.resolve(project))
    if reply.afterwards:
        reply.afterwards()
    return reply


if __name__ == "__main__":
    main()
