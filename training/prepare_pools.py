"""Builds the training pools out of the sources of SOURCES.md and the hand-written questions.

    python3 prepare_pools.py --clones clones --handbooks handbooks --development sets --out data/pools.jsonl.xz

CLONES holds bare clones OWNER+NAME at the commits of SOURCES.md; HANDBOOKS one folder of Markdown per handbook;
DEVELOPMENT the sets squad2-dev-half and xquad, whose text is kept out.
"""

import argparse
import glob
import os
import random
import re

from git_source import GitSource
from hand_written import HandWritten
from pool_builder import PoolBuilder
from pools import save_pools
from question_answering_sources import build_guidance, build_wikipedia
from split import is_development_file, stable_hash
from synthetic_questions import add_page

# repository, pool, folder, most passages
DOCUMENTATION = [
    ("kubernetes/website", "k8s", "content/en/", 6000),
    ("github/docs", "ghdocs", "content/", 9000),
    ("MicrosoftDocs/microsoft-365-docs", "m365", "microsoft-365/", 6000),
    ("MicrosoftDocs/SupportArticles-docs", "mssupport", "support/", 13000),
    ("dotnet/docs", "dotnet", "docs/", 8000),
    ("cloudflare/cloudflare-docs", "cloudflare", "src/content/", 9000),
    ("MicrosoftDocs/memdocs", "memdocs", "", 8000),
]
SPACES = {
    "k8s": "Kubernetes",
    "ghdocs": "GitHub Docs",
    "m365": "Microsoft 365",
    "mssupport": "Microsoft Support",
    "dotnet": ".NET",
    "cloudflare": "Cloudflare Docs",
    "memdocs": "Intune",
    "govuk": "GOV.UK",
}
_UNNAMED_FOLDERS = frozenset("pages content contents docs src en handbook support book website".split())
_NOT_DOCUMENTATION = re.compile(r"(?i)(readme|changelog|release-?notes|contributing|toc|includes/)")


def build_handbooks(folder: str, rng: random.Random, hand_written: HandWritten) -> PoolBuilder:
    """Builds the pool of the six handbooks; files of the development split give passages but no questions."""
    builder = PoolBuilder("handbooks", rng)
    hand_written.add_sections({"handbooks": builder})
    for path in sorted(glob.glob(f"{folder}/*/**/*.md*", recursive=True)):
        file = os.path.relpath(path, folder)
        with open(path, encoding="utf8", errors="replace") as opened:
            add_page(builder, file, opened.read(), words=190, ask=not is_development_file(file))
    builder.add_cloze(0.5, skip=is_development_file)
    return builder


def build_documentation(clones: str, rng: random.Random) -> list[PoolBuilder]:
    """Builds one pool per documentation repository."""
    builders = []
    for repository, name, folder, most in DOCUMENTATION:
        builder = PoolBuilder(name, rng)
        is_page = lambda path: path.endswith((".md", ".mdx")) and not _NOT_DOCUMENTATION.search(path)
        for path, text in GitSource(clones, repository).files(lambda path: path.startswith(folder) and is_page(path)):
            add_page(builder, path, text, words=170)
        builder.limit(most)
        builder.add_cloze(0.12)
        print(name, len(builder.passages), "passages", len(builder.questions), "questions", flush=True)
        builders.append(builder)
    return builders


def build_invented(hand_written: HandWritten, rng: random.Random) -> list[PoolBuilder]:
    """Returns one empty pool per invented handbook; `add_sections` fills them."""
    return [PoolBuilder(hand_written.pool_of(book), rng) for book in hand_written.invented_books]


def drop_development_files(builders: dict[str, PoolBuilder], files: set[tuple[str, str]]) -> None:
    """Drops questions made from files that hand-written development questions are about."""
    for name, builder in builders.items():
        builder.questions = [
            question for question in builder.questions if (name, builder.passages[question[1]][2]) not in files
        ]


def add_paths(builders: dict[str, PoolBuilder], always: set[tuple[str, int]]) -> None:
    """Puts space and folders before the title of half of the passages, and of all that statements are about."""
    for name, builder in builders.items():
        if name == "wiki":
            continue
        for index, passage in enumerate(builder.passages):
            is_address = passage[2].startswith("http")
            chosen = stable_hash(f"path{name}{index}") % 2 == 0 or (name, index) in always
            if not chosen or (is_address and name != "govuk"):
                continue
            path = " > ".join(path_names(name, "" if is_address else passage[2]))
            passage[0] = path + (" > " if passage[0] else "") + passage[0]


def path_names(pool: str, file: str) -> list[str]:
    """Returns at most three names, the space first: "Posthog", "People", "Benefits"."""
    names = [re.sub(r"[-_]+", " ", folder).strip() for folder in file.split("/")[:-1]]
    names = [name[:1].upper() + name[1:] for name in names if name.lower() not in _UNNAMED_FOLDERS]
    if pool in SPACES:
        return [SPACES[pool], *names[-1:]]
    return names[:1] + names[1:][-2:]


def write_pools(built: list[PoolBuilder], hand_written: HandWritten, out: str) -> None:
    """Adds the hand-written sections, questions and statements and the paths, and writes the pools."""
    builders = {builder.name: builder for builder in built}
    hand_written.add_sections(builders)
    drop_development_files(builders, hand_written.development_files())
    print("hand-written", dict(hand_written.add_questions(builders)))
    statements = hand_written.located_statements()
    add_paths(builders, {(row[0], row[1]) for row in statements})
    save_pools(out, [builder.build() for builder in built], statements)
    for builder in built:
        print(builder.name, len(builder.passages), "passages", len(builder.questions), "questions")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clones", required=True, help="folder of bare git clones")
    parser.add_argument("--handbooks", required=True, help="folder of the six handbooks")
    parser.add_argument("--development", required=True, help="folder with squad2-dev-half and xquad, unpacked")
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("--questions", default=f"{here}/questions", help="hand-written questions")
    parser.add_argument("--out", required=True, help="where to write pools.jsonl.xz")
    arguments = parser.parse_args()

    rng = random.Random(11)
    hand_written = HandWritten(arguments.questions)
    handbooks = build_handbooks(arguments.handbooks, rng, hand_written)
    built = [handbooks, *build_documentation(arguments.clones, rng)]
    built += [build_wikipedia(arguments.clones, arguments.development, rng), build_guidance(arguments.clones, rng)]
    built += build_invented(hand_written, rng)
    write_pools(built, hand_written, arguments.out)


if __name__ == "__main__":
    main()
