"""Reads weights out of int8 ONNX files: all-MiniLM-L6-v2 as published, and the files that export_onnx.py writes.

    python3 onnx_weights.py model_quantized.onnx data/base.npz
"""

import argparse
import re

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from model import Encoder, Reader

# Parameter names of the published file, and of files exported before the parameters had readable names.
_PUBLISHED = {
    "embeddings.word_embeddings": "encoder.word_embeddings",
    "embeddings.position_embeddings": "encoder.position_embeddings",
    "embeddings.token_type_embeddings": "encoder.type_embeddings",
    "embeddings.LayerNorm": "encoder.embedding_norm",
    "attention.self.query": "query",
    "attention.self.key": "key",
    "attention.self.value": "value",
    "attention.output.dense": "attention_out",
    "attention.output.LayerNorm": "attention_norm",
    "intermediate.dense": "feed_in",
    "output.dense": "feed_out",
    "output.LayerNorm": "feed_norm",
}
_SHORT = {
    "we": "encoder.word_embeddings",
    "pe": "encoder.position_embeddings",
    "te": "encoder.type_embeddings",
    "ln": "encoder.embedding_norm",
    "q": "query",
    "k": "key",
    "v": "value",
    "o": "attention_out",
    "ln1": "attention_norm",
    "f1": "feed_in",
    "f2": "feed_out",
    "ln2": "feed_norm",
    "pool": "pooler",
    "cls": "passage_head",
    "se": "token_head",
}


def read_weights(path: str) -> dict[str, np.ndarray]:
    """Returns the float32 weights of the file by parameter name of `model.py`, int8 values multiplied out."""
    graph = onnx.load(path).graph
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    weights: dict[str, np.ndarray] = {}
    for name, value in stored.items():
        parameter = parameter_name(name.removesuffix("_quantized"))
        if parameter is not None and name.endswith("_quantized"):
            weights[parameter] = dequantize(stored, name)
        elif parameter is not None and value.dtype == np.float32:
            weights[parameter] = value
    for node in graph.node:
        if node.op_type not in ("MatMul", "MatMulInteger"):
            continue
        matrix = next((name for name in node.input if name in stored and stored[name].ndim == 2), None)
        module = re.match(r"(.*)/(?:MatMul|Gemm_MatMul)(?:_quant)?$", node.name)
        parameter = module and parameter_name(module[1].strip("/").replace("/", ".") + ".weight")
        if matrix and parameter:
            value = dequantize(stored, matrix) if matrix.endswith("_quantized") else stored[matrix]
            weights[parameter] = np.ascontiguousarray(value.T)  # ONNX multiplies from the other side
    return weights


def dequantize(stored: dict[str, np.ndarray], name: str) -> np.ndarray:
    """Returns the float32 values of a quantized tensor, per tensor or per column."""
    base = name.removesuffix("_quantized")
    return (stored[name].astype(np.float32) - stored[base + "_zero_point"].astype(np.float32)) * stored[base + "_scale"]


def parameter_name(name: str) -> str | None:
    """Returns the parameter of `model.py` that a stored name stands for, None for other tensors."""
    name = re.sub(r"^(?:m|model)\.", "", name)
    match = re.match(r"(.+)\.(weight|bias)$", name)
    if match is None:
        return None
    module, ending = match[1], match[2]
    layer = re.match(r"(?:encoder\.)?(?:encoder\.layer|layers|L)\.(\d+)\.(.+)$", module)
    inner = layer[2] if layer else module
    inner = _PUBLISHED.get(inner) or _SHORT.get(inner) or inner
    if layer:
        return f"encoder.layers.{layer[1]}.{inner}.{ending}"
    known = inner.startswith("encoder.") or inner in ("pooler", "passage_head", "token_head")
    return f"{inner}.{ending}" if known else None


def load_reader(path: str, dropout: float = 0.1) -> tuple[Reader, bool]:
    """Returns a reader with the weights of an .npz or checkpoint, and whether they include the heads."""
    if path.endswith(".npz"):
        stored = {name: torch.tensor(value) for name, value in np.load(path).items()}
    else:
        stored = {name: value.float() for name, value in torch.load(path, map_location="cpu").items()}
    reader = Reader(dropout)
    missing, unexpected = reader.load_state_dict(stored, strict=False)
    heads = ("pooler.", "passage_head.", "token_head.")
    lost = [name for name in missing if not name.startswith(heads)]
    if lost or unexpected:
        raise ValueError(f"{path}: missing {lost}, unexpected {unexpected}")
    return reader, not missing


def load_encoder(path: str) -> Encoder:
    """Returns the encoder alone, for embeddings."""
    return load_reader(path, dropout=0.0)[0].encoder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("onnx", help="int8 ONNX file")
    parser.add_argument("npz", help="where to write the weights")
    arguments = parser.parse_args()
    weights = read_weights(arguments.onnx)
    np.savez(arguments.npz, **weights)
    print(f"{len(weights)} tensors, {sum(value.size for value in weights.values()):,} values")


if __name__ == "__main__":
    main()
