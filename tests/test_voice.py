"""Goal: voice from a scenario file to a score, through the command and through Python.

Method: the E-model against the reference pairs that the core's tests read; consistency of the
example's tables.
"""

from __future__ import annotations

import csv
import math
import tomllib
from pathlib import Path

import pytest

import skyseam
from conftest import ROOT, Command
from skyseam.measures import voice

REFERENCE = ROOT / "crates" / "app" / "tests" / "data" / "emodel_reference.csv"
EXAMPLE = ROOT / "scenarios" / "voice.toml"


def reference() -> list[dict[str, str]]:
    lines = REFERENCE.read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def test_ratings_are_those_of_the_reference() -> None:
    of_bpl = {4.3: "g711", 25.1: "g711-plc"}
    compared = 0
    for row in reference():
        if row["model"].startswith("R->MOS"):
            continue
        simplified = row["model"].startswith("Cole")
        found = voice.e_model(
            float(row["delay_ms(T=Ta)"]),
            float(row["loss_pct"]),
            jitter_ms=float(row["jitter_ms(added x2)"] or 0),
            codec="g711" if simplified else of_bpl[float(row["Bpl"])],
            round_trip_ms=0.0 if "OpenBACH" in row["model"] else None,
        )
        r, mos = found[2:] if simplified else found[:2]
        assert r == pytest.approx(float(row["R"]), abs=0.01)
        assert mos == pytest.approx(float(row["MOS"]), abs=0.005)
        compared += 1
    assert compared >= 32


def test_what_cannot_be_judged_is_refused() -> None:
    assert voice.codecs() == ["g711", "g711-plc", "g729"]
    with pytest.raises(skyseam.InputError, match='no codec "g722"; expected one of "g711"'):
        voice.e_model(100.0, codec="g722")
    for delay, loss in [(-1.0, 0.0), (math.nan, 0.0), (math.inf, 0.0), (1.0, 101.0), (1.0, -1.0)]:
        with pytest.raises(skyseam.InputError, match="expected"):
            voice.e_model(delay, loss)
    with pytest.raises(skyseam.InputError, match="burst_ratio"):
        voice.e_model(1.0, burst_ratio=0.0)
    for around in (-1.0, math.nan, math.inf):
        with pytest.raises(skyseam.InputError, match="round_trip_ms"):
            voice.e_model(1.0, round_trip_ms=around)


def test_a_run_judges_each_call(tmp_path: Path, skyseam_command: Command) -> None:
    out = tmp_path / "out"
    done = skyseam_command("run", str(EXAMPLE), "-o", str(out))
    assert done.returncode == 0, done.stderr
    results = skyseam.load(out)
    calls = results.table("voice").to_pylist()
    assert [call["flow"] for call in calls] == [0, 1, 2, 3]
    losses = results.table("voice_losses").to_pylist()
    for call in calls:
        assert call["sent"] == call["received"] + call["lost"]
        of_call = [row for row in losses if row["flow"] == call["flow"]]
        late = sum(row["packets"] for row in of_call if row["cause"] == "late")
        assert late == call["late"]
        assert sum(row["packets"] for row in of_call) == call["lost"] + late
        share = 100 * (call["lost"] + late) / call["sent"]
        assert call["loss_percent"] == pytest.approx(share)
        again = voice.e_model(call["mouth_to_ear_ms"], share, codec=call["codec"])
        found = (call["r"], call["mos"], call["r_simplified"], call["mos_simplified"])
        assert found == pytest.approx(again)
    plain, fair = calls[:2], calls[2:]
    assert max(call["mos"] for call in plain) < 3.5 < 4.2 < min(call["mos"] for call in fair)
    # The terminal shows calls as calls, and only what is no call among the flows.
    flows, shown = done.stdout.split("calls", 1)
    for call in calls:
        assert f"{call['mos']:.2f}" in shown
        assert call["name"] in shown
        assert call["name"] not in flows


def test_calls_are_drawn_packet_by_packet_and_side_by_side(
    tmp_path: Path, skyseam_command: Command
) -> None:
    results = skyseam.run(EXAMPLE)
    packets = results.table("voice_packets").to_pandas()
    for row in results.table("voice").to_pylist():
        own = packets[packets["flow"] == row["flow"]]
        assert len(own) == row["received"]
        assert int(own["play_s"].isna().sum()) == row["late"]
        assert own["delay_ms"].mean() == pytest.approx(row["delay_mean_ms"])
    figure = skyseam.plot.call(results, "plain queue, adaptive buffer", start_s=10, end_s=60)
    score = results.table("voice")["mos"][1].as_py()
    assert f"MOS {score:.2f}" in figure.axes[0].get_title(loc="left")
    assert [panel.get_ylabel() for panel in skyseam.plot.calls(results).axes] == [
        "MOS",
        "packets not played, %",
    ]
    with pytest.raises(skyseam.InputError, match="flow 4 is not voice"):
        skyseam.plot.call(results, "download through the plain queue")
    bare = {**tomllib.loads(EXAMPLE.read_text(encoding="utf-8")), "run": {"duration": "21 s"}}
    with pytest.raises(skyseam.InputError, match='record = \\["voice_packets"\\]'):
        skyseam.plot.call(skyseam.run(bare))
    results.save(tmp_path / "out")
    for what in ("call", "calls"):
        done = skyseam_command("plot", "out", "--what", what, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert (tmp_path / f"{what}.png").stat().st_size > 20_000


def test_without_voice_there_is_nothing_to_draw(wires: Path) -> None:
    results = skyseam.run(wires)
    with pytest.raises(skyseam.InputError, match="no flow of these results is voice"):
        skyseam.plot.calls(results)
