"""Writes the line beside a prompt: what the agent may keep or change, or what nobody forgot."""

from __future__ import annotations

from memory_store import model
from memory_store.capture import pipeline, retain_lines, stated_fact
from memory_store.journal import facts, fields, records, sessions, stored
from memory_store.language import signs, wording
from memory_store.text import clean, mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import place
    from memory_store.journal.stored import Entry, Fact

KIND = "nudged"
"""Of the journal's event, whose text is the sentences, a line each."""

MOST_CHARS = 300
_PROMPTS_APART = 5
_AT_ONCE = 3  # statements that a line names
_TIMES = 2  # that a statement is named beside prompts
_MOST = 12  # sentences that are looked at for words of change
_FACTS_BYTES = 65_536
_QUOTED, _LEAST_QUOTED = 70, 16
_BESIDE_CHARS = 175  # what the fence around a memory leaves of them
_CUT = "…"


class Nudge:
    """The line for the agent, the sentences it is about, and the ids of facts it may change."""

    __slots__ = ("ids", "sentence", "text")

    def __init__(self, text: str = "", sentence: str = "", ids: list[str] | None = None) -> None:
        self.text = text
        self.sentence = sentence
        self.ids = ids or []


def to_prompt(where: place.Place, prompt: str, earlier: list[Entry], spoken: str) -> Nudge:
    """The line to add to a prompt; mostly none.

    It names what the prompt may state that is not kept without it, and what is open since before,
    three at most: within five prompts of the last line only where three were never named.

    Args:
        where: the place of work.
        prompt: what the person said.
        earlier: the session's journal events so far.
        spoken: zh or en.
    """
    store = where.project
    if store is None or not where.config.switch("nudge"):
        return Nudge()
    own = signs.stating(prompt)[:_MOST]
    likely = [one for one in own if signs.may_change(one)]
    urgent = _urgent(own) if own else []
    if not (likely or urgent or any(map(_is_heard, earlier))):
        return Nudge()  # the cues are seldom looked at
    from memory_store.capture import explicit

    if explicit.is_unsaved(prompt):
        return Nudge()
    known = list(facts.holding(facts.newest_first(store, _FACTS_BYTES)))
    told = [fields.sameness(line) for one in earlier for line in _named(one)]
    settled = {*told, *(fields.sameness(fact.content) for fact in known)}
    fresh = [one for one in own if fields.sameness(one) not in settled]
    changes = _changes([one for one in fresh if one in likely], known)
    is_soon = _is_soon(earlier)
    for sentence, fact, is_part in changes:
        if is_part and not is_soon:
            return _beside(sentence, fact, spoken)
    kept = {sentence for sentence, *_ in changes}
    unkept = explicit.unkept(prompt) if urgent else []
    here = [one for one in urgent if one in fresh and one in unkept and one not in kept]
    before = [one for one in _open(known, earlier) if told.count(fields.sameness(one)) < _TIMES]
    untold = [*here, *(one for one in before if fields.sameness(one) not in told)]
    if is_soon and len(untold) < _AT_ONCE:
        return Nudge()
    return _about(list(dict.fromkeys([*untold, *before])), spoken, is_here=bool(here))


def _urgent(sentences: list[str]) -> list[str]:
    from memory_store.capture import scorer  # a question needs none

    return scorer.urgent(scorer.load(), sentences)


def left_open(where: place.Place, earlier: list[Entry], spoken: str, most: int) -> str:
    """A sentence of at most `most` characters that names what is open, "" for none.

    For a session's last chance: its compaction, or a request that is made anyway.
    """
    store = where.project
    if store is None or not where.config.switch("nudge") or not any(map(_is_heard, earlier)):
        return ""
    known = list(facts.holding(facts.newest_first(store, _FACTS_BYTES)))
    still = _open(known, earlier)[:_AT_ONCE]
    tried = (_quoting(spoken, "left_open", still[:end], most) for end in range(len(still), 0, -1))
    return next((said for said in tried if len(said) <= most), "")


def _open(known: list[Fact], earlier: list[Entry]) -> list[str]:
    """What the person stated in a session that neither a line nor a fact took up, in its order.

    An agent that answers with a line has looked at what it was asked about, and at its prompt.
    """
    by_words = (one for one in known if one.heard_by == stored.WORDS)
    waiting = {one.id: one.content for one in by_words if not one.stands}
    heard: dict[str, str] = {}
    here: list[str] = []
    for event in earlier:
        if event.type == model.PROMPT:
            here = []
        elif event.type == KIND:
            asked = {fields.sameness(line) for line in _named(event)}
            here += [one for one, said in heard.items() if fields.sameness(said) in asked]
        elif _is_heard(event) and event.record_id in waiting:
            heard[event.record_id] = waiting[event.record_id]
            here.append(event.record_id)
        elif _keeps(event):
            heard = {one: said for one, said in heard.items() if one not in here}
    return list(heard.values())


def _is_heard(event: Entry) -> bool:
    return event.type == "fact" and event.source == stated_fact.HEARD


def _keeps(event: Entry) -> bool:
    """Whether the agent saved a fact: by the command, or by a line of its answer."""
    if event.type == "fact":
        return event.host == "cli"
    return event.type == model.RESPONSE and any(retain_lines.statements(event.text))


def _named(event: Entry) -> list[str]:
    """The sentences that a line was about."""
    return event.text.split("\n") if event.type == KIND else []


def _changes(said: list[str], known: list[Fact]) -> list[tuple[str, Fact, bool]]:
    """The sentences that change a fact, which capture keeps, and whether only a part changes."""
    if not (said and known):
        return []
    from memory_store.capture import changing  # its words cost what few prompts need
    from memory_store.facts import consolidation

    changes = [(one, changing.changed(one, known)) for one in said]
    sound = [(one, records.as_fact(fact)) for one, fact in changes if fact is not None]
    return [
        (one, fact, consolidation.amends(one, fact)) for one, fact in sound if fact is not None
    ]


def missed(where: place.Place, prompt: Entry) -> str:
    """The name in a request to forget that fits no memory, or several; "" for none."""
    store = where.project
    if store is None or not (where.config.switch("extract") and signs.may_take_back(prompt.text)):
        return ""
    from memory_store.facts import retraction  # few prompts take something back

    return next(iter(retraction.missed(store, prompt)), "")


def undone(where: place.Place, prompt: Entry, spoken: str, *, to_agent: bool) -> list[str]:
    """The lines that tell what a prompt asked for in vain: to keep a secret, to take back.

    Args:
        where: the place of work.
        prompt: what the person said.
        spoken: zh or en.
        to_agent: whether the agent reads them, who tells the person.
    """
    reader = "" if to_agent else "sign_"
    lines = []
    if where.config.switch("extract") and (kind := pipeline.lost(prompt)):
        what = mark.PRIVATE if kind == mark.PRIVATE else "secret"
        lines.append(wording.say(spoken, f"{reader}{what}"))
    if name := missed(where, prompt):
        lines.append(_quoting(spoken, f"{reader}missed", [name], MOST_CHARS))
    return lines


def note(where: place.Place, event: model.Event, nudge: Nudge) -> None:
    """Journal the line, so that the agent is asked about a sentence once."""
    if nudge.text:
        entry = records.event(
            KIND, event.session_id, event.host, text=nudge.sentence, record_ids=nudge.ids or None
        )
        sessions.note(where.project, event.session_id, lambda _: [entry])


def _is_soon(earlier: list[Entry]) -> bool:
    """Whether the agent was asked beside one of the last prompts."""
    prompts = 1
    for event in reversed(earlier):
        if event.type == KIND:
            return prompts < _PROMPTS_APART
        prompts += event.type == "prompt"
    return False


def _about(sentences: list[str], spoken: str, *, is_here: bool) -> Nudge:
    """The line about the first of these sentences, of which some may be the prompt's."""
    named = sentences[:_AT_ONCE]
    if not named:
        return Nudge()
    what = wording.say(spoken, "nudge_here" if is_here else "nudge_before")
    return Nudge(_quoting(spoken, "nudge", named, MOST_CHARS, what=what), "\n".join(named))


def _beside(sentence: str, near: Fact, spoken: str) -> Nudge:
    """The line about a sentence, and in a fence the memory that it may change.

    No memory whose id a shell might take for more than a word: the line names it beside the fence.
    """
    if not fields.is_word(near.id):
        return _about([sentence], spoken, is_here=True)
    from memory_store.recall import fence  # few prompts come so far

    line = _quoting(spoken, "nudge_near", [sentence], _BESIDE_CHARS, id=near.id)
    block = fence.Fence("nudge_data", MOST_CHARS - len(line) - 1, spoken)
    mark = f"- [{near.type}] "
    block.add(mark + _short(near.content, min(_QUOTED, block.left - len(mark) - 1)))
    return Nudge(f"{line}\n{block.text()}", sentence, [near.id])


def _quoting(spoken: str, name: str, sentences: list[str], most: int, **others: str) -> str:
    """A sentence of ours that quotes the person's, each cut so that all fit."""
    marks = len(wording.say(spoken, "sign_quoted", text=wording.say(spoken, "comma")))
    room = most - len(wording.say(spoken, name, **others, said=""))
    each = max(_LEAST_QUOTED, min(_QUOTED, room // max(1, len(sentences)) - marks))
    quoted = (wording.say(spoken, "sign_quoted", text=_short(one, each)) for one in sentences)
    said = wording.say(spoken, "comma").join(quoted)
    return wording.say(spoken, name, **others, said=said)


def _short(text: str, room: int) -> str:
    line = clean.fenced(clean.line(text))
    return line if len(line) <= room else line[: room - 1].rstrip() + _CUT
