"""Trains several readers with adversarial noise, averages them, and trains students from their scores, on one GPU.

    python3 distil_reader.py prepare --data data --start data/reader.npz --out data/set.pt
    python3 distil_reader.py teacher --set data/set.pt --start data/embedder.npz --seconds 230 --stage2-seconds 400 \\
        --noise 1 --out checkpoints/teacher3.pt
    python3 distil_reader.py average checkpoints/seed*.pt --out checkpoints/average.pt
    python3 distil_reader.py student --set data/set.pt --start checkpoints/teacher3.pt --seconds 590 \\
        --teachers checkpoints/teacher*.pt --out checkpoints/student.pt

Teachers and students are processes of their own and may share the GPU. Training lasts a number of seconds, and the
learning rate follows the time. The mean of the weights over the last quarter is kept. Only teachers that were trained
from the same weights can be averaged.
"""

import argparse
import os
import random
import time
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F

from losses import GROUP, MASKED, Losses, sentence_scores
from model import ANSWERED, END, RELEVANT, START, average
from onnx_weights import load_encoder, load_reader
from pools import load_pools
from recipe import RECIPES
from sentences import MAX_SENTENCES
from statements import StatementSet
from tokens import DEVICE, MAX_PAIR, MAX_PASSAGE, ParallelTokenizer, build_pairs
from train_reader import SINGLE_WEIGHTS, STAGE2_WEIGHTS, shrink
from training_set import TrainingSet, log

STAGE1_BATCH, STAGE2_BATCH, SINGLES, STATEMENTS, COUNTERPARTS = 128, 64, 96, 48, 24
STAGE1_RATE, STAGE2_RATE = 2e-4, 1.2e-4
WARM_UP_STEPS, HELD_SHARE, AVERAGED_SHARE, AVERAGED_EVERY = 60, 0.06, 0.25, 10


@dataclass(frozen=True)
class Mix:
    """What a step of stage 2 is made of."""

    hand_written: float = 16.0  # weight of hand-written questions
    documentation: float = 1.0  # factor on those about documentation
    invented: float = 1.0  # factor on single pairs and unanswered questions of invented handbooks that have no counterpart
    invented_groups: float = 1.0  # factor on groups of invented handbooks, without plain questions
    plain: float = 1.0  # factor on plain questions, of all kinds of batches
    work: float = 1.0  # further factor on those of them about work documents
    foreign: float = 1.0  # further factor on plain questions of which the question or the text isn't English
    counterparts: float = 0.3  # factor on unanswered questions that have one, over retrieved passages
    headings: float = 1.0  # factor on headings, titles and descriptions as questions
    labels: float = 1.0  # weight of the labels
    teachers: float = 0.0  # weight of the teachers' scores
    statements: float = 0.5  # weight of the statements; 0 leaves them out


class DistilledLosses(Losses):
    """Losses that also compare each reading with the teachers' mean reading of the same pairs, in `distilled`."""

    def __init__(self, data: TrainingSet, compiled, variants: list):
        super().__init__(data, compiled)
        self.all_variants = variants
        self.teachers: list = []
        self.distilled = torch.zeros((), device=DEVICE)

    def forward(self, rows, passages, removed=None):
        """Reads pairs as `Losses.forward` does, with the student and with the teachers."""
        variants = self.all_variants[int(np.random.randint(len(self.all_variants)))]
        texts, pieces, lengths, sentence = self.inputs(rows, passages, removed, variants)
        order = torch.argsort(texts.lengths + lengths)
        parts = order.chunk(4 if len(rows) > 200 else 2)
        longest = torch.stack([(texts.lengths + lengths)[part[-1]] for part in parts]).tolist()
        piece = torch.arange(MAX_PASSAGE, device=DEVICE)[None]
        own, wanted = [], []
        for part, length in zip(parts, longest):
            width = min(MAX_PAIR, (length + 3 + 15) // 16 * 16)  # few widths: compiled once each
            pairs = build_pairs(texts[part], pieces[part], lengths[part], width)
            position = texts.lengths[part, None] + 2 + piece
            inside = (piece < lengths[part, None]) & (position < width - 1)
            at = position.clamp(max=width - 1)[..., None].expand(-1, -1, 3)
            with torch.autocast(DEVICE, torch.bfloat16):
                own.append(_by_piece(self.compiled(pairs.ids, pairs.mask, pairs.types), at, inside))
                if self.teachers:
                    with torch.no_grad():
                        read = [teacher(pairs.ids, pairs.mask, pairs.types) for teacher in self.teachers]
                    mean = [sum(value.float() for value in values) / len(read) for values in zip(*read)]
                    wanted.append(_by_piece(mean, at, inside))
        back = torch.argsort(order)
        passage_logits, null, tokens = (torch.cat(values)[back] for values in zip(*own))
        if self.teachers:
            target = [torch.cat(values)[back] for values in zip(*wanted)]
            self.distilled = distil((passage_logits, null, tokens), target, sentence, removed is not None)
        return passage_logits, null, tokens, sentence


def _by_piece(outputs, at, inside):
    """Returns passage logits, start and end logits of [CLS], and token logits per passage piece."""
    passage_logits, *token_logits = outputs
    token_logits = torch.stack([value.float() for value in token_logits], -1)
    of_piece = torch.where(inside[..., None], token_logits.gather(1, at), MASKED)
    return passage_logits.float(), token_logits[:, 0, :2], of_piece


def distil(own, target, sentence, grouped: bool) -> torch.Tensor:
    """Returns how far a reading is from the teachers': answer, evidence, span and, in groups, relevance."""
    (logits, null, tokens), (wanted_logits, wanted_null, wanted_tokens) = own, target
    answered, wanted = logits[:, ANSWERED], wanted_logits[:, ANSWERED]
    loss = F.binary_cross_entropy_with_logits(answered, torch.sigmoid(wanted)) + 0.05 * F.smooth_l1_loss(answered, wanted)
    scores, present = sentence_scores(tokens, sentence)
    wanted_scores, _ = sentence_scores(wanted_tokens, sentence)
    each = F.binary_cross_entropy_with_logits(scores, torch.sigmoid(wanted_scores), reduction="none")
    near = F.smooth_l1_loss(scores, wanted_scores, reduction="none")
    loss = loss + 0.6 * ((3 * each + 0.02 * near) * present).sum() / present.sum().clamp(min=1)
    outside = sentence >= MAX_SENTENCES
    for column in (START, END):
        masked = lambda none, pieces: torch.cat(
            [none[:, column : column + 1], pieces[..., column].masked_fill(outside, MASKED)], 1
        ).log_softmax(1)
        loss = loss + 0.3 * divergence(masked(null, tokens), masked(wanted_null, wanted_tokens))
    if grouped:
        count = len(logits) // GROUP
        relevant = lambda values: values[:, RELEVANT].view(count, GROUP).log_softmax(1)
        over_group = lambda values: values.masked_fill(~present, MASKED).view(count, -1).log_softmax(1)
        loss = loss + divergence(relevant(logits), relevant(wanted_logits))
        loss = loss + 0.02 * F.smooth_l1_loss(logits[:, RELEVANT], wanted_logits[:, RELEVANT])
        loss = loss + 0.6 * divergence(over_group(scores), over_group(wanted_scores))
    return loss


def divergence(own: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Returns the mean Kullback-Leibler divergence of rows of logarithms of probabilities."""
    return (wanted.exp() * (wanted - own)).sum(1).mean()


class Distiller:
    """A reader in training with its data."""

    def __init__(self, arguments: argparse.Namespace):
        self.seed(arguments.seed)
        random.seed(arguments.seed)
        self.data, self.supported, variants = torch.load(arguments.set, map_location=DEVICE, weights_only=False)
        self.supported.data = self.data
        self.reader = load_reader(arguments.start)[0].to(DEVICE)
        compiled = torch.compile(self.reader, dynamic=True) if arguments.compile else self.reader
        self.losses = DistilledLosses(self.data, compiled, variants)
        self.supported.compiled = compiled
        enough = (self.data.negatives >= 0).sum(1) >= GROUP - 1
        self.usable = self.data.usable & enough & ~self.losses.unanswered

    @staticmethod
    def seed(seed: int) -> None:
        torch.manual_seed(seed)
        np.random.seed(seed % (1 << 32))

    def stage1(self):
        """Returns a step over every usable question alike, with the hybrid ranking as a further target."""
        rows = self.usable.nonzero()[:, 0]

        def step() -> torch.Tensor:
            return self.losses.group(rows[torch.randint(0, len(rows), (STAGE1_BATCH,), device=DEVICE)], 0.3)[0]

        return step

    def stage2(self, mix: Mix):
        """Returns a step over groups, single pairs, unanswered questions over retrieved passages, and statements."""
        data, losses = self.data, self.losses
        by_type = {kind: value * (mix.headings if kind in "qhtd" else 1) for kind, value in STAGE2_WEIGHTS.items()}
        weights = data.by_type(hbqa=mix.hand_written, **by_type) * data.kind_weight * self.usable
        about_documentation = data.is_type("hbqa") & data.is_of("documentation")
        weights = torch.where(about_documentation, mix.documentation * weights, weights)
        is_elaborate = data.is_of("invented") & ~data.plain
        of_plain = torch.where(data.work, mix.plain * mix.work, torch.where(data.foreign, mix.plain * mix.foreign, mix.plain))
        by_style = torch.where(data.plain, of_plain, torch.where(is_elaborate, mix.invented, 1.0))
        weights = weights * torch.where(data.plain, of_plain, torch.where(is_elaborate, mix.invented_groups, 1.0))
        answered = data.is_type("squad", "hbqa", "tydi", "nqg") & losses.has_evidence
        single_rows = (losses.unanswered | answered).nonzero()[:, 0]
        single_weights = (data.by_type(**SINGLE_WEIGHTS) * by_style)[single_rows]
        unanswered_rows = data.is_type("hbnone").nonzero()[:, 0]
        # No passage of an invented handbook answers these; elsewhere one may that nobody saw.
        has_counterpart = data.counterpart >= 0
        of_unanswered = torch.where(has_counterpart & ~data.plain, mix.counterparts, by_style)
        unanswered_weights = (torch.where(data.is_of("invented"), 2.0, 1.0) * of_unanswered)[unanswered_rows]
        counterpart_rows = has_counterpart.nonzero()[:, 0]
        by_hand = data.is_type("hbqa")

        def step() -> torch.Tensor:
            rows = torch.multinomial(weights, STAGE2_BATCH, replacement=True)
            loss, _, scores = losses.group(rows)
            total = mix.labels * loss + mix.teachers * losses.distilled
            singles = single_rows[torch.multinomial(single_weights, SINGLES, replacement=True)]
            loss = losses.single(singles)
            total = total + mix.labels * loss + mix.teachers * losses.distilled
            chosen = torch.randint(0, len(counterpart_rows), (COUNTERPARTS,), device=DEVICE)
            loss = losses.counterparts(counterpart_rows[chosen])
            total = total + mix.labels * loss + mix.teachers * losses.distilled
            chosen = torch.multinomial(unanswered_weights, data.recipe.unanswered_groups, replacement=True)
            loss = losses.unanswered_group(unanswered_rows[chosen], scores[by_hand[rows]])
            total = total + 0.25 * mix.labels * loss + 0.5 * mix.teachers * losses.distilled
            return total + mix.statements * self.supported.loss(STATEMENTS) if mix.statements else total

        return step

    def run(self, name: str, step, rate: float, seconds: float, noise: float = 0.0) -> dict[str, torch.Tensor]:
        """Trains for a time, every second step once more with adversarial noise on the word embeddings."""
        reader = self.reader
        matrices = [parameter for parameter in reader.parameters() if parameter.ndim > 1]
        vectors = [parameter for parameter in reader.parameters() if parameter.ndim < 2]
        groups = [{"params": matrices, "weight_decay": 0.01}, {"params": vectors, "weight_decay": 0.0}]
        optimizer = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98), fused=DEVICE == "cuda")
        embeddings = reader.encoder.word_embeddings.weight
        started, number, kept, total = time.time(), 0, [], 0.0
        mean: dict[str, torch.Tensor] = {}
        reader.train()
        while (part := (time.time() - started) / seconds) < 1:
            decay = max(0.02, 1 - max(0.0, part - HELD_SHARE) / (1 - HELD_SHARE))
            for group in optimizer.param_groups:
                group["lr"] = rate * decay * min((number + 1) / WARM_UP_STEPS, 1.0)
            seed = random.randrange(1 << 30)
            self.seed(seed)
            loss = step()
            loss.backward()
            if noise and number % 2 == 0:
                change = noise * embeddings.grad / (embeddings.grad.norm() + 1e-9)
                embeddings.data.add_(change)
                self.seed(seed)  # the same batch again
                step().backward()
                embeddings.data.sub_(change)
            torch.nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            number, total = number + 1, total + loss.detach()
            if number % 100 == 0:
                log(name, number, f"loss {float(total) / 100:.3f}")
                total = 0.0
            if part > 1 - AVERAGED_SHARE and number % AVERAGED_EVERY == 0:
                kept.append(number)
                for key, value in reader.state_dict().items():
                    value = value.detach().float()
                    mean[key] = mean[key] + (value - mean[key]) / len(kept) if key in mean else value.clone()
        reader.eval()
        log(name, "done:", number, "steps,", len(kept), "averaged")
        return mean or reader.state_dict()


def prepare(arguments: argparse.Namespace) -> None:
    """Builds the training set once for all processes."""
    tokenizer = ParallelTokenizer(f"{arguments.data}/tokenizer.json", os.cpu_count() or 8)
    encoder = load_encoder(arguments.embedder or f"{arguments.data}/embedder.npz").to(DEVICE)
    pools, statements = load_pools(f"{arguments.data}/pools.jsonl.xz")
    if arguments.keep < 1:
        pools, statements = shrink(pools, statements, arguments.keep)
    data = TrainingSet(tokenizer, encoder, pools, RECIPES["extended"])
    variants = []
    for seed in (1, 2, 3):
        data.refresh_variants(seed)
        variants.append(data.variants)
    data.drop_answering_negatives(load_reader(arguments.start)[0].to(DEVICE), first=16)
    supported = StatementSet(data, encoder, pools, statements, None)
    # Not needed for training, and not to be stored.
    data.tokenizer, data.question_texts, data.index_of, data.passages_of = None, None, {}, {}
    torch.save((data, supported, variants), arguments.out + ".part")
    os.replace(arguments.out + ".part", arguments.out)
    log("saved", arguments.out)


def teach(arguments: argparse.Namespace) -> None:
    """Trains a teacher from labels alone."""
    one = Distiller(arguments)
    if arguments.seconds:
        one.run("stage 1", one.stage1(), STAGE1_RATE, arguments.seconds)
    names = ("hand_written", "documentation", "invented", "invented_groups", "counterparts", "headings", "plain", "work", "foreign", "statements")
    mix = Mix(**{name: getattr(arguments, name) for name in names})
    save(one.run("stage 2", one.stage2(mix), arguments.rate, arguments.stage2_seconds, arguments.noise), arguments.out)


def learn(arguments: argparse.Namespace) -> None:
    """Trains a student from the teachers' mean scores, and half as much from the labels."""
    one = Distiller(arguments)
    for path in arguments.teachers:
        teacher = load_reader(path, 0.0)[0].to(DEVICE).eval().requires_grad_(False)
        one.losses.teachers.append(torch.compile(teacher, dynamic=True) if arguments.compile else teacher)
    mix = Mix(headings=2.0, labels=0.5, teachers=1.0)
    save(one.run("student", one.stage2(mix), arguments.rate, arguments.seconds), arguments.out)


def write_average(arguments: argparse.Namespace) -> None:
    """Writes the mean of several readers."""
    save(average([load_reader(path)[0].state_dict() for path in arguments.checkpoints]), arguments.out)


def save(state: dict[str, torch.Tensor], path: str) -> None:
    """Writes a checkpoint under its name only when it is complete: other processes wait for it."""
    torch.save({name: value.half() for name, value in state.items()}, path + ".part")
    os.replace(path + ".part", path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    first = commands.add_parser("prepare", help="build the training set")
    first.add_argument("--data", required=True, help="folder as for train_reader.py")
    first.add_argument("--start", required=True, help="weights of a reader that drops negatives which answer")
    first.add_argument("--embedder", help="weights of the embedding model (default: DATA/embedder.npz)")
    first.add_argument("--keep", type=float, default=1.0, help="share of each pool to use, for a quick trial")
    first.add_argument("--out", required=True)
    first.set_defaults(run=prepare)
    teacher = commands.add_parser("teacher", help="train from labels")
    teacher.add_argument("--seconds", type=float, default=0, help="of stage 1; 0 leaves it out")
    teacher.add_argument("--stage2-seconds", type=float, required=True)
    teacher.add_argument("--noise", type=float, default=0.0, help="length of the change to the word embeddings")
    teacher.add_argument("--hand-written", type=float, default=16.0, help="weight of hand-written questions")
    teacher.add_argument("--documentation", type=float, default=1.0, help="factor on those about documentation")
    teacher.add_argument("--invented", type=float, default=1.0, help="factor on pairs of invented handbooks, without plain ones")
    teacher.add_argument("--invented-groups", type=float, default=1.0, help="factor on groups of invented handbooks")
    teacher.add_argument("--counterparts", type=float, default=0.3, help="factor on counterparts over retrieved passages")
    teacher.add_argument("--plain", type=float, default=1.0, help="factor on plain questions")
    teacher.add_argument("--work", type=float, default=1.0, help="further factor on those about work documents")
    teacher.add_argument("--foreign", type=float, default=1.0, help="further factor on questions or text in other languages")
    teacher.add_argument("--statements", type=float, default=0.5, help="weight of the statements; 0 leaves them out")
    teacher.add_argument("--headings", type=float, default=1.0, help="factor on headings as questions")
    teacher.set_defaults(run=teach)
    student = commands.add_parser("student", help="train from teachers")
    student.add_argument("--seconds", type=float, required=True)
    student.add_argument("--teachers", nargs="+", required=True, help="checkpoints")
    student.set_defaults(run=learn)
    mean = commands.add_parser("average", help="average the weights of readers")
    mean.add_argument("checkpoints", nargs="+", help="checkpoints or .npz")
    mean.add_argument("--out", required=True)
    mean.set_defaults(run=write_average)
    for command, rate in ((teacher, STAGE2_RATE), (student, 1e-4)):
        command.add_argument("--set", required=True, help="what `prepare` wrote")
        command.add_argument("--start", required=True, help="weights to start from: .npz or a checkpoint")
        command.add_argument("--rate", type=float, default=rate)
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--compile", type=int, default=1, help="1 uses torch.compile")
        command.add_argument("--out", required=True, help="checkpoint to write")
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
