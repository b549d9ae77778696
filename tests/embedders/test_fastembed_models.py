"""fastembed runs a model from a folder, and tells in words what it can't run."""

from __future__ import annotations

import os
import shutil
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest

from memory_store import errors
from memory_store.embedders import catalog, fastembed_models, fastembed_pull
from tests.embedders import hub

if TYPE_CHECKING:
    from pathlib import Path

    from memory_store.embedders import base


def test_vectors_are_the_means_of_pieces_with_the_prefix_of_e5_on_both_sides(
    in_folder: base.Embedder,
) -> None:
    texts = ["Logs are kept.", "ports", "a longer text of several words"]

    rows = [*in_folder.embed_documents(texts), in_folder.embed_query(texts[0])]

    expected = [hub.mean(f"query: {text}") for text in (*texts, texts[0])]
    np.testing.assert_allclose(rows, expected, atol=1e-5)


@pytest.mark.long
@pytest.mark.parametrize(
    "model", ["", "intfloat/multilingual-e5-large", "no/such-model", "./gone"]
)
def test_a_model_that_is_not_here_is_told_at_once_and_not_downloaded(
    model: str,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    with pytest.raises(errors.StoreError, match="fastembed cannot use") as caught:
        catalog.load("fastembed", model, str(tmp_path))

    assert "download" in caught.value.hint
    assert pauses == [], "retries would wait for 41 s"
    assert capfd.readouterr() == ("", "")


def test_offline_ends_with_the_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for before in (None, "0"):
        monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
        if before:
            monkeypatch.setenv("HF_HUB_OFFLINE", before)
        with pytest.raises(errors.StoreError):
            catalog.load("fastembed", "no/such-model", str(tmp_path))

        assert os.environ.get("HF_HUB_OFFLINE") == before


def test_weights_that_are_no_model_are_told_when_they_are_opened(
    folder: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(folder, broken)
    os.truncate(broken / "model.onnx", 1_000)
    embedder = catalog.load("fastembed", str(broken), "")

    with pytest.raises(errors.StoreError, match="fastembed cannot use"):
        embedder.prepare()


def test_the_networked_default_is_a_model_that_fastembed_lists() -> None:
    from fastembed import TextEmbedding

    listed = {model["model"]: model for model in TextEmbedding.list_supported_models()}

    assert listed[fastembed_models.DEFAULT_MODEL]["dim"] == 384


def test_a_folder_that_was_opened_is_not_among_the_models_to_download(
    in_folder: base.Embedder, tmp_path: Path
) -> None:
    in_folder.embed_query("ports")

    offered = [model.name for model in fastembed_pull.listed(str(tmp_path))]

    assert fastembed_models.DEFAULT_MODEL in offered
    assert not any(name.startswith("memory-store/") for name in offered)
