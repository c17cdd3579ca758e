"""The commands `skyseam study`: studies of the papers as tools for any constellation.

Owns their options and output; `studies` does the work.
"""

from __future__ import annotations

import itertools
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import click

from skyseam._errors import InputError, ScenarioError
from skyseam.cli import terminal
from skyseam.cli.options import (
    all_of,
    bits_per_second,
    handed_option,
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

scenario_options = (
    click.argument("file", required=False, type=click.Path(path_type=Path)),
    handed_option,
    click.option("--preset", help="Constellation by name, in place of a FILE."),
    click.option(
        "--from",
        "sources",
        multiple=True,
        help='With --preset: sender, a city or "LATITUDE,LONGITUDE"; may be given many times.',
    ),
    click.option("--to", "destination", help="With --preset: receiver, in the same way."),
    click.option(
        "--rate",
        default="25 Mbit/s",
        show_default=True,
        help="With --preset: rate of uplinks and downlinks; without a FILE that of wires.",
    ),
)
"""Options that say which scenario is varied."""

run_length_options = (
    click.option("--duration", help="Duration of a run and its flows. [default: the scenario's]"),
    click.option(
        "--seeds",
        type=click.IntRange(1, 10_000),
        help="Runs of each combination, of as many seeds. [default: as the page says]",
    ),
)
"""Options of runs whose values are varied."""

environment_option = click.option(
    "--environment",
    default="intermediate-tree-shadow",
    show_default=True,
    help='With --preset: surroundings where downlinks fade, such as suburban; "none": no fading.',
)


ONE_SATELLITE = "longest-visibility"
"""Handover policy by which users at one place have the same satellite."""


class _Study(click.Command):
    """A study; scenarios that it makes of its options are refused in the words of these."""

    def invoke(self, context: click.Context) -> Any:  # noqa: ANN401 - what click returns
        try:
            return super().invoke(context)
        except ScenarioError as error:
            made = error.problems if "--> <dict>" in str(error) else []
            given = [(one.opts[0], context.params.get(one.name or "")) for one in self.params]
            texts = [
                (option, text)
                for option, value in given
                for text in (value if isinstance(value, tuple) else (value,))
            ]
            for problem, (option, text) in itertools.product(made, texts):
                if f'"{text}"' in f"{problem['found']} {problem['message']}":
                    told = re.sub('^("[^"]*" is|`.*`:) ', "", problem["message"])
                    expected = f"expected {problem['expected']}"
                    raise InputError(f'{option} is "{text}": {told}; {expected}') from None
            raise


class _Studies(click.Group):
    command_class = _Study


@click.group(cls=_Studies, short_help="Ask what the papers ask, of any constellation.")
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

    if not presets:
        refuse(("--rate",), "without --preset: scenario files have their own links")
        if not files:
            raise InputError(
                "study handovers needs a constellation; expected --preset NAME, or the file of a "
                "scenario"
            )
    bits_per_second("--rate", rate)
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
        "skies": studies.skies(presets, files, ends, studies.links_of(rate)),
        "transport": {"kind": "tcp", "stack": stack, "congestion": congestion},
        **times,
    }
    if sizes:
        asked["sizes"] = list(dict.fromkeys(sizes))
    _report("handovers", asked, **options)


@study.command(short_help="What delayed ACKs and reordering buffers do to TCP.")
@all_of(scenario_options)
@environment_option
@click.option(
    "--delayed-ack",
    "delacks",
    multiple=True,
    default=("off", "40 ms", "200 ms", "linux"),
    show_default=True,
    help="Time-out of delayed ACKs, off or linux; may be given many times.",
)
@click.option(
    "--reordering",
    "reorderings",
    multiple=True,
    help="Buffer behind HARQ: none, in-sequence or papers; may be given many times. "
    "[default: none and in-sequence where there is HARQ]",
)
@click.option(
    "--congestion",
    "controllers",
    multiple=True,
    help="Congestion control; may be given many times. [default: the scenario's]",
)
@all_of(run_length_options)
@all_of(study_options)
def acks(
    file: Path | None,
    preset: str | None,
    sources: tuple[str, ...],
    destination: str | None,
    rate: str,
    environment: str,
    delacks: tuple[str, ...],
    reorderings: tuple[str, ...],
    controllers: tuple[str, ...],
    **options: Any,  # noqa: ANN401 - those of every study
) -> None:
    """Find what delayed ACKs and reordering buffers do to goodput, timeouts and retransmissions.

    FILE is a scenario with flows over TCP; by default the example "harq", a mobile user under
    trees. With --preset the flows cross a constellation, and its downlinks fade.

    Every combination of the values is run with the same seeds; the first value of each option is
    what the others are compared with. Tables have goodput, retransmissions, recoveries after
    duplicate ACKs and timeouts per packet, variation of the round trip, the retransmission timer,
    and how long ACKs are held.

    \b
    Examples:
        skyseam study acks
        skyseam study acks scenarios/harq.toml --delayed-ack off --delayed-ack "100 ms" \\
            --congestion cubic --congestion bbr --quick
        skyseam study acks --preset starlink-shell1 --from Berlin --to "New York"
    """  # noqa: D301 - click wants the character itself
    from skyseam.studies.acks import analysis

    label, scenario = _scenario("harq", file, preset, sources, destination, rate, environment)
    buffers = reorderings or (
        ("none", "in-sequence") if analysis.harq_links(scenario) else ("none",)
    )
    scenario = _lasting(scenario, options)
    _report("acks", analysis.asked(scenario, label, delacks, buffers, controllers), **options)


@study.command(short_help="Which scheduler suits the users of a shared link.")
@all_of(scenario_options)
@environment_option
@click.option(
    "--downloads",
    type=click.IntRange(0, 500),
    default=8,
    show_default=True,
    help="With --preset: users at the receiver that download without end.",
)
@click.option(
    "--calls",
    type=click.IntRange(0, 500),
    default=4,
    show_default=True,
    help="With --preset: users at the receiver who are called.",
)
@click.option(
    "--scheduler",
    "policies",
    multiple=True,
    help="Scheduler, such as proportional-fair; may be given many times. [default: all]",
)
@click.option(
    "--limit",
    default="50 packets",
    show_default=True,
    help="Room for the packets of each user.",
)
@all_of(run_length_options)
@all_of(study_options)
def schedulers(
    file: Path | None,
    preset: str | None,
    sources: tuple[str, ...],
    destination: str | None,
    rate: str,
    environment: str,
    downloads: int,
    calls: int,
    policies: tuple[str, ...],
    limit: str,
    **options: Any,  # noqa: ANN401 - those of every study
) -> None:
    """Find which scheduler suits the users of a shared link: a table of marks.

    FILE is a scenario with a beam, or with a constellation whose downlinks are shared; by default
    the example "scheduler", twenty users under trees. With --preset the users are at one place
    below a constellation.

    Every scheduler serves the same users over the same fading. Tables have marks from the worst to
    the best, goodput, its distribution over users, scores, delay and losses of calls, drops, and
    the goodput of each name of flows.

    \b
    Examples:
        skyseam study schedulers
        skyseam study schedulers scenarios/mixed-beam.toml --scheduler round-robin \\
            --scheduler proportional-fair --quick
        skyseam study schedulers --preset iridium --from "New York" --to Paris
    """  # noqa: D301 - click wants the character itself
    from skyseam.studies.schedulers import analysis

    if preset is None:
        refuse(("--downloads", "--calls"), "without --preset: scenario files have their own users")
    label, scenario = _scenario(
        "scheduler", file, preset, sources, destination, rate, environment, ONE_SATELLITE
    )
    if preset is not None:
        if len(sources) > 1:
            raise InputError("--from is given several times; expected one sender for all users")
        scenario = analysis.users_at(scenario, downloads, calls)
    scenario = _lasting(scenario, options)
    _report(
        "schedulers",
        analysis.asked(scenario, label, policies or analysis.POLICIES, limit),
        **options,
    )


@study.command(short_help="How fairly stacks, controllers and round trips share a queue.")
@all_of(scenario_options)
@click.option(
    "--rtt",
    "rtts",
    multiple=True,
    help="Without FILE and --preset: round-trip time of two flows over wires; may be given many "
    'times. [default: "20 ms", "60 ms" and "180 ms"]',
)
@click.option(
    "--congestion",
    "controllers",
    multiple=True,
    default=("cubic", "newreno", "bbr", "cubic+bbr"),
    show_default=True,
    help="Congestion control of all flows, as CONTROLLER or STACK:CONTROLLER, such as quic:cubic; "
    "with + between them a mix. May be given many times.",
)
@click.option(
    "--queue",
    "queues",
    multiple=True,
    default=("200 packets", "fq-codel"),
    show_default=True,
    help="Shared queue: packets, or a kind; may be given many times. Not with a FILE.",
)
@all_of(run_length_options)
@all_of(study_options)
def fairness(
    file: Path | None,
    preset: str | None,
    sources: tuple[str, ...],
    destination: str | None,
    rate: str,
    rtts: tuple[str, ...],
    controllers: tuple[str, ...],
    queues: tuple[str, ...],
    **options: Any,  # noqa: ANN401 - those of every study
) -> None:
    """Find how fairly flows share a queue: of stacks, controllers and round-trip times.

    Two flows of each round-trip time share a bottleneck of --rate. With --preset two flows from
    each --from go to one place and share its downlink; a FILE has flows of its own.

    Tables have Jain's index, the rate of the longest round trip over that of the shortest, the rate
    of the first controller of a mix over that of the others, goodput and retransmissions.

    \b
    Examples:
        skyseam study fairness
        skyseam study fairness --rtt "30 ms" --congestion "linux:cubic+quic:cubic" --quick
        skyseam study fairness --preset kuiper-630 --from Madrid --from Tokyo --to Berlin
    """  # noqa: D301 - click wants the character itself
    from skyseam.studies.fairness import analysis

    if file is None and preset is None:
        refuse(("--from", "--to"), "without --preset: flows go over wires")
        bits_per_second("--rate", rate)
        rtts_s = [seconds("--rtt", one) or 0.0 for one in rtts or ("20 ms", "60 ms", "180 ms")]
        if min(rtts_s) < 0.002:
            raise InputError(
                "a --rtt is below 2 ms; expected at least that of the bottleneck, 2 ms"
            )
        scenario = analysis.dumbbell([1e3 * one for one in rtts_s], rate, queues[0], 60.0)
        label, bottleneck = f"{len(rtts_s)} round-trip times over {rate}", "wires[0].queue"
    else:
        refuse(("--rtt",), "with a FILE or --preset: their paths have round-trip times")
        label, scenario = _scenario(
            "", file, preset, sources, destination, rate, handover=ONE_SATELLITE
        )
        bottleneck = "links.downlink.queue" if file is None else ""
        if file is not None:
            refuse(("--queue",), "with a FILE: its links have their own queues")
        else:
            flows = scenario["flows"]
            pairs = [{**flow, "name": f"{flow['name']} {n}"} for flow in flows for n in "ab"]
            scenario = {**scenario, "flows": pairs}
    scenario = _lasting(scenario, options)
    _report("fairness", analysis.asked(scenario, label, controllers, queues, bottleneck), **options)


@study.command(short_help="What a full link does to calls, games and round trips.")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--preset", help="Constellation by name, in place of a FILE.")
@click.option(
    "--from",
    "home",
    help='The home: with --preset a city or "LATITUDE,LONGITUDE", with a FILE a node of it.',
)
@click.option("--to", "far", help="The far end, in the same way.")
@click.option(
    "--rate", help='Rate down, such as "25 Mbit/s"; both ways with --preset. Not with a FILE.'
)
@click.option("--up", help="Without FILE and --preset: rate up. [default: a fifth of --rate]")
@click.option("--rtt", help="Without FILE and --preset: round-trip time. [default: 40 ms]")
@click.option(
    "--queue",
    "queues",
    multiple=True,
    default=("256 packets", "codel", "fq-codel", "pie", "fq-pie"),
    show_default=True,
    help="Queue of every access link: packets, or a kind; may be given many times.",
)
@click.option(
    "--congestion",
    "controllers",
    multiple=True,
    default=("cubic", "bbr"),
    show_default=True,
    help="Congestion control of the load, as CONTROLLER or STACK:CONTROLLER; may be given many "
    "times.",
)
@click.option(
    "--flows",
    type=click.IntRange(1, 100),
    default=4,
    show_default=True,
    help="Downloads, and as many uploads.",
)
@all_of(run_length_options)
@all_of(study_options)
def latency(
    file: Path | None,
    preset: str | None,
    home: str | None,
    far: str | None,
    rate: str | None,
    up: str | None,
    rtt: str | None,
    queues: tuple[str, ...],
    controllers: tuple[str, ...],
    flows: int,
    **options: Any,  # noqa: ANN401 - those of every study
) -> None:
    """Find what a full link does to calls, games and round trips, by its queue.

    A home has downloads and uploads that never end, and beside them pings, a call and a game: over
    a link of two rates, with --preset over a constellation and its handovers, with a FILE between
    two of its nodes beside its own flows.

    Tables have round trips per minute, quantiles of round trips, scores of calls, delay and loss of
    the game, goodput, drops and marks.

    \b
    Examples:
        skyseam study latency
        skyseam study latency --queue codel --queue fq-codel --congestion quic:cubic --quick
        skyseam study latency --preset starlink-shell1 --from Berlin --to Madrid
    """  # noqa: D301 - click wants the character itself
    from skyseam import studies
    from skyseam.studies.latency import analysis

    duration = options.pop("duration") or "60 s"
    lasts_s = seconds("--duration", duration)
    if not lasts_s or lasts_s < 2:
        raise InputError(f'--duration is "{duration}"; expected 2 s or more')
    if file is not None and preset is not None:
        raise InputError(f"both {file} and --preset {preset} are given; expected one of them")
    if file is None and preset is None:
        refuse(("--from", "--to"), "without FILE and --preset: a home and a server are the ends")
        down = bits_per_second("--rate", rate or "25 Mbit/s")
        back = bits_per_second("--up", up) if up else down / 5
        rtt_s = seconds("--rtt", rtt or "40 ms") or 0.0
        scenario = analysis.access(f"{down:.0f} bit/s", f"{back:.0f} bit/s", 1e3 * rtt_s)
        ends = ("home", "server")
        label = f"{down / 1e6:g} Mbit/s down, {back / 1e6:g} up, {1e3 * rtt_s:g} ms"
    else:
        refuse(("--up", "--rtt"), "with FILE or --preset")
        if home is None or far is None:
            raise InputError("the load needs two ends; expected --from PLACE and --to PLACE")
        if file is not None:
            refuse(("--rate",), "with a FILE: its links have rates")
            scenario, ends = studies.of_file(file, with_satellites=False), (home, far)
            label = file.stem
        else:
            rate = rate or "25 Mbit/s"
            bits_per_second("--rate", rate)
            places = [studies.place("--from", home), studies.place("--to", far)]
            (sky,) = studies.skies([str(preset)], [], places, studies.links_of(rate))
            # The home has one satellite at a time and one queue; the far end is a gateway.
            scenario = {**sky["scenario"], "handover": {"kind": "global-reallocation"}}
            scenario["terminals"][1]["antennas"] = "all"
            ends = (places[0]["name"], places[1]["name"])
            label = f"{ends[0]} to {ends[1]} over {preset}"
    plan = analysis.asked(
        scenario, label, ends, controllers, queues, flows=flows, duration_s=lasts_s
    )
    _report("latency", plan, **options)


@study.command(short_help="What paths, fewest links and geographic routing cost.")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--preset",
    "presets",
    multiple=True,
    help="Constellation by name; may be given many times. [default: iridium]",
)
@click.option("--pings", type=click.IntRange(2, 1_000_000), help="Pings by each rule.")
@click.option(
    "--latitude",
    "latitude_deg",
    type=click.FloatRange(1.0, 90.0),
    default=50.0,
    show_default=True,
    help="Largest latitude of places, north and south, deg.",
)
@click.option(
    "--scope",
    "scopes",
    type=click.IntRange(0, 8),
    multiple=True,
    default=(1, 2, 3),
    show_default=True,
    help="Scope of geographic routing, links; may be given many times.",
)
@click.option("--start", default="0 s", show_default=True, help="First instant of pings.")
@click.option(
    "--duration", default="600 s", show_default=True, help="Time over which pings are spread."
)
@all_of(study_options)
def routing(
    files: tuple[Path, ...],
    presets: tuple[str, ...],
    pings: int | None,
    latitude_deg: float,
    scopes: tuple[int, ...],
    start: str,
    duration: str,
    **options: Any,  # noqa: ANN401 - those of every study
) -> None:
    """Find what paths over a constellation, fewest links, and geographic routing cost.

    FILES are scenarios with constellations of yours. Several constellations make one table.

    Pings between places on the sphere go by least delay, by fewest links, by geographic routing hop
    by hop, and by tables that a centre computes every minute. Tables have the delay over light
    along the great circle, in fibre and in vacuum, the share that does not arrive, links, and what
    each satellite has to know.

    \b
    Examples:
        skyseam study routing
        skyseam study routing --preset iridium --preset telesat --scope 2 --quick
        skyseam study routing scenarios/element-file.toml --latitude 60
    """  # noqa: D301 - click wants the character itself
    from skyseam import studies

    refuse(("--executor",), "here: pings are made by threads")
    asked: dict[str, Any] = {
        "skies": studies.bare_skies(presets or (() if files else ("iridium",)), files),
        "latitude_deg": latitude_deg,
        "scopes": list(dict.fromkeys(scopes)),
        "start_s": seconds("--start", start, instant=True),
        "duration_s": seconds("--duration", duration),
    }
    if pings is not None:
        asked["pings"] = pings
    _report("routing", asked, **options)


def _scenario(
    example: str,
    file: Path | None,
    preset: str | None,
    sources: tuple[str, ...],
    destination: str | None,
    rate: str,
    environment: str = "none",
    handover: str = "",
) -> tuple[str, dict[str, Any]]:
    """Return the scenario that the options ask for, with its label.

    With `handover`, users at one place share the downlink of one satellite.
    """
    from skyseam import studies

    if preset is None:
        why = "without --preset: scenario files have their own flows and links"
        refuse(("--from", "--to", "--rate", "--environment"), why)
        found = file or studies.EXAMPLES / f"{example}.toml"
        return found.stem, studies.of_file(found, with_satellites=False)
    if file is not None:
        raise InputError(f"both {file} and --preset {preset} are given; expected one of them")
    if not sources or destination is None:
        raise InputError("--preset needs two places; expected --from PLACE and --to PLACE")
    bits_per_second("--rate", rate)
    ends = [studies.place("--from", one) for one in dict.fromkeys(sources)]
    ends.append(studies.place("--to", destination))
    links = studies.links_of(rate, "" if environment == "none" else environment)
    (sky,) = studies.skies([preset], [], ends, links)
    to = ends[-1]["name"]
    flows = [
        {
            "name": end["name"], "from": end["name"], "to": to,
            "application": {"kind": "bulk", "duration": "60 s"},
            "transport": {"kind": "tcp", "stack": "linux"},
        }
        for end in ends[:-1]
    ]  # fmt: skip
    label = f"{' and '.join(end['name'] for end in ends[:-1])} to {to} over {preset}"
    whole = {**sky["scenario"], "flows": flows, "run": {"duration": "60 s"}}
    return label, whole | ({"handover": {"kind": handover}} if handover else {})


def _lasting(scenario: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """Take the duration from the options, and give it to the scenario."""
    from skyseam import studies

    duration = options.pop("duration")
    given = None if duration is None else seconds("--duration", duration)
    if given is not None and given <= 0:
        raise InputError(f'--duration is "{duration}"; expected a time above zero')
    return studies.lasting(scenario, given)


def _report(
    name: str,
    asked: dict[str, Any],
    *,
    output: Path | None,
    seed: int,
    seeds: int | None = None,
    **options: Any,  # noqa: ANN401
) -> None:
    """Make a study, write its report, and print its tables and verdicts."""
    from skyseam import studies

    if options["on"] is not None:
        refuse(("--threads",), "with --executor: runs are made by one or the other")
    place = output or Path("reports") / f"study-{name}"
    asked |= {"seed": seed, "command": shlex.join(["skyseam", *sys.argv[1:]])}
    asked |= {} if seeds is None else {"seeds": seeds}
    report = write_report(studies.study(name), place, f"study {name}", asked=asked, **options)
    for printed in report.facts["printed"]:
        title, head, rows, words = report.facts["listed"][printed]
        if rows:
            terminal.table(title, head, rows, words)
    for verdict in report.facts["verdicts"]:
        terminal.out.print(verdict, soft_wrap=True)
    terminal.out.print(f"report: {place / 'report.html'}", soft_wrap=True)
