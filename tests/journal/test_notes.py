"""Notes that were imported: clean, without secrets, as old as they were."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from memory_store import clock, errors
from memory_store.journal import notes

if TYPE_CHECKING:
    from memory_store.store import layout


def test_a_note_is_written_with_its_own_date_for_its_user_alone(store: layout.Store) -> None:
    notes.write(store, "a.md", "# A\n文字", 1_700_000_000.0)

    state = os.stat(os.path.join(store.path, "notes", "a.md"))
    assert (state.st_mtime, state.st_mode & 0o777) == (1_700_000_000.0, 0o600)
    assert notes.read(store, "a.md") == "# A\n文字"
    assert notes.read(store, "b.md") is None


def test_a_date_in_the_future_is_now(store: layout.Store) -> None:
    notes.write(store, "a.md", "x", clock.now() + 1e6)

    assert os.stat(os.path.join(store.path, "notes", "a.md")).st_mtime <= clock.now()


def test_secrets_private_parts_and_what_cannot_be_seen_are_taken_out() -> None:
    text = "key ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8\n<private>diary</private>\nz\u200bero"

    sound = notes.sound(text)

    assert "ghp_" not in sound
    assert "diary" not in sound
    assert "zero" in sound


def test_a_link_in_the_place_of_the_notes_is_not_followed(
    store: layout.Store, tmp_path: os.PathLike[str]
) -> None:
    os.symlink(tmp_path, os.path.join(store.path, "notes"))

    with pytest.raises(errors.StoreError):
        notes.write(store, "a.md", "x", 0.0)
