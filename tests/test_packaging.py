"""What the package says of itself to installers."""

from __future__ import annotations

import tomllib
from pathlib import Path

from packaging.requirements import Requirement

import memory_store

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
