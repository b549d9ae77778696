"""Makes the mean vectors that `embedders/e5_small.py` takes a text's language out with.

    python benchmarks/language_means.py

Reads pairs of sentences that mean the same (pairs_zh_en.tsv, written for this) and writes the file
in the package. Other means make other vectors: the model's name and its cache's must change too.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from memory_store.embedders import e5_small

PAIRS = Path(__file__).with_name("pairs_zh_en.tsv")
_DIGITS = 5


def main() -> None:
    """Write the means of both columns."""
    pairs = [line.split("\t") for line in PAIRS.read_text("utf-8").splitlines()]
    columns = dict(zip(("zh", "en"), zip(*pairs, strict=True), strict=True))
    with tempfile.TemporaryDirectory() as directory:
        model = e5_small.load("", directory)
        means = {name: model.encode(columns[name]).mean(axis=0) for name in e5_small.LANGUAGES}
    rounded = {name: [round(float(one), _DIGITS) for one in row] for name, row in means.items()}
    Path(e5_small.MEANS).write_text(json.dumps(rounded) + "\n", "utf-8")
    one, other = means.values()
    nearness = float(one @ other / (one @ one) ** 0.5 / (other @ other) ** 0.5)
    print(f"{len(pairs)} pairs; the cosine of the two means is {nearness:.3f}")


if __name__ == "__main__":
    main()
