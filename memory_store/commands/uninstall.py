"""Take the wiring out of the hosts again; what is remembered stays where it is.

A main work tree's uninstall does the same in the trees linked to it, which were wired as it is.
With --purge the memory goes too, for good, after a yes.
"""

from __future__ import annotations

import itertools
import os
import shutil

from memory_store import errors, model, place
from memory_store.cli import speech
from memory_store.commands import confirmation, installation, new_trees
from memory_store.hosts import wiring
from memory_store.remotes import entries
from memory_store.store import layout
from memory_store.trust import approval, git_exclude, work_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import config
    from memory_store.cli import flags, table


def run(call: table.Call) -> model.Answer:
    """Restore the hosts' files, and list the changes.

    Raises:
        UsageError: a host's file is not valid (told with its line); nothing was written.
        StoreError: a file can't be written.
    """
    root = layout.home() if call.user else _project(call)
    hosts = installation.named_hosts(call) or installation.with_file(root)
    hosts = [one for one in hosts if installation.settings_file(root, one)]
    done = _unwire(root, hosts, user=call.user)
    record: dict[str, object] = {"status": "removed", "root": root, "changed": done}
    settings = call.settings  # all that is asked of a place, which nobody need trust
    store = layout.user_store() if call.user else layout.project_store(root)
    used = store if call.user else layout.project_store(place.owner(root))
    lines = list(done) or [speech.say(settings, "setup", "unwired")]
    if not (call.purge and store.exists()):
        lines.append(speech.say(settings, "setup", "stays", path=used.path))
        return model.Answer(record, speech.text(settings, lines))
    record["purged"] = _purge(store, settings, yes=call.yes)
    name = "purged" if record["purged"] else "purge_hint"
    lines.append(speech.say(settings, "steering", name, path=store.path))
    return model.Answer(record, speech.text(settings, lines))


def _unwire(root: str, hosts: list[str], *, user: bool) -> list[str]:
    """Restore the hosts' files of a tree and those linked to it, and list the changes."""
    roots = [root] if user else [root, *work_tree.linked_trees(root)]
    if not user:
        for tree, host in itertools.product(roots, hosts):
            installation.check_inside(installation.settings_file(tree, host), tree)
    plans = [
        (tree, plan)
        for tree, host in itertools.product(roots, hosts)
        if (plan := _plan(tree, host)) is not None
    ]
    done = [_carry_out(plan, tree) for tree, plan in plans]
    for tree in roots:
        done += _remove_rules(tree, hosts, user=user)
    if not (user or work_tree.main_tree(root)):  # all trees of a clone share both
        names = [installation.settings_file(root, host) for host in hosts]
        ours = [*names, installation.rule_file(root)]
        git_exclude.remove(root, [f"/{os.path.relpath(one, root)}" for one in ours])
        done += [_told("deleted: {path}", path) for path in [new_trees.remove(root)] if path]
    return done


def _project(arguments: flags.Values) -> str:
    return os.path.realpath(arguments.project or layout.find_project(os.getcwd()))


def _plan(root: str, host: str) -> tuple[str, str] | None:
    """A host's file and its text without our hooks; None if it has none."""
    path = installation.settings_file(root, host)
    before = installation.read(path)
    if before is None:
        return None
    after = wiring.remove(before, host, path)
    return None if after == before else (path, after)


def _carry_out(plan: tuple[str, str], root: str) -> str:
    path, after = plan
    if after.strip():
        installation.write(path, after)
        return _told("hooks: {path}", path)
    installation.delete(path, root)
    return _told("deleted: {path}", path)


def _told(template: str, path: str) -> str:
    return errors.Message(template, path=path)


def _remove_rules(root: str, hosts: list[str], *, user: bool) -> list[str]:
    done = []
    rule = installation.rule_file(root)
    if model.CURSOR in hosts and os.path.exists(rule):
        installation.delete(rule, root)
        done.append(_told("deleted: {path}", rule))
    path = installation.instructions_file(root)
    before = installation.read(path) if model.CLAUDE in hosts else None
    if before is not None and (after := installation.without_section(before)) != before:
        if after:
            installation.write(path, after)
        else:
            installation.delete(path, root)
        done.append(_told("rule: {path}", path))
    marker = os.path.join(layout.config_directory(), place.USER_WIDE)
    if user and os.path.exists(marker):
        installation.delete(marker, layout.config_directory())
    return done


def _purge(store: layout.Store, settings: config.Config, *, yes: bool) -> bool:
    """Delete a store, all that is derived of it, and its entry in the ledger, after a yes.

    Follows no link, and deletes no other file. Gives whether it was deleted.

    Raises:
        StoreError: something of it can't be deleted.
    """
    if not yes:
        asked = speech.say(settings, "steering", "purge_question", path=store.path)
        if not (confirmation.is_possible() and confirmation.given(asked)):
            return False
    try:
        for one in entries.load(store):
            entries.remove(store, one.name)  # or what is made anew here would be given it again
        cache = layout.cache_directory(store)  # found by the store's real path
        if store.scope == "project":
            approval.withdraw(store)
        shutil.rmtree(store.path)
        if os.path.isdir(cache):
            shutil.rmtree(cache)
    except OSError as error:
        raise errors.cannot("delete", error.filename or store.path, error) from error
    return True
