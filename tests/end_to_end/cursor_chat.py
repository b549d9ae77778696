"""A conversation in Cursor, by the payloads it sends to the hooks that `init` wired.

Must not know what a hook answers; it only says what came out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests import given
from tests.end_to_end import shims

if TYPE_CHECKING:
    from memory_store.store import layout


class Chat:
    """One conversation in Cursor: sends each event to the hook that `init` wired for it."""

    def __init__(self, store: layout.Store, session: str) -> None:
        self.store = store
        self.session = session
        self.turn = 0

    def send(self, name: str, **fields: object) -> dict[str, Any]:
        payload = given.payload(f"cursor/{name}", self.store.project, self.session, **fields)
        if payload["generation_id"]:
            payload["generation_id"] = f"{self.session}-{self.turn}"
        return shims.hook(shims.hook_of(payload), payload).answer

    def start(self) -> str:
        return str(self.send("session-start").get("additional_context", ""))

    def ask(self, prompt: str) -> str:
        self.turn += 1
        answer = self.send("before-submit-prompt", prompt=prompt)
        return str(answer.get("additional_context", ""))

    def say(self, text: str) -> None:
        assert self.send("after-agent-response", text=text) == {}

    def compact(self, messages: int) -> str:
        answer = self.send("pre-compact-auto", message_count=messages)
        return str(answer.get("user_message", ""))

    def stop(self, **fields: object) -> str:
        return str(self.send("stop", **fields).get("followup_message", ""))

    def end(self, name: str = "session-end") -> None:
        assert self.send(name) == {}

    def journal(self, *kinds: str) -> list[given.Record]:
        return [
            one for one in given.journal(self.store, *kinds) if one["session_id"] == self.session
        ]
