"""Goal: exported files load in their target programs, and agree with the core.

Method: CZML by a strict reader written here and by interpolation of its samples; traces against the
delay study; the netem script run by a shell with a `tc` that records its arguments.
"""

from __future__ import annotations

import csv
import itertools
import json
import os
import subprocess
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from czml3 import Packet

import skyseam
from conftest import SKY, Command
from skyseam import export
from skyseam.export._scenario import sky_of
from skyseam.export.czml import Sampled, _metres, _places

# An outage for sure: a mask under which Iridium leaves gaps.
GAPS = SKY.replace('preset = "iridium-ns2"', 'preset = "iridium-ns2"\nelevation_mask = "40 deg"')


def seconds(stamp: str) -> float:
    whole, _, fraction = stamp.removesuffix("Z").partition(".")
    zero = datetime.fromisoformat("2000-01-01T00:00:00")
    # Of nanoseconds, which datetime does not have.
    return (datetime.fromisoformat(whole) - zero).total_seconds() + float(f"0.{fraction or 0}")


def is_shown(packet: dict[str, Any], t_s: float) -> bool:
    """Return whether Cesium shows an object: intervals are closed, later ones take precedence."""
    graphics = packet.get("polyline") or packet["point"]
    held = True
    for spell in graphics.get("show", []):
        begin, end = (seconds(stamp) for stamp in spell["interval"].split("/"))
        if begin <= t_s <= end:
            held = spell["boolean"]
    return held


@pytest.fixture(scope="module")
def packets(tmp_path_factory: pytest.TempPathFactory, skyseam_command: Command) -> Any:
    """Return the packets of an hour from 06:00, with the route from Hawaii to Los Angeles."""
    place = tmp_path_factory.mktemp("czml")
    (place / "sky.toml").write_text(SKY, encoding="utf-8")
    done = skyseam_command(
        "export", "czml", "sky.toml", "--from", "HNL", "--to", "LAX", "--start", "06:00:00",
        "--duration", "1 h", "-o", "sky.czml", cwd=place,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "MB" in done.stdout
    return json.loads((place / "sky.czml").read_text(encoding="utf-8"))


def test_every_packet_is_czml_and_references_what_is_there(packets: Any) -> None:
    for packet in packets:
        Packet.model_validate(packet)
    assert packets[0]["id"] == "document"
    assert packets[0]["clock"]["interval"] == "2000-01-01T06:00:00Z/2000-01-01T07:00:00Z"
    ids = [packet["id"] for packet in packets]
    assert len(set(ids)) == len(ids)
    placed = {packet["id"] for packet in packets if "position" in packet}
    assert len([name for name in placed if name.startswith("n")]) == 66 + 2
    for packet in packets:
        for reference in packet.get("polyline", {}).get("positions", {}).get("references", []):
            assert reference.removesuffix("#position") in placed


def lagrange(times: np.ndarray, values: np.ndarray, t: float, points: int) -> Any:
    """Interpolate as Cesium does: by an equal number of samples on either side, if available."""
    first = int(np.searchsorted(times, t)) - points // 2
    first = min(max(first, 0), len(times) - points)
    x, y = times[first : first + points], values[first : first + points]
    weights = [
        np.prod([(t - x[j]) / (x[i] - x[j]) for j in range(points) if j != i])
        for i in range(points)
    ]
    return np.array(weights) @ y


def test_interpolated_positions_are_those_of_the_core_within_three_metres(packets: Any) -> None:
    satellites = [p for p in packets if p.get("name", "").startswith("satellite ")]
    table = skyseam.positions(skyseam.toml(SKY), 21_600.0, 3600.0, 13.0).table("positions")
    names = table["node"].to_pylist()
    nodes = 68
    t_s = table["t_s"].to_numpy().reshape(-1, nodes)[:, 0] - 21_600.0
    xyz = np.stack([table[a].to_numpy() * 1000 for a in ("x_km", "y_km", "z_km")], axis=1)
    xyz = xyz.reshape(-1, nodes, 3)
    worst = 0.0
    for number, packet in enumerate(satellites[::13]):
        number *= 13
        assert packet["name"] == f"satellite {names[number]}"
        samples = np.array(packet["position"]["cartesian"]).reshape(-1, 4)
        assert samples[-1, 0] >= 3600, "sampled to the end"
        for row, t in enumerate(t_s):
            at = lagrange(samples[:, 0], samples[:, 1:], t, 6)
            worst = max(worst, float(np.linalg.norm(at - xyz[row, number])))
    assert worst < 3, f"{worst} m"


def test_links_are_shown_while_they_are_on(packets: Any) -> None:
    lines = [packet for packet in packets if packet["id"].startswith("l")]
    sky = skyseam.positions(skyseam.toml(SKY), 21_600.0, 3600.0, 600.0).table("links")
    changes = [t for t in sky["from_s"].to_pylist() if 21_600 < t < 25_200]
    assert len(changes) > 10
    # A link that ends as another begins is not shown at that instant.
    for t_s in (21_600.5, 23_000.5, 25_199.0, *changes):
        links = skyseam.snapshot(skyseam.toml(SKY), t_s).table("links")
        assert sum(is_shown(line, t_s) for line in lines) == links.num_rows, t_s


def path_of(packets: Any, t_s: float) -> list[str]:
    """Join the hops that are shown to a path."""
    names = {packet["id"]: packet["name"].removeprefix("satellite ") for packet in packets
             if "position" in packet and "name" in packet}  # fmt: skip
    hops = {}
    for packet in packets:
        if packet["id"].startswith("route") and "polyline" in packet and is_shown(packet, t_s):
            a, b = packet["polyline"]["positions"]["references"]
            hops[names[a.removesuffix("#position")]] = names[b.removesuffix("#position")]
    path = ["HNL"] if hops else []
    while path and path[-1] in hops:
        path.append(hops.pop(path[-1]))
    assert not hops, f"hops beside the path: {hops}"
    return path


def test_the_route_is_the_path_of_the_delay_study_at_every_sample(packets: Any) -> None:
    study = skyseam.delay(
        skyseam.toml(SKY), pairs=[("HNL", "LAX")], start_s=21_600.0, duration_s=3600.0, step_s=10.0
    ).table("delay")
    hops = [packet["name"] for packet in packets if packet["id"].startswith("route")]
    assert len(hops) > 20
    assert len(set(hops)) == len(hops), "one shape per hop"
    for t_s, path in zip(study["t_s"].to_pylist(), study["path"].to_pylist(), strict=True):
        assert path_of(packets, t_s) == (path or []), t_s


def test_the_route_changes_at_the_nanosecond_at_which_packets_take_another_path() -> None:
    pair = ("HNL", "LAX")
    given: dict[str, Any] = {"start_s": 21_600.0, "duration_s": 3600.0}
    changes = skyseam.survey.path_changes(skyseam.toml(SKY), pair, **given, step_s=0.1)
    coarse = skyseam.survey.path_changes(skyseam.toml(SKY), pair, **given, step_s=7.0)
    assert changes.table("paths").equals(coarse.table("paths"))
    instants = changes.table("paths")["t_s"].to_pylist()
    paths = changes.table("paths")["path"].to_pylist()
    assert len(instants) > 5
    assert all(a != b for a, b in itertools.pairwise(paths))
    for (_, before), (t_s, after) in itertools.pairwise(zip(instants, paths, strict=True)):
        # Some time beyond the look, so that a packet's way is not cut off by the end of the sky.
        for begin_s, path in ((t_s - 2e-9, before), (t_s + 1e-9, after)):
            look = skyseam.delay(
                skyseam.toml(SKY), pairs=[pair], start_s=begin_s, duration_s=2.0, step_s=2.0
            )
            assert look.table("delay")["path"].to_pylist()[0] == path, t_s


def test_shells_the_seam_and_handovers_are_told_apart(packets: Any) -> None:
    groups = {p["id"]: p["name"] for p in packets if set(p) == {"id", "name"}}
    members: dict[str, list[Any]] = {group: [] for group in groups}
    for packet in packets:
        if "parent" in packet:
            members[packet["parent"]].append(packet)
    assert len(members["shell0"]) == 66
    assert [p["name"] for p in members["seam"] if "polyline" in p] == ["seam", "seam"]
    serving = skyseam.contacts(skyseam.toml(SKY), start_s=21_600.0, duration_s=3600.0)
    rows = serving.table("serving").to_pylist()
    handovers = [
        (f"handover of {b['terminal']} from {a['satellite']} to {b['satellite']}", b["from_s"])
        for a, b in itertools.pairwise(rows)
        if a["terminal"] == b["terminal"]
    ]
    assert len(handovers) > 5
    assert [p["name"] for p in members["handovers"]] == [name for name, _ in handovers]
    for packet, (_, t_s) in zip(members["handovers"], handovers, strict=True):
        assert [is_shown(packet, t_s + after) for after in (-1e-6, 0, 29.9)] == [False, True, True]
        assert not is_shown(packet, t_s + 30)


def test_shells_have_colours_and_links_across_the_seam_one_of_their_own() -> None:
    places = SKY[SKY.index("[[terminals]]") : SKY.index("[[flows]]")]
    two = f'[constellation]\npreset = "telesat"\n{places}'
    packets = json.loads(export.czml(skyseam.toml(two), duration_s=60.0))
    shells = {p["id"]: p["name"] for p in packets if p["id"].startswith("shell")}
    assert len(shells) == 2
    colours = {
        (p["parent"], tuple(p["point"]["color"]["rgba"]))
        for p in packets
        if p.get("parent") in shells
    }
    assert len(colours) == len({colour for _, colour in colours}) == 2
    crossed = SKY.replace('"iridium-ns2"', '"iridium-ns2"\nisl.pattern = "grid-seam-crossed"')
    packets = json.loads(export.czml(skyseam.toml(crossed), duration_s=600.0))
    across = [p for p in packets if p.get("parent") == "isl-seam"]
    # Planes of eleven: the first has satellites 0 to 10, the last 55 to 65.
    ends = [{int(end) // 11 for end in p["id"][1:].split("-")} for p in across]
    assert ends
    assert all(planes == {0, 5} for planes in ends)
    others = [p for p in packets if p.get("parent") == "isl"]
    assert not any({int(end) // 11 for end in p["id"][1:].split("-")} == {0, 5} for p in others)
    shades = [
        {tuple(p["polyline"]["material"]["solidColor"]["color"]["rgba"]) for p in group}
        for group in (across, others)
    ]
    assert shades[0].isdisjoint(shades[1])


def test_a_terminal_that_moves_is_sampled_as_satellites_are() -> None:
    sky = sky_of(skyseam.toml(SKY))
    moving = replace(sky, terminals=(replace(sky.terminals[0], place=None), sky.terminals[1]))
    table = skyseam.positions(skyseam.toml(SKY), 0.0, 600.0, 60.0).table("positions")
    sampled = Sampled(*_metres(table, 0.0), "2000-01-01T00:00:00Z")
    ship, city = _places(moving, 66, sampled)
    Packet.model_validate(ship)
    rows = [row for row in table.to_pylist() if row["node"] == "HNL"]
    samples = np.array(ship["position"]["cartesian"]).reshape(-1, 4)
    expected = [[row["t_s"], *(1000 * row[a] for a in ("x_km", "y_km", "z_km"))] for row in rows]
    assert np.abs(samples - np.array(expected)).max() <= 0.5
    assert city["position"]["cartographicDegrees"] == [-118.24, 34.05, 0]


def test_czml_stays_small_and_refuses_what_would_not() -> None:
    places = SKY[SKY.index("[[terminals]]") : SKY.index("[[flows]]")]
    small = export.czml(skyseam.toml(SKY), route=("HNL", "LAX"), start_s=0.0, duration_s=7200.0)
    assert len(small) < 2e6
    starlink = f'[constellation]\npreset = "starlink-shell1"\n{places}'
    assert len(export.czml(skyseam.toml(starlink), route=("HNL", "LAX"), duration_s=600.0)) < 20e6
    with pytest.raises(skyseam.InputError, match="too much for a browser"):
        export.czml(skyseam.toml(starlink), duration_s=86_400.0, step_s=1.0)
    with pytest.raises(skyseam.InputError, match=r"would have \d+ MB"):
        export.czml(skyseam.toml(starlink), duration_s=86_400.0, step_s=70.0)
    short = json.loads(export.czml(skyseam.toml(SKY), duration_s=3.0))
    satellite = next(packet for packet in short if packet["id"] == "n0")
    assert len(satellite["position"]["cartesian"]) == 4 * 7, "as many as the polynomial needs"


def test_positions_have_every_node_at_every_instant_on_its_earth() -> None:
    table = skyseam.positions(skyseam.toml(SKY), 100.0, 10.0, 2.5).table("positions")
    assert table.num_rows == 4 * 68
    assert sorted(set(table["t_s"].to_pylist())) == [100.0, 102.5, 105.0, 107.5]
    places = {row["node"]: row for row in table.to_pylist() if row["kind"] == "terminal"}
    # ns-2 reads angles through 32-bit floats and has a sphere of 6378 km.
    assert places["HNL"]["latitude_deg"] == pytest.approx(21.5, abs=1e-5)
    assert places["HNL"]["longitude_deg"] == pytest.approx(-158, abs=1e-5)
    assert places["HNL"]["altitude_km"] == pytest.approx(0, abs=1e-6)
    exact = SKY.replace('"iridium-ns2"', '"iridium-ns2"\ngeometry = "exact"')
    rows = skyseam.positions(skyseam.toml(exact), 0.0, 6000.0, 600.0).table("positions").to_pylist()
    heights = [row["altitude_km"] for row in rows if row["kind"] == "satellite"]
    # 780 km above the equatorial radius: over the poles the ellipsoid is 21.4 km lower.
    assert min(heights) == pytest.approx(780, abs=0.5)
    assert max(heights) == pytest.approx(801.3, abs=0.5)
    radii = [np.hypot(np.hypot(r["x_km"], r["y_km"]), r["z_km"]) for r in rows[:66]]
    assert radii == pytest.approx([7158.137] * 66)
    with pytest.raises(skyseam.InputError, match="longer step"):
        skyseam.positions(skyseam.toml(SKY), 0.0, 1e7, 1.0)


def export_delay(command: Command, place: Path, form: str, *more: str) -> Path:
    (place / "sky.toml").write_text(GAPS, encoding="utf-8")
    out = place / f"out.{form}"
    done = command(
        "export", "delay", place / "sky.toml", "--from", "HNL", "--to", "LAX", "--format", form,
        "--start", "0 s", "--duration", "20 min", "--step", "10 s", "-o", out, *more,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return out


@pytest.fixture(scope="module")
def study() -> list[dict[str, Any]]:
    """Return the samples from which the traces are made."""
    results = skyseam.delay(
        skyseam.toml(GAPS), pairs=[("HNL", "LAX")], start_s=0.0, duration_s=1200.0, step_s=10.0
    )
    rows = results.table("delay")
    found: list[dict[str, Any]] = rows.to_pylist()
    none = sum(row["delay_ms"] is None for row in found)
    assert 0 < none < len(found), "the scenario must have outages to be a test"
    return found


def test_a_csv_has_delay_hops_and_path(
    skyseam_command: Command, tmp_path: Path, study: list[dict[str, Any]]
) -> None:
    with export_delay(skyseam_command, tmp_path, "csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(study) == 120
    for row, sample in zip(rows, study, strict=True):
        assert float(row["t_s"]) == sample["t_s"]
        assert row["path"].split() == sample["path"]
        assert int(row["hops"]) == sample["hops"]
        if sample["delay_ms"] is None:
            assert row["one_way_delay_ms"] == ""
        else:
            assert float(row["one_way_delay_ms"]) == pytest.approx(sample["delay_ms"], abs=1e-6)


def test_a_link_trace_has_rate_and_loses_all_without_a_path(
    skyseam_command: Command, tmp_path: Path, study: list[dict[str, Any]]
) -> None:
    out = export_delay(skyseam_command, tmp_path, "trace", "--rate", "1.5 Mbit/s")
    with out.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["rate_bps"] for row in rows} == {"1500000"}
    for row, sample in zip(rows, study, strict=True):
        assert row["loss"] == ("1" if sample["delay_ms"] is None else "0")
        assert float(row["delay_ms"]) > 0, "a delay at all times"


def test_mahimahi_files_hold_whole_milliseconds_and_delivery_opportunities(
    skyseam_command: Command, tmp_path: Path, study: list[dict[str, Any]]
) -> None:
    out = export_delay(skyseam_command, tmp_path, "mahimahi", "--rate", "1.5 Mbit/s")
    delays = [int(line) for line in out.read_text(encoding="utf-8").splitlines()]
    known = [(d, s["delay_ms"]) for d, s in zip(delays, study, strict=True) if s["delay_ms"]]
    assert all(abs(ms - delay_ms) <= 0.5 for ms, delay_ms in known)
    link = out.with_name("out.mahimahi.link").read_text(encoding="utf-8").splitlines()
    times = np.array([int(line) for line in link])
    assert (np.diff(times) >= 0).all(), "mm-link refuses times that fall"
    assert times[-1] > 0, "and a trace of no length"
    # 1.5 Mbit/s deliver 125 packets of 1500 bytes a second where there is a path, none elsewhere.
    for number, sample in enumerate(study):
        inside = ((times > number * 10_000) & (times <= (number + 1) * 10_000)).sum()
        assert inside == (0 if sample["delay_ms"] is None else 1250)


def test_the_netem_script_tells_tc_what_the_study_says(
    skyseam_command: Command, tmp_path: Path, study: list[dict[str, Any]]
) -> None:
    script = export_delay(skyseam_command, tmp_path, "netem")
    assert os.access(script, os.X_OK)
    tools = tmp_path / "bin"
    tools.mkdir()
    # `sleep` passes no time, and says until when it would have slept.
    (tools / "tc").write_text('#!/bin/sh\necho "tc $*" >> "$LOG"\n', encoding="utf-8")
    (tools / "sleep").write_text('#!/bin/sh\necho "sleep $1" >> "$LOG"\n', encoding="utf-8")
    for tool in ("tc", "sleep"):
        (tools / tool).chmod(0o755)
    log = tmp_path / "log"
    environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "LOG": str(log)}
    done = subprocess.run(
        [script, "eth0", "eth1"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    lines = log.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("tc qdisc replace dev eth0 root handle 1: netem limit 100000 delay ")
    assert lines[-2:] == ["tc qdisc del dev eth0 root", "tc qdisc del dev eth1 root"]
    told = {}
    now = 0.0
    for line in lines[:-2]:
        if line.startswith("sleep "):
            now = float(line.split()[1])
        elif " dev eth0 " in line:
            told[round(now / 10)] = line.split("limit 100000 ")[1]
    state = ""
    for number, sample in enumerate(study):
        state = told.get(number, state)
        if sample["delay_ms"] is None:
            assert state.endswith("loss 100%")
        else:
            assert state == f"delay {sample['delay_ms']:.3f}ms loss 0%"
    done = subprocess.run([script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "DEVICE_TO_LAX DEVICE_TO_HNL" in done.stderr


@pytest.mark.parametrize(
    ("queue", "limit", "last"),
    [
        ("100 packets", 154_000, "parent 10:1 handle 100: pfifo limit 100"),
        ("60 kB", 60_000, "limit 60000"),
    ],
)
def test_the_netem_script_has_the_queue_of_its_rate(queue: str, limit: int, last: str) -> None:
    made = export.trace(
        skyseam.toml(SKY), "netem", source="HNL", destination="LAX",
        duration_s=20.0, step_s=10.0, rate_bps=20e6, queue=queue,
    )[""]  # fmt: skip
    [rate] = [line.strip() for line in made.splitlines() if " tbf " in line]
    assert rate.endswith(f"parent 1:1 handle 10: tbf rate 20000000bit burst 10000 limit {limit}")
    assert last in made
    [begin] = [line for line in made.splitlines() if line.startswith("at 0;")]
    assert begin.endswith('; queue "$forth"; queue "$back"')
    assert " rate " not in begin
    assert subprocess.run(["sh", "-n"], input=made, text=True, check=False).returncode == 0
    for rate_bps, asked, message in (
        (None, queue, "queue needs the form netem and rate_bps"),
        (20e6, "2.5 packets", 'queue is "2.5 packets"; expected packets or bytes'),
    ):
        with pytest.raises(skyseam.InputError, match=message):
            export.trace(
                skyseam.toml(SKY), "netem", source="HNL", destination="LAX", duration_s=20.0,
                step_s=10.0, rate_bps=rate_bps, queue=asked,
            )  # fmt: skip


def test_traces_of_both_parts_say_what_the_study_says(
    skyseam_command: Command, sky: Path, tmp_path: Path
) -> None:
    done = skyseam_command(
        "delay", sky, "--from", "HNL", "--to", "LAX", "--start", "06:00:00", "--duration", "20 min",
        "--step", "1 s", "--traces", "--resolution", "1 ms", "--rounding", "up",
        "--extra-delay", "1 ms",
        "-o", tmp_path / "out",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    table = skyseam.load(tmp_path / "out").table("delay")
    whole_ms, last_ms = (table[name].to_numpy() for name in ("delay_ms", "last_link_ms"))
    for part, exact_ms in (("first", whole_ms - last_ms), ("last", last_ms)):
        with (tmp_path / "out" / f"HNL-LAX-{part}.csv").open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        assert set(rows[0]) == {"t_s", "delay_ms"}
        begins = [float(row["t_s"]) for row in rows]
        says = [float(row["delay_ms"]) for row in rows]
        assert begins[0] == 0
        assert all(a != b for a, b in itertools.pairwise(says)), "a row at each change"
        held = np.array(says)[np.searchsorted(begins, np.arange(1200), side="right") - 1]
        np.testing.assert_array_equal(held, np.ceil(exact_ms) + 1)


def test_a_trace_without_a_path_loses_all_and_keeps_its_delay() -> None:
    study = skyseam.delay(skyseam.toml(GAPS), pairs=[("HNL", "LAX")], duration_s=3600, step_s=10.0)
    is_lost = np.isnan(study.table("delay")["delay_ms"].to_numpy())
    assert is_lost.any()
    assert not is_lost.all()
    rows = list(csv.DictReader(export.path_traces(study, "HNL", "LAX")["last"].splitlines()))
    told = {float(row["t_s"]): row for row in rows}
    state = rows[0]
    for number, lost in enumerate(is_lost):
        state = told.get(10.0 * number, state)
        assert state["loss"] == str(int(lost))
        assert float(state["delay_ms"]) > 0


@pytest.mark.parametrize(
    ("how", "resolution_ms", "delay_ms", "becomes"),
    [
        ("up", 1.0, 2.67, 3.0),
        ("down", 1.0, 2.67, 2.0),
        ("nearest", 1.0, 2.5, 3.0),
        ("up", 0.1, 6.0, 6.0),  # 6.0 / 0.1 is no whole number to a machine
        ("up", 5.0, 10.1, 15.0),
    ],
)
def test_delays_are_rounded_as_asked(
    how: str, resolution_ms: float, delay_ms: float, becomes: float
) -> None:
    rounding = export.Rounding(resolution_ms, how)
    assert rounding.of(delay_ms) == pytest.approx(becomes, abs=1e-12)
    assert replace(rounding, added_ms=1.0).of(delay_ms) == pytest.approx(becomes + 1, abs=1e-12)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--resolution", "1 ms"), "--resolution has no effect without --traces"),
        (("--traces", "--resolution", "0 ms"), "above zero"),
        (("--traces", "--extra-delay", "1"), "expected a time with its unit"),
    ],
)
def test_bad_roundings_are_refused(
    options: tuple[str, ...], says: str, skyseam_command: Command, sky: Path, tmp_path: Path
) -> None:
    done = skyseam_command("delay", sky, *options, "-o", tmp_path / "out")
    assert done.returncode == 2
    assert says in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("delay", "{}", "--from", "HNL", "--format", "csv"), "--from and --to go together"),
        (("delay", "{}", "--format", "csv"), "give --from and --to"),
        (("delay", "{}", "--from", "HNL", "--to", "NOWHERE", "--format", "csv"), "NOWHERE"),
        (("delay", "{}", "--from", "HNL", "--to", "LAX", "--format", "trace"), "give --rate"),
        (
            ("delay", "{}", "--from", "HNL", "--to", "LAX", "--format", "trace", "--rate", "5"),
            '--rate is "5"; expected a rate',
        ),
        (
            ("delay", "{}", "--from", "HNL", "--to", "LAX", "--format", "mahimahi", "--rate",
             "1 Gbit/s", "--duration", "24 h"),
            "expected at most 5,000,000",
        ),
        (
            ("delay", "{}", "--from", "HNL", "--to", "LAX", "--format", "mahimahi", "--rate",
             "1 Mbit/s", "--step", "0.5 ms", "--duration", "1 s"),
            "whole milliseconds",
        ),
        (("czml", "{}", "--to", "LAX"), "--from and --to go together"),
        (("czml", "{}", "--duration", "10"), "expected a time with its unit"),
        (("czml", "nowhere.toml"), "there is no file"),
        (("hypatia", "{}", "--step", "1 ms"), "at most 20,000 steps"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_in_words_and_nothing_is_written(
    arguments: tuple[str, ...], says: str, skyseam_command: Command, sky: Path, tmp_path: Path
) -> None:
    given = [str(sky) if argument == "{}" else argument for argument in arguments]
    done = skyseam_command("export", *given, "-o", tmp_path / "out")
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_place_that_is_taken_is_left_as_it_is(
    skyseam_command: Command, sky: Path, tmp_path: Path
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear", encoding="utf-8")
    for form in (("czml",), ("hypatia",)):
        done = skyseam_command("export", *form, sky, "-o", tmp_path / "mine")
        assert done.returncode == 2
        assert "name a" in done.stderr
    assert [p.name for p in (tmp_path / "mine").iterdir()] == ["letter.txt"]
