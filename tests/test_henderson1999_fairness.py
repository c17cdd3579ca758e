"""Goal: fairness under increase rules (Henderson 1999) has its shape in the quick study too.

Method: the quick reproduction, run once by the command; the rates of all flows are read back.
"""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from conftest import Quick
from skyseam.measures.intervals import student_t, student_t_975


@pytest.fixture(scope="module")
def report(quick: Quick) -> Path:
    """Return the directory of a quick reproduction of the part."""
    place = quick("henderson1999", "fairness")
    assert "Claimed and come out" in (place / "report.html").read_text(encoding="utf-8")
    return place


@pytest.fixture(scope="module")
def rates(report: Path) -> pl.DataFrame:
    """Return the rate of every flow in every run on topology 1."""
    return pl.read_parquet(report / "rates.parquet")


@pytest.fixture(scope="module")
def topologies(report: Path) -> pl.DataFrame:
    """Return the rates on the other topologies; the flow without a round trip is all replies."""
    return pl.read_parquet(report / "topologies.parquet")


def of(rates: pl.DataFrame, **wanted: object) -> pl.DataFrame:
    """Return the rows of a case; parameters not given are those of the standard case."""
    case = {"rule": "newreno", "constant": 0.0, "queue": "red", "rate": "10", "standard": 0}
    for name, value in (case | wanted).items():
        rates = rates.filter(pl.col(name) == value)
    assert len(rates)
    return rates


def jain(rates: pl.DataFrame) -> float:
    by_seed = rates.group_by("seed").agg(
        (pl.col("payload_bps").sum() ** 2 / (5 * (pl.col("payload_bps") ** 2).sum())).alias("jain")
    )
    return float(by_seed["jain"].to_numpy().mean())


def total(rates: pl.DataFrame) -> float:
    return float(rates["payload_bps"].to_numpy().sum())


def test_the_link_is_full_and_no_more(rates: pl.DataFrame) -> None:
    sums = rates.group_by("rule", "constant", "queue", "rate", "limit", "standard", "seed").agg(
        pl.col("payload_bps").sum(), pl.col("rtt_ms").count()
    )
    assert (sums["rtt_ms"] == 5).all()
    link = 1e6 * sums["rate"].cast(pl.Float64) * 1000 / 1040
    assert (sums["payload_bps"] <= 1.001 * link).all()


def test_long_round_trips_get_less_by_the_standard_rule(rates: pl.DataFrame) -> None:
    means = of(rates).group_by("rtt_ms").agg(pl.col("payload_bps").mean()).sort("rtt_ms")
    assert means["payload_bps"].is_sorted(descending=True)
    assert 0.3 < jain(of(rates)) < 0.5


def test_the_constant_rate_rule_is_fair_with_red_alone(rates: pl.DataFrame) -> None:
    assert jain(of(rates, rule="cr", constant=4.0)) > 0.9
    assert jain(of(rates, rule="cr", constant=4.0, queue="drop-tail")) < 0.75
    assert jain(of(rates, rule="cr", constant=1000.0)) < jain(of(rates, rule="cr", constant=4.0))


def test_one_standard_flow_lives_by_the_constant_of_the_others(rates: pl.DataFrame) -> None:
    share = [
        total(one.filter(pl.col("rtt_ms") == 200)) / total(one)
        for one in (of(rates, rule="cr", constant=c, standard=200) for c in (1.0, 1000.0))
    ]
    assert share[0] > 0.3 > 0.2 > share[1]


def test_increase_by_k_helps_the_long_flow(rates: pl.DataFrame) -> None:
    longest = [
        total(of(rates, rule="ibk", constant=k).filter(pl.col("rtt_ms") == 600)) for k in (1.0, 4.0)
    ]
    assert 1.2 < longest[1] / longest[0] < 2.5


def test_a_tenth_of_the_rate_is_background(topologies: pl.DataFrame) -> None:
    replies = topologies.filter((pl.col("name") == "table") & pl.col("rtt_ms").is_null())
    # Counted are all that arrive, so a large reply or two make a difference.
    assert len(replies) == 8
    assert 0.7e6 < float(replies["payload_bps"].to_numpy().mean()) < 1.4e6


def test_increase_by_k_helps_beside_background_and_costs_others_little(
    topologies: pl.DataFrame,
) -> None:
    table = topologies.filter((pl.col("name") == "table") & (pl.col("queue") == "red"))
    off, on = (table.filter(pl.col("constant") == k).sort("seed", "flow") for k in (1.0, 4.0))
    gains = on["payload_bps"].to_numpy() - off["payload_bps"].to_numpy()
    longest = off["rtt_ms"].to_numpy() == 600
    assert (gains[longest] > 0).all()
    assert (abs(gains[~longest]) < 0.1 * 10e6).all()


def test_two_bottlenecks_are_hard_on_the_transfer_over_both(topologies: pl.DataFrame) -> None:
    standard = (pl.col("topology") == 3) & (pl.col("rule") == "newreno")
    means = topologies.filter(standard).group_by("flow", "rtt_ms").agg(pl.col("payload_bps").mean())
    over_both = means.filter(pl.col("rtt_ms") == 600)["payload_bps"].to_numpy()
    assert (over_both < means.filter(pl.col("rtt_ms") < 600)["payload_bps"].to_numpy()).all()


def test_claims_and_bands_stand_in_the_comparison(report: Path) -> None:
    rows = pl.read_csv(report / "comparison.csv")
    assert rows["note"].str.contains("not a published number").all()
    assert rows.filter(pl.col("id").str.starts_with("Table 4.1")).height == 6


def test_points_of_student_t_are_those_of_tables() -> None:
    assert student_t(19, 0.99) == pytest.approx(2.86093, abs=1e-5)
    assert student_t(1, 0.99) == pytest.approx(63.6567, abs=1e-4)
    assert student_t(7, 0.95) == pytest.approx(student_t_975(7), rel=1e-9)
