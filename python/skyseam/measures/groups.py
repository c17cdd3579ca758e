"""Results of users by group and component of their mix, and shares of sessions that met targets.

Owns measures over the tables of a run with users, or of a sweep of such runs; runs nothing. The
figures are in `plot.users` and `plot.comparison`. Read first: docs/users.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from skyseam._arrays import Floats
from skyseam._errors import InputError
from skyseam.measures.sharing import jain_index

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skyseam.results import Results

__all__ = ["MEASURES", "PERCENTILES", "Measure", "groups", "over_runs", "sessions"]


PERCENTILES = (5, 25, 50, 75, 95, 99)
"""Columns `p5`, `p25` and so on of :func:`groups`."""

ENDLESS = frozenset({"bulk", "ping", "udp", "video", "voice"})
"""Kinds of application that last as long as they are told: their sessions have no completion."""


@dataclass(frozen=True)
class Measure:
    """A column of a table with flows, as a measure of sessions.

    Attributes
    ----------
    table, column
        Table and column of the measure. A run without that table has no such measure; a flow may
        have many rows.
    name, unit
        Name and unit in :func:`groups`.
    since
        Column to subtract, for a time between two instants.
    """

    table: str
    column: str
    name: str
    unit: str
    since: str = ""


MEASURES = (
    Measure("responses", "t_s", "response time", "s", since="requested_s"),
    Measure("pages", "load_s", "page load time", "s"),
    Measure("pages", "first_byte_s", "first byte of a page", "s"),
    Measure("videos", "startup_ms", "start-up of video", "ms"),
    Measure("videos", "stalled_ms", "stalled", "ms"),
    Measure("videos", "bitrate_mean_bps", "bitrate of video", "bit/s"),
    Measure("voice", "mos", "MOS", ""),
    Measure("voice", "mouth_to_ear_ms", "mouth to ear", "ms"),
    Measure("voice", "loss_percent", "lost or late", "%"),
)
"""Measures of applications, beside goodput, completion and targets, which all sessions have."""


def sessions(results: Results) -> pa.Table:
    """Return a row for each session of the users of a run, with its results.

    Parameters
    ----------
    results
        Results of :func:`skyseam.run`, of a scenario with users.

    Returns
    -------
    pyarrow.Table
        `flow`, `users`, `user`, `part` and `is_upload` as in the table `sessions`; `start_s`;
        `finished`, whether the session finished; `goodput_bps`; `completion_s`, from its start to
        its last byte, null if it did not finish or has a given duration (bulk data, voice, pings);
        `met`, whether it met its target. That is null without a target, and if the run ended before
        the answer was known: for a completion time less than that after the start, for a goodput
        before the session finished.

    Raises
    ------
    InputError
        When the results are not of a run with users.
    """
    if "sessions" not in results.tables:
        raise InputError("these results have no users; expected a run of a scenario with [[users]]")
    table = results.table("sessions")
    of = np.asarray(table["flow"].to_numpy(), dtype=np.int64)
    flows = results.flows

    def column(name: str) -> Floats:
        values = flows[name].to_numpy(zero_copy_only=False).astype(np.float64)
        return np.asarray(values[of], dtype=np.float64)

    start_s = column("start_s")
    ended = np.asarray(flows["end_reason"].cast(pa.string()).to_numpy(zero_copy_only=False))[of]
    finished = ended == "finished"
    goodput_bps = column("goodput_bps")
    kinds = table["application"].cast(pa.string()).to_pylist()
    endless = np.array([kind in ENDLESS for kind in kinds], dtype=bool)
    completion_s = np.where(finished, column("last_received_s") - start_s, np.nan)
    completion_s = np.where(endless, np.nan, completion_s)
    left_s = results.manifest["ended_at_s"] - start_s
    is_cut = np.isin(ended, ("end_of_run", "interrupted"))
    longest_s, least_bps = (
        table[name].to_numpy(zero_copy_only=False).astype(np.float64)
        for name in ("target_s", "target_bps")
    )
    met = np.full(len(of), np.nan)
    has_begun = np.isfinite(start_s)
    with np.errstate(invalid="ignore"):
        in_time = has_begun & np.isfinite(longest_s) & (~is_cut | (left_s >= longest_s))
        met[in_time] = (completion_s <= longest_s)[in_time]
        fast_enough = has_begun & np.isfinite(least_bps) & ~is_cut
        met[fast_enough] = (goodput_bps >= least_bps)[fast_enough]
    return pa.table(
        {
            **{name: table[name] for name in ("flow", "users", "user", "part", "is_upload")},
            "start_s": _column(start_s),
            "finished": pa.array(finished),
            "goodput_bps": _column(goodput_bps),
            "completion_s": _column(completion_s),
            "met": pa.array(met == 1, mask=np.isnan(met)),
        }
    )


def groups(results: Results) -> pa.Table:
    """Return the results of users, by group, component of the mix and measure.

    Measures are `goodput` (bit/s), `completion` (s), `target met` (1 or 0, so that its mean is the
    share that met it), and those of :data:`MEASURES` for the applications that have them.

    Parameters
    ----------
    results
        Results of :func:`skyseam.run` or :func:`skyseam.sweep`, of a scenario with users.

    Returns
    -------
    pyarrow.Table
        In the order of the scenario, for a sweep run by run with a first column `run`: `users`;
        `part` of the mix, null for all parts together; `members`, number of users; `sessions`,
        their number of sessions; `finished`, number of finished ones; `measure`, `unit`, `values`,
        number of values; `mean`; the :data:`PERCENTILES` as `p5` and so on, by linear
        interpolation; `jain`, Jain's index of the means of users, for goodput.

    Raises
    ------
    InputError
        When the results are not of runs with users.
    """
    if results.manifest.get("kind") == "sweep":
        return pa.concat_tables(
            table.add_column(0, "run", pa.array([run] * table.num_rows, pa.int64()))
            for run, one in _runs(results)
            for table in [groups(one)]
        )
    held = sessions(results)
    members = results.table("users")["users"].to_pylist()
    codes = {
        name: np.asarray(held[name].cast(pa.string()).to_numpy(zero_copy_only=False))
        for name in ("users", "user", "part")
    }
    finished = held["finished"].to_numpy(zero_copy_only=False).astype(bool)
    measured = list(_measured(results, held))
    rows: list[dict[str, Any]] = []
    for users, part in _keys(results):
        own = codes["users"] == users
        if part is not None:
            own &= codes["part"] == part
        for name, unit, of, values in measured:
            is_own = own[of] & np.isfinite(values)
            if not is_own.any() and (part is None or name not in ("goodput", "target met")):
                continue
            found = values[is_own]
            jain = None
            if name == "goodput" and len(found):
                jain = jain_index(_means(codes["user"][of[is_own]], found))
            rows.append(
                {
                    "users": users,
                    "part": part,
                    "members": members.count(users),
                    "sessions": int(own.sum()),
                    "finished": int((own & finished).sum()),
                    "measure": name,
                    "unit": unit,
                    "values": len(found),
                    "mean": float(found.mean()) if len(found) else None,
                    **_percentiles(found),
                    "jain": jain,
                }
            )
    return pa.Table.from_pylist(rows, schema=SCHEMA)


SCHEMA = pa.schema(
    [
        ("users", pa.string()),
        ("part", pa.string()),
        ("members", pa.int64()),
        ("sessions", pa.int64()),
        ("finished", pa.int64()),
        ("measure", pa.string()),
        ("unit", pa.string()),
        ("values", pa.int64()),
        ("mean", pa.float64()),
        *((f"p{percent}", pa.float64()) for percent in PERCENTILES),
        ("jain", pa.float64()),
    ]
)


def _measured(
    results: Results, held: pa.Table
) -> Iterator[tuple[str, str, NDArray[np.int64], Floats]]:
    """Yield each measure: name, unit, and for each value the row of its session."""
    every = np.arange(held.num_rows)
    for name, column, unit in (
        ("goodput", "goodput_bps", "bit/s"),
        ("completion", "completion_s", "s"),
        ("target met", "met", ""),
    ):
        values = held[column].to_numpy(zero_copy_only=False).astype(np.float64)
        yield name, unit, every, values
    flows = np.asarray(held["flow"].to_numpy(), dtype=np.int64)
    row_of = np.full(results.flows.num_rows, -1)
    row_of[flows] = every
    for measure in MEASURES:
        if measure.table not in results.tables:
            continue
        table = results.table(measure.table)
        values = table[measure.column].to_numpy(zero_copy_only=False).astype(np.float64)
        if measure.since:
            values = values - table[measure.since].to_numpy(zero_copy_only=False)
        of = row_of[np.asarray(table["flow"].to_numpy(), dtype=np.int64)]
        yield measure.name, measure.unit, of[of >= 0], np.asarray(values[of >= 0])


def _keys(results: Results) -> Iterator[tuple[str, str | None]]:
    """Yield the groups, each as a whole and by components of its mix, in the scenario's order."""
    table = results.table("sessions")
    held = dict.fromkeys(
        zip(
            table["users"].cast(pa.string()).to_pylist(),
            table["part"].cast(pa.string()).to_pylist(),
            strict=True,
        )
    )
    for users in results.manifest["scenario"]["users"]:
        own = users["name"]
        yield own, None
        mix = users.get("mix", [])
        named = [part.get("name", part.get("application", {}).get("kind")) for part in mix]
        known = [part for name, part in held if name == own]
        for part in dict.fromkeys([*(one for one in named if one), *known]):
            yield own, part


def _runs(results: Results) -> Iterator[tuple[int, Results]]:
    """Yield the runs of a sweep with users, each as the results of a run."""
    from skyseam.results import Results as Made

    flows = results.flows
    if "sessions" not in results.tables:
        raise InputError(
            "these results have no users; expected a sweep of a scenario with [[users]]"
        )
    lasts_s = _durations_s(results)
    runs = {name: results.table(name)["run"].to_numpy() for name in results.tables}
    for run in range(results.manifest["runs"]):
        tables = {}
        for name, of in runs.items():
            begin, end = np.searchsorted(of, [run, run + 1])
            tables[name] = results.table(name).slice(begin, end - begin)
        first = int(np.searchsorted(runs["flows"], run))
        ended_s = lasts_s[first] if first < flows.num_rows else 0.0
        yield run, Made(tables, {**results.manifest, "kind": "run", "ended_at_s": ended_s})


def _durations_s(results: Results) -> Floats:
    """Return the maximum duration of each row of flows: up to the end of its run."""
    flows = results.flows
    if "run.duration" not in flows.column_names:
        text = results.manifest["scenario"]["run"]["duration"]
        return np.full(flows.num_rows, _seconds(text))
    column = flows["run.duration"]
    unit = (flows.schema.field("run.duration").metadata or {}).get(b"unit", b"").decode()
    if unit:
        return np.asarray(column.to_numpy(zero_copy_only=False), dtype=np.float64) * _TIME[unit]
    return np.array([_seconds(text) for text in column.to_pylist()], dtype=np.float64)


STATISTICS = ("mean", *(f"p{percent}" for percent in PERCENTILES), "jain")
"""Columns of :func:`groups` that :func:`over_runs` averages."""


def over_runs(results: Results) -> pa.Table:
    """Return the results of users of a sweep for each combination of varied values.

    Runs that differ only in seeds are averaged: `run.seed`, `users.*.seed`.

    Parameters
    ----------
    results
        Results of :func:`skyseam.sweep`, of a scenario with users.

    Returns
    -------
    pyarrow.Table
        A column for each varied key other than a seed, as in the table `flows`; `users`, `part`,
        `measure`, `unit` as in :func:`groups`; `statistic`, one of :data:`STATISTICS` there;
        `runs`, number of runs that have it; `value`, its mean over these; `low95` and `high95`, the
        95 % interval of that mean by Student's t, null for a single run.

    Raises
    ------
    InputError
        When the results are not of a sweep with users.
    """
    from skyseam.measures.intervals import over_seeds

    if results.manifest.get("kind") != "sweep":
        raise InputError("these results are not of a sweep; expected those of skyseam.sweep")
    flows = results.flows
    keys = [one["key"] for one in results.manifest["variables"] if not is_seed(one["key"])]
    runs, first = np.unique(flows["run"].to_numpy(), return_index=True)
    points = flows.take(pa.array(first)).select(keys)
    rows_of = {int(run): index for index, run in enumerate(runs)}
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    values_of: dict[tuple[Any, ...], list[float]] = {}
    listed = points.to_pylist()
    for row in groups(results).to_pylist():
        point = listed[rows_of[row["run"]]] if row["run"] in rows_of else None
        for statistic in STATISTICS:
            value = row[statistic]
            if point is None or value is None:
                continue
            head = {
                **point,
                **{name: row[name] for name in ("users", "part", "measure", "unit")},
                "statistic": statistic,
            }
            key = tuple(map(str, head.values()))
            found.setdefault(key, head)
            values_of.setdefault(key, []).append(value)
    rows = []
    for key, head in found.items():
        estimate = over_seeds(np.array(values_of[key]))
        rows.append(
            {
                **head,
                "runs": len(values_of[key]),
                "value": estimate.value,
                "low95": estimate.low95,
                "high95": estimate.high95,
            }
        )
    schema = pa.schema(
        [
            *(flows.schema.field(key) for key in keys),
            *((name, pa.string()) for name in ("users", "part", "measure", "unit", "statistic")),
            ("runs", pa.int64()),
            *((name, pa.float64()) for name in ("value", "low95", "high95")),
        ]
    )
    return pa.Table.from_pylist(rows, schema=schema)


def is_seed(key: str) -> bool:
    """Return whether a varied key is a seed."""
    return key.rsplit(".", 1)[-1] == "seed"


def _means(names: NDArray[Any], values: Floats) -> Floats:
    """Return the mean of the values for each name."""
    _, of = np.unique(names, return_inverse=True)
    return np.asarray(np.bincount(of, weights=values) / np.bincount(of))


def _percentiles(values: Floats) -> dict[str, float | None]:
    names = [f"p{percent}" for percent in PERCENTILES]
    if not len(values):
        return dict.fromkeys(names)
    found = np.percentile(values, PERCENTILES)
    return dict(zip(names, map(float, found), strict=True))


def _column(values: Floats) -> pa.Array:
    return pa.array(values, mask=np.isnan(values))


_TIME = {
    "ns": 1e-9,
    "us": 1e-6,
    "ms": 1e-3,
    "s": 1.0,
    "min": 60.0,
    "h": 3600.0,
    "d": 86400.0,
    "days": 86400.0,
}


def _seconds(text: str) -> float:
    number, unit = text.split()
    return float(number) * _TIME[unit]
