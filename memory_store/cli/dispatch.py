"""Runs the command that is meant, in the place where it is to work.

Only the family of that command is imported. Must not print (`entry` does).
"""

from __future__ import annotations

import os

from memory_store import __version__, errors, model, place
from memory_store.cli import flags, printing, table, terminal

_ALONE = "now"  # what is told where a person types no command


def run(arguments: list[str], only: str) -> tuple[model.Answer, bool]:
    """Run the command that is meant: its answer, and whether it is wanted as JSON.

    Raises:
        MemoryStoreError: what the command or its caller did wrong.
        SystemExit: after --help and --version, which argparse prints itself.
    """
    if not (only or arguments) and terminal.is_read():
        arguments = [_ALONE]
    row = _row(only) if only else _named(arguments)
    values = read(row, arguments if only else arguments[1:])
    where = place.resolve(_directory(values.project))
    _refuse(row, where, values)
    for_program = row.answers_programs and not terminal.is_read()
    as_json = values.format == "json" or (values.format is None and for_program)
    return row.run(values, where), as_json


def call(name: str, words: list[str], where: place.Place) -> model.Answer:
    """Run a command where the page and the MCP server are at work; errors as its row's `run`.

    Raises:
        UsageError: memory is switched off, or the words are no flags of the command.
    """
    row = _row(name)
    values = read(row, words)
    _refuse(row, where, values)
    return row.run(values, where)


def _refuse(row: table.Row, where: place.Place, values: flags.Values) -> None:
    """Refuse to work on a memory that is off, or of which something can't be read.

    Raises:
        UsageError: memory is switched off here.
        StoreError: a file is closed to this user, which would make the answer untrue.
    """
    if not row.works_off:
        terminal.refuse_if_off(where)
    if not (row.works_closed or where.untrusted):
        terminal.refuse_if_closed(terminal.stores_of(where, getattr(values, "scope", None)))


def _row(name: str) -> table.Row:
    """The command of a name.

    Raises:
        UsageError: there is none.
    """
    found = table.row(name)
    if found is None:
        raise errors.UsageError(
            "no such command: {name}",
            "{meant}memory-store --help lists them",
            name=name,
            meant=errors.meant(_told_by(name), table.rows()),
        )
    return found


def _told_by(word: str) -> str:
    """The one command whose line has a word; the word itself where none has it, or several."""
    rows = table.rows().values()
    told = [
        one.name
        for one in rows
        if word in one.line["en"].replace(",", "").split() or (word and word in one.line["zh"])
    ]
    return told[0] if len(told) == 1 else word


def read(row: table.Row, words: list[str]) -> flags.Values:
    """The values of the words behind a command's name, by its flags and the common flags."""
    declared = row.declared()
    words = flags.joined(declared, words)
    values = flags.quick(declared, words)
    if values is None:
        from memory_store.cli import usage  # argparse

        language = terminal.spoken()
        values = usage.read(row.name, row.help[language], declared, words, language)
    return values


def _named(arguments: list[str]) -> table.Row:
    """The command that the first word names, in either spelling."""
    word = arguments[0] if arguments else "--help"
    if word in ("--version", "-V"):
        printing.out(f"memory-store {__version__}")
        raise SystemExit(0)
    if word in ("--help", "-h", "help"):
        printing.out(_overview())
        raise SystemExit(0)
    return _row(word.replace("_", "-"))


def _overview() -> str:
    """All commands, by what one wants to do."""
    from memory_store.language import wording  # see terminal.spoken

    language = terminal.spoken()
    usage = "usage: memory-store COMMAND [--project DIR] [--format text|json] …"
    lines = [wording.say(language, usage)]
    for family in table.families():
        lines += ["", f"{family.wish[language]}:"]
        lines += [f"  {row.name:14} {row.line[language]}" for row in family.rows.values()]
    more = wording.say(language, "memory-store COMMAND --help tells each one's flags.")
    return "\n".join([*lines, "", more])


def _directory(named: str | None) -> str:
    if named is None:
        return _here()
    if not os.path.isdir(named):
        raise errors.UsageError(
            "no such directory: {name}", "--project names an existing one", name=named
        )
    return os.path.realpath(named)


def _here() -> str:
    try:
        return os.getcwd()
    except OSError as error:
        raise errors.UsageError(
            "the current directory can't be found: {reason}",
            "it may be deleted: go into one that exists, or name the project by --project DIR",
            reason=error,
        ) from error
