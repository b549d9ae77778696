"""The second way to an agent where Cursor drops what a session start says (before 3.18).

Puts the briefing into the rule that `init` wrote, kept out of git, and takes it out again on a
Cursor that listens. Must not touch a rule that is not ours.
"""

from __future__ import annotations

import errno
import os

from memory_store import errors, exclude, files, layout, log, model

OURS = "(memory-store)"
BRIEFING = "\n<!-- memory-store: briefing -->\n"

_LISTENS_FROM = (3, 18)
_BYTES = 65_536


def refresh(event: model.Event, project: str, briefing: str) -> None:
    """Bring the rule in line with this Cursor: with the briefing if it is deaf, else without.

    Raises:
        StoreError: the rule can't be written.
    """
    deaf = event.host == model.CURSOR and is_deaf(event.host_version)
    name = "/".join(layout.CURSOR_RULE)
    try:
        before = files.read(project, name, _BYTES).decode("utf-8", "replace")
    except OSError:
        before = ""
    if not deaf and BRIEFING not in before:
        return
    if before and OURS not in before:
        return  # somebody else's rule, or one that came with the clone
    if deaf:
        exclude.add(project, [f"/{name}"])
    rule = before.partition(BRIEFING)[0] or layout.CURSOR_RULE_HEAD
    text = f"{rule}{BRIEFING}{briefing}\n" if deaf else rule
    try:
        _make_directories(project)
        files.replace(project, name, text.encode())
    except OSError as error:
        raise errors.StoreError(f"cannot write {project}/{name}: {error.strerror}") from error


def _make_directories(project: str) -> None:
    """Make what is missing above the rule, through no link: a clone may bring one."""
    for depth in range(1, len(layout.CURSOR_RULE)):
        directory = os.path.join(project, *layout.CURSOR_RULE[:depth])
        if os.path.islink(directory):
            raise OSError(errno.ELOOP, "lies behind a link")
        os.makedirs(directory, exist_ok=True)


def is_deaf(version: str) -> bool:
    """Whether a Cursor of this version drops what a session start says (docs/hosts.md 1.7).

    A version that can't be read is taken for a current one.
    """
    parts = version.split(".")
    if len(parts) < 2 or not (parts[0].isdecimal() and parts[1].isdecimal()):  # noqa: PLR2004
        log.write("cursor", f"unknown version {version!r}")
        return False
    return (int(parts[0]), int(parts[1])) < _LISTENS_FROM
