"""Round trips of a simulated ping, from the results of a run."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

from skyseam import results
from skyseam._errors import InputError
from skyseam.measured.profile import seconds_of
from skyseam.measured.series import Pings


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


def _pings(outcome: results.Results, directory: str, flow: str | None) -> Pings:
    scenario = outcome.manifest["scenario"]
    kinds = [one for one in scenario.get("flows", ()) if _kind(one) == "ping"]
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


def _kind(flow: dict[str, Any]) -> str:
    kind = flow.get("application", {}).get("kind", "")
    return str(kind)


def _zero_s(scenario: dict[str, Any]) -> float:
    """Return the UTC of time zero, s; without an epoch it is midnight of any day."""
    epoch = scenario.get("constellation", {}).get("elements", {}).get("epoch")
    return 0.0 if epoch is None else datetime.fromisoformat(epoch).timestamp()
