"""The command `skyseam sweep`.

Owns its options and output; `sweeps` does the work.
"""

from __future__ import annotations

from pathlib import Path

import click

from skyseam import sweeps
from skyseam._errors import EXIT_INTERRUPTED, CoreFault, WorkerError
from skyseam.cli import terminal
from skyseam.cli.options import handed_option, on_option, progress_option, refuse

MOST_RUNS_SHOWN = 20


@click.command(short_help="Make many runs with values varied, on all cores.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    "--out",
    type=click.Path(path_type=Path),
    help="Directory of the runs and results. [default: runs/NAME-OF-FILE]",
)
@click.option(
    "--threads", type=click.IntRange(1, 1024), help="Threads to use. [default: all cores]"
)
@on_option
@click.option("--limit", type=click.IntRange(0), help="Make at most this many runs now.")
@click.option("--dry-run", is_flag=True, help="Check all runs and list them; make none.")
@handed_option
@progress_option
def sweep(
    file: Path,
    output: Path | None,
    threads: int | None,
    on: str | None,
    limit: int | None,
    dry_run: bool,
    progress: bool | None,
) -> None:
    """Make many runs of one scenario with some of its values varied, on all cores.

    Before any run, all runs are checked. Each finished run is stored; after any interruption the
    same command resumes, with the same results as without one. When all are finished, writes
    flows.parquet (one row per flow, with the values of its run), a Parquet file per other table
    that the sweep keeps, and manifest.json.

    \b
    Examples:
        skyseam sweep sweeps/places.toml --dry-run
        skyseam sweep sweeps/places.toml -o places
        skyseam sweep sweeps/places.toml -o places --executor dask:tcp://head:8786
        python -c 'import skyseam; print(skyseam.load("places").flows)'
    """  # noqa: D301 - click wants the character itself
    found = sweeps.read(file)
    if dry_run:
        refuse(("--output", "--executor", "--limit"), "with --dry-run, which makes no run")
        found.check(threads=threads)
        _print_design(found)
        return
    place = output or Path("runs") / file.stem
    sweeps.check_directory(place)
    again = "the same command resumes from there"
    try:
        with terminal.progress(f"sweep {file.name}", progress) as note:
            state = found.run_into(place, threads=threads, executor=on, limit=limit, progress=note)
    except (CoreFault, WorkerError):
        if (place / sweeps.STORE).exists():
            finished = sweeps.finished(place)
            terminal.say(f"{finished:,} of {len(found):,} runs are finished in {place}")
        raise
    except KeyboardInterrupt:
        if not (place / sweeps.STORE).exists():
            raise
        finished = sweeps.finished(place)
        terminal.say(
            f"interrupted; {finished:,} of {len(found):,} runs are finished in {place}, {again}"
        )
        raise SystemExit(EXIT_INTERRUPTED) from None
    if not state.is_complete:
        terminal.out.print(
            f"{state.finished:,} of {state.runs:,} runs are finished in {place}, {again}",
            soft_wrap=True,
        )
        return
    before = state.runs - state.made
    told = f", {before:,} of them before" if before else ""
    files = ", ".join(f"{name}.parquet" for name in found.kept)
    terminal.out.print(f"{state.runs:,} runs{told}; {files} in {place}", soft_wrap=True)


def _print_design(found: sweeps.Sweep) -> None:
    design = found.design
    columns = [name if unit is None else f"{name}, {unit}" for name, unit in found.units.items()]
    rows = [
        tuple("" if value is None else _shown(value) for value in row.values())
        for row in design.slice(0, MOST_RUNS_SHOWN).to_pylist()
    ]
    terminal.table(found.title or "runs", ["run", *columns], rows, 0)
    if design.num_rows > MOST_RUNS_SHOWN:
        terminal.out.print(f"... and {design.num_rows - MOST_RUNS_SHOWN:,} more")
    terminal.out.print(f"{design.num_rows:,} runs, all can be run")


def _shown(value: object) -> str:
    return f"{value:.15g}" if isinstance(value, float) else str(value)
