"""Prints the state of each claim, figure, table and mechanism of the reproduced papers.

    python docs/rows.py                     # each row, and how many stand how
    python docs/rows.py --stands disagrees  # rows that stand so
    python docs/rows.py --work tauran2019 --reports reports

docs/rows.csv has a row for each: work, place in it, what it says, how it stands here (`STANDS`),
the page that shows it, ids of published.csv (`*` for several), and the reason where it does not
agree. Numbers are not kept there: published ones come from published.csv, ours from the comparison
of the last whole run, where there is one.
"""

from __future__ import annotations

import argparse
import csv
import re
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path

DOCS = Path(__file__).resolve().parent
PAPERS = DOCS.parent / "python" / "skyseam" / "papers"

STANDS = {
    "agrees": "as the work says, or within the bounds stated on the page",
    "deviates": "there, and off or with something open; the reason stands beside it",
    "disagrees": "tried, and not found as the work says",
    "not to be had": "cannot be compared",
}

Row = dict[str, str]


def rows(file: Path = DOCS / "rows.csv") -> list[Row]:
    """Return the rows."""
    return _read(file)


def _read(file: Path) -> list[Row]:
    with file.open(newline="", encoding="utf-8") as text:
        return list(csv.DictReader(text))


def published(work: str) -> dict[str, str]:
    """Return the published numbers of a work, with their units, by id."""
    listed = _read(PAPERS / work / "published.csv")
    return {row["id"]: f"{row['value']} {row['unit']}".strip() for row in listed}


def numbers(row: Row) -> list[str]:
    """Return the ids of the published numbers of a row."""
    patterns = row["numbers"].split()
    return [one for one in published(row["work"]) if any(fnmatchcase(one, of) for of in patterns)]


def headings(page: Path) -> set[str]:
    """Return the names by which links lead to the headings of a page."""
    found = re.findall(r"(?m)^#+ (.*)$", page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w -]", "", one.lower()).strip().replace(" ", "-") for one in found}


def faults(listed: list[Row]) -> list[str]:
    """Return the faults of rows: an unknown state, no reason, an unknown page or number."""
    found = []
    for at, row in enumerate(listed, 2):
        page, _, place = row["where"].partition("#")
        if row["stands"] not in STANDS:
            found.append(f"line {at}: {row['stands']!r}; expected of: {', '.join(STANDS)}")
        if (row["stands"] == "agrees") == bool(row["reason"]):
            found.append(f"line {at}: a row has a reason unless it agrees")
        if not (DOCS / page).is_file() or (place and place not in headings(DOCS / page)):
            found.append(f"line {at}: {row['where']} leads nowhere")
        for pattern in row["numbers"].split():
            if not any(fnmatchcase(one, pattern) for one in published(row["work"])):
                found.append(f"line {at}: published.csv of {row['work']} has no {pattern}")
    for work in sorted({row["work"] for row in listed}):
        told = {one for row in listed if row["work"] == work for one in numbers(row)}
        found += [f"{work}: no row has {one}" for one in published(work) if one not in told]
    return found


def ours(reports: Path, work: str) -> dict[str, str]:
    """Return our numbers of the last whole run by id, those of the first reading."""
    file = reports / work / "comparison.csv"
    found: dict[str, str] = {}
    for row in _read(file) if file.is_file() else []:
        found.setdefault(row["id"], row["simulated"])
    return found


def main(asked: argparse.Namespace) -> None:
    """Print the requested rows."""
    chosen = [
        row
        for row in rows()
        if asked.work in (None, row["work"]) and asked.stands in (None, row["stands"])
    ]
    for row in chosen:
        print(
            f"{row['work']:15} {row['stands']:13} {row['place']}: {row['says']}  [{row['where']}]"
        )
        if row["reason"]:
            print(f"{'':29} {row['reason']}")
        here = ours(asked.reports, row["work"])
        for one in numbers(row):
            said = f"{one}: {published(row['work'])[one]}"
            print(f"{'':31}{said}{', here ' + here[one] if one in here else ''}")
    counts = Counter(row["stands"] for row in chosen)
    print(f"{len(chosen)} rows: {', '.join(f'{counts[one]} {one}' for one in STANDS)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--work", help="of this work only")
    parser.add_argument("--stands", choices=STANDS, help="that stand so")
    parser.add_argument(
        "--reports", type=Path, default=DOCS.parent / "reports", help="directory of whole reports"
    )
    main(parser.parse_args())
