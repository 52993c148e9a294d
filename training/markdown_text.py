"""Markdown as readable text, one block per line, as the product shows it."""

import re
from collections.abc import Iterator

_MARKER_OR_RULE = re.compile(r"[*+]|:?-+:?")
_FENCED = re.compile(r"^[ \t]*(?P<fence>```|~~~)[^\n]*\n(?P<code>.*?)(?:^[ \t]*(?P=fence)[ \t]*$|\Z)", re.S | re.M)
_LIST_MARKER = re.compile(r"^\s*(?:[-*+]|\d{1,3}[.)])\s+")


def plain_inline(text: str) -> str:
    """Returns text without links, images, tags and emphasis."""
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", " ", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\[([^\]]*)\]\[[^\]]*\]", r"\1", text)
    text = re.sub(r"<[^>\n]{1,300}>", " ", text)
    text = re.sub(r"\*\*|__|`|~~", "", text)
    text = re.sub(r"(?<!\w)[*_](\S[^*_\n]*)[*_](?!\w)", r"\1", text)
    return re.sub(r"\\(?=[_*<>#])", "", text).replace("&nbsp;", " ")


def blocks(markdown: str) -> list[str]:
    """Returns paragraphs, list items, table rows and lines of code; comments and template tags are left out."""
    found: list[str] = []
    end = 0
    for fenced in _FENCED.finditer(markdown):
        found += _prose_blocks(markdown[end : fenced.start()])
        found += [line.strip() for line in fenced["code"].split("\n") if line.strip()]
        end = fenced.end()
    return found + _prose_blocks(markdown[end:])


def _prose_blocks(markdown: str) -> list[str]:
    text = re.sub(r"<!--.*?-->", " ", markdown, flags=re.S)
    text = re.sub(r"\{\{[<%]?\s*(?:glossary_tooltip|term)[^}]*?text=\"([^\"]*)\"[^}]*\}\}", r"\1", text)
    text = re.sub(r"\{\{.*?\}\}|\{%.*?%\}", " ", text, flags=re.S)
    text = re.sub(r"^\s*(import|export) .*$|^\s*:::.*$|^\(\S+\)=\s*$", "", text, flags=re.M)
    text = re.sub(r"\[!(\w+)[^\]]*\]", "", text)
    found: list[str] = []
    new_block = True
    for line in text.split("\n"):
        line = re.sub(r"^\s*>+\s?", "", line)
        is_rule = re.match(r"^\s*\|?[\s:|-]*-{2,}[\s:|-]*\|?\s*$", line)
        if not line.strip() or is_rule:
            new_block = True
            continue
        row = re.match(r"^\s*\|(.*?)\|?\s*$", line)
        if row:
            found.append(" | ".join(cell.strip() for cell in plain_inline(row[1]).split("|")))
            new_block = True
            continue
        plain = re.sub(r"\s+", " ", plain_inline(line)).strip()
        if not plain:
            continue
        if _LIST_MARKER.match(line):
            is_numbered = re.match(r"\s*\d", line)
            found.append(plain if is_numbered else "- " + _LIST_MARKER.sub("", plain))
        elif new_block or not found:
            found.append(plain)
        else:
            found[-1] += " " + plain
        new_block = False
    return [block for block in found if block.strip(" -|")]


def locate(quote: str, text: str) -> list[int] | None:
    """Returns where a quote stands in the text, whatever the white space, list markers and emphasis."""
    words = [word for word in plain_inline(quote).replace("|", " ").split() if not _MARKER_OR_RULE.fullmatch(word)]
    if not words:
        return None
    match = re.search(r"[\s|*+-]+".join(re.escape(word) for word in words), text)
    return [match.start(), match.end()] if match else None


def context(title: str, headings: list[str]) -> str:
    """Returns title and headings as the product writes them before a passage."""
    headings = [heading for heading in headings if heading]
    if headings and title and headings[0].lower() == title.lower():
        headings = headings[1:]
    lines = (title[:120], " > ".join(heading[:120] for heading in headings[-3:]))
    return "\n".join(line for line in lines if line)


def chunks(parts: list[str], words: int) -> Iterator[str]:
    """Yields blocks joined to passages of about this many words."""
    current: list[str] = []
    count = 0
    for part in parts:
        part = " ".join(part.split()[:260]) if len(part.split()) > 260 else part
        size = len(part.split())
        if current and count + size > words:
            yield "\n".join(current)
            current, count = [], 0
        current.append(part)
        count += size
    if current:
        yield "\n".join(current)


def sections(markdown: str) -> tuple[dict[str, str], str, list[tuple[list[str], str]]]:
    """Returns front matter, title, and the page's sections as (headings, markdown)."""
    front: dict[str, str] = {}
    match = re.match(r"\s*---\s*\n(.*?)\n---\s*\n", markdown, flags=re.S)
    if match:
        for line in match[1].split("\n"):
            field = re.match(r"(\w[\w.]*):\s*(.+)", line)
            if field:
                front[field[1].lower()] = field[2].strip().strip("'\"")
        markdown = markdown[match.end() :]
    title, headings, lines, in_code = front.get("title", ""), [], [], False
    found: list[tuple[list[str], str]] = []
    for line in markdown.split("\n"):
        if re.match(r"^\s*(```|~~~)", line):
            in_code = not in_code
        match = None if in_code else re.match(r"^(#{1,6})\s+(.+?)\s*#*$", line)
        if not match:
            lines.append(line)
            continue
        found.append((list(headings), "\n".join(lines)))
        lines, level = [], len(match[1])
        heading = re.sub(r"\{#.*?\}", "", plain_inline(match[2])).replace("*", "").strip(" :")
        if level == 1 and not title:
            title = heading
        headings = (headings + [""] * 6)[: level - 1] + [heading]
    found.append((list(headings), "\n".join(lines)))
    return front, plain_inline(title), found
