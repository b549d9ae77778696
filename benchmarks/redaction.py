"""How well redaction finds secrets, what it takes for one, and how long it takes.

    python benchmarks/redaction.py [FILE ...] [--code DIRECTORY ...] [--misses N]
                                   [--format text|json]

FILE holds cases of somebody else, a JSON object a line: {"rule": …, "text": …, "secret": true or
false, "value": …}. One of a secret counts as found if something was replaced and its `value`,
where it tells one, stands in the text no more; of the others any replacement counts. `--misses`
shows the first N of each sort.

False alarms are counted by lines: of this Python's standard library or of the DIRECTORIES named,
and of what agents and people said in the sets of this folder, where every alarm is a false one.
The time is that of `redact.secrets` on these texts in blocks of 8,000 characters, and of the
dearest of many texts of 8 KB made from the beginnings of the rules.

Ends with status 1 if a figure is worse than docs/privacy.md promises.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import random
import re
import sys
import sysconfig
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from memory_store.text import clean, redact, redact_keys, redact_names, redact_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FOUND_AT_LEAST, ALARMS_AT_MOST = 0.9, 0.01
MS_A_THOUSAND, MS_OF_8_KB = 1.0, 25.0

_HERE = Path(__file__).parent
_BLOCK = 8_000
_HOSTILE = 8_192
_SETS = ("sessions", "turns", "prompts")
_SAID = ("text", "prompt", "answer", "question", "fact")


class Cases(NamedTuple):
    """What was found of a file's cases: of each sort how many, and those that went wrong."""

    secrets: int
    found: int
    others: int
    alarms: int
    missed: list[dict[str, Any]]
    alarmed: list[dict[str, Any]]
    whole_rules: int
    rules: int


class Lines(NamedTuple):
    """What was taken for a secret where there is none, by lines, and the time it took."""

    lines: int
    alarmed: list[str]
    ms_a_thousand: float


def cases(path: Path) -> Cases:
    """What redaction does with the cases in a file.

    Raises:
        ValueError: a line is no case; OSError: it can't be read.
    """
    total: collections.Counter[str] = collections.Counter()
    missed, alarmed = [], []
    others = 0
    for line in path.read_text("utf-8").splitlines():
        case = json.loads(line)
        after, kinds = redact.secrets(clean.text(case["text"]))
        value = clean.text(case.get("value") or "").strip()
        if not case["secret"]:
            others += 1
            alarmed += [case] if kinds else []
            continue
        total[case["rule"]] += 1
        missed += [case] if not kinds or (value and value in after) else []
    lost = collections.Counter(case["rule"] for case in missed)
    whole = sum(lost[rule] <= (1 - FOUND_AT_LEAST) * count for rule, count in total.items())
    found = total.total() - len(missed)
    return Cases(total.total(), found, others, len(alarmed), missed, alarmed, whole, len(total))


def code(directories: Iterable[str]) -> Iterator[str]:
    """The texts of the Python files below some directories, without installed packages."""
    for directory in directories:
        for above, below, names in os.walk(directory):
            below[:] = [one for one in below if one != "site-packages"]
            for name in sorted(names):
                if name.endswith(".py"):
                    yield Path(above, name).read_text("utf-8", "replace")


def said() -> Iterator[str]:
    """What people and agents say in the sets of this folder."""
    for name in _SETS:
        for path in sorted((_HERE / name).glob("*.jsonl")):
            for line in path.read_text("utf-8").splitlines():
                yield from _texts(json.loads(line))


def _texts(value: Any) -> Iterator[str]:  # noqa: ANN401  any JSON
    if isinstance(value, list):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, dict):
        for name, one in value.items():
            if isinstance(one, str):
                yield from [one] if name in _SAID else []
            else:
                yield from _texts(one)


def lines(texts: Iterable[str]) -> Lines:
    """The lines of texts that hold no secret, in which redaction found one."""
    count, alarmed, characters, milliseconds = 0, [], 0, 0.0
    for text in texts:
        for start in range(0, len(text), _BLOCK):
            block = text[start : start + _BLOCK]
            milliseconds += _milliseconds(block)
            characters += len(block)
        for line in text.splitlines():
            if line.strip():
                count += 1
                alarmed += [line.strip()] if redact.secrets(line)[1] else []
    return Lines(count, alarmed, milliseconds * 1e3 / max(1, characters))


def dearest(seed: int = 5, count: int = 400) -> tuple[float, str]:
    """The most milliseconds that a text of 8 KB takes, the best of three, and its beginning.

    They are made from the literals of the rules, the names of assignments and what may follow.
    """
    rules = redact_keys.RULES + redact_rules.PLACES
    heads = [literal for rule in rules for literal in rule[1]] + list(redact_names.NAMES)
    tails = ["", "=", ": ", "='", '"', "a1", "A" * 40, " ", "\n", ".", "-", "/", "@", "a1." * 9]
    chance = random.Random(seed)
    worst, what = 0.0, ""
    for _ in range(count):
        parts = [
            chance.choice(heads) + chance.choice(tails) for _ in range(chance.choice((1, 1, 2, 4)))
        ]
        text = "".join(parts)
        text = (text * (_HOSTILE // len(text) + 1))[:_HOSTILE]
        text = chance.choice((text, text.upper(), text[: _HOSTILE // 2] + "a1" * (_HOSTILE // 4)))
        spent = _milliseconds(text)
        if spent > worst:
            worst, what = spent, text[:60]
    return worst, what


def _milliseconds(text: str) -> float:
    """The least time of three, so that other work on the machine does not count."""

    def once() -> float:
        begun = time.process_time()
        redact.secrets(text)
        return (time.process_time() - begun) * 1e3

    return min(once() for _ in range(3))


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 1 where a figure is worse than promised."""
    given = _parser().parse_args(arguments)
    stdlib = sysconfig.get_paths()["stdlib"]
    in_code, in_talk = lines(code(given.code or [stdlib])), lines(said())
    worst, what = dearest()
    rows: dict[str, object] = {}
    bad = False
    for path in given.files:
        found = cases(Path(path))
        rows[f"{Path(path).name}: secrets found"] = _share(found.found, found.secrets)
        rows[f"{Path(path).name}: kinds of which 9 in 10 are found"] = (
            f"{found.whole_rules} of {found.rules}"
        )
        rows[f"{Path(path).name}: others replaced"] = _share(found.alarms, found.others)
        bad |= found.found < FOUND_AT_LEAST * found.secrets
        _show("missed", found.missed, given.misses)
        _show("replaced", found.alarmed, given.misses)
    for name, got in (("code", in_code), ("conversations", in_talk)):
        rows[f"{name}: lines with a false alarm"] = _share(len(got.alarmed), got.lines)
        rows[f"{name}: ms for 1,000 characters"] = round(got.ms_a_thousand, 3)
        bad |= len(got.alarmed) > ALARMS_AT_MOST * got.lines or got.ms_a_thousand > MS_A_THOUSAND
        _show(name, got.alarmed, given.misses)
    rows["dearest text of 8 KB, ms"] = f"{worst:.1f}  {what!r}"
    rows["kinds of keys"] = len({rule[0] for rule in redact_keys.RULES + redact_rules.PLACES})
    _print(rows, given.format)
    return int(bad or worst > MS_OF_8_KB)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", metavar="FILE", help="cases, JSON lines")
    parser.add_argument(
        "--code", nargs="+", metavar="DIRECTORY", help="default: the standard library"
    )
    parser.add_argument(
        "--misses", type=int, default=0, metavar="N", help="show so many of each sort"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    return parser


def _share(part: int, whole: int) -> str:
    return f"{part:,} of {whole:,} ({part / max(1, whole):.2%})"


def _show(name: str, found: list[Any], most: int) -> None:
    for one in found[:most]:
        print(f"  {name}: {ascii(one)[:300]}", file=sys.stderr)


def _print(rows: dict[str, object], form: str) -> None:
    if form == "json":
        print(json.dumps(rows, indent=2))
        return
    wide = max(map(len, rows))
    for name, value in rows.items():
        print(re.sub(" +$", "", f"{name:{wide}}  {value}"))


if __name__ == "__main__":
    sys.exit(main())
