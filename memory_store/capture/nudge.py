"""Writes the line beside a prompt: what the agent may keep or change, or what nobody forgot."""

from __future__ import annotations

from memory_store.capture import scorer, signs
from memory_store.journal import facts, fields, records, sessions
from memory_store.text import clean, wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import model, place
    from memory_store.journal.stored import Entry, Fact

KIND = "nudged"
"""Of the journal's event, whose text is the sentence."""

MOST_CHARS = 300
_PROMPTS_APART = 5
_MOST = 12  # sentences that are looked at for words of change
_FACTS_BYTES = 65_536
_QUOTED, _LEAST_QUOTED = 70, 16
_BESIDE_CHARS = 175  # what the fence around a memory leaves of them
_CUT = "…"


class Nudge:
    """The line for the agent, the sentence it is about, and the ids of facts it may change."""

    __slots__ = ("ids", "sentence", "text")

    def __init__(self, text: str = "", sentence: str = "", ids: list[str] | None = None) -> None:
        self.text = text
        self.sentence = sentence
        self.ids = ids or []


def to_prompt(where: place.Place, prompt: str, earlier: list[Entry], spoken: str) -> Nudge:
    """The line to add to a prompt; mostly none.

    Nothing for what is kept without it, for a sentence that it was asked about or that is known,
    and within five prompts of the last time.

    Args:
        where: the place of work.
        prompt: what the person said.
        earlier: the session's journal events so far.
        spoken: zh or en.
    """
    store = where.project
    if store is None or not where.config.switch("nudge") or _is_soon(earlier):
        return Nudge()
    own = signs.stating(prompt)[:_MOST]
    weights = scorer.load() if own else None
    if weights is None:
        return Nudge()  # before anything is loaded
    likely = [one for one in own if signs.may_change(one)]
    if not likely and scorer.best(weights, own)[0] < 1:
        return Nudge()  # the cues are seldom looked at
    from memory_store.capture import explicit

    if explicit.is_unsaved(prompt):
        return Nudge()
    known = list(facts.recent(store, _FACTS_BYTES))
    settled = {fields.sameness(fact.content) for fact in known}
    settled |= {fields.sameness(one.text) for one in earlier if one.type == KIND}
    fresh = [one for one in own if fields.sameness(one) not in settled]
    changes = _changes([one for one in fresh if one in likely], known)
    for sentence, fact, is_part in changes:
        if is_part:
            return _about(sentence, fact, spoken)
    kept = {sentence for sentence, *_ in changes}
    unsure = [one for one in explicit.unkept(prompt) if one in fresh and one not in kept]
    urgency, sentence = scorer.best(weights, unsure)
    return _about(sentence, None, spoken) if urgency >= 1 else Nudge()


def _changes(said: list[str], known: list[Fact]) -> list[tuple[str, Fact, bool]]:
    """The sentences that change a fact, which capture keeps, and whether only a part changes."""
    if not (said and known):
        return []
    from memory_store.capture import changing  # its words cost what few prompts need
    from memory_store.facts import consolidation

    changes = [(one, changing.changed(one, known)) for one in said]
    return [
        (one, fact, consolidation.amends(one, fact)) for one, fact in changes if fact is not None
    ]


def missed(where: place.Place, prompt: Entry, spoken: str) -> str:
    """The line that tells the agent: this request to forget fits no memory, or several."""
    store = where.project
    if store is None or not (where.config.switch("extract") and signs.may_take_back(prompt.text)):
        return ""
    from memory_store.facts import retraction  # few prompts take something back

    names = retraction.missed(store, prompt)
    return _line(spoken, "missed", names[0], MOST_CHARS) if names else ""


def note(where: place.Place, event: model.Event, nudge: Nudge) -> None:
    """Journal the line, so that the agent is asked about a sentence once."""
    if nudge.text:
        entry = records.event(
            KIND, event.session_id, event.host, text=nudge.sentence, record_ids=nudge.ids or None
        )
        sessions.note(where.project, event.session_id, lambda _: entry)


def _is_soon(earlier: list[Entry]) -> bool:
    """Whether the agent was asked beside one of the last prompts."""
    prompts = 1
    for event in reversed(earlier):
        if event.type == KIND:
            return prompts < _PROMPTS_APART
        prompts += event.type == "prompt"
    return False


def _about(sentence: str, near: Fact | None, spoken: str) -> Nudge:
    """The line about a sentence, and in a fence the memory that it may change.

    No memory whose id a shell might take for more than a word: the line names it beside the fence.
    """
    if near is None or not fields.is_word(near.id):
        return Nudge(_line(spoken, "nudge", sentence, MOST_CHARS), sentence)
    from memory_store.recall import fence  # few prompts come so far

    line = _line(spoken, "nudge_near", sentence, _BESIDE_CHARS, id=near.id)
    block = fence.Fence("nudge_data", MOST_CHARS - len(line) - 1, spoken)
    mark = f"- [{near.type}] "
    block.add(mark + _short(near.content, min(_QUOTED, block.left - len(mark) - 1)))
    return Nudge(f"{line}\n{block.text()}", sentence, [near.id])


def _line(spoken: str, name: str, said: str, most: int, **others: str) -> str:
    """A sentence of ours that quotes the person's words, cut so that it fits."""
    room = most - len(wording.say(spoken, name, said="", **others))
    said = _short(said, max(_LEAST_QUOTED, min(_QUOTED, room)))
    return wording.say(spoken, name, said=said, **others)


def _short(text: str, room: int) -> str:
    line = clean.fenced(clean.line(text))
    return line if len(line) <= room else line[: room - 1].rstrip() + _CUT
