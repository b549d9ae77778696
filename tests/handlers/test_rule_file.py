"""The second way to a Cursor that drops what a session start says (docs/hosts.md 1.7)."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from memory_store import errors
from memory_store.handlers import load_memory, recall_memory, rule_file
from memory_store.store import layout
from tests import given
from tests.world import git

DEAF, HALF_DEAF, HEARING = "3.12.17", "3.19.4", "3.20.17"


@pytest.mark.parametrize(
    ("version", "deaf"),
    [
        ("3.12.17", True),
        ("3.17.99", True),
        ("2.4", True),
        ("3.18.0", False),
        ("3.18.25", False),
        ("3.20.17", False),
        ("4.0.0", False),
        ("3.9.1", True),
        ("", False),
        ("3", False),
        ("three.one", False),
        ("²³.1", False),
        ("2026.09.15-abc", False),
    ],
)
def test_a_cursor_before_3_18_is_known_to_drop_it(version: str, deaf: bool) -> None:  # noqa: FBT001
    assert rule_file.is_deaf(version) is deaf


def start(store: layout.Store, version: str, session: str = given.SESSION) -> str:
    event = given.told("cursor/session-start", store, session, cursor_version=version)
    reply = load_memory.handle(event, given.where(store))
    assert reply.afterwards is not None
    reply.afterwards()
    return reply.context


def rule(store: layout.Store) -> Path:
    return Path(store.project, *layout.CURSOR_RULE)


def test_a_cursor_that_drops_it_finds_the_same_text_in_a_rule_that_always_applies(
    store: layout.Store,
) -> None:
    given.fact(store, "a fact")

    context = start(store, DEAF)

    text = rule(store).read_text("utf-8")
    assert "a fact" in context
    assert context in text
    assert text.startswith("---\n")
    assert "alwaysApply: true" in text.partition("\n---")[0]


def test_the_rule_is_refreshed_at_each_start_and_nothing_piles_up(store: layout.Store) -> None:
    start(store, DEAF, "s-1")
    first = rule(store).stat().st_size
    given.fact(store, "quokkas")
    for one in range(4):
        context = start(store, DEAF, f"s-{one + 2}")

    text = rule(store).read_text("utf-8")
    assert text.count("quokkas") == 1
    assert context in text
    assert len(text) < first + 500


def test_the_rule_that_init_wrote_for_every_cursor_goes_where_the_start_is_heard(
    store: layout.Store,
) -> None:
    rule(store).parent.mkdir(parents=True)
    text = "This project has a memory across sessions (memory-store).\n\n- Before answering …\n"
    rule(store).write_text(f"{layout.CURSOR_RULE_HEAD}\n{text}", "utf-8")

    start(store, HEARING)

    assert not rule(store).exists()


@pytest.mark.parametrize("tracked", [True, False])
def test_what_somebody_added_to_the_rule_or_committed_stays(
    store: layout.Store, *, tracked: bool
) -> None:
    given.fact(store, "a fact")
    start(store, DEAF, "s-1")
    text = rule(store).read_text("utf-8")
    own = "" if tracked else "\nsomebody's own line (memory-store)\n"
    rule(store).write_text(text.replace("---\n\n", f"---\n{own}\n"), "utf-8")
    if tracked:
        git(store.project, "init", "-q")
        git(store.project, "add", "-f", str(rule(store)))

    start(store, HEARING, "s-2")

    assert rule(store).read_text("utf-8") == layout.CURSOR_RULE_HEAD + own


def test_the_rule_is_private_and_git_does_not_see_it(store: layout.Store) -> None:
    git(store.project, "init", "-q")
    given.fact(store, "a fact")

    start(store, DEAF)

    seen = subprocess.run(
        ["git", "-C", store.project, "status", "--porcelain", "--untracked-files=all"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "memory-store.mdc" not in seen.stdout
    assert rule(store).stat().st_mode & 0o777 == 0o600


def test_a_start_that_says_nothing_leaves_the_rule_as_it_is(store: layout.Store) -> None:
    """A second wiring, or a background agent, must not empty what the first one wrote."""
    given.fact(store, "a fact")
    start(store, DEAF)
    before = rule(store).read_bytes()

    event = given.told("cursor/session-start", store, cursor_version=DEAF)
    again = load_memory.handle(event, given.where(store))
    if again.afterwards is not None:
        again.afterwards()

    assert rule(store).read_bytes() == before


def test_a_link_in_the_rules_place_is_not_written_through(
    store: layout.Store, tmp_path: Path
) -> None:
    target = tmp_path / "elsewhere.txt"
    target.write_text("somebody's file")
    rule(store).parent.mkdir(parents=True)
    rule(store).symlink_to(target)
    given.fact(store, "a fact")

    start(store, DEAF)

    assert target.read_text() == "somebody's file"


def test_a_link_above_the_rule_is_not_written_through(store: layout.Store, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    Path(store.project, ".cursor").symlink_to(elsewhere)
    given.fact(store, "a fact")
    event = given.told("cursor/session-start", store, cursor_version=DEAF)
    reply = load_memory.handle(event, given.where(store))

    assert reply.afterwards is not None
    with pytest.raises(errors.StoreError, match="link"):
        reply.afterwards()

    assert list(elsewhere.rglob("*")) == []


def ask(store: layout.Store, version: str, session: str = given.SESSION, turn: str = "t") -> str:
    event = given.told(
        "cursor/before-submit-prompt",
        store,
        session,
        cursor_version=version,
        prompt=f"and go on with {turn}",
        generation_id=turn,
    )
    reply = recall_memory.handle(event, given.where(store))
    assert reply.afterwards is not None
    reply.afterwards()
    return reply.context


@pytest.mark.parametrize("version", [DEAF, HALF_DEAF])
def test_news_for_a_cursor_that_ignores_prompt_hooks_stands_in_the_rule_before_the_prompt_goes_out(
    store: layout.Store, version: str
) -> None:
    start(store, version)
    given.fact(store, "the staging database is read-only")
    event = given.told(
        "cursor/before-submit-prompt", store, cursor_version=version, prompt="go on"
    )

    recall_memory.handle(event, given.where(store))  # its answer is not yet out

    text = rule(store).read_text("utf-8")
    assert "the staging database is read-only" in text
    assert "no instructions" in text.partition(layout.CURSOR_RULE_NEWS)[2].split("\n")[0]
    assert "alwaysApply: true" in text.partition("\n---")[0]


def test_a_cursor_that_listens_needs_no_rule_for_its_start_nor_for_news(
    store: layout.Store,
) -> None:
    start(store, HEARING)
    given.fact(store, "the staging database is read-only")

    assert "read-only" in ask(store, HEARING)
    assert not rule(store).exists()


def test_each_news_is_told_once_in_the_rule_and_stays_for_the_rest_of_the_session(
    store: layout.Store,
) -> None:
    start(store, DEAF)
    given.fact(store, "first news")
    ask(store, DEAF, turn="1")
    given.fact(store, "second news")
    ask(store, DEAF, turn="2")
    ask(store, DEAF, turn="3")

    told = rule(store).read_text("utf-8").partition(layout.CURSOR_RULE_NEWS)[2]
    assert (told.count("first news"), told.count("second news")) == (1, 1)
    assert told.index("second news") < told.index("first news")


def test_news_in_the_rule_stay_within_four_thousand_characters(store: layout.Store) -> None:
    start(store, HALF_DEAF)
    for turn in range(4):
        for one in range(10):
            given.fact(store, f"news {turn}-{one} " + "long " * 60)
        ask(store, HALF_DEAF, turn=str(turn))

    told = rule(store).read_text("utf-8").partition(layout.CURSOR_RULE_NEWS)[2]
    assert "news 3-9" in told
    assert len(told) <= 4_000


def test_the_next_start_of_a_deaf_cursor_has_the_news_in_its_briefing_and_once(
    store: layout.Store,
) -> None:
    start(store, DEAF, "s-1")
    given.fact(store, "the staging database is read-only")
    ask(store, DEAF, "s-1")

    start(store, DEAF, "s-2")

    text = rule(store).read_text("utf-8")
    assert text.count("the staging database is read-only") == 1
    assert layout.CURSOR_RULE_NEWS not in text


def test_what_an_older_cursor_left_there_is_taken_out_by_a_newer_one_with_its_news(
    store: layout.Store,
) -> None:
    start(store, HALF_DEAF, "s-1")
    given.fact(store, "a fact")
    ask(store, HALF_DEAF, "s-1")
    assert "a fact" in rule(store).read_text("utf-8")

    start(store, HEARING, "s-2")

    assert not Path(store.project, ".cursor").exists()


def test_a_rule_of_that_name_that_is_not_ours_stays_as_it_is(store: layout.Store) -> None:
    path = rule(store)
    path.parent.mkdir(parents=True)
    path.write_text("---\nalwaysApply: true\n---\n\nsomebody's own rule\n", "utf-8")
    before = path.read_bytes()
    start(store, DEAF)
    given.fact(store, "a fact")

    assert "a fact" in ask(store, DEAF)

    assert path.read_bytes() == before


def test_a_rule_that_cannot_be_written_costs_the_rule_alone(store: layout.Store) -> None:
    start(store, HALF_DEAF)
    Path(store.project, ".cursor").write_text("a file stands where the directory should be")
    given.fact(store, "a fact")

    assert "a fact" in ask(store, HALF_DEAF)
