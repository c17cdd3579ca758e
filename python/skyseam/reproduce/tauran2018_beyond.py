"""Tauran 2018, beyond the slides: transports of today, voice beside TCP, other places and speeds.

What is run stands in papers/tauran2018/beyond.toml; a transport or a place is an entry. The page is
made in `tauran2018_beyond_report`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skyseam._work import Progress
from skyseam.reproduce import study
from skyseam.reproduce import tauran2018 as tauran
from skyseam.reproduce.store import Store, within
from skyseam.reproduce.study import Floats
from skyseam.reproduce.tauran2018 import BEAM, PAPER, Case, Runs


@dataclass(frozen=True, order=True)
class Transported:
    """Users of one transport under a policy."""

    transport: str
    policy: str
    users: int


@dataclass(frozen=True, order=True)
class Mixed:
    """So many calls beside so many downloads under a policy."""

    policy: str
    calls: int
    downloads: int


@dataclass(frozen=True, order=True)
class Placed:
    """Voice at a place, by its label, under a policy."""

    place: str
    policy: str


@dataclass(frozen=True)
class Outcome:
    """What the study gave."""

    plan: dict[str, Any]
    beyond: dict[str, Any]
    transports: dict[Transported, Runs]
    mixed: dict[Mixed, Runs]
    places: dict[Placed, Runs]
    seeds: list[int]
    quick: bool

    @property
    def transport_labels(self) -> dict[str, str]:
        """Words of each transport by its id."""
        return {one["id"]: one["label"] for one in self.beyond["transports"]["kinds"]}

    @property
    def place_users(self) -> int:
        """How many users there are at each place."""
        return int(tauran.chosen(self.beyond["places"], "users", self.quick))


def beyond(
    *,
    quick: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> Outcome:
    """Run all three studies.

    Parameters
    ----------
    quick
        A policy or two, short runs.
    threads
        Number of threads; all cores when None. The result is the same on any number.
    progress
        Called with the fraction done and a text.
    store
        Where finished runs are kept.
    """
    store = store or Store()
    plan, told = tauran.plan(), study.document(PAPER, "beyond.toml")
    seeds = list(tauran.chosen(plan["run"], "seeds", quick))
    notes = [within(progress, part / 3, (part + 1) / 3) for part in range(3)]
    return Outcome(
        plan, told,
        _transports(store, plan, told, seeds, quick, threads, notes[0]),
        _mixed(store, plan, told, seeds, quick, threads, notes[1]),
        _places(store, plan, told, seeds, quick, threads, notes[2]),
        seeds, quick,
    )  # fmt: skip


def _transports(
    store: Store,
    plan: Mapping[str, Any],
    told: Mapping[str, Any],
    seeds: Sequence[int],
    quick: bool,
    threads: int | None,
    progress: Progress | None,
) -> dict[Transported, Runs]:
    mine = told["transports"]
    duration_s = tauran.chosen(mine, "duration_s", quick)
    cases = [
        Transported(kind["id"], policy, n)
        for kind in mine["kinds"]
        for policy in tauran.chosen(mine, "policies", quick)
        for n in tauran.chosen(mine, "users", quick)
    ]
    jobs = []
    for case in cases:
        (kind,) = (one for one in mine["kinds"] if one["id"] == case.transport)
        same = Case(case.policy, case.users, plan["run"]["snr_db"])
        for seed in seeds:
            jobs.append(
                {
                    **tauran.overrides(plan, "tcp", same, seed, duration_s),
                    "flows[0].transport": kind["transport"],
                    **codeword(told["symbols"], kind),
                }
            )
    tables = store.sweep(
        "transports", tauran.scenario(plan, "tcp"), jobs, keep=("flows", "harq"), threads=threads,
        progress=progress,
    )  # fmt: skip
    return tauran.by_case(tauran.tcp_values(tables, len(jobs), duration_s), cases, len(seeds))


def codeword(table: Mapping[str, Any], kind: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the beam's HARQ has in place of the scenario's, for datagrams of a transport.

    Symbols are those of the table in proportion to the information bits, rounded up; where the
    transport says nothing of them, the scenario's hold.
    """
    bits = kind.get("information_bits")
    if bits is None:
        return {}
    scale = bits / table["information_bits"]
    return {
        f"beams.{BEAM}.harq.information_bits": bits,
        f"beams.{BEAM}.harq.symbols": [math.ceil(scale * one) for one in table["row"]],
    }


def _mixed(
    store: Store,
    plan: Mapping[str, Any],
    told: Mapping[str, Any],
    seeds: Sequence[int],
    quick: bool,
    threads: int | None,
    progress: Progress | None,
) -> dict[Mixed, Runs]:
    mine = told["mixed"]
    duration_s = tauran.chosen(mine, "duration_s", quick)
    cases = [
        Mixed(policy, calls, downloads)
        for policy in tauran.policies(plan)
        for calls, downloads in tauran.chosen(mine, "loads", quick)
    ]
    base = study.document(PAPER, mine["scenario"])
    jobs = []
    for case in cases:
        # Of both kinds the rule for voice: whoever serves them does not know which is which.
        same = Case(case.policy, case.calls + case.downloads, plan["run"]["snr_db"])
        length = max(
            (
                tauran.run_duration(flow, n, duration_s)
                for flow, n in zip(base["flows"], (case.calls, case.downloads), strict=True)
            ),
            key=lambda text: float(text.removesuffix(" s")),
        )
        for seed in seeds:
            jobs.append(
                {
                    "run.seed": seed,
                    "run.duration": length,
                    "nodes.caller.count": case.calls,
                    "nodes.listener.count": case.calls,
                    "nodes.server.count": case.downloads,
                    "nodes.reader.count": case.downloads,
                    **{
                        f"flows[{n}].application.duration": f"{duration_s:g} s"
                        for n in range(len(base["flows"]))
                    },
                    **tauran.beam(plan, same, "voice"),
                }
            )
    tables = store.sweep(
        "mixed", study.PAPERS / PAPER / mine["scenario"], jobs,
        keep=("flows", "harq", "voice", "voice_losses"), threads=threads, progress=progress,
    )  # fmt: skip
    usable_mos = float(plan["voice"]["usable_mos"])
    return tauran.by_case(
        mixed_values(tables, len(jobs), duration_s, usable_mos), cases, len(seeds)
    )


def mixed_values(
    tables: Mapping[str, pa.Table], runs: int, duration_s: float, usable_mos: float
) -> dict[str, Floats]:
    """Return what calls and downloads have of a beam that they share, of every run.

    Efficiency is of both together; quantities of downloads have `tcp_` before their names.
    """
    flows = tables["flows"]
    is_call = pc.is_in(flows["name"], tables["voice"]["name"].combine_chunks().unique())
    calls = tauran.voice_values(tables, runs, duration_s, usable_mos)
    downloads = tauran.tcp_values(
        {**tables, "flows": flows.filter(pc.invert(is_call))}, runs, duration_s
    )
    return {**calls, **{f"tcp_{key}": each for key, each in downloads.items()}}


def _places(
    store: Store,
    plan: Mapping[str, Any],
    told: Mapping[str, Any],
    seeds: Sequence[int],
    quick: bool,
    threads: int | None,
    progress: Progress | None,
) -> dict[Placed, Runs]:
    mine = told["places"]
    duration_s, users = (tauran.chosen(mine, key, quick) for key in ("duration_s", "users"))
    kinds = {one["label"]: one for one in mine["kinds"]}
    cases = [
        Placed(label, policy)
        for label in kinds
        for policy in tauran.chosen(mine, "policies", quick)
    ]
    jobs = [
        {
            **tauran.overrides(
                plan, "voice", Case(case.policy, users, plan["run"]["snr_db"]), seed, duration_s
            ),
            f"beams.{BEAM}.channel.environment": kinds[case.place]["environment"],
            f"beams.{BEAM}.channel.speed": kinds[case.place]["speed"],
        }
        for case in cases
        for seed in seeds
    ]
    tables = store.sweep(
        "places", tauran.scenario(plan, "voice"), jobs,
        keep=("flows", "harq", "voice", "voice_losses"), threads=threads, progress=progress,
    )  # fmt: skip
    usable_mos = float(plan["voice"]["usable_mos"])
    return tauran.by_case(
        tauran.voice_values(tables, len(jobs), duration_s, usable_mos), cases, len(seeds)
    )


def beyond_table(runs: Mapping[Any, Runs], seeds: Sequence[int]) -> pa.Table:
    """Return every run of every case as a table, what the case is of in front."""
    return pa.Table.from_pylist(
        [
            {
                **vars(case), "seed": seed,
                **{key: float(np.asarray(values)[n]) for key, values in told.values.items()},
            }
            for case, told in runs.items()
            for n, seed in enumerate(seeds)
        ]
    )  # fmt: skip
