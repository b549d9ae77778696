"""What memory holds after whole sessions: of a silent agent, one that follows, and with the judge.

    python benchmarks/columns.py SESSIONS.jsonl --asked ASKED.jsonl        # the silent agent
    python benchmarks/columns.py SESSIONS.jsonl --lines LINES.jsonl        # an agent that follows
    python benchmarks/columns.py SESSIONS.jsonl --judged JUDGED.jsonl      # silent, and the judge

A line of SESSIONS.jsonl is {"repo", "id", "events": [{"type", "text", "moment"}]} of somebody's
labelled sessions; they are strangers' and stay out of the repository. The sessions of a repository
are played into one store through the real hooks of Claude Code, at their times; background work is
done at each session's end. ASKED.jsonl has, by a session's number, what the agent was shown beside
each prompt and the judge's request, {"session", "nudges", "request"}, so that a model can answer:
LINES.jsonl is {"session", "prompt", "lines"}, JUDGED.jsonl {"session", "request", "answer"}, with
the request that was answered: each run makes other ids, and an answer's are put right by their
texts. A verdict is taken in a copy of the store, so that no session's judge knows of another's.

A fact is right where a lasting sentence of its session holds it, or is held by it; one in the
agent's words by the sentence of that prompt which shares most words. What rests on a doubtful or
unlabelled sentence counts for nothing. The intervals are of 1,000 samples of sessions.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import labelled_sentences
from benchmarks.replay import player, stage
from memory_store import model, place
from memory_store.hosts import example_payloads
from memory_store.index import questions
from memory_store.journal import records
from memory_store.judge import checks, request, taking
from memory_store.judge import session as ended
from memory_store.language import script, sentences
from memory_store.sources import recorded_session
from memory_store.store import layout
from memory_store.upkeep import finish

TIERS = ("standing", "all")
SAMPLES = 1_000
_START, _APART, _TURN = 1_790_000_000.0, 54_000.0, 45.0
_SHARED, _ALIKE = 0.3, 0.75  # of the words of the shorter text, and of the best sentence's share
_ANSWER_CHARS = 3_000
_FENCE = "```"
_LISTED = re.compile(r"^\[([FCT][0-9a-z]{6})\] (?:[WBOS] )?(.*)$", re.MULTILINE)
"""A fact, candidate or todo that a judge's request lists, by its id."""

Row = dict[str, Any]


class Kept(NamedTuple):
    """A fact that holds after a session.

    Attributes:
        text, stands: of it.
        quote: the person's words that a judge named; "" for none.
        prompt: the number of the prompt that an agent's line answered; -1 for none.
    """

    text: str
    stands: bool
    quote: str = ""
    prompt: int = -1


class Said(NamedTuple):
    """A sentence, the numbers of the prompts that hold it, and its label; None for none."""

    text: str
    prompts: set[int]
    label: int | None


class Agent(player.Player):
    """Plays a session as an agent that ends some answers with lines for the memory."""

    def follow(self, lines: dict[int, list[str]]) -> None:
        """Set the lines by the prompt's number in the session."""
        self._lines = lines

    def _stop(self) -> None:
        added = self._lines.get(len(self.told) - 1, [])
        is_open = sum(one.count(_FENCE) for one in self._answers) % 2
        self._answers += [_FENCE] * is_open + ["\n".join(added)] * bool(added)
        super()._stop()

    def _obey(self) -> None:
        again = {"loop_count": 1, "stop_hook_active": True, "last_assistant_message": "OK."}
        self._send(example_payloads.STOP, **again)


def main() -> None:
    """Play, and print the shares of what was kept."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sessions", type=Path)
    parser.add_argument("--lines", type=Path, help="the agent's lines")
    parser.add_argument("--judged", type=Path, help="the judge's answers")
    parser.add_argument("--asked", type=Path, help="where to write what both are asked")
    options = parser.parse_args()
    rows = _rows(options.sessions)
    lines: dict[int, dict[int, list[str]]] = {}
    for one in _rows(options.lines):
        lines.setdefault(one["session"], {})[one["prompt"]] = one["lines"]
    answers = {one["session"]: one for one in _rows(options.judged)}
    kept: dict[int, list[Kept]] = {}
    asked: list[Row] = []
    for repository in dict.fromkeys(row["repo"] for row in rows):
        some = {at: row for at, row in enumerate(rows) if row["repo"] == repository}
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
            asked += play(directory, some, lines, answers, kept)
    print("\n".join(report(rows, kept)))
    if options.asked:
        told = (json.dumps(one, ensure_ascii=False) for one in asked)
        options.asked.write_text("".join(f"{one}\n" for one in told), "utf-8")


def _rows(path: Path | None) -> list[Row]:
    return list(map(json.loads, path.read_text("utf-8").splitlines())) if path else []


def play(
    directory: str,
    some: dict[int, Row],
    lines: dict[int, dict[int, list[str]]],
    answers: dict[int, Row],
    kept: dict[int, list[Kept]],
) -> list[Row]:
    """Play the sessions of one repository, and add what each leaves; what was asked in each."""
    told: list[Row] = []
    cache = {"XDG_CACHE_HOME": os.path.dirname(layout.cache_root())}
    moments = {at: _moments(row["events"], at) for at, row in some.items()}
    with stage.alone(directory, min(one[0] for one in moments.values()) - 10, cache) as where:
        for at in sorted(some, key=lambda at: moments[at][0]):
            name = f"{some[at]['id']}-{at}"
            recording = recorded_session.Recording(name, "captured", _turns(some[at]["events"]))
            agent = Agent(recording, model.CLAUDE, where)
            agent.follow(lines.get(at, {}))
            _act(agent, where, moments[at])
            finish.bring_up_to_date(place.resolve(where.project), embed_seconds=None)
            found = ended.named(where.store, records.session_name(name))
            if found is None:
                continue
            nudges = [one.parts.get("nudge", "") for one in agent.told]
            words = request.of(where.store, found).text
            told.append({"session": at, "nudges": nudges, "request": words})
            if at in answers:
                kept[at] = _judged(where.store, found, answers[at])
        stage.finish_all(where.project)
        for fact in _living(where.store):
            number = fact.session_id.rpartition("-")[2]
            if number.isdigit() and int(number) not in answers:
                own = lines.get(int(number), {})
                answered = [
                    at for at, written in own.items() if fact.content in "\n".join(written)
                ]
                made = Kept(fact.content, fact.stands, prompt=min(answered, default=-1))
                kept.setdefault(int(number), []).append(made)
    return told


def _moments(events: list[Row], at: int) -> list[float]:
    """When each event was, a session without times long after the one before."""
    known = [one["moment"] for one in events if isinstance(one.get("moment"), float)]
    last = known[0] if known else _START + at * _APART
    found = []
    for one in events:
        said = one.get("moment")
        last = max(last, said) if isinstance(said, float) else last + _TURN
        found.append(last)
    return found


def _turns(events: list[Row]) -> list[dict[str, object]]:
    return [
        one if one["type"] == model.PROMPT else {**one, "text": one["text"][-_ANSWER_CHARS:]}
        for one in events
        if one["type"] in (model.PROMPT, model.RESPONSE)
    ]


def _act(agent: Agent, where: stage.Stage, moments: list[float]) -> None:
    """Play a session's turns; one without an answer is answered `OK.`, or no hook would come."""
    where.wait_until(moments[0] - 2)
    agent.begin()
    turns = agent.recording.events
    for at, one in enumerate(turns):
        where.wait_until(moments[at])
        following = turns[at + 1]["type"] if at + 1 < len(turns) else ""
        agent.play(one, ends_turn=one["type"] == model.RESPONSE != following)
        if one["type"] == model.PROMPT != "" and following != model.RESPONSE:
            agent.play({"type": model.RESPONSE, "text": "OK."}, ends_turn=True)
    where.wait_until(where.now + 30)
    agent.end()


def named_anew(answer: Row, then: str, now: str) -> Row:
    """A judge's answer with the ids of another request for those of the one that it answered.

    Args:
        answer: as the judge gave it.
        then: the request that it answered.
        now: the request of this run, which lists the same texts under other ids.
    """
    ids = {text: name for name, text in _LISTED.findall(now)}
    told = json.dumps(answer, ensure_ascii=False)
    for name, text in _LISTED.findall(then):
        told = told.replace(f'"{name}"', f'"{ids.get(text, name)}"')
    renamed: Row = json.loads(told)
    return renamed


def _judged(store: layout.Store, session: ended.Session, answered: Row) -> list[Kept]:
    """What holds of a session after its verdict, taken in a copy of the store."""
    with tempfile.TemporaryDirectory() as directory:
        copy = layout.project_store(os.path.join(directory, "project"))
        shutil.copytree(store.project, copy.project)
        asked = request.of(copy, session)
        answer = named_anew(answered["answer"], answered["request"], asked.text)
        taking.take(copy, asked, checks.accepted(asked, answer), "benchmark")
        own = [one for one in _living(copy) if one.session_id == session.id]
        return [Kept(one.content, one.stands, str(one.source.get("quote", ""))) for one in own]


def _living(store: layout.Store) -> list[Any]:
    wanted = questions.Wanted((questions.STANDING, questions.CANDIDATE))
    return list(questions.Records(store).facts(wanted))


def report(rows: list[Row], kept: dict[int, list[Kept]]) -> list[str]:
    """A line of the table for each tier: how many, precision and recall with intervals."""
    known, seen = labelled_sentences.labels(), set[str]()
    lasting: list[list[str]] = []
    rested: list[list[tuple[bool, list[Said]]]] = []
    for at, row in enumerate(rows):
        said = _said(row, known)
        new = [one.text for one in said if one.label == labelled_sentences.LASTING]
        lasting.append([one for one in dict.fromkeys(new) if one not in seen])
        seen.update(new)
        rested.append([(one.stands, _rests_on(one, said)) for one in kept.get(at, [])])
    return [_line(tier, lasting, rested) for tier in TIERS]


def _said(row: Row, known: dict[str, list[str]]) -> list[Said]:
    """The sentences of a session, also those of each line alone, and their labels."""
    found: dict[str, Said] = {}
    prompts = [one["text"] for one in row["events"] if one["type"] == model.PROMPT]
    for number, prompt in enumerate(prompts):
        whole = list(sentences.own(prompt))
        parts = [
            one for line in prompt.splitlines() for one in (line.strip(), *sentences.own(line))
        ]
        for text in filter(None, (*whole, *parts)):
            label = known.get(labelled_sentences.key(row["repo"], text))
            if label or text in whole:
                made = Said(text, set(), int(label[1]) if label else None)
                found.setdefault(text, made).prompts.add(number)
    return list(found.values())


def _rests_on(fact: Kept, said: list[Said]) -> list[Said]:
    """The sentences that a fact rests on."""
    if fact.prompt >= 0:
        said = [one for one in said if fact.prompt in one.prompts] or said
    quote, text = _bare(fact.quote), _bare(fact.text)
    held = [one for one in said if quote and quote in _bare(one.text)]
    held = held or [one for one in said if _bare(one.text) in text or text in _bare(one.text)]
    if held:
        return held
    shares = [(_share(fact.text, one.text), one) for one in said]
    best = max((share for share, _ in shares), default=0.0)
    return [one for share, one in shares if share >= max(_SHARED, best * _ALIKE)]


def _bare(text: str) -> str:
    return re.sub(r"\s+", "", text)


def _share(one: str, other: str) -> float:
    """The share of the shorter text's words that both have; of Chinese, of its pairs of signs."""
    first, second = _words(one), _words(other)
    return len(first & second) / max(1, min(len(first), len(second)))


def _words(text: str) -> set[str]:
    found = set(re.findall(r"[a-z0-9_./-]{3,}", text.lower()))
    if script.is_chinese(text):
        for run in re.findall(r"[\u4e00-\u9fff]+", text):
            found |= {run[at : at + 2] for at in range(max(1, len(run) - 1))}
    return found


def _line(tier: str, lasting: list[list[str]], rested: list[list[tuple[bool, list[Said]]]]) -> str:
    facts = [[said for stands, said in session if stands or tier == "all"] for session in rested]
    held = {one.text for session in facts for said in session for one in said}
    labels = [
        [[one.label for one in said if one.label is not None] for said in session]
        for session in facts
    ]
    best = [[max(one) for one in session if one] for session in labels]

    def shares(chosen: list[int]) -> tuple[float, float]:
        found = [label for at in chosen for label in best[at]]
        right = found.count(labelled_sentences.LASTING)
        wrong = found.count(labelled_sentences.NO)
        wanted = [one in held for at in chosen for one in lasting[at]]
        return right / (right + wrong or 1), sum(wanted) / (len(wanted) or 1)

    draw, every = random.Random(7), range(len(rested))
    samples = [shares(draw.choices(every, k=len(every))) for _ in range(SAMPLES)]
    told = [f"{tier}: {sum(map(len, facts))}"]
    for name, own, drawn in zip(
        ("precision", "recall"), shares(list(every)), zip(*samples, strict=True), strict=True
    ):
        low, high = sorted(drawn)[SAMPLES // 40], sorted(drawn)[-1 - SAMPLES // 40]
        told.append(f"{name} {own:.2f} ({low:.2f}–{high:.2f})")
    return ", ".join(told)


if __name__ == "__main__":
    main()
