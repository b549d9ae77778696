"""Checks a record against a published schema before it is written.

Implements the part of JSON Schema that our schemas use, since importing `jsonschema` costs nine
bare starts (docs/adr/0005); property tests compare both. Must not change a record.
"""

from __future__ import annotations

import os
import sys

from memory_store import codec, errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Schema = dict[str, object]

_DIRECTORY = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "schemas")
_TYPES: dict[object, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "number": (int, float),
    "integer": (int, float),  # 2.0 is one
    "boolean": bool,
}
_loaded: dict[str, Schema] = {}


def load(name: str) -> Schema:
    """The published schema `name` (fact, summary or event)."""
    if name not in _loaded:
        with open(os.path.join(_DIRECTORY, f"{name}.schema.json"), encoding="utf-8") as file:
            found = codec.parse(file.read())
        assert isinstance(found, dict)  # noqa: S101  our own file
        _loaded[name] = found
    return _loaded[name]


def longest(name: str, field: str, otherwise: int) -> int:
    """How many characters the schema `name` lets a field have, `otherwise` at most."""
    rule = _inner(_inner(load(name), "properties"), field)
    limit = rule.get("maxLength")
    return min(limit, otherwise) if isinstance(limit, int) else otherwise


def faults(name: str, record: object) -> list[errors.Message]:
    """The faults of `record` by the schema `name`, one line each: `confidence: 2 is over 1`."""
    return list(_faults(load(name), record, ""))


def _faults(schema: Schema, value: object, where: str) -> Iterator[errors.Message]:
    expected = schema.get("type")
    kind = _TYPES.get(expected)
    if kind and (
        not isinstance(value, kind)
        or (expected in {"number", "integer"} and isinstance(value, bool))
        or (expected == "integer" and isinstance(value, float) and not value.is_integer())
    ):
        yield _said("{where}: not a JSON {kind}", where or "record", kind=expected)
        return
    allowed = schema.get("enum")
    if isinstance(allowed, list) and value not in allowed:
        yield _said("{where}: {value} is none of {known}", where, repr(value), known=allowed)
    if isinstance(value, str):
        yield from _bounds(schema, len(value), "Length", f"{where}.length")
    elif isinstance(value, list):
        yield from _bounds(schema, len(value), "Items", f"{where}.items")
        for index, item in enumerate(value):
            yield from _faults(_inner(schema, "items"), item, f"{where}[{index}]")
    elif isinstance(value, dict):
        yield from _members(schema, value, where)
    elif isinstance(value, float) and not abs(value) <= sys.float_info.max:
        yield _said("{where}: {value} is no number that JSON knows", where, value)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from _bounds(schema, value, "imum", where)


def _members(schema: Schema, value: dict[str, object], where: str) -> Iterator[errors.Message]:
    prefix = f"{where}." if where else ""
    required = schema.get("required")
    for name in required if isinstance(required, list) else []:
        if name not in value:
            yield _said("{where}: missing", f"{prefix}{name}")
    properties = _inner(schema, "properties")
    for name, member in value.items():
        yield from _faults(_inner(properties, name), member, f"{prefix}{name}")


def _bounds(schema: Schema, value: float, ending: str, where: str) -> Iterator[errors.Message]:
    low, high = schema.get("min" + ending), schema.get("max" + ending)
    if isinstance(low, int | float) and value < low:
        yield _said("{where}: {value} is under {bound}", where, value, bound=low)
    if isinstance(high, int | float) and value > high:
        yield _said("{where}: {value} is over {bound}", where, value, bound=high)


def _said(template: str, where: str, value: object = "", **more: object) -> errors.Message:
    return errors.Message(template, where=where, value=value, **more)


def _inner(schema: Schema, name: str) -> Schema:
    found = schema.get(name)
    return found if isinstance(found, dict) else {}


def breaks(name: str) -> Callable[[object], str]:
    """Tells where a record breaks a published schema, by `jsonschema`; "" where it does not.

    Where nobody waits: it is what anybody else would check our files with.
    """
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(load(name))

    def first(record: object) -> str:
        fault = next(validator.iter_errors(record), None)
        return "" if fault is None else str(fault.json_path)

    return first
