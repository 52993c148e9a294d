"""Collects the passages and questions of one pool."""

import hashlib
import random
import re
from collections import Counter

from pools import Pool
from synthetic_questions import cloze


class PoolBuilder:
    """A pool while it is being built; passages that repeat are added once."""

    def __init__(self, name: str, rng: random.Random):
        self.name, self.rng = name, rng
        self.passages: list[list] = []
        self.questions: list[list] = []
        self.index: dict[bytes, int] = {}

    def add_passage(self, context: str, text: str, file: str) -> int | None:
        """Adds a passage and returns its index, None when its beginning is there already."""
        key = passage_key(text)
        if key in self.index:
            return None
        self.index[key] = len(self.passages)
        self.passages.append([context, text, file])
        return self.index[key]

    def find_or_add(self, context: str, text: str, file: str) -> int:
        """Returns the index of the passage with this text, which is added if it isn't there."""
        found = self.index.get(passage_key(text))
        if found is not None and self.passages[found][1] == text:
            return found
        self.index.setdefault(passage_key(text), len(self.passages))
        self.passages.append([context, text, file])
        return len(self.passages) - 1

    def ask(self, question: str, passage: int, question_type: str, /, **labels) -> None:
        """Adds a question about a passage."""
        self.questions.append([question, passage, question_type, labels])

    def add_cloze(self, share: float, skip=lambda file: False) -> None:
        """Adds a cloze question for this share of the passages."""
        for index, (_, text, file) in enumerate(self.passages):
            if skip(file) or self.rng.random() >= share:
                continue
            made = cloze(text, self.rng)
            if made:
                question, start, end = made
                self.ask(question, index, "cloze", span=[start, end], ans=[text[start:end]])

    def limit(self, most: int) -> None:
        """Drops questions about more than two passages, and passages above the limit, those without questions first."""
        key = lambda question: re.sub(r"\W+", " ", question[0].lower()).strip()
        counts = Counter(map(key, self.questions))
        self.questions = [question for question in self.questions if counts[key(question)] <= 2]
        if len(self.passages) <= most:
            return
        value = Counter()
        for question in self.questions:
            value[question[1]] += 2 if question[2] == "q" else 1
        order = sorted(range(len(self.passages)), key=lambda i: -min(2, value[i]) + self.rng.random() * 1.2)
        kept = sorted(order[:most])
        place = {old: new for new, old in enumerate(kept)}
        self.passages = [self.passages[old] for old in kept]
        self.questions = [[q, place[i], kind, labels] for q, i, kind, labels in self.questions if i in place]
        self.index = {passage_key(passage[1]): i for i, passage in enumerate(self.passages)}

    def build(self) -> Pool:
        """Returns the finished pool."""
        return Pool(self.name, self.passages, self.questions)


def passage_key(text: str) -> bytes:
    """Returns a key of the first letters of a text, without punctuation."""
    return hashlib.md5(re.sub(r"\W+", "", text.lower())[:300].encode()).digest()
