"""The figure of a channel: series, distribution, autocorrelation, crossings of levels.

Draws the tables of `skyseam.channel` and their statistics from `fading`.
"""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam._arrays import Floats
from skyseam._work import expect
from skyseam.fading import autocovariance, crossing, fast_fading
from skyseam.plot.style import GREY, NO_SEAM, SEAM, NotebookFigure, styled
from skyseam.results import Results

POINTS = 600
"""Points in time of the course under a satellite: of each the median level and 90 % of levels."""

SHOWN_S = 10.0
"""Seconds of the series that are drawn."""


@styled
def channel(results: Results, *, dark: bool = False) -> Figure:
    """Draw the first 10 s of a channel, and the distribution and correlation of all of it.

    For a channel that follows a satellite, draw all of it, and the satellite's elevation.

    Parameters
    ----------
    results
        Results of :func:`skyseam.channel`.
    dark
        Use the dark style.
    """
    expect("results", results, Results)
    figure = NotebookFigure(figsize=(9.6, 7.2), layout="constrained")
    panels = figure.subplot_mosaic([["series", "series"], ["cdf", "acf"], ["rate", "length"]])
    level_db = results.table("levels")["level_db"].to_numpy()
    sample_s = float(results.manifest["sample_s"])
    if "elevation_deg" in results.table("levels").column_names:
        _passes(panels["series"], results, level_db)
    else:
        _series(panels["series"], results, level_db, sample_s)
    _distribution(panels["cdf"], results, level_db)
    _correlation(panels["acf"], results, sample_s)
    _crossings(panels["rate"], panels["length"], level_db, sample_s)
    return figure


def _series(axes: Axes, results: Results, level_db: Floats, sample_s: float) -> None:
    shown = min(len(level_db), max(int(SHOWN_S / sample_s), 1))
    axes.plot(np.arange(shown) * sample_s, level_db[:shown], color=NO_SEAM, lw=0.5)
    axes.axhline(0, color=GREY, lw=0.6)
    axes.set(xlabel="time, s", ylabel="level, dB")
    axes.set_xlim(0, shown * sample_s)
    axes.set_title(_told(results))


def _told(results: Results) -> str:
    told = results.manifest["channel"]
    words = [str(told[key]) for key in ("kind", "environment", "speed", "file") if key in told]
    return ", ".join(words)


def _passes(axes: Axes, results: Results, level_db: Floats) -> None:
    levels = results.table("levels")
    t_s = levels["t_s"].to_numpy()
    size = max(len(t_s) // POINTS, 1)
    whole = len(t_s) // size * size
    groups = level_db[:whole].reshape(-1, size)
    middle_s = t_s[:whole].reshape(-1, size).mean(axis=1)
    low_db, median_db, high_db = np.percentile(groups, [5, 50, 95], axis=1)
    axes.fill_between(middle_s, low_db, high_db, color=NO_SEAM, alpha=0.3, lw=0)
    axes.plot(middle_s, median_db, color=NO_SEAM, lw=0.7)
    axes.set(xlabel="time, s", ylabel="level, dB")
    axes.set_xlim(t_s[0], t_s[-1])
    sky = axes.twinx()
    elevation_deg = levels["elevation_deg"].to_numpy(zero_copy_only=False).copy()
    # Another satellite: no line from the last one's elevation to its own.
    satellite = levels["satellite"].combine_chunks().dictionary_encode().indices
    numbers = satellite.fill_null(-1).to_numpy(zero_copy_only=False)
    elevation_deg[1:][np.diff(numbers) != 0] = np.nan
    sky.plot(t_s, elevation_deg, color=SEAM, lw=1.4)
    sky.set_ylim(0, 90)
    sky.set_yticks([0, 30, 60, 90])
    sky.set_ylabel("elevation, deg", color=SEAM)
    sky.grid(visible=False)
    axes.set_title(f"{_told(results)}: {results.manifest['terminal']}")


def _distribution(axes: Axes, results: Results, level_db: Floats) -> None:
    ordered = np.sort(level_db)
    thin = ordered[:: max(len(ordered) // 2000, 1)]
    share = np.searchsorted(ordered, thin, side="right") / len(ordered)
    axes.plot(thin, share, color=NO_SEAM, label="series")
    if "theory" in results.tables:
        theory = results.table("theory")
        below = 1 - theory["probability"].to_numpy()
        axes.plot(theory["level_db"].to_numpy(), below, color=SEAM, ls="--", label="theory")
    low, high = np.percentile(ordered, [0.05, 100])
    axes.set_xlim(low - 1, high + 1)
    axes.set_ylim(1e-3, 1.3)
    axes.set(yscale="log", xlabel="level, dB", ylabel="share of time below")
    axes.legend()


def _correlation(axes: Axes, results: Results, sample_s: float) -> None:
    axes.set(xlabel="lag, ms", ylabel="autocorrelation of power")
    axes.axhline(0, color=GREY, lw=0.6)
    doppler_hz = results.manifest["doppler_hz"]
    if "states" not in results.tables or not doppler_hz:
        power = 10 ** (results.table("levels")["level_db"].to_numpy() / 10)
        found = autocovariance(power, min(64, len(power)))
        if found[0] > 0:
            axes.plot(1e3 * sample_s * np.arange(len(found)), found / found[0], color=NO_SEAM)
        return
    # The deepest state, where shadowing counts least compared with echoes.
    deepest = results.table("states").to_pylist()[-1]
    found = fast_fading(results, deepest["state"], max(32 / doppler_hz, 64 * sample_s))
    at_s = sample_s * np.arange(len(found))
    axes.plot(1e3 * at_s, found, ".", color=NO_SEAM, label=f"series, {deepest['state']}")
    if results.manifest["carrier_doppler_hz"] is None:
        # It changes with the elevation.
        axes.legend()
        return
    fine_s = np.linspace(0, at_s[-1], 400)
    j0 = bessel_j0(2 * np.pi * doppler_hz * fine_s)
    beat = np.cos(2 * np.pi * results.manifest["carrier_doppler_hz"] * fine_s)
    theory = deepest["echoes"] * j0**2 + deepest["beats"] * j0 * beat
    whole = deepest["echoes"] + deepest["beats"]
    axes.plot(1e3 * fine_s, theory / whole, color=SEAM, ls="--", label="theory")
    axes.legend()


def bessel_j0(x: Floats) -> Floats:
    """Return the Bessel function J0, by its integral representation."""
    angles = np.pi * (np.arange(128) + 0.5) / 128
    return np.asarray(np.cos(np.outer(x, np.sin(angles))).mean(axis=1), dtype=np.float64)


def _crossings(rate: Axes, length: Axes, level_db: Floats, sample_s: float) -> None:
    low, high = (float(level) for level in np.percentile(level_db, [0.1, 99.9]))
    thresholds = np.linspace(low, high, 60)
    found = np.array([crossing(level_db, sample_s, at) for at in thresholds])
    for axes, values, words in (
        (rate, found[:, 0], "level crossings, 1/s"),
        (length, 1e3 * found[:, 1], "mean fade, ms"),
    ):
        axes.plot(thresholds, np.where(values > 0, values, np.nan), color=NO_SEAM)
        axes.set(yscale="log", xlabel="threshold, dB", ylabel=words)
