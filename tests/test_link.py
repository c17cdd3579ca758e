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
        name = case["case"].lower().replace(" dl", "-downlink").replace(" ul", "-uplink")
        published = float(case["published_db"])
        expected = float(case["sum_db"]) if math.isnan(published) else published
        assert found[f"tr38821-{name}"] == pytest.approx(expected, abs=0.1), name
    assert len(found) >= len(cases) >= 15


def test_budgets_of_systems_come_with_skyseam() -> None:
    """C/N of "systems" is that of calculations by hand, and what the papers' rows add up to."""
    table = skyseam.link_budgets("systems").table("budgets").to_pylist()
    found = {(row["name"], row["elevation_deg"]): row["c_n_db"] for row in table}
    for name, elevation, expected in [
        # Sums by hand of OneWeb's filing, without gas.
        ("oneweb-user-downlink", 90, 15.06),
        ("oneweb-user-downlink", 55, 13.65),
        # del Portillo et al. 2018: published C/N and what their rows add to it.
        ("starlink-gateway-uplink-2018", None, 32.4 + 2.22),
        ("starlink-user-downlink-2018", None, 12.0 + 1.29),
        ("oneweb-gateway-uplink-2018", None, 32.5 - 0.78),
        ("oneweb-user-downlink-2018", None, 10.5 + 2.57),
    ]:
        assert found[name, elevation] == pytest.approx(expected, abs=0.1), name
    # At the zenith the limit of Article 21 sets the power: C/N is that of the density of flux.
    flux_db = -146 - 10 * math.log10(4e3)  # dBW/m2/Hz
    area_db = 20 * math.log10(0.299792458 / 11.7) - 10 * math.log10(4 * math.pi)
    zenith = flux_db + area_db + 9.2 + 228.599
    assert found["starlink-user-downlink-zenith", 90] == pytest.approx(zenith, abs=0.02)
    study = skyseam.link_budgets("tr38821").table("budgets").to_pylist()
    same = next(row["c_n_db"] for row in study if row["name"] == "tr38821-sc1-downlink")
    assert found["geo-ka-user-downlink", 12.5] == same


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


def in_rain(weather: dict[str, Any], seed: int = 1) -> skyseam.Results:
    """Run a full uplink in weather."""
    keys = budgeted("6 MHz", "1 %")
    del keys["exceeded"]
    scenario = under_iridium({"link_budget": {**keys, "weather": weather}}, {"rate": "1 Gbit/s"})
    scenario["run"]["seed"] = seed
    return skyseam.run(scenario)


def test_measured_weather_changes_the_rate_in_a_run(tmp_path: Path) -> None:
    """A minute of deep rain takes from a run what it sends in that minute, and no more."""
    rain = tmp_path / "rain.csv"
    rain.write_text("t_s,attenuation_db\n0,0\n120,60\n180,0\n", encoding="utf-8")
    dry = tmp_path / "dry.csv"
    dry.write_text("t_s,attenuation_db\n0,0\n", encoding="utf-8")

    def sent(file: Path, **more: str) -> int:
        results = in_rain({"kind": "measured", "file": str(file), **more})
        rows = results.table("links").to_pylist()
        return sum(row["bytes"] for row in rows if "here uplink" in row["link"])

    whole, wet = sent(dry), sent(rain)
    assert 0.5 * whole < wet < 0.95 * whole
    assert sent(rain, offset="3 min") == whole, "the rain is over at the start"


def test_drawn_weather_is_the_same_in_runs_and_files() -> None:
    """The seed draws it; rain of a file of budgets with its places correlates."""
    keys = budgeted("6 MHz", "1 %")
    del keys["exceeded"]
    keys["weather"] = {"kind": "series"}
    place = {"altitude": "780 km", "elevation": ["40 deg"], "link_budget": keys}
    names = {"west": "-158 deg", "near": "-157.9 deg", "far": "-120 deg"}
    file = {
        "duration": "20 d",
        "budgets": [{"name": name, "longitude": at, **place} for name, at in names.items()],
    }
    keys["adaptation"] = "10 min"

    def wet(seed: int) -> dict[str, set[float]]:
        rows = skyseam.link_budgets({**file, "seed": seed}).table("weather").to_pylist()
        clear = min(row["atmosphere_db"] for row in rows)
        return {
            name: {r["t_s"] for r in rows if r["name"] == name and r["atmosphere_db"] > clear}
            for name in names
        }

    one, other = wet(1), wet(2)
    assert one == wet(1)
    assert one != other
    for found in (one, other):
        near, far = (len(found["west"] & found[name]) for name in ("near", "far"))
        assert near > far
        assert found["west"], "it rains in 5 % of the time"
    runs = [in_rain({"kind": "series"}).table("links") for _ in range(2)]
    assert runs[0].equals(runs[1])


def test_weather_is_drawn_as_a_figure(skyseam_command: Command, tmp_path: Path) -> None:
    """`skyseam link` writes attenuation and rate over time; budgets without weather have none."""
    keys = budgeted("6 MHz", "1 %")
    del keys["exceeded"]
    keys["weather"] = {"kind": "series"}
    place = {"name": "gateway", "altitude": "780 km", "elevation": ["40 deg"]}
    results = skyseam.link_budgets({"budgets": [{**place, "link_budget": keys}]})
    rows = results.table("weather")
    assert rows.num_rows == 86_400
    assert set(rows["rate_bps"].to_pylist()) > {max(rows["rate_bps"].to_pylist())}
    assert len(skyseam.plot.link_weather(results).axes) == 2
    with pytest.raises(skyseam.InputError, match="no budget has weather"):
        skyseam.plot.link_weather(skyseam.link_budgets(BUDGETS))
    rain = tmp_path / "rain.csv"
    rain.write_text("t_s,attenuation_db\n0,0\n120,6\n", encoding="utf-8")
    text = BUDGETS.read_text(encoding="utf-8").replace(
        'margin = "1 dB"', 'margin = "1 dB"\nweather = { kind = "measured", file = "rain.csv" }', 1
    )
    (tmp_path / "wet.toml").write_text('duration = "5 min"\n' + text, encoding="utf-8")
    done = skyseam_command("link", tmp_path / "wet.toml", "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "weather.png").stat().st_size > 10_000
    rain.write_text("t_s,attenuation_db\n0,x\n", encoding="utf-8")
    done = skyseam_command("link", tmp_path / "wet.toml")
    assert done.returncode == 2
    assert "is not a number" in done.stderr


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
