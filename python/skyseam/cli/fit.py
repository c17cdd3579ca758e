"""The command `skyseam fit`: a measurement becomes a profile.

Owns arguments and the printed tables; `measured` does the work.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import numpy as np

from skyseam import __version__
from skyseam._errors import InputError
from skyseam._files import write_files
from skyseam.cli import terminal
from skyseam.cli.options import check_output, refuse, seconds, slot_length
from skyseam.measured import formats, goodness, laws, runs
from skyseam.measured.series import Pings, Rates
from skyseam.measured.slots import Phase

if TYPE_CHECKING:
    from skyseam._arrays import Bools

BLOCK_SLOTS = 20
"""Slots of a block of --alternate."""


@click.command(short_help="Fit a profile of an access to a measurement of round trips.")
@click.argument("measured", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Profile to write: .toml.")
@click.option(
    "--half",
    is_flag=True,
    help="Fit on the first half of the time, judge on the second.",
)
@click.option(
    "--alternate",
    is_flag=True,
    help=f"With --half: fit on every other block of {BLOCK_SLOTS} slots, judge on the others; a "
    "drift over the measurement is then in both.",
)
@click.option("--down", type=click.Path(path_type=Path), help="Measured rates of the downlink.")
@click.option("--up", type=click.Path(path_type=Path), help="Measured rates of the uplink.")
@click.option(
    "--propagation",
    help="Round trip of the path without queueing and scheduling, such as that of `skyseam delay`; "
    'it is subtracted. [default: "0 ms"]',
)
@click.option("--slot", default="15 s", help='Length of scheduling slots. [default: "15 s"]')
@click.option(
    "--format",
    "forced",
    type=click.Choice(list(formats.FORMATS)),
    help="Format of MEASURED. [default: recognised]",
)
@click.option("--summary", help="What was measured: network, places, date; for the profile.")
@click.option("--source", help="Who measured, where it is, licence; for the profile.")
@click.option(
    "--figure", type=click.Path(path_type=Path), help="Figure to write: .png, .svg or .pdf."
)
@click.option("--dark", is_flag=True, help="Draw for a dark background.")
def fit(
    measured: tuple[Path, ...],
    output: Path | None,
    half: bool,
    alternate: bool,
    down: Path | None,
    up: Path | None,
    propagation: str | None,
    slot: str,
    forced: str | None,
    summary: str | None,
    source: str | None,
    figure: Path | None,
    dark: bool,
) -> None:
    """Fit a profile of an access to measured round trips, and tell how good it is.

    MEASURED is the output of `ping -D`, a CSV with t_s and rtt_ms (lost: empty or -1), irtt's JSON,
    a CSV of LENS or a CSV of a dish's status; several files of one terminal are joined. Rates come
    from iperf3's or ndt7's JSON beside them, or from CSV files (t_s, bits_per_second) by --down and
    --up. Files of gzip are unpacked.

    The phase of the scheduling slots is found. The table compares the measurement with
    simulated pings over the profile. With --half the profile has seen only one half, and the
    table judges it on the other: median and 95 % of round trips and of steps between slots, and the
    spread within slots, within 10 %; losses at edges within 20 %; Kolmogorov distance below 0.08.
    The column "first half itself" is how well one half of the measurement predicts the other, which
    no fit can be expected to surpass: measure for hours.

    \b
    Example:
        ping -D -i 0.1 100.64.0.1 > ping.txt       # 5 min at least, better hours
        skyseam fit ping.txt --summary "My roof, 2026-11-27" -o roof.toml --figure roof.png
        skyseam fit ping.txt --half
    """  # noqa: D301 - click wants the character itself
    if not half:
        refuse(("--alternate",), "without --half")
    if output is None:
        refuse(("--summary", "--source"), "without --output")
    if figure is None:
        refuse(("--dark",), "without --figure")
    check_output(output, (".toml",))
    check_output(figure)
    slot_s = slot_length(slot)
    propagation_s = seconds("--propagation", propagation)
    pings, rates = _read(measured, forced, down, up)
    chosen = _half(pings, slot_s, alternate) if half else None
    fitted_to = pings if chosen is None else pings.part(chosen)
    found = laws.fit(
        fitted_to,
        rates,
        slot_s=slot_s,
        propagation_ms=1e3 * (propagation_s or 0.0),
        summary=summary or f"Measured access, from {', '.join(one.name for one in measured)}",
        source=_source(source),
    )
    if output is not None:
        write_files({output: found.profile.toml()})
    _tell(found, slot_s, propagation_s is None)
    judged_by = pings if chosen is None else pings.part(~chosen)
    rows, model = goodness.judge(found.profile, fitted_to, judged_by, runs.flown)
    show(
        rows,
        ("measured", "profile"),
        ("other half" if alternate else "first half") if half else None,
    )
    if figure is not None:
        from skyseam import plot  # takes half a second to load

        of = (found.profile.slot_s, found.profile.phase_s)
        samples = {"measured": goodness.of_pings(judged_by, *of), "profile": model}
        plot.save(plot.measured(samples, dark=dark), figure)
    for written in (output, figure):
        if written is not None:
            terminal.out.print(f"written to {written}", soft_wrap=True)


def _read(
    files: tuple[Path, ...], forced: str | None, down: Path | None, up: Path | None
) -> tuple[Pings, dict[str, Rates]]:
    """Read all files; say what was recognised."""
    round_trips: list[Pings] = []
    names: list[Path] = []
    rates: dict[str, Rates] = {}
    asked: list[tuple[Path, str, str | None]] = [(file, "", forced) for file in files]
    asked += [(file, way, None) for file, way in ((down, "down"), (up, "up")) if file is not None]
    for file, way, name in asked:
        for one in formats.read(file, name):
            if isinstance(one, Pings):
                if way:
                    raise InputError(f"{file} has round trips; --{way} names a file of rates")
                round_trips.append(one)
                names.append(file)
                count = f"{len(one.sent_s):,} probes"
            else:
                if way and one.direction not in ("", way):
                    continue
                direction = way or one.direction
                if not direction:
                    raise InputError(
                        f"{file} does not say the direction of its rates; name it by --down or --up"
                    )
                if direction in rates:
                    raise InputError(
                        f"{file}: there are rates of {direction} already; name one file"
                    )
                rates[direction] = one
                count = f"{len(one.mbps):,} rates of {direction}"
            terminal.out.print(f"{file}: {one.format}, {count}", soft_wrap=True)
    if not round_trips:
        raise InputError(
            "no file has round trips; a profile needs them, such as those of `ping -D`"
        )
    return formats.joined(round_trips, names), rates


def _half(pings: Pings, slot_s: float, alternate: bool) -> Bools:
    """Return which probes a half is fitted to, by time without gaps."""
    at_s = pings.observed_s(slot_s)
    least_s = 2 * laws.LEAST_SLOTS * slot_s
    if at_s[-1] < least_s:
        raise InputError(
            f"the measurement lasts {at_s[-1]:.0f} s, too short for two halves; expected at least "
            f"{least_s:.0f} s"
        )
    if alternate:
        return np.asarray(np.floor(at_s / (BLOCK_SLOTS * slot_s)) % 2 == 0)
    return np.asarray(at_s < at_s[-1] / 2)


def _source(told: str | None) -> str:
    call = shlex.join(["skyseam", *sys.argv[1:]])
    return f"{told or 'a measurement of the user'}; fitted by skyseam {__version__}: {call}"


def _tell(found: laws.Fit, slot_s: float, is_assumed: bool) -> None:
    say = terminal.out.print
    say(phase_sentence(found.phase, slot_s), soft_wrap=True)
    for note in found.notes:
        say(f"note: {note}", soft_wrap=True)
    if is_assumed:
        say(
            "note: --propagation is not given: the profile has the whole round trip, and the "
            "propagation of a scenario's path comes on top of it",
            soft_wrap=True,
        )


def phase_sentence(phase: Phase, slot_s: float) -> str:
    """Say what was found of slots."""
    if not phase.is_found:
        return (
            f"no slots of {slot_s:g} s: the best phase exceeds the others by "
            f"{phase.significance:.1f} standard errors"
        )
    return (
        f"slots of {slot_s:g} s begin {phase.phase_s:g} s past the minute (modulo the slot): "
        f"medians 2 s before and after differ by {phase.step_ms:.1f} ms, elsewhere by "
        f"{phase.other_step_ms:.1f} ms; {phase.significance:.1f} standard errors"
    )


def show(rows: list[goodness.Row], names: tuple[str, str], floor: str | None) -> None:
    """Print the table of statistics side by side, and what is missed.

    Parameters
    ----------
    rows
        Statistics.
    names
        What the columns of the measurement and of the model are called.
    floor
        Which part of the measurement the model was fitted to; None: no part.
    """
    columns = ["", *names, "deviation", "limit", "verdict"]
    if floor is not None:
        columns += [f"{floor} itself", "deviation", "verdict"]
    lines = []
    for row in rows:
        line = [
            f"{row.name}{f', {row.unit}' if row.unit else ''}",
            "" if row.is_distance else _number(row.measured),
            "" if row.is_distance else _number(row.model),
            _deviation(row, row.model),
            ""
            if row.limit is None
            else f"{row.limit:g}"
            if row.is_distance
            else f"{row.limit:.0%}",
            row.verdict,
        ]
        if floor is not None:
            own = "" if row.is_distance else _number(row.floor)
            line += [own, _deviation(row, row.floor), row.floor_verdict]
        lines.append(tuple(line))
    terminal.table("side by side", columns, lines, 1)
    missed = [row for row in rows if row.verdict == "missed"]
    judged = sum(row.verdict in ("within", "missed") for row in rows)
    told = f"within the limits: {judged - len(missed)} of {judged}"
    if missed:
        told += "; missed: " + "; ".join(row.name for row in missed)
    terminal.out.print(told, soft_wrap=True)
    same = [row.name for row in missed if row.floor_verdict == "missed"]
    if floor is not None and same:
        terminal.out.print(
            f"the {floor} itself misses {len(same)} of these: the halves differ by more than the "
            f"limits in {'; '.join(same)}",
            soft_wrap=True,
        )


def _number(value: float) -> str:
    if not np.isfinite(value):
        return "-"
    return f"{value:.4f}" if abs(value) < 1 else f"{value:.1f}"


def _deviation(row: goodness.Row, value: float) -> str:
    if not np.isfinite(value):
        return "-"
    found = row.deviation(value)
    if row.is_distance:
        return f"{found:.3f}"
    return f"{found:+.1%}" if np.isfinite(found) else "-"
