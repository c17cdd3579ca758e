"""Goal: `skyseam validate` compares all measurements.

Method: the whole comparison, which takes a few seconds.
"""

from __future__ import annotations

import csv
from collections import Counter

import pytest

from skyseam.validation import linux

OUTSIDE = {
    "c_loss reno 60 s 40 ms fifo",
    "d_step bbr 40 s 60/40 ms fifo",
}
"""Configurations whose retransmissions are known to miss; nothing else may."""


def test_linux_tcp_is_within_its_bounds() -> None:
    comparisons = linux.linux_tcp()
    counted = Counter(one.verdict for one in comparisons)
    outside = [one for one in comparisons if one.verdict == "outside"]
    assert {one.configuration for one in outside} == OUTSIDE
    assert all(one.quantity == "retransmissions" and one.why for one in outside)
    assert counted == {"within": 166, "outside": 2}
    assert len({one.configuration for one in comparisons}) == 51
    rows = list(csv.DictReader(linux.write(comparisons).splitlines()))
    assert len(rows) == len(comparisons)


@pytest.mark.parametrize(
    ("measured", "simulated", "verdict"),
    [(100, 101, "within"), (100, 103, "outside"), (0, 0, "within"), (0, 1, "outside")],
)
def test_a_bound_is_a_fraction_of_what_was_measured(
    measured: float, simulated: float, verdict: str
) -> None:
    assert linux.Comparison("c", "q", measured, simulated, 0.02).verdict == verdict
