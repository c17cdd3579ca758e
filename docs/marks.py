"""Replaces generated blocks of pages: the content between the markers of a block.

A block begins with a line `<!-- NAME: by FILE -->` and ends with `<!-- end -->`.
"""

from __future__ import annotations

import re
from pathlib import Path


def put(text: str, name: str, block: str) -> str:
    """Return a page with the content between the markers of a block replaced."""
    marks = re.compile(rf"(<!-- {name}: [^\n]*-->\n).*?(<!-- end -->)", re.DOTALL)
    if not marks.search(text):
        raise ValueError(f"no place for {name}")
    return marks.sub(lambda found: f"{found[1]}\n{block}\n\n{found[2]}", text)


def write(page: Path, blocks: dict[str, str]) -> None:
    """Write blocks into a page, by name."""
    text = page.read_text(encoding="utf-8")
    for name, block in blocks.items():
        text = put(text, name, block)
    page.write_text(text, encoding="utf-8")


def table(head: list[str], rows: list[list[str]]) -> str:
    """Return a table in Markdown."""
    shown = [f"| {' | '.join(cells)} |" for cells in [head, *rows]]
    return "\n".join([shown[0], "|---" * len(head) + "|", *shown[1:]])
