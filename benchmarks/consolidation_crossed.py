"""What consolidation makes of statements that nobody wrote for it, each with each other.

    python benchmarks/consolidation_crossed.py FOLDER [--most 350] [--verbose]

Takes the first texts of each set in FOLDER, as `retrieval` reads
them; and tells how many ordered pairs would be merged or replaced, by words
alone. Must not call any of them right or wrong: hardly one of them is, so each is to be read.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import retrieval_sets
from memory_store.learn import alike, replaces


def main(arguments: list[str] | None = None) -> int:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", help="public sets")
    parser.add_argument("--most", type=int, default=350, help="texts of a public set, at most")
    parser.add_argument("--verbose", action="store_true", help="the pairs themselves")
    parsed = parser.parse_args(arguments)
    print("| texts | ordered pairs | merged | replaced |\n|---|---:|---:|---:|")
    for name, texts in _texts(parsed.folder, parsed.most).items():
        same, other = crossed(texts)
        pairs = len(texts) * (len(texts) - 1)
        print(f"| {name}: {len(texts)} | {pairs:,} | {len(same)} | {len(other)} |")
        for listed in (same, other) if parsed.verbose else ():
            for one, also in listed:
                print(f"  {'merged' if listed is same else 'replaced'}: {one!r} / {also!r}")
    return 0


def _texts(folder: str, most: int) -> dict[str, list[str]]:
    found = {}
    for name, collections in retrieval_sets.read(folder, (), None).items():
        said = (one.text for collection in collections for one in collection.texts)
        found[name] = list(itertools.islice(dict.fromkeys(said), most))
    return found


def crossed(texts: list[str]) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The ordered pairs that would be merged, and those of which the second would replace."""
    same, other = [], []
    for pair in itertools.permutations(texts, 2):
        if alike.say_same(*pair):
            same.append(pair)
        elif replaces.reason(*pair):
            other.append(pair)
    return same, other


if __name__ == "__main__":
    sys.exit(main())
