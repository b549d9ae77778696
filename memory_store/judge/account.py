"""Counts the requests to the judge, each before it is made, and limits them.

One account in the state directory counts for all projects of the user. Where a request can't be
counted, none is made. A session is asked about once a day and on three days at most, so that the
requests of a day never exceed the sessions that ended.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from memory_store import clock, codec, errors
from memory_store.store import files, layout, lock, log

if TYPE_CHECKING:
    from memory_store.codec import Record
    from memory_store.judge import question

PER_HOUR = 12
TRIES = 3
LOCK = "judge.lock"
_NAME = "judge.json"
_BYTES = 65_536
_LOCK_SECONDS = 2.0
_HOUR, _DAY = 3_600.0, 86_400.0
_WEEK_DAYS = 7
_REASON_CHARS = 200
_ID_CHARS = 16


class Account:
    """The requests of the last week, and why the last one failed.

    Attributes:
        asked: session (a digest) and moment of each request, in seconds since 1970.
        until: before when none is made, after a failure.
        reason: why the last one failed; "" where it did not.
        settings: a digest of what was asked, by which a failure belongs to it.
        tokens, dollars: what the answers of the current local month took, as providers tell.
        month: the month that they are of.
    """

    __slots__ = ("asked", "dollars", "month", "reason", "settings", "tokens", "until")

    def __init__(self) -> None:
        self.asked: list[tuple[str, float]] = []
        self.until = self.dollars = 0.0
        self.reason = self.settings = self.month = ""
        self.tokens = 0

    def record(self) -> Record:
        """As JSON keeps it."""
        kept = {name: getattr(self, name) for name in self.__slots__}
        return kept | {"reason": errors.Message(self.reason).record()}

    def since(self, seconds: float) -> int:
        """How many requests were made in the last seconds."""
        begin = clock.now() - seconds
        return sum(moment > begin for _, moment in self.asked)

    def today(self) -> int:
        """How many requests were made on this local day."""
        today = clock.local_day(clock.now())
        return sum(clock.local_day(moment) == today for _, moment in self.asked)

    def days_of(self, session: str) -> list[int]:
        """The local days on which a session was asked about."""
        return [clock.local_day(moment) for name, moment in self.asked if name == _short(session)]


def load(settings: question.Settings) -> Account:
    """The account as it stands now; a failure under other settings is forgotten."""
    account = Account()
    try:
        record = codec.parse(files.read(layout.state_directory(), _NAME, _BYTES).decode())
    except (OSError, ValueError):
        record = {}
    record = record if isinstance(record, dict) else {}
    for name, before in account.record().items():
        if type(record.get(name)) is type(before):
            setattr(account, name, record[name])
    account.reason = errors.Message.from_record(record.get("reason")) or ""
    account.asked = _asked(account.asked)
    if account.month != _month():
        account.month, account.tokens, account.dollars = _month(), 0, 0.0
    if account.settings != _digest(settings):
        account.until, account.reason, account.settings = 0.0, "", _digest(settings)
    return account


def refusal(account: Account, per_day: int) -> str:
    """Why no request may be made now; "" where one may.

    Args:
        account: as it stands.
        per_day: requests of a local day, at most.
    """
    if account.until > clock.now():
        minutes = (account.until - clock.now()) / 60
        paused = "paused for {minutes} min after a failure: {reason}"
        return errors.Message(paused, minutes=f"{minutes:.0f}", reason=account.reason)
    if account.today() >= per_day:
        return errors.Message("the {count} requests of today are made", count=per_day)
    if account.since(_HOUR) >= PER_HOUR:
        return errors.Message("the {count} requests of this hour are made", count=PER_HOUR)
    return ""


def may_ask_about(account: Account, session: str) -> bool:
    """Whether a session was asked about neither today nor on three days before."""
    days = account.days_of(session)
    return clock.local_day(clock.now()) not in days and len(days) < TRIES


def take(settings: question.Settings, session: str, per_day: int) -> str:
    """Count a request about a session; why it may not be made, or "".

    Raises:
        StoreError: the account can't be locked or written.
    """
    with _locked():
        account = load(settings)
        reason = refusal(account, per_day)
        if not reason and not may_ask_about(account, session):
            reason = "this session was asked about"
        if not reason:
            account.asked.append((_short(session), clock.now()))
            _save(account)
        return reason


def worked(settings: question.Settings, tokens: int, dollars: float | None) -> None:
    """Note that a request was answered, and what it took."""
    with _locked():
        account = load(settings)
        account.until, account.reason = 0.0, ""
        account.tokens += tokens
        account.dollars += dollars or 0.0
        _save(account)


def failed(settings: question.Settings, error: errors.StoreError) -> None:
    """Note why a request failed: nothing is asked for an hour, or longer where the API says so."""
    asked = getattr(error, "wait_seconds", None) or 0.0
    with _locked():
        account = load(settings)
        account.until = clock.now() + min(max(_HOUR, asked), _DAY)
        account.reason = error.message
        _save(account)


def _asked(pairs: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """The requests of the last week, of what a file says."""
    begin, now = clock.now() - _WEEK_DAYS * _DAY, clock.now()
    try:
        return [(str(name), min(moment, now)) for name, moment in pairs if moment > begin]
    except (TypeError, ValueError):
        return []


def _locked() -> lock.Held:
    try:
        files.make_directory(layout.state_directory())
    except OSError as error:
        raise errors.StoreError("requests can't be counted: {reason}", reason=error) from error
    return lock.Held(layout.state_directory(), _LOCK_SECONDS, f"account-{LOCK}")


def _save(account: Account) -> None:
    text = codec.render(account.record())
    try:
        files.replace(layout.state_directory(), _NAME, text.encode("utf-8"))
    except OSError as error:
        log.write("judge", error)
        raise errors.StoreError("requests can't be counted: {reason}", reason=error) from error


def _month() -> str:
    return clock.local_date(clock.now())[:7]


def _short(session: str) -> str:
    return hashlib.sha256(session.encode("utf-8", "replace")).hexdigest()[:_ID_CHARS]


def _digest(settings: question.Settings) -> str:
    return hashlib.sha256("\n".join(settings).encode("utf-8", "replace")).hexdigest()[:_ID_CHARS]
