"""The hand-written questions and statements: reads them and adds them to the pools."""

import gzip
import json
from collections import Counter

from markdown_text import blocks, context, locate, plain_inline
from pool_builder import PoolBuilder
from split import development_sections

HANDBOOKS = frozenset(["posthog", "gsa-tts", "turing-way", "meltano", "clef", "thoughtbot"])


def read_jsonl(path: str) -> list[dict]:
    """Reads a gzipped file with one JSON object per line."""
    with gzip.open(path, "rt", encoding="utf8") as file:
        return [json.loads(line) for line in file if line.strip()]


class HandWritten:
    """Sections, questions and statements of `questions/`, and which sections are kept for development."""

    def __init__(self, folder: str):
        self.sections = read_jsonl(f"{folder}/sections.jsonl.gz")
        self.questions = read_jsonl(f"{folder}/questions.jsonl.gz")
        self.statements = read_jsonl(f"{folder}/statements.jsonl.gz")
        self.development = development_sections({section["id"]: section["file"] for section in self.sections})
        self.place: dict[str, tuple[str, int]] = {}

    def add_sections(self, builders: dict[str, PoolBuilder]) -> None:
        """Adds sections of 12 words or more to the pool of their book, where it is given; handbooks share one pool."""
        for section in self.sections:
            pool = "handbooks" if section["book"] in HANDBOOKS else section["book"]
            text = "\n".join(blocks(section["text"])) if pool == "handbooks" else section["text"]
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
    evidence = locate(row["evidence"], text)
    if evidence is None:
        start = text.find(row["evidence"])
        if start < 0:
            return None
        evidence = [start, start + len(row["evidence"])]
    labels: dict = {"ev": [evidence], "kind": row["kind"]}
    answer = locate(row.get("answer") or "", text[evidence[0] : evidence[1]])
    if answer:
        span = [evidence[0] + answer[0], evidence[0] + answer[1]]
        labels |= {"span": span, "ans": [text[span[0] : span[1]]]}
    return labels
