"""The READMEs are short; they and the guides name commands, flags and files that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memory_store.cli import table
from memory_store.hosts import registry

ROOT = Path(__file__).parents[2]
READMES = [ROOT / "README.md", ROOT / "README.zh-CN.md"]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("plugin/*.md")])
GUIDES = [*READMES, *sorted((ROOT / "docs").glob("usage*.md"))]

readmes = pytest.mark.parametrize("readme", READMES, ids=lambda path: path.name)
guides = pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.name)


def set_up_lines(readme: Path) -> list[str]:
    """The commands of a README's block that sets everything up."""
    (block,) = re.findall(r"```sh\n(# .*?)```", readme.read_text("utf-8"), re.DOTALL)
    return [line for line in block.splitlines() if not line.startswith("#")]


def unknown_words(text: str) -> list[str]:
    """The commands and flags that a text names and the program does not have."""
    unknown = []
    code = "\n".join(map("".join, re.findall(r"```sh\n(.*?)```|`([^`\n]+)`", text, re.DOTALL)))
    for name, rest in re.findall(r"^memory-store ([a-z-]+)(.*)", code, re.MULTILINE):
        if name not in table.rows():
            unknown.append(name)
            continue
        flags = {word for flag in table.rows()[name].declared() for word in flag.names}
        unknown += [word for word in re.findall(r"--[a-z-]+", rest) if word not in flags]
    return unknown


@readmes
def test_one_block_has_the_two_lines_of_set_up_and_ci_runs_the_second(readme: Path) -> None:
    demonstration, tests = set_up_lines(readme)

    assert demonstration.endswith("&& .venv/bin/memory-store demo")
    assert tests in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    assert set_up_lines(READMES[0]) == set_up_lines(READMES[1])


def test_the_readme_is_read_in_a_minute() -> None:
    english, chinese = (path.read_text("utf-8") for path in READMES)

    assert len(english.split()) <= 500
    assert len(re.findall(r"[\u4e00-\u9fff]", chinese)) <= 900


@readmes
def test_a_readme_begins_with_the_benefit_the_picture_and_two_lines_to_install_and_start(
    readme: Path,
) -> None:
    _, _, benefit, shown, start, *_ = readme.read_text("utf-8").split("\n\n")

    assert benefit.startswith("**")
    assert shown.startswith("![")
    assert [line.split("#")[0].split()[-2:] for line in start.splitlines()[1:-1]] == [
        ["install", "'memory-store[view]'"],
        ["memory-store", "init"],
    ]


@guides
def test_every_command_and_flag_that_a_guide_names_is_there(guide: Path) -> None:
    text = guide.read_text("utf-8")

    assert "memory-store init" in text
    assert unknown_words(text) == []
    assert unknown_words("`memory-store find` `memory-store search --fuzzy`") == [
        "find",
        "--fuzzy",
    ]  # the control


@pytest.mark.parametrize("name", ["usage.md", "usage.zh-CN.md"])
def test_of_every_host_is_told_how_its_agent_may_save_unasked(name: str) -> None:
    section = re.split("save-fact --supersedes", (ROOT / "docs" / name).read_text("utf-8"))[0]

    assert [host.title for host in registry.HOSTS.values() if host.title not in section] == []


@readmes
def test_a_readme_counts_the_hosts(readme: Path) -> None:
    assert f"[{len(registry.HOSTS)} " in readme.read_text("utf-8").partition("](docs/hosts")[0]


@pytest.mark.parametrize("name", ["hosts.md", "hosts.zh-CN.md"])
def test_every_host_has_a_row_of_what_it_asks_of_its_users(name: str) -> None:
    rows = (ROOT / "docs" / name).read_text("utf-8").split("<!-- end -->")[1]
    titled = re.findall(r"^\| ([^|]+?) \|", rows.partition("\n## 0")[0], re.MULTILINE)

    assert [host.title for host in registry.HOSTS.values() if host.title not in titled] == []


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    plain = [re.sub(r"\[([^]]*)\]\([^)]*\)|`", r"\1", heading) for heading in headings]
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in plain}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_a_heading_that_are_there(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", page.read_text("utf-8"))
    targets = [((page.parent / path) if path else page, anchor) for path, anchor in links]

    assert [
        f"{target.name}#{anchor}"
        for target, anchor in targets
        if not target.exists() or (anchor and anchor not in anchors(target))
    ] == []


def test_a_page_and_its_chinese_twin_lead_to_each_other() -> None:
    chinese = [page for page in PAGES if page.name.endswith(".zh-CN.md")]
    pairs = [(page.with_name(page.name.replace(".zh-CN", "")), page) for page in chinese]

    assert pairs
    assert [
        page.name
        for pair in pairs
        for page, twin in (pair, pair[::-1])
        if f"]({twin.name})" not in page.read_text("utf-8")
    ] == []
