"""The hand-written questions and statements: reads them and adds them to the pools."""

import gzip
import json
from collections import Counter

from markdown_text import blocks, context, locate, plain_inline
from pool_builder import PoolBuilder
from pools import invented_pool
from split import development_sections

HANDBOOKS = frozenset(["posthog", "gsa-tts", "turing-way", "meltano", "clef", "thoughtbot"])


def read_jsonl(path: str) -> list[dict]:
    """Reads a gzipped file with one JSON object per line."""
    with gzip.open(path, "rt", encoding="utf8") as file:
        return [json.loads(line) for line in file if line.strip()]


class HandWritten:
    """Sections, questions and statements of `questions/`, and which sections are kept for development.

    `statements-2` is the verifier's alone.
    """

    def __init__(self, folder: str):
        read = lambda *names: [row for name in names for row in read_jsonl(f"{folder}/{name}.jsonl.gz")]
        invented = read("sections-2", "sections-3", "sections-4", "sections-5", "sections-6")
        self.sections = read("sections") + invented
        self.questions = read("questions", "questions-2", "questions-3", "questions-4", "questions-5")
        self.questions += [{**row, "plain": 1} for row in read("questions-6")]
        self.questions += [{**row, "plain": 1, "reworded": 1} for row in read("questions-7")]
        self.questions += [{**row, "plain": 1, "varied": 1} for row in read("questions-8")]
        self.questions += [{**row, "plain": 1, "work": 1} for row in read("questions-9")]
        self.questions += [{**row, "plain": 1, "foreign": 1} for row in read("questions-10")]
        self.statements = read("statements", "statements-3", "statements-4", "statements-5", "statements-6")
        self.invented_books = sorted({section["book"] for section in invented})
        # Public files are split one by one, invented handbooks as a whole.
        split_by = {section["id"]: section["file"] for section in self.sections}
        split_by |= {section["id"]: section["book"] for section in invented}
        self.development = development_sections(split_by)
        self.place: dict[str, tuple[str, int]] = {}

    def pool_of(self, book: str) -> str:
        """Returns the name of a book's pool: public handbooks share one, every invented handbook has its own."""
        if book in self.invented_books:
            return invented_pool(book)
        return "handbooks" if book in HANDBOOKS else book

    def add_sections(self, builders: dict[str, PoolBuilder]) -> None:
        """Adds sections of 12 words or more to the pool of their book, where it is given."""
        for section in self.sections:
            pool = self.pool_of(section["book"])
            is_markdown = section["book"] in HANDBOOKS or section["book"] in self.invented_books
            text = "\n".join(blocks(section["text"])) if is_markdown else section["text"]
            if len(text.split()) < 12 or pool not in builders:
                continue
            headings = [plain_inline(heading) for heading in section["heading"].split(" > ")]
            where = context(plain_inline(section["title"]), headings)
            self.place[section["id"]] = (pool, builders[pool].find_or_add(where, text, section["file"]))

    def development_files(self) -> set[tuple[str, str]]:
        """Returns (pool, file) of the sections kept for development: nothing else of those files is trained on."""
        files = {section["id"]: section["file"] for section in self.sections}
        return {(self.place[one][0], files[one]) for one in self.development if one in self.place}

    def add_questions(self, builders: dict[str, PoolBuilder]) -> Counter:
        """Adds the questions with evidence and answer located in the passage; returns how many of each kind."""
        counts = Counter()
        for row in self.questions:
            if row["id"] not in self.place:
                counts["section left out"] += 1
                continue
            pool, passage = self.place[row["id"]]
            builder = builders[pool]
            labels = label_question(row, builder.passages[passage][1])
            if labels is None:
                counts["evidence not found"] += 1
                continue
            labels |= {style: 1 for style in ("plain", "reworded", "varied", "work", "foreign") if row.get(style)}
            if row["id"] in self.development:
                labels["dev"] = 1
            builder.ask(row["q"], passage, "hbnone" if row["kind"] == "none" else "hbqa", **labels)
            counts[row["kind"] + (", development" if "dev" in labels else "")] += 1
        return counts

    def located_statements(self) -> list[list]:
        """Returns statements as [pool, passage, text, supported, how, development]."""
        located = []
        for row in self.statements:
            if row["id"] in self.place:
                labels = (int(row["label"] == "supported"), row["how"], int(row["id"] in self.development))
                located.append([*self.place[row["id"]], row["s"], *labels])
        return located


def label_question(row: dict, text: str) -> dict | None:
    """Returns the labels of a question, {} for one that isn't answered, None where the evidence isn't found."""
    if row["kind"] == "none":
        return {}
    quotes = row["evidence"] if isinstance(row["evidence"], list) else [row["evidence"]]
    found = [locate_evidence(quote, text) for quote in quotes]
    evidence = [place for place in found if place]
    if len(evidence) < len(quotes):
        return None
    labels: dict = {"ev": evidence, "kind": row["kind"]}
    first = evidence[0]
    answer = locate(row.get("answer") or "", text[first[0] : first[1]])
    if answer:
        span = [first[0] + answer[0], first[0] + answer[1]]
        labels |= {"span": span, "ans": [text[span[0] : span[1]]]}
    return labels


def locate_evidence(quote: str, text: str) -> list[int] | None:
    """Returns where evidence stands in the text, None where it isn't found."""
    found = locate(quote, text)
    start = -1 if found else text.find(quote)
    return [start, start + len(quote)] if start >= 0 else found
