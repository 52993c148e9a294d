"""Cuts a passage into the units that can be evidence: sentences, list items and table rows."""

import re

MAX_SENTENCES = 60

_BOUNDARY = re.compile(
    r"(?<![A-Z]\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\betc\.)(?<!Mr\.)(?<!Dr\.)(?<!Mrs\.)(?<!St\.)(?<!\bvs\.)(?<!\bal\.)"
    r"(?<!Fig\.)(?<!\bNo\.)(?<=[.!?])[\"”’)\]]*\s+(?=[\"“‘«¿¡„(\[]?[A-ZÀ-ÖØ-Þ0-9])"
)
_LIST_ITEM = re.compile(r"\s*(?:[-*•]|\(?(?:\d{1,3}|[a-z])[.)])\s")
_NUMBERED_ITEM = re.compile(r"\s*\(?(?:\d{1,3}|[a-z])[.)]\s")


def split_sentences(text: str) -> list[tuple[int, int]]:
    """Returns (start, end) offsets of the text's sentences, at most 60.

    A line break always ends a sentence. List items and table rows up to 400 characters are one sentence each.
    """
    found: list[tuple[int, int]] = []
    line_start = 0
    for line in text.split("\n"):
        line_end = line_start + len(line)
        if line.strip():
            if len(line) <= 400 and (_LIST_ITEM.match(line) or " | " in line):
                found.append((line_start, line_end))
            else:
                start = line_start
                for boundary in _BOUNDARY.finditer(line):
                    end = line_start + boundary.end()
                    if line_start + boundary.start() - start > 1:
                        found.append((start, end))
                        start = end
                if start < line_end:
                    found.append((start, line_end))
        line_start = line_end + 1
    return found[:MAX_SENTENCES] or [(0, len(text))]


def list_runs(text: str, sentences: list[tuple[int, int]]) -> list[list[int]]:
    """Returns the lists of the text, each as the indexes of its items; an item of several sentences gives several."""
    runs: list[list[int]] = []
    previous_was_item = False
    for index, (start, end) in enumerate(sentences):
        line_start = text.rfind("\n", 0, start) + 1
        is_item = bool(_LIST_ITEM.match(text[line_start:end]))
        if is_item:
            if not previous_was_item:
                runs.append([])
            runs[-1].append(index)
        previous_was_item = is_item
    return [run for run in runs if len(run) > 1]


def is_numbered(text: str, sentence: tuple[int, int]) -> bool:
    """Tells whether the sentence starts a numbered or lettered step."""
    return bool(_NUMBERED_ITEM.match(text[sentence[0] : sentence[1]]))
