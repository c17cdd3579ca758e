"""Goal: a resolved scenario is a valid scenario with the same results.

Method: random scenarios over all keys, each example, each preset constellation, and each controller
of each stack are resolved twice: the second time changes nothing, and a run of the resolved
scenario has the same tables, to the last byte.
"""

from __future__ import annotations

import shutil
import warnings
from typing import TYPE_CHECKING, Any

import pytest

import skyseam
from conftest import ROOT
from skyseam import ScenarioError
from torture import files, text, valid

if TYPE_CHECKING:
    from pathlib import Path

DRAWN = 400
RUN = 40


@pytest.fixture(autouse=True)
def _without_warnings() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", skyseam.SkyseamWarning)
        yield


def written(resolved: dict[str, Any], path: Path) -> Path:
    """Write a resolved scenario as a user would."""
    path.write_text(text.document(resolved), encoding="utf-8")
    return path


def assert_settled(scenario: Any, path: Path) -> dict[str, Any]:
    """Resolve a scenario, write it to `path`, and resolve that; both must be the same."""
    first = skyseam.resolved(scenario)
    second = skyseam.resolved(written(first, path))
    assert second == first
    return first


def assert_same_run(scenario: Any, path: Path) -> None:
    ours, again = skyseam.run(scenario), skyseam.run(path)
    assert ours.tables == again.tables
    for name in ours.tables:
        assert ours.table(name).equals(again.table(name)), name


@pytest.mark.parametrize("hundred", range(DRAWN // 100))
def test_what_is_drawn_stays_as_it_was_resolved(hundred: int, tmp_path: Path) -> None:
    files.write(tmp_path)
    for number in range(100 * hundred, 100 * (hundred + 1)):
        drawn = tmp_path / "drawn.toml"
        drawn.write_text(text.document(valid.scenario(number)), encoding="utf-8")
        try:
            assert_settled(drawn, tmp_path / "again.toml")
        except (ScenarioError, AssertionError) as fault:
            pytest.fail(f"valid {number}: {fault}")
        if number % (DRAWN // RUN) == 0:
            assert_same_run(drawn, tmp_path / "again.toml")


@pytest.mark.parametrize("name", sorted(path.name for path in ROOT.glob("scenarios/*.toml")))
def test_an_example_stays_as_it_was_resolved(name: str, tmp_path: Path) -> None:
    folder = shutil.copytree(ROOT / "scenarios", tmp_path / "scenarios")
    assert_settled(folder / name, folder / "again.toml")


@pytest.mark.parametrize("preset", sorted(row["name"] for row in skyseam.constellations()))
def test_a_constellation_stays_as_it_was_resolved(preset: str, tmp_path: Path) -> None:
    places = {"a": (21.5, -158.0), "b": (34.1, -118.2)}
    scenario: dict[str, Any] = {
        "constellation": {"preset": preset},
        "terminals": [
            {"name": name, "latitude": f"{north} deg", "longitude": f"{east} deg"}
            for name, (north, east) in places.items()
        ],
        "links": {
            key: {"rate": "1 Mbit/s", "queue": "1 BDP"} for key in ("uplink", "downlink", "isl")
        },
        "flows": [{"name": "f", "from": "a", "to": "b", "application": {"kind": "ping"}}],
        "run": {"duration": "1 s"},
    }
    scenario["flows"][0]["application"]["count"] = 3
    scenario["links"]["reference_rtt"] = "100 ms"
    try:
        skyseam.check(scenario)
    except ScenarioError as refused:
        assert [problem["key"] for problem in refused.problems] == ["links.isl"]
        del scenario["links"]["isl"]
    assert_settled(scenario, tmp_path / "again.toml")


def over_a_wire(transport: dict[str, Any], **wire: Any) -> dict[str, Any]:
    """Return a scenario of a file over a wire with this `transport`."""
    own = {"delay": "20 ms", "rate": "10 Mbit/s", "queue": "9 packets", **wire}
    file = {"kind": "file", "size": "90 kB"}
    flow = {"name": "f", "from": "a", "to": "b", "application": file, "transport": transport}
    return {
        "nodes": [{"name": "a"}, {"name": "b"}],
        "wires": [{"between": ["a", "b"], **own}],
        "flows": [flow],
        "run": {"duration": "20 s"},
    }


def transports() -> list[dict[str, Any]]:
    rows = skyseam.models()
    named = {
        key: [row["name"] for row in rows if row["key"].split(" ")[0] == f"flows.transport.{key}"]
        for key in ("congestion", "stack")
    }
    stp: list[dict[str, Any]] = [
        {}, {"rate": "1 Mbit/s"}, {"pacing": False}, {"initial_window": 7},
        {"delayed_growth": True}, {"rate": "1 Mbit/s", "keepalive": "off"},
    ]  # fmt: skip
    return [
        *({"kind": "tcp", "stack": stack} for stack in named["stack"]),
        *(
            {"kind": "tcp", "stack": stack, "congestion": congestion}
            for stack in named["stack"]
            for congestion in sorted(set(named["congestion"]))
        ),
        *({"kind": "quic", "congestion": name} for name in sorted(set(named["congestion"]))),
        *({"kind": "stp", **keys} for keys in stp),
    ]


def test_every_transport_stays_as_it_was_resolved(tmp_path: Path) -> None:
    carried = 0
    for transport in transports():
        scenario = over_a_wire(transport)
        try:
            skyseam.check(scenario)
        except ScenarioError:
            # A controller that the stack does not have.
            continue
        try:
            assert_settled(scenario, tmp_path / "again.toml")
        except (ScenarioError, AssertionError) as fault:
            pytest.fail(f"{transport}: {fault}")
        assert_same_run(scenario, tmp_path / "again.toml")
        carried += 1
    assert carried >= 25


def test_a_bandwidth_delay_product_is_a_limit_that_can_be_written() -> None:
    """Three days of ten gigabits exceed the maximum of a queue limit."""
    long = over_a_wire({"kind": "tcp"}, rate="10 Gbit/s", queue="2 BDP", reference_rtt="3 d")
    with pytest.raises(ScenarioError, match="the bandwidth-delay product is out") as raised:
        skyseam.check(long)
    (problem,) = raised.value.problems
    assert problem["expected"] == "at most 1000000000000 B"
    assert "648000000000000 B" in problem["found"]
