"""Writes multilingual-e5-small as an ONNX graph that keeps the four-bit weights as they are.

The graph is that of BERT (Devlin et al. 2019, arXiv 1810.04805), in the fused operators of
onnxruntime's com.microsoft domain: input_ids, attention_mask -> last_hidden_state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from memory_store.embedders import e5_weights

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

_FUSED = "com.microsoft"


class _Graph:
    """Nodes and constants as they are added; each node is named after its output."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, name: str, array: NDArray[Any]) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def node(
        self, operator: str, inputs: list[str], *outputs: str, fused: bool = False, **settings: Any
    ) -> str:
        domain = _FUSED if fused else ""
        name = f"{operator}:{outputs[0]}"
        self.nodes.append(
            helper.make_node(operator, inputs, outputs, name=name, domain=domain, **settings)
        )
        return outputs[0]


class _Writer:
    def __init__(self, weights: e5_weights.Weights) -> None:
        self._weights = weights
        self._graph = _Graph()

    def write(self, path: Path, kept: NDArray[np.intp]) -> None:
        """Store the model with the rows of the pieces in `kept` alone."""
        rows = self._embed(kept)
        for layer in range(self._weights.sizes.layers):
            rows = self._attend(f"l{layer}", rows)
            rows = self._think(f"l{layer}", rows)
        self._graph.node("Identity", [rows], "last_hidden_state")
        onnx.save(self._model(), str(path))

    def _embed(self, kept: NDArray[np.intp]) -> str:
        graph, weights, hidden = self._graph, self._weights, self._weights.sizes.hidden
        graph.node("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
        words = weights.matrix("emb.word", weights.sizes.rows)
        graph.constants.append(_pack_signed("word.levels", words.levels[kept].reshape(-1, hidden)))
        graph.constant("word.scales", words.scales[kept])
        looked_up = ["word.levels", "input_ids", "word.scales"]
        axes = {"gather_axis": 0, "quantize_axis": 1, "block_size": e5_weights.BLOCK}
        graph.node("GatherBlockQuantized", looked_up, "words", fused=True, **axes)
        # All texts are of type 0, whose row is added to each position's once and for all.
        places = weights.floats("emb.pos", -1, hidden)[: weights.sizes.positions]
        graph.constant("places", places + weights.floats("emb.type", -1, hidden)[0])
        for name, number in (("zero", 0), ("one", 1)):
            graph.constant(name, np.array([number], np.int64))
        graph.node("Shape", ["input_ids"], "shape")
        graph.node("Gather", ["shape", "one"], "length")
        graph.node("Slice", ["places", "zero", "length", "zero"], "positions")
        graph.node("Add", ["words", "positions"], "embedded")
        scaling = self._scaling("emb.ln")
        return graph.node(
            "LayerNormalization", ["embedded", *scaling], "start", axis=-1, epsilon=weights.epsilon
        )

    def _attend(self, layer: str, rows: str) -> str:
        graph, sizes = self._graph, self._weights.sizes
        together = self._linear(layer, "qkv", ("q", "k", "v"), rows, sizes.hidden)
        parts = [f"{layer}.{part}" for part in ("queries", "keys", "values")]
        graph.node("Split", [together], *parts, axis=-1, num_outputs=3)
        heard = graph.node(
            "MultiHeadAttention",
            [*parts, "", "mask"],
            f"{layer}.heard",
            fused=True,
            num_heads=sizes.heads,
        )
        told = self._linear(layer, "attended", ("ao",), heard, sizes.hidden)
        return self._add(told, rows, f"{layer}.aln")

    def _think(self, layer: str, rows: str) -> str:
        sizes = self._weights.sizes
        wide = self._linear(layer, "wide", ("fi",), rows, sizes.feed_forward)
        bent = self._graph.node("Gelu", [wide], f"{layer}.bent", fused=True)
        narrow = self._linear(layer, "narrow", ("fo",), bent, sizes.hidden)
        return self._add(narrow, rows, f"{layer}.oln")

    def _linear(self, layer: str, name: str, parts: tuple[str, ...], rows: str, out: int) -> str:
        """One product with the matrices of several parts, stacked, and their biases."""
        found = [self._weights.matrix(f"{layer}.{part}.w", out) for part in parts]
        levels = np.concatenate([matrix.levels for matrix in found])
        scales = np.concatenate([matrix.scales for matrix in found])
        biases = [self._weights.floats(f"{layer}.{part}.b", -1) for part in parts]
        inputs = [
            rows,
            self._graph.constant(f"{layer}.{name}.levels", _pack(levels)),
            self._graph.constant(f"{layer}.{name}.scales", scales.reshape(-1)),
            "",
            "",
            self._graph.constant(f"{layer}.{name}.bias", np.concatenate(biases)),
        ]
        outer, blocks = scales.shape
        shape = {"N": outer, "K": blocks * e5_weights.BLOCK, "block_size": e5_weights.BLOCK}
        return self._graph.node(
            "MatMulNBits", inputs, f"{layer}.{name}", fused=True, bits=4, accuracy_level=4, **shape
        )

    def _add(self, rows: str, before: str, name: str) -> str:
        inputs = [rows, before, *self._scaling(name)]
        return self._graph.node(
            "SkipLayerNormalization", inputs, name, fused=True, epsilon=self._weights.epsilon
        )

    def _scaling(self, name: str) -> list[str]:
        return [
            self._graph.constant(f"{name}.{part}", self._weights.floats(f"{name}.{part}", -1))
            for part in ("w", "b")
        ]

    def _model(self) -> Any:
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
            for name in ("input_ids", "attention_mask")
        ]
        shape: list[str | int | None] = ["batch", "length", self._weights.sizes.hidden]
        output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, shape)
        graph = helper.make_graph(
            self._graph.nodes, "multilingual-e5-small", inputs, [output], self._graph.constants
        )
        domains = [helper.make_opsetid("", 21), helper.make_opsetid(_FUSED, 1)]
        return helper.make_model(graph, opset_imports=domains, ir_version=10)


def write(weights: e5_weights.Weights, kept: NDArray[np.intp], path: Path) -> None:
    """Store the model as model.onnx, its vocabulary cut to the pieces in `kept`."""
    _Writer(weights).write(path, kept)


def _pack(levels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Two levels a byte, the first in its lower half."""
    return (levels[..., 0::2] | (levels[..., 1::2] << 4)).astype(np.uint8)


def _pack_signed(name: str, levels: NDArray[np.uint8]) -> Any:
    """A tensor of INT4 from levels around 8 (numpy has no such type)."""
    tensor = onnx.TensorProto(name=name, data_type=TensorProto.INT4, dims=levels.shape)
    tensor.raw_data = _pack(levels ^ np.uint8(8)).tobytes()  # level - 8 in two's complement
    return tensor
