"""A prompt without a sign of change loads nothing more, so no change may go without a sign."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import memory_store
from memory_store.capture import changing
from memory_store.facts import statement
from memory_store.language import signs
from tests import given

if TYPE_CHECKING:
    from memory_store.store import layout

LABELS = Path(memory_store.__file__).parents[1] / "benchmarks/labels/relations.jsonl"


def test_no_statement_of_a_change_goes_without_a_sign() -> None:
    newer = [json.loads(line)["newer"] for line in LABELS.read_text("utf-8").splitlines()]
    read = [(one, statement.read(one)) for one in newer]
    changes = [
        text
        for text, one in read
        if one.changes or one.weak_changes or {"correcting", "ending"} & one.marks
    ]

    assert len(changes) > len(newer) / 3
    assert [one for one in changes if not signs.may_change(one)] == []


@pytest.mark.parametrize("prompt", ["fix the typo in the header", "继续", "加一个按钮", "how so?"])
def test_an_everyday_prompt_has_none(prompt: str) -> None:
    assert not signs.may_change(prompt)


@pytest.mark.parametrize(
    ("known", "request_"),
    [
        ("用 npm 安装依赖", "npm 不用再提了"),
        ("端口是 8080", "端口是 8080 那条作废"),
        ("we deploy on Fridays", "forget that we deploy on Fridays"),
        ("the port is 8080", "Forget that the port is 8080, please"),
    ],
)
def test_a_request_to_forget_changes_no_fact(
    known: str, request_: str, store: layout.Store
) -> None:
    assert signs.may_forget(request_)
    assert changing.changed(request_, [given.fact(store, known)]) is None
