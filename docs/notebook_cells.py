"""Cells of the notebooks of the documentation: the cells that plot, and whether a picture shows.

`python docs/notebook_cells.py DIR` reads the built pages and fails if a cell that plots shows no
picture.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

NOTEBOOKS = Path(__file__).resolve().parent / "notebooks"
CELL = re.compile(r"^```\{code-cell\}\n(?::[^\n]*\n)*(.*?)^```$", re.MULTILINE | re.DOTALL)
PLOTS = re.compile(r"skyseam\.plot\.|plt\.|\.view\(")


def cells(notebook: Path) -> list[str]:
    """Return the code of each cell of a notebook, in order."""
    return CELL.findall(notebook.read_text(encoding="utf-8"))


def without_picture(built: str, codes: list[str]) -> list[str]:
    """Return the cells that plot and have no picture on the built page."""
    parts = re.split(r'<div class="cell [^"]*docutils', built)[1:]
    if len(parts) != len(codes):
        raise ValueError(f"{len(parts)} cells on the page; expected {len(codes)}")
    return [
        code
        for code, part in zip(codes, parts, strict=True)
        if PLOTS.search(code) and "<img" not in part and "<iframe" not in part
    ]


def main(root: Path) -> int:
    """List the cells without a picture; return the exit status."""
    status = 0
    for notebook in sorted(NOTEBOOKS.glob("*.md")):
        page = root / "notebooks" / f"{notebook.stem}.html"
        for code in without_picture(page.read_text(encoding="utf-8"), cells(notebook)):
            print(f"{page.name}: a cell that plots shows no picture:\n{code}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
