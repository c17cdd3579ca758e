"""Checks the spelling of the documentation: English words, and the field's in docs/words.txt.

Words are taken from the prose of README, CONTRIBUTING and docs: not from code, links, formulas,
names with internal capitals or digits. `python docs/spelling.py` prints unknown words with page and
line; add correct ones to docs/words.txt. Needs pyspellchecker.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Container, Iterator
from pathlib import Path

DOCS = Path(__file__).resolve().parent
WORDS = DOCS / "words.txt"

NOT_PROSE = re.compile(
    r"^---\n.*?^---\n"  # front matter
    r"|^```.*?^```"  # fenced blocks
    r"|\$\$.*?\$\$|\$[^$\n]+\$"  # formulas
    r"|<!--.*?-->|<[^>\n]+>"  # comments and tags
    r"|``[^`]+``|`[^`]*`"  # code
    r"|\]\([^)]*\)"  # targets of links
    r"|https?://\S+",
    re.MULTILINE | re.DOTALL,
)
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?(?!\w|[./]\w)")
BEFORE = re.compile(r"[\w./_-]$")


def pages() -> list[Path]:
    """Return the pages whose words are checked."""
    root = DOCS.parent
    found = [root / "README.md", root / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
    return [page for page in found if "_build" not in page.parts]


def words(text: str) -> Iterator[tuple[int, str]]:
    """Yield the words of a page's prose, each with its line."""
    blank = NOT_PROSE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for number, line in enumerate(blank.splitlines(), 1):
        for found in WORD.finditer(line):
            word = found[0]
            is_part = BEFORE.search(line[: found.start()]) and line[found.start() - 1] != "-"
            if is_part or len(word) < 3 or not (word.islower() or word.istitle()):
                continue  # of a name or a number; abbreviations have capitals
            yield number, word


def known() -> set[str]:
    """Return the field's words, in lower case."""
    lines = WORDS.read_text(encoding="utf-8").splitlines()
    return {line.strip().lower() for line in lines if line.strip() and not line.startswith("#")}


def unknown() -> dict[str, list[str]]:
    """Return words that are neither English nor in the list, with their places."""
    from spellchecker import SpellChecker

    english, own = SpellChecker(), known()
    found: dict[str, list[str]] = {}
    for page in pages():
        for number, word in words(page.read_text(encoding="utf-8")):
            plain = word.lower().removesuffix("'s").removesuffix("'")
            if plain not in own and plain not in english and not is_joined(plain, english):
                found.setdefault(plain, []).append(f"{page.relative_to(DOCS.parent)}:{number}")
    return found


def is_joined(word: str, english: Container[str]) -> bool:
    """Whether a word is a known one with a regular ending."""
    endings = (
        ("s", ""),
        ("es", ""),
        ("ed", ""),
        ("ed", "e"),
        ("ing", ""),
        ("ing", "e"),
        ("ly", ""),
    )
    return any(
        word.endswith(end) and len(word) > len(end) + 3 and word.removesuffix(end) + new in english
        for end, new in endings
    )


def main() -> int:
    """Print unknown words."""
    found = unknown()
    for word, places in sorted(found.items()):
        print(f"{word}: {', '.join(places[:3])}", file=sys.stderr)
    print(f"spelling: {len(found)} unknown words; {WORDS.name} has the field's")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
