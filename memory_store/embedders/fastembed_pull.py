"""Downloads models that fastembed lists, and tells which ones are here.

Only this module lets fastembed reach the network, and only when a person asks. Must not be
imported by a search, a sync or a hook.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from memory_store import errors, place
from memory_store.embedders import fastembed_models, known_models

if TYPE_CHECKING:
    from fastembed import TextEmbedding

_QUIET = "HF_HUB_DISABLE_PROGRESS_BARS"
_SECONDS = 10.0


class Listed(NamedTuple):
    """A model that fastembed lists: its vectors' length, its size in GB, whether it is here."""

    name: str
    dimensions: int
    gigabytes: float
    licence: str
    is_here: bool


def listed(directory: str) -> list[Listed]:
    """All models that fastembed lists, by size.

    Raises:
        StoreError: fastembed is not installed.
    """
    offered = [
        Listed(
            name=model["model"],
            dimensions=model["dim"],
            gigabytes=model["size_in_GB"],
            licence=model["license"],
            is_here=_file_of(model, directory) != "",
        )
        for model in _offered()
    ]
    return sorted(offered, key=lambda one: one.gigabytes)


def path_of(model: str, directory: str) -> str:
    """The folder of a model that was downloaded to `directory`; "" where it is not here.

    Raises:
        UsageError: fastembed lists no such model.
        StoreError: fastembed is not installed.
    """
    return os.path.dirname(_file_of(_described(model), directory))


def pull(model: str, directory: str, *, shows_progress: bool) -> fastembed_models.FastembedModel:
    """Download a model, open it, and note that it is here; a download that broke off goes on.

    Args:
        model: a name that fastembed lists.
        directory: where to.
        shows_progress: whether fastembed draws its bars on standard error.

    Raises:
        UsageError: fastembed lists no such model.
        StoreError: the hub can't be reached, or what came is no model.
    """
    if not shows_progress:
        os.environ[_QUIET] = "1"  # read when huggingface_hub is imported, and ours alone
    described = _described(model)
    try:
        _reach(described)
        _fastembed()(described["model"], cache_dir=directory, lazy_load=True)
        embedder = fastembed_models.load(described["model"], directory)
        embedder.embed_query(model)
        known_models.note_downloaded(directory, described["model"])
    except Exception as error:
        reason = str(error).strip().partition("\n")[0]
        raise errors.StoreError(
            "{model} could not be downloaded: {reason}",
            "look at the network; HF_ENDPOINT may name a mirror of the hub",
            model=model,
            reason=reason,
        ) from error
    return embedder


def _reach(described: dict[str, Any]) -> None:
    """Ask the hub for a model once: fastembed itself tries for 40 s before it says no."""
    if described["sources"]["url"]:
        return  # it has another source than the hub
    from huggingface_hub import model_info

    model_info(described["sources"]["hf"], timeout=_SECONDS)


def _offered() -> list[dict[str, Any]]:
    """The models that fastembed lists, without the folders that this process made known to it."""
    known: list[dict[str, Any]] = _fastembed().list_supported_models()
    return [model for model in known if not model["model"].startswith(fastembed_models.OWN)]


def _described(model: str) -> dict[str, Any]:
    for offered in _offered():
        if offered["model"].lower() == model.lower():
            return offered
    raise errors.UsageError(
        "fastembed lists no model {model}",
        "memory-store model list shows those that it has",
        model=model,
    )


def _file_of(described: dict[str, Any], directory: str) -> str:
    """The weights of a model, where they are in the hub's layout below a directory."""
    from huggingface_hub import try_to_load_from_cache

    repository = described["sources"]["hf"]
    if not repository:
        return ""
    found = try_to_load_from_cache(repository, described["model_file"], cache_dir=directory)
    return found if isinstance(found, str) else ""


def _fastembed() -> type[TextEmbedding]:
    if not fastembed_models.is_installed():
        raise errors.StoreError("fastembed is not installed", hint=place.to_install("fastembed"))
    return fastembed_models.import_quietly()
