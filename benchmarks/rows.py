"""The lines of the table: what is measured, with which payload, and what it may cost.

A table and nothing else: `hook_trials` and `script_trials` know how a run is set up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from benchmarks import generated, hook_trials, script_trials, sentences, trials
from memory_store import model
from memory_store.sessions import richness

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks import machine

QUICK, ANEW, HIT, SAVE, SEARCH, FREE = 1.8, 3.0, 4.0, 6.0, 4.0, 0.0
"""What a row may cost, in starts of a bare interpreter; FREE sets no bound."""

_PROMPTS = {
    "en": "When do the release trains of project Zephyrine leave the harbour?",
    "zh": "青鸾项目的结算批处理还是每晚两点在三号机房运行吗？",
}
_ANSWERS = sentences.Supply(generated.SEED + 2)
_SECRET = "\n\nexport DEPLOY_TOKEN=ghp_" + "a1B2c3D4" * 5  # made up
_BUSY, _LONG = (
    60,
    richness.RICH // 50_000,
)  # turns, of some 2,000 bytes: who is asked for a summary


class Row(NamedTuple):
    """A line of the table.

    Attributes:
        name: what it says.
        aim: what it may cost, as a ratio; 0 for no bound.
        set_up: makes a trial on a machine for a session that nobody saw before.
    """

    name: str
    aim: float
    set_up: Callable[[machine.Machine, str], trials.Trial]


def _start(host: str, field: str) -> hook_trials.Hook:
    return hook_trials.Hook(host, "session-start", ("session_start",), field=field)


def _recall(language: str) -> hook_trials.Hook:
    return hook_trials.Hook(
        model.CURSOR,
        "before-submit-prompt",
        ("prompt", "recalled"),
        turns=2,
        language=language,
        fields=(("prompt", _PROMPTS[language]),),
        field="additional_context",
        says=trials.RARE[language],
    )


def _prompt(said: str) -> hook_trials.Hook:
    return hook_trials.Hook(
        model.CURSOR, "before-submit-prompt", ("prompt",), turns=2, fields=(("prompt", said),)
    )


def _capture(text: str, language: str = "en", holds: str = "") -> hook_trials.Hook:
    return hook_trials.Hook(
        model.CURSOR,
        "after-agent-response",
        ("response",),
        turns=2,
        language=language,
        fields=(("text", text),),
        holds=holds,
    )


_CURSOR_START = _start(model.CURSOR, "additional_context")
_CLAUDE_START = _start(model.CLAUDE, "hookSpecificOutput.additionalContext")
_SUBAGENT = hook_trials.Hook(
    model.CLAUDE, "subagent-start", (), field="hookSpecificOutput.additionalContext"
)
_FLUSH = hook_trials.Hook(
    model.CURSOR,
    "pre-compact-auto",
    ("flush_requested",),
    turns=4,
    field="user_message",
    says="[Memory Flush]",
)
_STOP = hook_trials.Hook(
    model.CURSOR,
    "stop",
    ("save_requested",),
    turns=_BUSY,
    times=_LONG,
    field="followup_message",
    says="[Session Save]",
)
_CLAUDE_STOP = hook_trials.Hook(
    model.CLAUDE,
    "stop",
    ("response", "save_requested"),
    turns=_BUSY,
    times=_LONG,
    fields=(("last_assistant_message", _ANSWERS.answer("en")),),
    field="reason",
    says="[Session Save]",
)
_END = hook_trials.Hook(model.CURSOR, "session-end", ("session_end",), turns=3)

ROWS = (
    Row("load_memory", QUICK, hook_trials.Start(_CURSOR_START)),
    Row("load_memory, Claude", QUICK, hook_trials.Start(_CLAUDE_START)),
    Row(
        "load_memory, another session open",
        QUICK,
        hook_trials.Start(_CURSOR_START, beside_another=True),
    ),
    Row("load_memory, not prepared", ANEW, hook_trials.Start(_CURSOR_START, prepared=False)),
    Row("load_memory, a sub-agent", QUICK, hook_trials.Start(_SUBAGENT, kind="O")),
    Row("recall_memory, nothing said", QUICK, _prompt("ok, go ahead")),
    Row(
        "recall_memory, nothing found",
        ANEW,
        _prompt("Why is the harbour crane so slow in winter?"),
    ),
    Row("recall_memory, English", HIT, _recall("en")),
    Row("recall_memory, Chinese", HIT, _recall("zh")),
    Row("recall_memory, a rule to keep", SAVE, hook_trials.Keep(_recall("zh"))),
    Row("capture_response, English", QUICK, _capture(_ANSWERS.answer("en"))),
    Row("capture_response, Chinese", QUICK, _capture(_ANSWERS.answer("zh"), "zh")),
    Row(
        "capture_response, with a secret",
        FREE,
        _capture(_ANSWERS.answer("en") + _SECRET, holds="DEPLOY_TOKEN=[redacted:"),
    ),
    Row("flush_memory", QUICK, _FLUSH),
    Row("prompt_session_save", QUICK, _STOP),
    Row("prompt_session_save, Claude", QUICK, _CLAUDE_STOP),
    Row("sync_and_cleanup", FREE, hook_trials.End(_END)),
    Row("save_fact, English", SAVE, script_trials.Save("en")),
    Row("save_fact, Chinese", SAVE, script_trials.Save("zh")),
    Row("search --method fts, English", SEARCH, script_trials.Search("en")),
    Row("search --method fts, Chinese", SEARCH, script_trials.Search("zh")),
    Row("get", FREE, script_trials.Get("zh")),
)

OLD = (
    Row(
        "load_memory, not consolidated",
        QUICK,
        hook_trials.Unconsolidated(hook_trials.Start(_CURSOR_START)),
    ),
    Row(
        "load_memory, neither prepared",
        ANEW,
        hook_trials.Unconsolidated(hook_trials.Start(_CURSOR_START, prepared=False)),
    ),
    Row("load_memory, listed", QUICK, hook_trials.Start(_CURSOR_START)),
    Row("sync_and_cleanup", FREE, hook_trials.End(_END)),
    Row(
        "sync_and_cleanup, not consolidated",
        FREE,
        hook_trials.Unconsolidated(hook_trials.End(_END)),
    ),
    Row("forget", FREE, script_trials.Forget()),
    Row("save_fact --supersedes", FREE, script_trials.Save("en", replaces=True)),
    *(Row(name, FREE, script_trials.LookBack(name)) for name in ("list", "today", "stats", "log")),
)
"""The same of an old store, of which no run on this machine has consolidated the facts."""
