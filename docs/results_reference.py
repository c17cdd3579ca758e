"""Writes the tables of columns into the pages of results, from what the core declares.

Run by `make reference`; tests/test_docs.py fails if a page differs from its output. docs/results.md
is the index. In it and in the pages of docs/results, the text between a line `<!-- tables: STUDY
-->` and the next `<!-- end -->` is generated; the rest is written by hand. Each table of a run has
a page in docs/results/run, and docs/results/columns.md lists all columns.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import skyseam

DOCS = Path(__file__).resolve().parent
INDEX = DOCS / "results.md"
FOLDER = DOCS / "results"

BLOCK = re.compile(r"(?<=<!-- tables: )(\w+)( -->\n).*?(?=<!-- end -->)", re.DOTALL)
PAGES = re.compile(r"(?<=<!-- pages -->\n).*?(?=<!-- end -->)", re.DOTALL)

MADE = "*Made from the core by `make reference`; edit the declarations in `crates/sim`.*\n"
LINK = re.compile(r"\]\((?!https?:)([^)\s]+)\)")


def pages() -> dict[Path, str]:
    """Return the expected content of every page."""
    listed = skyseam.tables()
    written = [path for path in sorted(FOLDER.glob("*.md")) if path.stem != "columns"]
    made = {FOLDER / "columns.md": _columns(listed)}
    for table in listed:
        if table["study"] == "run":
            head = [f"# `{table['table']}`\n", f"{table['row']}\n", f"When: {table['when']}.\n"]
            text = "\n".join([*head, *_table(table), "", MADE])
            made[FOLDER / "run" / f"{table['table']}.md"] = _moved(text, "../../", "")
    for path in [INDEX, *written]:
        folder = "" if path == INDEX else "../"

        def block(found: re.Match[str], folder: str = folder) -> str:
            return f"{found[1]}{found[2]}\n{_moved(_study(found[1], listed), folder, 'run/')}\n"

        made[path] = BLOCK.sub(block, path.read_text(encoding="utf-8"))
    held = {study for path in [INDEX, *written] for study, _ in BLOCK.findall(made[path])}
    without = {table["study"] for table in listed} - held
    if without:
        raise SystemExit(f"no page has the tables of {', '.join(sorted(without))}")
    # Pages that are written by hand stand before those of the tables of a run.
    names = [f"results/{path.stem}" for path in written]
    names += [f"results/run/{table['table']}" for table in listed if table["study"] == "run"]
    tree = "\n".join(["```{toctree}", ":hidden:", "", *names, "results/columns", "```", ""])
    made[INDEX] = PAGES.sub(lambda _: tree, made[INDEX])
    return made


def _moved(text: str, to_docs: str, to_run: str) -> str:
    """Return a text in which links of docs/results.md are relative to another page.

    Parameters
    ----------
    text
        Markdown.
    to_docs, to_run
        Relative paths from the page to docs, and to docs/results/run.
    """

    def target(found: re.Match[str]) -> str:
        place = found[1]
        return f"]({to_run}{place[1:]}.md)" if place[0] == "#" else f"]({to_docs}{place})"

    return LINK.sub(target, text)


def _study(study: str, listed: list[dict[str, Any]]) -> str:
    """Return the block of a study: for a run the list of its tables, otherwise their columns."""
    tables = [table for table in listed if table["study"] == study]
    if not tables:
        raise SystemExit(f"no table comes from {study!r}")
    parts = []
    if study == "run":
        parts += ["| table | when |", "|---|---|"]
        for table in tables:
            name = table["table"]
            parts.append(f"| [`{name}`](results/run/{name}.md) | {table['when']} |")
        return "\n".join([*parts, "", MADE])
    for table in tables:
        if len(tables) > 1:
            parts.append(f"## `{table['table']}`\n\n{table['row']}\n")
        elif study == "sweep":
            parts.append(f"{table['row']}\n")
        else:
            parts.append(f"`{table['table']}`: {table['row']}\n")
        parts += [*_table(table), ""]
    return "\n".join([*parts, MADE])


def _table(table: dict[str, Any]) -> list[str]:
    """Return the lines of a table of columns."""
    head = ["| column | what | unit | type |", "|---|---|---|---|"]
    return head + [
        f"| `{column['name']}` | {column['meaning']} | {column['unit']} | {column['type']} |"
        for column in table["columns"]
    ]


def _columns(listed: list[dict[str, Any]]) -> str:
    """Return the page that lists all columns with their tables."""
    found: dict[str, list[str]] = {}
    for table in listed:
        name, study = table["table"], table["study"]
        place = f"run/{name}.md" if study == "run" else f"{study}.md"
        words = f"[`{name}`]({place})" + ("" if study == "run" else f" of {study}")
        for column in table["columns"]:
            found.setdefault(column["name"], []).append(words)
    rows = [f"| `{name}` | {', '.join(found[name])} |" for name in sorted(found)]
    return "\n".join(["# Every column\n", "| column | tables |", "|---|---|", *rows, "", MADE])


def write() -> None:
    """Write the pages, and remove those of tables that no longer exist."""
    made = pages()
    for path in set((FOLDER / "run").glob("*.md")) - made.keys():
        path.unlink()
    (FOLDER / "run").mkdir(exist_ok=True)
    for path, text in made.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
