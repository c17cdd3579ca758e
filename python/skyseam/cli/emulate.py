"""`skyseam emulate`: real programs over a simulated world."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from skyseam import _directory
from skyseam import emulate as emulation
from skyseam._errors import EXIT_INTERRUPTED, InputError
from skyseam.cli import terminal
from skyseam.cli.options import refuse
from skyseam.emulate import Attachment

EXIT_INVALID = 3
"""Exit code of an emulation whose packets were too late."""


@click.command(short_help="Let real programs talk over a scenario, in real time.")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("command", nargs=-1)
@click.option(
    "--attach",
    required=True,
    multiple=True,
    metavar="NODE[=NETNS]",
    help="A terminal or node, and the network namespace whose programs are there; without one, a "
    "namespace of its own, removed at the end. Two or more.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Directory for results.")
@click.option(
    "--late",
    default=1.0,
    show_default=True,
    metavar="MS",
    type=click.FloatRange(0, min_open=True),
    help="If 1 % of the packets are handed over later than this, the emulation is invalid.",
)
@click.option(
    "--record",
    is_flag=True,
    help="Keep the packets that programs send, in memory and then in the results: `skyseam replay` "
    "runs them again.",
)
@click.option(
    "--awake",
    is_flag=True,
    help="Never sleep: packets are read and handed over sooner, and one processor is busy.",
)
@click.option(
    "--lead",
    metavar="MS",
    type=click.FloatRange(0, 1e3 * emulation.LARGEST_LEAD_S),
    help="Hand packets over this much before their instants, to make up for what devices take; by "
    "default measured first, in a second.",
)
@click.option(
    "--view",
    is_flag=True,
    help="Show the sky, the links, the paths and their rates, delays and queues while it goes on, "
    "on a page whose address is printed.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), help="Use this seed instead of the scenario's."
)
def emulate(
    file: Path,
    command: tuple[str, ...],
    attach: tuple[str, ...],
    output: Path | None,
    late: float,
    record: bool,
    awake: bool,
    lead: float | None,
    view: bool,
    seed: int | None,
) -> None:
    """Let real programs talk over the scenario FILE, in real time, beside its flows and users.

    Each attached node gets a device `sky0` in its network namespace, with the addresses 10.42.0.N
    and fd42::N for the N-th. What programs send there crosses the simulated links. COMMAND runs in
    the namespace of the first node and ends the emulation; without one it ends with the run's
    duration, or Ctrl-C. Other programs join by `ip netns exec`. Needs root, Linux and iproute2.

    At the end it states how late packets were handed over; above --late the results are invalid,
    and the exit code is 3. Otherwise it is that of COMMAND, and 130 if that was stopped.

    \b
    Examples:
        skyseam emulate two-cities.toml --attach Berlin --attach "New York" -- ping -c 5 10.42.0.2
        skyseam emulate two-cities.toml --attach Berlin=here --attach "New York"=there -o out
    """  # noqa: D301 - click wants the character itself
    ends = [_attachment(text) for text in attach]
    if output is None:
        refuse(("--record",), "without --output, where the recording would go")
    else:
        _directory.check_place(output)

    def ready(addresses: dict[str, str]) -> None:
        for node, address in addresses.items():
            terminal.say(f"{node} is {address}")

    with ExitStack() as stack:
        watch = None
        if view:
            from skyseam.view.emulated import beside  # takes time to load

            url, watch = stack.enter_context(beside(file, [end.node for end in ends]))
            terminal.say(url)
        results, code = emulation.emulate(
            file,
            ends,
            command=command or None,
            seed=seed,
            late_bound_s=late / 1e3,
            record=record,
            awake=awake,
            lead_s=None if lead is None else lead / 1e3,
            ready=ready,
            watch=watch,
        )
    told = results.manifest["emulation"]
    early = f"{1e6 * told['lead_s']:.0f} us early, since devices take that long"
    terminal.say(
        f"{told['packets_in']} packets in, {told['packets_out']} out; handed over "
        f"{1e6 * told['late_p50_s']:.0f} us late (median), {1e6 * told['late_p99_s']:.0f} us "
        f"(99 %), {1e6 * told['late_worst_s']:.0f} us at worst"
        + (f", of instants {early}" if told["lead_s"] > 0 else "")
    )
    for reason, count in told["lost"].items():
        terminal.say(f"{count} lost: {reason}")
    if output is not None:
        results.save(output)
    if not told["valid"]:
        terminal.say(
            f"invalid: more than 1 % of the packets were handed over more than {late:g} ms late, "
            f"with the world up to {1e3 * told['behind_worst_s']:.1f} ms behind: a machine with "
            "less to do, or a scenario with fewer packets, is needed"
        )
        raise SystemExit(EXIT_INVALID)
    if command and code is None:
        terminal.say("the command was stopped: by Ctrl-C, or since the run's duration was over")
        raise SystemExit(EXIT_INTERRUPTED)
    if code:
        raise SystemExit(code)


def _attachment(text: str) -> Attachment:
    node, sign, namespace = text.rpartition("=")
    if not sign:
        return Attachment(text)
    if not node or not namespace:
        raise InputError(f'--attach is "{text}"; expected NODE, or NODE=NETNS')
    return Attachment(node, namespace)
