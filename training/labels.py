"""Turns character offsets of evidence and answers into labels of sentences and word pieces."""

from bisect import bisect_right

from sentences import is_numbered, list_runs

Span = tuple[int, int] | list[int]


def evidence_sentences(sentences: list[tuple[int, int]], evidence: list[Span]) -> set[int]:
    """Returns the indexes of the sentences that share more than half of themselves, or of the evidence, with it."""
    return {
        index
        for index, (start, end) in enumerate(sentences)
        for evidence_start, evidence_end in evidence
        if min(end, evidence_end) - max(start, evidence_start)
        > 0.5 * min(end - start, evidence_end - evidence_start)
    }


def answer_pieces(starts: list[int], last_end: int, span: Span) -> tuple[int, int] | None:
    """Returns the first and last word piece of an answer, None where the passage was cut before its end.

    `starts` holds the character offset at which each word piece starts, `last_end` where the last one ends.
    """
    if not starts or last_end < span[1]:
        return None
    first = bisect_right(starts, span[0]) - 1
    last = bisect_right(starts, span[1] - 1) - 1
    return (first, max(first, last)) if first >= 0 else None


def rest_of_list(text: str, sentences: list[tuple[int, int]], gold: set[int], kind: str) -> set[int]:
    """Returns the other items of a list that the question asks for as a whole.

    Hand-written evidence of a how-to or list question is often a part of the list. The list counts as a whole when the
    evidence holds two of its items, the line that introduces it, or the first step of a numbered one.
    """
    if kind not in ("how", "list"):
        return set()
    rest: set[int] = set()
    for run in list_runs(text, sentences):
        items = gold & set(run)
        introduced = run[0] > 0 and run[0] - 1 in gold and ends_with_colon(text, sentences[run[0] - 1])
        first_step = kind == "how" and run[0] in gold and is_numbered(text, sentences[run[0]])
        if len(items) >= 2 or introduced or first_step:
            rest |= set(run) - gold
    return rest


def ends_with_colon(text: str, sentence: tuple[int, int]) -> bool:
    """Tells whether the sentence introduces what follows it."""
    return text[sentence[0] : sentence[1]].rstrip().endswith(":")
