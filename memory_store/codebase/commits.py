"""Asks git for a repository's history, with nothing of the repository's settings in force.

Git is given a directory of ours in place of the repository's: an empty configuration, no hooks, no
attributes, no remotes, HEAD by its commit, and the repository's objects to read. What a clone
brings in its own `.git/config` can't start a program, since it is never read.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from typing import TYPE_CHECKING, NamedTuple, Self

from memory_store import errors
from memory_store.trust import closed_git, work_tree

if TYPE_CHECKING:
    from collections.abc import Iterator

_SECONDS = 10.0  # for one question
_MOST_BYTES = 64 << 20
_FILE_BYTES = 1 << 20
_SHA1 = 40
_BLOB = re.compile(r"[0-9a-f]+ blob (\d+)")
_LANDED = ("--no-show-signature", "--first-parent", "-m")
"""What a merge brought counts as of the merge: so it came to those who work here."""
_FORMAT = {
    True: "[core]\n\trepositoryformatversion = 0\n\tbare = true\n",
    False: "[core]\n\trepositoryformatversion = 1\n\tbare = true\n"
    "[extensions]\n\tobjectformat = sha256\n",
}


class NoHistoryError(errors.MemoryStoreError):
    """Git is missing, can't read a repository, or takes too long."""


class Deletion(NamedTuple):
    """A file's end: the moment of the commit, seconds since 1970, and its name."""

    moment: float
    commit: str


class History:
    """The history behind a repository's HEAD; a context manager."""

    def __init__(self, git: str, tree: str, scratch: str) -> None:
        """Prepare to ask.

        Args:
            git: a git directory.
            tree: its work tree.
            scratch: where to make the directory that git is given.

        Raises:
            NoHistoryError: HEAD names no commit.
        """
        self._tree = tree
        self.head = work_tree.head(git) or ""
        if not self.head:
            raise NoHistoryError(f"{git}: HEAD names no commit")
        common = work_tree.common_directory(git)
        self._objects = os.path.join(os.path.realpath(common), "objects")
        self._shallow = work_tree.read(os.path.join(common, "shallow"), _FILE_BYTES)
        self._landed: dict[str, float] = {}
        self._directory = tempfile.TemporaryDirectory(prefix="git-", dir=scratch)

    def __enter__(self) -> Self:
        """Make the directory that git is given."""
        place = self._directory.name
        for name in ("refs", "objects"):
            os.mkdir(os.path.join(place, name))
        contents = {"HEAD": f"{self.head}\n".encode(), "shallow": self._shallow}
        contents["config"] = _FORMAT[len(self.head) == _SHA1].encode()
        for name, content in contents.items():
            if content:
                with open(os.path.join(place, name), "wb") as file:
                    file.write(content)
        return self

    def __exit__(self, *_: object) -> None:
        """Remove it."""
        self._directory.cleanup()

    def files(self) -> list[str]:
        """The paths of all files of HEAD."""
        return self._names("ls-tree", "-r", "-z", "--name-only", "HEAD")

    def deletions(self, since: float) -> dict[str, Deletion]:
        """Each path that a commit since a moment took away, with its last end."""
        found: dict[str, Deletion] = {}
        for commit, moment, names in self._log(since, "--diff-filter=D", "--no-renames"):
            for name in names:
                found.setdefault(name, Deletion(moment, commit))
        return found

    def renames(self, commit: str) -> dict[str, str]:
        """What files were called after a commit, by their path before it."""
        if commit not in self._landing():
            return {}
        wanted = ("--no-walk", "-M", "-l400", "--diff-filter=R", "--name-status")
        told = self._git("log", *_LANDED, *wanted, "-z", "--format=", commit)
        parts = iter(told.lstrip("\0\n").split("\0"))
        return {next(parts, ""): next(parts, "") for part in parts if part.startswith("R")}

    def changes(self, paths: list[str], since: float) -> list[tuple[str, float, list[str]]]:
        """The commits since a moment that changed one of these paths, newest first."""
        return list(self._log(since, "--no-renames", "--", *paths))

    def at(self, moment: float) -> str:
        """The last commit that had landed at a moment; "" for none."""
        landed = self._landing()
        return next((one for one in reversed(landed) if landed[one] <= moment), "")

    def _landing(self) -> dict[str, float]:
        """When each commit came to HEAD's line, the oldest first.

        A commit may be dated before those that it was put on: it landed after them.
        """
        if not self._landed:
            listed = self._git("rev-list", "--first-parent", "--reverse", "--timestamp", "HEAD")
            moment = 0.0
            for line in listed.splitlines():
                stated, _, commit = line.partition(" ")
                moment = max(moment, float(stated))
                self._landed[commit] = moment
        return self._landed

    def contents(self, wanted: list[tuple[str, str]]) -> dict[tuple[str, str], bytes]:
        """The files of commits by their paths; none that is missing or very large."""
        asked = [one for one in wanted if "\n" not in one[1]]
        told = self._git("cat-file", "--batch-check", given=_lines(asked)).split("\n")[:-1]
        blobs = map(_BLOB.fullmatch, told)  # of what is missing git tells the name, which lies
        there = [
            one
            for one, blob in zip(asked, blobs, strict=True)
            if blob and int(blob[1]) <= _FILE_BYTES
        ]
        raw = self._bytes("cat-file", "--batch", given=_lines(there))
        found: dict[tuple[str, str], bytes] = {}
        for one in there:
            head, _, rest = raw.partition(b"\n")
            size = int(head.split()[-1])
            found[one], raw = rest[:size], rest[size + 1 :]
        return found

    def _log(self, since: float, *options: str) -> Iterator[tuple[str, float, list[str]]]:
        """The commits that a log lists: name, moment and paths."""
        base, landed = self.at(since), self._landing()
        shown = ("--name-only", "-z", "--format=%x01%H", f"{base}..HEAD" if base else "HEAD")
        told = self._git("log", *_LANDED, *shown, *options)
        commit, names = "", list[str]()
        for part in (one.strip("\n") for one in told.split("\0")):
            if part[:1] == "\1" and part[1:] in landed:  # a path may begin so, too
                if commit:
                    yield commit, landed[commit], names
                commit, names = part[1:], []
            elif part:
                names.append(part)
        if commit:
            yield commit, landed[commit], names

    def _names(self, *arguments: str) -> list[str]:
        return [one for one in self._git(*arguments).split("\0") if one]

    def _git(self, *arguments: str, given: bytes = b"") -> str:
        return self._bytes(*arguments, given=given).decode("utf-8", "surrogateescape")

    def _bytes(self, *arguments: str, given: bytes = b"") -> bytes:
        place = self._directory.name
        ours = {"GIT_DIR": place, "GIT_OBJECT_DIRECTORY": self._objects, "HOME": place}
        words = ["--literal-pathspecs", *arguments]
        try:
            told = closed_git.run(words, self._tree, place, given, _SECONDS, **ours)
        except (OSError, subprocess.SubprocessError) as error:
            raise NoHistoryError(f"git {arguments[0]}: {error}") from error
        if len(told) > _MOST_BYTES:
            raise NoHistoryError(f"git {arguments[0]} tells too much")
        return told


def _lines(names: list[tuple[str, str]]) -> bytes:
    return "".join(f"{commit}:{path}\n" for commit, path in names).encode(errors="surrogateescape")
