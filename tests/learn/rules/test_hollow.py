"""A statement that says nothing of its own is never kept, in neither language."""

from __future__ import annotations

import pytest

from memory_store.learn import extract
from memory_store.learn.rules import hollow


@pytest.mark.parametrize(
    "said",
    [
        "always",
        "Always.",
        "Never!",
        "Never again.",
        "I prefer it",
        "I prefer that.",
        "I always prefer it.",
        "Always do that please.",
        "Always commit it.",
        "We decided to do it.",
        "We decided on this one.",
        "I like this approach.",
        "Remember that.",
        "总是。",
        "永远不要。",
        "我喜欢。",
        "我喜欢这种风格。",
        "就这么定了。",
        "我们决定了。",
        "以后都这样。",
        "以后都用这个方案。",
        "记住这个。",
    ],
)
def test_cues_and_pronouns_alone_are_never_kept(said: str) -> None:
    assert hollow.is_hollow(said)
    assert extract.from_prompt(said) == []


@pytest.mark.parametrize(
    "said",
    [
        "Never commit.",
        "Always ask first.",
        "I prefer tabs.",
        "We decided to use `uv`.",
        "Always answer briefly.",
        "我喜欢简短的回答",
        "以后都用 pnpm。",
        "我们决定用驼峰命名。",
    ],
)
def test_one_word_of_its_own_is_enough(said: str) -> None:
    assert not hollow.is_hollow(said)
    assert [one.content for one in extract.from_prompt(said)] == [said]


@pytest.mark.parametrize(
    "said",
    [
        "my github token is [redacted:github]",
        "Remember that the password for Grafana is [redacted:password]",
        "Remember: password=[redacted:password]",
        "[redacted:github] is my github token.",
        "Our domain is [redacted:private]",
        "我的 github 令牌是 [redacted:github]",
        "记住密码：[redacted:password]",
    ],
)
def test_what_only_told_a_secret_is_never_kept(said: str) -> None:
    assert hollow.tells_secret(said)
    assert extract.from_prompt(said) == []


def test_an_address_outlasts_the_password_in_it() -> None:
    said = "the replica is postgres://app:[redacted:url-password]@db-2.internal/orders"

    assert not hollow.is_hollow(said)


def test_of_two_clauses_the_one_without_the_secret_is_kept() -> None:
    (found,) = extract.from_prompt(
        "Our database is on db-2.internal, password [redacted:password]"
    )

    assert found.content == "Our database is on db-2.internal"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("记住：跳板机口令：[redacted:password]", []),
        ("Remember: the jump host: password: [redacted:password]", []),
        ("记住：跳板机在 10.0.0.7，口令：[redacted:password]", ["跳板机在 10.0.0.7"]),
    ],
)
def test_what_only_leads_to_a_secret_goes_with_it(said: str, kept: list[str]) -> None:
    assert [one.content for one in extract.from_prompt(said)] == kept
