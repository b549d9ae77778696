"""How often what is kept of real prompts is what people call lasting.

    python benchmarks/extraction.py SENTENCES.jsonl ... [--half test] [--words]

The sentences are those that people typed to agents, with labels as `labelled_sentences` reads
them; they are somebody else's words and come with nothing here (docs/extraction.md tells where
they stand). The sentences of a prompt are given to `capture.pipeline.statements`, which the hooks
call, and to the judge of `capture.inference`, whose statements are candidates (`--words`: not to
it, which takes a thirtieth of a second a sentence).

Precision is the share of right facts among the kept ones: a fact may hold the sentence before it
or a list, and is right where one of its sentences is lasting; where the best is a maybe, it counts
for nothing. Recall is the share of the lasting sentences that a fact holds. The intervals are of
1,000 samples of sessions.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import sys
from typing import NamedTuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import labelled_sentences
from memory_store.capture import inference, pipeline, stated_fact
from memory_store.embedders import models, offline
from memory_store.journal import stored

SAMPLES = 1_000
TIERS = ("standing", "all")


class Session(NamedTuple):
    """A session's lasting sentences and its kept facts, each by tier ("" for not kept at all).

    Attributes:
        lasting: the language and tier of each lasting sentence.
        facts: the language, tier and label of each fact; the label is its best sentence's.
    """

    lasting: list[tuple[str, str]]
    facts: list[tuple[str, str, int]]


class Score(NamedTuple):
    """Of some sentences and one tier: how many were kept, and the two shares with intervals."""

    kept: int
    precision: tuple[float, float, float]
    recall: tuple[float, float, float]


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 0, or 1 where the labels can't be read."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sentences", nargs="+", help="files of sentences")
    parser.add_argument("--half", choices=("train", "test"), default="", help="of that half alone")
    parser.add_argument("--words", action="store_true", help="with none that are inferred")
    parser.add_argument("--answers", help="of an agent that was asked (see judgement.py)")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parsed = parser.parse_args(arguments)
    try:
        answers = _answers(parsed.answers) if parsed.answers else None
        sessions = measure(parsed.sentences, parsed.half, words=parsed.words, answers=answers)
    except (OSError, ValueError, KeyError) as error:
        print(f"error: {error!r}", file=sys.stderr)
        return 1
    found = report(sessions)
    if parsed.format == "json":
        print(json.dumps({name: score._asdict() for name, score in found.items()}))
        return 0
    print("\n".join(render(found)))
    return 0


def _answers(path: str) -> dict[int, list[list[int]]]:
    """The sentences of each fact that an agent kept, by the number of the prompt."""
    with open(path, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return {row["id"]: [kept["from"] for kept in row["kept"]] for row in rows}


def measure(
    paths: list[str],
    half: str = "",
    *,
    words: bool = False,
    answers: dict[int, list[list[int]]] | None = None,
) -> list[Session]:
    """What is kept of each session, with its labels.

    Args:
        paths: files of sentences.
        half: the part of them.
        words: with nothing inferred.
        answers: what an agent that was asked kept: by a prompt's number, the numbers from 1 of
            each fact's sentences.
    """
    embedder = None if words else offline.load("", models.directory())
    prompts: dict[tuple[str, str, str], list[labelled_sentences.Sentence]] = {}
    for sentence in labelled_sentences.read(paths, half):
        prompts.setdefault(sentence.prompt_key, []).append(sentence)
    found: dict[tuple[str, str], Session] = {}
    for number, spoken in enumerate(prompts.values()):
        text = "\n".join(sentence.text for sentence in spoken)
        event = stored.Entry(type="prompt", text=text)
        stated = pipeline.statements(event)
        judged = inference.statements(embedder, [event], math.inf) if embedder else ()
        inferred = [one for _, one in judged]
        for places in (answers or {}).get(number, []):
            saved = "\n".join(spoken[at - 1].text for at in places)
            inferred = [one for one in inferred if one.content not in saved]
            stated.append(_saved(saved))
        stated += inferred
        session = found.setdefault((spoken[0].repository, spoken[0].session), Session([], []))
        for one in stated:
            labels = [sentence.label for sentence in spoken if sentence.text in one.content]
            if labels:
                session.facts.append((spoken[0].language, one.status, max(labels)))
        for sentence in spoken:
            if sentence.label == labelled_sentences.LASTING:
                tiers = [one.status for one in stated if sentence.text in one.content]
                session.lasting.append((sentence.language, max(tiers, default="")))
    return list(found.values())


def _saved(content: str) -> stated_fact.Statement:
    return stated_fact.Statement(content, "W", [], 1.0, how=stated_fact.RETAIN)


def report(sessions: list[Session]) -> dict[str, Score]:
    """The scores of each tier, of all sentences and by language."""
    spoken = sorted({language for session in sessions for language, _ in session.lasting})
    return {
        f"{tier} {language}".strip(): score(sessions, tier, language)
        for language in ("", *spoken)
        for tier in TIERS
    }


def score(sessions: list[Session], tier: str, language: str = "") -> Score:
    """Both shares in a tier, each with the ends of its interval; "" for all languages."""
    draw = random.Random(7)
    samples = [
        _shares(draw.choices(sessions, k=len(sessions)), tier, language) for _ in range(SAMPLES)
    ]
    own = _shares(sessions, tier, language)
    precision, recall = ((own[at], *_ends([sample[at] for sample in samples])) for at in (0, 1))
    return Score(len(_labels(sessions, tier, language)), precision, recall)


def _labels(sessions: list[Session], tier: str, language: str) -> list[int]:
    return [
        label
        for session in sessions
        for spoken, status, label in session.facts
        if tier in ("all", status) and language in ("", spoken)
    ]


def _shares(sessions: list[Session], tier: str, language: str) -> tuple[float, float]:
    labels = _labels(sessions, tier, language)
    right, wrong = labels.count(labelled_sentences.LASTING), labels.count(labelled_sentences.NO)
    kept = [
        bool(status) if tier == "all" else status == tier
        for session in sessions
        for spoken, status in session.lasting
        if language in ("", spoken)
    ]
    return right / (right + wrong or 1), sum(kept) / (len(kept) or 1)


def _ends(values: list[float]) -> tuple[float, float]:
    ordered = sorted(values)
    return ordered[len(ordered) // 40], ordered[-1 - len(ordered) // 40]


def render(found: dict[str, Score]) -> list[str]:
    """The scores as lines of a table."""
    lines = ["| kept | sentences | precision | recall |", "|---|--:|--:|--:|"]
    for name, one in found.items():
        shares = (one.precision, one.recall)
        precision, recall = (f"{share:.2f} ({low:.2f}–{high:.2f})" for share, low, high in shares)
        lines.append(f"| {name} | {one.kept} | {precision} | {recall} |")
    return lines


if __name__ == "__main__":
    sys.exit(main())
