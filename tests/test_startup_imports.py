"""What a quick hook loads at all: the guard of its start-up, without a stopwatch."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from memory_store import place
from memory_store.store import layout
from tests import given
from tests.end_to_end import shims

COSTLY = {
    "apsw", "argparse", "asyncio", "collections", "contextlib", "dataclasses", "datetime",
    "dateutil", "enum", "fastembed", "functools", "hashlib", "importlib", "inspect", "json",
    "jsonschema", "logging", "numpy", "onnxruntime", "orjson", "pathlib", "random", "re", "shutil",
    "socket", "sqlite3", "sqlite_vec", "subprocess", "tempfile", "threading", "types", "typing",
    "urllib", "uuid",
}  # fmt: skip
POSIX_ALONE = "fcntl|grp|posix|pty|pwd|readline|resource|termios|tty"
HOLDING_CODE = ("memory_store", "hooks", "scripts", "tests", "benchmarks")
OURS = {"memory_store.index", "memory_store.embedders", "memory_store.recall.searching"}
PROMPT = "结账页面为什么这么慢？Please look at cart.py and tell me."
ANSWER = "The cart query had no index; I added one on cart.user_id.\n\n数据库用 PostgreSQL 16。"
TYPICAL = {
    "load_memory": ("cursor/session-start", "claude/session-start", "claude/subagent-start"),
    "capture_response": ("cursor/after-agent-response",),
    "flush_memory": ("cursor/pre-compact-auto", "claude/pre-compact"),
    "prompt_session_save": ("cursor/stop", "claude/stop"),
}
MOST_PREPARED = 51
"""Modules of ours that a start loads whose briefing was prepared."""
CASES = [(name, payload) for name, payloads in TYPICAL.items() for payload in payloads]


@pytest.fixture
def lived_in(store: layout.Store, user_store: layout.Store) -> layout.Store:
    """A store as it is after some days: facts, rules, core memory, summaries, turns."""
    for one in range(30):
        given.fact(store, f"事实 {one} of the shop", days=one % 9, kind="WBOS"[one % 4])
    given.fact(user_store, "prefers short answers", kind="O", confidence=0.95)
    for either in (store, user_store):
        Path(either.path, layout.CORE).write_text("# Memory\n\n## 偏好\n- 简短\n", "utf-8")
    given.summary(store, "the last one", session="s-0", decisions=["a"], todos=["b"])
    for one in range(3):
        given.event(store, "prompt", ago=600 - one, text=f"{PROMPT} {one}")
        given.event(store, "response", ago=600 - one, text=ANSWER)
    return store


def imported(words: list[str], raw: bytes = b"", *, code: int = 0, **env: str) -> set[str]:
    """The modules that a Python imports from start to end (`-X importtime` tells each)."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *words],
        input=raw,
        capture_output=True,
        env=shims.environment(**env),
        check=False,
    )
    assert done.returncode == code
    lines = done.stderr.decode().splitlines()
    return {line.rpartition("|")[2].strip() for line in lines if line.startswith("import time:")}


def loaded(name: str, payload: given.Record) -> set[str]:
    """Those of a hook, as wired."""
    return imported(shims.command(name)[1:], json.dumps(payload).encode())


@pytest.mark.parametrize(("name", "file"), CASES)
def test_a_quick_hook_loads_nothing_costly(lived_in: layout.Store, name: str, file: str) -> None:
    texts = {"prompt": PROMPT, "text": ANSWER, "last_assistant_message": ANSWER}
    payload = given.payload(file, lived_in.project, "s-1")
    payload |= {key: text for key, text in texts.items() if key in payload}

    modules = loaded(name, payload)

    assert f"memory_store.handlers.{name}" in modules  # it did run, and was seen
    assert "memory_store.journal.read" in modules
    assert {one for one in modules if one.partition(".")[0] in COSTLY} == set()
    assert {one for one in modules if one.startswith(tuple(OURS))} == set()


MAKING = {
    "memory_store.start.making",
    "memory_store.recall.composing",
    "memory_store.language.wording",
}


def test_a_start_that_finds_its_briefing_prepared_loads_nothing_that_makes_one(
    lived_in: layout.Store,
) -> None:
    def ours(session: str) -> set[str]:
        payload = given.payload("cursor/session-start", lived_in.project, session)
        return {one for one in loaded("load_memory", payload) if one.startswith("memory_store")}

    given.event(lived_in, "session_end", ago=0)
    assert ours("00000000-0001") >= MAKING  # the control: the first one makes it

    given.event(lived_in, "session_end", "00000000-0001", ago=0)
    found = ours("00000000-0002")

    assert found.isdisjoint(MAKING)
    assert len(found) <= MOST_PREPARED, sorted(found)


def test_a_sub_agent_is_given_what_was_prepared_for_it(lived_in: layout.Store) -> None:
    def ours() -> set[str]:
        payload = given.payload("claude/subagent-start", lived_in.project, "00000000-0001")
        return {one for one in loaded("load_memory", payload) if one.startswith("memory_store")}

    assert ours() >= MAKING  # the control: the first one makes it

    found = ours()

    assert found.isdisjoint(MAKING)
    assert len(found) <= MOST_PREPARED, sorted(found)


@pytest.mark.parametrize("said", ["ok, go ahead", "好的，继续"])
def test_a_prompt_that_says_nothing_opens_no_index(lived_in: layout.Store, said: str) -> None:
    payload = given.payload("cursor/before-submit-prompt", lived_in.project, prompt=said)

    modules = loaded("recall_memory", payload)

    assert "memory_store.handlers.recall_memory" in modules
    assert {one for one in modules if one.partition(".")[0] in COSTLY} == set()
    assert {one for one in modules if one.startswith(tuple(OURS))} == set()


def test_a_prompt_that_states_a_rule_compiles_no_expression_twice(
    lived_in: layout.Store,
) -> None:
    def imported(session: str, said: str) -> set[str]:
        payload = given.payload(
            "cursor/before-submit-prompt", lived_in.project, session, prompt=said
        )
        return loaded("recall_memory", payload)

    assert "re" in imported("s-1", "以后一律用 uv 安装依赖，不要用 pip")  # the control

    found = imported("s-2", "以后提交信息一律用中文写，不要用英文")

    assert "memory_store.facts.statement" in found
    assert "re" not in found


@pytest.mark.long
def test_the_measure_sees_what_is_imported(lived_in: layout.Store) -> None:
    """The control: recall_memory is allowed SQLite, and a secret brings `re`."""
    payload = given.payload("cursor/before-submit-prompt", lived_in.project, prompt=PROMPT)
    assert {"apsw", "re", "memory_store.recall.searching"} <= loaded("recall_memory", payload)

    secret = {"text": "the token is ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}
    answer = given.payload("cursor/after-agent-response", lived_in.project, **secret)
    assert "re" in loaded("capture_response", answer)


UNUSED = COSTLY - {"apsw", "collections"}
"""What a search by words has no use for; `apsw` itself imports `collections.abc`."""
WORDS = ["事实", "--method", "fts"]


def script_loaded(name: str, *words: str, code: int = 0) -> set[str]:
    """Those of a script, as agents call it."""
    return imported(["-I", place.script(name), *words], code=code)


def roots(modules: set[str]) -> set[str]:
    return {one.partition(".")[0] for one in modules}


@pytest.mark.long
def test_searching_an_index_that_is_up_to_date_loads_nothing_costly(
    lived_in: layout.Store,
) -> None:
    words = ["--project", lived_in.project, *WORDS]
    first = script_loaded("search_memory", *words)
    assert {"re", "memory_store.index.ingest"} <= first  # the control: to index it is needed
    time.sleep(0.06)  # files changed a moment ago are looked at once more
    script_loaded("search_memory", *words)

    modules = script_loaded("search_memory", *words)

    assert {"apsw", "memory_store.recall.searching"} <= modules
    assert roots(modules) & UNUSED == set()
    idle = ("memory_store.index.ingest", "memory_store.index.questions", "memory_store.cli.usage")
    assert modules.isdisjoint(idle)
    assert not any(one.startswith(("memory_store.hosts", "memory_store.embed")) for one in modules)


def test_saving_a_fact_loads_nothing_costly(lived_in: layout.Store) -> None:
    words = ["--project", lived_in.project, "--content", "the gateway is APISIX"]
    script_loaded("save_fact", *words)

    modules = script_loaded("save_fact", *words)

    assert "memory_store.commands.keep" in modules
    assert roots(modules) & UNUSED == set()
    assert not {"memory_store.commands.find", "memory_store.cli.usage"} & modules


def test_help_and_mistakes_are_argparses(lived_in: layout.Store) -> None:
    """The control: what the quick reading leaves alone is read by argparse."""
    words = ["--project", lived_in.project, *WORDS, "another word"]

    assert "argparse" in script_loaded("search_memory", *words, code=2)


@pytest.mark.long
def test_a_sync_with_nothing_to_do_opens_no_index_and_loads_no_model(
    lived_in: layout.Store,
) -> None:
    program = (
        f"import sys; sys.path.append({place.shims()!r});"
        " from memory_store import __main__; __main__.main()"
    )
    words = ["-I", "-c", program, "sync", "--project", lived_in.project]
    loads = []
    for _ in range(4):
        loads.append(roots(imported(words, MEMORY_STORE_EMBEDDER="use-multilingual")))
        time.sleep(0.06)  # as above
    assert {"apsw", "numpy"} <= loads[0]
    assert loads[-1] & (COSTLY - {"types"}) == set()


def test_a_plugins_line_loads_nothing_that_a_commands_line_is_read_with(
    store: layout.Store,
) -> None:
    payload = given.payload("claude/session-start", store.project, "00000000-0001")
    program = "from memory_store.__main__ import main; main()"
    words = ["-c", program, "hook", "load_memory", "--host", "claude"]

    modules = imported(words, json.dumps(payload).encode())

    assert "memory_store.handlers.load_memory" in modules
    assert modules.isdisjoint({"memory_store.cli", "memory_store.commands", "runpy"})


def test_every_file_can_be_imported_where_there_is_no_posix() -> None:
    root = Path(__file__).parents[1]
    at_once = re.compile(rf"^(?:import|from) (?:{POSIX_ALONE})\b", re.MULTILINE)
    at_all = re.compile(rf"\b(?:import|from) (?:{POSIX_ALONE})$", re.MULTILINE)
    texts = {
        one.relative_to(root).as_posix(): one.read_text("utf-8")
        for part in HOLDING_CODE
        for one in (root / part).rglob("*.py")
    }

    assert not [name for name, text in texts.items() if at_once.search(text)]
    ours = {name for name, text in texts.items() if at_all.search(text)}
    assert {name for name in ours if name.startswith("memory_store/")} == {
        "memory_store/store/lock.py",
        "memory_store/journal/append.py",
    }
