"""Goal: measures of how users share a link follow their definitions.

Method: hand-made tables with values computed by hand; one run whose sums are known from elsewhere.
"""

from __future__ import annotations

import math
from typing import Any

import pyarrow as pa
import pytest

import skyseam
from conftest import ROOT
from skyseam.measures import sharing


@pytest.mark.parametrize(
    ("values", "index"),
    [
        ([1.0, 1.0, 1.0, 1.0], 1.0),
        ([5.0], 1.0),
        ([1.0, 0.0, 0.0, 0.0], 0.25),
        # (1 + 2 + 3)^2 / (3 * (1 + 4 + 9)) = 36 / 42
        ([1.0, 2.0, 3.0], 36 / 42),
        ([1e200, 2e200, 3e200], 36 / 42),
    ],
)
def test_jains_index_by_hand(values: list[float], index: float) -> None:
    assert sharing.jain_index(values) == pytest.approx(index, rel=1e-12)


def test_jains_index_of_nothing() -> None:
    assert math.isnan(sharing.jain_index([0.0, 0.0]))
    for values in ([], [-1.0, 2.0], [math.nan], [math.inf, 1.0]):
        with pytest.raises(skyseam.InputError, match="expected"):
            sharing.jain_index(values)


def flows_table(rows: list[dict[str, Any]]) -> pa.Table:
    filled = [
        {"part_of": row["flow"], "first_sent_s": 1.0, "last_received_s": 11.0, **row}
        for row in rows
    ]
    return pa.Table.from_pylist(filled)


FLOWS = flows_table(
    [
        {"run": 0, "flow": 0, "destination": "user-1", "bytes": 1000},
        {"run": 0, "flow": 1, "destination": "user-2", "bytes": 3000},
        {"run": 0, "flow": 2, "destination": "user-1", "bytes": 500, "last_received_s": 21.0},
        # A further part of a split connection is no flow of its own.
        {"run": 0, "flow": 3, "part_of": 1, "destination": "user-2", "bytes": 3000},
        {"run": 1, "flow": 0, "destination": "user-1", "bytes": 0, "last_received_s": None},
        {"run": 1, "flow": 1, "destination": "user-2", "bytes": 2000},
    ]
)


def test_goodput_is_of_all_flows_of_a_user() -> None:
    found = sharing.goodput(FLOWS, duration_s=10.0).to_pylist()
    assert [(row["run"], row["user"], row["flows"], row["bytes"]) for row in found] == [
        (0, "user-1", 2, 1500),
        (0, "user-2", 1, 3000),
        (1, "user-1", 1, 0),
        (1, "user-2", 1, 2000),
    ]
    assert [row["goodput_bps"] for row in found] == [1200.0, 2400.0, 0.0, 1600.0]


def test_goodput_without_a_duration_is_over_what_came() -> None:
    found = sharing.goodput(FLOWS).to_pylist()
    # From 1 s on: 12,000 bit in 20 s, 24,000 in 10 s, nothing, 16,000 in 10 s.
    assert [row["goodput_bps"] for row in found] == [600.0, 2400.0, None, 1600.0]


def test_goodput_of_some_users() -> None:
    found = sharing.goodput(FLOWS.drop_columns("run"), 10.0, users=["user-2"])
    assert found.column_names == ["user", "flows", "bytes", "goodput_bps"]
    assert found["user"].to_pylist() == ["user-2"]
    with pytest.raises(skyseam.InputError, match="no flow goes to 'user-3'"):
        sharing.goodput(FLOWS, users=["user-3"])
    with pytest.raises(skyseam.InputError, match="above 0"):
        sharing.goodput(FLOWS, duration_s=0.0)


def test_fairness_for_each_run() -> None:
    first, second = sharing.fairness(sharing.goodput(FLOWS, 10.0)).to_pylist()
    # (1200 + 2400)^2 / (2 * (1200^2 + 2400^2)) = 0.9; std = 1200 / sqrt(2).
    assert first == pytest.approx(
        {"run": 0, "users": 2, "jain": 0.9, "mean": 1800.0, "std": 1200 / math.sqrt(2),
         "least": 1200.0, "most": 2400.0}
    )  # fmt: skip
    assert (second["jain"], second["least"]) == (0.5, 0.0)


def test_fairness_of_nothing() -> None:
    nobody = pa.table({"user": ["a", "b"], "goodput_bps": pa.array([None, None], pa.float64())})
    assert sharing.fairness(nobody).to_pylist()[0]["jain"] is None
    alone = sharing.fairness(pa.table({"user": ["a"], "goodput_bps": [7.0]})).to_pylist()[0]
    assert (alone["jain"], alone["std"]) == (1.0, None)
    with pytest.raises(skyseam.InputError, match="no shares"):
        sharing.fairness(nobody.slice(0, 0))
    with pytest.raises(skyseam.InputError, match="no column 'mos'"):
        sharing.fairness(nobody, "mos")


def harq_table(rows: list[tuple[int, str, str, int]]) -> pa.Table:
    names = ("run", "link", "receiver", "symbols")
    return pa.Table.from_pylist([dict(zip(names, row, strict=True)) for row in rows])


def test_useful_bits_for_each_coded_bit() -> None:
    harq = harq_table(
        [(0, "beam", "user-1", 10_000), (0, "beam", "user-2", 20_000), (1, "beam", "user-2", 0)]
    )
    first, second = sharing.spectral_efficiency(FLOWS, harq).to_pylist()
    # 8 * 4500 bits in 2 * 30,000.
    assert first == {"run": 0, "link": "beam", "useful_bits": 36_000.0, "coded_bits": 60_000.0,
                     "efficiency": 0.6}  # fmt: skip
    assert (second["coded_bits"], second["efficiency"]) == (0.0, None)


def test_flows_that_end_elsewhere_are_no_use_of_a_link() -> None:
    harq = harq_table([(0, "beam", "user-2", 20_000), (0, "other", "user-1", 10_000)])
    told = sharing.spectral_efficiency(FLOWS, harq, "beam").to_pylist()[0]
    assert told["useful_bits"] == 24_000.0
    with pytest.raises(skyseam.InputError, match="name one: beam, other"):
        sharing.spectral_efficiency(FLOWS, harq)
    with pytest.raises(skyseam.InputError, match="no link 'x' has HARQ"):
        sharing.spectral_efficiency(FLOWS, harq, "x")


def test_the_measures_of_a_run() -> None:
    results = skyseam.run(ROOT / "scenarios" / "scheduler.toml")
    shares = sharing.goodput(results.flows, 60.0)
    users = shares.num_rows
    told = sharing.fairness(shares).to_pylist()[0]
    assert 0.5 < told["jain"] < 1
    harq = results.table("harq")
    (link,) = {row["link"] for row in harq.to_pylist() if row["receiver"] == "user-1"}
    efficiency = sharing.spectral_efficiency(results.flows, harq, link).to_pylist()[0]
    assert efficiency["useful_bits"] == pytest.approx(told["mean"] * users * 60)
    # 8000 useful bits of 2 * 5696 coded ones at best, 2 * 26,860 at worst.
    assert 8000 / (2 * 26_860) < efficiency["efficiency"] < 8000 / (2 * 5696)
