"""The extractors by name, and their settings with defaults filled in.

Must not be imported by a hook or send a request.
"""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, cast

from memory_store import errors
from memory_store.extractors import base

if TYPE_CHECKING:
    from collections.abc import Callable

PROVIDERS = {
    "openai": "memory_store.extractors.openai",
    "anthropic": "memory_store.extractors.anthropic",
    "ollama": "memory_store.extractors.ollama",
}
"""Provider name -> the module that is its `base.Extractor`."""


def load(settings: base.Settings) -> Callable[[base.Question], object]:
    """The function that asks the provider of these settings.

    A vendor's own variable gives the key only where the vendor itself is asked.

    Raises:
        StoreError: a setting is missing; the message names it.
    """
    extractor = cast("base.Extractor", importlib.import_module(PROVIDERS[settings.provider]))
    key = settings.key
    if not key and settings.url in ("", extractor.URL):
        key = os.environ.get(extractor.KEY_VARIABLE, "")
        if extractor.KEY_VARIABLE and not key:
            raise errors.StoreError(f"extract_key is not set, nor {extractor.KEY_VARIABLE}")
    url, model = settings.url or extractor.URL, settings.model or extractor.MODEL
    if not model:
        raise errors.StoreError(f"extract_model is not set, and {settings.provider} needs one")
    filled = base.Settings(settings.provider, url, model, key)
    return lambda question: extractor.ask(question, filled)
