"""What the commands for seeing and steering say to a person, in Chinese and English.

Plain tables and the choice between them. Must not decide anything.
"""

from __future__ import annotations

from memory_store.commands import promotion_words
from memory_store.language import written
from memory_store.text import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import config

_ENGLISH = {
    "none": "nothing found",
    "standing": "stands",
    "candidate": "to confirm",
    "planned": "planned",
    "replaced": "replaced",
    "retracted": "taken back",
    "asked": "asked for",
    "accepted": "accepted",
    "pinned": "pinned",
    "user": "user",
    "agent": "agent",
    "capture": "captured",
    "import": "imported",
    "was": "was: {text}",
    "accept": "stands now: {text}",
    "reject": "taken back: {text}",
    "retract": "taken back: {text}",
    "restore": "holds again: {text}",
    "pin": "pinned, stays in every briefing: {text}",
    "unpin": "no longer pinned: {text}",
    "edit": "now says: {text}",
    "reopened": "open again: {text}",
    "closed": "done: {text}",
    "as_before": "as it was before: {text}",
    "undo": "memory-store undo takes it back",
    "nothing_to_undo": "there is nothing to take back",
}
_CHINESE = {
    "none": "没有找到",
    "standing": "有效",
    "candidate": "待确认",
    "planned": "计划中",
    "replaced": "已被取代",
    "retracted": "已撤回",
    "asked": "要求记住",
    "accepted": "已确认",
    "pinned": "已置顶",
    "user": "用户",
    "agent": "agent",
    "capture": "自动提取",
    "import": "导入",
    "was": "原为：{text}",
    "accept": "已确认，从现在起有效：{text}",
    "reject": "已撤回：{text}",
    "retract": "已撤回：{text}",
    "restore": "已恢复：{text}",
    "pin": "已置顶，每次会话开始都会提供：{text}",
    "unpin": "已取消置顶：{text}",
    "edit": "已改为：{text}",
    "reopened": "重新打开：{text}",
    "closed": "已完成：{text}",
    "as_before": "已还原：{text}",
    "undo": "撤销：memory-store undo",
    "nothing_to_undo": "没有可撤销的改动",
}
_TABLES = {written.ENGLISH: _ENGLISH, written.CHINESE: _CHINESE}


def say(settings: config.Config, name: str, **values: object) -> str:
    """The sentence `name` in the language of the settings or the machine, its places filled."""
    return wording.filled(_TABLES[promotion_words.spoken(settings)][name], **values)
