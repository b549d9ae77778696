"""Share: the rows of these commands."""

from __future__ import annotations

from memory_store import errors, model
from memory_store.cli import flags, table, terminal
from memory_store.commands import fact_changes, identities
from memory_store.journal import stored
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.remotes import visits
    from memory_store.store import layout

FAMILY = table.Family("Share", "共享和同步")


@FAMILY.change(
    table.IDS,
    flags.switch("--private", "share them no longer", "不再共享"),
    flags.switch("--yes", "share without being asked", "不询问直接共享"),
    table.SCOPE,
    en="share facts with your team, or no longer",
    zh="与团队共享事实，或取消共享",
    help_en="Share facts with your team: what stands, and what you said yes to.\n\n"
    "A fact is private until you share it, and nothing else of a memory reaches "
    "a team's remote. With --private it is taken back from the team.",
    help_zh="与团队共享已确认的事实，需要你在终端确认或加 `--yes`；`--private` 取消共享。"
    "未共享的内容不会离开你的机器",
)
def share(call: table.Call) -> model.Answer:
    """Share facts after a yes, or take them back without one.

    Without a terminal and without --yes nothing is shared, and the answer is a preview with exit
    status 1.

    Raises:
        UsageError: one of them is no fact, or a candidate, or the store is not trusted.
        StoreError: the store can't be written.
    """
    stores = call.stores
    wanted = stored.PRIVATE if call.private else stored.TEAM
    named = [identities.fact(stores, word) for word in dict.fromkeys(call.ids)]
    facts = [(store, one) for store, one in named if one.visibility != wanted]
    name = "steering.private_already" if call.private else "steering.shared_already"
    already = [
        call.say(name, text=clean.line(one.content))
        for _, one in named
        if one.visibility == wanted
    ]
    if wanted == stored.TEAM and facts:
        for _, fact in facts:
            if fact.op == stored.RETRACT or not fact.stands:
                raise errors.UsageError(
                    "only what stands is shared: {content}",
                    "memory-store accept confirms what was inferred, restore what was taken back",
                    content=clean.line(fact.content),
                )
        contents = "\n".join(f"  {clean.line(one.content)}" for _, one in facts)
        if not (call.yes or terminal.can_be_asked()):
            text = f"{contents}\n{call.say('share_preview')}"
            return model.Answer({"status": "preview"}, text, 1)
        if not (call.yes or terminal.says_yes(f"{contents}\n{call.say('share_question')} ")):
            return model.Answer({"status": "kept"}, "", 1)
    lines = [(store, one.changed(visibility=wanted)) for store, one in facts]
    if call.private:
        return fact_changes.make(call, "unshared", "unshare", lines, already)
    servers = {store: _servers(store) for store, _ in named}
    more = [*already, *_told(call, servers)]
    answer = fact_changes.make(call, "shared", "share", lines, more)
    answer.record["remotes"] = [one.entry.name for listed in servers.values() for one in listed]
    return answer


def _servers(store: layout.Store) -> list[visits.State]:
    """The servers that are given what is shared of a memory."""
    from memory_store.remotes import contract, kinds, visits  # few share

    known = ((one, kinds.kind(one.entry.url)) for one in visits.states(store))
    return [one for one, kind in known if kind and kind.audience == contract.TEAM]


def _told(call: table.Call, servers: dict[layout.Store, list[visits.State]]) -> Iterator[str]:
    """Where the shared facts of each memory go, or that they stay and what to do."""
    for store, listed in servers.items():
        scope = " --scope user" if store.scope == "user" else ""
        for one in listed:
            yield call.say("share_goes", name=one.entry.name)
            if one.note:
                yield f"! {call.tell([one.note])}"
        if not listed:
            yield call.say("share_stays", path=store.path, scope=scope)


FAMILY.question(
    flags.Flag("what", "what to tell", "要显示什么", choices=("status",)),
    name="team",
    section="team",
    en="what others said in a memory that git shares",
    zh="通过 git 共享的记忆里，其他人说了什么",
    help_en="What the people you share a memory with through git have said: by whom, and "
    "what is new.\n\n"
    "New is what came since you last looked and nothing waited: what a pull "
    "brought is read after `memory-store trust`.",
    help_zh="`team status`：通过 git 共享的记忆里有哪些人的事实，上次查看之后新增了什么；"
    "git pull 带来的改动在认可之前也能用它查看",
)


FAMILY.change(
    flags.Flag("what", "what to do", "要做什么", choices=("add", "list", "remove", "prepare")),
    flags.Flag("name", "what you call it", "你给它起的名字", metavar="NAME", nargs="?"),
    flags.Flag(
        "url",
        "of your own machines a bare git repository: a folder, ssh or https; of a team "
        "postgresql://HOST/DATABASE; prepare takes it alone",
        "自己的机器用裸 git 仓库：目录、ssh 或 https；团队用 postgresql://主机/数据库；prepare "
        "只需要这一项",
        metavar="URL",
        nargs="?",
    ),
    flags.Flag(
        "--memory",
        "what this memory is called there (default: the address of the project's origin)",
        "这份记忆在那里的名字（默认：项目 origin 的地址）",
        metavar="NAME",
    ),
    table.SCOPE,
    name="remote",
    en="other places of this memory, which sync meets",
    zh="管理这份记忆的其他存放处，由 sync 同步",
    help_en="Other places of this memory: add one, list them, take one off the list.\n\n"
    "`memory-store sync` meets them: it pulls what they hold, and pushes what is "
    "new here.",
    help_zh="管理这份记忆的其他存放处：`add 名字 URL`、`list`、`remove 名字`。URL 是你自"
    "己几台机器共用的裸 git 仓库（目录、ssh 或 https），或团队的服务器 "
    "`postgresql://主机/数据库`；`prepare URL` 建好或更新服务器上的表；`sync` 负"
    "责拉取和推送。地址保存在用户配置目录，不会写进项目",
    works_off=True,
)
