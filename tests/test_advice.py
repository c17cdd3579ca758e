"""Goal: a default that no user would choose is replaced, or the run warns of it.

Method: small scenarios of each kind; where a warning is expected, also the same scenario with the
key that the warning names, which causes no warning.
"""

from __future__ import annotations

import copy
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import skyseam
from skyseam import sweeps

if TYPE_CHECKING:
    from collections.abc import Iterator

BENT_PIPE: dict[str, Any] = {
    "constellation": {"preset": "starlink-shell1"},
    "handover": {"kind": "global-reallocation", "interruption_time": "60 ms"},
    "terminals": [
        {"name": "Munich", "latitude": "48.14 deg", "longitude": "11.58 deg"},
        {
            "name": "Usingen", "kind": "gateway",
            "latitude": "50.33 deg", "longitude": "8.48 deg",
        },
    ],
    "nodes": [{"name": "server"}],
    "wires": [
        {
            "between": ["Usingen", "server"], "delay": "8 ms", "rate": "10 Gbit/s",
            "queue": "10000 packets",
        }
    ],
    "links": {
        "uplink": {"rate": "20 Mbit/s", "queue": "200 packets"},
        "downlink": {"rate": "150 Mbit/s", "queue": "500 packets"},
        "isl": {"rate": "20 Gbit/s", "queue": "10000 packets"},
    },
    "flows": [
        {
            "name": "dl", "from": "server", "to": "Munich",
            "application": {"kind": "ping", "count": 20, "interval": "500 ms"},
        }
    ],
    "run": {"duration": "12 s"},
}  # fmt: skip
GATEWAY_LINKS = {"uplink": {"rate": "2 Gbit/s"}, "downlink": {"rate": "2 Gbit/s"}}


def warned(scenario: dict[str, Any]) -> list[str]:
    """Run a scenario; return its warnings except those of paths and of idle keys."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        skyseam.run(scenario)
    others = skyseam.ImplausiblePathWarning, skyseam.IdleKeyWarning
    return [str(one.message) for one in caught if not issubclass(one.category, others)]


def advice(results: skyseam.Results) -> list[str]:
    """Return the warnings of a manifest except that of idle keys."""
    return [one for one in results.manifest["warnings"] if "come into play" not in one]


def changed(scenario: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """Return a scenario with changed keys; two underscores in a name stand for a dot."""
    made = copy.deepcopy(scenario)
    for key, value in keys.items():
        *before, last = key.split("__")
        table: Any = made
        for step in before:
            table = table[int(step)] if step.isdecimal() else table.setdefault(step, {})
        table[last] = value
    return made


def test_a_gateway_is_linked_to_every_satellite_that_it_sees() -> None:
    """One satellite up and down, as in practice, and not a path across half of the shell."""
    scenario = changed(BENT_PIPE, links__gateway=GATEWAY_LINKS)
    assert skyseam.resolved(scenario)["terminals"][1]["antennas"] == "all"
    delays = skyseam.delay(scenario, pairs=[("server", "Munich")], duration_s=120, step_s=7)
    hops = [one["hops"] for one in delays.table("delay").to_pylist() if one["delay_ms"]]
    assert set(hops) == {3}
    single = changed(scenario, terminals__1__antennas=1)
    delays = skyseam.delay(single, pairs=[("server", "Munich")], duration_s=120, step_s=7)
    assert max(one["hops"] for one in delays.table("delay").to_pylist()) > 3
    user = changed(scenario, terminals__1__kind="user")
    del user["links"]["gateway"]
    assert skyseam.resolved(user)["terminals"][1]["antennas"] == 1


def test_a_gateway_with_the_rates_of_users_is_warned_of() -> None:
    [told] = warned(BENT_PIPE)
    assert "a gateway has the rates of users" in told
    assert "uplink 20 Mbit/s and downlink 150 Mbit/s" in told
    assert "links.gateway.uplink.rate and links.gateway.downlink.rate" in told
    assert warned(changed(BENT_PIPE, links__gateway=GATEWAY_LINKS)) == []
    # The slower of the two is what caps a download; the faster of the two caps nothing.
    only = {"uplink": {"rate": "2 Gbit/s"}}
    assert warned(changed(BENT_PIPE, links__gateway=only)) == []
    [told] = warned(changed(BENT_PIPE, links__gateway={"downlink": {"rate": "2 Gbit/s"}}))
    assert "links.gateway.uplink.rate" in told
    assert "downlink.rate" not in told
    own = {"rate": "1 Gbit/s", "queue": "100 packets"}
    assert warned(changed(BENT_PIPE, terminals__1__uplink=own, terminals__1__downlink=own)) == []


def test_ends_whose_satellites_nothing_joins_are_warned_of() -> None:
    """Shells without links between them: the terminal is under one, the gateway under the other."""
    scenario = changed(
        BENT_PIPE, constellation={"preset": "starlink-gen1"}, links__gateway=GATEWAY_LINKS
    )
    scenario["run"]["duration"] = "600 s"
    scenario["flows"][0]["application"] = {"kind": "ping", "count": 60, "interval": "10 s"}
    single = changed(scenario, terminals__1__antennas=1)
    results = skyseam.run(single)
    unanswered = 60 - results.flows["rtt_samples"][0].as_py()
    [told] = advice(results)
    assert unanswered > 3
    assert told.startswith("server to Munich: at ")
    assert 'antennas = "all"' in told
    results = skyseam.run(scenario)
    assert results.flows["rtt_samples"][0].as_py() == 60
    assert advice(results) == []


def _crowd(kind: str, **more: str) -> dict[str, Any]:
    return {
        **changed(BENT_PIPE, links__gateway=GATEWAY_LINKS, handover={"kind": kind, **more}),
        "users": [
            {
                "name": "homes", "count": 20, "to": "server",
                "places": {
                    "kind": "circle", "latitude": "48.14 deg", "longitude": "11.58 deg",
                    "radius": "5 km",
                },
                "sessions": {"kind": "even", "each": 1, "within": "2 s"},
                "mix": [{"share": 1.0, "application": {"kind": "file", "size": "100 kB"}}],
            }
        ],
    }  # fmt: skip


def test_a_crowd_on_one_satellite_is_warned_of_and_the_load_is_in_the_summary(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from skyseam.cli import summary

    results = skyseam.run(_crowd("shortest-path"))
    load = results.manifest["satellite_load"]
    [told] = advice(results)
    assert told.startswith(f"{load['most']['satellite']} carried ")
    assert 'kind = "global-reallocation" and load_penalty = ' in told
    [row] = [r for r in results.summary().to_pylist() if r["measure"] == "load of satellites"]
    links = results.table("links").to_pylist()
    down = sum(one["bytes"] for one in links if " downlink" in one["link"])
    assert row["sum"] == load["bytes"] == down
    assert row["values"] == load["satellites"]
    summary.outcome(results)
    assert f"{load['most']['satellite']} sent " in " ".join(capsys.readouterr().out.split())
    spread = skyseam.run(_crowd("global-reallocation", load_penalty="5 deg"))
    assert advice(spread) == []
    most = spread.manifest["satellite_load"]
    assert most["most"]["bytes"] / most["bytes"] < load["most"]["bytes"] / load["bytes"]


def test_more_processes_than_a_modem_has_are_warned_of() -> None:
    harq = {
        "kind": "chase-combining", "reference_snr": "10 dB", "symbols": 9000,
        "information_bits": 8920,
    }  # fmt: skip
    scenario = {
        "nodes": [{"name": "a"}, {"name": "b"}],
        "wires": [
            {
                "between": ["a", "b"], "delay": "270 ms", "rate": "8 Mbit/s",
                "queue": "500 packets", "harq": harq,
                "channel": {"kind": "constant", "level": "0 dB"},
            }
        ],
        "flows": [
            {
                "name": "f", "from": "a", "to": "b",
                "application": {
                    "kind": "udp", "duration": "3 s",
                    "source": {"kind": "constant", "rate": "5 Mbit/s", "size": "1000 B"},
                },
            }
        ],
        "run": {"duration": "5 s"},
    }  # fmt: skip
    [told] = warned(scenario)
    assert "HARQ on a -> b held " in told
    assert "at most 32 processes" in told
    scenario["wires"][0]["harq"]["processes"] = 32  # type: ignore[index]
    [told] = warned(scenario)
    assert "cannot fill the link" in told
    assert "feedback_disabled = 32" in told
    del scenario["wires"][0]["harq"]["processes"]  # type: ignore[index]
    scenario["flows"][0]["application"]["source"]["rate"] = "200 kbit/s"  # type: ignore[index]
    assert warned(scenario) == []


def test_a_proxys_transport_for_wires_alone_is_warned_of() -> None:
    """A web session's client is its first endpoint; the proxy's transport is behind the proxy."""
    hybla = {"kind": "tcp", "stack": "linux", "congestion": "hybla"}
    scenario = _crowd("global-reallocation")
    scenario["users"][0]["count"] = 2
    scenario["users"][0]["mix"] = [
        {
            "share": 1.0,
            "application": {"kind": "web", "page": "median-2024"},
            "split_at": [{"node": "Usingen", "transport": hybla}],
        }
    ]
    [told] = warned(scenario)
    assert "this transport is for wires only" in told
    assert 'from "Usingen" to "server" it holds, not from "homes"' in told
    scenario["users"][0]["mix"][0]["transport"] = hybla
    assert warned(scenario) == []
    # Of a download the server is the first end, and the satellites are behind the proxy.
    scenario["users"][0]["mix"] = [
        {
            "share": 1.0,
            "application": {"kind": "file", "size": "100 kB"},
            "split_at": [{"node": "Usingen", "transport": hybla}],
        }
    ]
    assert warned(scenario) == []


def test_defaults_fit_what_was_chosen() -> None:
    """Keys whose default does not conflict with the chosen value of another key."""
    scenario = changed(BENT_PIPE, links__gateway=GATEWAY_LINKS)
    flow = scenario["flows"][0]
    flow["application"] = {"kind": "file", "size": "10 kB"}
    for transport, usual in (
        ({"kind": "tcp", "stack": "bsd"}, "newreno"),
        ({"kind": "tcp", "stack": "ns2", "recovery": "sack"}, "newreno"),
        ({"kind": "tcp", "stack": "ns2"}, "cubic"),
        ({"kind": "tcp", "stack": "linux"}, "cubic"),
    ):
        flow["transport"] = transport
        found = skyseam.resolved(scenario)["flows"][0]["transport"]["congestion"]
        assert usual in (found, found["kind"] if isinstance(found, dict) else None), transport
    harq = {"kind": "adaptive", "reference_snr": "7 dB"}
    flow["transport"] = {"kind": "tcp", "mss": "1000 B"}
    for given, targets in ((0, [1]), (1, [0.42, 1]), (3, [0.42, 0.69, 0.87, 1]), (None, None)):
        link = {
            "rate": "10 Mbit/s", "queue": "50 packets",
            "channel": {"kind": "constant", "level": "0 dB"},
            "harq": harq if given is None else {**harq, "retransmissions": given},
        }  # fmt: skip
        found = skyseam.resolved(changed(scenario, links__downlink=link))
        assert found["links"]["downlink"]["harq"]["targets"] == (targets or [0.42, 0.69, 0.87, 1])
    shells = [
        {
            "name": name, "planes": 4, "satellites_per_plane": 6, "altitude": "1000 km",
            "inclination": "60 deg", "kind": "delta", "phasing": {"factor": 0},
            "isl_pattern": "none",
        }
        for name in ("a", "b")
    ]  # fmt: skip
    scenario = changed(scenario, constellation={"shells": shells, "elevation_mask": "5 deg"})
    del scenario["links"]["isl"]
    skyseam.check(scenario)


def test_values_without_units_in_a_list_are_one_problem() -> None:
    corners = [[47.3, 10.2], [47.6, 13.0], [48.8, 13.8]]
    scenario = _crowd("sticky")
    scenario["users"][0]["places"] = {"kind": "polygon", "corners": corners}
    with pytest.raises(skyseam.ScenarioError) as caught:
        skyseam.check(scenario)
    [problem] = caught.value.problems
    assert problem["message"] == "`corners` has no unit"
    assert "the same goes for 5 more values of the list" in problem["help"]


def _sweep(**more: Any) -> dict[str, Any]:
    users = {
        "name": "homes", "nodes": "b", "to": "a",
        "sessions": {"kind": "uniform", "each": 2, "within": "3 s"},
        "mix": [
            {"name": "get", "share": 0.5, "application": {"kind": "file", "size": "50 kB"}},
            {
                "name": "ask", "share": 0.5,
                "application": {"kind": "request-response", "response": "20 kB", "count": 2},
                "target": {"completion": "1 s"},
            },
        ],
    } | more  # fmt: skip
    scenario = {
        "nodes": [{"name": "a"}, {"name": "b", "count": 4}],
        "wires": [
            {"between": ["a", "b"], "delay": "20 ms", "rate": "2 Mbit/s", "queue": "20 packets"}
        ],
        "users": [users],
        "run": {"duration": "8 s"},
    }
    return {
        "scenario": scenario, "replications": 4, "keep": ["responses"],
        "vary": [{"key": "wires[0].rate", "values": ["1 Mbit/s", "2 Mbit/s"]}],
    }  # fmt: skip


@pytest.fixture(scope="module")
def homes() -> Iterator[skyseam.Results]:
    yield sweeps.read(_sweep()).run()


def test_replications_have_other_users_and_intervals(homes: skyseam.Results) -> None:
    from skyseam.measures.groups import groups, over_runs

    by_run = groups(homes).to_pylist()
    first = [row for row in by_run if row["run"] == 0]
    starts = homes.flows.to_pandas().groupby("run").start_s.sum()
    assert starts.nunique() == 4, "four seeds, at both rates"
    alone = skyseam.run(
        changed(_sweep()["scenario"], wires__0__rate="1 Mbit/s", run__seed=1)
    ).groups()
    assert [{key: row[key] for key in row if key != "run"} for row in first] == alone.to_pylist()
    over = over_runs(homes).to_pylist()
    completions = [
        row for row in over if row["measure"] == "completion" and row["statistic"] == "p95"
    ]
    assert {row["wires[0].rate"] for row in completions} == {1.0, 2.0}
    assert {row["part"] for row in completions} == {None, "get", "ask"}
    for row in completions:
        of = [
            one["p95"] for one in by_run
            if one["part"] == row["part"] and one["measure"] == "completion"
            and (one["run"] < 4) == (row["wires[0].rate"] == 1.0)
        ]  # fmt: skip
        assert row["runs"] == len(of)
        assert row["value"] == pytest.approx(sum(of) / len(of))
        assert row["low95"] < row["value"] < row["high95"]
    assert {row["measure"] for row in over} >= {"response time", "target met", "goodput"}


def test_users_with_a_seed_of_their_own_are_warned_of_in_replications() -> None:
    fixed = sweeps.read(_sweep(seed=7))
    with pytest.warns(skyseam.SkyseamWarning, match="replications have the same users") as caught:
        results = fixed.run()
    assert "users[0].seed" in str(caught[0].message)
    starts = results.flows.to_pandas().groupby("run").start_s.sum()
    assert starts.nunique() == 1
    varied = _sweep(seed=7)
    varied["vary"].append({"key": "users.homes.seed", "values": [1, 2]})
    sweeps.read(varied).check()  # which warns of nothing


def test_a_sweep_of_users_is_drawn_and_printed(
    homes: skyseam.Results, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    from skyseam.cli.commands import cli
    from skyseam.plot import study

    figure = study(homes, "completion p95")
    [axes] = [one for one in figure.axes if one.get_visible()]
    assert axes.get_ylabel() == "completion, 95th percentile, s"
    [legend] = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["ask", "get"]
    [line, _] = axes.get_lines()
    assert np.asarray(line.get_xdata()).tolist() == [1.0, 2.0]
    assert len(axes.collections) == 2, "intervals of both lines"
    with pytest.raises(skyseam.InputError, match=r'expected one of: goodput, completion.*"pages"'):
        study(homes, "page load time p95")
    homes.save(tmp_path / "homes")
    cli.main(
        ["groups", str(tmp_path / "homes"), "-o", str(tmp_path / "out")], standalone_mode=False
    )
    printed = capsys.readouterr().out
    assert "over runs, with 95 % intervals" in printed
    assert "±" in printed
    assert "wires[0].rate, Mbit/s" in printed.split("over runs")[0], "what each run was given"
    saved = skyseam.load(tmp_path / "out")
    assert saved.table("groups").equals(homes.groups())
    assert set(saved.tables) == {"groups", "over_runs"}
    picture = tmp_path / "homes.png"
    cli.main(
        ["plot", str(tmp_path / "homes"), "--what", "response time p95", "-o", str(picture)],
        standalone_mode=False,
    )
    assert picture.stat().st_size > 1000
