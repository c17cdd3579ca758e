"""Goal: geographic routing of Henderson 1999 is reproduced, and its losses are stated.

Method: the quick reproduction, run once by the command; its files are read back.
"""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from conftest import Quick


@pytest.fixture(scope="module")
def reproduced(quick: Quick) -> Path:
    """Return the directory of a quick reproduction of the part."""
    return quick("henderson1999", "geographic")


def test_every_ping_arrives_or_is_given_up_somewhere(reproduced: Path) -> None:
    probes = pl.read_parquet(reproduced / "probes.parquet").filter("covered")
    undelivered = pl.read_parquet(reproduced / "undelivered.parquet").filter(pl.col("links") > 0)
    lost = dict(undelivered.group_by("variant").len().iter_rows())
    for (variant,), of_variant in probes.group_by("variant"):
        assert of_variant["delay_ms"].null_count() == lost.get(variant, 0), variant
    assert (undelivered["links"] <= 64).all()
    assert set(undelivered["reason"]) <= {"no_route", "geographic_loop", "hop_limit"}


def test_a_wider_scope_loses_less(reproduced: Path) -> None:
    undelivered = pl.read_parquet(reproduced / "undelivered.parquet").filter(pl.col("links") > 0)
    lost = dict(undelivered.group_by("variant").len().iter_rows())
    assert lost["k1"] > lost["k2"] > lost["k3"] >= lost.get("k5", 0)


def test_delivered_pings_lose_little_time(reproduced: Path) -> None:
    bins = pl.read_parquet(reproduced / "bins.parquet").filter(pl.col("metric") == "delay")
    assert bins.filter(pl.col("variant") == "k3")["mean"].max() < 10.0  # type: ignore[operator]
    # Nothing arrives earlier than by least delay, changes on the way aside.
    assert bins["mean"].min() > -0.1  # type: ignore[operator]


def test_flooding_costs_more_the_wider_it_goes(reproduced: Path) -> None:
    flooding = pl.read_parquet(reproduced / "flooding.parquet")
    messages = dict(flooding.select("scope", "messages").iter_rows())
    assert messages[1] < messages[2] < messages[5] < messages[0]
    assert "Claimed and come out" in (reproduced / "report.html").read_text(encoding="utf-8")
