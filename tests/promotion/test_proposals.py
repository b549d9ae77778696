"""What runs behind hooks: the list of what waits, or under `auto` the promotion itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from memory_store.journal import records
from memory_store.promotion import candidates, decisions, mention, proposals
from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    import pytest


def proved(store: layout.Store, content: str, **fields: Any) -> given.Record:
    evidence = [records.new_id("e", given.moment(days)) for days in (9, 5)]
    return given.fact(store, content, days=12, evidence=evidence, **fields)


def refresh(store: layout.Store) -> int:
    return proposals.refresh(given.where(store))


def core(store: layout.Store) -> str:
    return Path(store.path, layout.CORE).read_text("utf-8")


def test_what_proved_itself_waits_and_core_memory_is_not_touched(store: layout.Store) -> None:
    made = proved(store, "the API listens on port 8080")
    before = core(store)

    assert refresh(store) == 1
    assert mention.waiting(store) == [made["id"]]
    assert core(store) == before


def test_what_the_agent_proposed_waits_and_no_rule_that_was_said_once(store: layout.Store) -> None:
    given.fact(store, "never push to main", kind="O", confidence=1.0)
    assert refresh(store) == 0

    decisions.mark(store, [given.fact(store, "a fact")], candidates.PROPOSED)
    assert refresh(store) == 1


def test_what_the_user_wrote_into_core_memory_waits_no_more(store: layout.Store) -> None:
    proved(store, "the API listens on port 8080")
    assert refresh(store) == 1

    Path(store.path, layout.CORE).write_text("- The API listens on port 8080.\n", "utf-8")

    assert refresh(store) == 0


def test_what_the_users_own_memory_says_is_not_proposed_for_a_project(
    store: layout.Store, user_store: layout.Store
) -> None:
    proved(store, "prefers short answers", kind="O")
    Path(user_store.path, layout.CORE).write_text("- prefers short answers\n", "utf-8")

    assert refresh(store) == 0


def test_off_proposes_nothing(store: layout.Store, monkeypatch: pytest.MonkeyPatch) -> None:
    proved(store, "the API listens on port 8080")
    assert refresh(store) == 1
    monkeypatch.setenv("MEMORY_STORE_PROMOTION", "off")

    assert refresh(store) == 0
    assert mention.waiting(store) == []


def test_auto_writes_what_proved_itself_and_nothing_else(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_PROMOTION", "auto")
    proved(store, "the API listens on port 8080")
    given.fact(store, "never push to main", kind="O", confidence=1.0)
    decisions.mark(store, [given.fact(store, "merely proposed")], candidates.PROPOSED)

    assert refresh(store) == 1

    assert "- the API listens on port 8080\n" in core(store)
    assert "never push" not in core(store)
    assert "merely proposed" not in core(store)
    before = core(store)
    assert refresh(store) == 1
    assert core(store) == before


def test_auto_never_drops_a_line(store: layout.Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_STORE_PROMOTION", "auto")
    full = "## Facts\n" + "".join(f"- line {'x' * one}\n" for one in range(49))
    Path(store.path, layout.CORE).write_text(full, "utf-8")
    proved(store, "the API listens on port 8080")

    assert refresh(store) == 1
    assert core(store) == full


def test_a_project_cannot_set_promotion_by_itself(store: layout.Store) -> None:
    Path(store.path, layout.SETTINGS).write_text('{"promotion": "auto"}')
    proved(store, "the API listens on port 8080")
    before = core(store)

    assert refresh(store) == 1
    assert core(store) == before


def test_a_second_run_with_nothing_new_looks_at_no_fact(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    proved(store, "the API listens on port 8080")
    assert refresh(store) == 1
    monkeypatch.setattr(candidates, "find", None)

    assert refresh(store) == 1
