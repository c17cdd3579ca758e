"""Measures what geometry explains of a measured Starlink.

Writes the table of docs/explanation/what-geometry-explains.md.

    python docs/geometry_explains.py LEOVIZ     # a directory with ping.txt.gz and the catalogue

LEOVIZ has the sample data of github.com/clarkzjw/LEOViz (GPL-3.0, not kept here): the pings, and
the catalogue of that hour as starlink-2025-05-29.tle. Prints a row for the measurement, for
geometry under two policies, and for an access by a profile: the mean of twenty seeds.
"""

from __future__ import annotations

import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import tomli_w

import skyseam
from skyseam._arrays import Floats
from skyseam.measured import formats
from skyseam.measured.series import Pings
from skyseam.measured.slots import by_slot

SLOT_S, PHASE_S = 15.0, 12.0
EPOCH, EPOCH_S = "2025-05-29T23:20:00Z", 1_748_560_800.0
DURATION_S = 930
SEEDS = range(20)

UT = {"name": "UT", "latitude": "48.5137 deg", "longitude": "-124.2935 deg"}
GW = {"name": "GW", "latitude": "48.774 deg", "longitude": "-122.4486 deg", "kind": "gateway"}


def scenario(catalogue: Path, policy: str) -> dict[str, Any]:
    """Return the path from Vancouver Island to the gateway in Bellingham, as a bent pipe."""
    offset = {} if policy == "starlink" else {"check_interval": "15 s", "offset": "12 s"}
    return {
        "constellation": {
            "elements": {"file": str(catalogue), "epoch": EPOCH},
            "elevation_mask": "25 deg",
            "isl": {"pattern": "none"},
        },
        "handover": {"kind": policy, **offset},
        "terminals": [UT, GW],
    }


def geometry(catalogue: Path, policy: str) -> tuple[Floats, Floats]:
    """Return times and round trips of the path, ms, each second."""
    of = scenario(catalogue, policy)
    of["delay"] = {"pairs": [["UT", "GW"]], "duration": f"{DURATION_S} s", "step": "1 s"}
    table = described(of, catalogue, skyseam.delay).table("delay").to_pandas()
    return EPOCH_S + table.t_s.to_numpy(), 2 * table.delay_ms.to_numpy()


def access(catalogue: Path, seed: int) -> tuple[Floats, Floats]:
    """Return times and round trips of pings over the access by the profile, ms."""
    slotted = {"kind": "slotted", "profile": "starlink-vancouver-island-2025"}
    link = {"rate": "100 Mbit/s", "queue": "200 packets"}
    of = scenario(catalogue, "starlink")
    of["links"] = {
        "uplink": {**link, "access": slotted},
        "downlink": {**link, "access": slotted},
        "gateway": {"uplink": link, "downlink": link},
    }
    ping = {"kind": "ping", "count": 9000, "interval": "100 ms"}
    of["flows"] = [{"name": "ping", "from": "UT", "to": "GW", "application": ping}]
    of["run"] = {"duration": f"{DURATION_S} s", "record": ["rtt"], "seed": seed}
    table = described(of, catalogue, skyseam.run).table("rtt").to_pandas()
    return EPOCH_S + table.t_s.to_numpy() - table.rtt_ms.to_numpy() / 1e3, table.rtt_ms.to_numpy()


def described(of: dict[str, Any], catalogue: Path, study: Any) -> skyseam.Results:  # noqa: ANN401
    """Run a study of a scenario that lies beside its catalogue."""
    of["constellation"]["elements"]["file"] = catalogue.name
    with tempfile.TemporaryDirectory() as directory, warnings.catch_warnings(action="ignore"):
        place = Path(directory)
        (place / catalogue.name).write_bytes(catalogue.read_bytes())
        (place / "scenario.toml").write_text(tomli_w.dumps(of), encoding="utf-8")
        found: skyseam.Results = study(place / "scenario.toml")
        return found


def of_slots(at_s: Floats, rtt_ms: Floats) -> Floats:
    """Return the median of each slot from `EPOCH_S` on, ms; NaN: too few answers."""
    first = int(np.floor((EPOCH_S - PHASE_S) / SLOT_S))
    begin = int(np.floor((at_s[0] - PHASE_S) / SLOT_S)) - first
    found = by_slot(at_s, rtt_ms[None], SLOT_S, PHASE_S).median_ms[0]
    medians = np.full(70, np.nan)
    medians[begin : begin + len(found)] = found
    return medians


def figures(rtt_ms: Floats, medians: Floats, measured: Floats) -> list[float]:
    """Return quantiles of round trips and steps, deviation and correlation of slots."""
    steps = np.abs(np.diff(medians))
    both = np.isfinite(medians) & np.isfinite(measured)
    return [
        *np.nanpercentile(rtt_ms, (5, 50, 95)),
        *np.nanpercentile(steps, (50, 95)),
        float(np.nanstd(medians)),
        float(np.corrcoef(medians[both], measured[both])[0, 1]),
    ]


def show(name: str, of: list[float]) -> None:
    """Print a row of the table."""
    low, middle, high, step, steep, deviation, correlation = of
    cells = f"{low:.1f} / {middle:.1f} / {high:.1f} | {step:.1f} / {steep:.1f} | {deviation:.1f}"
    print(f"| {name} | {cells} | {correlation:.2f} |", flush=True)


def main() -> None:
    """Print the table."""
    place = Path(sys.argv[1])
    catalogue = place / "starlink-2025-05-29.tle"
    (pings,) = formats.read(place / "ping.txt.gz")
    if not isinstance(pings, Pings):
        sys.exit(f"{place / 'ping.txt.gz'} has no round trips")
    measured = of_slots(pings.sent_s, pings.rtt_ms)
    show("measured", figures(pings.rtt_ms, measured, measured))
    for policy in ("shortest-path", "starlink"):
        at_s, rtt_ms = geometry(catalogue, policy)
        show(f"geometry, `{policy}`", figures(rtt_ms, of_slots(at_s, rtt_ms), measured))
    runs = [access(catalogue, seed) for seed in SEEDS]
    each = [figures(rtt_ms, of_slots(at_s, rtt_ms), measured) for at_s, rtt_ms in runs]
    show("`starlink`, access by a profile", list(np.mean(each, axis=0)))


if __name__ == "__main__":
    main()
