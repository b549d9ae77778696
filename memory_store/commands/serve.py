"""Connect other programs: the rows of these commands."""

from __future__ import annotations

from memory_store import model, place
from memory_store.cli import flags, printing, table
from memory_store.hosts import registry

TYPE_CHECKING = False

FAMILY = table.Family("Connect other programs", "连接其他程序")


@FAMILY.change(
    flags.switch("--no-browser", "print the address alone", "只输出地址"),
    flags.Flag("--port", "default: any free one", "默认任选一个空闲端口", type=int, default=0),
    en="open the page: what is remembered, in your browser",
    zh="打开页面：在浏览器里查看和管理记忆",
    help_en="Open the page: what is remembered, in your browser, on this machine alone.",
    help_zh="打开页面：在浏览器里查看、修改和撤销记忆",
    works_off=True,
)
def view(call: table.Call) -> model.Answer:
    """Serve the page until Ctrl-C; its address is printed first.

    Raises:
        UsageError: the port is taken, or what the page needs is not installed.
    """
    import contextlib
    import signal

    try:
        from memory_store.view import server
    except ImportError as error:
        raise place.not_installed("the page", "view", error) from error
    # so that what was made for the browser goes by whatever signal the page is closed
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        server.serve(
            call.where.directory, call.port, printing.out, opens_browser=not call.no_browser
        )
    return model.Answer({"status": "closed"}, "")


@FAMILY.change(
    en="serve the memory to an agent that speaks MCP",
    zh="作为 MCP 服务器，供支持 MCP 的 agent 使用",
    help_en="Serve the memory to any agent that speaks MCP, on standard input and output.",
    help_zh="作为 MCP 服务器运行，供任何支持 MCP 的 agent 使用",
    works_off=True,
)
def mcp(call: table.Call) -> model.Answer:
    """Serve until standard input ends.

    Raises:
        UsageError: the package that it needs is not installed.
    """
    try:
        from memory_store.commands import mcp_tools
    except ImportError as error:
        raise place.not_installed("the MCP server", "mcp", error) from error
    mcp_tools.server(call.where.directory).run()
    return model.Answer({"status": "closed"}, "")


@FAMILY.change(
    flags.Flag(
        "name",
        ", ".join(registry.HANDLES),
        ", ".join(registry.HANDLES),
        metavar="NAME",
        choices=tuple(registry.HANDLES),
    ),
    flags.Flag(
        "--host",
        "the host that runs it: cursor, claude, …",
        "运行它的宿主：cursor、claude 等",
        metavar="HOST",
    ),
    en="run a hook, as its script does",
    zh="运行一个 hook，与脚本相同",
    help_en="Run a hook: what a plugin or a host starts that names a command and no "
    "script.\n\n"
    "Reads the host's payload on standard input and answers on standard output, "
    "as the script does.",
    help_zh="运行一个 hook，与脚本相同，供插件和只认命令的宿主使用",
    works_off=True,
)
def hook(call: table.Call) -> model.Answer:
    """Stand for the hook: `__main__` runs it before any command is read."""
    raise AssertionError(call.name)


@FAMILY.question(
    flags.Flag(
        "shell",
        "bash, zsh, fish, powershell",
        "bash, zsh, fish, powershell",
        metavar="SHELL",
        choices=("bash", "zsh", "fish", "powershell"),
    ),
    flags.Flag(
        "line",
        "a line as far as it is typed, which the script gives: what may follow is told",
        "已输入的命令行，由脚本传入：输出后面可接的词",
        metavar="WORD",
        nargs="*",
    ),
    en="what makes a shell complete commands and flags",
    zh="输出命令补全脚本",
    help_en="Print what makes a shell complete commands and flags.\n\n"
    'bash and zsh: eval "$(memory-store completion bash)"; fish: memory-store '
    "completion fish | source; PowerShell: memory-store completion powershell | "
    "Out-String | Invoke-Expression.",
    help_zh="输出命令补全脚本：bash、zsh、fish、PowerShell",
    works_off=True,
)
def completion(call: table.Call) -> model.Answer:
    """The script."""
    from memory_store.commands import shells

    if call.line:
        words = shells.following(call.line[1:])
        return model.Answer({"shell": call.shell, "words": words}, "\n".join(words))
    text = shells.SCRIPTS[call.shell]
    return model.Answer({"shell": call.shell, "script": text}, text)
