"""Goal: users hold the sessions of their tables; results of groups are those of sessions.

Method: a run with numbers known by hand; measures against numpy on the same flows; targets on
artificial outcomes.
"""

from __future__ import annotations

import tomllib
import warnings
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
import tomli_w

import skyseam
from conftest import ROOT, Command
from skyseam import plot, sweeps
from skyseam.measures import groups

USERS = ROOT / "scenarios/users.toml"
GEO = ROOT / "scenarios/users-geo.toml"


@pytest.fixture(scope="module")
def results() -> skyseam.Results:
    return skyseam.run(USERS)


@pytest.mark.parametrize(("policy", "is_shared"), [("shortest-path", False), (None, True)])
def test_satellites_of_a_crowd_have_capacity_left_if_users_share_them(
    policy: str | None, is_shared: bool
) -> None:
    """Goal: no satellite is asked for more than its downlink of 300 Mbit/s by default of users.

    Method: 200 homes in Bavaria in the busy hour for 20 s, by the downlink bytes of satellites,
    with the policy that gives each home the satellite of its own shortest path, and by default.
    """
    scenario = tomllib.loads((ROOT / "tests/data/bavaria.toml").read_text(encoding="utf-8"))
    if policy is not None:
        scenario["handover"] = {"kind": policy}
    with warnings.catch_warnings(action="ignore"):
        links = skyseam.run(scenario).table("links").to_pylist()
    downlinks = [row for row in links if row["link"].startswith("starlink-")]
    busiest = max(downlinks, key=lambda row: row["bytes"])
    all_bytes = sum(row["bytes"] for row in downlinks)
    busy_mbps = busiest["bytes"] * 8 / 20e6
    if is_shared:
        assert busy_mbps < 0.25 * 300
        assert busiest["bytes"] < 0.15 * all_bytes
    else:
        assert busy_mbps > 0.7 * 300
        assert busiest["bytes"] > 0.5 * all_bytes


def rows_of(table: pa.Table, **keys: object) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = table.to_pylist()
    return [row for row in rows if all(row[key] == value for key, value in keys.items())]


def test_a_hundred_homes_under_one_satellite_are_as_worked_out_by_hand() -> None:
    """The arithmetic is in docs/users.md."""
    outcome = skyseam.run(GEO)
    data_bytes = 684 * 1500 + 1400
    handshake_s = 0.02 + 0.25 + 40 * 8 / 128e6 + 0.25 + 40 * 8 / 2e6
    expected_s = handshake_s + data_bytes * 8 / 128e6 + 0.25
    held = groups.sessions(outcome)
    completion_s = held["completion_s"].to_numpy()
    assert len(completion_s) == 100
    np.testing.assert_allclose(completion_s, expected_s, rtol=0, atol=1e-6)
    np.testing.assert_allclose(held["start_s"].to_numpy(), np.arange(100) * 0.082, atol=1e-9)
    (beam,) = rows_of(outcome.table("links"), link="beam")
    assert beam["bytes"] == 100 * (data_bytes + 40)
    (goodput,) = rows_of(outcome.groups(), measure="goodput", part="downloads")
    assert goodput["p5"] == goodput["p99"] == pytest.approx(8e6 / expected_s, rel=1e-6)
    assert goodput["jain"] == pytest.approx(1)
    (met,) = rows_of(outcome.groups(), measure="target met", part="downloads")
    assert (met["values"], met["mean"]) == (100, 1)
    with pytest.raises(skyseam.InputError, match="no users with places"):
        plot.users(outcome)


def test_tables_say_who_is_where_and_which_flow_is_whose(results: skyseam.Results) -> None:
    users, held = results.table("users").to_pandas(), results.table("sessions").to_pandas()
    assert users.groupby("users", observed=True).size().to_dict() == {
        "homes": 40, "trains": 20, "phones": 60,
    }  # fmt: skip
    assert set(users[users.users == "phones"].city) <= {"Berlin", "Paris", "London", "Rome",
                                                        "Vatican City"}  # fmt: skip
    assert users[users.users != "phones"].city.isna().all()
    counts = held.groupby("user", observed=True).size()
    assert {row.user: row.sessions for row in users.itertuples() if row.sessions} == dict(counts)
    flows = results.flows.to_pandas()
    for session in held.itertuples():
        flow = flows.loc[session.flow]
        assert flow["source" if session.is_upload else "destination"] == session.user
        assert flow["name"].rpartition(".")[0] == session.user


def test_measures_are_those_of_the_sessions(results: skyseam.Results) -> None:
    held = groups.sessions(results).to_pandas()
    table = results.groups()
    for part in ("pages", "downloads"):
        own = held[(held.users == "homes") & (held.part == part)]
        (goodput,) = rows_of(table, users="homes", part=part, measure="goodput")
        bps = own.goodput_bps.dropna()
        assert goodput["sessions"] == len(own)
        assert goodput["finished"] == own.finished.sum()
        assert goodput["values"] == len(bps)
        for percent in groups.PERCENTILES:
            assert goodput[f"p{percent}"] == pytest.approx(np.percentile(bps, percent))
        means = own.groupby("user", observed=True).goodput_bps.mean().dropna()
        assert goodput["jain"] == pytest.approx(means.sum() ** 2 / len(means) / (means**2).sum())
        (met,) = rows_of(table, users="homes", part=part, measure="target met")
        assert met["mean"] == pytest.approx(own.met.dropna().astype(float).mean())
    whole = rows_of(table, users="homes", part=None, measure="goodput")[0]
    assert whole["sessions"] == (held.users == "homes").sum()
    assert not rows_of(table, users="phones", measure="completion"), "calls have no completion"
    (mos,) = rows_of(table, users="phones", part="calls", measure="MOS")
    assert mos["p50"] == pytest.approx(np.median(results.table("voice")["mos"].to_numpy()))


def made_up(target: dict[str, float], outcomes: list[tuple[str, float, float, float]]) -> pa.Table:
    """Return sessions with (how ended, start, last byte, goodput) of a run that ended at 10 s."""
    count = len(outcomes)
    ended, start_s, last_s, bps = zip(*outcomes, strict=True)
    whole = pa.array(range(count), pa.uint64())
    names = pa.array(["u"] * count).dictionary_encode()
    sessions = {
        "flow": whole, "users": names, "user": names, "part": names,
        "is_upload": pa.array([True] * count),
        "application": pa.array(["file"] * count).dictionary_encode(),
        "target_s": pa.array([target.get("s")] * count, pa.float64()),
        "target_bps": pa.array([target.get("bps")] * count, pa.float64()),
    }  # fmt: skip
    flows = {
        "flow": whole, "part_of": whole,
        "start_s": pa.array(start_s, pa.float64(), from_pandas=True),
        "last_received_s": pa.array(last_s, pa.float64(), from_pandas=True),
        "goodput_bps": pa.array(bps, pa.float64(), from_pandas=True),
        "end_reason": pa.array(ended).dictionary_encode(),
    }  # fmt: skip
    manifest = {"scenario": {"run": {}, "users": [{"name": "u"}]}, "ended_at_s": 10.0}
    tables = {"sessions": pa.table(sessions), "flows": pa.table(flows)}
    return groups.sessions(skyseam.Results(tables, manifest))


NONE = float("nan")


def test_the_end_of_the_run_is_not_held_against_a_group() -> None:
    met = made_up(
        {"s": 3.0},
        [
            ("finished", 0, 2.9, 1e6),
            ("finished", 0, 3.1, 1e6),
            ("end_of_run", 6, 9, 1e6),  # four seconds without an end
            ("end_of_run", 8, 9, 1e6),  # two seconds tell nothing
            ("idle_timeout", 8, NONE, NONE),  # gave up
            ("not_started", NONE, NONE, NONE),
        ],
    )["met"]
    assert met.to_pylist() == [True, False, False, None, False, None]
    met = made_up(
        {"bps": 2e6},
        [
            ("finished", 0, 1, 2e6),
            ("finished", 0, 1, 1.9e6),
            ("end_of_run", 0, 9, 9e6),
            ("refused", 0, NONE, NONE),
        ],
    )["met"]
    assert met.to_pylist() == [True, False, None, False]


def test_the_command_shows_and_writes_a_page(
    results: skyseam.Results, skyseam_command: Command, tmp_path: Any
) -> None:
    results.save(tmp_path / "run")
    done = skyseam_command("groups", tmp_path / "run", "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert "downloads" in done.stdout
    assert "mouth to ear" in done.stdout
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "manifest.json", "groups.parquet", "groups.html", "users.png", "goodputs.png",
        "completions.png",
    }  # fmt: skip
    page = (tmp_path / "out/groups.html").read_text(encoding="utf-8")
    assert page.count("<img") == 3
    assert "120 users held" in page
    assert skyseam.load(tmp_path / "out").table("groups").equals(results.groups())


def test_a_run_without_users_has_no_groups(skyseam_command: Command, tmp_path: Any) -> None:
    outcome = skyseam.run(ROOT / "scenarios/chain.toml")
    with pytest.raises(skyseam.InputError, match="no users"):
        outcome.groups()
    outcome.save(tmp_path / "run")
    done = skyseam_command("groups", tmp_path / "run")
    assert done.returncode == 2
    assert "no users" in done.stderr


def test_users_follow_the_seed_of_the_run_unless_they_have_their_own(
    results: skyseam.Results,
) -> None:
    other = skyseam.run(USERS, seed=99)
    assert not other.table("users").equals(results.table("users"))
    fixed = skyseam.resolved(USERS)
    for users in fixed["users"]:
        users["seed"] = 1
    other = skyseam.run(fixed, seed=99)
    for table in ("users", "sessions"):
        assert other.table(table).equals(results.table(table))


def test_ten_thousand_users_are_simulated() -> None:
    """The first seconds; docs/users.md has the time of the whole minute."""
    scenario = skyseam.resolved(ROOT / "scenarios/users-starlink.toml")
    scenario["run"]["duration"] = "3 s"
    for users in scenario["users"]:
        users["sessions"]["within"] = "3 s"
    outcome = skyseam.run(scenario)
    assert outcome.table("users").num_rows == 10_000
    assert outcome.table("sessions").num_rows > 300
    sent = outcome.manifest["packets"]
    assert sent["sent"] == sent["delivered"] + sum(sent["dropped"].values()) + sent["inside_at_end"]


QUIET: dict[str, Any] = {
    "nodes": [{"name": "host"}, {"name": "homes", "count": 2}],
    "wires": [
        {"between": ["homes", "host"], "delay": "9 ms", "rate": "4 Mbit/s", "queue": "50 packets"}
    ],
    "users": [
        {
            "name": "home", "nodes": "homes", "to": "host", "sessions": {"per_hour": 0.001},
            "mix": [
                {"share": 1, "application": {"kind": "request-response", "response": "9 kB"}}
            ],
        }
    ],
    "run": {"duration": "2 s"},
}  # fmt: skip
"""Users of whom none begins a session within the run."""


def test_users_may_hold_no_session() -> None:
    ran = skyseam.run(QUIET)
    assert (ran.flows.num_rows, ran.table("sessions").num_rows) == (0, 0)
    assert ran.table("users")["sessions"].to_pylist() == [0, 0]


def test_a_sweep_goes_on_where_a_run_has_none_of_what_is_kept() -> None:
    runs = [{"users.home.sessions.per_hour": rate} for rate in (3600, 0.001)]
    swept = sweeps.listed(QUIET, runs, keep=["responses"]).run()
    assert set(swept.table("responses")["run"].to_pylist()) == {0}
    assert swept.table("users")["sessions"].to_pylist()[2:] == [0, 0]
    with pytest.raises(skyseam.SkyseamError, match='no table "voice"'):
        sweeps.listed(QUIET, runs, keep=["voice"]).run()


def homes(count: int = 60, **handover: Any) -> dict[str, Any]:
    """Return homes in southern Germany whose traffic goes to a gateway in Frankfurt."""
    link = {"rate": "500 Mbit/s", "queue": "1000 packets"}
    scenario: dict[str, Any] = {
        "constellation": {"preset": "starlink-shell1"},
        "terminals": [{"name": "Frankfurt", "latitude": "50.1 deg", "longitude": "8.7 deg"}],
        "links": {"uplink": link, "downlink": link, "isl": link},
        "users": [{
            "name": "homes", "count": count, "to": "Frankfurt",
            "places": {"kind": "circle", "latitude": "48.5 deg", "longitude": "11.5 deg",
                       "radius": "30 km"},
            "sessions": {"kind": "even", "each": 1, "within": "2 s"},
            "mix": [{"share": 1.0, "application": {"kind": "file", "size": "200 kB"}}],
        }],
        "run": {"duration": "30 s"},
    }  # fmt: skip
    return scenario | ({"handover": handover} if handover else {})


def test_users_share_the_satellites_in_sight_by_default(
    skyseam_command: Command, tmp_path: Any
) -> None:
    """One satellite sends most under the preset's shortest paths, a small part by default."""
    (tmp_path / "homes.toml").write_text(tomli_w.dumps(homes()), encoding="utf-8")
    done = skyseam_command("run", tmp_path / "homes.toml", "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    shared = skyseam.load(tmp_path / "out")
    own = shared.manifest["scenario"]
    assert (own["handover"]["kind"], own["handover"]["load_penalty"]) == (
        "global-reallocation", "5 deg",
    )  # fmt: skip
    assert (own["handover"]["check_interval"], own["handover"]["offset"]) == ("15 s", "12 s")
    assert own["terminals"][0]["antennas"] == "all"
    assert own["users"][0]["antennas"] == 1
    crowded = skyseam.run(homes(kind="shortest-path"))

    def most(results: skyseam.Results) -> float:
        load = results.manifest["satellite_load"]
        return float(load["most"]["bytes"] / load["bytes"])

    assert most(crowded) > 0.5 > 0.35 > most(shared)
    for results in (shared, crowded):
        assert results.flows["transfer_time_s"].null_count == 0
    # Users who call users keep the shortest paths, and so do scenarios without users.
    calls = homes()
    calls["users"][0]["to"] = "homes"
    assert skyseam.resolved(calls)["handover"]["kind"] == "shortest-path"


@pytest.mark.parametrize("kind", ["global-reallocation", "starlink", "least-loaded"])
def test_no_satellite_serves_more_terminals_than_its_capacity(kind: str) -> None:
    """Who serves whom, at the middle of every slot, for a crowd that does not fit."""
    capacity = 4
    results = skyseam.contacts(homes(120, kind=kind, satellite_capacity=capacity))
    serving = results.table("serving").to_pandas()
    serving = serving[serving["terminal"] != "Frankfurt"]
    fullest = 0
    for t_s in (6.0, 20.0, 28.0):
        now = serving[(serving["from_s"] <= t_s) & (serving["until_s"] > t_s)]
        assert now["terminal"].is_unique
        loads = now.groupby("satellite", observed=True).size()
        assert loads.max() <= capacity
        fullest = max(fullest, loads.max())
    assert fullest == capacity
