"""The command `skyseam`.

Owns arguments, what is printed, and exit codes: 0 done, 2 bad input or output,
130 interrupted. The work is that of the package's
functions; errors become messages in `main` alone.
"""

from __future__ import annotations

import difflib
import io
import json
import os
import sys
import warnings
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click
import tomli_w

from skyseam import __version__, results, simulate, survey, sweeps
from skyseam import _terminal as terminal
from skyseam._cli_export import export_group, import_group
from skyseam._cli_sweep import sweep
from skyseam._errors import (
    EXIT_BAD_INPUT,
    EXIT_INTERRUPTED,
    InputError,
    ScenarioError,
    SkyseamError,
    SkyseamWarning,
    cannot_write,
)
from skyseam._options import (
    all_of,
    pair_of,
    pair_options,
    progress_option,
    seconds,
    time_options,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pyarrow as pa

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}

MOST_PAIRS_SHOWN = 12
"""So many pairs a figure and a terminal can take; tables have them all."""


@click.group(context_settings=CONTEXT)
@click.version_option(__version__, "-V", "--version", message="skyseam %(version)s")
def cli() -> None:
    """Simulate TCP/IP over satellite constellations, packet by packet.

    A scenario file goes in, tables come out:

    \b
        skyseam check iridium.toml
        skyseam run iridium.toml -o out
        skyseam plot out -o transfer.png
        skyseam delay iridium.toml -o out-delay
        skyseam export czml iridium.toml -o sky.czml
        skyseam routes iridium.toml -o out-routes
        skyseam sweep sweep.toml -o out-sweep
        skyseam reproduce boubaker2020 --only seam

    `skyseam constellations` and `skyseam models` say what a scenario can name.
    """  # noqa: D301 - click wants the character itself


cli.add_command(export_group)
cli.add_command(import_group)
cli.add_command(sweep)


@cli.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def check(files: tuple[Path, ...]) -> None:
    """Say what is wrong with scenario files: line, value found, what was expected.

    \b
    Example:
        skyseam check scenarios/*.toml
    """  # noqa: D301 - click wants the character itself
    refused = 0
    for file in files:
        try:
            simulate.check(file)
        except (ScenarioError, InputError) as error:
            refused += 1
            click.echo(_message(error), err=True)
        else:
            click.echo(f"{file}: ok")
    if refused:
        raise SystemExit(EXIT_BAD_INPUT)


@cli.command()
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to this file.")
@click.option("--sweep", "of_sweep", is_flag=True, help="That of sweep files.")
def schema(output: Path | None, of_sweep: bool) -> None:
    """Print the JSON Schema of scenario files, for editors that complete and check them.

    \b
    Example (then name it in the editor, or in the first line of a scenario:
    `#:schema ./scenario.schema.json`):
        skyseam schema -o scenario.schema.json
    """  # noqa: D301 - click wants the character itself
    found = sweeps.schema() if of_sweep else simulate.schema()
    text = json.dumps(found, indent=2) + "\n"
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise cannot_write(output, _os_error(error)) from error


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Directory to write."
)
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), help="Use this seed instead of the scenario's."
)
@progress_option
def run(file: Path, output: Path, seed: int | None, progress: bool | None) -> None:
    """Run a scenario packet by packet and write a directory of results.

    Writes manifest.json, flows.parquet, drops.parquet, links.parquet, the series the scenario
    records, and captures that Wireshark opens.

    \b
    Example:
        skyseam run scenarios/hawaii-los-angeles-9kB.toml -o out --seed 7
        python -c 'import skyseam; print(skyseam.load("out").flows)'
    """  # noqa: D301 - click wants the character itself
    results.check_place(output)
    with terminal.progress(f"running {file.name}", progress) as note:
        outcome = simulate.run(file, seed=seed, progress=note)
    outcome.save(output)
    _print_flows(outcome.flows)
    terminal.out.print(f"written to {output}", soft_wrap=True)


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@all_of(pair_options)
@all_of(time_options)
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Directory to write."
)
@progress_option
def delay(
    file: Path,
    source: str | None,
    destination: str | None,
    start: str | None,
    duration: str | None,
    step: str | None,
    output: Path,
    progress: bool | None,
) -> None:
    """Compute path, hop count and one-way delay over time, without packets.

    Names each change by its cause and counts them, per day too. Writes delay.parquet,
    handovers.parquet, path_changes.parquet, delay.png, delay.svg and manifest.json. What is not
    given comes from the scenario.

    \b
    Example:
        skyseam delay scenarios/delay-day.toml --from HNL --to LAX --duration "2 h" -o out-delay
    """  # noqa: D301 - click wants the character itself
    # What the other commands have no use for and takes time to load.
    import pyarrow as pa

    from skyseam import plot

    pair = pair_of(source, destination, ", or none for the scenario's pairs")
    results.check_place(output)
    with terminal.progress(f"delay of {file.name}", progress) as note:
        outcome = survey.delay(
            file,
            pairs=None if pair is None else [pair],
            start_s=seconds("--start", start, instant=True),
            duration_s=seconds("--duration", duration),
            step_s=seconds("--step", step),
            progress=note,
        )
    table = outcome.table("delay")
    pairs = plot.pairs_of(table)
    drawn = pa.concat_tables([plot.of_pair(table, pair) for pair in pairs[:MOST_PAIRS_SHOWN]])
    figure = plot.delay(drawn)
    outcome.save(output, figures={"delay.png": figure, "delay.svg": figure})
    _print_causes(drawn)
    _print_days(outcome.table("handovers"), pairs[:MOST_PAIRS_SHOWN])
    if len(pairs) > MOST_PAIRS_SHOWN:
        terminal.out.print(
            f"the first {MOST_PAIRS_SHOWN} of {len(pairs):,} pairs are shown and drawn; "
            "all are in delay.parquet",
            soft_wrap=True,
        )
    terminal.out.print(f"written to {output}", soft_wrap=True)


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", multiple=True, help="Terminal that routes lead to; may be given many times.")
@click.option("--from", "sources", multiple=True, help="Terminal whose own next hop is wanted too.")
@click.option(
    "--ground",
    type=click.Choice(["visible", "attached"]),
    default="visible",
    show_default=True,
    help="Terminals use any satellite above their mask, or the one of the handover policy.",
)
@click.option("--changes/--full", default=True, help="Rows that changed [default], or every row.")
@all_of(time_options[:2])
@click.option("--step", help='From one instant to the next. [default: "1 s"]')
@click.option(
    "--threads", type=click.IntRange(1, 1024), help="Threads to use. [default: all cores]"
)
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Directory to write."
)
@progress_option
def routes(
    file: Path,
    to: tuple[str, ...],
    sources: tuple[str, ...],
    ground: str,
    changes: bool,
    start: str | None,
    duration: str | None,
    step: str | None,
    threads: int | None,
    output: Path,
    progress: bool | None,
) -> None:
    """Write the forwarding tables of all satellites over time, without packets.

    At each instant every satellite's next hop is on the way of least delay. Without --to, routes
    lead to every terminal. Writes routes.parquet (t_s, node, destination, next_hop) and
    manifest.json; a row holds until the next one of its node and destination.

    \b
    Example:
        skyseam routes scenarios/delay-day.toml --to LAX --duration "10 min" -o out-routes
        python -c 'import skyseam; print(skyseam.load("out-routes").table("routes"))'
    """  # noqa: D301 - click wants the character itself
    results.check_place(output)
    with terminal.progress(f"routes of {file.name}", progress) as note:
        manifest = survey.save_routes(
            file,
            output,
            to=to or None,
            sources=sources,
            ground=ground,
            full=not changes,
            start_s=seconds("--start", start, instant=True),
            duration_s=seconds("--duration", duration),
            step_s=seconds("--step", step),
            threads=threads,
            progress=note,
        )
    made = manifest["routes"]
    terminal.out.print(
        f"{made['count']:,} rows ({made['rows']}): {manifest['satellites']:,} satellites to "
        f"{len(made['to']):,} terminals in {manifest['wall_s']:.1f} s; written to {output}",
        soft_wrap=True,
    )


@cli.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option(
    "--what",
    type=click.Choice(["transfer", "sequence", "congestion", "round-trips", "throughput", "queue"]),
    default="transfer",
    show_default=True,
    help="What to draw; transfer is everything that was recorded.",
)
@click.option("--flow", help="Number or name of the flow. [default: the first]")
@click.option("--link", help="Whose queue. [default: those with the longest]")
@click.option("--start", help='Draw from here, such as "01:02:55" or "12 s".')
@click.option("--end", help="Draw up to here.")
@click.option("--dark", is_flag=True, help="For a dark ground.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="File to write: .png, .svg or .pdf. [default: WHAT.png]",
)
def plot(
    directory: Path,
    what: str,
    flow: str | None,
    link: str | None,
    start: str | None,
    end: str | None,
    dark: bool,
    output: Path | None,
) -> None:
    """Draw a transfer from a directory of results that `skyseam run` wrote.

    What can be drawn is what the scenario recorded: sequence, cwnd, rtt, queue, throughput_bin;
    retransmissions and handovers are marked where they were.

    \b
    Example:
        skyseam run scenarios/look-at-a-transfer.toml -o out
        skyseam plot out --what sequence --start "3799.8 s" --end "3801.2 s" -o sequence.png
    """  # noqa: D301 - click wants the character itself
    from skyseam import plot as figures

    outcome = results.load(directory)
    place = output or Path(f"{what}.png")
    if place.suffix not in (".png", ".svg", ".pdf"):
        raise InputError(f"{place} is no picture by its name; expected .png, .svg or .pdf")
    number: int | str | None = int(flow) if flow is not None and flow.isdecimal() else flow
    span = {
        "start_s": seconds("--start", start, instant=True),
        "end_s": seconds("--end", end, instant=True),
    }
    if what == "queue":
        figure = figures.queue(outcome, link, **span, dark=dark)
    elif what == "transfer":
        figure = figures.transfer(outcome, number, link=link, **span, dark=dark)
    else:
        draw = {
            "sequence": figures.sequence,
            "congestion": figures.congestion,
            "round-trips": figures.round_trips,
            "throughput": figures.throughput,
        }[what]
        figure = draw(outcome, number, **span, dark=dark)
    try:
        figures.save(figure, place)
    except (OSError, ValueError) as error:
        raise cannot_write(place, _os_error(error)) from error
    terminal.out.print(f"written to {place}", soft_wrap=True)


@cli.command()
def models() -> None:
    """List what a scenario can name (controllers, queues, policies, ...), each with its source.

    \b
    Example:
        skyseam models
    """  # noqa: D301 - click wants the character itself
    rows = [(m["key"], m["name"], m["summary"], m["source"]) for m in simulate.models()]
    terminal.table("what a scenario can name", ["key", "name", "what it is", "source"], rows, 4)


@cli.command()
@click.argument("name", required=False)
@click.option("--toml", is_flag=True, help="Print it as a scenario text to start from.")
def constellations(name: str | None, toml: bool) -> None:
    """List the constellations a scenario can name, or show one in full, with sources.

    \b
    Example:
        skyseam constellations
        skyseam constellations telesat --toml > mine.toml
    """  # noqa: D301 - click wants the character itself
    known = {one["name"]: one for one in simulate.constellations()}
    if name is None:
        if toml:
            raise InputError("--toml needs the name of a constellation, such as iridium")
        _print_constellations(list(known.values()))
        return
    if name not in known:
        near = difflib.get_close_matches(name, known, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(known)}"
        raise InputError(f"no constellation is called {name!r}; {hint}")
    one = known[name]
    if toml:
        head = f"# {one['summary']}\n# Source: {one['source']}\n\n"
        click.echo(head + tomli_w.dumps(one["scenario"]), nl=False)
        return
    _print_constellation(one)


@cli.command()
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
@click.option(
    "--quick/--full",
    default=False,
    help="Fewer runs: coarser, in a fraction of the time; or all of them [default].",
)
@click.option(
    "--store",
    type=click.Path(path_type=Path),
    help="Directory of finished runs, from which an interrupted study goes on. "
    "[default: the output's, with .store behind]",
)
@click.option(
    "--threads", type=click.IntRange(1, 1024), help="Threads to use. [default: all cores]"
)
@progress_option
def reproduce(
    paper: str,
    only: str | None,
    output: Path | None,
    quick: bool,
    store: Path | None,
    threads: int | None,
    progress: bool | None,
) -> None:
    """Run a paper's study and write a report with its results beside ours.

    Writes report.html (open it in a browser; it needs no network), comparison.csv, the tables
    behind them and manifest.json. Finished runs are kept beside it: called again after an
    interruption, the command goes on where it stopped and ends with the same numbers.

    \b
    Examples:
        skyseam reproduce boubaker2020 --quick
        skyseam reproduce boubaker2020 --only fig5
        skyseam reproduce henderson1999 --only delay --quick
    """  # noqa: D301 - click wants the character itself
    from skyseam import reproduce as studies  # loads matplotlib and jinja2
    from skyseam.reproduce.store import Store

    part = studies.part(paper, only)
    place = output or Path("reports") / part.place
    results.check_place(place)
    kept = (store or place.with_name(f"{place.name}.store")) if part.stored else None
    with terminal.progress(part.place, progress) as note, _kept_runs(kept):
        report = part.run(quick=quick, threads=threads, progress=note, store=Store(kept))
    report.save(place)
    terminal.table(
        f"{part.place}: published and simulated",
        ["quantity", "published", "simulated", "deviation", "95 % interval", "n"],
        report.summary(),
    )
    terminal.out.print(f"report: {place / 'report.html'}", soft_wrap=True)


@contextmanager
def _kept_runs(store: Path | None) -> Iterator[None]:
    """Say at an interruption where finished runs are kept."""
    try:
        yield
    except KeyboardInterrupt:
        if store is None or not store.is_dir():
            raise
        click.echo(f"interrupted; finished runs are in {store}: call again to go on", err=True)
        raise SystemExit(EXIT_INTERRUPTED) from None


def main() -> None:
    """Run the command; the one place where errors become messages and exit codes."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal or a file that cannot hold a character shows "?" in its place.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    warnings.simplefilter("always", SkyseamWarning)
    warnings.showwarning = _show_warning
    try:
        code = cli.main(standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted; nothing was written", err=True)
        code = EXIT_INTERRUPTED
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (ScenarioError, SkyseamError) as error:
        click.echo(_message(error), err=True)
        code = EXIT_BAD_INPUT
    except BrokenPipeError:
        # Whoever read our output has enough of it.
        _give_up_stdout()
        code = 0
    except OSError as error:
        # Files have their own messages: this is our output, to a full disk for instance.
        _give_up_stdout()
        click.echo(f"error: the output cannot be written: {error.strerror or error}", err=True)
        code = EXIT_BAD_INPUT
    sys.exit(code)


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Show a warning of ours as it is, any other as Python does."""
    if issubclass(category, SkyseamWarning):
        click.echo(str(message).rstrip(), err=True)
    else:
        _python_shows(message, category, filename, lineno, file, line)


_python_shows = warnings.showwarning


def _give_up_stdout() -> None:
    # What is left in the buffer goes nowhere: Python must not complain when it closes stdout.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _message(error: Exception) -> str:
    text = str(error).rstrip()
    return text if isinstance(error, ScenarioError) else f"error: {text}"


def _os_error(error: OSError | ValueError) -> OSError:
    return error if isinstance(error, OSError) else OSError(str(error))


@cli.command()
@click.argument("reference", type=click.Choice(["linux-tcp", "ns2-tcp"]))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write the table as CSV.")
@progress_option
def validate(reference: str, output: Path | None, progress: bool | None) -> None:
    """Run what was measured on real systems and show how far the simulation is off.

    `linux-tcp`: the stack "linux" beside TCP of Linux 6.18 over one link, in every
    configuration that was measured.
    `ns2-tcp`: the stack "ns2" beside ns-2.35 over one link.

    \b
    Example:
        skyseam validate linux-tcp -o linux-tcp.csv
    """  # noqa: D301 - click wants the character itself
    from skyseam import validate as validation
    from skyseam import validate_ns2

    with terminal.progress(f"validating {reference}", progress) as note:
        compare = validation.linux_tcp if reference == "linux-tcp" else validate_ns2.ns2_tcp
        comparisons = compare(progress=note)
    if output is not None:
        try:
            output.write_text(validation.write(comparisons), encoding="utf-8")
        except (OSError, ValueError) as error:
            raise cannot_write(output, _os_error(error)) from error
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
    terminal.table(reference, columns, rows, 2)
    counted = Counter(one.verdict for one in comparisons)
    terminal.out.print(", ".join(f"{count} {verdict}" for verdict, count in counted.items()))


def _print_flows(flows: pa.Table) -> None:
    shown = 20
    rows = [
        (
            row["name"],
            f"{row['source']} to {row['destination']}",
            "unfinished" if row["transfer_time_s"] is None else f"{row['transfer_time_s']:.6f}",
            f"{row['bytes']:,}",
            f"{row['retransmissions']:,}",
        )
        for row in flows.slice(0, shown).to_pylist()
    ]
    columns = ["flow", "way", "transfer time, s", "bytes", "retransmissions"]
    terminal.table("flows", columns, rows, 2)
    if flows.num_rows > shown:
        terminal.out.print(f"... and {flows.num_rows - shown} more in flows.parquet")


def _print_constellations(known: list[dict[str, Any]]) -> None:
    columns = [
        "name", "shell", "ISL pattern", "geometry", "planes x satellites", "altitude, km",
        "inclination, deg", "RAAN spread, deg", "mask, deg",
    ]  # fmt: skip
    rows = [
        (
            one["name"],
            shell["name"],
            one["isl_pattern"],
            one["geometry"],
            f"{shell['planes']} x {shell['satellites_per_plane']}",
            f"{shell['altitude_km']:g}",
            f"{shell['inclination_deg']:g}",
            f"{shell['raan_spread_deg']:g}",
            f"{one['elevation_mask_deg']:g}",
        )
        for one in known
        for shell in one["shells"]
    ]
    terminal.table("constellations", columns, rows, 4)
    terminal.out.print("skyseam constellations NAME says where the values come from")


def _print_constellation(one: dict[str, Any]) -> None:
    rows = [(key, str(one[key])) for key in ("summary", "source", "satellites")]
    rows += [(path, str(value)) for path, value in _leaves(one["scenario"])]
    terminal.table(one["name"], ["key", "value"], rows, 2)


def _leaves(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Give every value within tables and lists with the path of its key."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _leaves(inner, f"{path}[{index}]")
    else:
        yield path, value


def _print_causes(table: pa.Table) -> None:
    from skyseam import plot

    rows = []
    for source, destination in plot.pairs_of(table):
        samples = plot.of_pair(table, (source, destination))
        way = f"{source} to {destination}"
        counted = Counter(samples["cause"].drop_null().to_pylist())
        if samples["delay_ms"].null_count == samples.num_rows:
            rows.append((way, "no path at any sample", f"{samples.num_rows:,}"))
        elif not counted:
            rows.append((way, "no change", f"{samples.num_rows:,}"))
        for name, (_, words, _) in plot.CAUSES.items():
            if name in counted:
                rows.append((way, words, f"{counted[name]:,}"))
    terminal.table("changes of delay by cause", ["pair", "cause", "samples"], rows, 2)


def _print_days(handovers: pa.Table, pairs: Sequence[tuple[str, str]]) -> None:
    """Print how often each thing happened to the ends of `pairs` a day, where there are days."""
    from skyseam import plot

    ends = {end for pair in pairs for end in pair}
    rows = [
        (
            row["terminal"],
            plot.CAUSES[row["cause"]][1],
            f"{row['per_day_min']:,}",
            f"{row['per_day_mean']:,.1f}",
            f"{row['per_day_max']:,}",
            f"{row['without_link_s']:,.1f}",
        )
        for row in handovers.to_pylist()
        if row["terminal"] in ends and row["per_day_min"] is not None and row["count"] > 0
    ]
    if rows:
        columns = ["terminal", "cause", "least a day", "mean", "most", "s without link"]
        terminal.table("handovers a day", columns, rows, 2)
