"""The tables of what each host gives, from the registry: of all hosts, and on each host's page.

`docs/generate.py` writes them into docs/hosts*.md and docs/hosts/. Must not write a file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memory_store.hosts import registry, transcripts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_BEGIN, _END = "<!-- Written by docs/generate.py -->", "<!-- end -->"
_CHINESE = ".zh-CN"


class Words(NamedTuple):
    """The words of the tables in one language: the labels in the order of `_values`."""

    labels: tuple[str, ...]
    yes: str
    no: str
    from_transcript: str
    as_claude: str


_IN_ENGLISH = Words(
    (
        "host",
        "`--host`",
        "in a project",
        "in your home",
        "memory at a session's start",
        "memory beside a prompt",
        "the agent's answers",
        "saving before a compaction",
        "a turn for a summary",
        "a line for you on what was kept",
        "turns that hooks missed",
    ),
    "yes",
    "no",
    "from its transcripts",
    "Claude Code's file",
)
_IN_CHINESE = Words(
    (
        "宿主",
        "`--host`",
        "项目里的文件",
        "主目录里的文件",
        "会话开始时给出记忆",
        "提问时附上记忆",
        "记录 agent 的回答",
        "压缩前保存",
        "请 agent 写摘要",
        "提示你记住了什么",
        "补记 hook 漏掉的对话",
    ),
    "✓",
    "—",
    "读取会话记录",
    "与 Claude Code 共用",
)


def pages(docs: Path) -> dict[Path, str]:
    """The text of the pages about hosts with their tables, by its path."""
    found = {docs / name: _overview(docs / name) for name in ("hosts.md", f"hosts{_CHINESE}.md")}
    for page in sorted((docs / "hosts").glob("*.md")):
        host = page.name.partition(".")[0]
        rows = list(_rows(registry.HOSTS[host], _words(page)))[2:]  # its title is the page's
        found[page] = _with(page, ["| | |", "|---|---|", *map(_row, rows)])
    return found


def _overview(page: Path) -> str:
    """The page of all hosts, each row with a link to the host's own page where there is one."""
    words = _words(page)
    lines = [_row(words.labels), "|---" * len(words.labels) + "|"]
    for host in registry.HOSTS.values():
        title, *values = (value for _, value in _rows(host, words))
        own = f"hosts/{host.name}{_CHINESE if words is _IN_CHINESE else ''}.md"
        link = f"[{title}]({own})" if (page.parent / own).exists() else title
        lines.append(_row((link, *values)))
    return _with(page, lines)


def _rows(host: registry.Host, words: Words) -> Iterator[tuple[str, str]]:
    """What a host gives: a label and its value."""
    yield from zip(words.labels, _values(host, words), strict=True)


def _values(host: registry.Host, words: Words) -> Iterator[str]:
    yield host.title
    yield f"`{host.name}`"
    yield f"`{host.project_file}`" if host.project_file else words.as_claude
    yield f"`~/{host.user_file}`" if host.user_file else words.as_claude
    for gift in registry.ALL:
        read_later = gift == registry.ANSWER and registry.TRANSCRIPT in host.gives
        given = words.yes if gift in host.gives else words.no
        yield words.from_transcript if read_later else given
    yield words.from_transcript if host.name in transcripts.DIALECTS else words.no


def _words(page: Path) -> Words:
    return _IN_CHINESE if _CHINESE in page.name else _IN_ENGLISH


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _with(page: Path, table: list[str]) -> str:
    """A page with a table between its two marks."""
    before, _, rest = page.read_text("utf-8").partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return "\n".join([f"{before}{_BEGIN}", *table, "", f"{_END}{after}"])
