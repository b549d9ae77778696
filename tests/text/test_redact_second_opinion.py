"""What detect-secrets (Yelp) knows of keys finds nothing in a text that was redacted."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from typing import Any

import pytest
from detect_secrets import plugins
from detect_secrets.plugins.base import RegexBasedDetector

from memory_store.text import clean, redact
from tests.text import keys

# By the looks of any text, or by a name beside it, and not by a format.
_GUESSING = ("high_entropy_strings", "keyword", "base", "ip_public")


def detectors() -> list[Any]:
    found: list[Any] = []
    for module in pkgutil.iter_modules(plugins.__path__):
        if module.name in _GUESSING:
            continue
        loaded = importlib.import_module(f"detect_secrets.plugins.{module.name}")
        for _, kind in inspect.getmembers(loaded, inspect.isclass):
            is_own = issubclass(kind, RegexBasedDetector) and kind.__module__ == loaded.__name__
            if is_own and not inspect.isabstract(kind):
                found.append(kind())
    return found


DETECTORS = detectors()


def seen(text: str) -> set[str]:
    return {one.secret_type for one in DETECTORS if any(one.analyze_string(text))}


def test_it_knows_many_of_the_keys_that_these_tests_make() -> None:
    shown = {kind for kind, row in keys.KINDS.items() if seen(keys.expand(row.keys[0]))}

    assert len(DETECTORS) > 15
    assert len(shown) >= 15


@pytest.mark.parametrize("kind", keys.KINDS)
def test_it_finds_none_of_them_after_redaction(kind: str) -> None:
    for template in keys.KINDS[kind].keys:
        for around in ("{}", "export TOKEN={}", '{{"x": "{}"}}', "Header: {}\nnext"):
            text, _ = redact.secrets(clean.text(around.format(keys.expand(template))))

            assert seen(text) == set()
