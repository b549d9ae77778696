"""The actions of the page's buttons, each by a command. Must not write by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memory_store import errors
from memory_store.cli import terminal
from memory_store.commands import undo
from memory_store.index import questions
from memory_store.view import settings_form

if TYPE_CHECKING:
    from memory_store.view import context

FACTS = {
    "accept": (),
    "reject": (),
    "pin": (),
    "unpin": (),
    "retract": (),
    "restore": (),
    "forget": ("--yes",),
}
"""What is done to facts by the command of the same name, with its flags."""

PROMOTION = {"promote": "--accept", "refuse": "--refuse", "drop": "--drop"}
"""What is done to a line of MEMORY.md, with the flag of `promote`."""

_MANY = ("accept", "reject")


class Done(NamedTuple):
    """What a button did.

    Attributes:
        message: what its commands told.
        changes: how many changes `undo` would take back; 0 where it can't.
        last: when the last of them was made, so that its undo takes back no later one.
    """

    message: str
    changes: int = 0
    last: str = ""


def apply(page: context.Page, action: str, values: dict[str, str], ids: list[str]) -> Done:
    """Run a form's action by its command.

    Args:
        page: the request.
        action: a name of FACTS or PROMOTION, or edit, reword, merge, undo, set.
        values: the fields of the form.
        ids: the facts that are meant.

    Raises:
        UsageError: nothing was chosen, the command refuses it, or what is to be undone is no more
            the last change.
        StoreError: it can't be written.
    """
    done = _applied(page, action, values, ids)
    return done._replace(last=_last(page)) if done.changes else done


def _applied(page: context.Page, action: str, values: dict[str, str], ids: list[str]) -> Done:
    if action == "undo":
        last = values.get("last", "")
        if last and last != _last(page):
            raise errors.UsageError(
                "something else changed since: nothing was undone",
                "memory-store log shows the changes",
            )
        return Done(page.run("undo", *filter(str.isdigit, [values.get("changes", "")])).text)
    if action == "set":
        settings_form.save(
            page.where,
            values.get("scope", "user"),
            values.get("name", ""),
            values.get("value", ""),
        )
        return Done(page.say("saved"))
    if not ids:
        raise errors.UsageError("nothing was chosen", "")
    if action == "forget" and page.fact(ids[0]) is None:
        # the command would take it for a text, and remove whatever holds it
        raise errors.UsageError(
            "no fact has the id {id}", "it may be forgotten already", id=ids[0]
        )
    if action in FACTS:
        chosen = ids if action in _MANY else ids[:1]
        told = page.run(action, *FACTS[action], "--", *chosen).text
        return Done(told, int(action != "forget"))
    if action in PROMOTION:
        return Done(page.run("promote", f"{PROMOTION[action]}={ids[0]}", "--yes").text)
    return _reworded(page, action, ids[0], values)


def _last(page: context.Page) -> str:
    """When the last change of the memory was made, as a word; "" for none."""
    stores = terminal.stores_of(page.where, None)
    return str(undo.last_made(list(map(questions.Records, stores))) or "")


def _reworded(page: context.Page, action: str, identity: str, values: dict[str, str]) -> Done:
    """Edit a fact, accept a candidate in other words, or merge it into a fact."""
    content = values.get("content", "")
    if action == "reword":
        return Done(page.run("accept", f"--text={content}", "--", identity).text, 1)
    if action == "edit":
        return Done(page.run("edit", f"--content={content}", "--", identity).text, 1)
    if action == "merge":
        into = page.run("edit", f"--content={content}", "--", values.get("into", "")).text
        return Done(f"{into}\n{page.run('reject', '--', identity).text}", 2)
    raise errors.UsageError("the page has no button for {action}", "", action=action)
