"""Development measurements: hand-written questions, SQuAD 2 articles outside training, and zava-hr."""

import json
import lzma
import random

import numpy as np
import torch

from augment import misspell_longest
from labels import evidence_sentences
from metrics import auc, contains_answer, normalize, refused_at, word_f1
from model import ANSWERED, RELEVANT, Encoder
from pools import Pool, collection_of
from retrieval import Index, embed
from sentences import MAX_SENTENCES
from tokens import DEVICE, MAX_PAIR, ParallelTokenizer, Passages, Texts, build_pairs

CANDIDATES = 8
MAX_ANSWER_PIECES = 30


class QuestionSet:
    """Questions with the passages that retrieval finds for them; where `gold` is given, it is among them.

    Where `book` is given, a number per passage, only passages of the gold passage's book are found.
    """

    def __init__(
        self, tokenizer, encoder, passages: Passages, texts: list[str], index: Index, questions, gold, book=None
    ):
        self.passages, self.texts = passages, texts
        self.questions = tokenizer.texts(questions)
        embeddings = embed(encoder, self.questions)
        scores, _ = index.search(self.questions, embeddings)
        if book is not None:
            book = torch.tensor(book, device=DEVICE)
            scores = scores.masked_fill(book[None] != book[gold][:, None], -9.0)
        top = scores.topk(CANDIDATES, 1).indices
        self.found = None
        if gold is not None:
            gold = torch.tensor(gold, device=DEVICE)
            hit = (top == gold[:, None]).any(1)
            self.found = hit.cpu().numpy()
            top[~hit, -1] = gold[~hit]
            self.gold_column = (top == gold[:, None]).int().argmax(1).cpu().numpy()
        self.top = top.cpu().numpy()
        self.hybrid = scores.gather(1, top).cpu().numpy()
        self.cosines = self._sentence_cosines(tokenizer, encoder, embeddings)

    def _sentence_cosines(self, tokenizer, encoder, embeddings) -> list[list[np.ndarray]]:
        used = sorted(set(self.top.ravel().tolist()))
        spans = [(passage, start, end) for passage in used for start, end in self.passages.sentences[passage]]
        vectors = embed(encoder, tokenizer.texts([self.texts[p][start:end] for p, start, end in spans], 128))
        place: dict[int, list[int]] = {}
        for index, (passage, _, _) in enumerate(spans):
            place.setdefault(passage, [index, index])[1] = index + 1
        return [
            [(vectors[slice(*place[passage])] @ embeddings[row]).cpu().numpy() for passage in candidates]
            for row, candidates in enumerate(self.top.tolist())
        ]

    def read(self, reader, batch_size: int = 1024) -> list[list[dict]]:
        """Returns what the reader says about each candidate of each question."""
        rows = np.repeat(np.arange(len(self.top)), CANDIDATES)
        results = read_pairs(reader, self.questions, self.passages, rows, self.top.ravel(), batch_size)
        return [results[start : start + CANDIDATES] for start in range(0, len(results), CANDIDATES)]


@torch.no_grad()
def read_pairs(reader, questions: Texts, passages: Passages, rows, columns, batch_size: int) -> list[dict]:
    """Reads pairs: relevance, answer score, best span with its margin, evidence and span mass per sentence."""
    rows = torch.as_tensor(rows, device=DEVICE)
    columns = torch.as_tensor(columns, device=DEVICE)
    order = torch.argsort(questions.lengths[rows] + passages.lengths[columns])
    results: list[dict] = [{}] * len(rows)
    for begin in range(0, len(order), batch_size):
        batch = order[begin : begin + batch_size]
        texts, found = questions[rows[batch]], columns[batch]
        width = min(MAX_PAIR, int((texts.lengths + passages.lengths[found]).max()) + 3)
        pairs = build_pairs(texts, passages.pieces[found], passages.lengths[found], width)
        with torch.autocast(DEVICE, torch.bfloat16):
            logits, start, end, evidence = (value.float() for value in reader(pairs.ids, pairs.mask, pairs.types))
        sentence = passages.sentence_of_piece[found].long().gather(1, pairs.passage_piece.clamp(min=0))
        body = (pairs.passage_piece >= 0) & (sentence < MAX_SENTENCES)
        slot = torch.where(body, sentence, MAX_SENTENCES)
        zeros = torch.zeros(len(batch), MAX_SENTENCES + 1, device=DEVICE)
        count = zeros.scatter_add(1, slot, body.float())
        mean_evidence = zeros.scatter_add(1, slot, evidence * body) / count.clamp(min=1)
        masked_start, masked_end = start.masked_fill(~body, -1e4), end.masked_fill(~body, -1e4)
        mass = zeros.scatter_add(1, slot, (masked_start.softmax(1) + masked_end.softmax(1)) / 2 * body)
        best, first, last = best_span(masked_start, masked_end)
        margin = best - start[:, 0] - end[:, 0]
        offset = texts.lengths + 2 + passages.context_lengths[found]
        columns_of = zip(
            batch.tolist(), found.tolist(), logits.cpu().numpy(), margin.tolist(), (first - offset).tolist(),
            (last - offset).tolist(), mean_evidence.cpu().numpy(), mass.cpu().numpy(), count.cpu().numpy(),
        )  # fmt: skip
        for pair, passage, scores, span_margin, i, j, of_sentence, span_mass, pieces in columns_of:
            size = len(passages.sentences[passage])
            results[pair] = {
                "relevant": scores[RELEVANT],
                "answered": scores[ANSWERED],
                "margin": span_margin,
                "span": (i, j),
                "evidence": np.where(pieces[:size] > 0, of_sentence[:size], -20.0),
                "mass": span_mass[:size],
            }
    return results


def best_span(start: torch.Tensor, end: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Returns the highest start + end with at most 30 pieces, and its first and last position."""
    width = start.shape[1]
    best = torch.full((len(start),), -1e9, device=DEVICE)
    first = torch.zeros(len(start), dtype=torch.long, device=DEVICE)
    last = first.clone()
    for length in range(min(MAX_ANSWER_PIECES, width)):
        value, position = (start[:, : width - length] + end[:, length:]).max(1)
        better = value > best
        best = torch.where(better, value, best)
        first = torch.where(better, position, first)
        last = torch.where(better, position + length, last)
    return best, first, last


def sentence_rankings(read: list[dict], cosines: list[np.ndarray]) -> dict[str, list[np.ndarray]]:
    """Returns sentence scores over a question's passages: by cosine, evidence alone, and the mixed score."""
    relevant = np.array([one["relevant"] for one in read])
    relevant = relevant - np.logaddexp.reduce(relevant)
    mixed = [
        one["evidence"] + 0.4 * rel + 0.3 * one["answered"] + 3 * cosine + 1.5 * one["mass"]
        for one, rel, cosine in zip(read, relevant, cosines)
    ]
    return {"cosine": cosines, "evidence": [one["evidence"] for one in read], "mixed": mixed}


def first_and_third(read, cosines, is_right) -> dict[str, tuple[float, float]]:
    """Returns per ranking whether the first sentence is right, and whether one of the first three is."""
    result = {}
    for name, scores in sentence_rankings(read, cosines).items():
        flat = sorted(((s, p, i) for p, values in enumerate(scores) for i, s in enumerate(values)), reverse=True)[:3]
        right = [bool(is_right(passage, index)) for _, passage, index in flat]
        result[name] = (float(right[0]), float(any(right)))
    return result


def refusal_scores(read: list[dict]) -> dict[str, float]:
    """Returns the scores that can decide on refusal, each the best over the passages."""
    return {
        "answered": max(one["answered"] for one in read),
        "margin": max(one["margin"] for one in read),
        "sum": max(one["answered"] + one["margin"] / 6 + 0.5 * one["evidence"].max() for one in read),
    }


def refusal(answered: list[dict], unanswered: list[dict]) -> dict[str, list[float]]:
    """Returns AUC and the share refused at 5 % wrongly refused, per score."""
    columns = {name: ([one[name] for one in answered], [one[name] for one in unanswered]) for name in answered[0]}
    return {name: [_round(auc(*pair)), _round(refused_at(*pair))] for name, pair in columns.items()}


class Measurements:
    """All development sets, with candidates from `encoder`."""

    def __init__(self, tokenizer: ParallelTokenizer, encoder: Encoder, pools: list[Pool], other: str, prepared=None):
        self.sets: dict[str, tuple[QuestionSet, list[list]]] = {}
        self.tokenizer, self.encoder = tokenizer, encoder
        of = lambda name: [pool for pool in pools if collection_of(pool.name) == name and pool.name != "dotnet"]
        self._add_hand_written("handbooks", of("handbooks"), prepared)
        self._add_hand_written("documentation", of("documentation"), None)
        held_out = [pool for pool in of("invented") if pool.development()]
        if held_out:
            self._add_hand_written("invented", held_out, None)
            self._add_hand_written("invented, plain", held_out, None)
            self._add_hand_written("invented, reworded", held_out, None)
            self._add_hand_written("invented, varied", held_out, None)
            self._add_hand_written("invented, work", held_out, None)
            self._add_hand_written("invented, foreign", held_out, None)
        with lzma.open(other, "rt") as file:
            packed = json.load(file)
        self._add("squad", packed["squad"]["c"], packed["squad"]["q"], with_gold=True)
        self._add("zava", packed["zava"]["c"], packed["zava"]["q"], with_gold=False)

    def _add_hand_written(self, name: str, pools: list[Pool], prepared) -> None:
        rows, questions, book = [], [], []
        for number, pool in enumerate(pools):
            questions += [
                [text, passage + len(rows), kind, labels]
                for text, passage, kind, labels in pool.development()
                if _style(labels) == name.partition(", ")[2]
            ]
            rows += pool.passages
            book += [number] * len(pool.passages)
        book = book if name.startswith("invented") else None
        passages, index = prepared or self._prepare([(context, text) for context, text, _ in rows])
        texts, gold = [row[1] for row in rows], [question[1] for question in questions]
        build = lambda asked: QuestionSet(self.tokenizer, self.encoder, passages, texts, index, asked, gold, book)
        self.sets[name] = (build([question[0] for question in questions]), questions)
        if name == "handbooks":
            rng = random.Random(7)
            misspelled = [misspell_longest(question[0], rng) for question in questions]
            self.sets["handbooks, one typo"] = (build(misspelled), questions)

    def _add(self, name: str, texts: list[str], questions: list[list], with_gold: bool) -> None:
        passages, index = self._prepare([("", text) for text in texts])
        gold = [question[1] for question in questions] if with_gold else None
        asked = [question[0] for question in questions]
        self.sets[name] = (QuestionSet(self.tokenizer, self.encoder, passages, texts, index, asked, gold), questions)

    def _prepare(self, contexts_and_texts) -> tuple[Passages, Index]:
        passages = self.tokenizer.passages(contexts_and_texts)
        return passages, Index(self.encoder, passages)

    def run(self, reader, names: list[str] | None = None, batch_size: int = 1024) -> dict[str, dict]:
        """Measures the reader; `reader` is a model in evaluation mode or a function with its signature."""
        results = {}
        for name in names or self.sets:
            questions_set, questions = self.sets[name]
            read = questions_set.read(reader, batch_size)
            measure = {"squad": measure_squad, "zava": measure_refusal_only}.get(name, measure_hand_written)
            results[name] = measure(questions_set, questions, read)
        return results


def _style(labels: dict) -> str:
    """Returns the end of the name of the set that a question belongs to."""
    return next((style for style in ("foreign", "work", "varied", "reworded", "plain") if labels.get(style)), "")


def measure_hand_written(found: QuestionSet, questions: list[list], read: list[list[dict]]) -> dict:
    """Measures sentences, passages, spans and refusal; only the labelled passage counts as right."""
    over_8, in_gold, kinds, passage, spans = {}, {}, {}, [], []
    refusal_8, refusal_gold = {True: [], False: []}, {True: [], False: []}
    for row, (_, gold, kind, labels) in enumerate(questions):
        column, answered = found.gold_column[row], kind == "hbqa"
        own = read[row][column]
        refusal_8[answered].append(refusal_scores(read[row]))
        refusal_gold[answered].append(refusal_scores([own]))
        if not answered:
            continue
        right = evidence_sentences(found.passages.sentences[gold], labels.get("ev", []))
        cosines = found.cosines[row]
        result = first_and_third(read[row], cosines, lambda p, i: p == column and i in right)
        _append(over_8, result)
        _append(in_gold, first_and_third([own], [cosines[column]], lambda _, i: i in right))
        kinds.setdefault(labels.get("kind", "?"), []).append(result["mixed"])
        first = int(np.argmax([one["relevant"] + one["answered"] for one in read[row]]))
        passage.append((int(np.argmax(found.hybrid[row])) == column, first == column))
        if labels.get("span"):
            spans.append(span_result(found, gold, own["span"], labels["ans"][:1]))
    answerable = [question[2] == "hbqa" for question in questions]
    return {
        "questions": [len(passage), len(refusal_8[False])],
        "found_at_8": _round(found.found[answerable].mean()),
        "sentence_over_8": _means(over_8),
        "sentence_in_gold": _means(in_gold),
        "passage_first": [_round(value) for value in np.mean(passage, 0)],
        "span_em_f1": [_round(value) for value in np.mean(spans, 0)],
        "refusal_over_8": refusal(refusal_8[True], refusal_8[False]),
        "refusal_gold": refusal(refusal_gold[True], refusal_gold[False]),
        "kinds": {kind: [len(rows)] + [_round(value) for value in np.mean(rows, 0)] for kind, rows in kinds.items()},
    }


def measure_squad(found: QuestionSet, questions: list[list], read: list[list[dict]]) -> dict:
    """Measures SQuAD 2: a sentence is right when it stands in the gold paragraph and holds an answer."""
    over_8, in_gold, spans = {}, {}, []
    refusals = {True: [], False: []}
    for row, (_, gold, answers) in enumerate(questions):
        column = found.gold_column[row]
        own = read[row][column]
        refusals[bool(answers)].append(refusal_scores([own]))
        if not answers:
            continue
        text, sentences = found.texts[gold], found.passages.sentences[gold]
        right = {index for index, (start, end) in enumerate(sentences) if contains_answer(answers, text[start:end])}
        cosines = found.cosines[row]
        _append(over_8, first_and_third(read[row], cosines, lambda p, i: p == column and i in right))
        _append(in_gold, first_and_third([own], [cosines[column]], lambda _, i: i in right))
        spans.append(span_result(found, gold, own["span"], answers))
    return {
        "questions": [len(spans), len(refusals[False])],
        "sentence_over_8": _means(over_8),
        "sentence_in_gold": _means(in_gold),
        "span_em_f1": [_round(value) for value in np.mean(spans, 0)],
        "refusal_gold": refusal(refusals[True], refusals[False]),
    }


def measure_refusal_only(found: QuestionSet, questions: list[list], read: list[list[dict]]) -> dict:
    """Measures refusal over 8 passages, for sets without a gold passage."""
    scores = {True: [], False: []}
    for (_, answered), one in zip(questions, read):
        scores[bool(answered)].append(refusal_scores(one))
    counts = [len(scores[True]), len(scores[False])]
    return {"questions": counts, "refusal_over_8": refusal(scores[True], scores[False])}


def span_result(found: QuestionSet, passage: int, span: tuple[int, int], answers: list[str]) -> tuple[float, float]:
    """Returns exact match and word F1 of the span against the best of the answers."""
    offsets = found.passages.offsets[passage]
    first, last = max(0, span[0]), min(len(offsets) - 1, span[1])
    text = found.texts[passage][offsets[first][0] : offsets[last][1]] if last >= first else ""
    exact = max(normalize(text) == normalize(answer) for answer in answers)
    return float(exact), max(word_f1(text, answer) for answer in answers)


def _append(table: dict[str, list], row: dict) -> None:
    for name, value in row.items():
        table.setdefault(name, []).append(value)


def _means(table: dict[str, list]) -> dict[str, list[float]]:
    return {name: [_round(value) for value in np.mean(rows, 0)] for name, rows in table.items()}


def _round(value) -> float:
    return round(float(value), 4)
