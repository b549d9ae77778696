"""The page of a store, as a browser that was given the token sees it."""

from __future__ import annotations

import contextlib
import html
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from memory_store.view import app, guard
from tests.commands.conftest import plain_machine, run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memory_store.store import layout

__all__ = ["plain_machine", "run"]  # the fixtures of commands

PORT = 8_123
HOST = f"http://127.0.0.1:{PORT}"


class Browser:
    """A browser without scripts: addresses, and the forms of the page that it last saw."""

    def __init__(self, store: layout.Store, language: str = "en") -> None:
        self.keys = guard.Keys()
        page = app.make(store.project, self.keys, PORT)
        self.client = TestClient(page, base_url=HOST, headers={"accept-language": language})

    def enter(self) -> Browser:
        self.client.post("/enter", data={"token": self.keys.token})
        return self

    def see(self, address: str) -> str:
        """The text of a page, as it is served."""
        answer = self.client.get(address)
        assert answer.status_code == 200, answer.text
        return html.unescape(answer.text)

    def press(self, action: str, **fields: str) -> str:
        """The text of the page behind a button of ours."""
        answer = self.client.post(f"/do/{action}", data={"form_key": self.keys.form, **fields})
        assert answer.status_code == 200, answer.text
        return html.unescape(answer.text)


@contextlib.contextmanager
def served(store: layout.Store, **settings: str) -> Iterator[str]:
    """The address that `memory-store view` prints, while it serves; with BROWSER it opens that."""
    words = [sys.executable, "-m", "memory_store", "view", "--project", store.project]
    words += [] if "BROWSER" in settings else ["--no-browser"]
    environment = os.environ | settings
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment) as serving:
        assert serving.stdout is not None
        yield serving.stdout.readline().strip()
        serving.terminate()


def said(page: str) -> str:
    """The word on what was done last."""
    found = re.search(r'<div class="said[^>]*><p>(.*?)</p>', page, re.DOTALL)
    return found[1] if found else ""


@pytest.fixture
def browser(store: layout.Store) -> Browser:
    return Browser(store).enter()
