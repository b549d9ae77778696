"""See what sessions were given and said: the rows of these commands."""

from __future__ import annotations

import time

from memory_store import clock, model
from memory_store.cli import flags, printing, table
from memory_store.commands import columns, event_lines, identities, listed_facts
from memory_store.hosts import registry
from memory_store.journal import read
from memory_store.text import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memory_store.codec import Record
    from memory_store.index import questions
    from memory_store.journal.stored import Entry

_TOPIC_CHARS = 120
_SECONDS = 1.0
_DAYS_SECONDS = 2 * 86_400.0

FAMILY = table.Family(
    "See what sessions were given and said", "查看会话得到和说过什么", "steering"
)


FAMILY.question(
    flags.Flag(
        "--host",
        "default claude",
        "默认 claude",
        choices=tuple(registry.HOSTS),
        default="claude",
    ),
    flags.switch(
        "--why",
        "the reasons, the budget, and what was left out",
        "原因、预算，以及没有放进去的内容",
    ),
    name="briefing",
    en="what the next session is given, exactly, and why",
    zh="查看下一次会话会拿到的内容及原因",
    help_en="Show what the next session is given, exactly; with --why the reason of each "
    "memory in it.",
    help_zh="下一个会话开始时会拿到的全部文字；`--why` 另外说明每条的原因、预算，以及哪些没有提供",
)


@FAMILY.question(
    flags.Flag("session", "a number, or an id", "编号或 ID", metavar="SESSION", nargs="?"),
    flags.switch("--why", "the reason of each line", "每一行的原因"),
    flags.switch("--follow", "go on until Ctrl-C", "持续显示，按 Ctrl-C 结束"),
    table.SCOPE,
    en="what sessions were given, said, kept and asked, and why",
    zh="查看会话中注入、说过、记下和请求的内容及原因",
    help_en="Show what sessions were given, what was said, kept, recalled and asked; "
    "with --why the reasons.\n\n"
    "Of the last two days, or of one session: its number in `sessions`, its id "
    "or the beginning of it.",
    help_zh="最近两天（或某个会话）里提供了什么、说了什么、记住、召回和请求了什么，以及原"
    "因；`--follow` 持续显示，按 Ctrl-C 结束",
)
def log(call: table.Call) -> model.Answer:
    """The events of the journal; exit 1 for none.

    Raises:
        UsageError: there is no such session, or the project's store is not trusted.
    """
    records = call.records
    wanted = None
    if call.session is not None:
        known = set().union(*(one.session_ids() for one in records))
        wanted = identities.among(call.stores, call.session, known)
    shown = _events(records, wanted)
    lines = event_lines.Lines(records, call.settings, why=call.why)
    listed = [lines.record(one) for one in shown]
    text = "\n".join(map(lines.text, shown))
    if call.follow:
        printing.tell(text)
    while call.follow:
        time.sleep(_SECONDS)
        now = _events(call.records, wanted)
        for one in now[len(shown) :]:
            printing.tell(lines.text(one))
        shown = now
    return model.Answer({"events": listed}, text or call.nothing(), 0 if shown else 1)


@FAMILY.question(
    table.SCOPE,
    en="the sessions, the newest first",
    zh="列出会话，最新的在前",
    help_en="List the sessions, the newest first: when, how much was said and kept, and "
    "about what.\n\n"
    "The numbers go in place of an id: memory-store log 1.",
    help_zh="列出会话，最新的在前；编号可以代替 SESSION",
)
def sessions(call: table.Call) -> model.Answer:
    """The sessions of the journal and of the summaries; exit 1 for none.

    Raises:
        UsageError: the project's store is not trusted.
    """
    listed = newest_first(call.records)
    if not listed:
        return model.Answer({"sessions": []}, call.nothing(), 1)
    identities.note(call.stores, [str(one["session_id"]) for one in listed])
    listed = [{"number": at, **one} for at, one in enumerate(listed, 1)]
    rows = [
        [
            str(one["number"]),
            clean.line(str(one["session_id"]), listed_facts.SESSION_CHARS),
            clock.local_date(clock.parse(one["last"]) or 0.0) if one["last"] else "?" * 10,
            clean.line(str(one["host"])),
            call.say("prompts", count=one["prompts"]),
            call.say("kept", count=one["kept"]),
            clean.line(str(one["topic"]), _TOPIC_CHARS),
        ]
        for one in listed
    ]
    return model.Answer({"sessions": listed}, lambda: columns.rows(rows))


def newest_first(
    stores: Iterable[questions.Records], ids: Sequence[str] | None = None
) -> list[Record]:
    """The sessions of stores, the one that was active last first; with `ids` those alone."""
    listed = [one for records in stores for one in records.sessions(ids)]
    listed.sort(key=lambda one: one.last, reverse=True)
    return [vars(one) for one in listed]


def _events(records: Iterable[questions.Records], session: str | None) -> list[Entry]:
    """The events and changes of a session, or of the last two days, in the order of time."""
    shown: list[Entry] = []
    for one in records:
        events = one.events(session, None if session else read.recent_days(one.store))
        first = min((event.moment for event in events), default=0.0)
        since = first if session else clock.now() - _DAYS_SECONDS
        shown += [*events, *event_lines.changes(one, since, session)]
    return sorted(shown, key=lambda one: one.text_of("timestamp"))
