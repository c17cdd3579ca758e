"""Schedulers of a shared link: goodput, fairness, calls and drops of the users of a scenario.

Every policy serves the same users of a beam, or of the downlinks of a constellation, over the same
fading. A table of marks shows which policy suits which purpose.
"""

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skyseam import describe
from skyseam._arrays import Floats
from skyseam._errors import InputError
from skyseam._scenario import kind_of
from skyseam.export._scenario import number
from skyseam.measures import sharing
from skyseam.reproduce import Study, said
from skyseam.reproduce.cases import as_list
from skyseam.reproduce.quantities import counted, mean_by, numbers

from ..frame import Table, Varied, run

MARKS = {"XX": "#C23B22", "X": "#E0A070", "ok": "#8CC7A8", "okok": "#1C8A5F"}
"""Marks from the worst to the best, with their colours."""

NO_DIFFERENCE = "="
"""Mark of all where the best is hardly better than the worst."""

TOGETHER = ("drop-tail", "fq-codel")
"""Policies whose limit is that of all users together."""

POLICIES = (
    "drop-tail", "round-robin", "deficit-round-robin", "fq-codel", "proportional-fair", "m-lwdf",
    "exp-pf", "utility", "codes",
)  # fmt: skip

CALLS = {"mos": "mos", "lost": "loss_percent", "delay": "delay_mean_ms", "jitter": "jitter_ms"}
"""Quantities of calls, and their columns of the table `voice`."""


@dataclass(frozen=True)
class Scheduled(Varied):
    """Runs of every policy."""

    @property
    def criteria(self) -> dict[str, int]:
        """Quantities that are marked, each with 1 if more is better and -1 if less is."""
        told = self.study.plan["criteria"]
        return {name: sign for name, sign in told.items() if name in self.quantities}

    def listed(self) -> dict[str, Table]:
        """Return marks, means, and goodput by flows of one name."""
        columns = [
            marks({at[0]: sign * self.mean(at, name).value for at in self.runs}, rule)
            for rule in [self.study.plan["marks"]]
            for name, sign in self.criteria.items()
        ]
        rows = [[at[0], *(column[at[0]] for column in columns)] for at in self.runs]
        words = [self.quantities[name]["words"] for name in self.criteria]
        made = {"marks": ("marks from XX, the worst, to okok", ["scheduler", *words], rows, 1)}
        names = [key for key in next(iter(self.runs.values())).values if key.startswith(FLOW)]
        each = [[at[0], *(said(self.mean(at, name)) for name in names)] for at in self.runs]
        head = ["scheduler", *(f"{name.removeprefix(FLOW)}, Mbit/s" for name in names)]
        title = "goodput of each flow, by name, means with 95 % intervals"
        return {**made, **super().listed(), "flows": (title, head, each, 1)}

    def best(self) -> Iterator[str]:
        """Yield the best policy by each criterion."""
        for name, sign in self.criteria.items():
            yield from self.best_by(name, sign)

    def verdicts(self) -> Iterator[str]:
        """Yield the best policy by each criterion, and the one with the best marks."""
        yield from self.best()
        _, heads, rows, _ = self.listed()["marks"]
        which = ", ".join(name for name, *told in rows if not {"XX", "X"} & set(told))
        told = f"{which or 'No scheduler'}: marked ok or better in all of {', '.join(heads[1:])}"
        yield f"{self.study.plan['label']}: {told}."


FLOW = "goodput of "


def asked(
    scenario: dict[str, Any], label: str, policies: Sequence[str], limit: str
) -> dict[str, Any]:
    """Return a study's plan: the scenario, and every policy in the place of its scheduler.

    Raises
    ------
    InputError
        When no link of the scenario is shared, or the limit is not a number of packets.
    """
    told, scenario = describe.resolved(scenario), copy.deepcopy(scenario)
    places = {f"beams[{n}]": beam for n, beam in enumerate(scenario.get("beams", []))}
    links = scenario.get("links", {})
    if "scheduler" in links.get("downlink", {}) or (links and not places):
        places["links.downlink"] = links["downlink"]
    if not places:
        raise InputError(
            f"{label} has no link that users share; expected [[beams]], or [links.downlink] of a "
            "constellation"
        )
    most, _, unit = limit.partition(" ")
    if unit != "packets" or not most.isdigit():
        raise InputError(f'--limit is "{limit}"; expected a number such as "50 packets"')
    served = users_of(told)
    own = {key: place.get("scheduler", {}) for key, place in places.items()}
    axis: dict[str, dict[str, Any]] = {}
    for policy in policies:
        of_all = f"{int(most) * served} packets"
        bound = {"kind": policy, "limit": of_all if policy in TOGETHER else limit}
        needed = bound | ({"alpha": 2.0} if policy == "utility" else {})
        axis[policy] = {
            f"{key}.scheduler": {**needed, **(one if one.get("kind") == policy else {}), **bound}
            for key, one in own.items()
        }
    for key, place in places.items():
        place["scheduler"] = axis[policies[0]][f"{key}.scheduler"]
        place.pop("queue", None)
    return {"scenario": scenario, "label": label, "axes": {"scheduler": axis}}


def users_at(scenario: dict[str, Any], downloads: int, calls: int) -> dict[str, Any]:
    """Return a scenario of one flow with many users at the place of its receiver.

    Raises
    ------
    InputError
        When there are no users.
    """
    if not downloads + calls:
        raise InputError("no users; expected --downloads or --calls above zero")
    *others, place = scenario["terminals"]
    (flow, *_) = scenario["flows"]
    talk = {"kind": "voice", "codec": "g711-plc", "duration": "60 s"}
    call = {"from": flow["from"], "application": talk}
    terminals, flows = [], []
    for kind, count, told in (("download", downloads, flow), ("call", calls, call)):
        for n in range(1, count + 1):
            terminals.append({**place, "name": f"{kind} {n}"})
            flows.append({**told, "name": f"{kind}-{n}", "to": f"{kind} {n}"})
    return {**scenario, "terminals": [*others, *terminals], "flows": flows}


def users_of(told: Mapping[str, Any]) -> int:
    """Return how many users the shared links of a resolved scenario serve."""
    counts = {one["name"]: int(one.get("count", 1)) for one in told.get("nodes", [])}
    each = [name for beam in told.get("beams", []) for name in as_list(beam["to"])]
    if each:
        return sum(counts.get(name, 1) for name in each)
    users = sum(int(one["count"]) for one in told.get("users", []))
    return users + len({flow["to"] for flow in told.get("flows", [])})


def make(study: Study) -> Scheduled:
    """Run every policy."""
    told = describe.resolved(study.plan["scenario"])
    of_it = partial(measured, duration_s=number(told["run"]["duration"]))
    kinds = {kind_of(one) for one in told.get("flows", [])}
    kinds |= {kind_of(one) for group in told.get("users", []) for one in group["mix"]}
    keep = ("flows", "voice") if "voice" in kinds else ("flows",)
    return Scheduled(study, run(study, of_it, keep))


def measured(tables: Mapping[str, pa.Table], runs: int, duration_s: float) -> dict[str, Floats]:
    """Return the quantities of every run; those of TCP over its users, those of calls over calls.

    Goodput of each name of flows is a mean over the flows whose names differ only in a number.
    """
    flows = tables["flows"]
    flows = flows.filter(pc.equal(flows["flow"], flows["part_of"]))
    every = flows["run"].to_numpy()
    is_tcp = pc.is_valid(flows["duplicates_received"])
    of_tcp = flows.filter(is_tcp)
    found = tcp_of(of_tcp, runs, duration_s)
    found["time"] = mean_by(of_tcp["run"].to_numpy(), numbers(of_tcp, "transfer_time_s"), runs)
    sent = np.maximum(counted(every, numbers(flows, "packets_sent"), runs), 1)
    found["dropped"] = 100 * counted(every, numbers(flows, "drops"), runs) / sent
    calls = tables.get("voice")
    for name, column in CALLS.items():
        found[name] = np.full(runs, np.nan)
        if calls is not None:
            found[name] = mean_by(calls["run"].to_numpy(), numbers(calls, column), runs)
    rates = numbers(flows, "bytes") * 8e-6 / duration_s
    names = np.array([re.sub(r"-\d+$", "", str(name)) for name in flows["name"].to_pylist()])
    for name in dict.fromkeys(names.tolist()):
        mine = names == name
        found[FLOW + name] = mean_by(every[mine], rates[mine], runs)
    return found


def tcp_of(flows: pa.Table, runs: int, duration_s: float, unit: float = 1e6) -> dict[str, Floats]:
    """Return goodput and its distribution over the users of TCP, of every run.

    Goodput, its minimum and its standard deviation are in `unit` bit/s, retransmissions in percent
    of packets, timeouts per user.
    """
    if not flows.num_rows:
        names = ("goodput", "jain", "std", "least", "resent", "timeouts")
        return {name: np.full(runs, np.nan) for name in names}
    told = sharing.fairness(sharing.goodput(flows, duration_s))
    run_of = flows["run"].to_numpy()
    sent = counted(run_of, numbers(flows, "packets_sent"), runs)
    again = counted(run_of, numbers(flows, "retransmissions"), runs)
    return {
        "goodput": numbers(told, "mean") / unit,
        "jain": numbers(told, "jain"),
        "std": numbers(told, "std") / unit,
        "least": numbers(told, "least") / unit,
        "resent": 100 * again / np.maximum(sent, 1),
        "timeouts": counted(run_of, numbers(flows, "timeouts"), runs) / numbers(told, "users"),
    }


def marks(values: Mapping[str, float], rule: Mapping[str, Any]) -> dict[str, str]:
    """Return the mark of each figure: the quarter of its position from worst to best."""
    worst, best = min(values.values()), max(values.values())
    if best - worst < rule["indifferent_percent"] / 100 * abs(worst):
        return dict.fromkeys(values, NO_DIFFERENCE)
    edges, named = rule["quarters"], list(MARKS)
    return {one: named[sum(at >= edge for edge in edges)] for one, at in places(values).items()}


def places(values: Mapping[str, float]) -> dict[str, float]:
    """Return the position of each figure between the worst, 0, and the best, 1."""
    worst, span = min(values.values()), max(values.values()) - min(values.values())
    return {one: (value - worst) / span if span else 1.0 for one, value in values.items()}
