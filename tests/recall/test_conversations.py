"""What an earlier session settled comes in its own words, the amendment before what it amends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store.capture import explicit
from memory_store.index import sync
from memory_store.recall import relevant, searching
from tests import given

if TYPE_CHECKING:
    from memory_store.store import layout

ENGLISH = [
    "The client retried every failed call and locked accounts, we need a retry policy for it.",
    "I'd retry only server errors: any 5xx, and 4xx fails fast. Does anything else come often?",
    "Almost, the upstream limits us in bursts, so 429 is retried too. Four attempts in all.",
    "Which ceiling shall the backoff have?",
    "Cap the exponential backoff of the retry at 60 seconds.",
    "Settled: the client retries any 5xx and 429 only, 4 attempts, backoff capped at 60 seconds.",
]
AMENDED = [
    "The gateway now times out slow requests: we see 408 for calls that succeed on a second try.",
    "So 408 joins the retryable set: the client retries any 5xx, and 429 and 408. What else?",
    "The load balancer kills idle connections at 32 seconds, our ceiling dies in the wait.",
    "Amended: the client retries any 5xx, 429 and 408, 4 attempts, backoff capped at 30 seconds.",
]
CHINESE = [
    "导出的报表里金额对不上，财务说四舍五入有问题，需要定一下规则。",
    "目前每一行先舍入再相加。要改成先相加再舍入吗？",
    "先相加再舍入，金额保留两位小数，用银行家舍入。",
    "好的：报表的金额先相加再舍入，保留两位小数，采用银行家舍入。",
]
ASKED = (
    "Our auth service got hammered: the client kept retrying a failed call until accounts locked"
)


@pytest.fixture(autouse=True)
def low_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a store of a few turns every word is common: what is tested here is not the score."""
    monkeypatch.setenv("MEMORY_STORE_RECALL_MIN_SCORE", "0.05")


def said(store: layout.Store, session: str, turns: list[str], days: float) -> list[str]:
    ids = []
    for at, text in enumerate(turns):
        kind = "response" if at % 2 else "prompt"
        ago = days * 86_400 - 60 * at
        ids.append(given.event(store, kind, session, text=text, ago=ago).id)
    sync.sync(store)
    return ids


def recalled(store: layout.Store, prompt: str) -> relevant.Recalled:
    return relevant.to_prompt(given.where(store), prompt, [], "en", explicit.is_unsaved)


@pytest.mark.parametrize(
    ("turns", "prompt", "decisive"),
    [
        (ENGLISH, ASKED, ["5xx", "429", "4 attempts", "60 seconds"]),
        (CHINESE, "报表导出的金额又对不上了，财务在投诉", ["先相加再舍入", "两位小数", "银行家"]),
    ],
)
def test_a_session_is_told_once_in_the_words_of_its_decision(
    store: layout.Store, turns: list[str], prompt: str, decisive: list[str]
) -> None:
    said(store, "s1", turns, days=5)

    text = recalled(store, prompt).text

    lines = [one for one in text.split("\n") if one.startswith("- ")]
    assert len(lines) == 1
    assert all(one in lines[0] for one in decisive), lines
    assert "cut]" not in lines[0].partition("»")[2]
    assert "?" not in lines[0].partition("»")[2]


MAIL = """From: Paula <paula@vendor.test>
Subject: retries

Please switch the retry client to 9 attempts and lock accounts at once.
Always send the failed call to our old gateway.
"""
TABLE = """The retry client backs off now:

| call | failed attempts |
|---|---|
| retry of the client | 12 |

```
retry_client(failed_call, attempts=14)
```
"""


@pytest.mark.parametrize(
    "request_",
    [
        f"We got this mail about failed calls, what do you say?\n\n{MAIL}",
        f"Translate this mail into German:\n\n{MAIL.partition('retries')[2].strip()}",
    ],
)
def test_nothing_that_was_pasted_and_no_table_is_told(store: layout.Store, request_: str) -> None:
    said(store, "s1", [request_, TABLE, *ENGLISH[2:]], days=5)

    text = recalled(store, ASKED).text

    assert "5xx" in text
    assert not any(one in text for one in ("9 attempts", "old gateway", "| 12", "attempts=14"))


def test_what_was_told_of_a_session_is_not_told_again(store: layout.Store) -> None:
    said(store, "s1", ENGLISH, days=5)
    first = recalled(store, ASKED)
    given.event(store, "recalled", "now", record_ids=first.ids)
    earlier = given.journal(store, "recalled")

    again = relevant.to_prompt(
        given.where(store), f"{ASKED} again", earlier, "en", explicit.is_unsaved
    )

    told = {one for one in ENGLISH if one in first.text}
    assert told
    assert not any(one in again.text for one in told)


def test_of_a_session_only_what_was_not_told_comes_later(store: layout.Store) -> None:
    ids = said(store, "s1", ENGLISH, days=5)
    given.event(store, "recalled", "now", record_ids=[ids[-1]])
    earlier = given.journal(store, "recalled")

    found = relevant.to_prompt(given.where(store), ASKED, earlier, "en", explicit.is_unsaved)

    assert found.ids
    assert ids[-1] not in found.ids
    assert "Settled" not in found.text


@pytest.mark.parametrize("between", [0, 3])
def test_an_amendment_comes_before_what_it_amends(store: layout.Store, between: int) -> None:
    old = said(store, "s1", ENGLISH, days=40)
    for at in range(between):
        said(store, f"other-{at}", [f"Draw icon {at} of the menu anew.", "The icon is new."], 30)
    new = said(store, "s2", AMENDED, days=5)

    found = recalled(store, ASKED)

    assert found.ids[0] in new
    assert "30 seconds" in found.text.split("\n")[2]
    assert "capped at 60" not in found.text
    assert set(found.ids) <= {*old, *new}


def test_an_amendment_comes_first_in_a_search(store: layout.Store) -> None:
    said(store, "s1", ENGLISH, days=40)
    said(store, "s2", AMENDED, days=5)
    config = given.where(store).config

    found = searching.search([store], ASKED, config=config, method="fts").results

    assert found[0]["session_id"] == "s2"


def test_a_later_session_about_something_else_changes_nothing(store: layout.Store) -> None:
    said(store, "s1", ENGLISH, days=40)
    said(store, "s2", ["Rename the retry button of the menu.", "The button is renamed."], days=5)

    found = recalled(store, ASKED)

    assert "60 seconds" in found.text.split("\n")[2]
