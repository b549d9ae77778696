from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from memory_store import errors, model
from memory_store.hosts import command_text, registry, wiring

if TYPE_CHECKING:
    from collections.abc import Callable

    Commands = Callable[[str], Callable[[str], str]]
    Reader = Callable[[str, str], dict[str, Any]]

ROOT = Path(__file__).parents[2]

THEIRS: dict[str, object] = {"command": ".cursor/hooks/audit.sh 项目", "_owner": "x", "timeout": 5}
ASKED = {"type": "prompt", "prompt": 'Is it {done}, [really]? \\ " ,', "model": "m"}
GROUP = {"matcher": "Bash", "hooks": [{"type": "command", "command": "say 'done' \U0001f680"}]}
BARE_GROUP = {"hooks": [{"type": "command", "command": "true"}]}

OBJECTS: dict[str, list[dict[str, object]]] = {
    model.CURSOR: [
        {},
        {"version": 1},
        {"version": 1, "hooks": {}},
        {"hooks": {}, "version": 1},
        {"version": 1, "hooks": {"stop": []}},
        {"version": 1, "hooks": {"stop": [THEIRS]}},
        {"version": 1, "hooks": {"afterFileEdit": [THEIRS, ASKED], "sessionStart": [ASKED]}},
        {"version": 1, "hooks": {"afterFileEdit": []}, "note": {"deep": [[{}], [], {"a": None}]}},
        {"hooks": {}},
        {"hooks": {"stop": [], "sessionEnd": [], "afterFileEdit": []}},
        {"note": "no version, no hooks"},
    ],
    model.CLAUDE: [
        {},
        {"hooks": {}},
        {"hooks": {"Stop": []}},
        {"hooks": {"Stop": [GROUP]}},
        {"hooks": {"PreToolUse": [GROUP, BARE_GROUP], "SessionStart": [BARE_GROUP]}},
        {"permissions": {"allow": ["Read(//etc/**)"]}, "env": {"URL": "https://x/*y*/"}},
        {"model": "opus", "hooks": {"Stop": [{"hooks": []}]}, "x": [[], {}]},
    ],
}


def spellings(value: object) -> list[str]:
    """One value in the layouts that people and programs write."""
    two, wide = json.dumps(value, indent=2), json.dumps(value, indent=4, ensure_ascii=False)
    return [
        two + "\n",
        wide + "\n",
        json.dumps(value, indent="\t", ensure_ascii=False),
        (two + "\n").replace("\n", "\r\n"),
        json.dumps(value, ensure_ascii=False) + "\n",
        json.dumps(value, separators=(",", ":")),
        json.dumps(value, indent=0) + "\n\n",
        "\n\n" + json.dumps(value, separators=(" , ", " :\t")) + " \n",
    ]


BLANK = ["", "\n", "\r\n", "  \t"]
BY_HAND = {
    model.CURSOR: [
        "{ }",
        "{\n}\n",
        "{\n  // nothing yet\n}\n",
        '// mine\n{"version": 1 /* one */ }\n// end\n',
        '{\n  "version": 1, // the version\n  "hooks": {} // none yet\n}\n',
        '{\n\t"version": 1,\n\t"hooks": {\n\t\t"stop": [\n{"command": "x"} // [a],\n\t\t]\n\t}}',
        '{"version": 1, "hooks": {"stop": [ /* none */ ]}}',
        '{"version": 1, "hooks": {"stop": [\n    // none\n  ]\n}}',
        '{"version": 1, "hooks": { "stop": [ ] }}',
        '{\r\n  "version":1,\r\n  "hooks":{"stop":[{"command":"x"}\r\n  ]}\r\n}',
        '{"hooks": { /* empty */ }}',
        '{"version": 1,\n "hooks": {"stop": [{"command": "a"},\n   {"command": "b"}]}}\n',
        '  {\n    "version": 1\n  }\n',
        '{"version": 1,\r "hooks": {\r }\r}\r',
    ],
    model.CLAUDE: [
        "{ }",
        "{\n}\n",
        '\ufeff{\r\n  "model": "opus"\r\n}\r\n',
        '{"hooks": {"Stop": [ ]}}',
        '{"hooks": {"Stop": [{"hooks": []}\n]}}',
        '{\n  "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}\n}\n',
    ],
}
CASES = [
    (host, text)
    for host, objects in OBJECTS.items()
    for text in (*BLANK, *BY_HAND[host], *(one for value in objects for one in spellings(value)))
]


def foreign(settings: dict[str, Any], host: str) -> dict[str, list[object]]:
    """Each event's entries that are not ours, in order; events without any are left out."""
    kept = {
        event: [
            entry
            for entry in entries
            if not any(
                command_text.script_of(hook.get("command"))
                for hook in (entry["hooks"] if host == model.CLAUDE else [entry])
            )
        ]
        for event, entries in settings.get("hooks", {}).items()
    }
    return {event: entries for event, entries in kept.items() if entries}


def ours(settings: dict[str, Any], host: str) -> dict[str, str]:
    """The script of ours under each event; an event with two of ours fails."""
    found: dict[str, str] = {}
    for event, entries in settings["hooks"].items():
        for entry in entries:
            for hook in entry["hooks"] if host == model.CLAUDE else [entry]:
                script = command_text.script_of(hook.get("command"))
                assert not (script and event in found)
                found |= {event: script} if script else {}
    return found


def test_there_are_more_than_fifty_files_a_host() -> None:
    assert min(sum(host == one for host, _ in CASES) for one in OBJECTS) >= 50


@pytest.mark.parametrize(("host", "text"), CASES)
def test_a_merged_file_is_one_that_the_host_reads_with_all_our_hooks(
    host: str, text: str, commands: Commands, read_as_host: Reader
) -> None:
    settings = read_as_host(wiring.merge(text, host, commands(host)), host)

    assert ours(settings, host) == registry.HOSTS[host].events


@pytest.mark.parametrize(("host", "text"), CASES)
def test_a_second_install_changes_nothing(host: str, text: str, commands: Commands) -> None:
    merged = wiring.merge(text, host, commands(host))

    assert wiring.merge(merged, host, commands(host)) == merged


@pytest.mark.parametrize(("host", "text"), CASES)
def test_uninstalling_restores_the_file_to_the_byte(
    host: str, text: str, commands: Commands
) -> None:
    merged = wiring.merge(text, host, commands(host))

    assert wiring.remove(merged, host) == text
    assert wiring.remove(text, host) == text


@pytest.mark.parametrize(("host", "text"), CASES)
def test_another_interpreter_takes_the_place_of_the_first(
    host: str, text: str, commands: Commands
) -> None:
    def other(name: str) -> str:
        return wiring.command_line("/usr/bin/python", f"/y/hooks/{name}.py", host, windows=False)

    merged = wiring.merge(text, host, commands(host))
    moved = wiring.merge(merged, host, other)

    assert moved == wiring.merge(text, host, other)
    assert wiring.remove(moved, host) == text


@pytest.mark.parametrize(("host", "text"), CASES)
def test_a_file_that_a_formatter_went_over_keeps_what_others_put_there(
    host: str, text: str, commands: Commands, read_as_host: Reader
) -> None:
    merged = wiring.merge(text, host, commands(host))
    settings = read_as_host(merged, host)

    for formatted in spellings(settings):
        assert wiring.merge(formatted, host, commands(host)) == formatted

        left = json.loads(wiring.remove(formatted, host).strip() or "{}")

        assert foreign(left, host) == foreign(settings, host)
        assert not command_text.script_of(json.dumps(left))


@pytest.mark.parametrize("host", OBJECTS)
def test_line_ends_and_indents_are_the_files_own(host: str, commands: Commands) -> None:
    tabs = wiring.merge('{\n\t"version": 1,\n\t"x": {}\n}\n', host, commands(host))
    windows = wiring.merge('{\r\n  "version": 1\r\n}\r\n', host, commands(host))
    one_line = wiring.merge('{"version": 1}\n', host, commands(host))
    empty = wiring.merge("{}\r\n", host, commands(host))

    assert all(line.startswith("\t") for line in tabs.splitlines()[1:-1])
    assert windows.count("\n") == windows.count("\r\n") > 6
    assert one_line.count("\n") == 1
    assert empty.count("\n") == empty.count("\r\n") > 6


def test_a_new_cursor_file_is_the_template_with_this_machines_commands(
    read_as_host: Reader,
) -> None:
    template = (ROOT / "hooks.json").read_text(encoding="utf-8")

    merged = wiring.merge("", model.CURSOR, lambda name: f"python hooks/{name}.py --host cursor")

    assert read_as_host(template, model.CURSOR) == json.loads(merged)


def test_the_template_has_not_one_double_slash() -> None:
    template = (ROOT / "hooks.json").read_bytes()

    assert b"//" not in template
    assert b"\r" not in template


def test_every_hook_is_wired_to_the_event_that_it_handles() -> None:
    for row in registry.HOSTS.values():
        kinds = importlib.import_module(f"memory_store.hosts.{row.dialect}").KINDS
        assert all(kinds[event] in registry.HANDLES[hook] for event, hook in row.events.items())


def test_cursor_is_kept_from_importing_a_claude_file_of_ours(commands: Commands) -> None:
    assert "matcher" not in wiring.merge("", model.CLAUDE, commands(model.CLAUDE))


def test_no_line_that_we_write_holds_what_cursor_takes_for_a_comment(commands: Commands) -> None:
    merged = wiring.merge("", model.CURSOR, commands(model.CURSOR))

    assert "//" not in merged
    assert "/*" not in merged


def test_what_the_user_set_in_our_entries_stays_when_the_interpreter_moves(
    commands: Commands,
) -> None:
    merged = wiring.merge('{"version": 1}', model.CURSOR, commands(model.CURSOR))
    tuned = merged.replace('"timeout": 30', '"timeout" : 55, "description": "mine"')

    moved = wiring.merge(
        tuned,
        model.CURSOR,
        lambda name: wiring.command_line("/p", f"/y/hooks/{name}.py", "cursor", windows=False),
    )

    assert '"timeout" : 55, "description": "mine"' in moved
    assert "my venv" not in moved


@pytest.mark.parametrize("host", OBJECTS)
def test_an_entry_that_was_lost_or_doubled_is_mended(
    host: str, commands: Commands, read_as_host: Reader
) -> None:
    merged = wiring.merge("", host, commands(host))
    settings = read_as_host(merged, host)
    events = list(settings["hooks"])
    settings["hooks"][events[0]] *= 2
    del settings["hooks"][events[1]]

    mended = wiring.merge(json.dumps(settings), host, commands(host))

    assert read_as_host(mended, host)["hooks"] == read_as_host(merged, host)["hooks"]


@pytest.mark.parametrize("text", ["", "{}", '{"hooks": {}}', '{"hooks": {"sessionStart": []}}'])
@pytest.mark.parametrize("event", ["sessionStart", "stop", "afterFileEdit"])
@pytest.mark.parametrize("place", [0, 9])
def test_a_version_that_we_added_stays_when_others_have_come_to_need_it(
    text: str, event: str, place: int, commands: Commands, read_as_host: Reader
) -> None:
    merged = wiring.merge(text, model.CURSOR, commands(model.CURSOR))
    settings = read_as_host(merged, model.CURSOR)
    settings["hooks"].setdefault(event, []).insert(place, THEIRS)

    for formatted in spellings(settings):
        left = read_as_host(wiring.remove(formatted, model.CURSOR), model.CURSOR)

        assert foreign(left, model.CURSOR) == {event: [THEIRS]}


@pytest.mark.parametrize("where", ["before", "after"])
def test_entries_that_others_put_beside_ours_stay(
    where: str, commands: Commands, read_as_host: Reader
) -> None:
    merged = wiring.merge("", model.CURSOR, commands(model.CURSOR))
    settings = read_as_host(merged, model.CURSOR)
    for entries in settings["hooks"].values():
        entries.insert(0 if where == "before" else 1, THEIRS)

    for text in spellings(settings):
        left = read_as_host(wiring.remove(text, model.CURSOR), model.CURSOR)

        assert left["hooks"] == {event: [THEIRS] for event in settings["hooks"]}


def test_comments_that_others_put_beside_ours_stay(commands: Commands) -> None:
    merged = wiring.merge("", model.CURSOR, commands(model.CURSOR))
    noted = merged.replace('"stop": [', '"stop": [ // ask once')

    left = wiring.remove(noted, model.CURSOR)

    assert "// ask once" in left
    assert "prompt_session_save" not in left


def test_our_hook_in_a_group_of_others_goes_alone(commands: Commands) -> None:
    mine = {"type": "command", "command": commands(model.CLAUDE)("load_memory")}
    theirs = GROUP["hooks"]
    assert isinstance(theirs, list)
    for hooks in ([mine, *theirs], [*theirs, mine], [*theirs, mine, *theirs, mine]):
        text = json.dumps({"hooks": {"SessionStart": [{"matcher": "clear", "hooks": hooks}]}})

        left = json.loads(wiring.remove(text, model.CLAUDE))

        kept = [hook for hook in hooks if hook is not mine]
        assert left == {"hooks": {"SessionStart": [{"matcher": "clear", "hooks": kept}]}}


@pytest.mark.parametrize(
    ("host", "text", "fault"),
    [
        (model.CURSOR, '{"version": 1,}', "hooks.json:1:15: "),
        (model.CURSOR, '{"version": 1,\n "hooks": []}', "hooks.json:2:11: an object"),
        (model.CURSOR, '{"version": 1,\n "hooks": null}', "hooks.json:2:11: an object"),
        (model.CURSOR, '{"version": 1, "hooks": {\n"stop": {}}}', "hooks.json:2:9: an array"),
        (model.CURSOR, '{"version": 1, "hooks": {"stop": null}}', "hooks.json:1:34: an array"),
        (model.CURSOR, '{"version": 1, "version": 1}', 'hooks.json:1:16: the key "version"'),
        (model.CURSOR, '{"version": "1"}', "hooks.json:1:13: the version"),
        (model.CURSOR, '{"version": true}', "hooks.json:1:13: the version"),
        (model.CURSOR, '{"version": 2}', "hooks.json:1:13: the version"),
        (model.CURSOR, '\n{"hooks": {"stop": [{"command": "x"}]}}', "hooks.json:2:1: .*version"),
        (model.CURSOR, '\ufeff{"version": 1}', "hooks.json:1:1: .*byte order mark"),
        (model.CURSOR, "[]", "hooks.json:1:1: an object"),
        (model.CURSOR, "null", "hooks.json:1:1: an object"),
        (model.CURSOR, "// only words\n", "hooks.json:2:1: "),
        (model.CLAUDE, '{\n// no comments here\n"hooks": {}}', "settings.json:2:1: "),
        (model.CLAUDE, '{"hooks": {"Stop": [}}', "settings.json:1:21: "),
        (model.CLAUDE, '{"hooks": "none"}', "settings.json:1:11: an object"),
        (model.CLAUDE, '{"a": {"b": 1, "b": 2}}', 'settings.json:1:16: the key "b"'),
    ],
)
def test_a_file_that_the_host_would_not_read_is_refused_with_its_place(
    host: str, text: str, fault: str, commands: Commands
) -> None:
    with pytest.raises(errors.UsageError, match=f"^{fault}"):
        wiring.merge(text, host, commands(host))


def test_the_callers_name_of_the_file_is_told(commands: Commands) -> None:
    with pytest.raises(errors.UsageError, match=r"^/w/\.cursor/hooks\.json:1:2: "):
        wiring.merge("{", model.CURSOR, commands(model.CURSOR), "/w/.cursor/hooks.json")
    with pytest.raises(errors.UsageError, match=r"^mine:1:2: "):
        wiring.remove("{", model.CLAUDE, "mine")


def test_a_byte_order_mark_that_came_later_does_not_keep_us_from_leaving(
    commands: Commands,
) -> None:
    merged = wiring.merge('{"version": 1}', model.CURSOR, commands(model.CURSOR))

    assert wiring.remove("\ufeff" + merged, model.CURSOR) == '\ufeff{"version": 1}'


def test_a_command_that_could_not_be_found_again_is_never_written() -> None:
    with pytest.raises(ValueError, match="not command lines of our hooks"):
        wiring.merge("", model.CURSOR, lambda name: f"run {name}")
