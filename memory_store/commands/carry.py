"""Take in and take out: the rows of these commands."""

from __future__ import annotations

import os

from memory_store import background, clock, errors, model
from memory_store.cli import flags, table
from memory_store.store import files
from memory_store.upkeep import backup as archive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.store import layout

_BYTES = 64 << 20

FAMILY = table.Family("Take in and take out", "导入、导出和备份")


FAMILY.change(
    flags.Flag(
        "path",
        "what to take over: a file or a directory (default: wherever hosts keep sessions)",
        "要导入的文件或目录（默认查找各宿主存放会话的地方）",
        metavar="PATH",
        nargs="?",
    ),
    flags.Flag(
        "--from",
        "whose it is, where that is not plain; OpenClaw and claude-mem: docs/import.md",
        "来源，看不出来时才要指定；OpenClaw 和 claude-mem 见 docs/import.md",
        choices=(
            *("claude", "cursor", "codex", "copilot", "droid", "gemini", "kimi", "opencode"),
            *("qwen", "memory-store"),
        ),
    ),
    table.SINCE,
    flags.switch(
        "--dry-run", "show what would be added, and write nothing", "只显示会导入的内容，不写入"
    ),
    flags.switch(
        "--all", "of all projects (default: of this one alone)", "导入所有项目的（默认只限本项目）"
    ),
    flags.switch("--yes", "take over without being asked", "不询问，直接导入"),
    name="import",
    en="take over old sessions and other tools' memories",
    zh="导入旧的会话记录和其他工具的记忆",
    help_en="Take over what was remembered elsewhere: old sessions, or an "
    "export.\n\n"
    "Without PATH, it says what the hosts on this machine have, and asks. Everything "
    "keeps its date, is cleaned and redacted, and is there once however often this "
    "runs; stopped in the middle, it goes on the next time.",
    help_zh="导入旧的会话和 `export` 导出的文件。不给路径时，先列出本机各宿主有多少"
    "会话，再询问。每条只导入一次，保留原日期，先脱敏；默认只导入属于本项目的内容，"
    "`--all` 导入全部。详见[导入](import.md)",
)


@FAMILY.question(
    flags.Flag("path", "default: standard output", "默认为标准输出", metavar="PATH", nargs="?"),
    table.SCOPE,
    en="write the memory out: lines of JSON, or Markdown",
    zh="导出记忆：JSON 行或 Markdown",
    help_en="Write the memory out: lossless lines of JSON for import, or Markdown to "
    "read.\n\n"
    "To PATH, or to standard output. --format jsonl (the default) or markdown.",
    help_zh="导出记忆：`--format jsonl`（默认，无损，可再导入）或 `--format markdown`（便于阅读）",
    works_off=True,
    formats=("jsonl", "markdown"),
)
def export(call: table.Call) -> model.Answer:
    """The memory as text, or written to a file of this user's.

    Raises:
        UsageError: PATH is there already, or the project's store is not trusted.
        StoreError: a file can't be read or written.
    """
    from memory_store.importing import exchange

    store = call.store
    is_markdown = call.format == "markdown"
    lines = _markdown(call, store) if is_markdown else list(exchange.lines(store))
    text = "\n".join(lines)
    if call.path is None:
        return model.Answer({"text": text, "lines": len(lines)}, text)
    path = _absolute(call.path)
    _refuse_if_there(path)
    try:
        files.replace(os.path.dirname(path), os.path.basename(path), f"{text}\n".encode())
    except OSError as error:
        raise errors.cannot("write", path, error) from error
    record = {"status": "exported", "path": path, "lines": len(lines)}
    return model.Answer(record, call.say("written", path=path))


@FAMILY.change(
    flags.Flag("path", "a new file, or a directory", "新文件，或目录", metavar="PATH"),
    table.SCOPE,
    en="keep a copy of the memory in one file",
    zh="把记忆备份到一个文件",
    help_en="Keep a copy of the memory in one file, which restore-backup takes.\n\n"
    "PATH is a file that is not there yet, or a directory.",
    help_zh="把记忆备份成一个文件；PATH 是新文件或目录",
    works_off=True,
)
def backup(call: table.Call) -> model.Answer:
    """Write the archive, for this user alone.

    Raises:
        UsageError: there is no memory, PATH is there already, or the store is not trusted.
        StoreError: the store can't be read, or the archive can't be written.
    """
    store, path = call.made, _absolute(call.path)
    if os.path.isdir(path):
        stamp = clock.stamp(clock.now())[:19].replace(":", "")
        path = os.path.join(path, f"memory-{store.scope}-{stamp}.tar.gz")
    _refuse_if_there(path)
    count = archive.write(store, path)
    record = {"status": "saved", "path": path, "files": count}
    return model.Answer(record, call.say("written", path=path))


@FAMILY.change(
    flags.Flag("path", "what backup wrote", "backup 写出的文件", metavar="PATH"),
    table.SCOPE,
    en="put a copy in the place of the memory",
    zh="用备份替换当前记忆",
    help_en="Put a copy that backup wrote in the place of the memory; what is there now "
    "is copied first.",
    help_zh="用备份替换当前记忆；当前的内容会先另存一份；之后被永久删除的内容不会恢复",
    works_off=True,
)
def restore_backup(call: table.Call) -> model.Answer:
    """Replace the memory's files.

    Raises:
        UsageError: PATH is no backup, or the store is not trusted.
        StoreError: the store can't be written.
    """
    count, before = archive.restore(call.store, _absolute(call.path))
    background.sync(call.where.directory)  # which makes the index anew
    record = {"status": "restored", "files": count, "before": before}
    return model.Answer(record, call.say("put_back", count=count, before=before))


def _absolute(path: str) -> str:
    return os.path.abspath(os.path.expanduser(path))


def _refuse_if_there(path: str) -> None:
    if os.path.lexists(path):
        raise errors.UsageError("{path} is there already", "nothing was written", path=path)


def _markdown(call: table.Call, store: layout.Store) -> list[str]:
    """The memory for people: core memory, facts by tier, summaries."""
    from memory_store.index import questions
    from memory_store.journal import read
    from memory_store.store import layout
    from memory_store.text import clean, encoding

    try:
        core = encoding.shown(read.text(store, layout.CORE, _BYTES))
    except OSError:
        core = ""
    past = questions.Records(store)
    lines = [clean.text(core).strip(), ""]
    for tier in (questions.STANDING, questions.CANDIDATE, questions.PLANNED):
        facts = [
            f"- {clean.line(fact.content)} ({fact.type}, {clock.local_date(fact.moment)})"
            for fact in past.facts(questions.Wanted((tier,)))
        ]
        lines += [f"## {call.say(tier)}", "", *facts, ""] if facts else []
    for summary in past.summaries():
        if not summary.is_todo:
            day, topic = clock.local_date(summary.moment), clean.line(summary.topic)
            lines += [f"## {day} {topic}", "", clean.text(summary.text), ""]
    return lines
