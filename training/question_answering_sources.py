"""Public question answering data: Wikipedia (SQuAD 2, NQG, Natural Questions, TyDi QA, QAMR) and GOV.UK guidance."""

import gzip
import json
import random
import re

from git_source import GitSource
from pool_builder import PoolBuilder

# Articles of squad2-dev-half that are trained on; the other ten are for development.
SQUAD_TRAINING_ARTICLES = frozenset(["0", "2", "4", "7", "11", "15"])
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "``": '"', "''": '"'}
_NO_SPACE_BEFORE = re.compile(r"^([.,;:?!)%\]]|'s|n't|'re|'ve|'ll|'d|'m)$")


def read_jsonl(path: str) -> list[dict]:
    """Reads one JSON object per line."""
    with open(path, encoding="utf8") as file:
        return [json.loads(line) for line in file if line.strip()]


class HeldOutText:
    """Knows the text of the development articles by every six words in a row, to keep it out of training."""

    def __init__(self, texts: list[str]):
        self.grams = {gram for text in texts for gram in self._grams(text)}

    def occurs_in(self, text: str) -> bool:
        """Tells whether the text shares six words in a row with a development article."""
        return any(gram in self.grams for gram in self._grams(text))

    @staticmethod
    def _grams(text: str) -> list[str]:
        words = re.findall(r"[a-z0-9]+", text.lower().replace("-lrb-", "").replace("-rrb-", ""))
        return [" ".join(words[start : start + 6]) for start in range(len(words) - 5)]


def build_wikipedia(clones: str, development: str, rng: random.Random) -> PoolBuilder:
    """Builds the pool of questions about Wikipedia text."""
    builder = PoolBuilder("wiki", rng)
    paragraphs = {row["_id"]: row["text"] for row in read_jsonl(f"{development}/squad2-dev-half/corpus.jsonl")}
    kept = [text for key, text in paragraphs.items() if key.split("-")[0] not in SQUAD_TRAINING_ARTICLES]
    held_out = HeldOutText(kept + [row["text"] for row in read_jsonl(f"{development}/xquad/en/corpus.jsonl")])
    place: dict[str, int] = {}

    def add(text: str, context: str = "", file: str = "") -> int:
        if text not in place:
            place[text] = len(builder.passages)
            builder.passages.append([context, text, file])
        return place[text]

    _add_squad(builder, add, read_jsonl(f"{development}/squad2-dev-half/answers.jsonl"), paragraphs, held_out)
    _add_nqg(builder, add, GitSource(clones, "xinyadu/nqg"), held_out)
    _add_natural_questions(builder, add, GitSource(clones, "nelson-liu/lost-in-the-middle"), held_out)
    _add_tydi(builder, add, GitSource(clones, "sagorbrur/tydiqa-language-specific"), held_out)
    _add_qamr(builder, add, GitSource(clones, "uwnlp/qamr"), held_out)
    builder.add_cloze(0.5)
    return builder


def find_answer(text: str, answers: list[str]) -> list[int] | None:
    """Returns where the shortest answer stands in the text, upper and lower case aside if need be."""
    answers = [answer for answer in sorted(answers, key=len) if answer.strip()]
    for answer in answers:
        start = text.find(answer)
        if start >= 0:
            return [start, start + len(answer)]
    for answer in answers:
        match = re.search(r"(?<!\w)" + re.escape(answer.strip()) + r"(?!\w)", text, re.I)
        if match:
            return [match.start(), match.end()]
    return None


def _add_squad(builder, add, rows: list[dict], paragraphs: dict[str, str], held_out: HeldOutText) -> None:
    for row in rows:
        article, text = row["doc"].split("-")[0], paragraphs[row["doc"]]
        if article not in SQUAD_TRAINING_ARTICLES or held_out.occurs_in(text):
            continue
        passage = add(text, file="squad" + article)
        if not row["answerable"]:
            builder.ask(row["question"], passage, "unans")
            continue
        span = find_answer(text, row["answers"])
        if span:
            builder.ask(row["question"], passage, "squad", span=span, ans=row["answers"])


def _add_nqg(builder, add, source: GitSource, held_out: HeldOutText) -> None:
    """Sentences with questions, put together to passages of three to five."""
    rng = builder.rng
    for part in ("test", "dev"):
        sentences = source.read(f"data/processed/src-{part}.txt").decode().split("\n")
        questions = source.read(f"data/processed/tgt-{part}.txt").decode().split("\n")
        asked: dict[str, list[str]] = {}
        for sentence, question in zip(map(_detokenize, sentences), map(_detokenize, questions)):
            if sentence and not held_out.occurs_in(sentence):
                asked.setdefault(sentence, []).append(question)
        for group in _groups(list(asked), rng):
            if rng.random() < 0.5:
                rng.shuffle(group)
            passage, start = add(" ".join(group), file="nqg" + part), 0
            for sentence in group:
                for question in asked[sentence]:
                    builder.ask(question, passage, "nqg", ev=[[start, start + len(sentence)]])
                start += len(sentence) + 1


def _add_natural_questions(builder, add, source: GitSource, held_out: HeldOutText) -> None:
    lines = gzip.decompress(source.read("qa_data/nq-open-oracle.jsonl.gz")).decode().split("\n")
    for row in (json.loads(line) for line in lines if line):
        page = row["ctxs"][0]
        span = find_answer(page["text"], row["answers"])
        if span and not held_out.occurs_in(page["text"]):
            builder.ask(row["question"], add(page["text"], page["title"]), "nq", span=span, ans=row["answers"])


def _add_tydi(builder, add, source: GitSource, held_out: HeldOutText) -> None:
    rng = builder.rng
    for part in ("train", "dev"):
        for page in json.loads(source.read(f"language_data/english/english_tydiqa_{part}.json"))["data"]:
            for paragraph in page["paragraphs"]:
                whole = paragraph["context"]
                if held_out.occurs_in(whole):
                    continue
                for question in paragraph["qas"]:
                    answer = question["answers"][0]
                    text, start = _window(whole, answer["answer_start"], rng)
                    if text[start : start + len(answer["text"])] != answer["text"]:
                        start = text.find(answer["text"])
                    if start < 0:
                        continue
                    passage = add(text, page["title"] if rng.random() < 0.7 else "")
                    span = [start, start + len(answer["text"])]
                    answers = [one["text"] for one in question["answers"]]
                    builder.ask(question["question"], passage, "tydi", span=span, ans=answers)


def _window(text: str, start: int, rng: random.Random) -> tuple[str, int]:
    """Returns 1,200 characters around the answer of a long text, and where it starts there."""
    if len(text) <= 1300:
        return text, start
    begin = max(0, start - rng.randint(100, 900))
    begin = text.find(" ", begin) + 1 if begin else 0
    return text[begin : begin + 1200], start - begin


def _add_qamr(builder, add, source: GitSource, held_out: HeldOutText) -> None:
    """Questions on single sentences of Wikipedia and Wikinews; the Penn Treebank part is not used."""
    rng = builder.rng
    rows = (line.split("\t") for line in source.read("data/wiki-sentences.tsv").decode().split("\n"))
    sentences = {row[0]: row[1] for row in rows if len(row) >= 2}
    asked: dict[str, list[tuple[str, int, int]]] = {}
    for part in ("dev", "test"):
        for line in source.read(f"data/filtered/{part}.tsv").decode().split("\n"):
            row = line.split("\t")
            if len(row) >= 7 and row[0] in sentences and row[6].split():
                words = [int(word) for word in row[6].split()]
                asked.setdefault(row[0], []).append((row[5], min(words), max(words)))
    for group in _groups([key for key in sentences if key in asked], rng):
        text, questions = "", []
        for key in group:
            sentence, words = _join_words(sentences[key].split(" "))
            for question, first, last in rng.sample(asked[key], min(4, len(asked[key]))):
                if last < len(words) and last - first < 12:
                    questions.append((question, len(text) + words[first][0], len(text) + words[last][1]))
            text += sentence + " "
        if held_out.occurs_in(text):
            continue
        passage = add(text.strip(), file="qamr")
        for question, start, end in questions:
            builder.ask(question, passage, "qamr", span=[start, end], ans=[text[start:end]])


def build_guidance(clones: str, rng: random.Random) -> PoolBuilder:
    """Builds the pool of ConditionalQA: passages put together from the evidence of one GOV.UK page."""
    builder = PoolBuilder("govuk", rng)
    source = GitSource(clones, "haitian-sun/ConditionalQA")
    rows = [row for part in ("train", "dev") for row in json.loads(source.read(f"v1_0/{part}.json"))]
    pages: dict[str, dict[str, None]] = {}
    for row in rows:
        for evidence in row["evidences"]:
            pages.setdefault(row["url"], {})[_plain_html(evidence)] = None
    for row in rows:
        evidence = [text for text in dict.fromkeys(map(_plain_html, row["evidences"])) if len(text.split()) > 3][:5]
        if not evidence:
            continue
        rest = [text for text in pages[row["url"]] if text not in evidence and len(text.split()) > 3]
        rng.shuffle(rest)
        used, words = set(evidence), sum(len(text.split()) for text in evidence)
        for text in rest:
            if words + len(text.split()) > 170:
                break
            used.add(text)
            words += len(text.split())
        passage_text = "\n".join(text for text in pages[row["url"]] if text in used)
        title = row["url"].rstrip("/").split("/")[-1].replace("-", " ").capitalize()
        builder.passages.append([title if rng.random() < 0.7 else "", passage_text, row["url"]])
        labels = {"ev": [[passage_text.find(text), passage_text.find(text) + len(text)] for text in evidence]}
        answers = [answer[0] for answer in row["answers"] if answer[0] not in ("yes", "no")]
        span = find_answer(passage_text, answers)
        if span:
            labels |= {"span": span, "ans": answers}
        last_sentence = re.split(r"(?<=[.!?]) ", row["scenario"])[-1]
        question = row["question"] if rng.random() < 0.6 else f"{last_sentence} {row['question']}"
        builder.ask(question, len(builder.passages) - 1, "cond", **labels)
    return builder


def _groups(items: list, rng: random.Random) -> list[list]:
    groups, start = [], 0
    while start < len(items):
        size = rng.choice([3, 4, 5])
        groups.append(items[start : start + size])
        start += size
    return groups


def _detokenize(text: str) -> str:
    for token, character in {"-lrb-": "(", "-rrb-": ")", "``": '"', "''": '"', "-lsb-": "[", "-rsb-": "]"}.items():
        text = text.replace(token, character)
    text = re.sub(r" ([.,;:?!)%\]])", r"\1", text.strip())
    text = re.sub(r"([(\[$]) ", r"\1", text)
    return re.sub(r" ('s|n't|'re|'ve|'ll|'d|'m)\b", r"\1", text)


def _join_words(words: list[str]) -> tuple[str, list[tuple[int, int]]]:
    """Returns the words as running text, and where each stands in it."""
    text, places = "", []
    for word in words:
        word = _BRACKETS.get(word, word)
        glued = not text or _NO_SPACE_BEFORE.match(word) or text[-1] in "([$"
        text += "" if glued else " "
        places.append((len(text), len(text) + len(word)))
        text += word
    return text, places


def _plain_html(html: str) -> str:
    marker = "- " if html.startswith("<li") else ""
    return marker + re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()
