"""Run a hook: what a plugin or a host starts that names a command and no script.

Reads the host's payload on standard input and answers on standard output, as the script does.
"""

from __future__ import annotations

import runpy

from memory_store import place
from memory_store.hosts import registry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from memory_store.cli import flags

NAMES = tuple(registry.HANDLES)


def run(arguments: flags.Values, _: place.Place | None = None) -> NoReturn:
    """Become the hook, which ends the process itself."""
    runpy.run_path(place.hook(arguments.name), run_name="__main__")
    raise AssertionError(arguments.name)
