"""The delay between two nodes over time, in the formats of replay tools.

Owns the formats; the delays come from the core. docs/formats.md gives the limits of each format.
Sources: tc-netem(8); mahimahi's mm-link(1) and its packet-delivery traces (Netravali et al., USENIX
ATC 2015); LeoReplayer's delay files (github.com/SpaceNetLab/LeoCC, traces/README.md).
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from skyseam import survey
from skyseam._errors import InputError
from skyseam._scenario import Scenario
from skyseam._work import Progress, expect
from skyseam._work import number as number_of

PACKET_BITS = 12_000
"""Size of a delivery opportunity of mm-link: 1500 bytes."""

MOST_OPPORTUNITIES = 5_000_000


@dataclass(frozen=True)
class Sample:
    """The path between two endpoints at an instant; the delay is None without a path."""

    t_s: float
    delay_ms: float | None
    hops: int
    path: tuple[str, ...]


@dataclass(frozen=True)
class Ways:
    """Both directions of a pair at the same instants, `step_s` apart."""

    title: str
    source: str
    destination: str
    step_s: float
    forth: tuple[Sample, ...]
    back: tuple[Sample, ...]
    rate_bps: float | None
    queue: str | None

    @property
    def rate(self) -> float:
        """The rate of the link, bit/s.

        Raises
        ------
        InputError
            When no rate was given.
        """
        if self.rate_bps is None:
            raise InputError('this form holds a rate too: give --rate, such as "25 Mbit/s"')
        return self.rate_bps


def trace(
    scenario: Scenario,
    form: str,
    *,
    source: str,
    destination: str,
    start_s: float | None = None,
    duration_s: float | None = None,
    step_s: float | None = None,
    rate_bps: float | None = None,
    queue: str | None = None,
    progress: Progress | None = None,
) -> dict[str, str]:
    """Write the delay between two nodes over time.

    Parameters
    ----------
    scenario
        As in :func:`skyseam.run`.
    form
        One of `FORMS`.
    source, destination
        Names of the endpoints.
    start_s, duration_s, step_s
        The instants, s; those of the scenario's delay study when None. Times in the text count from
        the first.
    rate_bps
        Rate of the link, bit/s. The form netem limits both directions to it if it is given;
        mahimahi and trace need one, csv has none.
    queue
        What may wait for the link in each direction, such as "100 packets" or "60 kB": for netem
        with a rate. What the rate holds back waits without a limit when None.

    Returns
    -------
    dict of str to str
        Text by suffix of the file's name, which is empty for the main file.

    Raises
    ------
    ScenarioError, InputError
        When the scenario is refused, or the format cannot represent the request.
    """
    expect("form", form, str)
    if rate_bps is not None and number_of("rate_bps", rate_bps) <= 0:
        raise InputError(f"rate_bps is {rate_bps:g}; expected a number above 0")
    if form not in FORMS:
        raise InputError(f"{form!a} is not a form of a trace; expected one of {', '.join(FORMS)}")
    if form == "csv" and rate_bps is not None:
        raise InputError("rate_bps has no effect on csv, a table of delays; expected None")
    if queue is not None and (form != "netem" or rate_bps is None):
        raise InputError("queue needs the form netem and rate_bps; expected None")
    results = survey.delay(
        scenario,
        pairs=[(source, destination), (destination, source)],
        start_s=start_s,
        duration_s=duration_s,
        step_s=step_s,
        progress=progress,
    )
    table = results.table("delay")
    study = results.manifest["delay"]
    columns = [table[name].to_pylist() for name in ("t_s", "delay_ms", "hops", "path")]
    samples = [
        Sample(round(t_s - study["start_s"], 9), delay_ms, hops, tuple(path))
        for t_s, delay_ms, hops, path in zip(*columns, strict=True)
    ]
    ways = Ways(
        title=results.manifest["scenario"].get("title", ""),
        source=source,
        destination=destination,
        step_s=study["step_s"],
        # The table has the pairs in turn at every instant.
        forth=tuple(samples[0::2]),
        back=tuple(samples[1::2]),
        rate_bps=rate_bps,
        queue=queue,
    )
    return FORMS[form](ways)


def _csv(header: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def _table(ways: Ways) -> dict[str, str]:
    rows = (
        (
            f"{sample.t_s:.9g}",
            "" if sample.delay_ms is None else f"{sample.delay_ms:.6f}",
            sample.hops,
            " ".join(name.replace(" ", "_") for name in sample.path),
        )
        for sample in ways.forth
    )
    return {"": _csv(("t_s", "one_way_delay_ms", "hops", "path"), rows)}


def _link_trace(ways: Ways) -> dict[str, str]:
    rows = (
        (f"{sample.t_s:.9g}", f"{delay_ms:.6f}", f"{ways.rate:.0f}", int(sample.delay_ms is None))
        for sample, delay_ms in zip(ways.forth, _held(ways.forth), strict=True)
    )
    return {"": _csv(("t_s", "delay_ms", "rate_bps", "loss"), rows)}


def _held(samples: tuple[Sample, ...]) -> list[float]:
    """Give every sample a delay: without a path the last one, at the beginning the first one."""
    known = [sample.delay_ms for sample in samples if sample.delay_ms is not None]
    if not known:
        raise InputError("there is no path at any sample; look at another time or pair")
    held, last = [], known[0]
    for sample in samples:
        last = last if sample.delay_ms is None else sample.delay_ms
        held.append(last)
    return held


def _mahimahi(ways: Ways) -> dict[str, str]:
    interval_ms = round(ways.step_s * 1000)
    if interval_ms < 1 or abs(interval_ms / 1000 - ways.step_s) > 1e-9:
        raise InputError(
            f"the step is {ways.step_s:g} s; this form counts whole milliseconds: give a --step "
            'such as "10 ms" or "1 s"'
        )
    delays = "".join(f"{round(delay_ms)}\n" for delay_ms in _held(ways.forth))
    opportunities = ways.rate * ways.step_s * len(ways.forth) / PACKET_BITS
    if opportunities > MOST_OPPORTUNITIES:
        raise InputError(
            f"{opportunities:,.0f} lines of delivery opportunities ({ways.rate / 1e6:g} Mbit/s for "
            f"{ways.step_s * len(ways.forth):g} s); expected at most {MOST_OPPORTUNITIES:,}: take "
            "a shorter --duration or a lower --rate"
        )
    lines = []
    for number, sample in enumerate(ways.forth):
        if sample.delay_ms is None:
            continue
        # Opportunity k at a constant rate is at k * 12000 bit / rate, rounded up.
        begin_ms, end_ms = number * interval_ms, (number + 1) * interval_ms
        first = math.floor(begin_ms * ways.rate / 1000 / PACKET_BITS) + 1
        last = math.floor(end_ms * ways.rate / 1000 / PACKET_BITS)
        lines += [math.ceil(k * PACKET_BITS * 1000 / ways.rate) for k in range(first, last + 1)]
    if not lines:
        raise InputError(
            f"{ways.rate:g} bit/s delivers no packet of 1500 bytes in the time shown: give a "
            "higher --rate or a longer --duration"
        )
    return {"": delays, ".link": "".join(f"{ms}\n" for ms in lines)}


_NETEM_HEAD = """\
#!/bin/sh
# Delay {between}, replayed by tc-netem.
# Made by skyseam export delay; times count from the start of this script.
#
# Usage, as root, on a machine that forwards between the two ends:
#   ./script DEVICE_TO_{destination} DEVICE_TO_{source}
# netem delays what leaves a device, so each direction has its own: the first towards
# {destination}, the second towards {source}. Ctrl-C or the end takes both off again.
# Where there is no path everything is lost. A delay that falls lets later packets overtake.{rated}
set -eu
[ $# -eq 2 ] || {{ sed -n '5,6s/^# //p' "$0" >&2; exit 2; }}
forth=$1 back=$2
trap 'tc qdisc del dev "$forth" root; tc qdisc del dev "$back" root' EXIT
trap 'exit 130' INT TERM
begin=$(date +%s%3N)
# Sleeps until so many milliseconds after the start: what commands take does not add up.
at() {{
    left=$((begin + $1 - $(date +%s%3N)))
    [ "$left" -le 0 ] || sleep "$(printf '%d.%03d' $((left / 1000)) $((left % 1000)))"
}}
forth() {{ tc qdisc "${{2:-change}}" dev "$forth" root handle 1: netem limit 100000 $1; }}
back() {{ tc qdisc "${{2:-change}}" dev "$back" root handle 1: netem limit 100000 $1; }}
"""

_NETEM_QUEUE = """\
# The rate and its queue are tbf's, behind the delay.
queue() {{
    tc qdisc replace dev "$1" parent 1:1 handle 10: tbf rate {rate}bit burst {burst} limit {bytes}
{packets}}}
"""


def _netem(ways: Ways) -> dict[str, str]:
    title = f" ({ways.title})" if ways.title else ""
    source, destination = (
        "".join(c if c.isalnum() else "_" for c in name) for name in (ways.source, ways.destination)
    )
    between = f"between {ways.source} and {ways.destination}"
    clean = "".join(c if c.isprintable() else " " for c in between + title)
    queue = _queue(ways)
    rated = "\n# The rate holds packets back, up to the queue's limit." if queue else ""
    head = _NETEM_HEAD.format(between=clean, source=source, destination=destination, rated=rated)
    lines = [head, queue]
    before: dict[str, str] = {}
    for forth, back, forth_ms, back_ms in zip(
        ways.forth, ways.back, _held(ways.forth), _held(ways.back), strict=True
    ):
        commands = []
        for name, sample, delay_ms in (("forth", forth, forth_ms), ("back", back, back_ms)):
            # All are given, since netem keeps what a change does not name.
            loss = "100%" if sample.delay_ms is None else "0%"
            is_own = ways.rate_bps is not None and not queue
            rate = f" rate {ways.rate_bps:.0f}bit" if is_own else ""
            what = f"delay {delay_ms:.3f}ms loss {loss}{rate}"
            if before.get(name) != what:
                commands.append(f'{name} "{what}"{"" if name in before else " replace"}')
                before[name] = what
        if commands:
            if queue and forth.t_s == 0:
                commands += ['queue "$forth"', 'queue "$back"']
            lines.append(f"at {forth.t_s * 1000:.0f}; {'; '.join(commands)}\n")
    lines.append(f"at {ways.step_s * len(ways.forth) * 1000:.0f}\n")
    return {"": "".join(lines)}


def _queue(ways: Ways) -> str:
    """Return the function of a netem script that gives a device its rate and queue."""
    if ways.queue is None:
        return ""
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?) ?(packets?|B|kB|MB)", ways.queue.strip())
    amount = 0.0 if found is None else float(found[1])
    if found is None or amount <= 0 or (found[2].startswith("p") and amount % 1):
        raise InputError(
            f'queue is "{ways.queue}"; expected packets or bytes, such as "100 packets" or "60 kB"'
        )
    # A burst of a packet, or what passes in 4 ms, the kernel's tick at 250 Hz.
    burst = max(1540, round(ways.rate / 8 / 250))
    packets, size = "", round(amount * {"B": 1, "kB": 1e3, "MB": 1e6}.get(found[2], 1540))
    if found[2].startswith("p"):
        packets = (
            f'    tc qdisc replace dev "$1" parent 10:1 handle 100: pfifo limit {amount:.0f}\n'
        )
    return _NETEM_QUEUE.format(rate=round(ways.rate), burst=burst, bytes=size, packets=packets)


FORMS: dict[str, Callable[[Ways], dict[str, str]]] = {
    "csv": _table,
    "netem": _netem,
    "mahimahi": _mahimahi,
    "trace": _link_trace,
}
"""The formats of a trace."""
