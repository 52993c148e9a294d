"""The training pools: passages of one kind of source with the questions about them."""

import json
import lzma
from dataclasses import dataclass

# hbqa: answered by the passage, written by hand        hbnone: on topic, not answered by the passage, written by hand
# squad, nq, tydi, qamr: answer span known              nqg, cond: evidence known        unans: SQuAD 2, unanswerable
# cloze: a statement with one part asked for            q, h, t, d: a heading, title or description as the question
# swap: made unanswerable while training (augment.py)
QUESTION_TYPES = (
    "hbqa swap hbnone squad unans nqg nq tydi qamr cond cloze q h t d".split()
)
HEADING_TYPES = frozenset("qhtd")
WITHOUT_PAGES = frozenset(["wiki"])  # `file` names the data set there, not a page
ONE_PAGE_ONE_ANSWER = frozenset(["govuk"])  # other passages of the page hold parts of the same evidence
COLLECTIONS = ("handbooks", "documentation", "encyclopedia", "invented")
_INVENTED_PREFIX = "invented-"


def invented_pool(book: str) -> str:
    """Returns the pool of an invented handbook. Each has its own: others answer the same question differently."""
    return _INVENTED_PREFIX + book


def collection_of(pool: str) -> str:
    """Returns the kind of source that a pool belongs to, one of COLLECTIONS."""
    if pool.startswith(_INVENTED_PREFIX):
        return "invented"
    return {"handbooks": "handbooks", "wiki": "encyclopedia"}.get(pool, "documentation")


@dataclass
class Pool:
    """Passages as [context, text, file]; questions as [question, passage index, type, labels].

    Labels: `ev` evidence offsets, `span` answer offsets, `ans` answer texts, `kind`, `plain` for short questions in
    ordinary words, `reworded` for those made from another one, `varied` for those in all styles, `work` for
    those about work documents and code, and `foreign` for those of which the question or the text isn't English, which
    count as plain, `dev` for development questions.
    """

    name: str
    passages: list[list]
    questions: list[list]

    def development(self) -> list[list]:
        """Returns the questions that are measured on."""
        return [question for question in self.questions if question[3].get("dev")]

    def training(self) -> list[list]:
        """Returns the questions that may be trained on."""
        return [question for question in self.questions if not question[3].get("dev")]


def load_pools(path: str) -> tuple[list[Pool], list[list]]:
    """Reads pools and statements; a statement is [pool, passage index, text, supported, how, development]."""
    pools: list[Pool] = []
    statements: list[list] = []
    with lzma.open(path, "rt") as file:
        for line in file:
            row = json.loads(line)
            if row["name"] == "statements":
                statements = row["st"]
            else:
                pools.append(Pool(row["name"], row["p"], row["q"]))
    return pools, statements


def save_pools(path: str, pools: list[Pool], statements: list[list]) -> None:
    """Writes one JSON line per pool and one for the statements, compressed."""
    with lzma.open(path, "wt", preset=6) as file:
        for pool in pools:
            row = {"name": pool.name, "p": pool.passages, "q": pool.questions}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
        file.write(json.dumps({"name": "statements", "st": statements}, ensure_ascii=False) + "\n")
