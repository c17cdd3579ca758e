"""The command `contacts`: its arguments and output. `survey` does the work."""

from __future__ import annotations

from pathlib import Path

import click

from skyseam import _directory, results, survey
from skyseam.cli import terminal
from skyseam.cli.options import all_of, handed_option, hertz, progress_option, seconds, time_options

MOST_SHOWN = 20
"""So many passes are printed; the table has them all."""


@click.command(short_help="List satellite passes over terminals, and who serves.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--terminal", "terminals", multiple=True, help="Name of a terminal; may be given many times."
)
@all_of(time_options[:2])
@click.option(
    "--step", help="Also write looks.parquet: the direction of each satellite at this interval."
)
@click.option("--frequency", help='Carrier frequency, such as "12 GHz": adds Doppler shifts.')
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Directory to write."
)
@handed_option
@progress_option
def contacts(
    file: Path,
    terminals: tuple[str, ...],
    start: str | None,
    duration: str | None,
    step: str | None,
    frequency: str | None,
    output: Path,
    progress: bool | None,
) -> None:
    """List satellite passes over terminals, look angles, and serving satellites.

    Needs no flow. Without --terminal, all terminals are included. Writes passes.parquet (rise, peak
    and set with azimuth, elevation, range and Doppler shift), serving.parquet, contacts.png,
    contacts.svg and manifest.json. Values that are not given come from the scenario.

    \b
    Example:
        skyseam contacts scenarios/element-file.toml --duration "6 h" --frequency "1.62 GHz" -o out
    """  # noqa: D301 - click wants the character itself
    from skyseam import plot  # takes time to load

    _directory.check_place(output)
    with terminal.progress(f"contacts of {file.name}", progress) as note:
        outcome = survey.contacts(
            file,
            terminals=list(terminals) or None,
            start_s=seconds("--start", start, instant=True),
            duration_s=seconds("--duration", duration),
            step_s=seconds("--step", step),
            frequency_hz=None if frequency is None else hertz("--frequency", frequency),
            progress=note,
        )
    figure = plot.contacts(outcome)
    outcome.save(output, figures={"contacts.png": figure, "contacts.svg": figure})
    _print(outcome)
    terminal.out.print(f"written to {output}", soft_wrap=True)


def _print(outcome: results.Results) -> None:
    passes = outcome.table("passes")
    if not passes.num_rows:
        terminal.out.print("no satellite is above the mask in this interval")
        return
    rows = [
        (
            row["terminal"],
            row["satellite"],
            *(_clock(row[key]) for key in ("rise_s", "peak_s", "set_s")),
            f"{row['peak_elevation_deg']:.1f}",
            *(f"{row[f'{at}_azimuth_deg']:.0f}" for at in ("rise", "peak", "set")),
            f"{row['peak_range_km']:,.0f}",
        )
        for row in passes.slice(0, MOST_SHOWN).to_pylist()
    ]
    columns = [
        "terminal", "satellite", "rises", "peak", "sets", "highest, deg", "rises at, deg",
        "peak at", "sets at", "nearest, km",
    ]  # fmt: skip
    terminal.table("passes, times after time zero", columns, rows, 2)
    if passes.num_rows > MOST_SHOWN:
        terminal.out.print(
            f"the first {MOST_SHOWN} of {passes.num_rows:,} passes; all are in passes.parquet"
        )


def _clock(t_s: float | None) -> str:
    """Format an instant as hours, minutes and seconds; a dash if it lies outside."""
    if t_s is None:
        return "-"
    minutes, seconds = divmod(round(t_s, 1), 60)
    hours, minutes = divmod(int(minutes), 60)
    return f"{hours:02}:{minutes:02}:{seconds:04.1f}"
