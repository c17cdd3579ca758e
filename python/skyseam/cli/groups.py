"""The command `groups`: its arguments and output, and the page it writes.

`skyseam.measures.groups` owns the measures.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import pyarrow.compute as pc

from skyseam import _directory, results
from skyseam._errors import InputError
from skyseam.cli import terminal
from skyseam.measures import groups as users_of

if TYPE_CHECKING:
    import pyarrow as pa

HEAD = [
    "users", "part", "users of it", "sessions", "finished, %", "goodput 5 %, Mbit/s",
    "median, Mbit/s", "95 %, Mbit/s", "completion median, s", "95 %, s", "target met, %", "Jain",
]  # fmt: skip
MEASURE_HEAD = ["users", "part", "measure", "values", "mean", "5 %", "median", "95 %"]
OF_ALL = ("goodput", "completion", "target met")


STATISTICS = ("mean", "p5", "p50", "p95")
OVER_HEAD = ["users", "part", "measure", "runs", "mean", "5 %", "median", "95 %"]

MOST_ROWS = 60
"""So many rows of each table of a sweep are printed; the files have all."""


@click.command(short_help="Show the results of users of a run or sweep, by group.")
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path),
    help="Directory to write: groups.parquet; for a run also groups.html and figures, for a "
    "sweep over_runs.parquet.",
)  # fmt: skip
def groups(run: Path, output: Path | None) -> None:
    """Show the results of a run's users: goodput, completion and targets of each group.

    RUN is the output of `skyseam run` or `skyseam sweep`. For a sweep each run is shown, and for
    each combination of varied values means over the runs that differ only in seeds, with 95 %
    intervals.

    With -o also writes groups.parquet, and groups.html, one page with a map of users,
    distributions and tables.

    \b
    Example:
        skyseam run scenarios/users.toml -o out
        skyseam groups out -o out-groups
    """  # noqa: D301 - click wants the character itself
    if output is not None:
        _directory.check_place(output)
    outcome = results.load(run)
    if outcome.manifest.get("kind") == "sweep":
        _of_sweep(outcome, output)
        return
    table = users_of.groups(outcome)
    if output is not None:
        html, figures = _page(outcome, table)
        manifest = {
            "format": _directory.FORMAT,
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


def _of_sweep(outcome: results.Results, output: Path | None) -> None:
    """Print the groups of each run, and means over runs that differ only in seeds."""
    table, over = users_of.groups(outcome), users_of.over_runs(outcome)
    varied = _given(outcome)
    by_run = [
        (*row[:2], str(run), *varied.get(run, ()), *row[2:])
        for run in range(outcome.manifest["runs"])
        for row in _rows(table.filter(pc.equal(table["run"], run)))
    ]
    given = _heads(outcome.flows, [one["key"] for one in outcome.manifest["variables"]])
    # Keys are shown as numbers are: never folded.
    shown = ["users", "part", "run", *given, *HEAD[2:]]
    _print_most("users by group and run", shown, by_run, 2, "groups.parquet")
    keys = over.column_names[: over.column_names.index("users")]
    heads = _heads(over, keys)
    alone = _single_parts(table)
    found: dict[tuple[str, ...], dict[str, dict[str, Any]]] = {}
    for row in over.to_pylist():
        if row["part"] is None and row["users"] in alone:
            continue
        unit = "%" if row["measure"] == "target met" else SHOWN_IN.get(row["unit"], row["unit"])
        measure = f"{row['measure']}, {unit}".removesuffix(", ")
        at = ("-" if row[key] is None else f"{row[key]}" for key in keys)
        head = (*at, row["users"], row["part"] or "all", measure)
        found.setdefault(head, {})[row["statistic"]] = row
    rows = [
        (*head, f"{of['mean']['runs']:,}", *(_interval(of.get(name)) for name in STATISTICS))
        for head, of in found.items()
    ]
    _print_most(
        "over runs, with 95 % intervals", [*heads, *OVER_HEAD], rows, len(keys) + 3,
        "over_runs.parquet",
    )  # fmt: skip
    if output is not None:
        manifest = {
            "format": _directory.FORMAT,
            "kind": "groups",
            "skyseam": outcome.manifest["skyseam"],
            "scenario": outcome.manifest["scenario"],
        }
        results.Results({"groups": table, "over_runs": over}, manifest).save(output)
        terminal.out.print(f"written to {output}", soft_wrap=True)


def _heads(table: pa.Table, keys: list[str]) -> list[str]:
    """Return the headings of the columns of varied keys, each with its unit if it has one."""
    heads = []
    for key in keys:
        unit = (table.schema.field(key).metadata or {}).get(b"unit", b"").decode()
        heads.append(f"{key}, {unit}" if unit else key)
    return heads


def _given(outcome: results.Results) -> dict[int, tuple[str, ...]]:
    """Return the varied values of each run of a sweep, as text, by its number."""
    keys = [one["key"] for one in outcome.manifest["variables"]]
    found: dict[int, tuple[str, ...]] = {}
    for row in outcome.flows.select(["run", *keys]).to_pylist():
        found.setdefault(
            row["run"], tuple("-" if row[key] is None else f"{row[key]}" for key in keys)
        )
    return found


def _single_parts(table: pa.Table) -> set[str]:
    """Return the groups whose mix has one component: the whole group would repeat the row."""
    parts: dict[str, set[str]] = {}
    for users, part in zip(table["users"].to_pylist(), table["part"].to_pylist(), strict=True):
        if part is not None:
            parts.setdefault(users, set()).add(part)
    return {users for users, known in parts.items() if len(known) == 1}


SHOWN_IN = {"bit/s": "Mbit/s"}
"""Units of measures as they are printed, where that is another."""


def _interval(row: dict[str, Any] | None) -> str:
    """Return a mean over runs and half the width of its confidence interval, if there is one."""
    if row is None:
        return "-"
    is_share = row["measure"] == "target met"
    if is_share and row["statistic"] != "mean":
        return "-"  # a session met its target or did not: percentiles say nothing
    scale = 1e-6 if row["unit"] == "bit/s" else 100.0 if is_share else 1.0
    digits = 1 if is_share else 3
    shown = _number(row["value"], digits, scale)
    if row["low95"] is None:
        return shown
    return f"{shown} ± {_number((row['high95'] - row['low95']) / 2, digits, scale)}"


def _print_most(
    title: str, head: list[str], rows: list[tuple[str, ...]], texts: int, file: str
) -> None:
    terminal.table(title, head, rows[:MOST_ROWS], texts)
    if len(rows) > MOST_ROWS:
        more = f"the first {MOST_ROWS} of {len(rows):,} rows; -o writes all to {file}"
        terminal.out.print(more, soft_wrap=True)


def _rows(table: pa.Table) -> list[tuple[str, ...]]:
    """Return a row for each group and component: the measures that all sessions have."""
    found: dict[tuple[str, str], dict[str, dict[str, Any]]] = {}
    alone = _single_parts(table)
    for row in table.to_pylist():
        if row["part"] is None and row["users"] in alone:
            continue
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
            f"{row['measure']}, {SHOWN_IN.get(row['unit'], row['unit'])}".removesuffix(", "),
            f"{row['values']:,}",
            *(
                _number(row[key], 2, 1e-6 if row["unit"] in SHOWN_IN else 1)
                for key in ("mean", "p5", "p50", "p95")
            ),
        )
        for row in table.to_pylist()
        if row["measure"] not in OF_ALL and row["part"] is not None
    ]


def _number(value: float | None, digits: int, scale: float = 1) -> str:
    return "-" if value is None else f"{value * scale:,.{digits}f}"


def _page(outcome: results.Results, table: pa.Table) -> tuple[str, dict[str, bytes]]:
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
