"""Goal: T/TCP and a larger window save the expected part of a Web transfer (Henderson 1999).

Method: the quick reproduction, run once by the command; the latency of every reply is read back.
"""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from conftest import Quick
from skyseam.papers.henderson1999.web.analysis import Case
from skyseam.reproduce import Study, papers

RATE_BPS = 1.3e6
ROUND_TRIPS_S = {"GEO": 0.6, "LEO": 0.08}


@pytest.fixture(scope="module")
def place(quick: Quick) -> Path:
    """Return the directory of a quick reproduction of the part."""
    return quick("henderson1999", "web")


@pytest.fixture(scope="module")
def replies(place: Path) -> pl.DataFrame:
    """Return the latency of every reply."""
    return pl.read_parquet(place / "replies.parquet")


def of(replies: pl.DataFrame, option: str, **wanted: object) -> pl.DataFrame:
    """Return the replies of a case in order; parameters not given are the usual ones."""
    case = {"option": option, "path": "GEO", "segment": 1460, "drawn": True}
    for name, value in (case | wanted).items():
        replies = replies.filter(pl.col(name) == value)
    assert len(replies) >= 40
    return replies.sort("reply")


def mean(replies: pl.DataFrame, option: str, **wanted: object) -> float:
    return float(of(replies, option, **wanted)["latency_s"].to_numpy().mean())


def test_the_report_says_what_was_claimed(place: Path) -> None:
    assert "Claimed and come out" in (place / "report.html").read_text(encoding="utf-8")
    assert "ttcp_iw_least" in (place / "comparison.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", ["GEO", "LEO"])
@pytest.mark.parametrize("segment", [1460, 512])
def test_both_together_are_soonest(replies: pl.DataFrame, path: str, segment: int) -> None:
    means = {
        option: mean(replies, option, path=path, segment=segment)
        for option in ("standard", "window", "ttcp", "both")
    }
    assert means["both"] < min(means["window"], means["ttcp"])
    assert max(means["window"], means["ttcp"]) < means["standard"]
    assert 1.5 < means["standard"] / means["both"] < 3.5


def test_no_reply_is_sooner_than_physics(place: Path, replies: pl.DataFrame) -> None:
    sizes = pl.read_parquet(place / "sizes.parquet").sort("reply")["bytes"].to_numpy()
    for path, round_trip_s in ROUND_TRIPS_S.items():
        for option, rounds in (("standard", 2), ("window", 2), ("ttcp", 1), ("both", 1)):
            latency_s = of(replies, option, path=path)["latency_s"].to_numpy()
            assert (latency_s > rounds * round_trip_s + 8 * sizes / RATE_BPS).all()


def test_three_segments_by_hand(replies: pl.DataFrame) -> None:
    # Whole round trips, and transmissions under 40 ms in all; a single first segment waits for the
    # heartbeat, 0 to 200 ms.
    for option, rounds in (("window", 2), ("both", 1), ("ttcp", 2)):
        latency_s = of(replies, option, drawn=False)["latency_s"]
        assert 0 < latency_s.min() - 0.6 * rounds < 0.04  # type: ignore[operator]
        assert latency_s.max() - 0.6 * rounds < 0.04  # type: ignore[operator]
    waits = of(replies, "standard", drawn=False)["latency_s"].to_numpy() - 1.8
    assert (waits > 0).all()
    assert (waits < 0.24).all()
    assert waits.max() - waits.min() > 0.15


def test_pages_of_several_objects_load_soonest_with_both() -> None:
    found = Study(papers()["henderson1999"], "web", quick=True).of("web").pages_s
    for path in ROUND_TRIPS_S:
        took = {
            option: found[Case(option, path, drawn=False, pages=True)].mean()
            for option in ("standard", "window", "ttcp", "both")
        }
        assert took["both"] < min(took["window"], took["ttcp"])
        assert max(took["window"], took["ttcp"]) < took["standard"]
        assert took["standard"] > 2 * ROUND_TRIPS_S[path]
