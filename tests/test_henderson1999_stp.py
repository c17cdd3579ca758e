"""Goal: STP compared with TCP (Henderson 1999, chapter 5) sends little back and is as fast.

Method: the quick reproduction, run once by the command; the outcome of every file and exchange is
read back, and compared with the limits set by the channel and the round trip.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from conftest import Quick

ROUND_TRIP_S = 0.6


@pytest.fixture(scope="module")
def place(quick: Quick) -> Path:
    """Return the directory of a quick reproduction of the part."""
    return quick("henderson1999", "stp")


@pytest.fixture(scope="module")
def transfers(place: Path) -> pl.DataFrame:
    """Return the outcome of every transfer."""
    return pl.read_parquet(place / "transfers.parquet")


@pytest.fixture(scope="module")
def exchanges(place: Path) -> pl.DataFrame:
    """Return the duration of every exchange."""
    return pl.read_parquet(place / "exchanges.parquet")


def mean(transfers: pl.DataFrame, column: str, path: str, protocol: str, **wanted: object) -> float:
    """Return the mean over runs of a case, by default a file of 10 MB without background."""
    case = {"size": 10485760, "load": 0.0, "middle": False, "at": 0.0}
    for name, value in (case | {"path": path, "protocol": protocol} | wanted).items():
        transfers = transfers.filter(pl.col(name) == value)
    assert len(transfers) >= 1
    return float(transfers[column].to_numpy().mean())


def test_the_report_says_what_was_claimed_and_what_cannot_be(place: Path) -> None:
    text = (place / "report.html").read_text(encoding="utf-8")
    assert "Claimed and come out" in text
    assert "Table 5.4" in text
    rows = pl.read_csv(place / "comparison.csv")
    published = rows.filter(pl.col("id") == "stp_reverse")
    assert published.height == 1
    assert 5 < float(published["simulated"][0]) <= 10
    others = rows.filter(pl.col("id") != "stp_reverse")
    assert others["note"].str.contains("not a published number").all()


@pytest.mark.parametrize(("path", "gain"), [("geo", 5), ("leo", 1.5)])
def test_stp_is_as_fast_as_tcp_and_sends_back_less(
    transfers: pl.DataFrame, path: str, gain: float
) -> None:
    stp, sack, reno = (mean(transfers, "goodput_bps", path, one) for one in ("STP", "SACK", "Reno"))
    assert stp == pytest.approx(sack, rel=0.1)
    assert min(stp, sack) > reno
    back = [mean(transfers, "back_bps", path, one) for one in ("SACK", "STP")]
    assert gain < back[0] / back[1] < 15


def test_more_background_leaves_less(transfers: pl.DataFrame) -> None:
    for path in ("geo", "leo"):
        rates = [mean(transfers, "goodput_bps", path, "STP", load=load) for load in (0.0, 0.2)]
        assert rates[1] < 0.95 * rates[0]


@pytest.mark.parametrize("ber", [0.0, 1e-6, 1e-5])
def test_a_fixed_rate_loses_what_is_lost(transfers: pl.DataFrame, ber: float) -> None:
    case = {"size": 0, "at": ber}
    goodput = mean(transfers, "goodput_bps", "channel", "STP at a fixed rate", **case)
    assert goodput == pytest.approx(1e6 * 1000 / 1032 * (1 - ber) ** (8 * 1032), rel=0.02)
    window = mean(transfers, "goodput_bps", "channel", "STP, defaults", **case)
    assert window < goodput * (1.01 if ber == 0 else 0.3)


def test_reverse_traffic_rises_with_errors_and_is_stats_alone_without(
    transfers: pl.DataFrame,
) -> None:
    back = [
        mean(transfers, "back_bps", "channel", "STP at a fixed rate", size=0, at=ber)
        for ber in (0.0, 1e-6, 1e-5)
    ]
    assert back == sorted(back)
    assert back[0] == pytest.approx(3 / 0.55 * 8 * 44, rel=0.1)


def test_an_exchange_takes_the_round_trips_that_it_must(exchanges: pl.DataFrame) -> None:
    small = exchanges.filter(pl.col("reply_bytes") <= 1000)
    for protocol, rounds in {
        "TCP": 2, "T/TCP": 1, "T/TCP, larger window": 1, "STP": 1, "TCP Fast Open": 1,
    }.items():  # fmt: skip
        took = small.filter(pl.col("protocol") == protocol)["took_s"].to_numpy() / ROUND_TRIP_S
        assert len(took) > 10
        assert np.all((took > rounds) & (took < rounds + 0.1)), protocol


def test_stp_ends_exchanges_sooner_than_tcp(exchanges: pl.DataFrame) -> None:
    took = {
        protocol: exchanges.filter(pl.col("protocol") == protocol)["took_s"].to_numpy().mean()
        for protocol in ("TCP", "T/TCP, larger window", "STP")
    }
    assert took["STP"] < 1.1 * took["T/TCP, larger window"] < 1.1 * took["TCP"] / 1.5


def test_what_goes_through_the_sky_arrives(transfers: pl.DataFrame) -> None:
    for protocol in ("STP", "SACK"):
        assert mean(transfers, "goodput_bps", "teledesic-ns2", protocol) > 1.2e6
    for sky in ("teledesic-ns2", "starlink-shell1"):
        assert mean(transfers, "goodput_bps", sky, "TCP CUBIC", size=0) > 15e6


def test_a_thin_return_costs_tcp_what_it_does_not_cost_stp(transfers: pl.DataFrame) -> None:
    for path, thin in (("thin", 4.8), ("direcpc", 28.8)):
        stp, sack = (mean(transfers, "goodput_bps", path, one, at=thin) for one in ("STP", "SACK"))
        assert stp > 1.1 * sack
        for one in ("STP", "SACK"):
            assert mean(transfers, "back_bps", path, one, at=thin) < 1.02e3 * thin
    wide = [mean(transfers, "goodput_bps", "thin", one, at=64.0) for one in ("STP", "SACK")]
    assert wide[0] == pytest.approx(wide[1], rel=0.1)
