"""What a model's folder tells before it is opened, and what is said of one that tells nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from memory_store import errors
from memory_store.embedders import fastembed_folders

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "some-model"
    made.mkdir()
    (made / "model.onnx").write_bytes(bytes(range(256)) * 4_000)
    (made / "config.json").write_text(json.dumps({"hidden_size": 384}))
    for name in ("tokenizer.json", "tokenizer_config.json"):
        (made / name).write_text("{}")
    return made


@pytest.mark.parametrize("weights", ["model.onnx", "onnx/model.onnx"])
def test_a_folder_is_read_with_weights_where_the_hub_has_them(folder: Path, weights: str) -> None:
    (folder / "onnx").mkdir()
    (folder / "model.onnx").rename(folder / weights)

    found = fastembed_folders.read(str(folder))

    assert (found.name, found.dimensions, found.weights) == ("some-model", 384, weights)
    assert found.prefixes == ("", "")


def test_the_revision_follows_the_content_and_not_the_place(folder: Path, tmp_path: Path) -> None:
    before = fastembed_folders.read(str(folder)).revision
    moved = folder.rename(tmp_path / "moved")

    assert fastembed_folders.read(str(moved)).revision == before


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("model.onnx", bytes(range(256)) * 4_000 + b" "),
        ("model.onnx", bytes(range(255, -1, -1)) * 4_000),
        ("tokenizer.json", b"{} "),
        ("config.json", b'{"hidden_size": 384} '),
    ],
    ids=["longer weights", "weights of the same length", "tokenizer", "config"],
)
def test_another_content_is_another_revision(folder: Path, name: str, content: bytes) -> None:
    before = fastembed_folders.read(str(folder)).revision
    (folder / name).write_bytes(content)

    assert fastembed_folders.read(str(folder)).revision != before


@pytest.mark.parametrize(
    "name", ["model.onnx", "config.json", "tokenizer.json", "tokenizer_config.json"]
)
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()

    with pytest.raises(errors.StoreError, match=name) as caught:
        fastembed_folders.read(str(folder))

    assert "hidden_size" in caught.value.hint


@pytest.mark.parametrize(
    "config", ["", "[]", "{}", '{"hidden_size": null}', '{"hidden_size": "x"}']
)
def test_a_config_without_dimensions_is_told(folder: Path, config: str) -> None:
    (folder / "config.json").write_text(config)

    with pytest.raises(errors.StoreError, match="no usable model"):
        fastembed_folders.read(str(folder))


def test_e5_models_are_known_by_name() -> None:
    e5 = ("intfloat/multilingual-e5-large", "e5_small", "E5-base")
    others = ("gte5-base", "bge-small-zh-v1.5", "phase5")

    assert all(map(fastembed_folders.is_e5, e5))
    assert not any(map(fastembed_folders.is_e5, others))


def test_an_e5_model_is_known_in_a_folder_of_any_name(folder: Path) -> None:
    config = {"hidden_size": 384, "_name_or_path": "intfloat/multilingual-e5-small"}
    (folder / "config.json").write_text(json.dumps(config))

    assert fastembed_folders.read(str(folder)).prefixes == ("query: ", "query: ")
