"""Writes a Cursor rule that always applies, for versions of Cursor that ignore a hook's answer.

The rule holds the briefing (before 3.18) and news (before 3.20), is kept out of git, and is
deleted on versions that honour the answer. Must not touch a rule that is not ours.
"""

from __future__ import annotations

import errno
import os

from memory_store import errors, model
from memory_store.store import files, layout, log

_OURS = ("(memory-store)", layout.CURSOR_RULE_BRIEFING, layout.CURSOR_RULE_NEWS)
_OF_INIT = "This project has a memory across sessions (memory-store)."
"""What the rule said that `init` of earlier versions wrote for every Cursor."""

_STARTS_FROM = (3, 18)
_PROMPTS_FROM = (3, 20)
_BYTES = 65_536
_NEWS_CHARS = 4_000


def refresh(event: model.Event, project: str, briefing: str) -> None:
    """Write the briefing into the rule for a Cursor that ignores hooks; else delete the rule.

    The briefing holds what was news before it. Where a Cursor hears the start and may ignore a
    prompt's hook, news that the rule tells stays.

    Raises:
        StoreError: the rule can't be written.
    """
    before = _read(project)
    news = before.partition(layout.CURSOR_RULE_NEWS)[2]
    if is_deaf(event.host_version):
        rule = f"{layout.CURSOR_RULE_HEAD}{layout.CURSOR_RULE_BRIEFING}{briefing}\n"
        _write(project, before, rule)
    elif news and ignores_prompts(event.host_version):
        rule = f"{layout.CURSOR_RULE_HEAD}{layout.CURSOR_RULE_NEWS}{news}"
        _write(project, before, rule)
    elif before:
        _remove(project, before)


def tell(event: model.Event, project: str, news: str) -> None:
    """Put news into the rule for a Cursor that ignores a prompt's hook; newest first.

    What was told before stays below it, 4,000 characters in all: a rule goes out with each
    request, and what left it would be forgotten. The next session's start clears it.

    Raises:
        StoreError: the rule can't be written.
    """
    if not news or not event.traits.reads_rules or not ignores_prompts(event.host_version):
        return
    before = _read(project)
    rule, _, told = (before or layout.CURSOR_RULE_HEAD).partition(layout.CURSOR_RULE_NEWS)
    _write(project, before, f"{rule}{layout.CURSOR_RULE_NEWS}{_newest(news, told)}")


def _newest(news: str, before: str) -> str:
    """The news and the latest news before it that fit, each fence whole."""
    kept, left = "", _NEWS_CHARS
    for block in (news, *before.strip("\n").split("\n\n")):
        left -= len(block) + 2
        if left < 0:
            break
        kept += f"{block}\n\n"
    return kept


def _read(project: str) -> str:
    try:
        raw = files.read(project, "/".join(layout.CURSOR_RULE), _BYTES)
    except OSError:
        return ""
    return raw.decode("utf-8", "replace")


def _write(project: str, before: str, rule: str) -> None:
    """Write the rule, unless somebody else's rule stands there."""
    if rule == before or not _is_ours(before):
        return
    from memory_store.trust import git_exclude  # few starts write

    name = "/".join(layout.CURSOR_RULE)
    git_exclude.add(project, [f"/{name}"])
    try:
        _make_directories(project)
        files.replace(project, name, rule.encode())
    except OSError as error:
        raise errors.StoreError(
            "cannot write {project}/{name}: {reason}",
            project=project,
            name=name,
            reason=error,
        ) from error


def _remove(project: str, before: str) -> None:
    """Delete the rule and the directories that were made for it; of another's, our part alone."""
    rest = before.partition(layout.CURSOR_RULE_BRIEFING)[0].partition(layout.CURSOR_RULE_NEWS)[0]
    said = rest.removeprefix(layout.CURSOR_RULE_HEAD).strip()
    name = "/".join(layout.CURSOR_RULE)
    path = os.path.join(project, name)
    from memory_store.store import made  # it is there but once
    from memory_store.trust import git_index

    if (said and not said.startswith(_OF_INIT)) or git_index.is_tracked(path):
        _write(project, before, rest)
        return
    try:
        files.remove(project, name)
        made.take_away(os.path.dirname(path), project)
    except OSError as error:
        raise errors.cannot("delete", path, error) from error


def _is_ours(rule: str) -> bool:
    """Whether a rule is missing or ours, and did not come with a clone."""
    return not rule or any(mark in rule for mark in _OURS)


def _make_directories(project: str) -> None:
    """Make the missing directories of the rule, through no link: a clone may bring one."""
    from memory_store.store import made  # it is there but once

    for depth in range(1, len(layout.CURSOR_RULE)):
        directory = os.path.join(project, *layout.CURSOR_RULE[:depth])
        if os.path.islink(directory):
            raise OSError(errno.ELOOP, "lies behind a link")
        made.directories(directory)


def is_deaf(version: str) -> bool:
    """Whether this version of Cursor ignores a session start's answer (docs/hosts.md 1.7).

    A version that can't be read is taken for a current one.
    """
    return _is_before(version, _STARTS_FROM)


def ignores_prompts(version: str) -> bool:
    """Whether this Cursor may ignore a prompt's answer: before the first version that honours it.

    See docs/hosts.md 1.4; where it does listen, it is told by both ways.
    """
    return _is_before(version, _PROMPTS_FROM)


def _is_before(version: str, first: tuple[int, int]) -> bool:
    parts = version.split(".")
    if len(parts) < 2 or not (parts[0].isdecimal() and parts[1].isdecimal()):  # noqa: PLR2004
        log.write("cursor", f"unknown version {version!r}")
        return False
    return (int(parts[0]), int(parts[1])) < first
