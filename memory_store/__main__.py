"""The command `memory-store`: hands over to `entry`."""

from __future__ import annotations

import sys

from memory_store import entry


def main(arguments: list[str] | None = None) -> int:
    """Run the command that `arguments` name; its exit status.

    Without any it is the process's own words that count, and the process ends with the command.
    """
    if arguments is not None:
        return entry.run_script(arguments)
    if sys.argv[1:2] == ["hook"]:
        _be_hook(sys.argv[2:])
    entry.be_script()


def _be_hook(words: list[str]) -> None:
    """Run the hook that a plugin's line names, as its script does; return where it names none."""
    import gc

    from memory_store.hosts import registry  # a command needs none

    name = next((one for one in words if one in registry.HANDLES), "")
    if name and "--help" not in words:
        gc.disable()  # see hooks/
        module = __import__(f"memory_store.handlers.{name}", fromlist=["handle"])
        entry.run_hook(name, module.handle)


if __name__ == "__main__":
    main()
