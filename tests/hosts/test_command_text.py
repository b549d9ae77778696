from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from memory_store import errors
from memory_store.hosts import command_text, registry

if TYPE_CHECKING:
    from pathlib import Path

NASTY = ["plain", "two words", "it's", '"quoted"', "$HOME", "`id`", "$(id)", "a;b&c|d", "项目 🚀"]
NASTY += ["back\\slash", "!bang", "#hash", "~", "x*?", "per%cent", "(x86)", "{a,b}", "-dash"]
RECORDER = '#!/bin/sh\nprintf \'%s\\n\' "$0" "$@"\ncat\n'


def place_recorder(python: Path) -> None:
    """Put a script in the interpreter's place that tells what the shell made of the line."""
    python.parent.mkdir(parents=True)
    python.write_text(RECORDER, encoding="utf-8")
    python.chmod(0o755)


def said_by(shell: str, line: str, directory: Path) -> list[str]:
    """What the recorder was told by a shell's command line, and its standard input."""
    done = subprocess.run(
        [shell, "-c", line], input=b"hello\n", cwd=directory, capture_output=True, check=True
    )
    return done.stdout.decode().splitlines()


@pytest.mark.skipif(not shutil.which("sh"), reason="no POSIX shell here")
@pytest.mark.parametrize(
    "transport", ["{line}", "{line} <<'CURSOR_HOOK_EOF'\nhello\nCURSOR_HOOK_EOF"]
)
@pytest.mark.parametrize("name", NASTY)
def test_a_posix_shell_reads_the_paths_as_they_are(
    tmp_path: Path, name: str, transport: str
) -> None:
    python = tmp_path / name / "python"
    hook = tmp_path / name / "hooks" / "load_memory.py"
    place_recorder(python)
    line = command_text.command_line(str(python), str(hook), "cursor", windows=False)

    told = [str(python), "-I", "-S", str(hook), "--host", "cursor", "hello"]
    assert said_by("sh", transport.format(line=line), tmp_path) == told


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash here")
@pytest.mark.parametrize("name", [name for name in NASTY if name != "back\\slash"])
def test_bash_reads_a_windows_line_as_it_is(tmp_path: Path, name: str) -> None:
    place_recorder(tmp_path / "C:" / name / "python.exe")
    python, hook = f"C:\\{name}\\python.exe", f"C:\\{name}\\hooks\\stop it\\..\\recall_memory.py"
    line = command_text.command_line(python, hook, "claude", windows=True)

    paths = [python.replace("\\", "/"), "-I", "-S", hook.replace("\\", "/")]
    assert said_by("bash", line, tmp_path) == [*paths, "--host", "claude", "hello"]


@pytest.mark.parametrize("folder", ["Program Files (x86)", "Zoë", "O'Neil & Co", "$x"])
def test_a_windows_line_begins_with_a_letter_so_that_powershell_runs_it(folder: str) -> None:
    line = command_text.command_line(
        f"C:\\{folder}\\python.exe", "D:\\hooks\\load_memory.py", "claude", windows=True
    )

    assert line.startswith("C:/")
    assert line.endswith(" -I -S D:/hooks/load_memory.py --host claude")


def test_each_hook_gets_the_flags_that_its_imports_allow() -> None:
    flags = {
        name: command_text.command_line("/p", f"/hooks/{name}.py", "cursor", windows=False)
        .removeprefix("/p ")
        .partition(" /hooks")[0]
        for name in registry.HANDLES
    }

    assert set(flags.values()) == {"-I -S"}


def test_doubled_slashes_and_dots_go_and_parents_and_links_stay() -> None:
    line = command_text.command_line(
        "//opt//venv/./bin/../python", "/x//hooks/load_memory.py", "cursor", windows=False
    )

    assert line == "/opt/venv/bin/../python -I -S /x/hooks/load_memory.py --host cursor"


@pytest.mark.parametrize(
    ("python", "windows"),
    [
        ("python", False),
        ("./python", False),
        ("/opt/*x/python", False),
        ("/opt/a\nb/python", False),
        ("/opt/a\0b/python", False),
        ("/opt/\udc80/python", False),
        ("\\\\server\\share\\python.exe", True),
        ("\\\\?\\C:\\python.exe", True),
        ("python.exe", True),
        ("C:python.exe", True),
        ("C:\\it's $5\\python.exe", True),
        ("C:\\it\u2019s `5\\python.exe", True),
    ],
)
def test_a_path_that_no_host_would_run_is_refused(python: str, windows: bool) -> None:  # noqa: FBT001
    hook = "C:\\hooks\\load_memory.py" if windows else "/hooks/load_memory.py"

    with pytest.raises(errors.UsageError):
        command_text.command_line(python, hook, "cursor", windows=windows)


def test_only_our_six_hooks_get_a_command_line() -> None:
    with pytest.raises(errors.UsageError):
        command_text.command_line("/p", "/hooks/other.py", "cursor", windows=False)


@pytest.mark.parametrize("name", NASTY)
@pytest.mark.parametrize("script", registry.HANDLES)
def test_every_line_of_ours_is_known_again(name: str, script: str) -> None:
    line = command_text.command_line(
        f"/{name}/python", f"/{name}/hooks/{script}.py", "claude", windows=False
    )

    assert command_text.script_of(line) == script


@pytest.mark.parametrize(
    "command",
    [
        None,
        7,
        "",
        "load_memory",
        "python hooks/load_memory.py",
        "python hooks/load_memory.py --host another",
        "python load_memory.py --host cursor",
        "python webhooks/load_memory.py --host cursor",
        "python hooks/preload_memory.py --host cursor",
    ],
)
def test_other_commands_are_not_ours(command: object) -> None:
    assert command_text.script_of(command) == ""
