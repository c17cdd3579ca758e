"""Goal: `skyseam link` evaluates link budgets: published ones, weather, modes, and errors.

Method: through the command and its tables; `crates/radio/tests` compares the equations.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from conftest import ROOT, Command

import skyseam

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
