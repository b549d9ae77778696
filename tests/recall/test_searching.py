"""Searching whole: real files, real SQLite, the real model (docs/interface.md 4)."""

from __future__ import annotations

import itertools
import json
import os
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import clock, config, errors
from memory_store.embedders import catalog, models
from memory_store.index import (
    bookmarks,
    database,
    disk,
    filters,
    indexer,
    questions,
    sync,
    translations,
)
from memory_store.recall import ranking, searching
from memory_store.store import layout
from tests import faults, given

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> None:
    """The local model, chosen."""
    monkeypatch.setenv("MEMORY_STORE_EMBEDDER", "use-multilingual")


def ask(
    stores: layout.Store | list[layout.Store], text: str, budget_ms: int = 2_000, **asked: Any
) -> searching.Found:
    """What a search finds; keywords are of `Filters`, or of `searching.search`."""
    listed = stores if isinstance(stores, list) else [stores]
    settings = config.resolve()
    settings.values["sync_budget_ms"] = budget_ms
    known = ("kinds", "types", "session", "since", "until", "now")
    given_ = {name: asked.pop(name) for name in known if name in asked}
    wanted = filters.Filters(now=clock.now(), **given_)
    return searching.search(listed, text, wanted, config=settings, **asked)


def results(stores: layout.Store | list[layout.Store], text: str, **asked: Any) -> list[Any]:
    """The results alone."""
    return list(ask(stores, text, **asked).results)


def scores_fall(found: list[Any]) -> bool:
    """Whether no score is below the next one, but for what newness and confidence add."""
    told = [one["score"] for one in found]
    return all(one * 1.02 >= other for one, other in itertools.pairwise(told))


def words(stores: layout.Store | list[layout.Store], text: str, **asked: Any) -> list[str]:
    """The texts that words alone find."""
    return [str(one["text"]) for one in results(stores, text, method="fts", **asked)]


def test_a_result_is_as_the_interface_has_it(store: layout.Store) -> None:
    made = given.fact(
        store, "Deploys run at noon", session="s one", entities=["make"], confidence=0.9
    )

    (result,) = results(store, "deploys make", method="fts")

    score = result["score"]
    assert isinstance(score, float)
    assert 0 < score <= 1
    assert result == {
        "id": made["id"],
        "kind": "fact",
        "type": "W",
        "text": "Deploys run at noon",
        "score": score,
        "vector_score": 0.0,
        "text_score": score,
        "source": {"file": ".memory/facts.jsonl", "line": 1, "end_line": 1},
        "session_id": "s one",
        "via": "agent",
        "created_at": made["created_at"],
        "entities": ["make"],
        "confidence": 0.9,
        "status": "standing",
    }
    json.dumps(result)


@pytest.mark.usefixtures("unmapped")
def test_where_there_is_no_memory_no_model_is_loaded_for_a_search() -> None:
    assert results([], "how do we deploy") == []
    assert not os.path.exists(models.directory())


def test_every_kind_of_memory_is_found_with_where_it_stands(store: layout.Store) -> None:
    given.fact(store, "deploy as a fact")
    given.summary(store, "deploy as a summary", session="s one")
    given.event(store, "response", text="deploy as an answer to somebody")
    Path(store.path, layout.CORE).write_text("# Memory\n\n- deploy in core\n", "utf-8")
    Path(store.path, layout.NOTES).mkdir(exist_ok=True)
    Path(store.path, layout.NOTES, "ops.md").write_text("# Ops\n\ndeploy in a note\n", "utf-8")

    found = {one["kind"]: one for one in results(store, "deploy", method="fts")}

    assert set(found) == {"fact", "summary", "turn", "core", "note"}
    assert found["core"]["source"] == {"file": ".memory/MEMORY.md", "line": 3, "end_line": 3}
    assert found["note"]["id"] == "notes/ops.md:3-3"
    assert found["note"]["text"] == "Ops\ndeploy in a note"
    assert found["note"]["created_at"]
    assert found["summary"]["session_id"] == "s one"
    assert found["turn"]["type"] == "response"


def test_a_fact_saved_a_moment_ago_is_found(store: layout.Store) -> None:
    given.fact(store, "use tabs")
    words(store, "tabs")

    given.fact(store, "use tabs in Makefiles")

    assert words(store, "Makefiles") == ["use tabs in Makefiles"]


def test_what_does_not_hold_is_not_found(store: layout.Store) -> None:
    retracted = given.fact(store, "deploy by hand")
    old = given.fact(store, "deploy by script")
    new = given.fact(store, "deploy by make", supersedes=old["id"])
    given.fact(store, "deploy in 2020", valid_to="2020-12-31T00:00:00Z")
    given.retraction(store, retracted)

    assert words(store, "deploy") == [new["content"]]


def test_a_fact_is_found_once_it_begins_and_what_it_replaces_until_then(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    soon = clock.stamp(clock.now() + 3_600)
    old = given.fact(store, "the freeze lasts a week")
    given.fact(store, "the freeze lasts a month", valid_from=soon, supersedes=old["id"])
    before = words(store, "freeze")

    later = clock.now() + 7_200
    monkeypatch.setattr(clock, "now", lambda: later)

    assert before == ["the freeze lasts a week"]
    assert words(store, "freeze") == ["the freeze lasts a month"]
    assert words(store, "week") == []


def test_a_fact_is_not_found_past_its_end_without_another_sync(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    soon = clock.stamp(clock.now() + 3_600)
    given.fact(store, "the freeze lasts", valid_to=soon)
    before = words(store, "freeze")

    later = clock.now() + 7_200
    monkeypatch.setattr(clock, "now", lambda: later)

    assert before == ["the freeze lasts"]
    assert words(store, "freeze") == []


def test_the_same_text_is_told_once_and_as_what_was_kept(store: layout.Store) -> None:
    given.event(store, "prompt", text="Always run  the linter")
    made = given.fact(store, "always run the linter")

    (result,) = results(store, "linter", method="fts")

    assert result["id"] == made["id"]


def test_a_long_answer_is_told_once_by_its_best_part(store: layout.Store) -> None:
    filler = "This is a sentence about nothing in particular. " * 60
    given.event(store, "response", text=f"{filler}The zebra is here. {filler}")

    (result,) = results(store, "zebra", method="fts")

    assert "zebra" in str(result["text"])
    assert len(str(result["text"])) < 2_600


LATER = {"created_at": "2099-01-01T00:00:00.000Z"}
DAYS = {f"deploy day{days}": {"days": days} for days in (3, 9, 1)}
NEWEST = ["deploy day1", "deploy day3", "deploy day9"]
SINCE = {"since": clock.now() - 5 * 86_400}


@pytest.mark.parametrize(
    ("promise", "facts", "question", "asked", "found"),
    [
        ("equal scores come newest first", DAYS, "deploy", {}, NEWEST),
        ("no more come than wanted", DAYS, "deploy", {"limit": 2}, NEWEST[:2]),
        ("nothing under the floor", DAYS, "deploy", {"min_score": 0.99}, []),
        ("nothing without the word", DAYS, "rollback", {}, []),
        (
            "a date in the future hides no other fact",
            {"deploy later": LATER, **DAYS},
            "deploy",
            {"limit": 4},
            ["deploy later", *NEWEST],
        ),
        (
            "a date in the future is listed behind the others",
            {"deploy later": LATER, "deploy even later": LATER, **DAYS},
            "",
            {**SINCE, "limit": 2},
            NEWEST[:2],
        ),
    ],
)
def test_words_find_facts(
    store: layout.Store,
    promise: str,
    facts: dict[str, dict[str, Any]],
    question: str,
    asked: dict[str, Any],
    found: list[str],
) -> None:
    for content, fields in facts.items():
        given.fact(store, content, **fields)

    assert words(store, question, **asked) == found, promise


@pytest.mark.parametrize(
    "question", ["", "   ", "?!", '"', "NEAR(", "a\0b", "\ud800", "x" * 10**6]
)
def test_no_question_is_an_error(store: layout.Store, question: str) -> None:
    given.fact(store, "something")

    assert ask(store, question, method="fts").degraded is None


def test_a_store_that_is_not_there_has_nothing(tmp_path: Path) -> None:
    found = ask(layout.project_store(str(tmp_path / "none")), "deploy", method="fts")

    assert (found.results, found.degraded) == ([], None)


def test_two_stores_are_merged_by_score(store: layout.Store, user_store: layout.Store) -> None:
    given.fact(user_store, "deploy with make and care")
    given.fact(store, "deploy")
    given.fact(store, "make and care")

    found = results([store, user_store], "deploy make care", method="fts")

    assert found[0]["text"] == "deploy with make and care"
    assert found[0]["source"]["file"] == "~/.memory/facts.jsonl"
    assert len(found) == 3


@pytest.mark.usefixtures("model")
class TestWithTheModel:
    """The real model, on texts in two languages."""

    def test_meaning_finds_what_no_word_does(self, store: layout.Store) -> None:
        wanted = given.fact(store, "用户喜欢深色主题")
        given.fact(store, "数据库每天凌晨备份")
        given.fact(store, "The build takes ten minutes")

        found = ask(store, "dark mode preference")

        assert found.degraded is None
        assert found.results[0]["id"] == wanted["id"]
        assert results(store, "dark mode preference", min_score=0.1)

    def test_five_wordings_of_one_fact_leave_room_for_another(self, store: layout.Store) -> None:
        for text in (
            "数据库每天凌晨三点备份",
            "每天凌晨3点备份数据库",
            "数据库备份在每天凌晨三点进行",
            "数据库的备份每天凌晨三点做",
        ):
            given.fact(store, text, session="")
        other = given.fact(store, "数据库备份保存在 S3，保留三十天", session="")

        found = results(store, "数据库怎么备份", limit=3)

        assert other["id"] in [one["id"] for one in found]
        assert scores_fall(found)

    def test_a_rare_name_wins_over_a_near_meaning(self, store: layout.Store) -> None:
        given.fact(store, "A request failed with an unknown error")
        wanted = given.fact(store, "The proxy answers ERR_1234 when the token is old")

        assert results(store, "why do I see ERR_1234?")[0]["id"] == wanted["id"]

    def test_every_score_is_from_0_to_1(self, store: layout.Store) -> None:
        for text in ("deploy with make", "部署用 make", "make make make", "deploy"):
            given.fact(store, text)

        for method in ("hybrid", "fts", "vector"):
            for one in results(store, "deploy make", method=method):
                assert 0 <= one["score"] <= 1
                assert 0 <= one["vector_score"] <= 1
                assert 0 <= one["text_score"] <= 1

    def test_the_vector_method_ranks_by_meaning_alone(self, store: layout.Store) -> None:
        given.fact(store, "deploy")
        given.fact(store, "The weather is fine")

        for one in results(store, "release to production", method="vector"):
            assert one["score"] == one["vector_score"]
            assert one["text_score"] == 0

    def test_the_seeds_weights_are_a_setting(
        self, store: layout.Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        given.fact(store, "deploy with make")
        monkeypatch.setenv("MEMORY_STORE_FUSION", "weighted")

        (one,) = results(store, "deploy make")

        mixed = 0.7 * one["vector_score"] + 0.3 * one["text_score"]
        assert one["score"] == pytest.approx(mixed, abs=2e-4)

    @pytest.mark.long
    def test_what_an_import_left_without_vectors_is_left_to_the_background(
        self, store: layout.Store
    ) -> None:
        for number in range(30):
            given.fact(store, f"deploy number {number}")

        found = ask(store, "deploy number 7", budget_ms=100)

        assert "have no vector yet" in str(found.degraded)
        assert "number 7" in str(found.results[0]["text"])
        assert found.is_behind
        assert questions.state(store)["vectors_missing"] == 30
        # the control: as many as there is time for are embedded now
        assert ask(store, "deploy number 7", budget_ms=60_000).degraded is None
        assert questions.state(store)["vectors_missing"] == 0

    @pytest.mark.long
    def test_what_has_no_vector_yet_is_searched_by_words_and_it_is_told(
        self, store: layout.Store
    ) -> None:
        wanted = given.fact(store, "The zebra lives in Nairobi")
        for number in range(230):
            given.fact(store, f"deploy number {number}")

        found = ask(store, "zebra Nairobi", budget_ms=0)

        assert "have no vector yet" in str(found.degraded)
        assert found.results[0]["id"] == wanted["id"]
        assert found.results[0]["vector_score"] == 0
        whole = ask(store, "zebra Nairobi", budget_ms=60_000)
        assert whole.degraded is None
        assert whole.results[0]["id"] == wanted["id"]

    def test_a_question_asked_again_needs_no_model(
        self, store: layout.Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        given.fact(store, "用户喜欢深色主题")
        first = results(store, "dark mode")
        use = catalog.load("use-multilingual", "", models.directory())

        monkeypatch.setattr(type(use), "prepare", None)
        monkeypatch.setattr(type(use), "embed_query", None)
        monkeypatch.setattr(type(use), "embed_documents", None)

        assert results(store, "dark mode") == first

    def test_a_searched_secret_is_not_in_any_file_of_ours(self, store: layout.Store) -> None:
        given.fact(store, "something")

        ask(store, "canary7391question")

        assert given.holding("canary7391question", layout.cache_root(), store.path) == []

    def test_a_model_that_fails_leaves_the_answer_to_words(
        self, store: layout.Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        given.fact(store, "deploy with make")
        use = catalog.load("use-multilingual", "", models.directory())

        def fail(*_: object) -> None:
            raise RuntimeError("out of memory")

        monkeypatch.setattr(type(use), "embed_documents", fail)
        for method in ("hybrid", "vector"):
            found = ask(store, "deploy", method=method)
            assert [one["text"] for one in found.results] == ["deploy with make"]
            assert found.degraded == "searched by words alone: the model failed: out of memory"

    def test_no_text_is_kept_in_the_index(self, store: layout.Store) -> None:
        given.fact(store, "a sentence with canary and lantern in it")

        ask(store, "canary")

        assert given.holding("canary and lantern", layout.cache_directory(store)) == []


def test_without_a_model_words_answer_alone_and_it_is_told(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_EMBEDDER", "none")
    given.fact(store, "deploy with make")

    for method in ("hybrid", "vector"):
        found = ask(store, "deploy", method=method)
        assert [one["text"] for one in found.results] == ["deploy with make"]
        assert str(found.degraded).startswith("searched by words alone")


def test_a_file_edited_beneath_the_index_is_read_again(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if nothing tells that it changed, what is shown stands in the file."""
    given.fact(store, "use tabs for Makefiles")
    path = Path(store.path, layout.FACTS)
    words(store, "tabs")
    signatures = bookmarks.signatures(store)
    monkeypatch.setattr(bookmarks, "signatures", lambda _: signatures)
    monkeypatch.setattr(bookmarks, "settled_signature", lambda _: signatures["facts.jsonl"])
    words(store, "tabs")

    path.write_text(path.read_text("utf-8").replace("tabs", "oaks"), "utf-8")

    assert words(store, "tabs Makefiles") == ["use oaks for Makefiles"]
    assert words(store, "oaks") == ["use oaks for Makefiles"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b"no index\n" * 999),
        lambda path: os.truncate(path, path.stat().st_size // 2),
        lambda path: os.truncate(path, 5_000),
        Path.unlink,
    ],
)
def test_a_damaged_index_costs_nothing_but_time(
    store: layout.Store, damage: Callable[[Path], object]
) -> None:
    for number in range(50):
        given.fact(store, f"deploy number{number}")
    before = words(store, "number7")

    damage(Path(layout.cache_directory(store), disk.NAME))

    found = ask(store, "number7", method="fts")
    assert ([one["text"] for one in found.results], found.degraded) == (before, None)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_whatever_bits_flip_only_texts_of_the_files_are_shown(
    store: layout.Store, seed: int
) -> None:
    said = {str(given.fact(store, f"deploy number{at}")["content"]) for at in range(60)}
    words(store, "deploy")
    path = Path(layout.cache_directory(store), disk.NAME)
    whole = path.read_bytes()
    choose = random.Random(seed)

    for _ in range(10):
        flipped = bytearray(whole)
        for _ in range(choose.choice([1, 4, 40])):
            flipped[choose.randrange(len(flipped))] ^= 1 << choose.randrange(8)
        path.write_bytes(flipped)
        assert set(words(store, "deploy number7 number8")) <= said


@pytest.mark.long
@faults.posix
def test_while_the_index_is_locked_the_ends_of_the_files_are_searched(
    store: layout.Store,
) -> None:
    given.fact(store, "deploy with make")
    words(store, "deploy")
    where = disk.directory(store)
    given.fact(store, "deploy with care")

    def hold(ready: Callable[[], None]) -> None:
        with database.locked(where, 1):
            ready()
            faults.sleep_for_ever()

    child = faults.started(hold)
    try:  # were it waited for without end, the test would not end either
        found = ask(store, "deploy", method="fts")
    finally:
        faults.kill(child)

    assert {one["text"] for one in found.results} == {"deploy with make", "deploy with care"}
    assert "only the newest" in str(found.degraded)
    assert ask(store, "deploy", method="fts").degraded is None


@pytest.mark.long
@faults.linux
def test_on_a_full_disk_a_search_answers(store: layout.Store) -> None:
    cache = Path(layout.cache_root())
    given.fact(store, "deploy with make")

    def search_on_a_full_disk() -> object:
        words(store, "deploy")
        faults.fill(cache)
        for at in range(300):
            given.fact(store, f"deploy later number{at}")
        found = ask(store, "number299", method="fts")
        return [found.results[0]["text"], found.degraded]

    found = faults.in_child(search_on_a_full_disk, faults.small_disk(cache, "300k"))

    assert isinstance(found, list)
    assert found[0] == "deploy later number299"
    assert "could not be used" in found[1]


@pytest.mark.long
@faults.linux
def test_a_full_disk_of_the_index_is_told_with_what_to_do(store: layout.Store) -> None:
    cache = Path(layout.cache_root())

    def build_on_a_full_disk() -> object:
        words(store, "deploy")
        faults.fill(cache)
        for at in range(300):
            given.fact(store, f"deploy later number{at}")
        try:
            indexer.bring_up(store)
        except errors.StoreError as error:
            return [str(error), error.hint]
        return []

    found = faults.in_child(build_on_a_full_disk, faults.small_disk(cache, "300k"))

    assert isinstance(found, list)
    assert "full" in found[0]
    assert found[1] == f"the disk of {cache} is full: make room there"


@faults.linux
def test_where_the_cache_cannot_be_written_a_search_answers(store: layout.Store) -> None:
    given.fact(store, "deploy with make")

    def search_read_only() -> object:
        found = ask(store, "deploy", method="fts")
        return [[one["text"] for one in found.results], found.degraded]

    found = faults.in_child(search_read_only, faults.read_only(layout.cache_root()))

    assert isinstance(found, list)
    assert found[0] == ["deploy with make"]
    assert "can't be written" in found[1]


@pytest.mark.long
def test_sixteen_searches_and_writers_at_once_all_answer(store: layout.Store) -> None:
    def work(ready: Callable[[], None]) -> None:
        ready()
        for number in range(6):
            given.fact(store, f"deploy by {os.getpid()} number{number}")
            found = ask(store, "deploy", method="fts", limit=50)
            assert found.results
        os._exit(0)

    children = [faults.started(work) for _ in range(16)]
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]

    assert codes == [0] * 16
    assert len(words(store, "deploy", limit=200)) == 96


def for_prompt(store: layout.Store, text: str, **asked: Any) -> list[object]:
    defaults: dict[str, Any] = {
        "kinds": ("fact",),
        "min_score": 0.0,
        "seconds": 2.0,
        "session": "",
    }
    found, *_ = searching.for_prompt(
        given.where(store),
        translations.question(text),
        set(),
        lambda *_: [],
        **{**defaults, **asked},
    )
    return [one["text"] for one in found]


def test_what_bears_on_a_prompt_is_found_without_asking(store: layout.Store) -> None:
    given.fact(store, "deploy with make")
    given.event(store, "prompt", text="how to deploy?")

    assert for_prompt(store, "let us deploy it") == ["deploy with make"]
    assert for_prompt(store, "let us deploy it", min_score=0.9) == []
    assert for_prompt(store, "let us deploy it", session="another session") == []
    assert for_prompt(store, "let us deploy it", session="a third") == ["deploy with make"]


@pytest.mark.long
def test_nobody_waits_for_an_index_that_is_not_built(store: layout.Store) -> None:
    for number in range(200):
        given.fact(store, f"deploy number{number} " + "x" * 1_500)

    assert for_prompt(store, "deploy number7") == []
    sync.sync(store)
    assert for_prompt(store, "number7")[0] == f"deploy number7 {'x' * 1_500}"


def test_a_prompt_goes_on_when_its_time_is_up(store: layout.Store) -> None:
    for number in range(60):
        given.fact(store, " ".join(f"word{at}" for at in range(number % 7, 120)))
    sync.sync(store)

    assert for_prompt(store, " ".join(f"word{at}" for at in range(60)), seconds=0.0) == []


def test_what_was_kept_on_purpose_is_found_among_hundreds_of_prompts(store: layout.Store) -> None:
    wanted = given.fact(store, "Run the tests of the billing package with pytest -n0", days=2)
    for number in range(260):
        given.event(store, "prompt", text=f"please run the tests of part {number}")

    assert results(store, "run the tests", method="fts", limit=1)[0]["id"] == wanted["id"]


def test_the_first_result_is_the_same_however_many_are_wanted(store: layout.Store) -> None:
    given.fact(store, "Run the tests of the billing package, and those of the shop, with -n0")
    for number in range(44):
        given.event(store, "prompt", text=f"run the tests {number}")

    firsts = {
        results(store, "run the tests", method="fts", limit=limit)[0]["id"] for limit in (1, 6, 20)
    }

    assert len(firsts) == 1


def test_two_stores_may_each_have_such_a_line(
    store: layout.Store, user_store: layout.Store
) -> None:
    user_store_path = Path(user_store.path)
    user_store_path.mkdir(parents=True, exist_ok=True)
    Path(store.path, layout.CORE).write_text("the kraken listens on port 7000\n", "utf-8")
    (user_store_path / layout.CORE).write_text("the kraken sleeps in the vault\n", "utf-8")

    assert len(words([store, user_store], "kraken")) == 2


@pytest.mark.long
@pytest.mark.parametrize("method", ["hybrid", "vector"])
def test_what_means_nothing_finds_nothing_and_a_question_its_answer(
    store: layout.Store, model: None, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    del model
    for content in (
        "We deploy with Argo CD",
        "The staging database listens on port 5433.",
        "Xu reviews whatever touches the payment service.",
        "提交信息统一用英文写。",
        "Retry policy is three times with jitter.",
        "Releases go out on Tuesdays, never on Fridays.",
        "测试环境的密码放在 vault 里",
        "用 pnpm，不要用 npm",
    ):
        given.fact(store, content)
    nonsense = ["xyzzy plugh", "banana bread", "哈嘟嘟咕噜噜", "purple elephant ballet dancing"]
    if method == "hybrid":  # by meaning alone it is as near as "deployment" is to a deploy
        nonsense.append("量子火锅飞行器")

    def count(query: str) -> int:
        return len(results(store, query, method=method))

    assert [count(query) for query in nonsense] == [0] * len(nonsense)
    assert count("测试数据库在哪个端口？") > 0
    assert count("who looks at changes of payments") > 0
    monkeypatch.setattr(ranking, "_FAR", 0.0)  # the control: something is always the nearest
    assert sum(map(count, nonsense)) > 0


@pytest.mark.long
@pytest.mark.parametrize("method", ["hybrid", "fts"])
def test_no_question_of_the_persons_stands_above_its_answer(
    store: layout.Store, model: None, method: str
) -> None:
    del model
    turns = {
        "数据库端口是多少": "测试数据库在 5433，生产库在 5432。",
        "what is the port of the staging database?": "The staging database listens on 5433.",
        "why is the checkout page slow?": "The checkout query had no index on cart.user_id.",
    }
    for at, (asked, answered) in enumerate(turns.items()):
        given.event(store, "prompt", f"s-{at}", ago=900 - at * 10, text=asked)
        given.event(store, "response", f"s-{at}", ago=899 - at * 10, text=answered)
    given.event(store, "prompt", "s-9", ago=7200, text="The port of the cache is 6379.")

    for query in ("数据库的端口", "staging database port", "why is checkout slow"):
        told = results(store, query, method=method)
        assert scores_fall(told)
        found = [str(one["text"]) for one in told]
        places = [
            (found.index(answered), found.index(asked))
            for asked, answered in turns.items()
            if asked in found and answered in found
        ]
        assert places
        assert all(answer < question for answer, question in places)
    stated = results(store, "port of the cache", method=method)  # a statement is no question
    assert stated[0]["text"] == "The port of the cache is 6379."
