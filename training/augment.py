"""Variants of questions: as people type them, and made unanswerable."""

import random
import re

STOP_WORDS = frozenset(
    "a an the of to in on for and or is are was were be do does did i we you my our your can could should would will "
    "with at by it this that there what how when where which who why if have has had".split()
)
_PAIRS = (
    "first/last before/after most/least more/less largest/smallest increase/decrease minimum/maximum highest/lowest "
    "internal/external always/never full-time/part-time weekly/monthly daily/annual employee/contractor "
    "employees/contractors public/private remote/office new/former start/end beginning/end north/south east/west "
    "winter/summer add/remove enable/disable open/close paid/unpaid manager/intern buy/sell early/late"
)
OPPOSITES = {a: b for a, b in (pair.split("/") for pair in _PAIRS.split())}
OPPOSITES |= {b: a for a, b in OPPOSITES.items()}

# A capitalized name inside a sentence, or a number.
NAME_OR_NUMBER = re.compile(r"(?<=[a-z,'’] )([A-Z][\w-]+(?: [A-Z][\w-]+)*)|(?<![\w.])(\d[\d,.]*\d|\d)(?![\w])")
# Share of words that a question has in common with the one it was made from.
_MIN_LIKENESS = 0.4
_OTHER_NUMBERS = (2, 3, 5, 8, 12, 20, 30, 45, 60, 90, 150, 1950, 1987, 2005, 2016)
_SWAPPED_TYPES = ("hbqa", "squad", "tydi", "qamr", "nqg", "cond")
_NAMED_TYPES = ("hbqa", "squad", "tydi", "qamr", "hbnone", "unans")


def misspell(word: str, rng: random.Random) -> str:
    """Returns the word with one letter dropped, doubled or swapped with the next; short words stay."""
    if len(word) < 5:
        return word
    at = rng.randint(1, len(word) - 2)
    choice = rng.random()
    if choice < 0.35:
        return word[:at] + word[at + 1 :]
    if choice < 0.7:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return word[:at] + word[at] + word[at:]


def misspell_longest(question: str, rng: random.Random) -> str:
    """Returns the question with one typing error in its longest word."""
    longest = max(re.findall(r"\w+", question), key=len, default="")
    return question.replace(longest, misspell(longest, rng), 1) if longest else question


def rephrase(question: str, rng: random.Random) -> str:
    """Returns the question as people type it: without question mark, as keywords, with a typo, or with a lead-in."""
    words = question.rstrip(" ?").split()
    choice = rng.random()
    if choice < 0.3 or not words:
        return " ".join(words) or question
    if choice < 0.62 and len(words) > 4:
        keywords = [word for word in words if word.lower().strip(",.") not in STOP_WORDS]
        return " ".join(keywords) if len(keywords) >= 2 else question
    if choice < 0.9:
        at = rng.randrange(len(words))
        return " ".join(
            misspell(word, rng) if index == at or rng.random() < 0.08 else word for index, word in enumerate(words)
        )
    return rng.choice(["please tell me ", "hi, ", "quick question: ", "does anyone know ", ""]) + question


def swapped_questions(questions: list[list], rng: random.Random) -> list[list]:
    """Returns unanswerable variants of questions: another name, number or opposite, about the same passage."""
    names = sorted(
        {
            match[1]
            for question in questions
            if question[2] in _NAMED_TYPES
            for match in NAME_OR_NUMBER.finditer(question[0])
            if match[1] and len(match[1]) > 2
        }
    )
    swapped = []
    for text, passage, kind, _ in questions:
        if kind in _SWAPPED_TYPES:
            other = _swap(text, names, rng)
            if other:
                swapped.append([other, passage, "swap", {}])
    return swapped


def _swap(text: str, names: list[str], rng: random.Random) -> str | None:
    entities = list(NAME_OR_NUMBER.finditer(text))
    opposites = [match for match in re.finditer(r"[\w-]+", text) if match[0].lower() in OPPOSITES]
    match = replacement = None
    if entities and (not opposites or rng.random() < 0.7):
        match = rng.choice(entities)
        if match[2]:
            replacement = str(rng.choice(_OTHER_NUMBERS))
        elif names:
            replacement = rng.choice(names)
    elif opposites and rng.random() < 0.7:
        match = rng.choice(opposites)
        replacement = OPPOSITES[match[0].lower()]
    if match is None or not replacement or replacement.lower() == match[0].lower():
        return None
    return text[: match.start()] + replacement + text[match.end() :]


def find_counterparts(questions: list[list]) -> list[int | None]:
    """Returns, for each unanswered question, the answered one about the same passage that it was made from."""
    words = [frozenset(re.findall(r"[a-z0-9]+", question[0].lower())) for question in questions]
    answered: dict[int, list[int]] = {}
    for row, question in enumerate(questions):
        if question[2] == "hbqa":
            answered.setdefault(question[1], []).append(row)

    def likeness(row: int, other: int) -> float:
        return len(words[row] & words[other]) / max(1, len(words[row] | words[other]))

    found: list[int | None] = []
    for row, question in enumerate(questions):
        others = answered.get(question[1], []) if question[2] == "hbnone" else []
        best = max(others, key=lambda other: likeness(row, other), default=None)
        found.append(best if best is not None and likeness(row, best) >= _MIN_LIKENESS else None)
    return found
