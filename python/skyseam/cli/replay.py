"""`skyseam replay`: a recorded emulation again, without its programs."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import click

from skyseam import _directory, recording
from skyseam._errors import InputError
from skyseam.cli import summary, terminal
from skyseam.cli.options import progress_option
from skyseam.results import Results, load


@click.command(short_help="Run a recorded emulation again, as it was or changed.")
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="Directory.")
@click.option(
    "--with",
    "changes",
    multiple=True,
    metavar="KEY=VALUE",
    help="Replace a value of the scenario; keys are those of a sweep. Can be repeated.",
)
@click.option(
    "--speed",
    default=1.0,
    show_default=True,
    metavar="FACTOR",
    type=click.FloatRange(0, min_open=True),
    help="Hand the packets in this many times as fast. The world itself keeps its pace.",
)
@progress_option
def replay(
    directory: Path,
    output: Path,
    changes: tuple[str, ...],
    speed: float,
    progress: bool | None,
) -> None:
    """Run the emulation in DIRECTORY, made by `emulate --record`, again without its programs.

    The packets that programs handed in then are handed in at the same instants. As it was, the
    world gives the same tables, and the command says whether it did. With --with it answers what
    if the network had been another, for the same offered packets, and with --speed what if they had
    been offered faster or slower: programs that react to the network, as TCP does, would have sent
    others.

    \b
    Examples:
        skyseam replay out -o again
        skyseam replay out -o longer --with links.uplink.queue="400 packets"
        skyseam replay out -o twice --speed 2
    """  # noqa: D301 - click wants the character itself
    given = dict(_change(text) for text in changes)
    _directory.check_place(output)
    made = load(directory)
    with terminal.progress(f"replaying {directory}", progress) as note:
        again = recording.replay(made, given, speed=speed, progress=note)
    summary.outcome(again)
    told = again.manifest["replay"]
    terminal.out.print(f"{told['packets_in']:,} packets of programs, at their instants")
    if told["packets_after_end"]:
        terminal.say(f"{told['packets_after_end']:,} packets came after the end and are left out")
    if given or speed != 1:
        terminal.say(
            "note: an open loop: programs that react to the network would have sent other packets"
        )
    else:
        terminal.out.print(_compared(made, again), soft_wrap=True)
    again.save(output)
    terminal.out.print(f"written to {output}", soft_wrap=True)


def _compared(made: Results, again: Results) -> str:
    """Say whether two results have the same tables."""
    names = sorted({*made.tables, *again.tables})
    other = [
        name
        for name in names
        if name not in made.tables
        or name not in again.tables
        or made.table(name) != again.table(name)
    ]
    if not other:
        return f"all {len(names)} tables are those of the recording"
    versions = f"skyseam {made.manifest['skyseam']} then, {again.manifest['skyseam']} now"
    return f"not as recorded ({versions}): {', '.join(other)}"


def _change(text: str) -> tuple[str, Any]:
    """Read KEY=VALUE: a TOML value, or text that needs no quotes."""
    key, sign, value = text.partition("=")
    if not sign or not key:
        raise InputError(f'--with is "{text}"; expected KEY=VALUE')
    try:
        return key, tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return key, value
