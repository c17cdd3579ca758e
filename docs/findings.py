"""Puts the findings of `skyseam reproduce PAPER` into the documentation.

Takes the paper and the directory of its report; writes docs/reproduce/PAPER.md, PAPER-appendix.md
if the report has an appendix, and the figures that they show.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent


def main(paper: str, report: Path) -> None:
    """Copy the pages, with their figures under docs/images."""
    for made, page in (("findings.md", f"{paper}.md"), ("appendix.md", f"{paper}-appendix.md")):
        if not (report / made).is_file():
            continue
        text = (report / made).read_text(encoding="utf-8")
        for name in re.findall(r"\]\((\w+\.png)\)", text):
            shutil.copyfile(report / name, DOCS / "images" / f"{paper}-{name}")
        linked = re.sub(r"\]\((\w+\.png)\)", rf"](../images/{paper}-\1)", text)
        (DOCS / "reproduce" / page).write_text(linked, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python docs/findings.py PAPER DIRECTORY-OF-THE-REPORT")
    main(sys.argv[1], Path(sys.argv[2]))
