"""The labelled turns are what they are said to be, and the benchmark counts as it says."""

from __future__ import annotations

import json
import os
import tempfile
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from benchmarks import extraction
from benchmarks import extraction_turns as turns

if TYPE_CHECKING:
    from pathlib import Path

# Of each split, for a rule that is lost to show; the figures themselves are in docs/extraction.md.
PRECISION = {"dev": 0.95, "test": 0.84, "unseen": 0.85}
RECALL = {"dev": 0.95, "test": 0.66, "unseen": 0.67}
TYPES = {"dev": 0.90, "test": 0.75, "unseen": 0.84}
P95_MS = 100.0  # twice the aim, slack for a busy machine

HALVES = ("dev", "test")
EMPTY = set("order question chat log code pasted progress hypothetical".split()) | set(
    "one-off quoted negated silent".split()
)
FULL = set("remember preference rule decision fact personal correction done retain".split())
EITHER = {"rambling", "mixed", "answer", "among"}
FIELDS = {"id", "lang", "split", "shape", "prompt", "answer", "keep"}
LABEL = {"text", "type", "must"}


@pytest.fixture(scope="module")
def labelled() -> list[turns.Turn]:
    return turns.read()


@pytest.fixture
def own_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the benchmark makes its stores."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def turn(*keep: turns.Label, prompt: str = "", answer: str = "", **fields: str) -> turns.Turn:
    named = {"id": "en-1", "lang": "en", "split": "dev", "shape": "remember"} | fields
    return turns.Turn(**named, prompt=prompt, answer=answer, keep=keep)


def label(kind: str, *must: str) -> turns.Label:
    return turns.Label(" ".join(must), kind, must, ())


def facts(*said: str) -> tuple[turns.Found, ...]:
    return tuple(turns.Found(one[0], one[2:]) for one in said)


@pytest.mark.parametrize("split", turns.SPLITS)
def test_every_line_has_the_fields_of_the_schema_and_no_others(split: str) -> None:
    for line in (turns.TURNS / f"{split}.jsonl").read_text("utf-8").splitlines():
        raw: dict[str, Any] = json.loads(line)
        assert raw.keys() == FIELDS, raw["id"]
        assert raw["split"] == split, raw["id"]
        for one in raw["keep"]:
            assert LABEL <= one.keys() <= LABEL | {"supersedes"}, raw["id"]
            assert one["type"] in {"W", "B", "O"}, raw["id"]
            assert 0 < len(one["text"]) <= extraction.LONGEST, raw["id"]
            assert one["must"], raw["id"]


def test_the_set_is_large_half_chinese_and_a_third_of_it_has_nothing_to_keep(
    labelled: list[turns.Turn],
) -> None:
    empty = sum(not one.keep for one in labelled)

    assert len(labelled) >= 330
    assert len({one.id for one in labelled}) == len(labelled)
    assert len({one.prompt for one in labelled}) == len(labelled)
    chinese = Counter(one.lang for one in labelled)["zh"]
    assert chinese / len(labelled) == pytest.approx(0.5, abs=0.02)
    assert 0.30 <= empty / len(labelled) <= 0.40
    assert {one.kind for each in labelled for one in each.keep} == {"W", "B", "O"}


def test_the_halves_are_alike_in_language_and_shape(labelled: list[turns.Turn]) -> None:
    dev, test = (
        Counter((one.shape, one.lang) for one in labelled if one.split == split)
        for split in HALVES
    )

    assert dev.keys() == test.keys()
    assert {shape for shape, _ in dev} == EMPTY | FULL | EITHER
    assert {lang for _, lang in dev} == set(turns.LANGUAGES)
    assert all(abs(dev[group] - test[group]) <= 1 for group in dev)
    assert abs(dev.total() - test.total()) <= 2


def test_the_unseen_turns_are_of_all_shapes_in_both_languages_a_third_with_nothing_to_keep() -> (
    None
):
    unseen = turns.read(("unseen",))
    shapes = Counter((one.shape, one.lang) for one in unseen)

    assert len(unseen) == 160
    assert Counter(one.lang for one in unseen) == {"en": 80, "zh": 80}
    assert 0.32 <= sum(not one.keep for one in unseen) / len(unseen) <= 0.35
    for lang in turns.LANGUAGES:
        assert {shape for shape, of in shapes if of == lang} == EMPTY | FULL | EITHER
    assert {one.kind for each in unseen for one in each.keep} == {"W", "B", "O"}


def test_a_turns_labels_are_as_its_shape_says(labelled: list[turns.Turn]) -> None:
    assert not [one.id for one in labelled if one.shape in EMPTY and one.keep]
    assert not [one.id for one in labelled if one.shape in FULL and not one.keep]


def test_every_keyword_is_in_lower_case_in_the_turn_and_in_the_fact_by_hand(
    labelled: list[turns.Turn],
) -> None:
    for one in labelled:
        said = f"{one.prompt}\n{one.answer}".casefold()
        for wanted in one.keep:
            assert turns.holds(turns.Found(wanted.kind, said), wanted), one.id
            assert turns.holds(turns.Found(wanted.kind, wanted.text), wanted), one.id
            assert all(word == word.casefold() for word in (*wanted.must, *wanted.supersedes))


def test_labels_and_facts_are_paired_one_to_one_as_many_as_can_be() -> None:
    wanted = turn(label("W", "port"), label("W", "port", "8443"))

    found = turns.outcome(wanted, facts("W the port is 8443", "W the port is open"))

    assert found.pairs == {0: 1, 1: 0}


def test_a_label_takes_the_fact_of_its_own_type() -> None:
    found = turns.outcome(turn(label("O", "tabs")), facts("W tabs here", "O we want TABS"))

    assert found.pairs == {0: 1}


def test_precision_recall_and_types_count_over_all_turns_together() -> None:
    outcomes = [
        turns.outcome(turn(label("O", "tabs")), facts("W tabs")),
        turns.outcome(turn(label("W", "caddy"), label("W", "redis")), facts("W caddy")),
        turns.outcome(turn(), facts("B ran the tests", "W it is late")),
    ]

    assert extraction.figures(outcomes) == {
        "turns": 3,
        "labels": 3,
        "facts": 4,
        "precision": 0.5,
        "recall": pytest.approx(2 / 3),
        "types": 0.5,
    }
    assert extraction.figures(outcomes[2:])["recall"] is None


def test_what_went_wrong_is_told_by_its_kind() -> None:
    outcomes = [
        turns.outcome(
            turn(label("O", "tabs"), label("W", "caddy")), facts("W tabs", "O tabs too", "B ran")
        ),
        turns.outcome(turn(label("W", "redis"), id="en-2"), facts("B redis")),
    ]

    assert turns.confusions(outcomes) == [
        turns.Confusion(turns.MISS, "en-1", "W caddy"),
        turns.Confusion(turns.REPEAT, "en-1", "W tabs"),
        turns.Confusion(turns.WRONG, "en-1", "B ran"),
        turns.Confusion(turns.TYPE, "en-2", "B for W: redis"),
    ]


def test_what_hooks_keep_of_a_prompt_and_an_answer_is_measured(own_directory: Path) -> None:
    wanted = turn(
        label("W", "argo cd"),
        label("O", "squash"),
        prompt="Remember that we deploy with Argo CD",
        answer="O(c=0.9) @maria: prefers squash merges",
    )
    before = dict(os.environ)

    (found,) = extraction.measure([wanted])

    assert found.pairs == {0: 0, 1: 1}
    assert [one.kind for one in found.found] == ["W", "O"]
    assert found.seconds > 0
    assert dict(os.environ) == before
    assert not list(own_directory.iterdir())


def test_each_split_has_rows_of_its_own() -> None:
    outcomes = [turns.outcome(turn(split=split), ()) for split in turns.SPLITS]

    assert list(extraction.groups(outcomes)) == [
        "dev en",
        "dev",
        "test en",
        "test",
        "unseen en",
        "unseen",
    ]


def test_texts_are_shown_only_when_asked_for() -> None:
    outcomes = [turns.outcome(turn(label("W", "caddy")), (), 0.002)] * 2

    plain, verbose = extraction.render(outcomes), extraction.render(outcomes, verbose=True)

    assert "missed (2): en-1, en-1" in plain
    assert "'W caddy'" not in plain
    assert "'W caddy'" in verbose
    assert "| dev en       |     2 |      2 |     0 |         - |    0.0 |     - |" in plain


@pytest.mark.parametrize("split", turns.SPLITS)
def test_the_product_keeps_what_people_would(
    split: str, own_directory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert extraction.main(["--split", split, "--format", "json"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert set(told["figures"]) == {split, f"{split} en", f"{split} zh"}
    reached = told["figures"][split]
    assert reached["precision"] >= PRECISION[split]
    assert reached["recall"] >= RECALL[split]
    assert reached["types"] >= TYPES[split]
    assert told["sizes"]["p95_ms"] <= P95_MS
    assert not list(own_directory.iterdir())
