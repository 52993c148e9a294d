"""Measures of answers, rankings and refusal (NumPy only)."""

import re
from collections import Counter

import numpy as np


def normalize(text: str) -> str:
    """Returns lower-case words without punctuation and articles, as SQuAD compares answers."""
    return " ".join(word for word in re.sub(r"[^\w\s]", " ", text.lower()).split() if word not in ("a", "an", "the"))


def word_f1(answer: str, gold: str) -> float:
    """Returns the F1 of the words of two answers."""
    words, gold_words = normalize(answer).split(), normalize(gold).split()
    if not words or not gold_words:
        return float(words == gold_words)
    common = sum((Counter(words) & Counter(gold_words)).values())
    return 2 * common / (len(words) + len(gold_words))


def contains_answer(answers: list[str], text: str) -> bool:
    """Tells whether the text holds one of the answers, or most words of a long one."""
    words = normalize(text).split()
    joined = f" {' '.join(words)} "
    for answer in map(normalize, answers):
        if answer and f" {answer} " in joined:
            return True
        gold = answer.split()
        if len(gold) > 6 and sum((Counter(gold) & Counter(words)).values()) / len(gold) >= 0.8:
            return True
    return False


def auc(positive, negative) -> float:
    """Returns the probability that a positive scores above a negative, ties counted half."""
    scores = np.r_[positive, negative]
    _, inverse, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    count = len(positive)
    return float((ranks[:count].sum() - count * (count + 1) / 2) / (count * len(negative)))


def refused_at(positive, negative, wrongly: float = 0.05) -> float:
    """Returns the share of negatives refused by the cut that wrongly refuses this share of positives."""
    return float((np.array(negative) < np.quantile(positive, wrongly)).mean())
