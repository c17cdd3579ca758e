"""Tauran 2018: what its parts share: cases and their runs, the quantities of voice and of TCP.

A case is a policy for so many users of one beam; it is run once per seed. What is run stands in
papers/tauran2018 as data; the parts are `tauran2018_voice`, `_tcp`, `_verdict`, `_artefact` and
`_beyond`. Nothing is fitted, and seeds are not chosen by what they give.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skyseam import sharing, voice
from skyseam._work import Progress
from skyseam.reproduce import study
from skyseam.reproduce.store import Store
from skyseam.reproduce.study import Estimate, Floats

PAPER = "tauran2018"

BEAM = "beam"
"""What results call the shared link."""

AFTER_S = 2.0
"""How long a run goes on when the last user has ended, for what is still under way."""

VOICE = {
    "efficiency": ("useful bits per coded bit", ""),
    "dropped": ("dropped by the queue", "%"),
    "lost": ("not received", "%"),
    "delay": ("one-way delay", "ms"),
    "jitter": ("jitter", "ms"),
    "jitter_rfc3550": ("jitter by RFC 3550", "ms"),
    "mos": ("mean opinion score", ""),
    "mos_concealed": ("mean opinion score, losses concealed", ""),
    "usable": ("users whose call is usable", "%"),
}
"""Quantities of voice, each with its words and unit."""

TCP = {
    "goodput": ("goodput per user", "kbit/s"),
    "jain": ("Jain's index", ""),
    "std": ("standard deviation between users", "kbit/s"),
    "least": ("goodput of the user with the least", "kbit/s"),
    "efficiency": ("useful bits per coded bit", ""),
    "harq_success": ("delivered by HARQ", "%"),
    "resent": ("sent again", "%"),
    "timeouts": ("timeouts per user", ""),
}
"""Quantities of TCP, each with its words and unit."""

SCORES = {
    "mos": "G.107 in full, losses not concealed (taken)",
    "mos_concealed": "G.107 in full, losses concealed",
    "mos_simplified": "Cole and Rosenbluth",
}
"""Readings of the slides' score as a function of codec, latency, jitter and losses."""

CAUSES = {
    "overflow": "queue_overflow",
    "early": "early_drop",
    "waited": "waited_too_long",
    "harq": "harq_failure",
}
"""What a voice packet is lost to: our name, and that of the core."""

BY_QUEUE = ("overflow", "early", "waited")
"""Those of the queue."""


@dataclass(frozen=True, order=True)
class Case:
    """What a run is of, but for its seed.

    Attributes
    ----------
    policy : str
        Its id in study.toml.
    users : int
        How many share the beam.
    snr_db : int
        Reference SNR, Es/N0 over an unobstructed line of sight.
    reorders : bool
        Whether a reordering buffer follows HARQ.
    fading : str
        "own", "staggered" or "shared", as scenarios say it.
    timeout_ms : float or None
        In place of the policy's time-out.
    playout_ms : float or None
        Length of a fixed play-out buffer; None counts twice the jitter as delay instead.
    """

    policy: str
    users: int
    snr_db: int
    reorders: bool = False
    fading: str = "own"
    timeout_ms: float | None = None
    playout_ms: float | None = None

    def of(self, policy: str) -> Case:
        """Return the same under another policy."""
        return replace(self, policy=policy)


@dataclass(frozen=True)
class Runs:
    """The runs of a case: of each quantity a value per seed.

    Cases with the same seed and number of users have the same fading and, of voice, the same
    talkspurts: they are compared run by run.
    """

    values: Mapping[str, Floats]

    def mean(self, quantity: str) -> Estimate:
        """Return the mean over seeds with its 95 % interval; a single run has none."""
        return over_seeds(self.values[quantity])

    def less(self, other: Runs, quantity: str) -> Floats:
        """Return by how much this is more than the other, per seed."""
        return np.asarray(self.values[quantity] - other.values[quantity])

    def gain(self, other: Runs, quantity: str) -> Floats:
        """Return by how much this is more than the other, in percent of it, per seed."""
        return np.asarray(100 * (self.values[quantity] / other.values[quantity] - 1))


def over_seeds(values: Floats) -> Estimate:
    """Return the mean of a value per seed with its 95 % interval; a single one has none."""
    if len(values) < 2:
        return Estimate(float(values[0]), None, None, 1)
    return study.sample_mean(values)


def plan() -> dict[str, Any]:
    """Read study.toml."""
    return study.document(PAPER, "study.toml")


def chosen(table: Mapping[str, Any], key: str, quick: bool) -> Any:  # noqa: ANN401 - as TOML has it
    """Return a value of the study, the quick one where it is asked for and there."""
    return table.get(f"quick_{key}", table[key]) if quick else table[key]


def policies(plan: Mapping[str, Any], *, slides: bool = False) -> list[str]:
    """Return the ids of all policies, or of those of the slides' verdict."""
    return [one["id"] for one in plan["policies"] if one.get("slides") or not slides]


def labels(plan: Mapping[str, Any]) -> dict[str, str]:
    """Return what policies are called, by their ids."""
    return {one["id"]: one["label"] for one in plan["policies"]}


def scheduler(plan: Mapping[str, Any], case: Case, traffic: str) -> dict[str, Any]:
    """Return the scheduler of a case as scenarios have it; `traffic` is "voice" or "tcp"."""
    (entry,) = (one for one in plan["policies"] if one["id"] == case.policy)
    told = dict(entry.get(f"{traffic}_scheduler", entry["scheduler"]))
    if case.timeout_ms is not None:
        told["timeout"] = f"{case.timeout_ms:g} ms"
    return told


def beam(plan: Mapping[str, Any], case: Case, traffic: str) -> dict[str, Any]:
    """Return what the beam has in place of the scenario's values."""
    told: dict[str, Any] = {
        "scheduler": scheduler(plan, case, traffic),
        "harq.reference_snr": f"{case.snr_db} dB",
    }
    if case.reorders:
        told["reordering"] = plan["run"]["reordering"]
    if case.fading != "own":
        told["fading"] = case.fading
    if case.fading == "staggered":
        told["fading_stagger"] = plan["artefact"]["stagger"]
    return {f"beams.{BEAM}.{key}": value for key, value in told.items()}


def overrides(
    plan: Mapping[str, Any], traffic: str, case: Case, seed: int, duration_s: float
) -> dict[str, Any]:
    """Return what a run has in place of the scenario's values; each user is so long at it."""
    base = study.document(PAPER, plan[traffic]["scenario"])
    return {
        "run.seed": seed,
        "nodes.sender.count": case.users,
        "nodes.user.count": case.users,
        "flows[0].application.duration": f"{duration_s:g} s",
        "run.duration": run_duration(base["flows"][0], case.users, duration_s),
        **beam(plan, case, traffic),
        **listener(case),
    }


def listener(case: Case) -> dict[str, Any]:
    """Return what the calls of a case have in place of the scenario's play-out."""
    if case.playout_ms is None:
        return {}
    return {"flows[0].application.playout": {"kind": "fixed", "delay": f"{case.playout_ms:g} ms"}}


def run_duration(flow: Mapping[str, Any], users: int, duration_s: float) -> str:
    """Return how long a run takes in which the last of so many flows has its time."""
    start_s, stagger_s = (
        float(flow[key].removesuffix(" ms")) / 1e3 for key in ("start", "stagger")
    )
    return f"{start_s + stagger_s * (users - 1) + duration_s + AFTER_S:g} s"


def scenario(plan: Mapping[str, Any], traffic: str) -> Path:
    """Return the scenario of a kind of traffic."""
    return Path(study.PAPERS / PAPER / plan[traffic]["scenario"])


def run_cases(
    store: Store,
    name: str,
    traffic: str,
    cases: Sequence[Case],
    seeds: Sequence[int],
    duration_s: float,
    threads: int | None,
    progress: Progress | None,
) -> dict[Case, Runs]:
    """Run every case with every seed; finished runs are kept."""
    told = plan()
    jobs = [overrides(told, traffic, case, seed, duration_s) for case in cases for seed in seeds]
    keep = ("flows", "harq", *(("voice", "voice_losses") if traffic == "voice" else ()))
    tables = store.sweep(
        name, scenario(told, traffic), jobs, keep=keep, threads=threads, progress=progress
    )
    usable_mos = float(told["voice"]["usable_mos"])
    values = (
        voice_values(tables, len(jobs), duration_s, usable_mos)
        if traffic == "voice"
        else tcp_values(tables, len(jobs), duration_s)
    )
    return by_case(values, cases, len(seeds))


def by_case(values: Mapping[str, Floats], cases: Sequence[Any], seeds: int) -> dict[Any, Runs]:
    """Return the quantities of runs that were made case by case, each with all seeds."""
    return {
        case: Runs({key: each[n * seeds : (n + 1) * seeds] for key, each in values.items()})
        for n, case in enumerate(cases)
    }


def voice_values(
    tables: Mapping[str, pa.Table], runs: int, duration_s: float, usable_mos: float
) -> dict[str, Floats]:
    """Return `VOICE`, losses by cause and the link's load, of every run.

    Shares are in percent of packets sent, delays and scores means over users. Scores are those of
    the network's delay and twice the jitter, as OpenBACH's compute_mos has it. `heard` is the
    core's score, from mouth to ear: it counts the packet's own length, and behind a play-out buffer
    what is late as lost; so does `heard_concealed`, and `unheard` is the share of such packets.
    `load` is the share of time for which the link would be busy, were all sent that is offered; so
    many users as `capacity` would keep it so.
    """
    calls, losses = tables["voice"], tables["voice_losses"]
    run = calls["run"].to_numpy()
    users = counted(run, np.ones(len(run)), runs)
    sent = counted(run, numbers(calls, "sent"), runs)
    rows = calls.to_pylist()
    scores = dict(zip(SCORES, np.array([scored(call) for call in rows]).T, strict=True))
    found = {
        "sent": sent,
        "delay": mean_by(run, numbers(calls, "delay_mean_ms"), runs),
        "jitter": mean_by(run, numbers(calls, "jitter_ms"), runs),
        "jitter_rfc3550": mean_by(run, numbers(calls, "jitter_rfc3550_ms"), runs),
        **{key: mean_by(run, each, runs) for key, each in scores.items()},
        "heard": mean_by(run, numbers(calls, "mos"), runs),
        "heard_concealed": mean_by(run, np.array([heard(call) for call in rows]), runs),
        "unheard": mean_by(run, numbers(calls, "loss_percent"), runs),
        "usable": 100 * mean_by(run, (scores["mos"] >= usable_mos).astype(np.float64), runs),
        "lost": 100 * counted(run, numbers(calls, "lost"), runs) / sent,
        "efficiency": efficiency(tables),
    }
    for cause, name in CAUSES.items():
        those = losses.filter(pc.equal(losses["cause"], name))
        packets = counted(those["run"].to_numpy(), numbers(those, "packets"), runs)
        found[cause] = 100 * packets / sent
    found["dropped"] = np.asarray(sum(found[cause] for cause in BY_QUEUE))
    each_s = link_time_s(tables["harq"], runs)
    found["load"] = 100 * each_s * sent / duration_s
    found["capacity"] = users * duration_s / (each_s * sent)
    return found


def tcp_values(tables: Mapping[str, pa.Table], runs: int, duration_s: float) -> dict[str, Floats]:
    """Return `TCP` of every run."""
    flows, harq = tables["flows"], tables["harq"]
    shares = sharing.goodput(flows, duration_s)
    told = sharing.fairness(shares)
    run = flows["run"].to_numpy()
    sent = counted(run, numbers(flows, "packets_sent"), runs)
    return {
        "goodput": numbers(told, "mean") / 1e3,
        "jain": numbers(told, "jain"),
        "std": numbers(told, "std") / 1e3,
        "least": numbers(told, "least") / 1e3,
        "efficiency": efficiency(tables),
        "harq_success": harq_success(harq, runs),
        "resent": 100 * counted(run, numbers(flows, "retransmissions"), runs) / np.maximum(sent, 1),
        "timeouts": counted(run, numbers(flows, "timeouts"), runs) / numbers(told, "users"),
    }


def scored(call: Mapping[str, Any]) -> tuple[float, float, float]:
    """Return the `SCORES` of a call; who heard nothing has the worst."""
    if not call["received"]:
        return 1.0, 1.0, 1.0
    plain, concealed = (
        voice.e_model(
            call["delay_mean_ms"],
            call["loss_percent"],
            jitter_ms=call["jitter_ms"] or 0.0,
            codec=codec,
        )
        for codec in ("g711", "g711-plc")
    )
    return plain.mos, concealed.mos, plain.mos_simplified


def heard(call: Mapping[str, Any]) -> float:
    """Return the score of a call from mouth to ear, losses concealed."""
    if call["mouth_to_ear_ms"] is None:
        return 1.0
    told = voice.e_model(call["mouth_to_ear_ms"], call["loss_percent"], codec="g711-plc")
    return told.mos


def efficiency(tables: Mapping[str, pa.Table]) -> Floats:
    """Return useful bits per coded bit of the beam, of every run."""
    found = sharing.spectral_efficiency(tables["flows"], tables["harq"], BEAM)
    return numbers(found, "efficiency")


def link_time_s(harq: pa.Table, runs: int) -> Floats:
    """Return the time of the link that a packet takes with its redundancy, of every run."""
    run = harq["run"].to_numpy()
    busy_s = numbers(harq, "data_time_s") + numbers(harq, "redundancy_time_s")
    return counted(run, busy_s, runs) / counted(run, numbers(harq, "packets"), runs)


def harq_success(harq: pa.Table, runs: int) -> Floats:
    """Return the share of packets that HARQ delivered of those it ended for, %, of every run."""
    run = harq["run"].to_numpy()
    ways = [name for name in harq.column_names if name.startswith("decoded_")]
    decoded = counted(run, np.sum([numbers(harq, way) for way in ways], axis=0), runs)
    gave_up = counted(run, numbers(harq, "gave_up"), runs)
    return np.asarray(100 * decoded / np.maximum(decoded + gave_up, 1))


def numbers(table: pa.Table, column: str) -> Floats:
    """Return a column as floats; what is null is no number."""
    return np.asarray(table[column].to_numpy(zero_copy_only=False), dtype=np.float64)


def counted(run: Any, values: Floats, runs: int) -> Floats:  # noqa: ANN401 - integers
    """Return the sum of a value over each run's rows."""
    total = np.zeros(runs)
    np.add.at(total, run, values)
    return total


def mean_by(run: Any, values: Floats, runs: int) -> Floats:  # noqa: ANN401 - integers
    """Return the mean of a value over each run's rows that have one."""
    there = ~np.isnan(values)
    count = counted(run[there], np.ones(int(there.sum())), runs)
    total = counted(run[there], values[there], runs)
    return np.asarray(np.divide(total, count, out=np.full(runs, np.nan), where=count > 0))


def crossing(at: Sequence[float], values: Sequence[float], level: float) -> float:
    """Return where values first pass a level upwards, linear in between.

    That is the first where they begin above it, and not a number where they never pass.
    """
    if values[0] > level:
        return float(at[0])
    for n in range(1, len(at)):
        if values[n] > level:
            part = (level - values[n - 1]) / (values[n] - values[n - 1])
            return float(at[n - 1] + part * (at[n] - at[n - 1]))
    return float("nan")


def averaged(
    runs: Mapping[Case, Runs], cases: Sequence[Case], per_seed: Callable[[Case, Runs], Floats]
) -> Floats:
    """Return the mean over cases of a value per seed."""
    return np.asarray(np.mean([per_seed(case, runs[case]) for case in cases], axis=0))


def cases_table(runs: Mapping[Case, Runs], seeds: Sequence[int]) -> pa.Table:
    """Return every run of every case as a table."""
    return pa.Table.from_pylist(
        [
            {
                "policy": case.policy, "users": case.users, "snr_db": case.snr_db,
                "reordering": case.reorders, "fading": case.fading,
                "timeout_ms": case.timeout_ms, "playout_ms": case.playout_ms, "seed": seed,
                **{key: float(values[n]) for key, values in told.values.items()},
            }
            for case, told in runs.items()
            for n, seed in enumerate(seeds)
        ]
    )  # fmt: skip
