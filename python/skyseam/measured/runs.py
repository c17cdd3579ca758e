"""Round trips of simulated pings: from the results of a run, and of a profile that is flown."""

from __future__ import annotations

import math
import tempfile
import warnings
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import tomli_w

from skyseam import results, simulate
from skyseam._arrays import Floats
from skyseam._errors import InputError
from skyseam._scenario import kind_of
from skyseam.measured.goodness import Sample
from skyseam.measured.profile import Profile, seconds_of
from skyseam.measured.series import Pings

FLOWN_S = 12 * 3600.0
"""Least time for which a profile is flown to judge it: 2,880 slots of 15 s."""

MOST_FLOWN = 1_500_000
"""The most probes of such a flight."""

DAY_S = 86_400.0


def pings_of(directory: Path, flow: str | None = None) -> Pings:
    """Return the round trips of a flow of kind `ping`.

    Parameters
    ----------
    directory
        What `skyseam run` wrote.
    flow
        Name of the flow; None: the only one of this kind.

    Raises
    ------
    InputError
        When there is no such flow, or its round trips were not recorded.
    """
    return _pings(results.load(directory), str(directory), flow)


def flown(profile: Profile, sent_s: Floats) -> Sample:
    """Simulate pings over the access of a profile; a :data:`skyseam.measured.goodness.Simulate`.

    Parameters
    ----------
    profile
        Profile.
    sent_s
        Times of measured probes, s; those of the simulation have their median interval. If hours
        differ, they are those of a day, at the measured hours.
    """
    interval_ms = max(1, round(1e3 * float(np.median(np.diff(sent_s)))))
    if profile.delay.hourly is not None:
        interval_ms = max(interval_ms, math.ceil(1e3 * DAY_S / MOST_FLOWN))
        least = 1e3 * DAY_S / interval_ms
    else:
        least = max(FLOWN_S, float(sent_s[-1] - sent_s[0])) / interval_ms * 1e3
    count = int(min(MOST_FLOWN, least))
    wire = {
        "between": ["terminal", "network"],
        "delay": f"{profile.propagation_ms / 2:.6f} ms",
        "rate": "1 Gbit/s",
        "queue": "1000 packets",
        "access": {"kind": "slotted", "profile": "profile.toml"},
    }
    ping = {"kind": "ping", "count": count, "interval": f"{interval_ms} ms"}
    scenario = {
        "nodes": [{"name": "terminal"}, {"name": "network"}],
        "wires": [wire],
        "flows": [{"name": "ping", "from": "terminal", "to": "network", "application": ping}],
        "run": {"duration": f"{count * interval_ms // 1000 + 10} s", "record": ["rtt"]},
    }
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        (place / "profile.toml").write_text(profile.toml(), encoding="utf-8")
        (place / "scenario.toml").write_text(tomli_w.dumps(scenario), encoding="utf-8")
        # That its queue is never full says nothing of the profile.
        with warnings.catch_warnings(action="ignore"):
            outcome = simulate.run(place / "scenario.toml")
    found = _pings(outcome, "the flight of the profile", None)
    if profile.delay.hourly is not None:
        hours = np.unique(sent_s // 3600 % 24)
        found = found.part(np.isin(found.sent_s // 3600 % 24, hours))
    return Sample(found.sent_s, found.rtt_ms[None], profile.slot_s, profile.phase_s)


def _pings(outcome: results.Results, directory: str, flow: str | None) -> Pings:
    scenario = outcome.manifest["scenario"]
    kinds = [one for one in scenario.get("flows", ()) if kind_of(one) == "ping"]
    named = [one for one in kinds if flow is None or one.get("name") == flow]
    if len(named) != 1:
        names = ", ".join(str(one.get("name")) for one in kinds) or "none"
        raise InputError(
            f"{directory} has {len(named)} flows of kind ping"
            f"{'' if flow is None else f' called {flow}'}; there are: {names}; name one by --flow"
        )
    if "rtt" not in outcome.tables:
        raise InputError(
            f'{directory} has no round trips; add record = ["rtt"] to [run], and run it again'
        )
    flows = [row for row in outcome.flows.to_pylist() if row["name"] == named[0].get("name")]
    number, sent = flows[0]["flow"], flows[0]["packets_sent"]
    table = outcome.table("rtt")
    mine = table["flow"].to_numpy() == number
    rtt_ms = table["rtt_ms"].to_numpy()[mine]
    answers_s = table["t_s"].to_numpy()[mine]
    interval_s = seconds_of(named[0]["application"]["interval"])
    # Probes leave at even intervals; one without an answer was lost.
    index = np.rint((answers_s - rtt_ms / 1e3 - flows[0]["first_sent_s"]) / interval_s).astype(int)
    all_ms = np.full(sent, np.nan)
    all_ms[index] = rtt_ms
    zero_s = _zero_s(scenario) + flows[0]["first_sent_s"]
    return Pings(
        zero_s + interval_s * np.arange(sent), all_ms, True, f"run, flow {named[0]['name']}"
    )


def _zero_s(scenario: dict[str, Any]) -> float:
    """Return the UTC of time zero, s; without an epoch it is midnight of any day."""
    epoch = scenario.get("constellation", {}).get("elements", {}).get("epoch")
    return 0.0 if epoch is None else datetime.fromisoformat(epoch).timestamp()
