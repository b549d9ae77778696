"""Wire memory into the agents you use: for a project, or with --user for every git project.

Existing files keep all else that stands in them, are backed up first, and are refused with the
lines to paste, not mended, where they are not valid. Running it again changes nothing;
`memory-store uninstall` takes it out again.
"""

from __future__ import annotations

import compileall
import contextlib
import os
import shutil
import signal

from memory_store import errors, model, place
from memory_store.cli import terminal
from memory_store.commands import (
    host_hints,
    installation,
    new_trees,
    wired,
)
from memory_store.hosts import registry, wiring
from memory_store.journal import create
from memory_store.language import wording
from memory_store.store import derived, files, layout
from memory_store.trust import git_exclude, git_index, work_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

    from memory_store.cli import table

_TEXT = """This project has a memory across sessions (memory-store).

- Before answering about earlier work, decisions, people or preferences, search it:
  {search}
- When something will still hold next week (a decision, a preference, a fact), save one sentence:
  {save}
- Saying "noted" without running the save command saves nothing.

本项目有跨会话记忆：回答与以前的工作、决策、偏好有关的问题前先搜索；下周仍成立的结论要用上面的命令保存。"""


def run(call: table.Call) -> model.Answer:
    """Create the store and wire the hosts, and list the written files.

    Raises:
        UsageError: a host's file is not valid (told with its line); nothing was written.
        StoreError: a file can't be written.
    """
    with _tidy_end():
        return _run(call)


@contextlib.contextmanager
def _tidy_end() -> Iterator[None]:
    """Have what is half written taken away where a signal ends this process meanwhile."""

    def end(number: int, _: object) -> NoReturn:
        raise SystemExit(128 + number)

    names = [one for one in ("SIGTERM", "SIGHUP") if hasattr(signal, one)]
    before = {one: signal.signal(getattr(signal, one), end) for one in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def _run(call: table.Call) -> model.Answer:
    named = installation.named_hosts(call)
    root = layout.home() if call.user else _project(call)
    store = layout.user_store() if call.user else layout.project_store(place.owner(root))
    if call.where.untrusted and not call.user:
        raise terminal.not_trusted(call.where)
    as_main = [] if call.user else new_trees.wired_in_main(root)
    hosts = as_main if as_main and not named else installation.hosts_of(named, root)
    asks = call.no_permissions or (model.CLAUDE in as_main and new_trees.asks_in_main(root))
    allowed = [] if asks else _commands("" if call.user else store.project)
    plans = [_plan(call, root, host, allowed) for host in hosts]
    section = [_section(call, root)] if call.claude_md else []
    done = _make_store(store, team=call.team)
    for plan in plans:
        done += installation.carry_out(plan, "hooks", root)
    for plan in section:
        done += installation.carry_out(plan, "rule", root)
    if call.user:
        _mark_user_wide()
    is_for_trees = call.user or new_trees.add(root, done)
    new_files = [plan.path for plan in plans if plan.before is None]
    if new_files and not call.user:
        names = git_exclude.add(root, [f"/{os.path.relpath(one, root)}" for one in new_files])
        hidden = "kept out of git in this clone (.git/info/exclude): {names}"
        done += [errors.Message(hidden, names=names)] if names else []
    _compile()
    doubts = [*_dropped(plans), *_warnings(call, root, plans), *_elsewhere(call, root, store)]
    _offer_judge(call, hosts)
    doubts += [] if is_for_trees else [call.say("trees")]
    absent = [] if named else installation.absent(hosts)
    advice = _advice(call, root, hosts, absent, allowed) if done else []
    lines = [*(done or [call.say("unchanged", root=root)]), *doubts, *advice]
    record = {"status": "ready", "root": root, "changed": done, "doubts": doubts}
    return model.Answer(record, call.tell(lines))


def _make_store(store: layout.Store, *, team: bool) -> list[str]:
    """Create the store, share it if asked, and list the new files."""
    derived.sweep(store.project, layout.STORE)
    is_new = create.create(store, team=team)
    done: list[str] = [errors.Message("memory: {path}", path=store.path)] if is_new else []
    if is_new and not team and layout.is_git_root(store.project):
        told = "git sees {core} of it, which you may commit; all else stays private"
        done.append(errors.Message(told, core=layout.CORE))
    if team and (is_new or create.share(store)):
        shared = "shared through git from now on: {facts} and {notes}/"
        done.append(errors.Message(shared, facts=layout.FACTS, notes=layout.NOTES))
    notes = os.path.join(store.path, layout.NOTES)
    try:
        if not os.path.lexists(notes):
            files.make_directory(notes)
    except OSError as error:
        raise errors.cannot("create", notes, error) from error
    return done


def _project(call: table.Call) -> str:
    """The directory to wire: the named one, else the project of this directory."""
    if call.project:
        return os.path.realpath(str(call.project))
    project = layout.find_project(os.getcwd())
    if os.path.realpath(project) == os.path.realpath(layout.home()):
        raise errors.UsageError(
            "the home directory is no project", "go into a project, or use --user"
        )
    if project == os.path.dirname(project):
        raise errors.UsageError(
            "{path} is no project", "go into a project, or use --user", path=project
        )
    return project


def _commands(project: str) -> list[str]:
    """The beginning of the command lines that hooks show; "" with --user."""
    words = ["--project", project] if project else []
    forms = (place.by_path, place.command)  # the host's PATH may be another
    return list(dict.fromkeys(make(name, *words) for make in forms for name in place.COMMANDS))


def _plan(call: table.Call, root: str, host: str, allowed: list[str]) -> installation.Plan:
    """The new text of a host's file; UsageError where it would be written outside the project."""
    path = installation.settings_file(root, host)
    if not call.user:
        installation.check_inside(path, root)
    before = installation.read(path)
    commands = installation.command_for(host)
    after: str = wiring.merge(before or "", host, commands.__getitem__, path, allowed=allowed)
    return installation.Plan(path, before, after, host)


def _section(call: table.Call, root: str) -> installation.Plan:
    """The rule for the agent in CLAUDE.md; errors as `_plan`."""
    path = installation.instructions_file(root)
    if not call.user:
        installation.check_inside(path, root)
    before = installation.read(path)
    return installation.Plan(path, before, installation.with_section(before or "", _text(root)))


def _dropped(plans: list[installation.Plan]) -> list[str]:
    """Why a host might drop its file although it is valid JSON; ours to tell, not to mend."""
    told = "! no hook of this file will run: {reason}"
    return [
        errors.Message(told, reason=one)
        for plan in plans
        for one in wiring.doubts(plan.after, plan.host, plan.path)
    ]


def _warnings(call: table.Call, root: str, plans: list[installation.Plan]) -> list[str]:
    """The warnings for a user before the next commit."""
    warnings = [
        call.say("tracked", path=plan.path)
        for plan in plans
        if not call.user and git_index.is_tracked(plan.path)
    ]
    project = layout.find_project(os.getcwd()) if call.user else root
    found = wired.around(project)
    told = [*(one for _, one in wired.switched_off(project, wired.hosts(found)))]
    told += wired.twice(project, found)
    warnings += [errors.Message("! {fault}", fault=one) for one in told]
    if not call.user and not layout.is_git_root(root):
        warnings.append(call.say("no_git", root=root))
    return warnings


def _elsewhere(call: table.Call, root: str, store: layout.Store) -> list[str]:
    """A warning if the memory belongs to another directory than expected."""
    if call.user:
        return []
    if store.project != root:
        return [call.say("shared_tree", main=store.project)]
    here = os.path.realpath(call.project or os.getcwd())
    inner = work_tree.root(here)
    if root in (inner, here) or (not inner and layout.is_git_root(root)):
        return []
    own = f"memory-store init --project {place.quote(inner or here)}"
    name = "inner" if inner else "above"
    return [call.say(name, inner=inner or here, root=root, own=own)]


def _text(root: str) -> str:
    search = place.command("search_memory", "--project", root)
    save = place.command("save_fact", "--project", root, "--type", "W", "--content")
    return _TEXT.format(search=f"{search} '<question>'", save=f"{save} '<one sentence>'")


def _mark_user_wide() -> None:
    """Let hooks create a store in any git repository (docs/interface.md 3)."""
    try:
        files.make_directory(layout.config_directory())
        files.replace(layout.config_directory(), place.USER_WIDE, b"init --user\n")
    except OSError as error:
        raise errors.cannot("write", layout.config_directory(), error) from error


def _compile() -> None:
    """Have .pyc files beside the package's modules, which a hook's start depends on."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    compileall.compile_dir(package, quiet=2)


def _offer_judge(call: table.Call, hosts: list[str]) -> None:
    """Ask once on a terminal whether a host's own program may read the sessions that ended."""
    if call.settings.origins["judge_provider"] != "default" or not terminal.can_be_asked():
        return
    from memory_store.commands import judge  # a host or a script is asked nothing
    from memory_store.judge import providers

    here = (name for name in providers.PROGRAMS if name in hosts and shutil.which(name))
    if name := next(here, ""):
        judge.ask(call, name)


def _advice(
    call: table.Call, root: str, hosts: list[str], absent: list[str], allowed: list[str]
) -> list[str]:
    """The next steps of a person in each host, and what the host lacks; which are not here."""
    lines = ["", call.say("open")]
    for host in absent:
        file = os.path.relpath(installation.settings_file(root, host), root)
        lines.append(call.say("absent", title=registry.HOSTS[host].title, file=file, host=host))
    for host in (one for one in hosts if one not in absent):
        lines += host_hints.lines(call, host)
        if host == model.CLAUDE and allowed:
            lines.append(call.say("allowed", rules=len(allowed)))
        elif wording.knows(f"setup.allow_{host}"):
            lines.append(call.say("asks", how=call.say(f"allow_{host}")))
    return lines
