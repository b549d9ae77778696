"""Promises of the dialects and of the wiring, quoted from docs/interface.md and docs/hosts.md."""

from __future__ import annotations

import importlib
import json
import re
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memory_store import model
from memory_store.hosts import command_text, cursor, registry, wiring
from tests import given as recorded
from tests.hosts import hooks_files

pytestmark = pytest.mark.long

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=30)  # lone surrogates too
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=8,
)
RECORDED = [
    (file.parent.name, json.loads(file.read_text("utf-8")))
    for file in sorted(recorded.PAYLOADS.glob("*/*.json"))
    if not file.name.endswith(".reply.json")
]
"""The host and the fields of each recorded payload."""
FIELDS = st.dictionaries(
    st.sampled_from(sorted({name for _, payload in RECORDED for name in payload})) | ANY_TEXT,
    ANY_JSON,
    max_size=12,
)
EVENT_NAMES = sorted(
    {*cursor.EVENTS, *(name for row in registry.HOSTS.values() for name in row.events)}
)
PAYLOADS = st.builds(
    dict[str, object].__or__,
    FIELDS,
    st.just({}) | st.fixed_dictionaries({"hook_event_name": st.sampled_from(EVENT_NAMES)}),
)
DIALECTS = sorted({row.dialect for row in registry.HOSTS.values()})
NAMED_HOSTS = st.sampled_from(["", *registry.HOSTS]) | ANY_TEXT
ENVIRONMENTS = st.sampled_from([{}, {"COPILOT_CLI": "1"}])
REPLIES = st.builds(model.Reply, context=ANY_TEXT, notice=ANY_TEXT, followup=ANY_TEXT)


@given(payload=PAYLOADS, named_host=NAMED_HOSTS, environment=ENVIRONMENTS)
def test_bad_input_never_stops_a_hook_at_the_door(
    payload: dict[str, object], named_host: str, environment: dict[str, str]
) -> None:
    """«exit status 0, whatever happens: bad input, …»."""
    event = registry.parse(payload, named_host, environment)

    assert event.host in registry.HOSTS
    check_fields(event)


@pytest.mark.parametrize("name", DIALECTS)
@given(draws=st.data())
def test_no_payload_stops_a_dialect(name: str, draws: st.DataObject) -> None:
    """«no payload raises, fields of a wrong type count as not sent» (CONTRIBUTING.md)."""
    dialect = importlib.import_module(f"memory_store.hosts.{name}")
    sent = draws.draw(st.sampled_from([payload for host, payload in RECORDED if host == name]))
    odd = draws.draw(st.dictionaries(st.sampled_from(sorted(sent)), ANY_JSON))
    payload = {**draws.draw(FIELDS), **sent, **odd}
    payload["hook_event_name"] = draws.draw(st.sampled_from(sorted(dialect.KINDS)))

    event = dialect.parse(payload)

    check_fields(event)
    assert isinstance(dialect.directory(event, {}, bool), str)
    answer = dialect.render(event, draws.draw(REPLIES))
    assert json.loads(json.dumps(answer, ensure_ascii=False).encode()) == answer


def check_fields(event: model.Event) -> None:
    """Each field has its type, whatever the payload held."""
    kinds = {kind for handled in registry.HANDLES.values() for kind in handled}
    assert event.kind in kinds | {""}
    for name in model.Event.__annotations__:
        value = getattr(event, name)
        default = getattr(model.Event(host="", kind=""), name)
        assert isinstance(value, (int, float) if isinstance(default, int) else type(default))
        if name == "traits":  # the dialect's own, whatever the payload
            continue
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()


@given(payload=PAYLOADS, named_host=NAMED_HOSTS, environment=ENVIRONMENTS, reply=REPLIES)
def test_every_answer_is_one_json_object_or_silence(
    payload: dict[str, object], named_host: str, environment: dict[str, str], reply: model.Reply
) -> None:
    """«one JSON object on standard output … (to Claude at a compaction text, or nothing)»."""
    event = registry.parse(payload, named_host, environment)

    answer = registry.render(event, reply)

    if answer is None:
        dialect = registry.HOSTS[event.host].dialect
        assert dialect == model.CLAUDE
        assert event.kind in (model.COMPACTION, model.COMPACTED)
    else:
        assert json.loads(json.dumps(answer, ensure_ascii=False).encode()) == answer


@given(
    kind=st.sampled_from(sorted(set(cursor.KINDS.values()))),
    host=st.sampled_from(sorted(registry.HOSTS)),
    line=st.text(max_size=200),
    times=st.integers(0, 2_000),
)
def test_no_text_over_10_000_characters_goes_out(
    kind: str, host: str, line: str, times: int
) -> None:
    """«Under 10,000 characters, best first» (hosts.md 6.3)."""
    text = f"{line}\n" * times
    reply = model.Reply(context=text, notice=text, followup=text)

    answer = registry.render(model.Event(host=host, kind=kind), reply) or {}

    answer = {"text": answer} if isinstance(answer, str) else answer
    nested = answer.get("hookSpecificOutput", {})
    assert isinstance(nested, dict)
    for value in (*answer.values(), *nested.values()):
        assert not isinstance(value, str) or len(value.encode("utf-16-le")) < 2 * 10_000


def test_texts_at_the_limit_are_really_cut() -> None:
    reply = model.Reply(context="x" * 30_000)

    answer = registry.render(model.Event(host=model.CURSOR, kind=model.PROMPT), reply) or {}

    assert isinstance(answer, dict)
    assert answer["additional_context"] == "x" * 9_500


# --- wiring -----------------------------------------------------------------------------------

PLAIN = st.text(st.characters(codec="utf-8", exclude_characters="/"), max_size=8)
SCALARS = st.none() | st.booleans() | st.integers(-9, 9) | PLAIN
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(PLAIN, inner, max_size=3),
    max_leaves=5,
)
ENTRIES = {
    model.CURSOR: st.fixed_dictionaries({"command": PLAIN}, optional={"timeout": st.just(5)}),
    model.CLAUDE: st.fixed_dictionaries(
        {"hooks": st.lists(st.fixed_dictionaries({"type": st.just("command"), "command": PLAIN}))},
        optional={"matcher": PLAIN},
    ),
}
EVENTS = {model.CURSOR: sorted(cursor.EVENTS), model.CLAUDE: ["PreToolUse", "Stop", "SessionEnd"]}
WIRED = [row.name for row in registry.HOSTS.values() if row.project_file and not row.plugin]
BLANKS = st.text(" \t\r\n", max_size=3)
COMMENTS = st.sampled_from(['// a, [b] {c} "d\n', "/* e, ]} */", "/**/"])


@st.composite
def host_files(draw: st.DrawFn, host: str) -> str:
    """Any file that a host reads: any content, blanks and comments in any place."""
    row = registry.HOSTS[host]
    shape = model.CLAUDE if row.has(registry.GROUPS) else model.CURSOR
    entries = st.lists(ENTRIES[shape], max_size=2)
    hooks = st.dictionaries(st.sampled_from(EVENTS[shape]), entries, max_size=4)
    content: dict[str, Any] = draw(st.dictionaries(PLAIN, VALUES, max_size=2))
    for ours in ("version", "hooks", *row.events):
        content.pop(ours, None)
    found = draw(st.none() | hooks)
    if found is not None:
        content |= {"hooks": found} if row.events_path else found
    if row.has(registry.VERSION) and (any((found or {}).values()) or draw(st.booleans())):
        content["version"] = 1
    names = draw(st.permutations(sorted(content)))
    gap = BLANKS | COMMENTS if row.has(registry.COMMENTS) else BLANKS
    return spell(draw, {name: content[name] for name in names}, gap)


def spell(draw: st.DrawFn, value: object, gap: st.SearchStrategy[str]) -> str:
    if isinstance(value, dict):
        pieces = [
            f"{json.dumps(key)}{draw(gap)}:{spell(draw, inner, gap)}"
            for key, inner in value.items()
        ]
        text = "{" + (f"{draw(gap)},{draw(gap)}".join(pieces)) + draw(gap) + "}"
    elif isinstance(value, list):
        inner_texts = [spell(draw, inner, gap) for inner in value]
        text = "[" + ",".join(inner_texts) + draw(gap) + "]"
    else:
        text = json.dumps(value, ensure_ascii=draw(st.booleans()))
    return draw(gap) + text + draw(gap)


def commands(host: str, prefix: str = "/opt/py thon") -> Any:
    return lambda name: command_text.command_line(
        f"{prefix}/bin/python", f"{prefix}/hooks/{name}.py", host, windows=False
    )


@pytest.mark.parametrize("host", WIRED)
@given(draws=st.data())
def test_a_file_gains_our_hooks_and_loses_them_and_nothing_else(
    host: str, draws: st.DataObject
) -> None:
    """«no key, comment or order is lost», «uninstall takes out what init put in»."""
    text = draws.draw(host_files(host))

    merged = wiring.merge(text, host, commands(host))
    moved = wiring.merge(merged, host, commands(host, "/else where"))

    rest = iter(merged)
    assert all(char in rest for char in text)
    assert merged.count(f"--host {host}") == len(registry.HOSTS[host].events)
    assert wiring.merge(merged, host, commands(host)) == merged
    for one in (merged, moved):
        left = wiring.remove(one, host)
        assert value(left or text, host) == value(text, host)
        assert left or not set(value(text, host)) - {"version"}
        assert hooks_files.comments(left) == hooks_files.comments(text)


def value(text: str, host: str) -> dict[str, Any]:
    """What a file says, without a version that we may have added."""
    found: dict[str, Any] = json.loads(hooks_files.without_comments(text).strip() or "{}")
    if registry.HOSTS[host].has(registry.VERSION):
        found.pop("version", None)
    return dict(found.items())


@given(text=host_files(model.CURSOR))
def test_cursor_itself_can_read_what_was_merged(text: str) -> None:
    """«comments are stripped by regex before parsing» (hosts.md 1.2)."""
    merged = wiring.merge(text, model.CURSOR, commands(model.CURSOR))

    bare = re.sub(r"//[^\r\n]*", "", re.sub(r"/\*.*?\*/", "", merged, flags=re.DOTALL))
    assert json.loads(bare)["version"] == 1
    assert not wiring.doubts(merged, model.CURSOR)


PATHS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=20)


@given(path=PATHS, script=st.sampled_from(sorted(registry.HANDLES)), windows=st.booleans())
def test_every_command_line_is_one_that_we_know_again(
    path: str, script: str, *, windows: bool
) -> None:
    """«uninstall by exact command»: what we wrote we find, whatever stands in the path."""
    root = "C:/" if windows else "/"
    unquotable = windows and set(path) & set('$`"“”„') and set(path) & set("'‘’‚‛")
    assume(not unquotable and "/*" not in f"/{path}")

    line = command_text.command_line(
        f"{root}{path}", f"{root}{path}/hooks/{script}.py", model.CURSOR, windows=windows
    )

    assert command_text.script_of(line) == script
    assert "//" not in line
