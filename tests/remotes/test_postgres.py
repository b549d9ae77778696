"""A team's server: a real PostgreSQL with pgvector, started here."""

from __future__ import annotations

import contextlib
import pathlib
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import codec, config, errors
from memory_store.journal import arrivals, records
from memory_store.remotes import (
    connecting,
    contract,
    entries,
    postgres,
    preparing,
    team_meeting,
    team_search,
    visits,
)
from tests import given
from tests.end_to_end import shims
from tests.remotes import teams

if TYPE_CHECKING:
    from collections.abc import Iterator

    import psycopg

    from memory_store.embedders import base
    from memory_store.store import layout

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the server is a Linux wheel"),
    # what psycopg leaves of a connection that was cut
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

MIGRATIONS = pathlib.Path(preparing.__file__).parent / "migrations"
FORGED = """INSERT INTO memory_store.fact (team, memory, id, login, record, words)
VALUES ('pay', 'm', 'f_9', 'ana', '{}', '')"""
KILL = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE application_name = 'memory-store' AND usename = 'ana' AND wait_event_type = 'Lock'"""
AUDITED = "SELECT count(*) FROM memory_store.audit"
PUT = "SELECT memory_store.put(%s, %s::jsonb, '{}')"
BY_NUMBER = """SELECT written::text::bigint, record FROM memory_store.fact
WHERE memory = %s AND written::text::bigint > %s ORDER BY written"""
FUTURE = "UPDATE memory_store.fact SET written = '1000000000000' WHERE memory = '{memory}'"
BILLING, DEPLOYS = "billing uses Postgres 16", "deploys go out on Tuesdays"


class Team:
    """A memory of a team, as its members reach it; Ana shares."""

    def __init__(self, url: str, memory: str) -> None:
        self.url, self.memory = url, memory
        self.ana, self.ben = self.server("ana"), self.server("ben")

    def server(self, login: str) -> postgres.Server:
        return teams.at(self.url, login, self.memory)

    def share(
        self, *said: str, minute: int = 0, embedder: base.Embedder | None = None
    ) -> int | None:
        facts = [teams.fact(number, text, minute) for number, text in enumerate(said, 1)]
        return teams.share(self.ana, *facts, embedder=embedder)

    def found(
        self, login: str, question: str, embedder: base.Embedder | None = None, limit: int = 5
    ) -> list[dict[str, Any]]:
        vector, model = None, ""
        if embedder is not None:
            model = embedder.name
            vector = postgres.spelled(embedder.embed_query(question).tolist())
        hits = self.server(login).search(question, vector, limit, model)
        return team_search.ranked(hits, model, limit, "team")

    def sql(self, text: str, login: str = "") -> list[tuple[Any, ...]]:
        return teams.execute(teams.as_login(self.url, login) if login else self.url, text)


@pytest.fixture
def team(url: str, memory: str) -> Team:
    return Team(url, memory)


def test_a_change_is_given_to_the_others_once_and_one_that_is_known_is_none(team: Team) -> None:
    first, again = team.share(BILLING, DEPLOYS), team.share(BILLING)
    pulled = team.ben.pull("")
    team.share("billing uses Postgres 17", minute=1)

    assert (first, again) == (2, 0)
    assert [one["content"] for one in pulled.share.facts] == [BILLING, DEPLOYS]
    (changed,) = team.ben.pull(pulled.cursor).share.facts
    assert changed["content"] == "billing uses Postgres 17"


@pytest.mark.long
def test_another_team_sees_nothing(team: Team, embedder: base.Embedder) -> None:
    team.share(BILLING, embedder=embedder)

    assert team.server("eve").pull("").share.facts == []
    assert team.server("eve").search("billing Postgres", None, 5) == []
    assert team.found("eve", "billing Postgres", embedder) == []
    assert team.sql("SELECT * FROM memory_store.fact", "eve") == []
    assert team.sql("SELECT * FROM memory_store.audit", "eve") == []
    assert team.found("ben", "billing Postgres", embedder)  # the control


def test_a_member_may_not_write_in_anothers_name_nor_change_what_is_theirs(team: Team) -> None:
    import psycopg

    team.share(BILLING)

    assert teams.share(team.ben, teams.fact(1, "billing uses MySQL", 9)) == 0
    changed = "UPDATE memory_store.fact SET record = '{}' WHERE login = 'ana' RETURNING id"
    assert team.sql(changed, "ben") == []
    for refused in (
        FORGED,
        "DELETE FROM memory_store.fact",
        "SELECT memory_store.erase('ana')",
        "SELECT memory_store.add_member('ben', 'shop')",
        "SELECT * FROM memory_store.member",
        "INSERT INTO memory_store.audit (team, memory, id, action) VALUES ('pay', 'm', 'f', 'x')",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            team.sql(refused, "ben")
    assert teams.contents(team.ben) == [BILLING]


def test_who_may_only_read_shares_nothing(team: Team) -> None:
    team.share(BILLING)
    guest = team.server("guest")

    assert teams.share(guest, teams.fact(2, "a guest was here")) is None
    assert teams.contents(guest) == [BILLING]


def test_only_a_login_of_the_server_becomes_a_member(team: Team) -> None:
    import psycopg

    with pytest.raises(psycopg.errors.UndefinedObject, match="nobody-here"):
        team.sql("SELECT memory_store.add_member('nobody-here', 'pay')")


@pytest.mark.long
@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("网关端口是多少", "网关端口改成了 8123"),
        ("which database does billing use", BILLING),
        ("where does conf/billing.toml lie", "see conf/billing.toml for the port"),
        ("billing", "see conf/billing.toml for the port"),
        ("it's 100% 'quoted' \\ & | ! :*", "100% of 'quoted' words \\ are kept"),
        ("nightly backup job of service Samarkand", "Samarkand's backup runs by hand"),
    ],
)
def test_a_search_finds_by_words_and_a_rare_one_outweighs_many(
    team: Team, question: str, said: str
) -> None:
    others = [f"the nightly backup job of service {number} is green" for number in range(60)]
    team.share(said, *others)

    assert team.found("ben", question)[0]["text"] == said


@pytest.mark.long
def test_a_search_finds_by_meaning(team: Team, embedder: base.Embedder) -> None:
    said = "We ship to production every Tuesday"
    team.share(said, "the sky is blue", embedder=embedder)

    hit, *_ = team.found("ben", "When do we deploy?", embedder)

    assert (hit["text"], hit["source"]["file"]) == (said, "team:ana")
    assert hit["vector_score"] > hit["text_score"]


FORGE = """INSERT INTO memory_store.fact (team, memory, id, record, words, meaning) VALUES
(memory_store.team(), '{memory}', 'f_forged', jsonb_build_object('id', 'f_forged', 'content',
 '{content}', 'updated_at', '2026'), to_tsvector('simple', '{words}'), {meaning})"""


@pytest.mark.long
def test_a_row_of_a_members_own_program_is_found_by_what_it_says_alone(
    team: Team, store: layout.Store, embedder: base.Embedder
) -> None:
    question = "When do we deploy?"
    honest = "We ship to production every Tuesday"
    team.share(honest, embedder=embedder)
    vector = postgres.spelled(embedder.embed_query(question).tolist())
    forged = {"memory": team.memory, "content": "x" * 5_000, "words": f"{question} deploy"}
    team.sql(FORGE.format(**forged, meaning=f"'{vector}'::halfvec"), "ana")
    entries.add(store, "team", teams.as_login(team.url, "ben"), team.memory)

    by_words = team.found("ben", question)
    found, missing = team_search.shared([store], question, config.resolve(), 5, 60.0)
    pulled = {one["id"]: one for one in team.ben.pull("").share.facts}

    assert missing == []
    assert by_words == []
    assert found[0]["text"] == honest
    assert [one["vector_score"] for one in found if float(str(one["vector_score"])) > 0.9] == []
    assert len(str(pulled["f_forged"]["content"])) == records.CONTENT_CHARS
    assert all(len(str(one["text"])) <= records.CONTENT_CHARS for one in found)


def test_what_was_forgotten_leaves_no_word_on_the_server(team: Team) -> None:
    team.share("the launch is called Zanzibar", DEPLOYS)
    stone: teams.Record = {"id": "f_1", "forgotten_at": "2026-11-23T11:00:00.000Z"}

    team.ana.share(contract.Share(forgotten=[stone]))

    assert team.found("ben", "Zanzibar launch") == []
    assert {one.get("op") for one in team.ben.pull("").share.facts} == {None, "retract"}
    assert team.sql("SELECT 1 FROM memory_store.fact WHERE record::text LIKE '%Zanzi%'") == []
    assert team.found("ben", "deploys")  # the control


def test_a_person_who_leaves_is_erased_for_good_and_the_audit_keeps_no_name(team: Team) -> None:
    team.sql("CREATE ROLE leaver LOGIN")
    team.sql("SELECT memory_store.add_member('leaver', 'pay')")
    said = teams.fact(1, "said by who left")
    teams.share(team.server("leaver"), said)
    teams.share(team.ana, teams.fact(2, "said by Ana"))
    who = "SELECT login, id FROM memory_store.audit ORDER BY at, id"
    cursor = team.ben.pull("").cursor
    assert team.sql(who, "ben")[-2:] == [("leaver", "f_1"), ("ana", "f_2")]

    assert team.sql("SELECT memory_store.erase('leaver')") == [(1,)]

    assert [login for login, _ in team.sql(who, "ben") if login == "leaver"] == []
    assert [one.get("op") for one in team.ben.pull(cursor).share.facts] == ["retract"]
    assert teams.share(team.ben, said) == 0  # a colleague's machine had it of a remote of both
    assert team.sql("SELECT 1 FROM memory_store.fact WHERE record::text LIKE '%who left%'") == []
    assert (team.ben.standing()[0], team.ana.standing()[0]) == (1, 0)


@pytest.mark.long
def test_many_writers_at_once_lose_nothing_and_no_reader_misses_one(team: Team) -> None:
    """Who pulls between passes over a number that was taken earlier and is written later."""
    writers, each = 8, 20
    seen: list[str] = []
    done = threading.Event()

    def write(which: int) -> None:
        for number in range(which * each, (which + 1) * each):
            teams.share(team.server("ana"), teams.fact(number, f"fact {number}"))

    def read() -> None:
        cursor, last = "", False
        while not last:
            last = done.is_set()
            pulled = team.server("ben").pull(cursor)
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


def test_a_push_that_is_cut_off_leaves_nothing_and_the_next_one_brings_all(team: Team) -> None:
    many = [f"fact {number}" for number in range(700)]

    cutting = threading.Thread(target=cut, args=(team,))
    with held(team, len(many)):
        cutting.start()
        with pytest.raises(errors.StoreError):
            team.share(*many)
    cutting.join()

    assert teams.contents(team.ben) == []
    assert team.share(*many) == len(many)
    assert len(teams.contents(team.ben)) == len(many)


def cut(team: Team) -> None:
    """End the connection of who waits for another's row, as soon as one does."""
    while not any(ended for (ended,) in team.sql(KILL)):
        pass


@contextlib.contextmanager
def held(team: Team, number: int) -> Iterator[None]:
    """Another machine of Ana's is writing the same fact, and has not ended."""
    import psycopg

    with psycopg.connect(teams.as_login(team.url, "ana")) as other:
        put(other, team, number)
        yield
        other.rollback()


def put(connection: psycopg.Connection[Any], team: Team, number: int) -> None:
    given = [{"record": teams.fact(number, f"fact {number}"), "words": ""}]
    connection.execute(PUT, (team.memory, codec.render(given)))


class ByNumber:
    """A careless reader, who goes on behind the highest number that it saw (control)."""

    def __init__(self, team: Team) -> None:
        self._team, self._last = team, 0

    def news(self) -> list[str]:
        import psycopg

        with psycopg.connect(self._team.url) as connection:
            rows = connection.execute(BY_NUMBER, (self._team.memory, self._last)).fetchall()
        self._last = max([self._last, *(number for number, _ in rows)])
        return [record["id"] for _, record in rows]


class BySnapshot:
    """The product's reader."""

    def __init__(self, team: Team) -> None:
        self._reader, self._cursor = team.ben, ""

    def news(self) -> list[str]:
        pulled = self._reader.pull(self._cursor)
        self._cursor = pulled.cursor
        return [str(one["id"]) for one in pulled.share.facts]


@pytest.mark.parametrize(("reader", "missed"), [(BySnapshot, False), (ByNumber, True)])
def test_who_reads_between_two_writers_misses_none(
    team: Team, reader: type[BySnapshot | ByNumber], *, missed: bool
) -> None:
    """The first writer has a lower number and ends later; the control must miss its fact."""
    import psycopg

    reading, ana = reader(team), teams.as_login(team.url, "ana")
    with psycopg.connect(ana) as first, psycopg.connect(ana) as second:
        put(first, team, 1)
        put(second, team, 2)  # waits for nobody
        second.commit()
        between = reading.news()
        first.commit()
    later = [reading.news() for _ in range(2)]

    assert (between, later) == (["f_2"], [[] if missed else ["f_1"], []])


def test_a_server_that_was_restored_elsewhere_gives_what_comes_after_it(
    team: Team, embedder: base.Embedder
) -> None:
    """There transactions are counted anew, and its rows seem to be of the future."""
    team.share(BILLING, DEPLOYS)
    cursor = team.ben.pull("").cursor
    server, _, _ = cursor.partition(":")
    of_another = f"{server.partition('/')[0]}/123:{10**12}:{10**12}:"
    team.sql(FUTURE.format(memory=team.memory))

    preparing.prepare(team.url, embedder)

    assert team.ben.pull(cursor).share.facts == []
    assert len(team.ben.pull(of_another).share.facts) == 2


@pytest.mark.long
def test_a_vector_that_is_missing_comes_with_the_next_sync_and_is_no_change(
    team: Team, embedder: base.Embedder
) -> None:
    said = "We ship to production every Tuesday"
    team.share(said)
    pulled = team.ben.pull("")
    audited = f"{AUDITED} WHERE memory = '{team.memory}'"
    asked = "ben", "When do we deploy?", embedder
    assert team.found(*asked) == []

    team.ana.add_vectors(lambda: embedder)

    assert [one["text"] for one in team.found(*asked)] == [said]
    vector = postgres.spelled(embedder.embed_query(asked[1]).tolist())
    assert team.ben.search(asked[1], vector, 5, "another model") == []
    assert team.ben.pull(pulled.cursor).share.facts == []
    assert team.sql(audited) == [(1,)]
    team.ana.add_vectors(pytest.fail)  # nothing waits, no model is loaded


@pytest.mark.usefixtures("words_alone")
def test_a_store_gives_the_team_what_a_person_shared_and_is_told_what_others_did(
    team: Team, store: layout.Store
) -> None:
    given.fact(store, "a private word about the gateway")
    shared = given.fact(store, "the gateway listens on port 8123", visibility="team")
    entry = entries.add(store, "team", teams.as_login(team.url, "ana"), team.memory)

    first, again = (team_meeting.meet(store, entry, team.ana) for _ in range(2))

    assert (first, again) == ((0, 1), (0, 0))
    assert teams.contents(team.ben) == [shared["content"]]
    teams.share(team.ben, teams.fact(7, "the gateway is written in Rust"))
    found, missing = team_search.shared([store], "gateway", config.resolve(), 5, 60.0)
    assert missing == []
    assert {one["text"]: one["source"]["file"] for one in found} == {  # type: ignore[index]
        "the gateway is written in Rust": "team:ben",
        "the gateway listens on port 8123": "team:ana",
    }


@pytest.mark.usefixtures("words_alone")
def test_who_may_only_read_is_given_the_news_and_told_that_nothing_goes(
    team: Team, store: layout.Store
) -> None:
    entries.add(store, "team", teams.as_login(team.url, "guest"), team.memory)
    team.share(BILLING)
    (first,) = visits.visit(given.where(store))
    given.fact(store, "a guest was here", visibility="team")
    team.share(BILLING, DEPLOYS)

    (again,) = visits.visit(given.where(store))
    (state,) = visits.states(store)
    shown = shims.memory_store("sync", "--project", store.project, "--format", "text").out

    assert (first["came"], first["note"]) == (1, "")
    assert (again["came"], again["went"], again["fault"]) == (1, 0, "")
    assert "may only read" in str(again["note"])
    told = [
        shims.memory_store(one, "--project", store.project, "--format", "text").out
        for one in ("status", "doctor")
    ]
    assert (bool(state.met), state.fault, state.note) == (True, "", again["note"])
    assert [one["content"] for one in arrivals.load(store)] == [DEPLOYS]
    assert "remote team: nothing came, nothing went" in shown
    assert all("may only read" in one for one in (shown, *told))


@pytest.mark.usefixtures("words_alone")
def test_the_number_of_a_colleagues_fact_is_told_as_theirs(
    team: Team, store: layout.Store
) -> None:
    given.fact(store, "the gateway is written in Rust")
    teams.share(team.ben, teams.fact(7, "the gateway listens on port 8123"))
    entries.add(store, "team", teams.as_login(team.url, "ana"), team.memory)
    found = shims.memory_store(
        "search", "gateway port", "--project", store.project, "--format", "text"
    ).out
    number, _, _ = next(one for one in found.splitlines() if "8123" in one).partition(".")

    for command in ("show", "pin"):
        refused = shims.memory_store(command, number, "--project", store.project)

        assert refused.code == 2
        assert "team:ben" in refused.err


@pytest.mark.usefixtures("words_alone")
@pytest.mark.parametrize("cursor", ["{id}:12", "{id}/123:5:5:"], ids=["earlier", "restored"])
def test_what_was_there_is_no_news_behind_a_cursor_of_another_release_or_server(
    team: Team, store: layout.Store, cursor: str
) -> None:
    entry = entries.add(store, "team", teams.as_login(team.url, "ben"), team.memory)
    team.share(BILLING)
    identity = team.ben.pull("").cursor.partition("/")[0]
    entries.keep_progress(store, entry, cursor.format(id=identity))

    came, _ = team_meeting.meet(store, entry, team.ben)
    team.share(BILLING, DEPLOYS)
    team_meeting.meet(store, entry, team.ben)

    assert came == 1
    assert [one["content"] for one in arrivals.load(store)] == [DEPLOYS]


@pytest.mark.long
def test_a_shared_fact_has_its_place_among_this_machines_by_its_score(
    team: Team, store: layout.Store
) -> None:
    """Both are scored alike, and a page full of what hardly bears on it keeps none out."""
    said = "the gateway's certificate is renewed by Farah in Frankfurt"
    theirs = said.replace("gateway", "proxy")
    many = [f"the mailer of build {number} waits for the gateway" for number in range(8)]
    for text in (*many, said):
        given.fact(store, text)
    shared = [*many, theirs]
    teams.share(team.ben, *(teams.fact(at, text) for at, text in enumerate(shared)))
    entries.add(store, "team", teams.as_login(team.url, "ana"), team.memory)

    asked = "was the certificate renewed in Frankfurt?"
    answer = shims.memory_store("search", asked, "--project", store.project, "--limit", "5")

    first, second, *others = answer.answer["results"]
    assert {one["text"] for one in (first, second)} == {said, theirs}
    assert abs(first["text_score"] - second["text_score"]) < 0.1, (first, second)
    assert all(one["score"] < second["score"] for one in others)


@pytest.mark.long
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


EARLIER = "SELECT memory_store.add_member('postgres', 'pay')"


@pytest.mark.parametrize("prepared", [(), ("0001.teams.sql",)], ids=["never", "by 0.1"])
def test_a_server_that_is_not_prepared_for_this_release_says_who_does_what(
    url: str, memory: str, prepared: tuple[str, ...]
) -> None:
    import psycopg

    name = f"earlier{len(prepared)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    earlier = url.replace("/postgres?", f"/{name}?")
    for file in prepared:
        teams.execute(earlier, (MIGRATIONS / file).read_text("utf-8"))
        teams.execute(earlier, EARLIER)
    server = postgres.Server(earlier, memory)
    asks = (
        lambda: server.share(contract.Share([teams.fact(1, BILLING)])),
        lambda: server.pull(""),
        lambda: server.search(BILLING, None, 5),
    )

    for ask in asks:
        with pytest.raises(errors.StoreError, match="not prepared for this release") as refused:
            ask()
        assert "its owner runs memory-store remote prepare" in str(refused.value.hint)


SAID = {
    "no password supplied": "for this host, port, database and login",
    'FATAL:  password authentication failed for user "ana"': "refuses the login",
    'certificate for "a" does not match host name "b"': "certificate is of another host",
    "SSL error: certificate verify failed": "certificate is out of date",
    'root certificate file "/x/root.crt" does not exist\nEither provide it': "sslrootcert",
    'FATAL:  no pg_hba.conf entry for host "10.0.0.1", user "a", no encryption': "pg_hba.conf",
    'extension "vector" is not available\nDETAIL:  Could not open extension': "lacks pgvector",
    'permission denied to create extension "vector"\nHINT:  superuser': "lacks pgvector",
    "permission denied for database memory": "its owner does",
    "FATAL:  the database system is starting up": "is starting",
    "canceling statement due to statement timeout": "in time",
    "server closed the connection unexpectedly\n\tThis probably": "ended the connection",
    'FATAL:  database "x" does not exist': "no such database",
    'FATAL:  database "x" is not currently accepting connections': "not currently accepting",
    'FATAL:  role "x" does not exist': "no such login",
    'FATAL:  role "x" is not permitted to log in': "not permitted to log in",
    "a word of another release": "not reached: a word of another release",
}
"""What psycopg says, as it was heard from PostgreSQL 15 with TLS and passwords."""


@pytest.mark.parametrize(("fault", "told"), SAID.items())
def test_a_fault_of_the_server_is_told_by_what_it_means_without_the_options_of_the_address(
    fault: str, told: str
) -> None:
    import psycopg

    def fail() -> None:
        with connecting.as_store_errors("postgresql://ana@db/memory?sslmode=verify-full"):
            raise psycopg.OperationalError(fault)

    with pytest.raises(errors.StoreError, match=f"^postgresql://ana@db/memory is .*{told}"):
        fail()


def test_a_server_that_is_there_says_what_it_lacks(
    url: str, memory: str, embedder: base.Embedder
) -> None:
    for changed, told in (
        (url.replace("/postgres?", "/nowhere?"), "no such database"),
        ("postgresql://ana@127.0.0.1:1/none", "nothing answers"),
        ("postgresql://ana@no-such-host.invalid/none", "no host of this name"),
    ):
        with pytest.raises(errors.StoreError, match=told):
            postgres.Server(changed, memory).pull("")
        with pytest.raises(errors.StoreError, match=told):
            preparing.prepare(changed, embedder)
