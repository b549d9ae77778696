"""The git hook that wires a new work tree like the main one.

A `post-checkout` hook of somebody else stays. Must not be needed where hooks are wired for the
user.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys

from memory_store import errors, model
from memory_store.commands import installation, wired
from memory_store.trust import closed_git, work_tree

_NAME = "post-checkout"
_MARK = "# Written by memory-store init"
_TEXT = """#!/bin/sh
{mark}: wires a new work tree. memory-store uninstall deletes it.
case "$1" in *[!0]*) exit 0 ;; esac  # a checkout within a tree
{command} init --project "$PWD" >/dev/null 2>&1
exit 0
"""
_SECONDS = 10.0


def add(root: str, done: list[str]) -> bool:
    """Write the hook of the repository that a work tree belongs to, and list a new one.

    Returns:
        Whether new trees are wired by it; true too where git makes none. Those of a bare
        repository have no main tree to be wired like.

    Raises:
        StoreError: it can't be written.
    """
    hooks = _hooks(root)
    if not hooks:
        return True
    if work_tree.bare_repository(root):
        return False
    path = _path(root, hooks)
    command = f"{shlex.quote(sys.executable)} -I -m memory_store"
    text = _TEXT.format(mark=_MARK, command=command)
    before = installation.read(path) if path else ""
    if not path or (before and _MARK not in before):
        return False  # others' hooks or settings rule
    if before != text:
        installation.write(path, text)
        os.chmod(path, 0o755)  # noqa: S103  git runs what may be run
        done.append(errors.Message("git hook, which wires new work trees: {path}", path=path))
    return True


def remove(root: str) -> str:
    """Delete our hook of a main work tree, and give its path; "" for none."""
    path = "" if work_tree.main_tree(root) else _path(root, _hooks(root))
    if not path or _MARK not in (installation.read(path) or ""):
        return ""
    try:
        os.unlink(path)
    except OSError as error:
        raise errors.cannot("delete", path, error) from error
    return path


def wired_in_main(root: str) -> list[str]:
    """The hosts that are wired in the main tree of this linked work tree."""
    main = work_tree.main_tree(root)
    return [one.host for one in wired.below(main) if one.commands] if main else []


def asks_in_main(root: str) -> bool:
    """Whether Claude Code asks before our commands in the main tree, where it is wired."""
    return not wired.of(work_tree.main_tree(root), model.CLAUDE).rules


def _hooks(root: str) -> str:
    """Where git looks for hooks; "" where there is no git, or no repository of this user's."""
    git = closed_git.program(root) if work_tree.own_directory(root) else ""
    if not git:
        return ""
    words = [git, "-C", root, "rev-parse", "--path-format=absolute", "--git-path", "hooks"]
    try:
        ran = subprocess.run(words, capture_output=True, text=True, timeout=_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return os.path.realpath(ran.stdout.rstrip("\n"))


def _path(root: str, hooks: str) -> str:
    """The hook's file; "" where `hooks` is not the directory that the repository has for them."""
    git = work_tree.own_directory(root)
    is_own = bool(git) and hooks == os.path.join(os.path.realpath(git), "hooks")
    return os.path.join(hooks, _NAME) if is_own and os.path.isdir(hooks) else ""
