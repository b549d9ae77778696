"""What the settings say of a remote provider: its address, key, headers, model.

Reads settings and the environment. Must not ask anything, nor show a key to
anybody but its caller.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from memory_store import errors
from memory_store.embedders import dialect
from memory_store.text import address

if TYPE_CHECKING:
    from memory_store import config

_NAME = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")


def access(
    module: dialect.Dialect,
    provider: str,
    model: str,
    settings: config.Config,
    *,
    is_own: bool,
) -> dialect.Access:
    """Where and as whom a provider is asked.

    Args:
        module: the provider's.
        provider: its name.
        model: what it calls its model; "" for its default.
        settings: what the user set.
        is_own: whether the address, key, headers and length there are meant for this provider.

    Raises:
        StoreError: there is no key and the vendor wants one, a header is none, or the address
            has a user or a query: it is part of the model's name, which is stored and shown.
    """
    url = settings.word("embedding_url").strip() if is_own else ""
    if not address.is_bare(url):
        raise errors.StoreError(
            "embedding_url has a user, a query or a fragment:"
            " keys belong into embedding_key or embedding_headers"
        )
    key = settings.word("embedding_key").strip() if is_own else ""
    headers = settings.word("embedding_headers") if is_own else ""
    return dialect.Access(
        provider=provider,
        url=(url or module.URL).rstrip("/"),
        key=_key(module, key, url),
        headers=_headers(headers),
        model=model or module.MODEL,
        dimensions=settings.count("embedding_dimensions") if is_own else 0,
        concurrency=settings.count("embedding_concurrency"),
    )


def _key(module: dialect.Dialect, key: str, url: str) -> str:
    """The key that is set, else the vendor's own variable, where the vendor itself is asked."""
    if key or url.rstrip("/") not in ("", module.URL):
        return key
    for variable in module.KEY_VARIABLES:
        if found := os.environ.get(variable, "").strip():
            return found
    raise errors.StoreError(
        f"there is no key: embedding_key is not set, nor {' or '.join(module.KEY_VARIABLES)}",
        hint="set it in the environment or in ~/.memory/config.json, never in a project's",
    )


def _headers(text: str) -> tuple[tuple[str, str], ...]:
    """The headers of a setting, one `Name: value` a line."""
    found = []
    for line in filter(None, map(str.strip, text.splitlines())):
        name, colon, value = line.partition(":")
        value = value.strip()
        if not colon or not name or set(name.lower()) - _NAME or not value.isprintable():
            raise errors.StoreError("embedding_headers has a line that is no `Name: value`")
        found.append((name, value))
    return tuple(found)
