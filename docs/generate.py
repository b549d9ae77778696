"""Writes the pages of settings, commands and hosts, in English and Chinese: `python docs/generate.py`.

With `--check` it writes nothing, and ends with 1 where a page is not what it would write.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from docs import host_tables
from memory_store import config
from memory_store.cli import table, usage

if TYPE_CHECKING:
    from memory_store.cli import flags

DOCS = Path(__file__).parent
_FIELDS = ("type", "default", "description", "description_zh")
_TOLD = ("--scope", "ID")
_BY_HAND = "<!-- Written by docs/generate.py. Change {source} instead. -->"


class Flag(NamedTuple):
    """A word or a flag of a command, as a usage line shows it."""

    name: str
    value: str
    optional: bool
    repeats: bool
    text: dict[str, str]

    @property
    def usage(self) -> str:
        """How the flag stands in a usage line."""
        words = " ".join(filter(None, (self.name, self.value)))
        return (f"[{words}]" if self.optional else words) + ("…" if self.repeats else "")


def flag_of(declared: flags.Flag, language: str = "en") -> Flag:
    """A declared flag or word."""
    value = usage.called(declared.takes, language)
    if choices := declared.how.get("choices"):
        value = "|".join(map(str, choices))
    return Flag(
        name="" if declared.is_word else declared.names[0],
        value="" if declared.is_switch else value,
        optional=not declared.is_required,
        repeats=declared.how.get("action") == "append" or declared.how.get("nargs") in ("+", "*"),
        text=declared.help,
    )


def pages() -> dict[Path, str]:
    """The text of every page that this script writes, by its path."""
    return {
        **host_tables.pages(DOCS),
        DOCS / "settings.md": _settings_page(_SETTINGS_EN, "description"),
        DOCS / "settings.zh-CN.md": _settings_page(_SETTINGS_ZH, "description_zh"),
        DOCS / "cli.md": _commands_page(_CLI_EN, "en"),
        DOCS / "cli.zh-CN.md": _commands_page(_CLI_ZH, "zh"),
    }


def _settings_page(head: str, text: str) -> str:
    """The table of settings; `text` is the field of the schema that tells what one is for."""
    rows = []
    for name, rule in config.schema().items():
        bounds = ("minimum", "maximum") if rule.get("type") == "number" else ()
        if lacking := [one for one in (*_FIELDS, *bounds) if one not in rule]:
            sys.exit(f"{config.SCHEMA}: the setting {name} lacks {', '.join(lacking)}")
        default = json.dumps(rule["default"])
        rows.append(f"| `{name}` | `{default}` | {_values(rule)} | {rule[text]} |")
    return "\n".join([head, *rows, ""])


def _values(rule: dict[str, Any]) -> str:
    """What a setting may be, in a few characters."""
    if "enum" in rule:
        return " · ".join(map(str, rule["enum"]))
    if rule["type"] == "number":
        return f"{rule['minimum']:g}–{rule['maximum']:g}"
    return {"boolean": "true · false", "string": '"…"'}[rule["type"]]


def _commands_page(head: str, language: str) -> str:
    """Of each command its help, its words and a list of its flags, but for what `head` tells."""
    parts = [head]
    for name, row in table.rows().items():
        flags = [flag_of(one, language) for one in row.flags]
        told = [flag for flag in flags if flag.text and _cell(flag).split()[0] not in _TOLD]
        words = [flag.usage for flag in flags if flag not in told or not flag.name]
        parts += [
            f"## {name}",
            f"`{' '.join(['memory-store', name, *words])}`",
            row.help[language],
        ]
        rows = [f"- `{_cell(flag)}`: {flag.text[language]}" for flag in told]
        if rows:
            parts.append("\n".join(rows))
    return "\n\n".join(parts) + "\n"


def _cell(flag: Flag) -> str:
    return " ".join(filter(None, (flag.name, flag.value)))


_SETTINGS_EN = f"""{_BY_HAND.format(source="memory_store/schemas/settings.schema.json")}

# Settings

**English** · [简体中文](settings.zh-CN.md)

`config.json` in `.memory/` holds the settings of a project, `config.json` in `~/.memory/` yours:

```json
{{"language": "en", "recall_limit": 5}}
```

Every setting is also a variable of the environment, `MEMORY_STORE_` and its name in capitals. A flag wins over the environment,
the environment over the project's file, that over yours, yours over the default. `memory-store config` shows the values that
hold, where each comes from, and mistakes in the files.

A project's file comes with a clone, and is trusted less: it can't name a model, an address or a key, can't set `promotion` or
`worktrees`, and can't turn on what you turned off. While a file can't be read, a key stands twice in it, or a switch
has a value that is none (in a file or a variable), whatever keeps text or reaches a network is off.

`MEMORY_STORE_DISABLE=1`, or a file `.memory/disabled`, turns everything off: hooks do nothing, commands that read or write the
memory say so.

| setting | default | values | meaning |
|---|---|---|---|"""

_SETTINGS_ZH = f"""{_BY_HAND.format(source="memory_store/schemas/settings.schema.json")}

# 设置

[English](settings.md) · **简体中文**

项目的设置写在 `.memory/config.json`，个人的设置写在 `~/.memory/config.json`：

```json
{{"language": "zh", "recall_limit": 5}}
```

每项设置都有对应的环境变量：`MEMORY_STORE_` 加大写的设置名。优先级从高到低：命令行参数、环境变量、项目设置、个人设置、默认值。
`memory-store config` 显示当前生效的值、每个值的来源，以及配置文件中的错误。

项目的配置文件会随克隆而来，因此权限更小：不能指定模型、地址和 API key，不能设置 `promotion` 和 `worktrees`，也不能打开你已关闭的功能。
配置文件无法读取、同一个设置写了两次，或开关的值无效（包括环境变量）时，所有会保存文本或访问网络的功能一律关闭。

设置 `MEMORY_STORE_DISABLE=1`，或创建文件 `.memory/disabled`，即可全部停用：hook 什么都不做，读写记忆的命令会说明已停用。

| 设置 | 默认值 | 取值 | 说明 |
|---|---|---|---|"""

_CLI_EN = f"""{_BY_HAND.format(source="the command's row in memory_store/commands/")}

# Commands

**English** · [简体中文](cli.zh-CN.md)

Every command takes `--project DIR` (default: the project of the current directory) and `--format text|json`. Text is the default;
`search`, `get`, `save-fact` and `save-summary` print JSON into a pipe. The exit code is 0 when done, 1 when nothing was found (or
`forget` got no yes), 2 for a mistake in the call, 3 for a fault of the machine or of memory-store.

`--scope project` means the memory of the project, `--scope user` your own in `~/.memory/`. An `ID` is a number of the last list, an id, or its beginning. `python -m memory_store` is
`memory-store`; the scripts `save_fact.py`, `save_summary.py`, `search_memory.py` and `get_memory.py` are the commands that agents
are shown."""

_CLI_ZH = f"""{_BY_HAND.format(source="the command's row in memory_store/commands/")}

# 命令

[English](cli.md) · **简体中文**

所有命令都支持 `--project DIR`（默认为当前目录所在的项目）和 `--format text|json`。默认输出文本；`search`、`get`、`save-fact`、
`save-summary` 在管道中默认输出 JSON。退出码：0 成功，1 没有找到（或 `forget` 未得到确认），2 用法有误，3 机器或程序故障。

`--scope project` 指项目的记忆，`--scope user` 指 `~/.memory/` 中你自己的记忆。`ID` 可以是最近一次列表里的编号、完整的 id，或 id 的开头。`python -m memory_store` 等同于 `memory-store`；
脚本 `save_fact.py`、`save_summary.py`、`search_memory.py`、`get_memory.py` 与同名命令相同，供 agent 调用。
`memory-store 命令 --help` 显示同样的说明。"""


def main(arguments: list[str]) -> int:
    """Write the pages, or check them."""
    stale = [path for path, text in pages().items() if _now(path) != text]
    if "--check" in arguments:
        sys.stderr.writelines(f"{path.name} is old: run docs/generate.py\n" for path in stale)
        return 1 if stale else 0
    for path in stale:
        path.write_text(pages()[path], encoding="utf-8")
    return 0


def _now(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
