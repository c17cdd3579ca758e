"""Summary of a run by flow name: percentiles of goodput and completion, drops, fairness.

Owns measures over the tables of any run; runs nothing. :mod:`skyseam.measures.groups` has the
results of users by group and component of their mix.
"""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skyseam._arrays import Bools, Floats
from skyseam._errors import InputError
from skyseam._scenario import kind_of
from skyseam.measures.groups import ENDLESS
from skyseam.measures.sharing import jain_index

if TYPE_CHECKING:
    from collections.abc import Iterator

    from skyseam.results import Results

__all__ = ["PERCENTILES", "summary"]

PERCENTILES = (5, 25, 50, 75, 95)
"""Columns `p5`, `p25` and so on of :func:`summary`."""

_COLUMNS = (
    ("goodput", "goodput_bps", "bit/s"),
    ("completion", "", "s"),
    ("mean round trip", "rtt_mean_ms", "ms"),
    ("retransmissions", "retransmissions", ""),
    ("timeouts", "timeouts", ""),
)

SCHEMA = pa.schema(
    [
        ("name", pa.string()),
        ("flows", pa.int64()),
        ("finished", pa.int64()),
        ("measure", pa.string()),
        ("unit", pa.string()),
        ("values", pa.int64()),
        ("sum", pa.float64()),
        ("mean", pa.float64()),
        *((f"p{percent}", pa.float64()) for percent in PERCENTILES),
        ("jain", pa.float64()),
    ]
)


def summary(results: Results) -> pa.Table:
    """Return the results of a run's flows: a row for each name of flows and each measure.

    Measures are `goodput` (bit/s); `completion` (s), from a flow's start to its last byte, of flows
    that finished and whose duration is not given; `mean round trip` (ms); `retransmissions` and
    `timeouts` of a flow; `drops, REASON`, the packets of a flow that were dropped for that reason;
    and in a last row without a name `load of satellites`, the bytes that each satellite sent down,
    of satellites that sent any. For a split connection the last part counts, which is what its
    receiver sees; drops count in every part.

    Parameters
    ----------
    results
        Results of :func:`skyseam.run`.

    Returns
    -------
    pyarrow.Table
        `name` of the flows, null for all of them together if there are several names; `flows` and
        `finished`, number of flows and of those that finished; `measure`; `unit`; `values`, number
        of flows that have the measure; their `sum` (for drops and retransmissions the number of
        packets), `mean`, and the :data:`PERCENTILES` by linear interpolation as `p5` and so on;
        `jain`, Jain's fairness index over the flows, for goodput, or over satellites.

    Raises
    ------
    InputError
        When the results are not of a run.
    """
    if "flows" not in results.tables:
        raise InputError("these results have no flows; expected those of skyseam.run")
    flows = results.flows
    last = _last_parts(flows)
    names = np.asarray(flows["name"].cast(pa.string()).to_numpy(zero_copy_only=False))
    ended = np.asarray(flows["end_reason"].cast(pa.string()).to_numpy(zero_copy_only=False))
    measured = list(_measured(results, flows))
    own_names = list(dict.fromkeys(names[last].tolist()))
    rows: list[dict[str, Any]] = []
    for name in [None, *own_names] if len(own_names) > 1 else own_names:
        is_own = np.ones(len(names), dtype=bool) if name is None else names == name
        is_counted = is_own & last
        head = {
            "name": name,
            "flows": int(is_counted.sum()),
            "finished": int((is_counted & (ended == "finished")).sum()),
        }
        for measure, unit, values, of_parts in measured:
            found = values[(is_own if of_parts else is_counted) & np.isfinite(values)]
            if not len(found):
                continue
            if measure.startswith("drops") and not found.sum():
                continue
            rows.append(
                {
                    **head,
                    "measure": measure,
                    "unit": unit,
                    **_statistics(found),
                    "jain": jain_index(found) if measure == "goodput" else None,
                }
            )
    loads = satellite_loads(results)
    if loads:
        spread = np.array(list(loads.values()), dtype=np.float64)
        rows.append(
            {
                "name": None,
                "flows": int(last.sum()),
                "finished": int((last & (ended == "finished")).sum()),
                "measure": "load of satellites",
                "unit": "B",
                **_statistics(spread),
                "jain": jain_index(spread),
            }
        )
    return pa.Table.from_pylist(rows, schema=SCHEMA)


def _statistics(found: Floats) -> dict[str, float]:
    """Return number, sum, mean and percentiles of values."""
    spread = np.percentile(found, PERCENTILES)
    return {
        "values": len(found),
        "sum": float(found.sum()),
        "mean": float(found.mean()),
        **{f"p{p}": float(one) for p, one in zip(PERCENTILES, spread, strict=True)},
    }


def satellite_loads(results: Results) -> dict[str, int]:
    """Return the bytes that each satellite sent to terminals, by its name, largest first."""
    if "links" not in results.tables:
        return {}
    loads: dict[str, int] = {}
    links = results.table("links")
    for link, sent in zip(links["link"].to_pylist(), links["bytes"].to_pylist(), strict=True):
        satellite, downlink, receiver = link.rpartition(" downlink")
        if downlink and sent and (not receiver or receiver.startswith(" to ")):
            loads[satellite] = loads.get(satellite, 0) + sent
    return dict(sorted(loads.items(), key=lambda one: (-one[1], one[0])))


def _last_parts(flows: pa.Table) -> Bools:
    """Return the rows that are an undivided flow, or the last part of a split one."""
    whole = flows["part_of"].to_numpy()
    last = np.zeros(len(whole), dtype=bool)
    # Parts follow each other in order: the last row of each whole.
    last[list(dict(zip(whole.tolist(), range(len(whole)), strict=True)).values())] = True
    return last


def _measured(results: Results, flows: pa.Table) -> Iterator[tuple[str, str, Floats, bool]]:
    """Yield each measure: name, unit, values by row of flows, and whether all parts count."""
    for measure, column, unit in _COLUMNS:
        values = _completion(results, flows) if not column else _floats(flows[column])
        yield measure, unit, values, False
    drops = results.drops
    reasons = drops["reason"].cast(pa.string())
    for reason in sorted(pc.unique(reasons).to_pylist()):
        of = drops.filter(pc.equal(reasons, reason))["flow"].to_numpy().astype(np.int64)
        counted = np.bincount(of, minlength=flows.num_rows).astype(np.float64)
        yield f"drops, {reason}", "packets", counted, True


def _completion(results: Results, flows: pa.Table) -> Floats:
    described = results.manifest.get("scenario", {}).get("flows", [])
    kinds = {flow["name"]: kind_of(flow) for flow in described}
    names = flows["name"].cast(pa.string()).to_pylist()
    lasts = np.array([kinds.get(name) in ENDLESS for name in names], dtype=bool)
    ended = flows["end_reason"].cast(pa.string()).to_numpy(zero_copy_only=False)
    took_s = _floats(flows["last_received_s"]) - _floats(flows["start_s"])
    return np.where((ended == "finished") & ~lasts, took_s, np.nan)


def _floats(column: pa.ChunkedArray) -> Floats:
    return np.asarray(column.to_numpy(zero_copy_only=False), dtype=np.float64)


def as_html(results: Results) -> str:
    """Return the HTML of results for a notebook: their kind, their tables, the summary."""
    manifest = results.manifest
    title = manifest.get("scenario", {}).get("title") or manifest.get("kind", "results")
    parts = [f"<p><b>{html.escape(str(title))}</b>"]
    if "ended_at_s" in manifest:
        parts.append(
            f", seed {manifest['seed']}: ended at {manifest['ended_at_s']:.6g} s since "
            f"{html.escape(manifest['end_reason'])}; "
            f"{manifest['packets']['sent']:,} packets sent, "
            f"{manifest['packets']['delivered']:,} delivered"
        )
    parts.append("</p>")
    listed = ", ".join(
        f"<code>{html.escape(name)}</code> ({results.table(name).num_rows:,})"
        for name in results.tables
    )
    parts.append(f"<p>tables (rows): {listed}</p>")
    if "flows" in results.tables and results.flows.num_rows:
        parts.append(_table(summary(results)))
    return "".join(parts)


MOST_ROWS = 40
"""Rows of the summary that a notebook shows."""


def _table(table: pa.Table) -> str:
    """Return a summary as HTML: the values of a single flow, the spread of several."""
    rows = table.to_pylist()
    shown: list[dict[str, str]] = []
    for row in rows[:MOST_ROWS]:
        unit = row["unit"]
        cells = {"flows of": row["name"] or "all"} if len({r["name"] for r in rows}) > 1 else {}
        if any(r["flows"] > 1 for r in rows):
            cells |= {"flows": f"{row['flows']:,}", "finished": f"{row['finished']:,}"}
        cells["measure"] = row["measure"]
        if row["values"] == 1:
            cells["value"] = _quantity(row["sum"], unit)
        else:
            cells |= {key: _quantity(row[key], unit) for key in ("sum", "mean")}
            cells |= {f"p{p}": _quantity(row[f"p{p}"], unit) for p in PERCENTILES}
            cells["Jain"] = "" if row["jain"] is None else f"{row['jain']:.3f}"
        shown.append(cells)
    wanted = ("flows of", "flows", "finished", "measure", "value", "sum", "mean")
    names = [*wanted, *(f"p{p}" for p in PERCENTILES), "Jain"]
    names = [name for name in names if any(name in cells for cells in shown)]
    head = _row("th", names)
    body = "".join(_row("td", [cells.get(name, "") for name in names]) for cells in shown)
    more = table.num_rows - MOST_ROWS
    note = f"<p>and {more:,} more rows in <code>summary()</code></p>" if more > 0 else ""
    return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>{note}"


def _row(tag: str, cells: list[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{html.escape(cell)}</{tag}>' for cell in cells)}</tr>"


_PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


def _quantity(value: float, unit: str) -> str:
    """Return a number with its unit, rates with a prefix: `7.69 Mbit/s`."""
    if unit == "bit/s":
        factor, prefix = next(((f, p) for f, p in _PREFIXES if abs(value) >= f), (1.0, ""))
        return f"{value / factor:.4g} {prefix}bit/s"
    number = f"{value:,.0f}" if value == round(value) else f"{value:,.4g}"
    return f"{number} {unit}".rstrip()
