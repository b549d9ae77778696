"""Adds notes to a store with their dates, cleaned and redacted. Must not change a note there."""

from __future__ import annotations

from memory_store import clock, errors
from memory_store.journal import notes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.importing import adoption
    from memory_store.sources import markdown_folder


def adopt(into: adoption.Adoption, note: markdown_folder.Note) -> None:
    """Add a note; `into` counts it.

    Raises:
        StoreError: the store can't be written.
    """
    text = notes.sound(note.text)
    before = notes.read(into.store, note.name)
    if into.is_forgotten({"text": text, "created_at": clock.stamp(note.moment)}):
        return
    if not text.strip():
        into.left_out[errors.Message("empty")] += 1
    elif before == text:
        into.counts["known"] += 1
    elif before is not None:
        reason = "another note of that name is there, and stays as it is"
        into.faults.append(f"{note.name}: {reason}")
    else:
        if not into.dry:
            notes.write(into.store, note.name, text, note.moment)
        into.counts["notes"] += 1
