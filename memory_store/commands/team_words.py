"""What `memory-store team` says to a person, in Chinese and English.

Plain tables. Must not decide anything.
"""

from __future__ import annotations

from memory_store.commands import promotion_words
from memory_store.language import written
from memory_store.text import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import config

_ENGLISH = {
    "alone": "this memory is not shared through git: memory-store init --team shares it",
    "changed": "git changed what is shared: {names}",
    "review": "git log -p -- .memory tells who; memory-store trust approves it",
    "clone": "this memory came with a clone, and you have not approved it yet",
    "unknown": "unknown",
    "facts": "{facts} facts, {new} new, last {last}",
    "own": "yours: {facts} facts",
    "own_candidates": "before you commit: {count} of yours nobody confirmed,"
    " memory-store list --candidates",
    "new": "New from others:",
    "taken_back": "(taken back) ",
    "more": "  and {count} more: memory-store list",
}
_CHINESE = {
    "alone": "这份记忆没有通过 git 共享；memory-store init --team 可以共享",
    "changed": "git 带来了改动：{names}",
    "review": "用 git log -p -- .memory 查看是谁改的；memory-store trust 表示认可",
    "clone": "这份记忆随克隆而来，你还没有认可",
    "unknown": "未署名",
    "facts": "{facts} 条事实，{new} 条新增，最近 {last}",
    "own": "你的：{facts} 条事实",
    "own_candidates": "提交之前：你有 {count} 条尚未确认，见 memory-store list --candidates",
    "new": "其他人新增的：",
    "taken_back": "（已撤回）",
    "more": "  另有 {count} 条：memory-store list",
}
_TABLES = {written.ENGLISH: _ENGLISH, written.CHINESE: _CHINESE}


def say(settings: config.Config, name: str, **values: object) -> str:
    """The sentence `name` in the language of the settings or the machine, its places filled."""
    return wording.filled(_TABLES[promotion_words.spoken(settings)][name], **values)
