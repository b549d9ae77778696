"""See what is remembered: lists of facts, one fact, today, figures."""

from __future__ import annotations

import time

from memory_store import clock, errors, model
from memory_store.cli import flags, table
from memory_store.commands import chosen_facts, listed_facts
from memory_store.index import questions
from memory_store.journal import records

TYPE_CHECKING = False

_HELD = (questions.STANDING, questions.CANDIDATE)

_KEPT = (questions.STANDING, questions.PLANNED, questions.REPLACED, questions.RETRACTED)

FAMILY = table.Family("See what is remembered", "查看记住了什么")


FAMILY.question(
    name="now",
    en="what the next session gets, what waits, and what is wrong",
    zh="下次会话会拿到什么、有什么待处理、哪里有问题",
    help_en="What the next session gets, what waits for you, and what is wrong, in ten lines. "
    "`memory-store` alone shows it on a terminal.",
    help_zh="用十行说明下次会话会拿到什么、有什么待你处理、哪里有问题。在终端里只输入 "
    "`memory-store` 也会显示",
    works_off=True,
)


@FAMILY.question(
    flags.switch("--standing", "what holds and was confirmed", "已确认、有效的"),
    flags.switch("--candidates", "what waits to be confirmed", "等待确认的"),
    flags.switch("--stale", "what the code has outlived", "代码已经变了的"),
    flags.switch("--retracted", "what was taken back", "已撤回的"),
    flags.switch("--all", "what was replaced, too", "包括被取代的"),
    flags.Flag("--limit", "how many (default 50)", "显示多少条（默认 50）", type=int, default=50),
    flags.Flag(
        "--type",
        "of one type: W fact, B what was done, O rule, S stage",
        "只限一种类型：W 事实，B 做过的事，O 规则，S 阶段小结",
        type=str.upper,
        choices=records.TYPES,
    ),
    flags.Flag("--entity", "about somebody or something", "与某人或某事有关的", metavar="NAME"),
    flags.Flag("--session", "said in one session", "在某个会话中说过的", metavar="ID"),
    table.SINCE,
    table.UNTIL,
    table.SCOPE,
    en="what is remembered, numbered for other commands",
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
    if call.limit < 1:
        raise errors.UsageError("--limit is not a positive number", "the default is 50")
    listed, more = chosen_facts.newest(call, call.limit)
    return listed_facts.answer(listed, call, more)


FAMILY.question(
    table.ID,
    table.SCOPE,
    name="show",
    en="one fact: its history, what states it, where it was told",
    zh="查看一条事实的历史、依据和使用情况",
    help_en="Show one fact with its history, what states it, and where it was told.",
    help_zh="查看一条事实：历史、出处，以及提供给了哪些会话",
)


@FAMILY.question(
    flags.Flag(
        "--as-of",
        "a date, last week, 昨天 (default: today)",
        "日期、上周、昨天（默认今天）",
        metavar="WHEN",
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
    moment = clock.now() if call.as_of is None else flags.moment(call.as_of, first=False)
    if moment is None:
        raise errors.UsageError("--as-of names no time", "give a date, last week, 昨天")
    holding = [
        listed_facts.Listed(past, one)
        for past in (questions.Records(store, moment) for store in call.stores)
        for one in past.facts(questions.Wanted(_HELD))
    ]
    return listed_facts.answer(holding, call)


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
    from memory_store.commands import looking_back
    from memory_store.sessions import todos

    day = clock.local_date(clock.now())
    held = call.records
    since = time.mktime((*time.localtime(clock.now())[:3], 0, 0, 0, 0, 0, -1))
    kept = [
        listed_facts.Listed(one, fact)
        for one in held
        for fact in one.facts(questions.Wanted(_KEPT, since=since))
    ]
    waits = questions.Wanted((questions.CANDIDATE,))
    waiting = [identity for one in held for identity in one.ids(waits)]
    left = [one for store in call.stores for one in todos.of_store(store)]
    met = [
        one
        for one in looking_back.newest_first(held)
        if clock.local_date(clock.parse(one["last"]) or 0.0) == day
    ]
    prompts = sum(int(str(one["prompts"])) for one in met)
    record = {
        "day": day,
        "sessions": met,
        "facts": [],
        "candidates": waiting,
        "todos": [{"id": one.id, "text": one.text} for one in left],
    }
    lines = [
        call.say("today_sessions", count=len(met), prompts=prompts),
        call.say("today_facts", count=sum(one.tier == questions.STANDING for one in kept)),
    ]
    if kept:
        listed = listed_facts.answer(kept, call)
        record |= listed.record
        lines.append(listed.text)
    lines += [call.say("today_waiting", count=len(waiting))] if waiting else []
    lines += [call.say("today_todos", count=len(left))] if left else []
    is_none = not (met or kept or waiting or left)
    return model.Answer(record, call.nothing() if is_none else "\n".join(lines), int(is_none))


FAMILY.question(
    table.SCOPE,
    name="stats",
    en="figures and small charts",
    zh="统计数字和小图表",
    help_en="Figures and small charts: facts by tier, type and week, and what was told "
    "to sessions.",
    help_zh="统计和小图表：事实按状态、类型、周的数量，提供了多少，占用多少空间",
)
