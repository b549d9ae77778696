"""How often what is kept of real prompts is what people call lasting.

    python benchmarks/extraction.py LABELS.jsonl [--words] [--verbose] [--format text|json]

Each line of LABELS.jsonl is a sentence that a person typed to an agent: `repo`, `file` and
`prompt` tell where, `lang` in which language, `label` how it was read: 2 lasting, 1 maybe, 0 not.
Such a file is somebody else's words and comes with nothing here; docs/extraction.md tells how ours
was made. The sentences of a prompt are given to `capture.pipeline.statements`, which the hooks
call, and to the judge of `capture.inference`, whose statements are candidates (`--words`: not to
it, which takes a thirtieth of a second a sentence); one counts as kept where a statement holds it.

Precision is the share of lasting ones among the kept (maybe counts for nothing), recall the share
of the lasting ones that are kept; the intervals are of 1,000 samples of repositories.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from memory_store.capture import inference, pipeline
from memory_store.embedders import models, offline

SAMPLES = 1_000
LASTING, MAYBE = 2, 1
TIERS = ("standing", "all")


class Sentence(NamedTuple):
    """A labelled sentence: whose, in which language, what it is, and how it was kept."""

    repository: str
    language: str
    text: str
    label: int
    tier: str  # "" for not at all


class Score(NamedTuple):
    """Of some sentences and one tier: how many were kept, and the two shares with intervals."""

    kept: int
    precision: tuple[float, float, float]
    recall: tuple[float, float, float]


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 0, or 1 where the labels can't be read."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("labels", help="a file of labelled sentences")
    parser.add_argument("--words", action="store_true", help="without what is inferred")
    parser.add_argument("--verbose", action="store_true", help="the sentences that were kept")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parsed = parser.parse_args(arguments)
    try:
        sentences = measure(Path(parsed.labels), words=parsed.words)
    except (OSError, ValueError, KeyError) as error:
        print(f"error: {error!r}", file=sys.stderr)
        return 1
    found = report(sentences)
    if parsed.format == "json":
        print(json.dumps({name: score._asdict() for name, score in found.items()}))
        return 0
    print("\n".join(render(found)))
    for one in sentences if parsed.verbose else ():
        if one.tier:
            print(f"{one.label} {one.tier:9} {one.repository}: {one.text[:160]}")
    return 0


def measure(path: Path, *, words: bool = False) -> list[Sentence]:
    """Each labelled sentence with the tier that it was kept in; `words`: with none inferred."""
    judge = None if words else inference.Judge(offline.load("", models.directory()), math.inf)
    prompts: dict[tuple[str, str, int], list[dict[str, object]]] = {}
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        prompts.setdefault((row["repo"], row["file"], row["prompt"]), []).append(row)
    found: list[Sentence] = []
    for rows in prompts.values():
        event: dict[str, object] = {
            "type": "prompt",
            "text": "\n".join(str(row["text"]) for row in rows),
        }
        stated = pipeline.statements(event)
        stated += [one for _, one in judge.statements([event])] if judge is not None else []
        kept = [(one.content, one.status) for one in stated]
        for row in rows:
            text = str(row["text"])
            tiers = {status for content, status in kept if text in content}
            tier = "standing" if "standing" in tiers else "candidate" if tiers else ""
            found.append(
                Sentence(str(row["repo"]), str(row["lang"]), text, int(str(row["label"])), tier)
            )
    return found


def report(sentences: list[Sentence]) -> dict[str, Score]:
    """The scores of each tier, of all sentences and by language."""
    languages = sorted({one.language for one in sentences})
    groups = {"": sentences} | {
        f" {name}": [one for one in sentences if one.language == name] for name in languages
    }
    return {
        f"{tier}{name}": score(group, tier) for name, group in groups.items() for tier in TIERS
    }


def score(sentences: list[Sentence], tier: str) -> Score:
    """Both shares in a tier, each with the ends of its interval."""
    repositories: dict[str, list[Sentence]] = {}
    for one in sentences:
        repositories.setdefault(one.repository, []).append(one)
    draw = random.Random(7)
    names = sorted(repositories)
    samples = []
    for _ in range(SAMPLES):
        drawn = draw.choices(names, k=len(names))
        samples.append(_shares([one for name in drawn for one in repositories[name]], tier))
    own = _shares(sentences, tier)
    precision, recall = ((own[at], *_ends([sample[at] for sample in samples])) for at in (0, 1))
    return Score(sum(_is_kept(one, tier) for one in sentences), precision, recall)


def _is_kept(one: Sentence, tier: str) -> bool:
    return bool(one.tier) if tier == "all" else one.tier == tier


def _shares(sentences: list[Sentence], tier: str) -> tuple[float, float]:
    kept = [one.label for one in sentences if _is_kept(one, tier) and one.label != MAYBE]
    lasting = sum(one.label == LASTING for one in sentences)
    right = kept.count(LASTING)
    return right / len(kept) if kept else 0.0, right / lasting if lasting else 0.0


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
