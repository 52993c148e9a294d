"""Continues the shipped verifier with statements over invented handbooks, on one GPU.

    npx tsx ../scripts/export-statements.ts data/statements.json.gz
    python3 continue_verifier.py --data data --verifier data/verifier.npz --reader data/reader.npz --out checkpoints/verifier.pt

Two models learn first: one from the verifier, one from the reader. Where they don't take an example's own label, the
verifier labels it; of exchanged values it knows nothing, so there the own label counts. Two further models learn from
the mean scores of the first two. What is written is the mean of the verifier's weights and those of the best on the
validation files: alone, the best is no better than the verifier on statements over public handbooks.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import torch
from tokenizers import Tokenizer

from answer_forms import AnswerForms
from changed_statements import StatementChanger
from exchanged_values import ValueExchanger
from model import Reader, average
from onnx_weights import load_reader
from train_verifier import (
    SMOOTHING, Examples, area_under_curve, encode, false_kept, load_statements, log, score, train, write_verifier,
)  # fmt: skip

PUBLIC, INVENTED, ANSWERS = (0, 1), (2, 3, 4), (5,)
# What is made of which statements, how many parts of how many examples, and the share of the example's own label in the
# target of the first and of the second two models. 0 examples: each statement once.
GROUPS = [
    ("written", PUBLIC, 5, 0, (0.5, 0.5)),
    ("written", INVENTED, 6, 0, (1.0, 0.8)),
    ("written", ANSWERS, 1, 0, (1.0, 0.8)),
    ("changed", PUBLIC, 7, 8000, (0.2, 0.2)),
    ("changed", INVENTED, 2, 8000, (0.5, 0.2)),
    ("exchanged", PUBLIC, 2, 7000, (0.9, 0.5)),
    ("exchanged", INVENTED, 3, 8000, (0.9, 0.5)),
    ("repaired", INVENTED, 1, 5000, (0.9, 0.5)),
    ("near", PUBLIC, 6, 5500, (0.6, 0.6)),
    ("near", INVENTED, 2, 6000, (0.6, 0.6)),
    ("invented", PUBLIC, 3, 5500, (0.6, 0.6)),
]
# Share of the false answers to questions that are used.
FALSE_ANSWERS = 0.55
# What is measured on the validation files, and its weight in the choice.
MEASURED = [
    ("statements", "written", (0,), 0.28), ("statements-2", "written", (1,), 0.28), ("statements-3 to -5", "written", INVENTED, 0.16),
    ("exchanged back", "pairs", INVENTED, 0.10), ("near", "near", PUBLIC, 0.13), ("invented", "invented", PUBLIC, 0.05),
]  # fmt: skip
MEASURED_EXAMPLES = 2500


def make_part(job: tuple[str, str, str, tuple[int, ...], int, int]) -> list[tuple[list[int], int, float]]:
    """Makes and encodes a part of the examples: ids, start of the passage, label."""
    folder, which, kind, sources, seed, count = job
    passages, sets = load_statements(folder, sources)
    rows = [row for row in sets[which] if row["passesExactChecks"] or row["source"] in PUBLIC]
    changer = StatementChanger(passages, seed)
    rng, exchanger = changer.rng, ValueExchanger(changer)
    forms = AnswerForms(changer, [passages[number] for number in sorted({row["passage"] for row in rows})])
    tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
    tokenizer.no_truncation()
    tokenizer.no_padding()
    if kind == "written":
        is_used = lambda row: row["source"] not in ANSWERS or row["isSupported"] or rng.random() < FALSE_ANSWERS  # noqa: E731
        return [encode(tokenizer, changer.unchanged(row)) for row in rows if is_used(row)]
    if kind == "pairs":
        changed = [(changer.unchanged(row), exchanger.repaired(row, in_statement=1)) for row in rows]
        return [encode(tokenizer, example) for own, other in changed if other for example in (own, (*other[:3], True))]
    make = {
        "near": forms.near,
        "invented": lambda _: forms.invented(),
        "exchanged": exchanger.exchanged,
        "repaired": exchanger.repaired,
        "changed": lambda row: rng.choices([changer.changed, changer.fragment, changer.elsewhere], [75, 17, 8])[0](row),
    }[kind]
    made = []
    while len(made) < count:
        example = make(rng.choice(rows))
        if example:
            made.append(encode(tokenizer, example))
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="folder with statements.json.gz and tokenizer.json")
    parser.add_argument("--verifier", required=True, help="weights of the verifier to continue: .npz or checkpoint")
    parser.add_argument("--reader", required=True, help="weights of the reader: .npz or checkpoint")
    parser.add_argument("--out", required=True, help="checkpoint to write; export it with export_onnx.py reader")
    arguments = parser.parse_args()

    jobs, kinds = [], []
    for number, (kind, sources, parts, count, _) in enumerate(GROUPS):
        jobs += [(arguments.data, "train", kind, sources, 100 * number + part, count) for part in range(parts)]
        kinds += [number] * parts
    measured = [
        (arguments.data, "validation", kind, sources, 900, MEASURED_EXAMPLES) for _, kind, sources, _ in MEASURED
    ]
    with ProcessPoolExecutor() as workers:
        made = list(workers.map(make_part, jobs + measured))
    examples = Examples(made[: len(jobs)])
    group = torch.tensor([number for number, part in zip(kinds, made) for _ in part]).cuda()
    sets = {name: Examples([part]) for (name, *_), part in zip(MEASURED, made[len(jobs) :])}
    labels = examples.labels * (1 - 2 * SMOOTHING) + SMOOTHING
    log(len(examples), "examples")

    def load(state: str | dict) -> Reader:
        model = load_reader(arguments.reader if isinstance(state, dict) else state)[0]
        if isinstance(state, dict):
            model.load_state_dict(state)
        return model.cuda()

    def mix(scores: np.ndarray, step: int, more: float = 0) -> torch.Tensor:
        own = torch.tensor([min(1.0, shares[step] + more) for *_, shares in GROUPS]).cuda()[group]
        return own * labels + (1 - own) * torch.sigmoid(torch.tensor(scores).cuda())

    candidates: dict[str, dict] = {}
    qualities: dict[str, float] = {}

    def try_out(name: str, model: Reader) -> None:
        texts, qualities[name] = [], 0.0
        for set_name, _, _, weight in MEASURED:
            scores, true = score(model, sets[set_name]), sets[set_name].labels.cpu().numpy() > 0.5
            area, kept = area_under_curve(scores, true), [false_kept(scores, true, share) for share in (0.03, 0.05)]
            qualities[name] += weight * (area - 0.125 * sum(kept))
            texts.append(f"{set_name}: AUC {area:.3f}, false kept at 3 % {kept[0]:.3f}, at 5 % {kept[1]:.3f}")
        candidates[name] = {key: value.detach().clone() for key, value in model.state_dict().items()}
        log(name, f"{qualities[name]:.4f}", "; ".join(texts))

    earlier = score(load(arguments.verifier), examples)
    try_out("first, from the verifier", train(load(arguments.verifier), examples, 6e-5, 11, mix(earlier, 0)))
    try_out("first, from the reader", train(load(arguments.reader), examples, 1.2e-4, 12, mix(earlier, 0, 0.15)))
    both = mix(np.mean([score(load(state), examples) for state in candidates.values()], 0), 1)
    try_out("second, from the verifier", train(load(arguments.verifier), examples, 8e-5, 21, both))
    try_out("second, from the reader", train(load(arguments.reader), examples, 1.4e-4, 22, both))
    first, other, second, last = candidates
    for names in ((second, last), (first, second), (other, last), (first, other, second, last)):
        try_out(" + ".join(names), load(average([candidates[name] for name in names])))
    best = max(candidates, key=lambda name: qualities[name])
    log("best", best)
    write_verifier(load(average([load(arguments.verifier).state_dict(), candidates[best]])), arguments.out)


if __name__ == "__main__":
    main()
