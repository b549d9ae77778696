"""The READMEs are short; they and the guides name commands, flags and files that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs import generate
from memory_store import __main__
from memory_store.hosts import registry

ROOT = Path(__file__).parents[2]
READMES = [ROOT / "README.md", ROOT / "README.zh-CN.md"]
HOST_PAGES = sorted((ROOT / "docs" / "hosts").glob("*.md"))
GUIDES = [*READMES, *sorted((ROOT / "docs").glob("usage*.md")), *HOST_PAGES]

readmes = pytest.mark.parametrize("readme", READMES, ids=lambda path: path.name)
guides = pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.name)


def set_up_lines(readme: Path) -> list[str]:
    """The commands of the first block of a README."""
    block = readme.read_text("utf-8").split("```sh\n")[1].split("```")[0]
    return [line for line in block.splitlines() if not line.startswith("#")]


def unknown_words(text: str) -> list[str]:
    """The commands and flags that a text names and the program does not have."""
    unknown = []
    code = "\n".join(map("".join, re.findall(r"```sh\n(.*?)```|`([^`\n]+)`", text, re.DOTALL)))
    for name, rest in re.findall(r"^memory-store ([a-z-]+)(.*)", code, re.MULTILINE):
        if name not in __main__.COMMANDS:
            unknown.append(name)
            continue
        flags = {flag.name for flag in generate.flags_of(name)}
        unknown += [word for word in re.findall(r"--[a-z-]+", rest) if word not in flags]
    return unknown


@readmes
def test_the_first_block_has_two_set_up_lines_and_ci_runs_the_second(readme: Path) -> None:
    demonstration, tests = set_up_lines(readme)

    assert demonstration.endswith("&& .venv/bin/memory-store demo")
    assert tests in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    assert set_up_lines(READMES[0]) == set_up_lines(READMES[1])


def test_the_readme_is_one_screen_and_a_half() -> None:
    english, chinese = (path.read_text("utf-8") for path in READMES)

    assert len(english.split()) <= 600
    assert len(chinese.splitlines()) <= 90


@guides
def test_every_command_and_flag_that_a_guide_names_is_there(guide: Path) -> None:
    text = guide.read_text("utf-8")

    assert "memory-store init" in text
    assert unknown_words(text) == []
    assert unknown_words("`memory-store find` `memory-store search --fuzzy`") == [
        "find",
        "--fuzzy",
    ]  # the control


def test_every_page_of_a_host_is_there_in_english_and_chinese() -> None:
    hosts = {page.name.partition(".")[0] for page in HOST_PAGES}

    assert hosts
    assert hosts <= set(registry.HOSTS)
    assert {page.name for page in HOST_PAGES} == {
        f"{host}{ending}" for host in hosts for ending in (".md", ".zh-CN.md")
    }


@guides
def test_every_link_of_a_guide_leads_somewhere(guide: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", guide.read_text("utf-8"))

    assert links
    assert [link for link in links if not (guide.parent / link).exists()] == []
