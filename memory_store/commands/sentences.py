"""What `init`, `uninstall`, `search` and `demo` say to a person, in Chinese and English.

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
    "nothing": "nothing found",
    "no_memory": "there is no memory here yet: memory-store init, or the first save-fact, creates"
    " one",
    "faint": "({count} more below {faint}: --format json)",
    "first_models": "the first search on this machine unpacks the models, once: some ten seconds",
    "first_index": "the first search of this memory makes its index",
    "searching": "searching",
    "demo_begins": "1/4  a throw-away project is wired",
    "demo_first": "2/4  Monday: a session in Cursor, its hooks listen",
    "demo_second": "3/4  Tuesday: a session in Claude Code is given what the first one learnt",
    "demo_search": "4/4  a search by meaning; the first one unpacks the models",
}
_CHINESE = {
    "nothing": "没有找到",
    "no_memory": "这里还没有记忆：运行 memory-store init，或用 save-fact 存下第一条，就会创建",
    "faint": "（另有 {count} 条得分低于 {faint}：加 --format json 查看）",
    "first_models": "本机第一次搜索，正在解压模型，只需一次，约十几秒",
    "first_index": "第一次搜索这份记忆，正在建立索引",
    "searching": "正在搜索",
    "demo_begins": "1/4  在临时项目里接好 hook",
    "demo_first": "2/4  周一：Cursor 里的一次会话，hook 在旁边记录",
    "demo_second": "3/4  周二：Claude Code 里的新会话拿到第一次会话学到的内容",
    "demo_search": "4/4  按语义搜索；第一次要先解压模型",
}
_TABLES = {written.ENGLISH: _ENGLISH, written.CHINESE: _CHINESE}


def say(settings: config.Config, name: str, **values: object) -> str:
    """The sentence `name` in the language of the settings or the machine, its places filled."""
    return wording.filled(_TABLES[promotion_words.spoken(settings)][name], **values)
