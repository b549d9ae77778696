"""What `memory-store forget` and `scan` say to a person, in Chinese and English.

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
    "found": "To be removed for good from {path} ({count}):",
    "more": "… and {count} more",
    "yours": "In files that are yours to edit; they stay as they are:",
    "hosts": "The host's own transcripts hold it too. They are not taken in again, and stay until"
    " you delete them:",
    "copies": "Copies beside the memory's files hold it too, and stay until you delete them:",
    "git": "Git keeps in its history what was committed of: {names}",
    "remotes": "memory-store sync takes it from {names} too, and from the machines that meet"
    " there",
    "ask": "Remove it for good? There is no way back. [y/N] ",
    "preview": "nothing was removed; with --yes it is",
    "nothing": "nothing found",
    "kept": "nothing was removed",
    "done": "removed {count} records for good, and whatever was derived of them",
    "fact": "fact",
    "summary": "summary",
    "turn": "conversation",
    "other": "event",
    "damaged": "damaged line",
    "clean": "no secrets, invisible characters or damaged lines found",
    "secret": "secret ({kind})",
    "invisible": "invisible characters",
    "bad": "a line that can't be read",
    "fix": "memory-store scan --fix takes secrets and invisible characters out of the records",
    "fixed": "mended {count} lines",
    "mended": ": taken out",
    "left": "{count} of these no command mends: they are damaged, or in files of yours;"
    " edit them yourself",
}
_CHINESE = {
    "found": "将从 {path} 中永久删除 {count} 条：",
    "more": "……另有 {count} 条",
    "yours": "以下文件归你自己编辑，未作改动：",
    "hosts": "Cursor 或 Claude Code 自己的会话记录里也有。不会再被读入，文件需由你自行删除：",
    "copies": "记忆文件旁的副本里也有，要由你删除：",
    "git": "已提交的内容仍留在 git 历史里：{names}",
    "remotes": "memory-store sync 会把 {names} 以及在那里同步的其他机器上的也删除",
    "ask": "永久删除吗？无法恢复。[y/N] ",
    "preview": "尚未删除；加 --yes 才会删除",
    "nothing": "没有找到",
    "kept": "没有删除任何内容",
    "done": "已永久删除 {count} 条记录及其派生数据",
    "fact": "事实",
    "summary": "摘要",
    "turn": "对话",
    "other": "事件",
    "damaged": "损坏的行",
    "clean": "没有发现密钥、不可见字符或损坏的行",
    "secret": "密钥（{kind}）",
    "invisible": "不可见字符",
    "bad": "无法读取的行",
    "fix": "memory-store scan --fix 会从记录中去掉密钥和不可见字符",
    "fixed": "已修复 {count} 行",
    "mended": "：已去掉",
    "left": "其中 {count} 处无法自动修复（在你自己的文件里，或该行已损坏），请手动修改",
}
_TABLES = {written.ENGLISH: _ENGLISH, written.CHINESE: _CHINESE}


def say(settings: config.Config, name: str, **values: object) -> str:
    """The sentence `name` in the language of the settings or the machine, its places filled."""
    return wording.filled(_TABLES[promotion_words.spoken(settings)][name], **values)
