"""Takes away what killed writers left beside a file, and what an older memory left behind.

Names alone decide, and their age. Must not follow a link, nor fail its caller.
"""

from __future__ import annotations

import os
import time

_ABANDONED_SECONDS = 60.0


def empty(directory: str) -> None:
    """Take the files in a directory of ours away, as far as they go; a link goes, not its target.

    What can't be removed stays, and directories in it do.
    """
    if os.path.islink(directory) or not os.path.isdir(directory):
        return
    for name in os.listdir(directory):
        try:
            os.unlink(os.path.join(directory, name))
        except OSError:
            continue


def sweep(directory: str, name: str) -> None:
    """Take away what killed writers of `name` left beside it: `name.….tmp`, a minute old or more.

    What can't be removed stays.
    """
    for one in os.listdir(directory):
        path = os.path.join(directory, one)
        if not (one.startswith(f"{name}.") and one.endswith(".tmp")):
            continue
        try:
            if time.time() - os.lstat(path).st_mtime < _ABANDONED_SECONDS:
                continue
            empty(path)
            (os.rmdir if os.path.isdir(path) and not os.path.islink(path) else os.unlink)(path)
        except OSError:
            continue
