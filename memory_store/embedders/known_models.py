"""What is known of models on this machine before one is loaded: names, and which were downloaded.

A question with a cached vector needs the model's name alone, and loading costs more than a
search. Must not load another model than the named one.
"""

from __future__ import annotations

import os
import sys

from memory_store import __version__, codec, errors
from memory_store.store import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from memory_store.embedders import base

NOTE = "known.json"
DOWNLOADED = "pulled.json"
_MOST_BYTES = 1 << 16


class LazyEmbedder:
    """The embedder `name`, see `base.Embedder`; `load` gives the loaded one."""

    __slots__ = ("_load", "_loaded", "dimensions", "name")

    def __init__(self, name: str, dimensions: int, load: Callable[[], base.Embedder]) -> None:
        self.name = name
        self.dimensions = dimensions
        self._load = load
        self._loaded: base.Embedder | None = None

    def prepare(self) -> None:
        """See `base.Embedder`.

        Raises:
            StoreError: there is no model any more, or it is another one.
        """
        self._opened().prepare()

    def embed_documents(self, texts: Sequence[str]) -> base.Rows:
        """See `base.Embedder`; errors as `prepare`."""
        return self._opened().embed_documents(texts)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """See `base.Embedder`; errors as `prepare`."""
        return self._opened().embed_query(text)

    def _opened(self) -> base.Embedder:
        if self._loaded is None:
            embedder = self._load()
            if (embedder.name, embedder.dimensions) != (self.name, self.dimensions):
                raise errors.StoreError(
                    "the model was replaced by {name}, which the next search asks",
                    name=embedder.name,
                )
            self._loaded = embedder
        return self._loaded


def recall(
    directory: str, provider: str, model: str, load: Callable[[], base.Embedder]
) -> LazyEmbedder | None:
    """The embedder that was loaded here last, if it was by the same words and installation.

    Args:
        directory: where `note` kept its name.
        provider: what the settings say.
        model: the same.
        load: gives the real one.
    """
    note = _read(directory, NOTE)
    if not isinstance(note, dict) or note.get("of") != _origin(provider, model):
        return None
    name, dimensions = note.get("name"), note.get("dimensions")
    if not isinstance(name, str) or not isinstance(dimensions, int):
        return None
    return LazyEmbedder(name, dimensions, load)


def note(directory: str, provider: str, model: str, embedder: base.Embedder) -> None:
    """Keep an embedder's name for `recall`; where that can't be written it is always loaded."""
    record = {
        "of": _origin(provider, model),
        "name": embedder.name,
        "dimensions": embedder.dimensions,
    }
    try:
        _write(directory, NOTE, record)
    except OSError:
        return


def downloaded(directory: str) -> list[str]:
    """The models of fastembed that `memory-store model pull` downloaded to `directory`.

    To ask fastembed itself would cost its import. A model may be damaged all the same.
    """
    return codec.texts(_read(directory, DOWNLOADED))


def note_downloaded(directory: str, model: str) -> None:
    """Keep that a model was downloaded.

    Raises:
        OSError: the note can't be written.
    """
    _write(directory, DOWNLOADED, sorted({*downloaded(directory), model}))


def _read(directory: str, name: str) -> object:
    """What a note says; None if it is missing or damaged."""
    try:
        return codec.parse(files.read(directory, name, _MOST_BYTES).decode("utf-8"))
    except (OSError, ValueError):
        return None


def _write(directory: str, name: str, said: object) -> None:
    files.make_directory(directory)
    files.replace(directory, name, codec.render(said).encode("utf-8"))


def _origin(provider: str, model: str) -> list[object]:
    """The origin of a name: the settings, and the installed packages.

    Installing, upgrading or removing one changes the time of the directory that it lies in.
    """
    packages = [path for path in sys.path if path.endswith("-packages")]
    changed = [os.stat(path).st_mtime_ns for path in packages if os.path.isdir(path)]
    return [__version__, provider, model, packages, changed]
