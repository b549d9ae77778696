"""The hosts, one row each, and the choice of the host that calls.

A row says how a host is recognised, wired and named. The payload and the environment decide which
host calls; the command line decides where both are silent. Must not hold a host's field names,
which are in its dialect.
"""

from __future__ import annotations

from memory_store import model
from memory_store.hosts import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

HANDLES: dict[str, tuple[str, ...]] = {
    "load_memory": (model.SESSION_START, model.SUBAGENT_START),
    "recall_memory": (model.PROMPT,),
    "capture_response": (model.RESPONSE,),
    "flush_memory": (model.COMPACTION, model.COMPACTED),
    "prompt_session_save": (model.STOP,),
    "sync_and_cleanup": (model.SESSION_END,),
}
"""The kinds of event that each hook script takes; what else it is sent is answered `{}`."""

START, PROMPT, ANSWER, TRANSCRIPT = "start", "prompt", "answer", "transcript"
COMPACTION, SUMMARY, SIGN = "compaction", "summary", "sign"
"""What a host can give: context at a start and at a prompt, the agent's answer in a payload or in
a transcript, a hook before a compaction, a turn for a summary, a line that the person sees."""

_SECONDS = 10
_CLAUDE_EVENTS = {
    "SessionStart": "load_memory",
    "UserPromptSubmit": "recall_memory",
    "PreCompact": "flush_memory",
    "Stop": "prompt_session_save",
    "SessionEnd": "sync_and_cleanup",
}
_TRAE_EVENTS = {
    "SessionStart": "load_memory",
    "UserPromptSubmit": "recall_memory",
    "Stop": "prompt_session_save",
}
_DELEGATING = {**_CLAUDE_EVENTS, "SubagentStart": "load_memory"}
_AFTER = "PostCompact"
"""The event with a compaction's summary, where a host asks what the summary is to hold."""

ALL = (START, PROMPT, ANSWER, COMPACTION, SUMMARY, SIGN)

GROUPS, VERSION, COMMENTS, BARE, TOML = "groups", "version", "comments", "bare", "toml"
"""What its hooks file is like: hooks in groups of an event, `"version": 1`, comments allowed,
events at the top and not under `hooks`, TOML tables in place of JSON."""


class Host(model.Value):
    """A host's row.

    Attributes:
        name: as records and `--host` have it.
        title: as people know it.
        dialect: the module of its payloads and answers.
        program: the command that starts it; "" for none.
        project_file: its hooks file, from a project; "" where it runs another host's, or none.
        user_file: its hooks file, from the home, whose directory shows that the host is installed;
            "" where it runs another host's.
        runs: the host whose hooks file it runs, beside its own or where it has none; "" for none.
        shape: what its file is like, of the words above.
        events: the hook of each event that the wiring names.
        limits: seconds that an event's hook may take, where it is not ten.
        plugin: the file beside this one that `init` writes in place of entries; "" for none.
        per_second: the units of its timeouts in a second.
        asks_approval: it skips our hooks without a word until the person approves them in it.
        gives: what it can give, of the words above.
        path: a part of its transcripts' paths, by which its payloads are known; "" for none.
        field: a field of its payloads alone; "" for none.
        variable: the variable that holds the session's id in its hooks' environment; "" for none.
    """

    name: str
    title: str
    dialect: str = "claude"
    program: str = ""
    project_file: str = ""
    user_file: str = ""
    runs: str = ""
    shape: tuple[str, ...] = (GROUPS,)
    events: Mapping[str, str] = _CLAUDE_EVENTS
    limits: Mapping[str, int] = {}
    plugin: str = ""
    per_second: int = 1
    asks_approval: bool = False
    gives: tuple[str, ...] = ALL
    path: str = ""
    field: str = ""
    variable: str = ""

    def limit(self, event: str) -> int:
        """The time that the hook of an event may take, in the units of the host's file."""
        return self.limits.get(event, _SECONDS) * self.per_second

    def has(self, word: str) -> bool:
        """Whether its file is like this."""
        return word in self.shape

    @property
    def events_path(self) -> tuple[str, ...]:
        """The keys from the root of its file to the events."""
        return () if BARE in self.shape else ("hooks",)

    @property
    def file_name(self) -> str:
        """The last part of its hooks file's path."""
        return (self.project_file or self.user_file).rpartition("/")[2]


def _claude_shaped(
    name: str,
    title: str,
    directory: str,
    program: str,
    *,
    asks_approval: bool = False,
    shape: tuple[str, ...] = (GROUPS,),
) -> Host:
    """A host whose settings, payloads and answers are Claude Code's, in a directory of its own."""
    file = f"{directory}/settings.json"
    return Host(
        name,
        title,
        program=program,
        project_file=file,
        user_file=file,
        shape=shape,
        asks_approval=asks_approval,
        path=f"/{directory}/",
    )


_ROWS = (
    Host(
        model.CURSOR,
        "Cursor",
        dialect="cursor",
        program="cursor",
        project_file=".cursor/hooks.json",
        user_file=".cursor/hooks.json",
        runs=model.CLAUDE,
        shape=(VERSION, COMMENTS),
        events={
            "sessionStart": "load_memory",
            "beforeSubmitPrompt": "recall_memory",
            "afterAgentResponse": "capture_response",
            "preCompact": "flush_memory",
            "stop": "prompt_session_save",
            "sessionEnd": "sync_and_cleanup",
        },
        limits={"sessionEnd": 30},
        gives=(START, PROMPT, ANSWER, COMPACTION, SUMMARY),
    ),
    Host(
        model.CLAUDE,
        "Claude Code",
        program="claude",
        project_file=".claude/settings.json",
        user_file=".claude/settings.json",
        events={**_DELEGATING, _AFTER: "flush_memory"},
        path="/.claude/projects/",
        variable="CLAUDE_CODE_SESSION_ID",
    ),
    Host(
        "codex",
        "Codex",
        program="codex",
        project_file=".codex/hooks.json",
        user_file=".codex/hooks.json",
        events=_DELEGATING,
        asks_approval=True,
        limits={"SessionEnd": 3},  # more, and each start warns that it is clamped
        path="/rollout-",
    ),
    Host(
        "copilot",
        "Copilot CLI",
        dialect="copilot",
        program="copilot",
        user_file=".copilot/hooks/memory-store.json",
        runs=model.CLAUDE,
        events={
            "SessionStart": "load_memory",
            "UserPromptSubmit": "recall_memory",
            "Stop": "prompt_session_save",
            "SessionEnd": "sync_and_cleanup",
        },
        gives=(START, PROMPT, TRANSCRIPT),
    ),
    Host(
        "vscode",
        "VS Code agents",
        program="code",
        runs=model.CLAUDE,
        gives=(START, PROMPT, SUMMARY),
        path="/GitHub.copilot-chat/",
    ),
    Host(
        "gemini",
        "Gemini CLI",
        dialect="gemini",
        program="gemini",
        project_file=".gemini/settings.json",
        user_file=".gemini/settings.json",
        shape=(GROUPS, COMMENTS),
        events={
            "SessionStart": "load_memory",
            "BeforeAgent": "recall_memory",
            "AfterAgent": "prompt_session_save",
            "SessionEnd": "sync_and_cleanup",
        },
        per_second=1000,
        gives=(START, PROMPT, ANSWER),
        path="/.gemini/tmp/",
        variable="GEMINI_SESSION_ID",
    ),
    Host(
        "opencode",
        "OpenCode",
        program="opencode",
        project_file=".opencode/plugins/memory-store.js",
        user_file=".config/opencode/plugins/memory-store.js",
        plugin="opencode.js",
        events={
            "SessionStart": "load_memory",
            "UserPromptSubmit": "recall_memory",
            "PreCompact": "flush_memory",
            _AFTER: "flush_memory",
            "Stop": "prompt_session_save",
        },
        gives=(START, PROMPT, ANSWER, COMPACTION),
        variable="OPENCODE_SESSION_ID",
    ),
    _claude_shaped("qwen", "Qwen Code", ".qwen", "qwen", shape=(GROUPS, COMMENTS)),
    _claude_shaped("qoder", "Qoder", ".qoder", "qodercli"),
    _claude_shaped("codebuddy", "CodeBuddy Code", ".codebuddy", "codebuddy", asks_approval=True),
    Host(
        "trae",
        "Trae",
        dialect="trae",
        program="trae",
        project_file=".trae/hooks.json",
        user_file=".trae/hooks.json",
        runs=model.CLAUDE,
        shape=(GROUPS, VERSION),
        events=_TRAE_EVENTS,
        gives=(START, PROMPT, ANSWER, SUMMARY),
        field="workspace_roots",
    ),
    Host(
        "trae-cn",
        "Trae CN",
        dialect="trae",
        program="trae-cn",
        user_file=".trae-cn/hooks.json",
        runs="trae",
        shape=(GROUPS, VERSION),
        events=_TRAE_EVENTS,
        gives=(START, PROMPT, ANSWER, SUMMARY),
        field="workspace_roots",
    ),
    Host(
        "droid",
        "Droid",
        program="droid",
        project_file=".factory/hooks.json",
        user_file=".factory/hooks.json",
        shape=(GROUPS, COMMENTS, BARE),
        events={one: _CLAUDE_EVENTS[one] for one in _CLAUDE_EVENTS if one != "PreCompact"},
        gives=(START, PROMPT, TRANSCRIPT, SUMMARY, SIGN),
        path="/.factory/",
    ),
    Host(
        "kimi",
        "Kimi Code",
        dialect="kimi",
        program="kimi",
        user_file=".kimi-code/config.toml",
        shape=(TOML,),
        events={
            "UserPromptSubmit": "recall_memory",
            "Stop": "prompt_session_save",
            "SessionEnd": "sync_and_cleanup",
        },
        gives=(START, PROMPT, TRANSCRIPT, SUMMARY),
        field="client_type",
    ),
)

HOSTS = {row.name: row for row in _ROWS}
"""The row of each host, by its name."""


def parse(
    payload: dict[str, object],
    named_host: str = "",
    environment: Mapping[str, str] | None = None,
    hook: str = "",
) -> model.Event:
    """Turn any payload into an Event.

    Args:
        payload: the JSON object that came on standard input, whatever is in it.
        named_host: what `--host` said; it counts only where the payload shows no dialect.
        environment: the variables that the host set; None for none.
        hook: the hook that the host started, which tells the event where the payload does not.
    """
    if "hookEventName" in payload or "sessionId" in payload:
        # some versions of VS Code, and Copilot's own events, spell fields in camel case
        payload = {wire.snake_case(key): value for key, value in payload.items()}
    host = _host_of(payload, named_host, environment or {})
    if "hook_event_name" not in payload and "session_id" in payload:
        payload = {**payload, "hook_event_name": _event_of(hook, host)}
    event = _dialect(host).parse(payload)
    event.host = host
    if event.kind == model.COMPACTION and _AFTER in HOSTS[host].events:
        # others read Claude Code's settings file, and some of them show no mark of their own
        is_its_own = _by_its_marks(payload, host, environment or {}) == host
        event.traits = model.Traits(**{**vars(event.traits), "sums_up": is_its_own})
    if event.kind == model.PROMPT:
        from memory_store import origin  # a start has no words

        event.origin = origin.of_prompt(payload, event.text, environment or {})
        if event.origin == origin.RECORD:
            event.origin, event.text = origin.TYPED, ""
    return event


def render(event: model.Event, reply: model.Reply) -> wire.Answer:
    """Turn a Reply into the JSON object for the event's host.

    Returns:
        The object; `{}` says nothing; None means that not one byte may be printed. Text, before
        a compaction, is printed as it is.
    """
    return _dialect(event.host).render(event, reply)


def directory(
    event: model.Event, environment: Mapping[str, str], has_memory: Callable[[str], bool]
) -> str:
    """The project's directory of an event; "" if nothing names it.

    Args:
        event: what the host told.
        environment: the variables that the host set.
        has_memory: whether a directory's project has a memory.
    """
    return _dialect(event.host).directory(event, environment, has_memory)


def is_superseded(event: model.Event, named_host: str, directory: str) -> bool:
    """Whether another wiring of the same host does this hook's work."""
    row = HOSTS[event.host]
    if not row.runs or named_host != row.runs:
        return False
    from memory_store.hosts import own_wiring  # few hosts run the wiring of others

    return own_wiring.is_there(row.name, row.project_file, row.user_file, directory)


def _event_of(hook: str, host: str) -> str:
    """The event at which a host starts a hook; "" for none."""
    return next((one for one, name in HOSTS[host].events.items() if name == hook), "")


def _dialect(host: str) -> wire.Host:
    found: wire.Host = __import__(f"memory_store.hosts.{HOSTS[host].dialect}", fromlist=["parse"])
    return found


def _host_of(payload: dict[str, object], named_host: str, environment: Mapping[str, str]) -> str:
    # docs/hosts.md 6.1: Cursor starts hooks of imported Claude files with its own payload
    event_name = wire.text_of(payload, "hook_event_name")
    if "cursor_version" in payload or event_name[:1].islower():  # Claude's begin with a capital
        return model.CURSOR
    if not event_name and "conversation_id" in payload:
        return model.CURSOR
    if environment.get("COPILOT_CLI") and _is_copilot(payload, environment):
        return "copilot"
    return _by_its_marks(payload, named_host, environment) or _by_name(event_name, named_host)


def _by_its_marks(
    payload: dict[str, object], named_host: str, environment: Mapping[str, str]
) -> str:
    """The host whose transcript, session or own field a payload names; two editions share a field.

    A variable that another host's agent left in the environment holds another session's id.
    """
    transcript = wire.text_of(payload, "transcript_path").replace("\\", "/")
    session = wire.text_of(payload, "session_id")
    named = HOSTS.get(named_host)
    for row in (named, *_ROWS) if named else _ROWS:
        if (row.path and row.path in transcript) or (row.field and row.field in payload):
            return row.name
        if row.variable and session and environment.get(row.variable) == session:
            return row.name
    return ""


def _by_name(event_name: str, named_host: str) -> str:
    """Of a payload without a mark: the host of the command line, if it has such an event."""
    row = HOSTS.get(named_host)
    is_possible = row is not None and (not event_name or event_name in row.events)
    return named_host if is_possible else model.CLAUDE


def _is_copilot(payload: dict[str, object], environment: Mapping[str, str]) -> bool:
    from memory_store.hosts import copilot  # few processes have its variable

    return copilot.is_it(payload, environment)
