"""Goal: `skyseam link` evaluates link budgets: published ones, weather, modes, and errors.

Method: through the command and its tables; `crates/radio/tests` compares the equations.
"""

from __future__ import annotations

import csv
import math
from pathlib import Path
from typing import Any

import pytest

import skyseam
from conftest import ROOT, Command

BUDGETS = Path(__file__).with_name("budgets.toml")
CASES = ROOT / "crates" / "radio" / "tests" / "data" / "tr38821.csv"


def test_budgets_are_printed_and_written(skyseam_command: Command, tmp_path: Path) -> None:
    """Each row's parts add up to its C/N0, and each row has a figure."""
    done = skyseam_command("link", BUDGETS, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert "gateway up" in done.stdout
    results = skyseam.load(tmp_path / "out")
    assert results.manifest["kind"] == "link_budgets"
    budgets, parts = results.table("budgets").to_pylist(), results.table("parts").to_pylist()
    assert [row["exceeded_percent"] for row in budgets] == [1, 0.1, 1, 0.1, None, None]
    for number, row in enumerate(budgets):
        steps = [part["value_db"] for part in parts if part["budget"] == number]
        assert sum(steps) == pytest.approx(row["c_n0_dbhz"], abs=1e-9)
        assert (tmp_path / "out" / f"budget-{number}.png").stat().st_size > 10_000
    low, high = budgets[0], budgets[2]
    assert low["rate_bps"] < high["rate_bps"], "25 deg are farther than the zenith, and wetter"
    # The array of the satellite looks to its nadir, that of the user to the zenith.
    scan = {part["part"]: part["value_db"] for part in parts if part["budget"] == 0}
    assert scan["receive scan loss"] == pytest.approx(-4.489, abs=0.01), "12 log10(sin 25 deg)"


def test_study_cases_come_with_skyseam() -> None:
    """Each budget of "tr38821" has the CNR of its row in the table, within 0.1 dB."""
    with CASES.open(encoding="utf-8") as lines:
        cases = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    table = skyseam.link_budgets("tr38821").table("budgets")
    found = dict(zip(table["name"].to_pylist(), table["c_n_db"].to_pylist(), strict=True))
    for case in cases:
        name = case["case"].replace("DL", "down").replace("UL", "up")
        published = float(case["published_db"])
        expected = float(case["sum_db"]) if math.isnan(published) else published
        assert found[name] == pytest.approx(expected, abs=0.1), name
    assert len(found) >= len(cases) >= 15


def test_study_cases_of_tr38821(skyseam_command: Command, tmp_path: Path) -> None:
    """Each published CNR comes out within 0.1 dB, in one file of all cases."""
    with CASES.open(encoding="utf-8") as lines:
        cases = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    budgets = [
        {
            "name": case["case"],
            "direction": "up" if case["case"].endswith("UL") else "down",
            "altitude": f"{case['altitude_km']} km",
            "elevation": [f"{case['elevation_deg']} deg"],
            "link_budget": {
                "frequency": f"{case['f_ghz']} GHz",
                "bandwidth": f"{case['bandwidth_mhz']} MHz",
                "transmitter": {"eirp": f"{case['eirp_dbw']} dBW"},
                "receiver": {"g_over_t": f"{case['g_over_t_db_k']} dB/K"},
                "losses": {
                    name: f"{case[f'{name}_db']} dB"
                    for name in ("atmosphere", "shadow", "scintillation")
                },
                "modcods": ["nr-mcs-1"],
            },
        }
        for case in cases
    ]
    found = skyseam.link_budgets({"budgets": budgets}).table("budgets")["c_n_db"].to_pylist()
    published = [float(case["published_db"]) for case in cases]
    compared = [(own, cnr) for own, cnr in zip(found, published, strict=True) if cnr == cnr]
    assert len(compared) == 5
    for own, cnr in compared:
        assert own == pytest.approx(cnr, abs=0.1)


def test_wrong_budgets_are_refused(skyseam_command: Command, tmp_path: Path) -> None:
    """A wrong unit and a key without effect: both with their line, and the exit code of input."""
    wrong = tmp_path / "wrong.toml"
    text = BUDGETS.read_text(encoding="utf-8")
    text = text.replace('eirp = "48.77 dBW"', 'eirp = "78.77 dBm"')
    wrong.write_text(text.replace('direction = "up"', 'direction = "left"'), encoding="utf-8")
    done = skyseam_command("link", wrong)
    assert done.returncode == 2
    assert "unknown unit `dBm` for a power" in done.stderr
    assert "budgets[1].direction" in done.stderr
    assert "up" in done.stderr
    with pytest.raises(skyseam.ScenarioError, match="budgets"):
        skyseam.link_budgets(skyseam.toml("x = 1"))
    done = skyseam_command("link", BUDGETS, "--dark")
    assert done.returncode == 2
    with pytest.raises(skyseam.InputError, match="rows 0 to 5"):
        skyseam.plot.link_budget(skyseam.link_budgets(BUDGETS), 6)


def budgeted(bandwidth: str, exceeded: str) -> dict[str, Any]:
    """Return a link budget whose mode changes over a pass of Iridium."""
    return {
        "frequency": "20 GHz",
        "bandwidth": bandwidth,
        "roll_off": 0.2,
        "transmitter": {"eirp": "33.5 dBW"},
        "receiver": {"g_over_t": "2 dB/K"},
        "modcods": ["dvb-s2"],
        "framing_efficiency": 0.9,
        "exceeded": exceeded,
        "climate": {
            "latitude": "21.5 deg", "temperature": "297 K", "rain_rate": "50 mm/h",
            "rain_height": "5 km", "vapour": "20 g/m3", "liquid": "1.1 kg/m2",
            "wet_refractivity": 104,
        },
    }  # fmt: skip


def under_iridium(up: dict[str, Any], down: dict[str, Any]) -> dict[str, Any]:
    """Return a scenario in which two terminals send more than their links carry."""
    place = {"latitude": "21.5 deg", "longitude": "-158 deg"}
    udp = {"kind": "udp", "source": {"kind": "constant", "rate": "40 Mbit/s", "size": "1000 B"}}
    return {
        "constellation": {"preset": "iridium"},
        "terminals": [{"name": "here", **place}, {"name": "there", **place}],
        "links": {
            "uplink": {"queue": "50 packets", **up},
            "downlink": {"queue": "50 packets", **down},
            "isl": {"rate": "1 Gbit/s", "queue": "50 packets"},
        },
        "flows": [
            {"name": "full", "from": "here", "to": "there",
             "application": {**udp, "duration": "300 s", "direction": "forward"}},
        ],
        "run": {"duration": "300 s"},
    }  # fmt: skip


def test_budgets_set_the_rate_of_links_over_time() -> None:
    """Bytes over an uplink and over all downlinks are those of the modes of each second.

    The modes are those that `link_budgets` gives for the distances and elevations of `contacts`.
    """
    keys = budgeted("6 MHz", "0.5 %")
    fast = {"rate": "1 Gbit/s"}
    scenario = under_iridium({"link_budget": keys}, fast)
    looks = skyseam.contacts(scenario, terminals=["here"], step_s=1.0).table("looks")
    serving = [look for look in looks.to_pylist() if look["serving"]]
    told = [
        {
            "name": "second",
            "range": f"{look['range_km']} km",
            "elevation": [f"{look['elevation_deg']} deg"],
            "link_budget": keys,
        }
        for look in serving
        if look["t_s"] < 300
    ]
    seconds = skyseam.link_budgets({"budgets": told}).table("budgets")
    assert len(set(seconds["mode"].to_pylist())) > 4, "the pass has several modes"
    expected = sum(seconds["rate_bps"].to_pylist()) / 8

    def carried(links: skyseam.Results, name: str) -> float:
        rows = links.table("links").to_pylist()
        return float(sum(row["bytes"] for row in rows if name in row["link"]))

    up = carried(skyseam.run(scenario), "here uplink")
    assert up == pytest.approx(expected, rel=0.01)
    # Down, the receiver's antenna is on the ground, which changes nothing for a G/T.
    down = skyseam.run(under_iridium(fast, {"link_budget": keys}))
    assert carried(down, "downlink to there") == pytest.approx(expected, rel=0.01)
    rarer = under_iridium({"link_budget": budgeted("6 MHz", "0.01 %")}, fast)
    assert carried(skyseam.run(rarer), "here uplink") < 0.9 * up


def test_keys_beside_a_budget_are_refused() -> None:
    """A budget has no effect beside a rate, and none on links between satellites."""
    keys = budgeted("6 MHz", "0.5 %")
    fast = {"rate": "1 Gbit/s"}
    with pytest.raises(skyseam.ScenarioError, match="`rate` and `link_budget` exclude each other"):
        skyseam.check(under_iridium({"link_budget": keys, "rate": "1 Mbit/s"}, fast))
    scenario = under_iridium({"link_budget": keys}, fast)
    scenario["links"]["isl"] = {"link_budget": keys, "queue": "50 packets"}
    with pytest.raises(skyseam.ScenarioError, match="between the ground and a satellite"):
        skyseam.check(scenario)
    scenario = under_iridium({"link_budget": keys}, fast)
    scenario["terminals"][0]["antennas"] = "all"
    with pytest.raises(skyseam.ScenarioError, match="one satellite at a time"):
        skyseam.check(scenario)
