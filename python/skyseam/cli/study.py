"""The commands `skyseam study`: studies of the papers as tools for any constellation.

Owns their options and output; `studies` does the work.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import click

from skyseam._errors import InputError
from skyseam.cli import terminal
from skyseam.cli.options import (
    all_of,
    bits_per_second,
    refuse,
    seconds,
)
from skyseam.cli.reproduce import run_options, write_report

study_options = (
    click.option(
        "-o",
        "--output",
        type=click.Path(path_type=Path),
        help="Directory to write. [default: reports/study-NAME]",
    ),
    click.option(
        "--seed",
        type=click.IntRange(0, 2**63 - 1),
        default=1,
        show_default=True,
        help="Seed of the start times and of every run.",
    ),
    *run_options,
)
"""Options that every study has."""


@click.group(short_help="Ask what the papers ask, of any constellation.")
def study() -> None:
    """Ask what the papers ask, of any constellation: tables, a page with figures, a verdict.

    Each study writes report.html (open it in a browser; it needs no network), its tables as CSV,
    what they were made of as Parquet, and manifest.json. Finished runs are kept beside it: after an
    interruption, the same command resumes and gives the same numbers.
    """


@study.command(short_help="What varies the delay of a pair, and what it costs a transfer.")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--preset",
    "presets",
    multiple=True,
    help="Constellation by name, such as starlink-shell1; may be given many times.",
)
@click.option(
    "--from",
    "source",
    required=True,
    help='Sender: a city, "LATITUDE,LONGITUDE" in degrees, or a terminal of the files.',
)
@click.option("--to", "destination", required=True, help="Receiver, in the same way.")
@click.option(
    "--size",
    "sizes",
    multiple=True,
    help='Size of a transfer; may be given many times. [default: "9 kB" and "10 MB"]',
)
@click.option(
    "--rate",
    default="25 Mbit/s",
    show_default=True,
    help="Rate of uplinks and downlinks of presets; scenario files have their own links.",
)
@click.option(
    "--stack", default="linux", show_default=True, help="TCP stack: linux, rfc, bsd or ns2."
)
@click.option(
    "--congestion",
    default="cubic",
    show_default=True,
    help="Congestion control, such as reno or bbr.",
)
@click.option(
    "--start", default="0 s", show_default=True, help='First instant, such as "12:21:00".'
)
@click.option("--duration", default="24 h", show_default=True, help="Time that is looked at.")
@click.option(
    "--step", default="10 s", show_default=True, help="Interval between samples of the delay."
)
@all_of(study_options)
def handovers(
    files: tuple[Path, ...],
    presets: tuple[str, ...],
    source: str,
    destination: str,
    sizes: tuple[str, ...],
    rate: str,
    stack: str,
    congestion: str,
    start: str,
    duration: str,
    step: str,
    **options: Any,  # noqa: ANN401 - those of every study
) -> None:
    """Find what varies the delay between two places, and what each change costs a transfer.

    FILES are scenarios with constellations of yours: presets with other keys, or elements of
    satellites (TLE, OMM). Several constellations make one table.

    Causes are told apart: elevation while the path stays, handovers within an orbital plane and to
    another plane, the seam, changes of links between satellites, no path. Transfers are put across
    changes that stand alone, and compared with those just before and after; at handovers what waits
    is lost, or forwarded. Bulk data shows the dip at each. Satellites that connect the two places
    at no time, such as those without links between them, get a gateway beside the sender, and fibre
    from there.

    \b
    Examples:
        skyseam study handovers --preset starlink-shell1 --from Berlin --to "New York"
        skyseam study handovers --preset iridium --preset kuiper-630 --preset telesat \\
            --from "21.3,-157.9" --to "Los Angeles" --size "1 MB" --quick -o out
        skyseam study handovers scenarios/element-file.toml --from Tokyo --to Sydney
    """  # noqa: D301 - click wants the character itself
    from skyseam import studies

    if options["on"] is not None:
        refuse(("--threads",), "with --executor: runs are made by one or the other")
    if not presets:
        refuse(("--rate",), "without --preset: scenario files have their own links")
        if not files:
            raise InputError(
                "study handovers needs a constellation; expected --preset NAME, or the file of a "
                "scenario"
            )
    bits_per_second("--rate", rate)
    access = {"rate": rate, "queue": "200 packets"}
    isl = {"rate": "1 Gbit/s", "queue": "1000 packets"}
    links = {"uplink": access, "downlink": access, "isl": isl}
    own = [] if presets else studies.terminals(files)
    ends = [studies.place("--from", source, own), studies.place("--to", destination, own)]
    times = {
        "start_s": seconds("--start", start, instant=True),
        "duration_s": seconds("--duration", duration),
        "step_s": seconds("--step", step),
    }
    if not 0 < float(times["step_s"] or 0) <= float(times["duration_s"] or 0) / 10:
        raise InputError(
            f'--step is "{step}" of a --duration of "{duration}"; expected a tenth of it at most'
        )
    asked: dict[str, Any] = {
        "skies": studies.skies(presets, files, ends, links),
        "transport": {"kind": "tcp", "stack": stack, "congestion": congestion},
        **times,
    }
    if sizes:
        asked["sizes"] = list(dict.fromkeys(sizes))
    _report("handovers", asked, **options)


def _report(
    name: str,
    asked: dict[str, Any],
    *,
    output: Path | None,
    seed: int,
    **options: Any,  # noqa: ANN401
) -> None:
    """Make a study, write its report, and print its tables and verdicts."""
    from skyseam import studies

    place = output or Path("reports") / f"study-{name}"
    asked |= {"seed": seed, "command": shlex.join(["skyseam", *sys.argv[1:]])}
    report = write_report(studies.study(name), place, f"study {name}", asked=asked, **options)
    for title, head, rows, words in report.facts["listed"]:
        if rows:
            terminal.table(title, head, rows, words)
    for verdict in report.facts["verdicts"]:
        terminal.out.print(verdict, soft_wrap=True)
    terminal.out.print(f"report: {place / 'report.html'}", soft_wrap=True)
