"""The names in a sentence."""

from __future__ import annotations

import pytest

from memory_store.language import names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wang owns `billing-api` on atlas-3.internal", ["billing-api", "atlas-3.internal"]),
        ("We moved to Apache Kafka and Redis.", ["Apache Kafka", "Redis"]),
        ("网关由 Mia 负责，跑在 k8s 上", ["Mia", "k8s"]),
        ("ask @mia about 42", ["mia"]),
        ("The key is [redacted:aws]", []),
        ("I use the API", []),
        ("we don`t use npm here", []),
    ],
)
def test_names_are_code_identifiers_and_capitals_within_a_sentence(
    text: str, expected: list[str]
) -> None:
    assert names.find(text) == expected
