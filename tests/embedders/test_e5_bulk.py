"""Many texts are embedded by fastembed, with the vectors that the forward pass makes of each."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from benchmarks import e5_graph
from memory_store.embedders import e5_bulk, e5_small, fastembed_models
from memory_store.store import log

pytestmark = pytest.mark.long

TEXTS = [
    "登录凭证多久会过期？",
    "Never force-push to main.",
    "部署 happens on Tuesday",
    "a",
    "字" * 90,
    "zebra 1, " * 400,
    "full～width ＡＢＣ ﬁne\u200b x <s> </s> <unk> <pad>",
    "ⵣⵣⵣ unknown ones in a row",
    " \t\u3000 a  b\x1fc\x85d",
    "E_CONN_RESET at src/net/socket.py:231 (0xDEADBEEF)",
]


@pytest.fixture(scope="module")
def cache(
    e5_weights_file: Path, mapped_models: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The arrays in a folder of their own, where more may be written."""
    assert e5_weights_file.exists()
    made = tmp_path_factory.mktemp("bulk")
    there = Path(e5_small.arrays_file(str(made)))
    there.parent.mkdir()
    os.link(e5_small.arrays_file(str(mapped_models)), there)
    return made


@pytest.fixture(scope="module")
def many(cache: Path) -> e5_small.E5Small:
    """The model, prepared for many texts, beside what another release left."""
    Path(e5_small.arrays_file(str(cache))).with_name("model.onnx").write_bytes(b"another")
    made = e5_small.load("", str(cache))
    made.prepare(e5_small.MANY)
    return made


def test_a_vector_is_the_same_whichever_engine_made_it(
    many: e5_small.E5Small, e5_alone: e5_small.E5Small
) -> None:
    assert isinstance(many._bulk, fastembed_models.FastembedModel)

    by_fastembed, by_ourselves = many.embed_documents(TEXTS), e5_alone.embed_documents(TEXTS)

    assert np.abs(by_fastembed - by_ourselves).max() < 1e-6


def test_a_text_has_the_same_vector_in_any_company(many: e5_small.E5Small) -> None:
    together = many.embed_documents(TEXTS)
    alone = np.concatenate([many.embed_documents([text]) for text in TEXTS])

    assert np.abs(together - alone).max() < 1e-6


def test_a_few_texts_do_not_wait_for_fastembed(cache: Path) -> None:
    few = e5_small.load("", str(cache))

    few.prepare(e5_small.MANY - 1)

    assert few._bulk is None


def test_the_graph_is_the_one_that_the_benchmark_makes(cache: Path) -> None:
    arrays = e5_graph.places(e5_small.arrays_file(str(cache)))

    assert e5_graph.model(arrays) == Path(e5_bulk.GRAPH).read_bytes()


@pytest.mark.usefixtures("many")
def test_a_graph_of_another_release_is_written_anew(cache: Path) -> None:
    graph = Path(e5_small.arrays_file(str(cache))).with_name("model.onnx")

    assert graph.read_bytes() == Path(e5_bulk.GRAPH).read_bytes()


@pytest.mark.parametrize("name", ["tokenizer.json", "config.json", "written.json", "model.onnx"])
@pytest.mark.usefixtures("many")
def test_a_damaged_file_is_written_anew(
    cache: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cut vocabulary would be refused, and one with a changed piece would change vectors."""
    monkeypatch.setattr(fastembed_models, "load_folder", lambda *_: NotLoaded())
    path = Path(e5_small.arrays_file(str(cache))).with_name(name)
    before = path.read_bytes()
    path.write_bytes(before[:-1] + b" ")

    e5_small.load("", str(cache)).prepare(e5_small.MANY)

    assert path.read_bytes() == before


class NotLoaded:
    """In place of the model, which takes a second to load."""

    def prepare(self) -> None: ...


def test_where_fastembed_fails_the_forward_pass_goes_on_and_the_log_says_so(
    cache: Path, e5_alone: e5_small.E5Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fastembed_models, "is_installed", lambda: False)
    model = e5_small.load("", str(cache))

    model.prepare(e5_small.MANY)

    assert "e5-small goes on without fastembed" in Path(log.path()).read_text("utf-8")
    assert np.array_equal(model.embed_documents(TEXTS[:2]), e5_alone.embed_documents(TEXTS[:2]))
