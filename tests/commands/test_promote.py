"""Only the user decides what is core memory; an agent may look and propose."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store.handlers import load_memory, recall_memory
from memory_store.journal import records, stored
from memory_store.promotion import decisions, proposals
from memory_store.store import layout
from memory_store.upkeep import finish
from tests import given
from tests.commands import terminals

if TYPE_CHECKING:
    from tests.commands.conftest import Run

RULE = "never push to main"
PORT = "the API listens on port 8080"


def proved(store: layout.Store, content: str, **fields: Any) -> stored.Fact:
    evidence = [records.new_id("e", given.moment(days)) for days in (9, 5)]
    return given.fact(store, content, days=12, evidence=evidence, **fields)


def core(store: layout.Store) -> str:
    return Path(store.path, layout.CORE).read_text("utf-8")


def fill(store: layout.Store, lines: int) -> list[str]:
    """Fill MEMORY.md with so many lines and a heading."""
    said = [f"- line {'x' * one}" for one in range(lines)]
    Path(store.path, layout.CORE).write_text("\n".join(["## Facts", *said]) + "\n", "utf-8")
    return said


def test_candidates_are_listed_with_their_evidence(run: Run, store: layout.Store) -> None:
    given.fact(store, "said once")
    assert (run("promote").code, run("promote").answer["candidates"]) == (1, [])
    made = proved(store, PORT)
    rule = given.fact(store, RULE, kind="O", confidence=0.95)

    outcome = run("promote", "--list")

    assert outcome.code == 0
    first, second = outcome.answer["candidates"]
    assert (first["id"], first["reason"], first["sessions"]) == (made["id"], "repeated", 3)
    assert (first["section"], first["content"]) == ("facts", PORT)
    assert first["first"] < first["last"]
    assert (second["id"], second["reason"]) == (rule["id"], "sure")
    told = run("promote", "--list", "--format", "text").out
    assert f"[W] {PORT}" in told
    assert "said in 3 sessions" in told
    Path(store.path, layout.SETTINGS).write_text('{"language": "zh"}')
    assert "在 3 次会话中提到" in run("promote", "--list", "--format", "text").out


@pytest.mark.parametrize("flag", ["--accept", "--refuse"])
def test_without_a_terminal_and_a_yes_nothing_is_decided_but_accepted_under_auto(
    run: Run, store: layout.Store, monkeypatch: pytest.MonkeyPatch, flag: str
) -> None:
    made = proved(store, PORT)
    before = given.tree(store.path)

    outcome = run("promote", flag, made["id"])

    assert outcome.code == 2
    assert "only the user decides" in outcome.err
    assert given.tree(store.path) == before
    monkeypatch.setenv("MEMORY_STORE_PROMOTION", "auto")
    assert run("promote", flag, made["id"]).code == (0 if flag == "--accept" else 2)
    assert (PORT in core(store)) == (flag == "--accept")


def test_what_the_user_accepts_by_flags_goes_in_and_is_not_listed_again(
    run: Run, store: layout.Store
) -> None:
    made, rule = proved(store, PORT), given.fact(store, RULE, kind="O", confidence=1.0)

    outcome = run("promote", "--accept", f"{made['id']}，{rule['id']}", "--yes")

    assert outcome.code == 0
    assert [one["text"] for one in outcome.answer["accepted"]] == [PORT, RULE]
    assert f"- {PORT}\n" in core(store)
    assert f"- {RULE}\n" in core(store)
    assert run("promote", "--list").answer["candidates"] == []


def test_an_agent_may_propose_but_not_what_the_user_refused(run: Run, store: layout.Store) -> None:
    made, refused = given.fact(store, PORT), proved(store, RULE)
    run("promote", "--refuse", refused["id"], "--yes")
    before = core(store)

    assert run("promote", "--propose", made["id"]).answer["status"] == "proposed"

    (one,) = run("promote", "--list").answer["candidates"]
    assert (one["id"], one["reason"]) == (made["id"], "proposed")
    assert run("promote", "--propose", refused["id"]).code == 2
    assert core(store) == before


@pytest.mark.parametrize(
    "words",
    [
        ["--accept", "f_unknown", "--yes"],
        ["--refuse", "f_unknown", "--yes"],
        ["--accept", "", "--yes"],
        ["--accept", ",", "--yes"],
        ["--refuse", "　", "--yes"],
        ["--drop", " ， ", "--yes"],
        ["--propose", ""],
        ["--propose", "f_unknown"],
        ["--text", "x", "--yes"],
        ["--drop", "l_00000000", "--yes"],
        ["--accept", "f_1", "--refuse", "f_2", "--yes"],
    ],
)
def test_a_mistake_changes_nothing(run: Run, store: layout.Store, words: list[str]) -> None:
    proved(store, PORT)
    before = given.tree(store.path)

    outcome = run("promote", *words)

    assert outcome.code == 2
    assert [line.partition(":")[0] for line in outcome.err.splitlines()] == ["error", "hint"]
    assert given.tree(store.path) == before


def test_a_full_core_memory_is_told_with_what_might_go_and_nothing_goes_unasked(
    run: Run, store: layout.Store
) -> None:
    fill(store, 49)
    made = proved(store, PORT)

    outcome = run("promote", "--accept", made["id"], "--yes")
    assert outcome.code == 2
    assert "51 lines, over 50" in outcome.err

    proposed = run("promote", "--list").answer
    assert (proposed["lines"], proposed["core_lines"]) == (50, 50)
    gone = proposed["drop"][0]
    outcome = run("promote", "--accept", made["id"], "--drop", gone["id"], "--yes")
    assert outcome.answer["dropped"] == [{"id": gone["id"], "text": gone["text"]}]
    assert gone["text"] not in core(store).split("\n")
    assert len(core(store).splitlines()) == 50


@terminals.has_terminals
def test_on_a_terminal_each_is_accepted_edited_refused_or_skipped(
    run: Run, store: layout.Store
) -> None:
    for content in ("one", "two", "three", "four"):
        proved(store, f"the port of {content} is 80{len(content)}", confidence=0.8)

    code, said = terminals.on_terminal(store, "y\ne\nport: 8080\nn\n\n", "promote")

    assert code == 0
    assert said.count("Keep it in MEMORY.md?") == 4
    decided = given.living(store)
    assert sorted(str(one.get("promotion")) for one in decided) == [
        "None", "accepted", "accepted", "refused",
    ]  # fmt: skip
    assert "- port: 8080\n" in core(store)
    assert len(run("promote", "--list").answer["candidates"]) == 1


@terminals.has_terminals
def test_an_answer_that_is_not_understood_is_asked_for_again(store: layout.Store) -> None:
    proved(store, PORT)
    proved(store, RULE, kind="O")

    typed = "嗯\nｙ\n跳过\n"  # the second as an input method for Chinese writes it
    code, said = terminals.on_terminal(store, typed, "promote", MEMORY_STORE_LANGUAGE="zh")

    assert code == 0
    assert said.count("请输入 y、e、n、s 或 q") == 1
    assert core(store).count("\n- ") == 1
    assert "已写入 MEMORY.md：\n  " in said


@terminals.has_terminals
def test_leaving_keeps_what_was_decided_and_silence_is_no_yes(store: layout.Store) -> None:
    proved(store, PORT)
    proved(store, RULE, kind="O")

    code, _ = terminals.on_terminal(store, "y\nq\n", "promote")
    assert code == 0
    assert core(store).count("\n- ") == 1

    before = core(store)
    code, _ = terminals.on_terminal(store, "\n\x04", "promote")
    assert code == 1
    assert core(store) == before


@terminals.has_terminals
def test_on_a_terminal_flags_are_asked_about_once_more(store: layout.Store) -> None:
    made = proved(store, PORT)
    before = core(store)

    assert terminals.on_terminal(store, "n\n", "promote", "--accept", made.id)[0] == 1
    assert core(store) == before

    assert terminals.on_terminal(store, "y\n", "promote", "--accept", made.id)[0] == 0
    assert PORT in core(store)


@terminals.has_terminals
def test_on_a_terminal_room_is_made_line_by_line(store: layout.Store) -> None:
    lines = fill(store, 50)  # with their heading one too many
    proved(store, PORT)
    proved(store, "the queue listens on port 5672", confidence=0.7)
    proved(store, "the mirror listens on port 9000", confidence=0.6)

    code, said = terminals.on_terminal(store, "y\nn\ny\ny\ny\nq\n", "promote")

    assert code == 0
    assert "MEMORY.md has 51 of 50 lines: 2 must go" in said
    assert said.count("Drop this line for it") == 4
    assert f"  - {PORT}\n[y/N/q]" not in said  # what was accepted in this run is not proposed
    assert said.count("Keep it in MEMORY.md?") == 2  # q leaves, and asks about no third
    left = core(store).splitlines()
    assert left == ["## Facts", lines[0], *lines[3:], f"- {PORT}"]


def replaced_in_core(store: layout.Store) -> None:
    """A line of MEMORY.md whose fact gave way to a newer one."""
    made = proved(store, "Logs are kept for 30 days")
    decisions.accept(store, given.where(store).config, [(made, made.content)])
    given.fact(store, "Logs are now kept for 90 days", days=1)
    finish.bring_up_to_date(given.where(store), embed_seconds=None)


def test_a_line_whose_fact_holds_no_more_waits_to_be_dropped(
    run: Run, store: layout.Store
) -> None:
    replaced_in_core(store)

    assert proposals.refresh(given.where(store)) == 1
    outcome = run("promote", "--list")
    assert outcome.code == 0
    (line,) = outcome.answer["drop"]
    assert (line["text"], line["reason"]) == ("- Logs are kept for 30 days", "gone")

    assert run("promote", "--drop", line["id"], "--yes").code == 0
    assert "30 days" not in core(store)
    assert proposals.refresh(given.where(store)) == 0
    assert run("promote", "--list").code == 1


@terminals.has_terminals
def test_on_a_terminal_a_line_that_holds_no_more_goes_by_a_yes(store: layout.Store) -> None:
    replaced_in_core(store)

    assert terminals.on_terminal(store, "\n", "promote")[0] == 1
    assert "30 days" in core(store)

    code, said = terminals.on_terminal(store, "y\n", "promote")
    assert (code, said.count("Drop this line from MEMORY.md")) == (0, 1)
    assert "30 days" not in core(store)


def test_other_sessions_are_told_once_what_went_in(run: Run, store: layout.Store) -> None:
    start = given.told("cursor/session-start", store, "s-2")
    reply = load_memory.handle(start, given.where(store))
    assert reply.afterwards is not None
    reply.afterwards()
    made = proved(store, PORT)
    run("promote", "--accept", made["id"], "--text", "API: port 8080\n(see ops)", "--yes")
    assert "- API: port 8080 (see ops)\n" in core(store)

    event = given.told("cursor/before-submit-prompt", store, "s-2", prompt="go on with the work")
    told = recall_memory.handle(event, given.where(store)).context

    assert f"promoted] {PORT}" in told
    assert "API: port 8080" not in told  # which says no more


def test_the_users_own_memory_has_candidates_of_its_own(
    run: Run, store: layout.Store, user_store: layout.Store
) -> None:
    mine = proved(user_store, "prefers short answers", kind="O")
    proved(store, PORT)

    (one,) = run("promote", "--list", "--scope", "user").answer["candidates"]
    assert one["id"] == mine["id"]
    run("promote", "--accept", mine["id"], "--yes", "--scope", "user")
    assert "- prefers short answers\n" in core(user_store)
    assert "short answers" not in core(store)
