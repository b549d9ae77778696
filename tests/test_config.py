from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from memory_store import config
from memory_store.embedders import vendors
from memory_store.judge import providers as judges
from memory_store.language import wording
from memory_store.store import layout
from tests import faults

if TYPE_CHECKING:
    from collections.abc import Callable

SCHEMA: dict[str, Any] = json.loads(Path(config.SCHEMA).read_text(encoding="utf-8"))
RULES: dict[str, dict[str, Any]] = SCHEMA["properties"]
CLOSED = {
    "capture": False,
    "extract": False,
    "judge": False,
    "recall": False,
    "retention_days": 36_500,
}
CASES = [
    pytest.param(case, id=f"{group['promise']}: {at}")
    for group in json.loads(Path(__file__).with_name("settings.json").read_text("utf-8"))
    for at, case in enumerate(group["cases"])
]
USER_ONLY = sorted(name for name, rule in RULES.items() if rule.get("user_only"))


def write(store: layout.Store, content: object) -> None:
    text = content if isinstance(content, str) else json.dumps(content)
    Path(store.path, layout.SETTINGS).write_text(text, encoding="utf-8")


def test_the_published_schema_is_sound_and_takes_its_own_defaults() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    defaults = {name: rule["default"] for name, rule in RULES.items()}

    assert list(Draft202012Validator(SCHEMA).iter_errors(defaults)) == []
    assert config.resolve().values == defaults
    assert set(config.resolve().origins.values()) == {"default"}
    assert all(rule["description"].endswith(".") for rule in RULES.values())


@pytest.mark.parametrize("case", CASES)
def test_settings_resolve_as_they_are_written(
    case: dict[str, Any],
    store: layout.Store,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A fault is told in as many problems as `told` has texts; a closed file is no misspelling."""
    if "user" in case:
        write(request.getfixturevalue("user_store"), case["user"])
    if "project" in case:
        write(store, case["project"])
    for name, value in case.get("environment", {}).items():
        monkeypatch.setenv(f"MEMORY_STORE_{name}", value)

    found = config.resolve(store)

    values = case.get("values", {}) | (CLOSED if case.get("is_closed") else {})
    assert {name: found.values[name] for name in values} == values
    origins = case.get("origins", {})
    assert {name: found.origins[name] for name in origins} == origins
    told = case.get("told", [])
    assert len(found.problems) == len(told)
    assert [one for one in told if one not in " ".join(found.problems)] == []
    assert found.unreadable == (found.problems if case.get("is_closed") else [])
    assert bool(found.misspelt) == case.get("is_misspelt", False)


@given(
    st.sampled_from(sorted(RULES)),
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-10, 100_000),
        st.floats(-2, 2),
        st.sampled_from(["auto", "zh", "none", "weighted", "", "x", "never"]),
        st.lists(st.integers(), max_size=1),
    ),
)
def test_a_value_is_taken_exactly_if_the_published_schema_takes_it(
    name: str, value: object
) -> None:
    valid = Draft202012Validator(SCHEMA).is_valid({name: value})

    assert (config.refusal(RULES[name], value) == "") is valid


def test_settings_of_earlier_releases_without_effect_are_no_fault(
    user_store: layout.Store,
) -> None:
    retired = [name for rule in RULES.values() for name in rule.get("retires", ())]
    assert {"extract_min_chars", "embedding_batch", "time_in_query", "watch_debounce_ms"} <= set(
        retired
    )
    write(user_store, dict.fromkeys(retired, "anything"))

    assert config.resolve().problems == []


def test_a_project_may_not_name_what_is_the_users_alone(
    store: layout.Store, user_store: layout.Store
) -> None:
    assert {"embedder", "embedding_model", "promotion"} <= set(USER_ONLY)
    assert {name for name in RULES if "key" in name or "url" in name} <= set(USER_ONLY)
    assert {name for name in RULES if name.startswith("embed")} - set(USER_ONLY) == {
        "embedding_cache_mb"
    }
    default = config.resolve(store).values
    chosen = {name: another(RULES[name]) for name in USER_ONLY}
    write(store, chosen)

    result = config.resolve(store)
    assert result.values == default
    assert [name for name in USER_ONLY if name not in " ".join(result.problems)] == []
    write(user_store, chosen)
    assert {name: config.resolve(store).values[name] for name in USER_ONLY} == chosen


def another(rule: dict[str, Any]) -> object:
    """A good value that is not the default."""
    if rule["type"] == "string":
        choices = [one for one in rule.get("enum", ["evil/model"]) if one != rule["default"]]
        return choices[-1]
    return rule["minimum"] if rule["type"] == "number" else not rule["default"]


def test_a_secret_is_in_no_message(user_store: layout.Store) -> None:
    secrets = [name for name, rule in RULES.items() if rule.get("secret")]
    write(user_store, dict.fromkeys(secrets, "sk-0123456789"))
    result = config.resolve()

    assert {"embedding_key", "embedding_headers"} <= set(secrets)
    assert {result.word(name) for name in secrets} == {"sk-0123456789"}
    write(user_store, {name: ["sk-0123456789"] for name in secrets})
    assert "sk-0123456789" not in " ".join(config.resolve().problems)


@pytest.mark.parametrize("text", ['{"a":' * 50_000, " " * 70_000 + "{}"])
def test_a_file_that_is_too_deep_or_too_long_is_told_and_closes_what_it_may_have_closed(
    store: layout.Store, text: str
) -> None:
    write(store, text)

    result = config.resolve(store)

    assert result.values == config.resolve().values | CLOSED
    assert len(result.problems) == 1
    assert result.unreadable == result.problems
    assert store.path in result.problems[0]


def test_a_trailing_comma_closes_whatever_else_says_open_until_it_is_mended(
    store: layout.Store, user_store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_STORE_CAPTURE", "on")
    network = {name: rule["network"] for name, rule in RULES.items() if "network" in rule}
    write(user_store, {name: values[0] for name, values in network.items()})
    write(store, '{"facts_limit": 3,\n "capture": false,\n}')

    result = config.resolve(store)

    assert {name: result.values[name] for name in CLOSED} == CLOSED
    assert {result.values[name] for name in network} == {"none"}
    assert "line 2, column" in result.unreadable[0] or "line 3, column 1:" in result.unreadable[0]
    write(store, '{"facts_limit": 3}')
    mended = config.resolve(store)
    assert mended.unreadable == []
    assert mended.switch("capture") is True
    assert all(mended.values[name] == values[0] for name, values in network.items())


@pytest.mark.parametrize(
    "text",
    [
        *("{", '{"a" 1}', '{"a": }', '{"a": 1,}', "[1, ]", '{"a": 1} x', '{"a": "b'),
        *('{"a": "\\x"}', '{"a": "\\u12"}', '{"a": "\n"}', '{"a": 1 "b": 2}', "{a: 1}"),
    ],
)
def test_what_is_no_json_is_told_in_chinese_too(store: layout.Store, text: str) -> None:
    write(store, text)

    (problem,) = config.resolve(store).problems

    told = wording.told("zh", problem).removeprefix(store.path)
    assert re.fullmatch(r"\W+config\.json：第 \d+ 行第 \d+ 列：.+", told)
    assert re.findall("[A-Za-z]{2,}", told.replace("config.json", "").replace("uXXXX", "")) == []


def test_all_that_reaches_a_network_is_known_to_reach_it() -> None:
    assert set(RULES["embedder"]["network"]) - {"auto"} == set(vendors.VENDORS)
    assert set(RULES["embedder_fallback"]["network"]) == set(vendors.VENDORS)
    assert set(RULES["judge_provider"]["network"]) == {*judges.PROGRAMS, *judges.APIS}


def test_a_file_of_bytes_that_are_no_text_is_told(store: layout.Store) -> None:
    Path(store.path, layout.SETTINGS).write_bytes(b'{"facts_limit": "\xff\xfe"}')

    assert len(config.resolve(store).problems) == 1


@faults.posix
@pytest.mark.parametrize("trap", ["a link", "a pipe", "a device", "a directory"])
def test_a_trap_in_the_files_place_is_told_at_once(
    store: layout.Store, tmp_path: Path, trap: str
) -> None:
    path = Path(store.path, layout.SETTINGS)
    (tmp_path / "other.json").write_text('{"facts_limit": 3}')
    made: dict[str, Callable[[], object]] = {
        "a link": lambda: path.symlink_to(tmp_path / "other.json"),
        "a pipe": lambda: os.mkfifo(path),
        "a device": lambda: path.symlink_to("/dev/zero"),
        "a directory": path.mkdir,
    }
    made[trap]()

    result = config.resolve(store)

    assert result.count("facts_limit") == 15
    assert len(result.problems) == 1


@pytest.mark.parametrize(
    ("text", "off"),
    [("", False), ("0", False), ("False", False), ("OFF", False), ("1", True), ("true", True)],
)
def test_one_variable_turns_everything_off(
    store: layout.Store, monkeypatch: pytest.MonkeyPatch, text: str, *, off: bool
) -> None:
    monkeypatch.setenv("MEMORY_STORE_DISABLE", text)

    assert config.disabled(store) is off
    assert config.disabled(None) is off
    assert config.resolve().problems == []


def test_a_file_turns_one_store_off_and_the_users_file_all(
    store: layout.Store, user_store: layout.Store
) -> None:
    assert not config.disabled(store)
    Path(store.path, layout.DISABLED).touch()
    assert config.disabled(store)
    assert not config.disabled(None)
    Path(user_store.path, layout.DISABLED).touch()
    assert config.disabled(None)


def other_than(value: object, rule: dict[str, Any]) -> object:
    """A value that the schema takes and that is not `value`."""
    if rule["type"] == "boolean":
        return not value
    if rule["type"] == "number":
        return rule["minimum"] if value != rule["minimum"] else rule["maximum"]
    return next((one for one in rule.get("enum", []) if one != value), "named by a project")


@pytest.mark.parametrize("name", sorted(RULES))
def test_of_each_setting_a_project_may_set_what_the_user_left_open_and_no_more(
    store: layout.Store, user_store: layout.Store, name: str
) -> None:
    rule = RULES[name]
    theirs = other_than(rule["default"], rule)
    write(store, {name: theirs})
    taken = config.resolve(store)

    assert (taken.values[name] == theirs) is (not rule.get("user_only"))
    assert any(repr(name) in one for one in taken.problems) is bool(rule.get("user_only"))
    if "off" not in rule:
        return
    write(user_store, {name: rule["off"]})
    for loosened in [one for one in (True, "always", "auto") if config.refusal(rule, one) == ""]:
        write(store, {name: loosened})
        result = config.resolve(store)
        assert result.values[name] == rule["off"]
        assert "is off in the user's own settings" in result.problems[0]
    write(user_store, {name: other_than(rule["off"], rule)})
    write(store, {name: rule["off"]})
    assert config.resolve(store).values[name] == rule["off"]


def test_what_decides_over_capture_and_what_is_told_can_be_turned_off_for_good() -> None:
    """The list is the promise: a new switch of that kind belongs on it."""
    switches = {name for name, rule in RULES.items() if rule["type"] == "boolean"}
    off = {name for name, rule in RULES.items() if "off" in rule}

    assert off - switches == {"session_save"}
    assert {"capture", "extract", "recall", "news", "flush", "background_agents"} <= off
    texts = {name for name, rule in RULES.items() if rule["type"] == "string"}
    free = {name for name in texts if not RULES[name].get("user_only")}
    assert free == {"language", "session_save", "fusion", "extra_paths"}
