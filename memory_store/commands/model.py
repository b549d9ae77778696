"""The models of fastembed: list them, download one, say where they are.

Only `pull` reaches the network: search, sync and hooks use what is on this machine.
"""

from __future__ import annotations

import os

from memory_store import model, place
from memory_store.cli import terminal
from memory_store.embedders import models

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags
    from memory_store.embedders import fastembed_pull

LIST, PULL, PATH = "list", "pull", "path"


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """List, download, or say where; exit 1 where a model that is asked for is not here.

    Raises:
        UsageError: there is no model of that name.
        StoreError: it can't be downloaded, or fastembed is not installed.
    """
    chosen = where.config.word("embedding_model")
    if arguments.action == LIST:
        return _list(chosen)
    if arguments.action == PATH and not arguments.name:
        return model.Answer({"path": models.directory()}, models.directory())
    from memory_store.embedders import fastembed_models  # half a second

    if os.path.isdir(os.path.expanduser(chosen)):
        chosen = ""
    name = arguments.name or chosen or fastembed_models.DEFAULT_MODEL
    return _path(name) if arguments.action == PATH else _pull(name)


def _list(chosen: str) -> model.Answer:
    from memory_store.embedders import fastembed_pull  # half a second

    listed = fastembed_pull.listed(models.directory())
    record: dict[str, object] = {
        "directory": models.directory(),
        "models": [{**one._asdict(), "is_chosen": one.name == chosen} for one in listed],
    }
    return model.Answer(record, "\n".join(_line(one, chosen) for one in listed))


def _line(listed: fastembed_pull.Listed, chosen: str) -> str:
    mark = "*" if listed.name == chosen else " "
    here = "here" if listed.is_here else ""
    size = f"{listed.gigabytes:g} GB"
    columns = f"{listed.name:62} {listed.dimensions:>5} {size:>8}  {listed.licence:14} {here}"
    return f"{mark} {columns}".rstrip()


def _path(name: str) -> model.Answer:
    from memory_store.embedders import fastembed_pull  # half a second

    found = fastembed_pull.path_of(name, models.directory())
    told = found or f"{name} is not here: memory-store model pull {name}"
    return model.Answer({"model": name, "path": found or None}, told, 0 if found else 1)


def _pull(name: str) -> model.Answer:
    from memory_store.embedders import fastembed_pull  # half a second

    embedder = fastembed_pull.pull(name, models.directory(), shows_progress=terminal.is_watched())
    path = fastembed_pull.path_of(name, models.directory())
    record: dict[str, object] = {"model": name, "path": path, "dimensions": embedder.dimensions}
    text = (
        f"{name} is here: {path}\nto use it, set embedder to fastembed and embedding_model to it"
    )
    return model.Answer(record, text)
