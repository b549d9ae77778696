"""Reads any command line with argparse: help, every shape of a flag, and mistakes.

Imported only where `flags` did not understand the words, since argparse takes most of a bare
start. Must not know which commands there are.
"""

from __future__ import annotations

import argparse
import re
import textwrap

from memory_store import errors
from memory_store.cli import flags
from memory_store.language import script, wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NoReturn

_HELP_WIDTH = 100
_PLACE = re.compile(r"%(?:\((\w+)\))?([rs])")
"""A place of argparse's own texts."""
_VALUE = re.compile(r"[A-Z_]{2,}")


def _named(flag: flags.Flag) -> dict[str, Any]:
    """How a word is called in help and mistakes: by its values, or by its name in capitals."""
    if not flag.is_word or "metavar" in flag.how:
        return {}
    values = ",".join(map(str, flag.how.get("choices", ())))
    return {"metavar": f"{{{values}}}" if values else flag.field.upper()}


class _Text(str):
    """A text of argparse's own in the language that is spoken; filled, it is a message."""

    __slots__ = ("english",)

    english: str

    def __mod__(self, values: object) -> str:
        if not _PLACE.search(self.english):
            return self
        named = values if isinstance(values, dict) else {"value": values}
        told: dict[str, object] = {}

        def place(found: re.Match[str]) -> str:
            name = found[1] or "value"
            told[name] = repr(named[name]) if found[2] == "r" else _message(named[name])
            return f"{{{name}}}"

        template = _PLACE.sub(place, self.english)
        if "type" in told:  # int, float
            told["type"] = errors.Message(str(told["type"]))
        return errors.Message(template, **told)


def _message(said: object) -> object:
    """What argparse says as a message; its values as they are."""
    return errors.Message(said.english) if isinstance(said, _Text) else said


class _Parser(argparse.ArgumentParser):
    """Raises where argparse would print and exit, so that faults look alike everywhere."""

    def error(self, message: str) -> NoReturn:
        usage = " ".join(self.format_usage().split())
        raise errors.UsageError(errors.Message("{fault}", fault=_message(message)), usage)


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help of a fixed width: asking the terminal for its own would import `shutil`."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_HELP_WIDTH)


def read(
    name: str,
    description: str,
    declared: Sequence[flags.Flag],
    words: Sequence[str],
    spoken: str,
) -> flags.Values:
    """The values of the words of the command `name`.

    Args:
        name: the command's.
        description: what its help begins with.
        declared: its flags.
        words: those behind its name.
        spoken: the language of help.

    Raises:
        UsageError: they are not as declared.
        SystemExit: after --help, which argparse prints itself.
    """

    def said(english: str) -> _Text:
        text = _Text(wording.say(spoken, english))
        text.english = english
        return text

    if spoken == script.ENGLISH:  # Chinese has no blanks to wrap at
        paragraphs = description.split("\n\n")
        description = "\n\n".join(textwrap.fill(one, _HELP_WIDTH) for one in paragraphs)
    vars(argparse)["_"] = said  # its texts go through gettext, under this name
    parser = _Parser(
        prog=f"memory-store {name}",
        description=description,
        allow_abbrev=False,
        formatter_class=_Help,
    )
    for flag in declared:
        how = flag.how if flag.is_switch else {**flag.how, "metavar": called(flag.takes, spoken)}
        parser.add_argument(*flag.names, help=flag.help.get(spoken), **how)
    # said beforehand, since reading words between flags cuts off 7 characters for its title
    parser.usage = parser.format_usage().removeprefix(wording.say(spoken, "usage: ")).strip()
    # words between flags are read too, but not behind `--`, which that reading takes away
    read_ = parser.parse_args if "--" in words else parser.parse_intermixed_args
    return flags.Values(vars(read_(words)))


def called(value: str, spoken: str) -> str:
    """What a value is called in a language: `PATH[:FROM[-TO]]`, 路径[:起[-止]]."""

    def word(found: re.Match[str]) -> str:
        name = f"value.{found[0]}"
        return wording.say(spoken, name) if wording.knows(name) else found[0]

    return _VALUE.sub(word, value)
