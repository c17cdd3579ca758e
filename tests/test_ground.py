"""Goal: `[ground]` gives a user the way to the Internet that an operator's ground segment has.

Method: Starlink's first shell with the gateways of 2024, through the command line where its words
matter; paths are read from delay studies, whose hops count every link.
"""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import pytest
import tomli_w

import skyseam
from skyseam import sweeps

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from subprocess import CompletedProcess

    Command = Callable[..., CompletedProcess[str]]

HOME: dict[str, Any] = {
    "constellation": {"preset": "starlink-shell1"},
    "ground": {"preset": "starlink-2024"},
    "terminals": [{"name": "Munich", "latitude": "48.14 deg", "longitude": "11.58 deg"}],
    "links": {
        "uplink": {"rate": "20 Mbit/s", "queue": "200 packets"},
        "downlink": {"rate": "150 Mbit/s", "queue": "500 packets"},
        "isl": {"rate": "20 Gbit/s", "queue": "10000 packets"},
    },
    "flows": [
        {
            "name": "ping", "from": "Munich", "to": "internet",
            "application": {"kind": "ping", "count": 20, "interval": "1 s"},
        }
    ],
    "run": {"duration": "25 s"},
}  # fmt: skip


def hops(scenario: dict[str, Any], start: str, end: str) -> list[int]:
    """Return the number of links of the path at 40 instants of 10 minutes."""
    found = skyseam.delay(scenario, pairs=[(start, end)], duration_s=600, step_s=15)
    return [row["hops"] for row in found.table("delay").to_pylist() if row["delay_ms"]]


def test_a_home_reaches_the_internet_by_a_bent_pipe(
    skyseam_command: Command, tmp_path: Path
) -> None:
    """Up and down at one satellite, and on by fibre: three links, at every instant."""
    assert set(hops(HOME, "Munich", "pop-Frankfurt")) == {3}
    file = tmp_path / "home.toml"
    file.write_text(tomli_w.dumps(HOME), encoding="utf-8")
    done = skyseam_command("check", file)
    assert done.returncode == 0, done.stderr
    [line] = [one for one in done.stdout.splitlines() if "ground segment" in one]
    assert "ground segment starlink-2024: " in line
    assert "1 of 19 points of presence" in line
    assert "farther than 188" in line
    done = skyseam_command("run", file, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert line.strip() in done.stdout
    assert "warning" not in done.stderr
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["data"] == [line.strip()]
    results = skyseam.load(tmp_path / "out")
    assert results.flows["rtt_samples"].to_pylist() == [20]
    assert 4 < results.flows["rtt_min_ms"].to_pylist()[0] < 20


def test_links_between_satellites_are_taken_where_no_gateway_is_in_sight() -> None:
    """A ship in the Atlantic; beside it the metric that takes the shortest way."""
    ship = copy.deepcopy(HOME)
    ship["terminals"] = [{"name": "ship", "latitude": "20 deg", "longitude": "-40 deg"}]
    ship["flows"][0]["from"] = "ship"
    pop = skyseam.resolved(ship)["flows"][0]["to"]
    fewest = hops(ship, "ship", pop)
    assert min(fewest) > 3
    ship["routing"] = {"metric": "delay"}
    assert skyseam.resolved(ship)["routing"]["metric"] == "delay"
    shortest = hops(ship, "ship", pop)
    assert all(few <= many for few, many in zip(fewest, shortest, strict=True))
    assert fewest != shortest


def test_a_moving_terminal_has_the_gateways_along_its_track(tmp_path: Path) -> None:
    rows = ["t_s,latitude_deg,longitude_deg,altitude_m", "0,48,11,10000", "7200,40,-4,10000"]
    (tmp_path / "track.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    flight = copy.deepcopy(HOME)
    flight["terminals"] = [{"name": "Munich", "track": "track.csv"}]
    file = tmp_path / "flight.toml"
    file.write_text(tomli_w.dumps(flight), encoding="utf-8")
    flown = {one["name"] for one in skyseam.resolved(file)["terminals"]}
    assert "gateway-Villarejo de Salvanes" in flown
    at_home = {one["name"] for one in skyseam.resolved(HOME)["terminals"]}
    assert "gateway-Lepe" in flown - at_home


def test_a_radius_can_be_swept() -> None:
    runs = [{"ground.radius": f"{km} km"} for km in (250, 400)]
    found = sweeps.listed(HOME, runs).run()
    assert found.flows["rtt_samples"].to_pylist() == [20, 20]


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"preset": "starlink-2022"}, "is not a ground segment"),
        ({"preset": "starlink-2024", "pops": ["Frankfort"]}, 'did you mean "Frankfurt"?'),
        ({"preset": "starlink-2024", "fibre_rate": "fast"}, "a rate above zero"),
        ({"preset": "starlink-2024", "route_factor": 0.5}, "is out of range"),
    ],
)
def test_what_is_wrong_with_the_table_is_told_once(keys: dict[str, Any], told: str) -> None:
    with pytest.raises(skyseam.ScenarioError) as raised:
        skyseam.check({**HOME, "ground": keys})
    assert told in str(raised.value)
    assert len(raised.value.problems) == 1
