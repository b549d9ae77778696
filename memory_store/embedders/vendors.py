"""Remote providers of vectors: the vendors, and the address, limits and key of requests.

Reads settings and the environment. Must not send a request or show a key to another caller.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from memory_store import errors
from memory_store.text import address

if TYPE_CHECKING:
    from memory_store import config

_NAME = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")
_COMPATIBLE = "/openai"  # Gemini's address of earlier releases ends before it


class Patience(NamedTuple):
    """The limits of requests: seconds for one, seconds for all, requests at most."""

    each: float
    altogether: float
    attempts: int


FOR_A_QUESTION = Patience(each=4.0, altogether=6.0, attempts=2)
"""Somebody waits for the answer."""

FOR_TEXTS = Patience(each=30.0, altogether=90.0, attempts=5)
"""Nobody waits: a background run, or a command that says what it does."""


class Access(NamedTuple):
    """Where a provider is asked, and as whom.

    Attributes:
        provider: its name.
        url: its address, without a slash at the end.
        key: "" where the server wants none.
        headers: more headers of the user's.
        model: what the server calls it.
        dimensions: how long vectors are to be; 0 for the model's own length.
        concurrency: requests at the same time, at most.
    """

    provider: str
    url: str
    key: str
    headers: tuple[tuple[str, str], ...]
    model: str
    dimensions: int
    concurrency: int

    def identity(self) -> str:
        """A name for these settings that reveals no key and differs for other settings."""
        from hashlib import blake2b  # also of the key: a new one is to be tried at once

        whole = repr(tuple(self)).encode("utf-8", "replace")
        return f"{self.provider}-{blake2b(whole, digest_size=8).hexdigest()}"


class Vendor(NamedTuple):
    """A vendor whose API is OpenAI's for embeddings.

    Attributes:
        url: where it is asked, if nothing is set; without a slash at the end.
        model: which model, if nothing is set.
        dimensions: how long the vectors of known models are.
        key_variables: where the vendor's own tools take a key from, read only where the vendor
            itself is asked.
    """

    url: str
    model: str
    dimensions: dict[str, int]
    key_variables: tuple[str, ...]


VENDORS = {
    "openai": Vendor(
        "https://api.openai.com/v1",
        "text-embedding-3-small",
        {
            "text-embedding-3-small": 1536,
            "text-embedding-3-large": 3072,
            "text-embedding-ada-002": 1536,
        },
        ("OPENAI_API_KEY",),
    ),
    "gemini": Vendor(
        "https://generativelanguage.googleapis.com/v1beta/openai",
        "gemini-embedding-001",
        {"gemini-embedding-001": 3072},
        ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    ),
}
"""Provider name -> its vendor; no project's settings name one."""


def access(provider: str, model: str, settings: config.Config, *, is_own: bool) -> Access:
    """Where and as whom a provider is asked.

    Args:
        provider: a key of VENDORS.
        model: what it calls its model; "" for its default.
        settings: what the user set.
        is_own: whether the address, key, headers and length there are meant for this provider.

    Raises:
        StoreError: there is no key and the vendor wants one, a header is none, or the address
            has a user or a query: it is part of the model's name, which is stored and shown.
    """
    vendor = VENDORS[provider]
    url = settings.word("embedding_url").strip() if is_own else ""
    if not address.is_bare(url):
        raise errors.StoreError(
            "embedding_url has a user, a query or a fragment:"
            " keys belong into embedding_key or embedding_headers"
        )
    if url.rstrip("/") in (vendor.url, vendor.url.removesuffix(_COMPATIBLE)):
        url = ""
    key = settings.word("embedding_key").strip() if is_own else ""
    headers = settings.word("embedding_headers") if is_own else ""
    return Access(
        provider=provider,
        url=(url or vendor.url).rstrip("/"),
        key=_key(vendor, key, url),
        headers=_headers(headers),
        model=model or vendor.model,
        dimensions=settings.count("embedding_dimensions") if is_own else 0,
        concurrency=settings.count("embedding_concurrency"),
    )


def _key(vendor: Vendor, key: str, url: str) -> str:
    """The key that is set, else the vendor's own variable, where the vendor itself is asked."""
    if key or url:
        return key
    for variable in vendor.key_variables:
        if found := os.environ.get(variable, "").strip():
            return found
    raise errors.StoreError(
        "there is no key: embedding_key is not set, nor {key_variables}",
        "set it in the environment or in ~/.memory/config.json, never in a project's",
        key_variables=" or ".join(vendor.key_variables),
    )


def _headers(text: str) -> tuple[tuple[str, str], ...]:
    """The headers in a setting, `Name: value` on each line."""
    headers = []
    for line in filter(None, map(str.strip, text.splitlines())):
        name, colon, value = line.partition(":")
        value = value.strip()
        if not colon or not name or set(name.lower()) - _NAME or not value.isprintable():
            raise errors.StoreError("embedding_headers has a line that is no `Name: value`")
        headers.append((name, value))
    return tuple(headers)
