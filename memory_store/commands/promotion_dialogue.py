"""The dialogue of `memory-store promote` on a terminal, one candidate after the other.

Each decision is carried out at once, so leaving early loses none. Must not take silence for a yes,
or ask where no person can answer.
"""

from __future__ import annotations

import os
import sys
import unicodedata

from memory_store import clock, errors
from memory_store.cli import printing, terminal
from memory_store.commands import confirmation, speech
from memory_store.journal import fields
from memory_store.promotion import candidates, core_memory, decisions
from memory_store.text import outline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store import config
    from memory_store.journal.stored import Fact
    from memory_store.store import layout

_YES, _EDIT = (*confirmation.YES, "好"), ("e", "edit", "改", "修改")
_NO, _SKIP, _QUIT = ("n", "no", "否", "不"), ("", "s", "skip", "跳过"), ("q", "quit", "退出")
_SHOWN_CHARS = 2_000


class _LeftError(Exception):
    """The person wants to be asked no more."""


class Outcome:
    """The decisions: promoted facts, dropped lines, refused facts."""

    __slots__ = ("accepted", "dropped", "refused")

    def __init__(self) -> None:
        self.accepted: list[tuple[Fact, str]] = []
        self.dropped: list[decisions.Line] = []
        self.refused: list[Fact] = []


def hold(
    store: layout.Store,
    settings: config.Config,
    waiting: list[candidates.Candidate],
    outdated: list[decisions.Line],
) -> Outcome:
    """Ask about each outdated line and each candidate, and carry out the answers.

    Raises:
        UsageError: MEMORY.md can't be read or was changed meanwhile.
        StoreError: the store can't be written; what was decided before is done.
    """
    spoken = terminal.spoken(settings)
    outcome = Outcome()
    try:
        for line in outdated:
            if _is_to_go(spoken, "drop_outdated", line):
                outcome.dropped += decisions.accept(store, settings, [], [line.id])
        for candidate in waiting:
            _decide(store, settings, candidate, outcome)
    except _LeftError:
        return outcome
    return outcome


def _decide(
    store: layout.Store, settings: config.Config, candidate: candidates.Candidate, outcome: Outcome
) -> None:
    """Show a candidate, and carry out the answer."""
    spoken = terminal.spoken(settings)
    _show(f"\n{described(candidate, spoken)}\n")
    answer = _choice(spoken)
    text = candidate.fact.content
    if answer in _EDIT:
        text = _ask(say(spoken, "edit"), as_word=False)
    if answer in (*_YES, *_EDIT) and text:
        _take_in(store, settings, (candidate.fact, text), outcome)
    elif answer in _NO:
        decisions.mark(store, [candidate.fact], candidates.REFUSED)
        outcome.refused.append(candidate.fact)
        _show(say(spoken, "refused") + "\n")


def _choice(spoken: str) -> str:
    """The answer about a candidate, asked until it is understood."""
    answer = _ask_or_leave(say(spoken, "choose"))
    while answer not in (*_YES, *_EDIT, *_NO, *_SKIP):
        answer = _ask_or_leave(say(spoken, "choose_again"))
    return answer


def _is_to_go(spoken: str, question: str, line: decisions.Line, **values: object) -> bool:
    """Whether a line of MEMORY.md may be dropped."""
    reason = say(spoken, line.reason)
    asked = say(spoken, question, **values, reason=reason, text=line.text)
    return _ask_or_leave(asked) in _YES


def say(spoken: str, name: str, **values: object) -> str:
    """A sentence of the dialogue."""
    return speech.say_in(spoken, "promotion", name, **values)


def reason(candidate: candidates.Candidate) -> str:
    """Why a fact is a candidate; also the name of the sentence that says so."""
    if candidate.proposed:
        return "proposed"
    return "repeated" if candidate.is_proved() else "sure"


def confirm(settings: config.Config, question: str, lines: list[str], path: str) -> bool:
    """Show the change, and take a yes.

    Raises:
        UsageError: there is no terminal; only the user decides what is core.
    """
    if not confirmation.is_possible():
        raise errors.UsageError(
            "no terminal to ask on, and only the user decides what is core memory",
            "for the user: memory-store promote in a terminal, or the same flags with --yes",
        )
    spoken = terminal.spoken(settings)
    _show(say(spoken, question, path=path) + "\n")
    _show("".join(f"  {line}\n" for line in lines))
    return _ask(say(spoken, "sure_of_it")) in _YES


def described(candidate: candidates.Candidate, spoken: str) -> str:
    """A candidate and its evidence, for a person to judge."""
    first, last = clock.local_date(candidate.first), clock.local_date(candidate.last)
    sure = f"{candidate.fact.confidence:g}"
    evidence = say(
        spoken, reason(candidate), times=candidate.times, first=first, last=last, sure=sure
    )
    title = core_memory.TITLES[spoken][core_memory.section_of(candidate.fact)]
    where = say(spoken, "goes", section=title)
    text = candidate.fact.content[:_SHOWN_CHARS].replace("\n", "\n  ")
    return f"[{candidate.fact.type}] {text}\n  {evidence}\n  {where}\n  {candidate.fact.id}"


def _take_in(
    store: layout.Store, settings: config.Config, chosen: tuple[Fact, str], outcome: Outcome
) -> None:
    """Put it in, making room line by line where the person lets lines go."""
    spoken = terminal.spoken(settings)
    dropped: list[decisions.Line] | None
    try:
        dropped = decisions.accept(store, settings, [chosen])
    except decisions.OverBudgetError as error:
        dropped = _make_room(store, settings, chosen, error.over, outcome)
    if dropped is None:
        _show(say(spoken, "no_room") + "\n")
        return
    outcome.accepted.append(chosen)
    outcome.dropped += dropped
    _show(say(spoken, "kept", text=chosen[1]) + "\n")


def _make_room(
    store: layout.Store,
    settings: config.Config,
    chosen: tuple[Fact, str],
    over: int,
    outcome: Outcome,
) -> list[decisions.Line] | None:
    """Offer lines to drop until there is room, and list them; None if too few are dropped.

    Args:
        store: whose.
        settings: `core_lines` and `language`.
        chosen: what is to go in.
        over: how many lines must go for it.
        outcome: what was accepted before, which is not proposed.
    """
    spoken = terminal.spoken(settings)
    lines, most = len(outline.read(core_memory.load(store))), settings.count("core_lines")
    _show(say(spoken, "over", lines=lines, most=most, over=over) + "\n")
    fresh = {_sameness(core_memory.item(text)) for _, text in outcome.accepted}
    proposed = [one for one in decisions.surplus(store) if _sameness(one.text) not in fresh]
    gone: list[str] = []
    for at, line in enumerate(proposed):
        if over > len(proposed) - at:
            return None
        if not _is_to_go(spoken, "drop", line, over=over):
            continue
        gone.append(line.id)
        try:
            return decisions.accept(store, settings, [chosen], gone)
        except decisions.OverBudgetError as error:
            over = error.over
    return None


def _sameness(line: str) -> str:
    return fields.sameness(outline.plain_text(line))


def _show(text: str) -> None:
    printing.draw(text, sys.stderr, end="")


def _ask_or_leave(question: str) -> str:
    """The answer; a `q` or the end of input leaves the dialogue."""
    answer = _ask(question)
    if answer in _QUIT:
        raise _LeftError
    return answer


def _ask(question: str, *, as_word: bool = True) -> str:
    """The answer, a word in lower case; the end of input is a `q`."""
    _show(question)
    line = sys.stdin.readline()
    if not line:
        _show(os.linesep)
        return _QUIT[0] if as_word else ""
    return unicodedata.normalize("NFKC", line).strip().lower() if as_word else line.strip()
