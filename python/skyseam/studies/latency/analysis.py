"""Latency under load: round trips, calls and a game beside downloads and uploads, by queue.

Every queue and every congestion control meets the same load, over wires, over a constellation, or
between two nodes of a scenario.
"""

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from matplotlib.figure import Figure

from skyseam import describe
from skyseam._arrays import Floats
from skyseam._errors import InputError
from skyseam.export._scenario import number
from skyseam.reproduce import Study, drawing
from skyseam.reproduce.quantities import counted, numbers

from ..fairness.analysis import queue_of, rates_bps, transport
from ..frame import Varied, compare, run, starting

BIN_S = 1.0
PING_S = 0.05
TRIMMED = 0.95
"""Share of the round trips whose mean counts."""

QUANTILES = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999)
AT = "round trip at "


@dataclass(frozen=True)
class Loaded(Varied):
    """Runs of every queue and controller."""

    def best(self) -> Iterator[str]:
        """Yield the combination with most round trips per minute, and that with least delay."""
        if len(self.runs) > 2:
            yield from self.best_by("rpm", 1)
            yield from self.best_by("p99", -1)


def access(down: str, up: str, rtt_ms: float) -> dict[str, Any]:
    """Return a home and a server, with a link of two rates between."""
    sides = {"forward": down, "backward": up}
    rates = {side: {"rate": rate, "queue": "256 packets"} for side, rate in sides.items()}
    wire = {"between": ["server", "home"], "delay": f"{rtt_ms / 2:g} ms", **rates}
    return {"nodes": [{"name": "home"}, {"name": "server"}], "wires": [wire]}


def queues_of(scenario: Mapping[str, Any]) -> list[str]:
    """Return the keys of the queues of access links: uplinks, downlinks and wires."""
    links = scenario.get("links", {})
    found = [f"links.{kind}.queue" for kind in ("uplink", "downlink") if kind in links]
    for place, wire in enumerate(scenario.get("wires", [])):
        sides = [side for side in ("forward", "backward") if "queue" in wire.get(side, {})]
        found += [f"wires[{place}].{side}.queue" for side in sides]
        if len(sides) < 2:
            found.append(f"wires[{place}].queue")
    return found


def asked(
    scenario: dict[str, Any],
    label: str,
    ends: tuple[str, str],
    controllers: Sequence[str],
    queues: Sequence[str],
    *,
    flows: int,
    duration_s: float,
) -> dict[str, Any]:
    """Return a study's plan: the load between a home and a far end, queues and controllers.

    Raises
    ------
    InputError
        When no link of the scenario has a queue, or a node is not there.
    """
    keys = queues_of(scenario)
    if not keys:
        raise InputError(f"{label} has neither [links] nor wires, so there is no queue to choose")
    home, far = ends
    there = [one["name"] for kind in ("terminals", "nodes") for one in scenario.get(kind, [])]
    for option, name in (("--from", home), ("--to", far)):
        if there and name not in there:
            raise InputError(f'{option} is "{name}"; {label} has {", ".join(there)}')
    if home == far:
        raise InputError(f'--from and --to are both "{home}"; expected two places')
    scenario = copy.deepcopy(scenario)
    lasting = f"{duration_s:g} s"
    bulk = {"kind": "bulk", "duration": lasting}
    over = {"kind": "tcp", "stack": "linux"}
    own = scenario.get("flows", [])
    loads = [
        {"name": f"{way} {n}", "from": source, "to": to, "application": bulk, "transport": over}
        for way, source, to in (("down", far, home), ("up", home, far))
        for n in range(1, flows + 1)
    ]
    call = {"kind": "voice", "codec": "g711-plc", "duration": lasting}
    game = {
        "kind": "udp", "source": {"kind": "constant", "rate": "61440 bit/s", "size": "120 B"},
        "direction": "both", "duration": lasting,
    }  # fmt: skip
    pings = {"kind": "ping", "interval": f"{PING_S:g} s", "count": int(duration_s / PING_S)}
    probes = [
        {"name": "ping", "from": home, "to": far, "application": pings},
        {"name": "game", "from": home, "to": far, "application": game},
        {"name": "call up", "from": home, "to": far, "application": call},
        {"name": "call down", "from": far, "to": home, "application": call},
    ]
    first = len(own)
    axes: dict[str, dict[str, Any]] = {
        "queue": {one: {key: queue_of(one) for key in keys} for one in queues},
        "congestion control": {
            one: {
                f"flows[{first + n}].transport{f'.{name}' if name else ''}": value
                for n in range(len(loads))
                for name, value in transport(one).items()
            }
            for one in controllers
        },
    }
    scenario["flows"] = [*own, *loads, *probes]
    scenario["run"] = {
        **scenario.get("run", {}), "duration": lasting, "throughput_bin": f"{BIN_S:g} s",
        "record": ["rtt"],
    }  # fmt: skip
    return {
        "scenario": scenario, "label": label, "axes": axes,
        "loads": [one["name"] for one in loads], "first": first,
    }  # fmt: skip


def make(study: Study) -> Loaded:
    """Run every combination; each seed draws the start times of the load."""
    plan = study.plan
    duration_s = number(describe.resolved(plan["scenario"])["run"]["duration"])
    span_s = (plan["warm_up_share"] * duration_s, duration_s)
    of_it = partial(measured, loads=plan["loads"], span_s=span_s)
    kept = ("flows", "throughput", "rtt", "voice", "udp", "links")
    started = starting(plan, len(plan["loads"]), plan["first"])
    return Loaded(study, run(study, of_it, kept, started))


def measured(
    tables: Mapping[str, pa.Table], runs: int, loads: Sequence[str], span_s: tuple[float, float]
) -> dict[str, Floats]:
    """Return round trips, scores, delays and rates of every run after the warm-up."""
    flows = tables["flows"]
    of_run = flows["run"].to_numpy()
    called = np.array(flows["name"].to_pylist())
    numbered = numbers(flows, "flow").astype(int)
    start_s = numbers(flows, "start_s").min() if flows.num_rows else 0.0
    span_s = (start_s + span_s[0], start_s + span_s[1])
    (ping,) = set(numbered[called == "ping"].tolist())
    trips = tables["rtt"]
    late = pc.and_(pc.equal(trips["flow"], ping), pc.greater_equal(trips["t_s"], span_s[0]))
    trips = trips.filter(late)
    rtt_ms, trip_of = numbers(trips, "rtt_ms"), trips["run"].to_numpy()
    names = ("rpm", "p50", "p99", "least", *(f"{AT}{share:g}" for share in QUANTILES))
    found = {name: np.full(runs, np.nan) for name in names}
    for one in np.unique(trip_of):
        mine = np.sort(rtt_ms[trip_of == one])
        rpm = 60e3 / mine[: max(1, int(TRIMMED * len(mine)))].mean()
        told = (rpm, *np.quantile(mine, (0.5, 0.99)), mine[0], *np.quantile(mine, QUANTILES))
        for name, value in zip(names, told, strict=True):
            found[name][one] = value
    # The study's calls and game have these names; those of a scenario of one's own have others.
    calls, games = tables["voice"], tables["udp"]
    calls = calls.filter(pc.is_in(calls["name"], pa.array(["call up", "call down"])))
    games = games.filter(pc.equal(games["name"], "game"))
    found["mos"] = _of_each(calls, "mos", runs, np.nanmean)
    found["game"] = _of_each(games, "delay_p99_ms", runs, np.nanmax)
    found["missing"] = _of_each(games, "loss_percent", runs, np.nanmean)
    whole = rates_bps(tables["throughput"], runs, int(numbered.max()) + 1, span_s, BIN_S)
    for way in ("down", "up"):
        named = [name for name in loads if name.startswith(way)]
        of_way = np.unique(numbered[np.isin(called, named)])
        found[way] = whole[:, of_way].sum(axis=1) / 1e6
    sent = np.maximum(counted(of_run, numbers(flows, "packets_sent"), runs), 1)
    found["dropped"] = 100 * counted(of_run, numbers(flows, "drops"), runs) / sent
    links = tables["links"]
    marked = counted(links["run"].to_numpy(), numbers(links, "marked"), runs)
    found["marked"] = 100 * marked / sent
    return found


def _of_each(table: pa.Table, column: str, runs: int, of: Any) -> Floats:
    """Return one figure of each run's rows; NaN where it has none."""
    values, run_of = numbers(table, column), table["run"].to_numpy()
    each = [values[run_of == one] for one in range(runs)]
    return np.array([of(one) if np.isfinite(one).any() else np.nan for one in each])


def round_trips(found: Loaded) -> Figure:
    """Draw the distribution of round trips, a panel for each queue."""
    queues = found.axes["queue"]
    size = (1.4 + 2.2 * len(queues), 3.0)
    look: Any = {"xlabel": "round trip, ms", "ylabel": "share of round trips"}
    figure, panels = drawing.panels(len(queues), size, sharex=True, sharey=True, **look)
    for axes, queue in zip(panels, queues, strict=True):
        mine = [at for at in found.runs if at[0] == queue]
        for number_of, at in enumerate(mine):
            trips = [found.mean(at, f"{AT}{share:g}").value for share in QUANTILES]
            axes.plot(trips, QUANTILES, color=drawing.SERIES[number_of], label=at[1])
        axes.axvline(found.mean(mine[0], "least").value, color="0.6", ls=":", lw=1)
        axes.set_title(queue, fontsize=9)
    panels[0].set_xscale("log")
    least, most = panels[0].get_xlim()
    decades = (leading * 10.0**power for power in range(6) for leading in (1, 2, 5))
    drawing.ticks(panels[0], [at for at in decades if least <= at <= most])
    panels[-1].legend(fontsize=8, frameon=False)
    return figure


FIGURES = (compare, round_trips)
