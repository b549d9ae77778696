"""Our hooks and permissions in hosts' files: put in, moved, taken out, and nothing lost."""

from __future__ import annotations

import importlib
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from memory_store import errors, model, place
from memory_store.hosts import command_text, registry, toml_hooks, wiring
from tests.hosts import hooks_files
from tests.hosts.hooks_files import (
    CASES,
    comments,
    foreign,
    merged,
    ours,
    read_as_host,
    spellings,
    without_comments,
)

HERE = Path(__file__).parent
CURSOR, CLAUDE, DROID, KIMI = model.CURSOR, model.CLAUDE, "droid", "kimi"
THEIRS: dict[str, object] = {"command": ".cursor/hooks/audit.sh 项目", "_owner": "x", "timeout": 5}
REFUSED = [json.loads(line) for line in (HERE / "refused.jsonl").read_text("utf-8").splitlines()]


def assert_kept(before: str, after: str) -> None:
    """No key, value, order or comment of a file is lost; a Cursor file may have a version more."""
    old, new = (without_comments(one) for one in (before, after))
    wanted = json.loads(old.removeprefix("\ufeff").strip() or "{}")
    left = json.loads(new.removeprefix("\ufeff").strip() or json.dumps(wanted))
    if "version" not in wanted:
        left.pop("version", None)
    assert after.strip() or not set(wanted) - {"version"}
    assert json.dumps(left) == json.dumps(wanted)
    assert comments(after) == comments(before)


@pytest.mark.parametrize(("host", "text"), CASES)
def test_a_file_gets_all_our_hooks_once_and_loses_them_alone(host: str, text: str) -> None:
    """Also by another interpreter, which takes the place of the first."""
    wired = merged(text, host)
    moved = merged(wired, host, "/usr/bin/python")

    found = sorted(ours(read_as_host(wired, host), host))
    assert found == sorted(registry.HOSTS[host].events.items())
    assert merged(wired, host) == wired
    assert moved == merged(text, host, "/usr/bin/python")
    assert comments(wired) == comments(text)
    for one in (wired, moved, text):
        assert_kept(text, wiring.remove(one, host))


@pytest.mark.parametrize(("host", "text"), CASES[::5])
def test_a_file_that_a_formatter_went_over_keeps_what_others_put_there(
    host: str, text: str
) -> None:
    settings = read_as_host(merged(text, host), host)

    for formatted in spellings(settings):
        assert merged(formatted, host) == formatted

        left = json.loads(wiring.remove(formatted, host).strip() or "{}")

        assert foreign(left, host) == foreign(settings, host)
        assert not command_text.script_of(json.dumps(left))


@pytest.mark.parametrize("host", [CURSOR, CLAUDE])
def test_line_ends_and_indents_are_the_files_own(host: str) -> None:
    tabs = merged('{\n\t"version": 1,\n\t"x": {}\n}\n', host)
    windows = merged('{\r\n  "version": 1\r\n}\r\n', host)
    empty = merged("{}\r\n", host)

    assert all(line.startswith("\t") for line in tabs.splitlines()[1:-1])
    assert windows.count("\n") == windows.count("\r\n") > 6
    assert merged('{"version": 1}\n', host).count("\n") == 1
    assert empty.count("\n") == empty.count("\r\n") > 6


def test_a_new_cursor_file_is_the_template_with_this_machines_commands() -> None:
    template = (HERE.parents[1] / "hooks.json").read_text(encoding="utf-8")

    text = wiring.merge("", CURSOR, lambda name: f"python hooks/{name}.py --host cursor")

    assert read_as_host(template, CURSOR) == json.loads(text)
    assert "//" not in template
    assert "\r" not in template


def test_every_hook_is_wired_to_the_event_that_it_handles() -> None:
    for row in registry.HOSTS.values():
        kinds = importlib.import_module(f"memory_store.hosts.{row.dialect}").KINDS
        assert all(kinds[event] in registry.HANDLES[hook] for event, hook in row.events.items())


def test_cursor_reads_a_file_of_ours_and_imports_none_of_claudes() -> None:
    """It imports files with a matcher, and takes two slashes anywhere for a comment."""
    text = merged("", CURSOR)

    assert "matcher" not in merged("", CLAUDE)
    assert "//" not in text
    assert "/*" not in text


def test_droids_events_stand_at_the_top_of_its_file() -> None:
    """Seen with 0.215.0: under `hooks` none of them runs."""
    assert set(json.loads(merged("", DROID))) == set(registry.HOSTS[DROID].events)


def test_what_the_user_set_in_our_entries_stays_when_the_interpreter_moves() -> None:
    tuned = merged('{"version": 1}', CURSOR).replace(
        '"timeout": 30', '"timeout" : 55, "description": "mine"'
    )

    moved = merged(tuned, CURSOR, "/p")

    assert '"timeout" : 55, "description": "mine"' in moved
    assert "my venv" not in moved


@pytest.mark.parametrize("host", [CURSOR, CLAUDE, DROID])
def test_an_entry_that_was_lost_doubled_or_misplaced_is_mended(host: str) -> None:
    whole = json.loads(merged("", host))
    broken = json.loads(json.dumps(whole))
    hooks = broken.get("hooks", broken)
    first, second, third, *_ = (one for one in hooks if one != "version")
    hooks[first] *= 2
    hooks[third] += hooks.pop(second)

    mended = json.loads(merged(json.dumps(broken), host))

    assert mended == whole


@pytest.mark.parametrize("text", ["", '{"hooks": {"sessionStart": []}}'])
@pytest.mark.parametrize(("event", "at"), [("sessionStart", 0), ("stop", 9), ("afterFileEdit", 0)])
def test_entries_that_others_put_beside_ours_stay_with_the_version_that_they_need(
    text: str, event: str, at: int
) -> None:
    settings = read_as_host(merged(text, CURSOR), CURSOR)
    settings["hooks"].setdefault(event, []).insert(at, THEIRS)

    for formatted in spellings(settings):
        left = read_as_host(wiring.remove(formatted, CURSOR), CURSOR)

        assert foreign(left, CURSOR) == {event: [THEIRS]}


@pytest.mark.parametrize(
    ("ours_there", "noted"),
    [
        ('"stop": [', '"stop": [ // ask once'),
        ('"stop": [', '// ask once\n"stop": [ /* and */ '),
        (', "loop_limit": 1}', ', "loop_limit": 1} // ask once'),
        ('"version": 1', '"version": 1 // ask once\n'),
    ],
)
def test_comments_that_others_put_beside_ours_stay(ours_there: str, noted: str) -> None:
    text = merged("", CURSOR)
    assert ours_there in text

    left = wiring.remove(text.replace(ours_there, noted), CURSOR)

    assert "// ask once" in left
    assert not ours(read_as_host(left, CURSOR) | {"hooks": {}}, CURSOR)
    assert "prompt_session_save" not in left


def test_a_comment_stays_beside_the_value_that_it_is_about() -> None:
    text = '{\n  "version": 1, // one\n  "theirs": 2 // two\n}\n'

    wired = merged(text, CURSOR)

    assert '"theirs": 2, // two\n  "hooks"' in wired


def test_our_hook_in_a_group_of_others_goes_alone() -> None:
    mine = {"type": "command", "command": hooks_files.command(CLAUDE)("load_memory")}
    other = {"type": "command", "command": "say 'done' \U0001f680"}
    for hooks in ([mine, other], [other, mine], [other, mine, other, mine]):
        text = json.dumps({"hooks": {"SessionStart": [{"matcher": "clear", "hooks": hooks}]}})

        left = json.loads(wiring.remove(text, CLAUDE))

        kept = [hook for hook in hooks if hook is not mine]
        assert left == {"hooks": {"SessionStart": [{"matcher": "clear", "hooks": kept}]}}


@pytest.mark.parametrize(("host", "text", "fault"), REFUSED)
def test_a_file_that_the_host_would_not_read_is_refused_with_its_place_and_the_lines_to_paste(
    host: str, text: str, fault: str
) -> None:
    with pytest.raises(errors.UsageError, match=f"^{fault}") as caught:
        merged(text, host)

    pasted = str(caught.value.hint).partition("put into it ")[2]
    read: Any = tomllib.loads if host == KIMI else json.loads
    fresh = merged("", host)
    assert read(pasted) == read(fresh)


def test_the_callers_name_of_the_file_is_told() -> None:
    with pytest.raises(errors.UsageError, match=r"^/w/\.cursor/hooks\.json:1:2: "):
        merged("{", CURSOR, name="/w/.cursor/hooks.json")
    with pytest.raises(errors.UsageError, match=r"^mine:1:2: "):
        wiring.remove("{", CLAUDE, "mine")


def test_a_byte_order_mark_that_came_later_does_not_keep_us_from_leaving() -> None:
    text = "\ufeff" + merged('{"version": 1, "a": 1}', CURSOR)

    assert wiring.remove(text, CURSOR) == '\ufeff{"version": 1, "a": 1}'


def test_a_command_that_could_not_be_found_again_is_never_written() -> None:
    with pytest.raises(ValueError, match="not command lines of our hooks"):
        wiring.merge("", CURSOR, lambda name: f"run {name}")


def test_what_makes_cursor_drop_a_whole_file_is_told() -> None:
    text = '{"version": 1, %s "hooks": {"%s": [], "stop": [{"command": "curl http:%s"}]}}'

    event, slashes = wiring.doubts(text % ("", "postCompact", "//x"), CURSOR)

    assert event == "hooks.json: unknown event postCompact"
    assert slashes.startswith("hooks.json: `//`")
    assert wiring.doubts(text % ("// a comment\n", "sessionEnd", "\\/\\/x"), CURSOR) == []
    assert wiring.doubts('{"env": {"URL": "http://x"}}', CLAUDE) == []
    assert wiring.doubts("", CURSOR) == []


ALLOWED = [
    f"/opt/venv/bin/python -I /opt/scripts/{name}.py --project '/home/dev/my project'"
    for name in place.COMMANDS
]
RULES = [f"Bash({one}:*)" for one in ALLOWED]


def allowing(text: str, allowed: list[str] = ALLOWED) -> str:
    return wiring.merge(text, CLAUDE, hooks_files.command(CLAUDE), allowed=allowed)


def allowed_in(text: str) -> list[str]:
    settings = json.loads(text.removeprefix("\ufeff").strip() or "{}")
    listed: list[str] = settings.get("permissions", {}).get("allow", [])
    return listed


@pytest.mark.parametrize("text", [text for host, text in CASES if host == CLAUDE])
def test_permissions_come_behind_the_users_and_go_alone(text: str) -> None:
    wired = allowing(text).replace('"timeout": 10', '"timeout": 77')
    elsewhere = [one.replace("/opt/venv", "/srv/venv") for one in ALLOWED]
    moved = allowing(wired, elsewhere)

    assert allowed_in(wired) == [*allowed_in(text), *RULES]
    assert allowing(wired) == wired
    assert allowed_in(allowing(wired, [])) == allowed_in(text)
    assert allowed_in(moved) == [*allowed_in(text), *(f"Bash({one}:*)" for one in elsewhere)]
    assert moved.count('"timeout": 77') == len(registry.HOSTS[CLAUDE].events)
    for one in (wired, moved):
        assert_kept(text, wiring.remove(one, CLAUDE))


@pytest.mark.parametrize("value", ["[]", '{"allow": "Read"}', "1"])
def test_permissions_that_claude_code_would_not_read_are_refused(value: str) -> None:
    with pytest.raises(errors.UsageError, match=r"settings.json:1:\d+: an (object|array) is"):
        allowing(f'{{"permissions": {value}}}')


def test_no_rule_but_of_the_three_scripts_is_ours() -> None:
    others = [
        "Bash(/opt/venv/bin/python -I /opt/scripts/other.py:*)",
        "Bash(git status:*)",
        "Bash(/opt/venv/bin/python -I /opt/scripts/get_memory.py:*)",
        "Bash(/opt/scripts/save_fact.py:*)",
    ]
    named = ["Bash(memory-store save-fact --project /w:*)", "Bash(memory-store search:*)"]
    others.append("Bash(memory-store forget:*)")
    text = json.dumps({"permissions": {"allow": [*others, *RULES, *named]}})

    assert allowed_in(wiring.remove(text, CLAUDE)) == others


TOML = {
    "nothing": "",
    "theirs": '# mine\nmodel = "k2"  # the new one\n\n[providers.kimi]\ntype = "kimi"\n',
    "a hook": 'model = "k2"\n\n[[hooks]]\nevent = "Stop"  # ring\ncommand = "bell [x]"\n# end\n',
    "no end": '[[hooks]]\nevent = "Stop"\ncommand = "bell"',
}


@pytest.mark.parametrize("text", TOML.values(), ids=TOML)
def test_a_toml_file_gets_our_hooks_once_and_loses_them_alone(text: str) -> None:
    wired = merged(text, KIMI)
    tuned = wired.replace("timeout = 10", "timeout = 77 # slow disk", 1)
    behind = f"{wired}# theirs\n[mcp]\nx = 1\n"
    moved = merged(tuned, KIMI, "/usr/bin/python")

    row = registry.HOSTS[KIMI]
    hooks = tomllib.loads(wired)["hooks"]
    scripts = [command_text.script_of(one["command"]) for one in hooks]
    mine = [one for one, script in zip(hooks, scripts, strict=True) if script]
    assert [one["event"] for one in mine] == list(row.events)
    assert list(filter(None, scripts)) == list(row.events.values())
    assert wired.startswith(text)
    assert (merged(wired, KIMI), merged(tuned, KIMI)) == (wired, tuned)
    assert wiring.wired_commands(wired, KIMI).keys() == row.events.keys()
    assert "my venv" not in moved
    assert merged(moved, KIMI) == wired
    bare = wired.replace(toml_hooks.BEGIN + "\n", "").replace(toml_hooks.END + "\n", "")
    again = merged(bare.replace("my venv", "old"), KIMI)
    assert tomllib.loads(again) == tomllib.loads(wired)
    for one in (wired, tuned, moved, bare, text):
        assert wiring.remove(one, KIMI).strip() == text.strip()
        dos = wiring.remove(one.replace("\n", "\r\n"), KIMI)
        assert dos.strip() == text.replace("\n", "\r\n").strip()
    left = wiring.remove(behind, KIMI)
    assert left.strip() == f"{text.strip()}\n# theirs\n[mcp]\nx = 1".strip()


def test_toml_hooks_in_another_form_are_refused_and_left() -> None:
    inline = 'hooks = [{event = "Stop", command = "bell"}]\n'

    with pytest.raises(errors.UsageError, match=r"^config\.toml"):
        merged(inline, KIMI)
    assert wiring.remove(inline, KIMI) == inline
    wired = merged("", KIMI)
    ours_inline = toml_hooks.in_one_line(
        wiring.entries(KIMI, lambda name: f"x/hooks/{name}.py --host kimi")
    )
    for mixed, line in ((f"#\n{ours_inline}", "2"), (f"{wired}[hooks.more]\nx = 1\n", "4")):
        with pytest.raises(errors.UsageError, match="can't be told from other lines") as told:
            wiring.remove(mixed, KIMI)
        assert f"lines {line}" in told.value.hint
