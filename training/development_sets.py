"""Packs the SQuAD 2 articles kept for development, and zava-hr.

    python3 development_sets.py sets data/development.json.xz

SETS holds squad2-dev-half and zava-hr, unpacked.
"""

import argparse
import json
import lzma
import re

from question_answering_sources import SQUAD_TRAINING_ARTICLES, read_jsonl

ZAVA_WORDS = 180


def pack_squad(folder: str) -> dict:
    """Returns paragraphs, and questions as [question, paragraph, answers]."""
    rows = read_jsonl(f"{folder}/squad2-dev-half/corpus.jsonl")
    texts = {row["_id"]: row["text"] for row in rows if row["_id"].split("-")[0] not in SQUAD_TRAINING_ARTICLES}
    place = {key: index for index, key in enumerate(texts)}
    questions = [
        [row["question"], place[row["doc"]], row["answers"] if row["answerable"] else []]
        for row in read_jsonl(f"{folder}/squad2-dev-half/answers.jsonl")
        if row["doc"] in place
    ]
    return {"c": list(texts.values()), "q": questions}


def pack_zava(folder: str) -> dict:
    """Returns passages of about 180 words, and questions as [question, answered by the documents]."""
    passages = []
    for page in read_jsonl(f"{folder}/zava-hr/corpus.jsonl"):
        lines = re.split(r"\n\s*\n|\n(?=\s*[•\-–▪*]\s)", page["text"])
        lines = [re.sub(r"\s+", " ", line).strip() for line in lines]
        current, count = [], 0
        for line in filter(None, lines):
            size = len(line.split())
            if current and count + size > ZAVA_WORDS:
                passages.append("\n".join(current))
                current, count = [], 0
            current.append(line)
            count += size
        if current:
            passages.append("\n".join(current))
    rename = lambda text: text.replace("Contoso", "Zava")
    questions = [[row["text"], 1] for row in read_jsonl(f"{folder}/zava-hr/queries.jsonl")]
    questions += [[rename(row["question"]), 1] for row in read_jsonl(f"{folder}/zava-hr/qa_200_contoso.jsonl")]
    questions += [[rename(row["question"]), 0] for row in read_jsonl(f"{folder}/zava-hr/qa_dontknows.jsonl")]
    return {"c": [passage for passage in passages if len(passage.split()) > 4], "q": questions}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", help="folder with squad2-dev-half and zava-hr")
    parser.add_argument("out", help="where to write development.json.xz")
    arguments = parser.parse_args()
    packed = {"squad": pack_squad(arguments.sets), "zava": pack_zava(arguments.sets)}
    with lzma.open(arguments.out, "wt", preset=6) as file:
        json.dump(packed, file)
    print({name: (len(part["c"]), len(part["q"])) for name, part in packed.items()})


if __name__ == "__main__":
    main()
