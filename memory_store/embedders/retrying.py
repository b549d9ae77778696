"""Repeats a request to an API where that may help, within the caller's time.

Must not repeat a request that was refused for good.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, TypeVar

from memory_store import web

if TYPE_CHECKING:
    from collections.abc import Callable

    from memory_store.embedders import vendors

Answer = TypeVar("Answer")

FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 20.0

_BROKEN, _SERVER_FAULT = 0, 500
_PASSING = (408, 409, 425, 429)
_SPENT = ("insufficient_quota", "billing_not_active")


def insist(ask: Callable[[float], Answer], patience: vendors.Patience) -> Answer:
    """The answer of the first request that succeeds.

    Between two requests is a pause of 0.5 s, doubled each time, of which a random part of up to
    half is left out so that several clients don't come back together (Brooker, "Exponential
    Backoff and Jitter", 2015), or what the server asks for, where that is longer.

    Args:
        ask: makes one request that takes so many seconds at most.
        patience: how long and how often.

    Raises:
        RequestError: the last failure; at once where it would be the same again, or where the
            server asks for more time than there is.
    """
    end = time.monotonic() + patience.altogether
    for attempt in range(patience.attempts):
        left = end - time.monotonic()
        try:
            return ask(max(0.1, min(patience.each, left)))
        except web.RequestError as error:
            pause = _pause(attempt, error)
            is_last = attempt + 1 == patience.attempts
            if is_last or not may_pass(error) or time.monotonic() + pause >= end:
                raise
        time.sleep(pause)
    raise AssertionError  # the last attempt raises


def may_pass(error: web.RequestError) -> bool:
    """Whether a failure may be over the next time: not a key, a model or a spent quota."""
    if error.code in _SPENT:
        return False
    return error.status == _BROKEN or error.status in _PASSING or error.status >= _SERVER_FAULT


def _pause(attempt: int, error: web.RequestError) -> float:
    usual: float = min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2**attempt)
    spread = usual * random.uniform(0.5, 1)  # noqa: S311  nobody guesses it to any use
    return max(spread, error.wait_seconds or 0.0)
