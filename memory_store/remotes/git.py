"""A bare git repository as a remote: one commit holds everything, without history.

A push replaces the commit if it is still the one that was pulled, so a forgotten text leaves the
remote with the next push. The reference is no branch, so no server protects it. Must not touch the
user's own repositories.
"""

from __future__ import annotations

import glob
import os
import shutil
import time
from typing import TYPE_CHECKING
from urllib import parse

from memory_store import codec, errors
from memory_store.journal import read
from memory_store.remotes import contract, git_calls
from memory_store.store import files, layout

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from memory_store.codec import Record
    from memory_store.remotes import entries

Held = dict[str, bytes]
"""The files of a commit by their names."""

_FOLDER = "remotes"
_OURS = "refs/memory-store/"
_MET = "refs/met"
_MADE = "refs/made"
_MANIFEST = "memory-store.json"
_VERSION = 1


class Repository:
    """See `contract.Remote`. A bare clone in the cache holds the commit that was met last."""

    __slots__ = ("_clone", "_identity", "_reference", "_url")

    def __init__(self, entry: entries.Entry, store: layout.Store) -> None:
        self._url = entry.url
        self._reference = _OURS + _spelled(entry.memory)
        self._clone = os.path.join(layout.cache_directory(store), _FOLDER, f"{entry.name}.git")
        self._identity = ""  # of what stands there: made anew, it is another

    def pull(self, after: str) -> contract.Pulled:
        """The records of the remote, if it has changed."""
        self._prepare()
        commit = self._standing()
        if commit in ("", after):
            return contract.Pulled(contract.Share(), commit)
        try:
            commit, content_of, known = self._fetched(commit, after)
        except (errors.StoreError, ValueError, LookupError):  # the clone is damaged: made anew
            shutil.rmtree(self._clone)
            self._prepare()
            commit, content_of, known = self._fetched(commit, after)
        self._identity = _identity(content_of)
        if not self._identity:
            raise errors.StoreError(
                "{url} holds a memory that this release can't read",
                "upgrade memory-store",
                url=self._url,
            )
        if _identity(known) != self._identity:
            known = {}
        share = contract.Share(
            facts=_records(content_of.get(layout.FACTS)),
            summaries=_records(content_of.get(layout.SESSIONS)),
            forgotten=_records(content_of.get(layout.FORGOTTEN)),
            pages=_pages(content_of),
        )
        return contract.Pulled(share, commit, _pages(known))

    def push(self, share: contract.Share, after: str) -> str:
        """Replace the records at `after` by these."""
        self._prepare()
        commit = self._committed(share)
        if after and self._has(after) and self._tree(after) == self._tree(commit):
            commit = after
        else:
            self._replace(commit, after)
        is_new = git_calls.run(self._clone, "rev-parse", _MET).out.decode().strip() != commit
        git_calls.checked(self._clone, "update-ref", _MET, commit)
        git_calls.checked(self._clone, "update-ref", "-d", _MADE)
        if is_new:  # nothing of what stood there before stays on this machine
            git_calls.run(self._clone, "gc", "-q", "--force", "--prune=now")
        return commit

    def _fetched(self, commit: str, after: str) -> tuple[str, Held, Held]:
        """The present commit, its files, and the files at `after` if we have it."""
        if not self._has(commit):
            reference = f"+{self._reference}:{_MADE}"
            git_calls.checked(self._clone, "fetch", "-q", "--no-tags", self._url, reference)
            commit = git_calls.checked(self._clone, "rev-parse", _MADE).decode("ascii").strip()
        known = self._files(after) if after and self._has(after) else {}
        return commit, self._files(commit), known

    def _prepare(self) -> None:
        """Create the clone if it is missing or broken.

        Who is here holds the lock of meetings: git's own locks were left by a git that was killed.
        """
        for directory in (self._clone, os.path.join(self._clone, "refs")):
            for path in glob.glob(os.path.join(glob.escape(directory), "*.lock")):
                os.unlink(path)
        if os.path.isdir(self._clone):
            if git_calls.run(self._clone, "rev-parse", "--git-dir").status == 0:
                return
            shutil.rmtree(self._clone)
        try:
            files.make_directory(os.path.dirname(self._clone))
        except OSError as error:
            raise errors.cannot("write", self._clone, error) from error
        git_calls.checked("", "init", "-q", "--bare", self._clone)

    def _standing(self) -> str:
        """The present commit of the remote; "" for none."""
        done = git_calls.run(self._clone, "ls-remote", self._url, self._reference)
        if done.status != 0:
            raise errors.StoreError(
                "{url} is not reached: {fault}", url=self._url, fault=done.fault
            )
        return done.out.decode("ascii", "replace").partition("\t")[0].strip()

    def _has(self, commit: str) -> bool:
        return git_calls.run(self._clone, "cat-file", "-e", f"{commit}^{{tree}}").status == 0

    def _tree(self, commit: str) -> bytes:
        return git_calls.checked(self._clone, "rev-parse", f"{commit}^{{tree}}")

    def _replace(self, commit: str, after: str) -> None:
        lease = f"--force-with-lease={self._reference}:{after}"
        done = git_calls.run(
            self._clone, "push", "-q", lease, self._url, f"{commit}:{self._reference}"
        )
        if done.status != 0:
            if self._standing() != after:
                raise contract.OutdatedError("{url} was pushed to meanwhile", url=self._url)
            raise errors.StoreError(
                "{url} refuses what is pushed: {fault}", url=self._url, fault=done.fault
            )

    def _files(self, commit: str) -> Held:
        """The files of a commit by their names."""
        listed = git_calls.checked(self._clone, "ls-tree", "-r", "-z", commit).decode(
            "utf-8", "replace"
        )
        entries = [one.partition("\t") for one in listed.split("\0") if one]
        asked = "".join(f"{head.split()[2]}\n" for head, _, _ in entries if " blob " in head)
        raw = git_calls.checked(self._clone, "cat-file", "--batch", given=asked.encode("ascii"))
        content_of, at = {}, 0
        for head, _, name in entries:
            if " blob " in head:
                end = raw.index(b"\n", at)
                size = int(raw[at:end].split()[2])
                content_of[name] = raw[end + 1 : end + 1 + size]
                at = end + size + 2
        return content_of

    def _committed(self, share: contract.Share) -> str:
        """A commit without a parent that holds these records."""
        manifest = {
            "schema_version": _VERSION,
            "id": self._identity or os.urandom(8).hex(),
        }
        content_of = {
            _MANIFEST: codec.render(manifest).encode(),
            layout.FACTS: _lines(share.facts),
            layout.SESSIONS: _lines(share.summaries),
            layout.FORGOTTEN: _lines(share.forgotten),
            **{name: text.encode("utf-8") for name, text in share.pages.items()},
        }
        moment = f"{int(time.time())} +0000"
        stream = [
            f"reset {_MADE}\ncommit {_MADE}\n".encode(),
            f"committer memory-store <memory-store@localhost> {moment}\n".encode(),
            b"data 13\nmemory-store\n\n",
        ]
        for name, content in sorted(content_of.items()):
            stream.append(f"M 100644 inline {_quoted(name)}\ndata {len(content)}\n".encode())
            stream.append(content + b"\n")
        git_calls.checked(
            self._clone, "fast-import", "--quiet", "--force", given=b"".join([*stream, b"done\n"])
        )
        return git_calls.checked(self._clone, "rev-parse", _MADE).decode("ascii").strip()


def _identity(content_of: Mapping[str, bytes]) -> str:
    """The id of the memory in a commit; "" if it is none of ours."""
    try:
        manifest = codec.parse(content_of[_MANIFEST].decode("utf-8"))
    except (KeyError, ValueError):
        return ""
    if not isinstance(manifest, dict) or manifest.get("schema_version") != _VERSION:
        return ""
    return str(manifest.get("id", ""))


def _spelled(memory: str) -> str:
    """A memory's name as git takes it in a reference, and no other memory's."""
    parts = [parse.quote(part, safe="") for part in memory.split("/") if part]
    return "/".join(
        part.replace(".", "%2E")
        if part.startswith(".") or part.endswith((".", ".lock")) or ".." in part
        else part
        for part in parts
    )


def _quoted(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _lines(records: Iterable[Record]) -> bytes:
    return "".join(f"{codec.render(one)}\n" for one in records).encode("utf-8", "replace")


def _records(raw: bytes | None) -> list[Record]:
    return [one for line in (raw or b"").split(b"\n") for one in read.parse_line(line)]


def _pages(content_of: Mapping[str, bytes]) -> dict[str, str]:
    return {
        name: content.decode("utf-8", "replace")
        for name, content in content_of.items()
        if name.endswith(".md")
    }
