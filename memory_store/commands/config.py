"""Show the settings that hold, where each comes from, and what is wrong with the files."""

from __future__ import annotations

import json
import os

from memory_store import config, layout, model, place

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The one argument."""
    parser.add_argument("name", nargs="?", help="one setting (default: all)")


def run(arguments: argparse.Namespace, where: place.Place) -> model.Answer:
    """The settings; exit 1 when the name is none or a file has faults."""
    settings = where.config
    problems = [*settings.problems, *_schema_faults(where)]
    names = [arguments.name] if arguments.name else list(settings.values)
    known = [name for name in names if name in settings.values]
    problems += [f"unknown setting {name!r}" for name in names if name not in known]
    rules = config.schema()
    lines = [
        f"{name} = {json.dumps(settings.values[name])}  ({settings.origins[name]})"
        f"  {rules[name]['description']}"
        for name in known
    ]
    record: dict[str, object] = {
        "settings": {name: settings.values[name] for name in known},
        "origins": {name: settings.origins[name] for name in known},
        "problems": problems,
        "files": [os.path.join(one.path, layout.SETTINGS) for one in _stores(where)],
    }
    return model.Answer(
        record, "\n".join([*lines, *(f"! {one}" for one in problems)]), 1 if problems else 0
    )


def _stores(where: place.Place) -> list[layout.Store]:
    return [store for store in (where.project, layout.user_store()) if store is not None]


def _schema_faults(where: place.Place) -> list[str]:
    """What the published schema says of the files, in full JSON Schema (jsonschema)."""
    import jsonschema

    with open(config.SCHEMA, encoding="utf-8") as file:
        validator = jsonschema.Draft202012Validator(json.load(file))
    found = []
    for store in _stores(where):
        path = os.path.join(store.path, layout.SETTINGS)
        try:
            with open(path, encoding="utf-8-sig") as file:
                written = json.load(file)
        except (OSError, ValueError):
            continue  # resolve() told what can't be read
        for fault in validator.iter_errors(written):
            told = f"{path}: {fault.json_path}: {fault.message}"
            if not any(str(key) in one for one in where.config.problems for key in fault.path):
                found.append(told)
    return found
