"""How far each journal file has been learnt from, kept in the cache.

Without it the next run looks at everything again, with the same result.
"""

from __future__ import annotations

from memory_store import errors
from memory_store.journal import read
from memory_store.store import derived, files, layout, lock, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MEANING = "facts by meaning"
"""The mark up to which facts were compared by their vectors too; `facts.jsonl` is by words."""

RULES = "rules.jsonl"
"""What outlasts its days, for session starts: rules, what was kept, and what waits."""

INFERRED = "inferred from "
"""What the mark of a journal day begins with whose prompts were scored for candidates."""

_DAYS = 7  # what no run looked at for a week is no news
_NAME, _LOCK = "learned.json", "learned.lock"
_LOCK_SECONDS = 10.0


def load(store: layout.Store) -> dict[str, int]:
    """Bytes learnt from, by file name within the store."""
    marks = derived.record(store, _NAME)
    return {str(name): mark for name, mark in marks.items() if isinstance(mark, int)}


def not_inferred(store: layout.Store) -> list[str]:
    """The journal days that grew since their prompts were scored: of the last week, or marked.

    An import marks the older days that it adds to (`to_infer`).
    """
    known = load(store)
    marked = {name.removeprefix(INFERRED) for name in known if name.startswith(INFERRED)}
    days = sorted({*read.recent_days(store, _DAYS), *marked})
    return [one for one in days if known.get(INFERRED + one, 0) != files.size(store.path, one)]


def to_infer(store: layout.Store, sizes: dict[str, int]) -> None:
    """Have journal days looked at from these bytes on, where they are not already due."""
    known = load(store)
    update(store, {INFERRED + name: known.get(INFERRED + name, at) for name, at in sizes.items()})


def update(store: layout.Store, marks: dict[str, int], gone: Iterable[str] = ()) -> None:
    """Change some marks and delete others; another run's marks stay.

    A cache that can't be written, or that is locked for 10 seconds, is told in the log: what lies
    past the old marks is looked at again.
    """
    cache = layout.cache_directory(store)
    try:
        files.make_directory(cache)
        with lock.Held(cache, _LOCK_SECONDS, _LOCK):
            kept = {name: mark for name, mark in load(store).items() if name not in set(gone)}
            derived.keep(store, _NAME, kept | marks)
    except (OSError, errors.StoreError) as error:
        log.write("cache", error)
