"""Goal: STP runs from a scenario, gives the same in every process, and its captures can be read.

Method: the example, whose return traffic is compared with that of TCP; tshark, if installed, reads
the capture with the script that the documentation offers.
"""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

import skyseam
from conftest import ROOT

EXAMPLE = ROOT / "scenarios" / "stp.toml"
DISSECTOR = ROOT / "docs" / "static" / "stp.lua"


@pytest.fixture(scope="module")
def results() -> skyseam.Results:
    return skyseam.run(EXAMPLE)


def test_every_flow_of_the_example_ends(results: skyseam.Results) -> None:
    flows = results.table("flows")
    assert set(flows["end_reason"].to_pylist()) == {"finished"}


def test_a_run_is_the_same_again(results: skyseam.Results) -> None:
    again = skyseam.run(EXAMPLE)
    assert all(results.table(name).equals(again.table(name)) for name in results.tables)


def test_a_short_exchange_is_the_shortest_by_stp(results: skyseam.Results) -> None:
    flows = {row["name"]: row for row in results.flows.to_pylist()}
    took = {
        name: flows[name]["last_received_s"] - flows[name]["start_s"]
        for name in ("short by stp", "short by quic", "short by tcp")
    }
    # A round trip of 550 ms and four packets; the others ask for the connection first.
    assert 0.55 < took["short by stp"] < 0.9
    assert min(took["short by quic"], took["short by tcp"]) > 1.1


def test_the_direction_back_carries_less_than_acks() -> None:
    back = {}
    for kind in ({"kind": "stp"}, {"kind": "tcp", "stack": "linux", "congestion": "cubic"}):
        scenario = {
            "nodes": [{"name": "a"}, {"name": "b"}],
            "wires": [
                {
                    "between": ["a", "b"],
                    "delay": "275 ms",
                    "rate": "1.5 Mbit/s",
                    "queue": "100 packets",
                }
            ],
            "flows": [
                {
                    "name": "file",
                    "from": "a",
                    "to": "b",
                    "application": {"kind": "file", "size": "1 MB"},
                    "transport": kind,
                }
            ],
            "run": {"duration": "5 min"},
        }
        links = skyseam.run(scenario).table("links").to_pylist()
        back[kind["kind"]] = next(row["bytes"] for row in links if row["link"] == "b -> a")
    assert back["stp"] < back["tcp"] / 3


@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
def test_tshark_reads_the_capture(results: skyseam.Results, tmp_path: Path) -> None:
    results.save(tmp_path / "run")
    (capture,) = (tmp_path / "run").rglob("*.pcapng")
    told = subprocess.run(
        [
            "tshark",
            *("-X", f"lua_script:{DISSECTOR}"),
            *("-r", str(capture), "-Y", "skyseam_stp", "-T", "fields"),
            *("-e", "skyseam_stp.type", "-e", "skyseam_stp.number", "-e", "skyseam_stp.gap.start"),
        ],
        check=True,
        capture_output=True,
        text=True,
    )
    rows = [line.split("\t") for line in told.stdout.splitlines()]
    kinds = Counter(row[0] for row in rows)
    assert set(kinds) >= {"8", "10", "11", "12"}
    # 1 MB in packets of 1460 bytes, those sent again on top.
    numbers = {int(row[1]) for row in rows if row[0] == "8"}
    assert numbers >= set(range(685))
    assert any(row[2] for row in rows if row[0] == "11")
