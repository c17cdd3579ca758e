"""Writes docs/constellations.md, constellations by name, from the catalogue of the core.

Run by `make reference`; tests/test_docs.py fails if the page differs from its output.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import skyseam

PAGE = Path(__file__).with_name("constellations.md")

HEAD = """\
# Constellations by name

*Made from the catalogue by `make reference`; edit the sources in `crates/scenario` instead.*

## Scope and limits

* A preset is a design: evenly spaced satellites in circular orbits, as filed or published. It is
  not where satellites stand today; for that take a [file of elements](models/orbit.md).
* Time zero is no date: then the ascending node of each shell's plane 0 is over Greenwich.
* What no source gives is assumed, and said so below. Of many designs the phasing between planes and
  the pattern of links are not published. Paths and delays depend on both.
* Which of the sources were read, and which are cited without having been at hand, is in
  [provenance](provenance.md); check a filing before you quote its figures.
* Only the presets of ns-2 bring rates and queues; of the others a run needs `[links]`.

## In a scenario

```toml name=telesat.toml
[constellation]
preset = "telesat"

[[terminals]]
name = "Iqaluit"
latitude = "63.75 deg"
longitude = "-68.52 deg"

[[terminals]]
name = "Toronto"
latitude = "43.65 deg"
longitude = "-79.38 deg"

[delay]
pairs = [["Iqaluit", "Toronto"]]
duration = "1 h"
```

```sh
skyseam delay telesat.toml -o out
skyseam constellations                  # this list
skyseam constellations telesat --toml   # written out, as a scenario to change
```

Any key of `[constellation]` beside `preset` takes the place of what the preset brings. Satellites
are called SHELL-PLANE-INDEX, such as `polar-0-3`, counted from 0; in the geometry `ns2` they have
numbers.

## A constellation of your own

`preset` also takes the name of a file beside the scenario, which ends with .toml. It has the keys
of a scenario, and says where its values come from:

```toml name=own-sky.toml beside
summary = "Two rings of eight"
source = "made up"

[constellation]
elevation_mask = "15 deg"
isl.pattern = "plus-grid"
shell = { walker = "60:16/2/1", kind = "delta", altitude = "8000 km" }

[handover]
kind = "longest-visibility"
source = "made up"
```

```toml name=own.toml beside
[constellation]
preset = "own-sky.toml"

[[terminals]]
name = "Nairobi"
latitude = "-1.29 deg"
longitude = "36.82 deg"

[[terminals]]
name = "Lisbon"
latitude = "38.72 deg"
longitude = "-9.14 deg"

[delay]
duration = "1 h"
```

```sh
skyseam delay own.toml -o own
```

Those that are built in are such files: `constellations/` of the repository, where comments say
which figures were looked up and which are assumed.
"""

ORBITS = """\
## Orbits

Altitudes in km above the equatorial radius, angles in deg. The RAAN span is the number of
planes times their spacing. Phasing says how far satellites are ahead along the orbit: those of odd
planes ahead of those of even ones, or those of each plane ahead of the plane before.

| preset | satellites | shell | planes x each | km | inclination | RAAN span | phasing |
|---|---|---|---|---|---|---|---|"""

LINKS = """\
## Links and geometry

Patterns are those of [links between satellites](models/isl.md), geometries those of
[orbits and geometry](models/geometry.md). Shells of one constellation have no links to each other.

| preset | elevation mask | pattern of links | geometry |
|---|---|---|---|"""


HANDOVER = """\
## Handover

What terminals do where a scenario names no [policy](models/handover.md#policies); a policy of
the scenario's own comes with its own interval.

| preset | policy | checks every | first after |
|---|---|---|---|"""


def page() -> str:
    """Return the expected content of the page."""
    presets = skyseam.constellations()
    parts = [HEAD, _orbits(presets), _links(presets), _handover(presets), _sources(presets)]
    return "\n".join(parts)


def _orbits(presets: list[dict[str, Any]]) -> str:
    lines = [ORBITS]
    for preset in presets:
        name, satellites = f"`{preset['name']}`", f"{preset['satellites']}"
        for shell in preset["shells"]:
            cells = (
                name,
                satellites,
                f"`{shell['name']}`",
                f"{shell['planes']} x {shell['satellites_per_plane']}",
                f"{shell['altitude_km']:g}",
                f"{shell['inclination_deg']:g}",
                f"{shell['raan_spread_deg']:.4g}",
                _phasing(shell),
            )
            lines.append(f"| {' | '.join(cells)} |")
            name = satellites = ""
    return "\n".join(lines) + "\n"


def _phasing(shell: dict[str, Any]) -> str:
    if shell["planes"] == 1:
        return "one plane"
    if "odd_planes_ahead_deg" in shell:
        return f"odd {shell['odd_planes_ahead_deg']:.4g}"
    return f"each {shell['each_plane_ahead_deg']:.4g}"


def _links(presets: list[dict[str, Any]]) -> str:
    lines = [LINKS]
    for preset in presets:
        mask = f"{preset['elevation_mask_deg']:g} deg"
        cells = (
            f"`{preset['name']}`",
            mask,
            f"`{preset['isl_pattern']}`",
            f"`{preset['geometry']}`",
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _handover(presets: list[dict[str, Any]]) -> str:
    lines = [HANDOVER]
    sources: dict[str, list[str]] = {}
    for preset in presets:
        name, handover = f"`{preset['name']}`", preset["handover"]
        cells = (name, f"`{handover['kind']}`", handover["check_interval"], handover["offset"])
        lines.append(f"| {' | '.join(cells)} |")
        sources.setdefault(handover["source"], []).append(name)
    lines += ["", *_listed(sources)]
    return "\n".join(lines) + "\n"


def _listed(sources: dict[str, list[str]]) -> list[str]:
    return [f"* {', '.join(names)}: {source}." for source, names in sources.items()]


def _sources(presets: list[dict[str, Any]]) -> str:
    names: dict[str, list[str]] = {}
    for preset in presets:
        names.setdefault(preset["source"], []).append(f"`{preset['name']}`")
    lines = ["## Where the values come from\n", *_listed(names)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
