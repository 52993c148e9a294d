"""Questions made from documents: headings, titles, descriptions, and statements with one part asked for."""

import random
import re

from markdown_text import blocks, chunks, context, plain_inline, sections

_GENERAL_HEADINGS = frozenset(
    "overview|introduction|next steps|see also|prerequisites|examples|example|syntax|parameters|return value|remarks|"
    "requirements|symptoms|symptom|cause|resolution|workaround|summary|more information|related content|"
    "related articles|references|further reading|description|value|exceptions|before you begin|what's next|notes|note|"
    "limitations|usage|feedback|status|properties|methods|attributes|permissions|conclusion|security|configuration|"
    "options|license|table of contents|contents|resources|related information|additional resources|features|values|"
    "events|solution|known issues|troubleshooting|faq|frequently asked questions|background|about|getting started|"
    "tips".split("|")
)
_ANSWER_HEADINGS = frozenset(["resolution", "cause", "workaround", "solution", "limitations", "permissions"])
_VERBS = frozenset(
    "create configure add use set install deploy enable disable remove delete update upgrade manage view monitor "
    "connect change find get run build test write read define specify control customize import export move copy "
    "troubleshoot fix resolve restore back protect assign edit open close select check verify collect start stop "
    "restart review schedule share send receive apply access prevent block allow turn register download upload migrate "
    "convert query filter sort search understand debug publish sign reset rename reduce improve optimize avoid handle "
    "implement extend integrate link map measure plan prepare provide replace request require restrict retrieve scale "
    "secure submit switch sync track transfer validate".split()
)
_QUESTION = re.compile(
    r"^(what|how|why|when|where|which|who|can|could|do|does|did|is|are|am|should|will|would|may|must|if i)\b", re.I
)
_LEAD_IN = re.compile(
    r"^(Learn (about|how to)|This (article|topic|page|tutorial) (describes|explains|provides|shows|discusses|covers)"
    r"( how to)?|Describes|Provides|Describe how to|Discusses|Find out how to|Explains)\s+"
)
_PRODUCT_SUFFIX = re.compile(
    r"\s*[-|–]\s*(Azure|Microsoft|Windows|Configuration Manager|Intune|Microsoft Intune|\.NET|C#|Office).*$"
)


def add_page(builder, file: str, markdown: str, words: int, ask: bool = True) -> None:
    """Adds a page's passages to a pool builder and, if `ask`, its headings, title and description as questions."""
    rng = builder.rng
    front, title, parts = sections(markdown)
    title = _PRODUCT_SUFFIX.sub("", title)
    description = plain_inline(front.get("description") or front.get("intro") or "")
    first = True
    for headings, body in parts:
        heading = next((one for one in reversed(headings) if one), "")
        for number, text in enumerate(chunks(blocks(body), words)):
            if len(text.split()) < 25 or not _is_ascii(text):
                continue
            passage = builder.add_passage(context(title, headings), text, file)
            if passage is None or number or not ask:
                continue
            asked = _from_heading(heading, title, rng)
            if first:
                asked += _from_title(title, heading, description, rng)
            first = False
            if asked and rng.random() < 0.75:
                builder.passages[passage][0] = _hidden_context(title, asked, rng)
            for question, kind in asked:
                if len(question) >= 8:
                    builder.ask(question, passage, kind)


def _from_heading(heading: str, title: str, rng: random.Random) -> list[tuple[str, str]]:
    lower, words = heading.lower(), heading.lower().split()
    if not heading:
        return []
    if lower == title.lower() or lower in _GENERAL_HEADINGS or not 6 < len(heading) < 140:
        return [(title, "t")] if lower in _ANSWER_HEADINGS and 5 < len(title) < 130 else []
    if heading.endswith("?") or _QUESTION.match(heading):
        return [(heading, "q")]
    if words[0] in _VERBS and len(words) >= 2:
        forms = ["how do i " + lower, "how to " + lower, f"how can i {lower}?", lower, f"how do we {lower}?"]
        return [(rng.choice(forms), "q")]
    if len(words) >= 3:
        with_title = f"{title} {heading}" if len(title) < 70 else lower
        return [(rng.choice([lower, lower, with_title, f"what is {lower}?" if len(words) <= 4 else lower]), "h")]
    if title and len(title) < 80:
        return [(rng.choice([f"{title} {heading}", f"{heading} {title}", f"{heading} in {title}"]), "h")]
    return []


def _from_title(title: str, heading: str, description: str, rng: random.Random) -> list[tuple[str, str]]:
    asked = []
    if len(title.split()) >= 2:
        if _QUESTION.match(title):
            asked.append((title, "q"))
        elif heading and title.lower().split()[0] in _VERBS:
            asked.append((rng.choice(["how do i ", "how to ", ""]) + title.lower(), "q"))
        else:
            asked.append((rng.choice([title, title, f"what is {title.lower()}?"]), "t"))
    if 30 < len(description) < 220 and rng.random() < 0.6:
        asked.append((_LEAD_IN.sub("", description), "d"))
    return asked


def _hidden_context(title: str, asked: list[tuple[str, str]], rng: random.Random) -> str:
    """Returns a context that doesn't give the question away: the title where no question repeats it, or nothing."""
    repeated = any(one.lower() in title.lower() or title.lower() in one.lower() for one, _ in asked)
    return title if rng.random() < 0.5 and not repeated else ""


def _is_ascii(text: str) -> bool:
    return sum(ord(character) < 128 for character in text) / max(1, len(text)) > 0.93


_NAME = re.compile(r"(?<=[a-z,;] )((?:[A-Z][\w'’-]+)(?: (?:of |the |and )?[A-Z][\w'’-]+)*)")
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_DATE = re.compile(rf"\b(?:in |on )?((?:{_MONTHS})(?: \d{{1,2}},?)? \d{{4}}|1[4-9]\d\d|20[0-3]\d)\b")
_AMOUNT = re.compile(
    r"\b((?:about |around |up to |over )?\d[\d,.]*\d?%?(?: (?:percent|million|billion|thousand|years?|days?|minutes?|"
    r"seconds?|hours?|weeks?|months?|MB|GB|KB|times|people))?|"
    r"(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)(?= [a-z]))\b"
)
_TERM = re.compile(r"\b(?:called|known as|named|termed|referred to as) (?:an? |the )?([A-Za-z][a-z-]+(?: [a-z-]+)?)")
_CLOZE = (
    (_NAME, ["who", "what", "which", "where", "what is the name of"]),
    (_DATE, ["when", "what year", "in what year"]),
    (_AMOUNT, ["how many", "how much", "what number"]),
    (_TERM, ["what is", "what", "what term"]),
)


def cloze(text: str, rng: random.Random) -> tuple[str, int, int] | None:
    """Returns a question made of one sentence with a name, date, amount or term asked for, and where that stands."""
    found = [(m.start(), m.end()) for m in re.finditer(r"[^.!?\n]+(?:[.!?](?!\s|$)[^.!?\n]*)*[.!?\n]?", text)]
    rng.shuffle(found)
    for start, end in found:
        sentence = text[start:end]
        if not 8 <= len(sentence.split()) <= 45:
            continue
        matches = ((words, match) for pattern, words in _CLOZE for match in pattern.finditer(sentence))
        parts = [(words, match.start(1), match.end(1)) for words, match in matches]
        if not parts:
            continue
        words, first, last = rng.choice(parts)
        if last - first > 60:
            continue
        left = [word for word in sentence[:first].split()[-14:] if rng.random() > 0.15]
        right = [word for word in sentence[last:].strip(" .,;:!?").split()[:12] if rng.random() > 0.15]
        asked, order = rng.choice(words), rng.random()
        if order < 0.55:
            question = [asked, *left, *right]
        elif order < 0.8:
            question = [*left, asked, *right]
        else:
            question = [asked, *right, *left]
        text_of_question = " ".join(question)
        if len(text_of_question.split()) >= 5:
            return text_of_question + ("?" if rng.random() < 0.7 else ""), start + first, start + last
    return None
