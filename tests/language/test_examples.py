"""How texts in English and Chinese are read: the examples of examples.json."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import errors
from memory_store.language import (
    mood,
    names,
    numbered,
    occasions,
    plans,
    script,
    sentences,
    times,
    words,
)
from tests import examples

if TYPE_CHECKING:
    from collections.abc import Callable

NOW = dt.datetime(2026, 11, 18, 14, 30, tzinfo=dt.timezone(dt.timedelta(hours=8)))  # a Wednesday


def day_ahead(text: str) -> str | None:
    begins = plans.begins(text, NOW.replace(tzinfo=None))
    return begins.date().isoformat() if begins else None


def local(span: times.Span) -> list[str]:
    moments = [one.astimezone(NOW.tzinfo).isoformat().removesuffix("+08:00") for one in span]
    return [one.removesuffix(":00").removesuffix("T00:00") for one in moments]


def span_of(phrase: str) -> list[str] | None:
    try:
        return local(times.span(phrase, NOW))
    except errors.UsageError:
        return None


def events(turns: list[str | list[str]]) -> list[dict[str, str]]:
    pairs = [["prompt", one] if isinstance(one, str) else one for one in turns]
    return [{"type": kind, "text": text} for kind, text in pairs]


CALLS: dict[str, Callable[[Any], object]] = {
    "mood.asks": mood.asks,
    "names.find": names.find,
    "numbered.without": numbered.without,
    "occasions.find": occasions.find,
    "plans.begins": day_ahead,
    "script.is_chinese": script.is_chinese,
    "sentences.own": sentences.own,
    "times.span": span_of,
    "words.split": lambda text: sorted(words.split(text)),
    "written.of_session": lambda turns: script.of_session(events(turns), "nothing"),
    "written.chosen": lambda asked: script.chosen(asked[0], events(asked[1]), asked[2]),
    "written.of_machine": script.of_machine,
}


@pytest.mark.parametrize(("call", "given", "gives"), examples.beside(__file__))
def test_a_text_is_read_as_its_example_says(call: str, given: object, gives: object) -> None:
    assert CALLS[call](given) == gives
