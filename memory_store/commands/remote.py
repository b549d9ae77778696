"""Other places of this memory: add one, list them, take one off the list.

`memory-store sync` meets them: it pulls what they hold, and pushes what is new here.
"""

from __future__ import annotations

from memory_store import errors, model
from memory_store.journal import create
from memory_store.remotes import contract, entries, kinds
from memory_store.trust import git_settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import table
    from memory_store.store import layout


def run(call: table.Call) -> model.Answer:
    """Add, list or remove, which reaches no remote; or bring a server's tables to this release.

    Raises:
        UsageError: the words don't fit together, or the project's store is not trusted.
        StoreError: the configuration can't be written.
    """
    if call.what == "list":
        listed = [one for store in call.stores for one in entries.load(store)]
        lines = [f"{one.name}  {one.url}  {one.memory}" for one in listed]
        record = {"remotes": list(map(_shown, listed))}
        text = "\n".join(lines) or call.say("no remotes")
        return model.Answer(record, text, int(not listed))
    if call.what == "prepare":
        return _prepared(call)
    is_added = call.what == "add"
    if not call.name or (is_added and not call.url):
        raise errors.UsageError(
            "something is missing",
            "memory-store remote add NAME URL, or memory-store remote remove NAME",
        )
    store = call.store
    if not is_added:
        return _answer(call, "removed", entries.remove(store, call.name))
    if kinds.kind(call.url) is None:
        raise errors.UsageError(
            "no remote is reached by {scheme}://",
            "one of {known}, or a folder",
            scheme=call.url.partition("://")[0],
            known=", ".join(f"{one}://" for one in kinds.SCHEMES if one),
        )
    memory = call.memory or _memory(store)
    entry = entries.add(store, call.name, call.url, memory)
    create.create(store)  # what is there already comes with the first sync
    return _answer(call, "added", entry)


def _prepared(call: table.Call) -> model.Answer:
    url = call.name or ""
    kind = kinds.kind(url) if url else None
    if kind is None or kind.audience != contract.TEAM:
        raise errors.UsageError(
            "only a team's server is prepared", "memory-store remote prepare postgresql://HOST/DB"
        )
    entries.check(url)
    from memory_store.embedders import models
    from memory_store.remotes import preparing  # few run a server

    embedder = models.load(call.settings)
    done = preparing.prepare(url, embedder)
    template = "applied: {migrations}" if done else "the server is up to date"
    text = call.say(template, migrations=", ".join(done))
    return model.Answer({"applied": done, "model": embedder.name}, text)


def _memory(store: layout.Store) -> str:
    """The name of a store on a remote: a project has the same origin on each machine."""
    if store.scope == "user":
        return "user"
    origin = git_settings.origin(store.project)
    if not origin:
        raise errors.UsageError(
            "this project has no git origin to be known by on another machine",
            "name its memory, the same on each machine: --memory NAME",
        )
    return origin


def _shown(entry: entries.Entry) -> dict[str, object]:
    return {name: value for name, value in entry._asdict().items() if name != "numbers"}


def _answer(call: table.Call, status: str, entry: entries.Entry) -> model.Answer:
    template = f"{status}: {{name}}, {{url}}, where this memory is called {{memory}}"
    lines = [call.say(template, **entry._asdict())]
    lines += [call.say("memory-store sync meets it")] if status == "added" else []
    return model.Answer({"status": status, **_shown(entry)}, "\n".join(lines))
