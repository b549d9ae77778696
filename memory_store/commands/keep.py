"""Write down: the rows of these commands."""

from __future__ import annotations

from memory_store import clock, model
from memory_store.cli import flags, table, terminal
from memory_store.commands import save_fact as saving
from memory_store.journal import records, stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.sessions import todos as open_todos

_TAIL_BYTES = 1 << 20

FAMILY = table.Family("Write down", "记下来")


FAMILY.change(
    flags.Flag(
        "--content",
        "the sentence; - reads standard input",
        "一句话；- 表示从标准输入读取",
        required=True,
    ),
    flags.Flag(
        "--type",
        "W world fact or decision, B what was done, O preference or rule, S stage summary",
        "W 事实或决定，B 做过的事，O 偏好或规则，S 阶段小结",
        default="W",
        type=str.upper,
        choices=records.TYPES,
    ),
    flags.Flag(
        "--entities", "whom or what it is about", "涉及的人或事物", default="", metavar="A,B"
    ),
    flags.Flag(
        "--confidence", "0 to 1 (default 0.8)", "0 到 1（默认 0.8）", type=float, default=0.8
    ),
    flags.Flag("--session", "the session it comes from", "来自哪个会话", default="", metavar="ID"),
    flags.Flag("--supersedes", "the fact it replaces", "取代哪条事实", default="", metavar="ID"),
    table.SCOPE,
    name="save-fact",
    en="save one fact",
    zh="保存一条事实",
    help_en="Save a fact: one conclusion that will still hold next week, in one sentence.",
    help_zh="保存一条事实；`--content -` 从标准输入读取",
    works_closed=True,
    answers_programs=True,
)


@FAMILY.change(
    flags.Flag("--topic", "one line", "一行", required=True),
    flags.Flag(
        "--summary --content",
        "100 to 200 words; - reads standard input",
        "100 到 200 字；- 表示从标准输入读取",
        required=True,
    ),
    flags.Flag("--decision", "repeatable", "可重复", action="append", default=[]),
    flags.Flag(
        "--todo", "what is left; repeatable", "剩下的事；可重复", action="append", default=[]
    ),
    flags.Flag("--session", "the session it tells of", "所属的会话", default="", metavar="ID"),
    table.SCOPE,
    en="save a session's summary",
    zh="保存会话摘要",
    help_en="Save a session's summary; a later one of the same session replaces it.",
    works_closed=True,
    answers_programs=True,
)
def save_summary(call: table.Call) -> model.Answer:
    """Save the summary.

    Raises:
        UsageError: the topic or summary is empty, or the store is not trusted.
        StoreError: the store can't be written; nothing was saved.
    """
    from memory_store.journal import append, create, read, sessions
    from memory_store.store import layout

    store, session = call.store, call.session
    summary, redacted = records.summary(
        session,
        topic=call.topic,
        text=terminal.text_of(call.summary),
        decisions=call.decision,
        todos=call.todo,
        source={"session_id": session, "via": stored.AGENT if session else stored.USER},
        origin="agent",
    )
    create.create(store)
    replaced = bool(session) and any(
        one.session_id == session for one in read.summaries(store, _TAIL_BYTES)
    )
    append.append(store, layout.SESSIONS, [summary])
    event = records.event("summary", session, "cli", record_id=summary.id)
    sessions.note(store, session, lambda _: [event])
    status = "replaced" if replaced else "saved"
    return saving.saved(call, status, summary.id, redacted)


@FAMILY.question(
    table.SCOPE,
    en="what is left to do",
    zh="列出待办",
    help_en="List what is left to do: the todos that agents and people stated, until "
    "something closes them.\n\n"
    "A todo is closed by `memory-store done`, by saying that it is done, or "
    "after 30 days.",
    help_zh="列出待办（agent 或你提到过的）。在对话中说“做完了”，或满 30 天，待办会自动关闭",
)
def todos(call: table.Call) -> model.Answer:
    """The open todos, the newest first, each with the number that `done` takes.

    Raises:
        UsageError: the store is not trusted.
    """
    return _open_todos(call)


@FAMILY.change(
    flags.Flag("text", "the todo's words", "待办的内容", metavar="TEXT", nargs="*"),
    table.SCOPE,
    en="open a todo",
    zh="添加待办",
    help_en="Open a todo: it stands in each briefing until something closes it.\n\n"
    "`memory-store done` closes it, or words that say that it is done. Without TEXT it lists "
    "what is open.",
    help_zh="添加待办：之后每次会话开始都会提到它，直到关闭；不写内容则列出待办",
)
def todo(call: table.Call) -> model.Answer:
    """Write it, unless one with these words is open.

    Raises:
        UsageError: the store is not trusted.
        StoreError: the store can't be written; nothing was opened.
    """
    text = terminal.text_of(" ".join(call.text))
    if not text.strip():
        return _open_todos(call)
    from memory_store.commands import identities
    from memory_store.journal import create
    from memory_store.sessions import todos as open_todos

    store = call.store
    made, redacted = records.todo(text, {"via": stored.USER, "host": "cli"})
    create.create(store)
    opened = open_todos.open_all(store, [made])
    listed = opened or [one for one in open_todos.of_store(store) if one.says(made.todos[0])]
    identities.note([store], [one.id for one in listed])
    status = "opened" if opened else "open already"
    lines = [call.say(status.replace(" ", "_"), text=one.text) for one in listed]
    lines += [call.say("undo")] if opened else []
    record = {"status": status, "todos": _shown(listed), "redacted": redacted}
    return model.Answer(record, "\n".join(lines))


@FAMILY.change(
    table.IDS,
    table.SCOPE,
    en="close todos",
    zh="关闭待办",
    help_en="Close todos: by the number that `memory-store todos` showed, by id, or by "
    "an id's beginning.",
    help_zh="关闭待办：用列表中的编号、ID，或 ID 的开头",
)
def done(call: table.Call) -> model.Answer:
    """Close the todos, all or none.

    Raises:
        UsageError: one of them is not open, or the store is not trusted.
        StoreError: the store can't be written; nothing has changed.
    """
    from memory_store.commands import identities
    from memory_store.sessions import todos as open_todos

    store = call.store

    def chosen(found: list[open_todos.Todo]) -> list[open_todos.Todo]:
        by_id = {one.id: one for one in found}
        ids = [identities.among([store], word, by_id) for word in call.ids]
        return [by_id[one] for one in dict.fromkeys(ids)]

    closed = open_todos.close(store, chosen)
    lines = [call.say("done", text=one.text) for one in closed]
    return model.Answer({"done": _shown(closed)}, "\n".join(lines))


FAMILY.change(
    flags.Flag(
        "what",
        "what to do",
        "要做什么",
        choices=("on", "off", "status", "show", "run", "take", "undo"),
    ),
    flags.Flag(
        "name",
        "on: claude, codex, openai, anthropic, gemini or ollama; show, run: a session; take: - "
        "for standard input",
        "on：claude、codex、openai、anthropic、gemini 或 ollama；show、run：会话；take：- 表示"
        "标准输入",
        metavar="NAME",
        nargs="?",
    ),
    flags.Flag(
        "--model",
        "on: the model (default: the provider's small one)",
        "on：模型（默认用该提供方的小模型）",
    ),
    flags.switch(
        "--other-hosts",
        "on: a host's program reads the sessions of other hosts too",
        "on：该程序也读取其他工具里的会话",
    ),
    flags.switch("--yes", "on: the user said so; ask nothing", "on：用户已同意，不再询问"),
    flags.switch("--next", "show: the oldest session that waits", "show：等待中最早的一次会话"),
    flags.Flag(
        "--session", "take: the session that was shown", "take：刚才显示的会话", metavar="ID"
    ),
    flags.switch("--all", "undo: all that a judge ever wrote", "undo：会话评审写下的一切"),
    name="judge",
    en="have a small model read ended sessions; off until you say yes",
    zh="让小模型把每次结束的会话读一遍；未经你同意不会启用",
    help_en="Have a small model read each session once after its end, which finds what "
    "rules can't.\n\n"
    "Off until `judge on` is answered with yes. Each request is counted and "
    "shown, and `judge undo --all` takes back everything that a judge ever wrote.",
    help_zh="会话结束后请一个小模型读一遍，找出规则发现不了的内容；用 `judge on` 同意后才"
    "启用。`status` 显示请求次数、费用和最近一次失败；`show` 打印将要发送的请求；"
    "`take -` 接收 agent 按同样要求给出的回答；`undo --all` 撤回评审写下的一切",
    section="judge",
)


def _shown(listed: list[open_todos.Todo]) -> list[dict[str, str]]:
    return [{"id": one.id, "text": one.text} for one in listed]


def _open_todos(call: table.Call) -> model.Answer:
    from memory_store.commands import identities
    from memory_store.sessions import todos as open_todos

    listed = open_todos.of_store(call.store)
    if not listed:
        none = call.say("no_todos") if call.stores else call.nothing()
        return model.Answer({"todos": []}, none, 1)
    identities.note([call.store], [one.id for one in listed])
    shown, lines = [], []
    for number, one in enumerate(listed, 1):
        more = {"topic": one.topic, "session_id": one.key, "created_at": clock.stamp(one.moment)}
        shown.append({"number": number, "id": one.id, "text": one.text, **more})
        about = f"  ({one.topic})" if one.topic else ""
        lines.append(f"{number:3}  {clock.local_date(one.moment)}  {one.text}{about}")
    return model.Answer({"todos": shown}, "\n".join(lines))
