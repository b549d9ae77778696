"""A damaged index never shows a text that stands in no file (docs/reliability.md 4 and 5).

Bits flip, files are cut, filled, mixed with older ones and swapped, journals of others appear.
The controls are the same damage to a table that keeps its texts, and to our index when its
digests are not compared.
"""

from __future__ import annotations

import random
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import pytest

from memory_store import config
from memory_store.index import disk, indexer, sync, tables
from memory_store.recall import searching
from memory_store.store import layout
from memory_store.text import digest
from tests import faults, given
from tests.index import tiny

if TYPE_CHECKING:
    from collections.abc import Callable

FACTS = 100
ASKED = ("deploy number7 number8", "缓存 部署", "number14", "walnut harbour")


def content(number: int) -> str:
    return f"deploy number{number} {'缓存' if number % 2 else '部署'} " + "walnut harbour " * 5


def filled(store: layout.Store) -> dict[str, set[str]]:
    """Facts in a store, an index with vectors, and what each question finds."""
    for number in range(FACTS):
        given.fact(store, content(number).strip())
    sync.sync(store, embedder=tiny.TinyEmbedder())
    return {text: texts_found(store, text) for text in ASKED}


def texts_found(store: layout.Store, text: str) -> set[str]:
    asked = searching.search([store], text, config=config.resolve(), method="fts", limit=20)
    return {str(one["text"]) for one in asked.results}


def path_of(store: layout.Store) -> Path:
    return Path(layout.cache_directory(store), disk.NAME)


def flipped(raw: bytes, choose: random.Random) -> bytes:
    """Some bits are others."""
    made = bytearray(raw)
    for _ in range(choose.choice([1, 1, 1, 8, 60])):
        made[choose.randrange(len(made))] ^= 1 << choose.randrange(8)
    return bytes(made)


def cut(raw: bytes, choose: random.Random) -> bytes:
    """Its end is missing, anywhere or between two pages."""
    size = choose.randrange(len(raw))
    return raw[: size if choose.random() < 0.5 else size // 4_096 * 4_096]


def zeroed(raw: bytes, choose: random.Random) -> bytes:
    """A stretch of it is zeros, as after a crash."""
    begin = choose.randrange(len(raw))
    end = min(len(raw), begin + choose.choice([512, 4_096, 40_000]))
    return raw[:begin] + bytes(end - begin) + raw[end:]


def swapped(raw: bytes, choose: random.Random) -> bytes:
    """Two of its pages stand in each other's place."""
    pages = [raw[at : at + 4_096] for at in range(0, len(raw), 4_096)]
    one, other = choose.randrange(1, len(pages)), choose.randrange(1, len(pages))
    pages[one], pages[other] = pages[other], pages[one]
    return b"".join(pages)


DAMAGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (flipped, cut, zeroed, swapped)


def mixed(raw: bytes, older: bytes, choose: random.Random) -> bytes:
    """Some of its pages are those of another index."""
    pages = [raw[at : at + 4_096] for at in range(0, len(raw), 4_096)]
    for _ in range(choose.choice([1, 4])):
        at = choose.randrange(len(pages))
        pages[at] = older[at * 4_096 : (at + 1) * 4_096] or pages[at]
    return b"".join(pages)


def damaging(
    store: layout.Store, other: layout.Store, damages: int, truth: dict[str, set[str]]
) -> faults.Counts:
    """Damage the index so often, each time from a whole one, and ask it all questions.

    Searches tell a `wrong` text, which nobody wrote, have `failed`, or find `fewer`.
    """
    said = {content(number).strip() for number in range(FACTS)}
    raw, older = path_of(store).read_bytes(), path_of(other).read_bytes()
    choose = random.Random(damages)
    counts = faults.Counts(wrong=0, fewer=0, failed=0)
    for number in range(damages):
        if number % 5 < len(DAMAGES):
            bad = DAMAGES[number % 5](raw, choose)
        else:
            bad = mixed(raw, older, choose)
        shutil.rmtree(path_of(store).parent)
        path_of(store).parent.mkdir()
        path_of(store).write_bytes(bad)
        if number % 7 == 0:
            journal = path_of(store).with_name(f"{disk.NAME}{choose.choice(['-journal', '-wal'])}")
            journal.write_bytes(choose.choice([b"stale" * 999, older[:9_000]]))
        try:
            told = {text: texts_found(store, text) for text in ASKED}
        except Exception:  # noqa: BLE001  whatever it is, it is counted and told
            counts["failed"] += 1
            continue
        counts["wrong"] += any(not texts <= said for texts in told.values())
        counts["fewer"] += any(not truth[text] <= texts for text, texts in told.items())
    sync.sync(store, rebuild=True)
    counts["after a rebuild"] = sum(texts_found(store, text) != truth[text] for text in ASKED)
    return counts


def naive_wrong(directory: Path, damages: int) -> int:
    """The control: how often bits that flip in a table of texts make it tell another one."""
    path = directory / "naive.sqlite"
    db = apsw.Connection(str(path))
    db.execute("CREATE TABLE fact (id INTEGER PRIMARY KEY, content TEXT)")
    db.execute(
        "CREATE VIRTUAL TABLE words USING fts5(content, content='fact', content_rowid='id')"
    )
    said = [content(number) for number in range(FACTS)]
    db.executemany("INSERT INTO fact (content) VALUES (?)", [(one,) for one in said])
    db.execute("INSERT INTO words (words) VALUES ('rebuild')")
    db.close()
    raw, choose, wrong = path.read_bytes(), random.Random(1), 0
    for _ in range(damages):
        path.write_bytes(flipped(raw, choose))
        try:
            db = apsw.Connection(str(path))
            sql = "SELECT f.content FROM words w JOIN fact f ON f.id = w.rowid WHERE words MATCH ?"
            told = {row[0] for row in tables.rows(db, sql, ("deploy",))}
            wrong += not told <= set(said)
        except (apsw.Error, UnicodeDecodeError):
            continue
        finally:
            db.close(force=True)
    return wrong


@pytest.mark.long
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize(
    ("damages", "flips"), [(25, 200), pytest.param(2_000, 2_000, marks=pytest.mark.torture)]
)
def test_no_damage_to_the_index_shows_a_text_that_nobody_wrote(
    store: layout.Store, user_store: layout.Store, tmp_path: Path, damages: int, flips: int
) -> None:
    given.fact(user_store, "a text of the other index")
    sync.sync(user_store)

    told = damaging(store, user_store, damages, filled(store))
    control = naive_wrong(tmp_path, flips)

    sys.stdout.write(
        f"\nP6, {FACTS} facts, {damages} damages, four searches each: {told}\n"
        f"control, a table with its texts: {control} of {flips} flips showed another text\n"
    )
    assert not any(told[fault] for fault in ("wrong", "failed", "after a rebuild"))
    assert control > 0, "the control must show some"


def pointed_elsewhere(store: layout.Store) -> set[str]:
    """What is found for `walnut` once damage has its row point to the other fact."""
    shutil.rmtree(layout.cache_directory(store), ignore_errors=True)
    texts_found(store, "walnut")
    with indexer.bring_up(store)[0] as index:
        other = tables.rows(index.db, "SELECT record, offset, length FROM line WHERE id = 2")[0]
        sql = "UPDATE line SET record = ?, offset = ?, length = ? WHERE id = 1"
        index.transact(lambda: index.db.execute(sql, other))
    return texts_found(store, "walnut")


def test_a_row_that_points_elsewhere_shows_nothing_and_without_its_digest_another_text(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second half is the other control."""
    given.fact(store, "a walnut")
    given.fact(store, "a harbour")

    assert pointed_elsewhere(store) == {"a walnut"}

    monkeypatch.setattr(digest, "of_bytes", lambda _: b"the same")
    assert pointed_elsewhere(store) == {"a harbour"}
