"""Words the request about a session: the session in a budget of characters, and what is known.

A water level cuts the longest messages first, so that one long paste leaves room for the others
(a judge saw 92 of 96 facts in 12,000 characters, 86 in 6,000, 95 in 24,000: docs/judge.md).
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, NamedTuple

from memory_store import clock
from memory_store.journal import facts, read
from memory_store.judge import session as ended
from memory_store.language import signs, words
from memory_store.sessions import evidence, todos
from memory_store.text import clean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memory_store.journal.stored import Fact
    from memory_store.sessions.todos import Todo
    from memory_store.store import layout

CHARS = 12_000
_ANSWERS_SHARE = 0.35
_ANSWER_CHARS, _LEAST_ANSWER = 1_500, 80
_FACTS, _CANDIDATES, _TODOS = 20, 12, 8
_PROOF_CHARS = 600
_SUMMARY_CHARS = 900
_HEAD, _TAIL = 0.45, 0.25
_STATEMENT_CHARS = 220
_SHORT_ID = 6


class Known(NamedTuple):
    """What the memory holds near a session, by the short ids that the judge is shown."""

    facts: dict[str, Fact]
    todos: dict[str, Todo]
    summary: str


class Request(NamedTuple):
    """What a judge is asked about, and its words."""

    session: ended.Session
    known: Known
    text: str


def of(store: layout.Store, session: ended.Session) -> Request:
    """The request about a session of a store, as it would go now."""
    known = _known(store, session)
    return Request(session, known, _text(store, session, known))


def _known(store: layout.Store, session: ended.Session) -> Known:
    """The facts nearest to a session by shared words, its newest candidates, and open todos."""
    said = words.split("\n".join(one.own for one in session.messages))
    living = list(facts.recent(store))
    standing = [one for one in living if one.stands]
    nearest = sorted(standing, key=lambda one: -_nearness(one, said))[:_FACTS]
    waiting = [one for one in living if not one.stands][:_CANDIDATES]
    listed = {_short("F", one.id): one for one in nearest}
    listed |= {_short("C", one.id): one for one in waiting}
    left = {_short("T", one.id): one for one in todos.of_store(store)[:_TODOS]}
    last = next((one for one in read.summaries(store) if not one.is_todo), None)
    told = f"{last.topic}: {last.text}"[:_SUMMARY_CHARS] if last is not None else ""
    return Known(listed, left, told)


def _nearness(fact: Fact, said: set[str]) -> float:
    own = words.split(fact.content)
    return len(own & said) / max(1, len(own))


def _short(letter: str, identity: str) -> str:
    """The end of an id, which is random: the same in each request, so that it can be answered."""
    return letter + identity[-_SHORT_ID:].lower()


def _text(store: layout.Store, session: ended.Session, known: Known) -> str:
    body = "\n".join(_messages(session))
    tag = f"session-{secrets.token_hex(4)}"  # nobody could have written its end
    day = clock.local_date(session.events[0].moment)
    prompts = sum(one.who == ended.PERSON for one in session.messages)
    return "\n".join(
        [
            f"Session of {day}, {prompts} messages of P.",
            *_listed("known", known.facts, "F"),
            *_listed("candidates", known.facts, "C"),
            *_tagged("todos", (f"[{name}] {one.text}" for name, one in known.todos.items())),
            *_tagged("last-summary", [known.summary] if known.summary else []),
            *_proof(store, session),
            f"<{tag}>",
            body,
            f"</{tag}>",
        ]
    )


def _listed(name: str, facts_of: dict[str, Fact], letter: str) -> list[str]:
    lines = (
        f"[{short}] {one.type} {one.content}"
        for short, one in facts_of.items()
        if short.startswith(letter)
    )
    return _tagged(name, lines)


def _tagged(name: str, lines: Iterable[str]) -> list[str]:
    return [f"<{name}>", *(_inside(clean.line(one)) for one in lines), f"</{name}>"]


def _inside(text: str) -> str:
    """A text that closes no tag; a quote of it is compared without blanks."""
    return text.replace("</", "< /")


def _proof(store: layout.Store, session: ended.Session) -> list[str]:
    """What the host's transcript proves: files, commits, checks."""
    proof = evidence.of_session(store, session.events, 0.0)
    told = proof.told("en", _PROOF_CHARS) if proof is not None else ""
    return _tagged("proved", [told]) if told else []


def _messages(session: ended.Session) -> list[str]:
    """The numbered messages, cut to the budget."""
    asked = [len(one.own) for one in session.messages if one.who == ended.PERSON]
    answered = [
        min(len(one.own), _ANSWER_CHARS) for one in session.messages if one.who == ended.AGENT
    ]
    of_answers = min(sum(answered), int(CHARS * _ANSWERS_SHARE))
    for_prompts = CHARS - of_answers
    most = _level(asked, for_prompts)
    least = _level(answered, CHARS - min(sum(asked), for_prompts))
    end = max(_LEAST_ANSWER, min(_ANSWER_CHARS, least))
    last = max(
        (at for at, one in enumerate(session.messages) if one.who == ended.AGENT), default=-1
    )
    lines = []
    for at, one in enumerate(session.messages):
        if one.who == ended.PERSON:
            shown = _cut(one.own, most) or "(pasted text)"
        else:
            shown = _end_of(one.own, end * (2 if at == last else 1))
        if shown:
            lines.append(f"[{at + 1}] {one.who}: {_inside(shown)}")
    return lines


def _level(sizes: list[int], room: int) -> int:
    """The largest limit by which texts of these sizes fit into a room."""
    rising = sorted(sizes)
    for at, size in enumerate(rising):
        level = room // (len(rising) - at)
        if size >= level:
            return level
        room -= size
    return max(rising, default=0)


def _cut(text: str, limit: int) -> str:
    """A text in some `limit` characters: its beginning, what its middle states, its end."""
    if len(text) <= limit:
        return text
    head, tail = text[: int(limit * _HEAD)], text[len(text) - int(limit * _TAIL) :]
    room = limit - len(head) - len(tail)
    stated = []
    for sentence in signs.stating(text[len(head) : len(text) - len(tail)]):
        short = sentence[:_STATEMENT_CHARS]
        if len(short) < room:
            stated.append(short)
            room -= len(short) + 1
    return "\n".join([head, "[…]", *stated, "[…]", tail])


def _end_of(answer: str, limit: int) -> str:
    """The end of an answer, which tells what was done, from the beginning of a line."""
    if len(answer) <= limit:
        return answer
    piece = answer[-limit:]
    line = piece.find("\n")
    return "[…] " + (piece[line + 1 :] if 0 <= line < limit // 3 else piece)
