"""Goal: captures, series and pictures of a transfer agree with each other.

Method: transfers over two wires and over Iridium, examined by tshark and tcptrace if installed, and
by the simulator's own tables.
"""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.compute as pc
import pytest
from matplotlib import image

import skyseam
from conftest import ROOT, SKY, Command
from skyseam.plot.panels import cut_off
from skyseam.plot.style import stacked

LOOK = ROOT / "scenarios" / "look-at-a-transfer.toml"

tshark = pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
tcptrace = pytest.mark.skipif(shutil.which("tcptrace") is None, reason="tcptrace is not installed")


def wires(
    queue: int = 1000, size: str = "400 kB", delay: str = "40 ms", **transport: object
) -> dict[str, Any]:
    """Return a scenario of a file from a to b over r, whose 10 Mbit/s are the bottleneck."""
    return {
        "nodes": [{"name": name} for name in "arb"],
        "wires": [
            {"between": ["a", "r"], "delay": "1 ms", "rate": "100 Mbit/s", "queue": "500 packets"},
            {"between": ["r", "b"], "delay": delay, "rate": "10 Mbit/s",
             "queue": f"{queue} packets"},
        ],
        "flows": [{
            "name": "file", "from": "a", "to": "b", "start": "1 s",
            "application": {"kind": "file", "size": size},
            "transport": {"kind": "tcp", "stack": "linux", "congestion": "cubic", **transport},
        }],
        "run": {
            "duration": "60 s", "captures": ["a", "b", "r", "r - b"],
            "record": ["sequence", "cwnd", "rtt", "retransmissions", "queue", "rate"],
            "throughput_bin": "100 ms",
        },
    }  # fmt: skip


@cache
def run(name: str) -> skyseam.Results:
    scenarios: dict[str, dict[str, Any]] = {
        "clean": wires(),
        "lossy": wires(queue=20, size="3 MB"),
        "own queue": wires(queue=500, size="3 MB"),
        "front": wires(size="3 MB"),
    }
    scenario = scenarios[name]
    if name == "front":
        queue = {"kind": "drop-tail", "limit": "20 packets", "drop_from": "front"}
        scenario["wires"][1].update(queue=queue)
    if name == "own queue":
        scenario["wires"][0].update(rate="10 Mbit/s", queue="20 packets")
    return skyseam.run(scenario)


def capture(results: skyseam.Results, name: str, place: Path) -> Path:
    path = place / f"{name}.pcapng"
    path.write_bytes(results.captures[name])
    return path


def shark(path: Path, *arguments: str) -> list[str]:
    command = ["tshark", "-n", "-r", str(path), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def fields(path: Path, *names: str, where: str = "") -> list[list[str]]:
    chosen = [word for name in names for word in ("-e", name)]
    asked = ["-Y", where] if where else []
    return [line.split("\t") for line in shark(path, *asked, "-T", "fields", *chosen)]


@tshark
@pytest.mark.parametrize("node", ["a", "b", "r - b"])
def test_tshark_finds_nothing_amiss_in_a_clean_transfer(node: str, tmp_path: Path) -> None:
    path = capture(run("clean"), node, tmp_path)
    expert = shark(path, "-q", "-z", "expert")
    severities = [line for line in expert if line and line.split()[0] in ("Errors", "Warns")]
    assert not severities
    seen = {line.split("TCP")[1].strip() for line in expert if "  TCP" in line}
    assert seen == {
        "This frame initiates the connection closing",
        "This frame undergoes the connection closing",
        "Connection establish request (SYN): server port 49152",
        "Connection establish acknowledge (SYN+ACK): server port 49152",
        "Connection finish (FIN)",
    }
    assert fields(path, "frame.number", where="tcp.analysis.flags") == []
    # SYN, SYN-ACK, ACK, data and FIN were all there.
    assert fields(path, "tcp.completeness")[-1] == ["31"]


@tshark
def test_the_handshake_is_a_kernels(tmp_path: Path) -> None:
    path = capture(run("clean"), "a", tmp_path)
    names = ("frame.len", "tcp.options", "tcp.window_size_value", "tcp.window_size")
    syn, syn_ack, ack, *_ = fields(path, *names)
    # MSS 1460, SACK permitted, timestamps, window scale 9 for a buffer of 20 MiB.
    assert syn[:3] == ["60", "020405b40402080a000003e80000000001030309", "64240"]
    assert syn_ack[1].startswith("020405b40402080a")
    assert syn_ack[1].endswith("01030309")
    assert (ack[0], ack[3]) == ("52", "64512")
    pushed = fields(path, "tcp.len", where="tcp.flags.push == 1")
    assert pushed, "the last segment of a write is pushed"


@tshark
@pytest.mark.parametrize("name", ["lossy", "own queue"])
def test_tshark_finds_our_retransmissions(name: str, tmp_path: Path) -> None:
    results = run(name)
    path = capture(results, "a", tmp_path)
    ours = results.table("retransmissions")
    assert ours.num_rows > 20
    # Soon after new data tshark takes a retransmission for late; nothing can be, at its sender.
    again = "tcp.analysis.retransmission || tcp.analysis.out_of_order"
    found = fields(path, "frame.time_epoch", "tcp.seq", where=again)
    # A capture shows when a packet leaves the node, a table when TCP sends it.
    offsets = sorted(int(seq) - 1 for _, seq in found)
    assert offsets == sorted(ours["offset_bytes"].to_pylist())
    unexpected = "tcp.analysis.lost_segment || tcp.analysis.spurious_retransmission"
    assert fields(path, "frame.number", where=unexpected) == []
    counted = results.table("sequence")["kind"].to_pylist()
    sent = fields(path, "tcp.seq", where="tcp.len > 0")
    assert len(sent) == counted.count("sent") + counted.count("resent")


@tcptrace
@pytest.mark.parametrize("name", ["clean", "lossy", "own queue"])
def test_tcptrace_counts_as_we_do(name: str, tmp_path: Path) -> None:
    results = run(name)
    path = capture(results, "a", tmp_path)
    told = subprocess.run(
        ["tcptrace", "-l", "-n", str(path)], capture_output=True, text=True, check=True
    ).stdout
    values: dict[str, list[str]] = {}
    for line in told.splitlines():
        if ":" in line:
            key, value, *_ = (part.strip() for part in line.split(":", 1))
            values.setdefault(key, value.split()[:1])
    flow = results.flows.to_pylist()[0]
    assert values["complete conn"] == ["yes"]
    assert values["unique bytes sent"] == [str(flow["bytes"])]
    assert values["rexmt data pkts"] == [str(flow["retransmissions"])]
    assert values["total packets"] == [str(len(lengths(results, "a")))]
    assert values["outoforder pkts"] == ["0"]
    assert values["max segm size"] == ["1448"]
    assert values["SYN/FIN pkts sent"] == ["1/1"]


def lengths(results: skyseam.Results, name: str) -> list[int]:
    """Return the lengths of the packets of a capture, read block by block."""
    data, found = results.captures[name], []
    while data:
        kind, length = (int.from_bytes(data[i : i + 4], "little") for i in (0, 4))
        if kind == 6:
            found.append(int.from_bytes(data[24:28], "little"))
        data = data[length:]
    return found


@tshark
def test_drops_are_named_where_they_were(tmp_path: Path) -> None:
    for name, node in (
        ("lossy", "r"), ("lossy", "r - b"), ("own queue", "a"), ("front", "r"), ("front", "r - b"),
    ):  # fmt: skip
        results = run(name)
        path = capture(results, node, tmp_path)
        told = fields(path, "frame.comment", "tcp.seq", where="frame.comment")
        lost = results.drops.num_rows if node != "r - b" else 0
        assert len(told) == lost, node
        who = node[0]
        assert all(text.startswith(f"dropped by {who} at ") for text, _ in told)
        assert all(text.endswith(" s: queue_overflow") for text, _ in told)


@tshark
def test_interfaces_and_hosts_have_names(tmp_path: Path) -> None:
    results = run("clean")
    names = fields(capture(results, "r", tmp_path), "frame.interface_name")
    assert {name for (name,) in names} == {"r - a", "r - b"}
    link = fields(capture(results, "r - b", tmp_path), "frame.interface_name")
    assert {name for (name,) in link} == {"r - b"}
    assert 2 * len(link) == len(names), "each packet passes two interfaces of r, and one of these"
    shown = subprocess.run(
        ["tshark", "-N", "n", "-r", str(tmp_path / "r - b.pcapng"), "-c", "1"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert " a " in shown
    assert " b " in shown


def test_a_capture_of_a_link_names_two_ends() -> None:
    scenario = wires()
    for name, words in (("r - x", 'nothing is called "x"'), ("r - r", "two different endpoints")):
        scenario["run"]["captures"] = [name]
        with pytest.raises(skyseam.ScenarioError, match=words):
            skyseam.check(scenario)


def iridium(start: str, **transport: object) -> skyseam.Results:
    """Run bulk data over fast links with a window that fills no queue: delays follow the orbits."""
    scenario: dict[str, Any] = skyseam.resolved(LOOK)
    link = {"rate": "25 Mbit/s", "queue": "500 packets"}
    for name in ("uplink", "downlink", "isl"):
        scenario["links"][name].update(link)
    scenario["run"].update(start=start, duration="40 s", captures=[])
    scenario["flows"][0]["application"] = {"kind": "bulk", "duration": "30 s"}
    scenario["flows"][0]["transport"] = {"kind": "tcp", "receive_window": "120 kB", **transport}
    return skyseam.run(scenario)


def test_overtaken_segments_make_needless_retransmissions() -> None:
    results = iridium("01:03:00", stack="rfc", congestion="newreno")
    handovers = results.table("handovers").to_pylist()
    assert [(row["t_s"], row["terminal"], row["cause"]) for row in handovers] == [
        (3800.0, "HNL", "intra_orbital_handover")
    ]
    rows = results.table("retransmissions")
    lost = results.drops["reason"].to_pylist()
    # The way is 15 ms shorter: what is sent behind overtakes. One packet is lost with the old link.
    assert lost == ["handover"]
    assert rows.num_rows > 10
    assert rows["spurious"].to_pylist().count(False) == len(lost)
    needless = pc.sum(rows["spurious"]).as_py()
    assert results.flows["spurious_retransmissions"].to_pylist() == [needless]
    kinds = Counter(results.table("sequence")["kind"].to_pylist())
    assert kinds["resent"] == rows.num_rows
    assert kinds["arrived"] + kinds["dropped"] == kinds["sent"] + kinds["resent"]


def test_rack_waits_for_what_is_only_overtaken() -> None:
    results = iridium("01:03:00", stack="linux", congestion="newreno")
    assert results.flows["retransmissions"].to_pylist() == [results.drops.num_rows], (
        "RACK repeats what was lost, no more"
    )


@pytest.mark.parametrize("name", ["lossy", "own queue"])
def test_what_was_lost_is_not_sent_again_needlessly(name: str) -> None:
    results = run(name)
    rows = results.table("retransmissions")
    assert rows["spurious"].to_pylist() == [False] * rows.num_rows
    assert set(rows["cause"].to_pylist()) == {"rack"}
    assert results.drops.num_rows == rows.num_rows
    again = results.table("sequence").filter(pc.field("kind") == "resent")
    assert again["cause"].to_pylist() == rows["cause"].to_pylist()
    assert again["start_bytes"].to_pylist() == rows["offset_bytes"].to_pylist()


@pytest.mark.parametrize("stack", ["linux", "rfc"])
def test_a_handshake_longer_than_its_timeout_is_repeated_needlessly(stack: str) -> None:
    results = skyseam.run(wires(delay="600 ms", size="9 kB", stack=stack))
    rows = results.table("retransmissions").to_pylist()
    assert [(row["size_bytes"], row["cause"], row["spurious"]) for row in rows] == [
        (0, "timeout", True)
    ]


def test_what_is_not_recorded_is_not_there() -> None:
    scenario = wires()
    recorded = skyseam.run(scenario)
    del scenario["run"]["record"], scenario["run"]["throughput_bin"]
    bare = skyseam.run(scenario)
    assert bare.tables == ["drops", "flows", "links"]
    assert bare.flows["spurious_retransmissions"].to_pylist() == [None]
    same = bare.flows.drop_columns(["spurious_retransmissions"])
    assert same == recorded.flows.drop_columns(["spurious_retransmissions"])
    for draw in ("sequence", "congestion", "round_trips", "throughput", "transfer", "queue"):
        with pytest.raises(skyseam.InputError, match="these results hold no table"):
            getattr(skyseam.plot, draw)(bare)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    "name", ["sequence", "congestion", "round_trips", "throughput", "transfer", "queue"]
)
def test_figures_are_drawn_and_repeat(name: str, dark: bool, tmp_path: Path) -> None:
    results = run("lossy")
    draw = getattr(skyseam.plot, name)
    ground = (0.086, 0.106, 0.125, 1.0) if dark else (1.0, 1.0, 1.0, 1.0)
    for place in ("first.png", "second.png"):
        figure = draw(results, dark=dark)
        assert figure.get_facecolor() == pytest.approx(ground, abs=0.001)
        skyseam.plot.save(figure, tmp_path / place)
    first, second = (image.imread(tmp_path / name) for name in ("first.png", "second.png"))
    # The rasterizer rounds an edge of a steep line otherwise in some states of its memory.
    assert int((first != second).any(axis=2).sum()) <= 40
    words = {text.get_text() for axes in figure.axes for text in axes.texts}
    expected = {"congestion": "cwnd", "round_trips": "smoothed", "queue": "r -> b"}
    assert expected.get(name) is None or expected[name] in words


def test_a_figure_says_what_there_is_instead() -> None:
    results = run("clean")
    with pytest.raises(skyseam.InputError, match="no flow is called 'page'; there are: file"):
        skyseam.plot.sequence(results, "page")
    with pytest.raises(skyseam.InputError, match="flows 0 to 0"):
        skyseam.plot.congestion(results, 3)
    with pytest.raises(skyseam.InputError, match="nothing happens between"):
        skyseam.plot.sequence(results, start_s=5.0, end_s=4.0)
    with pytest.raises(skyseam.InputError, match="no packet waited before a link 'b -> x'"):
        skyseam.plot.queue(results, "b -> x")


WIRES = """
nodes = [{ name = "a" }, { name = "b" }, { name = "c" }]
wires = [
    { between = ["a", "b"], delay = "10 ms", rate = "10 Mbit/s", queue = "100 packets" },
    { between = ["b", "c"], delay = "250 ms", rate = "5 Mbit/s", queue = "300 packets" },
]
flows = [{ name = "f", from = "a", to = "c", application = { kind = "file", size = "300 kB" }, %s }]
run = { duration = "60 s", record = [%s], throughput_bin = "100 ms" }
"""


def test_a_transfer_over_quic_is_drawn_without_its_sequence() -> None:
    quic = 'transport = { kind = "quic" }'
    results = skyseam.run(skyseam.toml(WIRES % (quic, '"sequence", "cwnd", "rtt"')))
    assert len(skyseam.plot.transfer(results).axes) == 3
    with pytest.raises(skyseam.InputError, match="only of TCP is the sequence recorded"):
        skyseam.plot.sequence(results)
    text = (WIRES % (quic, '"sequence"')).replace(', throughput_bin = "100 ms"', "")
    bare = skyseam.run(skyseam.toml(text))
    with pytest.raises(skyseam.InputError, match="only of TCP is the sequence recorded"):
        skyseam.plot.transfer(bare)


def test_a_split_transfer_is_drawn_until_its_data_have_arrived() -> None:
    results = skyseam.run(skyseam.toml(WIRES % ('split_at = [{ node = "b" }]', '"cwnd"')))
    row = results.flows.slice(0, 1).to_pylist()[0]
    assert row["finished_s"] < row["last_received_s"]
    span = skyseam.plot.throughput(results).axes[0].get_xlim()
    assert span == pytest.approx((row["start_s"], row["last_received_s"]))


def test_the_command_draws(skyseam_command: Command, tmp_path: Path) -> None:
    run("lossy").save(tmp_path / "out")
    done = skyseam_command("plot", "out", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "transfer.png").stat().st_size > 50_000
    done = skyseam_command(
        "plot", "out", "--what", "round-trips", "--flow", "file", "--start", "1.5 s",
        "--end", "2 s", "--dark", "-o", "rtt.svg", cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "round-trip time, ms" in (tmp_path / "rtt.svg").read_text(encoding="utf-8")
    for arguments, words in (
        (["out", "-o", "picture"], "expected .png or .svg or .pdf"),
        (["nowhere"], "no directory nowhere"),
        (["out", "--what", "queue", "--link", "x"], "there are: "),
    ):
        done = skyseam_command("plot", *arguments, cwd=tmp_path)
        assert done.returncode == 2
        assert words in done.stderr


def test_many_handovers_have_a_legend_of_their_causes() -> None:
    pings = 'application = { kind = "ping", count = 7200, interval = "1 s" }\n\n'
    run = '[run]\nduration = "2 h"\nrecord = ["handovers", "rtt"]\n'
    flow = '[[flows]]\nname = "pings"\nfrom = "HNL"\nto = "LAX"\n'
    scenario = SKY[: SKY.index("[[flows]]")] + flow + pings + run
    results = skyseam.run(skyseam.toml(scenario))
    drawn = skyseam.plot.round_trips(results)
    told = [text.get_text() for one in drawn.legends for text in one.get_texts()]
    counted = Counter(results.table("handovers")["cause"].to_pylist())
    assert sum(counted.values()) > 8
    words = {skyseam.plot.CAUSES[cause][1]: count for cause, count in counted.items()}
    assert sorted(told) == sorted(f"{word} ({count})" for word, count in words.items())


def test_one_outlier_does_not_flatten_the_rest() -> None:
    _, (axes,) = stacked((4, 3))
    values = np.concatenate([np.full(999, 40.0), [4000.0]])
    axes.plot(values)
    cut_off(axes, values, "ms")
    assert axes.get_ylim()[1] == pytest.approx(46)
    assert [text.get_text() for text in axes.texts] == ["1 of 1000 beyond, up to 4000 ms"]
    _, (axes,) = stacked((4, 3))
    axes.plot(values[:999])
    before = axes.get_ylim()
    cut_off(axes, values[:999], "ms")
    assert axes.get_ylim() == before
    assert not axes.texts
