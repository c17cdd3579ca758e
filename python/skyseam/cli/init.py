"""`skyseam init`: write a first scenario after four questions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import tomli_w

from skyseam import _scenario, describe, studies
from skyseam._errors import InputError, OutputError
from skyseam._files import write_files
from skyseam.cli import terminal

TRAFFIC: dict[str, tuple[str, dict[str, Any]]] = {
    "download": ("a file of 20 MB that the server sends", {"kind": "download", "size": "20 MB"}),
    "web": ("a browser loads a page", {"kind": "web", "page": "median-2024", "http": "2"}),
    "video": ("a minute of video", {"kind": "video", "duration": "1 min", "abr": "throughput"}),
    "voice": ("a minute of speech, one way", {"kind": "voice", "duration": "1 min"}),
    "ping": ("echo requests", {"kind": "ping", "count": 600, "interval": "100 ms"}),
}
"""Kinds of traffic: what they are, and the application of the flow."""

RATES = {
    "uplink": {"rate": "20 Mbit/s", "queue": "200 packets"},
    "downlink": {"rate": "200 Mbit/s", "queue": "1000 packets"},
    "isl": {"rate": "10 Gbit/s", "queue": "10000 packets"},
}
"""Links where the constellation names no rates: assumptions, which the file says."""


@click.command(short_help="Write a first scenario after four questions.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), default="scenario.toml")
@click.option(
    "--network", metavar="NAME", help="A constellation; `skyseam constellations` lists them."
)
@click.option("--from", "from_", metavar="PLACE", help="A city, or LATITUDE,LONGITUDE.")
@click.option("--to", metavar="PLACE", help="A city, or LATITUDE,LONGITUDE.")
@click.option("--traffic", type=click.Choice(list(TRAFFIC)), help="What the user does.")
def init(
    file: Path, network: str | None, from_: str | None, to: str | None, traffic: str | None
) -> None:
    """Write a scenario to FILE (scenario.toml) that runs as it is, to go on from.

    Asks for what no option gives: the network, the places of the user and of the other end, the
    traffic. An empty answer takes what stands in brackets.

    \b
    Examples:
        skyseam init
        skyseam init mine.toml --network oneweb --from Berlin --to "New York" --traffic web
    """  # noqa: D301 - click wants the character itself
    if file.exists():
        raise OutputError(
            f"{file} exists already; name another file, such as `skyseam init b.toml`"
        )
    sky = studies.of_preset(network or _asked("Network", "starlink-shell1", "--network"))
    places = [
        studies.place("--from", from_ or _asked("User at", "Berlin", "--from")),
        studies.place("--to", to or _asked("Other end at", "New York", "--to")),
    ]
    kinds = ", ".join(TRAFFIC)
    kind = traffic or _asked(f"Traffic ({kinds})", "download", "--traffic")
    if kind not in TRAFFIC:
        raise InputError(f'--traffic is "{kind}"; expected one of {kinds}')
    text = scenario_text(sky, places, kind)
    describe.checked(_scenario.toml(text))
    write_files({file: text.encode()})
    stem = file.with_suffix("")
    terminal.out.print(f"written: {file}", soft_wrap=True)
    terminal.out.print(
        f"next: skyseam run {file} -o {stem}-out, then skyseam view {stem}-out", soft_wrap=True
    )


def scenario_text(sky: dict[str, Any], places: list[dict[str, Any]], kind: str) -> str:
    """Return the text of a scenario: a flow of `kind` between two places, with comments."""
    preset = sky["constellation"]["preset"]
    here, there = (place["name"] for place in places)
    what, application = TRAFFIC[kind]
    if here == there:
        raise InputError(f'both ends are at "{here}"; expected two places')
    links = dict(RATES)
    if not studies.has_isls(sky["constellation"]):
        # Without links between satellites both ends need one satellite: the far one, as a gateway
        # has it, is linked to all that it sees.
        del links["isl"]
        places = [places[0], {**places[1], "antennas": "all"}]
    table = {
        "title": f"{here} to {there} over {preset}",
        "terminals": places,
        **sky,
        "links": links,
        "flows": [{"name": kind, "from": here, "to": there, "application": application}],
        "run": {"duration": "2 min", "record": ["rtt", "handovers"]},
    }
    head = (
        f"# Written by `skyseam init`: {what}, from {here} to {there}.\n"
        "# Rates and queues of the links are assumptions: put in those of your network.\n"
        "# `skyseam models` lists what other keys can choose.\n\n"
    )
    return head + tomli_w.dumps(table)


def _asked(question: str, usual: str, option: str) -> str:
    """Return the answer to a question on standard input."""
    try:
        return str(click.prompt(question, default=usual, err=True)).strip()
    except click.Abort as error:
        raise InputError(f'no answer to "{question}"; give it with {option}') from error
