"""Take the wiring out of the hosts again; what is remembered stays where it is.

A main work tree's uninstall does the same in the trees linked to it, which were wired as it is.
With --purge the memory goes too, for good, after a yes.
"""

from __future__ import annotations

import itertools
import os
import shutil

from memory_store import errors, model, place
from memory_store.cli import terminal
from memory_store.commands import installation, new_trees
from memory_store.hosts import wiring
from memory_store.remotes import entries
from memory_store.store import layout
from memory_store.trust import approval, git_exclude, work_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import table


def run(call: table.Call) -> model.Answer:
    """Restore the hosts' files, and list the changes.

    Raises:
        UsageError: a host's file is not valid (told with its line); nothing was written.
        StoreError: a file can't be written.
    """
    project = os.path.realpath(call.project or layout.find_project(os.getcwd()))
    root = layout.home() if call.user else project
    hosts = installation.named_hosts(call) or installation.with_file(root)
    hosts = [one for one in hosts if installation.settings_file(root, one)]
    done = _unwire(root, hosts, user=call.user)
    record: dict[str, object] = {"status": "removed", "root": root, "changed": done}
    store = layout.user_store() if call.user else layout.project_store(root)
    used = store if call.user else layout.project_store(place.owner(root))
    lines = list(done) or [call.say("unwired")]
    if call.purge and store.exists():
        record["purged"] = _purge(call, store)
        name = "steering.purged" if record["purged"] else "steering.purge_hint"
        lines.append(call.say(name, path=store.path))
    else:
        lines.append(call.say("stays", path=used.path))
    return model.Answer(record, call.tell(lines))


def _unwire(root: str, hosts: list[str], *, user: bool) -> list[str]:
    """Restore the hosts' files of a tree and those linked to it, and list the changes."""
    roots = [root] if user else [root, *work_tree.linked_trees(root)]
    if not user:
        for tree, host in itertools.product(roots, hosts):
            installation.check_inside(installation.settings_file(tree, host), tree)
    plans = [(tree, _plan(tree, host)) for tree, host in itertools.product(roots, hosts)]
    done = [told for tree, plan in plans for told in installation.carry_out(plan, "hooks", tree)]
    for tree in roots:
        done += _remove_rules(tree, hosts, user=user)
    if not (user or work_tree.main_tree(root)):  # all trees of a clone share both
        names = [installation.settings_file(root, host) for host in hosts]
        ours = [*names, installation.rule_file(root)]
        git_exclude.remove(root, [f"/{os.path.relpath(one, root)}" for one in ours])
        if path := new_trees.remove(root):
            done.append(errors.Message("deleted: {path}", path=path))
    return done


def _plan(root: str, host: str) -> installation.Plan:
    """A host's file without our hooks."""
    path = installation.settings_file(root, host)
    before = installation.read(path)
    after = "" if before is None else wiring.remove(before, host, path)
    return installation.Plan(path, before, after)


def _remove_rules(root: str, hosts: list[str], *, user: bool) -> list[str]:
    done: list[str] = []
    rule = installation.rule_file(root)
    if model.CURSOR in hosts and os.path.exists(rule):
        installation.delete(rule, root)
        done.append(errors.Message("deleted: {path}", path=rule))
    if model.CLAUDE in hosts:
        path = installation.instructions_file(root)
        before = installation.read(path)
        after = installation.without_section(before or "")
        done += installation.carry_out(installation.Plan(path, before, after), "rule", root)
    marker = os.path.join(layout.config_directory(), place.USER_WIDE)
    if user and os.path.exists(marker):
        installation.delete(marker, layout.config_directory())
    return done


def _purge(call: table.Call, store: layout.Store) -> bool:
    """Delete a store, all that is derived of it, and its entry in the ledger, after a yes.

    Follows no link, and deletes no other file. Gives whether it was deleted.

    Raises:
        StoreError: something of it can't be deleted.
    """
    if not call.yes:
        asked = call.say("steering.purge_question", path=store.path)
        if not (terminal.can_be_asked() and terminal.says_yes(asked)):
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
