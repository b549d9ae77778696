"""What may not stay beside an index: vectors named by a key, and secrets out of Markdown."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_store.index import sync, tables, vector_sync
from memory_store.store import layout
from tests import given
from tests.index import tiny

KEY = "k9Z2q7Lm4Xw8Rb3Tv6Np1Sd5Gh0Jf2Kc7Vb4"
SOUND = "openai/m 4 at api.example/v1"
NAMED_BY_A_KEY = (
    f"openai/m 4 at user:{KEY}@api.example/v1",
    f"openai/m 4 at api.example/v1?key={KEY}",
)


def derived(store: layout.Store) -> bytes:
    """All that is derived of a store, as bytes."""
    found = Path(layout.cache_directory(store)).iterdir()
    return b"\n".join(one.read_bytes() for one in found if one.is_file())


@pytest.mark.long
@pytest.mark.parametrize("anew", ["by force", "of another make"])
def test_models_named_by_a_key_are_forgotten_where_an_index_is_built_anew(
    store: layout.Store, anew: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given.fact(store, "one")
    sync.sync(store, embedder=tiny.TinyEmbedder())
    with vector_sync.open_cache(store) as cache:
        for name in (SOUND, *NAMED_BY_A_KEY):
            cache.put_many(name, [(b"0" * 16, b"\x7f" * 64)])
    sync.sync(store, embedder=tiny.TinyEmbedder())
    assert KEY.encode() in derived(store), "the control"

    if anew == "of another make":
        monkeypatch.setattr(tables, "FINGERPRINT", "9.9")
    sync.sync(store, embedder=tiny.TinyEmbedder(), rebuild=anew == "by force")

    with vector_sync.open_cache(store) as cache:
        assert set(cache.counts()) == {SOUND, tiny.TinyEmbedder().name}
    assert KEY.encode() not in derived(store)


def test_secrets_in_markdown_are_in_no_index_no_cache_and_no_text_for_a_model(
    store: layout.Store,
) -> None:
    docs = Path(store.project, "docs", "a.md")
    docs.parent.mkdir()
    for path in (Path(store.path, layout.CORE), Path(store.path, "notes", "a.md"), docs):
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"- the token is ghp_{KEY}\n- xyzzyplugh\n", "utf-8")
    Path(store.path, layout.SETTINGS).write_text('{"extra_paths": "docs"}', "utf-8")
    model = tiny.TinyEmbedder()

    report = sync.sync(store, embedder=model)

    assert (report.vectors_missing, report.degraded) == (0, "")
    assert any("xyzzyplugh" in one for one in model.embedded), "the control"
    assert not any(KEY in one for one in model.embedded)
    assert b"xyzzyplugh" in derived(store), "the control: words are kept as they are folded"
    assert KEY.lower().encode() not in derived(store).lower()
