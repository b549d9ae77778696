"""Find what is remembered: by words and meaning, or by id."""

from __future__ import annotations

from memory_store.cli import flags, table
from memory_store.journal import records

TYPE_CHECKING = False

FAMILY = table.Family("Find", "搜索")


FAMILY.question(
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
    flags.Flag("--type", "of facts", "事实的类型", type=str.upper, choices=records.TYPES),
    flags.Flag(
        "--kind",
        "what to search",
        "搜索的种类",
        choices=("fact", "summary", "note", "core", "turn"),
    ),
    flags.Flag("--session", "of one session only", "只限一个会话", metavar="ID"),
    table.SCOPE,
    name="search",
    section="setup",
    en="find what is remembered, by words and by meaning",
    zh="按词语和语义搜索记忆",
    help_en="Find what is remembered, in Chinese and English, by words and by meaning, offline.",
    help_zh="搜索，支持中英文。`--since 昨天`、`--since 三天前`；`--kind` 的取值："
    "`fact` 事实、`summary` 摘要、`note` 笔记、`core` 即 MEMORY.md、`turn` 原始对话",
    works_closed=True,
    answers_programs=True,
)


FAMILY.question(
    flags.Flag("what", metavar="ID|PATH[:FROM[-TO]]"),
    table.SCOPE,
    name="get",
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
