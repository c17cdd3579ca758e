"""Common parts of Tauran 2018: cases and their runs, quantities of voice and of TCP, lines.

A case is a policy and a number of users of one beam; it is run once per seed. The values are in
paper.toml and each part's study.toml. Seeds are not chosen by their results; README.md lists the
choices made after results were seen.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from matplotlib.axes import Axes

from skyseam.export._scenario import number
from skyseam.measures import sharing, voice
from skyseam.reproduce import Estimate, Floats, Paper, Runs, Study, digits, drawing
from skyseam.reproduce.cases import Declared, changes
from skyseam.reproduce.quantities import counted, harq_success, mean_by, numbers
from skyseam.studies.schedulers.analysis import tcp_of

AnyCase = TypeVar("AnyCase")

PLAN = Paper(Path(__file__).parent).document("paper.toml")

BEAM = "beam"
"""What results call the shared link."""

REFERENCE = "dt_h"
"""The policy that goodput is compared with."""

TIMED = "codes"
"""The policy with a time-out."""

AFTER_S = 2.0
"""How long a run goes on when the last user has ended, for what is still under way."""

SCORES: dict[str, str] = PLAN["scores"]
"""Readings of the slides' score as a function of codec, latency, jitter and losses."""

WORDS: dict[str, dict[str, str]] = PLAN["quantities"]
"""Quantities as tables and figures have them, by traffic."""

COLOURS = {name: one["colour"] for name, one in PLAN["policies"].items()}

CAUSES: dict[str, str] = PLAN["causes"]
"""What a voice packet is lost to: our name, and that of the core."""

BY_QUEUE = ("overflow", "early", "waited")
"""Those of the queue."""

KEPT = {"voice": ("flows", "harq", "voice", "voice_losses"), "tcp": ("flows", "harq")}
"""Tables that quantities are made of, by traffic."""


class Case(Declared, file=__file__):
    """Parameters of a run except its seed."""


def policies(plan: Mapping[str, Any], *, slides: bool = False) -> list[str]:
    """Return the ids of all policies, or of those of the slides' verdict."""
    return [name for name, one in plan["policies"].items() if one.get("slides") or not slides]


def labels(plan: Mapping[str, Any]) -> dict[str, str]:
    return {name: one["label"] for name, one in plan["policies"].items()}


def default_timeout(plan: Mapping[str, Any]) -> str:
    return f"{plan['policies'][TIMED]['timeout_ms']:g} ms"


def listed(users: Sequence[int]) -> str:
    return ", ".join(map(str, users))


def beam(plan: Mapping[str, Any], case: Case, traffic: str, **given: float) -> dict[str, Any]:
    """Return the values of the beam that replace the scenario's; `traffic` is "voice" or "tcp"."""
    timeout_ms = case.timeout_ms or plan["policies"][case.policy].get("timeout_ms")
    return changes(plan, case, traffic=traffic, timeout_ms=timeout_ms, **given)


def overrides(study: Study, traffic: str, case: Case, duration_s: float) -> dict[str, Any]:
    """Return the values of a run that replace the scenario's; a user lasts `duration_s`."""
    flow = study.document(f"{traffic}.toml")["flows"][0]
    run_s = run_duration_s(flow, case.users, duration_s)
    return beam(study.plan, case, traffic, duration_s=duration_s, run_s=run_s)


def run_duration_s(flow: Mapping[str, Any], users: int, duration_s: float) -> float:
    """Return the duration of a run in which the last of `users` flows lasts `duration_s`."""
    start_s, stagger_s = (number(flow[key]) for key in ("start", "stagger"))
    return start_s + stagger_s * (users - 1) + duration_s + AFTER_S


def run_cases(
    study: Study,
    name: str,
    traffic: str,
    cases: Sequence[AnyCase],
    duration_s: float,
    changed: Callable[[Any, int], Mapping[str, Any]] | None = None,
    *,
    scenario: Path | None = None,
    seeds: Sequence[int] | None = None,
) -> dict[AnyCase, Runs]:
    """Run every case with every seed, with the changes of `overrides` by default."""
    usable_mos = float(study.plan["listener"]["usable_mos"])
    measured = {
        "tcp": partial(tcp_values, duration_s=duration_s),
        "voice": partial(voice_values, duration_s=duration_s, usable_mos=usable_mos),
    }
    return study.cases(
        name, scenario or f"{traffic}.toml", cases, seeds or study.plan["run"]["seeds"],
        changed or (lambda case, _: overrides(study, traffic, case, duration_s)),
        measured[traffic], keep=KEPT[traffic],
    )  # fmt: skip


def voice_values(
    tables: Mapping[str, pa.Table], runs: int, duration_s: float, usable_mos: float
) -> dict[str, Floats]:
    """Return the quantities `WORDS` of voice, losses by cause and the link's load, of every run.

    Shares are in percent of packets sent, delays and scores means over users. Scores are those of
    the network's delay and twice the jitter, as in OpenBACH's compute_mos; expired packets count as
    lost. `load` is the share of time for which the link would be busy if everything offered were
    sent; `capacity` is the number of users that would keep it so.
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
    harq = tables["harq"]
    busy_s = numbers(harq, "data_time_s") + numbers(harq, "redundancy_time_s")
    # The time of the link that a packet takes with its redundancy.
    of_run = harq["run"].to_numpy()
    each_s = counted(of_run, busy_s, runs) / counted(of_run, numbers(harq, "packets"), runs)
    found["load"] = 100 * each_s * sent / duration_s
    found["capacity"] = users * duration_s / (each_s * sent)
    return found


def tcp_values(tables: Mapping[str, pa.Table], runs: int, duration_s: float) -> dict[str, Floats]:
    """Return the quantities `WORDS` of TCP of every run."""
    flows, harq = tables["flows"], tables["harq"]
    found = tcp_of(flows, runs, duration_s, 1e3)
    again = {name: found.pop(name) for name in ("resent", "timeouts")}
    own = {"efficiency": efficiency(tables), "harq_success": harq_success(harq, runs)}
    return found | own | again


def scored(call: Mapping[str, Any]) -> tuple[float, float, float]:
    """Return the `SCORES` of a call; a call without any received packet has the lowest."""
    if call["delay_mean_ms"] is None:
        return 1.0, 1.0, 1.0
    heard = partial(voice.e_model, jitter_ms=call["jitter_ms"] or 0.0, round_trip_ms=0.0)
    delay_ms, lost = call["delay_mean_ms"], call["loss_percent"]
    plain, concealed = (heard(delay_ms, lost, codec=codec) for codec in ("g711", "g711-plc"))
    return plain.mos, concealed.mos, plain.mos_simplified


def efficiency(tables: Mapping[str, pa.Table]) -> Floats:
    """Return useful bits per coded bit of the beam, of every run."""
    found = sharing.spectral_efficiency(tables["flows"], tables["harq"], BEAM)
    return numbers(found, "efficiency")


def mean_table(
    study: Study, runs: Mapping[Case, Runs], cases: Sequence[Case], name: str
) -> list[list[str]]:
    """Return a row per policy with the means of a quantity over these cases."""
    return [
        [label, *(digits(runs[case.but(policy=policy)].mean(name).value) for case in cases)]
        for policy, label in labels(study.plan).items()
    ]


def policy_lines(
    axes: Axes, plan: Mapping[str, Any], users: Sequence[int], means: Mapping[str, list[Estimate]]
) -> None:
    """Draw a line per policy over numbers of users; policies of the slides have strong lines."""
    for policy, of_it in means.items():
        lw, ls = (1.8, "-") if policy in policies(plan, slides=True) else (0.9, "--")
        drawing.line(axes, users, of_it, COLOURS[policy], labels(plan)[policy], lw=lw, ls=ls)
    shown = [n for n in (10, 25, 50, 75, 100, 150, 200) if min(users) <= n <= max(users)]
    drawing.ticks(axes, shown)
    axes.tick_params(axis="x", labelsize=7.5)
