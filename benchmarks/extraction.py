"""How well the facts that hooks keep of a turn are the ones that people would keep.

    python benchmarks/extraction.py [--split dev|test|unseen|all] [--verbose] [--format text|json]

Runs `learn.retain.keep`, which the hooks call, on each turn of benchmarks/turns (README.md there
tells what is labelled, and how) in an empty store of its own, the prompt first and then the
answer. Must not look at a turn's labels before the facts are written.

A fact matches a label if it holds all keywords of the label's `must`, both casefolded. Each fact
matches one label at most and each label one fact, as many as can be, of the same type where there
is a choice; so of two facts that say the same, one is wrong ("repeat"). Precision is the share of
facts that match, recall the share of labels that are matched, type accuracy the share of matches
whose types agree; all over the facts and labels of all turns together (micro averages).
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import extraction_turns as turns
from benchmarks import machine
from memory_store import layout, place
from memory_store.journal import create, facts, records
from memory_store.learn import retain

LONGEST = 120  # characters that a fact should have at most
_SETTINGS = "MEMORY_STORE_"
_PLACES = ("HOME", "XDG_")
_HEADS = ("turns", "labels", "facts", "precision", "recall", "types")


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 0, or 1 where the turns can't be read."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--split", choices=(*turns.SPLITS, "all"), default="all")
    parser.add_argument("--verbose", action="store_true", help="the texts of what went wrong")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parsed = parser.parse_args(arguments)
    try:
        labelled = turns.read(turns.SPLITS if parsed.split == "all" else (parsed.split,))
    except (OSError, ValueError, KeyError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    outcomes = measure(labelled)
    if parsed.format == "json":
        print(json.dumps(report(outcomes), ensure_ascii=False))
    else:
        print(render(outcomes, verbose=parsed.verbose))
    return 0


def measure(labelled: list[turns.Turn]) -> list[turns.Outcome]:
    """What is kept of each turn; places and settings are those of a fresh machine meanwhile."""
    before = dict(os.environ)
    with tempfile.TemporaryDirectory(prefix="memory-store-extraction-") as directory:
        root = Path(directory).resolve()
        for name in [one for one in os.environ if one.startswith(_SETTINGS)]:
            del os.environ[name]
        places = machine.environment(root / "machine")
        os.environ.update({name: at for name, at in places.items() if name.startswith(_PLACES)})
        try:
            for warming in labelled[:1]:
                _keep(warming, root / "warming")
            return [turns.outcome(one, *_keep(one, root / one.id)) for one in labelled]
        finally:
            os.environ.clear()
            os.environ.update(before)


def _keep(turn: turns.Turn, project: Path) -> tuple[tuple[turns.Found, ...], float]:
    """The facts that hooks keep of a turn, in a new project, and the seconds that it took them."""
    project.mkdir(parents=True)
    store = layout.project_store(str(project))
    create.create(store)
    where = place.resolve(str(project))
    seconds = 0.0
    for kind, text in (("prompt", turn.prompt), ("response", turn.answer)):
        event = records.event(kind, "benchmark", "cursor", text=text)
        started = time.perf_counter()
        retain.keep(where, [event])
        seconds += time.perf_counter() - started
    kept = [turns.Found(str(one["type"]), str(one["content"])) for one in facts.recent(store)]
    return tuple(reversed(kept)), seconds


def figures(outcomes: list[turns.Outcome]) -> dict[str, float | None]:
    """Counts, and precision, recall and type accuracy in 0..1, None where there is nothing."""
    labels = sum(len(one.turn.keep) for one in outcomes)
    found = sum(len(one.found) for one in outcomes)
    pairs = [
        (one.turn.keep[label], one.found[fact])
        for one in outcomes
        for label, fact in one.pairs.items()
    ]
    typed = sum(label.kind == fact.kind for label, fact in pairs)
    shares = (_share(len(pairs), found), _share(len(pairs), labels), _share(typed, len(pairs)))
    return dict(zip(_HEADS, (len(outcomes), labels, found, *shares), strict=True))


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def groups(outcomes: list[turns.Outcome]) -> dict[str, list[turns.Outcome]]:
    """The outcomes by split and language (`dev en`), and of a split as a whole (`dev`)."""
    found: dict[str, list[turns.Outcome]] = {}
    for split in turns.SPLITS:
        for lang in (*turns.LANGUAGES, ""):
            chosen = [one for one in outcomes if one.turn.split == split]
            chosen = [one for one in chosen if lang in (one.turn.lang, "")]
            if chosen:
                found[f"{split} {lang}".strip()] = chosen
    return found


def shapes(outcomes: list[turns.Outcome]) -> dict[str, list[turns.Outcome]]:
    """The outcomes by the turn's shape, in order of the alphabet."""
    names = sorted({one.turn.shape for one in outcomes})
    return {name: [one for one in outcomes if one.turn.shape == name] for name in names}


def sizes(outcomes: list[turns.Outcome]) -> dict[str, float | None]:
    """Milliseconds for a turn (median, 95th percentile); characters of a fact, and share over 120.

    The time is of the whole call, twice a turn: extraction, lock, files and their flush to disk.
    """
    spent = [1_000 * one.seconds for one in outcomes]
    lengths = [len(fact.content) for one in outcomes for fact in one.found]
    return {
        "median_ms": statistics.median(spent),
        "p95_ms": statistics.quantiles(spent, n=20, method="inclusive")[-1],
        "mean_characters": statistics.fmean(lengths) if lengths else None,
        f"over_{LONGEST}": _share(sum(one > LONGEST for one in lengths), len(lengths)),
    }


def report(outcomes: list[turns.Outcome]) -> dict[str, Any]:
    """All figures, and what went wrong by the ids of its turns."""
    wrong: dict[str, list[str]] = {}
    for one in turns.confusions(outcomes):
        wrong.setdefault(one.what, []).append(one.id)
    return {
        "figures": {name: figures(chosen) for name, chosen in groups(outcomes).items()},
        "shapes": {name: figures(chosen) for name, chosen in shapes(outcomes).items()},
        "sizes": sizes(outcomes),
        "confusions": wrong,
    }


def render(outcomes: list[turns.Outcome], *, verbose: bool = False) -> str:
    """The figures as Markdown tables (shares in per cent), then the confusions."""
    told = sizes(outcomes)
    parts = [_table("split", groups(outcomes)), _table("shape", shapes(outcomes))]
    parts.append(
        f"a turn takes {told['median_ms']:.2f} ms (median), {told['p95_ms']:.2f} ms (95 %); "
        f"a fact has {_shown(told['mean_characters'])} characters, "
        f"{_percent(told[f'over_{LONGEST}'])} % have over {LONGEST}"
    )
    listed = turns.confusions(outcomes)
    for what in (turns.WRONG, turns.REPEAT, turns.MISS, turns.TYPE):
        chosen = [one for one in listed if one.what == what]
        lines = [f"{what} ({len(chosen)}): {', '.join(one.id for one in chosen)}"]
        if verbose:
            lines += [f"  {one.id}  {one.text!r}" for one in chosen]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def _table(first: str, rows: dict[str, list[turns.Outcome]]) -> str:
    lines = [
        f"| {first:12} | " + " | ".join(_HEADS) + " |",
        f"|{'-' * 14}|" + "".join(f"{'-' * (len(one) + 1)}:|" for one in _HEADS),
    ]
    for name, chosen in rows.items():
        values = figures(chosen)
        cells = [f"{values[one]:{len(one)}}" for one in _HEADS[:3]]
        cells += [f"{_percent(values[one]):>{len(one)}}" for one in _HEADS[3:]]
        lines.append(f"| {name:12} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}"


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


if __name__ == "__main__":
    sys.exit(main())
