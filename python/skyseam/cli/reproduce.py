"""The commands `skyseam reproduce` and `skyseam validate`: results compared with references.

Owns their options and output; `reproduce`, `validation.linux` and `validation.ns2` do the work.
"""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from skyseam import _directory, executors
from skyseam._errors import EXIT_INTERRUPTED
from skyseam._files import check_directory, check_file, write_files
from skyseam.cli import terminal
from skyseam.cli.options import all_of, on_option, progress_option, refuse

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from skyseam.reproduce import Report, Reproduction


run_options = (
    click.option(
        "--quick/--full",
        default=False,
        help="Fewer runs: wider intervals, in a fraction of the time; or all of them [default].",
    ),
    click.option(
        "--store",
        type=click.Path(path_type=Path),
        help="Directory of finished runs, with which an interrupted study resumes. "
        "[default: the output's, with .store appended]",
    ),
    click.option(
        "--threads", type=click.IntRange(1, 1024), help="Threads to use. [default: all cores]"
    ),
    on_option,
    progress_option,
)
"""Options of how the runs of a paper or study are made."""


@click.command(short_help="Run a paper's study; write its results beside ours.")
@click.argument("paper")
@click.option(
    "--only", metavar="PART", help="Only this part of the paper, or the one with this figure: fig5."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Directory to write. [default: reports/PAPER, or reports/PAPER-PART]",
)
@all_of(run_options)
def reproduce(
    paper: str,
    only: str | None,
    output: Path | None,
    quick: bool,
    store: Path | None,
    threads: int | None,
    on: str | None,
    progress: bool | None,
) -> None:
    """Run a paper's study and write a report with its results beside ours.

    PAPER is one that comes with Skyseam, or a directory with a paper of yours.

    Writes report.html (open it in a browser; it needs no network), comparison.csv, the tables
    behind them and manifest.json. Finished runs are kept beside it: after an interruption, the same
    command resumes and gives the same numbers.

    \b
    Examples:
        skyseam reproduce boubaker2020 --quick
        skyseam reproduce boubaker2020 --only fig5
        skyseam reproduce henderson1999 --only delay --quick
    """  # noqa: D301 - click wants the character itself
    if on is not None:
        refuse(("--threads",), "with --executor: runs are made by one or the other")
    _report(
        paper, only, output, quick=quick, store=store, threads=threads, on=on, progress=progress
    )


@click.command(short_help="Show the cost of the orbital seam, in a minute or two.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=Path("skyseam-demo"),
    show_default=True,
    help="Directory to write.",
)
@click.option(
    "--threads", type=click.IntRange(1, 1024), help="Threads to use. [default: all cores]"
)
@progress_option
def demo(output: Path, threads: int | None, progress: bool | None) -> None:
    """Show the cost of the orbital seam: thousands of transfers over Iridium, in a minute or two.

    A page from Hawaii to Los Angeles takes twice as long while the seam lies between the two. The
    report compares the numbers of Boubaker et al. (2020) with ours; open report.html in a browser.
    The same as `skyseam reproduce boubaker2020 --only seam`.

    \b
    Example:
        skyseam demo
    """  # noqa: D301 - click wants the character itself
    _report("boubaker2020", "seam", output, threads=threads, progress=progress)


def _report(
    paper: str,
    only: str | None,
    output: Path | None,
    *,
    quick: bool = False,
    store: Path | None = None,
    threads: int | None,
    on: str | None = None,
    progress: bool | None,
) -> None:
    """Run a study and write its report."""
    from skyseam import reproduce as studies  # loads matplotlib and jinja2

    part = studies.part(paper, only)
    place = output or Path("reports") / part.place
    report = write_report(
        part, place, part.place, quick=quick, store=store, threads=threads, on=on, progress=progress
    )
    terminal.table(
        f"{part.place}: published and simulated",
        ["quantity", "published", "simulated", "deviation", "95 % interval", "n"],
        report.summary(),
    )
    terminal.out.print(f"report: {place / 'report.html'}", soft_wrap=True)


def write_report(
    part: Reproduction,
    place: Path,
    label: str,
    *,
    quick: bool,
    store: Path | None,
    threads: int | None,
    on: str | None,
    progress: bool | None,
    asked: Mapping[str, Any] | None = None,
) -> Report:
    """Make a report and save it.

    `asked` replaces values of its plan; `label` is shown with the progress.
    """
    from skyseam.reproduce.store import Store

    _directory.check_place(place)
    kept = store or place.with_name(f"{place.name}.store")
    check_directory(kept)
    with ExitStack() as stack:
        who = None if on is None else stack.enter_context(executors.workers(on))
        note = stack.enter_context(terminal.progress(label, progress))
        stack.enter_context(_kept_runs(kept))
        report = part.run(
            quick=quick, threads=threads, progress=note, store=Store(kept, who), asked=asked
        )
    report.save(place)
    return report


@contextmanager
def _kept_runs(store: Path) -> Iterator[None]:
    """Print the location of finished runs after an interruption."""
    try:
        yield
    except KeyboardInterrupt:
        if not store.is_dir():
            raise
        terminal.say(f"interrupted; finished runs are in {store}: call again to resume")
        raise SystemExit(EXIT_INTERRUPTED) from None


@click.command(short_help="Compare with measurements of real systems.")
@click.argument("reference", type=click.Choice(["linux-tcp", "ns2-tcp"]))
@click.option(
    "--live",
    "with_kernel",
    is_flag=True,
    help="Measure now, by this machine's kernel over simulated constellations, for ten minutes.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    help="With --live: 20 other cases, drawn by this seed.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write the table as CSV.")
@progress_option
def validate(
    reference: str,
    with_kernel: bool,
    seed: int | None,
    output: Path | None,
    progress: bool | None,
) -> None:
    """Run measurements of real systems and show the deviation of the simulation.

    `linux-tcp`: the stack "linux" beside TCP of Linux 6.18 over one link, in every measured
    configuration. `ns2-tcp`: the stack "ns2" beside ns-2.35 over one link.

    With --live, `linux-tcp` is measured now: the kernel's TCP sends over emulated constellations
    with handovers, and the stack over the same, begun at the same instant. Needs what `skyseam
    emulate` needs, and a machine with nothing else to do.

    \b
    Examples:
        skyseam validate linux-tcp -o linux-tcp.csv
        sudo skyseam validate linux-tcp --live
        sudo skyseam validate linux-tcp --live --seed 1
    """  # noqa: D301 - click wants the character itself
    from skyseam.validation import linux, live, ns2

    if reference != "linux-tcp":
        refuse(("--live",), f"with {reference}: ns-2 is no program that sends; expected linux-tcp")
    if not with_kernel:
        refuse(("--seed",), "without --live: measurements that are kept have their cases")
    if output is not None:
        check_file(output)
    title = f"TCP of {live.kernel()}" if with_kernel else reference
    with terminal.progress(f"validating {reference}", progress) as note:
        if with_kernel:
            comparisons = live.live(note, live.CASES if seed is None else live.drawn(seed))
        else:
            compare = linux.linux_tcp if reference == "linux-tcp" else ns2.ns2_tcp
            comparisons = compare(progress=note)
    if output is not None:
        write_files({output: linux.write(comparisons)})
    rows = [
        (
            one.configuration,
            one.quantity,
            f"{one.measured:.6g}",
            f"{one.simulated:.6g}",
            f"{100 * one.deviation:+.2f}",
            one.verdict,
        )
        for one in comparisons
    ]
    columns = ["configuration", "quantity", "measured", "simulated", "off by, %", "bound"]
    terminal.table(title, columns, rows, 2)
    for one in comparisons:
        if one.why:
            terminal.out.print(f"{one.configuration}, {one.quantity}: {one.why}")
    counted = Counter(one.verdict for one in comparisons)
    terminal.out.print(", ".join(f"{count} {verdict}" for verdict, count in counted.items()))
