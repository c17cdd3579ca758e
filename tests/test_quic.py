"""Goal: a run with QUIC gives the same bytes in every process and on any number of threads.

Method: the example is run in separate processes, alone and in a batch on two threads; every table
and the capture are compared byte by byte. tshark, if installed, reads the capture.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT

EXAMPLE = ROOT / "scenarios" / "quic-and-tcp.toml"

SUMS = """
import hashlib, sys
import skyseam
scenario, threads = sys.argv[1], int(sys.argv[2])
if threads:
    results = skyseam.run_batch([scenario] * 3, threads=threads)
else:
    results = [skyseam.run(scenario)]
for result in results:
    told = hashlib.sha256()
    for name in sorted(result.tables):
        told.update(name.encode())
        told.update(repr(result.table(name).to_pydict()).encode())
    for name, capture in sorted(result.captures.items()):
        told.update(name.encode())
        told.update(capture)
    print(told.hexdigest())
"""


def sums(threads: int) -> list[str]:
    """Run the example in a separate process and return the digest of each result."""
    done = subprocess.run(
        [sys.executable, "-c", SUMS, str(EXAMPLE), str(threads)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout.split()


def test_the_same_bytes_in_every_process_and_thread() -> None:
    found = sums(0) + sums(0) + sums(1) + sums(2)
    assert len(found) == 8
    assert len(set(found)) == 1


@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
def test_tshark_takes_every_datagram_for_quic(tmp_path: Path) -> None:
    import skyseam

    result = skyseam.run(EXAMPLE)
    capture = tmp_path / "server.pcapng"
    capture.write_bytes(result.captures["server"])

    def count(shown: str) -> int:
        done = subprocess.run(
            ["tshark", "-r", str(capture), "-Y", shown, "-T", "fields", "-e", "frame.number",
             "-o", "udp.check_checksum:TRUE"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        return len(done.stdout.split())

    flows = result.flows.to_pydict()
    sent = sum(n for n, name in zip(flows["packets_sent"], flows["name"], strict=True)
               if name.startswith("quic"))  # fmt: skip
    assert count("udp.dstport == 443") == sent
    assert count("udp") == count("quic") > sent
    assert count("udp.checksum.status == 0") == 0
    assert count("_ws.malformed") == 0
    # Three connections, each with its Initial.
    assert count("udp.dstport == 443 && quic.long.packet_type == 0") >= 3
