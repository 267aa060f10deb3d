"""Undo the quantisation of a speech model's graph: integer layers become the float layers they stand for.

The published model keeps its weights in 8 bits and rounds every activation to 8 bits as well; the second is audible.
The weights stay as they are, only in floating point; the rounding of activations goes. Graphs are plain tuples here
and weights plain arrays, so that none of this needs the package that reads and writes the file.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Weights = Mapping[str, NDArray[Any]]
_QUANTISED = {"MatMulInteger": "MatMul", "ConvInteger": "Conv"}


@dataclass(frozen=True)
class Node:
    """One operation: names of its inputs ("" where one is left out) and outputs; attributes have a `name`."""

    operation: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    name: str = ""
    domain: str = ""
    attributes: tuple[Any, ...] = ()


class _Graph:
    def __init__(self, nodes: Sequence[Node], weights: Weights) -> None:
        self.nodes, self.weights = nodes, weights
        self.maker = {output: node for node in nodes for output in node.outputs if output}
        self.users: dict[str, list[Node]] = defaultdict(list)
        for node in nodes:
            for each in node.inputs:
                self.users[each].append(node)
        self.made: dict[str, NDArray[np.float32]] = {}
        self.replaced: dict[str, Node] = {}

    def only_user(self, name: str, operation: str) -> Node:
        users = self.users[name]
        if len(users) != 1 or users[0].operation != operation:
            raise ValueError(f"{name} should feed one {operation}, and feeds {[each.operation for each in users]}")
        return users[0]

    def undo_layer(self, node: Node) -> None:
        """x -> quantise -> integer product (+ integer bias) -> cast -> times scales, as one product of floats."""
        source = self.maker[node.inputs[0]].inputs[0]
        weight, zero = self.weights[node.inputs[1]], self.weights[node.inputs[3]]
        last, bias = node, ""
        if self.users[node.outputs[0]][0].operation == "Add":
            last = self.only_user(node.outputs[0], "Add")
            bias = self._float_bias(next(each for each in last.inputs if each != node.outputs[0]))
        cast = self.only_user(last.outputs[0], "Cast")
        scaled = self.only_user(cast.outputs[0], "Mul")
        scales = self.maker[next(each for each in scaled.inputs if each != cast.outputs[0])]
        scale = self.weights[next(each for each in scales.inputs if each in self.weights)]
        name = f"{node.inputs[1]}_float"
        self.made[name] = (weight.astype(np.float32) - zero.astype(np.float32)) * scale.astype(np.float32)
        inputs = (source, name, bias) if bias else (source, name)
        operation = _QUANTISED[node.operation]
        self.replaced[scaled.outputs[0]] = Node(
            operation, inputs, scaled.outputs, f"{node.name}_float", "", node.attributes
        )

    def _float_bias(self, name: str) -> str:
        """The bias before it was divided by the scales, rounded, cast and reshaped."""
        node = self.maker[name]
        while node.operation != "Div":
            node = self.maker[node.inputs[0]]
        return node.inputs[0]

    def undo_lstm(self, node: Node) -> None:
        inner = list(node.inputs)
        for weight, scale, zero in ((1, 8, 9), (2, 10, 11)):
            w, s, z = (self.weights[inner[at]].astype(np.float32) for at in (weight, scale, zero))
            # One scale a direction, or one a direction and gate.
            shape = (len(s), 1, -1)
            # The quantised operation keeps its weights the other way round.
            made = (w - z.reshape(shape)) * s.reshape(shape)
            self.made[f"{inner[weight]}_float"] = made.transpose(0, 2, 1).copy()
        inputs = (inner[0], f"{inner[1]}_float", f"{inner[2]}_float", *inner[3:7])
        kept = tuple(each for each in node.attributes if each.name != "input_forget")
        self.replaced[node.outputs[0]] = Node("LSTM", inputs, node.outputs, f"{node.name}_float", "", kept)


def unquantise(
    nodes: Sequence[Node], weights: Weights, inputs: Iterable[str], outputs: Iterable[str]
) -> tuple[list[Node], dict[str, NDArray[Any]]]:
    """The same graph in floating point: its nodes in an order that runs, and the weights that they use.

    Knows `MatMulInteger` and `ConvInteger` as PyTorch exports are quantised by ONNX Runtime, and its
    `DynamicQuantizeLSTM`. Raises ValueError for a graph of another make.
    """
    graph = _Graph(nodes, weights)
    for node in nodes:
        if node.operation in _QUANTISED:
            graph.undo_layer(node)
        elif node.operation == "DynamicQuantizeLSTM":
            graph.undo_lstm(node)
    found = [graph.replaced.get(node.outputs[0], node) for node in nodes]
    everything = {**weights, **graph.made}
    ordered = _in_order(_used(found, set(outputs)), {*inputs, *everything, ""})
    needed = {each for node in ordered for each in node.inputs}
    return ordered, {name: weight for name, weight in everything.items() if name in needed}


def _used(nodes: list[Node], outputs: set[str]) -> list[Node]:
    """Without the nodes whose results nobody wants any more."""
    maker = {output: node for node in nodes for output in node.outputs if output}
    wanted: set[int] = set()
    waiting = [maker[name] for name in outputs]
    while waiting:
        node = waiting.pop()
        if id(node) not in wanted:
            wanted.add(id(node))
            waiting += [maker[each] for each in node.inputs if each in maker]
    return [node for node in nodes if id(node) in wanted]


def _in_order(nodes: list[Node], known: set[str]) -> list[Node]:
    """Every node after those that it needs."""
    ordered: list[Node] = []
    while nodes:
        waiting: list[Node] = []
        for node in nodes:
            if all(each in known for each in node.inputs):
                ordered.append(node)
                known.update(node.outputs)
            else:
                waiting.append(node)
        if len(waiting) == len(nodes):
            raise ValueError(f"{waiting[0].name or waiting[0].operation} needs what nothing makes")
        nodes = waiting
    return ordered
