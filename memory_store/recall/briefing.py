"""Composes the text that a model reads at session start, within its budget.

Reads only the ends of plain files, so the cost does not grow with the store. Must not write, or
let stored text out of its fence.
"""

from __future__ import annotations

from memory_store import clock, model
from memory_store.journal import fields
from memory_store.language import wording
from memory_store.recall import (
    choice,
    core_lines,
    decay,
    earlier,
    fence,
    host_memories,
    provenance,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import place
    from memory_store.journal.stored import Fact, Summary
    from memory_store.text import retold

_SUMMARY_CHARS = 1_800
_SHORT_CHARS = 200
_TITLES = 200  # what a list takes beside its entries


class Told:
    """A briefing.

    Attributes:
        text: what the model is given.
        ids: the ids of the records that it tells.
        facts: the facts that it tells, as they were worded.
        most: the characters that it may have.
        waiting: how many candidates wait for the person's word.
    """

    __slots__ = ("facts", "ids", "most", "text", "waiting")

    def __init__(
        self, text: str, ids: list[str], facts: list[Fact], most: int, waiting: int = 0
    ) -> None:
        self.text = text
        self.ids = ids
        self.facts = facts
        self.most = most
        self.waiting = waiting


def compose(
    where: place.Place,
    how: str,
    past: earlier.Sessions,
    language: str,
    most: int = model.MAX_TEXT,
    host: str = "",
) -> Told:
    """The briefing, best first: how to use memory, rules, core memory, last session, facts, plans.

    Args:
        where: the place of work.
        how: the first part, how memory is used here; never left out.
        past: what is told of earlier sessions.
        language: zh or en.
        most: characters, at most, where that is less than the setting `briefing_chars`.
        host: whose session it is: it gives its model its own memory itself.

    Returns:
        Text of at most `briefing_chars` characters. Whole entries are left out where the budget
        ends, and their number is told. "" where no project has a memory and nothing is to say.
    """
    head = f"{wording.say(language, 'head')}\n{how}"
    most = min(where.config.count("briefing_chars"), most)
    block = fence.Fence("fence", most - fence.width(head), language)
    cores = core_lines.read(where, language)
    # what does not fit of core memory is named, however many rules there are
    block.left -= sum(one.least for one in cores)
    loadable = decay.loadable(where)
    lines = _Lines(language)
    chosen, reserved = _chosen(where, loadable, cores, block.left, lines)
    rest = block.left if past.last is not None or past.todos else _width(chosen, lines)
    # for sessions and facts too, however many rules
    reserved = max(reserved, min(block.left // 3, rest))
    block.left -= reserved
    given = _tell_facts(block, "rules", chosen.rules, lines, chosen.more_rules)
    block.left += reserved
    budget = where.config.count("core_chars")
    for core in cores:
        block.left += core.least
        budget -= core.tell(block, budget)
    summaries = _sessions(past, chosen.said, loadable.gone, block, language)
    given += _tell_facts(block, "facts", chosen.recent, lines, chosen.more_recent)
    given += _tell_facts(block, "plans", chosen.plans, lines)
    more = loadable.waiting - len(chosen.unsure)
    given += _tell_facts(block, "unsure", chosen.unsure, lines, more)
    block.entries(wording.say(language, "memories"), host_memories.lines(where, host, language))
    if stored := block.text():
        ids = [*(one.id for one in given), *summaries, *chosen.standing]
        return Told(f"{head}\n{stored}", ids, given, most, loadable.waiting)
    return Told(head if where.project is not None else "", [], [], most)


class _Lines:
    """The lines of facts in one language, each made once, to measure and to tell them.

    The statement that a fact replaced does not change meanwhile, so that its id names the line.
    """

    __slots__ = ("_known", "language")

    def __init__(self, language: str) -> None:
        self.language = language
        self._known: dict[str, str] = {}

    def each(self, facts: list[Fact]) -> list[str]:
        """The line of each of these facts."""
        for fact in facts:
            if fact.id not in self._known:
                self._known[fact.id] = provenance.fact(fact, self.language)
        return [self._known[one.id] for one in facts]


def _chosen(
    where: place.Place,
    loadable: decay.Loadable,
    cores: list[core_lines.Core],
    room: int,
    worded: _Lines,
) -> tuple[choice.Choice, int]:
    """The facts that core memory does not tell, and the characters reserved for core memory.

    Core memory is kept what rules leave of the room, and half of it however many they are, up to
    `core_chars`. What stands in a line that may not fit is told as a fact.
    """
    limit, most = where.config.count("facts_limit"), where.config.count("core_chars")
    lines = core_lines.within(cores, most)
    chosen = choice.choose(loadable, limit, core_lines.said(lines))
    rules = sum(map(fence.width, worded.each(chosen.rules)))
    sure = core_lines.within(cores, min(most, max(room // 2, room - rules - _TITLES)))
    if len(sure) < len(lines):
        chosen = choice.choose(loadable, limit, core_lines.said(sure))
    return chosen, sum(fence.width(one) for one in sure)


def _width(chosen: choice.Choice, worded: _Lines) -> int:
    """The characters of the facts that are no rules, their titles included."""
    lines = worded.each([*chosen.recent, *chosen.plans, *chosen.unsure])
    return sum(map(fence.width, lines)) + (_TITLES if lines else 0)


def _tell_facts(
    block: fence.Fence, title: str, facts: list[Fact], worded: _Lines, more: int = 0
) -> list[Fact]:
    """Tell a list of facts, and give those that fit."""
    left_out = f"more_{title}" if title in ("rules", "unsure") else "more"
    heading = wording.say(worded.language, title)
    return facts[: block.entries(heading, worded.each(facts), more, left_out)]


def _sessions(
    past: earlier.Sessions,
    known: set[str],
    gone: retold.Gone,
    block: fence.Fence,
    language: str,
) -> list[str]:
    """Tell the last session and its todos; the id of its summary if that was told whole.

    A decision that is told as a fact is not told again, and what says a fact that was taken back
    is not told at all.
    """
    last = past.last
    entries = _topic(past.newer, gone, _SHORT_CHARS, language) if past.newer is not None else []
    entries += _topic(last, gone, _SUMMARY_CHARS, language) if last is not None else []
    decided = last.decisions if last is not None and last.is_by_agent else []
    for name, listed in (("decided", decided), ("open", past.todos)):
        for text in listed:
            if fields.sameness(text) in known or gone.tells(text):
                continue
            entries.append(f"- {wording.say(language, name)}: {provenance.short(text)}")
    whole = len(entries)
    title = wording.say(language, "so_far" if past.is_own else "last" if last else "to_do")
    is_whole = block.entries(title, entries) >= whole
    return [last.id] if last is not None and is_whole and last.id else []


def _topic(summary: Summary, gone: retold.Gone, most: int, language: str) -> list[str]:
    """The topic of a session and its summary, without statements that no longer hold.

    Where that is the whole topic of a summary made by rules, its first turn goes with it: it
    repeats it.
    """
    day = clock.local_date(summary.moment) if summary.moment else ""
    head = provenance.mark([day], provenance.who(summary), None, language)
    topic, said = gone.without(summary.topic), summary.text
    lines = [f"{wording.say(language, 'topic')}: {provenance.short(topic)}"] if topic else []
    if not topic and not summary.is_by_agent:
        said = " ".join(wording.turns("", said)[1:])
    if kept := gone.without(said):
        first, *others = provenance.short(kept, most).split(wording.PART)
        lines += [f"{wording.say(language, 'summary')}: {first}", *others]
    return [f"- {head} {line}" if not at else f"- {line}" for at, line in enumerate(lines)]
