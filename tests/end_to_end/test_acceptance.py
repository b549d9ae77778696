"""The seven things that the first design of this memory was to be accepted by, end to end.

By the real Claude Code, with a model of our own that uses what it is given, and by the payloads
of Cursor. Each has its control: without the memory it is not so.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from memory_store.journal import append, checkpoints, create
from memory_store.store import layout
from tests import given
from tests.end_to_end import shims
from tests.end_to_end.cursor_chat import Chat

if TYPE_CHECKING:
    from tests.end_to_end import messages_api
    from tests.end_to_end.conftest import Claude

pytestmark = pytest.mark.long

LIKES = "我喜欢用 Python"
DECIDED = "订单服务我们决定采用事件溯源，不用状态表。"
REMEMBERED = "记住：网关端口是 8080。"
RULE = "以后提交信息统一用英文写。"
SCRIPT = "帮我写个脚本"
ASKED = "订单服务是采用事件溯源还是状态表？"
DEBUGGING = (
    ("npm test 报错了，帮我看看", "我来看一下日志。\n```\nTypeError: x is undefined\n```"),
    ("还是不行", "可能是缓存的问题，先执行 `rm -rf node_modules` 再试一次。"),
    ("now it says ECONNREFUSED 127.0.0.1:5432", "Postgres is not running. Start it and rerun."),
    ("把第 12 行的 console.log 删掉", "已删除。"),
    ("rerun the tests", "All 48 tests pass."),
    ("谢谢", "不客气！"),
)
P95_MS, P95_STARTS, RUNS, FACTS = 200.0, 15.0, 20, 2_000


def agent(request: messages_api.Request) -> str:
    """A model that writes in the language it was told of, and says what it knows of the orders."""
    if SCRIPT in request.text and ASKED not in request.text:
        return "```python\nprint()\n```" if LIKES in request.text else "```sh\necho\n```"
    return "事件溯源。" if "事件溯源，不用状态表" in request.text else "不清楚。"


@pytest.mark.usefixtures("wired")
def test_1_2_3_and_5_in_claude_code(
    claude: Claude,
) -> None:
    """A preference is used, a decision is cited, what is to be remembered is found; unnoticed."""
    said = f"{LIKES}。\n{DECIDED}\n{REMEMBERED}"
    runs, requests = claude.talk(agent, said, SCRIPT, ASKED)
    (without,), _ = claude.talk(agent, SCRIPT, MEMORY_STORE_DISABLE="1")
    _, script, cited = runs

    assert script.answer.startswith("```python")
    assert without.answer.startswith("```sh")
    assert cited.answer == "事件溯源。"
    assert "网关端口是 8080" in requests[1].text  # unconfirmed: nobody types at `claude -p`
    assert len(requests) == len(runs)  # no hook asked for a turn of its own
    assert [one for run_ in runs for one in run_.failures] == []
    shown = [json.loads(hook.stdout or "{}") for run_ in runs for hook in run_.hooks]
    signs = [one["systemMessage"] for one in shown if "systemMessage" in one]
    assert all(one.startswith("记忆：") and "\n" not in one for one in signs)
    assert all(run_.stderr == without.stderr for run_ in runs)


def test_1_a_preference_reaches_the_next_session(store: layout.Store) -> None:
    first, second = Chat(store, "A"), Chat(store, "B")
    first.start()
    first.ask(LIKES)
    first.end()

    assert LIKES in second.start()
    assert LIKES not in Chat(_beside(store), "C").start()  # another project's is no business of it


@pytest.mark.long
def test_2_a_decision_comes_with_the_question_about_it(store: layout.Store) -> None:
    first, second, third = Chat(store, "A"), Chat(store, "B"), Chat(store, "C")
    first.start()
    first.ask(DECIDED)
    first.end()
    made = given.living(store)[-1]
    append.append(store, layout.FACTS, [{**made, "created_at": "2026-01-05T08:00:00.000Z"}])

    assert "事件溯源" not in second.ask("写一首关于秋天的诗")  # which no start told anything
    assert "采用事件溯源，不用状态表" in second.ask(ASKED)
    assert "采用事件溯源，不用状态表" in third.start()
    assert "事件溯源" not in third.ask(ASKED)  # it was told a moment ago


def test_3_what_is_to_be_remembered_is_found_in_every_session(store: layout.Store) -> None:
    first, open_before, later = (Chat(store, name) for name in ("A", "B", "C"))
    open_before.start()
    first.start()
    first.ask(REMEMBERED)
    later.start()

    assert "网关端口是 8080" in open_before.ask("继续")
    assert "网关端口是 8080" in later.ask("网关的端口是多少？") + later.start()
    found = shims.script("search_memory", "--project", store.project, "网关端口")
    assert "网关端口是 8080" in found.out


@pytest.mark.long
def test_4_debugging_and_one_off_steps_leave_no_fact(store: layout.Store) -> None:
    for name, more in (("A", ()), ("B", ((DECIDED, "好的。"),))):
        chat = Chat(store, name)
        chat.start()
        for prompt, answer in (*DEBUGGING, *more):
            chat.ask(prompt)
            chat.say(answer)
        chat.stop()
        chat.end()

        kept = [one["content"] for one in given.living(store)]
        assert len(kept) == len(more), kept
    assert len(given.journal(store, "prompt")) == 2 * len(DEBUGGING) + 1


@pytest.mark.long
def test_5_nobody_notices_the_memory_at_work(store: layout.Store) -> None:
    """No answer of a hook shows the person anything, blocks anything, or asks for a turn."""
    for name in ("A", "B"):
        chat = Chat(store, name)
        answers = [chat.send("session-start")]
        for prompt, answer in (*DEBUGGING, (f"{LIKES}。{REMEMBERED}", "好的。")):
            answers.append(chat.send("before-submit-prompt", prompt=prompt))
            answers.append(chat.send("after-agent-response", text=answer))
            answers.append(chat.send("stop"))
        answers.append(chat.send("session-end"))

        keys = {key for one in answers for key in one}
        assert keys <= {"additional_context", "continue"}
        assert all(one.get("continue", True) is True for one in answers)
        assert any(one.get("additional_context") for one in answers)


def sync(store: layout.Store) -> given.Record:
    """What `memory-store sync` tells of what it did."""
    return shims.memory_store("sync", "--format", "json", "--project", store.project).answer


EFFECTS = {"captured", "extracted", "recalled", "news", "flush", "asked", "proposed"}


def effects(store: layout.Store) -> set[str]:
    """Which of the memory's doings can be seen in two windows and a session after them."""
    found = set()
    left, right = Chat(store, "left"), Chat(store, "right")
    left.start()
    right.start()
    left.ask(RULE)
    words = ["--project", store.project, "--session", "left", "--content"]
    assert shims.script("save_fact", *words, "数据库用 PostgreSQL 16").code == 0
    found |= {"news"} if "PostgreSQL 16" in right.ask("写一首诗") else set()
    found |= {"flush"} if left.compact(9) else set()
    left.say("好的。")
    found |= {"asked"} if left.stop() else set()
    left.end()
    later = Chat(store, "later")
    found |= {"recalled"} if "PostgreSQL 16" in later.ask("数据库用 PostgreSQL 几？") else set()
    later.ask(RULE)
    found |= {"captured"} if any(one.get("text") for one in given.journal(store)) else set()
    said = [one["content"] for one in given.living(store)]
    found |= {"extracted"} if any("英文" in str(one) for one in said) else set()
    proposed = sync(store)["proposals"]
    return found | ({"proposed"} if proposed else set())


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "value", "gone"),
    [
        ("", "", set()),
        ("CAPTURE", "off", {"captured", "extracted", "proposed"}),
        ("EXTRACT", "off", {"extracted", "proposed"}),
        ("RECALL", "off", {"recalled"}),
        ("NEWS", "off", {"news"}),
        ("FLUSH", "off", {"flush"}),
        ("SESSION_SAVE", "never", {"asked"}),
        ("PROMOTION", "off", {"proposed"}),
        ("DISABLE", "1", EFFECTS),
    ],
)
def test_6_each_has_a_switch_of_its_own(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch, name: str, value: str, gone: set[str]
) -> None:
    monkeypatch.setenv("MEMORY_STORE_SESSION_SAVE", "always")
    if name == "DISABLE":
        Path(store.path, "disabled").write_text("", encoding="utf-8")
        assert Chat(store, "s").ask(REMEMBERED) == ""
        assert given.journal(store) == []
        return
    if name:
        monkeypatch.setenv(f"MEMORY_STORE_{name}", value)

    assert effects(store) == EFFECTS - gone


@pytest.mark.torture
@pytest.mark.skipif("coverage" in sys.modules, reason="coverage changes what a start costs")
def test_7_recall_keeps_no_prompt_waiting(store: layout.Store) -> None:
    """200 ms at the 95th percentile with the start of the process; on a slow machine 15 starts."""
    like = given.fact(store, "x", days=20)
    made = [
        {
            **like,
            "id": f"{like.id[:-6]}{number:06d}",
            "content": f"服务 {number} 的端口是 {number}",
        }
        for number in range(FACTS)
    ]
    append.append(store, layout.FACTS, made)
    size = Path(store.path, layout.FACTS).stat().st_size
    done = {layout.FACTS: size, checkpoints.MEANING: size}  # merging these takes a minute
    checkpoints.update(store, done)
    sync(store)
    chat = Chat(store, "s")
    took, bare, told = [], [], 0
    for number in range(RUNS):
        begun = time.perf_counter()
        told += "端口" in chat.ask(f"服务 {number * 7} 的端口是多少？")
        middle = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        took.append((middle - begun) * 1000)
        bare.append((time.perf_counter() - middle) * 1000)

    assert told >= RUNS // 2
    p95 = sorted(took)[math.ceil(0.95 * RUNS) - 1]
    assert p95 <= max(P95_MS, P95_STARTS * sorted(bare)[RUNS // 2])


def _beside(store: layout.Store) -> layout.Store:
    """The store of another project."""
    other = Path(store.project).with_name("another project")
    other.mkdir()
    made = layout.project_store(str(other))
    create.create(made)
    return made
