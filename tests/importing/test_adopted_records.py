"""Taking over what another tool kept: once, dated, redacted, and without touching a note."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from memory_store import clock
from memory_store.importing import adopted_records, adoption
from memory_store.journal import notes
from memory_store.sources import kept
from memory_store.store import layout
from memory_store.upkeep import finish
from tests import given

if TYPE_CHECKING:
    import os

KEY = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
AT = 1_772_359_200.0


def fact(name: str, content: str, **fields: Any) -> kept.Fact:
    return kept.Fact(("tool", name), content, "W", 0.7, AT, **fields)


def adopt(store: layout.Store, *, dry: bool = False, **found: Any) -> adoption.Adoption:
    into = adoption.Adoption(store, dry=dry)
    adopted_records.adopt(into, kept.Collection(**found), "tool")
    return into


def test_facts_are_there_as_they_were_and_once(store: layout.Store) -> None:
    listed = [fact("1", "Use Argo CD", session="s-1"), fact("2", f"The key is {KEY}")]

    first = adopt(store, facts=listed)
    again = adopt(store, facts=[one._replace(moment=AT + 5) for one in listed])

    assert (first.counts, again.counts) == ({"facts": 2}, {"known": 2})
    one, other = reversed(given.living(store))
    assert (one["content"], one["created_at"]) == ("Use Argo CD", clock.stamp(AT))
    assert one["source"] == {"host": "tool", "session_id": "s-1", "via": "import"}
    assert "[redacted:" in other.content
    assert given.holding(KEY, store.path) == []


def test_what_is_known_here_gains_evidence_once(store: layout.Store) -> None:
    given.fact(store, "use  ARGO cd", days=3)

    first, second = (adopt(store, facts=[fact("1", "Use Argo CD")]) for _ in range(2))

    assert (first.counts, second.counts) == ({"again": 1}, {"known": 1})
    assert len(given.living(store)[0].evidence) == 1


def test_a_summary_is_there_once_and_none_beside_another(store: layout.Store) -> None:
    given.summary(store, session="known", topic="told here")
    listed = [
        kept.Summary(("t", name), name, "a topic", "a text", AT, ("left",))
        for name in ("known", "new")
    ]

    first, second = (adopt(store, summaries=listed) for _ in range(2))

    assert first.counts == {"known": 1, "summaries": 1}
    assert second.counts == {"known": 2}
    made = given.lines(store, layout.SESSIONS)[-1]
    assert (made["session_id"], made["created_at"]) == ("new", clock.stamp(AT))
    assert made["todos"] == ["left"]


def test_a_bad_record_is_told_and_the_rest_is_there(store: layout.Store) -> None:
    bad = [fact("1", "x" * 3_000), fact("2", KEY), fact("3", "good")]
    blank = kept.Summary(("t",), "s", "", "", AT)

    done = adopt(store, facts=bad, summaries=[blank], faults=["row 9: empty"])

    assert done.counts == {"facts": 1}
    assert len(done.faults) == 4


def test_a_note_is_there_once_and_another_of_its_name_is_left(store: layout.Store) -> None:
    one = kept.Note("a.md", f"# A\n{KEY}\n", AT)

    done = [adopt(store, notes=[one]) for _ in range(2)]
    notes.write(store, "b.md", "mine", AT)
    other = adopt(store, notes=[one._replace(name="b.md"), kept.Note("c.md", " \n", AT)])

    assert [one.counts for one in done] == [{"notes": 1}, {"known": 1}]
    assert notes.read(store, "b.md") == "mine"
    assert len(other.faults) == 1
    assert other.left_out == {"empty": 1}
    assert given.holding(KEY, store.path) == []


def test_dry_nothing_is_written(project: os.PathLike[str]) -> None:
    store = layout.project_store(str(project))

    done = adopt(
        store, dry=True, facts=[fact("1", "Use Argo CD")], notes=[kept.Note("a.md", "x", AT)]
    )

    assert done.counts == {"facts": 1, "notes": 1}
    assert not store.exists()


@pytest.mark.usefixtures("words_alone")
def test_turns_that_are_imported_beside_a_summary_make_no_other(store: layout.Store) -> None:
    adopt(store, summaries=[kept.Summary(("t",), "s-1", "a topic", "a text", AT)])
    for ago, source, told in ((7_200, "import", 1), (3_600, "a hook", 2)):
        given.event(store, "prompt", "s-1", ago=ago, text=f"from {source}", source=source)
        finish.bring_up_to_date(given.where(store), embed_seconds=None)

        assert len(given.lines(store, layout.SESSIONS)) == told
