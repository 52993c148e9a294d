"""Continues the shipped verifier with statements over invented handbooks and their counterparts, on one GPU.

    npx tsx ../scripts/export-statements.ts data/statements.json.gz
    python3 continue_verifier.py --data data --verifier data/verifier.npz --out checkpoints/verifier.pt

Two models learn first. Where they don't take an example's own label, the
verifier labels it; of exchanged values it knows nothing, so there the own label counts. Beside each batch they see pairs
of a true and a false statement that differ in little: the true one has to score higher. Two further models learn from the
mean scores of the first two. What is written is the best on the validation files, alone or averaged with the verifier.
"""

import argparse
import re
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

PUBLIC, INVENTED, COUNTERPARTS, ANSWERS = (0, 1), (2, 3, 4), (5,), (6,)
# What is made of which statements, how many parts of how many examples, and the share of the example's own label in the
# target of the first and of the second two models. 0 examples: each statement once.
GROUPS = [
    ("written", PUBLIC, 4, 0, (0.5, 0.5)),
    ("written", INVENTED, 2, 0, (1.0, 0.8)),
    ("written", COUNTERPARTS, 2, 0, (1.0, 0.8)),
    ("written", ANSWERS, 1, 0, (1.0, 0.8)),
    ("counterparts", PUBLIC + INVENTED + COUNTERPARTS, 2, 0, (1.0, 0.8)),
    ("changed", PUBLIC, 4, 8000, (0.2, 0.2)),
    ("changed", INVENTED, 1, 8000, (0.5, 0.2)),
    ("exchanged", PUBLIC, 2, 7000, (0.9, 0.5)),
    ("exchanged", INVENTED, 3, 8000, (0.9, 0.5)),
    ("near", PUBLIC, 4, 5500, (0.6, 0.6)),
    ("near", INVENTED, 2, 6000, (0.6, 0.6)),
    ("invented", PUBLIC, 2, 5500, (0.6, 0.6)),
]
# Share of the false answers to questions that are used.
FALSE_ANSWERS = 0.55
# What is measured on the validation files, and its weight in the choice.
MEASURED = [
    ("statements", "written", (0,), 0.28), ("statements-2", "written", (1,), 0.28), ("statements-3 to -5", "written", INVENTED, 0.06),
    ("statements-6", "written", COUNTERPARTS, 0.06), ("counterparts", "counterparts", PUBLIC + INVENTED + COUNTERPARTS, 0.16), ("near", "near", PUBLIC, 0.12), ("invented", "invented", PUBLIC, 0.04),
]  # fmt: skip
# Share of words that a statement has in common with its counterpart, and pairs beside each batch.
MIN_LIKENESS, PAIRS = 0.5, 48
# Shares of the verifier's weights that are tried.
EARLIER_SHARES = (0.3, 0.5, 0.7)
MEASURED_EXAMPLES = 2500


def make_part(job: tuple[str, str, str, tuple[int, ...], int, int]) -> list[tuple[list[int], int, float]]:
    """Makes and encodes a part of the examples: ids, start of the passage, label."""
    folder, which, kind, sources, seed, count = job
    passages, sets = load_statements(folder, sources)
    rows = [row for row in sets[which] if row["passesExactChecks"] or row["source"] in PUBLIC + COUNTERPARTS]
    changer = StatementChanger(passages, seed)
    rng, exchanger = changer.rng, ValueExchanger(changer)
    forms = AnswerForms(changer, [passages[number] for number in sorted({row["passage"] for row in rows})])
    tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
    tokenizer.no_truncation()
    tokenizer.no_padding()
    if kind == "written":
        is_used = lambda row: row["source"] not in ANSWERS or row["isSupported"] or rng.random() < FALSE_ANSWERS  # noqa: E731
        return [encode(tokenizer, changer.unchanged(row)) for row in rows if is_used(row)]
    if kind == "counterparts":
        return [encode(tokenizer, changer.unchanged(row)) for pair in find_counterparts(rows) for row in pair]
    make = {
        "near": forms.near,
        "invented": lambda _: forms.invented(),
        "exchanged": exchanger.exchanged,
        "changed": lambda row: rng.choices([changer.changed, changer.fragment, changer.elsewhere], [75, 17, 8])[0](row),
    }[kind]
    made = []
    while len(made) < count:
        example = make(rng.choice(rows))
        if example:
            made.append(encode(tokenizer, example))
    return made


def find_counterparts(rows: list[dict]) -> list[tuple[dict, dict]]:
    """Returns pairs of a true and a false statement about one passage that share most of their words."""
    true_ones: dict[int, list[tuple[dict, set[str]]]] = {}
    for row in rows:
        if row["isSupported"]:
            true_ones.setdefault(row["passage"], []).append((row, words_of(row["statement"])))
    pairs = []
    for row in rows:
        if row["isSupported"] or not true_ones.get(row["passage"]):
            continue
        words = words_of(row["statement"])
        likeness, best = max(
            ((len(words & other) / max(1, len(words | other)), true) for true, other in true_ones[row["passage"]]),
            key=lambda one: one[0],
        )
        if likeness >= MIN_LIKENESS:
            pairs.append((best, row))
    return pairs


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]+", text.lower()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="folder with statements.json.gz and tokenizer.json")
    parser.add_argument("--verifier", required=True, help="weights of the verifier to continue: .npz or checkpoint")
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
    paired = (group == next(number for number, (kind, *_) in enumerate(GROUPS) if kind == "counterparts")).nonzero()[:, 0]
    pairs = paired.view(-1, 2)  # the true one first
    log(len(examples), "examples", len(pairs), "pairs")

    def load(state: str | dict) -> Reader:
        model = load_reader(arguments.verifier if isinstance(state, dict) else state)[0]
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
            if set_name == "counterparts":
                area, kept = float((scores[0::2] > scores[1::2]).mean()), [0.0, 0.0]
            qualities[name] += weight * (area - 0.125 * sum(kept))
            texts.append(f"{set_name}: AUC {area:.3f}, false kept at 3 % {kept[0]:.3f}, at 5 % {kept[1]:.3f}")
        candidates[name] = {key: value.detach().clone() for key, value in model.state_dict().items()}
        log(name, f"{qualities[name]:.4f}", "; ".join(texts))

    try_out("verifier", load(arguments.verifier))
    earlier = score(load(arguments.verifier), examples)

    def learn(name: str, start: str, rate: float, seed: int, targets: torch.Tensor) -> None:
        try_out(name, train(load(start), examples, rate, seed, targets, pairs[torch.randperm(len(pairs))], PAIRS))

    def write_best() -> None:
        best = max(candidates, key=lambda name: qualities[name])
        log("best", best)
        write_verifier(load(candidates[best]), arguments.out)

    def mix_with_verifier(*names: str) -> None:
        for name in names:
            for share in EARLIER_SHARES:
                weights = [share, 1 - share]
                mean = average([candidates["verifier"], candidates[name]], weights)
                try_out(f"{name}, {share} of the verifier", load(mean))

    learn("first", arguments.verifier, 6e-5, 11, mix(earlier, 0))
    learn("other", arguments.verifier, 9e-5, 12, mix(earlier, 0, 0.15))
    try_out("first two", load(average([candidates["first"], candidates["other"]])))
    mix_with_verifier("first two")
    write_best()
    both = mix(np.mean([score(load(candidates[name]), examples) for name in ("first", "other")], 0), 1)
    learn("second", arguments.verifier, 8e-5, 21, both)
    learn("last", arguments.verifier, 1.1e-4, 22, both)
    try_out("second two", load(average([candidates["second"], candidates["last"]])))
    try_out("all", load(average([candidates[name] for name in ("first", "other", "second", "last")])))
    mix_with_verifier("second two", "all")
    write_best()


if __name__ == "__main__":
    main()
