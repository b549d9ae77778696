"""Taking over notes and summaries: once, dated, redacted, and without touching a note."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store import clock
from memory_store.importing import adopted_notes, adoption
from memory_store.journal import notes, records
from memory_store.sources import markdown_folder
from memory_store.store import layout
from memory_store.upkeep import finish
from tests import given

if TYPE_CHECKING:
    import os

KEY = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
AT = 1_772_359_200.0


def adopt(
    store: layout.Store, *found: markdown_folder.Note, dry: bool = False
) -> adoption.Adoption:
    into = adoption.Adoption(store, dry=dry)
    for note in found:
        adopted_notes.adopt(into, note)
    return into


def test_a_note_is_there_once_and_another_of_its_name_is_left(store: layout.Store) -> None:
    one = markdown_folder.Note("a.md", f"# A\n{KEY}\n", AT)

    done = [adopt(store, one) for _ in range(2)]
    notes.write(store, "b.md", "mine", AT)
    blank = markdown_folder.Note("c.md", " \n", AT)
    other = adopt(store, one._replace(name="b.md"), blank)

    assert [one.counts for one in done] == [{"notes": 1}, {"known": 1}]
    assert notes.read(store, "b.md") == "mine"
    assert len(other.faults) == 1
    assert other.left_out == {"empty": 1}
    assert given.holding(KEY, store.path) == []


def test_dry_nothing_is_written(project: os.PathLike[str]) -> None:
    store = layout.project_store(str(project))

    done = adopt(store, markdown_folder.Note("a.md", "x", AT), dry=True)

    assert done.counts == {"notes": 1}
    assert not store.exists()


@pytest.mark.usefixtures("words_alone")
def test_turns_that_are_imported_beside_a_summary_make_no_other(store: layout.Store) -> None:
    into = adoption.Adoption(store, dry=False)
    line, _ = records.summary(
        "s-1",
        topic="a topic",
        text="a text",
        decisions=[],
        todos=[],
        source={"host": "claude", "session_id": "s-1", "via": "import"},
        origin="automatic",
    )
    into.add_summary(line.with_(created_at=clock.stamp(AT)))
    into.write()
    for ago, source, told in ((7_200, "import", 1), (3_600, "a hook", 2)):
        given.event(store, "prompt", "s-1", ago=ago, text=f"from {source}", source=source)
        finish.bring_up_to_date(given.where(store), embed_seconds=None)

        assert len(given.lines(store, layout.SESSIONS)) == told
