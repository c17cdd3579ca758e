"""Goal: figures are readable: no text overlaps another, no line is half cut off.

Method: figures of every kind are drawn from examples, and the boxes of their texts compared in
pixels; tests/seen.py does both.
"""

from __future__ import annotations

import importlib
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

import seen
import skyseam
from conftest import ROOT
from skyseam.plot.style import from_zero, log_abscissa, log_values, stacked

FIRST = re.search(
    r"```toml name=first.toml\n(.*?)```",
    (ROOT / "docs" / "tutorials" / "first-transfer.md").read_text(encoding="utf-8"),
    re.DOTALL,
)
SCENARIOS = ROOT / "scenarios"


@pytest.fixture(scope="module")
def first() -> skyseam.Results:
    """Run the tutorial, in which two terminals hand over simultaneously."""
    assert FIRST
    return skyseam.run(skyseam.toml(FIRST[1]))


def legible(figure: Figure) -> None:
    assert seen.overlaps(figure) == []
    assert seen.clipped(figure) == []


@pytest.mark.parametrize("draw", ["transfer", "congestion", "round_trips", "throughput", "queue"])
def test_figures_of_a_transfer(draw: str, first: skyseam.Results) -> None:
    legible(getattr(skyseam.plot, draw)(first))


def test_terminals_that_hand_over_together_share_a_name(first: skyseam.Results) -> None:
    words = [text.get_text() for text in skyseam.plot.congestion(first).axes[0].texts]
    assert "Berlin, New York: inter-orbital handover" in words
    both = skyseam.plot.congestion(first, start_s=700.0, end_s=1700.0)
    assert not [t for t in both.axes[0].texts if "handover" in t.get_text()], "a legend instead"
    assert any("handover" in text.get_text() for text in both.legends[0].get_texts())


@pytest.mark.parametrize(
    ("scenario", "draw"),
    [
        ("users", "completions"),
        ("users", "goodputs"),
        ("users-places", "completions"),
        ("users-places", "users"),
        ("video", "video"),
        ("web", "waterfall"),
        ("voice", "call"),
        ("beam", "calls"),
        ("look-at-a-transfer", "sequence"),
    ],
)
def test_figures_of_applications(scenario: str, draw: str) -> None:
    legible(getattr(skyseam.plot, draw)(skyseam.run(SCENARIOS / f"{scenario}.toml")))


STUDIES: dict[str, Callable[[], Figure]] = {
    "contacts": lambda: skyseam.plot.contacts(
        skyseam.contacts(SCENARIOS / "delay-day.toml", duration_s=7200.0)
    ),
    "delay": lambda: skyseam.plot.delay(
        skyseam.delay(SCENARIOS / "delay-day.toml", duration_s=7200.0).table("delay")
    ),
    "channel": lambda: skyseam.plot.channel(
        skyseam.channel(SCENARIOS / "vehicle.toml", terminal="car")
    ),
    "link budget": lambda: skyseam.plot.link_budget(
        skyseam.link_budgets(Path(__file__).with_name("budgets.toml")), 2
    ),
}


@pytest.mark.parametrize("study", STUDIES)
def test_figures_of_studies_without_packets(study: str) -> None:
    legible(STUDIES[study]())


def test_figures_of_runs_beside_each_other_and_of_a_sweep(
    first: skyseam.Results, tmp_path: Path
) -> None:
    legible(skyseam.plot.compare({"one": first, "the same": first}))
    legible(skyseam.plot.compare({"one": first}, cdf=True))
    outcome = skyseam.sweep(ROOT / "sweeps" / "queues.toml", tmp_path / "queues")
    legible(skyseam.plot.study(outcome))
    trips = skyseam.plot.study(outcome, "rtt_mean_ms")
    legible(trips)
    assert trips.axes[0].get_ylabel() == "mean round trip, ms", "the unit once, no name of a column"
    assert trips.texts == [], "a point is one run: nothing to say of means"
    [legend] = trips.legends
    frame = legend.get_window_extent()
    assert not any(frame.overlaps(axes.get_window_extent()) for axes in trips.axes)


def test_figures_of_sweeps_say_what_their_bands_are() -> None:
    sweep = tomllib.loads((ROOT / "sweeps" / "homes.toml").read_text(encoding="utf-8"))
    sweep["vary"][0]["values"] = [2, 4]
    homes = skyseam.sweep(sweep)
    figure = skyseam.plot.study(homes, "page load time p95")
    legible(figure)
    assert figure.axes[0].get_ylabel() == "page load time, 95th percentile, s"
    told = "means over 3 runs; bands: 95 % intervals of the means"
    assert told in [text.get_text() for text in figure.texts]
    [band] = figure.axes[0].collections
    heights = np.asarray(band.get_paths()[0].vertices)[:, 1]
    assert heights.max() - heights.min() > 0.01, "homes of other seeds are other homes"


@pytest.mark.parametrize(
    "name", ["voice", "udp", "users-places", "web", "queue-disciplines", "access"]
)
def test_pictures_of_the_gallery(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    legible(importlib.import_module("gallery").picture(name))


def test_names_of_bars_do_not_overprint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    gallery = importlib.import_module("gallery")
    for count in (2, 5, 12):
        figure, (axes,) = stacked((gallery.WIDE, gallery.HIGH))
        axes.tick_params(labelsize=7)
        names = [f"Sao Paulo to Johannesburg {number}" for number in range(count)]
        gallery.draw_bars(axes, pd.Series([1.0] * count, names))
        legible(figure)


def test_lines_begin_at_zero_and_are_whole() -> None:
    figure, (axes,) = stacked((4, 3))
    axes.plot([0, 1], [7.6999, 7.7])
    axes.set_ylim(0)
    assert seen.clipped(figure) == [], "what matplotlib leaves is a hair above the line"
    axes.set_ylim(0, 7.7)
    axes.plot([0, 1], [7.7, 7.7], label="at the edge")
    assert seen.clipped(figure) == ["_child0", "at the edge"]
    from_zero(axes)
    assert seen.clipped(figure) == [] and axes.get_ylim()[1] == pytest.approx(7.7 * 1.06)


@pytest.mark.parametrize("decades", [0.4, 1, 2, 3, 6])
def test_ticks_of_logarithmic_axes_do_not_collide(decades: float) -> None:
    figure, (axes,) = stacked((3.2, 2.4))
    axes.plot([0.01, 0.01 * 10**decades], [0.01, 0.01 * 10**decades])
    log_abscissa(axes)
    log_values(axes)
    legible(figure)


def test_texts_that_overprint_each_other_are_found() -> None:
    figure, (axes,) = stacked((4, 3))
    axes.text(0.5, 0.5, "one thing")
    options: dict[str, Any] = {"rotation": 90, "ha": "center"}
    axes.text(0.52, 0.5, "another thing", **options)
    assert seen.overlaps(figure) == [("one thing", "another thing")]
