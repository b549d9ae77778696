"""Trains how two statements relate, judges it on pairs left out, and writes the weights.

    pip install scikit-learn
    python benchmarks/train_relation.py SENTENCES.jsonl ... [--write]

Pairs are those of `benchmarks/labels/relations.jsonl`, and as many that hold beside each other as
the sentences of real sessions give: a lasting one beside each other sentence of its project. The
sentences are strangers' and stay out of the repository (see `train_scorer.py`).
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import sys
from typing import NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import labelled_sentences
from memory_store.facts import relation, statement

PAIRS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "labels", "relations.jsonl")
WEIGHTS = os.path.join(os.path.dirname(relation.__file__), "relation.json")
LONGEST = 300  # characters of a sentence
A_PROJECT = 700  # pairs of it at most
FOLDS = 5
SHARES = {relation.REPLACES: 0.0015, "ask": 0.05}
"""Of real pairs that hardly ever are corrections: how many may reach each threshold."""


class Pair(NamedTuple):
    """Two statements, the label of their relation, and who wrote them."""

    older: str
    newer: str
    label: str
    writer: str

    @property
    def is_change(self) -> bool:
        """Whether the newer one takes the older one's place, now or later."""
        return self.label in (relation.REPLACES, relation.PLAN)


def pairs() -> list[Pair]:
    """The pairs that were written for it."""
    with open(PAIRS, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return [
        Pair(row["older"], row["newer"], row["label"], row["writer"])
        for row in rows
        if row["label"] != relation.SAME
    ]


def real_pairs(sentences: list[labelled_sentences.Sentence]) -> list[Pair]:
    """Lasting sentences, each beside sentences of other prompts of its project."""
    chance = random.Random(1)
    found = []
    short = [one for one in sentences if len(one.text) <= LONGEST]
    for _, group in itertools.groupby(short, lambda one: one.repository):
        project = list(group)
        beside = [
            Pair(older.text, newer.text, relation.DIFFERENT, "real")
            for older in project
            if older.label == labelled_sentences.LASTING
            for newer in project
            if older.prompt_key != newer.prompt_key and older.text != newer.text
        ]
        found += chance.sample(beside, min(A_PROJECT, len(beside)))
    return found


def matrix(rows: list[Pair]) -> np.ndarray:
    """The features (rows x features) of pairs."""
    return np.array(
        [
            [
                float(value)
                for value in relation.features(
                    statement.read(row.older), statement.read(row.newer)
                ).values()
            ]
            for row in rows
        ]
    )


def may_relate(row: Pair) -> bool:
    """Whether the linear model is asked about a pair."""
    return not relation.are_apart(statement.read(row.older), statement.read(row.newer))


def main() -> None:
    """Train, judge, and with `--write` replace the weights that ship."""
    parser = argparse.ArgumentParser(description="Train how two statements relate.")
    parser.add_argument("sentences", nargs="+", help="files of sentences, JSON lines")
    parser.add_argument("--write", action="store_true", help="replace the weights that ship")
    arguments = parser.parse_args()
    known = labelled_sentences.read(arguments.sentences, "train")
    every = pairs() + real_pairs(sorted(known, key=lambda one: one.repository))
    asked = np.array([may_relate(row) for row in every])
    writers = np.array([row.writer for row in every])
    labels = np.array([row.is_change for row in every])
    rows, is_real = matrix(every), writers == "real"

    def fitted(part: np.ndarray) -> LogisticRegression:
        part &= asked
        return LogisticRegression(max_iter=3000).fit(rows[part], labels[part])

    folds = np.random.RandomState(0).randint(0, FOLDS, len(every))
    scores = np.full(len(every), relation.NEVER)
    for fold in range(FOLDS):
        unseen = (folds == fold) & asked
        scores[unseen] = fitted(folds != fold).decision_function(rows[unseen])
    real = np.sort(scores[is_real])
    thresholds = {
        name: float(real[int((1 - share) * len(real))]) for name, share in SHARES.items()
    }
    for name, least in thresholds.items():
        shares = [
            f"{writer} {(scores[part & labels] >= least).mean():.2f} of changes, "
            f"{(scores[part & ~labels] >= least).mean():.2f} of others"
            for writer in ("stranger", "own")
            if (part := writers == writer).any()
        ]
        print(f"{name:9s} from {least:6.2f}, reached by {SHARES[name]} of real pairs: ", shares)
    model = fitted(np.ones(len(every), bool))
    names = relation.features(statement.read("a"), statement.read("b"))
    learnt = {
        "weights": {
            name: round(float(weight), 3)
            for name, weight in zip(names, model.coef_[0], strict=True)
        },
        "intercept": round(float(model.intercept_[0]), 3),
        "thresholds": {name: round(least, 3) for name, least in thresholds.items()},
    }
    print(f"{len(every)} pairs, {is_real.sum()} of them real\n{json.dumps(learnt, indent=1)}")
    if arguments.write:
        with open(WEIGHTS, "w", encoding="utf-8") as file:
            file.write(json.dumps(learnt, indent=1) + "\n")


if __name__ == "__main__":
    main()
