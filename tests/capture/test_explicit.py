"""What a prompt asks to have kept, in so many words; examples.json has the prompts."""

from __future__ import annotations

from memory_store.capture import explicit
from tests import growth


def test_a_statement_is_sure_and_has_the_names_of_its_sentence() -> None:
    (found,) = explicit.statements("Remember that Wang owns `billing-api` on atlas-3.internal")

    assert found.entities == ["billing-api", "Wang", "atlas-3.internal"]
    assert (found.status, found.how, found.confidence) == ("standing", "asked", 1.0)


def test_the_time_grows_with_the_text_and_no_more() -> None:
    line = "we always said, from now on, that it is so; and remember, and so on, 以后都这样吧 "

    assert growth.of(explicit.statements, lambda count: line * count, 50) < growth.MOST
