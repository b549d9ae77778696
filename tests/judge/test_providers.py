"""Each provider asks its API as that is documented, and takes the JSON that the model gave."""

from __future__ import annotations

import json
from typing import Any

import pytest

from memory_store import errors, web
from memory_store.journal import schema
from memory_store.judge import providers, question
from tests import web_server
from tests.judge import chat_apis
from tests.web_server import Answer, Request

FACTS = {"facts": [{"m": 1, "type": "W", "text": "端口是 8080", "quote": "在 8080"}]}
SCHEMA = schema.load(question.SCHEMA)


def asking(seconds: float = 5.0) -> question.Question:
    return question.Question("Find facts.", "[1] P: 端口", SCHEMA, seconds)


def asked(provider: str, answer: web_server.Script | Answer, key: str = "k-1") -> Any:
    """What the provider took from this answer, and the first request that it made."""
    with web_server.serve(answer) as server:
        settings = question.Settings(provider, server.url, "some-model", key)
        found = providers.load(settings)(asking())
    return found.value, server.requests[0]


@pytest.mark.parametrize("provider", chat_apis.PROVIDERS)
def test_the_model_is_asked_for_json_of_the_schema_and_its_value_is_taken(provider: str) -> None:
    found, request = asked(provider, chat_apis.says(provider, FACTS))

    assert found == FACTS
    assert request.path == chat_apis.PATHS[provider]
    told = [*_values(request.body)]
    assert request.body["model"] == "some-model"
    assert "[1] P: 端口" in told
    assert any("Find facts." in str(one) for one in told)
    assert SCHEMA in told or any(json.dumps(SCHEMA) in str(one) for one in told)


def _values(value: object) -> Any:
    yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in inner:
        yield from _values(one)


@pytest.mark.parametrize(
    ("provider", "header", "sent"),
    [
        ("openai", "authorization", "Bearer k-1"),
        ("anthropic", "x-api-key", "k-1"),
        ("ollama", "authorization", "Bearer k-1"),
        ("gemini", "authorization", "Bearer k-1"),
    ],
)
def test_the_key_goes_where_the_api_wants_it_and_a_server_of_ones_own_needs_none(
    provider: str, header: str, sent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A vendor's variable is for the vendor alone."""
    monkeypatch.setenv("OPENAI_API_KEY", "for the vendor")
    answer = chat_apis.says(provider, FACTS)

    assert asked(provider, answer)[1].headers[header] == sent
    if provider in ("openai", "ollama"):
        assert header not in asked(provider, answer, key="")[1].headers
    providers.load(question.Settings("openai", "", "", ""))  # does not raise


def test_a_compatible_server_without_schemas_is_asked_for_any_json_object() -> None:
    def script(request: Request) -> Answer:
        strict = request.body["response_format"]["type"] == "json_schema"
        return Answer(status=400) if strict else chat_apis.says("openai", FACTS)

    assert asked("openai", script)[0] == FACTS


@pytest.mark.parametrize("provider", ["openai", "ollama", "gemini"])
@pytest.mark.parametrize("around", ["```json\n{}\n```", "Here you are: {} Anything else?"])
def test_json_between_words_is_found(provider: str, around: str) -> None:
    said = around.replace("{}", json.dumps(FACTS))

    assert asked(provider, chat_apis.says(provider, said))[0] == FACTS


@pytest.mark.parametrize("provider", chat_apis.PROVIDERS)
def test_an_answer_without_json_cut_off_or_of_another_shape_is_none(provider: str) -> None:
    said = ("", "I found nothing.", '{"facts": [', "{}}", "[1, 2")
    shapes: tuple[object, ...] = (
        *(None, [], {}, "x"),
        {"choices": 3, "content": {}, "message": []},
    )
    answers = [(chat_apis.says(provider, text), "without") for text in said]
    answers += [(chat_apis.says(provider, FACTS, cut_off=True), "cut off")]
    answers += [(Answer(body), "") for body in shapes]
    for answer, match in answers:
        with pytest.raises(errors.StoreError, match=match or None):
            asked(provider, answer)


def test_a_refusal_of_the_model_is_told() -> None:
    message = {"role": "assistant", "content": None, "refusal": "I can't help with that."}
    body = {"choices": [{"message": message, "finish_reason": "stop"}]}

    with pytest.raises(errors.StoreError, match="refused: I can't help"):
        asked("openai", Answer(body))


@pytest.mark.parametrize("provider", chat_apis.PROVIDERS)
@pytest.mark.parametrize("status", [401, 429, 500])
def test_a_status_is_passed_on(provider: str, status: int) -> None:
    with pytest.raises(web.RequestError) as raised:
        asked(provider, Answer(status=status))

    assert raised.value.status == status


@pytest.mark.parametrize(
    ("provider", "name"),
    [
        ("openai", "OPENAI_API_KEY"),
        ("anthropic", "ANTHROPIC_API_KEY"),
        ("gemini", "GEMINI_API_KEY"),
    ],
)
def test_without_a_key_the_vendor_is_not_asked(
    provider: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(name, raising=False)

    usual = providers.APIS[provider].url
    for url in ("", usual, usual.removesuffix("/openai")):  # Gemini's of earlier releases
        with pytest.raises(errors.StoreError, match=name):
            providers.load(question.Settings(provider, url, "", ""))


def test_ollama_needs_the_name_of_a_model() -> None:
    with pytest.raises(errors.StoreError, match="judge_model"):
        providers.load(question.Settings("ollama", "", "", ""))


def test_the_tokens_that_an_answer_took_are_told() -> None:
    took = {"openai": 12, "anthropic": 12, "ollama": 12, "gemini": 12}
    for provider, tokens in took.items():
        with web_server.serve(chat_apis.says(provider, FACTS, tokens=tokens)) as server:
            settings = question.Settings(provider, server.url, "m", "k-1")
            assert providers.load(settings)(asking()).tokens == tokens


@pytest.mark.parametrize(
    ("provider", "host", "others", "reads"),
    [
        ("claude", "claude", False, True),
        ("claude", "cursor", False, False),
        ("claude", "cursor", True, True),
        ("codex", "claude", False, False),
        ("openai", "cursor", False, True),
    ],
)
def test_a_session_goes_to_another_vendor_only_after_a_yes_of_its_own(
    provider: str, host: str, *, others: bool, reads: bool
) -> None:
    assert providers.reads(question.Settings(provider), host, others=others) is reads
