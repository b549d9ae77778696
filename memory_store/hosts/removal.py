"""Removes our hooks from the text of a host's file, with the containers made for them.

Pure, and off the hot path. Must not change other text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory_store.hosts import json_edit, json_text, wired

if TYPE_CHECKING:
    from memory_store.hosts.json_edit import Edit
    from memory_store.hosts.json_text import Node


def remove(text: str, root: Node, host: str) -> str:
    """Remove our hooks; "", or blanks alone, means that the whole file was ours."""
    hooks = json_text.member(root, "hooks")
    if hooks is None:
        return text
    edits, emptied, others_stay = _cut_events(text, hooks, host)
    going = set()
    if _goes_whole(text, hooks, emptied):
        going.add(root.children.index(hooks))
    else:
        edits += json_edit.cut(text, hooks, emptied)
    # we add a version only where no others are; those who came after us need it now
    added = any(hook.timeout_first for hook in wired.ours(root, host))
    if added and not others_stay:
        going |= {index for index, child in enumerate(root.children) if child.key == "version"}
    if _goes_whole(text, root, going):
        newline = json_edit.line_end(text, root.end)
        return json_edit.apply(text, [json_edit.Edit(root.start, root.end + len(newline), "")])
    return json_edit.apply(text, edits + json_edit.cut(text, root, going))


def cut_upwards(text: str, path: tuple[Node, ...], doomed: set[int]) -> str:
    """Delete children of a path's last container, and containers that are empty then."""
    *above, container = path
    if above and _goes_whole(text, container, doomed):
        return cut_upwards(text, tuple(above), {above[-1].children.index(container)})
    return json_edit.apply(text, json_edit.cut(text, container, doomed))


def _cut_events(text: str, hooks: Node, host: str) -> tuple[list[Edit], set[int], bool]:
    """The cuts inside events, the events to delete, and whether others' hooks stay."""
    edits: list[Edit] = []
    emptied: set[int] = set()
    others_stay = False
    for index, event in enumerate(hooks.children):
        inner, doomed = _cut_groups(text, event, host)
        others_stay = others_stay or len(doomed) < len(event.children)
        if _goes_whole(text, event, doomed):
            emptied.add(index)
        else:
            edits += inner + json_edit.cut(text, event, doomed)
    return edits, emptied, others_stay


def _cut_groups(text: str, event: Node, host: str) -> tuple[list[Edit], set[int]]:
    """The cuts inside groups shared with others, and the items to delete."""
    edits: list[Edit] = []
    doomed: set[int] = set()
    for index, item in enumerate(event.children):
        hooks = wired.hooks_of(item, host)
        ours = {at for at, hook in enumerate(hooks) if wired.script_of(hook)}
        group = json_text.member(item, "hooks")
        if ours and len(ours) == len(hooks):
            doomed.add(index)
        elif ours and group:
            edits += json_edit.cut(text, group, ours)
    return edits, doomed


def _goes_whole(text: str, container: Node, doomed: set[int]) -> bool:
    """Whether a container goes with these children: it has no others, and was made for them."""
    alone = bool(doomed) and len(doomed) == len(container.children)
    made_by_us = text[container.start + 1] in json_text.WHITE
    return alone and made_by_us and not json_edit.has_comment(text, container)
