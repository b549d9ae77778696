"""Makes a briefing: what facts say, the commands of a session, and what earlier sessions left.

Where nothing was prepared, or for a session that was here before. Must not keep anything.
"""

from __future__ import annotations

from memory_store import codec
from memory_store.journal import records
from memory_store.language import wording
from memory_store.recall import composing, earlier, fence
from memory_store.start import asking, past

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.journal.stored import Entry
    from memory_store.model import Told
    from memory_store.start.past import Wanted

MOST = 600
"""The characters of what a sub-agent begins with: they start by the dozen."""

_TITLES = ("rules", "facts", "plans", "shared_facts", "unsure")
_LINES = [[str, str, bool]]
_SHAPE = {
    "bare": str, "core_chars": int, "cores": [[str, str, [str]]], "gone": [[str], [str]],
    "head": str,
    "lists": dict.fromkeys(_TITLES, _LINES),
    "memories": [str], "more": dict.fromkeys(_TITLES, int), "reserved": int,
    "room": int, "rules": [[str], int], "said": [str], "standing": [str], "until": float,
    "waiting": int,
}  # fmt: skip
"""Of `composing.Facts` as they are kept."""


def told(wanted: Wanted) -> Told:
    """The briefing of a session."""
    if wanted.where.project is None:
        return composing.tell(facts(wanted), earlier.Sessions(), wanted.spoken)
    at_work = past.seen(wanted.where.project, wanted.recent, wanted.session)
    return with_others(wanted, facts(wanted), at_work)[0]


def after_compaction(wanted: Wanted, events: list[Entry]) -> Told:
    """The briefing of a session that goes on, with what it did so far."""
    store = wanted.where.project
    mine = past.own_so_far(store, wanted.session, events, wanted.spoken) if store else None
    return told(wanted) if mine is None else composing.tell(facts(wanted), mine, wanted.spoken)


def with_others(
    wanted: Wanted, known: composing.Facts, at_work: list[past.Seen]
) -> tuple[Told, float]:
    """The briefing with the sessions before it, and up to when their summaries tell."""
    store = wanted.where.project
    assert store is not None  # noqa: S101  the caller's
    others, covered = past.others(store, wanted.session, at_work, wanted.spoken)
    return composing.tell(known, others, wanted.spoken), covered


def facts(wanted: Wanted, session: str = "") -> composing.Facts:
    """What is told beside sessions; `session` stands in the commands in place of the id."""
    where, spoken, session = wanted.where, wanted.spoken, session or wanted.session
    how = wording.say(
        spoken,
        "how",
        session=session or "-",
        save=asking.save_command(session, where, spoken),
        search=asking.search_command(where, spoken),
    )
    if where.config.switch("capture"):
        how += "\n" + wording.say(spoken, "how_to_end")
    return composing.facts(where, how, spoken, wanted.most, wanted.host)


def rules(wanted: Wanted, known: composing.Facts) -> str:
    """The text that a sub-agent begins with."""
    search = asking.search_command(wanted.where, wanted.spoken)
    return _composed(*known.rules, search, wanted.most, wanted.spoken)


def written(known: composing.Facts) -> str:
    """These facts as a text, to keep."""
    return codec.render(vars(known))


def read(text: str) -> composing.Facts | None:
    """The facts that `written` wrote; None for any other text."""
    try:
        kept = codec.parse(text)
    except ValueError:
        return None
    if not (isinstance(kept, dict) and codec.fits(kept, _SHAPE)):
        return None
    return composing.Facts(**kept)


def _composed(rules: list[str], more: int, search: str, most: int, language: str) -> str:
    """The text, "" where there is no rule.

    A rule that does not fit whole is passed over for a shorter one, and its number is told; where
    none fits, the newest is cut.

    Args:
        rules: the line of each, the newest first.
        more: how many others hold.
        search: the command that searches; a long one leaves its place to the rules.
        most: the characters of a whole briefing.
        language: zh or en.
    """
    if not rules:
        return ""
    room = min(MOST, most)
    how = wording.say(language, "rules_search", search=search)
    how = how + "\n" if fence.width(how) <= room // 2 else ""
    block = fence.Fence("rules_fence", room - len(how.encode("utf-16-le")) // 2, language)
    most_left_out = wording.say(language, "more", count=len(rules) + more)
    spare = fence.width(most_left_out)
    told = sum(fence.width(one) + spare <= block.left and block.add(one) for one in rules)
    if not told:
        told = block.add(records.cut(rules[0], block.left - spare - 1))
    if untold := len(rules) + more - told:
        block.add(wording.say(language, "more", count=untold))
    return how + block.text()
