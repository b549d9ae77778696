"""Opens multilingual-e5-small in fastembed, for more texts than a few, on the arrays as mapped.

onnxruntime runs the same float32 arithmetic as `e5_forward` on more than one core, after some
seconds of loading. So a vector is the same whichever of the two made it. Must not be waited for.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from memory_store import errors
from memory_store.embedders import fastembed_folders, fastembed_models
from memory_store.store import files

if TYPE_CHECKING:
    from memory_store.embedders import mapped_arrays, unigram

GRAPH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "e5_small.onnx")
"""Made by benchmarks/e5_graph.py: some kilobytes, the weights stay in ARRAYS."""

_GRAPH_NAME, _DIGESTS = "model.onnx", "written.json"
_LONGEST = 1 << 26
ARRAYS = "arrays.bin"
INPUTS = ("input_ids", "attention_mask")
_BATCH = 8  # of like length: larger ones leave the cache of a core
_MOST_THREADS = 4
_BLANKS = "[\\s\\x1c-\\x1f\\u200b\\u200e\\u200f\\ufeff\\ufffd]+"
_TILDE, _KEPT_TILDE = "\uff5e", "\ue0ff"
_PAD = 1


def load(
    path: str, sections: mapped_arrays.Sections, marks: unigram.Marks, longest: int
) -> fastembed_models.FastembedModel:
    """The model that lies beside its arrays, opened.

    Args:
        path: the file of arrays; what fastembed needs is written beside it once.
        sections: what the file holds.
        marks: the numbers of its pieces with a meaning.
        longest: how many pieces of a text are read.

    Raises:
        OSError: the folder can't be written.
        StoreError: fastembed can't be imported, or refuses the model.
    """
    if not fastembed_models.is_installed():
        raise errors.StoreError("fastembed is not installed")
    folder = os.path.dirname(path)
    with open(GRAPH, "rb") as stream:
        graph = stream.read()
    if not _is_written(folder, graph):
        _write(folder, graph, sections, marks, longest)
    threads = min(_MOST_THREADS, os.cpu_count() or 1)
    model = fastembed_models.load_folder(fastembed_folders.read(folder), threads, _BATCH)
    model.prepare()
    return model


def _is_written(folder: str, graph: bytes) -> bool:
    """Whether all files are there as they were written, and of this graph."""
    try:
        known = json.loads(files.read_path(os.path.join(folder, _DIGESTS), _LONGEST))
        return bool(known["made_by"] == _digest(graph)) and all(
            _digest(files.read_path(os.path.join(folder, name), _LONGEST)) == digest
            for name, digest in known["files"].items()
        )
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return False


def _write(
    folder: str,
    graph: bytes,
    sections: mapped_arrays.Sections,
    marks: unigram.Marks,
    longest: int,
) -> None:
    """Write the files of a folder in the layout of Hugging Face, and last their digests."""
    lengths = {"model_max_length": longest, "max_length": longest, "pad_token": "<pad>"}
    contents = {
        "tokenizer.json": _tokenizer(sections, marks).encode(),
        "special_tokens_map.json": b"{}",
        "tokenizer_config.json": json.dumps(lengths).encode(),
        "config.json": json.dumps({"hidden_size": 384, "pad_token_id": _PAD}).encode(),
        _GRAPH_NAME: graph,
    }
    known = {name: _digest(content) for name, content in contents.items()}
    for name, content in contents.items():
        files.replace(folder, name, content)
    noted = {"made_by": known[_GRAPH_NAME], "files": known}
    files.replace(folder, _DIGESTS, json.dumps(noted).encode())


def _digest(content: bytes) -> str:
    from hashlib import blake2b  # few embed so many texts

    return blake2b(content, digest_size=16).hexdigest()


def _tokenizer(sections: mapped_arrays.Sections, marks: unigram.Marks) -> str:
    """The vocabulary as Hugging Face's tokenizers read it, to cut texts as `unigram` does."""
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

    count = sections["words"].shape[0]
    offsets = sections["offsets"].content.cast("I")[: count + 1].tolist()
    scores = sections["scores"].content.cast("f")[:count].tolist()
    letters = bytes(sections["letters"].content)
    pieces = [
        (letters[offsets[at] : offsets[at + 1]].decode(), score)
        if score > -float("inf")
        else (f"\0{at}", 0.0)  # a mark, which no text holds
        for at, score in enumerate(scores)
    ]
    made = Tokenizer(models.Unigram(pieces, marks.unknown))
    made.normalizer = normalizers.Sequence(
        [
            normalizers.Replace(_TILDE, _KEPT_TILDE),
            normalizers.NFKC(),
            normalizers.Replace(_KEPT_TILDE, _TILDE),
            normalizers.Replace(Regex(_BLANKS), " "),
            normalizers.Strip(),
        ]
    )
    made.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always", split=False)
    ends = [(f"\0{number}", number) for number in (marks.begin, marks.end)]
    made.post_processor = processors.TemplateProcessing(
        single=f"{ends[0][0]} $A {ends[1][0]}", special_tokens=ends
    )
    return str(made.to_str())
