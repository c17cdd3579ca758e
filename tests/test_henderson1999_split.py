"""Goal: the effect of a gateway that splits connections on files over a satellite (Henderson 1999).

Method: the quick reproduction, run once by the command; the outcome of every file is read back.
"""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from conftest import Quick


@pytest.fixture(scope="module")
def place(quick: Quick) -> Path:
    """Return the directory of a quick reproduction of the part."""
    return quick("henderson1999", "split")


@pytest.fixture(scope="module")
def files(place: Path) -> pl.DataFrame:
    """Return the outcome of every file."""
    return pl.read_parquet(place / "files.parquet")


def mean(files: pl.DataFrame, column: str, kind: str, **wanted: object) -> float:
    """Return the mean over seeds of a case; parameters not given are the usual ones."""
    usual = {"kind": kind, "size": 1 << 20, "buffer": 1 << 20, "beside": "transfer"}
    for name, value in (usual | wanted).items():
        files = files.filter(pl.col(name) == value)
    assert len(files) >= 2
    return float(files[column].to_numpy().mean())


def test_the_report_says_what_was_claimed(place: Path) -> None:
    assert "Claimed and come out" in (place / "report.html").read_text(encoding="utf-8")


def test_a_split_is_faster_than_one_connection(files: pl.DataFrame) -> None:
    whole, split, near = (
        mean(files, "payload_bps", kind, size=10485760) for kind in ("whole", "split", "near")
    )
    assert 1.2 * whole < split
    assert 0.8 * near < split < 1.3e6 * 1460 / 1500


def test_traffic_back_is_an_acknowledgement_for_two_segments(files: pl.DataFrame) -> None:
    for kind in ("whole", "split"):
        rate, back = (mean(files, column, kind) for column in ("payload_bps", "back_bps"))
        assert 0.9 < back / (rate / (1460 * 2) * 40) < 1.6


def test_an_explicit_gateway_costs_a_round_trip_on_the_ground(place: Path) -> None:
    """Twice 10 ms, and a SYN of 40 B over 10 and 1.3 Mbit/s both ways: 20.556 ms."""
    report = (place / "report.html").read_text(encoding="utf-8")
    _, row = report.split("later than through a transparent one by", 1)
    assert ">20.56<" in row.split("</tr>", 1)[0].replace("\n", "")


def test_stp_sends_less_back(files: pl.DataFrame) -> None:
    assert mean(files, "back_bps", "stp") < 0.6 * mean(files, "back_bps", "split")


def test_a_small_buffer_is_the_rate(files: pl.DataFrame) -> None:
    alone = {"size": 10485760, "beside": "none"}
    small = mean(files, "payload_bps", "split", buffer=32768, **alone)
    assert 0.85 < small / (32768 * 8 / 0.58) < 1.02
    assert mean(files, "payload_bps", "split", **alone) > 2 * small


def test_web_replies_slow_files_down(files: pl.DataFrame) -> None:
    web = {"beside": "web", "load": 0.3}
    whole, split = (mean(files, "payload_bps", kind, **web) for kind in ("whole", "split"))
    assert whole < split < 1.3e6 * 0.9
