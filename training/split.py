"""The development split: which files are measured on and never trained on."""

import hashlib

# Sections that share text. Both sides of a pair belong to the same split.
SHARED_SECTIONS = {
    "d0081": "d0184",
    "d0162": "d0200",
    "d0181": "d0194",
    "d0407": "d0423",
    "d0317": "d0440",
}


def stable_hash(text: str) -> int:
    """Returns the first 8 hexadecimal digits of the text's MD5 as an integer, the same on every machine."""
    return int(hashlib.md5(text.encode()).hexdigest()[:8], 16)


def is_development_file(file: str) -> bool:
    """Tells whether questions about this file are kept for development (20 of 100 files)."""
    return stable_hash("split1" + file) % 100 < 20


def development_sections(file_by_section: dict[str, str]) -> set[str]:
    """Returns the ids of the sections kept for development, sections that share text included."""
    ids = {section for section, file in file_by_section.items() if is_development_file(file)}
    for one, other in SHARED_SECTIONS.items():
        if one in ids or other in ids:
            ids |= {one, other} & file_by_section.keys()
    return ids
