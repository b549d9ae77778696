"""Closes the open todos that prompts, or agents' later summaries, say are done.

Must not close one that a session's own summary leaves open.
"""

from __future__ import annotations

import math

from memory_store.journal import checkpoints, read
from memory_store.language import mood
from memory_store.sessions import prose, todos
from memory_store.store import files, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memory_store.journal.stored import Entry, Summary

    Named = Callable[[str], list[todos.Todo]]

_COVERED = 0.6
_FEW = 2
_DONE = (
    " done", " finished", " completed", " works now", "not needed", "no longer needed",
    "never mind", "already did", "forget about", "做完", "完成", "搞定", "弄好", "已经做",
    "不用做", "不需要", "不做了", "取消", "处理好", "改好", "修好", "上线了",
    " fixed", " merged", " shipped", " deployed", " resolved", " is live", "写完", "弄完", "好了",
    "已修复", "修复了", "已合并", "合并了", "已部署", "部署了", "已发布", "发布了", "已解决",
    "解决了", "补上了", "加上了", "换掉了", "换好了", "删掉了",
)  # fmt: skip
_UNDONE = (
    "not done", "isn't done", "still", " yet", "blocked", "postpone", "revert", "gave up",
    "rejected", "推迟", "暂缓", "放弃", "否决", "回滚", "还没", "没有", "未完成", "没完成", "尚未",
    "之后再", "以后再",
)  # fmt: skip
_UNSURE = (*_UNDONE, "when ", "once ", "after ", "if ", "until ", "before ", "等", "如果")


def close_what_is_done(store: layout.Store, prompts: Iterable[Entry]) -> int:
    """Close the todos that these prompts, or agents' later summaries, say are done; how many.

    A summary that an earlier run looked at is looked at again only for the todos stated since.

    Raises:
        StoreError: it can't be written.
    """
    size, known = files.size(store.path, layout.SESSIONS), checkpoints.load(store)
    begin = known.get(layout.SESSIONS, 0) if known.get(layout.SESSIONS, 0) <= size else 0
    summaries = list(read.summaries(store))
    open_todos = todos.left_open(summaries)
    done: set[str] = set()
    if open_todos:
        lines = read.between(store, layout.SESSIONS, begin, size)
        count = sum(len(read.parse_line(one)) for one in lines)
        named = _named_in(open_todos)
        done = {one.id for one in _by_persons(prompts, named)}
        done |= {one.id for one in _by_agents(summaries, count, open_todos, named)}
    closed = []
    if done:
        closed = todos.close(store, lambda listed: [one for one in listed if one.id in done])
    if begin != size:
        checkpoints.update(store, {layout.SESSIONS: size})
    return len(closed)


def _named_in(open_todos: list[todos.Todo]) -> Named:
    """Finds which of these todos a text names: it has most of the words that tell a todo."""
    having: dict[str, list[int]] = {}
    least: list[float] = []
    for at, todo in enumerate(open_todos):
        own = prose.telling(todo.text)
        least.append(max(min(_FEW, len(own)), _COVERED * len(own)))
        for word in own:
            having.setdefault(word, []).append(at)

    def named(text: str) -> list[todos.Todo]:
        shared: dict[int, int] = {}
        for word in prose.telling(text):
            for at in having.get(word, ()):
                shared[at] = shared.get(at, 0) + 1
        return [open_todos[at] for at, count in shared.items() if count >= least[at]]

    return named


def _by_persons(prompts: Iterable[Entry], named: Named) -> list[todos.Todo]:
    """The todos that a person says are done, in words that name them."""
    return [
        todo
        for prompt in prompts
        for sentence in filter(_says_done, prose.own_sentences(prompt.text))
        for todo in named(sentence)
        if todo.moment < prompt.moment
    ]


def _says_done(sentence: str) -> bool:
    low = f" {sentence.lower()}"
    is_unsure = any(map(low.__contains__, _UNSURE)) or mood.asks(sentence)
    return not is_unsure and any(map(low.__contains__, _DONE))


def _by_agents(
    summaries: list[Summary], count: int, open_todos: list[todos.Todo], named: Named
) -> list[todos.Todo]:
    """The todos that agents' later summaries tell of, where no earlier run compared the two.

    Args:
        summaries: the newest first.
        count: how many of them are new.
        open_todos: the todos.
        named: tells which of them a text names.
    """
    sessions = {one.key for one in summaries[:count]}
    fresh = {todo for todo in open_todos if todo.key in sessions}
    oldest, oldest_fresh = (
        min((todo.moment for todo in some), default=math.inf) for some in (open_todos, fresh)
    )
    return [
        todo
        for at, summary in enumerate(summaries)
        if summary.is_by_agent and summary.moment > (oldest if at < count else oldest_fresh)
        for todo in _told_in(summary, named)
        if at < count or todo in fresh
    ]


def _told_in(summary: Summary, named: Named) -> list[todos.Todo]:
    """The todos of earlier sessions that a summary tells of, and leaves open in no word."""
    left = {todo for text in summary.todos for todo in named(text)}
    return [
        todo
        for sentence in prose.own_sentences(summary.text)
        if not any(map(sentence.lower().count, _UNDONE))
        for todo in named(sentence)
        if todo not in left and todo.moment < summary.moment and todo.key != summary.session_id
    ]
