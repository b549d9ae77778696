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
from memory_store.cli import speech, terminal
from memory_store.commands import (
    confirmation,
    host_hints,
    installation,
    new_trees,
    switches,
    wired,
)
from memory_store.hosts import wiring
from memory_store.journal import create
from memory_store.store import files, layout, leftovers
from memory_store.trust import git_exclude, git_index, work_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

    from memory_store import config
    from memory_store.cli import flags, table

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
        return _run(call, call.where)


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


def _run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """As `run`."""
    named = installation.named_hosts(arguments)
    root = layout.home() if arguments.user else _project(arguments)
    store = layout.user_store() if arguments.user else layout.project_store(place.owner(root))
    if where.untrusted and not arguments.user:
        raise terminal.not_trusted(where)
    as_main = [] if arguments.user else new_trees.wired_in_main(root)
    hosts = as_main if as_main and not named else installation.hosts_of(named, root)
    if not arguments.user:
        _check_targets(root, hosts, arguments)
    asks = arguments.no_permissions or (model.CLAUDE in as_main and new_trees.asks_in_main(root))
    allowed = [] if asks else _commands("" if arguments.user else store.project)
    plans = [_plan(root, host, allowed) for host in hosts]
    done = _make_store(store, team=arguments.team)
    new_files = [name for plan in plans for name in _carry_out(plan, done)]
    if arguments.claude_md:
        _write_section(root, done)
    if arguments.user:
        _mark_user_wide()
    is_for_trees = arguments.user or new_trees.add(root, done)
    if new_files and not arguments.user:
        git_exclude.add(root, [f"/{os.path.relpath(one, root)}" for one in new_files])
    _compile()
    doubts = [one for plan, host in zip(plans, hosts, strict=True) for one in _doubts(plan, host)]
    doubts += _warnings(root, plans, arguments, where.config)
    doubts += _elsewhere(root, store, arguments, where.config)
    _offer_judge(hosts, where)
    doubts += [] if is_for_trees else [speech.say(where.config, "setup", "trees")]
    record: dict[str, object] = {"status": "ready", "root": root, "changed": done}
    lines = [
        *(done or [speech.say(where.config, "setup", "unchanged", root=root)]),
        *doubts,
        *(_advice(hosts, allowed, where.config) if done else []),
    ]
    return model.Answer({**record, "doubts": doubts}, speech.text(where.config, lines))


def _make_store(store: layout.Store, *, team: bool) -> list[str]:
    """Create the store, share it if asked, and list the new files."""
    leftovers.sweep(store.project, layout.STORE)
    is_new = create.create(store, team=team)
    done: list[str] = [errors.Message("memory: {path}", path=store.path)] if is_new else []
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


def _project(arguments: flags.Values) -> str:
    """The directory to wire: the named one, else the project of this directory."""
    if arguments.project:
        return os.path.realpath(str(arguments.project))
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


def _check_targets(root: str, hosts: list[str], arguments: flags.Values) -> None:
    """Refuse a file that would be written outside the project."""
    paths = [installation.settings_file(root, host) for host in hosts]
    for path in paths + ([installation.instructions_file(root)] if arguments.claude_md else []):
        installation.check_inside(path, root)


def _commands(project: str) -> list[str]:
    """The beginning of the command lines that hooks show; "" with --user."""
    words = ["--project", project] if project else []
    forms = (place.by_path, place.command)  # the host's PATH may be another
    return list(dict.fromkeys(make(name, *words) for make in forms for name in place.COMMANDS))


def _plan(root: str, host: str, allowed: list[str]) -> tuple[str, str | None, str]:
    """A host's file: its path, its text (None if missing), and its new text."""
    path = installation.settings_file(root, host)
    before = installation.read(path)
    commands = installation.command_for(host)
    after: str = wiring.merge(before or "", host, commands.__getitem__, path, allowed=allowed)
    return path, before, after


def _doubts(plan: tuple[str, str | None, str], host: str) -> list[str]:
    """Why a host might drop the file although it is valid JSON; ours to tell, not to mend."""
    path, _, after = plan
    told = "! no hook of this file will run: {reason}"
    return [errors.Message(told, reason=one) for one in wiring.doubts(after, host, path)]


def _warnings(
    root: str,
    plans: list[tuple[str, str | None, str]],
    arguments: flags.Values,
    settings: config.Config,
) -> list[str]:
    """The warnings for a user before the next commit."""
    warnings = [
        speech.say(settings, "setup", "tracked", path=path)
        for path, _, _ in plans
        if not arguments.user and git_index.is_tracked(path)
    ]
    project = layout.find_project(os.getcwd()) if arguments.user else root
    found = wired.around(project)
    told = [*(one for _, one in switches.faults(project, wired.hosts(found)))]
    told += wired.twice(project, found)
    warnings += [errors.Message("! {fault}", fault=one) for one in told]
    if not arguments.user and not layout.is_git_root(root):
        warnings.append(speech.say(settings, "setup", "no_git", root=root))
    return warnings


def _elsewhere(
    root: str, store: layout.Store, arguments: flags.Values, settings: config.Config
) -> list[str]:
    """A warning if the memory belongs to another directory than expected."""
    if arguments.user:
        return []
    if store.project != root:
        return [speech.say(settings, "setup", "shared_tree", main=store.project)]
    here = os.path.realpath(arguments.project or os.getcwd())
    inner = work_tree.root(here)
    if inner in ("", root) or not inner.startswith(os.path.join(root, "")):
        return []
    own = f"memory-store init --project {place.quote(inner)}"
    return [speech.say(settings, "setup", "inner", inner=inner, root=root, own=own)]


def _carry_out(plan: tuple[str, str | None, str], done: list[str]) -> list[str]:
    """Write a host's file if it changes, and list new files."""
    path, before, after = plan
    if after == before:
        return []
    kept = installation.back_up(path, before) if before is not None else ""
    installation.write(path, after)
    template = "hooks: {path} (as it was: {kept})" if kept else "hooks: {path}"
    done.append(errors.Message(template, path=path, kept=kept))
    return [] if before is not None else [path]


def _text(root: str) -> str:
    search = place.command("search_memory", "--project", root)
    save = place.command("save_fact", "--project", root, "--type", "W", "--content")
    return _TEXT.format(search=f"{search} '<question>'", save=f"{save} '<one sentence>'")


def _write_section(root: str, done: list[str]) -> None:
    path = installation.instructions_file(root)
    before = installation.read(path)
    after = installation.with_section(before or "", _text(root))
    if after != before:
        if before is not None:
            installation.back_up(path, before)
        installation.write(path, after)
        done.append(errors.Message("rule: {path}", path=path))


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


def _offer_judge(hosts: list[str], where: place.Place) -> None:
    """Ask once on a terminal whether a host's own program may read the sessions that ended."""
    if where.config.origins["judge_provider"] != "default" or not confirmation.is_possible():
        return
    from memory_store.commands import judge  # a host or a script is asked nothing
    from memory_store.judge import providers

    here = (name for name in providers.PROGRAMS if name in hosts and shutil.which(name))
    if name := next(here, ""):
        judge.ask(where, name)


def _advice(hosts: list[str], allowed: list[str], settings: config.Config) -> list[str]:
    """The next steps of a person in each host, and what the host lacks."""
    lines = ["", speech.say(settings, "setup", "open")]
    for host in hosts:
        lines += host_hints.lines(settings, host)
        if host == model.CLAUDE and allowed:
            lines.append(speech.say(settings, "setup", "allowed", rules=len(allowed)))
    return lines
