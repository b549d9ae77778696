"""The measure of extraction counts what is kept against what people read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from benchmarks import extraction

if TYPE_CHECKING:
    from pathlib import Path


SENTENCES = [
    ("a/one", 0, "Please fix the login.", 0),
    ("a/one", 0, "Remember that we deploy with Argo CD.", 2),
    ("a/one", 1, "Never say never mind, from now on.", 0),
    ("b/two", 0, "Our staging host moves in May.", 2),
    ("b/two", 1, "We always squash merges.", 1),
]


def labelled(folder: Path) -> str:
    labels = folder / "labels.jsonl"
    rows = [
        {"repo": repo, "file": "f", "prompt": prompt, "lang": "en", "text": text, "label": label}
        for repo, prompt, text, label in SENTENCES
    ]
    labels.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return str(labels)


@pytest.mark.long
def test_precision_and_recall_are_those_of_the_labels(tmp_path: Path) -> None:
    found = extraction.report(extraction.measure([labelled(tmp_path)], words=True))["standing"]

    assert found.kept == 3
    assert (found.precision[0], found.recall[0]) == (0.5, 0.5)
    assert found.precision[1] <= 0.5 <= found.precision[2]


def test_what_an_agent_kept_counts_as_standing_by_the_sentences_that_it_rests_on(
    tmp_path: Path,
) -> None:
    answers = {2: [[1]]}  # the third prompt's one sentence

    sessions = extraction.measure([labelled(tmp_path)], words=True, answers=answers)

    assert extraction.report(sessions)["standing"].recall[0] == 1.0


def test_what_is_no_file_of_labels_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert extraction.main([str(tmp_path / "none.jsonl")]) == 1
    assert "error" in capsys.readouterr().err
