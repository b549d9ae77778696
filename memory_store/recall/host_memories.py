"""What hosts' own memories say of a project, told to the agents of other hosts.

`upkeep.host_memory_lines` lists it. Must not read or write a host's file.
"""

from __future__ import annotations

from memory_store.recall import provenance
from memory_store.store import derived

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from memory_store import place

    Memory = tuple[str, str, str, str, int, int]

NAME = "memories.json"
"""The derived list, what is to be told first in front: of each memory its host, the day of its
last change, its text, and its file with the first line and the one behind the last."""


def of_others(where: place.Place, host: str) -> list[Memory]:
    """What hosts other than this one remember of the project, in the order of the list."""
    if where.project is None or not where.config.switch("native_memory"):
        return []
    listed: Any = derived.value(where.project, NAME) or []  # our own
    return [one for one in listed if one[0] != host]


def lines(where: place.Place, host: str, spoken: str) -> list[str]:
    """The same as a session start tells it, one line each."""
    return [
        f"- {provenance.mark([day], whose, None, spoken)} {provenance.short(text)}"
        for whose, day, text, *_ in of_others(where, host)
    ]
