"""Writes a checkpoint as an int8 ONNX file for the product, and compares it with PyTorch.

    python3 export_onnx.py reader checkpoints/first.final.pt models/reader.onnx
    python3 export_onnx.py embedder checkpoints/embedder.pt models/embedder.onnx
"""

import argparse
import hashlib
import re
import tempfile

import numpy as np
import onnx
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import nn

from onnx_weights import load_encoder, load_reader

INPUTS = ["input_ids", "attention_mask", "token_type_ids"]
OUTPUTS = {
    "reader": ["logits", "start_logits", "end_logits", "evidence_logits"],
    "embedder": ["last_hidden_state"],
}
# The reader's heads and the second feed-forward matrix of layers 0 to 2 lose most to int8: they stay float32.
KEPT_FLOAT = re.compile(r"/(pooler|passage_head|token_head)/|layers\.[012]/feed_out/MatMul")


class Exported(nn.Module):
    """Names the inputs as the product passes them."""

    def __init__(self, model: nn.Module):
        super().__init__()
        self.model = model

    def forward(self, input_ids, attention_mask, token_type_ids):
        return self.model(input_ids, attention_mask, token_type_ids)


def export(kind: str, checkpoint: str, path: str) -> None:
    """Writes the int8 file and prints size, SHA-256 and the largest difference from float32."""
    model = load_reader(checkpoint)[0] if kind == "reader" else load_encoder(checkpoint)
    model.eval()
    encoder = model.encoder if kind == "reader" else model
    encoder.explicit_attention = True
    outputs = OUTPUTS[kind]
    ids = torch.randint(5, 30000, (4, 64))
    inputs = (ids, torch.ones_like(ids), torch.zeros_like(ids))
    axes = {name: {0: "batch", 1: "seq"} for name in INPUTS + outputs}
    if kind == "reader":
        axes["logits"] = {0: "batch"}
    with tempfile.TemporaryDirectory() as folder, torch.no_grad():
        full = f"{folder}/full.onnx"
        torch.onnx.export(
            Exported(model).eval(), inputs, full, input_names=INPUTS, output_names=outputs, dynamic_axes=axes,
            opset_version=17, dynamo=False,
        )  # fmt: skip
        names = [node.name for node in onnx.load(full).graph.node]
        skipped = [name for name in names if kind == "reader" and KEPT_FLOAT.search(name)]
        # Quantization first replaces Gemm by MatMul and Add, under a longer name.
        skipped += [name + "_MatMul" for name in skipped if name.endswith("/Gemm")]
        quantize_dynamic(full, path, weight_type=QuantType.QInt8, per_channel=True, nodes_to_exclude=skipped)
        expected = model(*inputs)
        expected = [value.numpy() for value in (expected if kind == "reader" else [expected])]
        feed = dict(zip(INPUTS, (value.numpy() for value in inputs)))
        for file in (full, path):
            found = onnxruntime.InferenceSession(file).run(None, feed)
            print(file == path and "int8" or "float32", [float(np.abs(a - b).max()) for a, b in zip(expected, found)])
    with open(path, "rb") as file:
        content = file.read()
    print(path, len(content), "bytes, sha256", hashlib.sha256(content).hexdigest(), "float32:", skipped)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=list(OUTPUTS))
    parser.add_argument("checkpoint", help="checkpoint (.pt) or weights (.npz)")
    parser.add_argument("path", help="where to write the int8 ONNX file")
    arguments = parser.parse_args()
    export(arguments.kind, arguments.checkpoint, arguments.path)


if __name__ == "__main__":
    main()
