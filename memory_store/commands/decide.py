"""Decide what holds: the rows of these commands."""

from __future__ import annotations

from memory_store.cli import flags, table
from memory_store.commands import accept as accepting
from memory_store.commands import fact_changes, identities
from memory_store.commands import retract as retracting
from memory_store.commands import undo as undoing
from memory_store.journal import records, stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import model

FAMILY = table.Family("Decide what holds", "决定哪些有效")

_CHOOSING = (
    flags.Flag("ids", *table.ID_HELP, metavar="ID", nargs="*"),
    flags.switch("--all", "all that wait", "所有待确认的"),
    flags.Flag("--session", "all of one session", "某个会话的全部", metavar="ID"),
    flags.Flag("--heard", "all that this heard", "由它发现的全部", choices=stored.HEARERS),
    table.SCOPE,
)


FAMILY.change(
    *_CHOOSING,
    flags.Flag("--type", "their type", "类型", type=str.upper, choices=records.TYPES),
    flags.Flag("--text", "the wording, of a single one", "措辞，仅限一条时", metavar="TEXT"),
    name="accept",
    en="confirm what was inferred",
    zh="确认推断出的记忆",
    help_en="Confirm candidates: what was inferred stands from now on.\n\n"
    "By number, id or beginning; or all that wait, those of one session, or what "
    "one thing heard.",
    help_zh="确认自动推断的内容，从此生效",
)


@FAMILY.change(
    *_CHOOSING,
    en="turn down what was inferred",
    zh="拒绝推断出的记忆",
    help_en="Turn candidates down: what was inferred is taken back, and not told any "
    "more.\n\n"
    "By number, id or beginning; or all that wait, those of one session, or what "
    "one thing heard.",
    help_zh="否决自动推断的内容，即将其撤回",
)
def reject(call: table.Call) -> model.Answer:
    """Take the candidates back, all or none; errors as `accept.run`."""
    lines = [(store, one.retracted()) for store, one in accepting.candidates(call)]
    return fact_changes.make(call, "rejected", "reject", lines)


FAMILY.change(
    table.ID,
    flags.Flag("words", "the new wording", "新的措辞", metavar="TEXT", nargs="*"),
    flags.Flag(
        "--content",
        "the same; - reads standard input",
        "同上；- 表示从标准输入读取",
        metavar="TEXT",
    ),
    table.SCOPE,
    name="edit",
    en="reword a fact",
    zh="修改一条事实的措辞",
    help_en="Reword a fact: by TEXT, or in your editor on a terminal.",
    help_zh="修改一条事实的文字；不给文字时打开编辑器",
)


@FAMILY.change(
    table.ID,
    table.SCOPE,
    en="have every briefing tell a fact",
    zh="置顶一条事实，每次会话开始都告知",
    help_en="Pin a fact: it stands, and every briefing tells it, whatever its age.",
    help_zh="置顶一条事实：无论多旧，每次会话开始都会告知 agent",
)
def pin(call: table.Call) -> model.Answer:
    """Append the line that pins it.

    Raises:
        UsageError: there is no such fact, or the project's store is not trusted.
        StoreError: the store can't be written.
    """
    return _pinned(call, is_pinned=True)


@FAMILY.change(
    table.ID,
    table.SCOPE,
    en="let a fact age as others do",
    zh="取消置顶",
    help_en="Unpin a fact: it ages as others do.",
)
def unpin(call: table.Call) -> model.Answer:
    """Append the line that unpins it; errors as `pin.run`."""
    return _pinned(call, is_pinned=False)


@FAMILY.change(
    table.ID,
    table.SCOPE,
    en="take a fact back",
    zh="撤回一条事实",
    help_en="Take a fact back: it is not loaded, recalled or found any more. Its lines "
    "stay in the file.\n\n"
    "`restore` lets it hold again. A line of MEMORY.md that says it stays too, and "
    "is named. To remove a text for good: memory-store forget.",
    help_zh="撤回一条事实，文件中的行会保留。如果 `MEMORY.md` 里也有同样的内容，会指出在"
    "哪一行、用什么命令删除",
)
def retract(call: table.Call) -> model.Answer:
    """Append the line that takes the fact back.

    A fact that took another's place gives it back when it is retracted; one that was replaced or
    merged holds again by `restore`, and consolidation doesn't decide against it a second time.
    MEMORY.md is the user's: where it says the fact, and the command that drops the line, is told.

    Raises:
        UsageError: there is no such fact, or the store is not trusted.
        StoreError: the store can't be written; nothing has changed.
    """
    return retracting.change(call, is_restored=False)


@FAMILY.change(
    table.ID,
    table.SCOPE,
    en="let a fact hold again",
    zh="让一条事实重新生效",
    help_en="Let a fact hold again that was taken back, or that another took the place of.",
    help_zh="恢复已撤回或已被取代的事实",
)
def restore(call: table.Call) -> model.Answer:
    """Append the line that lets it hold; errors as `retract.run`."""
    return retracting.change(call, is_restored=True)


@FAMILY.change(
    flags.Flag(
        "count",
        "how many changes, the last ones (default 1)",
        "最近几次改动（默认 1）",
        metavar="N",
        nargs="?",
        type=int,
    ),
    table.SCOPE,
    en="take back the last change, whatever made it",
    zh="撤销最近一次改动，无论来自哪里",
    help_en="Take back the last change of what is remembered, whatever command or hook "
    "made it.\n\n"
    "Once more, it goes one change further back; `redo` does it again. Nothing is deleted: "
    "lines are added after which all is as it was. What `forget` removed is gone for good: "
    "right after it, only `undo N` takes back older changes.",
    help_zh="撤销最近一次（或最近 N 次）对事实或待办的改动，无论由哪条命令或哪个 hook 造"
    "成，并说明改了什么；再执行一次，就再往前撤销一次；`redo` 重做。`forget` 删除的内容"
    "无法撤销：紧接其后，只有 `undo N` 才撤销更早的改动",
)
def undo(call: table.Call) -> model.Answer:
    """Append the lines that take the last changes back; exit 1 for none.

    Without N nothing is taken back if something was forgotten since.

    Raises:
        UsageError: N is no number of changes, or the project's store is not trusted.
        StoreError: a store can't be written.
    """
    return undoing.taken_back(call, call.count)


@FAMILY.change(
    table.SCOPE,
    en="do again what undo took back",
    zh="重做刚才撤销的改动",
    help_en="Do again what the last undo took back; once more, what the one before it did.",
    help_zh="重做最近一次撤销的改动；再执行一次，就重做再前一次撤销的",
)
def redo(call: table.Call) -> model.Answer:
    """Take the last undo back; exit 1 where the last change is no undo."""
    return undoing.done_again(call)


FAMILY.change(
    flags.switch("--list", "show the candidates, ask nothing", "只列出候选，不询问"),
    flags.Flag("--accept", "put facts into MEMORY.md", "把事实写入 MEMORY.md", metavar="ID,ID"),
    flags.Flag(
        "--text",
        "what MEMORY.md is to say instead, with one --accept",
        "写入 MEMORY.md 的措辞，只配合一个 --accept",
    ),
    flags.Flag(
        "--drop",
        "lines of MEMORY.md to let go; --list has ids",
        "要从 MEMORY.md 删去的行；--list 列出 ID",
        metavar="ID,ID",
    ),
    flags.Flag("--refuse", "don't ask about them again", "以后不再询问", metavar="ID,ID"),
    flags.Flag(
        "--propose",
        "for agents: have the user asked about them",
        "供 agent 使用：请用户决定",
        metavar="ID,ID",
    ),
    flags.switch("--yes", "the user said so; ask nothing", "用户已同意，不再询问"),
    table.SCOPE,
    name="promote",
    en="decide which memories go into MEMORY.md",
    zh="决定哪些记忆写入 MEMORY.md",
    help_en="Decide which memories go into MEMORY.md: those said in several sessions, "
    "and sure rules.\n\n"
    "Shows each with its evidence and asks; --refuse has it asked no more. "
    "Agents may list and propose.",
    help_zh="决定哪些记忆写入 `MEMORY.md`：在多次会话中提到过的、明确的规则，以及 agent "
    "提议的。逐条显示依据并询问是否写入，也可用参数加 `--yes`；用 `--refuse` 拒绝"
    "过的不再询问。对应事实已失效的行，会建议删除",
    section="promotion",
)


def _pinned(call: table.Call, *, is_pinned: bool) -> model.Answer:
    """Pin a fact, or unpin it; no line is written if it is so already."""
    store, fact = identities.fact(call.stores, call.id)
    name, done = ("pin", "pinned") if is_pinned else ("unpin", "unpinned")
    line = fact.changed(pinned=is_pinned)
    if fact.is_pinned != is_pinned:
        return fact_changes.make(call, done, name, [(store, line)])
    return fact_changes.answer(call, done, [(name, line)], back="")
