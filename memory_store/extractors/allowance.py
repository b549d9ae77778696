"""Limits how often a model is asked for facts: requests a day, and pauses after failures.

One account in the state directory counts for all projects of the user. A request is counted before
it is made; where it can't be counted, none is made. Must not send a request.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from memory_store import clock, codec, errors
from memory_store.store import files, layout, lock, log

if TYPE_CHECKING:
    from memory_store.codec import Record
    from memory_store.extractors import base


_NAME, _LOCK = "extraction.json", "extraction.lock"
_BYTES = 4_096
_LOCK_SECONDS = 2.0
_WAIT_SECONDS, _LONGEST_SECONDS = 60.0, 6 * 3600.0
_SETTINGS_SECONDS = 3600.0
_SETTINGS = (400, 401, 403, 404)
_REASON_CHARS = 200


class Account:
    """The requests that were made.

    Attributes:
        day: the local day that `count` is of.
        count: requests of that day.
        last: when the last one was made, seconds since 1970; 0.0: never.
        until: before when none is made, after a failure.
        failures: how many came one after another.
        reason: why the last one failed; "" where it did not.
        settings: a digest of what was asked, by which a failure belongs to it.
    """

    __slots__ = ("count", "day", "failures", "last", "reason", "settings", "until")

    def __init__(self) -> None:
        self.day = self.reason = self.settings = ""
        self.count = self.failures = 0
        self.last = self.until = 0.0

    def record(self) -> Record:
        """As JSON keeps it."""
        return {name: getattr(self, name) for name in self.__slots__}


def load(settings: base.Settings) -> Account:
    """The account as it stands today; a failure under other settings is forgotten."""
    account = Account()
    try:
        record = codec.parse(files.read(layout.state_directory(), _NAME, _BYTES).decode())
    except (OSError, ValueError):
        record = {}
    for name, before in account.record().items():
        kept = record.get(name) if isinstance(record, dict) else None
        if isinstance(kept, int | float) and isinstance(before, int | float):
            setattr(account, name, type(before)(kept))
        elif isinstance(kept, str) and isinstance(before, str):
            setattr(account, name, kept)
    if account.day != clock.local_date(clock.now()):
        account.day, account.count = clock.local_date(clock.now()), 0
    if account.settings != _digest(settings):
        account.failures, account.until, account.reason = 0, 0.0, ""
        account.settings = _digest(settings)
    return account


def refusal(settings: base.Settings, per_day: int, pause: float) -> str:
    """Why a run may not begin to ask now; "" where it may.

    Args:
        settings: what is to be asked.
        per_day: requests of a local day.
        pause: seconds since the last request of any run.
    """
    account, now = load(settings), clock.now()
    if account.count >= per_day:
        return f"the {per_day} requests of today are made"
    if account.until > now:
        return f"paused for {account.until - now:.0f} s after a failure: {account.reason}"
    if 0 <= now - account.last < pause:
        return f"the last request was less than {pause:g} s ago"
    return ""


def take(settings: base.Settings, per_day: int) -> bool:
    """Count a request, and tell whether it may be made.

    Raises:
        StoreError: the account can't be locked.
    """
    with _locked():
        account = load(settings)
        if account.count >= per_day or account.until > clock.now():
            return False
        account.count += 1
        account.last = clock.now()
        return _save(account)


def worked(settings: base.Settings) -> None:
    """Note that a request was answered."""
    with _locked():
        account = load(settings)
        account.failures, account.until, account.reason = 0, 0.0, ""
        _save(account)


def failed(settings: base.Settings, error: errors.StoreError) -> None:
    """Note why a request failed, and until when no other is made.

    The wait is the server's, or at least a minute, doubled with each failure up to six hours. It
    is an hour for a wrong setting, and ends when a setting is changed.
    """
    status = getattr(error, "status", 0)
    with _locked():
        account = load(settings)
        wait = min(_WAIT_SECONDS * 2.0 ** min(account.failures, 20), _LONGEST_SECONDS)
        asked = getattr(error, "wait_seconds", None)
        wait = _SETTINGS_SECONDS if status in _SETTINGS else max(wait, asked or 0.0)
        account.failures += 1
        account.until = clock.now() + min(wait, 24 * 3600.0)
        account.reason = str(error)[:_REASON_CHARS]
        _save(account)


def _locked() -> lock.Held:
    try:
        files.make_directory(layout.state_directory())
    except OSError as error:
        raise errors.StoreError(f"requests can't be counted: {error.strerror}") from error
    return lock.Held(layout.state_directory(), _LOCK_SECONDS, _LOCK)


def _save(account: Account) -> bool:
    text = codec.render(account.record())
    try:
        files.replace(layout.state_directory(), _NAME, text.encode("utf-8"))
    except OSError as error:
        log.write("extraction", error)
        return False
    return True


def _digest(settings: base.Settings) -> str:
    return hashlib.sha256("\n".join(settings).encode("utf-8", "replace")).hexdigest()[:16]
