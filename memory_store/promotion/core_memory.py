"""Reads MEMORY.md, and adds or removes a line in it.

All other bytes stay. Must not overwrite a change that somebody made meanwhile, or write into a
file that it can't read.
"""

from __future__ import annotations

import contextlib
import os

from memory_store import errors
from memory_store.journal import read, sessions
from memory_store.language import script, sentences
from memory_store.store import files, layout
from memory_store.text import clean, outline, redact
from memory_store.trust import approval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Fact


PREFERENCES, DECISIONS, FACTS = "preferences", "decisions", "facts"
TITLES = {
    script.ENGLISH: {PREFERENCES: "Preferences", DECISIONS: "Decisions", FACTS: "Facts"},
    script.CHINESE: {PREFERENCES: "偏好", DECISIONS: "决策", FACTS: "事实"},
}

_NAMES = {
    PREFERENCES: (
        *("preferences", "preference", "rules", "conventions", "guidelines"),
        *("偏好", "规则", "约定", "规范", "习惯", "准则"),
    ),
    DECISIONS: ("decisions", "decision", "决策", "决定"),
    FACTS: ("facts", "fact", "knowledge", "事实", "知识"),
}
_DECIDED = (
    *("decid", "decision", "chose", "agreed", "settled on", "switched", "migrated", "moved to"),
    *("决定", "决策", "敲定", "选定", "选用", "改用", "换成", "采用", "迁移到"),
)
_BYTES = 4 << 20
_REVIEW = "look at it and decide: memory-store trust"
_ITEM_CHARS = 2_000


def load(store: layout.Store) -> str:
    """The content of MEMORY.md; "" if it is missing.

    Raises:
        UsageError: it is a link, larger than 4 MiB or no UTF-8; nothing can be put into it.
    """
    path = os.path.join(store.path, layout.CORE)
    try:
        raw = read.text(store, layout.CORE, _BYTES + 1)
    except FileNotFoundError:
        return ""
    except OSError as error:
        hint = _REVIEW if layout.CORE in store.withheld else "edit it by hand"
        raise errors.UsageError(
            "cannot read {path}: {reason}", hint, path=path, reason=error
        ) from error
    with contextlib.suppress(UnicodeDecodeError):
        if len(raw) <= _BYTES and b"\0" not in raw:
            return raw.decode("utf-8")
    raise errors.UsageError(
        "{path} is no text in UTF-8 of at most 4 MiB",
        "save it as UTF-8, then try again",
        path=path,
    )


def statements(store: layout.Store) -> list[str]:
    """The lines of MEMORY.md, and their sentences; [] if it can't be read."""
    try:
        lines = outline.read(load(store))
    except errors.UsageError:
        return []
    shown = [outline.plain_text(line.text) for line in lines if not line.hidden and not line.level]
    return [one for text in shown for one in (text, *sentences.own(text)) if one]


def item(text: str) -> str:
    """A text as a list item: one line, without secrets and Markdown that opens a block.

    Raises:
        UsageError: nothing is left of it, or it is longer than 2,000 characters.
    """
    clear, _ = redact.secrets(clean.line(text))
    clear = clear.replace("<!--", "&lt;!--")
    if clear.startswith(("```", "~~~")):
        clear = "\\" + clear
    if not clear.strip() or len(clear) > _ITEM_CHARS:
        raise errors.UsageError("the text is empty or too long", "give one sentence")
    return clear


def section_of(fact: Fact) -> str:
    """Under which heading a fact belongs: rules are preferences, a W is a decision or a fact."""
    if fact.type == "O":
        return PREFERENCES
    content = fact.content.lower()
    return DECISIONS if any(sign in content for sign in _DECIDED) else FACTS


def added(text: str, section: str, said_: str, spoken: str) -> str:
    """MEMORY.md with a new item in its section, which is appended if it is missing.

    Args:
        text: what it holds.
        section: PREFERENCES, DECISIONS or FACTS.
        said_: the item, as `item` gives it.
        spoken: the setting `language`; auto is the file's own, else the item's.

    Raises:
        UsageError: a comment or code fence is never closed, so the item would not be read.
    """
    chosen = spoken
    if spoken not in TITLES:
        chosen = script.language(text, script.language(said_))
    try:
        return outline.add(text, _NAMES[section], TITLES[chosen][section], said_)
    except ValueError as error:
        raise errors.UsageError(
            "{core}: {error}", "close it, then try again", core=layout.CORE, error=error
        ) from error


def write(store: layout.Store, text: str, state: str) -> None:
    """Give MEMORY.md this content, wholly or not at all; by a caller that holds the store's lock.

    Args:
        store: whose.
        text: all of it.
        state: `sessions.core_state` when it was read.

    Raises:
        UsageError: it, or what else is shared of the store, was changed meanwhile.
        StoreError: it can't be written; the old file stands.
    """
    path = os.path.join(store.path, layout.CORE)
    waiting = approval.waiting(store)
    if sessions.core_state(store) != state or waiting is None or layout.CORE in waiting:
        raise errors.UsageError("{path} was changed meanwhile", "try again", path=path)
    try:
        mode = os.lstat(path).st_mode & 0o777 if os.path.lexists(path) else 0o600
        files.replace(store.path, layout.CORE, text.encode("utf-8"), mode)
    except OSError as error:
        raise errors.cannot("write", path, error, "the file is as it was") from error
    approval.renew(store)
