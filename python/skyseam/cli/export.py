"""The commands `skyseam export` and `skyseam import`: files of other programs.

Owns arguments and output; `skyseam.export` and `skyseam.hypatia` do the work.
"""

from __future__ import annotations

from pathlib import Path

import click

from skyseam._errors import InputError
from skyseam._files import check_file, write_files
from skyseam.cli import terminal
from skyseam.cli.options import (
    all_of,
    bits_per_second,
    handed_option,
    pair_of,
    pair_options,
    progress_option,
    refuse,
    seconds,
    time_options,
)

TRACE_FORMS = ("csv", "netem", "mahimahi", "trace")


@click.group(name="export", short_help="Write for Hypatia, Cesium, tc-netem, mahimahi.")
def export_group() -> None:
    """Write a scenario for other programs: Hypatia, Cesium, tc-netem, mahimahi.

    \b
    Examples:
        skyseam export czml iridium.toml --from HNL --to LAX -o sky.czml
        skyseam export delay iridium.toml --from HNL --to LAX --format csv -o delay.csv
        skyseam export hypatia iridium.toml -o iridium-hypatia
    """  # noqa: D301 - click wants the character itself


@click.group(name="import")
def import_group() -> None:
    """Convert files of other programs to a scenario.

    \b
    Example:
        skyseam import hypatia gen_data/kuiper_630 -o kuiper.toml
    """  # noqa: D301 - click wants the character itself


@export_group.command(short_help="Write satellites, links and a route as CZML, for CesiumJS.")
@click.argument("file", type=click.Path(path_type=Path))
@all_of(pair_options)
@all_of(time_options)
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="File to write."
)
@handed_option
@progress_option
def czml(
    file: Path,
    source: str | None,
    destination: str | None,
    start: str | None,
    duration: str | None,
    step: str | None,
    output: Path,
    progress: bool | None,
) -> None:
    """Write satellites, terminals, links and a route as CZML, which CesiumJS plays.

    With --from and --to their route is highlighted. --step is the time between
    sampled positions; 60 s suffices for all but very high precision.

    \b
    Example (then drop the file on https://cesium.com/cesiumjs/cesium-viewer/):
        skyseam export czml scenarios/delay-day.toml --from HNL --to LAX \\
            --duration "2 h" -o sky.czml
    """  # noqa: D301 - click wants the character itself
    from skyseam import export

    route = pair_of(source, destination)
    check_file(output)
    with terminal.progress(f"sky of {file.name}", progress) as note:
        text = export.czml(
            file,
            route=route,
            start_s=seconds("--start", start, instant=True),
            duration_s=seconds("--duration", duration),
            step_s=seconds("--step", step),
            progress=note,
        )
    write_files({output: text})
    terminal.out.print(f"written to {output} ({len(text) / 1e6:.2f} MB)", soft_wrap=True)


@export_group.command(short_help="Write the delay between two nodes over time for a replay.")
@click.argument("file", type=click.Path(path_type=Path))
@all_of(pair_options)
@click.option(
    "--format",
    "form",
    required=True,
    type=click.Choice(TRACE_FORMS),
    help="csv: a table. netem: a shell script of tc commands, both directions. mahimahi: delays "
    "per step as LeoReplayer takes them, and beside it FILE.link for mm-link. trace: a link's "
    "delay, rate and loss.",
)
@click.option(
    "--rate",
    help='Link rate, such as "25 Mbit/s": for netem optional, for mahimahi and trace required.',
)
@click.option(
    "--queue",
    help='What may wait for the link, such as "100 packets" or "60 kB": for netem with --rate.',
)
@all_of(time_options)
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="File to write."
)
@handed_option
@progress_option
def delay(
    file: Path,
    source: str | None,
    destination: str | None,
    form: str,
    rate: str | None,
    queue: str | None,
    start: str | None,
    duration: str | None,
    step: str | None,
    output: Path,
    progress: bool | None,
) -> None:
    """Write the one-way delay between two nodes over time for a replay.

    \b
    Examples:
        skyseam export delay scenarios/delay-day.toml --from HNL --to LAX --format csv -o delay.csv
        skyseam export delay scenarios/delay-day.toml --from HNL --to LAX --format netem \\
            --duration "10 min" --step "1 s" --rate "20 Mbit/s" --queue "100 packets" -o sky.sh
    """  # noqa: D301 - click wants the character itself
    from skyseam import export

    pair = pair_of(source, destination)
    if pair is None:
        raise InputError("a delay is between two nodes: give --from and --to")
    if form == "csv":
        refuse(("--rate",), "on --format csv, a table of delays; expected netem, mahimahi or trace")
    rate_bps = None if rate is None else bits_per_second("--rate", rate)
    if rate_bps is None and form in ("mahimahi", "trace"):
        raise InputError(f'--format {form} holds a rate too: give --rate, such as "25 Mbit/s"')
    if rate_bps is None or form != "netem":
        refuse(("--queue",), "without a rate that netem holds; expected --format netem and --rate")
    check_file(output)
    with terminal.progress(f"delay of {file.name}", progress) as note:
        texts = export.trace(
            file,
            form,
            source=pair[0],
            destination=pair[1],
            start_s=seconds("--start", start, instant=True),
            duration_s=seconds("--duration", duration),
            step_s=seconds("--step", step),
            rate_bps=rate_bps,
            queue=queue,
            progress=note,
        )
    files = {output.with_name(output.name + suffix): text for suffix, text in texts.items()}
    write_files(files, executable=form == "netem")
    terminal.out.print(f"written to {' and '.join(map(str, files))}", soft_wrap=True)


@export_group.command(short_help="Write a scenario as Hypatia's file set.")
@click.argument("file", type=click.Path(path_type=Path))
@all_of(time_options)
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Directory to write."
)
@handed_option
@progress_option
def hypatia(
    file: Path,
    start: str | None,
    duration: str | None,
    step: str | None,
    output: Path,
    progress: bool | None,
) -> None:
    """Write a scenario as Hypatia's file set, with forwarding state at every step.

    Writes tles.txt, ground_stations.txt, isls.txt, gsl_interfaces_info.txt, description.txt, and a
    directory dynamic_state_* with fstate_<ns>.txt, whole at the first step, then changes only.

    \b
    Example:
        skyseam export hypatia scenarios/delay-day.toml --duration "200 s" --step "1 s" -o set
    """  # noqa: D301 - click wants the character itself
    from skyseam import _directory, export

    _directory.check_place(output)
    with terminal.progress(f"forwarding of {file.name}", progress) as note:
        texts, made_from = export.hypatia_set(
            file,
            start_s=seconds("--start", start, instant=True),
            duration_s=seconds("--duration", duration),
            step_s=seconds("--step", step),
            progress=note,
        )
    writers = {
        name: lambda path, text=text: path.write_text(text, encoding="utf-8")
        for name, text in texts.items()
    }
    _directory.save_directory(output, {**made_from.manifest, "kind": "hypatia"}, writers)
    steps = sum("fstate_" in name for name in texts)
    terminal.out.print(f"written to {output} ({steps:,} steps)", soft_wrap=True)


@import_group.command(name="hypatia")
@click.argument("directory", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Scenario to write."
)
def import_hypatia(directory: Path, output: Path) -> None:
    """Convert a Hypatia file set to a scenario.

    Checks every line of tles.txt, ground_stations.txt, isls.txt, gsl_interfaces_info.txt and
    description.txt. Writes the scenario, and beside it its element sets and links.

    \b
    Example:
        skyseam import hypatia gen_data/kuiper_630 -o kuiper.toml
    """  # noqa: D301 - click wants the character itself
    from skyseam import hypatia as format_of
    from skyseam._hypatia_scenario import scenario_of

    check_file(output)
    found = format_of.read_set(directory)
    made = scenario_of(found, directory.resolve().name, output.stem)
    companions = {output.with_name(name): text for name, text in made.files.items()}
    # The scenario last: if it exists, so do the files to which it refers.
    write_files({**companions, output: made.text})
    for note in made.notes:
        terminal.say(f"note: {note}")
    terminal.out.print(
        f"written to {' and '.join(map(str, [output, *companions]))}", soft_wrap=True
    )
