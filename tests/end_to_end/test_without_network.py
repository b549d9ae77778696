"""docs/promises.md P8: no hook opens a connection, and nothing that it starts stays.

Whoever would reach out is pointed at a listener of ours that accepts and never answers: the hub of
models, and any proxy. The control does reach it.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from tests import faults, given
from tests.end_to_end import shims

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.store import layout

REACHING = "import urllib.request; urllib.request.urlopen('http://hub.invalid/', timeout=0.5)"

RUN_SECONDS = 60  # background._SECONDS


class BlackHole:
    """A listener that takes every connection and says nothing."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.taken: list[socket.socket] = []
        threading.Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        while True:
            try:
                self.taken.append(self._listener.accept()[0])
            except OSError:
                return

    def environment(self) -> dict[str, str]:
        here = f"http://127.0.0.1:{self.port}"
        names = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy")
        return {"HF_ENDPOINT": here, "NO_PROXY": "", **dict.fromkeys(names, here)}

    def close(self) -> None:
        self._listener.close()
        for one in self.taken:
            one.close()


@pytest.fixture
def black_hole() -> Iterator[BlackHole]:
    made = BlackHole()
    yield made
    made.close()


def _is_over(project: str) -> bool:
    """Whether nothing works for a project, or what does has had the time of a core for a run.

    A core's time and not the clock's: a run gives way to all the other tests.
    """
    return all(one.used >= RUN_SECONDS for one in faults.working_for(project))


@pytest.mark.long
@pytest.mark.parametrize("embedder", ["none", pytest.param("offline", marks=pytest.mark.torture)])
def test_no_hook_and_nothing_it_starts_opens_a_connection_or_stays(
    store: layout.Store, black_hole: BlackHole, embedder: str
) -> None:
    """Also with the model that is installed, which the background run loads."""
    env = {**black_hole.environment(), "MEMORY_STORE_EMBEDDER": embedder}
    for name in shims.HOOKS:
        said = "Remember that the payment service listens on port 8443."
        payload = given.payload(shims.CURSOR[name], store.project, prompt=said, text=said)
        assert shims.hook(name, payload, **env).code == 0
    faults.wait_for(lambda: _is_over(store.project), "the detached run ends")

    assert faults.working_for(store.project) == []
    assert black_hole.taken == []
    assert len(given.living(store)) == 1
    subprocess.run(
        [sys.executable, "-c", REACHING],
        env={**os.environ, **black_hole.environment()},
        stderr=subprocess.DEVNULL,
        check=False,
    )
    assert len(black_hole.taken) == 1, "the control must reach it"
