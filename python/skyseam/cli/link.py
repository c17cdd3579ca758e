"""The command `skyseam link`: link budgets alone. `budgets` does the work."""

from __future__ import annotations

from pathlib import Path

import click

from skyseam import _directory, budgets
from skyseam.cli import terminal
from skyseam.cli.options import refuse
from skyseam.results import Results


@click.command(short_help="Evaluate link budgets: parts, C/N, mode and rate.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Directory to write: tables, and the waterfall of each budget.",
)
@click.option("--dark", is_flag=True, help="Draw for a dark background.")
def link(file: Path, output: Path | None, dark: bool) -> None:
    """Evaluate link budgets: parts, C/N, mode of modulation and coding, rate.

    FILE has a table [[budgets]] for each link, with the elevations of the satellite and the
    percentages of an average year at which it is evaluated; in place of a file "tr38821" has the
    study cases of 3GPP TR 38.821, and "systems" links of Starlink, OneWeb, Kuiper and GEO. Writes
    budgets.parquet, parts.parquet, manifest.json and a figure for each row, budget-0.png and so on,
    which shows all gains and losses; for budgets with weather over time also weather.parquet and
    weather.png, attenuation and rate.

    \b
    Example:
        skyseam link budgets.toml -o out
    """  # noqa: D301 - click wants the character itself
    if output is None:
        refuse(("--dark",), "without --output")
    else:
        _directory.check_place(output)
    outcome = budgets.link_budgets(file)
    _print(outcome)
    if output is not None:
        from skyseam import plot  # takes time to load

        rows = range(outcome.table("budgets").num_rows)
        figures = {f"budget-{row}.png": plot.link_budget(outcome, row, dark=dark) for row in rows}
        if "weather" in outcome.tables:
            figures["weather.png"] = plot.link_weather(outcome, dark=dark)
        outcome.save(output, figures=figures)
        terminal.out.print(f"written to {output}", soft_wrap=True)


def _print(outcome: Results) -> None:
    def number(value: float | None, digits: int) -> str:
        return "-" if value is None else f"{value:,.{digits}f}"

    rows = [
        (
            row["name"],
            row["mode"] or "none holds",
            number(row["elevation_deg"], 0),
            "clear" if row["exceeded_percent"] is None else f"{row['exceeded_percent']:g} %",
            *(
                number(row[key], digits)
                for key, digits in (
                    ("range_km", 0), ("eirp_dbw", 2), ("free_space_db", 2), ("atmosphere_db", 2),
                    ("g_over_t_db_k", 2), ("c_n0_dbhz", 2), ("c_n_db", 2), ("es_n0_db", 2),
                    ("margin_db", 2),
                )
            ),
            number(row["rate_bps"] / 1e6, 2),
        )
        for row in outcome.table("budgets").to_pylist()
    ]  # fmt: skip
    columns = [
        "budget", "mode", "elevation, deg", "weather", "range, km", "EIRP, dBW", "free space, dB",
        "atmosphere, dB", "G/T, dB/K", "C/N0, dBHz", "C/N, dB", "Es/N0, dB", "margin, dB",
        "rate, Mbit/s",
    ]  # fmt: skip
    terminal.table("link budgets", columns, rows, 2)
