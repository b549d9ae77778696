"""Our hooks and permissions in hosts' files: put in, moved, taken out, every other byte kept."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import pytest

from memory_store import errors, model, place
from memory_store.hosts import command_text, registry, wiring
from tests.hosts import hooks_files
from tests.hosts.hooks_files import CASES, foreign, merged, ours, read_as_host, spellings

HERE = Path(__file__).parent
CURSOR, CLAUDE = model.CURSOR, model.CLAUDE
THEIRS: dict[str, object] = {"command": ".cursor/hooks/audit.sh 项目", "_owner": "x", "timeout": 5}
REFUSED = [json.loads(line) for line in (HERE / "refused.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("host", "text"), CASES)
def test_a_file_gets_all_our_hooks_once_and_loses_them_to_the_byte(host: str, text: str) -> None:
    """Also by another interpreter, which takes the place of the first."""
    wired = merged(text, host)
    moved = merged(wired, host, "/usr/bin/python")

    assert sorted(ours(read_as_host(wired, host), host)) == sorted(
        registry.HOSTS[host].events.items()
    )
    assert merged(wired, host) == wired
    assert moved == merged(text, host, "/usr/bin/python")
    for one in (wired, moved, text):
        assert wiring.remove(one, host) == text


@pytest.mark.parametrize(("host", "text"), CASES)
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


def test_what_the_user_set_in_our_entries_stays_when_the_interpreter_moves() -> None:
    tuned = merged('{"version": 1}', CURSOR).replace(
        '"timeout": 30', '"timeout" : 55, "description": "mine"'
    )

    moved = merged(tuned, CURSOR, "/p")

    assert '"timeout" : 55, "description": "mine"' in moved
    assert "my venv" not in moved


@pytest.mark.parametrize("host", [CURSOR, CLAUDE])
def test_an_entry_that_was_lost_or_doubled_is_mended(host: str) -> None:
    whole = read_as_host(merged("", host), host)
    broken = json.loads(json.dumps(whole))
    first, second, *_ = broken["hooks"]
    broken["hooks"][first] *= 2
    del broken["hooks"][second]

    mended = merged(json.dumps(broken), host)

    assert read_as_host(mended, host)["hooks"] == whole["hooks"]


@pytest.mark.parametrize("text", ["", "{}", '{"hooks": {}}', '{"hooks": {"sessionStart": []}}'])
@pytest.mark.parametrize("event", ["sessionStart", "stop", "afterFileEdit"])
@pytest.mark.parametrize("place", [0, 9])
def test_entries_that_others_put_beside_ours_stay_with_the_version_that_they_need(
    text: str, event: str, place: int
) -> None:
    settings = read_as_host(merged(text, CURSOR), CURSOR)
    settings["hooks"].setdefault(event, []).insert(place, THEIRS)

    for formatted in spellings(settings):
        left = read_as_host(wiring.remove(formatted, CURSOR), CURSOR)

        assert foreign(left, CURSOR) == {event: [THEIRS]}


def test_comments_that_others_put_beside_ours_stay() -> None:
    noted = merged("", CURSOR).replace('"stop": [', '"stop": [ // ask once')

    left = wiring.remove(noted, CURSOR)

    assert "// ask once" in left
    assert "prompt_session_save" not in left


def test_our_hook_in_a_group_of_others_goes_alone() -> None:
    mine = {"type": "command", "command": hooks_files.command(CLAUDE)("load_memory")}
    other = {"type": "command", "command": "say 'done' \U0001f680"}
    for hooks in ([mine, other], [other, mine], [other, mine, other, mine]):
        text = json.dumps({"hooks": {"SessionStart": [{"matcher": "clear", "hooks": hooks}]}})

        left = json.loads(wiring.remove(text, CLAUDE))

        kept = [hook for hook in hooks if hook is not mine]
        assert left == {"hooks": {"SessionStart": [{"matcher": "clear", "hooks": kept}]}}


@pytest.mark.parametrize(("host", "text", "fault"), REFUSED)
def test_a_file_that_the_host_would_not_read_is_refused_with_its_place(
    host: str, text: str, fault: str
) -> None:
    with pytest.raises(errors.UsageError, match=f"^{fault}"):
        merged(text, host)


def test_the_callers_name_of_the_file_is_told() -> None:
    with pytest.raises(errors.UsageError, match=r"^/w/\.cursor/hooks\.json:1:2: "):
        wiring.merge("{", CURSOR, str, "/w/.cursor/hooks.json")
    with pytest.raises(errors.UsageError, match=r"^mine:1:2: "):
        wiring.remove("{", CLAUDE, "mine")


def test_a_byte_order_mark_that_came_later_does_not_keep_us_from_leaving() -> None:
    text = "\ufeff" + merged('{"version": 1}', CURSOR)

    assert wiring.remove(text, CURSOR) == '\ufeff{"version": 1}'


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
def test_permissions_come_behind_the_users_and_go_to_the_byte(text: str) -> None:
    wired = allowing(text).replace('"timeout": 10', '"timeout": 77')
    elsewhere = [one.replace("/opt/venv", "/srv/venv") for one in ALLOWED]
    moved = allowing(wired, elsewhere)

    assert allowed_in(wired) == [*allowed_in(text), *RULES]
    assert allowing(wired) == wired
    assert allowing(wired, []) == merged(text, CLAUDE).replace('"timeout": 10', '"timeout": 77')
    assert allowed_in(moved) == [*allowed_in(text), *(f"Bash({one}:*)" for one in elsewhere)]
    assert moved.count('"timeout": 77') == len(registry.HOSTS[CLAUDE].events)
    for one in (wired, moved):
        assert wiring.remove(one, CLAUDE) == text


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
