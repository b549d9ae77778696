"""Plays one captured session through the real handlers, as a host would drive them.

Recorded payloads, in this process; counts what goes into the model's context. Must not decide
which sessions are played, or when.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from benchmarks import machine
from memory_store import model, place, terminal
from memory_store.handlers import (
    capture_response,
    flush_memory,
    load_memory,
    prompt_session_save,
    recall_memory,
    sync_and_cleanup,
)
from memory_store.hosts import registry
from memory_store.learn import summarise
from memory_store.text import wording

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks import captured

KINDS = ("briefing", "recall", "news", "flush", "request")
"""What goes into a model's context, by what it is for."""

_PAYLOADS = machine.ROOT / "tests" / "payloads"
_FILES = {
    model.CURSOR: {
        "start": "session-start",
        "prompt": "before-submit-prompt",
        "response": "after-agent-response",
        "stop": "stop",
        "compaction": "pre-compact-auto",
        "end": "session-end",
    },
    model.CLAUDE: {
        "start": "session-start",
        "prompt": "user-prompt-submit",
        "stop": "stop",
        "compaction": "pre-compact",
        "end": "session-end",
    },
}
_HANDLERS = {
    model.SESSION_START: load_memory.handle,
    model.PROMPT: recall_memory.handle,
    model.RESPONSE: capture_response.handle,
    model.COMPACTION: flush_memory.handle,
    model.STOP: prompt_session_save.handle,
    model.SESSION_END: sync_and_cleanup.handle,
}
_BETWEEN_EVENTS = 45.0


class Player:
    """One session, played.

    Attributes:
        session: what is played.
        name: the id that its host gives it.
        requests: how often the agent was asked for a summary so far, each an extra turn.
        characters: what went into the model's context so far, by `KINDS`.
    """

    def __init__(
        self, session: captured.Session, host: str, project: str, now: list[float], number: int
    ) -> None:
        self.session = session
        self.name = f"session-{session.id}-{number}"
        self.requests = 0
        self.characters = dict.fromkeys(KINDS, 0)
        self._host = host
        self._project = project
        self._now = now
        self._turn = 0

    def play(self) -> Iterator[None]:
        """The whole session, from its start to its end, event by event."""
        self._send("start")
        yield
        acts: dict[str, Callable[[dict[str, Any]], None]] = {
            "prompt": self._ask,
            "response": self._answer,
            "compaction": self._compact,
            "fact": self._save_fact,
            "summary": self._save_summary,
        }
        for event in self.session.events:
            acts[event["type"]](event)
            yield
        if self.session.ends == "aborted" and self._host == model.CURSOR:
            self._send("stop", status="aborted")
        if self.session.ends != "killed":
            self._send("end")

    def _ask(self, event: dict[str, Any]) -> None:
        self._turn += 1
        self._send("prompt", prompt=event["text"])

    def _answer(self, event: dict[str, Any]) -> None:
        if self._host == model.CURSOR:
            self._send("response", text=event["text"])
        if self._send("stop", last_assistant_message=event["text"]):
            self._obey()

    def _obey(self) -> None:
        """The extra turn that a request costs: the agent saves a summary and stops again.

        What it saves is what is told automatically: real words, of about the right length.
        """
        made = summarise.automatic(list(self.session.events), self.session.lang)
        assert made is not None  # noqa: S101  in each session something is said
        self._save_summary({**made, "text": made["summary"]})
        if self._host == model.CURSOR:
            self._send("response", text="Saved.")
        again = {"loop_count": 1, "stop_hook_active": True, "last_assistant_message": "Saved."}
        assert not self._send("stop", **again)  # noqa: S101  it would go on for ever

    def _compact(self, event: dict[str, Any]) -> None:
        del event
        self._send("compaction")
        if self._host == model.CLAUDE:
            self._send("start", source="compact")

    def _save_fact(self, event: dict[str, Any]) -> None:
        self._run("save-fact", "--content", event["text"], "--type", event["kind"])

    def _save_summary(self, event: dict[str, Any]) -> None:
        listed = [("--decision", one) for one in event.get("decisions", ())]
        listed += [("--todo", one) for one in event.get("todos", ())]
        words = [word for pair in listed for word in pair]
        self._run("save-summary", "--topic", event["topic"], "--summary", event["text"], *words)

    def _run(self, name: str, *words: str) -> None:
        terminal.run({}, [*words, "--session", self.name, "--project", self._project], name)

    def _send(self, name: str, **fields: Any) -> str:  # noqa: ANN401  a payload's fields
        """Give a payload to its hook; the text of the answer that goes to the model."""
        self._now[0] += _BETWEEN_EVENTS
        event = registry.parse(self._payload(name, fields))
        reply = _HANDLERS[event.kind](event, place.resolve(self._project))
        answer = registry.render(event, reply)
        if reply.afterwards is not None:
            reply.afterwards()
        text = _to_model(answer or {})
        self._count(event.kind, text)
        return text

    def _payload(self, name: str, fields: dict[str, Any]) -> dict[str, Any]:
        path = _PAYLOADS / self._host / f"{_FILES[self._host][name]}.json"
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
        turn = f"{self.name}-{self._turn}"
        own = {
            "conversation_id": self.name,
            "session_id": self.name,
            "generation_id": turn,
            "prompt_id": turn,
            "workspace_roots": [self._project],
            "cwd": self._project,
            "transcript_path": None,
        }
        return found | {key: value for key, value in (own | fields).items() if key in found}

    def _count(self, kind: str, text: str) -> None:
        if kind == model.SESSION_START:
            self.characters["briefing"] += len(text)
        elif kind == model.STOP and text:
            self.requests += 1
            self.characters["request"] += len(text)
        elif kind == model.PROMPT and text:
            for part in text.split("\n\n"):
                self.characters[_part(part)] += len(part)


def _part(text: str) -> str:
    """Which of `KINDS` a part of a prompt's context is."""
    begins = {
        "recall": [_before_tag("relevant", lang) for lang in ("en", "zh")],
        "flush": ["[Memory Flush]"],
        "news": [_before_tag("news", lang) for lang in ("en", "zh")],
    }
    return next(kind for kind, heads in begins.items() if text.startswith(tuple(heads)))


def _before_tag(name: str, lang: str) -> str:
    """How a sentence before a fence begins; its tag is another one each time."""
    return wording.say(lang, name).partition("{tag}")[0]


def _to_model(answer: dict[str, Any]) -> str:
    """What a model reads of an answer; a compaction's message is for the person alone."""
    inner = answer.get("hookSpecificOutput", answer)
    for name in ("additional_context", "additionalContext", "followup_message", "reason"):
        if name in inner:
            return str(inner[name])
    return ""
