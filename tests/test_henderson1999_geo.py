"""Goal: the four TCPs over a geostationary path (Henderson 1999) rank as expected.

Method: the quick reproduction, run once by the command; the outcome of every file is read back.
"""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from conftest import Quick

ROUND_TRIP_S = 0.602
USUAL = {
    "stack": "bsd", "queue": 50, "exit_burst": "limited", "window": 262144, "size": 10485760,
    "beside": False, "delay_ms": 300,
}  # fmt: skip


@pytest.fixture(scope="module")
def place(quick: Quick) -> Path:
    """Return the directory of a quick reproduction of the part."""
    return quick("henderson1999", "geo")


@pytest.fixture(scope="module")
def files(place: Path) -> pl.DataFrame:
    """Return the outcome of every file."""
    return pl.read_parquet(place / "files.parquet")


def mean(files: pl.DataFrame, column: str, recovery: str, **wanted: object) -> float:
    """Return the mean over seeds of a case; parameters not given are the usual ones."""
    for name, value in (USUAL | {"recovery": recovery} | wanted).items():
        files = files.filter(pl.col(name) == value)
    assert len(files) >= 2
    return float(files[column].to_numpy().mean())


def test_the_report_says_what_was_claimed(place: Path) -> None:
    assert "Claimed and come out" in (place / "report.html").read_text(encoding="utf-8")
    assert "variants_halve" in (place / "comparison.csv").read_text(encoding="utf-8")


def test_no_file_is_faster_than_the_link(files: pl.DataFrame) -> None:
    assert files["payload_bps"].max() < 1.3e6 * 1460 / 1500  # type: ignore[operator]
    # Without loss slow start takes some thirteen round trips: a file of 10 MB has most of the rate.
    assert mean(files, "payload_bps", "sack-newreno") > 1.0e6


@pytest.mark.parametrize("queue", [20, 50])
def test_recoveries_rank(files: pl.DataFrame, queue: int) -> None:
    order = ["reno", "newreno", "sack-reno", "sack-newreno"]
    rates = [mean(files, "payload_bps", one, queue=queue) for one in order]
    assert rates == sorted(rates)
    assert rates[0] < 0.75 * rates[-1]


def test_a_short_file_loses_over_half(files: pl.DataFrame) -> None:
    sizes = {"size": 1 << 20}
    slow, fast = (mean(files, "payload_bps", one, **sizes) for one in ("reno", "sack-newreno"))
    assert slow < 0.5 * fast


def test_only_reno_waits_for_its_timer(files: pl.DataFrame) -> None:
    assert mean(files, "timeouts", "reno") >= 1
    for one in ("newreno", "sack-reno", "sack-newreno"):
        assert mean(files, "timeouts", one) == 0
    assert mean(files, "recoveries", "reno") > mean(files, "recoveries", "sack-newreno")


def test_a_burst_at_the_end_of_recovery_costs(files: pl.DataFrame) -> None:
    limited, burst = (
        mean(files, "payload_bps", "newreno", exit_burst=one) for one in ("limited", "unlimited")
    )
    assert burst < 0.95 * limited


def test_a_small_window_is_the_rate(files: pl.DataFrame) -> None:
    for window in (65535, 16384):
        rate = mean(files, "payload_bps", "sack-newreno", window=window)
        assert 0.85 < rate / (window // 1460 * 1460 * 8 / ROUND_TRIP_S) < 1


def test_a_near_transfer_takes_most_of_the_link(files: pl.DataFrame) -> None:
    far = mean(files, "payload_bps", "sack-newreno", size=1 << 20, beside=True)
    near = mean(files, "beside_bps", "sack-newreno", size=1 << 20, beside=True)
    assert far < near / 2
    assert near < 1.3e6 * 1460 / 1500
