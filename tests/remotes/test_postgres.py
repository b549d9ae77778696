"""A team's server: a real PostgreSQL with pgvector, started here."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

import pytest

from memory_store import codec, config, errors
from memory_store.remotes import contract, entries, postgres, team_meeting, team_search
from tests import given
from tests.end_to_end import shims
from tests.remotes import teams

if TYPE_CHECKING:
    from memory_store.embedders import base
    from memory_store.store import layout

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the server is a Linux wheel"),
    # what psycopg leaves of a connection that was cut
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

FORGED = """INSERT INTO memory_store.fact (team, memory, id, login, record, words)
VALUES ('pay', 'm', 'f_9', 'ana', '{}', '')"""
KILL = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE application_name = 'memory-store' AND usename = 'ana'"""


def test_what_a_member_shares_the_others_of_the_team_are_given_once(url: str, memory: str) -> None:
    ana, ben = teams.at(url, "ana", memory), teams.at(url, "ben", memory)

    first = teams.share(
        ana, teams.fact(1, "billing uses Postgres 16"), teams.fact(2, "deploys go out on Tuesdays")
    )
    again = teams.share(ana, teams.fact(1, "billing uses Postgres 16"))
    pulled = ben.pull("")

    assert (first, again) == (2, 0)
    assert [one["content"] for one in pulled.share.facts] == [
        "billing uses Postgres 16",
        "deploys go out on Tuesdays",
    ]
    assert ben.pull(pulled.cursor).share.facts == []
    teams.share(ana, teams.fact(1, "billing uses Postgres 17", 1))
    assert [one["content"] for one in ben.pull(pulled.cursor).share.facts] == [
        "billing uses Postgres 17"
    ]


def test_another_team_sees_nothing(url: str, memory: str, embedder: base.Embedder) -> None:
    teams.share(
        teams.at(url, "ana", memory), teams.fact(1, "billing uses Postgres 16"), embedder=embedder
    )

    eve = teams.at(url, "eve", memory)
    vector = postgres.spelled(embedder.embed_query("billing Postgres").tolist())
    assert eve.pull("").share.facts == []
    assert eve.search("billing Postgres", vector, 5) == []
    assert teams.execute(teams.as_login(url, "eve"), "SELECT * FROM memory_store.fact") == []
    assert teams.execute(teams.as_login(url, "eve"), "SELECT * FROM memory_store.audit") == []
    assert teams.at(url, "ben", memory).search("billing Postgres", vector, 5)  # the control


def test_a_member_may_not_write_in_anothers_name_nor_change_what_is_theirs(
    url: str, memory: str
) -> None:
    import psycopg

    teams.share(teams.at(url, "ana", memory), teams.fact(1, "billing uses Postgres 16"))

    assert teams.share(teams.at(url, "ben", memory), teams.fact(1, "billing uses MySQL", 9)) == 0
    changed = "UPDATE memory_store.fact SET record = '{}' WHERE login = 'ana' RETURNING id"
    assert teams.execute(teams.as_login(url, "ben"), changed) == []
    for refused in (
        FORGED,
        "DELETE FROM memory_store.fact",
        "SELECT memory_store.erase('ana')",
        "SELECT memory_store.add_member('ben', 'shop')",
        "SELECT * FROM memory_store.member",
        "INSERT INTO memory_store.audit (team, memory, id, action) VALUES ('pay', 'm', 'f', 'x')",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            teams.execute(teams.as_login(url, "ben"), refused)
    assert teams.contents(teams.at(url, "ben", memory)) == ["billing uses Postgres 16"]


def test_who_may_only_read_shares_nothing(url: str, memory: str) -> None:
    teams.share(teams.at(url, "ana", memory), teams.fact(1, "billing uses Postgres 16"))
    guest = teams.at(url, "guest", memory)

    assert teams.share(guest, teams.fact(2, "a guest was here")) == 0
    assert teams.contents(guest) == ["billing uses Postgres 16"]


def test_only_a_login_of_the_server_becomes_a_member(url: str) -> None:
    import psycopg

    with pytest.raises(psycopg.errors.UndefinedObject, match="nobody-here"):
        teams.execute(url, "SELECT memory_store.add_member('nobody-here', 'pay')")


def test_a_login_of_no_team_is_told_so(url: str, memory: str) -> None:
    teams.execute(url, "CREATE ROLE nobody LOGIN")

    with pytest.raises(errors.StoreError, match="in no team"):
        teams.at(url, "nobody", memory).pull("")


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("网关端口是多少", "网关端口改成了 8123"),
        ("which database does billing use", "billing uses Postgres 16"),
        ("where does conf/billing.toml lie", "see conf/billing.toml for the port"),
        ("billing", "see conf/billing.toml for the port"),
        ("it's 100% 'quoted' \\ & | ! :*", "100% of 'quoted' words \\ are kept"),
    ],
)
def test_a_search_finds_by_words_whatever_the_question_holds(
    url: str, memory: str, question: str, said: str
) -> None:
    others = [teams.fact(at, f"note number {at} of the weather") for at in range(2, 30)]
    teams.share(teams.at(url, "ana", memory), teams.fact(1, said), *others)

    assert teams.at(url, "ben", memory).search(question, None, 3)[0].record["content"] == said


def test_a_rare_word_outweighs_many_frequent_ones(url: str, memory: str) -> None:
    others = [
        teams.fact(at, f"the nightly backup job of service {at} is green") for at in range(2, 60)
    ]
    teams.share(
        teams.at(url, "ana", memory), *others, teams.fact(1, "Samarkand's backup runs by hand")
    )

    hits = teams.at(url, "ben", memory).search("nightly backup job of service Samarkand", None, 3)

    assert hits[0].record["id"] == "f_1"


def test_a_search_finds_by_meaning(url: str, memory: str, embedder: base.Embedder) -> None:
    said = teams.fact(1, "We ship to production every Tuesday")
    teams.share(
        teams.at(url, "ana", memory), said, teams.fact(2, "the sky is blue"), embedder=embedder
    )
    vector = postgres.spelled(embedder.embed_query("When do we deploy?").tolist())

    hits = teams.at(url, "ben", memory).search("When do we deploy?", vector, 3)

    assert hits[0].record["content"] == said["content"]
    assert hits[0].login == "ana"
    assert hits[0].vector_score > hits[0].text_score


def test_what_was_forgotten_leaves_no_word_on_the_server(url: str, memory: str) -> None:
    ana, ben = teams.at(url, "ana", memory), teams.at(url, "ben", memory)
    teams.share(
        ana,
        teams.fact(1, "the launch is called Zanzibar"),
        teams.fact(2, "deploys go out on Tuesdays"),
    )
    stone: teams.Record = {"id": "f_1", "forgotten_at": "2026-11-23T11:00:00.000Z"}

    ana.share(contract.Share(forgotten=[stone]), None)

    assert ben.search("Zanzibar launch", None, 5) == []
    assert {one.get("op") for one in ben.pull("").share.facts} == {None, "retract"}
    assert (
        teams.execute(url, "SELECT 1 FROM memory_store.fact WHERE record::text LIKE '%Zanzi%'")
        == []
    )
    assert ben.search("deploys", None, 5)  # the control


def test_a_person_who_leaves_is_erased_and_the_audit_keeps_no_name(url: str, memory: str) -> None:
    teams.execute(url, "CREATE ROLE leaver LOGIN")
    teams.execute(url, "SELECT memory_store.add_member('leaver', 'pay')")
    teams.share(teams.at(url, "leaver", memory), teams.fact(1, "said by who left"))
    teams.share(teams.at(url, "ana", memory), teams.fact(2, "said by Ana"))
    who = "SELECT login, action, id FROM memory_store.audit ORDER BY at DESC LIMIT 2"
    assert teams.execute(teams.as_login(url, "ben"), who) == [
        ("ana", "insert", "f_2"),
        ("leaver", "insert", "f_1"),
    ]

    assert teams.execute(url, "SELECT memory_store.erase('leaver')") == [(1,)]

    assert teams.contents(teams.at(url, "ben", memory)) == ["said by Ana"]
    assert [one[0] for one in teams.execute(teams.as_login(url, "ben"), who)] == ["ana", "erased"]


def test_many_writers_at_once_lose_nothing_and_no_reader_misses_one(url: str, memory: str) -> None:
    """Who pulls between passes over a number that was taken earlier and is written later."""
    writers, each = 8, 20
    seen: list[str] = []
    done = threading.Event()

    def write(which: int) -> None:
        for number in range(which * each, (which + 1) * each):
            teams.share(teams.at(url, "ana", memory), teams.fact(number, f"fact {number}"))

    def read() -> None:
        cursor, last = "", False
        while not last:
            last = done.is_set()
            pulled = teams.at(url, "ben", memory).pull(cursor)
            seen.extend(str(one["id"]) for one in pulled.share.facts)
            cursor = pulled.cursor

    threads = [threading.Thread(target=write, args=(one,)) for one in range(writers)]
    reader = threading.Thread(target=read)
    for one in (*threads, reader):
        one.start()
    for one in threads:
        one.join()
    done.set()
    reader.join()

    assert sorted(seen) == sorted(f"f_{one}" for one in range(writers * each))


def test_a_push_that_is_cut_off_leaves_nothing_and_the_next_one_brings_all(
    url: str, memory: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, ben = teams.at(url, "ana", memory), teams.at(url, "ben", memory)
    many = [teams.fact(one, f"fact {one}") for one in range(700)]
    render = codec.render

    def cutting(record: teams.Record) -> str:
        if record["id"] == "f_650":  # the first 500 are on the server by now
            teams.execute(url, KILL)
        return render(record)

    with monkeypatch.context() as cut:
        cut.setattr(codec, "render", cutting)
        with pytest.raises(errors.StoreError):
            teams.share(ana, *many)

    assert teams.contents(ben) == []
    assert teams.share(ana, *many) == len(many)
    assert len(teams.contents(ben)) == len(many)


@pytest.mark.usefixtures("words_alone")
def test_a_store_gives_the_team_what_a_person_shared_and_is_told_what_others_did(
    url: str, memory: str, store: layout.Store
) -> None:
    given.fact(store, "a private word about the gateway")
    shared = given.fact(store, "the gateway listens on port 8123", visibility="team")
    entry = entries.add(store, "team", teams.as_login(url, "ana"), memory)
    server = postgres.Server(entry.url, memory)

    first, again = (team_meeting.meet(store, entry, server) for _ in range(2))

    assert (first, again) == ((0, 1), (0, 0))
    assert teams.contents(teams.at(url, "ben", memory)) == [shared["content"]]
    teams.share(teams.at(url, "ben", memory), teams.fact(7, "the gateway is written in Rust"))
    found, missing = team_search.shared([store], "gateway", config.resolve(), 5, 60.0)
    assert missing == []
    assert {one["text"]: one["source"]["file"] for one in found} == {  # type: ignore[index]
        "the gateway is written in Rust": "team:ben",
        "the gateway listens on port 8123": "team:ana",
    }


def test_a_server_that_is_away_is_told_and_holds_no_search_up(
    store: layout.Store, memory: str
) -> None:
    given.fact(store, "the gateway listens on port 8123")
    entries.add(store, "team", "postgresql://ana@127.0.0.1:1/none", memory)

    found = shims.memory_store("search", "gateway", "--project", store.project).answer
    synced = shims.memory_store("sync", "--project", store.project).answer

    assert [one["text"] for one in found["results"]] == ["the gateway listens on port 8123"]
    assert "team team was not asked" in found["degraded"]
    assert "not reached" in synced["remotes"][0]["fault"]
