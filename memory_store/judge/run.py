"""Asks the judge about the sessions that ended, one after the other, behind everything else.

A failure is noted for `status` and never fails a run.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, NamedTuple

from memory_store import errors, origin
from memory_store.journal import append, sessions
from memory_store.judge import account, checks, providers, question, request, session, taking
from memory_store.store import files, layout, lock, log

if TYPE_CHECKING:
    from memory_store import config, place
    from memory_store.journal.stored import Fact


class Outcome(NamedTuple):
    """What came of asking about a session: the lines of facts, and why nothing came, or ""."""

    lines: list[Fact]
    refused: list[tuple[str, str]]
    reason: str = ""


def is_off(values: config.Config) -> str:
    """Why no judge is asked here; "" where one may be."""
    if question.chosen(values) is None:
        return errors.Message("memory-store judge on switches it on")
    if not values.switch("judge"):
        return errors.Message("the setting judge is off")
    if not (values.switch("capture") and values.switch("extract")):
        return errors.Message("capture or extract is off")
    if origin.is_machine(os.environ):
        return errors.Message("nobody is asked in CI")
    return ""


def due(where: place.Place, store: layout.Store) -> list[session.Session]:
    """The sessions that would be asked about now, but for the limits."""
    settings = question.chosen(where.config)
    if settings is None:
        return []
    others = where.config.switch("judge_other_hosts")
    counted = account.load(settings)
    return [
        one
        for one in session.due(store)
        if providers.reads(settings, one.host, others=others)
        and account.may_ask_about(counted, one.id)
    ]


def all_due(where: place.Place, store: layout.Store, seconds: float) -> int:
    """Ask about each session that ended; how many lines of facts were written.

    Args:
        where: the place of work.
        store: whose journal, and where the facts go.
        seconds: for how long to begin requests.
    """
    until = time.monotonic() + seconds
    written = 0
    settings = question.chosen(where.config)
    if settings is None or is_off(where.config) or _refusal(where, settings):
        return 0
    for one in due(where, store):
        if time.monotonic() >= until:
            break
        outcome = ask(where, store, one)
        written += len(outcome.lines)
        if outcome.reason:
            break
    return written


def _refusal(where: place.Place, settings: question.Settings) -> str:
    """Why no request may be made now: known before a journal is read."""
    return account.refusal(account.load(settings), where.config.count("judge_per_day"))


def ask(where: place.Place, store: layout.Store, ended: session.Session) -> Outcome:
    """Ask about one session, and write what is taken of the answer.

    One request at a time for all projects of the user; it is counted before it is made.

    Raises:
        StoreError: what was taken could not be written.
    """
    settings = question.chosen(where.config)
    if settings is None:
        return Outcome([], [], is_off(where.config))
    asked = request.of(store, ended)
    try:
        files.make_directory(layout.state_directory())
        with lock.Held(layout.state_directory(), 0.0, account.LOCK):
            provider = providers.load(settings)
            reason = account.take(settings, ended.id, where.config.count("judge_per_day"))
            if reason:
                return Outcome([], [], reason)
            answer = provider(question.of_session(asked.text))
            verdict = checks.accepted(asked, answer.value)
    except errors.LockedError:
        return Outcome([], [], errors.Message("another request is under way"))
    except OSError as error:
        return Outcome([], [], errors.Message("requests can't be counted: {reason}", reason=error))
    except errors.StoreError as error:
        return _failed(store, asked, settings, error)
    account.worked(settings, answer.tokens, answer.dollars)
    return Outcome(taking.take(store, asked, verdict, settings.provider), verdict.refused)


def _failed(
    store: layout.Store,
    asked: request.Request,
    settings: question.Settings,
    error: errors.StoreError,
) -> Outcome:
    log.write("judge", error)
    account.failed(settings, error)
    note = taking.judged(asked, settings.provider, [], str(error)[:200])
    append.append(store, sessions.today(), [note])
    return Outcome([], [], error.message)
