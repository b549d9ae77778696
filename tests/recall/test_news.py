"""What other sessions learnt, told once: the news of docs/interface.md 5.3."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.journal import append, sessions, stored
from memory_store.recall import core_copies, news
from memory_store.store import layout
from tests import given

if TYPE_CHECKING:
    from collections.abc import Callable

OTHER = "another session"


class Reader:
    """A session that looks for news now and then, as the prompt hook does."""

    def __init__(self, store: layout.Store) -> None:
        self.store = store
        self.earlier: list[stored.Entry] = []
        self.look()

    def look(self, text: str = "") -> str:
        """The news since the last look, if there was one, at a prompt with this text."""
        now = stored.Entry(type="prompt", seen=sessions.seen(self.store), text=text)
        where = given.where(self.store)
        told = news.since(where, given.SESSION, self.earlier, now, "en")
        self.earlier += [now, stored.Entry(type="recalled", record_ids=told.ids)]
        core_copies.keep(where.project)
        return told.text


def core(store: layout.Store, text: str) -> None:
    Path(store.path, layout.CORE).write_text(text, "utf-8")


def test_a_session_that_never_looked_is_told_nothing(store: layout.Store) -> None:
    given.fact(store, "a fact", session=OTHER)
    now = stored.Entry(type="prompt", seen=sessions.seen(store))

    assert news.since(given.where(store), given.SESSION, [], now, "en").text == ""


def test_what_another_session_replaced_is_told_with_what_it_was(store: layout.Store) -> None:
    older = given.fact(store, "the port is 9443", session=OTHER)
    reader = Reader(store)
    newer = given.fact(store, "the port is 9555", session=OTHER, supersedes=older.id)
    append.append(store, layout.FACTS, [older.ended_by(newer)])

    assert "the port is 9555 (was: the port is 9443)" in reader.look()


def test_who_was_told_a_fact_is_told_once_that_another_took_it_back(store: layout.Store) -> None:
    reader, stranger = Reader(store), Reader(store)
    fact = given.fact(store, "the port is 9443", session=OTHER)
    assert "(taken back)" not in reader.look()
    given.retraction(store, fact)

    assert [reader.look().count("(taken back) the port is 9443") for _ in range(2)] == [1, 0]
    assert stranger.look() == ""


def test_a_session_is_not_told_what_its_own_person_took_back(store: layout.Store) -> None:
    reader = Reader(store)
    fact = given.fact(store, "the port is 9443", session=OTHER)
    reader.look()
    reader.look("Forget that the port is 9443.")
    given.retraction(store, fact)

    assert reader.look() == ""


@pytest.mark.parametrize("strange", ["looked", "now"])
def test_a_look_that_does_not_say_how_far_it_went_tells_no_fact(
    store: layout.Store, strange: str
) -> None:
    before = sessions.seen(store)
    given.fact(store, "a fact", session=OTHER)
    looks = {"looked": before, "now": sessions.seen(store)}
    looks[strange] = {**looks[strange], "facts": None}
    earlier, now = (stored.Entry(type="prompt", seen=looks[one]) for one in ("looked", "now"))

    assert news.since(given.where(store), given.SESSION, [earlier], now, "en").text == ""


def test_what_is_saved_while_a_hook_runs_is_told_by_one_of_two_hooks_not_by_both(
    store: layout.Store,
) -> None:
    reader = Reader(store)
    now = stored.Entry(type="prompt", seen=sessions.seen(store))
    given.fact(store, "saved in between", session=OTHER)
    first = news.since(given.where(store), given.SESSION, reader.earlier, now, "en").text
    reader.earlier.append(now)

    assert (first + reader.look()).count("saved in between") == 1


@pytest.mark.parametrize(
    "saved",
    [
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.encode("utf-16"),
        lambda text: text.replace("\n", "  \n").encode(),
    ],
    ids=["CRLF", "BOM", "UTF-16", "blanks"],
)
def test_core_memory_saved_in_another_form_is_no_news_but_for_its_new_line(
    store: layout.Store, saved: Callable[[str], bytes]
) -> None:
    path, text = Path(store.path, layout.CORE), "# Memory\n\n- 用制表符\n"
    core(store, text)
    reader = Reader(store)
    told = []
    for raw in (saved(text), text.encode(), saved(text + "- 提交信息用中文\n")):
        path.write_bytes(raw)
        told.append(reader.look())

    assert told[:2] == ["", ""]
    assert [one for one in told[2].split("\n") if one.startswith("> ")] == ["> - 提交信息用中文"]


def test_a_file_of_facts_that_shrank_is_survived(store: layout.Store) -> None:
    given.fact(store, "a long fact " * 20, session=OTHER)
    reader = Reader(store)
    Path(store.path, layout.FACTS).write_text("", "utf-8")
    given.fact(store, "short", session=OTHER)

    assert reader.look() == ""
    given.fact(store, "after that", session=OTHER)
    assert "after that" in reader.look()


def test_a_file_of_facts_that_is_gone_is_survived(store: layout.Store) -> None:
    given.fact(store, "a fact", session=OTHER)
    reader = Reader(store)
    Path(store.path, layout.FACTS).unlink()

    assert reader.look() == ""


def test_private_copies_of_core_memory_do_not_pile_up(store: layout.Store) -> None:
    reader = Reader(store)
    for one in range(40):
        core(store, f"line {one}\n")
        assert f"line {one}" in reader.look()

    assert len(list(Path(layout.cache_directory(store)).glob("core-*"))) == 20


def test_a_line_whose_id_is_no_text_hides_no_news(store: layout.Store) -> None:
    reader = Reader(store)
    odd = stored.Entry({"id": ["x"], "content": "odd", "source": {"session_id": ["s"]}})
    append.append(store, layout.FACTS, [odd])
    given.fact(store, "the port is 8080", session=OTHER)

    assert "the port is 8080" in reader.look()
