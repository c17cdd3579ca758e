"""Worlds in steps from Python, and real programs over them.

Emulations need CAP_NET_ADMIN, /dev/net/tun and iproute2; without one they are left out.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import skyseam
from conftest import SKY, WIRES, Command
from skyseam import InputError, SkyseamError, plugins, recording
from skyseam import emulate as emulation
from skyseam.live import Drop
from skyseam.validation import live
from skyseam.view.emulated import beside

LINKS = """
nodes = [{ name = "a" }, { name = "b" }, { name = "c" }]
wires = [
  { between = ["a", "b"], delay = "10 ms", rate = "10 Mbit/s", queue = "50 packets" },
  { between = ["b", "c"], delay = "5 ms", rate = "10 Mbit/s", queue = "50 packets" },
]
[run]
duration = "30 s"
"""


def udp(size: int, hops: int = 64) -> bytes:
    """Return an IPv4 packet of `size` bytes."""
    head = struct.pack("!BBHHHBBH", 0x45, 0, size, 0, 0, hops, 17, 0) + bytes([10, 42, 0, 1] * 2)
    head = head[:10] + emulation._checksum(head) + head[12:]
    return head + bytes(size - 20)


def test_steps_are_a_run() -> None:
    whole = skyseam.run(skyseam.toml(WIRES))
    world = skyseam.Live(skyseam.toml(WIRES))
    while world.now < world.end:
        world.advance(world.now + 0.37)
    steps = world.finish()
    assert steps.tables == whole.tables
    assert all(steps.table(name) == whole.table(name) for name in whole.tables)
    assert steps.captures == whole.captures
    assert steps.manifest["events"] == whole.manifest["events"]


def test_a_packet_arrives_when_its_links_say() -> None:
    """Method: 1,000 bytes take 0.8 ms on each of two links of 10 Mbit/s, beside 15 ms."""
    world = skyseam.Live(skyseam.toml(LINKS), ["a", "c"])
    world.advance(2.0)
    world.send("a", "c", udp(1000))
    assert world.next_time == pytest.approx(2.0108, abs=1e-9)
    world.advance(2.0166)
    assert world.take() == []
    world.advance(2.1)
    [arrival] = world.take()
    assert arrival.node == "c"
    assert arrival.at_s == pytest.approx(2.0166, abs=1e-9)
    assert arrival.data == udp(1000, hops=63)
    world.send("a", "c", udp(60, hops=1))
    world.advance(world.end)
    [drop] = world.take_dropped()
    assert (drop.node, drop.reason) == ("b", "ttl_expired")
    assert drop.sent_s == pytest.approx(2.1, abs=1e-9)
    reply = emulation._time_exceeded(drop)
    assert reply is not None
    assert reply[20:22] == b"\x0b\x00"  # time exceeded
    assert emulation._checksum(reply[:20]) == emulation._checksum(reply[20:]) == b"\0\0"
    results = world.finish()
    assert results.manifest["attached"] == ["a", "c"]
    assert results.manifest["packets"]["delivered"] == 1
    [flow] = results.flows.to_pylist()
    assert (flow["source"], flow["destination"], flow["drops"]) == ("a", "c", 1)


def dropped(data: bytes) -> bytes | None:
    drop = Drop(at_s=2.0, node="b", number=258, reason="ttl_expired", sent_s=1.0, data=data)
    return emulation._time_exceeded(drop)


def test_routers_answer_over_ipv6_and_not_to_errors() -> None:
    """Method: fields by hand (RFC 4443 Sec. 2.1, 3.3); the checksum of what is right is zero."""
    ends = bytes.fromhex("fd42" + 13 * "00" + "01" + "fd42" + 13 * "00" + "02")
    six = struct.pack("!IHBB", 6 << 28, 2000, 17, 1) + ends + bytes(2000)
    answer = dropped(six)
    assert answer is not None
    assert len(answer) == 1280
    assert answer[6] == 58 and answer[24:40] == ends[:16]
    assert answer[8:24] == bytes.fromhex("fd42000000000001" + 6 * "00" + "0102")
    assert answer[40:42] == b"\x03\x00" and answer[48:] == six[:1232]
    pseudo = answer[8:40] + struct.pack("!II", 1240, 58)
    assert emulation._checksum(pseudo + answer[40:]) == b"\0\0"
    assert dropped(six[:6] + b"\x3a" + six[7:40] + b"\x03" + six[41:]) is None
    four = udp(60, hops=1)
    assert dropped(four) is not None
    assert dropped(four[:9] + b"\x01" + four[10:20] + b"\x0b" + four[21:]) is None, "an error"
    assert dropped(four[:9] + b"\x01" + four[10:20] + b"\x08" + four[21:]) is not None, "an echo"
    assert dropped(four[:7] + b"\x09" + four[8:]) is None, "a later fragment"


def test_what_is_wrong_is_said() -> None:
    scenario = skyseam.toml(LINKS)
    with pytest.raises(InputError, match='"d" is not a terminal or node of the scenario: it has a'):
        skyseam.Live(scenario, ["a", "d"])
    with pytest.raises(InputError, match="one node is attached"):
        skyseam.Live(scenario, ["a"])
    with pytest.raises(InputError, match="no flows and no node is attached"):
        skyseam.Live(scenario)
    world = skyseam.Live(scenario, ["a", "c"])
    with pytest.raises(InputError, match="'b' is not attached; attached: a, c"):
        world.send("a", "b", udp(99))
    with pytest.raises(InputError, match="not an IP packet: its header says 99 bytes, and there a"):
        world.send("a", "c", udp(99)[:98])
    with pytest.raises(InputError, match="until is nan; expected a finite number"):
        world.advance(float("nan"))
    with pytest.raises(InputError, match=r"lead_s is 0\.001; expected 0 to 0\.0002"):
        ends = [emulation.Attachment("a"), emulation.Attachment("c")]
        emulation.emulate(scenario, ends, lead_s=1e-3)
    world.advance(1.0)
    world.advance(0.5)
    assert world.now == 1.0
    assert world.finish().manifest["end_reason"] == "its programs had ended"
    with pytest.raises(ValueError, match="the run is finished"):
        world.advance(2.0)


CROWDED = f"""{LINKS}
[[flows]]
name = "file"
from = "a"
to = "c"
application = {{ kind = "file", size = "500 kB" }}
"""


def recorded() -> skyseam.Results:
    """Return a world to which 300 packets were handed in, too many for its queue."""
    world = skyseam.Live(skyseam.toml(CROWDED), ["a", "c"], record=True)
    for number in range(300):
        world.advance(2.0 + 1e-4 * number + 1e-9 * number**2)
        world.send(*(("a", "c") if number % 3 else ("c", "a")), udp(100 + 4 * number))
    world.advance(7.123456789)
    return world.finish()


def test_a_recording_gives_the_same_tables_again(tmp_path: Path, skyseam_command: Command) -> None:
    """Goal: what programs offered is offered again, beside a simulated transfer."""
    made = recorded()
    assert made.manifest["packets"]["dropped"]["queue_overflow"] > 0
    again = skyseam.replay(made)
    assert again.tables == made.tables
    assert all(again.table(name) == made.table(name) for name in made.tables)
    assert again.manifest["replay"] == {
        "changes": {}, "speed": 1.0, "packets_in": 300, "packets_after_end": 0,
    }  # fmt: skip
    assert again.manifest["ended_at_s"] == made.manifest["ended_at_s"] == 7.123456789
    made.save(tmp_path / "out")
    done = skyseam_command("replay", tmp_path / "out", "-o", tmp_path / "again")
    assert done.returncode == 0, done.stderr
    assert f"all {len(made.tables)} tables are those of the recording" in done.stdout
    # 300 packets fit into a queue of 400: none is dropped.
    done = skyseam_command(
        "replay", tmp_path / "out", "-o", tmp_path / "more",
        "--with", "wires[0].queue=400 packets", "--with", 'wires[1].queue="400 packets"',
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "an open loop" in done.stderr
    changed = skyseam.load(tmp_path / "more")
    assert changed.manifest["packets"]["dropped"]["queue_overflow"] == 0
    assert changed.manifest["replay"]["changes"]["wires[0].queue"] == "400 packets"
    shorter = skyseam.replay(made, {"run.duration": "2020 ms"})
    assert shorter.manifest["replay"]["packets_after_end"] == 100


def test_a_recording_is_offered_faster(tmp_path: Path, skyseam_command: Command) -> None:
    """Method: 100 packets of 1,000 bytes in a second over 1 Mbit/s, which sends 125 of them."""
    slow = skyseam.toml(LINKS.replace("10 Mbit/s", "1 Mbit/s"))
    world = skyseam.Live(slow, ["a", "c"], record=True)
    for number in range(100):
        world.advance(0.01 * number)
        world.send("a", "c", udp(1000))
    world.advance(1.5)
    made = world.finish()
    assert made.flows["drops"].to_pylist() == [0]
    # In 0.5 s 62 leave and the others wait; in 0.25 s 31 leave and 50 wait.
    assert skyseam.replay(made, speed=2).flows["drops"].to_pylist() == [0]
    made.save(tmp_path / "out")
    done = skyseam_command("replay", tmp_path / "out", "-o", tmp_path / "four", "--speed", "4")
    assert done.returncode == 0, done.stderr
    assert "an open loop" in done.stderr
    faster = skyseam.load(tmp_path / "four")
    assert 15 <= faster.flows["drops"][0].as_py() <= 20
    assert faster.manifest["ended_at_s"] == 0.375
    assert faster.manifest["replay"]["speed"] == 4
    with pytest.raises(InputError, match="speed is 0; expected a number above zero"):
        skyseam.replay(made, speed=0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("wires[0].qeue=1", "unknown key `qeue`"),
        ("wires[7].delay=1 ms", "wires"),
        ("=1", 'is "=1"; expected KEY=VALUE'),
    ],
)
def test_changes_that_cannot_be_are_refused(
    tmp_path: Path, skyseam_command: Command, change: str, message: str
) -> None:
    recorded().save(tmp_path / "out")
    done = skyseam_command("replay", tmp_path / "out", "-o", tmp_path / "no", "--with", change)
    assert done.returncode == 2, done.stderr
    assert message in done.stderr
    assert not (tmp_path / "no").exists()


def test_what_is_no_recording_is_refused(tmp_path: Path, skyseam_command: Command) -> None:
    skyseam.run(skyseam.toml(WIRES)).save(tmp_path / "out")
    done = skyseam_command("replay", tmp_path / "out", "-o", tmp_path / "no")
    assert done.returncode == 2
    assert "has no recording: it takes `skyseam emulate --record`" in done.stderr
    with pytest.raises(InputError, match="no node is attached"):
        skyseam.Live(skyseam.toml(WIRES), record=True)
    made = recorded()
    file = made.captures["handed in"]
    for damaged in (file[:-3], b"1" + file[1:], file[:200] + b"\xff" + file[201:], file[64:]):
        try:
            list(recording.packets_of(damaged))
        except InputError as error:
            assert "the recording is damaged at byte" in str(error)
    with pytest.raises(InputError, match="damaged at byte"):
        list(recording.packets_of(file[:-3]))


def left_out() -> str:
    """Return why no emulation runs here; "" if one does."""
    try:
        emulation._check_machine()
        with ExitStack() as stack:
            name = f"sky-{os.getpid()}"
            emulation._make_namespace(stack, name)
            with emulation._inside(name):
                os.close(emulation._open_tun(name))
    except (SkyseamError, OSError) as error:
        return str(error)
    return ""


NAMES = {"sky-a", "sky-c"}
"""Namespaces of the emulations here."""

needs_tun = pytest.mark.skipif(bool(why := left_out()), reason=why or "it runs")


def namespaces() -> str:
    return subprocess.run(["ip", "netns"], capture_output=True, text=True, check=True).stdout


@needs_tun
@pytest.mark.parametrize("how", [["--lead", "0"], ["--awake"]])
def test_ping_takes_the_round_trip_of_the_links(
    how: list[str], tmp_path: Path, skyseam_command: Command
) -> None:
    """Goal: a real program meets the simulated delay. Method: UDP echoes by two real sockets.

    84 bytes take 67 us on each of four links beside 30 ms of propagation.
    """
    (tmp_path / "links.toml").write_text(LINKS, encoding="utf-8")
    (tmp_path / "echo.py").write_text(ECHO, encoding="utf-8")
    done = skyseam_command(
        "emulate", tmp_path / "links.toml", "--attach", "a", "--attach", "c", *how,
        "--late", "1000", "-o", tmp_path / "out", "--record",
        "--", sys.executable, tmp_path / "echo.py",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    round_trips = [float(one) for one in done.stdout.split()]
    expected_ms = 30 + 4 * 84 * 8 / 10e6 * 1e3
    assert len(round_trips) == 20
    assert min(round_trips) < expected_ms + 10
    assert sorted(round_trips)[10] < expected_ms + 30, "a loaded machine is late, not this late"
    manifest = json.loads((tmp_path / "out/manifest.json").read_text(encoding="utf-8"))
    assert manifest["emulation"]["packets_out"] >= 40
    lead_ms = 1e3 * manifest["emulation"]["lead_s"]
    assert lead_ms == 0 if "--lead" in how else 0 < lead_ms <= 0.2
    assert min(round_trips) >= expected_ms - 2 * lead_ms - 0.01
    assert manifest["emulation"]["valid"]
    assert re.search(r"handed over \d+ us late \(median\)", done.stderr)
    assert (re.search(r", of instants \d+ us early", done.stderr) is None) == ("--lead" in how)
    assert not NAMES & set(namespaces().split())
    again = skyseam_command("replay", tmp_path / "out", "-o", tmp_path / "again")
    assert "tables are those of the recording" in again.stdout


ECHO = """
import ctypes, os, socket, threading, time
def inside(name):
    file = os.open(f"/run/netns/{name}", os.O_RDONLY)
    assert ctypes.CDLL(None).setns(file, 0x40000000) == 0
inside("sky-c")
far = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
far.bind(("10.42.0.2", 7))
def answer():
    while True:
        far.sendto(*far.recvfrom(2000))
threading.Thread(target=answer, daemon=True).start()
inside("sky-a")
near = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
near.settimeout(5)
for _ in range(20):
    sent = time.monotonic()
    near.sendto(bytes(56), ("10.42.0.2", 7))
    near.recv(2000)
    print(1e3 * (time.monotonic() - sent))
"""


def fetched(url: str, name: str) -> Any:
    with urllib.request.urlopen(url + name) as answer:
        return json.loads(answer.read())


def test_the_page_of_an_emulation_has_its_paths_and_its_series(tmp_path: Path) -> None:
    """Method: 1,000 packets of 1,000 bytes handed in at once at a link of 1 Mbit/s."""
    (tmp_path / "sky.toml").write_text(SKY, encoding="utf-8")
    world = skyseam.Live(tmp_path / "sky.toml", ["HNL", "LAX"])
    with beside(tmp_path / "sky.toml", ["HNL", "LAX"]) as (url, watch):
        scene = fetched(url, "scene.json")
        assert scene["live"] is True
        assert "HNL and LAX" in json.dumps(scene["flows"])
        assert fetched(url, "progress.json")["series"] == []
        for tenth in range(20):
            if tenth == 5:
                for _ in range(40):
                    world.send("HNL", "LAX", udp(1000))
            world.advance(world.now + 0.1)
            watch(world, world.take())
        told = fetched(url, "progress.json")
        while told["reached_s"] < 1.7:
            told = fetched(url, "progress.json")
        series = {one["name"]: one for one in told["series"]}
        assert series["path_throughput"]["keys"] == ["HNL to LAX", "LAX to HNL"]
        assert series["path_delay"]["keys"] == ["HNL to LAX"]
        assert series["queue"]["keys"][0] == "HNL uplink"
        assert told["done"] is False
    with pytest.raises(OSError, match="refused"):
        fetched(url, "progress.json")
    (tmp_path / "sky.toml").write_text("nothing = 1", encoding="utf-8")
    with (
        pytest.raises(InputError, match="unknown key `nothing`"),
        beside(tmp_path / "sky.toml", []),
    ):
        pass


@needs_tun
def test_an_emulation_prints_the_address_of_its_page(
    tmp_path: Path, skyseam_command: Command
) -> None:
    (tmp_path / "sky.toml").write_text(SKY, encoding="utf-8")
    done = skyseam_command(
        "emulate", tmp_path / "sky.toml", "--attach", "HNL", "--attach", "LAX", "--late", "1000",
        "--view", "--", "true",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert re.search(r"^http://127\.0\.0\.1:\d+/\S+/$", done.stderr, re.MULTILINE)


@needs_tun
def test_lateness_above_its_bound_is_invalid(tmp_path: Path, skyseam_command: Command) -> None:
    (tmp_path / "links.toml").write_text(LINKS, encoding="utf-8")
    (tmp_path / "echo.py").write_text(ECHO, encoding="utf-8")
    done = skyseam_command(
        "emulate", tmp_path / "links.toml", "--attach", "a", "--attach", "c", "--late", "0.001",
        "--", sys.executable, tmp_path / "echo.py",
    )  # fmt: skip
    assert done.returncode == 3, done.stderr
    assert "invalid: more than 1 % of the packets" in done.stderr


@needs_tun
def test_what_a_killed_emulation_left_is_removed_by_the_next(tmp_path: Path) -> None:
    (tmp_path / "links.toml").write_text(LINKS, encoding="utf-8")
    call = [sys.executable, "-m", "skyseam", "emulate", "links.toml", "--attach", "a"]
    killed = subprocess.Popen([*call, "--attach", "c"], cwd=tmp_path, stderr=subprocess.PIPE)
    assert killed.stderr is not None
    assert killed.stderr.readline() and killed.stderr.readline()
    killed.kill()
    killed.communicate()
    assert "sky-a" in namespaces()
    done = subprocess.run(
        [*call, "--attach", "c", "--", "true"], cwd=tmp_path, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert not NAMES & set(namespaces().split())


@needs_tun
@pytest.mark.parametrize(("command", "code"), [((), 0), (("--", "sleep", "60"), 130)])
def test_ctrl_c_ends_it_and_leaves_results(
    tmp_path: Path, command: tuple[str, ...], code: int
) -> None:
    (tmp_path / "links.toml").write_text(LINKS, encoding="utf-8")
    call = [sys.executable, "-m", "skyseam", "emulate", "links.toml", "--attach", "a"]
    running = subprocess.Popen(
        [*call, "--attach", "c", "-o", "out", *command], cwd=tmp_path, stderr=subprocess.PIPE
    )
    assert running.stderr is not None
    assert running.stderr.readline() and running.stderr.readline()
    time.sleep(0.5)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=20)
    assert running.returncode == code, said
    manifest = json.loads((tmp_path / "out/manifest.json").read_text(encoding="utf-8"))
    assert manifest["complete"]
    assert manifest["end_reason"] == "its programs had ended"
    assert 0 < manifest["ended_at_s"] < 30
    assert not NAMES & set(namespaces().split())


@needs_tun
def test_any_bytes_at_a_device_are_counted(tmp_path: Path, skyseam_command: Command) -> None:
    """Goal: nothing crashes. Method: packets at random, cut and changed, past the IP stack."""
    (tmp_path / "links.toml").write_text(LINKS, encoding="utf-8")
    (tmp_path / "fuzz.py").write_text(FUZZ, encoding="utf-8")
    done = skyseam_command(
        "emulate", tmp_path / "links.toml", "--attach", "a", "--attach", "c", "--late", "1000",
        "-o", tmp_path / "out", "--record", "--", sys.executable, tmp_path / "fuzz.py",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    manifest = json.loads((tmp_path / "out/manifest.json").read_text(encoding="utf-8"))
    told = manifest["emulation"]
    sent = manifest["packets"]["sent"]
    assert told["packets_in"] == sum(told["lost"].values()) + sent >= 3000
    assert told["lost"]["not an IP packet"] > 500
    assert sent > 100
    again = skyseam_command("replay", tmp_path / "out", "-o", tmp_path / "again")
    assert "tables are those of the recording" in again.stdout, again.stderr


FUZZ = """
import random, socket, struct, time
draw = random.Random(5)
device = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM)
def packet():
    size = draw.choice([0, 8, 64, 1000])
    if draw.random() < 0.5:
        head = struct.pack("!BBHHHBBH4s4s", 0x45, draw.randrange(256), 20 + size, 1,
            draw.choice([0, 1, 0x2000]), draw.randrange(256), draw.choice([1, 6, 17, 200]), 0,
            bytes([10, 42, 0, 1]), bytes([10, 42, 0, draw.choice([2, 2, 2, 9])]))
    else:
        head = struct.pack("!IHBB", 6 << 28, size, draw.choice([6, 17, 58, 0]), draw.randrange(256))
        head += bytes.fromhex("fd42" + 13 * "00" + "01" + "fd42" + 13 * "00" + "02")
    data = bytearray(head + draw.randbytes(size))
    kind = draw.randrange(4)
    if kind == 1:
        data = data[: draw.randrange(1, len(data) + 1)]
    if kind == 2:
        data[draw.randrange(min(20, len(data)))] = draw.randrange(256)
    if kind == 3:
        data = bytearray(draw.randbytes(draw.randrange(1, 1500)))
    return bytes(data)
for number in range(3000):
    device.sendto(packet(), ("sky0", draw.choice([0x0800, 0x86DD]), 0, 0, b""))
    if number % 20 == 0:
        time.sleep(0.005)
time.sleep(0.3)
"""


@needs_tun
@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is missing: apt install curl")
def test_curl_fetches_the_same_bytes(tmp_path: Path, skyseam_command: Command) -> None:
    """Method: a file of 1 MB over a queue that overflows, by the kernel's TCP."""
    short = LINKS.replace("50 packets", "20 packets")
    (tmp_path / "links.toml").write_text(short, encoding="utf-8")
    (tmp_path / "fetch.sh").write_text(CURL, encoding="utf-8")
    data = random.Random(1).randbytes(1_000_000)
    (tmp_path / "file").write_bytes(data)
    done = skyseam_command(
        "emulate", tmp_path / "links.toml", "--attach", "a", "--attach", "c", "--late", "1000",
        "-o", tmp_path / "out", "--", "sh", tmp_path / "fetch.sh", tmp_path, sys.executable,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "fetched").read_bytes() == data
    [flow] = skyseam.load(tmp_path / "out").flows.to_pylist()
    assert flow["drops"] > 0


CURL = """
ip netns exec sky-c $2 -m http.server --directory $1 80 > /dev/null 2>&1 &
server=$!
curl -s --retry 20 --retry-connrefused --retry-delay 1 -o $1/fetched http://10.42.0.2/file
code=$?
kill $server
exit $code
"""


@needs_tun
@pytest.mark.skipif(shutil.which("iperf3") is None, reason="iperf3 is missing: apt install iperf3")
def test_iperf3_measures_the_rate_of_the_links(tmp_path: Path, skyseam_command: Command) -> None:
    """Method: 2 MB by TCP and 4 Mbit/s by UDP over links of 10 Mbit/s, as iperf3 reports them."""
    (tmp_path / "links.toml").write_text(LINKS, encoding="utf-8")
    (tmp_path / "measure.sh").write_text(IPERF3, encoding="utf-8")
    done = skyseam_command(
        "emulate", tmp_path / "links.toml", "--attach", "a", "--attach", "c", "--late", "1000",
        "--", "sh", tmp_path / "measure.sh", tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    tcp, datagrams = (json.loads((tmp_path / name).read_text())["end"] for name in ("tcp", "udp"))
    # iperf3 counts no bytes that arrive after its sender has finished.
    assert 1e6 < tcp["sum_received"]["bytes"] <= tcp["sum_sent"]["bytes"]
    assert 5e6 < tcp["sum_received"]["bits_per_second"] < 10e6
    assert datagrams["sum"]["lost_packets"] == 0 < datagrams["sum"]["packets"]
    assert datagrams["sum"]["bits_per_second"] == pytest.approx(4e6, rel=0.1)


IPERF3 = """
ip netns exec sky-c iperf3 -s > /dev/null &
server=$!
sleep 0.5
iperf3 -c 10.42.0.2 -n 2M --json > $1/tcp
iperf3 -c fd42::2 -u -b 4M -l 1200 -t 1 --json > $1/udp
kill $server
"""


@needs_tun
def test_quic_of_a_registry_delivers_the_same_bytes(
    tmp_path: Path, skyseam_command: Command
) -> None:
    """Method: a client and a server of aioquic exchange 1 MB across the links, over IPv6."""
    pytest.importorskip("aioquic", reason="pip install aioquic")
    (tmp_path / "links.toml").write_text(LINKS, encoding="utf-8")
    (tmp_path / "quic.py").write_text(QUIC, encoding="utf-8")
    done = skyseam_command(
        "emulate", tmp_path / "links.toml", "--attach", "a", "--attach", "c", "--late", "1000",
        "--", sys.executable, tmp_path / "quic.py", tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["received"] == told["sent"]
    # 1 MB takes 0.8 s at 10 Mbit/s.
    assert 0.8 < told["took_s"] < 20


QUIC = """
import asyncio, datetime, hashlib, json, random, ssl, subprocess, sys, time
from pathlib import Path
from aioquic.asyncio import connect, serve
from aioquic.quic.configuration import QuicConfiguration
place = Path(sys.argv[1])
data = random.Random(3).randbytes(1_000_000)
def certify():
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    name = x509.Name([x509.NameAttribute(x509.oid.NameOID.COMMON_NAME, "sky")])
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name)
    made = made.public_key(key.public_key()).serial_number(1).not_valid_before(now)
    made = made.not_valid_after(now + datetime.timedelta(1)).sign(key, hashes.SHA256())
    encoding = serialization.Encoding.PEM
    (place / "cert").write_bytes(made.public_bytes(encoding))
    (place / "key").write_bytes(key.private_bytes(
        encoding, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
async def server():
    config = QuicConfiguration(is_client=False, alpn_protocols=["sky"])
    config.load_cert_chain(place / "cert", place / "key")
    async def answer(reader, writer):
        await reader.read()
        writer.write(data)
        writer.write_eof()
    def opened(reader, writer):
        asyncio.ensure_future(answer(reader, writer))
    await serve("fd42::2", 4433, configuration=config, stream_handler=opened)
    print("ready", flush=True)
    await asyncio.Event().wait()
async def client():
    config = QuicConfiguration(alpn_protocols=["sky"], verify_mode=ssl.CERT_NONE)
    began = time.monotonic()
    async with connect("fd42::2", 4433, configuration=config) as connection:
        reader, writer = await connection.create_stream()
        writer.write_eof()
        received = await reader.read()
    took_s = time.monotonic() - began
    digests = [hashlib.sha256(one).hexdigest() for one in (data, received)]
    print(json.dumps({"sent": digests[0], "received": digests[1], "took_s": took_s}))
if len(sys.argv) > 2:
    asyncio.run(server())
else:
    certify()
    far = subprocess.Popen(
        ["ip", "netns", "exec", "sky-c", sys.executable, __file__, place, "server"],
        stdout=subprocess.PIPE)
    far.stdout.readline()
    asyncio.run(client())
    far.kill()
"""


@needs_tun
def test_a_place_that_holds_something_else_is_refused_before_anything_runs(
    tmp_path: Path, skyseam_command: Command
) -> None:
    (tmp_path / "links.toml").write_text(LINKS, encoding="utf-8")
    (tmp_path / "out").mkdir()
    (tmp_path / "out/mine").touch()
    done = skyseam_command(
        "emulate", tmp_path / "links.toml", "--attach", "a", "--attach", "c",
        "-o", tmp_path / "out", "--", "touch", tmp_path / "ran",
    )  # fmt: skip
    assert done.returncode == 2
    assert "holds no results of Skyseam" in done.stderr
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("attach", "message"),
    [
        (["a"], "attaches two nodes or more"),
        (["a", "=x"], 'is "=x"; expected NODE'),
        (["a", "c=nowhere"], "there is no network namespace nowhere for c"),
        (["a", "d"], '"d" is not a terminal or node'),
    ],
)
@needs_tun
def test_bad_attachments_are_refused(
    tmp_path: Path, skyseam_command: Command, attach: list[str], message: str
) -> None:
    (tmp_path / "links.toml").write_text(LINKS, encoding="utf-8")
    options = [part for one in attach for part in ("--attach", one)]
    done = skyseam_command("emulate", tmp_path / "links.toml", *options)
    assert done.returncode == 2
    assert message in done.stderr
    assert not NAMES & set(namespaces().split())


@needs_tun
def test_the_kernel_and_the_stack_transfer_over_the_same_sky() -> None:
    """Method: the shortest case of `validate --live`, with bounds for a loaded machine."""
    [case] = [one for one in live.CASES if one.name == "geo cubic 0.06 MB"]
    completion, retransmissions = live.live(cases=(case,))
    assert 1.68 < completion.simulated < 1.72
    assert completion.simulated - 1e-3 < completion.measured < 1.1 * completion.simulated
    assert retransmissions.measured == retransmissions.simulated == 0
    assert len(live.CASES) == 20


def test_drawn_cases_are_others_and_those_of_their_seed() -> None:
    cases = live.drawn(1)
    assert cases == live.drawn(1)
    assert len({case.name for case in [*cases, *live.drawn(2), *live.CASES]}) == 60
    assert sum(case.is_short for case in cases) == 5
    for case in cases:
        skyseam.Live(case.scenario, [name for name, *_ in case.sky.ends])


class Halving(plugins.Controller):
    """A window that fails when it has been asked long enough."""

    def begin(self, setup: plugins.Setup) -> None:
        self.bytes, self.acks = float(setup.initial_window), 0

    def on_ack(self, ack: plugins.Ack) -> None:
        self.acks += 1
        if self.acks == 40:
            raise ValueError("forty")

    def on_loss(self, loss: plugins.Loss) -> None:
        self.bytes /= 2

    def on_timeout(self, timeout: plugins.Timeout) -> None:
        self.bytes /= 2

    def on_syn_lost(self) -> None:
        pass

    def window(self) -> float:
        return self.bytes


def test_worlds_in_steps_call_models_in_python() -> None:
    chosen = CROWDED + 'transport = { kind = "tcp", congestion = "halving" }\n'
    world = skyseam.Live(skyseam.toml(chosen), models=[Halving])
    world.advance(0.1)
    with pytest.raises(skyseam.PluginError, match="forty"):
        world.advance(20.0)
    world.advance(25.0)
    results = world.finish()
    assert not results.manifest["complete"]
    assert results.manifest["end_reason"] == "a plug-in failed"
    assert results.manifest["plugins"][0]["name"] == "halving"
