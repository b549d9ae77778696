"""Reads from git's settings who the user is, and where a project came from.

Reads the files without git and follows no include, since git may start programs in somebody else's
repository. Must not decide the use of either.
"""

from __future__ import annotations

import os

from memory_store.store import layout
from memory_store.trust import work_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_BYTES = 1 << 16


def author(project: str) -> str:
    """`Name <address>` of the person who commits in a project; "" if git knows neither.

    The environment counts more than the project's settings, and these more than the user's.
    """
    settings = {"name": "", "email": ""}
    above = os.environ.get("XDG_CONFIG_HOME") or os.path.join(layout.home(), ".config")
    paths = [
        os.path.join(above, "git", "config"),
        os.path.join(layout.home(), ".gitconfig"),
        *_own_settings(project),
    ]
    for path in paths:
        for section, key, value in _settings(path):
            if section == "user" and key in settings:
                settings[key] = value
    name = os.environ.get("GIT_AUTHOR_NAME") or settings["name"]
    address = os.environ.get("GIT_AUTHOR_EMAIL") or settings["email"]
    return f"{name} <{address}>".strip() if address else name


def origin(project: str) -> str:
    """`HOST/PATH` of a project's remote `origin`, alike for ssh and https; "" for none."""
    url = ""
    for path in _own_settings(project):
        for section, key, value in _settings(path):
            if section == 'remote "origin"' and key == "url":
                url = value
    scheme, mark, rest = url.rpartition("://")
    host, slash, path = rest.partition("/")
    if not mark and ":" in host:  # user@host:path
        host, _, first = host.partition(":")
        path = first + slash + path
    host = host.rpartition("@")[2].lower()
    if scheme in ("https", "ssh"):
        host = host.partition(":")[0]  # the port differs where one place speaks both
    return f"{host}/{path}".strip("/").removesuffix(".git").rstrip("/")


def _own_settings(project: str) -> list[str]:
    tree = work_tree.root(project)
    git = work_tree.own_directory(tree) if tree else ""
    return [os.path.join(git, "config")] if git else []


def _settings(path: str) -> Iterator[tuple[str, str, str]]:
    """Section, key and value of each plain line (git-scm.com/docs/git-config, Syntax)."""
    section = ""
    for raw in work_tree.read(path, _BYTES).decode("utf-8", "replace").splitlines():
        line = raw.strip()
        if line.startswith("["):
            section, _, line = line[1:].partition("]")
            name, blank, sub = section.partition(" ")
            section = f"{name.lower()}{blank}{sub}"
        key, _, value = line.partition("=")
        text = value.strip()
        if len(text) > 1 and text[0] == text[-1] == '"':
            text = text[1:-1].replace('\\"', '"').replace("\\\\", "\\")
        if key.strip():
            yield section, key.strip().lower(), text
