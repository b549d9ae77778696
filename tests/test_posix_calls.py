"""No call that only POSIX has stands unguarded: on Windows it ends whoever comes by it.

In the package everywhere, in tests where a module is imported: what a test does is guarded by its
mark.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
CALLS = {
    "os": frozenset(
        "chown chroot ctermid fchmod fchown fdatasync fork forkpty getegid geteuid getgid"
        " getgrouplist getgroups getloadavg getpgid getpgrp getpriority getresgid getresuid"
        " getsid getuid"
        " initgroups killpg lchown lockf major minor mkfifo mknod nice openpty pathconf pipe2"
        " posix_fadvise posix_fallocate posix_spawn pread pwrite readv sched_getaffinity"
        " sched_setaffinity sendfile setegid seteuid setgid setgroups setpgid setpriority"
        " setregid setresgid setresuid setreuid setsid setuid statvfs sync sysconf tcgetpgrp"
        " tcsetpgrp uname wait wait3 wait4 WEXITSTATUS WIFEXITED WIFSIGNALED WNOHANG writev"
        " ST_RDONLY O_NOFOLLOW"
        " O_DIRECTORY O_NONBLOCK O_CLOEXEC O_SYNC EX_OK".split()
    ),
    "signal": frozenset(
        "SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGUSR1 SIGUSR2"
        " SIGXCPU SIGXFSZ ITIMER_REAL ITIMER_VIRTUAL alarm pause pthread_kill pthread_sigmask"
        " setitimer siginterrupt sigpending sigwait".split()
    ),
    "time": frozenset({"tzset"}),
    "socket": frozenset({"AF_UNIX"}),
}
MODULES = frozenset("fcntl grp posix pty pwd resource termios tty".split())
CAUGHT = frozenset(("ImportError", "ModuleNotFoundError", "AttributeError", "Exception"))


def is_guard(node: ast.AST) -> bool:
    """Whether an expression asks which platform this is, or whether it has something."""
    for one in ast.walk(node):
        if isinstance(one, ast.Call) and _words(one.func) in ("hasattr", "getattr"):
            return True
        words = _words(one)
        if words in ("sys.platform", "os.name") or words.startswith("os.supports_"):
            return True
    return False


def _words(node: ast.AST) -> str:
    """A name, or the attribute of one, as it is written; "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    is_member = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    return ast.unparse(node) if is_member else ""


def needs(node: ast.AST) -> str:
    """What of POSIX a node asks for; "" for nothing."""
    module, _, name = _words(node).partition(".")
    if name in CALLS.get(module, ()):
        return f"{module}.{name}"
    if isinstance(node, ast.Import):
        return next((one.name for one in node.names if one.name in MODULES), "")
    return (
        (node.module or "") if isinstance(node, ast.ImportFrom) and node.module in MODULES else ""
    )


class Found:
    """What a module asks of POSIX, and which of its functions are called behind a guard alone.

    Attributes:
        calls: the line and the name of each call that is unguarded.
        uses: whether each use of a name is guarded, by the name.
    """

    def __init__(self, tree: ast.Module, *, at_import: bool, behind: frozenset[str]) -> None:
        self.calls: list[tuple[int, str]] = []
        self.uses: dict[str, list[bool]] = {}
        self._at_import, self._behind = at_import, behind
        self._walk(tree, guarded=False)

    def _walk(self, node: ast.AST, *, guarded: bool) -> None:
        if isinstance(node, ast.Name):
            self.uses.setdefault(node.id, []).append(guarded)
        if (name := needs(node)) and not guarded:
            self.calls.append((getattr(node, "lineno", 0), name))
        if isinstance(node, (ast.If, ast.IfExp)):
            guarded = guarded or is_guard(node.test)
        if isinstance(node, ast.Try):
            guarded = guarded or any(_catches(handler) for handler in node.handlers)
        if isinstance(node, ast.FunctionDef):
            guarded = guarded or node.name in self._behind
        for members in _parts(node, at_import=self._at_import):
            inner = guarded
            for one in members:
                self._walk(one, guarded=inner)
                inner = inner or _leaves(one) or (isinstance(node, ast.BoolOp) and is_guard(one))


def found(tree: ast.Module, *, at_import: bool) -> list[tuple[int, str]]:
    """The line and the name of each call that is unguarded, with `at_import` of these alone.

    A private function that is called behind a guard alone needs none of its own.
    """
    names = {one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)}
    behind: frozenset[str] = frozenset()
    while True:
        look = Found(tree, at_import=at_import, behind=behind)
        private = {name for name in names if name.startswith("_")}
        sure = frozenset(name for name in private if all(look.uses.get(name, [False])))
        if sure <= behind:
            return look.calls
        behind |= sure


def _parts(node: ast.AST, *, at_import: bool) -> Iterator[list[ast.AST]]:
    """The parts of a node in order; of a function `at_import` none but what is run there."""
    if at_import and isinstance(node, ast.Lambda):
        return
    if at_import and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        yield [*node.decorator_list, *node.args.defaults]
        return
    for _, value in ast.iter_fields(node):
        members = value if isinstance(value, list) else [value]
        yield [one for one in members if isinstance(one, ast.AST)]


def _catches(handler: ast.ExceptHandler) -> bool:
    """Whether a handler takes what a missing module or function raises."""
    return any(_words(one) in CAUGHT for one in ast.walk(handler.type or ast.Name("Exception")))


def _leaves(node: ast.AST) -> bool:
    """Whether a statement leaves on the other platform: `if sys.platform == "win32": return`."""
    leaves = (ast.Return, ast.Raise, ast.Continue)
    return isinstance(node, ast.If) and is_guard(node.test) and isinstance(node.body[-1], leaves)


@pytest.mark.long
@pytest.mark.parametrize("folder", ["memory_store", "hooks", "scripts", "tests", "benchmarks"])
def test_no_call_that_only_posix_has_is_unguarded(folder: str) -> None:
    is_run_marked = folder in ("tests", "benchmarks")
    faults = [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line, name in found(ast.parse(path.read_text("utf-8")), at_import=is_run_marked)
    ]

    assert faults == []


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("import os\nos.geteuid()", ["os.geteuid"]),
        ("import os\nx = hasattr(os, 'geteuid') and os.geteuid()", []),
        ("import os\nx = os.geteuid() if hasattr(os, 'geteuid') else 0", []),
        ("import os\nif os.name == 'posix':\n    os.fork()", []),
        ("def f():\n    if sys.platform == 'win32':\n        return\n    os.fork()", []),
        ("def f():\n    os.fork()\n    if sys.platform == 'win32':\n        return", ["os.fork"]),
        ("def _f():\n    os.fork()\nif os.name != 'nt':\n    _f()", []),
        ("def _f():\n    os.fork()\n_f()", ["os.fork"]),
        ("import fcntl", ["fcntl"]),
        ("try:\n    import fcntl\nexcept ImportError:\n    fcntl = None", []),
        ("from resource import getrusage", ["resource"]),
        ("os.kill(child, signal.SIGKILL)", ["signal.SIGKILL"]),
    ],
)
def test_a_guard_is_known_by_what_stands_before_the_call(code: str, names: list[str]) -> None:
    assert [name for _, name in found(ast.parse(code), at_import=False)] == names
