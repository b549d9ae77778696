"""What runs remember of remote providers: the length of vectors, and the last failure.

A small file for the next run and for `status`. A lost file costs one request. Must not hold a key
or a text.
"""

from __future__ import annotations

import time

from memory_store import clock, codec, errors, model
from memory_store.store import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Notes = dict[str, dict[str, object]]

NAME = "remote.json"

_MOST_BYTES = 1 << 16
_KEPT = 8  # providers as they were set: who tries many leaves the last few


class Outage(model.Value):
    """A provider's last failure, since which it has not answered.

    Attributes:
        fault: what went wrong, a sentence.
        since: when the first of an unbroken row of failures was, in seconds since 1970.
        until: when it may be asked again, likewise.
    """

    fault: str
    since: float
    until: float

    def rests(self) -> bool:
        """Whether it is too early to ask again."""
        return clock.now() < self.until

    def sentence(self) -> str:
        """The failure and, while the provider rests, until when in local time (HH:MM)."""
        if not self.rests():
            return self.fault
        until = time.strftime("%H:%M", time.localtime(self.until))
        return errors.Message(
            "{fault} (not asked again until {until})", fault=self.fault, until=until
        )


def outage(directory: str, identity: str) -> Outage | None:
    """The last failure with these settings; None if there was none."""
    note = _read(directory).get(identity, {})
    fault, since, until = (note.get(name) for name in ("told", "since", "until"))
    told = errors.Message.from_record(fault)
    if told is None:
        return None
    if not isinstance(since, int | float) or not isinstance(until, int | float):
        return None
    return Outage(told, since, until)


def failed(directory: str, identity: str, fault: errors.Message, pause: float) -> None:
    """Note a failure, and that the provider is to be left alone for `pause` seconds."""
    now = clock.now()

    def note(found: dict[str, object]) -> None:
        found |= {"told": fault.record(), "since": found.get("since", now), "until": now + pause}

    _change(directory, identity, note)


def worked(directory: str, identity: str) -> None:
    """Forget a failure: the provider has answered."""
    if "told" in _read(directory).get(identity, {}):
        _change(directory, identity, lambda found: [found.pop(name, None) for name in _FAILURE])


_FAILURE = ("told", "since", "until")


def dimensions(directory: str, identity: str) -> int:
    """How long the vectors of these settings were; 0 where that isn't known."""
    found = _read(directory).get(identity, {}).get("dimensions")
    return found if isinstance(found, int) else 0


def note_dimensions(directory: str, identity: str, length: int) -> None:
    """Keep how long the vectors of these settings are."""
    _change(directory, identity, lambda found: found.update(dimensions=length))


def _read(directory: str) -> Notes:
    try:
        notes = codec.parse(files.read(directory, NAME, _MOST_BYTES).decode("utf-8"))
    except (OSError, ValueError):
        return {}
    known = notes if isinstance(notes, dict) else {}
    return {name: notes for name, notes in known.items() if isinstance(notes, dict)}


def _change(directory: str, identity: str, change: Callable[[dict[str, object]], object]) -> None:
    """Change the notes on a provider; a failure to write them is ignored."""
    notes = _read(directory)
    note = notes.pop(identity, {})
    change(note)
    notes[identity] = note  # the newest last
    kept = dict(list(notes.items())[-_KEPT:])
    try:
        files.make_directory(directory)
        files.replace(directory, NAME, codec.render(kept).encode("utf-8"))
    except OSError:
        return
