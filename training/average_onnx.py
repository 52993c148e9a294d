"""Averages the weights of two int8 ONNX files of the same model, as export_onnx.py writes them.

    python3 average_onnx.py f.onnx hg.onnx ../models/reader.onnx

Only models that were trained from the same weights can be averaged.
"""

import argparse
import hashlib

import numpy as np
import onnx
from onnx import numpy_helper

QUANTIZED, SCALE, ZERO_POINT = "_quantized", "_scale", "_zero_point"


def channel_axis(values: np.ndarray, scale: np.ndarray) -> int | None:
    """Returns the axis that has a scale per channel, None where one scale holds for all values."""
    if scale.size <= 1:
        return None
    return max(axis for axis, size in enumerate(values.shape) if size == scale.size)


def along(values: np.ndarray, axis: int | None, dimensions: int) -> np.ndarray:
    """Returns one value per channel in a shape that multiplies the whole tensor."""
    return values if axis is None else values.reshape([-1 if one == axis else 1 for one in range(dimensions)])


def dequantize(stored: dict[str, np.ndarray], name: str) -> np.ndarray:
    """Returns the float32 weights behind an int8 tensor."""
    values = stored[name + QUANTIZED]
    axis = channel_axis(values, stored[name + SCALE])
    zero, scale = (along(stored[name + part], axis, values.ndim) for part in (ZERO_POINT, SCALE))
    return (values.astype(np.float32) - zero.astype(np.float32)) * scale


def quantize(weights: np.ndarray, like: np.ndarray, axis: int | None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns values, scale and zero point: symmetric per channel for int8, over the whole range for uint8."""
    if like.dtype == np.int8:
        others = tuple(one for one in range(weights.ndim) if one != axis) if axis is not None else None
        scale = np.maximum(np.abs(weights).max(axis=others), 1e-12) / 127
        values = np.clip(np.rint(weights / along(scale, axis, weights.ndim)), -127, 127)
        return values, scale, np.zeros_like(scale)
    low, high = min(0.0, weights.min()), max(0.0, weights.max())
    scale = (high - low) / 255
    zero = np.clip(np.rint(-low / scale), 0, 255)
    return np.clip(np.rint(weights / scale) + zero, 0, 255), scale, zero


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("out")
    parser.add_argument("--share", type=float, default=0.5, help="share of the second file")
    arguments = parser.parse_args()

    model, other = onnx.load(arguments.first), onnx.load(arguments.second)
    tensors = {tensor.name: tensor for tensor in model.graph.initializer}
    stored = {name: numpy_helper.to_array(tensor) for name, tensor in tensors.items()}
    others = {tensor.name: numpy_helper.to_array(tensor) for tensor in other.graph.initializer}
    mean = lambda one, two: (1 - arguments.share) * one + arguments.share * two

    def replace(name: str, value: np.ndarray) -> None:
        before = stored[name]
        after = np.asarray(value).reshape(before.shape).astype(before.dtype)
        tensors[name].CopyFrom(numpy_helper.from_array(after, name))

    quantized = [name.removesuffix(QUANTIZED) for name in stored if name.endswith(QUANTIZED)]
    for name in quantized:
        like = stored[name + QUANTIZED]
        axis = channel_axis(like, stored[name + SCALE])
        parts = quantize(mean(dequantize(stored, name), dequantize(others, name)), like, axis)
        for part, value in zip((QUANTIZED, SCALE, ZERO_POINT), parts):
            replace(name + part, value)
    written = {name + part for name in quantized for part in (QUANTIZED, SCALE, ZERO_POINT)}
    for name, value in stored.items():
        if name not in written and value.dtype == np.float32:
            replace(name, mean(value, others[name]))
    onnx.save(model, arguments.out)
    with open(arguments.out, "rb") as file:
        content = file.read()
    print(arguments.out, len(content), "bytes, sha256", hashlib.sha256(content).hexdigest())


if __name__ == "__main__":
    main()
