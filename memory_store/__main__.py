"""The command `memory-store`: hands over to `entry`."""

from __future__ import annotations

import gc
import sys

from memory_store import entry


def main(arguments: list[str] | None = None) -> int:
    """Run the command that `arguments` name; its exit status.

    Without any it is the process's own words that count, and the process ends with the command.
    """
    if arguments is not None:
        return entry.run_script(arguments)
    name = entry.hook_in(sys.argv[1:])
    if name:
        gc.disable()  # see hooks/
        module = __import__(f"memory_store.handlers.{name}", fromlist=["handle"])
        entry.run_hook(name, module.handle)
    return entry.be_script()


if __name__ == "__main__":
    main()
