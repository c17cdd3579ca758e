"""Goal: the delay studies of Henderson 1999 confirm the thesis' claims; the report is complete.

Method: the quick reproduction, run once by the command; its files are read back. Steps are counted
on series with known steps.
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import skyseam
from conftest import Quick
from skyseam.papers.henderson1999.delay import analysis
from skyseam.papers.henderson1999.whole import kind, stp
from skyseam.reproduce import Estimate, Report, Whole, papers, parts
from test_reproduce import References

CHAPTERS = papers()["henderson1999"].document("paper.toml")["chapters"]
SPEED_OF_LIGHT_KM_PER_MS = 299.793


@pytest.fixture(scope="module")
def reproduced(quick: Quick) -> Path:
    """Return the directory of a quick reproduction of the part."""
    return quick("henderson1999", "delay")


def comparison(place: Path) -> dict[str, dict[str, str]]:
    text = (place / "comparison.csv").read_text(encoding="utf-8")
    return {row["id"]: row for row in csv.DictReader(text.splitlines())}


def test_every_claim_with_a_number_is_compared(reproduced: Path) -> None:
    rows = comparison(reproduced)
    assert set(rows) == {"teledesic_tail", "nysf_steps"}
    assert set(rows) <= set(papers()["henderson1999"].published)
    for row in rows.values():
        assert float(row["low95"]) <= float(row["simulated"]) <= float(row["high95"])


def test_under_one_percent_of_pings_take_more_than_100_ms(reproduced: Path) -> None:
    row = comparison(reproduced)["teledesic_tail"]
    assert float(row["simulated"]) < 1.0
    pings = pl.read_parquet(reproduced / "pings.parquet")
    mine = pings.filter((pl.col("sky") == "teledesic") & (pl.col("metric") == "delay"))
    covered = mine["delay_ms"].drop_nulls().to_numpy()
    assert len(covered) == int(row["n"])
    assert 100 * (covered > 100).mean() == pytest.approx(float(row["simulated"]), rel=1e-5)


def test_steps_are_generally_no_more_than_8_ms(reproduced: Path) -> None:
    """85 % of the steps are at most 8.03 ms, and 98 % at most 8.5 ms, which a graph shows as 8."""
    row = comparison(reproduced)["nysf_steps"]
    assert float(row["low95"]) < 8.0 < float(row["high95"])
    steps = (
        pl.read_parquet(reproduced / "steps.parquet")
        .filter(pl.col("reading") == "checks every 10 s, as in ns-2")["step_ms"]
        .to_numpy()
    )
    assert 780 < len(steps) < 830
    assert (steps <= 8.0).mean() == pytest.approx(0.845, abs=0.005)
    assert (steps <= 8.5).mean() == pytest.approx(0.984, abs=0.005)


def test_no_ping_is_faster_than_light_and_fewest_hops_is_not_faster(reproduced: Path) -> None:
    pings = pl.read_parquet(reproduced / "pings.parquet").drop_nulls("delay_ms")
    assert (pings["delay_ms"] > pings["great_circle_km"] / SPEED_OF_LIGHT_KM_PER_MS).all()
    place = [*skyseam.survey.PROBE_COLUMNS, "sky"]
    by_delay, by_hops = (pings.filter(pl.col("metric") == metric) for metric in ("delay", "hops"))
    both = by_delay.join(by_hops, on=place, suffix="_hops")
    assert len(both) > 2900
    # Changes on the way can cost the best path of the departure a little.
    assert (both["delay_ms_hops"] - both["delay_ms"]).min() > -0.1  # type: ignore[operator]
    assert (both["hops_hops"] <= both["hops"]).all()


def test_ends_that_have_just_attached_are_nearer(reproduced: Path) -> None:
    """The other program's means are reproduced, which explains those that are not."""
    bands = {
        row["quantity"]: row for row in pl.read_parquet(reproduced / "bands.parquet").to_dicts()
    }
    for sky in ("Teledesic", "Iridium, seam crossed", "Iridium"):
        assert abs(bands[f"{sky}, min-delay: mean"]["attached_z"]) < 3
    for metric in ("delay", "hop"):
        row = bands[f"Teledesic, min-{metric}: mean"]
        assert row["attached"] < row["held"]


def test_the_page_needs_nothing_else_and_names_every_assumption(reproduced: Path) -> None:
    page = (reproduced / "report.html").read_text(encoding="utf-8")
    references = References()
    references.feed(page)
    assert references.fetched == []
    assert references.images == 8
    assert "54.598° N" in page
    for assumption in papers()["henderson1999"].assumptions:
        assert f"<b>{assumption['what']}</b>" in page.replace("&#39;", "'")


def test_the_directory_loads_as_results(reproduced: Path) -> None:
    results = skyseam.load(reproduced)
    assert (results.manifest["paper"], results.manifest["part"]) == ("henderson1999", "delay")
    assert set(results.tables) == {
        "pings",
        "delay",
        "handovers",
        "steps",
        "excess",
        "bands",
        "uncrossed",
    }
    assert {f"{name}.png" for name in ("pings", "day", "excess", "example", "pole")} <= set(
        results.manifest["files"]
    )


def test_steps_are_changes_larger_than_drift() -> None:
    delay_ms = np.array([20.0, 20.05, 20.1, 25.1, 25.1, np.nan, 30.0, 27.0, 26.93])
    found = analysis.steps(delay_ms, 0.071)
    assert found == pytest.approx([5.0, 3.0])


def test_the_whole_page_begins_with_what_each_chapter_teaches() -> None:
    """Reports of two parts: their texts are included, and missing parts are named."""
    paper = papers()["henderson1999"]
    of = {part.name: part for part in parts(paper)}

    def report(words: str, holds: list[bool]) -> Report:
        page = f"<main><h1>{words} at a glance</h1><p><b>For a designer today:</b> {words}.</p>"
        accepted = [
            {"quantity": words, "said": "1", "ours": Estimate(1, None, None, 1), "holds": one}
            for one in holds
        ]
        return Report(
            f"{page}</main>", [], {}, {}, facts={"acceptance": accepted}, accepted=accepted
        )

    reports = {"fairness": report("share", [True, False]), "stp": report("poll", [True])}
    whole = Whole(paper, (of["fairness"], of["stp"])).report(reports, quick=True)
    lead = whole.html.partition("<ul>")[0]
    assert lead.index("share at a glance") < lead.index("poll at a glance")
    assert lead.count("For a designer today") == 0
    assert lead.count("Not reproduced in this version.") == len(CHAPTERS) - 2
    assert '<td class="n">2</td><td class="n">1</td>' in lead


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("0.38 to 0.48, band", "band"),
        ("22.2 %, band of an independent program", "band"),
        ("at least 0.98, band and claim", "band"),
        ("an order of magnitude, claim; 13 times, another program", "claim"),
        ("up to 10, claim; at least 2, ours", "ours"),
        ("5 to 15, of formulas; claim: up to 10", "formula"),
        ("437 within 15%, 0.87/sqrt(p)", "formula"),
        ("at most 2, no timeout", "claim"),
        ("2 to 3 of four hours, claim", "claim"),
    ],
)
def test_the_kind_of_a_bound_is_that_of_what_decides_it(said: str, expected: str) -> None:
    assert kind(said) == expected


def test_ranges_of_stp_are_of_the_paths_that_they_name() -> None:
    def row(quantity: str, value: float, holds: bool) -> dict[str, object]:
        return {"quantity": quantity, "ours": Estimate(value), "holds": holds}

    told = stp(
        [
            row("GEO, 1 MB: rate of STP over SACK's", 0.85, False),
            row("GEO, 10 MB: rate of STP, defaults over SACK's", 1.01, True),
            row("LEO, 1 MB: rate of STP over SACK's", 2.0, False),
            row("LEO, 1 MB: SACK's reverse traffic over STP's", 3.0, True),
            row("GEO, 1 MB: SACK's reverse traffic over STP's", 9.0, True),
        ]
    )
    assert told == {"rates": 2, "missed": 1, "ratios": "0.85 to 1.01", "reverse": "3 to 9"}


def test_every_part_is_a_chapter_and_says_what_a_designer_takes_from_it() -> None:
    """The page of the whole reproduction shows these words under the chapter."""
    paper = papers()["henderson1999"]
    names = [part.name for part in parts(paper)]
    assert set(names) <= set(CHAPTERS)
    for name in ("fairness", "geo", "stp", "delay", "geographic", "central"):
        text = (paper.folder / name / "page.html").read_text(encoding="utf-8")
        assert text.count("<b>For a designer today:</b>") == 1, name


def test_the_seam_of_iridium_is_seen_from_new_york_to_san_francisco(reproduced: Path) -> None:
    """Fig. 6.10: for part of a day the path leads around the seam."""
    delay_ms = pl.read_parquet(reproduced / "uncrossed.parquet")["delay_ms"].to_numpy()
    assert np.quantile(delay_ms, 0.95) > 2 * np.quantile(delay_ms, 0.5)


def test_planes_cross_where_the_formula_says() -> None:
    """Fig. 6.19 and 6.20: polar planes cross at the pole; others nearer to it the further apart."""
    assert analysis.crossing_deg(89.999, 20.0) > 89.9
    assert analysis.crossing_deg(86.4, 22.0) == pytest.approx(71.751, abs=0.001)
    assert analysis.crossing_deg(84.7, 15.0) == pytest.approx(54.6, abs=0.1)
