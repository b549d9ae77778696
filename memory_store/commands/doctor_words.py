"""What `memory-store doctor` says is wrong, in Chinese and English.

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
    "lacks": "{path} lacks {names}",
    "unwritable": "{path} can't be written",
    "low": "{megabytes} MB are left on the disk of {path}",
    "room": "{path}, {gigabytes} GB free",
    "make_room": "make room there",
    "edit_settings": "edit the file; memory-store config shows what holds",
    "settings": "every value is understood",
    "off": "memory is switched off",
    "switch_on": "memory-store enable, also with --scope user; or unset MEMORY_STORE_DISABLE",
    "untrusted": "{path} is not trusted",
    "open": "others may read {names}",
    "strays": "nobody reads {names} in {path}",
    "look_at": "look at them; move what is yours into the files beside",
    "damaged": "{count} lines can't be read, the first {what}",
    "passed_over": "what they said is passed over; memory-store scan shows them, edit or delete"
    " them",
    "index": "the index of {path} can't be read",
    "away": "{path} did not meet its remote {remote}: {fault}",
    "reach": "see that git ls-remote {url} answers without a question, then memory-store sync",
    "edit_then": "edit {path}, then {command}",
    "edit": "edit {path}",
    "not_there": "{path}: {what} is not there",
    "not_wired": "{path}: {what} is not wired",
    "answer": "{path}: {count} answer, the slowest in {milliseconds} ms",
    "twice": "memory-store uninstall --user, or without --user",
}
_CHINESE = {
    "lacks": "{path} 缺少 {names}",
    "unwritable": "{path} 无法写入",
    "low": "{path} 所在磁盘只剩 {megabytes} MB",
    "room": "{path}，剩余 {gigabytes} GB",
    "make_room": "请清理磁盘空间",
    "edit_settings": "修改该文件；memory-store config 显示当前生效的值",
    "settings": "所有设置均有效",
    "off": "记忆已关闭",
    "switch_on": "memory-store enable（或加 --scope user）；或取消环境变量 MEMORY_STORE_DISABLE",
    "untrusted": "{path} 尚未信任",
    "open": "其他用户可以读取 {names}",
    "strays": "{path} 里的 {names} 不会被读取",
    "look_at": "请查看，把需要的内容移到旁边的文件里",
    "damaged": "有 {count} 行无法读取，第一处在 {what}",
    "passed_over": "这些行会被跳过；用 memory-store scan 查看，然后修改或删除",
    "index": "{path} 的索引无法读取",
    "away": "{path} 未能与远端 {remote} 同步：{fault}",
    "reach": "先确认 git ls-remote {url} 无需输入就能成功，再执行 memory-store sync",
    "edit_then": "修改 {path}，然后运行 {command}",
    "edit": "修改 {path}",
    "not_there": "{path}：{what} 不存在",
    "not_wired": "{path}：没有接上 {what}",
    "answer": "{path}：{count} 个 hook 均有应答，最慢 {milliseconds} 毫秒",
    "twice": "memory-store uninstall --user，或不加 --user",
}
_TABLES = {written.ENGLISH: _ENGLISH, written.CHINESE: _CHINESE}


def say(settings: config.Config, name: str, **values: object) -> str:
    """The sentence `name` in the language of the settings or the machine, its places filled."""
    return wording.filled(_TABLES[promotion_words.spoken(settings)][name], **values)
