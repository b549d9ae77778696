"""The embedder that the settings name, and where its files are kept on this machine."""

from __future__ import annotations

import os

from memory_store import config, layout
from memory_store.embedders import deferred

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.embedders import base

_MODELS = "models"


def directory() -> str:
    """Where models and what is derived from them are kept, for all stores of this user."""
    return os.path.join(layout.cache_root(), _MODELS)


def load(settings: config.Config) -> base.Embedder:
    """The embedder of the settings; one that was loaded here before waits for its first text.

    Raises:
        StoreError: there are no vectors to be had; the message can be shown as `degraded`.
    """
    provider, model = settings.word("embedder"), settings.word("embedding_model")
    where = directory()

    def load_now() -> base.Embedder:
        from memory_store.embedders import registry  # a model and all that reads it

        embedder = registry.load(provider, model, where)
        deferred.note(where, provider, model, embedder)
        return embedder

    return deferred.recall(where, provider, model, load_now) or load_now()
