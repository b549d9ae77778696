"""What the code says against facts, as upkeep found it: derived, in the cache.

Must not look at the code (`codebase`).
"""

from __future__ import annotations

from memory_store.store import derived

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.codec import Record
    from memory_store.store import layout

    Marks = list[Record]

NAME = "outlived.json"
OUTLIVED = "outlived"
"""The field of a fact or a search result with what the code says against it; a file's is lost."""
REMOVED, MOVED, ABSENT, OTHERWISE = "removed", "moved", "absent", "otherwise"
"""What became of a thing that a fact names: a file is gone, or has another name; a script or a
package is in no file any more; a version is another one."""
HOWS = (REMOVED, MOVED, ABSENT, OTHERWISE)
_MARKS, _STATE = "facts", "made_from"


def load(store: layout.Store) -> dict[str, Marks]:
    """What the code says against facts, by their ids; {} where it was never asked."""
    found = derived.record(store, NAME).get(_MARKS)
    listed = found if isinstance(found, dict) else {}
    return {
        identity: [one for one in marks if isinstance(one, dict)]
        for identity, marks in listed.items()
        if isinstance(marks, list)
    }


def made_from(store: layout.Store) -> object:
    """The state of facts and code that the marks were made from; None where there are none."""
    return derived.record(store, NAME).get(_STATE)


def keep(store: layout.Store, marks: dict[str, Marks], state: object) -> None:
    """Keep these marks in the place of those before."""
    derived.keep(store, NAME, {_STATE: state, _MARKS: marks})


def is_gone(marks: object) -> bool:
    """Whether these marks say more than that a file has another name."""
    listed = marks if isinstance(marks, list) else []
    return any(isinstance(one, dict) and one.get("how") != MOVED for one in listed)
