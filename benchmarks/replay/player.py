"""Plays one recorded session through the real handlers, as a host would.

Counts and times the text for the model's context. Must not decide which sessions are played, or
when.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from memory_store import model, place
from memory_store.cli import dispatch
from memory_store.handlers import (
    capture_response,
    flush_memory,
    load_memory,
    prompt_session_save,
    recall_memory,
    sync_and_cleanup,
)
from memory_store.hosts import example_payloads, registry
from memory_store.journal import stored
from memory_store.language import script, wording
from memory_store.sessions import summary
from memory_store.text import clean, redact

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.replay import stage
    from memory_store.sources import recorded_session

KINDS = ("briefing", "recall", "news", "nudge", "flush", "request")
"""What goes into a model's context, by what it is for."""

HANDLERS = {
    "load_memory": load_memory.handle,
    "recall_memory": recall_memory.handle,
    "capture_response": capture_response.handle,
    "flush_memory": flush_memory.handle,
    "prompt_session_save": prompt_session_save.handle,
    "sync_and_cleanup": sync_and_cleanup.handle,
}
"""What answers each hook."""

_HOOK_OF = {kinds[0]: name for name, kinds in registry.HANDLES.items()}


class Told:
    """A prompt, and the context that came with it.

    Attributes:
        prompt: the person's words as the journal keeps them: clean, and without secrets.
        parts: what was put beside it, by `KINDS`: recall, news, nudge, flush.
    """

    __slots__ = ("parts", "prompt")

    def __init__(self, prompt: str, parts: dict[str, str]) -> None:
        self.prompt = prompt
        self.parts = parts


class Player:
    """A session that is played.

    Attributes:
        recording: what is played.
        host: as whose.
        requests: how often the agent was asked for a summary so far, each an extra turn.
        characters: what went into the model's context so far, by `KINDS`.
        told: each prompt so far.
        took: milliseconds until each answer was there, by hook.
    """

    def __init__(
        self, recording: recorded_session.Recording, host: str, where: stage.Stage
    ) -> None:
        self.recording = recording
        self.host = host
        self.requests = 0
        self.characters = dict.fromkeys(KINDS, 0)
        self.told: list[Told] = []
        self.took: dict[str, list[float]] = {}
        self._stage = where
        self._answers: list[str] = []

    def begin(self) -> str:
        """Start the session."""
        return self._send(example_payloads.START)

    def play(self, event: dict[str, Any], *, ends_turn: bool) -> None:
        """Play an event; with `ends_turn` the agent ends its turn after it."""
        acts: dict[str, Callable[[dict[str, Any]], None]] = {
            model.PROMPT: self._ask,
            model.RESPONSE: self._answer,
            model.COMPACTION: self._compact,
            "fact": self._save_fact,
            "summary": self._save_summary,
        }
        acts[event["type"]](event)
        if ends_turn:
            self._stop()

    def end(self) -> None:
        """The session ends as it did, or without a word."""
        if self.recording.ends == "aborted" and self.host == model.CURSOR:
            self._send(example_payloads.STOP, status="aborted")
        if self.recording.ends != "killed":
            self._send(example_payloads.END)

    def _ask(self, event: dict[str, Any]) -> None:
        said = event["text"]
        self.told.append(Told(redact.secrets(clean.text(said))[0], {}))
        self._send(example_payloads.PROMPT, prompt=said)

    def _answer(self, event: dict[str, Any]) -> None:
        if self.host == model.CURSOR:
            self._send(example_payloads.RESPONSE, text=event["text"])
        self._answers.append(event["text"])

    def _stop(self) -> None:
        """A turn is over. Claude tells its answers with that.

        Of several it tells the last, and the others are taken from its transcript later, which
        here is told at once.
        """
        said, self._answers = "\n\n".join(self._answers), []
        if self._send(example_payloads.STOP, last_assistant_message=said):
            self._obey()

    def _obey(self) -> None:
        """The extra turn that a request costs: the agent saves a summary and stops again.

        What it saves is what is told automatically: real words, of about the right length.
        """
        events = self.recording.events
        spoken = script.of_session(events)
        made = summary.automatic([stored.Entry(one) for one in events], spoken)
        if made is not None:
            said = {"topic": made.topic, "text": made.text}
            self._save_summary({**said, "decisions": made.decisions, "todos": made.todos})
        if self.host == model.CURSOR:
            self._send(example_payloads.RESPONSE, text="Saved.")
        again = {"loop_count": 1, "stop_hook_active": True, "last_assistant_message": "Saved."}
        self._send(example_payloads.STOP, **again)

    def _compact(self, event: dict[str, Any]) -> None:
        del event
        self._send(example_payloads.COMPACTION)
        if self.host == model.CLAUDE:
            self._send(example_payloads.START, source="compact")

    def _save_fact(self, event: dict[str, Any]) -> None:
        kind = str(event.get("kind", "W"))
        self._run("save-fact", "--content", event["text"], "--type", kind)

    def _save_summary(self, event: dict[str, Any]) -> None:
        listed = [("--decision", one) for one in event.get("decisions", ())]
        listed += [("--todo", one) for one in event.get("todos", ())]
        words = [f"{flag}={text}" for flag, text in listed]
        text = [f"--topic={event.get('topic', '')}", f"--summary={event['text']}"]
        self._run("save-summary", *text, *words)

    def _run(self, name: str, *words: str) -> None:
        flags = ["--session", self.recording.id, "--project", self._stage.project]
        dispatch.run([*words, *flags], name)

    def _send(self, name: str, **fields: Any) -> str:  # noqa: ANN401  a payload's fields
        """Give a payload to its hook; the text of the answer that goes to the model."""
        session, project = self.recording.id, self._stage.project
        turn = f"{session}-{len(self.told)}"
        payload = example_payloads.make(self.host, name, session, turn, project, fields)
        begun = time.perf_counter()
        event = registry.parse(payload)
        hook = _HOOK_OF[event.kind]
        reply = HANDLERS[hook](event, place.resolve(project))
        answer = registry.render(event, reply)
        self.took.setdefault(hook, []).append((time.perf_counter() - begun) * 1000)
        if reply.afterwards is not None:
            reply.afterwards()
        text = _to_model(answer) if isinstance(answer, dict) else ""  # the summariser's
        self._count(event.kind, text)
        self._stage.wait_until(0)
        return text

    def _count(self, kind: str, text: str) -> None:
        if kind == model.SESSION_START:
            self.characters["briefing"] += len(text)
        elif kind == model.STOP and text:
            self.requests += 1
            self.characters["request"] += len(text)
        elif kind == model.PROMPT and text:
            for part in text.split("\n\n"):
                named = kind_of(part)
                self.characters[named] += len(part)
                self.told[-1].parts[named] = part


def kind_of(text: str) -> str:
    """Which of `KINDS` a part of a prompt's context is."""
    begins = {
        "recall": [wording.say(lang, "relevant").partition("{tag}")[0] for lang in ("en", "zh")],
        "flush": ["[Memory Flush]"],
        "nudge": [wording.say(lang, "nudge").partition(" ")[0] for lang in ("en", "zh")],
    }
    found = (kind for kind, heads in begins.items() if text.startswith(tuple(heads)))
    return next(found, "news")


def _to_model(answer: dict[str, Any]) -> str:
    """What a model reads of an answer; a compaction's message is for the person alone."""
    inner = answer.get("hookSpecificOutput", answer)
    for name in ("additional_context", "additionalContext", "followup_message", "reason"):
        if name in inner:
            return str(inner[name])
    return ""
