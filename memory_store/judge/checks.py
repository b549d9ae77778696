"""Takes of a judge's answer what the session supports; no model is asked here.

A model may err, and a text may have told it what to say. Each check stops an error that was seen
in trials (docs/judge.md).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from memory_store import clock, errors
from memory_store.facts import relation
from memory_store.journal import schema, stored
from memory_store.judge import question, quoted_words
from memory_store.judge import session as ended
from memory_store.language import mood, signs, words
from memory_store.text import redact

if TYPE_CHECKING:
    from typing import Any

    from memory_store.journal.stored import Fact
    from memory_store.judge.request import Request
    from memory_store.sessions.todos import Todo

CONFIRMS, REPLACES, CONTRADICTS, DROP = "confirms", "replaces", "contradicts", "drop"
_LONG_MESSAGE = 1_500
"""Characters of a prompt from which on it describes a task: .31 of the rules taken from such
prompts were right, .91 from those under 600."""
_MOST_FACTS, _MOST_TODOS = 8, 5
_LEAST_QUOTE = 4
_SAME_MATTER = 0.15
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+\.\w{2,}")


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
    """What is taken of an answer, and what is not, each with its reason.

    Attributes:
        spared: the ids of the candidates that it wants to stay or to wait.
    """

    facts: list[New]
    confirmed: list[tuple[Fact, ended.Message, bool]]
    ended: list[tuple[Fact, ended.Message]]
    dropped: list[Fact]
    spared: set[str]
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
        raise errors.StoreError(
            "the model's answer breaks the schema at {place}", place=place
        ) from error
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
        self._session, self._known = request.session, request.known
        self._facts: dict[int, New] = {}
        self._confirmed: dict[str, tuple[Fact, ended.Message, bool]] = {}
        self._taken = Verdict([], [], [], [], set(), [], [], {}, [])

    def fact(self, at: int, fact: dict[str, Any], changes: list[dict[str, Any]]) -> None:
        """Take a new fact, as one that stands, a candidate, or one more word for a known one."""
        message = self._message(fact["m"])
        text = " ".join(fact["text"].split())
        reason = _fault(message, text, fact["quote"])
        if message is None or reason:
            self._refuse(reason, text)
            return
        is_sure = fact["sure"] == "said" and fact["scope"] != "task"
        own = quoted_words.worded(text, quoted_words.sentence(message, fact["quote"]))
        stands = bool(own) and is_sure and len(message.text) <= _LONG_MESSAGE
        twin = self._twin(text, fact["m"], changes)
        known = self._known.facts.get(twin)
        if known is not None and not known.stands and _replaces(at, changes):
            self._taken.dropped.append(known)  # the fact is more than its twin that waits
        elif known is not None and message.who == ended.PERSON:
            self._confirm(twin, message, stands=stands and relation.says_again(known.content, own))
            self._refuse("says {id} again", text, id=twin)
            return
        content = own if stands else text
        self._facts[at] = New(message, fact["type"], content, fact["quote"], fact["scope"], stands)

    def change(self, change: dict[str, Any]) -> None:
        """Take what becomes of a known fact: by the person's words about it alone."""
        identity, what = change["id"], change["what"]
        message, known = self._message(change["m"]), self._known.facts.get(identity)
        if known is None or message is None:
            self._refuse("names no known fact or message", identity)
        elif what in (REPLACES, CONTRADICTS):
            self._relate(change["by"], known, what)
        elif what == CONFIRMS:
            self._confirm(identity, message)
        elif any(map(signs.may_change, quoted_words.about(message, known.content))):
            self._taken.ended.append((known, message))
        else:
            self._refuse("the person ends no such fact", known.content)

    def candidate(self, judged: dict[str, Any]) -> None:
        """Take the verdict on a candidate. `keep` alone promotes nothing: a person does."""
        known = self._known.facts.get(judged["id"])
        if known is None or known.stands:
            self._refuse("names no candidate", judged["id"])
        elif judged["verdict"] != DROP:
            self._taken.spared.add(known.id)
        elif judged["id"] not in self._confirmed:
            self._taken.dropped.append(known)

    def todos(self, todos: dict[str, Any]) -> None:
        """Take what was left open and what was closed."""
        opened = map(self._unpasted, todos["opened"][:_MOST_TODOS])
        self._taken.opened.extend(filter(None, opened))
        self._taken.closed.extend(filter(None, map(self._known.todos.get, todos["closed"])))

    def verdict(self, summary: dict[str, str]) -> Verdict:
        """All of it."""
        return self._taken._replace(
            facts=list(self._facts.values()),
            confirmed=list(self._confirmed.values()),
            summary={name: self._unpasted(text) for name, text in summary.items()},
        )

    def _confirm(self, identity: str, message: ended.Message, *, stands: bool = False) -> None:
        """One more word for a known fact, by which a candidate may stand at once."""
        known = self._known.facts[identity]
        said = [
            one
            for one in quoted_words.about(message, known.content)
            if known.stands or quoted_words.says(one, known.content)
        ]
        told = [relation.relation(known.content, one) for one in said]
        if not {relation.SAME, relation.DIFFERENT}.isdisjoint(told):
            stands |= identity in self._confirmed and self._confirmed[identity][2]
            self._confirmed[identity] = (known, message, stands)
        else:
            self._refuse("the person says no such fact again", known.content)

    def _relate(self, by: int, known: Fact, what: str) -> None:
        """A new fact takes the place of a known one, or stands in doubt with it.

        It takes its place only where both are about one matter and the new one stands.
        """
        fact = self._facts.get(by)
        if fact is None:
            self._refuse("{what} without a new fact", known.content, what=what)
        elif quoted_words.alike(known.content, fact.text) < _SAME_MATTER:
            self._refuse("{what} a fact about another matter", known.content, what=what)
        elif what == REPLACES and fact.stands and _gives_way(known, fact.quote):
            self._facts[by] = fact._replace(replaces=known)
        else:
            self._facts[by] = fact._replace(doubts=known)

    def _unpasted(self, text: str) -> str:
        """A text on one line; "" where somebody else's text in a prompt says it."""
        line = " ".join(text.split())
        others = [
            one for message in self._session.messages for one in quoted_words.parted(message)[1]
        ]
        return "" if words.is_said(line, others) else line

    def _message(self, number: int) -> ended.Message | None:
        messages = self._session.messages
        return messages[number - 1] if 0 < number <= len(messages) else None

    def _twin(self, text: str, number: int, changes: list[dict[str, Any]]) -> str:
        """The known fact that a text says again: named as confirmed, or by its words; or "".

        Of what was kept of this very turn, most of its words will do.
        """
        named = {one["id"] for one in changes if one["what"] == CONFIRMS and one["m"] == number}
        for identity, known in self._known.facts.items():
            least = quoted_words.MOST if self._is_of_turn(known, number) else 1.0
            least = quoted_words.SOME if identity in named else least
            is_alike = quoted_words.alike(known.content, text) > least
            is_alike &= quoted_words.numbers(known.content) == quoted_words.numbers(text)
            if is_alike or relation.says_again(known.content, text):
                return identity
        return ""

    def _is_of_turn(self, known: Fact, number: int) -> bool:
        later = (one for one in self._session.messages[number:] if one.who == ended.PERSON)
        until = next((one.event.moment for one in later), clock.now())
        begin = self._session.messages[number - 1].event.moment
        return known.session_id == self._session.id and begin <= known.first_said() < until

    def _refuse(self, template: str, text: str, **values: object) -> None:
        self._taken.refused.append((errors.Message(template, **values), text))


def _fault(message: ended.Message | None, text: str, quote: str) -> str:
    """Why a fact is not taken; "" where it is."""
    if message is None:
        return "names no message"
    said = quoted_words.bare(quote)
    if len(said) < _LEAST_QUOTE or said not in quoted_words.bare(message.text):
        return "the quote is not in the message"
    if redact.secrets(text)[1] or _ADDRESS.search(text):
        return "a secret or an address"
    if not words.split(text) or mood.asks(text):
        return "says nothing"
    return ""


def _replaces(at: int, changes: list[dict[str, Any]]) -> bool:
    """Whether the fact at a place of the answer takes a known one's place."""
    return any(one["what"] == REPLACES and one["by"] == at for one in changes)


def _gives_way(known: Fact, said: str) -> bool:
    """Whether a judge may end a fact by what a person said.

    What the person or the agent wanted kept in so many words gives way to words of change alone.
    """
    is_wanted = known.is_asked or known.is_pinned or known.via == stored.AGENT
    return not is_wanted or relation.relation(known.content, said) == relation.REPLACES
