"""The group `skyseam` and its short commands.

Owns arguments. Longer commands have files of their own. The package's functions do the work; only
`exits` converts errors and signals to messages and exit codes.
"""

from __future__ import annotations

import difflib
import json
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import click
import tomli_w

from skyseam import __version__, describe
from skyseam._errors import (
    EXIT_BAD_INPUT,
    EXIT_INTERRUPTED,
    InputError,
    Interrupted,
    PluginError,
    ScenarioError,
    interruption,
)
from skyseam._files import check_name, write_files
from skyseam.cli import show, terminal
from skyseam.cli.exits import message
from skyseam.cli.lazily import Group, leave_pandas_alone
from skyseam.cli.options import (
    all_of,
    check_output,
    handed_option,
    pair_of,
    pair_options,
    plugins_option,
    progress_option,
    refuse,
    rounding_of,
    seconds,
    time_options,
    trace_options,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from skyseam import results
    from skyseam.export import Rounding

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}

MOST_KEYS_SHOWN = 12
"""The most keys without effect that a run notes; `skyseam check --effects` lists all."""

MOST_PAIRS_SHOWN = 12
"""The most pairs that a figure and a terminal show; tables have them all."""


@click.group(cls=Group, context_settings=CONTEXT)
@click.version_option(__version__, "-V", "--version", message="skyseam %(version)s")
def cli() -> None:
    """Simulate TCP/IP over satellite constellations, packet by packet.

    A scenario file goes in, tables come out; `skyseam demo` shows one without any file:

    \b
        skyseam check iridium.toml
        skyseam run iridium.toml -o out
        skyseam plot out -o transfer.png
        skyseam view out
        skyseam groups out -o out-groups
        skyseam delay iridium.toml -o out-delay
        skyseam contacts iridium.toml -o out-contacts
        skyseam export czml iridium.toml -o sky.czml
        skyseam routes iridium.toml -o out-routes
        skyseam channel --environment open --speed "60 km/h" --figure fading.png
        skyseam sweep sweep.toml -o out-sweep
        skyseam reproduce boubaker2020 --only seam
        skyseam study handovers --preset kuiper --from Berlin --to Tokyo
        skyseam fit ping.txt -o roof.toml

    `skyseam constellations` and `skyseam models` list the names that a scenario can use.

    Exit codes: 0 done; 2 bad input or output; 70 a fault of Skyseam, please report it (the
    environment variable SKYSEAM_TRACEBACK=1 shows the place in the Python code); 130 interrupted
    (Ctrl-C, SIGTERM, SIGHUP; within two seconds, and a second one at once).
    """  # noqa: D301 - click wants the character itself


@cli.command(short_help="Report problems of scenario files, line by line.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--effects",
    "with_effects",
    is_flag=True,
    help="Also run each scenario once without each of its keys, and list keys without effect.",
)
@handed_option
@progress_option
def check(files: tuple[Path, ...], with_effects: bool, progress: bool | None) -> None:
    """Report problems of scenario files: line, value found, what was expected.

    Warns of paths that are more than three times the great circle, with the reason; for this, pairs
    are examined from time zero on, which takes some tenths of a second. States the shells of an
    element file.

    With --effects, lists the keys that have no effect in this run: a timer that never expires, a
    queue that never fills. The scenario is run once, and once more without each removable key.

    \b
    Example:
        skyseam check scenarios/*.toml
        skyseam check scenarios/harq.toml --effects
    """  # noqa: D301 - click wants the character itself
    if not with_effects:
        refuse(("--progress",), "without --effects")
    refused = 0
    for file in files:
        try:
            has_flows, overview = describe.checked(file)
        except (ScenarioError, InputError) as error:
            refused += 1
            terminal.say(message(error))
        else:
            bare = ", without flows: for `skyseam delay` and other studies, not for `skyseam run`"
            click.echo(f"{file}: ok{'' if has_flows else bare}")
            for line in overview:
                click.echo(f"  {line}")
            if with_effects:
                _show_effects(file, progress)
    if refused:
        raise SystemExit(EXIT_BAD_INPUT)


def _show_effects(file: Path, ask: bool | None) -> None:
    """Print the keys without effect, and the number of keys with each effect."""
    from skyseam.key_effects import counts, effects

    # Of what the scenario is warned was said before.
    with warnings.catch_warnings(action="ignore"), terminal.progress(str(file), ask) as note:
        found = effects(file, progress=note)
    click.echo(f"  {counts(found)}")
    for one in found:
        if one.effect == "nothing":
            click.echo(f"    {one.key} changes nothing in this run")


@cli.command(short_help="Print the JSON Schema of scenario files, for editors.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to this file.")
@click.option("--sweep", "of_sweep", is_flag=True, help="Print the schema of sweep files instead.")
@plugins_option
def schema(output: Path | None, of_sweep: bool, plugins: tuple[str, ...]) -> None:
    """Print the JSON Schema of scenario files, for editors that complete and check them.

    \b
    Example (then name it in the editor, or in the first line of a scenario:
    `#:schema ./scenario.schema.json`):
        skyseam schema -o scenario.schema.json
    """  # noqa: D301 - click wants the character itself
    if of_sweep:
        from skyseam import sweeps

        refuse(("--models",), "with --sweep: that schema has no models")
        found = sweeps.schema()
    else:
        found = describe.schema(plugins)
    text = json.dumps(found, indent=2) + "\n"
    if output is None:
        click.echo(text, nl=False)
        return
    write_files({output: text})


@cli.command(short_help="Run a scenario packet by packet; write its results.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Directory to write."
)
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), help="Use this seed instead of the scenario's."
)
@click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    default=1,
    show_default=True,
    help="Threads to divide the run among; results do not depend on it.",
)
@click.option(
    "--effects/--no-effects",
    "with_effects",
    default=None,
    help="After the run, run it again without each key, and note keys without effect. Default at a "
    "terminal, after a short run.",
)
@handed_option
@progress_option
def run(
    file: Path,
    output: Path,
    seed: int | None,
    threads: int,
    with_effects: bool | None,
    progress: bool | None,
) -> None:
    """Run a scenario packet by packet and write a directory of results.

    Writes manifest.json, flows.parquet, drops.parquet, links.parquet, voice.parquet if there are
    calls, the series that the scenario records, and captures that Wireshark opens.

    Ctrl-C writes the results so far, and manifest.json says so; a second one stops at once and
    writes nothing.

    --threads helps if hundreds of packets are in flight over a constellation; a scenario that
    cannot be divided runs on one thread, and a line says why. Many runs need no threads each:
    `skyseam sweep` keeps all cores busy.

    \b
    Example:
        skyseam run scenarios/hawaii-los-angeles-9kB.toml -o out --seed 7
        skyseam run scenarios/many-flows-starlink.toml -o out --threads 2
        python -c 'import skyseam; print(skyseam.load("out").flows)'
    """  # noqa: D301 - click wants the character itself
    # Commands load what takes time to load.
    from skyseam import _directory, simulate
    from skyseam.cli import summary

    leave_pandas_alone()
    _directory.check_place(output)
    try:
        label = f"running {file.name}"
        with terminal.progress(label, progress) as note:
            outcome = simulate.save_run(
                file, output, seed=seed, threads=threads, progress=terminal.after(label, note)
            )
    except Interrupted as error:
        _tell_part(error.results, output)
        raise SystemExit(EXIT_INTERRUPTED) from None
    except PluginError as error:
        if error.results is not None:
            _tell_part(error.results, output)
        raise
    summary.outcome(outcome)
    if "undivided" in outcome.manifest:
        terminal.out.print(f"on one thread: {outcome.manifest['undivided']}", soft_wrap=True)
    terminal.out.print(f"written to {output}", soft_wrap=True)
    if terminal.is_asked(with_effects):
        _tell_without_effect(file, outcome, with_effects is True, progress)


def _tell_without_effect(
    file: Path, outcome: results.Results, is_asked: bool, ask: bool | None
) -> None:
    """Report the keys without which a run has the same results; unasked only of a short run."""
    from skyseam.key_effects import MAX_ADDED_S, without_effect

    max_s = None if is_asked else MAX_ADDED_S
    with terminal.progress(f"running {file.name} without each key", ask) as note:
        found = without_effect(file, outcome, max_s=max_s, progress=note)
    if found:
        keys = ", ".join(f"`{key}`" for key in found[:MOST_KEYS_SHOWN])
        more = f" and {len(found) - MOST_KEYS_SHOWN} more" if len(found) > MOST_KEYS_SHOWN else ""
        terminal.say(f"note: this run has the same results without each of these: {keys}{more}")


def _tell_part(part: results.Results, output: Path) -> None:
    from skyseam._directory import place_of_part
    from skyseam.cli import summary

    place = place_of_part(output)
    summary.outcome(part)
    terminal.say(f"{interruption(part.manifest)}; the results so far are in {place}")


@cli.command(short_help="Compute path and one-way delay over time, without packets.")
@click.argument("file", type=click.Path(path_type=Path))
@all_of(pair_options)
@all_of(time_options)
@all_of(trace_options)
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Directory to write."
)
@handed_option
@progress_option
def delay(
    file: Path,
    source: str | None,
    destination: str | None,
    start: str | None,
    duration: str | None,
    step: str | None,
    traces: bool,
    resolution: str | None,
    rounding: str,
    added: str | None,
    output: Path,
    progress: bool | None,
) -> None:
    """Compute path, hop count and one-way delay over time, without packets.

    Counts changes by cause, also per day, and sums the time without a path, between samples too.
    Writes delay.parquet, pairs.parquet, handovers.parquet, path_changes.parquet, delay.png,
    delay.svg and manifest.json. Values that are not given come from the scenario. With --traces
    also FROM-TO-first.csv (to the last satellite) and FROM-TO-last.csv (the last hop) of each pair,
    which wires of a scenario read.

    \b
    Examples:
        skyseam delay scenarios/delay-day.toml --from HNL --to LAX --duration "2 h" -o out-delay
        skyseam delay scenarios/delay-day.toml --from HNL --to LAX --duration "10 min" \\
            --step "1 s" --traces --resolution "1 ms" --rounding up -o out-traces
    """  # noqa: D301 - click wants the character itself
    import pyarrow as pa

    from skyseam import _directory, plot, survey

    leave_pandas_alone()
    pair = pair_of(source, destination, ", or none for the scenario's pairs")
    rounded = rounding_of(traces, resolution, rounding, added)
    _directory.check_place(output)
    if rounded is not None:
        _check_stems(file, pair)
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
    texts = {} if rounded is None else _traces_of(outcome, pairs, rounded)
    outcome.save(output, figures={"delay.png": figure, "delay.svg": figure}, texts=texts)
    show.pairs(outcome.table("pairs").slice(0, MOST_PAIRS_SHOWN))
    show.causes(drawn)
    show.days(outcome.table("handovers"), pairs[:MOST_PAIRS_SHOWN])
    if len(pairs) > MOST_PAIRS_SHOWN:
        terminal.out.print(
            f"the first {MOST_PAIRS_SHOWN} of {len(pairs):,} pairs are shown and drawn; "
            "all are in delay.parquet",
            soft_wrap=True,
        )
    terminal.out.print(f"written to {output}", soft_wrap=True)


def _check_stems(file: Path, pair: tuple[str, str] | None) -> None:
    """Reject pairs whose trace files would have names that are too long, before the work."""
    told = describe.resolved(file)
    pairs = told.get("delay", {}).get("pairs", [])
    pairs = pairs or [(flow["from"], flow["to"]) for flow in told.get("flows", [])]
    terminals = [terminal["name"] for terminal in told.get("terminals", [])]
    longest = sorted(terminals, key=lambda name: len(name.encode()))[-2:]
    for ends in [pair] if pair is not None else pairs or [longest]:
        check_name(Path(f"{'-'.join(ends)}-first.csv"))


def _stem(source: str, destination: str) -> str:
    """Return the common prefix of a pair's file names."""
    return f"{source}-{destination}".replace("/", "_").replace(" ", "_")


def _traces_of(
    outcome: results.Results, pairs: list[tuple[str, str]], rounding: Rounding
) -> dict[str, str]:
    """Return the traces of every pair by the names of their files."""
    from skyseam.export import path_traces

    texts: dict[str, str] = {}
    for source, destination in pairs:
        name = _stem(source, destination)
        for part, text in path_traces(outcome, source, destination, rounding).items():
            if f"{name}-{part}.csv" in texts:
                raise InputError(f"two pairs would both be written to {name}-{part}.csv")
            texts[f"{name}-{part}.csv"] = text
    return texts


@cli.command(short_help="Write forwarding tables over time, without packets.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", multiple=True, help="Destination terminal; may be given many times.")
@click.option(
    "--from", "sources", multiple=True, help="Terminal whose own next hop is also written."
)
@click.option(
    "--ground",
    type=click.Choice(["visible", "attached"]),
    default="visible",
    show_default=True,
    help="Terminals use any satellite above their mask, or those the handover policy links to.",
)
@click.option(
    "--changes/--full", default=True, help="Write rows that changed [default], or every row."
)
@all_of(time_options[:2])
@click.option("--step", help='Interval between instants. [default: "1 s"]')
@click.option(
    "--threads", type=click.IntRange(1, 1024), help="Threads to use. [default: all cores]"
)
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Directory to write."
)
@handed_option
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

    At each instant every satellite's next hop is on the path of minimum delay. Without --to, routes
    lead to every terminal. Writes routes.parquet (t_s, node, destination, next_hop) and
    manifest.json; a row holds until the next one of its node and destination.

    \b
    Example:
        skyseam routes scenarios/delay-day.toml --to LAX --duration "10 min" -o out-routes
        python -c 'import skyseam; print(skyseam.load("out-routes").table("routes"))'
    """  # noqa: D301 - click wants the character itself
    from skyseam import _directory, survey

    leave_pandas_alone()
    _directory.check_place(output)
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
    terminals = "terminal" if len(made["to"]) == 1 else "terminals"
    terminal.out.print(
        f"{made['count']:,} rows ({made['rows']}): {manifest['satellites']:,} satellites to "
        f"{len(made['to']):,} {terminals} in {manifest['wall_s']:.1f} s; written to {output}",
        soft_wrap=True,
    )


OF_A_RUN: dict[str, tuple[str, ...]] = {
    "transfer": ("--flow", "--link", "--start", "--end"),
    "sequence": ("--flow", "--start", "--end"),
    "congestion": ("--flow", "--start", "--end"),
    "round-trips": ("--flow", "--start", "--end"),
    "throughput": ("--flow", "--start", "--end"),
    "queue": ("--link", "--start", "--end"),
    "call": ("--flow", "--start", "--end"),
    "calls": (),
    "groups": ("--start", "--end"),
    "video": ("--flow", "--start", "--end"),
    "waterfall": ("--flow", "--start", "--end"),
}
"""What `plot` draws of one run, and which of :data:`PARTS` have an effect on it."""

OF_SEVERAL: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("throughput", "congestion", "round-trips"), ("--flow", "--start", "--end")),
    **dict.fromkeys(("goodput", "completion"), ()),
}
"""The same of several runs, or with --cdf."""

PARTS = ("--flow", "--link", "--start", "--end", "--x")
"""Options of `plot` that choose a part of what there is."""


def _refuse_parts(what: str, allowed: tuple[str, ...], of: str) -> None:
    takes = f"; it takes {', '.join(allowed)}" if allowed else ""
    refuse([one for one in PARTS if one not in allowed], f"on {what} of {of}{takes}")


def _check_what(what: str, known: dict[str, tuple[str, ...]], of: str) -> None:
    """Reject panels that these results cannot have, and options that have no effect on them."""
    if what not in known:
        other = " of several runs or of a sweep; name another directory"
        raise InputError(
            f"{what} is drawn{other}"
            if known is OF_A_RUN and what in OF_SEVERAL
            else f"{what!r} is not drawn of {of}; expected one of: {', '.join(known)}"
        )
    _refuse_parts(what, known[what], of)


@cli.command(short_help="Draw a run, compare runs, draw a sweep.")
@click.argument("directories", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--what",
    metavar="WHAT",
    shell_complete=lambda _context, _option, begun: [
        one for one in {**OF_A_RUN, **OF_SEVERAL} if one.startswith(begun)
    ],
    help=f"What to draw: {', '.join(OF_A_RUN)}; for several runs or with --cdf "
    f"{', '.join(OF_SEVERAL)}; of a sweep goodput, completion or a column of flows, of users a "
    'measure of `skyseam groups` and its statistic, such as "page load time p95". [default: '
    "transfer, which is everything that was recorded; for several runs what all of them have; for "
    "a sweep goodput]",
)
@click.option("--x", "over", metavar="KEY", help="Varied key on the axis, for a sweep.")
@click.option("--flow", help="Number or name of the flow. [default: the first]")
@click.option("--link", help="Link whose queue to draw. [default: those with the longest]")
@click.option("--start", help='Start of the drawn interval, such as "01:02:55" or "12 s".')
@click.option("--end", help="End of the drawn interval.")
@click.option("--cdf", is_flag=True, help="Draw cumulative distributions, not curves over time.")
@click.option("--dark", is_flag=True, help="Draw for a dark background.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="File to write: .png, .svg or .pdf. [default: WHAT.png]",
)
def plot(
    directories: tuple[Path, ...],
    what: str | None,
    over: str | None,
    flow: str | None,
    link: str | None,
    start: str | None,
    end: str | None,
    cdf: bool,
    dark: bool,
    output: Path | None,
) -> None:
    """Draw a transfer, calls, a video or a web page; compare runs; draw a sweep.

    DIRECTORIES are outputs of `skyseam run` or `skyseam sweep`. Several runs are drawn over the
    same axes: throughput, congestion, round-trips of one flow, and the distributions of goodput and
    completion over all flows. For a sweep a measure is drawn over a varied key, with lines for the
    values of others (for users, for groups and components of their mix), and 95 % intervals over
    draws and replications. With --cdf throughput, congestion and round-trips of one or more runs
    are cumulative distributions.

    The scenario must have recorded what is drawn: sequence, cwnd, rtt, queue, throughput_bin,
    voice_packets (call), segments (video), web_objects (waterfall); retransmissions and handovers
    are marked if recorded. Scores of voice (calls) need no record; groups of users and of flows
    (groups) need group_throughput_bin.

    \b
    Example:
        skyseam run scenarios/look-at-a-transfer.toml -o out
        skyseam plot out --what sequence --start "3799.8 s" --end "3801.2 s" -o sequence.png
        skyseam plot out-cubic out-bbr -o both.png
        skyseam plot out-cubic out-bbr --cdf --what round-trips -o delays.png
        skyseam plot out-sweep --what completion --x "wires[0].delay" -o sweep.png
        skyseam plot out-homes --what "page load time p95" --x users.homes.count -o pages.png
    """  # noqa: D301 - click wants the character itself
    from skyseam import plot as figures
    from skyseam import results

    leave_pandas_alone()
    if output is not None:
        check_output(output)
    outcomes = [results.load(directory) for directory in directories]
    is_sweep = outcomes[0].manifest.get("kind") == "sweep"
    is_compared = len(outcomes) > 1 or cdf
    if cdf and is_sweep:
        raise InputError("--cdf draws runs, not a sweep; name directories of runs")
    panels = None if what is None else [what]
    if is_compared and what is None:
        refuse(("--link", "--x"), "on several runs or with --cdf")
    elif is_compared:
        _check_what(str(what), OF_SEVERAL, "several runs or with --cdf")
    elif is_sweep:
        _refuse_parts(what or "goodput", ("--x",), "a sweep")
    else:
        _check_what(what or "transfer", OF_A_RUN, "a run")
    if what is None:
        what = "comparison" if is_compared else "goodput" if is_sweep else "transfer"
    place = output or Path(f"{what.replace(' ', '-')}.png")
    check_output(place)
    span = {
        "start_s": seconds("--start", start, instant=True),
        "end_s": seconds("--end", end, instant=True),
    }
    number: int | str | None = int(flow) if flow is not None and flow.isdecimal() else flow
    if is_compared:
        labels = _short_names(directories)
        runs = dict(zip(labels, outcomes, strict=True))
        figure = figures.compare(runs, panels, number, **span, cdf=cdf, dark=dark)
    elif is_sweep:
        figure = figures.study(outcomes[0], what, over, dark=dark)
    else:
        figure = _figure_of_run(outcomes[0], what, number, link, span, dark=dark)
    figures.save(figure, place)
    terminal.out.print(f"written to {place}", soft_wrap=True)


def _short_names(directories: tuple[Path, ...]) -> list[str]:
    """Return labels of directories: their names, or whole paths if names are equal."""
    names = [directory.resolve().name for directory in directories]
    if len(set(names)) == len(names):
        return names
    paths = [str(directory) for directory in directories]
    if len(set(paths)) < len(paths):
        raise InputError("the same directory is named twice; name different ones")
    return paths


def _figure_of_run(
    outcome: results.Results,
    what: str,
    number: int | str | None,
    link: str | None,
    span: dict[str, float | None],
    *,
    dark: bool,
) -> Figure:
    """Draw one run."""
    from skyseam import plot as figures

    if what == "queue":
        return figures.queue(outcome, link, **span, dark=dark)
    if what == "groups":
        return figures.group_throughput(outcome, **span, dark=dark)
    if what == "calls":
        return figures.calls(outcome, dark=dark)
    if what == "transfer":
        return figures.transfer(outcome, number, link=link, **span, dark=dark)
    draw = {
        "sequence": figures.sequence,
        "congestion": figures.congestion,
        "round-trips": figures.round_trips,
        "throughput": figures.throughput,
        "call": figures.call,
        "video": figures.video,
        "waterfall": figures.waterfall,
    }[what]
    return draw(outcome, number, **span, dark=dark)


@cli.command(short_help="List what a scenario can name, each with its source.")
@plugins_option
def models(plugins: tuple[str, ...]) -> None:
    """List the models that a scenario can name (controllers, queues, policies, ...), with sources.

    \b
    Example:
        skyseam models
        skyseam models --models mine.py
    """  # noqa: D301 - click wants the character itself
    rows = [(m["key"], m["name"], m["summary"], m["source"]) for m in describe.models(plugins)]
    terminal.table("what a scenario can name", ["key", "name", "what it is", "source"], rows, 4)


@cli.command(short_help="List the constellations by name, or show one in full.")
@click.argument("name", required=False)
@click.option("--toml", is_flag=True, help="Print it as a scenario text to start from.")
def constellations(name: str | None, toml: bool) -> None:
    """List the constellations a scenario can name, or show one in full, with sources.

    \b
    Example:
        skyseam constellations
        skyseam constellations telesat --toml > mine.toml
    """  # noqa: D301 - click wants the character itself
    known = {one["name"]: one for one in describe.constellations()}
    if name is None:
        if toml:
            raise InputError("--toml needs the name of a constellation, such as iridium")
        show.constellations(list(known.values()))
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
    show.constellation(one)
