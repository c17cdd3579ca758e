"""The command `skyseam compare`: a run beside a measurement.

Owns arguments; `measured` does the work.
"""

from __future__ import annotations

from pathlib import Path

import click

from skyseam._errors import InputError
from skyseam._files import is_directory
from skyseam.cli import terminal
from skyseam.cli.fit import phase_sentence, show
from skyseam.cli.options import check_output, refuse, slot_length
from skyseam.measured import formats, goodness, runs
from skyseam.measured.series import Pings
from skyseam.measured.slots import find_phase

EXIT_MISSED = 1
"""As of diff: there are differences."""


@click.command(short_help="Compare a run's pings with a measurement.")
@click.argument("run", type=click.Path(path_type=Path))
@click.argument("measured", type=click.Path(path_type=Path))
@click.option("--flow", help="Name of the run's flow of kind ping. [default: the only one]")
@click.option("--slot", default="15 s", help='Length of scheduling slots. [default: "15 s"]')
@click.option(
    "--format",
    "forced",
    type=click.Choice(list(formats.FORMATS)),
    help="Format of MEASURED. [default: recognised]",
)
@click.option(
    "--figure", type=click.Path(path_type=Path), help="Figure to write: .png, .svg or .pdf."
)
@click.option("--dark", is_flag=True, help="Draw for a dark background.")
def compare(
    run: Path,
    measured: Path,
    flow: str | None,
    slot: str,
    forced: str | None,
    figure: Path | None,
    dark: bool,
) -> None:
    """Compare a run's pings with measured ones: distributions and statistics of slots side by side.

    RUN is a directory of `skyseam run` of a scenario with a flow of kind "ping" and
    record = ["rtt"], or a second measurement. MEASURED is a file that `skyseam fit` reads. The
    slots of each are found in it.

    Exit codes: 0 all statistics with a limit are within it; 1 some are not; 2 bad input.

    \b
    Example:
        skyseam run roof.toml -o out
        skyseam compare out ping.txt --figure roof.png
    """  # noqa: D301 - click wants the character itself
    if figure is None:
        refuse(("--dark",), "without --figure")
    check_output(figure)
    slot_s = slot_length(slot)
    is_run = is_directory(run)
    if not is_run:
        refuse(("--flow",), "on a measurement")
    samples = {}
    of_run = runs.pings_of(run, flow) if is_run else _only(run, None)
    for label, path, pings in (
        ("measured", measured, _only(measured, forced)),
        ("run" if is_run else run.name, run, of_run),
    ):
        phase = find_phase(pings, slot_s)
        told = f"{path}: {pings.format}, {len(pings.sent_s):,} probes; "
        terminal.out.print(told + phase_sentence(phase, slot_s), soft_wrap=True)
        phase_s = phase.phase_s if phase.is_found else 0.0
        samples[label] = goodness.of_pings(pings, slot_s, phase_s)
    reference, model = samples.values()
    rows = goodness.compare(model, reference)
    show(rows, tuple(samples), None)  # type: ignore[arg-type]
    if figure is not None:
        from skyseam import plot  # takes half a second to load

        plot.save(plot.measured(samples, dark=dark), figure)
        terminal.out.print(f"written to {figure}", soft_wrap=True)
    if any(row.verdict == "missed" for row in rows):
        raise SystemExit(EXIT_MISSED)


def _only(path: Path, forced: str | None) -> Pings:
    """Return the round trips of a file."""
    found = [one for one in formats.read(path, forced) if isinstance(one, Pings)]
    if not found:
        raise InputError(f"{path} has rates; `skyseam compare` needs round trips")
    return found[0]
