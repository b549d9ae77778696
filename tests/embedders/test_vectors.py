"""A text is embedded once, and what is no vector is neither kept nor given out."""

from __future__ import annotations

import itertools
import math
import stat
import struct
import subprocess
import sys
import types
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import numpy as np
import pytest

from memory_store import clock
from memory_store.embedders import int8, vectors
from memory_store.text import digest
from tests.index import tiny

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from memory_store.embedders import base

ROOT = Path(__file__).parents[2]
MODEL = "some-model@1"


def blob(*numbers: float) -> bytes:
    return int8.quantised(np.array(numbers, np.float32))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "vectors.sqlite"


@pytest.fixture
def cache(path: Path) -> Iterator[vectors.VectorCache]:
    with vectors.VectorCache(str(path)) as opened:
        yield opened


class Watched(tiny.TinyEmbedder):
    """Notes what it is asked for, and may fail from some batch on."""

    def __init__(self, *, fails_after: float = math.inf, at_once: int = 0) -> None:
        super().__init__()
        self.at_once = at_once
        self.batches: list[list[str]] = []
        self._fails_after = fails_after

    def embed_documents(self, texts: Sequence[str]) -> base.Rows:
        if len(self.batches) >= self._fails_after:
            raise KeyboardInterrupt
        self.batches.append(list(texts))
        return super().embed_documents(texts)


@pytest.fixture
def model() -> Watched:
    return Watched()


def numbered(count: int) -> dict[bytes, str]:
    texts = [f"fact {number}" for number in range(count)]
    return {digest.of_content(text): text for text in texts}


def test_what_was_put_is_got_after_opening_again_and_models_share_no_vectors(path: Path) -> None:
    with vectors.VectorCache(str(path)) as cache:
        cache.put_many("one@1", [(b"k", blob(0.6, 0.8))])
        cache.put_many("one@2", [(b"k", blob(0, 1)), (b"l", blob(1, 0))])

    with vectors.VectorCache(str(path)) as cache:
        assert cache.get_many("one@1", [b"k", b"l"]) == {b"k": blob(0.6, 0.8)}
        assert cache.counts() == {"one@1": 1, "one@2": 2}


def test_a_later_vector_replaces_an_earlier_one_and_leaves_no_byte_of_it(
    path: Path, cache: vectors.VectorCache
) -> None:
    earlier = blob(*range(1, 65))
    for vector in (earlier, blob(0, 1)):
        cache.put_many(MODEL, [(b"k", vector)])

    assert cache.get_many(MODEL, [b"k"]) == {b"k": blob(0, 1)}
    content = path.read_bytes()
    assert not any(earlier[at : at + 16] in content for at in range(0, 64, 16))


BAD = {
    "zeros": bytes(8),
    "too quiet": bytes([126, 5, 0, 0, 0, 0, 0, 0]),
    "too loud": bytes([127, 128, 0, 0, 0, 0, 0, 0]),
    "empty": b"",
    "torn": blob(1, 0)[:-1],
    "floats": struct.pack("<2f", 1, 0),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
def test_what_is_no_vector_is_refused_and_its_neighbours_kept(
    bad: bytes, cache: vectors.VectorCache
) -> None:
    cache.put_many(MODEL, [(b"a", blob(1, 0)), (b"b", bad), (b"c", blob(0, 1))])

    assert cache.counts() == {MODEL: 2}
    assert cache.get_many(MODEL, [b"a", b"b", b"c"]) == {b"a": blob(1, 0), b"c": blob(0, 1)}


@pytest.mark.parametrize("bad", [*BAD.values(), blob(1, 0)], ids=[*BAD, "another's"])
def test_what_went_bad_in_the_file_is_not_given_out(
    bad: bytes, path: Path, cache: vectors.VectorCache
) -> None:
    cache.put_many(MODEL, [(b"a", blob(1, 0)), (b"b", blob(0, 1))])
    other = apsw.Connection(str(path))
    other.execute("UPDATE vectors SET vector = ? WHERE hash = ?", (bad, b"b"))
    other.close()

    assert cache.get_many(MODEL, [b"a", b"b"]) == {b"a": blob(1, 0)}


def test_what_was_longest_not_asked_for_is_forgotten_first_beyond_the_limit(
    cache: vectors.VectorCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = clock.now()
    for key in (b"a", b"b", b"c", b"d"):
        cache.put_many(MODEL, [(key, blob(1, 0))])
    cache.put_many(MODEL, [(b"b", blob(0, 1))])  # now the newest
    monkeypatch.setattr(clock, "now", lambda: began + 86_400)
    cache.get_many(MODEL, [b"a"])

    assert cache.prune(3 * 8 + 7) == 1
    assert set(cache.get_many(MODEL, [b"a", b"b", b"d"])) == {b"a", b"b", b"d"}
    assert cache.prune(3 * 8) == 0
    assert cache.prune(0) == 3
    assert cache.counts() == {}


def test_a_file_is_held_to_its_limit_whatever_model_filled_it(
    path: Path, cache: vectors.VectorCache
) -> None:
    vector, limit = blob(1, *[0] * 2047), 400_000
    for model in ("one", "two"):
        made = [(bytes([number]) * 16, vector) for number in range(200)]
        cache.put_many(model, made)
    assert path.stat().st_size > limit

    gone = cache.hold(limit)

    assert 0 < gone < 400
    assert path.stat().st_size <= limit
    assert cache.counts()["two"] > cache.counts().get("one", 0)
    assert cache.hold(limit) == 0


def test_the_file_and_its_folder_are_for_the_user_alone(
    path: Path, cache: vectors.VectorCache
) -> None:
    cache.put_many(MODEL, [(b"a", blob(1, 0))])

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [file.name for file in path.parent.iterdir()] == [path.name], "no WAL, no journal left"


def test_only_what_is_missing_is_embedded(model: Watched, cache: vectors.VectorCache) -> None:
    texts = numbered(5)
    first = vectors.embed_missing(model, cache, dict(list(texts.items())[:3]), None)
    second = vectors.embed_missing(model, cache, texts, None)
    again = vectors.embed_missing(Watched(fails_after=0), cache, texts, 0.0)

    assert model.batches == [["fact 0", "fact 1", "fact 2"], ["fact 3", "fact 4"]]
    assert second.keys() == texts.keys()
    assert first.items() <= second.items()
    assert again == second


def test_loading_the_model_takes_nothing_from_the_time(
    model: Watched, cache: vectors.VectorCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock stands still but while the model loads: 100 s of 1 s that there were."""
    clock = itertools.chain([0.0], itertools.repeat(100.0))
    monkeypatch.setattr(vectors, "time", types.SimpleNamespace(monotonic=clock.__next__))

    assert len(vectors.embed_missing(model, cache, numbered(250), 1.0)) == 250


def test_each_batch_is_kept_as_soon_as_it_is_done(cache: vectors.VectorCache) -> None:
    with pytest.raises(KeyboardInterrupt):
        vectors.embed_missing(Watched(fails_after=3, at_once=10), cache, numbered(100), None)

    assert cache.counts() == {"tiny": 30}


def test_texts_of_like_length_are_embedded_together(cache: vectors.VectorCache) -> None:
    model = Watched(at_once=2)
    words = {digest.of_content(word): word for word in ("x" * length for length in (9, 2, 8, 1))}

    vectors.embed_missing(model, cache, words, None)

    assert model.batches == [["x", "xx"], ["x" * 8, "x" * 9]]


def test_a_query_is_embedded_once_and_apart_from_a_document_of_its_words(
    model: Watched, cache: vectors.VectorCache
) -> None:
    vectors.embed_missing(model, cache, {digest.of_content("谁写的？"): "谁写的？"}, None)

    first, second = (vectors.query_vector(model, cache, "谁写的？") for _ in range(2))

    assert model.batches == [["谁写的？"], ["谁写的？"]]
    assert first == second == int8.quantised(model.embed_query("谁写的？"))
    assert vectors.query_vector(model, cache, "  ") is None


def test_a_secret_in_a_query_is_neither_embedded_nor_kept_as_a_digest(
    model: Watched, cache: vectors.VectorCache
) -> None:
    key = "ghp_" + "a1B2c3D4e" * 4

    vectors.query_vector(model, cache, f"who uses {key}?")

    assert model.batches == [["who uses [redacted:github]?"]]
    assert cache.get_many(model.name, [vectors.query_key(f"who uses {key}?")]) == {}


def test_a_cached_query_imports_no_numpy(
    mapped_models: Path, path: Path, run_python: Callable[..., str]
) -> None:
    code = (
        "import sys; from memory_store.embedders import catalog, vectors;"
        "embedder = catalog.load('use-multilingual', '', sys.argv[1]);"
        "cache = vectors.VectorCache(sys.argv[2]);"
        "print(len(vectors.query_vector(embedder, cache, 'who?')), 'numpy' in sys.modules)"
    )

    seen = [run_python(code, str(mapped_models), str(path)).split() for _ in range(2)]

    assert seen == [["512", "True"], ["512", "False"]]


def test_processes_that_write_at_once_lose_nothing(path: Path) -> None:
    code = (
        "import sys; from memory_store.embedders import vectors; sys.stdin.read();"
        "cache = vectors.VectorCache(sys.argv[1]);"
        "[cache.put_many('m', [(sys.argv[2].encode() + bytes([n]), bytes([127, *[0] * 7]))])"
        " for n in range(25)]"
    )
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(path), name], cwd=ROOT, stdin=subprocess.PIPE
        )
        for name in "abc"
    ]
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.close()

    assert [writer.wait() for writer in writers] == [0, 0, 0]
    with vectors.VectorCache(str(path)) as cache:
        assert cache.counts() == {"m": 75}
