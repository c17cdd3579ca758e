"""Writes the tables of columns into docs/results.md, from what the core declares.

Run by `make reference`; tests/test_docs.py fails when the page is not what this makes. What stands
between a line `<!-- tables: STUDY -->` and the next `<!-- end -->` is made here; the rest of the
page is written by hand.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import skyseam

PAGE = Path(__file__).with_name("results.md")

MADE = re.compile(r"(?<=<!-- tables: )(\w+)( -->\n).*?(?=<!-- end -->)", re.DOTALL)


def page() -> str:
    """Return the page as it should stand."""
    listed = skyseam.tables()
    standing = PAGE.read_text(encoding="utf-8")
    return MADE.sub(lambda found: "".join([*found.groups(), _study(found[1], listed)]), standing)


def _study(study: str, listed: list[dict[str, Any]]) -> str:
    tables = [table for table in listed if table["study"] == study]
    if not tables:
        raise SystemExit(f"{PAGE.name}: no table comes from {study!r}")
    parts = ["*Made from the core by `make reference`; edit the declarations in `crates/sim`.*\n"]
    if study == "run":
        parts += ["| table | when |", "|---|---|"]
        parts += [
            f"| [`{table['table']}`](#{table['table']}) | {table['when']} |" for table in tables
        ]
        parts.append("")
    for table in tables:
        if len(tables) > 1:
            parts.append(f"### `{table['table']}`\n\n{table['row']}\n")
        elif study == "sweep":
            parts.append(f"{table['row']}\n")
        else:
            parts.append(f"`{table['table']}`: {table['row']}\n")
        parts += ["| column | unit | type | what |", "|---|---|---|---|"]
        parts += [_row(column) for column in table["columns"]]
        parts.append("")
    return "\n" + "\n".join(parts) + "\n"


def _row(column: dict[str, str]) -> str:
    return f"| `{column['name']}` | {column['unit']} | {column['type']} | {column['meaning']} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
