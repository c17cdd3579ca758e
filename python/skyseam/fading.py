"""A channel over time without packets: levels, and their statistics.

`channel` gets levels from the core; the other functions evaluate them. `plot.channel` draws them.
"""

from __future__ import annotations

import io
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
import tomli_w

from skyseam import _core
from skyseam._arrays import Floats
from skyseam._errors import InputError
from skyseam._files import check_name, write_files
from skyseam._scenario import Scenario, Source, beside, plain, source
from skyseam._work import Meter, Progress, asked, expect, files_of, seed_of
from skyseam.results import Results, from_core

THRESHOLDS_DB = (-25.0, -20.0, -15.0, -10.0, -5.0, 0.0)
"""Default levels whose crossings are counted, dB."""

PERCENTS = (1.0, 5.0, 50.0, 95.0, 99.0)
"""Percentiles of the level in :class:`Statistics`."""


def channel(
    scenario: Scenario | None = None,
    *,
    link: str | None = None,
    terminal: str | None = None,
    model: Mapping[str, Any] | None = None,
    trace: Path | str | None = None,
    receiver: str = "channel",
    seed: int = 1,
    duration_s: float | None = None,
    progress: Progress | None = None,
) -> Results:
    """Compute the received level of a channel over time, without packets.

    Parameters
    ----------
    scenario, link
        A scenario and the key of the link that has the channel, such as `"links.downlink"`,
        `"wires[0]"` (counting each wire of a group) or `"beams.name"`; when None, the only link
        with a channel.
    terminal
        Terminal of the scenario whose channel is used, and, if that has `elevation = "satellite"`,
        whose satellite. It receives downlinks, or the link `"links.uplink"` begins at it; for
        `"beams.name"` it is a user. When None, the only terminal with such a channel.
    model
        Instead of a scenario: the keys of a table `channel`, such as `{"kind": "fontan",
        "environment": "open", "speed": "60 km/h"}`.
    trace
        Instead of both: a file with the columns `t_s` and `level_db`.
    receiver, seed
        Names of the random streams: another receiver gives another realization.
    duration_s
        Duration, s; when None, that of the whole trace, that of the run for a channel that follows
        a satellite, or 600 s for other models.
    progress
        As in :func:`run`.

    Returns
    -------
    Results
        With the table `levels`: `t_s`, `level_db` relative to a clear line of sight and, for models
        with states, `state`; for channels that follow a satellite also its `elevation_deg` and its
        name, `satellite`. For models also `theory` (`probability` to exceed `level_db`) and
        `states` (`share` of time, `echoes` and `beats` of the power's autocovariance); for a
        channel that follows a satellite they are for the elevations of this realization.

    Raises
    ------
    ScenarioError
        When the scenario, the keys or the trace are refused.
    InputError
        When not exactly one of the three is given, the link has no channel, or the duration is
        invalid; when a channel follows a satellite and the terminal is ambiguous.
    """
    if sum(given is not None for given in (scenario, model, trace)) != 1:
        raise InputError("give one of a scenario, a model's keys and a trace")
    is_alone = scenario is None
    if scenario is not None:
        read = source(scenario)
    elif link is not None or terminal is not None:
        what = f"link {link}" if link is not None else f"terminal {terminal}"
        raise InputError(f"{what} needs a scenario")
    else:
        read = _alone(model, "" if trace is None else trace)
    meter = Meter()
    seed = seed_of(seed)
    with asked(progress):
        raw = _core.channel(*read, is_alone, link, terminal, receiver, seed, duration_s, progress)
    return from_core(raw, "channel", {**meter.read(), **files_of(read)})


def _alone(model: Mapping[str, Any] | None, trace: Path | str) -> Source:
    """Return the text of a channel without a scenario, and the file to which it refers."""
    if model is None:
        path = Path(trace)
        check_name(path)
        text = tomli_w.dumps({"channel": {"kind": "trace", "file": path.name}})
        return Source(text, str(path), beside([path.name], path.parent))
    text = tomli_w.dumps({"channel": plain(model, "the model")})
    return Source(text, "<channel>", beside(_core.references(text), Path()))


def save_trace(levels: pa.Table, path: Path | str) -> None:
    """Write levels as a file that the channel model "trace" reads: CSV, `t_s` and `level_db`.

    Parameters
    ----------
    levels
        The table `levels` of :func:`channel`.
    path
        File to write.

    Raises
    ------
    OutputError
        When the file cannot be written.
    """
    # To a nanosecond and 1e-4 dB; more digits would be noise and double the file.
    table = pa.table(
        {
            "t_s": np.round(levels["t_s"].to_numpy(), 9),
            "level_db": np.round(levels["level_db"].to_numpy(), 4),
        }
    )
    # Arrow's own header has quotes.
    options = pa.csv.WriteOptions(include_header=False)
    text = io.BytesIO(b"t_s,level_db\n")
    text.seek(0, io.SEEK_END)
    pa.csv.write_csv(table, text, options)
    write_files({Path(path): text.getvalue()})


@dataclass(frozen=True)
class Statistics:
    """Statistics of a series of levels.

    Attributes
    ----------
    samples, duration_s
        Number of levels, and their total duration.
    mean_db, std_db
        Mean and standard deviation of the level in dB.
    power_mean_db
        Mean power, in dB.
    percentiles_db
        Level that is not reached in a percentage of the time, by percentage.
    shares
        Share of time of each state; empty if there are none.
    crossings
        By threshold in dB: number of times per second that the level falls below it, and mean
        duration below it, s; NaN if it never does.
    coherence_s
        Lag at which the autocorrelation of the received power falls below 1/2, s, for the whole
        realization including shadowing; None if it is beyond a tenth of the series.
    """

    samples: int
    duration_s: float
    mean_db: float
    std_db: float
    power_mean_db: float
    percentiles_db: dict[float, float]
    shares: dict[str, float]
    crossings: dict[float, tuple[float, float]]
    coherence_s: float | None


def statistics(results: Results, thresholds_db: Sequence[float] = THRESHOLDS_DB) -> Statistics:
    """Evaluate the levels of :func:`channel`."""
    levels = results.table("levels")
    level_db = levels["level_db"].to_numpy()
    sample_s = float(results.manifest["sample_s"])
    power = 10 ** (level_db / 10)
    shares: dict[str, float] = {}
    if "state" in levels.column_names:
        counts = {
            row["values"]: row["counts"] for row in levels["state"].value_counts().to_pylist()
        }
        names = results.table("states")["state"].to_pylist()
        shares = {name: counts.get(name, 0) / len(level_db) for name in names}
    percentiles = np.percentile(level_db, PERCENTS)
    return Statistics(
        samples=len(level_db),
        duration_s=len(level_db) * sample_s,
        mean_db=float(level_db.mean()),
        std_db=float(level_db.std()),
        power_mean_db=float(10 * np.log10(power.mean())),
        percentiles_db=dict(zip(PERCENTS, map(float, percentiles), strict=True)),
        shares=shares,
        crossings={at: crossing(level_db, sample_s, at) for at in thresholds_db},
        coherence_s=_coherence(power, sample_s),
    )


NEAREST_DEG = (25.0, 37.5, 52.5, 65.0)
"""Elevations between which the parameters of the model "p681" stay the same, deg."""


@dataclass(frozen=True)
class Band:
    """Statistics of a channel while its satellite is in a range of elevations.

    Attributes
    ----------
    from_deg, to_deg
        Range of elevation, deg, excluding the upper bound.
    duration_s
        Time that the satellite is in the range, s.
    shares
        Share of that time in each state.
    median_db, fifth_db
        The levels that are not reached in half and in 5 % of that time, dB.
    """

    from_deg: float
    to_deg: float
    duration_s: float
    shares: dict[str, float]
    median_db: float
    fifth_db: float


def by_elevation(results: Results, bounds_deg: Sequence[float] = NEAREST_DEG) -> list[Band]:
    """Evaluate the levels of a channel that follows a satellite, by the satellite's elevation.

    Parameters
    ----------
    results
        Results of :func:`channel`.
    bounds_deg
        Boundaries between ranges, ascending, deg.

    Returns
    -------
    list[Band]
        One for each range in which the satellite is for some time, lowest first.

    Raises
    ------
    InputError
        When the channel follows no satellite.
    """
    expect("results", results, Results)
    levels = results.table("levels")
    if "elevation_deg" not in levels.column_names:
        raise InputError("the channel follows no satellite: its elevation is constant")
    elevation_deg = levels["elevation_deg"].to_numpy(zero_copy_only=False)
    level_db = levels["level_db"].to_numpy()
    state = levels["state"].to_numpy(zero_copy_only=False)
    names = results.table("states")["state"].to_pylist()
    edges = [0.0, *bounds_deg, 90.0]
    bands = []
    for from_deg, to_deg in itertools.pairwise(edges):
        last = to_deg == edges[-1]
        inside = (elevation_deg >= from_deg) & ((elevation_deg < to_deg) | last)
        if not inside.any():
            continue
        fifth_db, median_db = (float(db) for db in np.percentile(level_db[inside], [5, 50]))
        shares = {name: float((state[inside] == name).mean()) for name in names}
        duration_s = float(results.manifest["sample_s"]) * int(inside.sum())
        bands.append(Band(from_deg, to_deg, duration_s, shares, median_db, fifth_db))
    return bands


def crossing(level_db: Floats, sample_s: float, threshold_db: float) -> tuple[float, float]:
    """Return the rate of downward crossings of a threshold, 1/s, and the mean time below it, s."""
    below = level_db < threshold_db
    falls = int(np.count_nonzero(below[1:] & ~below[:-1]))
    # Fades at the beginning and end of the series are cut, so only whole fades count for the time.
    rate = falls / (len(level_db) * sample_s)
    return rate, float(below.mean() / rate) if falls else float("nan")


def autocovariance(values: Floats, lags: int) -> Floats:
    """Return the autocovariance of a series at lags from 0 on, in samples."""
    centred = values - values.mean()
    size = 1 << (len(centred) + lags - 1).bit_length()
    spectrum = np.abs(np.fft.rfft(centred, size)) ** 2
    sums = np.fft.irfft(spectrum, size)[:lags]
    return np.asarray(sums / (len(centred) - np.arange(lags)), dtype=np.float64)


def _coherence(power: Floats, sample_s: float) -> float | None:
    found = autocovariance(power, max(len(power) // 10, 2))
    if found[0] <= 0:
        return None
    below = np.flatnonzero(found < 0.5 * found[0])
    return float(below[0] * sample_s) if len(below) else None


def fast_fading(results: Results, state: str, window_s: float) -> Floats:
    """Return the autocorrelation of power in a state, over times with nearly constant shadowing.

    The series is cut into windows. Windows entirely in the state are averaged, each with its own
    mean removed. Lags reach an eighth of a window, so that removing the mean hardly affects the
    correlation.
    """
    levels = results.table("levels")
    sample_s = float(results.manifest["sample_s"])
    length = max(round(window_s / sample_s), 8)
    whole = levels.num_rows // length * length
    power = 10 ** (levels["level_db"].to_numpy()[:whole] / 10)
    inside = (levels["state"].to_numpy(zero_copy_only=False)[:whole] == state).reshape(-1, length)
    windows = power.reshape(-1, length)[inside.all(axis=1)]
    centred = windows - windows.mean(axis=1, keepdims=True)
    lags = length // 8
    sums = [
        float((centred[:, : length - lag] * centred[:, lag:]).mean()) if len(centred) else np.nan
        for lag in range(lags)
    ]
    return np.array(sums) / sums[0]
