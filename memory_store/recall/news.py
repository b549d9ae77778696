"""What other sessions and teammates added or took back since this session last looked, told once.

Reads only the appended part. The journal's events say how far a session has looked. Must not tell
a session its own words.
"""

from __future__ import annotations

from memory_store import model
from memory_store.journal import arrivals, facts, fields, own, read, records, sessions, stored
from memory_store.language import wording
from memory_store.recall import core_copies, fence, provenance
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import place
    from memory_store.codec import Record
    from memory_store.journal.stored import Entry, Fact

_CHARS = 3_900  # fits the rule of a Cursor that ignores prompt hooks, whole (handlers.rule_file)
_LINE_CHARS = 400
_BYTES = 131_072


class News(model.Value):
    """The news for a session: the text for its model, and the ids of the facts in it."""

    text: str
    ids: list[str]


def since(
    where: place.Place, session_id: str, earlier: list[Entry], now: Entry, spoken: str
) -> News:
    """The news since a session last looked; empty if there is none.

    Args:
        where: the place of work.
        session_id: the session that asks.
        earlier: its journal events so far, oldest first; the newest `seen` says how far it looked,
            and what they told is no news.
        now: the event that is noted with this look; what comes after its `seen` is for the next.
        spoken: zh or en.
    """
    store = where.project
    looked, upto = _looked(earlier), _looked([now])
    if store is None or looked is None or upto is None or not where.config.switch("news"):
        return News("", [])
    limit = where.config.count("news_limit")
    appended = _appended(store, looked.get("facts"), upto.get("facts"))
    items = _facts(store, session_id, appended)
    ended = _ended(appended, earlier)
    others = [one.with_(**{provenance.SCOPE: provenance.SHARED}) for one in arrivals.load(store)]
    items += [one for one in others if one.id not in sessions.told(earlier)]
    lines: list[str] = []
    if looked.get("core") != upto.get("core"):
        lines = core_copies.new_lines(store, str(looked.get("core")))
    if not items and not lines and not ended:
        return News("", [])
    from memory_store.text import outline

    known = Heard(store, session_id, earlier)
    items = [*ended, *(one for one in items if known.is_new(one.content, one.id))]
    lines = [one for one in lines if known.is_new(outline.plain_text(one))]
    block = fence.Fence("news", _CHARS, spoken)
    shown = [provenance.fact(_as_news(one, spoken), spoken) for one in items[:limit]]
    taken = block.entries("", shown, len(items) - len(shown))
    ids = [one.id for one in items[:taken]]
    room = max(0, limit - len(items))
    quoted = [fence.quoted(records.cut(one, _LINE_CHARS)) for one in lines]
    taken = block.entries(wording.say(spoken, "core_changed"), quoted[:room], len(quoted[room:]))
    ids += [one for line in lines[:taken] for one in known.saying(outline.plain_text(line))]
    return News(block.text(), ids)


def _as_news(fact: Fact, spoken: str) -> Fact:
    """The fact as a session is told it: whether it is unconfirmed, or was taken back."""
    word = "taken_back" if fact.op == stored.RETRACT else "" if fact.stands else "unconfirmed"
    said = wording.say(spoken, word).strip() + " " if word else ""
    return fact.with_(content=said + fact.content)


def note(where: place.Place, event: model.Event, fresh: News) -> None:
    """Journal which facts were told, so that no prompt of the session brings them again."""
    if fresh.ids and where.project is not None:
        made = records.event(
            "recalled", event.session_id, event.host, source=sessions.NEWS, record_ids=fresh.ids
        )
        sessions.note(where.project, event.session_id, lambda _: [made])


def _looked(earlier: list[Entry]) -> Record | None:
    for event in reversed(earlier):
        seen = event.get("seen")
        if isinstance(seen, dict):
            return seen
    return None


def _appended(store: layout.Store, begin: object, end: object) -> list[Fact]:
    """The lines of facts that were appended between two bytes, newest first."""
    if not isinstance(begin, int) or not isinstance(end, int):
        return []
    try:
        appended = [
            one
            for at, line in read.lines_from(store, layout.FACTS, begin)
            if at < end
            for one in facts.parse(line)
        ]
    except OSError:
        return []
    return appended[::-1]


def _facts(store: layout.Store, session_id: str, appended: list[Fact]) -> list[Fact]:
    """The facts of other sessions that hold and were made in appended lines, newest first.

    What was imported is no news, but as old as it is.

    One that was confirmed since it was made is as new as any other.
    """
    new = (one for one in appended if not one.op)
    ours = own.known(store)
    made = {one.id for one in new if not one.is_imported}
    living = list(facts.living(appended))
    former = {one.id: one.content for one in appended if one.op == stored.UPDATE}
    return [
        fact.with_(
            **{
                provenance.SCOPE: provenance.scope_in(store, fact, ours),
                provenance.CHANGED: facts.changed_parts(fact, living),
                provenance.WAS: list(filter(None, [former.get(fact.supersedes)])),
            }
        )
        for fact in living
        if fact.id in made and fact.session_id != session_id
    ]


def _ended(appended: list[Fact], earlier: list[Entry]) -> list[Fact]:
    """The facts that this session was told and somebody else took back, among appended lines."""
    known = sessions.told(earlier)
    back = [one for one in facts.taken_back(appended) if one.id in known]
    if not back:
        return []
    from memory_store.language import signs  # few sessions were told what is taken back

    looked = max((at for at, one in enumerate(earlier) if "seen" in one), default=0)
    is_own = any(signs.may_take_back(one.text) for one in earlier[looked:])
    return [] if is_own else [one.with_(**{provenance.SCOPE: "project"}) for one in back]


class Heard:
    """The facts that a session knows, and those it is told from now on."""

    def __init__(self, store: layout.Store, session_id: str, earlier: list[Entry]) -> None:
        """Read what the store says.

        Args:
            store: whose facts.
            session_id: the session; its own facts are known to it.
            earlier: its journal events so far.
        """
        from memory_store.recall import choice  # few prompts bring news

        self._known = sessions.told(earlier)
        self._saying: dict[str, set[str]] = {}
        for raw in facts.newest_first(store, _BYTES):
            if raw.session_id == session_id:
                self._known.add(raw.id)
            for text in (raw.content, raw.text_of(choice.PROMOTED_AS)):
                if text:
                    self._saying.setdefault(fields.sameness(text), set()).add(raw.id)

    def is_new(self, content: str, identity: str = "") -> bool:
        """Whether a text is news for the session; a repetition of it is known from now on.

        Args:
            content: what a fact or a line of MEMORY.md says.
            identity: the fact's id, for one that may stand before what was read.
        """
        same = fields.sameness(content)
        saying = self._saying.setdefault(same, set()) | {identity or f"={same}"}
        is_new = self._known.isdisjoint(saying)
        self._known |= saying
        return is_new

    def saying(self, content: str) -> list[str]:
        """The ids of the facts that say a text."""
        found = self._saying.get(fields.sameness(content), set())
        return sorted(filter(fields.is_id, found))
