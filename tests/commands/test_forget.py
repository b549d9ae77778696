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
from memory_store.journal import append, create, read, records, sessions
from memory_store.recall import news
from memory_store.store import layout, lock, log
from memory_store.upkeep import finish
from tests import given, transcripts
from tests.end_to_end import shims
from tests.repositories import git

if TYPE_CHECKING:
    from tests.commands.conftest import Outcome, Run

CANARY = "zanzibar-quokka-77"
WORD = "zanzibar"
SAID = f"Remember: the vault of the office opens with {CANARY}."


CAGE = f"The cage is {CANARY}"
ARGO = "We deploy with Argo CD"


class Cage:
    """A store that holds the canary in a fact, and what becomes of it."""

    def __init__(self, run: Run, store: layout.Store, machine: Path) -> None:
        self.run, self.store, self.machine = run, store, machine
        self.fact = given.fact(store, CAGE, kind="O", confidence=0.95)

    def forget(self, what: str = CANARY, *words: str) -> Outcome:
        return self.run("forget", what, "--yes", *words)

    def finish(self) -> finish.Report:
        return finish.bring_up_to_date(given.where(self.store), embed_seconds=None)

    def holding(self, text: str = CANARY) -> list[str]:
        """The files of the store and the machine that hold a text."""
        return given.holding(text, self.store.path, self.machine)

    def records(self, *names: str) -> list[given.Record]:
        """The records of files, or of the journal; blanked ones are passed over."""
        root = Path(self.store.path)
        paths = [root / name for name in names] or sorted((root / layout.DAILY).glob("*.jsonl"))
        lines = [line for path in paths for line in path.read_text().split("\n")]
        return [json.loads(line) for line in lines if line.strip()]

    def texts(self) -> list[str]:
        """What the journal says."""
        return [one["text"] for one in self.records() if "text" in one]

    def living(self) -> list[str]:
        return [one.content for one in given.living(self.store)]


@pytest.fixture
def cage(run: Run, store: layout.Store, machine: Path) -> Cage:
    return Cage(run, store, machine)


def everywhere(cage: Cage) -> dict[str, Any]:
    """The canary wherever this product puts what it is told, by its own hooks and commands."""
    store = cage.store
    shims.hook("load_memory", given.payload("cursor/session-start", store.project, "s-1"))
    prompt = given.payload("cursor/before-submit-prompt", store.project, "s-1", prompt=SAID)
    shims.hook("recall_memory", prompt)
    answer = given.payload(
        "cursor/after-agent-response", store.project, "s-1", text=f"W @vault: it is {CANARY}"
    )
    shims.hook("capture_response", answer)
    made = {
        "other": given.fact(store, ARGO),
        "summary": given.summary(store, f"About {CANARY}", session="s-0"),
        "plain": given.summary(store, "About the deployment", session="s-9"),
    }
    given.event(store, "prompt", "s-2", ago=3_600, text="how do we deploy?")
    cage.finish()
    cage.run("search", CANARY, "--method", "fts")
    log.write("test", f"a library said {CANARY}")
    shims.hook("load_memory", given.payload("cursor/session-start", store.project, "s-3"))
    return made


def test_not_a_byte_of_it_is_left(cage: Cage) -> None:
    made = everywhere(cage)
    append.take_in(cage.store)  # what a hook left for want of the lock
    kept = [one for one in given.journal(cage.store) if CANARY not in json.dumps(one)]
    assert len({os.path.dirname(one) for one in cage.holding()}) == 3  # store, journal, state
    index = Path(layout.cache_directory(cage.store), "index.sqlite")
    assert WORD.encode() in index.read_bytes()

    outcome = cage.forget()

    assert (outcome.code, outcome.answer["status"]) == (0, "forgotten")
    assert cage.holding() == cage.holding(WORD) == []
    assert index.stat().st_size > 0
    assert [one["id"] for one in given.living(cage.store)] == [made["other"]["id"]]
    topics = [one["topic"] for one in cage.records(layout.SESSIONS)]
    assert topics == ["About the deployment", "how do we deploy?"]
    assert cage.records() == kept
    assert cage.run("search", "Argo", "--method", "fts").answer["results"]


@pytest.mark.parametrize("moved", [True, False], ids=["moved", "copied, and the old one deleted"])
def test_nothing_of_it_stays_where_the_project_was_before(
    cage: Cage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, moved: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    cage.finish()
    assert given.holding(WORD, cage.machine) != []
    now = tmp_path / "new place"
    if moved:
        Path(cage.store.project).rename(now)
    else:
        shutil.copytree(cage.store.project, now)
        shutil.rmtree(cage.store.project)
        assert "copied it yourself" in cage.forget(CANARY, "--project", str(now)).err
        cage.run("trust", "--yes", "--project", str(now))

    assert cage.forget(CANARY, "--project", str(now)).code == 0
    assert given.holding(CANARY, now, cage.machine) == []
    assert given.holding(WORD, now, cage.machine) == []


def test_taking_a_fact_back_leaves_it_in_the_files(cage: Cage) -> None:
    """The control: what forgetting is for."""
    cage.run("retract", cage.fact.id)

    assert cage.holding() != []


def test_what_waits_to_be_journalled_is_forgotten_too(
    cage: Cage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "_LOCK_SECONDS", 0.02)
    event = records.event("prompt", "s-1", "claude", text=SAID)
    before = len(cage.holding())
    with lock.Held(cage.store.path):
        assert sessions.note(cage.store, "s-1", lambda _: event)[1]
    assert len(cage.holding()) == before + 1

    assert cage.forget().code == 0

    assert cage.holding() == []


def test_the_vectors_of_it_go_and_others_stay(cage: Cage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_STORE_EMBEDDER", "use-multilingual")
    given.fact(cage.store, ARGO)
    cage.run("search", f"where is {CANARY}?")  # the question has a vector too
    with vector_sync.open_cache(cage.store) as cache:
        assert sum(cache.counts().values()) == 3

    cage.forget()

    with vector_sync.open_cache(cage.store) as cache:
        assert sum(cache.counts().values()) == 1
    (state, _) = cage.run("status").answer["stores"]
    assert state["index"]["vectors_missing"] == 0
    assert cage.run("search", "deployment").answer["results"][0]["text"] == ARGO
    assert cage.holding() == []


DEAF = {"cursor_version": "3.10.0"}
"""A Cursor that is told by a rule, since it drops what a session start says."""


def rule(project: str | Path) -> Path:
    return Path(project, *layout.CURSOR_RULE)


def start(project: str | Path, session: str) -> str:
    """The rule that a session start wrote."""
    shims.hook("load_memory", given.payload("cursor/session-start", project, session, **DEAF))
    return rule(project).read_text("utf-8")


def test_a_users_fact_goes_from_the_rules_of_all_projects(
    run: Run, store: layout.Store, user_store: layout.Store, tmp_path: Path
) -> None:
    other = layout.project_store(str(tmp_path / "other"))
    Path(other.project).mkdir()
    create.create(other)
    given.fact(user_store, f"I always want {CANARY}", kind="O", confidence=0.95)
    for one in (store, other):
        assert CANARY in start(one.project, f"s-{one.project}")

    run("forget", CANARY, "--yes")

    assert not rule(store.project).exists()
    assert not rule(other.project).exists()
    assert CANARY not in start(other.project, "s-9")


def test_a_projects_fact_goes_from_the_rules_of_its_linked_work_trees(
    cage: Cage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_WORKTREES", "shared")
    git(cage.store.project, "init", "-q")
    git(cage.store.project, "commit", "-q", "--allow-empty", "-m", "x")
    linked = tmp_path / "linked"
    git(cage.store.project, "worktree", "add", "-q", str(linked))
    assert CANARY in start(linked, "s-1")

    cage.forget()

    assert not rule(linked).exists()


def test_a_fact_that_a_rule_tells_only_the_beginning_of_goes_from_it_and_a_persons_words_stay(
    cage: Cage,
) -> None:
    long = f"Always deploy with {CANARY} first, " + "then wait for the canary, " * 70 + "and end."
    made = given.fact(cage.store, long, kind="O", confidence=0.95)
    cage.forget(cage.fact.id)
    text = start(cage.store.project, "s-1")
    assert CANARY in text
    assert "and end." not in text
    own = f"{layout.CURSOR_RULE_HEAD}mine (memory-store)\n"
    rule(cage.store.project).write_text(text.replace(layout.CURSOR_RULE_HEAD, own), "utf-8")

    cage.forget(made.id)

    assert rule(cage.store.project).read_text("utf-8") == own


COPIES = [
    "facts.jsonl.bak",
    "facts.jsonl~",
    "facts.jsonl.orig",
    "facts (conflicted copy 2026-01-01).jsonl",
    "facts.sync-conflict-20260101.jsonl",
    ".facts.jsonl.swp",
    "notes/plan.md~",
    "daily/2026-01-01.jsonl.bak",
]


def test_copies_beside_the_files_are_named(cage: Cage) -> None:
    paths = [Path(cage.store.path, name) for name in COPIES]
    for path in paths:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"b0VIM 9.0\0\0" + json.dumps(cage.fact).encode() + b"\0\0")
        path.with_name("other.bak").write_text("of something else")

    preview = cage.run("forget", cage.fact.id)
    done = cage.forget(CANARY, "--format", "text")

    named = sorted(str(path) for path in paths)
    assert sorted(preview.answer["found"][0]["copies"]) == named
    assert all(path in done.out for path in named)
    assert "other.bak" not in done.out


def test_without_a_yes_nothing_is_changed_and_it_is_shown_what_would_be(cage: Cage) -> None:
    before = given.tree(cage.store.path)

    outcome = cage.run("forget", CANARY.upper())

    assert (outcome.code, outcome.answer["status"]) == (1, "preview")
    ((hit,),) = (found["records"] for found in outcome.answer["found"])
    expected = {"kind": "fact", "id": cage.fact.id, "file": layout.FACTS, "line": 1, "text": CAGE}
    assert hit == expected
    assert given.tree(cage.store.path) == before


def test_by_its_id_a_fact_goes_with_all_that_says_the_same(cage: Cage) -> None:
    again = given.fact(cage.store, CAGE.upper())
    given.event(cage.store, "prompt", "s-1", text=f"please note: {CAGE}, will you?")
    given.event(cage.store, "prompt", "s-1", text="which cage?")

    outcome = cage.forget(cage.fact.id)

    assert outcome.code == 0
    gone = {one["id"] for one in outcome.answer["found"][0]["records"]}
    assert gone >= {cage.fact.id, again.id}
    assert cage.holding() == []
    assert cage.texts() == ["which cage?"]


def test_a_short_fact_takes_no_longer_text_with_it(cage: Cage) -> None:
    made = given.fact(cage.store, "use pnpm")
    given.fact(cage.store, "we use pnpm workspaces since March")

    cage.forget(made.id)

    assert cage.living() == ["we use pnpm workspaces since March", CAGE]


def test_both_stores_are_looked_through_or_the_one_that_is_named(
    cage: Cage, user_store: layout.Store
) -> None:
    given.fact(user_store, f"for the user {CANARY}")

    assert len(cage.run("forget", CANARY).answer["found"]) == 2
    cage.forget(CANARY, "--scope", "user")
    assert given.holding(CANARY, user_store.path) == []
    assert given.holding(CANARY, cage.store.path) != []
    cage.forget()
    assert cage.holding() == []


def test_the_users_own_files_are_shown_and_left_and_after_an_edit_no_copy_is(cage: Cage) -> None:
    core, note = (Path(cage.store.path, name) for name in (layout.CORE, "notes/a.md"))
    note.parent.mkdir()
    core.write_text(f"# Memory\n\n- the cage is {CANARY}\n")
    note.write_text(f"one\n{CANARY}\n")
    news.remember_core(given.where(cage.store))
    cage.finish()
    assert given.holding(CANARY, cage.machine) != []

    outcome = cage.forget()

    yours = [(one["file"], one["line"]) for one in outcome.answer["found"][0]["yours"]]
    assert yours == [(str(core), 3), (str(note), 2)]
    assert sorted(given.holding(CANARY, cage.store.path)) == sorted([str(core), str(note)])
    for path in (core, note):
        path.write_text("# Memory\n")
    cage.forget()
    assert cage.holding() == []


@pytest.mark.parametrize(
    ("before", "after", "living"),
    [
        (CAGE, "The cage is locked", ["The cage is locked"]),
        ("The cage is locked", CAGE, []),
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


def test_what_it_had_replaced_does_not_hold_again_and_links_to_it_go_with_it(cage: Cage) -> None:
    old = given.fact(cage.store, "The cage is open")
    gone = given.fact(cage.store, f"The cage has {CANARY} in it", supersedes=old["id"])
    given.fact(cage.store, "The zoo has a cage", evidence=[gone["id"], "e_other"])
    given.fact(cage.store, "The cage is gone", supersedes=gone["id"])

    cage.forget()

    assert cage.living() == ["The cage is gone", "The zoo has a cage"]
    told = {one["content"]: one for one in cage.records(layout.FACTS) if "op" not in one}
    assert told["The zoo has a cage"]["evidence"] == ["e_other"]
    assert "supersedes" not in told["The cage is gone"]
    assert [one["id"] for one in cage.records(layout.FACTS) if "op" in one] == [old["id"]]


def test_damaged_lines_stay_byte_for_byte_but_those_that_hold_it(cage: Cage) -> None:
    given.fact(cage.store, ARGO)
    path = Path(cage.store.path, layout.FACTS)
    damaged = [b'{"id":"f_torn","content":"half', b"\x00\x00\xff\xfe", b'["no object"]']
    holds = [b'{"id":"f_x","content":"' + CANARY.encode(), b'{"a": "zanzibar\\u002dquokka-77']
    with path.open("ab") as file:
        file.write(b"\n".join([*damaged, *holds]))  # the last one torn, without its newline
    before = path.read_bytes()

    cage.forget()

    after = path.read_bytes()
    assert cage.holding() == []
    assert b"u002dquokka" not in after
    assert [one for one in after.split(b"\n") if one in damaged] == damaged
    assert len(after) == len(before)


def test_offsets_stay_true_so_that_no_news_is_lost_or_told_again(cage: Cage) -> None:
    given.fact(cage.store, ARGO)
    size = Path(cage.store.path, layout.FACTS).stat().st_size
    cage.finish()

    cage.forget()

    assert Path(cage.store.path, layout.FACTS).stat().st_size == size
    done = cage.finish().record()
    assert {name for name, value in done.items() if value} <= {"pieces", "vectors_missing"}


@pytest.mark.parametrize("fault", ["no room for the rewrite", "no place for the key"])
def test_a_run_that_fails_leaves_the_file_as_it_was(
    cage: Cage, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    before = Path(cage.store.path, layout.FACTS).read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    if fault == "no room for the rewrite":
        monkeypatch.setattr(os, "replace", fail)
    else:
        Path(cage.machine, "config", "memory-store", "forget.key").mkdir(parents=True)

    assert cage.forget().code == 3
    assert Path(cage.store.path, layout.FACTS).read_bytes() == before
    assert not list(Path(cage.store.path).glob("*.tmp"))


def test_what_killed_runs_left_goes_too(cage: Cage) -> None:
    cage.finish()
    Path(layout.cache_directory(cage.store), "rules.jsonl").write_text(json.dumps(cage.fact))
    Path(cage.store.path, layout.FACTS).write_text("")  # the files are done, the rest is not
    Path(cage.store.path, "facts.jsonl.1.aa.tmp").write_text(CANARY)

    cage.forget()

    assert cage.holding() == []


def test_nothing_found_is_exit_status_one_and_an_unknown_id_a_mistake(
    run: Run, store: layout.Store
) -> None:
    given.fact(store, ARGO)

    assert run("forget", CANARY).code == 1
    assert run("forget", "f_01ksv000000000000000000000").code == 2
    assert run("forget", " ").code == 2


def test_a_store_that_git_tracks_is_told_what_git_keeps(cage: Cage) -> None:
    git(cage.store.project, "init", "-q")
    git(cage.store.project, "add", "-f", ".memory/facts.jsonl")

    assert cage.run("forget", CANARY).answer["found"][0]["git"] == [layout.FACTS]


# It must not come back.


def test_a_hosts_transcript_is_named_and_nothing_that_went_is_taken_in_again(cage: Cage) -> None:
    transcripts.started(cage.store, transcripts.SESSION)
    made = transcripts.Claude(project=cage.store.project).ask("where is it?", "p-1")
    made.say(f"The cage is {CANARY}, as you said.").ask(f"Thanks for {CANARY}!", "p-2")
    made.say("Fine.").ask(f"Who feeds {CANARY}?", "p-3").say("The keeper of the operators.")
    path = made.write()
    cage.finish()
    assert len(given.holding(CANARY, cage.store.path)) > 1

    outcome = cage.forget()
    Path(layout.cache_directory(cage.store), "transcripts.json").unlink(missing_ok=True)
    cage.finish()

    assert outcome.answer["found"][0]["transcripts"] == [str(path)]
    assert cage.texts() == ["where is it?", "Fine."]
    assert CANARY in path.read_text()
    path.unlink()
    assert given.holding("operators", cage.store.path) == []
    assert cage.holding() == []


def test_a_hook_that_was_at_work_does_not_write_it_again(cage: Cage) -> None:
    cage.forget()

    again = cage.fact.changed(confidence=1)
    append.append_locked(cage.store, layout.FACTS, [again], durable=False)
    late = records.event("prompt", "s-1", "cursor", text=f"and {CANARY}?")
    append.append_locked(cage.store, f"{layout.DAILY}/2026-01-01.jsonl", [late], durable=False)

    assert cage.holding() == []


def test_later_it_may_be_spoken_of_again(cage: Cage, monkeypatch: pytest.MonkeyPatch) -> None:
    cage.forget()
    later = clock.now() + 3600
    monkeypatch.setattr(clock, "now", lambda: later)

    given.event(cage.store, "prompt", "s-1", ago=0, text=f"the new cage is {CANARY} again")

    assert cage.holding() != []


def test_an_agent_may_not_save_the_fact_again_and_a_person_may(cage: Cage) -> None:
    cage.forget()
    words = ("save-fact", "--content", f"the cage  is {CANARY}")

    refused = cage.run(*words, "--session", "s-1")
    assert refused.code == 2
    assert "forgotten" in refused.err
    assert cage.run("save-fact", "--content", "The cage is big", "--session", "s-1").code == 0
    assert cage.holding() == []
    assert cage.run(*words).code == 0
    assert cage.run("retract", given.living(cage.store)[0]["id"]).code == 0


def test_what_is_known_as_forgotten_tells_nobody_what_it_was(cage: Cage) -> None:
    cage.forget()

    assert read.strays(cage.store) == []
    noted = Path(cage.store.path, layout.FORGOTTEN).read_text()
    assert set(json.loads(noted.split("\n")[0])) == {"digest", "tokens", "forgotten_at"}
    key = Path(cage.machine, "config", "memory-store", "forget.key")
    assert len(key.read_bytes()) == 32
    if os.name == "posix":
        assert key.stat().st_mode & 0o777 == 0o600


def test_lines_of_files_that_the_settings_name_are_the_users_to_edit(
    run: Run, store: layout.Store
) -> None:
    page = Path(store.project, "docs", "a.md")
    page.parent.mkdir()
    page.write_text("one\nthe old zebra\n", "utf-8")
    Path(store.path, layout.SETTINGS).write_text('{"extra_paths": "docs"}', "utf-8")

    answer = run("forget", "the old zebra").answer

    assert answer["status"] == "yours"
    assert [one["yours"] for one in answer["found"]] == [[{"file": str(page), "line": 2}]]
    assert "zebra" in page.read_text("utf-8")


# A question goes with its answers.

TURNS = [
    ("1", "帮我跑一下测试", "全部 128 个测试通过"),
    ("2", "跳板机 jump01 的密钥放哪里", "放在 1Password 的运维库里，找小王开权限"),
    ("3", "改一下 README", "README 改好了"),
]


@pytest.mark.parametrize("turn_ids", [True, False])
@pytest.mark.parametrize("summed_up", [True, False])
def test_an_answer_goes_with_its_question_and_is_listed(
    cage: Cage, *, turn_ids: bool, summed_up: bool
) -> None:
    for at, (turn, *said) in enumerate(TURNS):
        own = {"turn_id": turn} if turn_ids else {}
        for kind, text, ago in zip(("prompt", "response"), said, (50.0, 49.5), strict=True):
            given.event(cage.store, kind, "s-1", ago=ago - at, text=text, **own)
    made = given.fact(cage.store, "jump01 is where everybody logs in")
    append.append(cage.store, layout.FACTS, [made.changed(confidence=1)])
    if summed_up:
        cage.finish()
        assert len(given.holding("1Password", cage.store.path)) > 1

    shown = cage.run("forget", "jump01", "--format", "text").out
    outcome = cage.forget("jump01")
    cage.finish()

    listed = outcome.answer["found"][0]["records"]
    assert [one["text"] for one in listed if one["kind"] == "turn"] == list(TURNS[1][1:])
    assert outcome.answer["count"] == len(listed)
    assert f"({len(listed)}):" in shown
    assert len([line for line in shown.splitlines() if line.startswith("  ")]) == len(listed)
    assert given.holding("1Password", cage.store.path) == []
    assert cage.texts() == [*TURNS[0][1:], *TURNS[2][1:]]
    assert not [content for content in cage.living() if "1Password" in content]


def test_other_answers_stay_also_those_of_a_turn_that_is_not_asked_last(cage: Cage) -> None:
    for at, (kind, session, turn, text) in enumerate(
        (
            ("prompt", "s-1", "1", "where is jump01?"),
            ("prompt", "s-1", "2", "and the tests?"),
            ("response", "s-2", "9", "Another session's answer."),
            ("response", "s-1", "1", "It is in the cellar."),
            ("response", "s-1", "2", "They pass, all of them."),
        )
    ):
        given.event(cage.store, kind, session, ago=50 - at, turn_id=turn, text=text)

    cage.forget("jump01")

    assert cage.texts() == [
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
