"""Goal: what `skyseam view` shows is what the run did, and nobody else can look at it.

Method: recorded routes beside `skyseam delay`, the server beside requests of strangers, and the page
in a headless browser.
"""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

import skyseam
from conftest import ROOT

PROBES: dict[str, Any] = {
    "constellation": {"preset": "iridium"},
    "terminals": [
        {"name": "HNL", "latitude": "21.5 deg", "longitude": "-158.0 deg"},
        {"name": "LAX", "latitude": "34.05 deg", "longitude": "-118.24 deg"},
    ],
    "links": {
        where: {"rate": "1000 Mbit/s", "queue": "50 packets"}
        for where in ("uplink", "downlink", "isl")
    },
    "flows": [{
        "name": "probes", "from": "HNL", "to": "LAX",
        "application": {"kind": "ping", "count": 36_000, "interval": "100 ms"},
    }],
    "run": {"duration": "3600 s", "record": ["routes", "rtt", "handovers"]},
}  # fmt: skip
"""A ping ten times a second for an hour, whose packets never wait."""


@pytest.fixture(scope="module")
def probed() -> skyseam.Results:
    return skyseam.run(PROBES)


def test_recorded_routes_are_those_of_delay(probed: skyseam.Results) -> None:
    rows = [row for row in probed.table("routes").to_pylist() if row["source"] == "HNL"]
    assert len({tuple(row["path"]) for row in rows}) > 10
    assert all(before["path"] != after["path"] for before, after in pairwise(rows))
    draw = random.Random(17)
    compared = 0
    for _ in range(100):
        # An instant at which a packet leaves.
        t_s = draw.randrange(1, 36_000) / 10
        last = [row for row in rows if row["t_s"] <= t_s][-1]
        study = skyseam.delay(PROBES, pairs=[("HNL", "LAX")], start_s=t_s, duration_s=1, step_s=1)
        path = study.table("delay")["path"].to_pylist()[0]
        assert last["path"] == (path or []), t_s
        compared += bool(path)
    assert compared > 80


def test_routes_of_both_directions_and_of_gaps_are_there(probed: skyseam.Results) -> None:
    rows = probed.table("routes").to_pylist()
    assert {row["source"] for row in rows} == {"HNL", "LAX"}
    for row in rows:
        ends = [row["source"], row["destination"]]
        assert not row["path"] or [row["path"][0], row["path"][-1]] == ends
    assert sorted(row["t_s"] for row in rows) == [row["t_s"] for row in rows]
