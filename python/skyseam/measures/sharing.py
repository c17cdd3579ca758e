"""How users share a link: goodput of each, fairness between them, spectral efficiency.

Owns measures over the tables of a run or of many (with a column `run`, as in sweeps); draws nothing
and runs nothing. Read first: docs/results/sharing.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skyseam._arrays import Floats
from skyseam._errors import InputError
from skyseam._work import expect, names, number

__all__ = ["fairness", "goodput", "jain_index", "spectral_efficiency"]

Values: TypeAlias = Sequence[float] | Floats

CODED_BITS_PER_SYMBOL = 2
"""For QPSK, the only modulation of HARQ here."""


def jain_index(values: Values) -> float:
    r"""Return Jain's index of fairness.

    $(\sum x)^2 / (n \sum x^2)$: 1 if all shares are equal, $1/n$ if one user has everything.

    Parameters
    ----------
    values
        The share of each user, none negative; at least one.

    Returns
    -------
    float
        From $1/n$ to 1; NaN if all shares are zero.

    Raises
    ------
    InputError
        When there are no shares, or one is negative or not a number.

    References
    ----------
    R. Jain, D. Chiu, W. Hawe, DEC Research Report TR-301, 1984.
    """
    try:
        shares = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"the shares are not a list of numbers: {error}") from error
    if shares.ndim != 1 or not len(shares):
        raise InputError("no shares to compare; expected a list of at least one number")
    if not (np.isfinite(shares) & (shares >= 0)).all():
        raise InputError("a share is negative or not a number; expected numbers from 0 on")
    most = shares.max()
    if most == 0:
        return float("nan")
    # The index does not depend on the unit; scaled, squares of large numbers do not overflow.
    shares = shares / most
    return float(shares.sum() ** 2 / (len(shares) * (shares**2).sum()))


def goodput(
    flows: pa.Table, duration_s: float | None = None, users: Sequence[str] | None = None
) -> pa.Table:
    """Return the goodput of each user: of all flows to one destination together.

    Parameters
    ----------
    flows
        The table `flows` of a run, or of many with a column `run`.
    duration_s
        Time over which goodput is averaged, s. By default from the first packet sent to a user to
        the last that arrived; a user that received nothing then has none.
    users
        Destinations to include; all by default. One without a flow is refused.

    Returns
    -------
    pyarrow.Table
        In the order of runs and of each user's first flow: `run` (where the flows have it), `user`,
        `flows`, `bytes`, `goodput_bps`.

    Raises
    ------
    InputError
        When a user has no flow, or the duration is not above zero.
    """
    _check_columns("flows", flows, ("flow", "part_of", "destination", "bytes"))
    if duration_s is not None:
        duration_s = number("duration_s", duration_s)
        if duration_s <= 0:
            raise InputError(f"duration_s is {duration_s:g}; expected a number above 0")
    keys = [name for name in ("run",) if name in flows.column_names]
    # Further parts of a split connection have rows of their own.
    whole = flows.filter(pc.equal(flows["flow"], flows["part_of"]))
    if users is not None:
        there = set(whole["destination"].to_pylist())
        users = names("users", users)
        for user in users:
            if user not in there:
                raise InputError(f"no flow goes to {user!r}")
        whole = whole.filter(pc.is_in(whole["destination"], pa.array(users)))
    found = whole.group_by([*keys, "destination"], use_threads=False).aggregate(
        [
            ("flow", "count"), ("flow", "min"), ("bytes", "sum"),
            ("first_sent_s", "min"), ("last_received_s", "max"),
        ]
    )  # fmt: skip
    found = found.sort_by([*((key, "ascending") for key in keys), ("flow_min", "ascending")])
    bits = np.asarray(found["bytes_sum"].to_numpy(), dtype=np.float64) * 8
    if duration_s is None:
        spans = pc.subtract(found["last_received_s_max"], found["first_sent_s_min"])
        span_s = spans.to_numpy(zero_copy_only=False).astype(np.float64)
        rate = np.divide(bits, span_s, out=np.full(len(bits), np.nan), where=span_s > 0)
    else:
        rate = bits / duration_s
    columns = {key: found[key] for key in keys}
    return pa.table(
        {
            **columns,
            "user": found["destination"],
            "flows": found["flow_count"],
            "bytes": found["bytes_sum"],
            "goodput_bps": pa.array(rate, from_pandas=True),
        }
    )


def _check_columns(argument: str, table: pa.Table, wanted: Sequence[str]) -> None:
    """Refuse what is not a table, or lacks a column."""
    expect(argument, table, pa.Table)
    for name in wanted:
        if name not in table.column_names:
            there = ", ".join(table.column_names)
            raise InputError(f"{argument} has no column {name!r}; it has: {there}")


def fairness(shares: pa.Table, column: str = "goodput_bps") -> pa.Table:
    """Return how equally users share, for each run.

    Parameters
    ----------
    shares
        A row for each user, as from :func:`goodput`; a null counts as zero.
    column
        The shared quantity; by default goodput in bit/s.

    Returns
    -------
    pyarrow.Table
        `run` (if the shares have it), `users`, `jain` (null if all shares are zero), `mean`, `std`
        (between users, with n - 1; null for one user), `least`, `most`; the last four in the
        column's unit.

    Raises
    ------
    InputError
        When there is no such column or no row, or a share is negative.
    """
    expect("column", column, str)
    _check_columns("shares", shares, (column,))
    values = np.nan_to_num(shares[column].to_numpy(zero_copy_only=False).astype(np.float64))
    has_runs = "run" in shares.column_names
    runs = shares["run"].to_numpy() if has_runs else np.zeros(len(values), dtype=np.int64)
    rows = []
    for run in np.unique(runs) if len(values) else [0]:
        mine = values[runs == run]
        index = jain_index(mine)
        rows.append(
            {
                **({"run": int(run)} if has_runs else {}),
                "users": len(mine),
                "jain": None if np.isnan(index) else index,
                "mean": float(mine.mean()),
                "std": float(mine.std(ddof=1)) if len(mine) > 1 else None,
                "least": float(mine.min()),
                "most": float(mine.max()),
            }
        )
    return pa.Table.from_pylist(rows)


def spectral_efficiency(flows: pa.Table, harq: pa.Table, link: str | None = None) -> pa.Table:
    """Return useful bits received per coded bit that a link with HARQ sent.

    Useful bits are those that applications received once and in order (`bytes` of a flow), for
    flows whose destination is a receiver of the link. Other traffic on the link, such as ACKs or
    flows that end further on, counts only towards the coded bits. QPSK has two coded bits per
    symbol: twice the figure is in bits per symbol, or bit/s/Hz at the Nyquist rate.

    Parameters
    ----------
    flows, harq
        Tables of a run, or of many with a column `run`.
    link
        Name of the link in `harq`; by default the only link with HARQ.

    Returns
    -------
    pyarrow.Table
        `run` (if the flows have it), `link`, `useful_bits`, `coded_bits`, `efficiency` (null if
        nothing was sent).

    Raises
    ------
    InputError
        When there is no such link, or several and none is named.
    """
    _check_columns("flows", flows, ("flow", "part_of", "destination", "bytes"))
    _check_columns("harq", harq, ("link", "receiver", "symbols"))
    links = sorted(set(harq["link"].to_pylist()))
    if link is None:
        if len(links) != 1:
            raise InputError(f"{len(links)} links have HARQ; name one: {', '.join(links)}")
        (link,) = links
    elif link not in links:
        raise InputError(f"no link {link!r} has HARQ; there is: {', '.join(links)}")
    has_runs = "run" in flows.column_names
    mine = harq.filter(pc.equal(harq["link"], link))
    ends = flows.filter(
        pc.and_(
            pc.equal(flows["flow"], flows["part_of"]),
            pc.is_in(flows["destination"], mine["receiver"].combine_chunks().unique()),
        )
    )
    runs = np.unique(flows["run"].to_numpy()) if has_runs else np.zeros(1, dtype=np.int64)

    def summed(table: pa.Table, column: str) -> Floats:
        total = np.zeros(len(runs))
        of = table["run"].to_numpy() if has_runs else np.zeros(table.num_rows, dtype=np.int64)
        values = table[column].to_numpy(zero_copy_only=False).astype(np.float64)
        np.add.at(total, np.searchsorted(runs, of), values)
        return total

    useful = 8 * summed(ends, "bytes")
    coded = CODED_BITS_PER_SYMBOL * summed(mine, "symbols")
    ratio = np.divide(useful, coded, out=np.full(len(runs), np.nan), where=coded > 0)
    return pa.table(
        {
            **({"run": pa.array(runs)} if has_runs else {}),
            "link": pa.array([link] * len(runs)),
            "useful_bits": pa.array(useful),
            "coded_bits": pa.array(coded),
            "efficiency": pa.array(ratio, from_pandas=True),
        }
    )
