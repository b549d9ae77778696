"""Imports numpy so that it computes on one thread, for all modules that compute here.

It must not change what a caller has chosen, nor the environment of the programs that we start.
"""

from __future__ import annotations

import os
import sys

from memory_store import errors, place

_THREADS = "OPENBLAS_NUM_THREADS"


def import_numpy() -> None:
    """Import numpy with a BLAS of one thread, unless it is imported or the variable is set.

    Threads of OpenBLAS wait for each other by spinning. On a machine that is busy with other
    work, as a developer's is, a query of 1.4 ms takes 130 ms on two of them; on an idle one
    they gain a quarter at the most.

    Raises:
        StoreError: it can't be imported; words can be searched all the same.
    """
    if sys.modules.get("numpy") is not None:
        return
    chosen = os.environ.get(_THREADS)
    os.environ[_THREADS] = "1" if chosen is None else chosen
    try:
        import numpy as np  # noqa: F401  what it read of the environment holds from now on
    except ImportError as error:
        hint = place.to_install("numpy")
        raise errors.StoreError(f"numpy can't be used: {error}", hint) from error
    finally:
        if chosen is None:
            del os.environ[_THREADS]
