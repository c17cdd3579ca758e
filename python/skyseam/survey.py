"""The constellation without packets: delays, routes, single pings, positions, snapshots.

Each function takes a scenario in any form and returns tables; the core does the work. `simulate`
sends packets.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from skyseam import _arrow, _core
from skyseam._directory import whole_directory, write_manifest
from skyseam._errors import InputError
from skyseam._growing import growing_tables
from skyseam._scenario import Scenario, source
from skyseam._work import Meter, Progress, asked, files_of, names, thread_count, warn_of_paths
from skyseam.results import Results, from_core, whole_manifest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike


def delay(
    scenario: Scenario,
    *,
    pairs: Sequence[tuple[str, str]] | None = None,
    start_s: float | None = None,
    duration_s: float | None = None,
    step_s: float | None = None,
    progress: Progress | None = None,
) -> Results:
    """Compute path, hop count and one-way delay over time, without packets.

    Parameters
    ----------
    scenario
        As in :func:`run`.
    pairs
        (source, destination) names; the pairs of the scenario's flows when None.
    start_s, duration_s, step_s
        Instants, s; those of the scenario when None.

    Returns
    -------
    Results
        With the tables `delay` (one row per instant and pair), `pairs` (delays and the time without
        a path, one row per pair), `handovers` (counts per terminal) and `path_changes` (counts per
        pair).

    Warns
    -----
    ImplausiblePathWarning
        For pairs whose path is more than three times as long as the great circle at a sample, with
        the reason; the manifest has the same under `implausible_paths`.

    Raises
    ------
    ScenarioError
        When the scenario is refused.
    InputError
        When a pair names an unknown node, or the times are invalid.
    """
    read = source(scenario)
    listed = None if pairs is None else [_pair(pair) for pair in pairs]
    meter = Meter()
    with asked(progress):
        raw = _core.delay(*read, listed, start_s, duration_s, step_s, progress)
    results = from_core(raw, "delay", {**meter.read(), **files_of(read)})
    warn_of_paths(one["message"] for one in results.manifest["implausible_paths"])
    return results


def path_changes(
    scenario: Scenario,
    pair: tuple[str, str],
    *,
    start_s: float,
    duration_s: float,
    step_s: float,
    progress: Progress | None = None,
) -> Results:
    """Compute the path of a pair's packets over time, to the nanosecond.

    Parameters and errors are those of :func:`delay`; a path that lasts less than `step_s` may be
    missed.

    Returns
    -------
    Results
        With the table `paths`: `t_s`, `source`, `destination` and `path`, the names of all nodes,
        empty without a path; a row for the first instant and for each change.
    """
    read = source(scenario)
    meter = Meter()
    with asked(progress):
        raw = _core.delay(*read, [_pair(pair)], start_s, duration_s, step_s, progress, changes=True)
    return from_core(raw, "paths", {**meter.read(), **files_of(read)})


def _pair(pair: object) -> tuple[str, str]:
    listed = tuple(pair) if isinstance(pair, Iterable) and not isinstance(pair, str) else ()
    if len(listed) != 2 or not all(isinstance(name, str) for name in listed):
        raise InputError(
            f"pairs has {reprlib.repr(pair)}; expected a list of (source, destination) names"
        )
    source, destination = listed
    return source, destination


def contacts(
    scenario: Scenario,
    *,
    terminals: Sequence[str] | None = None,
    start_s: float | None = None,
    duration_s: float | None = None,
    step_s: float | None = None,
    frequency_hz: float | None = None,
    progress: Progress | None = None,
) -> Results:
    """Compute satellite passes over terminals, look angles, and serving satellites.

    A satellite is up while it is above the terminal's mask and skyline and has not failed. Instants
    are those of the scenario's geometry to a microsecond; no flow is needed.

    Parameters
    ----------
    scenario
        As in :func:`run`.
    terminals
        Names; every terminal when None.
    start_s, duration_s
        Time interval of the study, s; that of the scenario's run when None.
    step_s
        Time between look angles, s. When None there is no table `looks`.
    frequency_hz
        Carrier, for Doppler shifts; they are null when None.
    progress
        As in :func:`run`.

    Returns
    -------
    Results
        With the tables `passes` (rise, peak and set of each pass: s, azimuth and elevation in deg,
        km, km/s, Hz), `serving` (intervals in which the handover policy links a terminal to a
        satellite) and, with `step_s`, `looks` (azimuth, elevation, range and Doppler of every
        satellite above the horizon).

    Raises
    ------
    ScenarioError
        When the scenario is refused.
    InputError
        When a name is not a terminal's, there are no satellites, or a time or frequency is invalid.
    """
    read = source(scenario)
    listed = None if terminals is None else names("terminals", terminals)
    meter = Meter()
    with asked(progress):
        raw = _core.contacts(*read, listed, start_s, duration_s, step_s, frequency_hz, progress)
    return from_core(raw, "contacts", {**meter.read(), **files_of(read)})


def snapshot(scenario: Scenario, t_s: float) -> Results:
    """Return the positions of all nodes at an instant, and the links that are up.

    Parameters
    ----------
    scenario
        As in :func:`run`.
    t_s
        Seconds after the scenario's time zero.

    Returns
    -------
    Results
        With the tables `nodes` (geocentric latitude and longitude in deg, distance from the Earth's
        centre in km, plane, direction) and `links` (both endpoints, kind, delay in ms).

    Raises
    ------
    ScenarioError
        When the scenario is refused.
    InputError
        When `t_s` is negative or beyond a year.
    """
    read = source(scenario)
    meter = Meter()
    with asked():
        raw = _core.snapshot(*read, t_s)
    return from_core(raw, "snapshot", {**meter.read(), **files_of(read)})


def positions(
    scenario: Scenario,
    start_s: float | None = None,
    duration_s: float | None = None,
    step_s: float | None = None,
    *,
    progress: Progress | None = None,
) -> Results:
    """Compute the positions of satellites and terminals over time, and when each link is up.

    Parameters
    ----------
    scenario
        As in :func:`run`.
    start_s, duration_s, step_s
        Instants, s; those of the scenario's run with a step of 60 s when None. The end is excluded.

    Returns
    -------
    Results
        With the table `positions`, one row per instant and node: `t_s`, `node`, `kind`, geodetic
        `latitude_deg`, `longitude_deg` and `altitude_km` over the Earth of the scenario's geometry
        (for "ns2" a sphere), and `x_km`, `y_km`, `z_km` fixed to the Earth: x towards Greenwich, z
        north. And with the table `links`: both endpoints, kind, `from_s` and `until_s` within the
        requested interval.

    Raises
    ------
    ScenarioError
        When the scenario is refused.
    InputError
        When the times are invalid, or there would be too many rows.
    """
    read = source(scenario)
    meter = Meter()
    with asked(progress):
        raw = _core.motion(*read, start_s, duration_s, step_s, progress)
    return from_core(raw, "positions", {**meter.read(), **files_of(read)})


def routes(
    scenario: Scenario,
    *,
    to: Sequence[str] | None = None,
    sources: Sequence[str] = (),
    ground: str = "visible",
    full: bool = False,
    start_s: float | None = None,
    duration_s: float | None = None,
    step_s: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Results:
    """Compute every satellite's next hop towards terminals over time, without packets.

    Routes have minimum propagation delay, with the links of the same instant. The result takes some
    20 bytes per row; :func:`save_routes` writes results that do not fit into memory.

    Routes have minimum propagation delay over the links that exist at that instant. The result
    takes some 20 bytes per row; :func:`save_routes` writes results that do not fit into memory.

    Returns
    -------
    Results
        With the table `routes`: from `t_s` on, `node` sends packets for `destination` to
        `next_hop`, which is null without a route. Rows are in order of time, destination and node.

    Raises
    ------
    ScenarioError
        When the scenario is refused.
    InputError
        When a name is not that of a terminal, or the times are invalid.
    """
    pieces: list[pa.Table] = []
    manifest = _routes(
        scenario, pieces.append, to, sources, ground, full, start_s, duration_s, step_s, threads,
        progress,
    )  # fmt: skip
    return Results({"routes": pa.concat_tables(pieces)}, manifest)


def save_routes(
    scenario: Scenario,
    directory: str | Path,
    *,
    to: Sequence[str] | None = None,
    sources: Sequence[str] = (),
    ground: str = "visible",
    full: bool = False,
    start_s: float | None = None,
    duration_s: float | None = None,
    step_s: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Compute routes like :func:`routes` and write them as they are computed.

    Memory use does not grow with the duration. The directory is as :meth:`Results.save` writes it,
    with `routes.parquet` and the manifest.

    Parameters
    ----------
    directory
        Directory to write, completely or not at all.
    scenario, to, sources, ground, full, start_s, duration_s, step_s, threads, progress
        As in :func:`routes`.

    Returns
    -------
    dict
        The manifest.

    Raises
    ------
    ScenarioError, InputError
        As :func:`routes`.
    OutputError
        When the place holds something else, or cannot be written.
    """
    with whole_directory(Path(directory)) as partial, growing_tables(partial) as tables:
        manifest = _routes(
            scenario, lambda rows: tables.take("routes", rows), to, sources, ground, full, start_s,
            duration_s, step_s, threads, progress,
        )  # fmt: skip
        return write_manifest(partial, manifest, tables.finish())


def _routes(
    scenario: Scenario,
    take: Callable[[pa.Table], None],
    to: Sequence[str] | None,
    sources: Sequence[str],
    ground: str,
    full: bool,
    start_s: float | None,
    duration_s: float | None,
    step_s: float | None,
    threads: int | None,
    progress: Progress | None,
) -> dict[str, Any]:
    """Pass the table to `take` piece by piece; return the manifest."""
    read = source(scenario)
    listed = None if to is None else names("to", to)
    wanted = names("sources", sources)
    meter = Meter()
    with asked(progress):
        told = _core.routes(
            *read, lambda raw: take(_arrow.table(raw, encoded=True)), thread_count(threads),
            listed, wanted, ground, full, start_s, duration_s, step_s, progress,
        )  # fmt: skip
    return whole_manifest(told, "routes", {**meter.read(), **files_of(read)})


def decisions(
    scenario: Scenario,
    *,
    start_s: float | None = None,
    duration_s: float | None = None,
    step_s: float | None = None,
    progress: Progress | None = None,
) -> Results:
    """Compute the next hop of every node towards every terminal over time.

    Parameters and errors are those of :func:`positions`.

    Returns
    -------
    Results
        With the tables `decisions` (`t_ns`, and by number `node`, `destination`, `next_hop`; all of
        them at the first instant, then only changes) and `links` as in :func:`positions`. The
        manifest lists the names of nodes by number under `nodes`.
    """
    read = source(scenario)
    meter = Meter()
    with asked(progress):
        raw = _core.decisions(*read, start_s, duration_s, step_s, progress)
    return from_core(raw, "decisions", {**meter.read(), **files_of(read)})


def probe(
    scenario: Scenario,
    probes: Mapping[str, ArrayLike],
    *,
    metric: str | None = None,
    elevation_mask_deg: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Results:
    """Compute single pings between any places at any instants, without packets.

    Each endpoint is a terminal of the scenario from time zero on, so it has the satellite to which
    the handover policy has led it. The results do not depend on the number of threads.

    Parameters
    ----------
    scenario
        As in :func:`run`; it needs satellites, but no terminals.
    probes
        Five arrays of one length, by name: `from_latitude_deg`, `from_longitude_deg`,
        `to_latitude_deg`, `to_longitude_deg` (deg north and east) and `t_s` (s after time zero).
        An Arrow table or a data frame with these columns will do.
    metric
        Metric that routes minimize, `delay` or `hops`; the scenario's metric when None.
    elevation_mask_deg
        Elevation mask of all endpoints, deg; that of the scenario's constellation when None.
    threads
        Number of threads; all cores when None.
    progress
        As in :func:`run`.

    Returns
    -------
    Results
        With the table `probes`, one row each in the order given: `delay_ms` (null without a path),
        `hops` (links; 0 without a path), `path`, `across_seam`, `great_circle_km`.

    Raises
    ------
    ScenarioError
        When the scenario is refused.
    InputError
        When an array is missing, longer than another or out of range, or the scenario has no
        satellites.
    """
    read = source(scenario)
    places = [_column(probes, wanted) for wanted in PROBE_COLUMNS]
    from_latitude_deg, from_longitude_deg, to_latitude_deg, to_longitude_deg, t_s = places
    threads = thread_count(threads)
    meter = Meter()
    with asked(progress):
        raw = _core.probe(
            *read,
            from_latitude_deg,
            from_longitude_deg,
            to_latitude_deg,
            to_longitude_deg,
            t_s,
            metric,
            elevation_mask_deg,
            threads,
            progress,
        )
    return from_core(raw, "probe", {**meter.read(), "threads": threads, **files_of(read)})


def cell_tables(
    scenario: Scenario,
    *,
    lengths_km: Sequence[float],
    t_s: Sequence[float] = (0.0,),
    after_s: Sequence[float] = (),
    scopes: Sequence[int] = (),
    flooding_s: float = 0.0,
    progress: Progress | None = None,
) -> Results:
    """Compute forwarding tables for cells of the Earth, as a central controller would send them.

    For each satellite and cell, the port of the path of minimum delay to the satellite that is
    nearest to the centre of the cell (Henderson 1999, Sec. 6.6). The terminals of the scenario do
    not matter.

    Parameters
    ----------
    scenario
        As in :func:`run`; it needs satellites.
    lengths_km
        Lengths of the sides of cells, km, from 50 to 10 000.
    t_s
        Instants of the tables, s after time zero.
    after_s
        Intervals after which each is compared, s.
    scopes
        Scopes of flooding, links; 0 stands for all satellites.
    flooding_s
        Duration from time zero in which changes of links are counted, s.
    progress
        As in :func:`run`.

    Returns
    -------
    Results
        With the tables `cell_tables` (entries as cells, runs and blocks, by satellite),
        `consistency` (changes after each interval) and `flooding` (messages by scope).

    Raises
    ------
    ScenarioError
        When the scenario is refused.
    InputError
        When a length or an instant is out of range, or the scenario has no satellites.
    """
    read = source(scenario)
    meter = Meter()
    with asked(progress):
        raw = _core.cell_tables(
            *read, list(lengths_km), list(t_s), list(after_s), list(scopes), flooding_s, progress
        )
    return from_core(raw, "cell_tables", {**meter.read(), **files_of(read)})


PROBE_COLUMNS = (
    "from_latitude_deg",
    "from_longitude_deg",
    "to_latitude_deg",
    "to_longitude_deg",
    "t_s",
)
"""The arrays that :func:`probe` requires."""


def _column(probes: Mapping[str, ArrayLike], name: str) -> list[float]:
    if not hasattr(probes, "__getitem__"):
        raise TypeError(f"probes is a mapping of names to arrays, not {type(probes).__name__}")
    try:
        found = probes[name]
    except (KeyError, IndexError, TypeError):
        wanted = ", ".join(PROBE_COLUMNS)
        raise InputError(f"the probes have no {name}; expected {wanted}") from None
    try:
        values = np.asarray(found, dtype=float)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{name} is not an array of numbers: {error}") from error
    if values.ndim != 1:
        raise InputError(f"{name} has {values.ndim} dimensions; expected 1")
    listed: list[float] = values.tolist()
    return listed
