"""Changes a settings file: the user's, or a project's."""

from __future__ import annotations

import json
import os

from memory_store import config, errors
from memory_store.journal import create
from memory_store.store import files, layout
from memory_store.trust import approval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def change(store: layout.Store, values: Mapping[str, object]) -> None:
    """Write settings into a store's file, which is made where it is missing.

    Args:
        store: whose file.
        values: by name, sound already; None takes a setting out.

    Raises:
        UsageError: others changed the file, and it waits for the user's yes.
        StoreError: the file can't be read, or can't be written.
    """
    if layout.SETTINGS in store.withheld:
        raise errors.UsageError(
            "others changed {name}",
            "look at it and decide: memory-store trust",
            name=layout.SETTINGS,
        )
    written, fault = config.written(store)
    if fault:
        raise errors.StoreError(
            "{path}: {reason}", path=os.path.join(store.path, layout.SETTINGS), reason=fault
        )
    written |= values
    kept = {name: value for name, value in written.items() if value is not None}
    text = json.dumps(kept, ensure_ascii=False, indent=2) + "\n"
    create.create(store)
    try:
        files.replace(store.path, layout.SETTINGS, text.encode("utf-8"))
    except OSError as error:
        raise errors.cannot("write the settings of", store.path, error) from error
    if store.scope == "project":
        approval.renew(store)
