"""Takes of a judge's answer what the session supports; no model is asked here.

A model may err, and a text may have told it what to say. Each check stops an error that was seen
in trials (docs/judge.md).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from memory_store import errors
from memory_store.journal import fields, schema
from memory_store.judge import question
from memory_store.judge import session as ended
from memory_store.language import mood, words
from memory_store.text import redact

if TYPE_CHECKING:
    from typing import Any

    from memory_store.journal.stored import Fact
    from memory_store.judge.request import Request
    from memory_store.sessions.todos import Todo

CONFIRMS, REPLACES, ENDS, CONTRADICTS = "confirms", "replaces", "ends", "contradicts"
KEEP, DROP = "keep", "drop"
_LONG_MESSAGE = 1_500
"""Characters of a prompt from which on it describes a task: .31 of the rules taken from such
prompts were right, .91 from those under 600."""
_MOST_FACTS, _MOST_TODOS = 8, 5
_LEAST_QUOTE = 4
_TWIN, _SAME_MATTER, _CONFIRMED = 0.8, 0.08, 0.3
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+\.\w{2,}")
_BLANKS = re.compile(r"[\s`*\"“”'‘’«»]+")


class New(NamedTuple):
    """A fact that a judge found.

    Attributes:
        message: which states it.
        type: W, B or O.
        text, quote: its sentence, and the words of the message.
        scope: lasting, task or personal.
        stands: whether a person said it as standing; else it is a candidate.
        replaces, doubts: the known fact whose place it takes, or with which it is in doubt.
    """

    message: ended.Message
    type: str
    text: str
    quote: str
    scope: str
    stands: bool
    replaces: Fact | None = None
    doubts: Fact | None = None


class Verdict(NamedTuple):
    """What is taken of an answer, and what is not, each with its reason."""

    facts: list[New]
    confirmed: list[tuple[Fact, ended.Message]]
    ended: list[tuple[Fact, ended.Message]]
    dropped: list[Fact]
    opened: list[str]
    closed: list[Todo]
    summary: dict[str, str]
    refused: list[tuple[str, str]]


def accepted(request: Request, answer: object) -> Verdict:
    """What is taken of an answer to a request.

    Raises:
        StoreError: it is not what the schema asks for.
    """
    import jsonschema  # a run without an answer has no use for it

    try:
        jsonschema.validate(answer, schema.load(question.SCHEMA), jsonschema.Draft202012Validator)
    except jsonschema.ValidationError as error:
        place = error.json_path[:60]
        raise errors.StoreError(f"the model's answer breaks the schema at {place}") from error
    assert isinstance(answer, dict)  # noqa: S101  the schema says so
    checking = _Checking(request)
    for at, fact in enumerate(answer["facts"][:_MOST_FACTS]):
        checking.fact(at, fact, answer["changes"])
    for change in answer["changes"]:
        checking.change(change)
    for judged in answer["candidates"]:
        checking.candidate(judged)
    checking.todos(answer["todos"])
    return checking.verdict(answer["summary"])


class _Checking:
    """One answer while it is checked."""

    def __init__(self, request: Request) -> None:
        self._messages = request.session.messages
        self._known = request.known
        self._facts: dict[int, New] = {}
        self._confirmed: dict[str, tuple[Fact, ended.Message]] = {}
        self._ended: list[tuple[Fact, ended.Message]] = []
        self._dropped: list[Fact] = []
        self._opened: list[str] = []
        self._closed: list[Todo] = []
        self._refused: list[tuple[str, str]] = []

    def fact(self, at: int, fact: dict[str, Any], changes: list[dict[str, Any]]) -> None:
        """Take a new fact, as one that stands, a candidate, or one more word for a known one."""
        message = self._message(fact["m"])
        text = " ".join(fact["text"].split())
        reason = _fault(message, text, fact["quote"])
        if message is None or reason:
            self._refuse(reason, text)
            return
        twin = self._twin(text, fact["m"], changes)
        if twin and message.who == ended.PERSON:
            self._confirmed[twin] = (self._known.facts[twin], message)
            self._refuse(f"says {twin} again", text)
            return
        stands = (
            _is_own(message, fact["quote"])
            and fact["sure"] == "said"
            and fact["scope"] != "task"
            and len(message.text) <= _LONG_MESSAGE
        )
        self._facts[at] = New(message, fact["type"], text, fact["quote"], fact["scope"], stands)

    def change(self, change: dict[str, Any]) -> None:
        """Take what becomes of a known fact: by the person's words alone."""
        identity, what = change["id"], change["what"]
        message, known = self._message(change["m"]), self._known.facts.get(identity)
        if known is None or message is None:
            self._refuse("names no known fact or message", identity)
            return
        if message.who != ended.PERSON:
            self._refuse(f"the agent {what} nothing", identity)
        elif what == CONFIRMS:
            self._confirmed[identity] = (known, message)
        elif what == ENDS:
            self._ended.append((known, message))
        else:
            self._relate(change["by"], known, what)

    def candidate(self, judged: dict[str, Any]) -> None:
        """Take the verdict on a candidate. `keep` alone promotes nothing: a person does."""
        known = self._known.facts.get(judged["id"])
        if known is None or known.stands:
            self._refuse("names no candidate", judged["id"])
        elif judged["verdict"] == DROP and judged["id"] not in self._confirmed:
            self._dropped.append(known)

    def todos(self, todos: dict[str, Any]) -> None:
        """Take what was left open and what was closed."""
        self._opened = [
            one for text in todos["opened"][:_MOST_TODOS] if (one := " ".join(text.split()))
        ]
        named = (self._known.todos.get(one) for one in todos["closed"])
        self._closed = [one for one in named if one is not None]

    def verdict(self, summary: dict[str, str]) -> Verdict:
        """All of it."""
        return Verdict(
            list(self._facts.values()),
            list(self._confirmed.values()),
            self._ended,
            self._dropped,
            self._opened,
            self._closed,
            {name: " ".join(text.split()) for name, text in summary.items()},
            self._refused,
        )

    def _relate(self, by: int, known: Fact, what: str) -> None:
        """A new fact takes the place of a known one, or stands in doubt with it.

        It takes its place only where both are about one matter and the new one stands; it ends no
        fact that somebody stated after the message.
        """
        fact = self._facts.get(by)
        if fact is None:
            self._refuse(f"{what} without a new fact", known.content)
            return
        is_later = fact.message.event.moment > known.last_said()
        is_about = _alike(known.content, fact.text) >= _SAME_MATTER
        if what == REPLACES and fact.stands and is_later and is_about:
            self._facts[by] = fact._replace(replaces=known)
        elif is_about:
            self._facts[by] = fact._replace(doubts=known)
        else:
            self._refuse(f"{what} a fact about another matter", known.content)

    def _message(self, number: int) -> ended.Message | None:
        return self._messages[number - 1] if 0 < number <= len(self._messages) else None

    def _twin(self, text: str, number: int, changes: list[dict[str, Any]]) -> str:
        """The known fact that a text says again: named as confirmed, or by its words; or ""."""
        named = {one["id"] for one in changes if one["what"] == CONFIRMS and one["m"] == number}
        for identity, known in self._known.facts.items():
            alike = _alike(known.content, text)
            least = _CONFIRMED if identity in named else _TWIN
            if alike > least and _numbers(known.content) == _numbers(text):
                return identity
        return ""

    def _refuse(self, reason: str, what: str) -> None:
        self._refused.append((reason, what))


def _fault(message: ended.Message | None, text: str, quote: str) -> str:
    """Why a fact is not taken; "" where it is."""
    if message is None:
        return "names no message"
    said = _bare(quote)
    if len(said) < _LEAST_QUOTE or said not in _bare(message.text):
        return "the quote is not in the message"
    if redact.secrets(text)[1] or _ADDRESS.search(text):
        return "a secret or an address"
    if not words.split(text) or mood.asks(text):
        return "says nothing"
    return ""


def _is_own(message: ended.Message, quote: str) -> bool:
    """Whether a person wrote a quote's words, and did not paste them."""
    return message.who == ended.PERSON and _bare(quote) in _bare(message.own)


def _bare(text: str) -> str:
    return fields.sameness(_BLANKS.sub("", text))


def _alike(one: str, other: str) -> float:
    """The share of the shorter text's words that both have."""
    first, second = words.split(one), words.split(other)
    return len(first & second) / max(1, min(len(first), len(second)))


def _numbers(text: str) -> set[str]:
    return {one for one in words.split(text) if any(map(str.isdigit, one))}
