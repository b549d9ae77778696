"""Composes the text that a model reads at session start, within its budget.

In two steps: what facts and core memory say, which few events change, and then the text with the
sessions. Must not write, or let stored text out of its fence.
"""

from __future__ import annotations

from memory_store import clock, model
from memory_store.journal import arrivals, fields
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
from memory_store.text import retold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store import place
    from memory_store.journal.stored import Fact, Summary

_SUMMARY_CHARS = 1_800
_SHORT_CHARS = 200
_SHARED = 5  # of a team's; the others are found
_TITLES = 200  # what a list takes beside its entries


class Facts(model.Value):
    """What a briefing tells beside sessions, worded; all of it can be written as JSON.

    Attributes:
        head: how memory is used here.
        bare: the whole text where nothing is stored.
        room: the characters for what stands in the fence.
        lists: by title the facts that may be told: the line of each, its id, and whether it lasts;
            no more than there is room for.
        more: by title how many others there are.
        cores: of each MEMORY.md its title, the sentence about lines left out, and its lines.
        core_chars: the characters that these lines may take.
        rules: the lines of all rules and preferences that hold, those in core memory too, and how
            many there are beside them.
        reserved: those of them that no rule may take.
        memories: a line of each memory of other hosts.
        standing: the ids of facts that core memory tells.
        said: what the facts say, each by its `fields.sameness`.
        gone: what no longer holds, and what does.
        waiting: how many candidates wait.
        until: the moment at which another fact begins or ends to hold, seconds since 1970.
    """

    bare: str
    core_chars: int
    cores: list[tuple[str, str, list[str]]]
    gone: tuple[list[str], list[str]]
    head: str
    lists: dict[str, list[tuple[str, str, bool]]]
    memories: list[str]
    more: dict[str, int]
    reserved: int
    room: int
    rules: tuple[list[str], int]
    said: list[str]
    standing: list[str]
    until: float
    waiting: int


def facts(where: place.Place, how: str, language: str, most: int, host: str) -> Facts:
    """What is told beside sessions.

    Args:
        where: the place of work.
        how: the first part, how memory is used here; never left out.
        language: zh or en.
        most: the characters that it may have.
        host: whose session it is: it gives its model its own memory itself.
    """
    head = f"{wording.say(language, 'head')}\n{how}"
    room = most - fence.width(head)
    cores = core_lines.read(where, language)
    loadable = decay.loadable(where)
    left = fence.Fence("fence", room, language).left - sum(one.least for one in cores)
    lines = _Lines(language)
    chosen, reserved = _chosen(where, loadable, cores, left, lines)
    told_ = {
        "rules": (chosen.rules, chosen.more_rules),
        "facts": (chosen.recent, chosen.more_recent),
        "plans": (chosen.plans, 0),
        "shared_facts": (shared(where), 0),
        "unsure": (chosen.unsure, loadable.waiting - len(chosen.unsure)),
    }
    worded = {title: lines.within(found, room) for title, (found, _) in told_.items()}
    limit = where.config.count("facts_limit")
    holding = choice.choose(loadable, limit) if chosen.standing else chosen
    rules = [one for one in holding.rules if one.type == "O"]
    return Facts(
        bare=head if where.project is not None else "",
        core_chars=where.config.count("core_chars"),
        cores=[one.parts() for one in cores],
        gone=loadable.gone.texts,
        head=head,
        lists={
            title: [
                (line, one.id, one.lasts) for one, line in zip(found, worded[title], strict=False)
            ]
            for title, (found, _) in told_.items()
        },
        memories=host_memories.lines(where, host, language),
        more={
            title: more + len(found) - len(worded[title]) for title, (found, more) in told_.items()
        },
        reserved=reserved,
        room=room,
        rules=([*lines.each(rules)], holding.more_rules if rules else 0),
        said=sorted(chosen.said),
        standing=chosen.standing,
        until=loadable.until,
        waiting=loadable.waiting,
    )


def tell(known: Facts, past: earlier.Sessions, language: str) -> model.Told:
    """The briefing, best first: how to use memory, rules, core memory, last session, facts, plans.

    Whole entries are left out where the budget ends, and their number is told. The text is ""
    where no project has a memory and nothing is to say.
    """
    block = fence.Fence("fence", known.room, language)
    cores = [core_lines.Core(*one) for one in known.cores]
    # what does not fit of core memory is named, however many rules there are
    block.left -= sum(one.least for one in cores)
    rest = block.left if past.last is not None or past.todos else _width(known)
    # for sessions and facts too, however many rules
    reserved = max(known.reserved, min(block.left // 3, rest))
    block.left -= reserved
    given = _tell_facts(block, "rules", known, language)
    block.left += reserved
    budget = known.core_chars
    for core in cores:
        block.left += core.least
        budget -= core.tell(block, budget)
    summaries = _sessions(past, {*known.said}, retold.Gone(*known.gone), block, language)
    for title in ("facts", "plans", "shared_facts", "unsure"):
        given += _tell_facts(block, title, known, language)
    unsure = len({one for _, one, _ in known.lists["unsure"]} & {one for _, one, _ in given})
    block.entries(wording.say(language, "memories"), known.memories)
    stored = block.text()
    if not stored:
        return model.Told(known.bare, [], [], 0, 0, 0)
    ids = [identity for _, identity, _ in given]
    rules = sum(lasts for *_, lasts in given)
    text = f"{known.head}\n{stored}"
    every = [*ids, *summaries, *known.standing]
    return model.Told(text, every, ids, rules, unsure, known.waiting)


def shared(where: place.Place) -> list[Fact]:
    """The newest facts that teammates shared through a server, no more than have their place."""
    came = [one for store in where.stores() for one in arrivals.load(store)]
    return [one.with_(**{provenance.SCOPE: provenance.SHARED}) for one in came[:_SHARED]]


class _Lines:
    """The lines of facts in one language, each made once, to measure and to tell them.

    The statement that a fact replaced does not change meanwhile, so that its id names the line.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._known: dict[str, str] = {}

    def each(self, facts: list[Fact]) -> Iterator[str]:
        """The line of each of these facts."""
        for fact in facts:
            if fact.id not in self._known:
                self._known[fact.id] = provenance.fact(fact, self.language)
            yield self._known[fact.id]

    def within(self, facts: list[Fact], room: int) -> list[str]:
        """The lines that so many characters may hold, and one more."""
        lines = []
        for line in self.each(facts):
            lines.append(line)
            room -= fence.width(line)
            if room < 0:
                break
        return lines


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
    rules = sum(map(fence.width, worded.within(chosen.rules, room)))
    sure = core_lines.within(cores, min(most, max(room // 2, room - rules - _TITLES)))
    if len(sure) < len(lines):
        chosen = choice.choose(loadable, limit, core_lines.said(sure))
    return chosen, sum(fence.width(one) for one in sure)


def _width(known: Facts) -> int:
    """The characters of the facts that are no rules, their titles included."""
    lines = [
        line
        for title in ("facts", "plans", "shared_facts", "unsure")
        for line, *_ in known.lists[title]
    ]
    return sum(map(fence.width, lines)) + (_TITLES if lines else 0)


def _tell_facts(
    block: fence.Fence, title: str, known: Facts, language: str
) -> list[tuple[str, str, bool]]:
    """Tell a list of facts, and give those that fit."""
    left_out = f"more_{title}" if title in ("rules", "unsure") else "more"
    listed = known.lists[title]
    lines = [line for line, *_ in listed]
    heading = wording.say(language, title)
    return listed[: block.entries(heading, lines, known.more[title], left_out)]


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
    told = [(past.beside, _SHORT_CHARS), (last, _SUMMARY_CHARS)]
    newest_first = sorted(((one, most) for one, most in told if one), key=lambda it: -it[0].moment)
    entries = [it for one, most in newest_first for it in _topic(one, gone, most, language)]
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
