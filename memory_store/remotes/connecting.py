"""A connection to a team's server, which ends within a time limit.

Must not know what is asked there.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from memory_store import errors
from memory_store.remotes import reasons

if TYPE_CHECKING:
    from collections.abc import Iterator

    import psycopg

_CONNECT_SECONDS = 3


@contextlib.contextmanager
def as_store_errors(url: str) -> Iterator[None]:
    """What fails of a server is a StoreError, in a sentence that names the server."""
    import psycopg

    shown = url.partition("?")[0]
    try:
        yield
    except (
        psycopg.errors.InvalidSchemaName,
        psycopg.errors.UndefinedColumn,
        psycopg.errors.UndefinedFunction,
        psycopg.errors.UndefinedTable,
    ) as error:
        raise errors.StoreError(
            "{url} is not prepared for this release of memory-store",
            "its owner runs memory-store remote prepare once, after each upgrade; if that was"
            " done, upgrade memory-store here",
            url=shown,
        ) from error
    except psycopg.Error as error:
        fault = " ".join(str(error).split()) or type(error).__name__
        raise errors.StoreError(
            "{url} is not reached: {fault}", url=shown, fault=reasons.why(fault)
        ) from error


@contextlib.contextmanager
def connected(url: str, seconds: float) -> Iterator[psycopg.Connection[Any]]:
    """A connection to a server, its statements given up after some seconds.

    Raises:
        StoreError: the driver is not installed, or the server is away, refuses, is too slow, or
            was not prepared for this release.
    """
    try:
        import psycopg
    except ImportError as error:
        raise errors.StoreError(
            "PostgreSQL needs {name}, which is not installed",
            "install the extra 'memory-store[postgres]'",
            name=error.name,
        ) from error
    options = (  # the scan of vectors goes on behind those of other teams
        f"-c statement_timeout={round(seconds * 1000)} -c hnsw.iterative_scan=relaxed_order"
    )
    with (
        as_store_errors(url),
        psycopg.connect(
            url, connect_timeout=_CONNECT_SECONDS, options=options, application_name="memory-store"
        ) as connection,
    ):
        yield connection
