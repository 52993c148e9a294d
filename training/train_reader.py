"""Trains the reader on one GPU.

    python3 train_reader.py --data data --start data/base.npz --out checkpoints/first
    python3 train_reader.py --data data --start data/reader.npz --stage1-steps 0 --out checkpoints/second

DATA holds pools.jsonl.xz (prepare_pools.py), development.json.xz (development_sets.py), tokenizer.json and the weights
of the embedding model that mines negatives (--embedder).
"""

import argparse
import copy
import json
import os
import random

import numpy as np
import torch

from losses import Losses
from measure import Measurements
from model import Reader, average
from onnx_weights import load_encoder, load_reader
from pools import Pool, load_pools
from recipe import RECIPES
from statements import StatementSet
from tokens import DEVICE, ParallelTokenizer
from training_set import TrainingSet, log, seconds

STAGE2_WEIGHTS = dict(
    squad=10.0, nqg=2.2, nq=8.0, tydi=8.0, qamr=1.2, cond=5.0, cloze=0.25, q=0.8, h=0.15, t=0.2, d=0.3
)
SINGLE_WEIGHTS = dict(unans=1.5, hbnone=2.2, swap=0.35, squad=1.5, hbqa=0.9, tydi=0.2, nqg=0.06)
STAGE1_BATCH, STAGE2_BATCH, SINGLES, STATEMENTS = 128, 64, 96, 64


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="folder with pools, development sets and tokenizer")
    parser.add_argument("--start", required=True, help="weights to start from: .npz of onnx_weights.py or a checkpoint")
    parser.add_argument("--embedder", help="weights of the embedding model (default: DATA/embedder.npz)")
    parser.add_argument("--earlier", help="weights of an earlier reader that drops negatives which answer")
    parser.add_argument("--out", required=True, help="prefix of the checkpoints")
    parser.add_argument("--recipe", choices=list(RECIPES), default="shipped", help="settings of recipe.py")
    parser.add_argument("--stage1-steps", type=int, default=950)
    parser.add_argument("--stage2-steps", type=int, default=1400)
    parser.add_argument("--stage1-rate", type=float, default=2e-4)
    parser.add_argument("--stage2-rate", type=float, default=1e-4)
    parser.add_argument("--seeds", type=int, default=3, help="runs of stage 2 whose weights are averaged")
    parser.add_argument("--start-share", type=float, default=0.15, help="share of the start of stage 2 in the average")
    parser.add_argument("--stop-after", type=float, default=3600, help="seconds after which no training step starts")
    parser.add_argument("--compile", type=int, default=1, help="1 uses torch.compile")
    parser.add_argument("--keep", type=float, default=1.0, help="share of each pool to use, for a quick trial")
    return parser.parse_args()


def main() -> None:
    arguments = parse_arguments()
    os.makedirs(os.path.dirname(arguments.out) or ".", exist_ok=True)
    random.seed(1), np.random.seed(1), torch.manual_seed(1)
    torch.backends.cuda.matmul.allow_tf32 = True

    tokenizer = ParallelTokenizer(f"{arguments.data}/tokenizer.json")
    encoder = load_encoder(arguments.embedder or f"{arguments.data}/embedder.npz").to(DEVICE)
    pools, statements = load_pools(f"{arguments.data}/pools.jsonl.xz")
    if arguments.keep < 1:
        pools, statements = shrink(pools, statements, arguments.keep)
    log("pools", {pool.name: (len(pool.passages), len(pool.questions)) for pool in pools})
    data = TrainingSet(tokenizer, encoder, pools, RECIPES[arguments.recipe])
    prepared = (data.passages_of["handbooks"], data.index_of["handbooks"])
    measurements = Measurements(tokenizer, encoder, pools, f"{arguments.data}/development.json.xz", prepared)
    log("development sets ready")
    if arguments.earlier:
        data.drop_answering_negatives(load_reader(arguments.earlier)[0].to(DEVICE))

    reader, has_heads = load_reader(arguments.start)
    reader.to(DEVICE)
    compiled = compile_reader(reader) if arguments.compile else reader
    losses = Losses(data, compiled)
    supported = StatementSet(data, encoder, pools, statements, compiled)
    trainer = Trainer(data, losses, supported, arguments.stop_after)

    def evaluate(name: str) -> None:
        reader.eval()
        result = measurements.run(reader) | {"statements": supported.measure(reader)}
        print("==", name, json.dumps(result), flush=True)
        log("measured", name)

    def save(name: str) -> None:
        torch.save({key: value.half() for key, value in reader.state_dict().items()}, f"{arguments.out}.{name}.pt")

    if has_heads:
        evaluate("before")
    if arguments.stage1_steps:
        data.refresh_variants(1)
        trainer.stage1(reader, arguments.stage1_steps, arguments.stage1_rate)
        save("stage1")
        evaluate("stage 1")
    before_stage2 = copy.deepcopy(reader.state_dict())
    states = []
    for seed in range(arguments.seeds):
        if seconds() > arguments.stop_after:
            break
        reader.load_state_dict(before_stage2)
        data.refresh_variants(10 + seed)
        trainer.stage2(reader, arguments.stage2_steps, arguments.stage2_rate, 10 + seed)
        save(f"seed{seed}")
        evaluate(f"stage 2, seed {seed}")
        states.append(copy.deepcopy(reader.state_dict()))
        write_average(reader, states, before_stage2, arguments.start_share)
        save("final")
        evaluate(f"average of {len(states)} with {arguments.start_share} of the start")
    log("done")


def write_average(reader: Reader, states: list[dict], start: dict, share: float) -> None:
    """Loads the mean of the seeds, with a share of the weights before stage 2, into the reader."""
    weights = [(1 - share) / len(states)] * len(states) + [share]
    reader.load_state_dict(average(states + [start], weights))


def shrink(pools: list[Pool], statements: list[list], share: float) -> tuple[list[Pool], list[list]]:
    """Returns the first part of every pool with its statements, for a quick trial."""
    sizes = {pool.name: max(200, int(len(pool.passages) * share)) for pool in pools}
    kept = [
        Pool(pool.name, pool.passages[: sizes[pool.name]], [row for row in pool.questions if row[1] < sizes[pool.name]])
        for pool in pools
    ]
    return kept, [row for row in statements if row[1] < sizes[row[0]]]


def compile_reader(reader: Reader):
    """Compiles the reader for any batch and width, once with gradients."""
    compiled = torch.compile(reader, dynamic=True)
    reader.train()
    for width in (160, 240, 96):
        ids = torch.randint(5, 30000, (256, width), device=DEVICE)
        with torch.autocast(DEVICE, torch.bfloat16):
            outputs = compiled(ids, torch.ones_like(ids).bool(), torch.zeros_like(ids))
        sum(value.float().mean() for value in outputs).backward()
    reader.zero_grad(set_to_none=True)
    log("compiled")
    return compiled


class Trainer:
    """Runs the two stages: all pools once, then mostly hand-written and question answering data."""

    def __init__(self, data: TrainingSet, losses: Losses, supported: StatementSet, stop_after: float):
        self.data, self.losses, self.supported, self.stop_after = data, losses, supported, stop_after
        self.usable = data.usable & ((data.negatives >= 0).sum(1) >= 8) & ~losses.unanswered

    def stage1(self, reader: Reader, steps: int, rate: float) -> None:
        """Trains on every usable question alike, with the hybrid ranking as a further target."""
        torch.manual_seed(1)
        rows = self.usable.nonzero()[:, 0]
        rounds = 1 + steps * STAGE1_BATCH // len(rows)
        order = torch.cat([rows[torch.randperm(len(rows), device=DEVICE)] for _ in range(rounds)])

        def step(number: int) -> tuple[torch.Tensor, torch.Tensor]:
            batch = order[number * STAGE1_BATCH : (number + 1) * STAGE1_BATCH]
            loss, values, _ = self.losses.group(batch, hybrid_weight=0.3)
            return loss, values

        self._run("stage 1", reader, steps, rate, step)

    def stage2(self, reader: Reader, steps: int, rate: float, seed: int) -> None:
        """Trains on groups, single pairs, unanswered questions over retrieved passages, and statements."""
        torch.manual_seed(seed)
        data, losses = self.data, self.losses
        weights = data.by_type(hbqa=data.recipe.hand_written_weight, **STAGE2_WEIGHTS) * data.kind_weight * self.usable
        picked = torch.multinomial(weights, steps * STAGE2_BATCH, replacement=True)
        answered = data.is_type("squad", "hbqa", "tydi", "nqg") & losses.has_evidence
        single_rows = (losses.unanswered | answered).nonzero()[:, 0]
        single_weights = data.by_type(**SINGLE_WEIGHTS)[single_rows]
        unanswered_rows = data.is_type("hbnone").nonzero()[:, 0]
        by_hand = data.is_type("hbqa")

        def step(number: int) -> tuple[torch.Tensor, torch.Tensor]:
            batch = picked[number * STAGE2_BATCH : (number + 1) * STAGE2_BATCH]
            loss, values, scores = losses.group(batch)
            singles = single_rows[torch.multinomial(single_weights, SINGLES, replacement=True)]
            loss = loss + losses.single(singles) + 0.5 * self.supported.loss(STATEMENTS)
            if data.recipe.unanswered_groups:
                chosen = torch.randint(0, len(unanswered_rows), (data.recipe.unanswered_groups,), device=DEVICE)
                loss = loss + 0.25 * losses.unanswered_group(unanswered_rows[chosen], scores[by_hand[batch]])
            return loss, values

        self._run(f"stage 2, seed {seed}", reader, steps, rate, step)

    def _run(self, name: str, reader: Reader, steps: int, rate: float, step) -> None:
        optimizer, schedule = make_optimizer(reader, rate, steps)
        reader.train()
        total, count = 0.0, 0
        for number in range(steps):
            loss, values = step(number)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
            optimizer.step(), schedule.step(), optimizer.zero_grad(set_to_none=True)
            total, count = total + values, count + 1
            if number % 200 == 199:
                log(name, number + 1, [round(value, 3) for value in (total / count).tolist()])
                total, count = 0.0, 0
            if seconds() > self.stop_after:
                log(name, "stopped at", number)
                break
        reader.eval()


def make_optimizer(reader: Reader, rate: float, steps: int):
    """Returns AdamW with a linear warm-up and decay; biases and norms have no weight decay."""
    matrices = [parameter for parameter in reader.parameters() if parameter.ndim > 1]
    vectors = [parameter for parameter in reader.parameters() if parameter.ndim < 2]
    groups = [{"params": matrices, "weight_decay": 0.01}, {"params": vectors, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), fused=DEVICE == "cuda")
    warm_up = min(100, steps // 8 + 1)
    scale = lambda step: min((step + 1) / warm_up, max(0.02, (steps - step) / (steps - warm_up)))
    return optimizer, torch.optim.lr_scheduler.LambdaLR(optimizer, scale)


if __name__ == "__main__":
    main()
