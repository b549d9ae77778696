"""What was forgotten is known again by its digests alone, and refused as long as it should be."""

from __future__ import annotations

import json
import os
from hashlib import blake2b
from pathlib import Path

import hypothesis
import pytest
from hypothesis import strategies as st

from memory_store import clock
from memory_store.journal import append, forgotten
from memory_store.store import layout

KEY = b"k" * 32
HOUR = 3600.0


def known(**said: list[str]) -> forgotten.Forgotten:
    found = forgotten.Forgotten(KEY)
    contents, texts, runs = (said.get(name, []) for name in ("contents", "texts", "runs"))
    for one in forgotten.notes(KEY, contents=contents, texts=texts, runs=runs):
        found.add(one)
    return found


def fact(content: str, via: str = "capture", ago: float = 0.0) -> dict[str, object]:
    then = clock.stamp(clock.now() - ago)
    return {"id": "f_1", "content": content, "created_at": then, "source": {"via": via}}


def event(text: str, ago: float = 0.0) -> dict[str, object]:
    return {
        "id": "e_1",
        "type": "prompt",
        "text": text,
        "timestamp": clock.stamp(clock.now() - ago),
    }


@pytest.mark.parametrize("said", ["The cage is blue", "the  CAGE is\nblue.", "Ｔhe cage is blue!"])
def test_a_fact_that_says_just_that_is_refused_in_any_writing(said: str) -> None:
    found = known(contents=["The cage is blue"])
    one_line = " ".join(said.split())

    assert found.refuses(fact(one_line, ago=-HOUR))
    assert found.refuses(fact(one_line, "agent", ago=-HOUR))
    assert not found.refuses(fact("The cage is blue and large", ago=-HOUR))


def test_a_person_may_save_it_again_and_what_is_older_stays_refused() -> None:
    found = known(contents=["The cage is blue"])

    assert not found.refuses(fact("The cage is blue", "user", ago=-1))
    assert found.refuses(fact("The cage is blue", "user", ago=HOUR))


def test_a_run_of_words_is_found_within_a_text_of_before() -> None:
    found = known(runs=["zanzibar-quokka-77"])

    assert found.refuses(event("open with ZANZIBAR quokka 77, please", ago=HOUR))
    assert not found.refuses(event("open with zanzibar quokka 78, please", ago=HOUR))


def test_later_it_may_be_said_again(monkeypatch: pytest.MonkeyPatch) -> None:
    found = known(runs=["zanzibar-quokka-77"])
    later = clock.now() + 601
    assert found.refuses(event("zanzibar quokka 77"))
    monkeypatch.setattr(clock, "now", lambda: later)

    assert not found.refuses(event("zanzibar quokka 77"))


@pytest.mark.parametrize("written_ago", [HOUR / 2, -24 * HOUR])
def test_a_forgetting_by_a_clock_that_was_ahead_counts_as_of_when_it_was_written(
    store: layout.Store, written_ago: float
) -> None:
    (one,) = forgotten.notes(forgotten.key_to_write(), contents=[], texts=[], runs=["blue cage"])
    one["forgotten_at"] = clock.stamp(clock.now() + 3650 * 24 * HOUR)
    path = Path(store.path, layout.FORGOTTEN)
    path.write_text(json.dumps(one) + "\n", "utf-8")
    written = clock.now() - written_ago
    os.utime(path, (written, written))

    loaded = forgotten.load(store)

    assert loaded is not None
    assert not loaded.refuses(fact("the blue cage is open", "user"))
    assert not loaded.refuses(event("what of the blue cage"))
    assert loaded.refuses(event("what of the blue cage", ago=HOUR))
    assert loaded.refuses(fact("the blue cage is open", "user", ago=HOUR))


def test_a_line_of_few_words_is_anybodys() -> None:
    found = known(texts=["thank you\nthe cage of the zoo is blue\n好的"])

    assert not found.refuses(event("Thank you", ago=HOUR))
    assert not found.refuses(event("好的", ago=HOUR))
    assert found.refuses(event("so:\nThe cage of the zoo is blue", ago=HOUR))


def test_han_characters_are_words() -> None:
    assert forgotten.words("部署用ArgoCD，周五") == ["部", "署", "用", "argocd", "周", "五"]


@hypothesis.given(st.text(), st.text())
def test_no_text_makes_it_fail(one: str, other: str) -> None:
    found = known(contents=[one], texts=[one], runs=[one])

    assert isinstance(found.refuses(event(other, ago=HOUR)), bool)
    if forgotten.words(one):
        assert found.refuses(event(f"{one} {other}", ago=HOUR)) or not one.isascii()


@pytest.mark.parametrize(
    "line",
    ["", "{}", "torn {", '{"digest": 1, "tokens": 0}', '{"digest": "x", "tokens": "y"}', "\x00"],
)
def test_a_damaged_line_of_the_file_costs_itself_alone(store: layout.Store, line: str) -> None:
    key = forgotten.key_to_write()
    (one,) = forgotten.notes(key, contents=["The cage is blue"], texts=[], runs=[])
    Path(store.path, layout.FORGOTTEN).write_text(f"{line}\n{json.dumps(one)}\n", "utf-8")

    assert (
        append.append_locked(store, layout.FACTS, [fact("The cage is blue")], durable=False) == 1
    )
    assert append.append_locked(store, layout.FACTS, [fact("The cage is red")], durable=False) == 0


def test_without_its_key_nothing_is_refused(store: layout.Store) -> None:
    key = forgotten.key_to_write()
    noted = forgotten.notes(key, contents=["The cage is blue"], texts=[], runs=[])
    append.append(store, layout.FORGOTTEN, noted)
    Path(layout.config_directory(), "forget.key").unlink()

    assert (
        append.append_locked(store, layout.FACTS, [fact("The cage is blue")], durable=False) == 0
    )


def test_digests_that_stand_in_files_are_made_as_before() -> None:
    digest = forgotten.digester(b"k" * 32)

    assert digest(b"a b") == "3ae6eecc17bb0ac47a457a8efcefe0df"
    assert digest(b"a b") == blake2b(b"a b", digest_size=16, key=b"k" * 32).hexdigest()
