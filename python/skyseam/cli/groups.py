"""The command `groups`: its arguments, what it prints, and the page it writes.

The measures are those of `skyseam.groups`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from skyseam import groups as users_of
from skyseam import results
from skyseam._errors import InputError
from skyseam.cli import terminal

if TYPE_CHECKING:
    import pyarrow as pa
    from matplotlib.figure import Figure

HEAD = [
    "users", "part", "users of it", "sessions", "finished, %", "goodput 5 %, Mbit/s",
    "median, Mbit/s", "95 %, Mbit/s", "completion median, s", "95 %, s", "target met, %", "Jain",
]  # fmt: skip
MEASURE_HEAD = ["users", "part", "measure", "values", "mean", "5 %", "median", "95 %"]
OF_ALL = ("goodput", "completion", "target met")


@click.command(short_help="Show how the users of a run fared, by group.")
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path),
    help="Directory to write: groups.html, groups.parquet, the figures.",
)  # fmt: skip
def groups(run: Path, output: Path | None) -> None:
    """Show how the users of a run fared: goodput, completion and targets of each group.

    With -o also writes groups.parquet, and groups.html, one page with a map of users,
    distributions and tables.

    \b
    Example:
        skyseam run scenarios/users.toml -o out
        skyseam groups out -o out-groups
    """  # noqa: D301 - click wants the character itself
    if output is not None:
        results.check_place(output)
    outcome = results.load(run)
    table = users_of.groups(outcome)
    if output is not None:
        html, figures = _page(outcome, table)
        manifest = {
            "format": results.FORMAT,
            "kind": "groups",
            "skyseam": outcome.manifest["skyseam"],
            "scenario": outcome.manifest["scenario"],
        }
        found = results.Results({"groups": table}, manifest)
        found.save(output, figures=figures, texts={"groups.html": html})
    terminal.table("users by group", HEAD, _rows(table), 2)
    measures = _measures(table)
    if measures:
        terminal.table("measures of applications", MEASURE_HEAD, measures, 3)
    if output is not None:
        terminal.out.print(f"written to {output}", soft_wrap=True)


def _rows(table: pa.Table) -> list[tuple[str, ...]]:
    """Return a row for each group and part: the measures that all sessions have."""
    found: dict[tuple[str, str], dict[str, dict[str, Any]]] = {}
    for row in table.to_pylist():
        found.setdefault((row["users"], row["part"] or "all"), {})[row["measure"]] = row
    rows = []
    for (users, part), measures in found.items():
        any_of = next(iter(measures.values()))
        none: dict[str, Any] = {}
        goodput, completion, met = (measures.get(name, none) for name in OF_ALL)
        held = any_of["sessions"]
        rows.append(
            (
                users,
                part,
                f"{any_of['members']:,}",
                f"{held:,}",
                _number(100 * any_of["finished"] / held if held else None, 1),
                *(_number(goodput.get(key), 2, 1e-6) for key in ("p5", "p50", "p95")),
                *(_number(completion.get(key), 2) for key in ("p50", "p95")),
                _number(met.get("mean"), 1, 100),
                _number(goodput.get("jain"), 3),
            )
        )
    return rows


def _measures(table: pa.Table) -> list[tuple[str, ...]]:
    """Return a row for each measure that only some applications have."""
    return [
        (
            row["users"],
            row["part"],
            row["measure"] + (f", {row['unit']}" if row["unit"] else ""),
            f"{row['values']:,}",
            *(_number(row[key], 2) for key in ("mean", "p5", "p50", "p95")),
        )
        for row in table.to_pylist()
        if row["measure"] not in OF_ALL and row["part"] is not None
    ]


def _number(value: float | None, digits: int, scale: float = 1) -> str:
    return "-" if value is None else f"{value * scale:,.{digits}f}"


def _page(outcome: results.Results, table: pa.Table) -> tuple[str, dict[str, Figure]]:
    """Return the page, and its figures by file name."""
    from skyseam import plot  # takes time to load
    from skyseam.reproduce import report

    draws = {"users": plot.users, "goodputs": plot.goodputs, "completions": plot.completions}
    captions = {
        "users": ("map of the users", "Where users are; squares are the scenario's terminals."),
        "goodputs": ("distributions of goodput", "Goodput of sessions."),
        "completions": (
            "distributions of completion times",
            "From the start of a session to its last byte, of those that finished.",
        ),
    }
    shown = {}
    for name, draw in draws.items():
        try:
            draw(outcome)
        except InputError:
            continue
        shown[name] = captions[name]
    scenario = outcome.manifest["scenario"]
    members = outcome.table("users").num_rows
    held = outcome.table("sessions").num_rows
    context = {
        "title": scenario.get("title", "A run with users"),
        "lead": f"{members:,} users held {held:,} sessions in {scenario['run']['duration']}.",
        "shown": shown,
        "head": HEAD,
        "rows": _rows(table),
        "measure_head": MEASURE_HEAD,
        "measure_rows": _measures(table),
    }
    return report.page(
        [], ["groups.html"], context, lambda name, *, dark: draws[name](outcome, dark=dark)
    )
