"""Word pieces of questions and passages, and pairs of them as the reader's input."""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy as np
import torch
from tokenizers import Tokenizer

from sentences import MAX_SENTENCES, split_sentences

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
CLS, SEP = 101, 102
# In word pieces: question, statement, context (path, title, headings), context with passage, whole pair.
MAX_QUESTION, MAX_STATEMENT, MAX_CONTEXT, MAX_PASSAGE, MAX_PAIR = 48, 72, 44, 236, 288
NO_SENTENCE = 255  # sentence number of context and padding

_tokenizer: Tokenizer | None = None


@dataclass
class Passages:
    """Passages as tensors: word pieces (context first), lengths, and the sentence that each piece belongs to."""

    pieces: torch.Tensor
    lengths: torch.Tensor
    context_lengths: torch.Tensor
    sentence_of_piece: torch.Tensor
    offsets: list[np.ndarray]  # per passage: character (start, end) of each body piece
    sentences: list[list[tuple[int, int]]]


@dataclass
class Texts:
    """Questions or other short texts as word pieces."""

    pieces: torch.Tensor
    lengths: torch.Tensor

    def __getitem__(self, index) -> "Texts":
        return Texts(self.pieces[index], self.lengths[index])

    def __len__(self) -> int:
        return len(self.lengths)


class ParallelTokenizer:
    """Tokenizes in several processes, since Python code surrounds every call."""

    def __init__(self, path: str, workers: int = 8):
        self.pool = ProcessPoolExecutor(workers, initializer=_load_tokenizer, initargs=(path,))

    def passages(self, contexts_and_texts: list[tuple[str, str]]) -> Passages:
        """Tokenizes passages, the context before the text, and numbers their sentences."""
        rows = self._map(_tokenize_passages, contexts_and_texts, 400)
        pieces = np.zeros((len(rows), MAX_PASSAGE), np.int32)
        sentence_of_piece = np.full((len(rows), MAX_PASSAGE), NO_SENTENCE, np.uint8)
        for index, (ids, context, _, sentence, _) in enumerate(rows):
            pieces[index, : len(ids)] = ids
            sentence_of_piece[index, context : len(ids)] = sentence
        return Passages(
            pieces=torch.tensor(pieces, device=DEVICE),
            lengths=torch.tensor([len(row[0]) for row in rows], device=DEVICE),
            context_lengths=torch.tensor([row[1] for row in rows], device=DEVICE),
            sentence_of_piece=torch.tensor(sentence_of_piece, device=DEVICE),
            offsets=[row[2] for row in rows],
            sentences=[row[4] for row in rows],
        )

    def texts(self, texts: list[str], limit: int = MAX_QUESTION) -> Texts:
        """Tokenizes texts, each cut to `limit` word pieces."""
        rows = self._map(_tokenize_texts, [(text, limit) for text in texts], 2000)
        pieces = np.zeros((len(rows), limit), np.int32)
        for index, ids in enumerate(rows):
            pieces[index, : len(ids)] = ids
        lengths = torch.tensor([max(1, len(ids)) for ids in rows], dtype=torch.long, device=DEVICE)
        return Texts(torch.tensor(pieces, device=DEVICE), lengths)

    def _map(self, function, items: list, size: int) -> list:
        batches = [items[start : start + size] for start in range(0, len(items), size)]
        return [row for batch in self.pool.map(function, batches) for row in batch]


def _load_tokenizer(path: str) -> None:
    global _tokenizer
    _tokenizer = Tokenizer.from_file(path)
    _tokenizer.no_truncation()
    _tokenizer.no_padding()


def _tokenize_passages(batch: list[tuple[str, str]]) -> list[tuple]:
    rows = []
    for context, text in batch:
        context_ids = _tokenizer.encode(context, add_special_tokens=False).ids[:MAX_CONTEXT] if context else []
        encoded = _tokenizer.encode(text, add_special_tokens=False)
        room = MAX_PASSAGE - len(context_ids)
        offsets = np.array(encoded.offsets[:room], np.int32).reshape(-1, 2)
        sentences = split_sentences(text)
        numbers = np.searchsorted([start for start, _ in sentences], offsets[:, 0], "right") - 1
        numbers = np.clip(numbers, 0, MAX_SENTENCES - 1).astype(np.uint8)
        ids = np.array(context_ids + encoded.ids[:room], np.int32)
        rows.append((ids, len(context_ids), offsets, numbers, sentences))
    return rows


def _tokenize_texts(batch: list[tuple[str, int]]) -> list[np.ndarray]:
    return [np.array(_tokenizer.encode(text, add_special_tokens=False).ids[:limit], np.int32) for text, limit in batch]


@dataclass
class Pairs:
    """The reader's input, and for each position the index of the passage piece there (-1 elsewhere)."""

    ids: torch.Tensor
    mask: torch.Tensor
    types: torch.Tensor
    passage_piece: torch.Tensor


def build_pairs(texts: Texts, pieces: torch.Tensor, lengths: torch.Tensor, width: int) -> Pairs:
    """Builds `[CLS] question [SEP] passage [SEP]`, padded to `width`; passages that don't fit are cut."""
    lengths = torch.minimum(lengths, width - texts.lengths - 3)[:, None]
    question_lengths = texts.lengths[:, None]
    position = torch.arange(width, device=pieces.device)[None]
    in_question = (position >= 1) & (position <= question_lengths)
    in_passage = (position >= question_lengths + 2) & (position < question_lengths + 2 + lengths)
    question_piece = (position - 1).clamp(0, texts.pieces.shape[1] - 1).expand(len(pieces), width)
    passage_piece = (position - question_lengths - 2).clamp(0, pieces.shape[1] - 1)
    ids = torch.where(in_question, texts.pieces.long().gather(1, question_piece), 0)
    ids = torch.where(in_passage, pieces.long().gather(1, passage_piece), ids)
    ids[:, 0] = CLS
    separator = (position == question_lengths + 1) | (position == question_lengths + 2 + lengths)
    ids = torch.where(separator, SEP, ids)
    mask = position < question_lengths + lengths + 3
    types = ((position >= question_lengths + 2) & mask).long()
    return Pairs(ids, mask, types, torch.where(in_passage, passage_piece, -1))


def build_single(texts: Texts, width: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Builds `[CLS] text [SEP]`, padded to `width`; returns word pieces and mask."""
    lengths = texts.lengths.clamp(max=width - 2)[:, None]
    position = torch.arange(width, device=texts.pieces.device)[None]
    kept = min(width - 2, texts.pieces.shape[1])
    ids = torch.zeros(len(texts), width, dtype=torch.long, device=texts.pieces.device)
    ids[:, 1 : kept + 1] = texts.pieces[:, :kept].long()
    ids = torch.where(position <= lengths, ids, 0)
    ids[:, 0] = CLS
    ids = torch.where(position == lengths + 1, SEP, ids)
    return ids, position < lengths + 2
