"""Markdown outside a store: paths that settings name (`extra_paths`), and hosts' memories.

A project's settings may name paths inside the project, the user's settings any path; no part of a
path may be a link. Hosts' memories (`native_memory`) lie beneath the home. Must not open a path
that is not named, or write any.
"""

from __future__ import annotations

import errno
import os

from memory_store import config, errors, model
from memory_store.journal import read
from memory_store.store import files, layout

MOST_BYTES = 4 << 20
"""A larger file is left out: it is no note."""

MARKDOWN = ".md"
"""How the name of a note ends."""

UNTOLD = "has a name that can't be told"
"""Why something is left out whose name would break an answer."""

UNNAMED = "no setting names it"
"""Why what stands beyond a store is not opened, where that is all."""

_SETTING = "extra_paths"
_VARIABLE = "MEMORY_STORE_EXTRA_PATHS"
_IN_PROJECT, _IN_HOME = "./", "~/"
_NATIVE = "native_memory"
_NATIVE_OF = {
    "project": (".claude/projects/{slug}/memory", ".qwen/projects/{slug}/memory"),
    "user": (
        ".codex/memories",
        ".claude/CLAUDE.md",
        ".codex/AGENTS.md",
        ".gemini/GEMINI.md",
        ".qwen/QWEN.md",
    ),
}
"""Where hosts keep what they remember, and what the user told them, beneath the home."""

_FILES_OF = {"project": ("project",), "user": ("user", "environment")}


class Source(model.Value):
    """A file or folder that the settings name.

    Attributes:
        name: as it is called in an index: `./docs` in a project, `~/wiki` at home, else absolute.
        root: the directory from which it is walked to.
        relative: its path from there, parts joined by `/`; "" for the root itself.
    """

    name: str
    root: str
    relative: str

    def path(self) -> str:
        """Where it is."""
        return os.path.join(self.root, *self.relative.split("/"))

    def inside(self, relative: str) -> str:
        """The index's name for a path below this one."""
        return f"{self.name.removesuffix('/')}/{relative}" if relative else self.name

    def beneath(self, name: str) -> str | None:
        """The path from here to the file `name`, "" for itself; None if it lies elsewhere."""
        if name == self.name:
            return ""
        above = f"{self.name.removesuffix('/')}/"
        return name[len(above) :] if name.startswith(above) else None


def is_extra(name: str) -> bool:
    """Whether a file of an index stands beyond its store, by its name."""
    return name.startswith((_IN_PROJECT, _IN_HOME)) or os.path.isabs(name)


def is_native(name: str) -> bool:
    """Whether a file is of a host's own memory, which that host gives to its model itself."""
    starts = (one.partition("{")[0] for one in (*_NATIVE_OF["project"], *_NATIVE_OF["user"]))
    return name.startswith(tuple(_IN_HOME + one for one in starts))


def display_name(name: str) -> str:
    """An extra file as results name it: of a project from there, like `.memory/notes/a.md`."""
    return name.removeprefix(_IN_PROJECT)


def index_name(store: layout.Store, path: str) -> str:
    """The name in a store's index of an extra file that a person calls `path`."""
    if store.scope == "project" and not is_native(path):
        inside = os.path.relpath(path, store.project) if os.path.isabs(path) else path
        return _IN_PROJECT + _slashes(inside).removeprefix(_IN_PROJECT)
    return _of_user(path).name


def sources(store: layout.Store) -> list[Source]:
    """The paths in a store's settings, in order, and hosts' memories of its project."""
    return [*_by_settings(store), *_of_hosts(store)]


def _of_hosts(store: layout.Store) -> list[Source]:
    """The memories of hosts that are there, unless the user switched them off."""
    project = os.path.realpath(store.project)
    slug = "".join(char if char.isascii() and char.isalnum() else "-" for char in project)
    home = layout.home()
    names = [path.format(slug=slug) for path in _NATIVE_OF[store.scope]]
    present = [path for path in names if os.path.exists(os.path.join(home, *path.split("/")))]
    if not present or not config.resolve().switch(_NATIVE):
        return []
    return [Source(_IN_HOME + path, os.path.realpath(home), path) for path in present]


def _by_settings(store: layout.Store) -> list[Source]:
    written = os.path.lexists(os.path.join(store.path, layout.SETTINGS))
    if not written and (store.scope == "project" or not os.environ.get(_VARIABLE)):
        return []  # as of most stores, at a twentieth of the cost
    settings = config.resolve(store if store.scope == "project" else None)
    if settings.origins[_SETTING] not in _FILES_OF[store.scope]:
        return []
    texts = config.paths(settings.word(_SETTING))
    if store.scope == "user":
        return [_of_user(text) for text in texts]
    root = os.path.realpath(store.project)
    inside = [_slashes(os.path.normpath(text)) for text in texts]
    inside = ["" if one == "." else one for one in inside]
    return [Source(_IN_PROJECT + one, root, one) for one in inside]


def path_of(store: layout.Store, name: str) -> str:
    """Where an extra file is, by its name in the index of its store."""
    if name.startswith(_IN_PROJECT):
        return os.path.join(store.project, *name.split("/")[1:])
    return os.path.join(layout.home(), *name.split("/")[1:]) if name[0] == "~" else name


def refusal(source: Source) -> str:
    """Why a path that is named is not looked at; "" where it may be."""
    if not source.name.isprintable():
        return UNTOLD
    first = source.relative.partition("/")[0]
    if first == layout.STORE and not os.path.isabs(source.name):
        return errors.Message("is the store's own")
    path = source.root
    for part in source.relative.split("/"):
        path = os.path.join(path, part)
        if os.path.islink(path):
            link = "is a link: {path}" if path == source.path() else "lies behind a link: {path}"
            return errors.Message(link, path=path)
    return ""


def open_file(store: layout.Store, name: str) -> int:
    """A descriptor of a file of a store, by the name that it has in the index.

    Raises:
        FileNotFoundError: it is not there.
        OSError: as `files.open_beneath`, or it stands beyond the store and nothing names it, or
            `walk_ignores` names it, or it is too large or no Markdown.
    """
    read.check_shown(store, name)
    if not is_extra(name):
        return files.open_beneath(store.path, name)
    for source in sources(store):
        rest = source.beneath(name)
        if rest is not None and not refusal(source) and _may_be_read(source, rest):
            relative = "/".join(part for part in (source.relative, rest) if part)
            descriptor = files.open_beneath(source.root, relative)
            if os.fstat(descriptor).st_size <= MOST_BYTES:
                return descriptor
            os.close(descriptor)
            raise OSError(errno.EFBIG, f"it is larger than {MOST_BYTES >> 20} MiB", name)
    raise PermissionError(errno.EPERM, UNNAMED, name)


def _may_be_read(source: Source, rest: str) -> bool:
    """Whether a file has the name of a note, and is named itself or found by a walk."""
    if not (rest or source.name).endswith(MARKDOWN):
        return False
    if not rest:
        return True
    from memory_store.index import walk_ignores  # most stores name no folder

    return walk_ignores.reach(source.path(), rest)


def _of_user(text: str) -> Source:
    home = layout.home()
    text = "" if text == "~" else text.removeprefix(_IN_HOME)
    path = os.path.normpath(os.path.join(home, text))
    if path == home or path.startswith(os.path.join(home, "")):
        relative = _slashes(path[len(home) :]).strip("/")
        return Source(_IN_HOME + relative, os.path.realpath(home), relative)
    drive, rest = os.path.splitdrive(path)
    return Source(_slashes(path), f"{drive}{os.sep}", _slashes(rest).strip("/"))


def _slashes(path: str) -> str:
    return path.replace(os.sep, "/")
