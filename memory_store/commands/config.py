"""Show the settings that hold, where each comes from, and what is wrong with the files."""

from __future__ import annotations

import json
import os

from memory_store import config, errors, model, place
from memory_store.store import files, layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from memory_store.cli import flags


def add_arguments(parser: flags.Parser) -> None:
    """The only argument."""
    parser.add_argument("name", nargs="?", help="one setting (default: all)")


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """The settings, and every fault of the files; exit 1 for a fault.

    Raises:
        UsageError: there is no setting of that name.
    """
    settings = where.config
    if arguments.name and arguments.name not in settings.values:
        hint = errors.meant(arguments.name, settings.values) + "memory-store config lists them"
        raise errors.UsageError(f"no such setting: {arguments.name}", hint)
    problems = settings.problems + _schema_faults(where)
    names = [arguments.name] if arguments.name else list(settings.values)
    rules = config.schema()
    shown = {name: _shown(settings.values[name], rules[name]) for name in names}
    lines = [
        f"{name} = {json.dumps(shown[name])}  ({settings.origins[name]})"
        f"  {rules[name]['description']}"
        for name in names
    ]
    record: dict[str, object] = {
        "settings": shown,
        "origins": {name: settings.origins[name] for name in names},
        "problems": problems,
        "files": [os.path.join(one.path, layout.SETTINGS) for one in _stores(where)],
    }
    return model.Answer(
        record, "\n".join([*lines, *(f"! {one}" for one in problems)]), 1 if problems else 0
    )


def _shown(value: object, rule: dict[str, object]) -> object:
    """A value as it may be shown: of a secret, whether it is set; of an address, no key in it."""
    if rule.get("address"):
        from memory_store.text import address

        return address.masked(str(value))
    return "(set)" if rule.get("secret") and value else value


def _names(fault: Any) -> list[str]:  # noqa: ANN401  jsonschema has no types
    """The settings that a fault of a file is about, quoted as `resolve` quotes them."""
    told = fault.message if fault.validator == "additionalProperties" else ""
    return [repr(str(key)) for key in fault.path] or [f"'{one}'" for one in told.split("'")[1::2]]


def _stores(where: place.Place) -> list[layout.Store]:
    return [store for store in (where.project, layout.user_store()) if store is not None]


def _schema_faults(where: place.Place) -> list[str]:
    """The faults of the files by the published schema, in full JSON Schema (jsonschema)."""
    import jsonschema

    with open(config.SCHEMA, encoding="utf-8") as file:
        validator = jsonschema.Draft202012Validator(json.load(file))
    faults = []
    for store in _stores(where):
        path = os.path.join(store.path, layout.SETTINGS)
        try:
            raw = files.read(store.path, layout.SETTINGS, config.MAX_BYTES)
            written = json.loads(raw.decode("utf-8-sig"))
        except (OSError, ValueError):
            continue  # resolve() told what can't be read
        for fault in validator.iter_errors(written):
            sentence = f"{path}: {fault.json_path}: {fault.message}"
            if not any(name in one for one in where.config.problems for name in _names(fault)):
                faults.append(sentence)
    return faults
