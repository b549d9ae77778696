"""Forgetting for good: no byte of it is left, nothing else is lost, and it doesn't come back."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import clock
from memory_store.index import vector_sync
from memory_store.journal import append, create, read, records, sessions, stored
from memory_store.recall import news
from memory_store.store import layout, lock, log
from memory_store.upkeep import finish
from tests import given, transcripts
from tests.end_to_end import shims
from tests.repositories import git

if TYPE_CHECKING:
    from tests.commands.conftest import Run

CANARY = "zanzibar-quokka-77"
WORD = "zanzibar"
SAID = f"Remember: the vault of the office opens with {CANARY}."


def caged(store: layout.Store) -> stored.Fact:
    return given.fact(store, f"The cage is {CANARY}")


def places(store: layout.Store, machine: Path) -> list[str | Path]:
    return [store.path, machine]


def everywhere(store: layout.Store, run: Run) -> dict[str, Any]:
    """The canary wherever this product puts what it is told, by its own hooks and commands."""
    shims.hook("load_memory", given.payload("cursor/session-start", store.project, "s-1"))
    prompt = given.payload("cursor/before-submit-prompt", store.project, "s-1", prompt=SAID)
    shims.hook("recall_memory", prompt)
    answer = given.payload(
        "cursor/after-agent-response", store.project, "s-1", text=f"W @vault: it is {CANARY}"
    )
    shims.hook("capture_response", answer)
    made = {
        "fact": given.fact(
            store, f"The canary's cage is called {CANARY}", kind="O", confidence=0.95, days=9
        ),
        "other": given.fact(store, "We deploy with Argo CD"),
        "summary": given.summary(store, f"About {CANARY}", session="s-0"),
        "plain": given.summary(store, "About the deployment", session="s-9"),
    }
    given.event(store, "prompt", "s-2", ago=3_600, text="how do we deploy?")
    finish.bring_up_to_date(given.where(store), embed_seconds=None)
    run("search", CANARY, "--method", "fts")
    log.write("test", f"a library said {CANARY}")
    shims.hook("load_memory", given.payload("cursor/session-start", store.project, "s-3"))
    return made


def test_not_a_byte_of_it_is_left(run: Run, store: layout.Store, machine: Path) -> None:
    made = everywhere(store, run)
    kept = [one for one in given.journal(store) if CANARY not in json.dumps(one)]
    where = given.holding(CANARY, *places(store, machine))
    assert len({os.path.dirname(one) for one in where}) == 3  # store, journal, state
    index = Path(layout.cache_directory(store), "index.sqlite")
    assert WORD.encode() in index.read_bytes()

    outcome = run("forget", CANARY, "--yes")

    assert (outcome.code, outcome.answer["status"]) == (0, "forgotten")
    assert given.holding(CANARY, *places(store, machine)) == []
    assert given.holding(WORD, *places(store, machine)) == []
    assert index.stat().st_size > 0
    assert [one["id"] for one in given.living(store)] == [made["other"]["id"]]
    topics = [one["topic"] for one in records_in(store, layout.SESSIONS)]
    assert topics == ["About the deployment", "how do we deploy?"]
    assert records_in(store, *days(store)) == kept
    assert run("search", "Argo", "--method", "fts").answer["results"]


@pytest.mark.parametrize("moved", [True, False], ids=["moved", "copied, and the old one deleted"])
def test_nothing_of_it_stays_where_the_project_was_before(
    run: Run,
    store: layout.Store,
    machine: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    moved: bool,
) -> None:
    monkeypatch.chdir(tmp_path)
    given.fact(store, f"The cage is {CANARY}", kind="O", confidence=0.95)
    finish.bring_up_to_date(given.where(store), embed_seconds=None)
    assert given.holding(WORD, machine) != []
    now = tmp_path / "new place"
    if moved:
        Path(store.project).rename(now)
    else:
        shutil.copytree(store.project, now)
        shutil.rmtree(store.project)
        assert "copied it yourself" in run("forget", CANARY, "--yes", "--project", str(now)).err
        run("trust", "--yes", "--project", str(now))

    assert run("forget", CANARY, "--yes", "--project", str(now)).code == 0
    assert given.holding(CANARY, now, machine) == []
    assert given.holding(WORD, now, machine) == []


def test_taking_a_fact_back_leaves_it_in_the_files(run: Run, store: layout.Store) -> None:
    """The control: what forgetting is for."""
    run("retract", caged(store).id)

    assert given.holding(CANARY, store.path) != []


def days(store: layout.Store) -> list[str]:
    found = sorted(Path(store.path, layout.DAILY).glob("*.jsonl"))
    return [f"{layout.DAILY}/{one.name}" for one in found]


def test_what_waits_to_be_journalled_is_forgotten_too(
    run: Run, store: layout.Store, machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "_LOCK_SECONDS", 0.02)
    event = records.event("prompt", "s-1", "claude", text=SAID)
    with lock.Held(store.path):
        assert sessions.note(store, "s-1", lambda _: event)[1]
    assert len(given.holding(CANARY, store.path)) == 1

    assert run("forget", CANARY, "--yes").code == 0

    assert given.holding(CANARY, *places(store, machine)) == []


def records_in(store: layout.Store, *names: str) -> list[given.Record]:
    """The records of files, what was blanked passed over."""
    lines = [line for name in names for line in Path(store.path, name).read_text().split("\n")]
    return [json.loads(line) for line in lines if line.strip()]


def test_the_vectors_of_it_go_and_others_stay(
    run: Run, store: layout.Store, machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_EMBEDDER", "use-multilingual")
    given.fact(store, f"The canary's cage is called {CANARY}")
    given.fact(store, "We deploy with Argo CD")
    run("search", f"where is {CANARY}?")  # the question has a vector too
    with vector_sync.open_cache(store) as cache:
        assert sum(cache.counts().values()) == 3

    run("forget", CANARY, "--yes")

    with vector_sync.open_cache(store) as cache:
        assert sum(cache.counts().values()) == 1
    (state, _) = run("status").answer["stores"]
    assert state["index"]["vectors_missing"] == 0
    assert run("search", "deployment").answer["results"][0]["text"] == "We deploy with Argo CD"
    assert given.holding(CANARY, *places(store, machine)) == []


DEAF = {"cursor_version": "3.10.0"}
"""A Cursor that is told by a rule, since it drops what a session start says."""


def rule(project: str | Path) -> Path:
    return Path(project, *layout.CURSOR_RULE)


def start(project: str | Path, session: str) -> None:
    shims.hook("load_memory", given.payload("cursor/session-start", project, session, **DEAF))


def test_a_users_fact_goes_from_the_rules_of_all_projects(
    run: Run, store: layout.Store, user_store: layout.Store, tmp_path: Path
) -> None:
    other = layout.project_store(str(tmp_path / "other"))
    Path(other.project).mkdir()
    create.create(other)
    given.fact(user_store, f"I always want {CANARY}", kind="O", confidence=0.95)
    for one in (store, other):
        start(one.project, f"s-{one.project}")
        assert CANARY in rule(one.project).read_text("utf-8")

    run("forget", CANARY, "--yes")

    assert not rule(store.project).exists()
    assert not rule(other.project).exists()
    start(other.project, "s-9")
    assert CANARY not in rule(other.project).read_text("utf-8")


def test_a_projects_fact_goes_from_the_rules_of_its_linked_work_trees(
    run: Run, store: layout.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_WORKTREES", "shared")
    git(store.project, "init", "-q")
    git(store.project, "commit", "-q", "--allow-empty", "-m", "x")
    linked = tmp_path / "linked"
    git(store.project, "worktree", "add", "-q", str(linked))
    given.fact(store, f"Always use {CANARY}", kind="O", confidence=0.95)
    start(linked, "s-1")
    assert CANARY in rule(linked).read_text("utf-8")

    run("forget", CANARY, "--yes")

    assert not rule(linked).exists()


def test_a_fact_that_a_rule_tells_only_the_beginning_of_goes_from_it(
    run: Run, store: layout.Store
) -> None:
    long = f"Always deploy with {CANARY} first, " + "then wait for the canary, " * 70 + "and end."
    made = given.fact(store, long, kind="O", confidence=0.95)
    start(store.project, "s-1")
    assert CANARY in rule(store.project).read_text("utf-8")
    assert "and end." not in rule(store.project).read_text("utf-8")

    run("forget", made["id"], "--yes")

    assert not rule(store.project).exists()


def test_what_a_person_wrote_into_the_rule_stays(run: Run, store: layout.Store) -> None:
    given.fact(store, f"Always use {CANARY}", kind="O", confidence=0.95)
    start(store.project, "s-1")
    text = rule(store.project).read_text("utf-8")
    own = f"{layout.CURSOR_RULE_HEAD}mine (memory-store)\n"
    rule(store.project).write_text(text.replace(layout.CURSOR_RULE_HEAD, own), "utf-8")

    run("forget", CANARY, "--yes")

    assert rule(store.project).read_text("utf-8") == own


@pytest.mark.parametrize(
    "name",
    [
        "facts.jsonl.bak",
        "facts.jsonl~",
        "facts.jsonl.orig",
        "facts (conflicted copy 2026-01-01).jsonl",
        "facts.sync-conflict-20260101.jsonl",
        ".facts.jsonl.swp",
        "notes/plan.md~",
        "daily/2026-01-01.jsonl.bak",
    ],
)
def test_copies_beside_the_files_are_named(run: Run, store: layout.Store, name: str) -> None:
    made = caged(store)
    copy = Path(store.path, name)
    copy.parent.mkdir(exist_ok=True)
    swapped = b"b0VIM 9.0\0\0" + json.dumps(made).encode() + b"\0\0"
    copy.write_bytes(
        swapped if name.endswith("swp") else Path(store.path, layout.FACTS).read_bytes()
    )
    copy.with_name("other.bak").write_text("of something else")

    preview = run("forget", made["id"])
    done = run("forget", CANARY, "--yes", "--format", "text")

    assert preview.answer["found"][0]["copies"] == [str(copy)]
    assert str(copy) in done.out
    assert "other.bak" not in done.out


def test_without_a_yes_nothing_is_changed_and_it_is_shown_what_would_be(
    run: Run, store: layout.Store
) -> None:
    made = caged(store)
    before = given.tree(store.path)

    outcome = run("forget", CANARY.upper())

    assert (outcome.code, outcome.answer["status"]) == (1, "preview")
    (told,) = outcome.answer["found"]
    (hit,) = told["records"]
    assert (hit["kind"], hit["id"], hit["file"], hit["line"]) == (
        "fact",
        made["id"],
        layout.FACTS,
        1,
    )
    assert hit["text"] == f"The cage is {CANARY}"
    assert given.tree(store.path) == before


def test_by_its_id_a_fact_goes_with_all_that_says_the_same(
    run: Run, store: layout.Store, machine: Path
) -> None:
    text = f"The cage is {CANARY}"
    made = given.fact(store, text)
    again = given.fact(store, text.upper())
    given.event(store, "prompt", "s-1", text=f"please note: {text}, will you?")
    given.event(store, "prompt", "s-1", text="which cage?")

    outcome = run("forget", made["id"], "--yes")

    assert outcome.code == 0
    assert {one["id"] for one in outcome.answer["found"][0]["records"]} >= {
        made["id"],
        again["id"],
    }
    assert given.holding(CANARY, *places(store, machine)) == []
    assert [one["text"] for one in records_in(store, *days(store))] == ["which cage?"]


def test_a_short_fact_takes_no_longer_text_with_it(run: Run, store: layout.Store) -> None:
    made = given.fact(store, "use pnpm")
    given.fact(store, "we use pnpm workspaces since March")

    run("forget", made["id"], "--yes")

    assert [one["content"] for one in given.living(store)] == [
        "we use pnpm workspaces since March"
    ]


def test_both_stores_are_looked_through_or_the_one_that_is_named(
    run: Run, store: layout.Store, user_store: layout.Store
) -> None:
    given.fact(store, f"in the project {CANARY}")
    given.fact(user_store, f"for the user {CANARY}")

    assert len(run("forget", CANARY).answer["found"]) == 2
    run("forget", CANARY, "--yes", "--scope", "user")
    assert given.holding(CANARY, user_store.path) == []
    assert given.holding(CANARY, store.path) != []
    run("forget", CANARY, "--yes")
    assert given.holding(CANARY, store.path, user_store.path) == []


def test_the_users_own_files_are_shown_and_left(run: Run, store: layout.Store) -> None:
    core = Path(store.path, layout.CORE)
    core.write_text(f"# Memory\n\n- the cage is {CANARY}\n")
    Path(store.path, "notes").mkdir()
    Path(store.path, "notes", "a.md").write_text(f"one\n{CANARY}\n")
    caged(store)

    outcome = run("forget", CANARY, "--yes")

    yours = [(Path(one["file"]).name, one["line"]) for one in outcome.answer["found"][0]["yours"]]
    assert yours == [(layout.CORE, 3), ("a.md", 2)]
    assert sorted(given.holding(CANARY, store.path)) == sorted(
        [str(core), str(Path(store.path, "notes", "a.md"))]
    )


def test_after_the_user_edited_them_no_copy_is_left(
    run: Run, store: layout.Store, machine: Path
) -> None:
    core = Path(store.path, layout.CORE)
    core.write_text(f"# Memory\n\n- the cage is {CANARY}\n")
    news.remember_core(given.where(store))
    finish.bring_up_to_date(given.where(store), embed_seconds=None)
    assert given.holding(CANARY, machine) != []
    core.write_text("# Memory\n")

    run("forget", CANARY, "--yes")

    assert given.holding(CANARY, *places(store, machine)) == []


@pytest.mark.parametrize(
    ("before", "after", "living"),
    [
        (f"The cage is {CANARY}", "The cage is locked", ["The cage is locked"]),
        ("The cage is locked", f"The cage is {CANARY}", []),
    ],
)
def test_an_older_wording_goes_alone_and_the_newest_with_all_before_it(
    run: Run, store: layout.Store, before: str, after: str, living: list[str]
) -> None:
    made = given.fact(store, before)
    append.append(store, layout.FACTS, [made.changed(content=after)])

    run("forget", CANARY, "--yes")

    assert given.holding(CANARY, store.path) == []
    assert [one["content"] for one in given.living(store)] == living


def test_what_it_had_replaced_does_not_hold_again(run: Run, store: layout.Store) -> None:
    old = given.fact(store, "The cage is open")
    given.fact(store, f"The cage is {CANARY}", supersedes=old["id"])

    run("forget", CANARY, "--yes")

    assert given.living(store) == []
    assert records_in(store, layout.FACTS)[-1]["op"] == "retract"


def test_links_to_it_go_with_it(run: Run, store: layout.Store) -> None:
    gone = caged(store)
    given.fact(store, "The zoo has a cage", evidence=[gone["id"], "e_other"])
    given.fact(store, "The cage is gone", supersedes=gone["id"])

    run("forget", CANARY, "--yes")

    told = records_in(store, layout.FACTS)
    assert [one["evidence"] for one in told] == [["e_other"], []]
    assert "supersedes" not in told[1]


def test_damaged_lines_stay_byte_for_byte_but_those_that_hold_it(
    run: Run, store: layout.Store
) -> None:
    caged(store)
    given.fact(store, "We deploy with Argo CD")
    path = Path(store.path, layout.FACTS)
    damaged = [b'{"id":"f_torn","content":"half', b"\x00\x00\xff\xfe", b'["no object"]']
    holds = [b'{"id":"f_x","content":"' + CANARY.encode(), b'{"a": "zanzibar\\u002dquokka-77']
    with path.open("ab") as file:
        file.write(b"\n".join([*damaged, *holds]))  # the last one torn, without its newline
    before = path.read_bytes()

    run("forget", CANARY, "--yes")

    after = path.read_bytes()
    assert given.holding(CANARY, store.path) == []
    assert b"u002dquokka" not in after
    assert [one for one in after.split(b"\n") if one in damaged] == damaged
    assert len(after) == len(before)


def test_offsets_stay_true_so_that_no_news_is_lost_or_told_again(
    run: Run, store: layout.Store
) -> None:
    caged(store)
    given.fact(store, "We deploy with Argo CD")
    size = Path(store.path, layout.FACTS).stat().st_size
    finish.bring_up_to_date(given.where(store), embed_seconds=None)

    run("forget", CANARY, "--yes")

    assert Path(store.path, layout.FACTS).stat().st_size == size
    done = finish.bring_up_to_date(given.where(store), embed_seconds=None).record()
    assert {name for name, value in done.items() if value} <= {"pieces", "vectors_missing"}


@pytest.mark.parametrize("fault", ["no room for the rewrite", "no place for the key"])
def test_a_run_that_fails_leaves_the_file_as_it_was(
    run: Run, store: layout.Store, machine: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    caged(store)
    before = Path(store.path, layout.FACTS).read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    if fault == "no room for the rewrite":
        monkeypatch.setattr(os, "replace", fail)
    else:
        Path(machine, "config", "memory-store", "forget.key").mkdir(parents=True)

    assert run("forget", CANARY, "--yes").code == 3
    assert Path(store.path, layout.FACTS).read_bytes() == before
    assert not list(Path(store.path).glob("*.tmp"))


def test_what_killed_runs_left_goes_too(run: Run, store: layout.Store, machine: Path) -> None:
    made = caged(store)
    finish.bring_up_to_date(given.where(store), embed_seconds=None)
    Path(layout.cache_directory(store), "rules.jsonl").write_text(json.dumps(made))
    Path(store.path, layout.FACTS).write_text("")  # the files are done, the rest is not
    Path(store.path, "facts.jsonl.1.aa.tmp").write_text(CANARY)

    run("forget", CANARY, "--yes")

    assert given.holding(CANARY, *places(store, machine)) == []


def test_nothing_found_is_exit_status_one_and_an_unknown_id_a_mistake(
    run: Run, store: layout.Store
) -> None:
    given.fact(store, "We deploy with Argo CD")

    assert run("forget", CANARY).code == 1
    assert run("forget", "f_01ksv000000000000000000000").code == 2
    assert run("forget", " ").code == 2


def test_an_approved_store_of_a_clone_is_told_what_git_keeps(run: Run, project: Path) -> None:
    git(project, "init", "-q")
    store = layout.project_store(str(project))
    create.create(store, team=True)
    caged(store)
    git(project, "add", "-f", ".memory/facts.jsonl")

    assert run("forget", CANARY).answer["found"][0]["git"] == [layout.FACTS]


# It must not come back.


def test_a_hosts_transcript_is_named_and_nothing_that_went_is_taken_in_again(
    run: Run, store: layout.Store, machine: Path
) -> None:
    transcripts.started(store, transcripts.SESSION)
    made = transcripts.Claude(project=store.project).ask("where is it?", "p-1")
    made.say(f"The cage is {CANARY}, as you said.").ask(f"Thanks for {CANARY}!", "p-2")
    made.say("Fine.").ask(f"Who feeds {CANARY}?", "p-3").say("The keeper of the operators.")
    path = made.write()
    finish.bring_up_to_date(given.where(store), embed_seconds=None)
    assert given.holding(CANARY, store.path) != []

    outcome = run("forget", CANARY, "--yes")
    Path(layout.cache_directory(store), "transcripts.json").unlink(missing_ok=True)
    finish.bring_up_to_date(given.where(store), embed_seconds=None)

    assert outcome.answer["found"][0]["transcripts"] == [str(path)]
    turns = [one["text"] for one in records_in(store, *days(store)) if "text" in one]
    assert turns == ["where is it?", "Fine."]
    assert CANARY in path.read_text()
    path.unlink()
    assert given.holding("operators", store.path) == []
    assert given.holding(CANARY, *places(store, machine)) == []


def test_a_hook_that_was_at_work_does_not_write_it_again(run: Run, store: layout.Store) -> None:
    made = caged(store)
    run("forget", CANARY, "--yes")

    append.append_locked(store, layout.FACTS, [made.changed(confidence=1)], durable=False)
    late = records.event("prompt", "s-1", "cursor", text=f"and {CANARY}?")
    append.append_locked(store, f"{layout.DAILY}/2026-01-01.jsonl", [late], durable=False)

    assert given.holding(CANARY, store.path) == []


def test_later_it_may_be_spoken_of_again(
    run: Run, store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    caged(store)
    run("forget", CANARY, "--yes")
    later = clock.now() + 3600
    monkeypatch.setattr(clock, "now", lambda: later)

    given.event(store, "prompt", "s-1", ago=0, text=f"the new cage is {CANARY} again")

    assert given.holding(CANARY, store.path) != []


def test_an_agent_may_not_save_the_fact_again_and_a_person_may(
    run: Run, store: layout.Store
) -> None:
    caged(store)
    run("forget", CANARY, "--yes")
    words = ("save-fact", "--content", f"the cage  is {CANARY}")

    refused = run(*words, "--session", "s-1")
    assert refused.code == 2
    assert "forgotten" in refused.err
    assert run("save-fact", "--content", "The cage is big", "--session", "s-1").code == 0
    assert given.holding(CANARY, store.path) == []
    assert run(*words).code == 0
    assert run("retract", given.living(store)[0]["id"]).code == 0


def test_what_is_known_as_forgotten_tells_nobody_what_it_was(
    run: Run, store: layout.Store, machine: Path
) -> None:
    caged(store)
    run("forget", CANARY, "--yes")

    assert read.strays(store) == []
    noted = Path(store.path, layout.FORGOTTEN).read_text()
    assert set(json.loads(noted.split("\n")[0])) == {"digest", "tokens", "forgotten_at"}
    key = Path(machine, "config", "memory-store", "forget.key")
    assert len(key.read_bytes()) == 32
    if os.name == "posix":
        assert key.stat().st_mode & 0o777 == 0o600


def test_lines_of_files_that_the_settings_name_are_the_users_to_edit(
    run: Run, store: layout.Store
) -> None:
    docs = Path(store.project, "docs")
    docs.mkdir()
    (docs / "a.md").write_text("one\nthe old zebra\n", "utf-8")
    Path(store.path, layout.SETTINGS).write_text('{"extra_paths": "docs"}', "utf-8")

    answer = run("forget", "the old zebra").answer

    assert answer["status"] == "yours"
    assert [one["yours"] for one in answer["found"]] == [[{"file": str(docs / "a.md"), "line": 2}]]
    assert "zebra" in (docs / "a.md").read_text("utf-8")


# A question goes with its answers.

ASKED = [
    ("1", "帮我跑一下测试", "全部 128 个测试通过"),
    ("2", "跳板机 jump01 的密钥放哪里", "放在 1Password 的运维库里，找小王开权限"),
    ("3", "改一下 README", "README 改好了"),
]


def asked(store: layout.Store, *, turn_ids: bool = True) -> None:
    for at, (turn, question, answer) in enumerate(ASKED):
        own = {"turn_id": turn} if turn_ids else {}
        given.event(store, "prompt", "s-1", ago=50 - at, text=question, **own)
        given.event(store, "response", "s-1", ago=49.5 - at, text=answer, **own)


def texts(store: layout.Store) -> list[str]:
    return [one["text"] for one in records_in(store, *days(store)) if "text" in one]


@pytest.mark.parametrize("turn_ids", [True, False])
@pytest.mark.parametrize("summed_up", [True, False])
def test_an_answer_goes_with_its_question_and_is_listed(
    run: Run, store: layout.Store, *, turn_ids: bool, summed_up: bool
) -> None:
    asked(store, turn_ids=turn_ids)
    if summed_up:
        finish.bring_up_to_date(given.where(store), embed_seconds=None)
        assert given.holding("1Password", store.path) != []

    preview = run("forget", "jump01")
    outcome = run("forget", "jump01", "--yes")
    finish.bring_up_to_date(given.where(store), embed_seconds=None)

    listed = preview.answer["found"][0]["records"]
    assert [one["text"] for one in listed if one["kind"] == "turn"] == list(ASKED[1][1:])
    assert outcome.answer["count"] == len(listed)
    assert given.holding("1Password", store.path) == []
    assert texts(store) == [*ASKED[0][1:], *ASKED[2][1:]]
    for one in given.living(store):
        assert "1Password" not in one.content


def test_other_answers_stay_also_those_of_a_turn_that_is_not_asked_last(
    run: Run, store: layout.Store
) -> None:
    given.event(store, "prompt", "s-1", ago=50, turn_id="1", text="where is jump01?")
    given.event(store, "prompt", "s-1", ago=49, turn_id="2", text="and the tests?")
    given.event(store, "response", "s-2", ago=48, turn_id="9", text="Another session's answer.")
    given.event(store, "response", "s-1", ago=47, turn_id="1", text="It is in the cellar.")
    given.event(store, "response", "s-1", ago=46, turn_id="2", text="They pass, all of them.")

    run("forget", "jump01", "--yes")

    assert texts(store) == [
        "and the tests?", "Another session's answer.", "They pass, all of them."
    ]  # fmt: skip


@pytest.mark.parametrize("what", ["f", "f_", "a-", "1."])
def test_two_letters_forget_nothing_without_a_question(
    run: Run, store: layout.Store, what: str
) -> None:
    given.fact(store, "a first fact of 1.5")

    assert run("forget", what, "--yes").code == 2
    assert len(given.living(store)) == 1
    assert run("forget", "库", "--yes").code == 1  # one character of Chinese is a word
    assert run("forget", "fact of", "--yes").code == 0
    assert given.living(store) == []
