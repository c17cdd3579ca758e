"""A scenario as Hypatia's file set: element sets, stations, links, forwarding state over time.

Owns the files as Hypatia reads and writes them (Kassing et al., IMC 2020; github.com/snkas/hypatia,
satgenpy); `skyseam.hypatia` reads them. Only :func:`forwarding` knows the algorithm of the
decisions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow.compute as pc

from skyseam import _tle, hypatia, survey
from skyseam._errors import InputError
from skyseam._scenario import Scenario
from skyseam._work import Progress
from skyseam.export._scenario import Place, Sky, sky_of
from skyseam.results import Results

MOST_STEPS = 20_000
"""The most files of a directory; Hypatia's own sets have 2,000."""

GSL_BANDWIDTH = 1.0
"""Without a unit, as in Hypatia's sets: rates are in the simulator's configuration."""

# WGS 72, the ellipsoid of its stations.
_FLATTENING = 1 / 298.26


class Hop(NamedTuple):
    """A decision from `t_ns` on; without a `next_hop` the packet is dropped."""

    t_ns: int
    node: int
    destination: int
    next_hop: int | None


class Forwarding(NamedTuple):
    """Decisions over time, and the links behind them; nodes by number."""

    hops: Iterable[Hop]
    isls: list[tuple[int, int]]
    """Pairs of satellites that are linked at some time, smaller number first, sorted."""
    satellites: int
    steps_ns: range
    results: Results


def forwarding(
    scenario: Scenario,
    start_s: float | None,
    duration_s: float | None,
    step_s: float | None,
    progress: Progress | None,
) -> Forwarding:
    """Compute the decisions; only this function knows how."""
    results = survey.decisions(
        scenario, start_s=start_s, duration_s=duration_s, step_s=step_s, progress=progress
    )
    numbers = {name: number for number, name in enumerate(results.manifest["nodes"])}
    links = results.table("links")
    links = links.filter(pc.equal(links["kind"], "isl"))
    pairs = {
        (numbers[a], numbers[b])
        for a, b in zip(links["a"].to_pylist(), links["b"].to_pylist(), strict=True)
    }
    table = results.table("decisions").sort_by(
        [("t_ns", "ascending"), ("node", "ascending"), ("destination", "ascending")]
    )
    start, step, end = (
        round(results.manifest[key] * 1e9) for key in ("start_s", "step_s", "end_s")
    )
    columns = (table[name].to_pylist() for name in Hop._fields)
    return Forwarding(
        hops=(Hop(*row) for row in zip(*columns, strict=True)),
        isls=sorted((min(pair), max(pair)) for pair in pairs),
        satellites=results.manifest["satellites"],
        steps_ns=range(start, end, step),
        results=results,
    )


def hypatia_set(
    scenario: Scenario,
    *,
    start_s: float | None = None,
    duration_s: float | None = None,
    step_s: float | None = None,
    progress: Progress | None = None,
) -> tuple[dict[str, str], Results]:
    """Write a scenario as Hypatia's file set.

    Parameters
    ----------
    scenario
        As in :func:`skyseam.run`, without wired nodes: the format has none.
    start_s, duration_s, step_s
        Instants of forwarding state; those of the scenario's run with a step of 1 s when None.

    Returns
    -------
    dict of str to str, Results
        Text by file name, and the results from which it was made, for the manifest.

    Raises
    ------
    ScenarioError, InputError
        When the scenario is refused, or the format cannot represent it.
    """
    sky = sky_of(scenario)
    step_s = 1.0 if step_s is None else step_s
    length_s = sky.run_duration_s if duration_s is None else duration_s
    _check(sky, length_s, step_s)
    found = forwarding(scenario, start_s, duration_s, step_s, progress)
    names, lines = element_sets(sky, found.results.manifest["nodes"][: found.satellites])
    nodes = found.satellites + len(sky.terminals)
    max_gsl_m, max_isl_m = lengths_m(sky, lines)
    files = {
        "tles.txt": _tles_text(sky, names, lines),
        "ground_stations.txt": "".join(
            _station_line(number, terminal.name, terminal.place)
            for number, terminal in enumerate(sky.terminals)
            if terminal.place is not None
        ),
        "isls.txt": "".join(f"{a} {b}\n" for a, b in found.isls),
        "gsl_interfaces_info.txt": "".join(
            f"{node},1,{GSL_BANDWIDTH:f}\n" for node in range(nodes)
        ),
        "description.txt": (
            f"max_gsl_length_m={max_gsl_m:.10f}\nmax_isl_length_m={max_isl_m:.10f}\n"
        ),
    }
    place = f"dynamic_state_{step_s * 1000:g}ms_for_{length_s:g}s"
    for name, text in _state(found, nodes):
        files[f"{place}/{name}"] = text
    return files, found.results


def _check(sky: Sky, length_s: float, step_s: float) -> None:
    if sky.has_nodes:
        raise InputError(
            "the scenario has [[nodes]] and [[wires]], which Hypatia's files cannot represent; "
            "remove them, or export what lies between the terminals only"
        )
    if not sky.terminals:
        raise InputError("the scenario has no terminals; Hypatia routes towards ground stations")
    for terminal in sky.terminals:
        if terminal.place is None:
            raise InputError(
                f'the terminal "{terminal.name}" moves, and Hypatia\'s ground stations do not; '
                "give it a latitude and a longitude, or leave it out"
            )
        if "," in terminal.name:
            raise InputError(
                f'the terminal "{terminal.name}" has a comma in its name, which separates columns '
                "in ground_stations.txt; give it another name"
            )
    steps = math.ceil(length_s / step_s) if step_s > 0 else 0
    if steps > MOST_STEPS:
        raise InputError(
            f"{steps:,} steps ({length_s:g} s every {step_s:g} s) make twice as many files; "
            f"expected at most {MOST_STEPS:,} steps: take a longer --step or a shorter --duration"
        )


def element_sets(sky: Sky, satellites: Sequence[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """Return for each satellite the name of its constellation and its two lines.

    Satellites of an element file keep their lines, in the order of `satellites`. Those of a shell
    get the mean motion with which SGP4 follows their orbits, and nodes rotated by the sidereal time
    at the epoch, so that they are above the same places.
    """
    if sky.elements is not None:
        return _from_file(sky.elements, satellites)
    if sum(shell.planes * shell.satellites_per_plane for shell in sky.shells) != len(satellites):
        raise InputError(
            "not all satellites of the scenario are in even shells or in an element file with a "
            "Hypatia header; only those can be written as a Hypatia set"
        )
    if not 1957 <= sky.epoch.year <= 2056:
        raise InputError(
            f"time zero is in {sky.epoch.year}; an element set can represent 1957 to 2056: give "
            "the scenario another epoch"
        )
    sidereal_deg = _tle.gmst_deg(sky.epoch)
    names: list[str] = []
    lines: list[tuple[str, str]] = []
    for shell in sky.shells:
        radius_km = _tle.WGS72_RADIUS_KM + shell.altitude_km
        rate = math.sqrt(_tle.WGS72_MU_KM3_PER_S2 / radius_km**3)
        mean_motion = _tle.kozai_mean_motion(
            radius_km, shell.inclination_deg, rate, precesses=sky.precesses
        )
        for plane in range(shell.planes):
            for index in range(shell.satellites_per_plane):
                node_deg, argument_deg = shell.orbit(plane, index)
                names.append(shell.name.replace(" ", "-"))
                lines.append(
                    _tle.lines(
                        len(lines) + 1,
                        sky.epoch,
                        inclination_deg=shell.inclination_deg,
                        node_deg=node_deg + sidereal_deg,
                        argument_of_latitude_deg=argument_deg,
                        mean_motion=mean_motion,
                    )
                )
    return names, lines


def _from_file(path: Path, satellites: Sequence[str]) -> tuple[list[str], list[tuple[str, str]]]:
    _, _, listed, _ = hypatia.read_tles(hypatia.text_file(path))
    known = {satellite.name: satellite for satellite in listed}
    if len(satellites) == len(listed) and not known.keys() >= set(satellites):
        # Satellites are called by their numbers, which are their order.
        found = list(listed)
    else:
        missing = [name for name in satellites if name not in known]
        if missing:
            raise InputError(
                f'the satellite "{missing[0]}" is not in {path}, whose satellites are called as '
                f'"{listed[0].name}"; export needs the file the scenario was made from'
            )
        found = [known[name] for name in satellites]
    lines = [(satellite.line1, satellite.line2) for satellite in found]
    return [satellite.name.split()[0] for satellite in found], lines


def _tles_text(sky: Sky, names: list[str], lines: list[tuple[str, str]]) -> str:
    widths = {shell.satellites_per_plane for shell in sky.shells}
    if len(widths) == 1:
        header = f"{sum(shell.planes for shell in sky.shells)} {widths.pop()}"
    else:
        # Shells of different planes: Hypatia only multiplies the two numbers.
        header = f"1 {len(lines)}"
    satellites = (
        f"{name} {number}\n{first}\n{second}\n"
        for number, (name, (first, second)) in enumerate(zip(names, lines, strict=True))
    )
    return f"{header}\n{''.join(satellites)}"


def lengths_m(sky: Sky, lines: list[tuple[str, str]]) -> tuple[float, float]:
    """Return the length of the longest ground link and of the longest inter-satellite link, m.

    Ground links follow Hypatia's rule in its own geometry. For other links the limit is the slant
    range at the mask over a sphere, so that Hypatia admits the same links. The highest shell and
    the lowest mask determine it, since there is one number for all.
    """
    altitudes = [shell.altitude_km for shell in sky.shells]
    for _, second in lines if not altitudes else []:
        radius_km = (_tle.WGS72_MU_KM3_PER_S2 / _tle.mean_motion_of(second) ** 2) ** (1 / 3)
        altitudes.append(radius_km - _tle.WGS72_RADIUS_KM)
    earth_km, altitude_km = _tle.WGS72_RADIUS_KM, max(altitudes)
    mask_deg = min(terminal.elevation_mask_deg for terminal in sky.terminals)
    sin_mask = math.sin(math.radians(mask_deg))
    if sky.geometry != "hypatia":
        over = (earth_km * sin_mask) ** 2 + 2 * earth_km * altitude_km + altitude_km**2
        gsl_km = math.sqrt(over) - earth_km * sin_mask
    elif sin_mask > 0:
        gsl_km = altitude_km / sin_mask
    else:
        raise InputError(
            'an elevation mask of 0 deg admits links of any length in the geometry "hypatia"; '
            "give terminals a mask above zero"
        )
    clear_km = earth_km + sky.grazing_altitude_km
    isl_km = 2 * math.sqrt(max(0.0, (earth_km + altitude_km) ** 2 - clear_km**2))
    return gsl_km * 1000, isl_km * 1000


def _station_line(number: int, name: str, place: Place) -> str:
    latitude, longitude = np.radians([place.latitude_deg, place.longitude_deg])
    e2 = _FLATTENING * (2 - _FLATTENING)
    prime_m = 1000 * _tle.WGS72_RADIUS_KM / math.sqrt(1 - e2 * math.sin(latitude) ** 2)
    from_axis = (prime_m + place.altitude_m) * math.cos(latitude)
    z = (prime_m * (1 - e2) + place.altitude_m) * math.sin(latitude)
    return (
        f"{number},{name},{place.latitude_deg:.10g},{place.longitude_deg:.10g},"
        f"{place.altitude_m:f},{from_axis * math.cos(longitude):f},"
        f"{from_axis * math.sin(longitude):f},{z:f}\n"
    )


def _state(found: Forwarding, nodes: int) -> Iterator[tuple[str, str]]:
    """Yield the files of every step with its changes; bandwidths change at the first step only."""
    interface: dict[tuple[int, int], int] = {}
    isls_of = [0] * nodes
    for a, b in found.isls:
        for one, other in ((a, b), (b, a)):
            interface[one, other] = isls_of[one]
            isls_of[one] += 1

    # A satellite's ground interface comes after its ISLs; a station has no other interfaces.
    def port(node: int, peer: int) -> int:
        return interface.get((node, peer), isls_of[node])

    texts: dict[int, list[str]] = {t_ns: [] for t_ns in found.steps_ns}
    for t_ns, node, destination, hop in found.hops:
        decision = "-1,-1,-1" if hop is None else f"{hop},{port(node, hop)},{port(hop, node)}"
        texts[t_ns].append(f"{node},{destination},{decision}\n")
    bandwidths = "".join(f"{node},{isls_of[node]},{GSL_BANDWIDTH:f}\n" for node in range(nodes))
    for number, (t_ns, lines) in enumerate(texts.items()):
        yield f"fstate_{t_ns}.txt", "".join(lines)
        yield f"gsl_if_bandwidth_{t_ns}.txt", bandwidths if number == 0 else ""
