"""Facts, summaries and events as values: what a line holds, with one answer for each question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_store import clock, codec
from memory_store.journal import read, records, stored
from tests.given import unsaved_fact
from tests.journal.test_records import FIELDS, JSON

MEMBERS = (
    *("id", "content", "type", "confidence", "evidence", "related", "supersedes", "op", "via"),
    *("is_answer", "is_asked", "is_imported", "is_pinned", "lasts", "stands", "status"),
    *("begins", "ends", "visibility"),
)
"""What a fact answers alike before and after it was made sound."""


@pytest.mark.long
@given(st.dictionaries(st.text(max_size=12), JSON, max_size=6))
def test_unknown_fields_and_their_order_survive_a_change(line: dict[str, object]) -> None:
    made = stored.Fact(line).changed(content="other")

    kept = [name for name in line if name not in ("content", "op", "updated_at")]
    assert [name for name in made if name in kept] == kept
    assert all(made[name] == line[name] for name in kept)


@given(st.dictionaries(st.sampled_from([*FIELDS, "status", "pinned", "related"]), JSON))
def test_members_have_their_types_whatever_a_file_holds(line: dict[str, object]) -> None:
    for value in (stored.Fact(line), stored.Summary(line), stored.Entry(line)):
        assert isinstance(value.id, str)
        assert isinstance(value.type, str)
        assert 0.0 <= value.moment <= clock.now()
    made = stored.Fact(line)
    assert 0.0 <= made.confidence <= 1.0
    assert made.via in stored.VIAS
    assert made.status in ("", *stored.STATUSES)
    assert made.visibility in stored.VISIBILITIES
    assert {type(one) for one in (*made.evidence, *made.related, *made.entities)} <= {str}


SOURCES = st.fixed_dictionaries(
    {},
    optional={
        "via": st.sampled_from([*stored.VIAS, "telepathy"]) | JSON,
        "by": st.sampled_from(["agent", "user"]) | JSON,
        "how": st.sampled_from(["asked", "accepted"]) | JSON,
    },
)
DISPUTED = {
    "status": st.sampled_from([*stored.STATUSES, "disputed"]) | JSON,
    "confidence": st.sampled_from([0, 0.5, 1, 1.0, 2, -1]) | JSON,
    "pinned": st.booleans() | JSON,
    "op": st.sampled_from([*stored.OPS, "merge"]),
    "visibility": st.sampled_from([*stored.VISIBILITIES, "world"]) | JSON,
    "type": st.sampled_from(records.TYPES),
    "source": SOURCES | JSON,
    "valid_from": st.sampled_from(["2026-11-21", "2026", "soon"]),
    "valid_to": st.sampled_from(["2026-11-21T22:54:01.123Z", 7]),
}


@given(st.fixed_dictionaries({}, optional=DISPUTED))
def test_a_fact_answers_alike_before_and_after_it_was_made_sound(line: dict[str, object]) -> None:
    raw = unsaved_fact("f_1", **line)
    sound = records.as_fact(raw)

    assert sound is not None
    answers = {name: getattr(sound, name) for name in MEMBERS if name != "op"}
    assert answers == {name: getattr(raw, name) for name in answers}


def test_what_a_file_says_otherwise_is_seen_by_that_comparison() -> None:
    """The control."""
    raw, other = unsaved_fact("f_1", pinned=True), unsaved_fact("f_1", pinned="yes")

    assert [name for name in MEMBERS if getattr(raw, name) != getattr(other, name)] == [
        "is_pinned",
        "lasts",
    ]


def test_a_value_is_written_as_the_line_that_it_was_read_from() -> None:
    line = '{"id":"f_1","zeta":[1,{"a":null}],"content":"用 uv","alpha":true}'

    (made,) = map(stored.Fact, read.parse_line(line.encode()))

    assert codec.render(made) == line


def test_other_values_make_another_fact_and_leave_the_first_as_it_was() -> None:
    made = unsaved_fact("f_1")

    other = made.with_(content="other", pinned=None)

    assert (made.content, other.content) == ("content of f_1", "other")
    assert "pinned" not in made
    assert "pinned" in other
    assert isinstance(other, stored.Fact)


def test_a_record_that_was_read_says_when_it_was_made_at_most_now() -> None:
    assert stored.Fact({"created_at": "2026-01-01T00:00:00Z"}).moment == 1_767_225_600.0
    assert stored.Fact({"created_at": "2099-01-01T00:00:00Z"}).moment <= clock.now()
    for value in (None, 7, "", "soon", "2026-01-01T00:00:nanZ"):
        assert stored.Fact({"created_at": value}).moment == 0.0
    assert stored.Entry().moment == 0.0


def test_a_changed_or_retracted_fact_is_written_whole() -> None:
    made, _ = records.fact("Use uv.", source={"via": "agent"})

    changed = made.changed(confidence=1.0)
    assert changed == {
        **made,
        "op": "update",
        "updated_at": changed["updated_at"],
        "confidence": 1,
    }
    assert made.retracted()["op"] == "retract"
    assert (clock.parse(changed["updated_at"]) or 0) >= (clock.parse(made["created_at"]) or 0)
    assert records.checked("fact", changed)


def test_a_fact_was_said_last_when_its_newest_evidence_was_made() -> None:
    own, later = 1_790_000_000.0, 1_790_900_000.0
    made = unsaved_fact("f_1", created_at=clock.stamp(own))

    assert made.last_said() == own
    assert made.with_(evidence=[records.new_id("e", later), "e_1", 7]).last_said() == later
