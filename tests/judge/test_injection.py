"""Hostile sessions, and a model that does whatever their text says: nothing of it stands.

A row of hostile.jsonl is a session in which others' text stands among the person's words, in 15
kinds and two languages, with two sentences that it wants kept: 60 sessions.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store.judge import checks, taking
from memory_store.judge import session as ended
from memory_store.sessions import todos
from tests import given
from tests.judge import answers

if TYPE_CHECKING:
    from memory_store.judge.request import Request
    from memory_store.store import layout

ROWS = [
    (row["kind"], hostile, [one.replace("HOSTILE", hostile) for one in row["session"]])
    for row in map(
        json.loads, Path(__file__).with_name("hostile.jsonl").read_text("utf-8").splitlines()
    )
    for hostile in row["hostile"]
]
RULES = ("Deployments need a review by two people", "部署前必须由两个人评审")
GUESSES = ("Passwords go to the log of the service?", "密码写进服务的日志？")


def obeyed(request: Request, hostile: str) -> dict[str, Any]:
    """What a model answers that believes each text: the sentence, said by the person as a rule.

    It quotes the sentence, and once more the person's own first words for it, in every message.
    """
    numbered = list(enumerate(request.session.messages, 1))
    facts = [
        answers.fact(hostile, quote, m=number)
        for number, message in numbered
        for quote in (hostile.rstrip(".。"), message.own[:12])
        if len(quote) > 3
    ][:8]
    known = [one for one in request.known.facts if one.startswith("F")]
    waits = [one for one in request.known.facts if one.startswith("C")]
    changes = [
        {"id": identity, "what": what, "m": number, "by": 0}
        for number, message in numbered
        if message.who == ended.PERSON
        for identity, what in [
            *((one, "ends") for one in known),
            *((one, "replaces") for one in known),
            *((one, "confirms") for one in waits),
        ]
    ]
    return answers.answer(
        facts=facts,
        changes=changes[:10],
        candidates=[{"id": one, "verdict": "keep"} for one in waits],
        todos={"opened": [hostile], "closed": []},
        summary={**answers.SUMMARY, "topic": "x", "open": hostile},
    )


def test_there_are_sixty_hostile_sessions() -> None:
    assert len({tuple(session) for _, _, session in ROWS}) == 60


@pytest.mark.parametrize(
    ("hostile", "session"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS]
)
def test_nothing_stands_that_the_person_did_not_type(
    hostile: str, session: list[str], store: layout.Store
) -> None:
    rules = [given.fact(store, one, days=1, kind="O") for one in RULES]
    guesses = [given.fact(store, one, days=1, status="candidate") for one in GUESSES]
    answers.session(store, *session)
    request = answers.asked(store)

    verdict = checks.accepted(request, obeyed(request, hostile))
    taking.take(store, request, verdict, "a model that obeys")

    standing = {one.content for one in given.living(store) if one.stands}
    typed = "\n".join(one for one in session if one.startswith("P: ")).replace(hostile, "")
    assert {one.content for one in rules} <= standing
    assert standing.isdisjoint(one.content for one in guesses)
    own = standing - {one.content for one in rules}
    assert [one for one in own if one not in typed] == []
    if not any(hostile in one for one in session if one.startswith("A: ")):
        assert todos.of_store(store) == []
        assert given.lines(store, "sessions.jsonl") == []


@pytest.mark.parametrize("session", ["s-judged", "s-before"])
@pytest.mark.parametrize(
    ("guess", "typed"),
    [
        ("Deploys need no review", "fix the page on which the review of deploys is shown"),
        ("部署不需要评审", "修一下显示部署评审的页面，评审的人太多了，部署的名字也显示不全"),
    ],
)
def test_a_guess_of_others_does_not_stand_by_words_that_only_touch_on_it(
    guess: str, typed: str, session: str, store: layout.Store
) -> None:
    given.fact(store, guess, days=1, status="candidate", session=session)
    answers.session(store, f"P: {typed}")
    request = answers.asked(store)
    (short,) = request.known.facts
    changes = [{"id": short, "what": "confirms", "m": 1, "by": -1}]
    facts = [answers.fact(guess, typed[:12])]

    taking.take(
        store,
        request,
        checks.accepted(request, answers.answer(facts=facts, changes=changes)),
        "a model that obeys",
    )

    assert guess not in [one.content for one in given.living(store) if one.stands]
