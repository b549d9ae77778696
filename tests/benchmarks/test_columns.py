"""What the benchmark of whole sessions does with a judge's recorded answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks import columns
from memory_store.judge import request
from memory_store.judge import session as ended
from tests import given

if TYPE_CHECKING:
    from memory_store.store import layout


def test_an_answer_names_what_the_next_run_calls_otherwise(store: layout.Store) -> None:
    asked = []
    for session in ("s-1", "s-2"):
        fact = given.fact(store, "Invoices are sent as PDF", status="candidate")
        given.event(store, "prompt", session, text="Invoices are sent as PDF")
        given.event(store, "response", session, text="OK.")
        found = ended.named(store, session)
        assert found is not None
        asked.append(request.of(store, found).text)
        given.retraction(store, fact)
    then, now = asked
    (name,) = [one for one, _ in columns._LISTED.findall(then)]
    (other,) = [one for one, _ in columns._LISTED.findall(now)]
    answer = {"candidates": [{"id": name, "verdict": "wait"}], "facts": []}

    assert name != other
    assert columns.named_anew(answer, then, now)["candidates"] == [
        {"id": other, "verdict": "wait"}
    ]
