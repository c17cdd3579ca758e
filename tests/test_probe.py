"""Goal: probes equal pings of the scenario, however they are computed; misuse is explained.

Method: the same pings as from terminals of a delay study; on one and on several threads; invalid
input.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import skyseam
from conftest import WIRES

PLACES = {"HNL": (21.5, -158.0), "LAX": (34.05, -118.24), "DEL": (28.61, 77.21)}
BARE = '[constellation]\npreset = "iridium-ns2"\n'


def probes(count: int = 1, changed: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return pings from Hawaii to Los Angeles, 600 s apart."""
    return {
        "from_latitude_deg": [21.5] * count,
        "from_longitude_deg": [-158.0] * count,
        "to_latitude_deg": [34.05] * count,
        "to_longitude_deg": [-118.24] * count,
        "t_s": [600.0 * number for number in range(count)],
        **(changed or {}),
    }


@pytest.mark.parametrize("metric", ["delay", "hops"])
@pytest.mark.parametrize(
    "handover",
    ['check_interval = "10 s"', 'kind = "highest-elevation"'],
    ids=["sticky", "highest"],
)
def test_probes_are_what_terminals_there_would_see(metric: str, handover: str) -> None:
    """A thousand probes in random order, so that there are several chunks."""
    scenario = f'{BARE}[handover]\n{handover}\n[routing]\nmetric = "{metric}"\n'
    for name, (latitude, longitude) in PLACES.items():
        scenario += f'[[terminals]]\nname = "{name}"\n'
        scenario += f'latitude = "{latitude} deg"\nlongitude = "{longitude} deg"\n'
    pairs = [("HNL", "LAX"), ("DEL", "HNL")]
    studied = skyseam.delay(
        skyseam.toml(scenario), pairs=pairs, start_s=0, duration_s=5_200, step_s=10
    )
    wanted = studied.table("delay").to_pandas()
    assert wanted["across_seam"].any()
    order = np.random.default_rng(3).permutation(len(wanted))
    rows = wanted.iloc[order]
    ends = {
        end: np.array([PLACES[name] for name in rows[end]]) for end in ("source", "destination")
    }
    asked = {
        "from_latitude_deg": ends["source"][:, 0],
        "from_longitude_deg": ends["source"][:, 1],
        "to_latitude_deg": ends["destination"][:, 0],
        "to_longitude_deg": ends["destination"][:, 1],
        "t_s": rows["t_s"].to_numpy(),
    }
    found = skyseam.probe(skyseam.toml(BARE + f"[handover]\n{handover}\n"), asked, metric=metric)
    table = found.table("probes").to_pandas()
    for column in ("t_s", "delay_ms", "hops", "across_seam"):
        assert (table[column].to_numpy() == rows[column].to_numpy()).all(), column
    for path, other in zip(table["path"], rows["path"], strict=True):
        assert list(path[1:-1]) == list(other[1:-1])
        assert (path[0], path[-1]) == ("from", "to")


def test_any_number_of_threads_gives_the_same() -> None:
    random = np.random.default_rng(5)
    count = 1200
    asked = {
        "from_latitude_deg": random.uniform(-90, 90, count),
        "from_longitude_deg": random.uniform(-180, 180, count),
        "to_latitude_deg": random.uniform(-90, 90, count),
        "to_longitude_deg": random.uniform(-180, 180, count),
        "t_s": random.uniform(0, 3_000, count),
    }
    scenario = BARE + "[handover]\nrandomized = true\n[run]\nseed = 3\n"
    one, two = (
        skyseam.probe(skyseam.toml(scenario), asked, threads=n).table("probes") for n in (1, 2)
    )
    assert one == two
    # Each end draws its own checks, by its row: half the rows, in other chunks, give the same.
    half = {name: values[: count // 2] for name, values in asked.items()}
    assert skyseam.probe(skyseam.toml(scenario), half).table("probes") == one.slice(0, count // 2)


def test_the_mask_is_that_of_the_constellation_unless_given() -> None:
    hops = {
        mask: skyseam.probe(skyseam.toml(BARE), probes(50), elevation_mask_deg=mask).table(
            "probes"
        )["hops"]
        for mask in (None, 8.2, 60.0)
    }
    assert hops[None] == hops[8.2]
    table = skyseam.probe(skyseam.toml(BARE), probes(50), elevation_mask_deg=60.0).table("probes")
    without = pa.compute.equal(table["hops"], 0)
    assert pa.compute.any(without).as_py(), "Iridium does not reach 60 deg everywhere"
    assert table["delay_ms"].is_null() == without
    assert pa.compute.list_value_length(table.filter(without)["path"]).to_pylist() == [0] * sum(
        without.to_pylist()
    )


def test_great_circles_are_as_long_as_they_are() -> None:
    asked = {
        "from_latitude_deg": [0.0, 0.0, 10.0, -90.0],
        "from_longitude_deg": [0.0, 179.0, 20.0, 0.0],
        "to_latitude_deg": [0.0, 0.0, 10.0, 90.0],
        "to_longitude_deg": [90.0, -179.0, 20.0, 77.0],
        "t_s": [0.0] * 4,
    }
    km = skyseam.probe(skyseam.toml(BARE), asked).table("probes")["great_circle_km"].to_pylist()
    quarter = 6378.0 * np.pi / 2
    assert km == pytest.approx([quarter, quarter * 2 / 90, 0.0, 2 * quarter], abs=1e-3)


def test_a_table_of_probes_will_do() -> None:
    asked = pa.table({name: pa.array(values) for name, values in probes(3).items()})
    assert skyseam.probe(skyseam.toml(BARE), asked).table("probes") == skyseam.probe(
        skyseam.toml(BARE), probes(3)
    ).table("probes")
    assert skyseam.probe(skyseam.toml(BARE), probes(0)).table("probes").num_rows == 0


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"t_s": [0.0, 1.0]}, "from_latitude_deg has 1 elements; expected 2, as t_s has"),
        ({"to_longitude_deg": []}, "to_longitude_deg has 0 elements; expected 1"),
        ({"from_latitude_deg": [90.5]}, r"from_latitude_deg\[0\] is 90.5; expected -90 to 90"),
        ({"to_latitude_deg": [float("nan")]}, r"to_latitude_deg\[0\] is NaN"),
        ({"to_longitude_deg": [361]}, "expected -360 to 360"),
        ({"t_s": [-1.0]}, r"t_s\[0\] is -1 s; expected 0 to 31622400 s"),
        ({"t_s": [32e6]}, "366 days"),
        ({"t_s": [float("inf")]}, "366 days"),
        ({"t_s": ["noon"]}, "t_s is not an array of numbers"),
        ({"t_s": [[0.0]]}, "t_s has 2 dimensions; expected 1"),
    ],
)
def test_probes_that_cannot_be_sent_are_refused(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(skyseam.InputError, match=words):
        skyseam.probe(skyseam.toml(BARE), probes(changed=changed))


def test_what_else_is_refused() -> None:
    with pytest.raises(skyseam.InputError, match="have no t_s; expected from_latitude_deg, "):
        skyseam.probe(
            skyseam.toml(BARE), {name: v for name, v in probes().items() if name != "t_s"}
        )
    with pytest.raises(skyseam.InputError, match='"stops"; expected one of hops, delay'):
        skyseam.probe(skyseam.toml(BARE), probes(), metric="stops")
    with pytest.raises(skyseam.InputError, match="elevation_mask_deg is 90; expected"):
        skyseam.probe(skyseam.toml(BARE), probes(), elevation_mask_deg=90.0)
    with pytest.raises(skyseam.InputError, match="no satellites"):
        skyseam.probe(skyseam.toml(WIRES), probes())
    with pytest.raises(skyseam.ScenarioError):
        skyseam.probe(skyseam.toml('[constellation]\npreset = "nothing"\n'), probes())
    with pytest.raises(ValueError, match="threads is 0"):
        skyseam.probe(skyseam.toml(BARE), probes(), threads=0)
    shell = {
        "planes": 2,
        "satellites_per_plane": 9,
        "altitude": "780 km",
        "kind": "star",
        "phasing": {"factor": 1},
    }
    bare = {"constellation": {"shell": {**shell, "inclination": "86 deg"}}}
    with pytest.raises(skyseam.InputError, match="no elevation mask: give"):
        skyseam.probe(bare, probes())
