"""Goal: the package's functions do what their docstrings say, on the real core.

Method: small scenarios with a predictable outcome, in each accepted form of a scenario.
"""

from __future__ import annotations

import hashlib
import tomllib
import warnings
from pathlib import Path

import pandas as pd
import polars as pl
import pytest

import skyseam
from conftest import ROOT, SKY, WIRES


def test_a_scenario_is_a_path_text_or_a_dict(wires: Path) -> None:
    forms: list[skyseam.Scenario] = [wires, str(wires), skyseam.toml(WIRES), tomllib.loads(WIRES)]
    flows = [skyseam.run(form).flows for form in forms]
    assert all(table == flows[0] for table in flows)
    assert flows[0]["bytes"].to_pylist() == [200_000]


def test_a_run_has_what_it_records(wires: Path) -> None:
    results = skyseam.run(wires)
    assert set(results.tables) >= {"flows", "drops", "cwnd", "rtt", "throughput"}
    assert results.captures["a"][:4] == b"\x0a\x0d\x0d\x0a", "a pcapng section header"
    assert results.manifest["skyseam"] == skyseam.__version__
    assert results.manifest["wall_s"] > 0
    assert results.manifest["cpu_s"] > 0
    assert results.manifest["peak_memory_bytes"] > 1_000_000
    # 200 kB at 10 Mbit/s take 160 ms at least, and a handshake of one round trip.
    (transfer_time_s,) = results.flows["transfer_time_s"].to_pylist()
    assert 0.17 < transfer_time_s < 0.4


def test_tables_open_in_polars_and_pandas(wires: Path, tmp_path: Path) -> None:
    results = skyseam.run(wires)
    results.save(tmp_path / "out")
    frame = pl.DataFrame(results.flows)
    assert frame["name"].to_list() == ["file"]
    assert pl.read_parquet(tmp_path / "out" / "flows.parquet").equals(frame)
    assert results.flows.to_pandas()["bytes"].sum() == 200_000
    assert pd.read_parquet(tmp_path / "out" / "cwnd.parquet").shape[0] > 0


def test_delay_tables_name_paths_and_causes(sky: Path) -> None:
    table = skyseam.delay(sky, duration_s=3600.0, step_s=60.0).table("delay")
    columns = [
        "t_s",
        "source",
        "destination",
        "hops",
        "delay_ms",
        "last_link_ms",
        "path",
        "cause",
        "across_seam",
    ]
    assert table.column_names == columns
    assert table.num_rows == 60
    first = table.to_pylist()[0]
    assert first["path"][0] == "HNL"
    assert first["path"][-1] == "LAX"
    assert first["hops"] == len(first["path"]) - 1
    assert first["cause"] is None
    assert set(table["cause"].to_pylist()[1:]) <= set(skyseam.plot.CAUSES)


def test_every_cause_the_core_counts_has_words_and_a_colour(sky: Path) -> None:
    handovers = skyseam.delay(sky, duration_s=3600.0).table("handovers")
    assert set(handovers["cause"].to_pylist()) <= set(skyseam.plot.CAUSES)


def test_pairs_that_do_not_exist_are_an_input_error(sky: Path) -> None:
    with pytest.raises(skyseam.InputError, match="NOWHERE"):
        skyseam.delay(sky, pairs=[("HNL", "NOWHERE")])


def test_a_batch_gives_what_single_runs_give_on_any_number_of_threads(tmp_path: Path) -> None:
    scenarios = []
    for start in range(0, 60_000, 2_500):
        scenario = tomllib.loads(SKY)
        scenario["run"]["start"] = f"{start} s"
        scenario["flows"][0]["count"] = 2
        scenarios.append(scenario)
    one = skyseam.run_batch(scenarios, threads=1)
    two = skyseam.run_batch(scenarios, threads=2)
    for number, (a, b) in enumerate(zip(one, two, strict=True)):
        for table in a.tables:
            assert a.table(table) == b.table(table), f"run {number}, table {table}"
    for name, results in (("one", one[3]), ("two", two[3])):
        results.save(tmp_path / name)
    written = sorted((tmp_path / "one").glob("*.parquet"))
    assert written
    for path in written:
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()
    assert skyseam.run(scenarios[3]).flows == one[3].flows


def test_a_seed_can_be_given_beside_the_scenario(sky: Path) -> None:
    assert skyseam.run(sky).manifest["seed"] == 7
    assert skyseam.run(sky, seed=8).manifest["seed"] == 8


def test_a_refused_scenario_says_where_and_what() -> None:
    with pytest.raises(skyseam.ScenarioError) as caught:
        skyseam.check(skyseam.toml(WIRES.replace("10 Mbit/s", "10 Mbyte/s")))
    (problem,) = caught.value.problems
    assert problem["line"] == 3
    assert "Mbyte/s" in str(caught.value)


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_an_impossible_seed_is_refused(sky: Path, seed: int) -> None:
    with pytest.raises(skyseam.InputError, match=f"seed is {seed}; expected"):
        skyseam.run(sky, seed=seed)


def test_a_batch_is_a_list(sky: Path) -> None:
    with pytest.raises(skyseam.InputError, match="takes a list"):
        skyseam.run_batch(str(sky))


def test_a_scenario_without_flows_is_not_run(wires: Path) -> None:
    bare = skyseam.toml('[constellation]\npreset = "iridium"\n')
    assert (skyseam.check(bare), skyseam.check(wires)) == (False, True)
    with pytest.raises(skyseam.InputError, match="has no flows"):
        skyseam.run(bare)
    with pytest.raises(skyseam.InputError, match="has no flows"):
        skyseam.run_batch([bare])


def test_nothing_recorded_lies_beyond_the_end(wires: Path) -> None:
    scenario = tomllib.loads(WIRES)
    scenario["run"] |= {"duration": "50 ms", "record": ["queue"]}
    results = skyseam.run(scenario)
    queue = results.table("queue").to_pylist()
    assert max(row["queue_packets"] for row in queue) > 0
    assert max(row["t_s"] for row in queue) <= 0.05


@pytest.mark.parametrize("kind", [ValueError, OverflowError, UnicodeError, KeyError])
def test_what_a_function_of_the_user_raises_is_not_translated(
    sky: Path, kind: type[Exception]
) -> None:
    def mine(_fraction: float, _text: str) -> None:
        raise kind("mine")

    long = sky.read_text("utf-8").replace("20\n", "40000\n").replace("2000 s", "4000000 s")
    with pytest.raises(kind) as caught:
        skyseam.run(skyseam.toml(long), progress=mine)
    assert caught.type is kind


def test_progress_is_told_and_its_exception_stops_the_work() -> None:
    scenario = tomllib.loads(SKY)
    scenario["flows"][0] |= {"count": 1, "application": {"kind": "bulk", "duration": "90000 s"}}
    del scenario["flows"][0]["every"]
    scenario["run"]["duration"] = "90000 s"
    told = []

    def stop(fraction: float, text: str) -> None:
        told.append((fraction, text))
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        skyseam.run(scenario, progress=stop)
    assert len(told) == 1
    assert 0 <= told[0][0] <= 1


def test_models_and_schema_are_there() -> None:
    assert {"key", "name", "summary", "source"} <= set(skyseam.models()[0])
    assert "cubic" in {model["name"] for model in skyseam.models()}
    assert "flows" in skyseam.schema()["properties"]
    assert skyseam.resolved(skyseam.toml(SKY))["run"]["seed"] == 7


@pytest.mark.parametrize("path", sorted((ROOT / "scenarios").glob("*.toml")), ids=lambda p: p.stem)
def test_every_example_scenario_does_what_it_is_for(path: Path) -> None:
    """Runs it if it has flows; otherwise computes its delay study, or routes for a few seconds."""
    asked = skyseam.resolved(path)
    if asked.get("users"):
        return  # tests/test_users.py runs them
    if asked.get("flows"):
        flows = skyseam.run(path).flows.to_pylist()
        assert all(flow["packets_sent"] > 0 for flow in flows)
    if asked.get("delay"):
        table = skyseam.delay(path).table("delay")
        assert table["delay_ms"].null_count < table.num_rows, "there is a path at some instant"
    if not asked.get("flows") and not asked.get("delay"):
        assert skyseam.routes(path, duration_s=3.0).table("routes").num_rows > 0


def test_a_snapshot_holds_every_link_of_the_path_of_that_moment(sky: Path) -> None:
    moment = skyseam.snapshot(sky, 600.5)
    nodes = {row["node"]: row for row in moment.table("nodes").to_pylist()}
    assert nodes["HNL"]["latitude_deg"] == pytest.approx(21.5, abs=1e-6)
    assert nodes["HNL"]["longitude_deg"] == pytest.approx(-158.0, abs=1e-5)
    assert nodes["HNL"]["plane"] is None
    satellites = [row for row in nodes.values() if row["kind"] == "satellite"]
    assert {row["plane"] for row in satellites} == set(range(6))
    assert all(row["radius_km"] == pytest.approx(7158.0) for row in satellites)
    delays = {
        frozenset((row["a"], row["b"])): row["delay_ms"]
        for row in moment.table("links").to_pylist()
    }
    sample = skyseam.delay(sky, start_s=600.5, duration_s=1.0, step_s=1.0).table("delay")
    (row,) = sample.to_pylist()
    hops = zip(row["path"], row["path"][1:], strict=False)
    # The path is taken hop by hop while satellites move some 7 km/s: at most a few us in all.
    assert sum(delays[frozenset(hop)] for hop in hops) == pytest.approx(row["delay_ms"], abs=0.01)


def test_a_snapshot_before_time_zero_is_refused(sky: Path) -> None:
    with pytest.raises(skyseam.InputError, match="t_s is -1 s; expected 0"):
        skyseam.snapshot(sky, -1.0)


def test_the_map_of_the_sky_draws_a_constellation_and_a_sky_without_one(
    sky: Path, wires: Path, tmp_path: Path
) -> None:
    views = [
        skyseam.plot.SkyView(moment.table("nodes"), moment.table("links"), title="now")
        for moment in (skyseam.snapshot(sky, 0.0), skyseam.snapshot(wires, 0.0))
    ]
    skyseam.plot.save(skyseam.plot.sky(views), tmp_path / "sky.png")
    assert (tmp_path / "sky.png").stat().st_size > 20_000


def test_a_long_study_counts_days(sky: Path, tmp_path: Path) -> None:
    table = skyseam.delay(sky, duration_s=40 * 86_400.0, step_s=43_200.0).table("delay")
    figure = skyseam.plot.delay(table)
    axes = figure.axes[-1]
    assert axes.get_xlabel() == "simulated time, days"
    assert 4 <= len(axes.get_xticks()) <= 12


def test_a_scenario_brings_the_files_it_names(tmp_path: Path) -> None:
    """Files are looked for beside the scenario, or in the working directory without one."""
    track = "t_s,latitude_deg,longitude_deg,altitude_m\n0,10,20,9000\n600,11,21,9000\n"
    (tmp_path / "flight.csv").write_text(track, encoding="utf-8")
    text = MOVING.format(track="flight.csv")
    scenario = tmp_path / "moving.toml"
    scenario.write_text(text, encoding="utf-8")
    results = skyseam.delay(scenario)
    assert results.manifest["scenario_files"] == [
        {
            "name": "flight.csv",
            "bytes": len(track),
            "sha256": hashlib.sha256(track.encode()).hexdigest(),
        }
    ]
    assert skyseam.resolved(scenario)["terminals"][0]["track"] == "flight.csv"
    place = str(tmp_path / "flight.csv")
    assert "scenario_files" in skyseam.delay(skyseam.toml(MOVING.format(track=place))).manifest
    with pytest.raises(skyseam.ScenarioError, match=r"there is no file flight\.csv"):
        skyseam.check(skyseam.toml(text))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nothing.csv", r"`track`: there is no file .*nothing\.csv"),
        (".", r"`track`: .* is a directory"),
        ("broken.csv", r"broken\.csv:2:1 \(terminals\[0\]\.track of .*moving\.toml\)"),
        ("long.csv", r"longer than 200 MB"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_its_key(
    tmp_path: Path, name: str, why: str
) -> None:
    header = "t_s,latitude_deg,longitude_deg,altitude_m\n"
    (tmp_path / "broken.csv").write_text(header + "0,10,20\n", encoding="utf-8")
    with (tmp_path / "long.csv").open("wb") as file:
        file.truncate(200_000_001)  # without a byte on the disk
    scenario = tmp_path / "moving.toml"
    scenario.write_text(MOVING.format(track=name), encoding="utf-8")
    with pytest.raises(skyseam.ScenarioError, match=why) as caught:
        skyseam.check(scenario)
    [problem] = caught.value.problems
    assert problem["key"] == "terminals[0].track"
    assert problem["file"] == ("broken.csv" if name == "broken.csv" else None)


def test_exchanged_planes_are_warned_of() -> None:
    with pytest.warns(skyseam.SkyseamWarning, match="starlink-shell1") as warned:
        skyseam.check(skyseam.toml(EXCHANGED))
    assert warned[0].filename == __file__, "the warning points to whoever called"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        skyseam.check(skyseam.toml(EXCHANGED.replace("22/17", "72/17")))


def test_constellations_have_parameters_and_sources() -> None:
    known = {one["name"]: one for one in skyseam.constellations()}
    iridium = known["iridium"]
    assert iridium["satellites"] == 66
    assert iridium["shells"][0]["planes"] == 6
    assert iridium["shells"][0]["altitude_km"] == 780.0
    assert all(one["source"] and one["shells"] for one in known.values())
    skyseam.check(known["telesat"]["scenario"])


MOVING = """
constellation.preset = "iridium"
terminals = [
    {{ name = "flight", track = "{track}" }},
    {{ name = "ground", latitude = "12 deg", longitude = "20 deg" }},
]
delay.duration = "60 s"
"""

EXCHANGED = """
[constellation]
elevation_mask = "25 deg"
[constellation.shell]
walker = "53:1584/22/17"
kind = "delta"
altitude = "550 km"
isl_pattern = "plus-grid"
"""
