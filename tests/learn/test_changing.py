"""What changes a known fact is kept, though alone it might be an order of the moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from memory_store.journal import records
from memory_store.learn import changing, retain
from tests import given

if TYPE_CHECKING:
    from memory_store import layout


def found(known: str, said: str) -> list[tuple[str, str]]:
    event = records.event("prompt", "s-2", "cursor", text=said)
    fact: given.Record = {"id": "f_1", "type": "O", "content": known}
    return [(one.kind, one.content) for one in changing.candidates(event, [fact], retain._CHANGES)]


@pytest.mark.parametrize(
    ("known", "said", "kept"),
    [
        ("例会在周三", "例会改到周四吧", "例会改到周四吧"),
        ("超时是 60 秒", "超时改成 30 秒吧，太慢", "超时改成 30 秒吧，太慢"),
        ("We deploy on Fridays", "Deploy on Thursdays instead", "Deploy on Thursdays instead"),
        ("日誌保留 30 天", "日誌保留改成 90 天", "日誌保留改成 90 天"),
    ],
)  # fmt: skip
def test_a_change_of_what_is_known_is_kept_as_it_was_said(
    known: str, said: str, kept: str
) -> None:
    assert [one for _, one in found(known, said)] == [kept]


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("例会在周三", "评审改到周四吧"),
        ("网关端口是 8080", "订单服务端口改成 9090 吧"),
        ("网关端口是 8080", "网关端口改成 9090 行吗？"),
        ("网关端口是 8080", "网关端口怎么改成 9090 了"),
        ("网关端口是 8080", "如果网关端口改成 9090"),
        ("网关端口是 8080", "网关端口临时改成 9090"),
        ("We deploy on Fridays", "What if we deploy on Thursdays instead"),
        ("网关端口是 8080", "网关端口改成 9090 吧，这个不用记"),
    ],
)
def test_what_changes_nothing_known_or_is_not_settled_is_left(known: str, said: str) -> None:
    assert found(known, said) == []


def test_without_the_fact_that_it_changes_it_stays_an_order(store: layout.Store) -> None:
    event = records.event("prompt", "s-2", "cursor", text="超时改成 30 秒吧")

    assert retain.keep(given.where(store), [event]) == 0

    given.fact(store, "超时是 60 秒", days=2)
    assert retain.keep(given.where(store), [event]) > 0
