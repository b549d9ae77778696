"""What `init`, `uninstall`, `search` and `demo` say to a person, in Chinese and English.

Plain tables and the choice between them. Must not decide anything.
"""

from __future__ import annotations

from memory_store.commands import promotion_words
from memory_store.hosts import registry
from memory_store.language import written
from memory_store.text import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import config

_ENGLISH = {
    "nothing": "nothing found",
    "no_memory": "there is no memory here yet: memory-store init, or the first save-fact, creates"
    " one",
    "kind_fact": "fact",
    "kind_summary": "summary",
    "kind_note": "note",
    "kind_core": "core",
    "kind_turn": "turn",
    "faint": "({count} more below {faint}: --format json)",
    "first_models": "the first search on this machine unpacks the models, once: some ten seconds",
    "first_index": "the first search of this memory makes its index",
    "searching": "searching",
    "unchanged": "nothing to change in {root}",
    "tracked": "! {path} is in git and names this machine's Python: commit it only for yourself",
    "no_git": "! {root} is no git repository: the memory holds for all below it",
    "shared_tree": "! a work tree of {main}, whose memory is used (setting worktrees)",
    "trees": "! git runs post-checkout hooks of your own: memory-store init wires a new work tree",
    "inner": "! {inner} is a repository of its own, but {root}'s memory is used;"
    " for its own: {own}",
    "open": "Open the project in a new session: from now on it remembers.",
    "cursor": "Cursor: Settings > Hooks lists six hooks; the workspace must be trusted.\n"
    "It asks before the agent saves or searches, unless you allow that there.",
    "claude": "Claude Code: /hooks lists five; it asks once whether you trust the folder.",
    "codex": "Codex: approve the hooks once in /hooks; until then it skips them without a word.",
    "copilot": "Copilot CLI: it runs the hooks in every folder that you trust.",
    "opencode": "OpenCode: it loads the plugin in a new session.",
    "codebuddy": "CodeBuddy Code: approve the change in /hooks.",
    "wired": "{title}: hooks are wired; they run in a new session.",
    "lacks": "  Not with {title}: {names}.",
    "start": "memory at a session's start",
    "prompt": "memory beside a prompt",
    "answer": "the agent's answers",
    "compaction": "saving before a compaction",
    "summary": "a turn for a summary",
    "sign": "a line for you on what was kept",
    "allowed": "It may save and search without asking: three rules in permissions.allow of"
    " settings.json (init --no-permissions takes them out).",
    "unwired": "nothing was wired",
    "stays": "The memory stays: {path}",
    "demo_begins": "1/4  a throw-away project is wired",
    "demo_first": "2/4  Monday: a session in Cursor, its hooks listen",
    "demo_second": "3/4  Tuesday: a session in Claude Code is given what the first one learnt",
    "demo_search": "4/4  a search by meaning; the first one unpacks the models",
}
_CHINESE = {
    "nothing": "没有找到",
    "no_memory": "这里还没有记忆：运行 memory-store init，或用 save-fact 存下第一条，就会创建",
    "kind_fact": "事实",
    "kind_summary": "摘要",
    "kind_note": "笔记",
    "kind_core": "核心记忆",
    "kind_turn": "对话",
    "faint": "（另有 {count} 条得分低于 {faint}：加 --format json 查看）",
    "first_models": "本机第一次搜索，正在解压模型，只需一次，约十几秒",
    "first_index": "第一次搜索这份记忆，正在建立索引",
    "searching": "正在搜索",
    "unchanged": "{root} 无需改动",
    "tracked": "! {path} 已被 git 跟踪，里面写着本机 Python 的路径：请不要提交给别人用",
    "no_git": "! {root} 不是 git 仓库：它下面的所有目录共用这份记忆",
    "shared_tree": "! 这是 {main} 的工作树，使用的是它的记忆（设置 worktrees）",
    "trees": "! git 用的是你自己的 post-checkout 钩子：新工作区要另外运行 memory-store init",
    "inner": "! {inner} 是独立的仓库，但使用的是 {root} 的记忆；要给它单独的记忆：{own}",
    "open": "打开项目，新建一个会话，从现在起就会记住。",
    "cursor": "Cursor：在 Settings > Hooks 里能看到六个 hook；工作区必须受信任。\n"
    "agent 保存和搜索前 Cursor 会先问你，除非在它的设置里放行。",
    "claude": "Claude Code：/hooks 里能看到五个 hook；第一次会问你是否信任这个目录。",
    "codex": "Codex：在 /hooks 里批准一次；批准之前，Codex 会跳过这些 hook，也不作提示。",
    "copilot": "Copilot CLI：在你信任的每个目录里都会运行这些 hook。",
    "opencode": "OpenCode：新会话会加载这个插件。",
    "codebuddy": "CodeBuddy Code：请在 /hooks 里批准这次改动。",
    "wired": "{title}：hook 已接好，新会话开始生效。",
    "lacks": "  {title} 不支持：{names}。",
    "start": "会话开始时给出记忆",
    "prompt": "提问时附上记忆",
    "answer": "记录 agent 的回答",
    "compaction": "压缩前保存",
    "summary": "请 agent 写摘要",
    "sign": "告诉你记住了什么的提示行",
    "allowed": "agent 保存和搜索时不会再逐次询问：settings.json 的 permissions.allow 里"
    "加了三条规则（init --no-permissions 可去掉）。",
    "unwired": "没有需要移除的 hook",
    "stays": "记忆保留在：{path}",
    "demo_begins": "1/4  在临时项目里接好 hook",
    "demo_first": "2/4  周一：Cursor 里的一次会话，hook 在旁边记录",
    "demo_second": "3/4  周二：Claude Code 里的新会话拿到第一次会话学到的内容",
    "demo_search": "4/4  按语义搜索；第一次要先解压模型",
}
_TABLES = {written.ENGLISH: _ENGLISH, written.CHINESE: _CHINESE}


def on_host(settings: config.Config, host: str) -> list[str]:
    """What a person does next in a host that was wired, and what the host can't give."""
    row = registry.HOSTS[host]
    name = host if host in _ENGLISH else "wired"
    lines = [say(settings, name, title=row.title)]
    given = (*row.gives, *([registry.ANSWER] if registry.TRANSCRIPT in row.gives else []))
    lacking = [say(settings, one) for one in registry.ALL if one not in given]
    if lacking:
        between = "、" if promotion_words.spoken(settings) == written.CHINESE else ", "
        names = between.join(lacking)
        lines.append(say(settings, "lacks", title=row.title, names=names))
    return lines


def say(settings: config.Config, name: str, **values: object) -> str:
    """The sentence `name` in the language of the settings or the machine, its places filled."""
    return wording.filled(_TABLES[promotion_words.spoken(settings)][name], **values)
