"""Whether a host that also runs another host's hooks file starts our hooks by its own.

On the hot path. Must not parse a file, or wait for one.
"""

from __future__ import annotations

import os

from memory_store.store import files

_MOST_READ = 262_144


def is_there(host: str, project_file: str, user_file: str, directory: str) -> bool:
    """Tell whether this project's or this user's file starts our hooks for a host.

    Then the same hook, started once more by another host's file, has nothing to do.

    Args:
        host: its name.
        project_file: its file, from a project; "" for none.
        user_file: the same from the home.
        directory: the project; "" for none.
    """
    places = ((directory, project_file), (os.path.expanduser("~"), user_file))
    paths = [os.path.join(root, *file.split("/")) for root, file in places if root and file]
    return any(_mentions_us(path, host) for path in paths)


def _mentions_us(path: str, host: str) -> bool:
    try:
        text, named = files.read_path(path, _MOST_READ), f"--host {host}".encode()
    except (OSError, ValueError):
        return False
    at = text.find(b"load_memory.py")
    while at >= 0:
        line = text.rfind(b"\n", 0, at) + 1
        # Cursor takes the rest of a line for a comment wherever `//` stands
        if named in text[at : at + 40] and b"//" not in text[line:at]:
            return True
        at = text.find(b"load_memory.py", at + 1)
    return False
