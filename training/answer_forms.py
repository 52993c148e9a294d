"""Sentences as answers have them: list items with their lead-in, table rows, sentences near the passage's own words.

They are made over passages of the training files and over invented passages. How they are made gives the label; it is
wrong far less often than for `changed_statements.py`, because the true form is known and one value is exchanged.
"""

import random
import re

from changed_statements import (
    NAME, NUMBER, NUMBER_WORDS, OPPOSITES, WORD, Example, StatementChanger, content_words, other_number, replace_word,
)  # fmt: skip

DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()
PLACES = (
    "Tromsø Porto Lyon Graz Ghent Malmö Turin Brno Cork Leeds Utrecht Seville Riga Vilnius Osaka Pune Austin Quito Lima "
    "Perth Dakar Accra Hanoi Taipei Denver Bergen Nantes Kassel Essen Bologna"
).split()
FIRST_NAMES = (
    "Amara Boris Celia Dario Elif Fenna Goran Hilda Ines Jonas Kemal Lena Milo Nadia Olga Pavel Quinn Rosa Stefan Tilda "
    "Umut Vera Wim Xenia Yara Zoran"
).split()
LAST_NAMES = (
    "Abbot Brandt Castillo Dvorak Eriksen Fontaine Garcia Horvat Ivanova Jansen Keller Lindqvist Moreau Novak Okafor "
    "Petrov Rossi Sato Tanaka Ueda Vogel Walsh Young Zeman"
).split()
PRODUCTS = (
    "Falcon Merlin Cobalt Juniper Quartz Ember Willow Beacon Lantern Compass Harbor Summit Cedar Orchid Pebble Ripple "
    "Saffron Tundra Velvet Zephyr"
).split()
ROLES = (
    "your manager|the finance team|the head of department|the works council|the IT desk|the people team|the security "
    "officer|the project lead|the office manager|the board|the data protection officer|the line lead|the buyer|an engineer "
    "on duty|the quality team|payroll|the legal team"
).split("|")
THINGS = (
    "a parking permit|the training allowance|an archive box|a guest account|the night shift bonus|a visitor badge|the "
    "onboarding course|a second monitor|the shuttle ticket|the language class|a meeting room|the home office set|a "
    "replacement badge|the annual check-up|a travel advance|the lab coat|a test licence|the bike lease|the lunch voucher|the "
    "safety briefing|a contract change|the customer survey|a data export|the firmware update|an expense claim|the access "
    "review"
).split("|")
GROUPS = (
    "interns|part-timers|contractors|apprentices|team leads|engineers|sales staff|night workers|freelancers|new joiners|"
    "managers|trainers|drivers|researchers|support agents"
).split("|")
COLUMNS = [
    ("Fee", "money"), ("Price", "money"), ("Budget per year", "money"), ("Notice", "days"), ("Waiting time", "days"),
    ("Leave", "days"), ("Response", "days"), ("Repair", "days"), ("Opens", "time"), ("Closes", "time"),
    ("Deadline", "date"), ("Start", "date"), ("Discount", "percent"), ("Share", "percent"), ("Weight", "size"),
    ("Capacity", "size"), ("Owner", "person"), ("Contact", "person"), ("Approved by", "role"),
]  # fmt: skip

# Evidence, true and false statements. T and t are a thing, R and r roles, G and g groups of people, p places, n persons,
# d durations, m amounts of money, w weekdays, a dates, x products, c shares; a capital begins a sentence.
FACTS = [
    (["{T} costs {m}.", "You pay {m} for {t}.", "{T}: {m}."],
     ["{T} costs {m}.", "The price of {t} is {m}.", "You have to pay {m} for {t}."],
     ["{T} costs {m2}.", "The price of {t} is {m2}.", "{T} is free of charge."]),
    (["{T} lasts {d} in {p}, {n_d2} in {p2} and {n_d3} in {p3}.", "{T} takes {d} in {p}, {d2} in {p2} and {d3} elsewhere."],
     ["In {p}, {t} takes {d}.", "{T} in {p2} lasts {d2}.", "{p} has {d} for {t}, {p2} {d2}."],
     ["In {p}, {t} takes {d2}.", "{T} in {p2} lasts {d}.", "{p} has {d2} for {t}, {p2} {d}."]),
    (["{n} looks after {t}; for everything else ask {n2}.", "{T} is handled by {n}, the rest by {n2}."],
     ["{n} is responsible for {t}.", "Ask {n} about {t}.", "The person to contact for {t} is {n}."],
     ["{n2} is responsible for {t}.", "Ask {n2} about {t}.", "The person to contact for {t} is {n2}."]),
    (["{R} approves {t} within {d}, and {r2} checks it.",
      "{T} needs the approval of {r}, given within {d}; {r2} checks it afterwards."],
     ["{R} has {d} to approve {t}.", "{T} is approved by {r} and checked by {r2}.", "{R2} checks {t} after the approval."],
     ["{R2} has {d} to approve {t}.", "{T} is approved by {r2} and checked by {r}.", "{R} has {d2} to approve {t}.",
      "{T} needs nobody's approval."]),
    (["{G} can use {t}; {g2} can't.", "{T} is open to {g}, not to {g2}."],
     ["{G} may use {t}.", "{T} isn't available to {g2}.", "No, {g2} are not allowed to use {t}."],
     ["{G2} may use {t}.", "{T} isn't available to {g}.", "Yes, {g2} are allowed to use {t}.", "{T} is open to everybody."]),
    (["Only {g} receive {t}.", "{T} is for {g} alone."],
     ["{T} is reserved for {g}.", "Nobody but {g} gets {t}."],
     ["All employees receive {t}.", "{G} and {g2} get {t}.", "{T} isn't for {g}."]),
    (["Both {g} and {g2} are entitled to {t}.", "{G} are entitled to {t}, and so are {g2}."],
     ["{G2} are entitled to {t}.", "{T} is for {g} as well as {g2}."],
     ["Only {g} are entitled to {t}.", "{G2} are not entitled to {t}.", "Neither {g} nor {g2} get {t}."]),
    (["Up to {m} {r} decides alone; above that {r2} has to agree as well.", "{R} decides up to {m}. Above {m} you also need {r2}."],
     ["Below {m}, {r} can decide alone.", "For more than {m} the consent of {r2} is needed, too."],
     ["Below {m}, {r2} can decide alone.", "Up to {m2}, {r} decides alone.",
      "For less than {m} the consent of {r2} is needed, too.", "Above {m}, {r} decides alone."]),
    (["Hand it in by {w}, and {t} arrives on {w2}.", "Requests that arrive by {w} are paid on {w2}."],
     ["Whatever is handed in by {w} is settled on {w2}.", "The cut-off is {w}."],
     ["Whatever is handed in by {w2} is settled on {w}.", "The cut-off is {w2}.",
      "Requests that arrive after {w} are settled on {w2}, too."]),
    (["{x}: the system for {t}. {x2}: the tool that {g} use for reports.",
      "{x} is where you order {t}, and {x2} is the reporting tool of {g}."],
     ["{x} is the system for {t}.", "{x2} is the tool for reports that {g} use."],
     ["{x2} is the system for {t}.", "{x} is the tool for reports that {g} use."]),
    (["{T} must not be passed on.", "Never pass {t} on.", "Passing {t} on is forbidden."],
     ["You may not pass {t} on.", "It isn't allowed to pass on {t}."],
     ["You may pass {t} on.", "Feel free to pass {t} on to others.", "{T} has to be passed on."]),
    (["You don't need permission for {t}.", "{T} needs no permission.", "Nobody has to approve {t}."],
     ["{T} doesn't need anybody's permission.", "No approval is needed for {t}."],
     ["{T} needs the permission of {r}.", "You have to get permission for {t}."]),
    (["The {p} office opened on {a}, the one in {p2} on {a2}.", "{p} opened on {a}; {p2} followed on {a2}."],
     ["The office in {p} has been open since {a}.", "{p2} opened on {a2}."],
     ["The office in {p} has been open since {a2}.", "{p2} opened on {a}."]),
    (["{G} get {c} off, {g2} pay in full.", "The discount for {g} is {c}; {g2} get none."],
     ["{G} have a discount of {c}.", "There is no discount for {g2}."],
     ["{G2} have a discount of {c}.", "There is no discount for {g}.", "{G} have a discount of {c2}."]),
    (["{T} comes out of the team's money, not out of your own budget.",
      "Your team pays for {t}; your own budget stays untouched."],
     ["{T} is paid by the team.", "{T} is not taken out of your own budget."],
     ["{T} is taken out of your own budget.", "{T} isn't paid by the team."]),
    (["{T} is optional before the first {d} are over and mandatory afterwards.",
      "During the first {d} {t} is optional; after that you have to take part."],
     ["After {d}, {t} is mandatory.", "{T} is voluntary during the first {d}."],
     ["After {d}, {t} is voluntary.", "{T} is mandatory from the first day.", "After {d2}, {t} is mandatory."]),
]  # fmt: skip

_REPHRASED = [
    ("must", ["have to", "need to", "are required to"]), ("have to", ["must", "need to"]), ("can", ["may", "are able to"]),
    ("employees", ["staff", "colleagues"]), ("staff", ["employees"]), ("at least", ["no less than", "a minimum of"]),
    ("up to", ["at most", "no more than"]), ("within", ["in no more than", "inside"]), ("is not", ["isn't"]),
    ("do not", ["don't"]), ("cannot", ["can't"]), ("in order to", ["to"]), ("will be", ["is going to be", "gets"]),
    ("ensure", ["make sure"]), ("help", ["support"]), ("provide", ["give", "offer"]), ("request", ["ask for"]),
    ("create", ["make", "set up"]), ("select", ["choose", "pick"]), ("click", ["select", "choose"]),
    ("we", ["they", "the team"]), ("our", ["the team's", "their"]), ("your", ["the"]), ("every", ["each"]),
    ("each", ["every"]), ("before", ["ahead of"]), ("per", ["a", "for each"]), ("use", ["work with"]),
    ("meeting", ["session"]), ("also", ["in addition"]),
]  # fmt: skip
_MARKER = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
_DEFINITION = re.compile(r"(.{3,50}?)(: | – | - | is the | are the )(.{8,})")


def rephrase(text: str, rng: random.Random, share: float = 0.45) -> str:
    """Replaces some words by others that mean about the same."""
    for words, others in _REPHRASED:
        if rng.random() < share:
            text = re.sub(rf"\b{words}\b", lambda _, choice=rng.choice(others): choice, text, count=1)
    match = re.match(r"(If|When|Once|After|Before) ([^,]{8,80}), (.+?)\.?$", text) if rng.random() < 0.25 else None
    return f"{match[3][0].upper()}{match[3][1:]} {match[1].lower()} {match[2]}." if match else text


def select_window(statement: str, units: list[str], must: int, most: int = 80) -> list[str]:
    """Returns the unit `must` and those that share the most words with the statement, up to `most` words."""
    own = content_words(statement)
    shared = [len(own & content_words(unit)) for unit in units]
    beside = [0, *shared, 0]
    scores = [count + 0.4 * (beside[i] + beside[i + 2]) for i, count in enumerate(shared)]
    order = sorted(range(len(units)), key=lambda i: (i != must, -scores[i], i))
    chosen: list[int] = []
    words = 0
    for i in order:
        length = len(units[i].split())
        if not chosen or words + length <= most:
            chosen.append(i)
            words += length
    return [units[i] for i in sorted(chosen)]


def find_values(text: str) -> list[tuple[str, str]]:
    """Returns the values of a text with their kinds."""
    found = [("number", value) for value in NUMBER.findall(text)]
    found += [("day", value) for value in re.findall(rf"\b(?:{'|'.join(DAYS)})\b", text)]
    found += [("month", value) for value in re.findall(rf"\b(?:{'|'.join(MONTHS)})\b", text)]
    found += [("word", value.lower()) for value in re.findall(rf"(?i)\b(?:{'|'.join(NUMBER_WORDS[1:])})\b", text)]
    return found + [("name", value) for value in NAME.findall(text)]


def exchange_value(statement: str, text: str, rng: random.Random) -> str | None:
    """Puts another value of the text, or of its kind, in the place of one of the statement's."""
    own = find_values(statement)
    rng.shuffle(own)
    for kind, value in own:
        others = [v for k, v in find_values(text) if k == kind and v != value and v not in statement and value not in v]
        if kind == "number":
            unit = re.search(rf"{re.escape(value)}[ -]*([A-Za-z%]+)", statement)
            name = unit and unit[1].lower().rstrip("s")
            same = [v for v in others if name and re.search(rf"{re.escape(v)}[ -]*{re.escape(name)}", text, re.I)]
            near = [v for v in others if len(v) == len(value)]
            others = same or near or (others if rng.random() < 0.3 else [])
        if not others and kind != "name":
            pools = {"day": DAYS, "month": MONTHS, "word": NUMBER_WORDS[1:12]}
            others = [v for v in pools[kind] if v != value] if kind in pools else [other_number(value, rng)]
        changed = replace_word(statement, value, rng.choice(others)) if others else statement
        if changed != statement:
            return changed
    return None


class AnswerForms:
    def __init__(self, changer: StatementChanger, fillers: list[dict]):
        """`fillers` are the passages that invented facts may be put into."""
        self.changer, self.rng, self.fillers = changer, changer.rng, fillers

    def near(self, row: dict) -> Example | None:
        """Takes a sentence or a list item with its lead-in, in nearly its own words; six of ten are made false."""
        rng, passage = self.rng, self.changer.passages[row["passage"]]
        units = passage["units"]
        valued = [i for i, unit in enumerate(units) if find_values(unit)]
        at = rng.choice(valued) if valued and rng.random() < 0.6 else rng.randrange(len(units))
        unit = clean(units[at])
        if not 3 <= len(unit.split()) <= 45 or unit.endswith(":"):
            return None
        text = unit
        if len(unit.split()) > 14 and rng.random() < 0.4:
            clauses = re.split(r"(?<=[;:.])\s|,\s(?:and|but|so)\s", unit)
            text = rng.choice([c for c in clauses if 4 <= len(c.split()) <= 30 and not c.endswith(":")] or [unit])
        text = rephrase(text[0].upper() + text[1:] if rng.random() < 0.7 else text, rng)
        is_true = rng.random() <= 0.42
        statement = text if is_true else self._falsify(text, unit, units)
        if not statement or (statement == text and not is_true):
            return None
        lead_in = find_lead_in(units, at)
        if lead_in and len(lead_in.split()) < 25 and rng.random() < 0.7:
            statement = f"{rephrase(lead_in, rng, 0.3)}: {statement}"
        window = select_window(statement, units, at, rng.choice([80, 80, 60, 110]))
        return statement, passage["context"], window, is_true

    def _falsify(self, text: str, unit: str, units: list[str]) -> str | None:
        rng, kind = self.rng, self.rng.random()
        changed = exchange_value(text, "\n".join(units), rng) if kind < 0.55 else None
        definition = _DEFINITION.match(unit)
        if changed is None and kind < 0.7 and definition:
            others = [match for match in map(_DEFINITION.match, map(clean, units)) if match]
            others = [match for match in others if match[2] == definition[2] and match[1] != definition[1]]
            changed = definition[1] + definition[2] + rng.choice(others)[3] if others else None
        if changed is None and kind < 0.9:
            changed = self.changer.negate(text)
        if changed is None:
            words = [word for word in dict.fromkeys(map(str.lower, WORD.findall(text))) if word in OPPOSITES]
            word = rng.choice(words) if words else None
            changed = replace_word(text, word, rng.choice(OPPOSITES[word])) if word else None
        return changed

    def invented(self) -> Example | None:
        """Makes a passage of invented facts, or a table, and a statement about it."""
        rng = self.rng
        if rng.random() < 0.4:
            return self._table()
        facts = [self._fact() for _ in range(rng.randrange(2, 7))]
        at = rng.randrange(len(facts))
        is_true = rng.random() < 0.45
        statement = rng.choice(facts[at][1 if is_true else 2])
        units = [evidence for evidence, _, _ in facts]
        if rng.random() < 0.3:
            units = [f"- {unit}" for unit in units]
        if rng.random() < 0.2:
            statement = rephrase(statement, rng)
        if rng.random() < 0.4:
            filler = rng.choice(self.fillers)
            start = rng.randrange(len(filler["units"]) + 1)
            whole = [*filler["units"][:start], *units, *filler["units"][start:]]
            return statement, filler["context"], select_window(statement, whole, start + at), is_true
        context = rng.choice(["Rules", "Good to know", "Working here", "Handbook", "Questions and answers"])
        return statement, context, units, is_true

    def _fact(self) -> tuple[str, list[str], list[str]]:
        rng = self.rng
        evidence, true, false = rng.choice(FACTS)
        slots = {"t": rng.choice(THINGS), "d": self._value("days"), "m": self._value("money"), "c": self._value("percent")}
        slots |= {"d2": self._like(slots["d"]), "d3": self._like(slots["d"])}
        slots |= {"m2": self._like(slots["m"]), "c2": self._like(slots["c"])}
        for name, pool, count in (("p", PLACES, 3), ("r", ROLES, 2), ("g", GROUPS, 2), ("w", DAYS, 2), ("x", PRODUCTS, 2)):
            slots |= {f"{name}{i + 1 if i else ''}": value for i, value in enumerate(rng.sample(pool, count))}
        slots |= {"n": self._value("person"), "n2": self._value("person")}
        slots |= {"a": self._value("date"), "a2": self._value("date")}
        slots |= {f"n_{name}": slots[name].split(" ", 1)[0] for name in ("d2", "d3")}
        slots |= {key[0].upper() + key[1:]: value[0].upper() + value[1:] for key, value in slots.items() if key[0] in "trg"}
        fill = lambda templates: [template.format(**slots) for template in templates]  # noqa: E731
        return rng.choice(fill(evidence)), fill(true), fill(false)

    def _table(self) -> Example | None:
        rng = self.rng
        things = [re.sub("^(a|an|the) ", "", thing).capitalize() for thing in THINGS]
        levels = "A1 A2 B1 B2 C1 C2 P1 P2 P3 S1 S2".split()
        name, pool = rng.choice([
            ("Site", PLACES), ("Office", PLACES), ("Product", PRODUCTS), ("Plan", PRODUCTS),
            ("Group", [group.capitalize() for group in GROUPS]), ("Item", things), ("Level", levels),
        ])  # fmt: skip
        keys, columns = rng.sample(pool, rng.randrange(3, 7)), dict(rng.sample(COLUMNS, rng.randrange(1, 4)))
        cells = {column: self._column(kind, len(keys)) for column, kind in columns.items()}
        if rng.random() < 0.3:
            units = ["; ".join([column, *map(": ".join, zip(keys, values))]) for column, values in cells.items()]
        else:
            units = [
                "; ".join([f"{name}: {key}", *(f"{column}: {values[i]}" for column, values in cells.items())])
                for i, key in enumerate(keys)
            ]
        row = rng.randrange(len(keys))
        values = {column: cells[column][row] for column in rng.sample(list(columns), rng.randrange(1, len(columns) + 1))}
        is_true = rng.random() < 0.45
        if not is_true:
            before = dict(values)
            column = rng.choice(list(values))
            twins = [c for c in values if c != column and columns[c] == columns[column] and values[c] != values[column]]
            others = [value for value in cells[column] if value != values[column]]
            if twins and rng.random() < 0.4:
                values[column], values[twins[0]] = values[twins[0]], values[column]
            elif others and rng.random() < 0.8:
                values[column] = rng.choice(others)
            else:
                values[column] = self._like(values[column], columns[column])
            if values == before:
                return None
        around = [self._fact()[0] for _ in range(rng.randrange(0, 3))]
        context = rng.choice(["Overview", "Conditions", "Terms", "Sites and rules", "Price list"])
        return self._say_row(name, keys[row], values), context, [*around[:1], *units, *around[1:]], is_true

    def _say_row(self, name: str, key: str, values: dict[str, str]) -> str:
        rng, style = self.rng, self.rng.random()
        if style < 0.35:
            return "; ".join([f"{name}: {key}", *(f"{column}: {value}" for column, value in values.items())])
        if style < 0.5:
            return f"{key}: " + ", ".join(f"{column.lower()} {value}" for column, value in values.items())
        (first, value), *rest = [(column[0].lower() + column[1:], value) for column, value in values.items()]
        opening = rng.choice([
            f"The {first} for {key} is {value}", f"For {key} the {first} is {value}",
            f"{key} has a {first} of {value}", f"In the case of {key}, {first} is {value}",
        ])  # fmt: skip
        return opening + "".join(f" and the {column} is {value}" for column, value in rest) + "."

    def _column(self, kind: str, rows: int) -> list[str]:
        first = self._value(kind)
        values = [first]
        for _ in range(rows - 1):
            values.append(self._like(first, kind) if self.rng.random() < 0.9 else self.rng.choice(values))
        return values

    def _value(self, kind: str) -> str:
        rng = self.rng
        if kind == "person":
            return f"{rng.choice(FIRST_NAMES)} {rng.choice(LAST_NAMES)}"
        if kind == "role":
            return rng.choice(ROLES)
        if kind == "money":
            values = [rng.randrange(5, 99), rng.randrange(10, 99) * 10, rng.randrange(10, 95) * 100]
            return rng.choice("€$£") + f"{rng.choice([*values, rng.randrange(1, 40) * 1000]):,}"
        if kind == "time":
            return f"{rng.randrange(6, 21)}:{rng.choice(['00', '15', '30', '45'])}"
        if kind == "date":
            return f"{rng.randrange(1, 29)} {rng.choice(MONTHS)}"
        if kind == "percent":
            return f"{rng.randrange(1, 19) * 5} %"
        number = rng.randrange(2, 60)
        units = {
            "days": ["days", "weeks", "months", "working days", "hours", "years"],
            "size": ["kg", "GB", "cm", "km", "litres", "seats"],
        }[kind]
        written = NUMBER_WORDS[number - 1] if number < 13 and rng.random() < 0.5 else str(number)
        return f"{written} {rng.choice(units)}"

    def _like(self, value: str, kind: str = "") -> str:
        """Returns another value of the same kind and unit."""
        other = value
        while other == value:
            if value[0] in "€$£":
                other = value[0] + self._value("money")[1:]
            elif kind in ("person", "role"):
                other = self._value(kind)
            elif "%" in value:
                other = self._value("percent")
            elif ":" in value:
                other = self._value("time")
            elif value.split()[-1] in MONTHS:
                other = self._value("date")
            else:
                number = self.rng.randrange(2, 60)
                is_word = number < 13 and not value[0].isdigit()
                other = f"{NUMBER_WORDS[number - 1] if is_word else number} {value.split(' ', 1)[1]}"
        return other


def clean(unit: str) -> str:
    """Removes list markers and Markdown marks."""
    return re.sub(r"[*_`#]+", "", _MARKER.sub("", unit)).strip()


def find_lead_in(units: list[str], at: int) -> str:
    """Returns the sentence that introduces the list of an item, without its colon; '' if there is none."""
    if not _MARKER.match(units[at]):
        return ""
    before = next((unit for unit in reversed(units[max(0, at - 11) : at]) if not _MARKER.match(unit)), "")
    return clean(before).rstrip(":") if before.rstrip().endswith(":") else ""
