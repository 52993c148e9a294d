"""Measures a reader on the development sets: a checkpoint on the GPU, or the int8 ONNX file as it is shipped.

    python3 measure_reader.py --data data --reader checkpoints/first.final.pt
    python3 measure_reader.py --data data --reader models/reader.onnx --sets handbooks documentation zava
"""

import argparse
import json

import onnxruntime
import torch

from measure import Measurements
from onnx_weights import load_encoder, load_reader
from pools import load_pools
from tokens import DEVICE, ParallelTokenizer
from training_set import log

PRODUCT_BATCH = 8  # int8 scores depend a little on the batch


def onnx_reader(path: str, threads: int):
    """Returns a function with the reader's signature that runs an ONNX file."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(path, options)

    def read(ids, mask, types):
        feed = {"input_ids": ids, "attention_mask": mask.long(), "token_type_ids": types}
        outputs = session.run(None, {name: value.cpu().numpy() for name, value in feed.items()})
        return [torch.tensor(value, device=DEVICE) for value in outputs]

    return read


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="folder as for train_reader.py")
    parser.add_argument("--reader", required=True, action="append", help="checkpoint, .npz or .onnx; may be repeated")
    parser.add_argument("--embedder", help="weights of the embedding model (default: DATA/embedder.npz)")
    sets = "handbooks, 'handbooks, one typo', documentation, invented, 'invented, plain', 'invented, reworded', 'invented, varied',"
    sets += " 'invented, work', 'invented, foreign', squad, zava"
    parser.add_argument("--sets", nargs="*", help=sets)
    parser.add_argument("--threads", type=int, default=8)
    arguments = parser.parse_args()

    tokenizer = ParallelTokenizer(f"{arguments.data}/tokenizer.json")
    encoder = load_encoder(arguments.embedder or f"{arguments.data}/embedder.npz").to(DEVICE)
    pools, _ = load_pools(f"{arguments.data}/pools.jsonl.xz")
    measurements = Measurements(tokenizer, encoder, pools, f"{arguments.data}/development.json.xz")
    log("ready")
    for path in arguments.reader:
        if path.endswith(".onnx"):
            result = measurements.run(onnx_reader(path, arguments.threads), arguments.sets, PRODUCT_BATCH)
        else:
            result = measurements.run(load_reader(path)[0].to(DEVICE).eval(), arguments.sets)
        print("==", path, json.dumps(result), flush=True)
        log("measured", path)


if __name__ == "__main__":
    main()
