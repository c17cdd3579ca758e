"""Goal: start times and confidence intervals have their stated properties.

Method: properties over random windows; coverage of the interval over many studies of a known mean;
published numbers of every paper are read and complete.
"""

from __future__ import annotations

import csv

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skyseam.measures import intervals
from skyseam.reproduce import Compared, Estimate, Published, Runs, drawing, papers, study
from skyseam.reproduce.quantities import labelled, latitudes_deg
from skyseam.reproduce.report import deviation

window_lengths = st.lists(
    st.tuples(st.floats(0, 5_000), st.floats(1, 20_000)), min_size=1, max_size=6
)


@given(window_lengths, st.integers(1, 200), st.integers(0, 2**32))
def test_one_start_in_each_equal_part_of_the_windows(
    gaps: list[tuple[float, float]], count: int, seed: int
) -> None:
    spans, at = [], 0.0
    for gap, length in gaps:
        spans.append((at + gap, at + gap + length))
        at += gap + length
    starts = intervals.stratified_starts(spans, count, np.random.default_rng(seed))
    assert len(starts) == count
    total = sum(b - a for a, b in spans)
    # How much of the windows lies before each start: one start in each count-th part of it.
    before = [sum(min(max(s - a, 0), b - a) for a, b in spans) for s in starts]
    parts = np.array(before) / total * count
    assert np.all(np.abs(parts - (np.arange(count) + 0.5)) <= 0.5 + 1e-3 * count)


def test_starts_repeat_with_the_seed() -> None:
    def draw(seed: int) -> list[float]:
        random = np.random.default_rng(seed)
        return list(intervals.stratified_starts([(0.0, 100.0)], 10, random))

    assert draw(1) == draw(1)
    assert draw(1) != draw(2)


def test_no_window_is_an_error() -> None:
    with pytest.raises(ValueError, match="no windows"):
        intervals.stratified_starts([], 10, np.random.default_rng(1))


@pytest.mark.parametrize(
    ("degrees", "expected"),
    [
        (1, 12.7062),
        (2, 4.3027),
        (3, 3.1824),
        (4, 2.7764),
        (7, 2.3646),
        (30, 2.0423),
        (200, 1.9719),
        (201, 1.9718),
        (10**9, 1.95996),
    ],
)
def test_student_t_is_that_of_the_tables(degrees: int, expected: float) -> None:
    assert intervals.student_t_975(degrees) == pytest.approx(expected, abs=6e-5)


@pytest.mark.parametrize("count", [60, 61])
def test_the_interval_covers_the_mean_in_95_of_100_studies(count: int) -> None:
    # Values drawn one per stratum from a slope with noise; 2000 studies: one percent is two sigma.
    random = np.random.default_rng(5)
    at = (np.arange(count) + random.random((2000, count))) / count
    values = 10 + 3 * at + random.normal(size=at.shape)
    estimates = [intervals.stratified_mean(row) for row in values]
    covered = np.mean([e.low95 <= 11.5 <= e.high95 for e in estimates])  # type: ignore[operator]
    assert 0.935 <= covered <= 0.975


def test_the_ratio_lies_between_its_ends() -> None:
    random = np.random.default_rng(5)
    top, bottom = random.normal(90, 9, 400), random.normal(180, 10, 400)
    ratio = intervals.ratio_of_means(top, bottom)
    assert ratio.low95 is not None
    assert ratio.high95 is not None
    assert ratio.low95 < 0.5 < ratio.high95
    assert ratio.high95 - ratio.low95 < 0.02


def test_wilson_intervals_are_those_of_the_books() -> None:
    # Brown, Cai, DasGupta, Statistical Science 16 (2001): x = 1, n = 10 by the formula.
    estimate = intervals.share(1, 10)
    assert estimate.value == 0.1
    assert (estimate.low95, estimate.high95) == pytest.approx((0.01788, 0.40415), abs=1e-5)
    assert (intervals.share(0, 50).low95, intervals.share(50, 50).high95) == (0.0, 1.0)
    with pytest.raises(ValueError, match="is no share"):
        intervals.share(3, 2)


def test_intervals_of_means_shares_and_quantiles_cover_as_they_say() -> None:
    # 2000 studies each of 400 draws; one percent is two sigma.
    random = np.random.default_rng(5)
    studies = random.exponential(size=(2000, 400))
    for estimate, truth in (
        (intervals.sample_mean, 1.0),
        (lambda v: intervals.quantile(v, 0.5), np.log(2)),
        (lambda v: intervals.quantile(v, 0.9), np.log(10)),
        (lambda v: intervals.share(int((v > 2).sum()), len(v)), np.exp(-2)),
    ):
        found = [estimate(values) for values in studies]
        covered = np.mean([e.low95 <= truth <= e.high95 for e in found])  # type: ignore[operator]
        assert 0.93 <= covered <= 0.97


def test_a_claim_of_a_bound_holds_or_does_not() -> None:
    claim = Published("t", "Fig. 1", "share", "none", 1.0, "%", "at_most")
    below, near, above = (
        Compared(claim, Estimate(value, value - 0.2, value + 0.2, 9), "")
        for value in (0.9, 1.1, 1.3)
    )
    assert [row.holds for row in (below, near, above)] == [True, False, False]
    assert deviation(below) == "holds, -10.00 %"
    assert deviation(near) == "missed, +10.00 %, not told apart"
    assert deviation(above) == "does not hold, +30.00 %"


def test_readings_that_are_alike_are_one_row() -> None:
    number = Published("t", "Sec. 1", "time", "none", 100.0, "ms", "stated")
    other = Published("u", "Sec. 1", "time", "none", 100.0, "ms", "stated")
    told = [(number, 101.0, "a"), (number, 101.0, "b"), (other, 1.0, "a"), (other, 2.0, "b")]
    rows = [Compared(of, Estimate(ours), "", reading) for of, ours, reading in told]
    shown = [(row.published.id, row.reading) for row in study.once(rows)]
    assert shown == [("t", ""), ("u", "a"), ("u", "b")]


def test_a_verdict_says_how_far_ours_is_from_the_bound() -> None:
    zero = Published("t", "Fig. 1", "lead", "none", 0.0, "MOS", "at_least")
    told = [
        deviation(Compared(zero, Estimate(value, value, value, 4), "")) for value in (0.0035, -0.2)
    ]
    assert told == ["holds, +0.0035 MOS", "does not hold, -0.2 MOS"]


def test_up_to_holds_near_its_value_only() -> None:
    """A decrease of 21 % is not "up to 40 %", and neither is one of 41 %."""
    claim = Published("t", "Sec. 3", "decrease", "none", 40.0, "%", "up_to")
    rows = [
        Compared(claim, Estimate(value, value - 5, value + 5, 9), "")
        for value in (21.0, 31.9, 32.0, 40.0, 41.0)
    ]
    assert [row.holds for row in rows] == [False, False, True, True, False]
    assert deviation(rows[0]) == "does not hold, 52 % of it"
    assert deviation(rows[3]) == "holds, 100 % of it"


def test_comparison_has_the_columns_every_reproduction_has() -> None:
    number = Published("t", "Sec. 1", "time", "none", 100.0, "ms", "stated")
    row = Compared(number, Estimate(101.0, 99.5, 102.5, 40), "a note, with a comma")
    text = study.comparison_csv([row])
    (read,) = csv.DictReader(text.splitlines())
    assert list(read) == study.COMPARISON_COLUMNS
    assert read["note"] == "a note, with a comma"
    assert row.deviation_percent == pytest.approx(1.0)


@pytest.mark.parametrize("paper", papers())
def test_published_numbers_and_assumptions_have_their_sources(paper: str) -> None:
    numbers = papers()[paper].published
    assert numbers
    assert all(number.where and number.unit and number.kind for number in numbers.values())
    for assumption in papers()[paper].assumptions:
        assert assumption["what"]
        assert assumption["taken"]
        assert assumption["why"]


def test_a_negative_factor_turns_the_interval() -> None:
    loss = Estimate(-20.0, -25.0, -10.0, 3).scaled(-1)
    assert (loss.value, loss.low95, loss.high95) == (20.0, 10.0, 25.0)
    assert Estimate(2.0, None, None, 1).scaled(-1) == Estimate(-2.0, None, None, 1)


def test_runs_made_in_parts_are_one_case() -> None:
    parts = [Runs({"x": np.array([1.0, 2.0])}), Runs({"x": np.array([3.0])})]
    assert study.together(parts).values["x"].tolist() == [1.0, 2.0, 3.0]


def test_labels_stand_before_the_columns() -> None:
    table = labelled(pa.table({"t_s": [1.0, 2.0]}), sky="a", metric="hops")
    assert table.column_names == ["sky", "metric", "t_s"]
    assert table["sky"].to_pylist() == ["a", "a"]


def test_latitudes_are_uniform_on_the_sphere() -> None:
    """Goal: half of the sphere lies within 30 degrees of the equator (Archimedes)."""
    drawn = latitudes_deg(np.random.default_rng(1), 20_000)
    assert np.mean(np.abs(drawn) < 30.0) == pytest.approx(0.5, abs=0.015)


def test_intervals_end_above_zero_on_a_logarithmic_axis() -> None:
    figure, (plain, logarithmic) = drawing.panels(2, (4, 3), xlabel="below", ylabel="beside")
    logarithmic.set_yscale("log")
    for axes in (plain, logarithmic):
        drawing.dot(axes, 1.0, Estimate(10.0, -5.0, 25.0, 3), "black", number="above")
    lows = [float(axes.lines[0].get_ydata()[0]) for axes in (plain, logarithmic)]
    assert lows == [-5.0, 1.0]
    assert [text.get_text() for text in plain.texts] == ["10.00"]
    assert [axes.get_ylabel() for axes in figure.axes] == ["beside", ""]
    assert [axes.get_xlabel() for axes in figure.axes] == ["below", "below"]


def test_an_interval_lies_on_a_side_of_zero_or_on_none() -> None:
    ends = [(0.1, 0.3), (-0.3, -0.1), (-0.1, 0.1), (0.0, 0.2)]
    assert [Estimate(sum(one) / 2, *one, 9).side for one in ends] == [1, -1, 0, 0]
    assert Estimate(3.0).side == 0
