"""Variants of hand-written statements: a detail changed in the statement, in its passage, or in both.

A change in both keeps the label, a change in one makes a supported statement false. The change can miss ("staff" for
"employees"), so these labels are used for a sixth of the examples only; the rest are labelled by trained models.
"""

import random
import re

STOP_WORDS = set(
    "a an the of to in on for and or is are was were be been do does did i we you my our your can could should would will "
    "with at by it its this that there what how when where which who why if have has had not no as from than then so but "
    "also only any all some each into about they their them he she his her may must more most such these those up out "
    "over after before under between other same own very just".split()
)
NUMBER_WORDS = (
    "one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty ninety".split()
)
OPPOSITES: dict[str, list[str]] = {}
for _pair in (
    "first/last before/after most/least more/less more/fewer largest/smallest increase/decrease increases/decreases "
    "minimum/maximum highest/lowest higher/lower internal/external always/never always/sometimes full-time/part-time "
    "weekly/monthly daily/weekly daily/annual annually/quarterly employee/contractor employees/contractors public/private "
    "remote/office new/former start/end beginning/end north/south east/west add/remove enable/disable enabled/disabled "
    "open/close paid/unpaid manager/intern buy/sell early/late all/some all/most every/some everyone/nobody must/may "
    "must/can required/optional mandatory/optional allowed/forbidden can/cannot should/shouldn't with/without "
    "include/exclude includes/excludes included/excluded inside/outside above/below up/down left/right old/new long/short "
    "large/small big/small fast/slow easy/hard good/bad same/different both/neither many/few often/rarely usually/rarely "
    "before/during after/during yearly/monthly hours/days days/weeks weeks/months months/years minutes/hours "
    "seconds/minutes written/oral online/offline manual/automatic manually/automatically encouraged/discouraged "
    "recommended/discouraged accept/reject accepts/rejects approve/reject approves/rejects approved/rejected grant/revoke "
    "senior/junior customer/vendor customers/vendors read/write upload/download import/export send/receive sends/receives "
    "client/server user/admin users/admins one/both single/multiple individual/group temporary/permanent default/custom "
    "current/previous next/previous only/also"
).split():
    _one, _other = _pair.split("/")
    OPPOSITES.setdefault(_one, []).append(_other)
    OPPOSITES.setdefault(_other, []).append(_one)

NUMBER = re.compile(r"(?<![\w.,])\d[\d,.]*\d(?![\w])|(?<![\w.,])\d(?![\w])")
NAME = re.compile(r"(?<=[a-z,;'’)] )[A-Z][\w-]+(?: [A-Z][\w-]+)*")
WORD = re.compile(r"[A-Za-z][A-Za-z'’-]+")
_AUXILIARY = re.compile(
    r"\b(is|are|was|were|can|could|must|should|will|would|may|does|do|did|has|have)\b(?! not|n't)", re.I
)
_NEGATION = re.compile(
    r"\b(?:(is|are|was|were|could|must|should|would|may|does|do|did|has|have|can) not"
    r"|(is|are|was|were|could|must|should|would|does|do|did|has|have)n['’]t"
    r"|cannot|can['’]t|won['’]t|will not|never)\b",
    re.I,
)
_WEIGHTS = {"number": 3, "number word": 1.5, "name": 2.5, "opposite": 3, "word": 0.5, "exchange": 1.5, "negation": 2}
_SUFFIXES = ("ings", "ing", "ed", "ly", "ions", "ion", "ers", "er", "ies", "ment", "s")

# (statement, context of the passage, sentences of the passage, whether they support the statement)
Example = tuple[str, str, list[str], bool]


def content_words(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(text)} - STOP_WORDS


def replace_word(text: str, word: str, other: str) -> str:
    def replacement(match: re.Match) -> str:
        return other.capitalize() if match[0][0].isupper() and other[:1].islower() else other

    return re.sub(rf"(?<![\w-]){re.escape(word)}(?![\w-])", replacement, text, flags=re.I)


def exchange_words(text: str, one: str, other: str) -> str:
    def replacement(match: re.Match) -> str:
        word = other if match[0].lower() == one.lower() else one
        return word.capitalize() if match[0][0].isupper() and word[:1].islower() else word

    pattern = rf"(?<![\w-])(?:{re.escape(one)}|{re.escape(other)})(?![\w-])"
    return re.sub(pattern, replacement, text, flags=re.I)


def other_number(number: str, rng: random.Random) -> str:
    """Returns a number of the same form near it."""
    if "." in number and "," not in number:
        return number[:-1] + rng.choice([digit for digit in "0123456789" if digit != number[-1]])
    digits = re.sub(r"\D", "", number)
    value = int(digits)
    if len(digits) == 4 and 1900 < value < 2100:
        other = value + rng.choice([-7, -4, -3, -2, -1, 1, 2, 3, 5])
    else:
        near = [value + 1, value + 2, value + 5, value - 1, value - 2, value * 2, value // 2, value + 10, value * 10]
        other = max(1, rng.choice([*near, round(value * 1.5)]))
    other = value + 3 if other == value else other
    return f"{other:,}" if "," in number else str(other)


def suffix(word: str) -> str:
    return next((ending for ending in _SUFFIXES if word.endswith(ending)), "")


class StatementChanger:
    """Makes variants of statements. `rows` and `passages` are those of scripts/export-statements.ts."""

    def __init__(self, passages: list[dict], seed: int):
        self.passages = passages
        self.rng = random.Random(seed)
        self.names: list[str] = []
        self.words: dict[str, list[str]] = {}
        self.by_file: dict[str, list[int]] = {}
        for number, passage in enumerate(passages):
            text = " ".join(passage["units"])
            self.names += NAME.findall(text)
            for word in WORD.findall(text):
                if word.islower() and len(word) > 3 and word not in STOP_WORDS:
                    self.words.setdefault(suffix(word), []).append(word)
            self.by_file.setdefault(passage["file"], []).append(number)

    def unchanged(self, row: dict) -> Example:
        passage = self.passages[row["passage"]]
        return row["statement"], passage["context"], self.evidence(row), row["isSupported"]

    def evidence(self, row: dict) -> list[str]:
        """Returns the sentences that share the most with the statement: 80 words, or 50, 120 or all."""
        units = self.passages[row["passage"]]["units"]
        kind = self.rng.choices([1, 0, 2, 3], [6, 1.5, 1.5, 1])[0]
        return units if kind == 3 else [units[number] for number in row["windows"][kind]]

    def changed(self, row: dict) -> Example | None:
        """Changes one detail in the statement, in the passage or in both."""
        passage, statement, units = self.passages[row["passage"]], row["statement"], self.evidence(row)
        found = self._changes(statement, "\n".join(units))
        if not found:
            return None
        kind, detail = self.rng.choices(found, [_WEIGHTS[kind] for kind, _ in found])[0]
        side = self.rng.choices(["statement", "passage", "both"], [3.5, 2.5, 4])[0] if row["isSupported"] else "both"
        if kind == "negation":
            return self._negated(row, units, side)
        change = self._change(kind, detail, statement, "\n".join(units), side)
        if not change:
            return None
        new_statement = change(statement) if side != "passage" else statement
        new_units = [change(unit) for unit in units] if side != "statement" else units
        if (side != "passage" and new_statement == statement) or (side != "statement" and new_units == units):
            return None
        context = change(passage["context"]) if side != "statement" else passage["context"]
        return new_statement, context, new_units, row["isSupported"] and side == "both"

    def fragment(self, row: dict) -> Example | None:
        """Takes a sentence or clause of the passage as statement; six of ten get a detail of the passage in its place."""
        rng, passage = self.rng, self.passages[row["passage"]]
        units = passage["units"]
        at = rng.randrange(len(units))
        unit = re.sub(r"^\s*(?:[-*•]|\d+[.)])\s*|[*_`#]+", "", units[at]).replace(" | ", " ").strip()
        clauses = [
            clause for clause in re.split(r"(?<=[;:])\s|,\s(?:and|but|so|or)\s", unit) if 4 <= len(clause.split()) <= 30
        ]
        statement = rng.choice([*clauses, unit])
        if not 4 <= len(statement.split()) <= 36:
            return None
        window = units[max(0, at - rng.randrange(4)) : at + 1 + rng.randrange(4)]
        if rng.random() < 0.4:
            return statement, passage["context"], window, True
        found = [change for change in self._changes(statement, "\n".join(window)) if change[0] != "word"]
        if not found:
            return None
        kind, detail = rng.choice(found)
        if kind == "negation":
            changed = self.negate(statement)
        else:
            change = self._change(kind, detail, statement, "\n".join(window), "statement")
            changed = change and change(statement)
        return (changed, passage["context"], window, False) if changed and changed != statement else None

    def elsewhere(self, row: dict) -> Example | None:
        """Gives the statement another passage of its file, or its own without the evidence."""
        passage, statement = self.passages[row["passage"]], row["statement"]
        others = [number for number in self.by_file[passage["file"]] if number != row["passage"]]
        if others and self.rng.random() < 0.5:
            other = self.passages[self.rng.choice(others)]
            return statement, other["context"], other["units"][:8], False
        if not row["isSupported"]:
            return None
        own = content_words(statement)
        rest = [unit for unit in passage["units"] if len(own & content_words(unit)) < 0.34 * len(own)]
        return (statement, passage["context"], rest[:8], False) if 2 <= len(rest) < len(passage["units"]) else None

    def negate(self, text: str) -> str | None:
        match = _NEGATION.search(text)
        if match:
            negation = match[0].lower()
            plain = match[1] or match[2] or ("will" if negation.startswith("w") else "can")
            return text[: match.start()] + ("always" if negation == "never" else plain) + text[match.end() :]
        match = _AUXILIARY.search(text)
        if not match:
            return None
        verb = match[0]
        if self.rng.random() < 0.6 or verb.lower() in ("may", "can", "will"):
            negated = "cannot" if verb == "can" else f"{verb} not"
        else:
            negated = f"{verb}n't"
        return text[: match.start()] + negated + text[match.end() :]

    def _negated(self, row: dict, units: list[str], side: str) -> Example | None:
        statement, context = row["statement"], self.passages[row["passage"]]["context"]
        negated = self.negate(statement)
        if side == "statement":
            return (negated, context, units, False) if negated else None
        own = content_words(statement)
        shared, at = max((len(own & content_words(unit)), number) for number, unit in enumerate(units))
        unit = self.negate(units[at]) if shared >= max(2, 0.5 * len(own)) else None
        if not unit:
            return None
        changed = [*units[:at], unit, *units[at + 1 :]]
        if side == "passage":
            return statement, context, changed, False
        is_kept = negated and row["isSupported"] and self.rng.random() >= 0.5
        return (negated, context, changed, True) if is_kept else None

    def _changes(self, statement: str, text: str) -> list[tuple[str, object]]:
        """Returns the possible changes: kind and the words of the statement that it is about."""
        numbers = [number for number in NUMBER.findall(statement) if number in NUMBER.findall(text)]
        names = list(dict.fromkeys(name for name in NAME.findall(statement) if name in text))
        known = {word.lower() for word in WORD.findall(text)}
        words = [word for word in dict.fromkeys(WORD.findall(statement)) if word.lower() in known]
        plain = [word for word in words if word.islower() and len(word) > 3 and word not in STOP_WORDS]
        pairs = [(a, b) for i, a in enumerate(plain) for b in plain[i + 1 :] if suffix(a) == suffix(b)]
        self.rng.shuffle(pairs)
        found: list[tuple[str, object]] = [("number", number) for number in numbers]
        found += [("number word", word) for word in map(str.lower, words) if word in NUMBER_WORDS]
        found += [("name", name) for name in names]
        found += [("opposite", word.lower()) for word in words if word.lower() in OPPOSITES]
        found += [("word", word) for word in plain]
        found += [("exchange", pair) for pair in pairs[:3]]
        found += [("exchange", tuple(names[:2]))] * (3 if len(names) > 1 else 0)
        distinct = list(dict.fromkeys(numbers))
        found += [("exchange", tuple(distinct[:2]))] * (2 if len(distinct) > 1 else 0)
        if _AUXILIARY.search(statement) or _NEGATION.search(statement):
            found.append(("negation", None))
        return found

    def _change(self, kind: str, detail, statement: str, text: str, side: str):
        """Returns the change as a function of a text; a value of the passage is preferred where only the statement changes."""
        rng = self.rng
        if kind == "exchange":
            return lambda changed: exchange_words(changed, *detail)
        if kind == "number":
            digits = len(re.sub(r"\D", "", detail))
            near = [n for n in NUMBER.findall(text) if n != detail]
            near = [n for n in near if len(re.sub(r"\D", "", n)) == digits or rng.random() < 0.5]
            other = rng.choice(near) if side == "statement" and near and rng.random() < 0.75 else other_number(detail, rng)
        elif kind == "number word":
            other = rng.choice([word for word in NUMBER_WORDS if word != detail])
        elif kind == "name":
            near = [name for name in NAME.findall(text) if name not in detail and detail not in name]
            other = rng.choice(near if side == "statement" and near and rng.random() < 0.75 else self.names)
        elif kind == "opposite":
            other = rng.choice(OPPOSITES[detail])
        else:
            here = [w for w in WORD.findall(text) if w.islower() and len(w) > 3 and w not in STOP_WORDS]
            here = [w for w in here if suffix(w) == suffix(detail) and w not in statement.lower()]
            other = rng.choice(here if side == "statement" and here and rng.random() < 0.7 else self.words[suffix(detail)])
        return (lambda changed: replace_word(changed, detail, other)) if other != detail else None
