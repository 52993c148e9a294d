"""Fine-tunes the embedding model on the same pools, with hard negatives, without moving far from its start.

    python3 train_embedder.py --data data --start data/base.npz --out checkpoints/embedder.pt
"""

import argparse
import copy
import json
import os
import random

import torch
import torch.nn.functional as F

from onnx_weights import load_reader
from pools import HEADING_TYPES, Pool, collection_of, load_pools
from retrieval import Index, embed, pool_embedding
from tokens import DEVICE, ParallelTokenizer, Texts
from training_set import log

TYPE_WEIGHTS = dict(
    hbqa=10.0, squad=3.0, nqg=0.6, nq=2.0, tydi=2.0, qamr=0.3, cond=2.0, cloze=0.1, q=0.6, h=0.3, t=0.3, d=0.5
)
BATCH, NEGATIVES, SKIPPED, TEMPERATURE, INVENTED_WEIGHT = 256, 24, 4, 0.05, 0.3


class RetrievalPairs:
    """Questions with their passage and negatives from the start model's hybrid ranking, of all pools."""

    def __init__(self, tokenizer: ParallelTokenizer, encoder, pools: list[Pool]):
        self.development = []
        parts: dict[str, list[torch.Tensor]] = {}
        first = 0
        for pool in pools:
            passages = tokenizer.passages([(context, text) for context, text, _ in pool.passages])
            questions = [question for question in pool.training() if question[2] in TYPE_WEIGHTS]
            texts = tokenizer.texts([question[0] for question in questions])
            index = Index(encoder, passages)
            negatives, usable = self._mine(pool, questions, texts, embed(encoder, texts), index)
            weights = torch.tensor([TYPE_WEIGHTS[question[2]] for question in questions], device=DEVICE)
            if collection_of(pool.name) == "invented":
                weights = weights * INVENTED_WEIGHT
            part = {
                "pieces": passages.pieces,
                "lengths": passages.lengths,
                "question_pieces": texts.pieces,
                "question_lengths": texts.lengths,
                "passage": torch.tensor([question[1] + first for question in questions], dtype=torch.long, device=DEVICE),
                "negatives": negatives + first,
                "weights": weights * usable,
            }
            for name, value in part.items():
                parts.setdefault(name, []).append(value)
            first += len(pool.passages)
            asked = [question for question in pool.development() if question[2] == "hbqa"]
            if asked:
                gold = torch.tensor([question[1] for question in asked], device=DEVICE)
                self.development.append((pool.name, passages, tokenizer.texts([one[0] for one in asked]), gold))
        joined = {name: torch.cat(values) for name, values in parts.items()}
        self.passages = Texts(joined["pieces"], joined["lengths"])
        self.questions = Texts(joined["question_pieces"], joined["question_lengths"])
        self.passage, self.negatives, self.weights = joined["passage"], joined["negatives"], joined["weights"]

    @staticmethod
    def _mine(pool: Pool, questions: list[list], texts: Texts, embeddings, index: Index):
        own = torch.tensor([question[1] for question in questions], dtype=torch.long, device=DEVICE)
        heading = torch.tensor([question[2] in HEADING_TYPES for question in questions], dtype=torch.bool, device=DEVICE)
        usable = torch.ones(len(questions), dtype=torch.bool, device=DEVICE)
        negatives = torch.zeros(len(questions), NEGATIVES, dtype=torch.long, device=DEVICE)
        # The very first ones answer too often, but never in invented handbooks. These are small.
        skipped = 0 if collection_of(pool.name) == "invented" else SKIPPED
        count = min(NEGATIVES + skipped, len(pool.passages) - 1)
        for start in range(0, len(questions), 1024):
            rows = slice(start, min(len(questions), start + 1024))
            hybrid, cosine = index.search(texts[rows], embeddings[rows])
            gold = own[rows, None]
            own_cosine = cosine.gather(1, gold)
            excluded = index.embeddings[own[rows]] @ index.embeddings.T > 0.9
            excluded.scatter_(1, gold, True)
            excluded |= (cosine > own_cosine + 0.05) & heading[rows, None]
            usable[rows] = ((cosine > own_cosine).sum(1) < 150) | ~heading[rows]
            best = hybrid.masked_fill(excluded, -9).topk(count, 1).indices[:, skipped:]
            negatives[rows] = best[:, torch.arange(NEGATIVES) % best.shape[1]]
        return RetrievalPairs._replace_with_answer(pool, questions, negatives), usable

    @staticmethod
    def _replace_with_answer(pool: Pool, questions: list[list], negatives: torch.Tensor) -> torch.Tensor:
        table = negatives.cpu().numpy()
        lower = [passage[1].lower() for passage in pool.passages]
        rng = random.Random(3)
        for row, question in enumerate(questions):
            answers = [answer.lower() for answer in question[3].get("ans", []) if len(answer) >= 3]
            for column in range(NEGATIVES if answers else 0):
                if any(answer in lower[table[row, column]] for answer in answers):
                    table[row, column] = rng.randrange(len(lower))
        return torch.tensor(table, device=DEVICE)

    def measure(self, encoder) -> dict:
        """Returns how often the gold passage is among the first 1, 8 and 40, hybrid and by cosine."""
        ranks: dict[str, list] = {}
        for pool, passages, questions, gold in self.development:
            hybrid, cosine = Index(encoder, passages).search(questions, embed(encoder, questions))
            name = collection_of(pool)
            for kind, scores in (("hybrid", hybrid), ("cosine", cosine)):
                rank = (scores > scores.gather(1, gold[:, None])).sum(1)
                ranks.setdefault(f"{name}, {kind}", []).append(rank)
        joined = {name: torch.cat(values) for name, values in ranks.items()}
        return {name: [round(float((rank < k).float().mean()), 4) for k in (1, 8, 40)] for name, rank in joined.items()}


def train_step(encoder, start, pairs: RetrievalPairs, rows: torch.Tensor, keep: float) -> torch.Tensor:
    """Returns the contrastive loss, with a penalty for moving similarities away from the start model's."""
    picked = torch.randint(0, NEGATIVES, (len(rows), 2), device=DEVICE)
    passages = torch.cat([pairs.passage[rows], pairs.negatives[rows].gather(1, picked).T.reshape(-1)])
    questions, texts = pairs.questions[rows], pairs.passages[passages]
    widths = [min(256, (int(one.lengths.max()) + 2 + 15) // 16 * 16) for one in (questions, texts)]
    similarity = pool_embedding(encoder, questions, widths[0]) @ pool_embedding(encoder, texts, widths[1]).T
    same = pairs.passage[rows][:, None] == passages[None]
    same.fill_diagonal_(False)
    logits = (similarity / TEMPERATURE).masked_fill(same, -1e4)
    loss = F.cross_entropy(logits, torch.arange(len(rows), device=DEVICE))
    with torch.no_grad():
        before = pool_embedding(start, questions, widths[0]) @ pool_embedding(start, texts, widths[1]).T
    return loss + keep * 50 * ((similarity - before) ** 2).mean()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="folder with pools and tokenizer")
    parser.add_argument("--start", required=True, help="weights of all-MiniLM-L6-v2 or the embedder (.npz of onnx_weights.py)")
    parser.add_argument("--out", required=True, help="where to write the checkpoint")
    parser.add_argument("--steps", type=int, default=1200)
    parser.add_argument("--rate", type=float, default=3e-5)
    parser.add_argument("--keep", type=float, default=1.0, help="weight of the penalty for moving away from the start")
    arguments = parser.parse_args()
    os.makedirs(os.path.dirname(arguments.out) or ".", exist_ok=True)
    torch.manual_seed(3)

    tokenizer = ParallelTokenizer(f"{arguments.data}/tokenizer.json")
    start = load_reader(arguments.start, dropout=0.05)[0].to(DEVICE).eval()
    pairs = RetrievalPairs(tokenizer, start.encoder, load_pools(f"{arguments.data}/pools.jsonl.xz")[0])
    log("before", json.dumps(pairs.measure(start.encoder)))
    tuned = copy.deepcopy(start)
    encoder = tuned.encoder
    optimizer = torch.optim.AdamW(encoder.parameters(), lr=arguments.rate, weight_decay=0.01, betas=(0.9, 0.98))
    scale = lambda step: min((step + 1) / 100, max(0.02, (arguments.steps - step) / (arguments.steps - 100)))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, scale)
    picked = torch.multinomial(pairs.weights, arguments.steps * BATCH, replacement=True)
    encoder.train()
    for number in range(arguments.steps):
        loss = train_step(encoder, start.encoder, pairs, picked[number * BATCH : (number + 1) * BATCH], arguments.keep)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
        optimizer.step(), schedule.step(), optimizer.zero_grad(set_to_none=True)
        if number % 200 == 199:
            log(number + 1, round(float(loss), 4))
    encoder.eval()
    log("after", json.dumps(pairs.measure(encoder)))
    torch.save({name: value.half() for name, value in tuned.state_dict().items()}, arguments.out)


if __name__ == "__main__":
    main()
