"""Goal: `skyseam validate` compares what was measured, and hides nothing that was not run.

Method: the whole comparison, which takes two seconds.
"""

from __future__ import annotations

import csv
from collections import Counter

import pytest

from skyseam import validate


def test_linux_tcp_is_within_its_bounds() -> None:
    comparisons = validate.linux_tcp()
    counted = Counter(one.verdict for one in comparisons)
    outside = [one for one in comparisons if one.verdict == "outside"]
    assert not outside
    assert counted["within"] == 55
    configurations = {one.configuration for one in comparisons if one.reason}
    cannot = (" bbr ", "paced", "gso64k", "compsack0", "c_loss", "d_step")
    assert all(any(word in name for word in cannot) for name in configurations)
    rows = list(csv.DictReader(validate.write(comparisons).splitlines()))
    assert len(rows) == len(comparisons)


@pytest.mark.parametrize(
    ("measured", "simulated", "verdict"),
    [(100, 101, "within"), (100, 103, "outside"), (0, 0, "within"), (0, 1, "outside")],
)
def test_a_bound_is_a_fraction_of_what_was_measured(
    measured: float, simulated: float, verdict: str
) -> None:
    assert validate.Comparison("c", "q", measured, simulated, 0.02).verdict == verdict


def test_what_was_not_run_says_why() -> None:
    one = validate.Comparison("c", "q", 1, None, 0.02, "no pacing")
    assert (one.verdict, one.deviation) == ("not run", None)
