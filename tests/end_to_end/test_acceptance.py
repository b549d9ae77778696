"""The seven things that the first design of this memory was to be accepted by, end to end.

By the real Claude Code, with a model of our own that uses what it is given; the others by the
payloads of Cursor, in scenarios/sessions.json. The control: without the memory it is not so.
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

from memory_store import model
from memory_store.journal import append, checkpoints
from memory_store.promotion import proposals
from memory_store.store import layout
from memory_store.upkeep import finish
from tests import given, world
from tests.end_to_end import shims

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


def tell(store: layout.Store, session: str, name: str, **fields: object) -> str:
    """All that a hook says to a payload of Cursor."""
    payload = given.payload(f"cursor/{name}", store.project, session, **fields)
    return "\n".join(world.strings(world.hear(payload, model.CURSOR)))


EFFECTS = {"captured", "extracted", "recalled", "news", "flush", "asked", "proposed"}


def effects(store: layout.Store) -> set[str]:
    """Which of the memory's doings can be seen in two windows and a session after them."""
    tell(store, "left", "session-start")
    tell(store, "right", "session-start")
    tell(store, "left", "before-submit-prompt", prompt=RULE)
    given.fact(store, "数据库用 PostgreSQL 16", session="left")
    news = tell(store, "right", "before-submit-prompt", prompt="写一首诗")
    flush = tell(store, "left", "pre-compact-auto", message_count=9)
    tell(store, "left", "after-agent-response", text="好的。")
    asked = tell(store, "left", "stop")
    tell(store, "left", "session-end")
    recalled = tell(store, "later", "before-submit-prompt", prompt="数据库用 PostgreSQL 几？")
    tell(store, "later", "before-submit-prompt", prompt=RULE, generation_id="2")
    finish.bring_up_to_date(given.where(store), embed_seconds=None)
    seen = {
        "news": "PostgreSQL 16" in news,
        "flush": flush,
        "asked": asked,
        "recalled": "PostgreSQL 16" in recalled,
        "captured": any(one.get("text") for one in given.journal(store)),
        "extracted": any("英文" in one.content for one in given.living(store)),
        "proposed": proposals.refresh(given.where(store)),
    }
    return {name for name, found in seen.items() if found}


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
    finish.bring_up_to_date(given.where(store), embed_seconds=None)
    took, bare, told = [], [], 0
    for number in range(RUNS):
        begun = time.perf_counter()
        said = f"服务 {number * 7} 的端口是多少？"
        ran = shims.send("cursor/before-submit-prompt", store.project, f"s-{number}", prompt=said)
        told += "端口" in ran.answer.get("additional_context", "")
        middle = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        took.append((middle - begun) * 1000)
        bare.append((time.perf_counter() - middle) * 1000)

    assert told >= RUNS // 2
    p95 = sorted(took)[math.ceil(0.95 * RUNS) - 1]
    assert p95 <= max(P95_MS, P95_STARTS * sorted(bare)[RUNS // 2])
