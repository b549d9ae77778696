"""Show the settings that hold, where each comes from, and what is wrong with the files."""

from __future__ import annotations

import json
import os

from memory_store import config, errors, model, place
from memory_store.cli import terminal
from memory_store.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_store.cli import flags


def run(arguments: flags.Values, where: place.Place) -> model.Answer:
    """The settings, and every fault of the files; exit 1 for a fault.

    Raises:
        UsageError: there is no setting of that name.
    """
    settings = where.config
    if arguments.name and arguments.name not in settings.values:
        hint = errors.meant(arguments.name, settings.values) + "memory-store config lists them"
        raise errors.UsageError(f"no such setting: {arguments.name}", hint)
    names = [arguments.name] if arguments.name else list(settings.values)
    rules = config.schema()
    shown = {name: _shown(settings.values[name], rules[name]) for name in names}
    spoken = terminal.spoken(settings)
    lines = [
        f"{name} = {json.dumps(shown[name])}  ({settings.origins[name]})"
        f"  {config.explained(rules[name], spoken)}"
        for name in names
    ]
    record: dict[str, object] = {
        "settings": shown,
        "origins": {name: settings.origins[name] for name in names},
        "problems": settings.problems,
        "files": [
            os.path.join(store.path, layout.SETTINGS)
            for store in (where.project, layout.user_store())
            if store is not None
        ],
    }
    return model.Answer(
        record,
        "\n".join([*lines, *(f"! {one}" for one in settings.problems)]),
        1 if settings.problems else 0,
    )


def _shown(value: object, rule: dict[str, object]) -> object:
    """A value as it may be shown: of a secret, whether it is set; of an address, no key in it."""
    if rule.get("address"):
        from memory_store.text import address

        return address.masked(str(value))
    return "(set)" if rule.get("secret") and value else value
