from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from memory_store import config
from memory_store.embedders import registry
from memory_store.extractors import registry as extractors
from memory_store.store import layout
from tests import faults

if TYPE_CHECKING:
    from collections.abc import Callable

SCHEMA: dict[str, Any] = json.loads(Path(config.SCHEMA).read_text(encoding="utf-8"))
RULES: dict[str, dict[str, Any]] = SCHEMA["properties"]
CLOSED = {"capture": False, "extract": False, "recall": False, "retention_days": 36_500}
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


def test_environment_over_project_over_user_over_default(
    store: layout.Store, user_store: layout.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert config.resolve(store).number("facts_limit") == 15
    write(user_store, {"facts_limit": 1, "news_limit": 1, "recall_limit": 1})
    write(store, {"facts_limit": 2, "news_limit": 2})
    monkeypatch.setenv("MEMORY_STORE_FACTS_LIMIT", "3")

    result = config.resolve(store)

    names = ["facts_limit", "news_limit", "recall_limit", "search_limit"]
    assert [result.count(name) for name in names] == [3, 2, 1, 6]
    assert [result.origins[name] for name in names] == [
        "environment",
        "project",
        "user",
        "default",
    ]
    assert result.problems == []


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


def test_what_is_wrong_is_told_by_name_and_the_rest_holds(store: layout.Store) -> None:
    write(
        store,
        {"facts_limit": "many", "capture": 1, "language": "fr", "colour": "red", "news_limit": 4},
    )

    result = config.resolve(store)

    assert result.count("news_limit") == 4
    assert result.count("facts_limit") == 15
    assert len(result.problems) == 4
    for name in ("facts_limit", "capture", "language", "colour"):
        assert any(repr(name) in problem for problem in result.problems)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "7", "null", '{"facts_limit": NaN}', '{"a":' * 50_000, " " * 70_000 + "{}"],
)
def test_a_file_that_is_no_json_object_is_told_and_closes_what_it_may_have_closed(
    store: layout.Store, text: str
) -> None:
    write(store, text)

    result = config.resolve(store)

    assert result.values == config.resolve().values | CLOSED
    assert len(result.problems) == 1
    assert result.unreadable == result.problems
    assert store.path in result.problems[0]


@pytest.mark.parametrize("text", ['"off"', '"false"', "0", "null", "[]", '"on"'])
@pytest.mark.parametrize("name", ["capture", "extract", "recall"])
def test_a_switch_that_is_no_switch_closes_as_a_file_does(
    store: layout.Store, name: str, text: str
) -> None:
    write(store, f'{{"{name}": {text}, "facts_limit": 3}}')

    result = config.resolve(store)

    assert {one: result.values[one] for one in CLOSED} == CLOSED
    assert result.count("facts_limit") == 3
    assert result.unreadable == result.problems
    assert repr(name) in result.unreadable[0]
    write(store, '{"facts_limit": "many"}')  # the control: a bad number closes nothing
    assert config.resolve(store).unreadable == []


@pytest.mark.parametrize(
    "name", ["Capture", "capture_", "CAPTURE", "captrue", "recal", "extraction", "embeder"]
)
def test_a_misspelt_switch_closes_as_a_broken_file_does(store: layout.Store, name: str) -> None:
    write(store, {name: False, "facts_limit": 3})

    result = config.resolve(store)

    assert {one: result.values[one] for one in CLOSED} == CLOSED
    assert result.count("facts_limit") == 3
    assert "did you mean" in result.unreadable[0]


@pytest.mark.parametrize(
    ("name", "is_near"), [("fact_limit", True), ("colour", False), ("$schema", False)]
)
def test_another_key_that_nobody_knows_closes_nothing(
    store: layout.Store, name: str, *, is_near: bool
) -> None:
    write(store, {name: 3})

    result = config.resolve(store)

    assert result.switch("capture")
    assert result.unreadable == []
    assert len(result.problems) == 1
    assert result.misspelt == (result.problems if is_near else [])


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


def test_all_that_reaches_a_network_is_known_to_reach_it() -> None:
    assert set(RULES["embedder"]["network"]) - {"auto"} == set(registry.REMOTE)
    assert set(RULES["embedder_fallback"]["network"]) == set(registry.REMOTE)
    assert set(RULES["extract_provider"]["network"]) == set(extractors.PROVIDERS)


def test_a_file_of_bytes_that_are_no_text_is_told(store: layout.Store) -> None:
    Path(store.path, layout.SETTINGS).write_bytes(b'{"facts_limit": "\xff\xfe"}')

    assert len(config.resolve(store).problems) == 1


def test_a_byte_order_mark_is_passed_over(store: layout.Store) -> None:
    write(store, '\ufeff{"facts_limit": 3}')

    assert config.resolve(store).count("facts_limit") == 3


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
    ("text", "switched"),
    [
        ("1", True), ("true", True), ("True", True), ("TRUE", True), ("on", True), ("yes", True),
        ("0", False), ("false", False), ("False", False), ("OFF", False), ("no", False),
    ],
)  # fmt: skip
def test_a_switch_in_the_environment_is_read_as_people_write_it(
    monkeypatch: pytest.MonkeyPatch, text: str, *, switched: bool
) -> None:
    monkeypatch.setenv("MEMORY_STORE_CAPTURE", text)

    assert config.resolve().problems == []
    assert config.resolve().switch("capture") is switched


@pytest.mark.parametrize("text", ["2", "maybe", "null", "[]", "{}", "nan", '"on"'])
def test_a_switch_that_is_neither_is_told_and_the_default_holds(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv("MEMORY_STORE_CAPTURE", text)

    assert config.resolve().switch("capture") is True
    assert "MEMORY_STORE_CAPTURE" in config.resolve().problems[0]


def test_numbers_and_words_in_the_environment_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_STORE_SURE_CONFIDENCE", "0.5")
    monkeypatch.setenv("MEMORY_STORE_LANGUAGE", "zh")
    monkeypatch.setenv("MEMORY_STORE_EMBEDDING_MODEL", "123")
    monkeypatch.setenv("MEMORY_STORE_FACTS_LIMIT", "1e999")
    monkeypatch.setenv("MEMORY_STORE_NEWS_LIMIT", "")
    monkeypatch.setenv("MEMORY_STORE_NO_SUCH_THING", "1")

    result = config.resolve()

    assert result.number("sure_confidence") == 0.5
    assert result.word("language") == "zh"
    assert result.word("embedding_model") == "123"
    assert result.count("facts_limit") == 15
    assert len(result.problems) == 2


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
