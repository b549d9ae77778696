"""How a run of each hook and command is set up, and how to tell that it did its work.

A trial is of a session that nobody saw before, so that no once-only rule cuts its work short.
Must not measure: what it does to set up a trial is not on the clock.
"""

from __future__ import annotations

import dataclasses
import json
import shlex
import uuid
from typing import TYPE_CHECKING, NamedTuple

from benchmarks import generated, machine, sentences
from memory_store import layout, model, place
from memory_store.index import sync
from memory_store.journal import append, read, records, sessions

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks import spawned

PAYLOADS = machine.ROOT / "tests" / "payloads"
RARE = {"en": "Zephyrine", "zh": "青鸾"}
"""A word of the needle in each language that no other fact has."""

_QUERIES = {"en": "Zephyrine release trains", "zh": "青鸾 结算批处理"}
_TAIL_BYTES = 1 << 16
_supply = sentences.Supply(generated.SEED + 1)


class Trial(NamedTuple):
    """One run to come.

    Attributes:
        words, sent: the command line and the standard input.
        fault: what is wrong with its result, "" for nothing.
        afterwards: what to do once the result was looked at.
    """

    words: Sequence[str]
    sent: str
    fault: Callable[[spawned.Run], str]
    afterwards: Callable[[], None] = lambda: None


@dataclasses.dataclass(frozen=True)
class Hook:
    """A hook, given a recorded payload.

    Attributes:
        host, payload: whose and which one.
        fields: what to put into the payload.
        turns: how many questions the session asked before, answered but for the last.
        language: of the answers.
        gains: the types of the events that the journal has to gain.
        holds: what the first of these has to hold as its text's end; "" for anything.
        field, says: where in the answer which text has to stand; "" for the answer `{}`.
    """

    host: str
    payload: str
    gains: tuple[str, ...]
    turns: int = 0
    language: str = "en"
    fields: tuple[tuple[str, str], ...] = ()
    holds: str = ""
    field: str = ""
    says: str = ""

    def __call__(self, where: machine.Machine, session: str) -> Trial:
        """Write the session's history, and set up a trial."""
        path = PAYLOADS / self.host / f"{self.payload}.json"
        sent = json.loads(path.read_text("utf-8")) | dict(self.fields)
        sent |= {"session_id": session} | self._place(str(where.project), session)
        live(where.store, self.host, session, self.turns, self.language)
        before = len(read.session_events(where.store, session))

        def fault(run: spawned.Run) -> str:
            gained = read.session_events(where.store, session)[before:]
            if tuple(one["type"] for one in gained) != self.gains:
                return f"the journal gained {gained}, not {self.gains}"
            if self.holds and self.holds not in str(gained[0].get("text")):
                return f"the journal gained {gained[0]}, without {self.holds!r}"
            return self._answer_fault(run.out)

        words = where.commands[self.host, sent["hook_event_name"]]
        return Trial(words, json.dumps(sent, ensure_ascii=False), fault)

    def _place(self, project: str, session: str) -> dict[str, object]:
        turn = str(uuid.uuid4())
        if self.host == model.CLAUDE:
            return {"cwd": project, "prompt_id": turn}
        return {"conversation_id": session, "generation_id": turn, "workspace_roots": [project]}

    def _answer_fault(self, out: str) -> str:
        found = json.loads(out)
        if not self.field:
            return "" if found == {} else f"it answered {out:.500}"
        for name in self.field.split("."):
            found = found.get(name, {})
        return "" if self.says in str(found) else f"no {self.says!r} in {found!s:.2000}"


def live(store: layout.Store, host: str, session: str, turns: int, language: str) -> None:
    """Journal what a session asked and was answered so far; the last question waits.

    The index is up to date but for that, as it is where each prompt brings it up to date.
    """
    sync.sync(store)
    events = []
    for turn in range(turns):
        question, seen = f"{_supply.sentence()}?", sessions.seen(store)
        events.append(records.event("prompt", session, host, text=question, seen=seen))
        if turn + 1 < turns:
            answer = _supply.answer(language)
            events.append(records.event("response", session, host, text=answer))
    if events:
        append.append(store, sessions.today(), events, durable=False)


@dataclasses.dataclass(frozen=True)
class Start:
    """A session's start, which has to tell a rule that was saved a moment ago.

    The session is ended afterwards, so that the next start finds none open.

    Attributes:
        hook: the hook.
        beside_another: another session is open meanwhile, as with two windows.
    """

    hook: Hook
    beside_another: bool = False

    def __call__(self, where: machine.Machine, session: str) -> Trial:
        """Set up a trial."""
        text = f"Answer questions about releases with the hour ({session})"
        rule, _ = records.fact(text, kind="O", confidence=0.95, source={"via": "user"})
        append.append(where.store, layout.FACTS, [rule])
        open_ones = [session, *([str(uuid.uuid4())] if self.beside_another else [])]
        for other in open_ones[1:]:
            _note(where.store, "session_start", other)

        def afterwards() -> None:
            for one in open_ones:
                _note(where.store, "session_end", one)

        hook = dataclasses.replace(self.hook, says=text)
        return hook(where, session)._replace(afterwards=afterwards)


def _note(store: layout.Store, kind: str, session: str) -> None:
    made = records.event(kind, session, model.CURSOR)
    append.append(store, sessions.today(), [made], durable=False)


@dataclasses.dataclass(frozen=True)
class End:
    """A session's end; the summary that nobody wrote has to be there."""

    hook: Hook

    def __call__(self, where: machine.Machine, session: str) -> Trial:
        """Set up a trial."""
        trial = self.hook(where, session)

        def fault(run: spawned.Run) -> str:
            last = read.newest_first(where.store, layout.SESSIONS, _TAIL_BYTES)
            told = any(one.get("session_id") == session for one in last)
            return trial.fault(run) or ("" if told else "no summary was written")

        return trial._replace(fault=fault)


@dataclasses.dataclass(frozen=True)
class Keep:
    """A prompt that states a rule, which has to be among the facts afterwards."""

    hook: Hook

    def __call__(self, where: machine.Machine, session: str) -> Trial:
        """Set up a trial."""
        rule = f"以后一律用 uv 安装依赖 {session}，不要用 pip"
        trial = dataclasses.replace(self.hook, fields=(("prompt", rule),))(where, session)

        def fault(run: spawned.Run) -> str:
            last = next(read.newest_first(where.store, layout.FACTS, _TAIL_BYTES))
            kept = last["content"] == rule and records.source_of(last)["session_id"] == session
            return "" if kept else f"it answered {run.out:.500}; last is {last}"

        return trial._replace(fault=fault)


@dataclasses.dataclass(frozen=True)
class Save:
    """`save_fact` as agents are told to call it, with a fact that is new."""

    language: str

    def __call__(self, where: machine.Machine, session: str) -> Trial:
        """Set up a trial."""
        content = f"{_supply.sentence()} ({session[:8]})"
        if self.language == "zh":
            content = (
                f"{_supply.word('zh_service')}由{_supply.word('zh_person')}值守，编号{session}"
            )
        flags = ["--project", str(where.project), "--session", session, "--type", "W"]
        live(where.store, model.CURSOR, session, 1, self.language)

        def fault(run: spawned.Run) -> str:
            answer = json.loads(run.out)
            last = next(read.newest_first(where.store, layout.FACTS, _TAIL_BYTES))
            noted = [one["type"] for one in read.session_events(where.store, session)]
            saved = answer["status"] == "saved" and answer["id"] == last["id"]
            right = saved and last["content"] == content and noted == ["prompt", "fact"]
            return "" if right else f"it answered {answer}; last is {last}; noted {noted}"

        return Trial(_script("save_fact", *flags, "--content", content), "", fault)


@dataclasses.dataclass(frozen=True)
class Search:
    """`search --method fts` for the needle, a turn and a fact after the last sync."""

    language: str

    def __call__(self, where: machine.Machine, session: str) -> Trial:
        """Set up a trial."""
        live(where.store, model.CURSOR, session, 2, self.language)
        told, _ = records.fact(_supply.sentence(), source={"session_id": session, "via": "agent"})
        append.append(where.store, layout.FACTS, [told])

        def fault(run: spawned.Run) -> str:
            answer = json.loads(run.out)
            texts = [one["text"] for one in answer["results"]]
            found = bool(texts) and RARE[self.language] in texts[0] and not answer["degraded"]
            return "" if found else f"it answered {run.out:.2000}"

        flags = ["--project", str(where.project), "--method", "fts", _QUERIES[self.language]]
        return Trial(_script("search_memory", *flags), "", fault)


@dataclasses.dataclass(frozen=True)
class Get:
    """`get` of the needle by its id."""

    language: str

    def __call__(self, where: machine.Machine, session: str) -> Trial:
        """Set up a trial."""
        del session

        def fault(run: spawned.Run) -> str:
            right = json.loads(run.out).get("content") == generated.NEEDLES[self.language]
            return "" if right else f"it answered {run.out:.500}"

        words = _script(
            "get_memory", "--project", str(where.project), where.needles[self.language]
        )
        return Trial(words, "", fault)


def _script(name: str, *arguments: str) -> list[str]:
    return shlex.split(place.command(name, *arguments))
