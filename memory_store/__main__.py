"""The command `memory-store`: hands over to `entry`."""

from __future__ import annotations

from memory_store import entry


def main(arguments: list[str] | None = None) -> int:
    """Run the command that `arguments` name; its exit status.

    Without any it is the process's own words that count, and the process ends with the command.
    """
    if arguments is None:
        entry.be_script()
    return entry.run_script(arguments)


if __name__ == "__main__":
    main()
