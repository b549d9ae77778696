"""Makes `embedders/e5_small.onnx`, the graph of e5-small over the arrays that are mapped.

    python benchmarks/e5_graph.py

The graph holds no weights: it names places in the file of arrays that `e5_small` maps, which is
the same on each machine. Another layout of that file needs another graph; a test compares both.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import onnx
from onnx import helper, numpy_helper

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from memory_store.embedders import e5_bulk, e5_small, mapped_arrays

if TYPE_CHECKING:
    from collections.abc import Mapping

_OPSET, _IR = 21, 10
_OWN = "com.microsoft"  # the operators of onnxruntime
_HIDDEN, _WIDE, _HEADS, _EPSILON = 384, 1536, 12, 1e-12
_KINDS = {
    "f": onnx.TensorProto.FLOAT,
    "B": onnx.TensorProto.UINT8,
    "e": onnx.TensorProto.FLOAT16,
}
_MATRICES = {
    "project": (_HIDDEN, 3 * _HIDDEN),
    "output": (_HIDDEN, _HIDDEN),
    "widen": (_HIDDEN, _WIDE),
    "narrow": (_WIDE, _HIDDEN),
}
_VECTORS = {
    "project_bias": (3 * _HIDDEN,),
    "output_bias": (_HIDDEN,),
    "output_weight": (_HIDDEN,),
    "output_shift": (_HIDDEN,),
    "widen_bias": (_WIDE,),
    "narrow_bias": (_HIDDEN,),
    "narrow_weight": (_HIDDEN,),
    "narrow_shift": (_HIDDEN,),
}


class _Array(NamedTuple):
    letter: str
    shape: tuple[int, ...]
    at: int


class _Graph:
    """The nodes and initial values of a graph."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.values: list[onnx.TensorProto] = []

    def refer(self, name: str, array: _Array) -> None:
        """Name an array of the mapped file."""
        value = onnx.TensorProto(
            name=name,
            data_type=_KINDS[array.letter],
            dims=array.shape,
            data_location=onnx.TensorProto.EXTERNAL,
        )
        length = np.dtype(array.letter).itemsize * int(np.prod(array.shape))
        entries = {"location": e5_bulk.ARRAYS, "offset": array.at, "length": length}
        for key, entry in entries.items():
            value.external_data.add(key=key, value=str(entry))
        self.values.append(value)

    def cut(self, mark: str, at: int, parts: Mapping[str, tuple[int, ...]]) -> None:
        """Name arrays of float32 that lie one behind the other."""
        for name, shape in parts.items():
            self.refer(name + mark, _Array("f", shape, at))
            at += 4 * int(np.prod(shape))

    def keep(self, name: str, value: Any) -> None:  # noqa: ANN401  a number or a list
        """Write a small array into the graph."""
        self.values.append(numpy_helper.from_array(np.asarray(value), name))

    def add(self, operator: str, inputs: str, outputs: str, **how: Any) -> None:  # noqa: ANN401
        """Add a node; "-" stands for an input that is left out."""
        names = ["" if one == "-" else one for one in inputs.split()]
        self.nodes.append(helper.make_node(operator, names, outputs.split(), **how))


def places(path: str) -> dict[str, _Array]:
    """Where the arrays of a mapped file begin, in bytes."""
    return {
        name: _Array(letter, shape, at)
        for name, (letter, shape, at) in mapped_arrays.places(path).items()
    }


def model(arrays: dict[str, _Array]) -> bytes:
    """The model over these arrays: piece numbers and a mask to vectors of pieces."""
    graph = _Graph()
    for name in ("words", "scales", "places"):
        graph.refer(name, arrays[name])
    graph.cut("", arrays["start"].at, {"weight": (_HIDDEN,), "shift": (_HIDDEN,)})
    _embed(graph)
    count = arrays["linear"].shape[0]
    for layer in range(count):
        out = "last_hidden_state" if layer == count - 1 else f"rows{layer + 1}"
        _add_layer(graph, arrays, layer, out)
    integers, floats = onnx.TensorProto.INT64, onnx.TensorProto.FLOAT
    sides = ["texts", "pieces"]
    whole = helper.make_graph(
        graph.nodes,
        e5_small.MODEL,
        [helper.make_tensor_value_info(one, integers, sides) for one in e5_bulk.INPUTS],
        [helper.make_tensor_value_info("last_hidden_state", floats, [*sides, _HIDDEN])],
        graph.values,
    )
    sets = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_OWN, 1)]
    made = helper.make_model(whole, opset_imports=sets, ir_version=_IR, producer_name="")
    written: bytes = made.SerializeToString(deterministic=True)
    return written


def _embed(graph: _Graph) -> None:
    """The sum of piece and position embeddings, normalised, as `e5_forward.Encoder` has it."""
    graph.keep("fifteen", np.uint8(15))
    graph.keep("four", np.uint8(4))
    graph.keep("zero_level", np.float32(8))
    graph.keep("last", [-1])
    graph.keep("first", [0])
    graph.keep("second", [1])
    graph.keep("flat", [0, 0, _HIDDEN])
    graph.add("Gather", "words input_ids", "halves")
    graph.add("BitwiseAnd", "halves fifteen", "low")
    graph.add("BitShift", "halves four", "high", direction="RIGHT")
    graph.add("Concat", "low high", "levels", axis=-1)
    graph.add("Cast", "levels", "raised", to=onnx.TensorProto.FLOAT)
    graph.add("Sub", "raised zero_level", "centred")
    graph.add("Gather", "scales input_ids", "scales16")
    graph.add("Cast", "scales16", "scales32", to=onnx.TensorProto.FLOAT)
    graph.add("Unsqueeze", "scales32 last", "steps")
    graph.add("Mul", "centred steps", "blocks")
    graph.add("Reshape", "blocks flat", "meanings")
    graph.add("Shape", "input_ids", "sides")
    graph.add("Gather", "sides second", "longest")
    graph.add("Slice", "places first longest first", "positions")
    graph.add("Add", "meanings positions", "summed")
    graph.add("LayerNormalization", "summed weight shift", "rows0", axis=-1, epsilon=_EPSILON)
    graph.add("Cast", "attention_mask", "mask", to=onnx.TensorProto.INT32)


def _add_layer(graph: _Graph, arrays: dict[str, _Array], layer: int, out: str) -> None:
    """A layer of BERT (Devlin et al. 2019); `e5_weights` scaled its queries."""
    mark = f".{layer}"
    linear, small = arrays["linear"], arrays["small"]
    graph.cut(mark, linear.at + 4 * layer * linear.shape[1], _MATRICES)
    graph.cut(mark, small.at + 4 * layer * small.shape[1], _VECTORS)
    shared = {"ROWS": f"rows{layer}", "MASK": "mask", "OUT": out, "-": "-"}

    def add(operator: str, inputs: str, outputs: str, **how: Any) -> None:  # noqa: ANN401
        marked = [
            " ".join(shared.get(name, name + mark) for name in names.split())
            for names in (inputs, outputs)
        ]
        graph.add(operator, marked[0], marked[1], **how)

    def normalise(rows: str, before: str, part: str, outputs: str) -> None:
        inputs = f"{rows} {before} {part}_weight {part}_shift {part}_bias"
        add("SkipLayerNormalization", inputs, outputs, domain=_OWN, epsilon=_EPSILON)

    add("MatMul", "ROWS project", "projected")
    add("Add", "projected project_bias", "biased")
    add("Split", "biased", "queries keys values", axis=-1, num_outputs=3)
    attention = {"domain": _OWN, "num_heads": _HEADS, "scale": 1.0}
    add("MultiHeadAttention", "queries keys values - MASK", "attended", **attention)
    add("MatMul", "attended output", "mixed")
    normalise("mixed", "ROWS", "output", "between")
    add("MatMul", "between widen", "wide")
    add("FastGelu", "wide widen_bias", "bent", domain=_OWN)
    add("MatMul", "bent narrow", "narrowed")
    normalise("narrowed", "between", "narrow", "OUT")


def main() -> None:
    """Write the graph over the arrays of this release."""
    with tempfile.TemporaryDirectory() as directory:
        e5_small.load("", directory)
        made = model(places(e5_small.arrays_file(directory)))
    Path(e5_bulk.GRAPH).write_bytes(made)
    print(f"{len(made):,} bytes")


if __name__ == "__main__":
    main()
