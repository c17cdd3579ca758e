"""Goal: `skyseam validate ns2-tcp` compares every agent with ns-2, and all are within bounds.

Method: the whole comparison.
"""

from __future__ import annotations

from skyseam.validation import ns2


def test_ns2_tcp_is_within_its_bounds() -> None:
    comparisons = ns2.ns2_tcp()
    outside = [one for one in comparisons if one.verdict != "within"]
    assert not outside
    # Five agents: four quantities without loss, goodput at two losses.
    assert len(comparisons) == 5 * 4 + 2 * 5
    lossless = [one for one in comparisons if one.configuration.endswith("loss 0")]
    goodputs = [one for one in lossless if one.quantity == "goodput_mbps"]
    assert all(abs(one.deviation) < 0.005 for one in goodputs)
