"""How a store's Markdown is to be cut by its settings, and the mark of it in a file's stamp.

Another way to cut makes another stamp, by which a sync knows that files must be read again. Must
not cut.
"""

from __future__ import annotations

import os

from memory_store import config, layout
from memory_store.index import chunking

_TOKENS, _OVERLAP = "chunk_tokens", "chunk_overlap"
_VARIABLES = ("MEMORY_STORE_CHUNK_TOKENS", "MEMORY_STORE_CHUNK_OVERLAP")


def cut_of(store: layout.Store) -> chunking.Cut:
    """What the settings say; an overlap is half of a piece at most."""
    written = (store.path, layout.user_store().path)
    if not any(os.path.lexists(os.path.join(one, layout.SETTINGS)) for one in written) and not any(
        map(os.environ.get, _VARIABLES)
    ):
        return chunking.USUAL  # as for most, at a tenth of the cost
    settings = config.resolve(store if store.scope == "project" else None)
    tokens = settings.count(_TOKENS)
    return chunking.Cut(tokens, min(settings.count(_OVERLAP), tokens // 2))


def mark(cut: chunking.Cut) -> str:
    """What the stamp of a Markdown file ends with; "" for the usual cut."""
    if (cut.tokens, cut.overlap) == (chunking.USUAL.tokens, chunking.USUAL.overlap):
        return ""
    return f":{cut.tokens}:{cut.overlap}"
