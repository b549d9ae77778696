"""Embedders of fastembed: listed models, and folders in the layout of Hugging Face.

Importing fastembed takes most of a second, so this is for background and long-lived work. A model
that is not on this machine is reported as missing. Must not download.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.metadata
import importlib.util
import os
from typing import TYPE_CHECKING, Any

from memory_store import errors, place
from memory_store.embedders import base, fastembed_folders

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import numpy as np
    from fastembed import TextEmbedding
    from numpy.typing import NDArray

OWN = "memory-store/"
"""Of the names under which folders of models are made known to fastembed."""

DEFAULT_MODEL = "sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2"
_BATCH = 32  # fastembed's own 256 costs half as much again, in padding
_OFFLINE = "HF_HUB_OFFLINE"


def load(model: str, cache_directory: str) -> FastembedModel:
    """A folder's model, opened at its first use, or a listed model, opened at once.

    Args:
        model: a name that fastembed lists, or the path of a folder (see `fastembed_folders`);
            "" means DEFAULT_MODEL.
        cache_directory: where listed models were downloaded to, in fastembed's own layout.

    Raises:
        StoreError: fastembed or the model is not on this machine, or can't be opened.
    """
    if not is_installed():
        raise errors.StoreError("fastembed is not installed", hint=place.to_install("fastembed"))
    path = os.path.expanduser(model)
    if os.path.isdir(path):
        return _load_folder(fastembed_folders.read(path))
    return _load_listed(model or DEFAULT_MODEL, cache_directory)


class FastembedModel:
    """A model by way of fastembed, its texts sorted by length so that batches pad little.

    Models quantised while they run (dynamic int8) give a text another vector in other company;
    those with fp32, fp16 or 4-bit weights differ by rounding alone.
    """

    def __init__(
        self,
        name: str,
        dimensions: int,
        prefixes: fastembed_folders.Prefixes,
        opening: Callable[[], TextEmbedding],
    ) -> None:
        self.name = name
        self.dimensions = dimensions
        self._prefixes = prefixes
        self._opened = functools.cache(opening)

    def prepare(self) -> None:
        """Import fastembed and open the model; StoreError where it can't be opened."""
        self._opened()

    def embed_documents(self, texts: Sequence[str]) -> base.Rows:
        """See `base.Embedder`; StoreError where the model can't be opened or run."""
        return base.embed_each(texts, self.dimensions, self._embed_sorted)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """See `base.Embedder`; StoreError where the model can't be opened or run."""
        row: NDArray[np.float32] = base.embed_each([text], self.dimensions, self._embed_asked)[0]
        return row

    def _embed_asked(self, texts: list[str]) -> NDArray[Any]:
        model = self._opened()
        with _telling(self.name):
            return _stack(model.query_embed([self._prefixes.query + text for text in texts]))

    def _embed_sorted(self, texts: list[str]) -> NDArray[Any]:
        model = self._opened()
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        prefixed = [self._prefixes.document + texts[at] for at in order]
        with _telling(self.name):
            rows = _stack(model.passage_embed(prefixed, batch_size=_BATCH))
        placed = rows.copy()
        placed[order] = rows
        return placed


def _load_folder(folder: fastembed_folders.Folder) -> FastembedModel:
    return FastembedModel(
        name=_identity(
            f"{folder.name}@{folder.revision}", fastembed_folders.POOLING, folder.prefixes
        ),
        dimensions=folder.dimensions,
        prefixes=folder.prefixes,
        opening=functools.partial(_open_folder, folder),
    )


def _load_listed(model: str, cache_directory: str) -> FastembedModel:
    prefixes = fastembed_folders.Prefixes(document="", query="")
    if fastembed_folders.is_e5(model):
        prefixes = fastembed_folders.Prefixes(document="passage: ", query="query: ")
    opened = _open_listed(model, cache_directory)
    return FastembedModel(
        # A listed model's pooling is told by the class that fastembed runs it with.
        name=_identity(model, type(opened.model).__name__, prefixes),
        dimensions=opened.embedding_size,
        prefixes=prefixes,
        opening=lambda: opened,
    )


def _identity(model: str, pooling: str, prefixes: fastembed_folders.Prefixes) -> str:
    """A model's pooling has changed between releases of fastembed, so the version belongs here."""
    version = importlib.metadata.version("fastembed")
    prefix = f" prefix={prefixes.document}|{prefixes.query}" if any(prefixes) else ""
    return f"fastembed/{model} fastembed={version} pooling={pooling}{prefix}"


def _open_folder(folder: fastembed_folders.Folder) -> TextEmbedding:
    with _offline(), _telling(folder.path):
        text_embedding = import_quietly()
        from fastembed.common.model_description import ModelSource, PoolingType

        name = f"{OWN}{folder.name}@{folder.revision}"
        if name not in {listed["model"] for listed in text_embedding.list_supported_models()}:
            text_embedding.add_custom_model(
                model=name,
                pooling=PoolingType.MEAN,
                normalization=True,
                sources=ModelSource(hf=name),  # must be named; never asked
                dim=folder.dimensions,
                model_file=folder.weights,
            )
        return text_embedding(
            name,
            specific_model_path=folder.path,
            cache_dir=folder.path,  # not used, but made: else in the shared temporary directory
            local_files_only=True,
        )


def _open_listed(model: str, cache_directory: str) -> TextEmbedding:
    with _offline(), _telling(model):
        return import_quietly()(model, cache_dir=cache_directory, local_files_only=True)


def is_installed() -> bool:
    """Whether fastembed can be imported; doesn't, as that takes most of a second."""
    return importlib.util.find_spec("fastembed") is not None


def import_quietly() -> type[TextEmbedding]:
    """Import fastembed's text models without their log on standard error."""
    import warnings

    from fastembed import TextEmbedding  # 0.7 s
    from loguru import logger

    logger.disable("fastembed")
    warnings.filterwarnings("ignore", message="Cannot enable progress bars")
    return TextEmbedding


@contextlib.contextmanager
def _telling(model: str) -> Iterator[None]:
    """Turn failures of fastembed into a StoreError."""
    try:
        yield
    except Exception as error:
        raise errors.StoreError(
            "fastembed cannot use {model}: {error}",
            "memory-store model pull downloads it; or name a folder that holds it",
            model=model,
            error=error,
        ) from error


@contextlib.contextmanager
def _offline() -> Iterator[None]:
    """Without `local_files_only` and this, a missing model costs 41 s of retries."""
    before = os.environ.get(_OFFLINE)
    os.environ[_OFFLINE] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_OFFLINE]
        else:
            os.environ[_OFFLINE] = before


def _stack(rows: Iterable[NDArray[Any]]) -> NDArray[Any]:
    import numpy as np

    return np.stack(list(rows))
