"""Makes a session's summary of what its host's own model wrote, in that model's words.

A compaction's summary is cut at its headings, whose words are in host_summary.json; a part without
a known one is left. Must not word anything, or take a todo that is in no list.
"""

from __future__ import annotations

import re
import textwrap

from memory_store import clock, model
from memory_store.hosts import model_words
from memory_store.journal import stored
from memory_store.language import phrases, wording
from memory_store.sessions import answers, prose
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry
    from memory_store.text import retold

_HEADING = re.compile(
    r"^(?:(?:#{1,6} |\*\*)[\d.)、．* ]*([^\n:：*<>]{2,60})(?:[:：*]+|$)| *<([a-z_]{2,60})>"
    r"|[\d一二三四五六七八九十]{1,2}[.)、．] ?\**([^\n:：*<>]{2,60})(?:\*\*[:：]?|[:：]\**)"
    r"|\d[.)] (Primary Request and Intent|Pending Tasks|Current Work|Optional Next Step)$)",
    re.MULTILINE,
)
_ITEM = re.compile(
    r"^(?:[-*•]|\d{1,2}[.)、])\s+\**"
    r"(?!\[(?:done|x)\]|✅|✓|~~|\(?(?:there (?:is|are) )?no(?:ne|thing|t any)?\b|n/a"
    r"|all (?:tasks|work|done)|(?:目前|暂)?(?:没有|无)|全部完成"
    r"|.*(?:✅|\((?:done|completed?)\)|（已完成）)\s*$)"
    r"(?:\[[^]]{0,20}\] *)?(.*\w.*)$",
    re.MULTILINE | re.IGNORECASE,
)
"""A point of a list that is neither done nor says that there is nothing, without its box."""
_MOST_TODOS = 50
_KINDS = phrases.beside(__file__)
_ROOM = {"recap": 900, "intent": 450, "state": 450, "next": 250}


def of_session(event: Entry, content: bytes | None, gone: retold.Gone) -> stored.Summary:
    """What a host's model wrote of a session: its title as topic, a summary, and what is open.

    Args:
        event: one of the session's.
        content: its transcript's bytes; None without one.
        gone: what was taken back since: sentences that say it are left out.

    Topic and text are "" where there are none.
    """
    if event.host in (model.CURSOR, "opencode"):
        from memory_store.sources import host_databases  # brings SQLite

        content = host_databases.of_session(event.host, event.session_id)
    words = model_words.read(content or b"", event.session_id)
    parts = _parts(words.summary)
    if not parts.keys() & _ROOM.keys():
        parts["state"] = words.summary
    parts["recap"] = words.recap
    said = (answers.sentences(parts.get(one, ""), gone) for one in _ROOM)
    texts = map(prose.within, said, _ROOM.values())
    listed = parts.get("open", parts.get("next", ""))
    return stored.Summary(
        topic=clean.line(words.title),
        summary=wording.PART.join(filter(None, texts)),
        todos=[one.replace("**", "").strip() for one in _ITEM.findall(listed)[:_MOST_TODOS]],
        created_at=clock.stamp(words.moment),
        source={"via": stored.HOST},
    )


def _parts(text: str) -> dict[str, str]:
    """What stands beneath the headings that are known; of two of a kind beneath the first."""
    found = [*_HEADING.finditer(text)]
    ends = [*(one.start() for one in found[1:]), len(text)]
    parts: dict[str, str] = {}
    for heading, end in zip(found, ends, strict=False):
        name = next(filter(None, heading.groups()))
        told = f" {name.replace('_', ' ').lower()}"
        kind = next((one for one, known in _KINDS.items() if any(map(told.count, known))), "")
        body = text[heading.end() : end].partition(f"</{name}>")[0]
        parts.setdefault(kind, textwrap.dedent(body))
    return parts
