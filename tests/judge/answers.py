"""Answers of a judge, and the sessions that they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memory_store.judge import request
from memory_store.judge import session as ended
from tests import given

if TYPE_CHECKING:
    from memory_store.store import layout

SUMMARY = {"topic": "", "done": "", "holds": "", "open": ""}
SESSION = "s-judged"
KINDS = {"P": "prompt", "A": "response"}


def fact(text: str, quote: str, m: int = 1, **others: Any) -> dict[str, Any]:
    usual = {"type": "O", "scope": "lasting", "sure": "said"}
    return {"m": m, "text": text, "quote": quote, **usual, **others}


def answer(**parts: Any) -> dict[str, Any]:
    empty = {"facts": [], "changes": [], "candidates": [], "summary": SUMMARY}
    return {**empty, "todos": {"opened": [], "closed": []}, **parts}


def session(store: layout.Store, *messages: str, host: str = "claude", **fields: Any) -> str:
    """A session that ended: messages as `P: text` or `A: text`, a minute apart; its id."""
    for at, message in enumerate(messages):
        who, _, text = message.partition(": ")
        own = fields if who == "P" else {}
        ago = 60 * (len(messages) - at)
        given.event(store, KINDS[who], SESSION, ago=ago, host=host, text=text, **own)
    given.event(store, "session_end", SESSION, ago=1, host=host, reason="exit")
    return SESSION


def asked(store: layout.Store) -> request.Request:
    """The request about the session."""
    found = ended.named(store, SESSION)
    assert found is not None
    return request.of(store, found)
