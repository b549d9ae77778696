"""Reads which scripts, packages and versions a project's files declare.

Each file is somebody else's text: what can't be read declares nothing. Pure.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, NamedTuple

from memory_store import codec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_RECIPE = re.compile(r"^@?([A-Za-z_][\w.-]*)(?: [^:\n]*)?:(?!=)", re.MULTILINE)
_TARGETS = re.compile(r"^([A-Za-z_.][^:=#\n\t]*?)[ \t]*::?(?!=)", re.MULTILINE)
_OPEN = re.compile(r"^-?s?(?:include|import)\b|^[^\s#:=]*%[^:=\n]*:", re.MULTILINE)
_REQUIREMENT = re.compile(r"^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^]]*\])?\s*\(?([^;#)]*)")
_GO = re.compile(
    r"^(?:require[ \t]+|[ \t]+)?(go|[\w.-]+(?:/[\w.~-]+)+) v?(\d[\w.+-]*)", re.MULTILINE
)
_MOST_CHARS, _LINE_CHARS = 1 << 17, 300
"""Of a file that patterns read, and of its lines: longer ones are no declarations."""
_PARTS = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")


class Declared(NamedTuple):
    """What one file declares.

    Attributes:
        scripts: the names of its scripts, recipes or targets; None where others may be elsewhere.
        packages: each package and tool, in lower case, with its version as written; "" for none.
    """

    scripts: frozenset[str] | None
    packages: dict[str, str]


def read(name: str, content: bytes) -> Declared:
    """What a file of this name, one of `sources.DECLARING`, declares."""
    text = content.decode("utf-8", "replace")
    reader = _READERS[name.lower()]
    if reader is not _package_json:
        lines = text[:_MOST_CHARS].split("\n")
        text = "\n".join([line for line in lines if len(line) <= _LINE_CHARS])
    try:
        return reader(text)
    except (ValueError, TypeError, AttributeError, LookupError, RecursionError):
        return Declared(None, {})


def _package_json(text: str) -> Declared:
    raw = _table(codec.parse(text))
    packages = {name: spec for part in _PARTS for name, spec in _table(raw.get(part)).items()}
    packages |= _table(raw.get("engines"))
    tool, _, version = str(raw.get("packageManager") or "").partition("@")
    if tool:
        packages[tool] = version.partition("+")[0]
    return Declared(frozenset(_table(raw.get("scripts"))), _named(packages.items()))


def _pyproject(text: str) -> Declared:
    raw = tomllib.loads(text)
    project, tool = _table(raw.get("project")), _table(raw.get("tool"))
    poetry = _table(tool.get("poetry"))
    environments = _table(_table(tool.get("hatch")).get("envs")).values()
    scripts = [project.get("scripts"), poetry.get("scripts")]
    scripts += [_table(tool.get("pdm")).get("scripts"), _table(tool.get("poe")).get("tasks")]
    scripts += [_table(tool.get("taskipy")).get("tasks")]
    scripts += [_table(one).get("scripts") for one in environments]
    listed = [*_lists(project.get("dependencies")), *_lists(project.get("optional-dependencies"))]
    packages = dict(_requirements([*listed, *_lists(raw.get("dependency-groups"))]))
    groups = [_table(one) for one in _table(poetry.get("group")).values()]
    for group in (poetry, *groups):
        packages |= _specs(group.get("dependencies"))
    if isinstance(project.get("requires-python"), str):
        packages["python"] = project["requires-python"]
    return Declared(
        frozenset(name for one in scripts for name in _table(one)), _named(packages.items())
    )


def _cargo(text: str) -> Declared:
    raw = tomllib.loads(text)
    parts = ("dependencies", "dev-dependencies", "build-dependencies")
    packages = {name: spec for part in parts for name, spec in _specs(raw.get(part)).items()}
    if rust := _table(raw.get("package")).get("rust-version"):
        packages["rust"] = rust
    return Declared(None, _named(packages.items()))


def _makefile(text: str) -> Declared:
    targets = {name for line in _TARGETS.findall(text) for name in line.split()}
    return Declared(None if _OPEN.search(text) else frozenset(targets), {})


def _justfile(text: str) -> Declared:
    aliases = re.findall(r"^alias\s+([\w-]+)\s*:=", text, re.MULTILINE)
    recipes = {*_RECIPE.findall(text), *aliases}
    return Declared(None if _OPEN.search(text) else frozenset(recipes), {})


def _table(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def _lists(value: object) -> list[str]:
    """The texts of a list, or of all lists of a table."""
    if isinstance(value, dict):
        return [one for each in value.values() for one in _lists(each)]
    return codec.texts(value)


def _requirements(lines: list[str]) -> Iterator[tuple[str, object]]:
    for line in lines:
        if found := _REQUIREMENT.match(line[:_LINE_CHARS]):
            yield found[1], found[2]


def _specs(value: object) -> dict[str, object]:
    """Packages with their versions, as Poetry and Cargo list them."""
    return {
        name: _table(spec).get("version", "") if isinstance(spec, dict) else spec
        for name, spec in _table(value).items()
    }


def _named(packages: Iterable[tuple[str, object]]) -> dict[str, str]:
    return {
        name.casefold(): spec.strip() if isinstance(spec, str) else "" for name, spec in packages
    }


_READERS: dict[str, Callable[[str], Declared]] = {
    "package.json": _package_json,
    "pyproject.toml": _pyproject,
    "makefile": _makefile,
    "gnumakefile": _makefile,
    "justfile": _justfile,
    ".justfile": _justfile,
    "go.mod": lambda text: Declared(None, _named(_GO.findall(text))),
    "cargo.toml": _cargo,
    "requirements.txt": lambda text: Declared(None, _named(_requirements(text.splitlines()))),
    ".nvmrc": lambda text: Declared(None, {"node": text.strip().lstrip("v")}),
    ".python-version": lambda text: Declared(None, {"python": text.split()[0]}),
}
