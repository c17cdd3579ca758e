"""L4S: how long Prague's packets wait in DualPI2 and how it shares a link with CUBIC.

One-way delays come from captures at the sender, before any queue, and at the receiver. The scenario
is that of docs/howto/l4s.md.
"""

from __future__ import annotations

import struct

import numpy as np
import pytest

import skyseam
from conftest import ROOT
from skyseam.recording import packets_of

PAGE = (ROOT / "docs/howto/l4s.md").read_text("utf-8")
SKY, _, FLOWS = (
    PAGE.partition("```toml name=l4s.toml\n")[2].partition("```")[0].partition("[[flows]]")
)
FROM_S = 5.0
FAST = 'delay = "0 ms"\nrate = "10 Gbit/s"\nqueue = "10000 packets"'


def run(world: str, sender: str, seconds: int, start_s: float = 0) -> skyseam.Results:
    """Run both flows of the page from the node `sender`."""
    flows = FLOWS.replace("60 s", f"{seconds} s").replace('from = "gateway"', f'from = "{sender}"')
    more = f'start = "{start_s} s"\ncaptures = ["{sender}", "home"]\nrecord ='
    flows = flows.replace("record =", more)
    return skyseam.run(skyseam.toml(f"{world}\n[[flows]]{flows}"))


def sent_at(capture: bytes) -> dict[tuple[int, ...], list[float]]:
    """Return the instants at which each segment with data passes, in s."""
    seen: dict[tuple[int, ...], list[float]] = {}
    for at_s, _, packet in packets_of(capture):
        header = 4 * (packet[0] & 15)
        if struct.unpack_from(">H", packet, 2)[0] > 600:
            # Ports and sequence number; the ports tell the flows apart.
            seen.setdefault(struct.unpack_from(">HHI", packet, header), []).append(at_s)
    return seen


def waits_ms(results: skyseam.Results, sender: str, from_s: float = FROM_S) -> list[np.ndarray]:
    """Return, for each flow, the one-way delays beyond the least one of the same second, in ms."""
    before, behind = (sent_at(results.captures[node]) for node in (sender, "home"))
    flows: dict[tuple[int, ...], list[tuple[float, float]]] = {}
    for segment, sent in before.items():
        arrived = behind.get(segment, [])
        if len(sent) == len(arrived) == 1 and sent[0] >= from_s:
            delay = (sent[0], 1e3 * (arrived[0] - sent[0]))
            flows.setdefault(segment[:2], []).append(delay)
    waits = []
    for _, delays in sorted(flows.items()):
        at_s, delay_ms = np.array(delays).T
        second = at_s.astype(int)
        least = {one: delay_ms[second == one].min() for one in set(second)}
        waits.append(delay_ms - [least[one] for one in second])
    return waits


@pytest.mark.parametrize("rtt_ms", [5, 20, 100])
def test_prague_waits_less_than_a_millisecond_and_shares_with_cubic(rtt_ms: int) -> None:
    wire = (
        f'between = ["router", "home"]\ndelay = "{rtt_ms / 2} ms"\nrate = "40 Mbit/s"\n'
        'queue = "dualpi2"'
    )
    fast = 'between = ["gateway", "router"]\n' + FAST
    nodes = 'nodes = [{ name = "gateway" }, { name = "router" }, { name = "home" }]'
    results = run(f"{nodes}\n[[wires]]\n{fast}\n[[wires]]\n{wire}", "gateway", 15)
    prague, cubic = waits_ms(results, "gateway")
    # The dual queue's design: 99 % of L4S packets wait for less than 1 ms.
    assert np.quantile(prague, 0.99) < 1
    assert np.quantile(cubic, 0.99) > 5
    bins = results.to_pandas("throughput").query(f"t_s >= {FROM_S}")
    ratio = np.divide(*bins.groupby("flow")["goodput_bps"].sum())
    # A square law with coupling factor 2 balances the rates; over 100 ms Prague takes longer.
    assert rtt_ms > 20 or 0.5 < ratio < 2.1


def test_handovers_leave_the_l4s_queue_short() -> None:
    server = 'between = ["server", "gateway"]\n' + FAST
    # At 200 Mbit/s Prague also waits behind bursts of CUBIC in the uplink, which is drop-tail.
    sky = SKY.replace('uplink = { rate = "200 Mbit/s"', 'uplink = { rate = "10 Gbit/s"')
    results = run(f'nodes = [{{ name = "server" }}]\n[[wires]]\n{server}\n{sky}', "server", 8, 20)
    prague, _ = waits_ms(results, "server", 20 + FROM_S)
    assert np.quantile(prague, 0.99) < 1
    # The path changes at 27 s.
    assert prague.max() > 5
