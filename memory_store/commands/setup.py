"""Set up: the rows of these commands."""

from __future__ import annotations

import json
import os

from memory_store import config as schema
from memory_store import errors, model
from memory_store.cli import flags, table
from memory_store.config import disabled as switched_off
from memory_store.hosts import registry
from memory_store.store import files, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.codec import Record

FAMILY = table.Family("Set up", "安装和设置")


FAMILY.change(
    flags.Flag(
        "--host",
        "default: Cursor, Claude Code, and the others that are installed",
        "默认：Cursor、Claude Code，以及本机装有的其他宿主",
        action="append",
        metavar="|".join((*registry.HOSTS, "all")),
    ),
    flags.switch("--user", "for every git project of this user", "对你打开的所有 git 项目生效"),
    flags.switch(
        "--team",
        "share facts.jsonl and notes/ through git as well",
        "让 facts.jsonl 和 notes/ 也进入 git",
    ),
    flags.switch(
        "--claude-md",
        "also put the rule for the agent into CLAUDE.md, in a fenced section",
        "把给 agent 的说明也写进 CLAUDE.md 中单独的一段",
    ),
    flags.switch(
        "--no-permissions",
        "let Claude Code ask before each command that saves or searches",
        "保存和搜索前仍由 Claude Code 逐次询问",
    ),
    name="init",
    section="setup",
    en="wire the hooks into your agents, for one project or all",
    zh="为各个 agent 接入 hook：只对一个项目，或对你的所有项目",
    help_en="Wire memory into the agents you use: for a project, or with --user for "
    "every git project.\n\n"
    "Existing files keep all that is yours, are backed up first, and are refused, "
    "not mended, where they are not valid. Running it again changes nothing; "
    "`memory-store uninstall` takes it out again.",
    help_zh="接入 hook。`--user` 对你打开的所有 git 项目生效；`--team` 让 `facts.jsonl` "
    "和 `notes/` 也进入 git；`--claude-md` 把给 agent 的说明写进 `CLAUDE.md`；"
    "`--no-permissions` 不写入 Claude Code 的放行规则",
    works_off=True,
)


FAMILY.change(
    flags.Flag(
        "--host",
        action="append",
        metavar="|".join((*registry.HOSTS, "all")),
    ),
    flags.switch("--user", "what init --user wired", "移除 init --user 接入的 hook"),
    flags.switch("--purge", "delete the memory too", "连同记忆一起删除"),
    flags.switch("--yes", "delete it without being asked", "不询问，直接删除"),
    name="uninstall",
    section="setup",
    en="take the wiring out again; the memory stays, but for --purge",
    zh="移除 hook；加 --purge 连同记忆一起删除",
    help_en="Take the wiring out of the hosts again; what is remembered stays where it "
    "is.\n\n"
    "A main work tree's uninstall does the same in the trees linked to it, which "
    "were wired as it is. With --purge the memory goes too, for good, after a "
    "yes.",
    help_zh="移除 hook，记忆保留；`--purge` 确认后连同记忆一起永久删除",
    works_off=True,
)


FAMILY.change(
    flags.switch("--keep", "leave the project to look at", "保留演示项目以便查看"),
    name="demo",
    section="setup",
    en="see it work in a minute, in a directory of its own",
    zh="一分钟演示，在独立的临时目录里进行",
    help_en="See it work in a minute: two sessions on a throw-away project, with the "
    "real hooks, offline.\n\n"
    "The first session speaks Cursor's language and the second Claude Code's; a "
    "third step searches. Nothing stays behind but the models' cache, and "
    "nothing of yours is read.",
    help_zh="在临时目录里演示两次会话，约一分钟",
    works_off=True,
)


FAMILY.question(
    name="status",
    en="what is stored, indexed, wired and trusted",
    zh="查看存储、索引、接入和信任的状态",
    help_en="What is stored, indexed, wired and trusted, and what is wrong.",
    help_zh="查看存储、索引、hook 接入和信任的状态，以及存在的问题",
    works_off=True,
)


FAMILY.question(
    flags.switch("--fix", "mend what needs no decision of yours", "修复无需你决定的部分"),
    name="doctor",
    en="what must be right, and the command that mends it",
    zh="逐项检查，并给出修复命令",
    help_en="Look at each thing that must be right, run each hook as its host would, and "
    "tell what mends it.\n\n"
    "With --fix what needs no decision of yours is mended: rights, wiring, the "
    "index.",
    help_zh="逐项检查，像宿主（Cursor、Claude Code）那样运行每个 hook，并给出修复命令；"
    "`--fix` 修复无需你决定的部分",
    works_off=True,
)


@FAMILY.question(
    flags.Flag("name", "one setting (default: all)", "某一项设置（默认全部）", nargs="?"),
    en="the settings that hold, and what is wrong with them",
    zh="查看当前生效的设置和错误",
    help_en="Show the settings that hold, where each comes from, and what is wrong with "
    "the files.",
    help_zh="查看当前生效的设置，以及配置文件中的错误",
    works_off=True,
)
def config(call: table.Call) -> model.Answer:
    """The settings, and every fault of the files; exit 1 for a fault.

    Raises:
        UsageError: there is no setting of that name.
    """
    settings, rules = call.settings, schema.schema()
    if call.name and call.name not in rules:
        raise errors.UsageError(
            "no such setting: {name}",
            "{meant}memory-store config lists them",
            name=call.name,
            meant=errors.meant(call.name, rules),
        )
    names = [call.name] if call.name else list(rules)
    shown = {name: _shown(settings.values[name], rules[name]) for name in names}
    spoken = call.spoken
    lines = [
        errors.Message(
            f"{{name}} = {{value}}  ({settings.origins[name]})  {{help}}",
            name=name,
            value=json.dumps(shown[name]),
            help=schema.explained(rules[name], spoken),
        )
        for name in names
    ]
    stores = (call.where.project, layout.user_store())
    record = {
        "settings": shown,
        "origins": {name: settings.origins[name] for name in names},
        "problems": settings.problems,
        "files": [os.path.join(one.path, layout.SETTINGS) for one in stores if one is not None],
    }
    lines += [errors.Message("! {fault}", fault=one) for one in settings.problems]
    return model.Answer(record, call.tell(lines), 1 if settings.problems else 0)


FAMILY.change(
    table.SCOPE,
    flags.switch("--yes", "approve without being asked", "不询问，直接信任"),
    flags.switch("--withdraw", "trust it no longer", "取消信任"),
    name="trust",
    en="look at a memory that came with a clone, and approve it",
    zh="查看随克隆而来的记忆，并决定是否信任",
    help_en="Look at a memory that a clone or a pull brought, and approve it, or "
    "withdraw the approval.\n\n"
    "Until then no hook, search or get reads or writes a memory that came with a "
    "clone. Of what git brings to an approved one only the new lines wait, and a "
    "MEMORY.md or note that was changed.",
    help_zh="查看随仓库克隆而来的记忆，或 git pull 给已有记忆带来的改动，并决定是否信任",
    works_off=True,
)


@FAMILY.change(
    table.SCOPE,
    en="switch memory on again",
    zh="重新开启记忆",
    help_en="Switch memory on again, where disable switched it off.",
    help_zh="重新打开记忆",
    works_off=True,
)
def enable(call: table.Call) -> model.Answer:
    """Delete the file `disabled`, and tell what else keeps memory off.

    Raises:
        UsageError: there is no memory, or it is not trusted.
        StoreError: the file can't be taken away.
    """
    store = call.made
    try:
        if os.path.lexists(os.path.join(store.path, layout.DISABLED)):
            files.remove(store.path, layout.DISABLED)
    except OSError as error:
        raise errors.cannot("write to", store.path, error) from error
    is_off = switched_off(store)
    record = {"status": "enabled", "store": store.path, "still_off": is_off}
    return model.Answer(record, call.say("still_off" if is_off else "on", path=store.path))


@FAMILY.change(
    table.SCOPE,
    en="switch memory off here, or everywhere",
    zh="在这里或全局关闭记忆",
    help_en="Switch memory off here: hooks do nothing, commands that read or write it say so.",
    help_zh="关闭这里的记忆（`--scope user` 为全部关闭）：hook 不再工作，读写记忆的命令会说明原因",
    works_off=True,
)
def disable(call: table.Call) -> model.Answer:
    """Put the file `disabled` into the store.

    Raises:
        UsageError: there is no memory, or it is not trusted.
        StoreError: the file can't be written.
    """
    store = call.made
    try:
        files.replace(store.path, layout.DISABLED, b"")
    except OSError as error:
        raise errors.cannot("write to", store.path, error) from error
    record = {"status": "disabled", "store": store.path}
    return model.Answer(record, call.say("off", path=store.path))


def _shown(value: object, rule: Record) -> object:
    """A value as it may be shown: of a secret, whether it is set; of an address, no key in it."""
    if rule.get("address"):
        from memory_store.text import address

        return address.masked(str(value))
    return "(set)" if rule.get("secret") and value else value
