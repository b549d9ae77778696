"""How often the relation of two statements is told right, for pairs that somebody labelled.

Run: python -m benchmarks.relation PAIRS.jsonl [--wrong]

A line of PAIRS.jsonl is {"older", "newer", "label"}, its label replaces, plan, same or different;
`lang`, where it is there, is told apart.
"""

from __future__ import annotations

import argparse
import collections
import json
from pathlib import Path

from memory_store.facts import relation


def main() -> None:
    """Judge each pair, and tell how many of each label are judged so."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", type=Path)
    parser.add_argument(
        "--wrong", action="store_true", help="print each pair that is judged wrong"
    )
    options = parser.parse_args()
    counts: collections.Counter[tuple[str, str]] = collections.Counter()
    right: collections.Counter[tuple[str, str]] = collections.Counter()
    for line in options.pairs.read_text("utf-8").splitlines():
        pair = json.loads(line)
        told = relation.relation(pair["older"], pair["newer"])
        kind = pair["label"], pair.get("lang", "")
        counts[kind] += 1
        right[kind] += told == pair["label"]
        if options.wrong and told != pair["label"]:
            print(f"{pair['label']} -> {told}: {pair['older']} | {pair['newer']}")
    for kind in sorted(counts):
        share = right[kind] / counts[kind]
        print(f"{kind[0]:10} {kind[1]:6} {right[kind]:4} of {counts[kind]:4}  {share:.2f}")


if __name__ == "__main__":
    main()
