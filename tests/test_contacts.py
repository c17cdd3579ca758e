"""Goal: passes, look angles and links of terminals agree with the geometry.

Method: compared with Skyfield 1.55 for the same elements (data/skyfield_passes.csv: UT1 = UTC, its
altitudes refined to a microsecond), with every sampled instant, and with arithmetic where the
answer is known.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import skyseam
from conftest import ROOT, Command

ELEMENTS = ROOT / "scenarios/element-file.toml"
SKYFIELD = Path(__file__).parent / "data/skyfield_passes.csv"
HOURS_S = 6 * 3600.0

GEO: dict[str, Any] = {
    "constellation": {"preset": "geo"},
    "terminals": [
        {"name": "below", "latitude": "0 deg", "longitude": "0 deg"},
        {"name": "far", "latitude": "0 deg", "longitude": "120 deg"},
    ],
}
STARLINK: dict[str, Any] = {
    "constellation": {"preset": "starlink-shell1"},
    "handover": {"kind": "longest-visibility"},
    "terminals": [{"name": "Berlin", "latitude": "52.5 deg", "longitude": "13.4 deg"}],
    "run": {"duration": "30 min"},
}


def passes_of(results: skyseam.Results) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = results.table("passes").to_pylist()
    return rows


def test_passes_are_those_of_skyfield() -> None:
    results = skyseam.contacts(ELEMENTS, duration_s=HOURS_S)
    ours = {
        (row["terminal"], row["satellite"], event, round(row[f"{event}_s"])): row
        for row in passes_of(results)
        for event in ("rise", "peak", "set")
        if row[f"{event}_s"] is not None
    }
    with SKYFIELD.open(encoding="utf-8") as file:
        theirs = list(csv.DictReader(file))
    assert len(theirs) > 300
    for row in theirs:
        t_s = float(row["t_s"])
        who = (row["terminal"], row["satellite"], row["event"])
        near = [(*who, round(t_s) + n) for n in (-1, 0, 1)]
        found = [ours[key] for key in near if key in ours]
        assert len(found) == 1, row
        event = row["event"]
        # Peaks are flat: a microsecond of elevation there is some tenths of a second.
        assert found[0][f"{event}_s"] == pytest.approx(t_s, abs=0.1 if event == "peak" else 0.005)
        turn = abs(found[0][f"{event}_azimuth_deg"] - float(row["azimuth_deg"])) % 360
        assert min(turn, 360 - turn) < 0.01
        if event == "peak":
            assert found[0]["peak_elevation_deg"] == pytest.approx(
                float(row["elevation_deg"]), abs=1e-4
            )
            assert found[0]["peak_range_km"] == pytest.approx(float(row["range_km"]), abs=0.1)
    rises = sum(row["rise_s"] is not None for row in passes_of(results))
    assert rises == sum(row["event"] == "rise" for row in theirs)


def test_what_is_up_is_up_within_its_pass_and_at_no_other_time() -> None:
    results = skyseam.contacts(STARLINK, step_s=5, frequency_hz=12e9)
    looks = results.table("looks").to_pandas()
    assert (looks["elevation_deg"] > 25).all()
    assert ((looks["azimuth_deg"] >= 0) & (looks["azimuth_deg"] < 360)).all()
    seen: dict[str, list[float]] = {}
    for name, rows in looks.groupby("satellite"):
        seen[str(name)] = sorted(rows["t_s"])
    expected: dict[str, list[float]] = {}
    for row in passes_of(results):
        start = 0.0 if row["rise_s"] is None else row["rise_s"]
        end = 1800.0 if row["set_s"] is None else row["set_s"]
        assert start <= row["peak_s"] <= end
        assert row["duration_s"] == pytest.approx(end - start)
        inside = [t for t in np.arange(0.0, 1800.0, 5.0) if start <= t < end]
        expected.setdefault(row["satellite"], []).extend(inside)
        if inside:
            rows = looks[looks["satellite"] == row["satellite"]]
            rows = rows[(rows["t_s"] >= start) & (rows["t_s"] < end)]
            assert rows["elevation_deg"].max() <= row["peak_elevation_deg"] + 1e-9
    assert seen == {name: sorted(times) for name, times in expected.items() if times}


def test_no_short_pass_is_missed() -> None:
    """Half an hour with a mask that few satellites exceed, and those only briefly."""
    scenario = {
        **STARLINK,
        "terminals": [{**STARLINK["terminals"][0], "elevation_mask": "84 deg"}],
    }
    rows = passes_of(skyseam.contacts(scenario, duration_s=1800))
    looks = skyseam.contacts(scenario, duration_s=1800, step_s=0.1).table("looks").to_pandas()
    assert len(rows) > 15
    # The sky is looked at every 22 s.
    assert min(row["duration_s"] for row in rows) < 11
    long = [row for row in rows if row["duration_s"] > 0.1]
    assert {row["satellite"] for row in long} <= set(looks["satellite"])
    table = skyseam.positions(scenario, 0, 1800, 1.0).table("positions").to_pandas()
    here = table[table["kind"] == "terminal"].set_index("t_s")[["x_km", "y_km", "z_km"]]
    up = np.array([0.60876 * np.cos(np.radians(13.4)), 0.60876 * np.sin(np.radians(13.4)), 0.79335])
    sky = table[table["kind"] == "satellite"]
    line = sky[["x_km", "y_km", "z_km"]].to_numpy() - here.loc[sky["t_s"]].to_numpy()
    high = line @ up / np.linalg.norm(line, axis=1) > np.sin(np.radians(84.05))
    # Whatever stands clearly above the mask at a whole second is in a pass.
    for name, t_s in zip(sky["node"][high], sky["t_s"][high], strict=True):
        assert any(
            row["satellite"] == name
            and (row["rise_s"] is None or row["rise_s"] <= t_s)
            and (row["set_s"] is None or t_s <= row["set_s"])
            for row in rows
        ), (name, t_s)


def test_doppler_is_the_slope_of_the_range() -> None:
    results = skyseam.contacts(STARLINK, duration_s=120, step_s=0.5, frequency_hz=12e9)
    looks = results.table("looks").to_pandas()
    name = looks["satellite"].value_counts().index[0]
    rows = looks[looks["satellite"] == name]
    slope = np.gradient(rows["range_km"], rows["t_s"])
    rate = rows["range_rate_km_per_s"].to_numpy()
    assert np.abs(slope - rate)[1:-1].max() < 1e-4
    assert rows["doppler_hz"].to_numpy() == pytest.approx(-12e9 * rate / 299_792.458)
    without = skyseam.contacts(STARLINK, duration_s=120, step_s=60).table("looks")
    assert without["doppler_hz"].null_count == without.num_rows > 0


def test_a_geostationary_satellite_neither_rises_nor_sets() -> None:
    results = skyseam.contacts(GEO, duration_s=3600, step_s=600)
    (row,) = passes_of(results)
    assert (row["terminal"], row["rise_s"], row["set_s"]) == ("below", None, None)
    assert row["peak_elevation_deg"] == pytest.approx(90, abs=1e-3)
    assert row["duration_s"] == 3600
    assert row["rise_range_rate_km_per_s"] == pytest.approx(0, abs=1e-6)
    assert results.table("looks")["range_km"].to_pylist() == pytest.approx([35_786.0] * 6, abs=0.1)


def test_who_serves_is_up() -> None:
    results = skyseam.contacts(STARLINK, step_s=5)
    looks = results.table("looks").to_pandas()
    per_instant = looks.groupby("t_s")["serving"].sum()
    # Between two checks a satellite may have set.
    assert (per_instant <= 1).all()
    assert (per_instant == 1).mean() > 0.95
    spells = results.table("serving").to_pylist()
    assert spells == sorted(spells, key=lambda row: row["from_s"])
    assert spells[-1]["until_s"] == 1800


def test_the_command_writes_and_shows(skyseam_command: Command, tmp_path: Path) -> None:
    done = skyseam_command(
        "contacts", ELEMENTS, "--terminal", "HNL", "--duration", "1 h", "--frequency", "1.62 GHz",
        "-o", tmp_path / "out",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "MADE-UP 3-10" in done.stdout
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "manifest.json", "passes.parquet", "serving.parquet", "contacts.png", "contacts.svg",
    }  # fmt: skip
    results = skyseam.load(tmp_path / "out")
    assert set(results.table("passes")["terminal"].to_pylist()) == {"HNL"}
    assert results.manifest["contacts"]["frequency_hz"] == 1.62e9


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--terminal", "HNl"], 'no terminal is called "HNl"; expected one of HNL, LAX'),
        (["--frequency", "12"], "expected a frequency above zero with its unit"),
        (["--frequency", "0.1 kHz"], "frequency is 100 Hz; expected 1 MHz to 1000 THz"),
        (["--step", "1 us"], "take a longer step, a shorter time or fewer terminals"),
        (["--duration", "1"], "expected a time with its unit"),
    ],
)
def test_bad_arguments_are_refused(
    skyseam_command: Command, tmp_path: Path, arguments: list[str], expected: str
) -> None:
    done = skyseam_command("contacts", ELEMENTS, *arguments, "-o", tmp_path / "out")
    assert done.returncode == 2
    assert expected in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_scenario_without_satellites_has_no_contacts() -> None:
    with pytest.raises(skyseam.InputError, match="no satellites"):
        skyseam.contacts(ROOT / "scenarios/chain.toml")
