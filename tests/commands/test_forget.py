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
from memory_store.recall import core_copies
from memory_store.store import layout, lock, log
from memory_store.upkeep import finish, run_state
from tests import given, transcripts
from tests.end_to_end import shims
from tests.world import git

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

    def finish(self) -> run_state.Report:
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
    shims.send("cursor/session-start", store.project, "s-1")
    prompt = given.payload("cursor/before-submit-prompt", store.project, "s-1", prompt=SAID)
    shims.hook("recall_memory", prompt)
    shims.send(
        "cursor/after-agent-response", store.project, "s-1", text=f"W @vault: it is {CANARY}"
    )
    made = {
        "other": given.fact(store, ARGO),
        "summary": given.summary(store, f"About {CANARY}", session="s-0"),
        "plain": given.summary(store, "About the deployment", session="s-9"),
    }
    given.event(store, "prompt", "s-2", ago=3_600, text="how do we deploy?")
    cage.finish()
    cage.run("search", CANARY, "--method", "fts")
    log.write("test", f"a library said {CANARY}")
    shims.send("cursor/session-start", store.project, "a-long-id")  # so that it's prepared
    return made


@pytest.mark.long
def test_not_a_byte_of_it_is_left(cage: Cage) -> None:
    made = everywhere(cage)
    append.take_in(cage.store)  # what a hook left for want of the lock
    kept = [one for one in given.journal(cage.store) if CANARY not in json.dumps(one)]
    assert len({os.path.dirname(one) for one in cage.holding()}) == 4  # with state and cache
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


def test_what_waits_to_be_journalled_is_forgotten_too(
    cage: Cage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "_LOCK_SECONDS", 0.02)
    event = records.event("prompt", "s-1", "claude", text=SAID)
    before = len(cage.holding())
    with lock.Held(cage.store.path):
        assert sessions.note(cage.store, "s-1", lambda _: [event])[1]
    assert len(cage.holding()) == before + 1

    assert cage.forget().code == 0

    assert cage.holding() == []


@pytest.mark.long
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
    shims.send("cursor/session-start", project, session, **DEAF)
    return rule(project).read_text("utf-8")


@pytest.mark.long
def test_a_users_fact_goes_from_the_rules_of_all_projects(
    run: Run, store: layout.Store, user_store: layout.Store, tmp_path: Path
) -> None:
    other = layout.project_store(str(tmp_path / "other"))
    Path(other.project).mkdir()
    create.create(other)
    given.fact(user_store, f"I always want {CANARY}", kind="O", confidence=0.95)
    for one in (store, other):
        assert CANARY in start(one.project, f"s-{one.project}")
        assert CANARY in start(one.project, "1234-5678")  # whose text is prepared for the next

    run("forget", CANARY, "--yes")

    assert not [
        path
        for one in (store, other)
        for path in Path(layout.cache_directory(one)).glob(f"{layout.BRIEFING}*")
        if CANARY in path.read_text("utf-8")
    ]
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


def test_the_users_own_files_are_shown_and_left_and_after_an_edit_no_copy_is(cage: Cage) -> None:
    core, note = (Path(cage.store.path, name) for name in (layout.CORE, "notes/a.md"))
    note.parent.mkdir()
    core.write_text(f"# Memory\n\n- the cage is {CANARY}\n")
    note.write_text(f"one\n{CANARY}\n")
    core_copies.keep(cage.store)
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
    said = [f"and {CANARY}?", "it has 77 bars"]
    late = [records.event("prompt", "s-1", "cursor", text=text) for text in said]
    append.append_locked(cage.store, f"{layout.DAILY}/2026-01-01.jsonl", late, durable=False)

    assert cage.holding() == []
    assert cage.texts() == said[1:]


def test_later_it_may_be_spoken_of_again(cage: Cage, monkeypatch: pytest.MonkeyPatch) -> None:
    cage.forget()
    later = clock.now() + 3600
    monkeypatch.setattr(clock, "now", lambda: later)

    given.event(cage.store, "prompt", "s-1", ago=0, text=f"the new cage is {CANARY} again")

    assert cage.holding() != []


def test_what_is_known_as_forgotten_tells_nobody_what_it_was(cage: Cage) -> None:
    cage.forget()

    assert read.strays(cage.store) == []
    noted = Path(cage.store.path, layout.FORGOTTEN).read_text()
    assert set(json.loads(noted.split("\n")[0])) == {"digest", "tokens", "forgotten_at"}
    key = Path(cage.machine, "config", "memory-store", "forget.key")
    assert len(key.read_bytes()) == 32
    if os.name == "posix":
        assert key.stat().st_mode & 0o777 == 0o600


def test_a_hosts_own_memory_is_named_and_left(cage: Cage) -> None:
    """What was listed of it for other hosts' agents is gone."""
    slug = "".join(
        one if one.isascii() and one.isalnum() else "-"
        for one in os.path.realpath(cage.store.project)
    )
    note = Path(os.environ["HOME"], ".claude/projects", slug, "memory/cage.md")
    note.parent.mkdir(parents=True)
    note.write_text(f"---\nname: cage\ndescription: {CAGE}\n---\n", "utf-8")
    given.event(cage.store, "prompt", "s-1", text="Feed the quokka at noon, please")
    cage.finish()
    assert any(one.endswith("memories.json") for one in cage.holding())

    told = cage.forget()

    assert str(note) in told.out.replace("~", os.environ["HOME"])
    assert CANARY in note.read_text("utf-8")
    assert cage.holding() == [str(note)]
