"""How well consolidation tells what says the same, and what contradicts, from everything else.

    python benchmarks/consolidation.py [--split SPLIT] [--words] [--verbose] [--json]

Asks `learn.alike` and `learn.replaces` about the labelled pairs of tests/learn/pairs.jsonl, each
with the cosine that the default embedder gives it, or with none (`--words`), as where there is no
model. Must not look at a label before the answer is there.

Precision of `same` is the share of the pairs that would be merged which are labelled so, its
recall the share of those labelled so that would be merged; the same for `contradicting`, of what
would be replaced.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from typing import NamedTuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from memory_store.embedders import registry
from tests.learn import pairs

SPLITS = ("dev", "test", "blind", "opposed", "unseen")
LANGUAGES = ("en", "zh", "mixed", "")
ACTING = (pairs.SAME, pairs.CONTRADICTING)


class Judged(NamedTuple):
    """A pair, the cosine of its vectors (None for none), and what consolidation makes of it."""

    pair: pairs.Pair
    cosine: float | None
    answer: str


class Figures(NamedTuple):
    """Of one label: pairs labelled so, pairs answered so, and those that are both."""

    labelled: int
    answered: int
    right: int

    def precision(self) -> float | None:
        """The share of the answers that are right, 0..1; None where there is no answer."""
        return self.right / self.answered if self.answered else None

    def recall(self) -> float | None:
        """The share of the labelled pairs that are found, 0..1; None where there is none."""
        return self.right / self.labelled if self.labelled else None


def main(arguments: list[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--split", choices=SPLITS, help="one of them (default: all)")
    parser.add_argument("--words", action="store_true", help="without vectors")
    parser.add_argument("--verbose", action="store_true", help="the texts of what went wrong")
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    parsed = parser.parse_args(arguments)
    splits = (parsed.split,) if parsed.split else SPLITS
    listed = [one for split in splits for one in pairs.read(split)]
    cosines = [None] * len(listed) if parsed.words else cosines_of(listed)
    started = time.perf_counter()
    judged = [
        Judged(one, cosine, pairs.judged(one, cosine))
        for one, cosine in zip(listed, cosines, strict=True)
    ]
    spent = (time.perf_counter() - started) / len(judged) * 1e6
    if parsed.json:
        print(json.dumps(report(judged), ensure_ascii=False))
    else:
        print(render(judged, verbose=parsed.verbose))
        print(f"\n{spent:.0f} microseconds a pair, both texts read anew")
    return 0


def cosines_of(listed: list[pairs.Pair]) -> list[float | None]:
    """The cosine of each pair by the default embedder."""
    with tempfile.TemporaryDirectory(prefix="memory-store-consolidation-") as directory:
        embedder = registry.load(registry.DEFAULT, "", directory)
        older = embedder.embed_documents([one.older for one in listed])
        newer = embedder.embed_documents([one.newer for one in listed])
    return [float(one) for one in (older * newer).sum(axis=1)]


def figures(judged: list[Judged], label: str) -> Figures:
    """The figures of one label over some pairs."""
    labelled = [one.pair.label == label for one in judged]
    answered = [one.answer == label for one in judged]
    right = sum(first and second for first, second in zip(labelled, answered, strict=True))
    return Figures(sum(labelled), sum(answered), right)


def groups(judged: list[Judged]) -> dict[str, list[Judged]]:
    """The pairs by split and language (`test zh`), and of a split as a whole (`test`)."""
    found: dict[str, list[Judged]] = {}
    for split in SPLITS:
        for lang in LANGUAGES:
            chosen = [one for one in judged if one.pair.split == split]
            chosen = [one for one in chosen if lang in (one.pair.lang, "")]
            if chosen:
                found[f"{split} {lang}".strip()] = chosen
    return found


def report(judged: list[Judged]) -> dict[str, object]:
    """All figures by group and label, and the ids of what went wrong."""
    return {
        "figures": {
            name: {label: figures(chosen, label)._asdict() for label in ACTING}
            for name, chosen in groups(judged).items()
        },
        "wrong": [
            one.pair.id for one in judged if one.answer not in (one.pair.label, "different")
        ],
        "missed": [one.pair.id for one in judged if _is_missed(one)],
    }


def _is_missed(one: Judged) -> bool:
    return one.pair.label in ACTING and one.answer == pairs.DIFFERENT


def render(judged: list[Judged], *, verbose: bool = False) -> str:
    """The figures as a Markdown table, then what went wrong."""
    lines = [
        "| pairs | same | precision | recall | contradicting | precision | recall |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for name, chosen in groups(judged).items():
        cells = [name]
        for label in ACTING:
            found = figures(chosen, label)
            shares = (found.precision(), found.recall())
            cells += [str(found.labelled), *(_percent(one) for one in shares)]
        lines.append(f"| {' | '.join(cells)} |")
    wrong = [one for one in judged if one.answer not in (one.pair.label, pairs.DIFFERENT)]
    missed = [one for one in judged if _is_missed(one)]
    for what, listed in (("wrong", wrong), ("missed", missed)):
        lines += ["", f"{what} ({len(listed)}): {', '.join(one.pair.id for one in listed)}"]
        lines += [_shown(one) for one in listed if verbose]
    return "\n".join(lines)


def _shown(one: Judged) -> str:
    cosine = "-" if one.cosine is None else f"{one.cosine:.2f}"
    return f"  {cosine}  {one.pair.older!r} / {one.pair.newer!r}"


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}"


if __name__ == "__main__":
    sys.exit(main())
