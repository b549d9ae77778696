"""Makes the payloads that each host would send, to try hooks with.

Tests compare their fields with recorded payloads (tests/payloads). Must not decide when an event
comes.
"""

from __future__ import annotations

from typing import Any

from memory_store import model
from memory_store.hosts import registry

START, PROMPT, RESPONSE = "start", "prompt", "response"
COMPACTION, STOP, END, SUBAGENT = "compaction", "stop", "end", "subagent"

_CURSOR: dict[str, dict[str, Any]] = {
    START: {
        "hook_event_name": "sessionStart",
        "is_background_agent": False,
        "composer_mode": "agent",
    },
    PROMPT: {"hook_event_name": "beforeSubmitPrompt", "prompt": "", "attachments": []},
    RESPONSE: {"hook_event_name": "afterAgentResponse", "text": ""},
    STOP: {"hook_event_name": "stop", "status": "completed", "loop_count": 0},
    COMPACTION: {
        "hook_event_name": "preCompact",
        "trigger": "auto",
        "context_usage_percent": 87.5,
        "context_tokens": 175_000,
        "context_window_size": 200_000,
        "message_count": 142,
        "messages_to_compact": 120,
        "is_first_compaction": True,
    },
    END: {
        "hook_event_name": "sessionEnd",
        "reason": "completed",
        "duration_ms": 0,
        "is_background_agent": False,
        "final_status": "completed",
    },
}
_CLAUDE: dict[str, dict[str, Any]] = {
    START: {"hook_event_name": "SessionStart", "source": "startup"},
    PROMPT: {"hook_event_name": "UserPromptSubmit", "permission_mode": "default", "prompt": ""},
    STOP: {
        "hook_event_name": "Stop",
        "permission_mode": "default",
        "stop_hook_active": False,
        "last_assistant_message": "",
        "background_tasks": [],
        "session_crons": [],
    },
    COMPACTION: {
        "hook_event_name": "PreCompact",
        "trigger": "auto",
        "custom_instructions": None,
    },
    SUBAGENT: {"hook_event_name": "SubagentStart", "agent_id": "", "agent_type": "Explore"},
    RESPONSE: {"hook_event_name": "PostCompact", "trigger": "auto", "compact_summary": ""},
    END: {"hook_event_name": "SessionEnd", "reason": "other"},
}
_TIME = {"timestamp": "2026-11-22T22:02:45.177Z"}
_COPILOT: dict[str, dict[str, Any]] = {
    START: {**_TIME, "hook_event_name": "SessionStart", "source": "new", "initial_prompt": ""},
    PROMPT: {**_TIME, "hook_event_name": "UserPromptSubmit", "prompt": ""},
    STOP: {
        **_TIME,
        "hook_event_name": "Stop",
        "stop_reason": "end_turn",
        "stop_hook_active": False,
    },
    END: {**_TIME, "hook_event_name": "SessionEnd", "reason": "complete"},
}
_GEMINI: dict[str, dict[str, Any]] = {
    START: {**_TIME, "hook_event_name": "SessionStart", "source": "startup"},
    PROMPT: {**_TIME, "hook_event_name": "BeforeAgent", "prompt": ""},
    STOP: {
        **_TIME,
        "hook_event_name": "AfterAgent",
        "prompt": "",
        "prompt_response": "",
        "stop_hook_active": False,
    },
    END: {**_TIME, "hook_event_name": "SessionEnd", "reason": "exit"},
}
_TRAE = {name: {**_CLAUDE[name], "agent_id": "solo_agent"} for name in (START, PROMPT, STOP)}
_CLIENT = {"client_type": "kimi_code_cli"}
_KIMI: dict[str, dict[str, Any]] = {
    PROMPT: {**_CLIENT, "hook_event_name": "UserPromptSubmit", "prompt": "", "is_steer": False},
    STOP: {**_CLIENT, "hook_event_name": "Stop", "stop_hook_active": False},
    END: {**_CLIENT, "hook_event_name": "SessionEnd", "reason": "exit"},
}
EVENTS = {
    model.CURSOR: _CURSOR,
    model.CLAUDE: _CLAUDE,
    "copilot": _COPILOT,
    "gemini": _GEMINI,
    "trae": _TRAE,
    "kimi": _KIMI,
}
"""The fields of each event, by dialect."""


def make(
    host: str, name: str, session: str, turn: str, project: str, fields: dict[str, Any]
) -> dict[str, Any]:
    """The payload of an event.

    Args:
        host: the host's name in the registry.
        name: one of the constants above; few hosts have all.
        session: the host's id of it.
        turn: the host's id of the user's turn.
        project: the workspace's directory.
        fields: what is said of this very event; a field that the event hasn't is left out.
    """
    event = EVENTS[registry.HOSTS[host].dialect][name]
    own = {key: value for key, value in fields.items() if key in event}
    if host != model.CURSOR:
        turns = {} if name == START else {"prompt_id": turn}
        common: dict[str, Any] = {
            "session_id": session,
            "transcript_path": "",
            "cwd": project,
            **turns,
        }
    else:
        common = {
            "conversation_id": session,
            "generation_id": "" if name == START else turn,
            "model": "replayed",
            "session_id": session,
            "cursor_version": "3.20.17",
            "workspace_roots": [project],
            "user_email": None,
            "transcript_path": None,
        }
    return {**common, **event, **own}
