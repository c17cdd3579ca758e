"""Goal: the output of `skyseam run` begins with the results of flows and how they ended.

Method: wires that work, and one that stops after two seconds; the lines of the summary against the
tables.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

import skyseam
from conftest import Command
from skyseam.cli.summary import _kinds

NETWORK = """
nodes = [{ name = "a" }, { name = "b" }, { name = "ghost" }]
wires = [
    { between = ["a", "b"], delay = "10 ms", rate = "10 Mbit/s", queue = "50 packets" },
    { between = ["a", "ghost"], trace = "dies.csv", queue = "50 packets" },
]
"""

DIES = "t_s,delay_ms,rate_bps,loss\n0,20,8000000,0\n2,20,8000000,1\n"


def flow(name: str, to: str, application: str, transport: str = "", more: str = "") -> str:
    carried = f"transport = {{ {transport} }}\n" if transport else ""
    return f"""
[[flows]]
name = "{name}"
from = "a"
to = "{to}"
application = {{ kind = {application} }}
{carried}{more}
"""


def summary(command: Command, place: Path, flows: str, duration: str) -> tuple[str, list[str]]:
    """Return the output of a run, as text and as lines with single spaces."""
    (place / "dies.csv").write_text(DIES, encoding="utf-8")
    text = f'{NETWORK}{flows}\n[run]\nduration = "{duration}"\n'
    (place / "one.toml").write_text(text, encoding="utf-8")
    done = command("run", place / "one.toml", "-o", place / "out")
    assert done.returncode == 0, done.stderr
    return done.stdout, [re.sub(" +", " ", line).strip() for line in done.stdout.splitlines()]


def test_each_of_few_flows_is_a_line(skyseam_command: Command, tmp_path: Path) -> None:
    flows = (
        flow("bulk", "b", '"bulk", duration = "20 s"')
        + flow("dead", "ghost", '"file", size = "20 MB"', 'kind = "quic"')
        + flow("given up", "ghost", '"file", size = "20 MB"', 'kind = "tcp", stack = "rfc"')
        + flow("ping", "ghost", '"ping", count = 8, interval = "1 s"')
        + flow("call", "b", '"voice", codec = "g711", duration = "5 s"')
    )
    text, lines = summary(skyseam_command, tmp_path, flows, "1000 s")
    assert "unfinished" not in text
    rows = {row["name"]: row for row in skyseam.load(tmp_path / "out").flows.to_pylist()}
    bulk = rows["bulk"]
    assert (
        f"bulk a to b finished - {bulk['goodput_bps'] / 1e3:,.1f} {bulk['bytes']:,} "
        f"{bulk['rtt_mean_ms']:,.1f} {bulk['retransmissions']} {bulk['drops']}" in lines
    )
    assert any(line.startswith("dead a to ghost idle timeout - ") for line in lines), text
    assert any(line.startswith("given up a to ghost too many retransmissions - ") for line in lines)
    assert any(line.startswith("ping a to ghost finished 8 75.00 ") for line in lines), text
    assert any(re.fullmatch(r"call [34]\.\d\d( \S+){3}", line) for line in lines), text
    assert "all flows had ended: 3 finished, 1 idle timeout, 1 too many retransmissions" in lines
    ended = skyseam.load(tmp_path / "out").flows["end_reason"].to_pylist()
    assert ended == [
        "finished", "idle_timeout", "too_many_retransmissions", "finished", "finished",
    ]  # fmt: skip


def test_many_flows_are_percentiles_and_how_many_got_nothing(
    skyseam_command: Command, tmp_path: Path
) -> None:
    flows = (
        flow("page", "b", '"file", size = "50 kB"', more='count = 40\nevery = "100 ms"')
        + flow("void", "ghost", '"file", size = "50 kB"', more='count = 4\nevery = "9 s"')
        + flow("ping", "ghost", '"ping", count = 2', more='count = 21\nevery = "1 s"')
    )
    text, lines = summary(skyseam_command, tmp_path, flows, "40 s")
    table = skyseam.load(tmp_path / "out").flows.to_pandas()
    assert "44 transfers" in lines
    times = table[table.name == "page"].transfer_time_s
    spread = " ".join(f"{value:.3f}" for value in np.percentile(times, [5, 50, 95]))
    assert f"page transfer time, s 40 {spread}" in lines, text
    assert any(re.fullmatch(r"void transfer time, s 1( \S+){3}", line) for line in lines), text
    assert any(line.startswith("void goodput, kbit/s 4 0.0 0.0 ") for line in lines), text
    assert "3 of 44 transfers delivered nothing" in lines
    assert "21 pings" in lines
    assert "19 of 21 pings were never answered" in lines
    assert lines[-2] == "its duration was over: 62 finished, 3 end of run"


def test_flows_of_many_names_are_told_as_one(skyseam_command: Command, tmp_path: Path) -> None:
    flows = "".join(flow(f"f{i}", "b", '"file", size = "9 kB"') for i in range(30))
    text, lines = summary(skyseam_command, tmp_path, flows, "40 s")
    assert any(line.startswith("all transfer time, s 30 ") for line in lines), text
    assert lines[-2] == "all flows had ended: 30 finished"


def test_listed_files_are_transfers(skyseam_command: Command, tmp_path: Path) -> None:
    listed = (
        'name = "replies"\nfrom = "a"\nto = "b"\ntransfers = [["1 s", "9 kB"], ["0 s", "300 B"]]'
    )
    text, lines = summary(skyseam_command, tmp_path, f"[[flows]]\n{listed}", "40 s")
    assert any(line.startswith("replies-1 a to b finished ") for line in lines), text
    assert "all flows had ended: 2 finished" in lines


def test_flows_of_a_group_or_of_satellites_are_of_the_kind_of_their_group() -> None:
    described = [
        {"name": "p", "application": {"kind": "ping"}},
        {"name": "p-far", "application": {"kind": "voice"}},
        {"name": "listed", "transfers": [["1 s", "9 kB"]]},
    ]
    kind = _kinds(skyseam.Results({}, {"scenario": {"flows": described}}))
    names = ("p", "p-2", "p-imager-0-0", "p-far-3", "listed-7", "of a program")
    assert [kind(name) for name in names] == ["ping", "ping", "ping", "voice", "file", "programs"]
