"""How many facts that the code has outlived are marked, and how many living ones.

    python benchmarks/outlived.py REPOSITORY.git… [--apart 200] [--windows 5] [--misses]
    python benchmarks/outlived.py REPOSITORY.git --cost 5000

For each window of each repository, facts are written for a commit and asked `--apart` commits
later (along first parents): sentences in English and Chinese, by templates, that name a random
path, a script, a package or a version of that commit's tree. What is true later is told by git
itself and by the later files, read here with other means than the product's. *Documentation*:
sentences of Markdown files that the maintainers left word for word, taken as living; `--misses`
prints those that were judged wrongly. `--cost` times `sync` beside an idle one with so many facts,
in the last repository. All of it happens in a temporary directory.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import machine
from memory_store import clock, errors, place
from memory_store.codebase import check
from memory_store.journal import append, create, outlived, records
from memory_store.store import layout
from memory_store.upkeep import finish

_OF_A_KIND = 40
_PATHS = (
    "The retry logic lives in {0}.", "Always update {0} when the API changes.", "入口在 {0}。",
    "改接口时要同步修改 `{0}`。",
    "{0} holds the defaults; read it first.", "See `{0}` for the pattern.",
)  # fmt: skip
_SCRIPTS = (
    "Run `{0}` before each commit.", "CI uses {0} to verify.", "提交前先跑 `{0}`。",
    "用 {0} 做检查。", "After changing the schema run {0}, then commit.",
)  # fmt: skip
_PACKAGES = (
    "We use {0} for this.", "项目依赖 {0}。", "The tests need `{0}`.", "这里用 {0} 处理。",
    "Date handling is built with {0}, not by hand.",
)  # fmt: skip
_VERSIONS = (
    "We are on {0} {1}.", "项目用的是 {0} {1}。", "{0} version {1} is what we target.", "{0}: {1}",
)  # fmt: skip
_DENIALS = ("Never use {0} here.", "不要用 {0}。", "{0} was removed; don't bring it back.")
_SENTENCE = re.compile(r"(?<=[.!])\s+(?=[A-Z`])|\n+")
_CHANGES = re.compile(r"change|history|release|news", re.IGNORECASE)
_STOPS = ("www", "http", "![")


class Stated(NamedTuple):
    """A fact, what it names, and whether the code bears it later."""

    text: str
    kind: str
    lives: bool


def git(where: str, *arguments: str) -> str:
    """What git answers about a repository."""
    done = subprocess.run(
        ["git", "-C", where, *arguments], capture_output=True, check=False, text=True,
        errors="replace",
    )  # fmt: skip
    return done.stdout if done.returncode == 0 else ""


class Commit:
    """The files of a commit, read without the product."""

    def __init__(self, where: str, name: str) -> None:
        self.where = where
        self.name = name
        self.paths = [
            one
            for one in git(where, "ls-tree", "-r", "-z", "--name-only", name).split("\0")
            if one
        ]
        self.ends = {
            "/".join(parts[at:])
            for parts in (path.split("/") for path in self.paths)
            for at in range(len(parts))
        }
        self.json = [self._json(one) for one in self._named("package.json")]
        self.toml = [self._toml(one) for one in self._named("pyproject.toml")]
        self.makes = [self.text(one) for one in self._named("Makefile", "justfile")]

    def _named(self, *names: str) -> list[str]:
        found = [one for one in self.paths if one.rpartition("/")[2] in names]
        return sorted(found, key=lambda one: one.count("/"))[:60]

    def text(self, path: str) -> str:
        """The content of a file."""
        return git(self.where, "show", f"{self.name}:{path}")

    def _json(self, path: str) -> dict[str, Any]:
        try:
            found = json.loads(self.text(path))
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    def _toml(self, path: str) -> dict[str, Any]:
        try:
            return tomllib.loads(self.text(path))
        except ValueError:
            return {}

    def scripts(self, *, root: bool) -> set[str]:
        """Commands that a file of the root, or any file, declares."""
        most = 1 if root else None
        found = {f"npm run {one}" for raw in self.json[:most] for one in raw.get("scripts", {})}
        for text in self.makes[:most]:
            names = re.findall(r"^([a-z][\w-]*)(?: [^:=\n]*)?:(?!=)", text, re.MULTILINE)
            tool = "just" if "justfile" in self.ends else "make"
            found |= {f"{tool} {one}" for one in names}
        return found

    def packages(self, *, root: bool) -> dict[str, str]:
        """Packages with their versions as a file of the root, or any file, has them."""
        most = 1 if root else None
        found: dict[str, str] = {}
        for raw in self.json[:most]:
            for part in ("devDependencies", "dependencies", "peerDependencies", "engines"):
                found |= {k: v for k, v in (raw.get(part) or {}).items() if isinstance(v, str)}
        for raw in self.toml[:most]:
            project = raw.get("project", {})
            extras = project.get("optional-dependencies", {}).values()
            groups = [*raw.get("dependency-groups", {}).values(), *extras]
            lines = [*project.get("dependencies", []), *(one for each in groups for one in each)]
            for line in lines:
                if isinstance(line, str) and (name := re.match(r"[\w.-]+", line)):
                    found[name[0]] = line[name.end() :].split(";")[0]
            if "requires-python" in project:
                found["python"] = project["requires-python"]
        return {name.lower(): spec for name, spec in found.items()}


def stated(then: Commit, now: Commit, chance: random.Random) -> list[Stated]:
    """Facts about a commit, with what a later one makes of them."""
    found: list[Stated] = []
    listed = [one for one in then.paths if re.fullmatch(r"[\w./-]+\.[a-z]+", one)]
    gone = [one for one in listed if one not in now.ends]
    for path in _sample(chance, gone, listed):
        named = path if chance.random() < 0.7 else "/".join(path.split("/")[-2:])
        found.append(Stated(_say(chance, _PATHS, named), "path", named in now.ends))
    before, after = then.scripts(root=True), now.scripts(root=False)
    for name in _sample(chance, sorted(before - after), sorted(before)):
        found.append(Stated(_say(chance, _SCRIPTS, name), "script", name in after))
    had, has = then.packages(root=True), now.packages(root=False) | now.packages(root=True)
    for name in _sample(chance, sorted(had.keys() - has.keys()), sorted(had)):
        found.append(Stated(_say(chance, _PACKAGES, name), "package", name in has))
        found.append(Stated(_say(chance, _DENIALS, name), "denied", lives=True))
    numbered = {name: _number(spec) for name, spec in had.items() if _number(spec)}
    changed = [one for one in numbered if one in has and has[one] != had[one]]
    for name in _sample(chance, sorted(changed), sorted(numbered)):
        if name not in has or not _number(has[name]):
            continue
        lives = _fits(numbered[name], has[name])
        found.append(Stated(_say(chance, _VERSIONS, name, numbered[name]), "version", lives))
    return found + _documented(then, now, chance)


def _sample(chance: random.Random, gone: list[str], listed: list[str]) -> list[str]:
    """Names of both kinds."""
    others = [one for one in listed if one not in gone]
    return [
        *chance.sample(gone, min(len(gone), _OF_A_KIND)),
        *chance.sample(others, min(len(others), _OF_A_KIND)),
    ]


def _say(chance: random.Random, templates: tuple[str, ...], *values: str) -> str:
    return chance.choice(templates).format(*values)


def _number(spec: str) -> str:
    found = re.match(r"[\^~>=v ]*(\d+(?:\.\d+)?)", spec)
    return found[1] if found and "workspace" not in spec else ""


def _fits(version: str, spec: str) -> bool:
    """Whether a version's own first numbers meet a later range that begins with a number."""
    wanted = [int(one) for one in version.split(".")]
    least = [int(one) for one in _number(spec).split(".")]
    width = min(len(wanted), len(least))
    if spec.lstrip().startswith(">"):
        return wanted[:width] >= least[:width]
    caret = spec.startswith("^") and least[0] > 0
    return (
        wanted[0] == least[0]
        and (not caret or wanted >= least[: len(wanted)])
        and (caret or wanted[:width] == least[:width])
    )


def _documented(then: Commit, now: Commit, chance: random.Random) -> list[Stated]:
    """Sentences of the documentation that still stand, of those that may name code."""
    texts = [one for one in then.paths if one.endswith(".md") and not _CHANGES.search(one)]
    kept: list[str] = []
    for path in chance.sample(texts, min(len(texts), 40)):
        if path not in now.ends:
            continue
        after = now.text(path)
        for sentence in _SENTENCE.split(then.text(path)):
            plain = sentence.strip(" -*>#")
            is_read = 20 < len(plain) < 300 and not any(one in plain for one in _STOPS)
            if (
                is_read
                and "<!--" not in plain
                and re.search(r"`|/|\d", plain)
                and sentence in after
            ):
                kept.append(plain)
    return [
        Stated(one, "documentation", lives=True) for one in chance.sample(kept, min(len(kept), 80))
    ]


def tried(where: str, then: str, now: str, chance: random.Random) -> list[tuple[Stated, bool]]:
    """The facts of a window, each with whether it is marked."""
    facts = list(dict.fromkeys(stated(Commit(where, then), Commit(where, now), chance)))
    moment = float(git(where, "show", "-s", "--format=%ct", then))
    with tempfile.TemporaryDirectory() as scratch:
        project = _checked_out(where, now, scratch)
        os.environ.update(machine.environment(Path(scratch)))
        store = layout.project_store(project)
        create.create(store)
        ids = [_save(store, one.text, moment) for one in facts]
        check.keep(store)
        marks = outlived.load(store)
    return [(one, identity in marks) for one, identity in zip(facts, ids, strict=True) if identity]


def _checked_out(where: str, commit: str, scratch: str) -> str:
    project = os.path.join(scratch, "project")
    git(scratch, "clone", "-q", "--shared", "--no-checkout", os.path.realpath(where), project)
    git(project, "checkout", "-q", "--detach", commit)
    return project


def _save(store: layout.Store, text: str, moment: float) -> str:
    try:
        record = _fact(text, moment)
    except errors.UsageError:  # nothing but what looks like a key
        return ""
    append.append(store, layout.FACTS, [record])
    return str(record["id"])


def _fact(text: str, moment: float) -> dict[str, Any]:
    made, _ = records.fact(text, kind="W", source={"session_id": "s", "via": "agent"})
    stamp = clock.stamp(moment)
    return {**made, "id": records.new_id("f", moment), "created_at": stamp, "updated_at": stamp}


def windows(where: str, apart: int, most: int) -> list[tuple[str, str]]:
    """Pairs of commits, the earlier first, from the newest back."""
    told = git(where, "rev-list", "--first-parent", "--timestamp", "HEAD").splitlines()
    listed = [(int(moment), name) for moment, name in map(str.split, told)]
    pairs = []
    for at in range(0, apart * most, apart):
        then = at + apart
        while then < len(listed) and listed[then][0] >= listed[then - 1][0]:
            then += 1  # a fact is as old as its commit, and the next one must be newer
        if then < len(listed):
            pairs.append((listed[then][1], listed[at][1]))
    return pairs


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("repositories", nargs="+")
    parser.add_argument("--apart", type=int, default=200)
    parser.add_argument("--windows", type=int, default=5)
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--cost", type=int, default=0, metavar="FACTS")
    arguments = parser.parse_args()
    if arguments.cost:
        print(cost(arguments.repositories[-1], arguments.cost))
        return 0
    counts: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for where in arguments.repositories:
        chance = random.Random(where.rstrip("/").split("/")[-2 if where.endswith("repo") else -1])
        for then, now in windows(where, arguments.apart, arguments.windows):
            for fact, is_marked in tried(where, then, now, chance):
                state = "living" if fact.lives else "outlived"
                for name in (fact.kind, "all"):
                    counts[name][state] += 1
                    counts[name][f"{state} marked"] += is_marked
                if arguments.misses and is_marked == fact.lives:
                    print(f"{where[-30:]} {now[:9]} {state:9}{fact.kind:9} {fact.text}")
    print("| names | outlived | marked | living | marked |\n|---|---:|---:|---:|---:|")
    for name, count in counts.items():
        cells = [
            f"{count[one]} | {count[f'{one} marked'] / max(1, count[one]):.3f}"
            for one in ("outlived", "living")
        ]
        print(f"| {name} | {' | '.join(cells)} |")
    return 0


def cost(where: str, count: int) -> str:
    """The seconds of a sync that looks at many facts, beside one that has nothing to do."""
    with tempfile.TemporaryDirectory() as scratch:
        project = _checked_out(where, "HEAD", scratch)
        os.environ.update(machine.environment(Path(scratch)))
        store = layout.project_store(project)
        create.create(store)
        then = Commit(where, windows(where, 200, 1)[0][0])
        moment = float(git(where, "show", "-s", "--format=%ct", then.name))
        paths = [one for one in then.paths if "\n" not in one]
        said = [f"Part {at} of the work lives in {paths[at % len(paths)]}." for at in range(count)]
        append.append(store, layout.FACTS, [_fact(one, moment) for one in said])
        here = place.resolve(project)
        finish.bring_up_to_date(here, embed_seconds=600, seconds=600)
        spent = []
        for is_new in (False, True):
            if is_new:
                os.unlink(os.path.join(layout.cache_directory(store), outlived.NAME))
            begun = time.perf_counter()
            finish.bring_up_to_date(here, embed_seconds=600, seconds=600)
            spent.append(time.perf_counter() - begun)
        marked = len(outlived.load(store))
        return f"idle {spent[0]:.2f} s, with a look {spent[1]:.2f} s: {marked} of {count} marked"


if __name__ == "__main__":
    raise SystemExit(main())
