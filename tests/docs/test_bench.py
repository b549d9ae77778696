"""A maintainer's files are well-formed, and say the same of how a change is checked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
YAML = [*sorted((ROOT / ".github").rglob("*.yml")), ROOT / ".pre-commit-config.yaml"]


def steps(workflow: Path) -> list[dict[str, str]]:
    """Every step of a workflow; a job that calls another workflow has none."""
    jobs = yaml.safe_load(workflow.read_text("utf-8"))["jobs"].values()
    return [step for job in jobs for step in job.get("steps", [])]


def commands(workflow: Path) -> list[str]:
    """Every line that a workflow has a shell run."""
    runs = [step["run"] for step in steps(workflow) if "run" in step]
    return [line for run in runs for line in run.splitlines()]


def checks(text: str) -> set[str]:
    """The checks that a script names, without where their programs lie."""
    names = r"^\s*(?:\.venv/bin/|\$\(BIN\))((?:ruff|mypy|lint-imports)\b.*)$"
    return set(re.findall(names, text, re.MULTILINE))


@pytest.mark.parametrize("path", YAML, ids=lambda path: path.name)
def test_a_file_for_the_forge_is_one_document(path: Path) -> None:
    assert isinstance(yaml.safe_load(path.read_text("utf-8")), dict)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_says_when_it_runs_what_it_may_and_how_long(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text("utf-8"))

    assert workflow[True]  # YAML 1.1 reads `on` as true
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert {"timeout-minutes", "if", "uses"} & set(job)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_what_others_wrote_is_used_by_its_hash(path: Path) -> None:
    used = [step["uses"] for step in steps(path) if "uses" in step]

    assert used
    assert [one for one in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", one)] == []


def test_a_release_is_tested_and_has_its_notes_before_it_is_published() -> None:
    workflow = ROOT / ".github" / "workflows" / "release.yml"
    jobs = yaml.safe_load(workflow.read_text("utf-8"))["jobs"]

    assert jobs["tests"]["uses"] == "./.github/workflows/tests.yml"
    assert set(jobs["notes"]["needs"]) == {"tests", "build"}
    assert jobs["publish"]["needs"] == "notes"
    assert jobs["site"]["needs"] == "publish"
    assert any(".ci/release_notes.py" in step.get("run", "") for step in jobs["build"]["steps"])


def test_make_check_runs_the_checks_that_ci_runs() -> None:
    in_ci = checks((ROOT / ".ci" / "run").read_text("utf-8"))

    assert len(in_ci) == 4
    assert checks((ROOT / "Makefile").read_text("utf-8")) == in_ci


def test_workflows_run_what_ci_and_make_run() -> None:
    made = (ROOT / "Makefile").read_text("utf-8").replace("$(BIN)", "")
    run = [line for path in WORKFLOWS for line in commands(path)]
    tools = [line for line in run if re.match(r"(python -m (pytest|build)|mkdocs)\b", line)]

    assert ".ci/run" in run
    assert tools
    assert [line for line in tools if f"\t{line}\n" not in made] == []


def test_every_python_that_is_promised_is_tested_on_every_system() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    matrix = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text("utf-8"))
    tested = matrix["jobs"]["tests"]["strategy"]["matrix"]

    assert re.findall(r"Python :: (3\.\d+)", project) == tested["python"]
    assert [name.split("-")[0] for name in tested["os"]] == ["ubuntu", "macos", "windows"]
