"""Results of users by group: how each part of their mix fared, and what share met its target.

Owns measures over the tables of a run with users; runs nothing. The figures are in `plot.users`.
Read first: docs/users.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from skyseam._errors import InputError
from skyseam.sharing import jain_index

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skyseam.results import Results

__all__ = ["MEASURES", "PERCENTILES", "Measure", "groups", "sessions"]

Floats = NDArray[np.float64]

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
        Where it is. A run without that table has no such measure; a flow may have many rows.
    name, unit
        What it is called in :func:`groups`.
    since
        Column to take from it, for a time between two instants.
    """

    table: str
    column: str
    name: str
    unit: str
    since: str = ""


MEASURES = (
    Measure("responses", "t_s", "response time", "s", since="asked_s"),
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
    """Return a row for each session of the users of a run, with how it fared.

    Parameters
    ----------
    results
        Of :func:`skyseam.run`, of a scenario with users.

    Returns
    -------
    pyarrow.Table
        `flow`, `users`, `user`, `part` and `is_up` as in the table `sessions`; `start_s`;
        `finished`, whether it came to its end; `goodput_bps`; `completion_s`, from its start to its
        last byte, null where it did not finish or says itself how long it lasts (bulk data, voice,
        pings); `met`, whether it met its target. That is null without a target, and where the run
        ended before it could be told: for a completion time less than that after the start, for a
        goodput before the session finished.

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
    ended = np.asarray(flows["ended_because"].cast(pa.string()).to_numpy(zero_copy_only=False))[of]
    finished = ended == "finished"
    goodput_bps = column("goodput_bps")
    parts = list(_parts(results))
    number = {key: index for index, (key, _) in enumerate(parts)}
    names = zip(table["users"].to_pylist(), table["part"].to_pylist(), strict=True)
    part = np.fromiter((number[key] for key in names), dtype=np.int64, count=len(of))
    endless = np.array([one["application"]["kind"] in ENDLESS for _, one in parts])
    completion_s = np.where(finished, column("last_received_s") - start_s, np.nan)
    completion_s = np.where(endless[part], np.nan, completion_s)
    left_s = results.manifest["ended_at_s"] - start_s
    is_cut = np.isin(ended, ("end_of_run", "interrupted"))
    met = np.full(len(of), np.nan)
    for index, (_, one) in enumerate(parts):
        target = one.get("target")
        if target is None:
            continue
        own = (part == index) & np.isfinite(start_s)
        if "completion" in target:
            longest_s = _seconds(target["completion"])
            judged = own & (~is_cut | (left_s >= longest_s))
            reached = completion_s <= longest_s
        else:
            judged = own & ~is_cut
            reached = goodput_bps >= _bits_per_s(target["goodput"])
        met[judged] = reached[judged]
    return pa.table(
        {
            **{name: table[name] for name in table.column_names},
            "start_s": _column(start_s),
            "finished": pa.array(finished),
            "goodput_bps": _column(goodput_bps),
            "completion_s": _column(completion_s),
            "met": pa.array(met == 1, mask=np.isnan(met)),
        }
    )


def groups(results: Results) -> pa.Table:
    """Return how users fared, by group, part of the mix and measure.

    Measures are `goodput` (bit/s), `completion` (s), `target met` (1 or 0, so that its mean is the
    share that met it), and of applications that have them those of :data:`MEASURES`.

    Parameters
    ----------
    results
        Of :func:`skyseam.run`, of a scenario with users.

    Returns
    -------
    pyarrow.Table
        In the order of the scenario: `users`; `part` of the mix, null for all parts together;
        `members`, how many users there are; `sessions` that they held; `finished`, of these;
        `measure`, `unit`, `values`, how many there were; `mean`; the :data:`PERCENTILES` as `p5`
        and so on, by linear interpolation; `jain`, Jain's index of the means of users, of goodput.

    Raises
    ------
    InputError
        When the results are not of a run with users.
    """
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


def _parts(results: Results) -> Iterator[tuple[tuple[str, str], dict[str, Any]]]:
    """Yield the parts of each group's mix by the names of both."""
    for users in results.manifest["scenario"].get("users", []):
        for part in users["mix"]:
            yield (users["name"], part["name"]), part


def _keys(results: Results) -> Iterator[tuple[str, str | None]]:
    """Yield the groups, each as a whole and, where its mix has several, by parts."""
    for users in results.manifest["scenario"]["users"]:
        yield users["name"], None
        for part in users["mix"]:
            yield users["name"], part["name"]


def _means(names: NDArray[Any], values: Floats) -> Floats:
    """Return the mean of the values of each name."""
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


_TIME = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0}
_RATE = {"bit/s": 1.0, "kbit/s": 1e3, "Mbit/s": 1e6, "Gbit/s": 1e9}


def _seconds(text: str) -> float:
    number, unit = text.split()
    return float(number) * _TIME[unit]


def _bits_per_s(text: str) -> float:
    number, unit = text.split()
    return float(number) * _RATE[unit]
