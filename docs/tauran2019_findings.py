"""Puts the findings of `skyseam reproduce tauran2019` into the documentation.

Takes the directory of its report; writes docs/reproduce/tauran2019.md and the figures it shows.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent


def main(report: Path) -> None:
    """Copy the page, with its figures under docs/images."""
    text = (report / "findings.md").read_text(encoding="utf-8")
    for name in re.findall(r"\]\((\w+\.png)\)", text):
        shutil.copyfile(report / name, DOCS / "images" / f"tauran2019-{name}")
    linked = re.sub(r"\]\((\w+\.png)\)", r"](../images/tauran2019-\1)", text)
    (DOCS / "reproduce" / "tauran2019.md").write_text(linked, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python docs/tauran2019_findings.py DIRECTORY-OF-THE-REPORT")
    main(Path(sys.argv[1]))
