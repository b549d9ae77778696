"""Knowing a model by name: nothing is loaded before a text, and no other model answers for it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from memory_store import errors
from memory_store.embedders import known_models
from tests.index import tiny

if TYPE_CHECKING:
    from pathlib import Path

    from memory_store.embedders import base


class Source:
    """Loads a tiny embedder, and counts how often."""

    def __init__(self, name: str = "tiny") -> None:
        self.name = name
        self.loads = 0

    def __call__(self) -> base.Embedder:
        self.loads += 1
        return tiny.TinyEmbedder(self.name)


def recall(
    directory: Path, source: Source, provider: str = "p"
) -> known_models.LazyEmbedder | None:
    return known_models.recall(str(directory), provider, "m", source)


@pytest.fixture
def noted(tmp_path: Path) -> Path:
    """A directory where a tiny embedder was noted."""
    known_models.note(str(tmp_path / "models"), "p", "m", tiny.TinyEmbedder())
    return tmp_path / "models"


def test_what_was_loaded_before_is_known_without_loading(noted: Path) -> None:
    source = Source()
    found = recall(noted, source)
    assert found is not None
    assert (found.name, found.dimensions, source.loads) == ("tiny", 4, 0)


def test_the_first_text_loads_it_once(noted: Path) -> None:
    source = Source()
    found = recall(noted, source)
    assert found is not None
    found.prepare()
    rows = found.embed_documents(["one", "two"])
    assert (rows[0] == found.embed_query("one")).all()
    assert source.loads == 1


def test_another_model_does_not_answer_under_its_name(noted: Path) -> None:
    found = recall(noted, Source("newer"))
    assert found is not None
    with pytest.raises(errors.StoreError, match="newer"):
        found.embed_query("one")


def test_other_settings_or_packages_know_nothing(
    noted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert recall(noted, Source(), "other") is None
    packages = tmp_path / "site-packages"
    packages.mkdir()
    monkeypatch.setattr(sys, "path", [*sys.path, str(packages)])
    assert recall(noted, Source()) is None
    known_models.note(str(noted), "p", "m", tiny.TinyEmbedder())
    assert recall(noted, Source()) is not None
    os.utime(packages, ns=(1, 1))  # as an upgrade does
    assert recall(noted, Source()) is None


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"\xff", b'{"of":[],"name":1}'])
def test_a_damaged_note_is_none(noted: Path, content: bytes) -> None:
    (noted / known_models.NOTE).write_bytes(content)
    assert recall(noted, Source()) is None


def test_a_directory_that_cannot_be_made_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    known_models.note(str(tmp_path / "file" / "models"), "p", "m", tiny.TinyEmbedder())
    assert recall(tmp_path / "file" / "models", Source()) is None
