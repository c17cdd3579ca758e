"""Goal: results written during a run are those of a run kept in memory and saved.

Method: runs with more rows than a row group, on one thread and on two; interrupted runs; a full
disk; the memory of a run ten times as long.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import skyseam
from skyseam._growing import GrowingTables
from skyseam._work import available_cores
from skyseam.results import ROWS_PER_GROUP

BUSY = """
title = "many packets over a wire"
nodes = [{ name = "a" }, { name = "b" }]
wires = [{ between = ["a", "b"], delay = "5 ms", rate = "200 Mbit/s", queue = "50 packets" }]
[[flows]]
name = "f"
from = "a"
to = "b"
count = 3
every = "100 ms"
application = { kind = "bulk", duration = "100 s" }
[[flows]]
name = "asked"
from = "a"
to = "b"
[flows.application]
kind = "request-response"
request = "1 kB"
response = "9 kB"
count = 5
think = "10 ms"
[run]
duration = "4 s"
record = ["sequence", "rtt", "cwnd", "rate", "queue", "retransmissions"]
captures = ["a", "b - a"]
throughput_bin = "100 ms"
"""

SKY = """
title = "transfers over Starlink's first shell, some packets lost"
[constellation]
preset = "starlink-shell1"
[links]
uplink = { rate = "500 Mbit/s", queue = "600 packets" }
downlink = { rate = "500 Mbit/s", queue = "600 packets" }
isl = { rate = "1 Gbit/s", queue = "100 packets" }
[[terminals]]
name = "Berlin"
latitude = "52.5 deg"
longitude = "13.4 deg"
[[terminals]]
name = "New York"
latitude = "40.7 deg"
longitude = "-74.0 deg"
[[terminals]]
name = "Tokyo"
latitude = "35.7 deg"
longitude = "139.7 deg"
[[terminals]]
name = "Sydney"
latitude = "-33.9 deg"
longitude = "151.2 deg"
[[flows]]
name = "west"
from = "Berlin"
to = "New York"
count = 40
every = "20 ms"
application = { kind = "bulk", duration = "100 s" }
[[flows]]
name = "south"
from = "Tokyo"
to = "Sydney"
count = 40
every = "20 ms"
application = { kind = "bulk", duration = "100 s" }
[run]
duration = "8 s"
record = ["rtt", "cwnd", "handovers", "queue"]
"""


def files_in(directory: Path) -> dict[str, bytes]:
    files = [p for p in directory.rglob("*") if p.is_file() and p.name != "manifest.json"]
    return {str(p.relative_to(directory)): p.read_bytes() for p in files}


@pytest.mark.parametrize(("scenario", "threads"), [(BUSY, [1]), (SKY, [1, 2])])
def test_the_bytes_are_those_of_a_run_in_memory(
    tmp_path: Path, scenario: str, threads: list[int]
) -> None:
    text = skyseam.toml(scenario)
    kept = skyseam.run(text)
    kept.save(tmp_path / "kept")
    assert max(kept.table(name).num_rows for name in kept.tables) > ROWS_PER_GROUP
    for number in threads:
        place = tmp_path / f"grown {number}"
        grown = skyseam.save_run(text, place, threads=number)
        assert files_in(place) == files_in(tmp_path / "kept")
        if number > 1 and available_cores() > 1:
            assert grown.manifest["threads"] > 1, grown.manifest.get("undivided")
        assert grown.tables == kept.tables
        assert dict(grown.captures) == dict(kept.captures)
        for name in kept.tables:
            assert grown.table(name).equals(kept.table(name), check_metadata=True)
        assert skyseam.load(place).manifest == grown.manifest
    made = {"kept", *(f"grown {number}" for number in threads)}
    assert {place.name for place in tmp_path.iterdir()} == made


def test_rows_make_the_same_file_however_they_come(tmp_path: Path) -> None:
    rows = pa.table({"t_s": pa.array(range(3 * ROWS_PER_GROUP + 5), pa.float64())})
    pq.write_table(rows, tmp_path / "a", compression="zstd", row_group_size=ROWS_PER_GROUP)
    for number, lengths in enumerate([(7, 100_000), (ROWS_PER_GROUP,), (2 * ROWS_PER_GROUP + 1,)]):
        place = tmp_path / str(number)
        place.mkdir()
        tables = GrowingTables(place)
        tables.take("rows", rows.slice(0, 3))
        tables.begin_again()
        at = 0
        while at < rows.num_rows:
            for length in lengths:
                tables.take("rows", rows.slice(at, length))
                at += length
        assert tables.finish() == ["rows.parquet"]
        assert (place / "rows.parquet").read_bytes() == (tmp_path / "a").read_bytes()


def test_results_in_a_directory_that_changed_are_refused(tmp_path: Path) -> None:
    first = skyseam.save_run(skyseam.toml(BUSY.replace('"4 s"', '"0.3 s"')), tmp_path / "out")
    skyseam.save_run(skyseam.toml(BUSY.replace('"4 s"', '"0.4 s"')), tmp_path / "out")
    with pytest.raises(skyseam.InputError, match="was damaged or changed"):
        first.table("sequence")


def test_a_write_that_fails_is_told_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: GrowingTables, name: str, rows: pa.Table) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(GrowingTables, "take", full)
    with pytest.raises(skyseam.OutputError, match="No space left on device"):
        skyseam.save_run(skyseam.toml(BUSY), tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


PEAK = """
import re, sys
import skyseam
_, way, scenario, out = sys.argv
skyseam.save_run(scenario, out) if way == "as it comes" else skyseam.run(scenario).save(out)
# Of this program alone: what getrusage tells begins with the caller's.
print(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1])
"""


def test_memory_does_not_grow_with_the_duration(tmp_path: Path) -> None:
    def peak_kib(way: str, duration: str) -> int:
        path = tmp_path / f"{duration}.toml"
        # Retransmissions and throughput are made into rows at the end.
        text = BUSY.replace('"4 s"', f'"{duration}"').replace(', "retransmissions"', "")
        path.write_text(text.replace("throughput_bin", "# throughput_bin"), encoding="utf-8")
        arguments = [sys.executable, "-c", PEAK, way, str(path), str(tmp_path / duration)]
        done = subprocess.run(arguments, capture_output=True, text=True, check=True)
        return int(done.stdout)

    short, long = (peak_kib("as it comes", duration) for duration in ("20 s", "60 s"))
    kept = peak_kib("kept", "60 s")
    assert long < 1.2 * short, f"{short} and {long} KiB"
    assert kept > 1.5 * long, f"{long} and {kept} KiB"
