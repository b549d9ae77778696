"""The table of what each host gives, from the registry.

`docs/generate.py` writes it into docs/hosts.md and its Chinese twin.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memory_store.hosts import registry, transcripts
from memory_store.sources import places

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_BEGIN, _END = "<!-- Written by docs/generate.py -->", "<!-- end -->"


class Words(NamedTuple):
    """The words of the tables in one language: the labels in the order of `_values`."""

    labels: tuple[str, ...]
    yes: str
    no: str
    from_transcript: str
    shared: str


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
        "old sessions, by `import`",
    ),
    "yes",
    "no",
    "from its transcripts",
    "{title}'s file",
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
        "用 `import` 导入旧会话",
    ),
    "✓",
    "—",
    "读取会话记录",
    "与 {title} 共用",
)


def pages(docs: Path) -> dict[Path, str]:
    """The text of the pages about hosts with their table, by its path."""
    return {
        docs / name: _page(docs / name, words)
        for name, words in (("hosts.md", _IN_ENGLISH), ("hosts.zh-CN.md", _IN_CHINESE))
    }


def _page(page: Path, words: Words) -> str:
    lines = [_row(words.labels), "|---" * len(words.labels) + "|"]
    lines += [_row(tuple(_values(host, words))) for host in registry.HOSTS.values()]
    before, _, rest = page.read_text("utf-8").partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return "\n".join([f"{before}{_BEGIN}", *lines, "", f"{_END}{after}"])


def _values(host: registry.Host, words: Words) -> Iterator[str]:
    yield host.title
    yield f"`{host.name}`"
    shared = registry.HOSTS.get(host.runs)
    other = words.shared.format(title=shared.title) if shared else words.no
    yield f"`{host.project_file}`" if host.project_file else other
    yield f"`~/{host.user_file}`" if host.user_file else other
    for gift in registry.ALL:
        read_later = gift == registry.ANSWER and registry.TRANSCRIPT in host.gives
        given = words.yes if gift in host.gives else words.no
        yield words.from_transcript if read_later else given
    yield words.from_transcript if host.name in transcripts.DIALECTS else words.no
    yield words.yes if host.name in places.SOURCES else words.no


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"
