"""What `base.Embedder` promises, asked of the real model of every provider."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from memory_store.embedders import base

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.long

SENTENCES = [
    "Deployments to production happen every Tuesday afternoon.",
    "The database password is rotated by the platform team each month.",
    "Unit tests must pass before a branch is merged.",
    "Maria prefers tabs over spaces in Go files.",
    "The payment service times out after thirty seconds.",
    "We chose PostgreSQL because the team knows it well.",
    "The office coffee machine is broken again.",
    "Logs are kept for ninety days and then deleted.",
]
QUESTIONS = {
    "我们什么时候部署到生产环境？": 0,
    "合并分支之前需要什么？": 2,
    "支付服务的超时时间是多少？": 4,
    "为什么选择了 PostgreSQL？": 5,
    "日志保留多长时间？": 7,
}


def test_a_chinese_question_finds_the_english_sentence_that_answers_it(
    both: base.Embedder,
) -> None:
    rows = both.embed_documents(SENTENCES)

    nearest = [int((rows @ both.embed_query(question)).argmax()) for question in QUESTIONS]

    assert nearest == list(QUESTIONS.values())


@pytest.mark.parametrize(
    ("text", "paraphrase", "unrelated"),
    [
        ("怎样取消我的订阅", "如何退订这项服务", "今天天气很好"),
        ("用户偏好深色主题", "他喜欢暗色的界面", "数据库每晚备份一次"),
        (
            "How do I cancel my subscription?",
            "What is the way to unsubscribe from the service?",
            "The weather is lovely today.",
        ),
    ],
)
def test_a_paraphrase_is_nearer_than_an_unrelated_text(
    both: base.Embedder, text: str, paraphrase: str, unrelated: str
) -> None:
    rows = both.embed_documents([text, paraphrase, unrelated])

    assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.03


def test_vectors_are_float32_of_unit_length(embedder: base.Embedder) -> None:
    odd = ["x", "😀", "\u200b", "\x00", "a\ud800"]
    rows = embedder.embed_documents([*SENTENCES, *odd])
    query = embedder.embed_query("谁喜欢用制表符？")

    assert rows.dtype == query.dtype == np.float32
    assert rows.shape == (len(SENTENCES) + 5, embedder.dimensions)
    assert query.shape == (embedder.dimensions,)
    np.testing.assert_allclose(np.linalg.norm([*rows, query], axis=1), 1, atol=1e-5)


def test_a_blank_text_gets_zeros_and_no_text_no_row(embedder: base.Embedder) -> None:
    rows = embedder.embed_documents(["", "words", " \t\n\u3000"])

    assert rows.any(axis=1).tolist() == [False, True, False]
    assert not embedder.embed_query(" ").any()
    assert embedder.embed_documents([]).shape == (0, embedder.dimensions)


def test_the_vector_of_a_text_does_not_depend_on_its_batch_mates(engine: base.Embedder) -> None:
    few = SENTENCES[:3]
    long = [f"混合 text number {count}, 长一些的句子 " * count for count in (1, 8)]
    together, again = (engine.embed_documents([*few, *long])[: len(few)] for _ in range(2))
    alone = np.concatenate([engine.embed_documents([text]) for text in few])

    # Rounding of float32 sums, whose order depends on the size of a matrix, is all there may be.
    np.testing.assert_allclose(together, alone, rtol=0, atol=1e-6)
    assert together.tobytes() == again.tobytes(), "the same batch gives the same bits"


def test_many_short_texts_come_out_in_their_order(engine: base.Embedder) -> None:
    texts = [f"item {'very ' * (count % 7)}number {count}" for count in range(12)]
    rows = engine.embed_documents(texts)

    assert int((rows @ engine.embed_query(texts[7])).argmax()) == 7


def test_text_past_the_limit_changes_nothing(in_folder: base.Embedder) -> None:
    text = "The build takes four minutes on the new runners. " * 60
    assert len(text) > base.TEXT_LIMIT

    cut, whole = (in_folder.embed_query(one) for one in (text[: base.TEXT_LIMIT], text))

    assert cut.tobytes() == whole.tobytes()


NO_NETWORK = """
import json, socket, sys

BARRED = {"socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto"}
tried = []

def refuse(event, arguments):
    if event in BARRED:
        tried.append(event)
        raise PermissionError(f"{event} {arguments}")

sys.addaudithook(refuse)
from memory_store import errors
from memory_store.embedders import catalog

try:
    vector = catalog.load(*sys.argv[1:]).embed_query("does it call home?")
    outcome = float((vector * vector).sum())
except errors.StoreError as error:
    outcome = str(error)
quiet = tried[:]
try:
    socket.create_connection(("localhost", 9))
except PermissionError:
    pass
print(json.dumps({"quiet": quiet, "control": tried, "outcome": outcome}))
"""


@pytest.mark.parametrize(
    ("provider", "model", "cache"),
    [
        ("offline", "", "mapped_models"),
        ("fastembed", "folder", "tmp_path"),
        ("fastembed", "", "tmp_path"),
    ],
    ids=["mapped", "in a folder", "not on this machine"],
)
def test_a_local_model_touches_no_network(
    provider: str,
    model: str,
    cache: str,
    run_python: Callable[..., str],
    request: pytest.FixtureRequest,
) -> None:
    path = str(request.getfixturevalue(model)) if model else ""
    directory = str(request.getfixturevalue(cache))

    seen = json.loads(run_python(NO_NETWORK, provider, path, directory))

    if (provider, model) == ("fastembed", ""):
        assert "Could not load model" in seen["outcome"]
    else:
        assert seen["outcome"] == pytest.approx(1, abs=1e-5)
    assert seen["quiet"] == []
    assert seen["control"] == ["socket.getaddrinfo"], "the guard itself must bite"
