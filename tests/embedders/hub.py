"""A hub of models on this machine: as much of Hugging Face's API as a download asks for.

It serves one tiny real model under the name that fastembed has for it. Must not leave loopback.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from tests.web_server import Answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from tests.web_server import Request

MODEL = "BAAI/bge-small-zh-v1.5"
REPOSITORY = "Qdrant/bge-small-zh-v1.5"
LENGTH = 512
COMMIT = "0123456789abcdef0123456789abcdef01234567"

_PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *map(chr, range(32, 127))]
_TABLE = np.random.default_rng(7).normal(size=(len(_PIECES), LENGTH)).astype(np.float32)


def write(folder: Path, weights: str = "model_optimized.onnx") -> None:
    """A model of the characters of ASCII, each with a vector of its own."""
    folder.mkdir()
    _write_graph(folder / weights)
    vocabulary = {piece: at for at, piece in enumerate(_PIECES)}
    tokenizer: dict[str, object] = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": None,
        "pre_tokenizer": {
            "type": "Split",
            "pattern": {"Regex": "."},
            "behavior": "Isolated",
            "invert": False,
        },
        "post_processor": None,
        "decoder": None,
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"},
    }
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
    settings = {"model_max_length": 512, "pad_token": "[PAD]"}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings))
    (folder / "config.json").write_text(json.dumps({"hidden_size": LENGTH, "pad_token_id": 0}))
    special = {"pad_token": "[PAD]", "unk_token": "[UNK]"}
    (folder / "special_tokens_map.json").write_text(json.dumps(special))


def mean(text: str) -> NDArray[np.float32]:
    """The mean of the vectors of a text's characters, of unit length."""
    row: NDArray[np.float32] = _TABLE[[_PIECES.index(one) for one in text]].mean(axis=0)
    scaled: NDArray[np.float32] = row / np.linalg.norm(row)
    return scaled


def _write_graph(path: Path) -> None:
    shape = ["batch", "pieces"]
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, shape)
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    rows = helper.make_tensor_value_info("rows", TensorProto.FLOAT, [*shape, LENGTH])
    graph = helper.make_graph(
        [helper.make_node("Gather", ["table", "input_ids"], ["rows"])],
        "tiny",
        inputs,
        [rows],
        [numpy_helper.from_array(_TABLE, "table")],
    )
    opset = [helper.make_opsetid("", 17)]
    onnx.save(helper.make_model(graph, opset_imports=opset, ir_version=8), str(path))


def serving(folder: Path) -> Callable[[Request], Answer]:
    """The hub's answers for the model in a folder."""
    files = {path.name: path.read_bytes() for path in folder.iterdir()}

    def answer(request: Request) -> Answer:
        path = request.path.partition("?")[0]
        about = f"/api/models/{REPOSITORY}"
        if path in (about, f"{about}/revision/main", f"{about}/revision/{COMMIT}"):
            listed = [{"rfilename": name} for name in files]
            return Answer({"id": REPOSITORY, "sha": COMMIT, "siblings": listed})
        if path.startswith(f"{about}/tree/"):
            return Answer([_entry(name, raw) for name, raw in files.items()])
        content = files.get(path.rpartition("/")[2])
        if content is None or not path.startswith(f"/{REPOSITORY}/resolve/"):
            missing = {"X-Error-Code": "EntryNotFound"}
            return Answer({"error": "Entry not found"}, 404, missing)
        headers = {"ETag": f'"{_oid(content)}"', "X-Repo-Commit": COMMIT}
        return Answer(content, headers=headers)

    return answer


def _entry(name: str, raw: bytes) -> dict[str, object]:
    return {"type": "file", "path": name, "size": len(raw), "oid": _oid(raw)}


def _oid(raw: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(raw) + raw, usedforsecurity=False).hexdigest()
