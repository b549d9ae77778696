"""The text a model reads at session start: what is said, in which order, within which budget.

Reads the plain files alone, their tails only, so that its cost does not grow with the store.
Must not write, and must not let stored text out of its fence.
"""

from __future__ import annotations

import os

from memory_store import clock, files, layout, model
from memory_store.journal import create, read, records
from memory_store.recall import decay, fence, provenance
from memory_store.text import clean, wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import place

Record = dict[str, object]

_CORE_BYTES = 65_536
_SESSIONS_BYTES = 65_536
_SUMMARY_CHARS = 1_800
_DIGITS = 8


def compose(
    where: place.Place, how: str, last: Record | None, language: str, most: int = model.MAX_TEXT
) -> str:
    """The briefing, best first: how to use memory, rules, core memory, last session, facts.

    Args:
        where: the place of work.
        how: the first part, how memory is used here; never left out.
        last: the last session's summary, or None.
        language: zh or en.
        most: characters, at most, where that is less than the setting `briefing_chars`.

    Returns:
        Text of at most `briefing_chars` characters. Whole entries are left out where the budget
        ends, and their number is told. "" where no project has a memory and nothing is to say.
    """
    chosen = decay.select(where)
    head = f"{wording.say(language, 'head')}\n{how}"
    room = min(where.config.count("briefing_chars"), most) - fence.width(head)
    told = fence.Fence("fence", room, language)
    cores = _cores(where, language)
    # what does not fit of core memory is named, however many rules there are
    named = [fence.width(title) + fence.width(more) + _DIGITS for title, _, more in cores]
    told.left -= sum(named)
    rules = [provenance.fact(one, language) for one in chosen.rules]
    told.entries(wording.say(language, "rules"), rules, chosen.more_rules)
    budget = where.config.count("core_chars")
    for (title, quoted, more), room in zip(cores, named, strict=True):
        told.left += room
        budget -= _core(told, title, quoted, more, budget)
    _last_session(last, told, language)
    recent = [provenance.fact(one, language) for one in chosen.recent]
    told.entries(wording.say(language, "facts"), recent, chosen.more_recent)
    if stored := told.text():
        return f"{head}\n{stored}"
    return head if where.project is not None else ""


def core(store: layout.Store) -> str:
    """A store's MEMORY.md as it may be shown: cleaned, without comments; "" if it says nothing."""
    try:
        text = files.read(store.path, layout.CORE, _CORE_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
    if create.is_template(text):
        return ""
    return clean.text(_without_comments(text)).strip()


def _without_comments(text: str) -> str:
    """Markdown without its HTML comments; one that is never closed reaches to the end."""
    kept = ""
    while "<!--" in text:
        before, _, rest = text.partition("<!--")
        kept += before
        text = rest.partition("-->")[2]
    return kept + text


def _cores(where: place.Place, language: str) -> list[tuple[str, list[str], str]]:
    """Of each store with a core memory, the user's first: its title, its lines, what is left out.

    The last is a sentence with `{count}` in the place of the number of lines.
    """
    found = []
    for store, title in ((where.user, "core_user"), (where.project, "core_project")):
        if store is None or not store.exists():
            continue
        path = os.path.join(store.path, layout.CORE)
        lines = [fence.quoted(one) for one in core(store).split("\n") if one.strip()]
        more = wording.say(language, "core_more", path=path)
        if lines:
            longer = "{count}+" if _is_long(path) else "{count}"
            found.append((wording.say(language, title), lines, more.replace("{count}", longer)))
    return found


def _core(told: fence.Fence, title: str, lines: list[str], more: str, budget: int) -> int:
    """Tell the lines while there is room, and how many are left out; the characters they took."""
    spent = shown = 0
    if not told.add(title):
        return 0
    for line in lines:
        size = fence.width(line)
        if spent + size > budget or size + fence.width(more) + _DIGITS > told.left:
            break
        told.add(line)
        spent += size
        shown += 1
    if shown < len(lines):
        told.add(more.replace("{count}", str(len(lines) - shown)))
    return spent


def _is_long(path: str) -> bool:
    """Whether a MEMORY.md has more than was read of it."""
    try:
        return os.path.getsize(path) > _CORE_BYTES
    except OSError:
        return False


def _last_session(last: Record | None, told: fence.Fence, language: str) -> None:
    if last is None:
        return
    day = clock.local_date(records.moment_of(last))
    head = provenance.mark([day], provenance.who(last), None, language)
    entries = [f"- {head} {wording.say(language, 'topic')}: {provenance.short(last.get('topic'))}"]
    said = provenance.short(last.get("summary"), _SUMMARY_CHARS)
    entries.append(f"- {wording.say(language, 'summary')}: {said}")
    for field, name in (("decisions", "decided"), ("todos", "open")):
        found = last.get(field)
        for text in found if isinstance(found, list) else []:
            entries.append(f"- {wording.say(language, name)}: {provenance.short(text)}")
    told.entries(wording.say(language, "last"), entries)


def last_summary(store: layout.Store, without_session: str) -> Record | None:
    """The newest summary of another session than this one; None if there is none.

    Lines stand in the order of time, but for imported ones, which are as old as they say.
    """
    found, is_sure = _last_summary(store, without_session, _SESSIONS_BYTES)
    if found is not None and not is_sure:  # a long import may hide what stands before it
        found, _ = _last_summary(store, without_session, read.TAIL_BYTES)
    return found


def _last_summary(
    store: layout.Store, without_session: str, limit: int
) -> tuple[Record | None, bool]:
    """The same of a file's last bytes, and whether nothing before these can be newer."""
    newest: Record | None = None
    for record in read.newest_first(store, layout.SESSIONS, limit):
        is_others = record.get("session_id") != without_session
        if not (is_others and isinstance(record.get("topic"), str)):
            continue
        if newest is None or records.moment_of(newest) < records.moment_of(record):
            newest = record
        if not records.is_imported(record):
            return newest, True
    return newest, False
