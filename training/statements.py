"""The *supported* head: does a passage support a statement?"""

import random
import re

import numpy as np
import torch
import torch.nn.functional as F

from augment import NAME_OR_NUMBER, OPPOSITES
from metrics import auc
from model import SUPPORTED, Encoder
from pools import Pool
from retrieval import embed
from sentences import split_sentences
from tokens import DEVICE, MAX_PASSAGE, MAX_STATEMENT, Texts, build_pairs
from training_set import TrainingSet, log

_NUMBER_WORDS = (
    "one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty ninety"
).split()
_SENTENCES_PER_POOL = 2500
_WRONG_PASSAGE_SHARE = 0.15


class StatementSet:
    """Statements written by hand, and sentences of passages as they are or with one detail changed."""

    def __init__(self, data: TrainingSet, encoder: Encoder, pools: list[Pool], statements: list[list], compiled):
        self.data, self.compiled = data, compiled
        first = data.first_passage
        located = [(first[row[0]] + row[1], *row[2:]) for row in statements]
        by_hand = [(passage, text, supported) for passage, text, supported, _, dev in located if not dev]
        self.development = [(passage, text, supported, how) for passage, text, supported, how, dev in located if dev]
        made = self._from_sentences(pools, statements)
        rows = by_hand + made
        self.by_hand = len(by_hand)
        self.texts = data.tokenizer.texts([row[1] for row in rows], MAX_STATEMENT)
        self.passage = torch.tensor([row[0] for row in rows], device=DEVICE)
        self.supported = torch.tensor([float(row[2]) for row in rows], device=DEVICE)
        self.other_passages = self._near_passages(encoder)
        self.development_texts = data.tokenizer.texts([row[1] for row in self.development], MAX_STATEMENT)
        log("statements", len(by_hand), "made", len(made), "development", len(self.development))

    def loss(self, count: int) -> torch.Tensor:
        """Returns the loss of a random batch: three quarters written by hand."""
        hand = torch.randint(0, self.by_hand, (count * 3 // 4,), device=DEVICE)
        made = torch.randint(self.by_hand, len(self.texts), (count - len(hand),), device=DEVICE)
        rows = torch.cat([hand, made])
        wrong = torch.rand(count, device=DEVICE) < _WRONG_PASSAGE_SHARE
        column = torch.randint(0, self.other_passages.shape[1], (count,), device=DEVICE)
        passage = torch.where(wrong, self.other_passages[rows, column], self.passage[rows])
        target = torch.where(wrong, 0.0, self.supported[rows])
        return F.binary_cross_entropy_with_logits(self._scores(self.compiled, self.texts[rows], passage), target)

    @torch.no_grad()
    def measure(self, reader) -> dict:
        """Returns AUC, accuracy at 0, accuracy by kind, and the share refused when 5 % of the supported ones are."""
        passages = torch.tensor([row[0] for row in self.development], device=DEVICE)
        parts = [
            self._scores(reader, self.development_texts[start : start + 256], passages[start : start + 256])
            for start in range(0, len(passages), 256)
        ]
        scores = torch.cat(parts).cpu().numpy()
        supported = np.array([bool(row[2]) for row in self.development])
        right = (scores > 0) == supported
        kinds: dict[str, list[bool]] = {}
        for correct, row in zip(right, self.development):
            kinds.setdefault(row[3], []).append(bool(correct))
        cut = np.quantile(scores[supported], 0.05)
        return {
            "auc": round(auc(scores[supported], scores[~supported]), 4),
            "accuracy": round(float(right.mean()), 4),
            "refused_at_5": round(float((scores[~supported] < cut).mean()), 4),
            "kinds": {kind: [len(values), round(float(np.mean(values)), 3)] for kind, values in kinds.items()},
        }

    def _scores(self, reader, texts: Texts, passages: torch.Tensor) -> torch.Tensor:
        lengths = self.data.lengths[passages]
        order = torch.argsort(texts.lengths + lengths)
        parts = []
        for part in order.chunk(2):
            longest = int((texts.lengths[part] + lengths[part]).max())
            width = min(MAX_STATEMENT + MAX_PASSAGE + 4, (longest + 18) // 16 * 16)
            pairs = build_pairs(texts[part], self.data.pieces[passages[part]], lengths[part], width)
            with torch.autocast(DEVICE, torch.bfloat16):
                parts.append(reader(pairs.ids, pairs.mask, pairs.types)[0][:, SUPPORTED].float())
        return torch.cat(parts)[torch.argsort(order)]

    def _from_sentences(self, pools: list[Pool], statements: list[list]) -> list[tuple]:
        rng = random.Random(5)
        matches = (match for row in statements for match in NAME_OR_NUMBER.finditer(row[2]))
        names = sorted({match[1] for match in matches if match[1] and len(match[1]) > 2})
        made = []
        for pool in pools:
            if pool.name == "dotnet":  # code more than prose
                continue
            held_out = {question[1] for question in pool.development()}
            count = min(_SENTENCES_PER_POOL, len(pool.passages))
            for index in rng.sample(range(len(pool.passages)), count):
                text = pool.passages[index][1]
                sentences = [text[start:end].strip(" -|") for start, end in split_sentences(text)]
                sentences = [one for one in sentences if 8 <= len(one.split()) <= 32 and " | " not in one]
                if index in held_out or not sentences:
                    continue
                sentence = rng.choice(sentences)
                passage = self.data.first_passage[pool.name] + index
                made.append((passage, sentence, 1))
                changed = change_detail(sentence, names, rng)
                if changed:
                    made.append((passage, changed, 0))
        return made

    def _near_passages(self, encoder: Encoder) -> torch.Tensor:
        """Returns passages near to each statement in meaning that don't repeat its own passage."""
        passages = embed(encoder, Texts(self.data.pieces, self.data.lengths))
        texts = embed(encoder, self.texts)
        near = torch.empty(len(texts), 8, dtype=torch.long, device=DEVICE)
        for start in range(0, len(texts), 512):
            rows = slice(start, start + 512)
            score = texts[rows] @ passages.T
            score[passages[self.passage[rows]] @ passages.T > 0.8] = -9
            near[rows] = score.topk(12, 1).indices[:, 4:]
        return near


def change_detail(sentence: str, names: list[str], rng: random.Random) -> str | None:
    """Returns the sentence with one number, name or opposite changed, None where it has none."""
    matches = list(NAME_OR_NUMBER.finditer(sentence))
    words = re.finditer(r"[\w-]+", sentence)
    matches += [match for match in words if match[0].lower() in OPPOSITES or match[0].lower() in _NUMBER_WORDS]
    if not matches:
        return None
    match = rng.choice(matches)
    word = match[0].lower()
    if word[0].isdigit():
        value = int(re.sub(r"\D", "", word)[:9] or 1)
        other = str(max(1, value + rng.choice([-3, -2, -1, 1, 2, 5, 10, 20])))
    elif word in _NUMBER_WORDS:
        other = rng.choice([number for number in _NUMBER_WORDS if number != word])
    elif word in OPPOSITES:
        other = OPPOSITES[word]
    else:
        other = rng.choice(names)
    return None if other.lower() == word else sentence[: match.start()] + other + sentence[match.end() :]
