"""Reads any command line with argparse: help, every shape of a flag, and mistakes.

Imported only where `flags` did not understand the words, since argparse takes most of a bare
start. Must not know which commands there are.
"""

from __future__ import annotations

import argparse

from memory_store import errors
from memory_store.cli import flags
from memory_store.language import catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

_HELP_WIDTH = 100


class _Parser(argparse.ArgumentParser):
    """Raises where argparse would print and exit, so that faults look alike everywhere.

    Attributes:
        spoken: the language of its help.
    """

    spoken = ""

    def format_help(self) -> str:
        """The same, with its titles in the language that is spoken."""
        return catalogue.said(super().format_help(), self.spoken)

    def error(self, message: str) -> NoReturn:
        usage = " ".join(self.format_usage().split())
        raise errors.UsageError(message, usage)


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
    parser = _Parser(
        prog=f"memory-store {name}",
        description=description,
        allow_abbrev=False,
        formatter_class=_Help,
    )
    parser.spoken = spoken
    for flag in declared:
        parser.add_argument(*flag.names, help=flag.help.get(spoken), **flag.how)
    # words between flags are read too, but not behind `--`, which that reading takes away
    read_ = parser.parse_args if "--" in words else parser.parse_intermixed_args
    return flags.Values(vars(read_(words)))
