"""See what sessions were given and said: the rows of these commands."""

from __future__ import annotations

from memory_store.cli import flags, table
from memory_store.hosts import registry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import model

FAMILY = table.Family(
    "See what sessions were given and said", "查看会话得到和说过什么", "steering"
)


@FAMILY.question(
    flags.Flag(
        "--host",
        "default claude",
        "默认 claude",
        choices=tuple(registry.HOSTS),
        default="claude",
    ),
    flags.switch(
        "--why",
        "the reasons, the budget, and what was left out",
        "原因、预算，以及没有放进去的内容",
    ),
    en="what the next session is given, exactly, and why",
    zh="查看下一次会话会拿到的内容及原因",
    help_en="Show what the next session is given, exactly; with --why the reason of each "
    "memory in it.",
    help_zh="下一个会话开始时会拿到的全部文字；`--why` 另外说明每条的原因、预算，以及哪些没有提供",
)
def briefing(call: table.Call) -> model.Answer:
    """The briefing; exit 1 if a session is given none.

    Raises:
        UsageError: the project's store is not trusted.
    """
    from memory_store.commands import briefing as body

    return body.run(call, call.where)


@FAMILY.question(
    flags.Flag("session", "a number, or an id", "编号或 ID", metavar="SESSION", nargs="?"),
    flags.switch("--why", "the reason of each line", "每一行的原因"),
    flags.switch("--follow", "go on until Ctrl-C", "持续显示，按 Ctrl-C 结束"),
    table.SCOPE,
    en="what sessions were given, said, kept and asked, and why",
    zh="查看会话中注入、说过、记下和请求的内容及原因",
    help_en="Show what sessions were given, what was said, kept, recalled and asked; "
    "with --why the reasons.\n\n"
    "Of the last two days, or of one session: its number in `sessions`, its id "
    "or the beginning of it.",
    help_zh="最近两天（或某个会话）里提供了什么、说了什么、记住、召回和请求了什么，以及原"
    "因；`--follow` 持续显示，按 Ctrl-C 结束",
)
def log(call: table.Call) -> model.Answer:
    """The events of the journal; exit 1 for none.

    Raises:
        UsageError: there is no such session, or the project's store is not trusted.
    """
    from memory_store.commands import log as body

    return body.run(call, call.where)


@FAMILY.question(
    table.SCOPE,
    en="the sessions, the newest first",
    zh="列出会话，最新的在前",
    help_en="List the sessions, the newest first: when, how much was said and kept, and "
    "about what.\n\n"
    "The numbers go in place of an id: memory-store log 1.",
    help_zh="列出会话，最新的在前；编号可以代替 SESSION",
)
def sessions(call: table.Call) -> model.Answer:
    """The sessions of the journal and of the summaries; exit 1 for none.

    Raises:
        UsageError: the project's store is not trusted.
    """
    from memory_store.commands import sessions as body

    return body.run(call, call.where)


@FAMILY.question(
    table.SCOPE,
    en="today at a glance",
    zh="今日概览",
    help_en="Today at a glance: sessions, what was kept of them, what waits, and what is "
    "left to do.",
    help_zh="今天的会话和事实、待确认的内容、待办",
)
def today(call: table.Call) -> model.Answer:
    """The events since midnight; exit 1 if nothing happened and nothing waits.

    Raises:
        UsageError: the project's store is not trusted.
    """
    from memory_store.commands import today as body

    return body.run(call, call.where)


@FAMILY.question(
    table.SCOPE,
    en="figures and small charts",
    zh="统计数字和小图表",
    help_en="Figures and small charts: facts by tier, type and week, and what was told "
    "to sessions.",
    help_zh="统计和小图表：事实按状态、类型、周的数量，提供了多少，占用多少空间",
)
def stats(call: table.Call) -> model.Answer:
    """The figures; exit 1 where nothing is stored.

    Raises:
        UsageError: the project's store is not trusted.
    """
    from memory_store.commands import stats as body

    return body.run(call, call.where)
