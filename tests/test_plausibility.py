"""Goal: defaults give the paths that users expect, and every implausible path is reported.

Method: the defaults of presets between places all over the world; scenarios with detours, through
the package and the command line; the tables of the page against their script.
"""

from __future__ import annotations

import importlib
import json
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import skyseam

if TYPE_CHECKING:
    from conftest import Command

ROOT = Path(__file__).resolve().parent.parent
BERLIN = {"name": "Berlin", "latitude": "52.52 deg", "longitude": "13.41 deg"}
MUNICH = {"name": "Munich", "latitude": "48.14 deg", "longitude": "11.58 deg"}
NEW_YORK = {"name": "New York", "latitude": "40.71 deg", "longitude": "-74.01 deg"}

AROUND = """
constellation.preset = "starlink-shell1"
handover.kind = "highest-elevation"
terminals = [
    { name = "Berlin", latitude = "52.52 deg", longitude = "13.41 deg" },
    { name = "New York", latitude = "40.71 deg", longitude = "-74.01 deg" },
]
delay.duration = "10 min"
"""


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    return importlib.import_module("handover_directions")


@pytest.mark.parametrize(
    "preset", ["starlink-shell1", "starlink-shell2", "starlink-gen1", "kuiper-630", "kuiper",
               "telesat", "telesat-inclined"],
)  # fmt: skip
def test_berlin_to_new_york_takes_less_than_40_ms(preset: str) -> None:
    """By default for every constellation with links across the Atlantic, and for nearby places."""
    scenario = {"constellation": {"preset": preset}, "terminals": [BERLIN, NEW_YORK, MUNICH]}
    results = skyseam.delay(scenario, duration_s=7200.0, step_s=60.0)
    pairs = {(row["source"], row["destination"]): row for row in results.table("pairs").to_pylist()}
    far, near = pairs["Berlin", "New York"], pairs["Berlin", "Munich"]
    assert far["median_ms"] < 40.0
    assert far["p95_ms"] < 40.0
    assert near["median_ms"] < 15.0
    assert far["samples_without_path"] == near["samples_without_path"] == 0
    assert far["without_path_s"] == near["without_path_s"] == 0.0
    assert results.manifest["implausible_paths"] == []


def test_the_tables_of_the_page_are_what_runs_give(figures: Any) -> None:
    page = figures.PAGE.read_text(encoding="utf-8")
    assert figures.table_of_pairs() in page, "run python docs/handover_directions.py --tables"
    assert figures.table_of_policies() in page, "run python docs/handover_directions.py --tables"


def test_no_pair_of_the_page_makes_a_detour(figures: Any) -> None:
    """All over the world: shorter than fibre over long distances, never implausible."""
    rows = figures.delays(figures.PAIRS, {}).table("pairs").to_pylist()
    assert [(row["source"], row["destination"]) for row in rows] == list(figures.PAIRS)
    for row in rows:
        assert row["implausible"] == 0
        # The ways up and down lead over the ground, too.
        assert 0.5 < row["detour"] < 3.0, row
        light_ms = row["great_circle_km"] / figures.LIGHT_KM_PER_MS
        assert light_ms < row["min_ms"] <= row["median_ms"] <= row["p95_ms"] <= row["max_ms"]
    [across] = [row for row in rows if row["source"] == "Berlin" and row["great_circle_km"] > 6000]
    assert across["median_ms"] < figures.fibre_ms(across["great_circle_km"])


def test_an_implausible_path_is_warned_of_where_it_was_asked() -> None:
    with pytest.warns(
        skyseam.ImplausiblePathWarning, match="Berlin to New York: a path of"
    ) as warned:
        skyseam.check(skyseam.toml(AROUND))
    with pytest.warns(skyseam.ImplausiblePathWarning, match="goes north.* goes south") as studied:
        results = skyseam.delay(skyseam.toml(AROUND))
    assert {one.filename for one in (*warned, *studied)} == {__file__}
    [told] = results.manifest["implausible_paths"]
    assert told["because"] == "directions"
    assert str(studied[0].message) == f"warning: {told['message']}"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        skyseam.check(skyseam.toml(AROUND.replace('handover.kind = "highest-elevation"', "")))


def test_the_command_warns_and_goes_on(skyseam_command: Command, tmp_path: Path) -> None:
    scenario = tmp_path / "around.toml"
    scenario.write_text(AROUND, encoding="utf-8")
    done = skyseam_command("check", scenario)
    assert done.returncode == 0
    assert done.stderr.startswith("warning: Berlin to New York: a path of")
    assert "ok" in done.stdout
    done = skyseam_command("delay", scenario, "-o", tmp_path / "out")
    assert done.returncode == 0
    assert "shortest-path" in done.stderr
    assert "s without a path" in done.stdout
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert len(manifest["implausible_paths"]) == 1


def test_samples_at_handovers_show_more_time_without_a_path_than_there_is() -> None:
    """Slots of 15 s, an outage of 50 ms, samples every second: each handover is at a sample.

    Between samples 10 ms apart the time without a path of packets is close to that of the table: a
    packet is lost at the far end if it left less than its delay before the outage began there.
    """
    results = skyseam.delay(ROOT / "scenarios" / "full-satellites.toml")
    row = results.table("pairs").to_pylist()[0]
    samples = results.table("delay").slice(0, results.table("delay").num_rows).to_pylist()
    without = [
        one["t_s"]
        for one in samples
        if one["destination"] == row["destination"] and one["source"] == row["source"]
        and one["delay_ms"] is None
    ]  # fmt: skip
    assert len(without) == row["samples_without_path"] > 10
    assert {t_s % 15.0 for t_s in without} == {12.0}, "at no instant but those of handovers"
    assert row["longest_gap_s"] == pytest.approx(0.05, abs=1e-9)
    assert row["without_path_s"] == pytest.approx(0.05 * row["gaps"], abs=1e-9)
    assert row["samples_without_path"] <= row["gaps"]
    fine = skyseam.delay(
        ROOT / "scenarios" / "full-satellites.toml",
        pairs=[(row["source"], row["destination"])],
        start_s=without[1] - 1.0, duration_s=2.0, step_s=0.001,
    )  # fmt: skip
    [about] = fine.table("pairs").to_pylist()
    assert about["gaps"] == 1
    assert about["without_path_s"] == pytest.approx(0.05, abs=1e-9)
    lost_s = about["samples_without_path"] * 0.001
    assert 0.05 <= lost_s <= 0.05 + 0.001 + about["max_ms"] / 1000.0
