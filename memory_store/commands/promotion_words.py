"""What `memory-store promote` says to a person, in Chinese and English.

Plain tables and the choice between them. Must not decide anything.
"""

from __future__ import annotations

import os

from memory_store.language import written
from memory_store.text import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import config

_ENGLISH = {
    "none": "nothing has proved itself that MEMORY.md does not say already",
    "repeated": "said in {times} sessions, first {first}, last {last}; confidence {sure}",
    "sure": "a sure rule, said once, on {first}; confidence {sure}",
    "proposed": "proposed by the agent on {last}; confidence {sure}",
    "goes": "goes under: {section}",
    "choose": "Keep it in MEMORY.md? [y]es, [e]dit, [n]o and don't ask again, [s]kip, [q]uit: ",
    "choose_again": "Please answer y, e, n, s or q: ",
    "edit": "New text (empty: leave it for now): ",
    "full": "MEMORY.md has {lines} of {most} lines.",
    "over": "MEMORY.md has {lines} of {most} lines: {over} must go before it is added.",
    "drop": "Drop this line for it ({reason}; {over} to go)?\n  {text}\n[y/N/q] ",
    "drop_outdated": "Drop this line from MEMORY.md ({reason})?\n  {text}\n[y/N/q] ",
    "drop_hint": "drop lines: memory-store promote --drop ID[,ID]",
    "no_room": "no room was made: it stays a candidate",
    "kept": "kept: {text}",
    "refused": "will not be asked again",
    "sure_of_it": "[y/N] ",
    "accept_question": "Put into {path}:",
    "drop_question": "Drop from {path}:",
    "refuse_question": "Never ask again about:",
    "list_hint": "decide on each in a terminal: memory-store promote\n"
    "or: memory-store promote --accept ID[,ID] | --refuse ID[,ID]",
    "twice": "another line says it",
    "gone": "its fact holds no more",
    "quiet": "not said again for the longest",
    "unconfirmed": "no fact says it",
    "more": "… and {count} more",
    "nothing_done": "nothing was decided",
    "accepted": "Written into MEMORY.md:",
    "dropped": "Dropped from MEMORY.md:",
    "no_more": "Never asked about again:",
}
_CHINESE = {
    "none": "暂时没有可写入 MEMORY.md 的新记忆",
    "repeated": "在 {times} 次会话中提到，首次 {first}，最近 {last}；置信度 {sure}",
    "sure": "明确的规则，{first} 提到一次；置信度 {sure}",
    "proposed": "由 agent 于 {last} 提议；置信度 {sure}",
    "goes": "将写入：{section}",
    "choose": "写入 MEMORY.md 吗？[y] 是，[e] 修改后写入，[n] 否且不再询问，[s] 跳过，[q] 退出：",
    "choose_again": "请输入 y、e、n、s 或 q：",
    "edit": "新的文字（留空则暂不写入）：",
    "full": "MEMORY.md 已有 {lines} 行，上限 {most} 行。",
    "over": "MEMORY.md 已有 {lines} 行，上限 {most} 行：须先删去 {over} 行才能写入。",
    "drop": "为它删去这一行吗（{reason}；还须删 {over} 行）？\n  {text}\n[y/N/q] ",
    "drop_outdated": "从 MEMORY.md 删去这一行吗（{reason}）？\n  {text}\n[y/N/q] ",
    "drop_hint": "删去这些行：memory-store promote --drop ID[,ID]",
    "no_room": "没有腾出空间，仍列为候选",
    "kept": "已写入：{text}",
    "refused": "以后不再询问",
    "sure_of_it": "[y/N] ",
    "accept_question": "写入 {path}：",
    "drop_question": "从 {path} 删去：",
    "refuse_question": "以后不再询问：",
    "list_hint": "在终端里逐条决定：memory-store promote\n"
    "或：memory-store promote --accept ID[,ID] | --refuse ID[,ID]",
    "twice": "另有一行说的是同一件事",
    "gone": "对应的事实已不再成立",
    "quiet": "最久未再提及",
    "unconfirmed": "没有事实与它对应",
    "more": "……另有 {count} 条",
    "nothing_done": "没有做出决定",
    "accepted": "已写入 MEMORY.md：",
    "dropped": "已从 MEMORY.md 删去：",
    "no_more": "以后不再询问：",
}
_TABLES = {written.ENGLISH: _ENGLISH, written.CHINESE: _CHINESE}


def spoken(settings: config.Config) -> str:
    """The language to speak: the setting, else the machine's."""
    machine = written.of_machine(os.environ)
    return written.chosen(settings.word("language"), otherwise=machine)


def say(chosen: str, name: str, **values: object) -> str:
    """The sentence `name` in a language, its places filled."""
    return wording.filled(_TABLES[chosen][name], **values)
