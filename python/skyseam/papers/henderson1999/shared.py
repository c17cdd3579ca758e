"""What parts share: rates of files, replies of Web servers, a sky moved along its orbits."""

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from skyseam import describe
from skyseam.reproduce import Estimate, Floats, Runs, Study, over_seeds
from skyseam.reproduce.cases import Declared
from skyseam.reproduce.quantities import Places


@dataclass(frozen=True)
class Files:
    """Runs of a file by case: "goodput" and other quantities, rates in bit/s."""

    study: Study
    runs: dict[Any, Runs]

    def rate(self, case: Declared, quantity: str = "goodput") -> Estimate:
        """Return the mean rate of files, or of the traffic back, kbit/s."""
        return over_seeds(self.runs[case].values[quantity] / 1e3)

    def back(self, case: Declared) -> Estimate:
        """Return the mean rate of the traffic back, kbit/s."""
        return self.rate(case, "back")

    def ratio(self, case: Declared, other: Declared, quantity: str = "goodput") -> Estimate:
        """Return the ratio of a quantity to another case's, seed by seed."""
        return self.runs[case].ratio(self.runs[other], quantity)


def arrived(took_s: Floats, runs: int, what: str = "a file") -> None:
    """Raise an error unless every run has a time."""
    if len(took_s) != runs or np.isnan(took_s).any():
        raise RuntimeError(f"{what} did not arrive within its run")


def quantiles(plan: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return the quantiles of sizes as scenarios have them: their shares, and the sizes."""
    shares, sizes = zip(*plan["reply_quantiles"], strict=True)
    return {"shares": [float(one) for one in shares], "sizes": [f"{one} B" for one in sizes]}


def jain(rates: Floats) -> Floats:
    """Return Jain's fairness index over flows, with every seed: an array of seeds by flows."""
    return np.asarray(rates.sum(axis=1) ** 2 / (rates.shape[1] * (rates**2).sum(axis=1)))


def reply_bytes(plan: Mapping[str, Any], count: int, random: np.random.Generator) -> Floats:
    """Draw sizes of replies, log-linear between the quantiles of the plan."""
    quantiles = np.array(plan["reply_quantiles"])
    drawn = np.interp(random.uniform(0, 1, count), quantiles[:, 0], np.log(quantiles[:, 1]))
    return np.asarray(np.ceil(np.exp(drawn)))


def mean_reply_bytes(plan: Mapping[str, Any]) -> float:
    """Return the mean of these sizes: between two quantiles that of a log-uniform size."""
    quantiles = np.array(plan["reply_quantiles"])
    p, low = quantiles[:-1].T
    q, high = quantiles[1:].T
    return float(((q - p) * (high - low) / np.log(high / low)).sum())


def replies(
    plan: Mapping[str, Any], load_bps: float, end_s: float, random: np.random.Generator
) -> list[list[str]]:
    """Draw the replies until an instant for a load, as `transfers` of a flow."""
    count = random.poisson(load_bps / 8 / mean_reply_bytes(plan) * end_s)
    begun_s = np.sort(random.uniform(0, end_s, count))
    drawn = zip(begun_s, reply_bytes(plan, count, random), strict=True)
    return [[f"{start_s:.6f} s", f"{size:.0f} B"] for start_s, size in drawn]


def on_sphere(latitude_deg: Floats, longitude_deg: Floats) -> Floats:
    """Return points on the unit sphere, three coordinates last."""
    north, east = np.radians(latitude_deg), np.radians(longitude_deg)
    flat = np.cos(north)
    return np.stack([flat * np.cos(east), flat * np.sin(east), np.sin(north)], axis=-1)


def along_orbits(
    scenario: dict[str, Any], drawn: Places, phases: int
) -> Iterator[tuple[dict[str, Any], Places]]:
    """Return places in parts, each with satellites advanced further along their orbits.

    All pings are sent at time zero, when nearly every endpoint has the highest satellite: as in
    ns-2 a terminal begins with satellite 0, and keeps it if it is above the mask, or takes the next
    one. The positions of the planes over the Earth do not matter to places that are uniform on the
    sphere.
    """
    moved = copy.deepcopy(describe.resolved(scenario))
    shell = moved["constellation"]["shell"]
    slot_deg = 360.0 / int(shell["satellites_per_plane"])
    for phase in range(phases):
        shell["argument_of_latitude"] = f"{slot_deg * phase / phases} deg"
        some = {name: values[phase::phases] for name, values in drawn.items()}
        yield moved, some | {"t_s": np.zeros(len(some["from_latitude_deg"]))}
