"""The list of fastembed models that were downloaded to this machine.

`memory-store model pull` writes the list, since asking fastembed costs its import. A listed model
may still be damaged.
"""

from __future__ import annotations

from memory_store import codec
from memory_store.store import files

NAME = "pulled.json"
_MOST_BYTES = 1 << 16


def names(directory: str) -> list[str]:
    """The models that were downloaded to `directory`."""
    try:
        listed = codec.parse(files.read(directory, NAME, _MOST_BYTES).decode("utf-8"))
    except (OSError, ValueError):
        return []
    return codec.texts(listed)


def holds(directory: str, model: str) -> bool:
    """Whether a model was downloaded to `directory`."""
    return model in names(directory)


def note(directory: str, model: str) -> None:
    """Keep that a model was downloaded.

    Raises:
        OSError: the note can't be written.
    """
    found = sorted({*names(directory), model})
    files.make_directory(directory)
    files.replace(directory, NAME, codec.render(found).encode("utf-8"))
