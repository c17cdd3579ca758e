"""Common options of commands, and the reading of values with units on the command line.

Owns only the syntax; the meaning of a value belongs to the command.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from skyseam import _scenario
from skyseam._errors import InputError
from skyseam._files import PICTURES, check_file

if TYPE_CHECKING:
    from skyseam.export import Rounding

F = TypeVar("F", bound=Callable[..., Any])


def check_output(place: Path | None, endings: tuple[str, ...] = PICTURES) -> None:
    """Reject a file whose name ends otherwise, or that cannot be written."""
    if place is None:
        return
    if place.suffix not in endings:
        raise InputError(f"{place} ends otherwise; expected {' or '.join(endings)}")
    check_file(place)


def all_of(options: tuple[Callable[[F], F], ...]) -> Callable[[F], F]:
    """Give a command several options, shown in their order."""

    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def given() -> frozenset[str]:
    """Return the names of the parameters that the command line sets."""
    context = click.get_current_context()
    source = context.get_parameter_source
    return frozenset(
        name for name in context.params if source(name) == click.core.ParameterSource.COMMANDLINE
    )


def refuse(options: Iterable[str], why: str) -> None:
    """Reject options of the command line that would have no effect.

    Parameters
    ----------
    options
        Options as written on the command line, such as `--dark`.
    why
        Why they have no effect: `without --figure`.

    Raises
    ------
    InputError
        When one of them is on the command line.
    """
    set_ones = given()
    for parameter in click.get_current_context().command.params:
        written = next((one for one in parameter.opts if one in options), None)
        if written is not None and parameter.name in set_ones:
            raise InputError(f"{written} has no effect {why}")


progress_option = click.option(
    "--progress/--no-progress",
    default=None,
    help="Show progress of work longer than two seconds. [default: on a terminal]",
)

plugins_option = click.option(
    "--models",
    "plugins",
    multiple=True,
    metavar="MODEL",
    help='Plug-in in Python to include: "my_module:Mine", "my_module" or "mine.py"; may be given '
    "many times.",
)


def hand_over(context: click.Context, _: click.Parameter, given: tuple[str, ...]) -> None:
    """Let the scenarios of this command choose plug-ins."""
    handed = _scenario.handed

    def take_back() -> None:
        if not handed.names and sys.exc_info()[0] is None:
            click.echo("--models had no effect: no scenario names one of them", err=True)
        handed.clear()
        handed.names.clear()

    if given:
        handed[:] = given
        context.call_on_close(take_back)


handed_option = click.option(
    "--models",
    multiple=True,
    metavar="MODEL",
    expose_value=False,
    callback=hand_over,
    help='Plug-in in Python that a scenario can choose by its name: "my_module:Mine", "my_module" '
    'or "mine.py"; may be given many times.',
)

on_option = click.option(
    "--executor",
    "on",
    metavar="WORKERS",
    help="Workers that make the runs in place of threads: processes, processes:NUMBER, "
    "dask:ADDRESS or slurm:JOBS.",
)

pair_options = (
    click.option("--from", "source", help="Terminal, node or satellite where the path begins."),
    click.option("--to", "destination", help="Terminal, node or satellite where the path ends."),
)

time_options = (
    click.option("--start", help='First instant, such as "12:21:00" or "44460 s".'),
    click.option("--duration", help='Duration, such as "24 h".'),
    click.option("--step", help='Interval between instants, such as "10 s".'),
)

trace_options = (
    click.option("--traces", is_flag=True, help="Also write both parts of each path as traces."),
    click.option(
        "--resolution", help='Resolution of the delays in traces, such as "1 ms". [default: exact]'
    ),
    click.option(
        "--rounding",
        type=click.Choice(["nearest", "up", "down"]),
        default="nearest",
        show_default=True,
        help="Rounding of a delay between two multiples of the resolution.",
    ),
    click.option(
        "--extra-delay", "added", help='Delay added to each part after rounding, such as "1 ms".'
    ),
)


def rounding_of(
    traces: bool, resolution: str | None, rounding: str, added: str | None
) -> Rounding | None:
    """Read the rounding of delays in traces; None if no traces are wanted."""
    if not traces:
        refuse(("--resolution", "--rounding", "--extra-delay"), "without --traces")
        return None
    if resolution is None:
        refuse(("--rounding",), "without --resolution: delays in traces are exact")
    from skyseam.export import Rounding  # takes time to load

    resolution_s, added_s = seconds("--resolution", resolution), seconds("--extra-delay", added)
    return Rounding(
        resolution_ms=None if resolution_s is None else 1e3 * resolution_s,
        how=rounding,
        added_ms=1e3 * (added_s or 0.0),
    )


def pair_of(
    source: str | None, destination: str | None, without: str = ""
) -> tuple[str, str] | None:
    """Read the two endpoints of a path; `without` describes the default, for messages."""
    if source is None and destination is None:
        return None
    if source is None or destination is None:
        raise InputError(f"--from and --to go together: name both{without}")
    return source, destination


_UNITS_S = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0, "d": 86400.0}
_DAYS = {"day": "d", "days": "d"}
_TIME = re.compile(r"([0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]{1,3})?) ([a-z]+)")
_CLOCK = re.compile(r"([0-9]+):([0-5][0-9]):([0-5][0-9](?:\.[0-9]+)?)")


def seconds(option: str, text: str | None, *, instant: bool = False) -> float | None:
    """Read a time with its unit, as in a scenario, s; an instant also as hh:mm:ss."""
    if text is None:
        return None
    if instant and (clock := _CLOCK.fullmatch(text.strip())):
        hours, minutes, seconds = (float(part) for part in clock.groups())
        return hours * 3600 + minutes * 60 + seconds
    length = _TIME.fullmatch(text.strip())
    if length and (unit := _DAYS.get(length[2], length[2])) in _UNITS_S:
        return float(length[1]) * _UNITS_S[unit]
    also = ', or hh:mm:ss, such as "12:21:00"' if instant else ""
    raise InputError(
        f'{option} is "{text}"; expected a time with its unit ({", ".join(_UNITS_S)}), '
        f'such as "10 s"{also}'
    )


def slot_length(text: str) -> float:
    """Read `--slot`, the length of scheduling slots, s."""
    length_s = seconds("--slot", text)
    if not length_s:
        raise InputError(f'--slot is "{text}"; expected a time longer than zero, such as "15 s"')
    return length_s


_FREQUENCIES = {"Hz": 1, "kHz": 10**3, "MHz": 10**6, "GHz": 10**9, "THz": 10**12}
_FREQUENCY = re.compile(r"([0-9]+(?:\.[0-9]+)?) (\S+)")


def hertz(option: str, text: str) -> float:
    """Read a frequency with its unit, as in a scenario."""
    frequency = _FREQUENCY.fullmatch(text.strip())
    if frequency and frequency[2] in _FREQUENCIES and float(frequency[1]) > 0:
        return float(frequency[1]) * _FREQUENCIES[frequency[2]]
    raise InputError(
        f'{option} is "{text}"; expected a frequency above zero with its unit '
        f'({", ".join(_FREQUENCIES)}), such as "12 GHz"'
    )


_RATES = {"bit/s": 1, "kbit/s": 10**3, "Mbit/s": 10**6, "Gbit/s": 10**9}
_RATE = re.compile(r"([0-9]+(?:\.[0-9]+)?) (\S+)")


def bits_per_second(option: str, text: str) -> float:
    """Read a rate with its unit, as in a scenario, bit/s."""
    rate = _RATE.fullmatch(text.strip())
    if rate and rate[2] in _RATES and float(rate[1]) > 0:
        return float(rate[1]) * _RATES[rate[2]]
    raise InputError(
        f'{option} is "{text}"; expected a rate above zero with its unit ({", ".join(_RATES)}), '
        'such as "25 Mbit/s"'
    )
