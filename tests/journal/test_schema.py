from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from memory_store.journal import schema

NAMES = ["fact", "summary", "event"]
FACT: dict[str, object] = {
    "id": "f_1",
    "type": "W",
    "content": "x",
    "entities": [],
    "confidence": 0.8,
    "created_at": "2026-11-21T22:54:01.123Z",
    "updated_at": "2026-11-21T22:54:01.123Z",
    "source": {"via": "agent"},
    "evidence": [],
}
# The part of JSON Schema that schema.py knows; a published schema must use no other.
KNOWN = {"type", "required", "properties", "items", "enum", "minimum", "maximum"}
KNOWN |= {"minLength", "maxLength", "minItems", "maxItems"}
KNOWN |= {f"type {name}" for name in schema._TYPES}
NOTES = {"$schema", "$id", "schema_version", "title", "description"}


@pytest.mark.parametrize("name", NAMES)
def test_a_published_schema_is_draft_2020_12_with_a_version(name: str) -> None:
    path = Path(schema._DIRECTORY, f"{name}.schema.json")
    published = json.loads(path.read_text(encoding="utf-8"))

    Draft202012Validator.check_schema(published)
    assert published["$schema"].endswith("2020-12/schema")
    assert published["schema_version"] == 1
    assert schema.load(name) == published


@pytest.mark.parametrize("name", NAMES)
def test_a_published_schema_asks_for_nothing_that_the_check_does_not_know(name: str) -> None:
    assert _keywords(schema.load(name)) <= KNOWN | NOTES


def _keywords(rule: dict[str, object]) -> set[str]:
    found = {*rule, *(f"type {rule[key]}" for key in rule if key == "type")}
    properties = rule.get("properties", {})
    assert isinstance(properties, dict)
    for inner in [*properties.values(), *([rule["items"]] if "items" in rule else [])]:
        found |= _keywords(inner)
    return found


def test_all_faults_are_told_at_once() -> None:
    assert len(schema.faults("fact", {})) == len(FACT)
    assert schema.faults("fact", []) == ["record: not a JSON object"]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_a_number_that_no_file_can_hold_is_a_fault(value: float) -> None:
    assert len(schema.faults("fact", {**FACT, "confidence": value})) == 1


def test_the_longest_text_of_a_field_comes_from_the_schema() -> None:
    assert schema.longest("event", "reason", 8_000) == 200
    assert schema.longest("event", "text", 8_000) == 8_000
    assert schema.longest("event", "unknown", 8_000) == 8_000
