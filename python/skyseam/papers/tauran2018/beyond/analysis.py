"""Tauran 2018, beyond the slides: modern transports, voice beside TCP, places, moving satellites.

Each transport and each place is an entry of study.toml.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from skyseam.export._scenario import number
from skyseam.reproduce import Estimate, Floats, Runs, Study, digits, drawing, runs_table, said
from skyseam.reproduce.cases import Declared
from skyseam.reproduce.quantities import codeword, counted, mean_by, numbers
from skyseam.reproduce.study import where

from .. import shared
from ..shared import BEAM, Case

PLACE = ("latitude", "longitude")
SCHEDULER = f"beams.{BEAM}.scheduler"


class Transported(Declared, file=__file__, table="transported"):
    """Users of one transport under a policy."""


class Mixed(Declared, file=__file__, table="mix"):
    """Calls beside downloads under a policy."""


class Placed(Declared, file=__file__, table="placed"):
    """Voice at a place, by its label, under a policy."""


class Under(Declared, file=__file__, table="under"):
    """Voice below a constellation, by its preset, under a policy."""


@dataclass(frozen=True)
class Beyond:
    """Results of the study."""

    study: Study
    transports: dict[Transported, Runs]
    mixed: dict[Mixed, Runs]
    places: dict[Placed, Runs]
    skies: dict[Under, Runs]

    @property
    def transport_labels(self) -> dict[str, str]:
        return {one["id"]: one["label"] for one in self.study.plan["transports"]["kinds"]}


def make(study: Study) -> Beyond:
    transports, mixed, places, skies = study.shares([1.0, 1.0, 1.0, 0.5])
    return Beyond(study, _transports(transports), _mixed(mixed), _places(places), run_skies(skies))


def _transports(study: Study) -> dict[Transported, Runs]:
    plan, told = study.plan, study.plan["transports"]
    kinds = {kind["id"]: kind for kind in told["kinds"]}
    duration_s, symbols = told["duration_s"], plan["symbols"]

    def changed(case: Transported, _: int) -> dict[str, Any]:
        same, kind = Case(case.policy, case.users, plan["run"]["snr_db"]), kinds[case.transport]
        longer = codeword(kind, symbols["information_bits"], symbols["row"])
        return {
            **shared.overrides(study, "tcp", same, duration_s),
            "flows[0].transport": kind["transport"],
            **{f"beams.{BEAM}.harq.{key}": value for key, value in longer.items()},
        }

    cases = [Transported(k, p, n) for k in kinds for p in told["policies"] for n in told["users"]]
    return shared.run_cases(study, "transports", "tcp", cases, duration_s, changed)


def _mixed(study: Study) -> dict[Mixed, Runs]:
    plan, told = study.plan, study.plan["mixed"]
    duration_s = told["duration_s"]
    flows = study.document("mixed.toml")["flows"]

    def changed(case: Mixed, _: int) -> dict[str, Any]:
        counts = (case.calls, case.downloads)
        # Of both kinds the rule for voice: whoever serves them does not know which is which.
        same = Case(case.policy, sum(counts), plan["run"]["snr_db"])
        lasts_s = map(shared.run_duration_s, flows, counts, [duration_s] * len(flows))
        nodes = dict.fromkeys(("caller", "listener"), case.calls)
        nodes |= dict.fromkeys(("server", "reader"), case.downloads)
        return {
            "run.duration": f"{max(lasts_s):g} s",
            **{f"nodes.{name}.count": count for name, count in nodes.items()},
            **{f"flows[{n}].application.duration": f"{duration_s:g} s" for n in range(len(flows))},
            **shared.beam(plan, same, "mixed"),
        }

    cases = [Mixed(policy, *load) for policy in shared.policies(plan) for load in told["loads"]]
    usable_mos, seeds = float(plan["listener"]["usable_mos"]), plan["run"]["seeds"]
    measured = partial(mixed_values, duration_s=duration_s, usable_mos=usable_mos)
    keep = shared.KEPT["voice"]
    return study.cases("mixed", "mixed.toml", cases, seeds, changed, measured, keep=keep)


def mixed_values(
    tables: Mapping[str, pa.Table], runs: int, duration_s: float, usable_mos: float
) -> dict[str, Floats]:
    """Return the quantities of calls and downloads that share a beam, of every run.

    The efficiency is that of both together; names of downloads' quantities begin with `tcp_`.
    """
    flows = tables["flows"]
    is_call = pc.is_in(flows["name"], tables["voice"]["name"].combine_chunks().unique())
    calls = shared.voice_values(tables, runs, duration_s, usable_mos)
    others = {**tables, "flows": flows.filter(pc.invert(is_call))}
    downloads = shared.tcp_values(others, runs, duration_s)
    return {**calls, **{f"tcp_{key}": each for key, each in downloads.items()}}


def _places(study: Study) -> dict[Placed, Runs]:
    plan, told = study.plan, study.plan["places"]
    kinds = {kind["label"]: kind for kind in told["kinds"]}

    def changed(case: Placed, _: int) -> dict[str, Any]:
        same = Case(case.policy, told["users"], plan["run"]["snr_db"])
        return {
            **shared.overrides(study, "voice", same, told["duration_s"]),
            f"beams.{BEAM}.channel.environment": kinds[case.place]["environment"],
            f"beams.{BEAM}.channel.speed": kinds[case.place]["speed"],
        }

    cases = [Placed(label, policy) for label in kinds for policy in told["policies"]]
    return shared.run_cases(study, "places", "voice", cases, told["duration_s"], changed)


def run_skies(study: Study) -> dict[Under, Runs]:
    """Run calls to users at one place below satellites that move."""
    plan, told, base = study.plan, study.plan["skies"], study.document("sky.toml")
    (flow,), users = study.document("voice.toml")["flows"], range(1, told["users"] + 1)
    duration_s, place = told["duration_s"], dict(zip(PLACE, told["place"], strict=True))
    run_s = shared.run_duration_s(flow, len(users), duration_s)
    stagger_s = number(flow.pop("stagger"))
    flow["application"]["duration"] = f"{duration_s:g} s"
    base["terminals"] += [{"name": f"user-{n}", **place} for n in users]
    base["flows"] = [
        {
            **flow, "name": f"call-{n}", "from": "gateway", "to": f"user-{n}",
            "start": f"{0.5 + stagger_s * (n - 1):.3f} s",
        }
        for n in users
    ]  # fmt: skip

    def changed(case: Under, _: int) -> dict[str, Any]:
        same = Case(case.policy, len(users), plan["run"]["snr_db"])
        return {
            "constellation.preset": case.sky,
            "links.downlink.scheduler": shared.beam(plan, same, "mixed")[SCHEDULER],
            "run.duration": f"{run_s:g} s",
        }

    def measured(tables: Mapping[str, pa.Table], runs: int) -> dict[str, Floats]:
        calls = tables["voice"]
        run = calls["run"].to_numpy()
        scores = np.array([shared.scored(call)[0] for call in calls.to_pylist()])
        lost, sent = (counted(run, numbers(calls, name), runs) for name in ("lost", "sent"))
        return {
            "mos": mean_by(run, scores, runs),
            "lost": np.asarray(100 * lost / sent),
            "delay": mean_by(run, numbers(calls, "delay_mean_ms"), runs),
            "jitter": mean_by(run, numbers(calls, "jitter_ms"), runs),
        }

    cases = [Under(sky, policy) for sky in told["kinds"] for policy in told["policies"]]
    seeds = plan["run"]["seeds"]
    return study.cases("skies", base, cases, seeds, changed, measured, keep=("flows", "voice"))


def page(beyond: Beyond) -> dict[str, Any]:
    plan, labels = beyond.study.plan, shared.labels(beyond.study.plan)
    quantities: dict[str, str] = plan["places"]["quantities"]
    by_load = sorted(beyond.mixed.items(), key=lambda one: (one[0].calls, one[0].downloads))
    return {
        "labels": labels,
        "mixed": [
            [
                f"{case.calls} and {case.downloads}", labels[case.policy],
                *(said(runs.mean(name)) for name in ("mos", "tcp_goodput")),
                *(digits(runs.mean(one).value) for one in ("lost", "delay", "jitter", "tcp_jain")),
            ]
            for case, runs in by_load
        ],
        "mixed_told": _mixed_told(beyond),
        "transports": [
            [str(case.users), beyond.transport_labels[case.transport], labels[case.policy],
             *(said(runs.mean(name)) for name in ("goodput", "jain"))]
            for case, runs in beyond.transports.items()
        ],
        "transport_users": str(min(case.users for case in beyond.transports)),
        "places": [
            [case.place, labels[case.policy], *(said(runs.mean(name)) for name in quantities)]
            for case, runs in beyond.places.items()
        ],
        "skies": [
            [
                plan["skies"]["kinds"][case.sky], labels[case.policy],
                *(said(runs.mean(name)) for name in plan["skies"]["quantities"]),
            ]
            for case, runs in beyond.skies.items()
        ],
    }  # fmt: skip


def _mixed_told(beyond: Beyond) -> list[list[str]]:
    """Return by load the score of calls under FQ-CoDel and DRR, and the best of all policies."""
    labels = shared.labels(beyond.study.plan)
    rows = []
    for load in sorted({(case.calls, case.downloads) for case in beyond.mixed}):
        mine = where(beyond.mixed, calls=load[0], downloads=load[1])
        scores = {case.policy: runs.mean("mos") for case, runs in mine.items()}
        best = max(scores, key=lambda one: scores[one].value)
        turns = (said(scores[one]) for one in ("fq_codel", "drr"))
        rows.append(["{} and {}".format(*load), *turns, labels[best], said(scores[best])])
    return rows


def tables(beyond: Beyond) -> dict[str, pa.Table]:
    seeds = beyond.study.plan["run"]["seeds"]
    return {name: runs_table(of, seeds) for name, of in vars(beyond).items() if name != "study"}


def transports(beyond: Beyond) -> Figure:
    names = beyond.transport_labels
    users = sorted({case.users for case in beyond.transports})
    _, grid = drawing.panels(2 * len(users), (9.6, 1.2 + 0.75 * len(names)), sharey=True)
    panels = [(name, n) for n in users for name in ("goodput", "jain")]
    for axes, (name, n) in zip(grid, panels, strict=True):
        for case, runs in where(beyond.transports, users=n).items():
            height = len(names) - 1 - list(names).index(case.transport)
            _across(axes, beyond, case.policy, runs.mean(name), height)
        if name == "goodput":
            axes.set_xlim(left=0)
        axes.set_title(f"{n} users", fontsize=9)
        axes.set_xlabel("kbit/s per user" if name == "goodput" else "Jain's index", fontsize=8)
        drawing.names_axis(axes, list(names.values()), fontsize=8)
    return drawing.legend(grid[0], 5)


def mixed(beyond: Beyond) -> Figure:
    labels = shared.labels(beyond.study.plan)
    loads = sorted({(case.calls, case.downloads) for case in beyond.mixed})
    words: Any = {"xlabel": "goodput of all downloads, Mbit/s", "ylabel": "mean opinion score"}
    _, panels = drawing.panels(len(loads), (9.6, 3.9), sharey=True, **words)
    for axes, (calls, downloads) in zip(panels, loads, strict=True):
        for case, runs in where(beyond.mixed, calls=calls, downloads=downloads).items():
            total = runs.mean("tcp_goodput").scaled(downloads / 1e3).value
            look: Any = {"markersize": 7, "label": labels[case.policy], "lw": 1.5}
            drawing.dot(axes, total, runs.mean("mos"), shared.COLOURS[case.policy], **look)
        axes.set_title(f"{calls} calls, downloads: {downloads}", fontsize=9)
    return drawing.legend(panels[0], 5)


def places(beyond: Beyond) -> Figure:
    names = [one["label"] for one in beyond.study.plan["places"]["kinds"]]
    _, grid = drawing.panels(3, (9.6, 1.2 + 0.45 * len(names)), sharey=True)
    panels = {"mos": "mean opinion score", "lost": "not received, %", "jitter": "jitter, ms"}
    for axes, (name, words) in zip(grid, panels.items(), strict=True):
        for case, runs in beyond.places.items():
            height = len(names) - 1 - names.index(case.place)
            _across(axes, beyond, case.policy, runs.mean(name), height)
        axes.set_xlabel(words)
        drawing.names_axis(axes, names, fontsize=8)
    return drawing.legend(grid[0], 5)


def _across(axes: Axes, beyond: Beyond, policy: str, mean: Estimate, height: float) -> None:
    """Draw a mean and its interval in a row; markers of policies are offset."""
    plan = beyond.study.plan
    there = {case.policy for runs in (beyond.transports, beyond.places) for case in runs}
    shown = [one for one in shared.policies(plan) if one in there]
    y = height + 0.3 - 0.6 * shown.index(policy) / max(len(shown) - 1, 1)
    label = shared.labels(plan)[policy]
    drawing.dot(axes, y, mean, shared.COLOURS[policy], across=True, label=label)
