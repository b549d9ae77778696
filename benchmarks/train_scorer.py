"""Trains the scorer of lasting sentences, judges it on unseen people, and writes its weights.

    pip install scikit-learn
    python benchmarks/train_scorer.py SENTENCES.jsonl ... [--write]

Each line of SENTENCES.jsonl has `repo`, `session`, `prompt`, `text` and `lang`; the labels are
taken from `benchmarks/labels/labels.tsv` by the hash of repository and sentence. The sentences are
strangers' and stay out of the repository; `benchmarks/labels/sources.tsv` says where they stand,
and `benchmarks/rebuilt_sentences.py` finds them there.
"""

from __future__ import annotations

import argparse
import collections
import math
import os
import sys
import tempfile
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score
from sklearn.model_selection import GroupKFold

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import labelled_sentences
from memory_store.capture import scorer
from memory_store.embedders import offline, use_multilingual
from memory_store.language import mood

BITS = 16
NGRAM_C, VECTOR_C = 4.0, 0.9
FOLDS = 10
NUDGED = 0.18  # of a language's prompts; the interface allows one in five
PRECISION = 0.5  # of candidates, on people that the weights never saw
LOWEST = 127
RULES = ("rule", "preference")


class Model(NamedTuple):
    """A linear model: its weights (n), its intercept, and its scores of unseen people (rows)."""

    weights: np.ndarray
    intercept: float
    scores: np.ndarray


def fit(
    matrix: np.ndarray | csr_matrix, labels: np.ndarray, people: np.ndarray, c: float
) -> Model:
    """Fit on all rows; score each row by a model that never saw its person.

    Args:
        matrix: rows x features.
        labels: 1 for a lasting sentence, else 0.
        people: who said it; nobody is in two folds.
        c: the inverse strength of regularisation.
    """

    def fitted(rows: np.ndarray) -> LogisticRegression:
        model = LogisticRegression(C=c, max_iter=3000)
        return model.fit(matrix[rows], labels[rows])

    scores = np.zeros(len(labels))
    for seen, unseen in GroupKFold(FOLDS).split(labels, labels, people):
        scores[unseen] = fitted(seen).predict_proba(matrix[unseen])[:, 1]
    whole = fitted(np.arange(len(labels)))
    return Model(whole.coef_[0], float(whole.intercept_[0]), scores)


def ngrams(texts: list[str]) -> tuple[csr_matrix, np.ndarray]:
    """The rows that `Scorer.score` computes, and the rarity (n features) that weights absorb."""
    columns, begins, values = [], [0], []
    for text in texts:
        indices = sorted(scorer.features(text, BITS))
        columns += indices
        values += [1 / math.sqrt(len(indices))] * len(indices)
        begins.append(len(columns))
    matrix = csr_matrix((values, columns, begins), shape=(len(texts), 1 << BITS))
    frequency = np.asarray((matrix > 0).sum(axis=0)).ravel()
    rarity = np.log((1 + len(texts)) / (1 + frequency))
    return matrix.multiply(rarity[None, :]).tocsr(), rarity


def vectors(texts: list[str]) -> np.ndarray:
    """The vectors (rows x 896) of the two models that come with the package."""
    with tempfile.TemporaryDirectory() as cache:
        model = offline.load("", cache)
        model.prepare()
        rows = [
            row
            for at in range(0, len(texts), 64)
            for row in model.embed_documents(texts[at : at + 64])
        ]
    return np.array(rows, dtype=np.float32)


def both_spaces(rows: np.ndarray) -> list[np.ndarray]:
    """The vectors of both models together, and of the first alone, where the second is missing."""
    first = rows[:, : use_multilingual.UseMultilingual.dimensions]
    return [rows, first / np.linalg.norm(first, axis=1, keepdims=True).clip(min=1e-9)]


def nudge_threshold(scores: np.ndarray, prompts: list[tuple[str, str, str]]) -> float:
    """The score that the best sentence of NUDGED of all prompts reaches."""
    best: dict[tuple[str, str, str], float] = collections.defaultdict(float)
    for score, prompt in zip(scores, prompts, strict=True):
        best[prompt] = max(best[prompt], float(score))
    return float(np.quantile(list(best.values()), 1 - NUDGED))


def candidate_threshold(scores: np.ndarray, labels: np.ndarray) -> float:
    """The lowest score above which PRECISION of the unseen sentences are lasting."""
    order = np.argsort(-scores)
    precision = np.cumsum(labels[order]) / np.arange(1, len(order) + 1)
    enough = np.nonzero(precision >= PRECISION)[0]
    return float(scores[order[enough[-1]]]) if len(enough) else 1.0


def report(name: str, scores: np.ndarray, labels: np.ndarray) -> None:
    """Print average precision, and precision / recall of the best sentences."""
    order = np.argsort(-scores)
    cells = []
    for part in (0.25, 0.5, 1.0, 1.5, 2.0):
        count = max(1, int(part * labels.sum()))
        hits = labels[order[:count]].sum()
        cells.append(f"best {count}: {hits / count:.2f}/{hits / labels.sum():.2f}")
    average = average_precision_score(labels, scores)
    print(f"{name:10s} average precision {average:.3f}  {'  '.join(cells)}")


class Space(NamedTuple):
    """The models over the vectors of one embedder, and the threshold of a candidate."""

    lasts: Model
    is_rule: Model
    threshold: float


def nudge_thresholds(
    scores: np.ndarray, sentences: list[labelled_sentences.Sentence]
) -> list[float]:
    """The thresholds of both languages, whose scores differ in scale; questions count as 0."""
    asks = np.array([mood.asks(sentence.text) for sentence in sentences])
    spoken = np.array([sentence.language for sentence in sentences])
    prompts = np.array([sentence.prompt_key for sentence in sentences])
    stated = np.where(asks, 0.0, scores)
    return [
        nudge_threshold(stated[spoken == one], [tuple(key) for key in prompts[spoken == one]])
        for one in ("en", "zh")
    ]


def packed(ngram: Model, rarity: np.ndarray, nudges: list[float], spaces: list[Space]) -> bytes:
    """The file of weights, as `scorer.Scorer` reads it."""
    weights = ngram.weights * rarity
    scale = float(np.abs(weights).max()) / LOWEST
    numbers = np.round(weights / scale).astype(np.int8)
    raw: bytes = scorer.HEADER.pack(scorer.MAGIC, BITS, scale, ngram.intercept, *nudges)
    raw += numbers.tobytes()
    for space in spaces:
        both = (space.lasts, space.is_rule)
        size, intercepts = len(space.lasts.weights), [model.intercept for model in both]
        raw += scorer.SPACE.pack(size, space.threshold, *intercepts)
        raw += b"".join(model.weights.astype("<f4").tobytes() for model in both)
    return raw


def trained(sentences: list[labelled_sentences.Sentence]) -> bytes:
    """Train both models, print how they do on unseen people; the file of weights."""
    texts = [sentence.text for sentence in sentences]
    labels = np.array(
        [sentence.label == labelled_sentences.LASTING for sentence in sentences], int
    )
    people = np.array([sentence.person for sentence in sentences])
    for language in ("zh", "en"):
        rows = np.array([sentence.language == language for sentence in sentences])
        print(f"{language}: {rows.sum()} sentences, {labels[rows].sum()} lasting")
    print(f"{len(set(people))} people")
    matrix, rarity = ngrams(texts)
    ngram = fit(matrix, labels, people, NGRAM_C)
    report("n-grams", ngram.scores, labels)
    nudges = nudge_thresholds(ngram.scores, sentences)
    rows = labels == 1
    rules = np.array([sentence.kind in RULES for sentence in sentences], dtype=int)
    spaces = []
    for matrix in both_spaces(vectors(texts)):
        lasts = fit(matrix, labels, people, VECTOR_C)
        report(f"{matrix.shape[1]} dims", lasts.scores, labels)
        is_rule = fit(matrix[rows], rules[rows], people[rows], VECTOR_C)
        right = ((is_rule.scores >= 0.5) == rules[rows]).mean()
        threshold = candidate_threshold(lasts.scores, labels)
        print(f"a candidate from {threshold:.3f}; rule or fact is told rightly of {right:.2f}")
        spaces.append(Space(lasts, is_rule, threshold))
    print("a nudge from", *(f"{one:.3f}" for one in nudges))
    return packed(ngram, rarity, nudges, spaces)


def main() -> None:
    """Train, judge, and with `--write` replace the weights that ship."""
    parser = argparse.ArgumentParser(description="Train the scorer of lasting sentences.")
    parser.add_argument("sentences", nargs="+", help="files of sentences, JSON lines")
    parser.add_argument("--write", action="store_true", help="replace the weights that ship")
    arguments = parser.parse_args()
    known = labelled_sentences.read(arguments.sentences, "train")
    weights = trained([one for one in known if one.label != labelled_sentences.MAYBE])
    print(f"{len(weights):,} bytes of weights")
    if arguments.write:
        with open(scorer.PATH, "wb") as file:
            file.write(weights)


if __name__ == "__main__":
    main()
