"""What of a judge's answer is taken: each row of checks.jsonl is an error that a model made."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import errors
from memory_store.judge import checks
from tests import given
from tests.judge import answers

if TYPE_CHECKING:
    from memory_store.store import layout

TIERS = ("standing", "candidate")
ROWS = [
    json.loads(line)
    for line in Path(__file__).with_name("checks.jsonl").read_text("utf-8").splitlines()
]


def taken(store: layout.Store, row: dict[str, Any]) -> list[str]:
    """What a row's answer comes to: `stands`, `waits`, `confirms`, `ends`, `replaces`, …"""
    known = [
        given.fact(
            store, one.rstrip("?"), days=1, status="candidate" if "?" in one else "standing"
        )
        for one in row.get("known", ())
    ]
    answers.session(store, *row["session"])
    request = answers.asked(store)
    names = {one.id: short for short, one in request.known.facts.items()}
    shorts = [names[one.id] for one in known]
    text = json.dumps(row["answer"])
    for at, short in enumerate(shorts):
        text = text.replace(f"KNOWN{at}", short)
    verdict = checks.accepted(request, answers.answer(**json.loads(text)))
    found = ["stands" if one.stands else "waits" for one in verdict.facts]
    found += ["replaces" for one in verdict.facts if one.replaces]
    found += ["doubts" for one in verdict.facts if one.doubts]
    found += ["confirms"] * len(verdict.confirmed) + ["ends"] * len(verdict.ended)
    return found + ["drops"] * len(verdict.dropped)


@pytest.mark.parametrize("row", ROWS, ids=[one["promise"] for one in ROWS])
def test_of_an_answer_only_what_the_session_supports_is_taken(
    row: dict[str, Any], store: layout.Store
) -> None:
    assert taken(store, row) == row["taken"]


@pytest.mark.parametrize(
    "broken", [None, [], {}, {"facts": []}, answers.answer(facts=[{"m": "one"}])]
)
def test_an_answer_that_breaks_the_schema_is_none(broken: object, store: layout.Store) -> None:
    answers.session(store, "P: from now on use pnpm in this repository, not npm")

    with pytest.raises(errors.StoreError, match="schema"):
        checks.accepted(answers.asked(store), broken)
