"""Trains the verifier on one GPU, from the reader.

    npx tsx ../scripts/export-statements.ts data/statements.json.gz
    python3 train_verifier.py --data data --start data/reader.npz --out checkpoints/verifier.pt

Five models learn from hand-written statements, answer forms and, three of them, a part of the changed statements. Their
mean scores label all examples; two further models learn from these labels mixed with the examples' own. The best on the
validation files, alone or averaged, is written as a reader whose passage logits all are the support.
"""

import argparse
import gzip
import json
import time
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer

from answer_forms import AnswerForms
from changed_statements import Example, StatementChanger
from model import SUPPORTED, Reader, average
from onnx_weights import load_reader
from split import stable_hash

CLASS, SEPARATOR = 101, 102
MAX_STATEMENT, MAX_CONTEXT, MAX_PASSAGE = 72, 44, 236
BATCH, WARM_UP, DECAY, SMOOTHING, NOISE = 256, 0.06, 0.01, 0.03, 1.0
# How many times each statement is seen, with windows of other sizes, and how many examples are made in a part.
REPEATS, CHANGED_PARTS, CHANGED_EXAMPLES, FORM_EXAMPLES = 8, 13, 12000, 5500
NEAR_PARTS, INVENTED_PARTS = 10, 6
# Share of an example's own label; the rest is what the first models say.
OWN_LABEL = {"written": 0.5, "changed": 0.2, "forms": 0.6}


def log(*values) -> None:
    print(f"{time.process_time():7.1f}", *values, flush=True)


def load_statements(folder: str, sources: tuple[int, ...] = (0, 1)) -> tuple[list[dict], dict[str, list[dict]]]:
    """Returns the passages, and the statements of these files about training, validation and held-out files."""
    with gzip.open(f"{folder}/statements.json.gz") as file:
        data = json.load(file)
    sets: dict[str, list[dict]] = {"train": [], "validation": [], "held out": []}
    for row in data["rows"]:
        if row["source"] not in sources:
            continue
        file = data["passages"][row["passage"]]["file"]
        is_validation = stable_hash("valid1" + file) % 100 < 15
        sets["held out" if row["isHeldOut"] else "validation" if is_validation else "train"].append(row)
    return data["passages"], sets


def make_part(job: tuple[str, str, str, int, int]) -> list[tuple[list[int], int, float]]:
    """Makes and encodes a part of the examples: ids, start of the passage, label."""
    folder, kind, which, seed, count = job
    passages, sets = load_statements(folder)
    rows = sets[which]
    used = {row["passage"] for row in rows}
    changer = StatementChanger(passages, seed)
    forms = AnswerForms(changer, [passages[number] for number in sorted(used)])
    tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
    tokenizer.no_truncation()
    tokenizer.no_padding()
    if kind == "written":
        return [encode(tokenizer, changer.unchanged(row)) for row in rows]
    made = []
    while len(made) < count:
        row, choice = changer.rng.choice(rows), changer.rng.random()
        if kind == "near":
            example = forms.near(row)
        elif kind == "invented":
            example = forms.invented()
        else:
            change = changer.changed if choice < 0.75 else changer.fragment if choice < 0.92 else changer.elsewhere
            example = change(row)
        if example:
            made.append(encode(tokenizer, example))
    return made


def encode(tokenizer: Tokenizer, example: Example) -> tuple[list[int], int, float]:
    statement, context, units, is_true = example
    pieces = lambda text: tokenizer.encode(text, add_special_tokens=False).ids  # noqa: E731
    first = [CLASS, *pieces(statement)[:MAX_STATEMENT], SEPARATOR]
    about = pieces(context)[:MAX_CONTEXT] if context else []
    body = [piece for unit in units for piece in pieces(unit)][: MAX_PASSAGE - len(about)]
    return [*first, *about, *body, SEPARATOR], len(first), float(is_true)


class Examples:
    def __init__(self, parts: list[list[tuple[list[int], int, float]]]):
        rows = [row for part in parts for row in part]
        self.lengths = torch.tensor([len(ids) for ids, _, _ in rows])
        self.starts = torch.tensor([start for _, start, _ in rows]).cuda()
        self.labels = torch.tensor([label for _, _, label in rows]).cuda()
        self.ids = torch.zeros(len(rows), int(self.lengths.max()), dtype=torch.int16)
        for number, (ids, _, _) in enumerate(rows):
            self.ids[number, : len(ids)] = torch.tensor(ids, dtype=torch.int16)
        self.ids = self.ids.cuda()

    def __len__(self) -> int:
        return len(self.labels)

    def batch(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        width = int(self.lengths[rows].max())
        positions = torch.arange(width, device="cuda")[None]
        on_device = rows.cuda()
        mask = positions < self.lengths[rows].cuda()[:, None]
        types = ((positions >= self.starts[on_device][:, None]) & mask).long()
        return self.ids[on_device, :width].long(), mask, types


def score(model: Reader, examples: Examples) -> np.ndarray:
    model.eval()
    scores = torch.zeros(len(examples), device="cuda")
    with torch.no_grad(), torch.autocast("cuda", torch.bfloat16):
        for rows in torch.argsort(examples.lengths).split(1024):
            scores[rows.cuda()] = model(*examples.batch(rows))[0][:, SUPPORTED].float()
    return scores.cpu().numpy()


def train(
    model: Reader,
    examples: Examples,
    rate: float,
    seed: int,
    targets: torch.Tensor | None = None,
    pairs: torch.Tensor | None = None,
    pairs_per_step: int = 0,
) -> Reader:
    """Trains for one epoch, with adversarial noise on the word embeddings.

    Of each pair, rows of a true and of a false example, the true one has to score higher.
    """
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    if targets is None:
        targets = examples.labels * (1 - 2 * SMOOTHING) + SMOOTHING
    decayed = [parameter for parameter in model.parameters() if parameter.ndim > 1]
    others = [parameter for parameter in model.parameters() if parameter.ndim < 2]
    groups = [{"params": decayed, "weight_decay": DECAY}, {"params": others, "weight_decay": 0}]
    optimizer = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), fused=True)
    batches = list_batches(examples.lengths, generator)
    warm_up = max(1, int(len(batches) * WARM_UP))
    rest = max(1, len(batches) - warm_up)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / warm_up, max(0.02, (len(batches) - step) / rest))
    )
    embeddings = model.encoder.word_embeddings.weight
    model.train()
    for rows in batches:
        inputs, wanted = examples.batch(rows), targets[rows.cuda()]

        def add_gradient() -> None:
            with torch.autocast("cuda", torch.bfloat16):
                logits = model(*inputs)[0][:, SUPPORTED]
            F.binary_cross_entropy_with_logits(logits.float(), wanted).backward()
            if pairs is not None:
                with torch.autocast("cuda", torch.bfloat16):
                    logits = model(*paired)[0][:, SUPPORTED]
                true, false = logits.float().view(-1, 2).T
                F.softplus(1 - true + false).mean().backward()

        if pairs is not None:
            chosen = pairs[torch.randint(len(pairs), (pairs_per_step,), generator=generator).to(pairs.device)]
            paired = examples.batch(chosen.flatten().cpu())
        add_gradient()
        noise = NOISE * embeddings.grad / (embeddings.grad.norm() + 1e-9)
        embeddings.data.add_(noise)
        add_gradient()
        embeddings.data.sub_(noise)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad(set_to_none=True)
    return model


def list_batches(lengths: torch.Tensor, generator: torch.Generator) -> list[torch.Tensor]:
    """Shuffles, and puts examples of about one length into a batch."""
    batches: list[torch.Tensor] = []
    for chunk in torch.randperm(len(lengths), generator=generator).split(BATCH * 32):
        order = torch.argsort(lengths[chunk] + torch.rand(len(chunk), generator=generator) * 12)
        batches += list(chunk[order].split(BATCH))
    return [batches[i] for i in torch.randperm(len(batches), generator=generator)]


def false_kept(scores: np.ndarray, labels: np.ndarray, dropped: float) -> float:
    """Returns the share of the false statements above the cut that drops this share of the supported ones."""
    return float((scores[~labels] >= np.quantile(scores[labels], dropped)).mean())


def area_under_curve(scores: np.ndarray, labels: np.ndarray) -> float:
    ranks = scores.argsort().argsort() + 1
    supported, false = labels.sum(), (~labels).sum()
    return float((ranks[labels].sum() - supported * (supported + 1) / 2) / (supported * false))


def measure(model: Reader, sets: dict[str, Examples]) -> tuple[float, str]:
    """Returns the quality on the validation sets, and the figures of all sets."""
    quality, texts = 0.0, []
    for name, examples in sets.items():
        scores, labels = score(model, examples), examples.labels.cpu().numpy() > 0.5
        area, kept = area_under_curve(scores, labels), [false_kept(scores, labels, share) for share in (0.03, 0.05)]
        quality += {"validation": 0.75, "near": 0.2, "invented": 0.05}.get(name, 0) * (area - 0.125 * sum(kept))
        texts.append(f"{name}: AUC {area:.3f}, false kept at 3 % {kept[0]:.3f}, at 5 % {kept[1]:.3f}")
    return quality, "; ".join(texts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="folder with statements.json.gz and tokenizer.json")
    parser.add_argument("--start", required=True, help="the reader's weights: .npz of onnx_weights.py or a checkpoint")
    parser.add_argument("--out", required=True, help="checkpoint to write; export it with export_onnx.py reader")
    arguments = parser.parse_args()

    jobs = [("written", "train", seed, 0) for seed in range(REPEATS)]
    jobs += [("changed", "train", 100 + part, CHANGED_EXAMPLES) for part in range(CHANGED_PARTS)]
    jobs += [("near", "train", 300 + part, FORM_EXAMPLES) for part in range(NEAR_PARTS)]
    jobs += [("invented", "train", 400 + part, FORM_EXAMPLES) for part in range(INVENTED_PARTS)]
    measured = [("written", "validation", 900, 0), ("near", "validation", 950, 3000), ("invented", "validation", 951, 2000)]
    measured += [("written", "held out", 900, 0)]
    with ProcessPoolExecutor() as workers:
        parts = list(workers.map(make_part, [(arguments.data, *job) for job in jobs + measured]))
    names = ("validation", "near", "invented", "held out")
    sets = {name: Examples([part]) for name, part in zip(names, parts[len(jobs) :])}
    of_kind = {kind: [part for job, part in zip(jobs, parts) if job[0] == kind] for kind, *_ in jobs}
    log("examples", {kind: sum(map(len, some)) for kind, some in of_kind.items()})

    candidates: dict[str, tuple[float, dict]] = {}

    def try_out(name: str, model: Reader) -> dict:
        quality, text = measure(model, sets)
        candidates[name] = (quality, {key: value.detach().clone() for key, value in model.state_dict().items()})
        log(name, f"{quality:.4f}", text)
        return candidates[name][1]

    def start() -> Reader:
        return load_reader(arguments.start)[0].cuda()

    def load(state: dict) -> Reader:
        model = start()
        model.load_state_dict(state)
        return model

    written, changed = of_kind["written"], of_kind["changed"]
    halves = [
        of_kind["near"][: NEAR_PARTS // 2] + of_kind["invented"][: INVENTED_PARTS // 2],
        of_kind["near"][NEAR_PARTS // 2 :] + of_kind["invented"][INVENTED_PARTS // 2 :],
    ]
    plans = [
        (halves[0], 1e-4), (halves[1], 1e-4), (changed[:3] + halves[0], 8e-5), (changed[3:6] + halves[1], 1.2e-4),
        (changed[:3], 1e-4),
    ]  # fmt: skip
    teachers = [
        try_out(f"teacher {n}", train(start(), Examples(written + made), rate, 10 + n))
        for n, (made, rate) in enumerate(plans)
    ]
    everything = Examples(written + changed + of_kind["near"] + of_kind["invented"])
    scores = np.mean([score(load(teacher), everything) for teacher in teachers], 0)
    counts = [sum(map(len, some)) for some in (written, changed, halves[0] + halves[1])]
    own = torch.cat([torch.full((count,), OWN_LABEL[kind]) for kind, count in zip(OWN_LABEL, counts)]).cuda()
    labels = everything.labels * (1 - 2 * SMOOTHING) + SMOOTHING
    targets = (1 - own) * torch.sigmoid(torch.tensor(scores, device="cuda")) + own * labels
    students = [
        try_out(f"student {n}", train(start(), everything, rate, 30 + n, targets)) for n, rate in enumerate((1e-4, 1.4e-4))
    ]
    try_out("students", load(average(students)))
    try_out("students and teachers", load(average([*students, average(teachers)])))
    best = max(candidates, key=lambda name: candidates[name][0])
    log("best", best)
    write_verifier(load(candidates[best][1]), arguments.out)


def write_verifier(model: Reader, path: str) -> None:
    """Writes the model as a reader whose passage logits all are the support."""
    with torch.no_grad():
        model.passage_head.weight.copy_(model.passage_head.weight[SUPPORTED].repeat(3, 1))
        model.passage_head.bias.copy_(model.passage_head.bias[SUPPORTED].repeat(3))
        model.token_head.weight.zero_()
        model.token_head.bias.zero_()
    torch.save(model.state_dict(), path)


if __name__ == "__main__":
    main()
