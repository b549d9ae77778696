"""Converts JSON text to values and back without importing `json`.

The import of `json` brings `re`, which costs 0.8 of a bare start. The C scanner and encoder of
`json` are used directly. Text that they refuse goes to `json`, whose answer or error holds.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

Record = dict[str, object]
"""A JSON object, as it is read and written."""

_BLANKS = " \t\n\r"


def _refuse_constant(name: str) -> float:
    raise ValueError(f"not JSON: {name}")


def _refuse_value(value: object) -> object:
    raise TypeError(f"not a JSON value: {type(value).__name__}")


def _finite(digits: str) -> float:
    """The number, or the largest there is: an infinity could not be written again."""
    return min(max(float(digits), -sys.float_info.max), sys.float_info.max)


class _Grammar:
    """The options of the C scanner."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = staticmethod(_finite)
    parse_int = int
    parse_constant = staticmethod(_refuse_constant)


def _from_c() -> tuple[Callable[[str, int], tuple[object, int]], Callable[[object, bool], str]]:
    """Both directions on the C accelerator; ImportError or TypeError where a Python lacks it."""
    import _json

    scan = _json.make_scanner(_Grammar)  # type: ignore[arg-type]  # reads attributes only

    def encoder(escape: Callable[[str], str]) -> Callable[[object, int], tuple[str, ...]]:
        encode: Callable[[object, int], tuple[str, ...]] = _json.make_encoder(
            None,
            _refuse_value,
            escape,
            None,
            ":",
            ",",
            False,
            False,
            False,
        )
        return encode

    plain = encoder(_json.encode_basestring)
    ascii_only = encoder(_json.encode_basestring_ascii)

    def write(value: object, ascii_text: bool) -> str:
        return "".join((ascii_only if ascii_text else plain)(value, 0))

    write([None, True, 1.5, "x", {"k": 1}], False)  # a codec that can't do this is not used
    return scan, write


def _from_json() -> tuple[Callable[[str, int], tuple[object, int]], Callable[[object, bool], str]]:
    """Both directions on the public module, for Pythons without the accelerator."""
    import json

    decoder = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_finite)

    def write(value: object, ascii_text: bool) -> str:
        return json.dumps(
            value,
            ensure_ascii=ascii_text,
            check_circular=False,
            allow_nan=False,
            default=_refuse_value,
            separators=(",", ":"),
        )

    return decoder.raw_decode, write


try:
    _scan, _write = _from_c()
except (ImportError, AttributeError, TypeError):
    _scan, _write = _from_json()


def parse_at(text: str, start: int = 0) -> tuple[object, int]:
    """The JSON value that begins at `start` (blanks skipped) and where it ends.

    Raises:
        ValueError: no valid value stands there; NaN and Infinity are none, nor is a value
            nested deeper than the interpreter can follow.
    """
    while start < len(text) and text[start] in _BLANKS:
        start += 1
    if start == len(text):
        raise ValueError("not JSON: nothing there")
    try:
        return _scan(text, start)
    except (StopIteration, SystemError, RecursionError) as error:
        raise ValueError("not JSON") from error


def parse(text: str) -> object:
    """The JSON value that `text` holds.

    Raises:
        ValueError: the text is not exactly one JSON value.
    """
    value, end = parse_at(text)
    if text[end:].strip(_BLANKS):
        raise ValueError(f"not JSON: more text after the value, at {end}")
    return value


def texts(value: object) -> list[str]:
    """The texts in a parsed array; empty if it is no array."""
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def fits(value: object, shape: object) -> bool:
    """Whether a parsed value is of a shape: a type, or a list or object of shapes.

    A list of one shape has any number of these, another each in its place; an object has exactly
    these keys. An integer is a `float` too.
    """
    if isinstance(shape, list):
        each = shape * len(value) if isinstance(value, list) and len(shape) == 1 else shape
        return isinstance(value, list) and len(value) == len(each) and all(map(fits, value, each))
    if isinstance(shape, dict):
        return (
            isinstance(value, dict)
            and value.keys() == shape.keys()
            and all(fits(value[name], one) for name, one in shape.items())
        )
    return type(value) is shape or (shape is float and type(value) is int)


def render(value: object, *, ascii_text: bool = False) -> str:
    """`value` as a line of compact JSON; with `ascii_text` other characters are escaped.

    Raises:
        TypeError: something in it has no JSON form.
        ValueError: it holds a NaN or an infinity, or itself, or is nested too deep.
    """
    try:
        return _write(value, ascii_text)
    except RecursionError as error:
        raise ValueError("not JSON: nested too deep") from error


def with_texts(record: Record, change: Callable[[str], str]) -> Record:
    """A record with each text in it changed, however deep; the keys of objects stay."""
    return {name: _with_texts(value, change) for name, value in record.items()}


def _with_texts(value: object, change: Callable[[str], str]) -> object:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_with_texts(inner, change) for inner in value]
    return with_texts(value, change) if isinstance(value, dict) else value
