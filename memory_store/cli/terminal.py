"""Finds the command that is meant, reads its words, and finds the place where it works.

Only the module of that command is imported. Must not print (`entry` does).
"""

from __future__ import annotations

import os
import sys

from memory_store import __version__, config, errors, model, place
from memory_store.cli import flags, printing
from memory_store.store import layout
from memory_store.trust import approval, ledger

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_HOOK = "hook"
_FOR_AGENTS = ("save-fact", "save-summary", "search", "get")
# Commands that read or change the memory: they are refused where it is switched off. Why another
# command is not, tests/commands/every_command.py tells.
_REMEMBERING = tuple(
    (
        "save-fact save-summary retract restore accept reject edit pin unpin share undo promote"
        " todo done judge search get list show briefing log sessions today stats facts todos team"
        " sync index watch import"
    ).split()
)
# Of these, what goes on where a file is closed, and tells so itself.
_GO_ON = ("save-fact", "save-summary", "search", "get", "sync", "index", "watch")
# Commands whose whole text `run` translates by the catalogue, language/chinese.json. The others
# take their sentences from commands/speech.json, or print stored text, which is not translated.
_IN_ENGLISH = (
    "status", "config", "trust", "sync", "index", "import", "remote",
    "init", "uninstall", "demo", "save-fact", "save-summary",
)  # fmt: skip


def run(names: dict[str, str], arguments: list[str], only: str) -> tuple[model.Answer, bool]:
    """Run the command that is meant: its answer, and whether it is wanted as JSON.

    Raises:
        MemoryStoreError: what the command or its caller did wrong.
        SystemExit: after --help and --version, which argparse prints itself.
    """
    name = only or _name(names, arguments)
    words = arguments if only else arguments[1:]
    command = _command(name)
    parsed = read(name, names.get(name, ""), command, words)
    if name == _HOOK:  # its payload names the place; a folder that is gone must not stop a host
        command.run(parsed)
    where = place.resolve(_directory(parsed.project))
    _refuse(name, where, parsed)
    for_agent = name in _FOR_AGENTS and not is_read()
    as_json = parsed.format == "json" or (parsed.format is None and for_agent)
    answer: model.Answer = command.run(parsed, where)
    if name in _IN_ENGLISH and not as_json:
        from memory_store.language import catalogue  # see spoken

        text = catalogue.said(answer.text, spoken(where.config))
        answer = model.Answer(answer.record, text, answer.code)
    return answer, as_json


def call(name: str, words: list[str], where: place.Place) -> model.Answer:
    """Run a command where the page and the MCP server are at work; errors as its `run`.

    Raises:
        UsageError: memory is switched off, or the words are no flags of the command.
    """
    command = _command(name)
    values = read(name, "", command, words)
    _refuse(name, where, values)
    answer: model.Answer = command.run(values, where)
    return answer


def _refuse(name: str, where: place.Place, values: flags.Values) -> None:
    """Refuse to work on a memory that is off, or of which something can't be read.

    Raises:
        UsageError: memory is switched off here.
        StoreError: a file is closed to this user, which would make the answer untrue.
    """
    if name not in _REMEMBERING:
        return
    refuse_if_off(where)
    if name in _GO_ON:
        return
    if not where.untrusted:
        refuse_if_closed(stores_of(where, getattr(values, "scope", None)), where)


def refuse_if_closed(
    stores: list[layout.Store], where: place.Place, *, to_write: bool = False
) -> None:
    """Refuse to work where a file of these memories is closed to this user.

    Raises:
        StoreError: one is, which would make the answer untrue.
    """
    from memory_store.journal import access  # saving and searching tell it themselves

    for store in stores:
        for fault in access.closed(store, to_write=to_write):
            raise errors.StoreError(fault.told(spoken(where.config)), fault.cure)


def refuse_if_off(where: place.Place) -> None:
    """Refuse to work where memory is switched off.

    Raises:
        UsageError: it is.
    """
    if config.disabled(layout.project_store(where.directory)):
        raise errors.UsageError(
            "memory is switched off here",
            f"by MEMORY_STORE_DISABLE or a file {layout.STORE}/{layout.DISABLED}",
        )


def _command(name: str) -> Any:  # noqa: ANN401  a module
    # importlib.import_module without the import of importlib
    return __import__(f"memory_store.commands.{name.replace('-', '_')}", fromlist=("run",))


def spoken(settings: config.Config | None = None) -> str:
    """The language to speak to a person: of the settings (the user's), else of the machine."""
    from memory_store.language import written  # agents are answered in JSON

    chosen = (settings or config.resolve()).word("language")
    return written.chosen(chosen, otherwise=written.of_machine(os.environ))


def read(name: str, does: str, command: Any, words: list[str]) -> flags.Values:  # noqa: ANN401
    """The values of the words, by the command's flags and the common flags.

    Args:
        name: the command's.
        does: a line on it, which its help begins with where that is not in English.
        command: its module.
        words: those behind its name.
    """

    def declare(parser: flags.Parser) -> None:
        command.add_arguments(parser)
        parser.add_argument(
            "--project", metavar="DIR", help="the project (default: found from here)"
        )
        parser.add_argument(
            "--format",
            choices=("text", "json", *getattr(command, "FORMATS", ())),
            help="default: text; to a program, saving and searching answer json",
        )

    quick = flags.Quick()
    declare(quick)
    words = quick.joined(words)
    values = quick.read(words)
    if values is None:
        from memory_store.cli import usage  # argparse
        from memory_store.language import catalogue

        language = spoken()
        described = catalogue.said(does, language)
        values = usage.read(
            name, command.__doc__ if described == does else described, declare, words, language
        )
    return values


def _name(names: dict[str, str], arguments: list[str]) -> str:
    """The command that the first word names, in either spelling."""
    word = arguments[0] if arguments else "--help"
    if word in ("--version", "-V"):
        printing.out(f"memory-store {__version__}")
        raise SystemExit(0)
    if word in ("--help", "-h", "help"):
        printing.out(_overview(names).rstrip("\n"))
        raise SystemExit(0)
    name = word.replace("_", "-")
    if name not in names:
        hint = errors.meant(name, names) + "memory-store --help lists them"
        raise errors.UsageError(f"no such command: {word}", hint)
    return name


def _overview(names: dict[str, str]) -> str:
    from memory_store.language import catalogue  # see spoken

    language = spoken()
    lines = ["usage: memory-store COMMAND [--project DIR] [--format text|json] …", ""]
    lines += [f"  {name:14} {catalogue.said(help_, language)}" for name, help_ in names.items()]
    lines += ["", "memory-store COMMAND --help tells each one's flags.", ""]
    return catalogue.said("\n".join(lines), language)


def _directory(named: str | None) -> str:
    if named is None:
        return _here()
    if not os.path.isdir(named):
        raise errors.UsageError(f"no such directory: {named}", "--project names an existing one")
    return os.path.realpath(named)


def _here() -> str:
    try:
        return os.getcwd()
    except OSError as error:
        raise errors.UsageError(
            f"the current directory can't be found: {error.strerror}",
            "it may be deleted: go into one that exists, or name the project by --project DIR",
        ) from error


def is_read() -> bool:
    """Whether a person sees standard output as it is printed."""
    return sys.stdout is not None and sys.stdout.isatty()


def is_watched() -> bool:
    """Whether a person sees standard error."""
    return sys.stderr is not None and sys.stderr.isatty()


def scope(parser: flags.Parser) -> None:
    """Declare the flag that chooses between the project's store and the user's."""
    parser.add_argument("--scope", choices=("project", "user"), help="which memory")


def not_trusted(where: place.Place) -> errors.MemoryStoreError:
    """The error for a project's store that is not trusted, with the remedy."""
    fault = ledger.fault()
    if fault:
        return errors.StoreError(fault, ledger.MENDING)
    store = layout.project_store(where.directory)
    origin = approval.copied_from(store)
    why, who = "came from somebody else", ""
    if origin:
        why, who = f"is a copy of {origin}", ", also if you copied it yourself"
    return errors.UsageError(
        f"this project's memory {why} and is not trusted",
        f"look at it and decide{who}: memory-store trust",
    )


def store_of(where: place.Place, named: str | None) -> layout.Store:
    """The store that a command is to write to.

    Raises:
        UsageError: the project's store came from somebody else and is not trusted yet, or
            something else stands in its place.
    """
    if named == "user":
        return where.user or layout.user_store()
    if where.untrusted and not layout.project_store(where.directory).exists():
        raise errors.UsageError(
            f"{os.path.join(where.directory, layout.STORE)} is no directory",
            "move it away: the memory is kept there",
        )
    if where.untrusted:
        raise not_trusted(where)
    if where.directory == os.path.dirname(where.directory):
        raise errors.UsageError(
            f"{where.directory} is no project", "go into a project, or use --scope user"
        )
    if where.project is None:  # the home directory itself
        return where.user or layout.user_store()
    return where.project


def stores_of(where: place.Place, named: str | None) -> list[layout.Store]:
    """The stores of a command: both, or the named one.

    Raises:
        UsageError: as `store_of`.
    """
    if where.untrusted and named != "user":
        store_of(where, "project")
    return [one for one in where.stores() if named in (None, one.scope)]
