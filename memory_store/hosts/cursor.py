"""Cursor's dialect: its payloads and answers (docs/hosts.md 1, SDK 1.0.32).

On the hot path. Must not raise for a payload or write anything.
"""

from __future__ import annotations

import os

from memory_store import model
from memory_store.hosts import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

EVENTS = frozenset(
    (
        "afterAgentResponse",
        "afterAgentThought",
        "afterFileEdit",
        "afterMCPExecution",
        "afterShellExecution",
        "afterTabFileEdit",
        "beforeMCPExecution",
        "beforeReadFile",
        "beforeShellExecution",
        "beforeSubmitPrompt",
        "beforeTabFileRead",
        "postToolUse",
        "postToolUseFailure",
        "preCompact",
        "preToolUse",
        "sessionEnd",
        "sessionStart",
        "stop",
        "subagentStart",
        "subagentStop",
        "workspaceOpen",
    )
)
"""Every name that may stand in a hooks.json; one more and Cursor drops the whole file."""

KINDS = {
    "sessionStart": model.SESSION_START,
    "beforeSubmitPrompt": model.PROMPT,
    "afterAgentResponse": model.RESPONSE,
    "preCompact": model.COMPACTION,
    "stop": model.STOP,
    "sessionEnd": model.SESSION_END,
}

PUT_BESIDE = (
    "timestamp",
    "system_reminder",
    "system-reminder",
    "user_info",
    "rules",
    "git_status",
    "attached_files",
    "additional_data",
    "open_and_recently_viewed_files",
    "project_layout",
    "agent_transcripts",
    "agent_skills",
    "mcp_instructions",
    "cursor_commands",
    "external_links",
)
"""Tags that Cursor puts beside a person's words; what it still leaves in is unwrapped."""

_TEXTS = {model.PROMPT: "prompt", model.RESPONSE: "text"}

_MOST_ROOTS = 50


TRAITS = model.Traits(reads_rules=True, says_background_once=True, flushes_to_person=True)


def parse(payload: dict[str, object]) -> model.Event:
    """Turn a payload into an Event; fields of a wrong type count as not sent.

    A missing `loop_count` becomes -1, never 0: some builds leave it out of a loop's later rounds.
    """
    kind = KINDS.get(wire.text_of(payload, "hook_event_name"), "")
    roots = _directories(payload.get("workspace_roots"))
    return model.Event(
        host=model.CURSOR,
        traits=TRAITS,
        kind=kind,
        session_id=wire.name_of(payload, "session_id", "conversation_id"),
        turn_id=wire.name_of(payload, "generation_id"),
        directory=roots[0] if roots else "",
        roots=roots,
        text=_text(payload, kind),
        status=wire.name_of(payload, "status"),
        loop_count=wire.count_of(payload, "loop_count"),
        reason=wire.name_of(payload, "reason"),
        error=wire.text_of(payload, "error_message"),
        duration_ms=max(wire.count_of(payload, "duration_ms"), 0),
        usage_percent=wire.number_of(payload, "context_usage_percent"),
        message_count=wire.count_of(payload, "message_count"),
        trigger=wire.name_of(payload, "trigger"),
        transcript=wire.path_of(payload.get("transcript_path")),
        background=payload.get("is_background_agent") is True,
        host_version=wire.name_of(payload, "cursor_version"),
    )


def _text(payload: dict[str, object], kind: str) -> str:
    """The answer, or a prompt without the host's additions."""
    text = wire.text_of(payload, _TEXTS[kind]) if kind in _TEXTS else ""
    if kind == model.PROMPT:
        from memory_store.hosts import own_words  # a start has no words

        text = own_words.without(text, *PUT_BESIDE)
    return text[: wire.MAX_SAID]


def render(event: model.Event, reply: model.Reply) -> dict[str, object]:
    """Turn a Reply into Cursor's answer, `{}` where there is nothing to say.

    `{}` also lets a prompt through: `continue` is true unless a hook says false. A notice at the
    start goes to the model, with the context: Cursor has no other way to show it then.
    """
    context = wire.fit(reply.context)
    if event.kind == model.SESSION_START:
        notice = wire.fit(reply.notice)
        context = wire.fit("\n\n".join(part for part in (notice, context) if part))
        return {"additional_context": context} if context else {}
    if event.kind == model.PROMPT:
        return {"continue": True, "additional_context": context} if context else {}
    key, text = {
        model.COMPACTION: ("user_message", reply.notice),
        model.STOP: ("followup_message", reply.followup),
    }.get(event.kind, ("", ""))
    text = wire.fit(text)
    return {key: text} if text else {}


def directory(
    event: model.Event, environment: Mapping[str, str], has_memory: Callable[[str], bool]
) -> str:
    """The project's directory; "" if nothing names it.

    Of a workspace with several folders it is the first with a memory, else the first: what one
    folder's memory holds is not another's.
    """
    if not has_memory(event.directory):
        with_memory = [root for root in event.roots[1:] if has_memory(root)]
        if with_memory:
            return with_memory[0]
    return event.directory or environment.get("CURSOR_PROJECT_DIR", "")


def native_path(path: str, *, windows: bool) -> str:
    """Cursor's `/c:/project` on Windows as the `c:/project` that Windows knows."""
    if windows and path[:1] == "/" and path[2:3] == ":":
        return path[1:]
    return path


def _directories(roots: object) -> tuple[str, ...]:
    named = [wire.path_of(root) for root in roots[:_MOST_ROOTS]] if isinstance(roots, list) else []
    windows = os.name == "nt"
    return tuple([native_path(path, windows=windows) for path in named if path])
