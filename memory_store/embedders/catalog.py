"""The embedders by name, each imported only when it is used.

Must stay cheap to import (no numpy, no model package), and must not let a local model reach the
network.
"""

from __future__ import annotations

from memory_store import errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.embedders import base

NONE = "none"
DEFAULT = "offline"

PROVIDERS: dict[str, str | None] = {
    DEFAULT: "memory_store.embedders.offline",
    "use-multilingual": "memory_store.embedders.use_multilingual",
    "e5-small": "memory_store.embedders.e5_small",
    "fastembed": "memory_store.embedders.fastembed_models",
    NONE: None,
}
"""Provider name -> the module that has `load(model, cache_directory) -> Embedder`."""


def load(provider: str, model: str, cache_directory: str) -> base.Embedder:
    """The embedder of a provider, ready to embed, from files of this machine alone.

    Args:
        provider: a key of PROVIDERS.
        model: what the provider calls its model; "" means the provider's default.
        cache_directory: where the provider may keep what it derives or has downloaded.

    Raises:
        StoreError: there are no vectors to be had; the message can be shown as `degraded`.
    """
    if provider not in PROVIDERS:
        raise errors.StoreError(
            "unknown embedder {provider}",
            "choose one of {providers}",
            provider=repr(provider),
            providers=", ".join(PROVIDERS),
        )
    module = PROVIDERS[provider]
    if module is None:
        raise errors.StoreError(
            "vectors are switched off",
            "set the embedder to {default} to search by meaning",
            default=DEFAULT,
        )
    import importlib  # not needed to say that there are no vectors

    embedder: base.Embedder = importlib.import_module(module).load(model, cache_directory)
    return embedder
