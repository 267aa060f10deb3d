"""A quantised layer is replaced by the float layer that it stands for, and nothing else of the graph changes."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from pipeline.voice.graph import Node, unquantise

RNG = np.random.default_rng(1)


def layer(operation: str, source: str, result: str, bias: str = "") -> list[Node]:
    """What ONNX Runtime's dynamic quantisation makes of a product."""
    p = result + "/"
    summed = [Node("Add", (p + "int", p + "bias_int"), (p + "sum",))] if bias else []
    rounded = [
        Node("Mul", (p + "scale", "w_scale"), (p + "both",)),
        Node("Div", (bias, p + "both"), (p + "bias_div",)),
        Node("Floor", (p + "bias_div",), (p + "bias_floor",)),
        Node("Cast", (p + "bias_floor",), (p + "bias_cast",)),
        Node("Reshape", (p + "bias_cast", "shape"), (p + "bias_int",)),
    ]
    return [
        Node("DynamicQuantizeLinear", (source,), (p + "q", p + "scale", p + "zero")),
        *(rounded if bias else []),
        Node(operation, (p + "q", "w", p + "zero", "w_zero"), (p + "int",), "layer", "", ("pads",)),
        *summed,
        Node("Cast", (p + ("sum" if bias else "int"),), (p + "float",)),
        Node("Mul", (p + "scale", "w_scale"), (p + "scales",)),
        Node("Mul", (p + "float", p + "scales"), (result,)),
    ]


WEIGHTS = {
    "w": RNG.integers(0, 256, (4, 3)).astype(np.uint8),
    "w_zero": np.uint8(120).reshape(()),
    "w_scale": np.float32(0.02).reshape(()),
    "b": RNG.normal(size=3).astype(np.float32),
    "shape": np.array([1, -1]),
    "other": np.ones(3, np.float32),
}
FLOAT = (WEIGHTS["w"].astype(np.float32) - 120) * np.float32(0.02)


def test_a_product_of_integers_becomes_a_product_of_floats() -> None:
    before = [Node("Relu", ("x",), ("r",)), *layer("MatMulInteger", "r", "m"), Node("Add", ("m", "b"), ("y",))]
    nodes, weights = unquantise(before, WEIGHTS, ["x"], ["y"])
    assert [(node.operation, node.inputs, node.outputs) for node in nodes] == [
        ("Relu", ("x",), ("r",)),
        ("MatMul", ("r", "w_float"), ("m",)),
        ("Add", ("m", "b"), ("y",)),
    ]
    assert set(weights) == {"w_float", "b"}
    assert np.allclose(weights["w_float"], FLOAT)


def test_a_convolution_gets_its_bias_back_as_it_was_before_rounding() -> None:
    nodes, weights = unquantise(layer("ConvInteger", "x", "y", "b"), WEIGHTS, ["x"], ["y"])
    assert [(node.operation, node.inputs, node.attributes) for node in nodes] == [
        ("Conv", ("x", "w_float", "b"), ("pads",))
    ]
    assert np.array_equal(weights["b"], WEIGHTS["b"])


@pytest.mark.parametrize("per_channel", [False, True])
def test_a_recurrent_layer_gets_float_weights_the_right_way_round(per_channel: bool) -> None:
    directions, inputs, gates = 2, 5, 8
    shape = (directions, gates) if per_channel else (directions,)
    weights = {
        "w": RNG.integers(0, 256, (directions, inputs, gates)).astype(np.uint8),
        "r": RNG.integers(0, 256, (directions, 2, gates)).astype(np.uint8),
        "ws": RNG.uniform(0.01, 0.1, shape).astype(np.float32),
        "wz": RNG.integers(100, 150, shape).astype(np.uint8),
        "rs": RNG.uniform(0.01, 0.1, shape).astype(np.float32),
        "rz": RNG.integers(100, 150, shape).astype(np.uint8),
        "b": np.zeros(3, np.float32),
    }
    attributes = tuple(SimpleNamespace(name=name) for name in ("direction", "input_forget", "hidden_size"))
    node = Node(
        "DynamicQuantizeLSTM",
        ("x", "w", "r", "b", "", "h", "c", "", "ws", "wz", "rs", "rz"),
        ("y", "", ""),
        "lstm",
        "com.microsoft",
        attributes,
    )
    (made,), found = unquantise([node], weights, ["x", "h", "c"], ["y"])
    assert (made.operation, made.domain) == ("LSTM", "")
    assert made.inputs == ("x", "w_float", "r_float", "b", "", "h", "c")
    assert [each.name for each in made.attributes] == ["direction", "hidden_size"]
    assert found["w_float"].shape == (directions, gates, inputs)
    for direction, row, gate in [(0, 1, 2), (1, 4, 7)]:
        at = (direction, gate) if per_channel else (direction,)
        expected = (float(weights["w"][direction, row, gate]) - float(weights["wz"][at])) * weights["ws"][at]
        assert found["w_float"][direction, gate, row] == pytest.approx(expected, rel=1e-5)


def test_nodes_come_after_what_they_need() -> None:
    before = [Node("Add", ("m", "b"), ("y",)), *reversed(layer("MatMulInteger", "x", "m"))]
    nodes, _ = unquantise(before, WEIGHTS, ["x"], ["y"])
    assert [node.operation for node in nodes] == ["MatMul", "Add"]


def test_a_graph_of_another_make_is_refused() -> None:
    split = [*layer("MatMulInteger", "x", "m"), Node("Abs", ("m/float",), ("z",))]
    with pytest.raises(ValueError, match="m/float should feed one Mul"):
        unquantise(split, WEIGHTS, ["x"], ["m", "z"])
    with pytest.raises(ValueError, match="needs what nothing makes"):
        unquantise([Node("Add", ("x", "lost"), ("y",), "sum")], WEIGHTS, ["x"], ["y"])
