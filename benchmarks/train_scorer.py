"""Trains the scorer of lasting sentences, judges it on unseen people, and writes its weights.

    pip install scikit-learn
    python benchmarks/train_scorer.py SENTENCES.jsonl ... [--unlabelled MORE.jsonl] [--write]

Each line of SENTENCES.jsonl has `repo`, `session`, `prompt`, `text` and `lang`; the labels are
taken from `benchmarks/labels/labels.tsv` by the hash of repository and sentence. The sentences are
strangers' and stay out of the repository; `benchmarks/labels/sources.tsv` says where they stand,
and `benchmarks/rebuilt_sentences.py` finds them there. MORE.jsonl has further sentences of the
training half, with `repo` and `text`: the model over n-grams learns from what the model over
vectors makes of them.

The statements of `benchmarks/labels/statements.jsonl` were written for the training, since plain
statements are rare in real sessions. Both models learn from them. Without MORE.jsonl the model
over n-grams, which decides when the agent is asked, stays as it is.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import tempfile
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix, vstack
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score
from sklearn.model_selection import GroupKFold

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import labelled_sentences
from memory_store.capture import scorer
from memory_store.embedders import offline, use_multilingual
from memory_store.language import mood

if TYPE_CHECKING:
    from collections.abc import Callable

    Raw = dict[str, str]

BITS = 16
NGRAM_C, VECTOR_C = 4.0, 0.9
FOLDS = 10
NUDGED = 0.18  # of a language's prompts; the interface allows one in five
PRECISION = 0.3  # of candidates, on people that the weights never saw
CHOSEN, WRITTEN = 0.5, 0.3  # what a chosen and a written sentence count beside a drawn one
LOWEST = 127
RULES = ("rule", "preference")
LANGUAGES = ("en", "zh")


class Model(NamedTuple):
    """A linear model: its weights (n), its intercept, and its scores of unseen people (rows)."""

    weights: np.ndarray
    intercept: float
    scores: np.ndarray


class Rows(NamedTuple):
    """What a model learns from.

    Attributes:
        matrix: rows x features.
        labels: 1 for a lasting sentence, else 0.
        weights: what each row counts.
        people: who said each; nobody is in two folds.
    """

    matrix: np.ndarray | csr_matrix
    labels: np.ndarray
    weights: np.ndarray
    people: np.ndarray

    def some(self, which: np.ndarray) -> Rows:
        """The rows of these numbers, or where a mask is true."""
        return Rows(*(part[which] for part in self))


def fit(rows: Rows, c: float, teach: Callable[[np.ndarray], Rows] | None = None) -> Model:
    """Fit on all rows; score each row by a model that never saw its person.

    Args:
        rows: the sentences with labels.
        c: the inverse strength of regularisation.
        teach: gives further rows to learn from, for the numbers of the rows that may be known.
    """

    def fitted(known: np.ndarray) -> LogisticRegression:
        matrix, labels, weights, _ = rows.some(known)
        if teach is not None:
            further = teach(known)
            matrix = vstack([matrix, further.matrix]).tocsr()
            labels = np.concatenate([labels, further.labels])
            weights = np.concatenate([weights, further.weights])
        model = LogisticRegression(C=c, max_iter=3000)
        return model.fit(matrix, labels, sample_weight=weights)

    scores = np.zeros(len(rows.labels))
    for known, unseen in GroupKFold(FOLDS).split(rows.labels, rows.labels, rows.people):
        scores[unseen] = fitted(known).predict_proba(rows.matrix[unseen])[:, 1]
    whole = fitted(np.arange(len(rows.labels)))
    return Model(whole.coef_[0], float(whole.intercept_[0]), scores)


class Teacher(NamedTuple):
    """Labels further sentences by a model over vectors, for a model over n-grams to learn from.

    Attributes:
        rows: the labelled sentences by their vectors.
        matrix, vectors, people: the further ones by n-grams and by vectors, and who said them.
    """

    rows: Rows
    matrix: csr_matrix
    vectors: np.ndarray
    people: np.ndarray

    def teach(self, known: np.ndarray) -> Rows:
        """The further sentences with labels by a model that knows some of the rows alone.

        Each comes twice, as lasting and as not, weighted by the probability of each (Hinton et
        al. 2015, arXiv 1503.02531). Those of people in the other rows are left out.

        Args:
            known: the numbers of the rows that may be learnt from.
        """
        matrix, labels, weights, people = self.rows.some(known)
        teacher = LogisticRegression(C=VECTOR_C, max_iter=3000)
        teacher.fit(matrix, labels, sample_weight=weights)
        others = ~np.isin(self.people, np.setdiff1d(self.rows.people, people))
        count = int(others.sum())
        if not count:
            return Rows(self.matrix[:0], labels[:0], weights[:0], people[:0])
        shares = teacher.predict_proba(self.vectors[others])[:, ::-1]
        return Rows(
            vstack([self.matrix[others]] * 2).tocsr(),
            np.repeat([1, 0], count),
            shares.T.ravel(),
            np.tile(self.people[others], 2),
        )


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


def candidate_threshold(scores: np.ndarray, labels: np.ndarray) -> float:
    """The lowest score above which PRECISION of the unseen sentences are lasting."""
    order = np.argsort(-scores)
    precision = np.cumsum(labels[order]) / np.arange(1, len(order) + 1)
    enough = np.nonzero(precision >= PRECISION)[0]
    return float(scores[order[enough[-1]]]) if len(enough) else 1.0


def report(name: str, scores: np.ndarray, labels: np.ndarray, drawn: int) -> None:
    """Print average precision and precision / recall of the best of the drawn rows.

    Args:
        name: of the model.
        scores: of all rows, the drawn ones first.
        labels: likewise.
        drawn: how many rows are drawn; the average precision of the others is printed too.
    """
    others = average_precision_score(labels[drawn:], scores[drawn:])
    scores, labels = scores[:drawn], labels[:drawn]
    order = np.argsort(-scores)
    cells = []
    for part in (0.25, 0.5, 1.0, 1.5, 2.0):
        count = max(1, int(part * labels.sum()))
        hits = labels[order[:count]].sum()
        cells.append(f"best {count}: {hits / count:.2f}/{hits / labels.sum():.2f}")
    average = average_precision_score(labels, scores)
    print(f"{name:10s} average precision {average:.3f}  {'  '.join(cells)}")
    print(f"{'':10s} of chosen and written sentences {others:.3f}")


class Space(NamedTuple):
    """The models over the vectors of one embedder, and the threshold of a candidate."""

    lasts: Model
    is_rule: Model
    threshold: float


def nudge_threshold(
    scores: np.ndarray, sentences: list[labelled_sentences.Sentence], language: str
) -> float:
    """The score that the best sentence of NUDGED of a language's prompts reaches.

    Prints how many of these prompts have a lasting sentence there. Questions count as 0.
    """
    best: dict[tuple[str, str, str], tuple[float, bool]] = {}
    for score, sentence in zip(scores, sentences, strict=True):
        if sentence.language == language:
            stated = 0.0 if mood.asks(sentence.text) else float(score)
            likeliest = (stated, sentence.label == labelled_sentences.LASTING)
            best[sentence.prompt_key] = max(best.get(sentence.prompt_key, (0.0, False)), likeliest)
    threshold = float(np.quantile([score for score, _ in best.values()], 1 - NUDGED))
    right = [lasts for score, lasts in best.values() if score >= threshold]
    print(f"{language}: a nudge from {threshold:.3f}, right in {np.mean(right):.2f}", end="")
    print(f" of {len(right)}, for {sum(right)} of {sum(lasts for _, lasts in best.values())}")
    return threshold


def packed_ngrams(ngram: Model, rarity: np.ndarray, nudges: list[float]) -> bytes:
    """The beginning of the file of weights, as `scorer.Scorer` reads it: the n-grams'."""
    weights = ngram.weights * rarity
    scale = float(np.abs(weights).max()) / LOWEST
    numbers = np.round(weights / scale).astype(np.int8)
    raw: bytes = scorer.HEADER.pack(scorer.MAGIC, BITS, scale, ngram.intercept, *nudges)
    raw += numbers.tobytes()
    return raw


def shipped_ngrams() -> bytes:
    """The same of the file that ships."""
    with open(scorer.PATH, "rb") as file:
        head: bytes = file.read(scorer.HEADER.size + (1 << BITS))
    return head


def packed_spaces(spaces: list[Space]) -> bytes:
    """The rest of the file: the models over vectors."""
    raw = b""
    for space in spaces:
        both = (space.lasts, space.is_rule)
        size, intercepts = len(space.lasts.weights), [model.intercept for model in both]
        raw += scorer.SPACE.pack(size, space.threshold, *intercepts)
        raw += b"".join(model.weights.astype("<f4").tobytes() for model in both)
    return raw


class Material(NamedTuple):
    """What the scorer is trained with.

    Attributes:
        drawn: sentences as sessions have them: figures and thresholds come from these alone.
        chosen: sentences that were labelled because a scorer found them likely.
        written: statements that were written for the training.
        unlabelled: further sentences, as JSON objects with `repo` and `text`.
    """

    drawn: list[labelled_sentences.Sentence]
    chosen: list[labelled_sentences.Sentence]
    written: list[labelled_sentences.Sentence]
    unlabelled: list[Raw]


def trained(material: Material) -> bytes:
    """Train both models, print how they do on unseen people; the file of weights."""
    drawn, chosen, written, unlabelled = material
    _describe("drawn", drawn)
    _describe("chosen", chosen)
    _describe("written", written)
    sentences = [*drawn, *chosen, *written]
    rows = Rows(
        np.zeros((len(sentences), 0)),
        np.array([sentence.label == labelled_sentences.LASTING for sentence in sentences], int),
        np.repeat([1.0, CHOSEN, WRITTEN], [len(drawn), len(chosen), len(written)]),
        np.array([sentence.person for sentence in sentences]),
    )
    texts = [sentence.text for sentence in sentences] + [raw["text"] for raw in unlabelled]
    embedded = both_spaces(vectors(texts))
    count = len(sentences)
    spaces = [
        _space(rows._replace(matrix=space[:count]), sentences, len(drawn)) for space in embedded
    ]
    head = shipped_ngrams() if not unlabelled else _ngrams_of(material, rows, embedded[0])
    return head + packed_spaces(spaces)


def _ngrams_of(material: Material, rows: Rows, embedded: np.ndarray) -> bytes:
    """Train the model over n-grams with the help of the one over vectors; its part of the file."""
    drawn, chosen, written, unlabelled = material
    texts = [one.text for one in (*drawn, *chosen, *written)] + [raw["text"] for raw in unlabelled]
    matrix, rarity = ngrams(texts)
    count = len(rows.labels)
    teacher = Teacher(
        rows._replace(matrix=embedded[:count]),
        matrix[count:],
        embedded[count:],
        np.array([raw["repo"].split("/")[0].lower() for raw in unlabelled]),
    )
    ngram = fit(rows._replace(matrix=matrix[:count]), NGRAM_C, teacher.teach)
    report("n-grams", ngram.scores, rows.labels, len(drawn))
    nudges = [nudge_threshold(ngram.scores[: len(drawn)], drawn, one) for one in LANGUAGES]
    return packed_ngrams(ngram, rarity, nudges)


def _space(rows: Rows, sentences: list[labelled_sentences.Sentence], drawn: int) -> Space:
    """The models over the vectors of one embedder; the first `drawn` rows set the threshold.

    Args:
        rows: the sentences by their vectors.
        sentences: the same in words.
        drawn: how many of the rows are drawn as sessions have them.
    """
    lasts = fit(rows, VECTOR_C)
    report(f"{rows.matrix.shape[1]} dims", lasts.scores, rows.labels, drawn)
    stated = np.array([bool(sentence.kind) for sentence in sentences])
    rules = np.array([sentence.kind in RULES for sentence in sentences], dtype=int)
    kinds = rows._replace(labels=rules).some(stated)
    is_rule = fit(kinds, VECTOR_C)
    right = ((is_rule.scores >= 0.5) == kinds.labels).mean()
    threshold = candidate_threshold(lasts.scores[:drawn], rows.labels[:drawn])
    print(f"a candidate from {threshold:.3f}; rule or fact is told rightly of {right:.2f}")
    return Space(lasts, is_rule, threshold)


def _describe(name: str, sentences: list[labelled_sentences.Sentence]) -> None:
    """Print how many sentences of each language there are, and of how many people."""
    people = len({sentence.person for sentence in sentences})
    print(f"{name}: {people} people or writers", end="")
    for language in ("zh", "en"):
        spoken = [sentence for sentence in sentences if sentence.language == language]
        lasting = sum(sentence.label == labelled_sentences.LASTING for sentence in spoken)
        print(f"; {language}: {len(spoken)} sentences, {lasting} lasting", end="")
    print()


def _sure(sentences: list[labelled_sentences.Sentence]) -> list[labelled_sentences.Sentence]:
    return [sentence for sentence in sentences if sentence.label != labelled_sentences.MAYBE]


def main() -> None:
    """Train, judge, and with `--write` replace the weights that ship."""
    parser = argparse.ArgumentParser(description="Train the scorer of lasting sentences.")
    parser.add_argument("sentences", nargs="+", help="files of sentences, JSON lines")
    parser.add_argument("--unlabelled", help="a file of further sentences, JSON lines")
    parser.add_argument("--write", action="store_true", help="replace the weights that ship")
    arguments = parser.parse_args()
    with open(arguments.unlabelled or os.devnull, encoding="utf-8") as file:
        unlabelled = [json.loads(line) for line in file]
    material = Material(
        _sure(labelled_sentences.read(arguments.sentences, "train")),
        _sure(labelled_sentences.read(arguments.sentences, labelled_sentences.CHOSEN)),
        labelled_sentences.statements(),
        unlabelled,
    )
    weights = trained(material)
    print(f"{len(weights):,} bytes of weights")
    if arguments.write:
        with open(scorer.PATH, "wb") as file:
            file.write(weights)


if __name__ == "__main__":
    main()
