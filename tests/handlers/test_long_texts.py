"""A prompt or an answer of any length costs what is kept of it, and the lock not even that."""

from __future__ import annotations

import base64
import functools
import random
from typing import TYPE_CHECKING, Any

import pytest

from memory_store.handlers import capture_response, prompt_session_save, recall_memory
from memory_store.hosts import wire
from memory_store.journal import records, sessions, stored
from memory_store.store import lock
from memory_store.text import redact
from tests import given, growth

if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store import model
    from memory_store.store import layout

HOOKS: dict[str, tuple[Callable[..., model.Reply], str]] = {
    "claude/user-prompt-submit": (recall_memory.handle, "prompt"),
    "cursor/before-submit-prompt": (recall_memory.handle, "prompt"),
    "cursor/after-agent-response": (capture_response.handle, "text"),
    "claude/stop": (prompt_session_save.handle, "last_assistant_message"),
}
MEGABYTE = 1_000_000
HAN = "的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下"
MINIFIED = "function a(b,c){return b.d(c)?e(f,g):h[i]&&j.k('l',{m:n,o:p})||q}var r=s;token=v.w;"


def repeated(unit: str, size: int) -> str:
    return (unit * (size // len(unit) + 1))[:size]


TEXTS: dict[str, Callable[[int], str]] = {
    "lines of .env": lambda size: "".join(
        f"APP_{at}_PASSWORD=aB3dE{at}xYz\n" for at in range(size // 27)
    )[:size],
    "tags of ours": lambda size: "".join(f"<memory-{at:08x}>" for at in range(size // 17)),
    "minified JavaScript": functools.partial(repeated, MINIFIED),
    "base64": lambda size: base64.b64encode(random.Random(1).randbytes(size * 3 // 4)).decode(),
    "Chinese without punctuation": functools.partial(repeated, HAN),
}


class Redacted:
    """How many characters were given to redaction, and the most at a time under a lock."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.characters = self.most_locked = self._locks = 0
        secrets, enter, leave = redact.secrets, lock.Held.__enter__, lock.Held.__exit__

        def counted(text: str) -> tuple[str, list[str]]:
            self.characters += len(text)
            self.most_locked = max(self.most_locked, len(text) if self._locks else 0)
            return secrets(text)

        def entered(held: lock.Held) -> None:
            self._locks += 1
            enter(held)

        def left(held: lock.Held, *error: Any) -> None:
            self._locks -= 1
            leave(held, *error)

        monkeypatch.setattr(redact, "secrets", counted)
        monkeypatch.setattr(lock.Held, "__enter__", entered)
        monkeypatch.setattr(lock.Held, "__exit__", left)

    def by(self, store: layout.Store, name: str, text: str) -> int:
        """Characters that a hook gives to redaction for this text."""
        self.characters = 0
        handle(store, name, text, afterwards=True)
        return self.characters


def handle(store: layout.Store, name: str, text: str, *, afterwards: bool = False) -> None:
    handler, field = HOOKS[name]
    session = f"session {random.random()}"
    reply = handler(given.told(name, store, session, **{field: text}), given.where(store))
    if afterwards and reply.afterwards is not None:
        reply.afterwards()


@pytest.fixture
def redacted(monkeypatch: pytest.MonkeyPatch) -> Redacted:
    return Redacted(monkeypatch)


@pytest.mark.parametrize("made", TEXTS.values(), ids=TEXTS.keys())
@pytest.mark.parametrize("name", HOOKS)
def test_a_megabyte_costs_the_redaction_of_what_is_kept_and_none_under_the_lock(
    store: layout.Store, redacted: Redacted, name: str, made: Callable[[int], str]
) -> None:
    assert redacted.by(store, name, made(MEGABYTE)) <= 8 * records.TEXT_CHARS
    assert redacted.most_locked <= records.CONTENT_CHARS


@pytest.mark.long
@pytest.mark.parametrize("name", HOOKS)
def test_without_the_cut_it_would_be_all_of_it(
    store: layout.Store, redacted: Redacted, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control."""
    monkeypatch.setattr(records, "_READ_TIMES", MEGABYTE)
    monkeypatch.setattr(wire, "MAX_SAID", MEGABYTE)

    assert redacted.by(store, name, repeated(MINIFIED, 100_000)) >= 100_000


def test_a_text_that_is_redacted_under_the_lock_is_seen(
    store: layout.Store, redacted: Redacted
) -> None:
    """The other control."""

    def decide(_: object) -> list[stored.Entry]:
        return [records.event("response", "s", "claude", text=repeated(MINIFIED, 9_000))]

    sessions.note(store, "s", decide)

    assert redacted.most_locked >= 9_000


@pytest.mark.long
@pytest.mark.parametrize("made", TEXTS.values(), ids=TEXTS.keys())
def test_twice_the_prompt_takes_at_most_twice_the_time(
    store: layout.Store, made: Callable[[int], str]
) -> None:
    name = "claude/user-prompt-submit"

    assert growth.of(lambda text: handle(store, name, text), made, MEGABYTE) < growth.MOST
