"""Remove a text, or a record by its id, for good: from facts, summaries, journal and all derived.

Shows what would go and takes a yes on a terminal; --yes says it at once. MEMORY.md, notes and
settings are shown and left to you.
"""

from __future__ import annotations

import os
import re

from memory_store import errors, model
from memory_store.cli import terminal
from memory_store.commands import identities
from memory_store.forget import erasure, hits, outside_copies, target
from memory_store.journal import fields, read, rewrite
from memory_store.remotes import entries
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import table
    from memory_store.codec import Record
    from memory_store.store import layout


_ID = re.compile(r"[fse]_[0-9a-z]{20,40}")
_SHOWN = 30
_SHOWN_CHARS = 160


class _Found:
    """The places in a store that hold it, and copies elsewhere."""

    def __init__(self, store: layout.Store, sought: target.Wanted) -> None:
        self.store = store
        self.hits = hits.find(store, sought)
        self.yours = hits.in_user_files(store, sought)
        self.hosts = outside_copies.in_transcripts(store, sought)
        self.copies = outside_copies.beside(store, sought)
        files = {os.path.join(store.path, *one.file.split("/")) for one in self.hits}
        self.git = outside_copies.in_git(store, files | {path for path, _ in self.yours})

    def record(self) -> Record:
        """As `--format json` has it."""
        return {
            "store": self.store.path,
            "records": [_hit_record(one) for one in self.hits],
            "yours": [{"file": path, "line": at} for path, at in self.yours],
            "transcripts": list(self.hosts),
            "copies": list(self.copies),
            "git": list(self.git),
        }


_LEAST_BYTES = 3
"""Of a text that goes unasked: two letters are too few, one Chinese character is not."""


def run(call: table.Call) -> model.Answer:
    """Show the places of a text or an id, and remove it after a yes.

    Both stores are searched, or the one that --scope names. Without a terminal and without --yes
    nothing is removed, and the answer is a preview with exit status 1.

    Raises:
        UsageError: there is no text, no such id, or the project's store is not trusted.
        StoreError: a store can't be read or written.
    """
    stores = call.stores
    terminal.refuse_if_closed(stores, to_write=call.yes)
    what = call.what
    if not _ID.fullmatch(what):
        what = identities.whole(stores, what)
    if call.yes and len(target.shortest(what).encode()) < _LEAST_BYTES:
        raise errors.UsageError(
            "{what} stands in nearly everything",
            "give more of the text, or an id",
            what=repr(what),
        )
    sought = _sought(what, stores)
    affected = [_Found(store, sought) for store in stores]
    affected = [one for one in affected if one.hits or one.yours or one.hosts or one.copies]
    shown = _described(affected, call)
    record = {"found": [one.record() for one in affected]}
    if not affected:
        _finish_killed(stores, sought, yes=call.yes)
        return model.Answer({"status": "nothing", **record}, call.say("nothing"), 1)
    if not any(one.hits for one in affected) and not call.yes:
        return model.Answer({"status": "yours", **record}, shown, 1)
    if not call.yes and not terminal.can_be_asked():
        return model.Answer({"status": "preview", **record}, f"{shown}\n{call.say('preview')}", 1)
    if not call.yes and not _confirmed(shown, call):
        return model.Answer({"status": "kept", **record}, call.say("kept"), 1)
    erased = [erasure.carry_out(one.store, sought) for one in affected]
    count, lines = map(sum, zip(*erased, strict=True))
    done = call.say("done", count=count)
    text = "\n".join([*_going(affected, call), done, *_left(affected, call)])
    return model.Answer({"status": "forgotten", "count": count, "lines": lines, **record}, text)


def _sought(what: str, stores: list[layout.Store]) -> target.Wanted:
    """The text or id to forget, by the call's words."""
    if not fields.sameness(what):
        raise errors.UsageError("there is nothing to forget", "give a text, or an id")
    if not _ID.fullmatch(what):
        return target.Wanted(what)
    sought = target.Wanted()
    for store in stores:
        for name in rewrite.names(store):
            for _, _, line in rewrite.holding(store, name, lambda some: what.encode() in some):
                for one in read.parse_line(line):
                    if one.get("id") == what:
                        sought.add_record(one)
    if not sought.ids:
        raise errors.UsageError("no record has the id {what}", "search prints ids", what=what)
    return sought


def _finish_killed(stores: list[layout.Store], sought: target.Wanted, *, yes: bool) -> None:
    """Clear derived files, if an earlier call was killed before that."""
    if yes:
        for store in stores:
            erasure.carry_out(store, sought)


def _confirmed(shown: str, call: table.Call) -> bool:
    return terminal.says_yes(f"{shown}\n{call.say('ask')}")


def _described(affected: list[_Found], call: table.Call) -> str:
    """The records that would go, and the places that stay, for a person."""
    return "\n".join([*_going(affected, call), *_left(affected, call)])


def _going(affected: list[_Found], call: table.Call) -> list[str]:
    """The records that go, by store, the first of many."""
    lines = []
    for memory in affected:
        if memory.hits:
            lines.append(call.say("found", path=memory.store.path, count=len(memory.hits)))
        for hit in memory.hits[:_SHOWN]:
            kind = call.say(hit.kind)
            lines.append(f"  {hit.file}:{hit.line}  {kind}  {_excerpt(hit)}".rstrip())
        if len(memory.hits) > _SHOWN:
            lines.append("  " + call.say("more", count=len(memory.hits) - _SHOWN))
    return lines


def _left(affected: list[_Found], call: table.Call) -> list[str]:
    """The places that stay, and who may change them."""
    lines = []
    yours = [f"  {path}:{at}" for one in affected for path, at in one.yours]
    if yours:
        lines += [call.say("yours"), *yours]
    hosts = [f"  {path}" for one in affected for path in one.hosts]
    if hosts:
        lines += [call.say("hosts"), *hosts]
    copies = sorted({path for one in affected for path in one.copies})
    if copies:
        lines += [call.say("copies"), *(f"  {path}" for path in copies)]
    git = sorted({name for one in affected for name in one.git})
    if git:
        lines.append(call.say("git", names=", ".join(git)))
    remotes = [
        entry.name for memory in affected if memory.hits for entry in entries.load(memory.store)
    ]
    if remotes:
        lines.append(call.say("remotes", names=", ".join(remotes)))
    if any(one.hits for one in affected):
        lines.append(call.say("exports"))
    return lines


def _hit_record(hit: hits.Hit) -> Record:
    identity = hit.record.get("id")
    return {
        "file": hit.file,
        "line": hit.line,
        "kind": hit.kind,
        "id": identity if isinstance(identity, str) else None,
        "text": _excerpt(hit),
    }


def _excerpt(hit: hits.Hit) -> str:
    for name in ("content", "text", "topic"):
        content = hit.record.get(name)
        if isinstance(content, str):
            return clean.line(content, _SHOWN_CHARS)
    return ""
