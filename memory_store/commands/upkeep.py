"""Keep in order: the rows of these commands."""

from __future__ import annotations

from memory_store.cli import flags, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.model import Answer

FAMILY = table.Family("Keep in order", "维护", "steering")


@FAMILY.change(
    flags.Flag(
        "--seconds",
        "stop after this long; the next run goes on (default: until done)",
        "最多运行多少秒，下次继续（默认直到完成）",
        type=float,
    ),
    en="finish ended sessions and bring the index up to date",
    zh="收尾已结束的会话，更新索引",
    help_en="Finish ended sessions, merge facts, bring the index up to date, and meet "
    "the remotes.\n\n"
    "Journal days past `retention_days` are deleted.",
    help_zh="收尾已结束的会话，合并事实，更新索引",
    works_closed=True,
    is_translated=True,
)
def sync(call: table.Call) -> Answer:
    """Sync, and report.

    Raises:
        UsageError: the store is not trusted.
        StoreError: the store can't be read or written.
    """
    from memory_store.commands import sync as body

    return body.run(call, call.where)


@FAMILY.change(
    flags.switch(
        "--force",
        "build it anew from the files, also if it looks sound; the old one answers meanwhile",
        "从文件重建，即使看起来没有问题；重建期间旧索引照常可用",
    ),
    en="bring the index alone up to date, or build it anew, with progress",
    zh="只更新或重建索引，并显示进度",
    help_en="Bring the index up to date, or build it anew from the files, and tell how far it is.",
    help_zh="只更新索引；`--force` 重建索引并显示进度，重建期间旧索引照常可用",
    works_closed=True,
    is_translated=True,
)
def index(call: table.Call) -> Answer:
    """Index every readable memory, and report each.

    Raises:
        UsageError: the store is not trusted.
        StoreError: a store or its index can't be read or written.
    """
    from memory_store.commands import index as body

    return body.run(call, call.where)


@FAMILY.change(
    en="keep the index up to date while files change, until Ctrl-C",
    zh="文件变化时持续更新索引，按 Ctrl-C 结束",
    help_en="Keep the index up to date while files change, in the foreground, until Ctrl-C.",
    help_zh="监视文件变化并持续更新索引，按 Ctrl-C 结束；需要 `pip install 'memory-store[watch]'`",
    works_closed=True,
)
def watch(call: table.Call) -> Answer:
    """Index now and after every change; the number of runs.

    Raises:
        UsageError: the store is not trusted, or there is none.
        StoreError: another process watches it, or watchfiles is not installed.
    """
    from memory_store.commands import watch as body

    return body.run(call, call.where)


@FAMILY.change(
    flags.Flag("action", "what to do", "要做什么", choices=("list", "pull", "path")),
    flags.Flag(
        "name",
        "a model (default: the one that is set)",
        "模型（默认为设置中的模型）",
        nargs="?",
        default="",
    ),
    en="list the models of fastembed, download one, say where they are",
    zh="列出、下载 fastembed 的模型，查看所在目录",
    help_en="The models of fastembed: list them, download one, say where they are.\n\n"
    "Only `pull` reaches the network: search, sync and hooks use what is on this "
    "machine.",
    help_zh="管理 fastembed 的模型：列出、下载（只有这条命令会下载）、查看所在目录",
    works_off=True,
)
def model(call: table.Call) -> Answer:
    """List, download, or say where; exit 1 where a model that is asked for is not here.

    Raises:
        UsageError: there is no model of that name.
        StoreError: it can't be downloaded, or fastembed is not installed.
    """
    from memory_store.commands import model as body

    return body.run(call, call.where)
