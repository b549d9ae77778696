"""The benchmark measures what it says: known answers give known figures, through the product."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest

from benchmarks import retrieval
from benchmarks import retrieval_methods as methods
from benchmarks import retrieval_sets as sets
from memory_store import clock
from memory_store.journal import schema
from tests.embedders import hub

pytestmark = pytest.mark.long

LONG = "Nothing of interest is said here. " * 300
CORPUS: list[dict[str, Any]] = [
    {"id": "port", "text": "The staging database listens on port 6543", "ts": "2026-03-01"},
    {"id": "tea", "text": "Maria likes green tea in the morning", "session": "D1"},
    {"id": "cat", "text": "我家的猫喜欢在窗台上晒太阳", "ts": "11:01 am on 17 December, 2022"},
    {"id": "dog", "text": "小狗昨天把沙发咬坏了", "ts": None, "session": None},
    {"id": "report", "text": f"{LONG}\nThe zephyrine harbour closes at noon.", "ts": None},
    {"id": "twin", "text": "maria likes GREEN tea in the morning"},
]
QUERIES = [
    {"q": "which port has the staging database", "gold": ["port"], "kind": "fact"},
    {"q": "猫喜欢在哪里晒太阳", "gold": ["cat"], "kind": "fact"},
    {"q": "when does the zephyrine harbour close", "gold": ["report"], "kind": "fact"},
    {"q": "green tea in the morning", "gold": ["tea", "twin"], "kind": "fact"},
]
SHIPPED = ["fts", "vector", "hybrid"]


def write_set(folder: Path, name: str, **changes: Any) -> Path:
    found = {"name": name, "lang": "en", "corpus": CORPUS, "queries": QUERIES} | changes
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps([found]), "utf-8")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_set(tmp_path / "sets", "tiny")


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where stores and the model's arrays stay between tests."""
    return tmp_path_factory.mktemp("kept")


def measure(folder: Path, capsys: pytest.CaptureFixture[str], *options: str) -> Any:
    assert retrieval.main([str(folder), "--format", "json", *options]) == 0
    return json.loads(capsys.readouterr().out)


def outcome(found: str, gold: str) -> retrieval.Outcome:
    return retrieval.Outcome(list(found), frozenset(gold))


def test_recall_is_the_share_of_gold_among_the_first_and_mrr_goes_by_the_first_gold() -> None:
    outcomes = [
        outcome("abc", "a"),
        outcome("abcd", "bd"),
        outcome("abcdefg", "gx"),
        outcome("ab", "z"),
    ]

    figures = retrieval.figures_of(outcomes)

    assert figures.recall == {1: 25.0, 5: 50.0, 10: 62.5}
    assert figures.mrr == pytest.approx(100 * (1 + 1 / 2 + 1 / 7 + 0) / 4)
    assert figures.queries == 4


def test_rank_fusion_prefers_what_both_lists_have() -> None:
    fused = methods.fuse_ranks([["a", "b", "c"], ["c", "b", "d"]])

    assert fused == ["c", "b", "a", "d"]


@pytest.mark.torture
@pytest.mark.parametrize("kind", sets.KINDS)
def test_every_method_is_measured_on_every_question(
    folder: Path, kept: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    found = measure(folder, capsys, "--keep", str(kept), "--kind", kind)

    assert list(found) == ["tiny"]
    assert list(found["tiny"]) == list(methods.METHODS)
    for figures in found["tiny"].values():
        assert list(figures) == ["R@1", "R@5", "R@10", "MRR", "queries"]
        assert figures["queries"] == len(QUERIES)
    assert (
        found["tiny"]["fts"]
        == found["tiny"]["hybrid"]
        == pytest.approx(
            {"R@1": 100, "R@5": 100, "R@10": 100, "MRR": 100, "queries": len(QUERIES)}
        )
    )


def test_plain_fts5_finds_no_chinese_words_where_the_product_does(
    tmp_path: Path, kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_set(tmp_path / "sets", "chinese", queries=QUERIES[1:2])

    found = measure(folder, capsys, "--keep", str(kept), "--methods", "fts,unicode61,trigram")

    assert found["chinese"]["fts"]["R@1"] == 100
    assert found["chinese"]["trigram"]["R@1"] == 100
    assert found["chinese"]["unicode61"]["R@10"] == 0


def test_meaning_finds_what_shares_no_word_and_words_do_not(
    tmp_path: Path, kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = [{"q": "the cat enjoys the sunshine at the window", "gold": ["cat"], "kind": ""}]
    folder = write_set(tmp_path / "sets", "crossed", queries=asked)

    found = measure(folder, capsys, "--keep", str(kept), "--methods", "fts,vector,rrf")

    assert found["crossed"]["vector"]["R@1"] == 100
    assert found["crossed"]["fts"]["R@10"] == 0


@pytest.mark.torture
def test_a_second_run_gives_the_same_figures(
    folder: Path,
    kept: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    first = measure(folder, capsys, "--keep", str(kept), "--methods", ",".join(SHIPPED))
    fresh = measure(folder, capsys, "--methods", ",".join(SHIPPED))

    assert first == fresh
    assert not list(tmp_path.glob("memory-store-*"))


def test_another_model_is_measured_beside_the_shipped_one(
    folder: Path, kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hub.write(tmp_path / "other", "model.onnx")
    options = ["--keep", str(kept), "--methods", "fts,vector", "--model", str(tmp_path / "other")]

    found = measure(folder, capsys, *options)

    assert list(found["tiny"]) == ["fts", "vector", "vector:other"]
    assert found["tiny"]["vector:other"]["R@5"] > 0


def test_texts_that_say_the_same_count_as_one() -> None:
    texts = [sets.Text(id=one["id"], text=one["text"], moment=0, session="") for one in CORPUS]

    same = sets.Collection("tiny", texts, []).meaning_same()

    assert same == {
        "port": "port",
        "tea": "tea",
        "cat": "cat",
        "dog": "dog",
        "report": "report",
        "twin": "tea",
    }


def test_strictly_counted_a_text_that_is_merged_into_its_twin_is_not_found(
    folder: Path, kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--keep", str(kept), "--methods", "fts,porter"]

    merged = measure(folder, capsys, *options)
    strict = measure(folder, capsys, *options, "--strict")

    assert merged["tiny"]["fts"]["R@10"] == 100
    assert strict["tiny"]["fts"]["R@10"] == 87.5
    assert strict["tiny"]["porter"]["R@10"] == merged["tiny"]["porter"]["R@10"]


@pytest.mark.parametrize(("kind", "name"), [("fact", "facts.jsonl"), ("turn", "daily")])
def test_what_is_written_is_valid_and_keeps_dates_and_sessions(
    folder: Path, tmp_path: Path, kind: str, name: str
) -> None:
    collection = sets.read(str(folder), [], None)["tiny"][0]

    kept = sets.keep(collection, tmp_path, kind)

    root = Path(kept.store.path)
    files = [root / name] if kind == "fact" else sorted((root / name).iterdir())
    lines = [json.loads(line) for one in files for line in one.read_text("utf-8").splitlines()]
    written = {kept.id_of(line["id"]): line for line in lines}
    assert written.keys() == {"port", "tea", "cat", "dog", "twin"}
    assert kept.notes == 1
    assert [schema.faults("fact" if kind == "fact" else "event", line) for line in lines] == [
        [] for _ in lines
    ]
    dated = written["cat"]["created_at" if kind == "fact" else "timestamp"]
    assert clock.parse(dated) == clock.parse("2022-12-17T11:01:00Z")
    tea = written["tea"]
    assert (tea["source"] if kind == "fact" else tea)["session_id"] == "D1"


def test_an_empty_text_is_told_and_left_out(
    tmp_path: Path, kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = [*CORPUS, {"id": "void", "text": " "}]
    folder = write_set(tmp_path / "sets", "holey", corpus=corpus)

    assert retrieval.main([str(folder), "--keep", str(kept), "--methods", "fts"]) == 0

    told = capsys.readouterr()
    assert "7 texts, 1 of them as notes, 1 empty ones left out" in told.err
    assert "| holey            | fts          | 100.0 |" in told.out


def test_several_sets_have_a_mean_in_which_each_counts_the_same(
    tmp_path: Path, kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_set(tmp_path / "sets", "found")
    missed = [{"q": "wholly unheard of", "gold": ["dog"], "kind": ""}]
    write_set(folder, "missed", queries=missed)

    assert retrieval.main([str(folder), "--keep", str(kept), "--methods", "fts"]) == 0

    rows = [line.split("|")[1:4] for line in capsys.readouterr().out.splitlines()[2:]]
    shown = {name.strip(): float(value) for name, _, value in rows}
    assert shown == {"found": 100.0, "missed": 0.0, "mean": 50.0}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"queries": [{"q": "who", "gold": ["nobody"]}]}, "no text for the gold of 'who'"),
        ({"queries": [{"q": "who", "gold": []}]}, "no text for the gold of 'who'"),
        ({"corpus": [*CORPUS, CORPUS[0]]}, "two texts have the same id"),
        ({"corpus": None}, "is not a list of collections"),
    ],
)
def test_a_set_of_another_form_is_refused_with_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: Any, told: str
) -> None:
    folder = write_set(tmp_path / "sets", "broken", **changes)

    assert retrieval.main([str(folder)]) == 1

    error = capsys.readouterr().err
    assert "broken.json" in error
    assert told in error


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--sets", "tiny,other"], "no set other"),
        (["--methods", "fts,luck"], "no method luck"),
        (["--model", "/nowhere/at/all", "--methods", "vector"], "/nowhere/at/all"),
    ],
)
def test_what_is_not_there_is_told(
    folder: Path, kept: Path, capsys: pytest.CaptureFixture[str], options: list[str], told: str
) -> None:
    assert retrieval.main([str(folder), "--keep", str(kept), *options]) == 1

    assert told in capsys.readouterr().err
