"""The command `skyseam channel`: a fading channel alone.

Owns arguments and the printed table; `fading` does the work.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import click

from skyseam import fading
from skyseam._errors import InputError
from skyseam.cli import terminal
from skyseam.cli.options import check_output, progress_option, refuse, seconds
from skyseam.results import Results


@click.command(short_help="Evaluate a fading channel: series, distribution, fades.")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "--link", help="Link of the scenario, such as links.downlink, wires[0] or beams.name."
)
@click.option(
    "--terminal",
    "terminal_name",
    help="Terminal of the scenario or user of a beam with the channel.  [default: the only one]",
)
@click.option("--kind", help='Kind of channel, when no file is given. [default: "fontan"]')
@click.option("--environment", help='Environment of the user, such as "open".')
@click.option("--profile", help='Delay line of "ntn-tdl": "A", "B", "C" or "D".')
@click.option("--bandwidth", help='Bandwidth of "ntn-tdl", such as "5 MHz".')
@click.option("--delay-spread", help='Delay spread of "ntn-tdl". [default: "100 ns"]')
@click.option("--speed", help='Speed of the user, such as "60 km/h".')
@click.option("--frequency", help='Carrier frequency. [default: "2.2 GHz"; of "ntn-tdl": "2 GHz"]')
@click.option("--elevation", help='Elevation of the satellite. [default of "fontan": "40 deg"]')
@click.option("--sample", help='Interval between levels. [default: "1 ms"]')
@click.option(
    "--duration",
    help='Duration of the series. [default: "600 s"; the whole trace; under a satellite the run of '
    "the scenario]",
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True)
@click.option(
    "--receiver",
    default="channel",
    show_default=True,
    help="Name of the receiver; another name gives another fading realization.",
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="Trace to write: CSV, time and level."
)
@click.option(
    "--figure", type=click.Path(path_type=Path), help="Figure to write: .png, .svg or .pdf."
)
@click.option("--dark", is_flag=True, help="Draw for a dark background.")
@progress_option
def channel(
    file: Path | None,
    link: str | None,
    terminal_name: str | None,
    kind: str | None,
    duration: str | None,
    seed: int,
    receiver: str,
    output: Path | None,
    figure: Path | None,
    dark: bool,
    progress: bool | None,
    **keys: str | None,
) -> None:
    """Evaluate a fading channel: series, distribution, correlation, fades.

    FILE is a scenario whose link has a channel, or a trace (.csv: t_s,level_db). Without one, the
    options name a kind.

    \b
    Example:
        skyseam channel --environment intermediate-tree-shadow --speed "60 km/h" \\
          --output fading.csv --figure fading.svg
        skyseam channel --kind ntn-tdl --profile C --bandwidth "5 MHz" --speed "3 km/h"
        skyseam channel fading.csv
    """  # noqa: D301 - click wants the character itself
    given = {key: value for key, value in {"kind": kind, **keys}.items() if value is not None}
    if file is not None and given:
        raise InputError(f"--{next(iter(given))} and a file exclude each other: the file has it")
    if file is not None and file.suffix == ".csv":
        refuse(("--link", "--terminal", "--seed", "--receiver"), "on a trace: nothing is drawn")
    if figure is None:
        refuse(("--dark",), "without --figure")
    if file is None and given.keys().isdisjoint({"environment", "kind"}):
        raise InputError(
            "name a scenario, a trace or a kind, such as "
            '--environment intermediate-tree-shadow --speed "60 km/h"'
        )
    if file is None and "speed" not in given:
        raise InputError('--speed is missing: the speed of the user, such as --speed "60 km/h"')
    check_output(output, (".csv",))
    check_output(figure)
    of: dict[str, Any] = {"model": {"kind": "fontan", **given}}
    if file is not None:
        of = {"trace": file} if file.suffix == ".csv" else {"scenario": file}
    with terminal.progress("levels of the channel", progress) as note:
        results = fading.channel(
            **of,
            link=link,
            terminal=terminal_name,
            receiver=receiver,
            seed=seed,
            duration_s=seconds("--duration", duration),
            progress=note,
        )
    if output is not None:
        fading.save_trace(results.table("levels"), output)
    if figure is not None:
        # Takes half a second to load.
        from skyseam import plot

        plot.save(plot.channel(results, dark=dark), figure)
    _show(results)
    for place in (output, figure):
        if place is not None:
            terminal.out.print(f"written to {place}", soft_wrap=True)


def _show(results: Results) -> None:
    found = fading.statistics(results)
    rows = [
        ("levels", f"{found.samples:,} in {found.duration_s:g} s"),
        ("mean, dB", f"{found.mean_db:.2f}"),
        ("standard deviation, dB", f"{found.std_db:.2f}"),
        ("mean power, dB", f"{found.power_mean_db:.2f}"),
    ]
    rows += [(f"{at:g} % below, dB", f"{db:.2f}") for at, db in found.percentiles_db.items()]
    states = {row["state"]: row["share"] for row in _states(results)}
    rows += [
        (f"share of {name}", f"{share:.3f} (in the long run {states[name]:.3f})")
        for name, share in found.shares.items()
    ]
    if results.manifest["doppler_hz"] is not None:
        rows.append(("Doppler shift, Hz", f"{results.manifest['doppler_hz']:.1f}"))
    coherence = found.coherence_s
    told = "longer than a tenth of it" if coherence is None else f"{1e3 * coherence:g}"
    rows.append(("coherence time with shadowing (correlation 1/2), ms", told))
    terminal.table("level of the channel", ["of the level", "is"], rows, 1)
    fades = [
        (f"{at:g}", f"{rate:.3f}", "-" if math.isnan(length) else f"{1e3 * length:.1f}")
        for at, (rate, length) in found.crossings.items()
    ]
    if "elevation_deg" in results.table("levels").column_names:
        bands = [
            (
                f"{band.from_deg:g} to {band.to_deg:g}",
                f"{band.duration_s:.0f}",
                *(f"{band.shares[name]:.3f}" for name in states),
                f"{band.median_db:.1f}",
                f"{band.fifth_db:.1f}",
            )
            for band in fading.by_elevation(results)
        ]
        columns = ["elevation, deg", "time, s", *states, "median, dB", "5 % below, dB"]
        terminal.table("by elevation of the satellite", columns, bands, 0)
    terminal.table("fades", ["below, dB", "falls, 1/s", "mean fade, ms"], fades, 0)


def _states(results: Results) -> list[dict[str, Any]]:
    if "states" not in results.tables:
        return []
    rows: list[dict[str, Any]] = results.table("states").to_pylist()
    return rows
