"""All pools as tensors: questions with labels, their passage, and hard negatives."""

import random
import re
import time

import numpy as np
import torch

from augment import find_counterparts, rephrase, swapped_questions
from labels import answer_pieces, evidence_sentences, rest_of_list
from model import ANSWERED, Encoder, Reader
from pools import COLLECTIONS, HEADING_TYPES, ONE_PAGE_ONE_ANSWER, QUESTION_TYPES, WITHOUT_PAGES, Pool, collection_of
from recipe import Recipe
from retrieval import Index, embed
from sentences import MAX_SENTENCES
from tokens import DEVICE, MAX_PAIR, ParallelTokenizer, Passages, Texts, build_pairs

NEGATIVES = 96
NEAR_DUPLICATE = 0.93  # cosine between two passages
_started = time.time()


def log(*values) -> None:
    """Prints values with the seconds since the start."""
    print(f"[{time.time() - _started:6.1f}]", *values, flush=True)


def seconds() -> float:
    """Returns the seconds since the start."""
    return time.time() - _started


class TrainingSet:
    """Questions of all pools. Rows of the tensors are questions; `passage` and `negatives` index all passages."""

    def __init__(self, tokenizer: ParallelTokenizer, encoder: Encoder, pools: list[Pool], recipe: Recipe):
        self.tokenizer, self.recipe = tokenizer, recipe
        self.first_passage: dict[str, int] = {}
        self.passages_of: dict[str, Passages] = {}
        self.index_of: dict[str, Index] = {}
        self.question_texts: list[str] = []
        parts: dict[str, list] = {}
        count = 0
        for pool in pools:
            self.first_passage[pool.name] = count
            part = self._read_pool(pool, encoder, count)
            for name, value in part.items():
                parts.setdefault(name, []).append(value)
            count += len(pool.passages)
        joined = {name: torch.cat(values) for name, values in parts.items()}
        self.pieces, self.lengths = joined["pieces"], joined["lengths"]
        self.sentence_of_piece = joined["sentence_of_piece"]
        self.questions = Texts(joined["question_pieces"], joined["question_lengths"])
        self.variants = self.questions
        self.type, self.passage, self.span = joined["type"], joined["passage"], joined["span"]
        self.gold, self.neutral = joined["gold"], joined["neutral"]
        self.negatives, self.negative_scores = joined["negatives"], joined["negative_scores"]
        self.passage_score, self.usable = joined["passage_score"], joined["usable"]
        self.kind_weight, self.collection = joined["kind_weight"], joined["collection"]
        self.plain = joined["plain"]  # short questions in ordinary words
        self.work = joined["work"]  # of these, the ones about work documents and code
        self.foreign = joined["foreign"]  # of these, the ones in another language or about text in one
        self.counterpart = joined["counterpart"]  # the answered question that an unanswered one was made from, or -1

    def is_type(self, *names: str) -> torch.Tensor:
        """Returns a mask of the questions of these types."""
        wanted = torch.tensor([QUESTION_TYPES.index(name) for name in names], device=DEVICE)
        return torch.isin(self.type, wanted)

    def by_type(self, **values: float) -> torch.Tensor:
        """Returns a value per question, 0 for types that aren't named."""
        return torch.tensor([values.get(name, 0.0) for name in QUESTION_TYPES], device=DEVICE)[self.type]

    def is_of(self, collection: str) -> torch.Tensor:
        """Returns a mask of the questions about one collection of COLLECTIONS."""
        return self.collection == COLLECTIONS.index(collection)

    def refresh_variants(self, seed: int) -> None:
        """Writes a new variant of every question: typos, keywords, no question mark."""
        rng = random.Random(seed)
        self.variants = self.tokenizer.texts([rephrase(text, rng) for text in self.question_texts])

    @torch.no_grad()
    def drop_answering_negatives(self, reader: Reader, first: int = 24, min_score: float = 1.0) -> None:
        """Drops negatives of hand-written questions that an earlier reader says answer the question.

        In invented handbooks no other passage answers, whatever the earlier reader says; several can answer a plain question.
        Of other languages the earlier reader may know nothing.
        """
        reader.eval()
        of_handbook = (self.plain & ~self.foreign) | ~self.is_of("invented")
        rows = (self.is_type("hbqa", "hbnone") & of_handbook).nonzero()[:, 0]
        own = torch.where(self.is_type("hbqa")[rows], self._answered(reader, rows, self.passage[rows]), 99.0)
        pairs = rows.repeat_interleave(first)
        passages = self.negatives[rows][:, :first].reshape(-1)
        scores = self._answered(reader, pairs, passages.clamp(min=0)).view(-1, first)
        # An unanswered question has no passage of its own to compare with.
        floor = torch.where(own < 90, (own - 2).clamp(min=min_score), torch.full_like(own, min_score))
        drop = (scores > floor[:, None]) & (passages.view(-1, first) >= 0)
        block = self.negatives[rows]
        block[:, :first][drop] = -1
        self.negatives[rows] = block
        log("dropped", int(drop.sum()), "of", drop.numel(), "negatives that seem to answer")

    def _answered(self, reader: Reader, rows: torch.Tensor, passages: torch.Tensor) -> torch.Tensor:
        scores = torch.empty(len(rows), device=DEVICE)
        order = torch.argsort(self.questions.lengths[rows] + self.lengths[passages])
        for start in range(0, len(order), 2048):
            batch = order[start : start + 2048]
            texts, found = self.questions[rows[batch]], passages[batch]
            width = min(MAX_PAIR, int((texts.lengths + self.lengths[found]).max()) + 3)
            pairs = build_pairs(texts, self.pieces[found], self.lengths[found], width)
            with torch.autocast(DEVICE, torch.bfloat16):
                scores[batch] = reader(pairs.ids, pairs.mask, pairs.types)[0][:, ANSWERED].float()
        return scores

    def _read_pool(self, pool: Pool, encoder: Encoder, first: int) -> dict[str, torch.Tensor]:
        passages = self.tokenizer.passages([(context, text) for context, text, _ in pool.passages])
        questions = pool.training()
        collection = collection_of(pool.name)
        if collection != "invented":  # their sections answer for several names, numbers and opposites side by side
            questions = questions + swapped_questions(questions, random.Random(len(questions)))
        texts = self.tokenizer.texts([question[0] for question in questions])
        first_question = len(self.question_texts)
        self.question_texts += [question[0] for question in questions]
        index = Index(encoder, passages)
        self.passages_of[pool.name], self.index_of[pool.name] = passages, index
        part = _labels(pool, questions, passages, self.recipe)
        part |= _mine(pool, questions, texts, embed(encoder, texts), index, first, self.recipe)
        part |= {
            "pieces": passages.pieces,
            "lengths": passages.lengths,
            "sentence_of_piece": passages.sentence_of_piece,
            "question_pieces": texts.pieces,
            "question_lengths": texts.lengths,
            "passage": _column((question[1] + first for question in questions), torch.long),
            "type": _column((QUESTION_TYPES.index(question[2]) for question in questions), torch.long),
            "counterpart": _column(
                (-1 if row is None else row + first_question for row in find_counterparts(questions)), torch.long
            ),
            "plain": _column((bool(question[3].get("plain")) for question in questions), torch.bool),
            "work": _column((bool(question[3].get("work")) for question in questions), torch.bool),
            "foreign": _column((bool(question[3].get("foreign")) for question in questions), torch.bool),
            "collection": torch.full((len(questions),), COLLECTIONS.index(collection), device=DEVICE),
        }
        log(pool.name, len(pool.passages), "passages", len(questions), "questions", int(part["usable"].sum()), "usable")
        return part


def _column(values, dtype: torch.dtype) -> torch.Tensor:
    """Returns values as a tensor; a pool whose questions are all for development has none."""
    return torch.tensor(list(values), dtype=dtype, device=DEVICE)


def _labels(pool: Pool, questions: list[list], passages: Passages, recipe: Recipe) -> dict[str, torch.Tensor]:
    span = np.full((len(questions), 2), -1)
    gold = np.zeros((len(questions), MAX_SENTENCES), bool)
    neutral = np.zeros((len(questions), MAX_SENTENCES), bool)
    weight = np.ones(len(questions), np.float32)
    contexts = passages.context_lengths.tolist()
    for row, (_, passage, _, labels) in enumerate(questions):
        offsets, sentences = passages.offsets[passage], passages.sentences[passage]
        if not len(offsets):
            continue
        read_until = int(offsets[-1, 1])
        if labels.get("span"):
            pieces = answer_pieces(offsets[:, 0].tolist(), read_until, labels["span"])
            if pieces:
                span[row] = [piece + contexts[passage] for piece in pieces]
        evidence = labels.get("ev") or ([labels["span"]] if labels.get("span") else [])
        found = {index for index in evidence_sentences(sentences, evidence) if sentences[index][0] < read_until}
        kind = labels.get("kind", "")
        rest = rest_of_list(pool.passages[passage][1], sentences, found, kind) if recipe.whole_lists else set()
        gold[row, list(found)] = True
        neutral[row, [index for index in rest if sentences[index][0] < read_until]] = True
        weight[row] = recipe.kind_weights.get(kind, 1.0)
    tensors = {"span": span, "gold": gold, "neutral": neutral, "kind_weight": weight}
    return {name: torch.tensor(value, device=DEVICE) for name, value in tensors.items()}


def _mine(
    pool: Pool, questions: list[list], texts: Texts, embeddings: torch.Tensor, index: Index, first: int, recipe: Recipe
) -> dict[str, torch.Tensor]:
    """Returns the highest ranked passages that don't answer, and which questions are worth training on."""
    count, width = len(questions), min(NEGATIVES, len(pool.passages) - 1)
    negatives = torch.full((count, NEGATIVES), -1, dtype=torch.long, device=DEVICE)
    scores = torch.zeros(count, NEGATIVES, device=DEVICE)
    passage_score = torch.zeros(count, device=DEVICE)
    usable = torch.ones(count, dtype=torch.bool, device=DEVICE)
    own = _column((question[1] for question in questions), torch.long)
    heading = _column((question[2] in HEADING_TYPES for question in questions), torch.bool)
    by_hand = _column((question[2] in ("hbqa", "hbnone") for question in questions), torch.bool)
    same_question = _same_question(questions)
    files: dict[str, int] = {}
    page = torch.tensor([files.setdefault(passage[2], len(files)) for passage in pool.passages], device=DEVICE)
    for start in range(0, count, 1024):
        rows = slice(start, min(count, start + 1024))
        hybrid, cosine = index.search(texts[rows], embeddings[rows])
        gold = own[rows, None]
        own_cosine = cosine.gather(1, gold)
        passage_score[rows] = hybrid.gather(1, gold)[:, 0]
        excluded = torch.zeros_like(hybrid, dtype=torch.bool).scatter_(1, gold, True)
        for column in range(same_question.shape[1]):
            other = same_question[rows, column : column + 1]
            excluded.scatter_(1, other.clamp(min=0), (other >= 0) | excluded.gather(1, other.clamp(min=0)))
        same_page = page[None] == page[own[rows]][:, None]
        if pool.name not in WITHOUT_PAGES | ONE_PAGE_ONE_ANSWER:
            # A heading fits many passages: those nearer to it than its own may answer just as well.
            excluded |= (cosine > own_cosine + 0.05) & heading[rows, None]
            usable[rows] = ((cosine > own_cosine).sum(1) < 150) | ~heading[rows]
            hybrid = hybrid + recipe.same_page_bonus * (same_page & by_hand[rows, None])
        if pool.name in ONE_PAGE_ONE_ANSWER:
            excluded |= same_page
        excluded |= index.embeddings[own[rows]] @ index.embeddings.T > NEAR_DUPLICATE
        best = hybrid.masked_fill(excluded, -9).topk(width, 1)
        negatives[rows, :width] = torch.where(best.values > -8, best.indices, -1)
        scores[rows, :width] = best.values
    if collection_of(pool.name) != "invented":  # no other passage answers there, even with the same words
        negatives = _drop_with_answer(pool, questions, negatives)
    return {
        "negatives": torch.where(negatives >= 0, negatives + first, -1),
        "negative_scores": scores,
        "passage_score": passage_score,
        "usable": usable,
    }


def _same_question(questions: list[list], most: int = 4) -> torch.Tensor:
    """Returns the passages for which the same question is asked, -1 where there are fewer."""
    passages: dict[str, set[int]] = {}
    keys = [re.sub(r"\W+", " ", question[0].lower()).strip() for question in questions]
    for key, question in zip(keys, questions):
        passages.setdefault(key, set()).add(question[1])
    table = np.full((len(questions), most), -1)
    for row, key in enumerate(keys):
        found = list(passages[key])[:most]
        table[row, : len(found)] = found
    return torch.tensor(table, device=DEVICE)


def _drop_with_answer(pool: Pool, questions: list[list], negatives: torch.Tensor, first: int = 40) -> torch.Tensor:
    """Drops negatives among the first that contain the answer's text."""
    table = negatives.cpu().numpy()
    lower = [passage[1].lower() for passage in pool.passages]
    for row, question in enumerate(questions):
        answers = [answer.lower() for answer in question[3].get("ans", []) if len(answer) >= 3]
        if not answers:
            continue
        for column in range(first):
            candidate = table[row, column]
            if candidate >= 0 and any(answer in lower[candidate] for answer in answers):
                table[row, column] = -1
    return torch.tensor(table, device=DEVICE)
