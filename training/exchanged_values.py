"""Values that change places within a passage: the passage has them all, and only where they stand tells true from false.

Written statements give themselves away: most that contrast two values ("90 euros for one, 20 for the other") are false.
So true statements are made false by a change of the passage alone.
"""

import re

from answer_forms import find_values
from changed_statements import STOP_WORDS, WORD, Example, StatementChanger, exchange_words, suffix


class ValueExchanger:
    def __init__(self, changer: StatementChanger):
        self.changer, self.rng = changer, changer.rng

    def exchanged(self, row: dict) -> Example | None:
        """Exchanges a value of a supported statement with another of the passage: in one of both (false) or in both (true)."""
        if not row["isSupported"]:
            return None
        passage, units, statement = self.changer.passages[row["passage"]], self.changer.evidence(row), row["statement"]
        text = "\n".join(units)
        pairs = value_pairs(statement, text)
        if (not pairs and self.rng.random() < 0.5) or self.rng.random() < 0.15:
            words = word_pairs(statement, text)
            pairs = [self.rng.choice(words), *([self.rng.choice(pairs)] if pairs else [])] if words else pairs
        if not pairs:
            return None
        one, other = self.rng.choice(pairs)
        changed_units = [exchange_words(unit, one, other) for unit in units]
        if changed_units == units:
            return None
        choice = self.rng.random()
        if choice < 0.5:
            return statement, passage["context"], changed_units, False
        changed = exchange_words(statement, one, other)
        if changed == statement:
            return None
        if choice < 0.62:
            return changed, passage["context"], units, False
        return changed, exchange_words(passage["context"], one, other), changed_units, True


def value_pairs(statement: str, text: str) -> list[tuple[str, str]]:
    """Returns values of the statement that the text has, each with another of its kind in the text."""
    pairs: list[tuple[str, str]] = []
    found = find_values(text)
    for kind, value in find_values(statement):
        own = value.lower()
        if own not in text.lower():
            continue
        others = {v for k, v in found if k == kind and own not in v.lower() and v.lower() not in own}
        alike = {other for other in others if len(other) == len(value)} if kind == "number" else set()
        pairs += [(value, other) for other in sorted(alike or others)]
    return pairs


def word_pairs(statement: str, text: str) -> list[tuple[str, str]]:
    """Returns words of the statement that the text has, each with one of the same ending that only the text has."""

    def plain_words(of: str) -> list[str]:
        return [w for w in dict.fromkeys(WORD.findall(of)) if w.islower() and len(w) > 3 and w not in STOP_WORDS]

    own = [word for word in plain_words(statement) if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)]
    others = [word for word in plain_words(text) if word not in statement]
    return [(a, b) for a in own for b in others if suffix(a) and suffix(a) == suffix(b)]
