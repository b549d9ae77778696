"""The page on seed 002's settings names each of them, and settings that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memory_store import config

PAGE = (Path(__file__).parents[2] / "docs" / "index-settings.md").read_text(encoding="utf-8")
SEED = (
    "provider",
    "remote.baseUrl",
    "remote.apiKey",
    "remote.headers",
    "remote.batch.enabled",
    "remote.batch.wait",
    "remote.batch.concurrency",
    "remote.batch.pollIntervalMs",
    "remote.batch.timeoutMinutes",
    "fallback",
    "model",
    "local.modelPath",
    "local.modelCacheDir",
    "cache.enabled",
    "cache.maxEntries",
    "sources",
    "extraPaths",
    "chunking.tokens",
    "chunking.overlap",
    "sync.onSessionStart",
    "sync.onSearch",
    "sync.watch",
    "sync.watchDebounceMs",
    "sync.intervalMinutes",
    "sync.sessions.deltaBytes",
)


@pytest.mark.parametrize("name", SEED)
def test_each_setting_of_the_seed_has_a_row(name: str) -> None:
    assert re.search(rf"^\| `{re.escape(name)}[`:]", PAGE, re.MULTILINE)


def test_the_settings_that_the_page_names_are_there_and_none_of_the_embedders_is_left_out() -> (
    None
):
    named = set(re.findall(r"`(embed[a-z_]+)", PAGE)) - {"embedding_cache"}  # a table of the seed
    ours = {name for name in config.schema() if name.startswith("embed")}

    assert named == ours
