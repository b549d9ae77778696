"""How well a search finds what answers a question: recall and rank on sets with known answers.

    python benchmarks/retrieval.py FOLDER [--sets a,b] [--methods fts,hybrid] [--limit-stores N]
        [--kind fact|turn] [--model NAME]... [--backend NAME] [--keep DIRECTORY] [--strict]
        [--format text|json]

FOLDER holds a file NAME.json for each set, a list of collections that are searched one by one:

    [{"name", "lang", "corpus": [{"id", "text", "ts", "session"}],
      "queries": [{"q", "gold": [ids], "kind"}]}]

`ts` and `session` may be null. No set is in this repository: most licences ask for more than we
want to carry. To make those of docs/figures.md, take from their repositories on GitHub:

    locomo_turn   snap-research/locomo, data/locomo10.json (CC BY-NC 4.0): a text for each turn,
                  "Speaker: words"; the questions of categories 1 to 4, gold is their evidence
    python_faq_*  python/cpython, Doc/faq, with python/python-docs-zh-cn (PSF): a text for each
                  answer, asked by its heading; zh-en asks in Chinese for English texts
    madial_zh     hejunqing/MADial-Bench (MIT): the memories, asked by what calls them to mind
    lifebench_*   1754955896/LifeBench (Apache-2.0): all notes, messages and calls of one person
    beads         marot/spotter (MIT): descriptions of issues, asked by their titles

Each collection is written to a store of its own in a temporary directory (or under --keep, where
the next run finds its vectors again) and indexed as the product does. A text is a fact, or a turn
with --kind turn, of its date and session; one that is too long for that is a note; none is cut.
`fts`, `vector` and `hybrid` are the product as shipped; `rrf` (k = 60) and `weighted` (0.7 of
vectors, 0.3 of words) fuse the same two lists; `unicode61`, `porter` and `trigram` are plain FTS5.
`--model` adds another model: a provider by name (use-multilingual), or a folder for fastembed.
`no-company`, `no-script`, `no-echo`, `no-least`, `no-translations`, `words-1.2` and `words-2`
change one choice each.

Figures are per cent. R@k is the share of a question's gold texts among the first k, MRR one over
the place of the first gold text (0 beyond 100), both averaged over all questions of a set. Texts
that are word for word the same count as one, since the product gives them once; with --strict only
the very ids in gold count, which no search that merges can reach where gold has such a text.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import machine
from benchmarks import retrieval_methods as methods
from benchmarks import retrieval_sets as sets
from memory_store import errors

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_CUTS = (1, 5, 10)
_WIDTHS = (16, 12)
_SETTINGS = "MEMORY_STORE_"
_PLACES = ("HOME", "XDG_")


class Figures(NamedTuple):
    """What one method reaches on a set, in per cent; `recall` is by the number of results."""

    recall: dict[int, float]
    mrr: float
    queries: int

    def plain(self) -> dict[str, float]:
        """The figures by the names that a reader of the JSON looks for."""
        named = {f"R@{cut}": round(value, 2) for cut, value in self.recall.items()}
        return {**named, "MRR": round(self.mrr, 2), "queries": self.queries}


class Outcome(NamedTuple):
    """What was found for a question, and what should be; texts that are the same have one id."""

    found: Sequence[str]
    gold: frozenset[str]


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 0, or 1 where a set can't be read or a search lacked a retriever."""
    parsed = _parse(arguments)
    try:
        chosen = methods.choose(parsed.methods, parsed.model)
        found = sets.read(parsed.folder, parsed.sets, parsed.limit_stores)
        with _directory(parsed.keep) as directory:
            _move_in(directory, parsed.backend)
            figures = {
                name: _measure(name, listed, directory, chosen, parsed)
                for name, listed in found.items()
            }
    except (ValueError, RuntimeError, errors.MemoryStoreError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    if parsed.format == "json":
        print(json.dumps(_plain(figures)))
    else:
        print(render(figures))
    return 0


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", help="holds a file NAME.json for each set")
    listed = {"type": lambda text: text.split(","), "default": [], "metavar": "A,B"}
    parser.add_argument("--sets", help="only these", **listed)  # type: ignore[arg-type]
    parser.add_argument(
        "--methods",
        help=f"of {', '.join(methods.METHODS)} (default) or {', '.join(methods.WITHOUT)}",
        **listed,  # type: ignore[arg-type]
    )
    parser.add_argument("--limit-stores", type=int, metavar="N", help="of each set, the first N")
    parser.add_argument("--kind", choices=sets.KINDS, default=sets.FACT, help="what a text is")
    parser.add_argument("--model", action="append", default=[], metavar="NAME", help="as well")
    parser.add_argument(
        "--backend", default="sqlite", help="what keeps the vectors (default: sqlite)"
    )
    parser.add_argument("--keep", metavar="DIRECTORY", help="where stores and vectors stay")
    parser.add_argument("--strict", action="store_true", help="texts that are the same differ")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    return parser.parse_args(arguments)


@contextlib.contextmanager
def _directory(kept: str | None) -> Iterator[Path]:
    if kept:
        Path(kept).mkdir(parents=True, exist_ok=True)
        yield Path(kept).resolve()
        return
    with tempfile.TemporaryDirectory(prefix="memory-store-retrieval-") as directory:
        yield Path(directory).resolve()


def _move_in(directory: Path, backend: str) -> None:
    """Have the product find its places in `directory`; the backend is the one setting it has."""
    for name in [one for one in os.environ if one.startswith(_SETTINGS)]:
        del os.environ[name]
    places = machine.environment(directory)
    os.environ.update({name: at for name, at in places.items() if name.startswith(_PLACES)})
    os.environ["MEMORY_STORE_INDEX_BACKEND"] = backend


def _measure(
    name: str,
    collections: Sequence[sets.Collection],
    directory: Path,
    chosen: Sequence[methods.Method],
    parsed: argparse.Namespace,
) -> dict[str, Figures]:
    """The figures of each method over all collections of a set."""
    outcomes: dict[methods.Method, list[Outcome]] = {method: [] for method in chosen}
    for one in collections:
        for method, found in outcomes_of(
            name, one, directory, chosen, parsed.kind, strict=parsed.strict
        ).items():
            outcomes[method] += found
    return {method.label(): figures_of(found) for method, found in outcomes.items()}


def outcomes_of(
    name: str,
    collection: sets.Collection,
    directory: Path,
    chosen: Sequence[methods.Method],
    kind: str = sets.FACT,
    *,
    strict: bool = False,
) -> dict[methods.Method, list[Outcome]]:
    """What each method finds for each question of a collection, as `retrieval_methods.rank`."""
    started = time.monotonic()

    def tell(text: str) -> None:
        elapsed = time.monotonic() - started
        print(f"{name}/{collection.name} {elapsed:6.1f} s  {text}", file=sys.stderr)

    kept = sets.keep(collection, directory / "stores", kind)
    left_out = f", {kept.empty} empty ones left out" if kept.empty else ""
    tell(f"{len(collection.texts)} texts, {kept.notes} of them as notes{left_out}")
    same = {one.id: one.id for one in collection.texts} if strict else collection.meaning_same()
    golds = [frozenset(same[one] for one in query.gold) for query in collection.queries]
    ranked = methods.rank(collection, kept, chosen, tell)
    return {
        method: [
            Outcome(list(dict.fromkeys(same[one] for one in found)), gold)
            for found, gold in zip(ranked[method], golds, strict=True)
        ]
        for method in chosen
    }


def figures_of(outcomes: Sequence[Outcome]) -> Figures:
    """Recall and mean reciprocal rank over questions, in per cent."""
    recall = {
        cut: _mean([len(one.gold & {*one.found[:cut]}) / len(one.gold) for one in outcomes])
        for cut in _CUTS
    }
    return Figures(recall, _mean([_reciprocal(one) for one in outcomes]), len(outcomes))


def _reciprocal(one: Outcome) -> float:
    places = (at for at, found in enumerate(one.found, 1) if found in one.gold)
    return 1 / next(places, float("inf"))


def _mean(shares: Sequence[float]) -> float:
    return 100 * sum(shares) / len(shares) if shares else 0.0


def render(figures: dict[str, dict[str, Figures]]) -> str:
    """The figures as a Markdown table, with the means over sets where there are several."""
    first, second = _WIDTHS
    heads = [*(f"R@{cut}" for cut in _CUTS), "MRR"]
    shown = " | ".join(f"{one:>5}" for one in heads)
    lines = [
        f"| {'set':{first}} | {'method':{second}} | {shown} |",
        f"|{'-' * (first + 2)}|{'-' * (second + 2)}|" + f"{'-' * 6}:|" * len(heads),
    ]
    for name, by_method in [*figures.items(), *_means(figures)]:
        for method, one in by_method.items():
            values = [*one.recall.values(), one.mrr]
            shown = " | ".join(f"{value:5.1f}" for value in values)
            lines.append(f"| {name:{first}} | {method:{second}} | {shown} |")
    return "\n".join(lines)


def _means(figures: dict[str, dict[str, Figures]]) -> list[tuple[str, dict[str, Figures]]]:
    """The mean of all sets, each counting the same."""
    if len(figures) < 2:
        return []
    found = {}
    for method in next(iter(figures.values())):
        rows = [by_method[method] for by_method in figures.values()]
        recall = {cut: sum(row.recall[cut] for row in rows) / len(rows) for cut in _CUTS}
        queries = sum(row.queries for row in rows)
        found[method] = Figures(recall, sum(row.mrr for row in rows) / len(rows), queries)
    return [("mean", found)]


def _plain(figures: dict[str, dict[str, Figures]]) -> dict[str, dict[str, dict[str, float]]]:
    return {
        name: {method: one.plain() for method, one in by_method.items()}
        for name, by_method in figures.items()
    }


if __name__ == "__main__":
    sys.exit(main())
