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

GROUND = {"starlink": "starlink-2024"}
"""Ground segments by the beginning of a constellation's name."""

INTERNET = "internet"
"""The other end if it is behind the network's nearest point of presence."""


@click.command(short_help="Write a first scenario after four questions.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), default="scenario.toml")
@click.option(
    "--network", metavar="NAME", help="A constellation; `skyseam constellations` lists them."
)
@click.option("--from", "from_", metavar="PLACE", help="A city, or LATITUDE,LONGITUDE.")
@click.option("--to", metavar="PLACE", help="A city, LATITUDE,LONGITUDE, or internet.")
@click.option("--traffic", type=click.Choice(list(TRAFFIC)), help="What the user does.")
def init(
    file: Path, network: str | None, from_: str | None, to: str | None, traffic: str | None
) -> None:
    """Write a scenario to FILE (scenario.toml) that runs as it is, to go on from.

    Asks for what no option gives: the network, the places of the user and of the other end, the
    traffic. An empty answer takes what stands in brackets. The other end is a city, a place, or
    "internet": the point of presence of Starlink nearest to the user.

    \b
    Examples:
        skyseam init
        skyseam init mine.toml --network kuiper --from Berlin --to Paris --traffic web
    """  # noqa: D301 - click wants the character itself
    if file.exists():
        raise OutputError(
            f"{file} exists already; name another file, such as `skyseam init b.toml`"
        )
    sky = studies.of_preset(network or _asked("Network", "starlink-shell1", "--network"))
    ground = GROUND.get(sky["constellation"]["preset"].split("-")[0])
    places = [studies.place("--from", from_ or _asked("User at", "Berlin", "--from"))]
    other = to or _asked("Other end at", INTERNET if ground else "New York", "--to")
    if other != INTERNET:
        places.append(studies.place("--to", other))
    elif not ground:
        raise InputError(
            f'--to is "{INTERNET}", and there are gateways of {" and ".join(GROUND)} alone; '
            "expected a city or a place as LATITUDE,LONGITUDE"
        )
    kinds = ", ".join(TRAFFIC)
    kind = traffic or _asked(f"Traffic ({kinds})", "download", "--traffic")
    if kind not in TRAFFIC:
        raise InputError(f'--traffic is "{kind}"; expected one of {kinds}')
    text = scenario_text(sky, places, ground, kind)
    describe.checked(_scenario.toml(text))
    write_files({file: text.encode()})
    stem = file.with_suffix("")
    terminal.out.print(f"written: {file}", soft_wrap=True)
    terminal.out.print(
        f"next: skyseam run {file} -o {stem}-out, then skyseam view {stem}-out", soft_wrap=True
    )


def scenario_text(
    sky: dict[str, Any], places: list[dict[str, Any]], ground: str | None, kind: str
) -> str:
    """Return the text of a scenario: a flow of `kind` between two places, with comments.

    With one place, the other end is the Internet, through the gateways of `ground`.
    """
    here = places[0]["name"]
    there = places[1]["name"] if len(places) > 1 else INTERNET
    what, application = TRAFFIC[kind]
    if here == there:
        raise InputError(f'both ends are at "{here}"; expected two places')
    links = dict(RATES)
    if not studies.has_isls(sky["constellation"]):
        del links["isl"]
    table = {
        "title": f"{here} to {there} over {sky['constellation']['preset']}",
        "terminals": places,
        **sky,
        **({"ground": {"preset": ground}} if there == INTERNET else {}),
        "links": links,
        "flows": [{"name": kind, "from": here, "to": there, "application": application}],
        "run": {"duration": "2 min", "record": ["rtt", "handovers"]},
    }
    head = (
        f"# Written by `skyseam init`: {what}, from {here} to {there}.\n"
        "# Rates and queues of the links are assumptions: put in those of your network.\n"
        "# `skyseam models` lists the models that keys choose.\n\n"
    )
    return head + tomli_w.dumps(table)


def _asked(question: str, usual: str, option: str) -> str:
    """Return the answer to a question on standard input."""
    try:
        return str(click.prompt(question, default=usual, err=True)).strip()
    except click.Abort as error:
        raise InputError(f'no answer to "{question}"; give it with {option}') from error
