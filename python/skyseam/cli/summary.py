"""The summary that `skyseam run` prints: transfers, pings and calls, and the run's end.

A few flows are shown individually, many by percentiles. Owns the choice of measures; all of them
are in the tables that are written.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from skyseam._scenario import kind_of
from skyseam.cli import terminal

if TYPE_CHECKING:
    import pyarrow as pa

    from skyseam.results import Results

SHOWN = 20
"""The most flows that are shown one by one, and the most names of flows that are distinguished."""

ENDED = {
    "finished": "finished",
    "idle_timeout": "idle timeout",
    "refused": "refused",
    "too_many_retransmissions": "too many retransmissions",
    "end_of_run": "end of run",
    "interrupted": "interrupted",
    "not_started": "not started",
}
"""How flows end, in words."""

APART = ("ping", "voice", "udp", "programs")
"""The kinds of application that are no transfers."""


def outcome(outcome: Results) -> None:
    """Print results of flows and calls, and the run's end."""
    # Arrow's functions take time to load, which a few flows do not need.
    if outcome.flows.num_rows <= SHOWN:
        _few(outcome)
    else:
        _many(outcome)
    if "voice" in outcome.tables:
        _calls(outcome.table("voice"))
    if "udp" in outcome.tables:
        _datagrams(outcome.table("udp"))
    if "videos" in outcome.tables:
        _videos(outcome.table("videos"))
    for line in outcome.manifest.get("data", ()):
        terminal.out.print(line, soft_wrap=True, markup=False)
    load = outcome.manifest.get("satellite_load")
    if load is not None and load["satellites"] > 1:
        terminal.out.print(_load(load), soft_wrap=True)
    terminal.out.print(ending(outcome.manifest), soft_wrap=True)


def _load(load: Mapping[str, Any]) -> str:
    """State the distribution of the downlink bytes over satellites."""
    most = load["most"]
    share = 100 * most["bytes"] / load["bytes"]
    return (
        f"{load['satellites']:,} satellites sent {load['bytes'] / 1e6:,.1f} MB down; "
        f"{most['satellite']} sent {share:.0f} % of it"
    )


def _few(outcome: Results) -> None:
    """Print transfers and pings individually."""
    kind = _kinds(outcome)
    # A split connection is shown from end to end.
    flows = [row for row in outcome.flows.to_pylist() if row["part_of"] == row["flow"]]
    kinds = [kind(row["name"]) for row in flows]
    transfers = [row for row, kind in zip(flows, kinds, strict=True) if kind not in APART]
    pings = [row for row, kind in zip(flows, kinds, strict=True) if kind == "ping"]
    if transfers:
        _list_transfers(transfers)
    if pings:
        _list_pings(pings)


def _many(outcome: Results) -> None:
    """Print transfers and pings, by percentiles if there are many."""
    import pyarrow.compute as pc

    from skyseam._arrow import strings

    # A split connection is shown from end to end.
    flows = outcome.flows.filter(pc.equal(outcome.flows["part_of"], outcome.flows["flow"]))
    kind = _kinds(outcome)
    by_kind: dict[str, list[str]] = {"ping": [], "transfer": []}
    for name in flows["name"].unique().to_pylist():
        found = kind(name)
        if found not in APART or found == "ping":
            by_kind.get(found, by_kind["transfer"]).append(name)

    def of(kind: str) -> pa.Table:
        return flows.filter(pc.is_in(flows["name"], strings(by_kind[kind])))

    if by_kind["transfer"]:
        _transfers(of("transfer"))
    if by_kind["ping"]:
        _pings(of("ping"))


def ending(manifest: Mapping[str, Any]) -> str:
    """State why a run ended, and the number of its flows by cause of the end."""
    told = {ENDED[ended]: count for ended, count in manifest["flows_ended"].items() if count}
    counted = ", ".join(f"{count:,} {ended}" for ended, count in told.items())
    return f"{manifest['end_reason']}: {counted}"


def _kinds(outcome: Results) -> Callable[[str], str]:
    """Return a function that gives the kind of application of a flow, by the flow's name."""
    described = outcome.manifest["scenario"].get("flows", [])
    entries = {flow["name"]: kind_of(flow) for flow in described}
    if "sessions" in outcome.tables:
        entries |= _kinds_of_sessions(outcome)

    def kind(name: str) -> str:
        # Flows of a group have its name and a number, or a satellite's name.
        while name and name not in entries:
            name = name.rpartition("-")[0]
        return entries.get(name, "programs")  # which are not in the scenario

    return kind


def _kinds_of_sessions(outcome: Results) -> dict[str, str]:
    """Return the kinds of application of users' sessions by the names of their flows."""
    mixes = {
        (users["name"], part["name"]): part["application"]["kind"]
        for users in outcome.manifest["scenario"]["users"]
        for part in users["mix"]
    }
    held = outcome.table("sessions")
    every = outcome.flows["name"].to_pylist()
    names = [every[flow] for flow in held["flow"].to_pylist()]
    parts = zip(held["users"].to_pylist(), held["part"].to_pylist(), strict=True)
    return {name: mixes[part] for name, part in zip(names, parts, strict=True)}


def _transfers(flows: pa.Table) -> None:
    import pyarrow.compute as pc

    if flows.num_rows > SHOWN:
        # A file without content has a goodput of zero, which counts.
        had_nothing = pc.equal(flows["bytes"], 0)
        goodput = pc.if_else(had_nothing, 0.0, flows["goodput_bps"])
        place = flows.column_names.index("goodput_bps")
        flows = flows.set_column(place, "goodput_bps", goodput)
        _spread(
            "transfers",
            flows,
            [
                ("transfer time, s", "transfer_time_s", 1.0, 3),
                ("goodput, kbit/s", "goodput_bps", 1e-3, 1),
                ("round trip, ms", "rtt_mean_ms", 1.0, 1),
                ("retransmissions", "retransmissions", 1.0, 0),
                ("drops", "drops", 1.0, 0),
            ],
        )
        _of_nothing("transfers", had_nothing, "delivered nothing")
        return
    _list_transfers(flows.to_pylist())


def _list_transfers(rows: Sequence[Mapping[str, Any]]) -> None:
    columns = [
        "transfer", "path", "ended", "time, s", "goodput, kbit/s", "bytes", "round trip, ms",
        "retransmissions", "drops",
    ]  # fmt: skip
    shown = [
        (
            row["name"],
            f"{row['source']} to {row['destination']}",
            ENDED[row["end_reason"]],
            _number(row["transfer_time_s"], 1.0, 6),
            _number(row["goodput_bps"], 1e-3, 1),
            f"{row['bytes']:,}",
            _number(row["rtt_mean_ms"], 1.0, 1),
            f"{row['retransmissions']:,}",
            f"{row['drops']:,}",
        )
        for row in rows
    ]
    terminal.table("transfers", columns, shown, 3)


def _pings(flows: pa.Table) -> None:
    import pyarrow.compute as pc

    if flows.num_rows > SHOWN:
        _spread(
            "pings",
            _with_unanswered(flows),
            [
                ("unanswered, %", "unanswered", 1.0, 2),
                ("least round trip, ms", "rtt_min_ms", 1.0, 3),
                ("mean round trip, ms", "rtt_mean_ms", 1.0, 3),
                ("longest round trip, ms", "rtt_max_ms", 1.0, 3),
            ],
        )
        _of_nothing("pings", pc.equal(flows["rtt_samples"], 0), "were never answered")
        return
    _list_pings(flows.to_pylist())


def _list_pings(rows: Sequence[Mapping[str, Any]]) -> None:
    columns = [
        "ping", "path", "ended", "requests", "unanswered, %", "min, ms", "mean, ms", "max, ms",
    ]  # fmt: skip
    shown = [
        (
            row["name"],
            f"{row['source']} to {row['destination']}",
            ENDED[row["end_reason"]],
            f"{row['packets_sent']:,}",
            _number(_unanswered(row), 1.0, 2),
            *(_number(row[f"rtt_{which}_ms"], 1.0, 3) for which in ("min", "mean", "max")),
        )
        for row in rows
    ]
    terminal.table("pings", columns, shown, 3)


def _unanswered(row: Mapping[str, Any]) -> float | None:
    """Return the share of echo requests without a reply, in %."""
    sent = row["packets_sent"]
    return None if sent == 0 else (1.0 - row["rtt_samples"] / sent) * 100.0


def _with_unanswered(flows: pa.Table) -> pa.Table:
    """Add the share of echo requests without a reply, in %; null if none was sent."""
    import pyarrow.compute as pc

    sent = pc.if_else(pc.equal(flows["packets_sent"], 0), None, flows["packets_sent"])
    answered = pc.divide(flows["rtt_samples"].cast("double"), sent.cast("double"))
    return flows.append_column("unanswered", pc.multiply(pc.subtract(1.0, answered), 100.0))


def _datagrams(streams: pa.Table) -> None:
    rows = [
        (
            row["name"] if row["forward"] else f"{row['name']}, back",
            f"{row['sent']:,}",
            _number(row["loss_percent"], 1.0, 2),
            _number(row["delay_p50_ms"], 1.0, 1),
            _number(row["delay_p99_ms"], 1.0, 1),
            _number(row["jitter_rfc3550_ms"], 1.0, 2),
        )
        for row in streams.slice(0, SHOWN).to_pylist()
    ]
    columns = ["datagrams", "sent", "lost, %", "delay, ms", "99 %, ms", "jitter, ms"]
    terminal.table("datagrams", columns, rows, 1)
    if streams.num_rows > SHOWN:
        more = f"... and {streams.num_rows - SHOWN:,} more in udp.parquet"
        terminal.out.print(more, soft_wrap=True)


def _videos(videos: pa.Table) -> None:
    rows = [
        (
            row["name"],
            row["abr"],
            f"{row['received']:,} of {row['segments']:,}",
            _number(row["startup_ms"], 1e-3, 2),
            f"{row['stalls']:,}",
            _number(row["stalled_ms"], 1e-3, 2),
            f"{row['switches']:,}",
            _number(row["bitrate_mean_bps"], 1e-6, 2),
        )
        for row in videos.slice(0, SHOWN).to_pylist()
    ]
    columns = [
        "video", "rule", "segments", "start, s", "stalls", "stalled, s", "switches", "Mbit/s"
    ]  # fmt: skip
    terminal.table("videos", columns, rows, 2)
    if videos.num_rows > SHOWN:
        more = f"... and {videos.num_rows - SHOWN:,} more in videos.parquet"
        terminal.out.print(more, soft_wrap=True)


def _calls(calls: pa.Table) -> None:
    figures = [("mos", 2), ("mouth_to_ear_ms", 1), ("loss_percent", 2), ("jitter_ms", 2)]
    rows = [
        (row["name"], *(_number(row[key], 1.0, places) for key, places in figures))
        for row in calls.slice(0, SHOWN).to_pylist()
    ]
    columns = ["call", "MOS", "mouth to ear, ms", "lost or late, %", "jitter, ms"]
    terminal.table("calls", columns, rows, 1)
    if calls.num_rows > SHOWN:
        more = f"... and {calls.num_rows - SHOWN:,} more in voice.parquet"
        rated = [mos for mos in calls["mos"].to_pylist() if mos is not None]
        if rated:
            more += f"; mean MOS of {len(rated):,} {statistics.fmean(rated):.2f}"
        terminal.out.print(more)


Measure: TypeAlias = tuple[str, str, float, int]
"""Name, column, factor to the shown unit, decimal places."""


def _spread(title: str, flows: pa.Table, measures: Sequence[Measure]) -> None:
    """Print percentiles of many flows: by name, or of all if there are many names."""
    import numpy as np
    import pyarrow.compute as pc

    names = flows["name"].unique().to_pylist()
    shares = [(name, flows.filter(pc.equal(flows["name"], name))) for name in names[:SHOWN]]
    if len(names) * len(measures) > SHOWN:
        shares = [("all", flows)]
    shown = []
    for name, own in shares:
        for label, column, factor, places in measures:
            known = own[column].drop_null().to_numpy() * factor
            if known.size:
                spread = (f"{one:,.{places}f}" for one in np.percentile(known, [5, 50, 95]))
                shown.append((name, label, f"{known.size:,}", *spread))
    columns = ["name", "measure", "flows", "5 %", "median", "95 %"]
    terminal.table(f"{flows.num_rows:,} {title}", columns, shown, 2)


def _of_nothing(title: str, had_nothing: pa.ChunkedArray, words: str) -> None:
    count = had_nothing.to_pylist().count(True)
    if count:
        terminal.out.print(f"{count:,} of {len(had_nothing):,} {title} {words}")


def _number(value: float | None, factor: float, places: int) -> str:
    return "-" if value is None else f"{value * factor:,.{places}f}"
