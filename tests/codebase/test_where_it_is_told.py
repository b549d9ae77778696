"""A fact that the code has outlived says so wherever it is told, and stands behind fresh ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from memory_store.capture import explicit
from memory_store.cli import dispatch, flags, table
from memory_store.commands import chosen_facts, state
from memory_store.index import questions
from memory_store.journal import outlived
from memory_store.recall import earlier, relevant
from tests import given

if TYPE_CHECKING:
    from memory_store.journal.stored import Fact
    from memory_store.store import layout

pytestmark = pytest.mark.usefixtures("words_alone")

REMOVED: dict[str, object] = {
    "how": "removed",
    "what": "src/pay.ts",
    "where": "",
    "day": "2026-11-20",
}
MOVED: dict[str, object] = {
    "how": "moved",
    "what": "src/fee.ts",
    "where": "lib/fee.ts",
    "day": "2026-11-21",
}
SAYS = {
    "en": "src/pay.ts was removed on 2026-11-20; save what holds now",
    "zh": "src/pay.ts 已于 2026-11-20 删除；请保存现在的情况",
}


def two(store: layout.Store, kind: str = "W") -> tuple[Fact, Fact]:
    """A fact that the code has outlived, though it is newer, and a fresh one."""
    fresh = given.fact(store, "The payment limits are in the limits table", days=1, kind=kind)
    old = given.fact(store, "The payment limits are in src/pay.ts", kind=kind)
    outlived.keep(store, {old.id: [REMOVED]}, None)
    return old, fresh


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("kind", ["W", "O"])
def test_a_briefing(store: layout.Store, kind: str, language: str) -> None:
    two(store, kind)

    text = given.composed(store, "how", earlier.Sessions(), language).text

    assert SAYS[language] in text
    assert text.index("limits table") < text.index("src/pay.ts")


def test_recall(store: layout.Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_STORE_RECALL_MIN_SCORE", "0.1")
    old, fresh = two(store)

    found = relevant.to_prompt(
        given.where(store),
        "where are the payment limits in src/pay.ts?",
        [],
        "en",
        explicit.is_unsaved,
    )

    assert found.ids == [fresh.id, old.id]
    assert SAYS["en"] in found.text


def test_a_list_of_what_is_stale(store: layout.Store) -> None:
    old, _ = two(store)
    moved = given.fact(store, "Fees are counted in src/fee.ts")
    outlived.keep(store, {old.id: [REMOVED], moved.id: [MOVED]}, None)

    answer = dispatch.call("list", ["--stale"], given.where(store))

    listed: Any = answer.record["facts"]
    assert [one["id"] for one in listed] == [moved.id, old.id]
    assert listed[1]["outlived"] == [REMOVED]
    text = answer.text() if callable(answer.text) else answer.text
    assert "src/pay.ts was removed on 2026-11-20; edit it or take it back" in text
    assert "(src/fee.ts is lib/fee.ts since 2026-11-21)" in text


def test_doctor_until_it_is_taken_back(store: layout.Store) -> None:
    old, _ = two(store)

    def fault() -> str:
        (memory_,) = [one for one in state.here(call).memories if one.store.path == store.path]
        return next(one.fault for one in memory_.checks if one.name == "code")

    call = table.Call(flags.Values({"project": store.project}), given.where(store))

    assert "1 fact" in fault()
    given.retraction(store, old)
    assert fault() == ""


def test_the_inbox_of_the_page(store: layout.Store) -> None:
    old, _ = two(store)

    choice = chosen_facts.Choice(is_stale=True)
    (shown,), _ = chosen_facts.some([questions.Records(store)], choice, 5)

    assert (shown.record.id, shown.outlived) == (old.id, [REMOVED])
