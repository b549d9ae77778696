"""See what is remembered: the rows of these commands."""

from __future__ import annotations

from memory_store.cli import flags, table
from memory_store.journal import records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import model

FAMILY = table.Family("See what is remembered", "查看记住了什么")


@FAMILY.question(
    flags.Flag("query", "a question or keywords", "问题或关键词", metavar="QUERY"),
    flags.Flag("--limit", "results, at most (default 6)", "最多返回几条（默认 6）", type=int),
    flags.Flag("--method", choices=("hybrid", "fts", "vector"), default="hybrid"),
    flags.Flag(
        "--min-score",
        "leave out results below this (0 to 1)",
        "不显示低于此分数的结果（0 到 1）",
        type=float,
    ),
    table.SINCE,
    table.UNTIL,
    flags.Flag(
        "--as-of",
        "the facts that held then: last week, a date",
        "当时有效的事实：上周，或日期",
        metavar="WHEN",
    ),
    flags.Flag("--type", "of facts", "事实的类型", type=str.upper, choices=records.TYPES),
    flags.Flag(
        "--kind",
        "what to search",
        "搜索的种类",
        choices=("fact", "summary", "note", "core", "turn"),
    ),
    flags.Flag("--session", "of one session only", "只限一个会话", metavar="ID"),
    table.SCOPE,
    en="find what is remembered, by words and by meaning",
    zh="按词语和语义搜索记忆",
    help_en="Find what is remembered, in Chinese and English, by words and by meaning, offline.",
    help_zh="搜索，支持中英文。`--since 昨天`、`--since 三天前`；`--as-of 上个月` 查当时"
    "有效的事实；`--kind` 的取值：`fact` 事实、`summary` 摘要、`note` 笔记、"
    "`core` 即 MEMORY.md、`turn` 原始对话",
    works_closed=True,
    answers_programs=True,
)
def search(call: table.Call) -> model.Answer:
    """Search; exit 1 when nothing is found.

    Raises:
        UsageError: an empty query, a time that is not understood, or a store that is not trusted.
        StoreError: neither the index nor the files can be read.
    """
    from memory_store.commands import search as body

    return body.run(call, call.where)


@FAMILY.question(
    flags.Flag("what", metavar="ID|PATH[:FROM[-TO]]"),
    table.SCOPE,
    en="one record by id, or lines of a file of the store",
    zh="按 ID 取一条记录，或取文件的若干行",
    help_en="One record by number, id or a unique beginning of it, or lines of a file "
    "(MEMORY.md:3-9).",
    help_zh="按 ID 取一条记录（ID 可只写开头，唯一即可），或取项目记忆中某个文件的若干行"
    "：`MEMORY.md:3-9`；用户级记忆的文件用搜索结果中显示的路径："
    "`~/.memory/MEMORY.md:3-9`",
    works_closed=True,
    answers_programs=True,
)
def get(call: table.Call) -> model.Answer:
    """The record, or the lines; exit 1 for none.

    Raises:
        UsageError: the path leaves the store, is of no text or names no lines, or the store is
            not trusted.
    """
    from memory_store.commands import get as body

    return body.run(call, call.where)


@FAMILY.question(
    flags.switch("--standing", "what holds and was confirmed", "已确认、有效的"),
    flags.switch("--candidates", "what waits to be confirmed", "等待确认的"),
    flags.switch("--stale", "what the code has outlived", "代码已经变了的"),
    flags.switch("--retracted", "what was taken back", "已撤回的"),
    flags.switch("--all", "what was replaced, too", "包括被取代的"),
    flags.Flag("--limit", "how many (default 50)", "显示多少条（默认 50）", type=int, default=50),
    flags.Flag("--type", "of one type", "只限一种类型", type=str.upper, choices=records.TYPES),
    flags.Flag("--entity", "about somebody or something", "与某人或某事有关的", metavar="NAME"),
    flags.Flag("--session", "said in one session", "在某个会话中说过的", metavar="ID"),
    table.SINCE,
    table.UNTIL,
    table.SCOPE,
    en="what is remembered, with the numbers that other commands take",
    zh="列出记忆及编号，编号可用于其他命令",
    help_en="List what is remembered, newest first: what stands and what waits to be "
    "confirmed.\n\n"
    "Each line has the number that other commands take in place of an id.",
    help_zh="列出有效、计划中和待确认的事实，最新的在前，并注明来源和被取代的内容。凡是要"
    "填 ID 的地方都可以用列表中的编号（`search` 和 `todos` 的编号也可以），直到下"
    "一次列出为止",
)
def list_(call: table.Call) -> model.Answer:
    """The wanted facts; exit 1 for none.

    Raises:
        UsageError: a number or a time is not understood, or the project's store is not trusted.
    """
    from memory_store.commands import list as body

    return body.run(call, call.where)


@FAMILY.question(
    table.ID,
    table.SCOPE,
    en="one fact with its history, what states it, and where it was told",
    zh="查看一条事实的历史、依据和使用情况",
    help_en="Show one fact with its history, what states it, and where it was told.",
    help_zh="查看一条事实：历史、出处，以及提供给了哪些会话",
)
def show(call: table.Call) -> model.Answer:
    """The fact.

    Raises:
        UsageError: there is no such fact, or the project's store is not trusted.
    """
    from memory_store.commands import show as body

    return body.run(call, call.where)


@FAMILY.question(
    flags.Flag(
        "--as-of", "a date, last week, 昨天", "日期、上周、昨天", required=True, metavar="WHEN"
    ),
    table.SCOPE,
    en="the facts that held on a day",
    zh="某一天有效的事实",
    help_en="List the facts that held at the end of a day, as they were worded then.",
    help_zh="某一天结束时有效的事实，按当时的文字显示",
)
def facts(call: table.Call) -> model.Answer:
    """The facts that held then; exit 1 for none.

    Raises:
        UsageError: the time is not understood, or the project's store is not trusted.
    """
    from memory_store.commands import facts as body

    return body.run(call, call.where)
