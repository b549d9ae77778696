"""How a run of each hook is set up, and how to tell that it did its work.

Payloads are recorded ones, put into the machine's project. Must not know what a row may cost.
"""

from __future__ import annotations

import dataclasses
import json
import uuid
from pathlib import Path

from benchmarks import machine, spawned, trials
from memory_store import model, place
from memory_store.journal import (
    append,
    checkpoints,
    facts,
    links,
    read,
    records,
    sessions,
)
from memory_store.store import layout
from memory_store.upkeep import finish

_SECONDS = 60.0
_PAYLOADS = machine.ROOT / "tests" / "payloads"


@dataclasses.dataclass(frozen=True)
class Hook:
    """A hook, given a recorded payload.

    Attributes:
        host, payload: whose and which one.
        fields: what to put into the payload.
        turns: how many questions the session asked before, answered but for the last.
        language, times: of the answers, and how many times as long as usual they are.
        gains: the types of the events that the journal has to gain, beside facts kept of a turn.
        holds: what has to stand in the text of the first of these; "" for anything.
        field, says: where in the answer which text has to stand; "" for the answer `{}`.
    """

    host: str
    payload: str
    gains: tuple[str, ...]
    turns: int = 0
    language: str = "en"
    times: int = 1
    fields: tuple[tuple[str, str], ...] = ()
    holds: str = ""
    field: str = ""
    says: str = ""

    def __call__(self, where: machine.Machine, session: str) -> trials.Trial:
        """Write the session's history, and set up a trial."""
        path = _PAYLOADS / self.host / f"{self.payload}.json"
        sent = json.loads(path.read_text("utf-8")) | dict(self.fields)
        sent |= {"session_id": session} | self._place(str(where.project), session)
        trials.live(where.store, self.host, session, self.turns, self.language, self.times)
        before = len(read.session_events(where.store, session))

        def fault(run: spawned.Run) -> str:
            gained = read.session_events(where.store, session)[before:]
            told = [one for one in gained if one.get("source") != "briefing"]
            if tuple(one["type"] for one in told if one["type"] != "fact") != self.gains:
                return f"the journal gained {gained}, not {self.gains}"
            if self.holds and self.holds not in str(gained[0].get("text")):
                return f"the journal gained {gained[0]}, without {self.holds!r}"
            return self._answer_fault(run.out)

        words = where.commands[self.host, sent["hook_event_name"]]
        return trials.Trial(words, json.dumps(sent, ensure_ascii=False), fault)

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


@dataclasses.dataclass(frozen=True)
class Start:
    """A session's start, which has to tell a fact that was saved a moment ago.

    The session is ended afterwards, so that the next start finds none open; another one that was
    at work is summed up too, as its end does it: a start that has to do so costs half as much
    again.

    Attributes:
        hook: the hook.
        beside_another: another session is at work meanwhile, as with two windows.
        prepared: another start of this host told the same before.
        kind: the type of the fact.
    """

    hook: Hook
    beside_another: bool = False
    prepared: bool = True
    kind: str = "W"

    def __call__(self, where: machine.Machine, session: str) -> trials.Trial:
        """Set up a trial."""
        text = f"The release of session {session} leaves at ten"
        fresh, _ = records.fact(text, kind=self.kind, source={"via": "user"})
        append.append(where.store, layout.FACTS, [fresh])
        open_ones = [session, *([str(uuid.uuid4())] if self.beside_another else [])]
        for other in open_ones[1:]:
            _note(where.store, "session_start", other)
            trials.live(where.store, model.CURSOR, other, 3, "en")

        def afterwards() -> None:
            for one in open_ones:
                _note(where.store, "session_end", one)
            if self.beside_another:
                here = place.resolve(where.store.project)
                finish.bring_up_to_date(here, embed_seconds=None, seconds=_SECONDS)

        hook = dataclasses.replace(self.hook, says=text)
        if self.prepared:
            first = str(uuid.uuid4())
            trial = hook(where, first)
            spawned.run(trial.words, trial.sent, where.environment)
            _note(where.store, "session_end", first)
            machine.settle(where)
        return hook(where, session)._replace(afterwards=afterwards)


@dataclasses.dataclass(frozen=True)
class Unconsolidated:
    """A hook in a store whose facts no run on this machine has compared or listed.

    What runs of the trials before left is taken away.
    """

    hook: Start | End

    def __call__(self, where: machine.Machine, session: str) -> trials.Trial:
        """Set up a trial."""
        checkpoints.update(where.store, {layout.FACTS: 0, checkpoints.MEANING: 0})
        for name in (checkpoints.RULES, links.NAME):
            Path(layout.cache_directory(where.store), name).unlink(missing_ok=True)
        trial = self.hook(where, session)

        def afterwards() -> None:
            trial.afterwards()
            machine.end(where)
            machine.mark_consolidated(where.store)

        return trial._replace(afterwards=afterwards)


def _note(store: layout.Store, kind: str, session: str) -> None:
    made = records.event(kind, session, model.CURSOR)
    append.append(store, sessions.today(), [made], durable=False)


@dataclasses.dataclass(frozen=True)
class End:
    """A session's end; the summary that nobody wrote has to be there."""

    hook: Hook

    def __call__(self, where: machine.Machine, session: str) -> trials.Trial:
        """Set up a trial."""
        trial = self.hook(where, session)

        def fault(run: spawned.Run) -> str:
            last = read.newest_first(where.store, layout.SESSIONS, trials.TAIL_BYTES)
            told = any(one.get("session_id") == session for one in last)
            return trial.fault(run) or ("" if told else "no summary was written")

        return trial._replace(fault=fault)


@dataclasses.dataclass(frozen=True)
class Keep:
    """A prompt that states a rule, which has to be among the facts afterwards.

    It is taken back then, so that the next one changes none.
    """

    hook: Hook

    def __call__(self, where: machine.Machine, session: str) -> trials.Trial:
        """Set up a trial."""
        rule = f"以后一律用 uv 安装依赖 {session}，不要用 pip"
        trial = dataclasses.replace(self.hook, fields=(("prompt", rule),))(where, session)

        def fault(run: spawned.Run) -> str:
            last = next(facts.newest_first(where.store, trials.TAIL_BYTES))
            kept = last.content == rule and last.session_id == session
            return "" if kept else f"it answered {run.out:.500}; last is {last}"

        def afterwards() -> None:
            last = next(facts.newest_first(where.store, trials.TAIL_BYTES))
            append.append(where.store, layout.FACTS, [last.retracted()])

        return trial._replace(fault=fault, afterwards=afterwards)
