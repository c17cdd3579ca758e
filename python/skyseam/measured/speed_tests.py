"""Readers of iperf3 and ndt7: rates of a direction in successive intervals."""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path

import numpy as np

from skyseam._errors import InputError
from skyseam.measured.series import Rates, bad_line, json_of


def iperf3(path: Path, text: str) -> list[Rates]:
    """Read iperf3's JSON: intervals of the sum over streams; `-R` measures the downlink."""
    found = json_of(path, text)
    try:
        start = float(found["start"]["timestamp"]["timesecs"])
        direction = "down" if found["start"]["test_start"]["reverse"] else "up"
        sums = [one["sum"] for one in found["intervals"] if not one["sum"].get("omitted")]
        at_s = start + np.array([one["start"] for one in sums])
        mbps = 1e-6 * np.array([one["bits_per_second"] for one in sums], dtype=float)
    except (KeyError, TypeError, IndexError) as error:
        raise InputError(
            f"{path}: iperf3's JSON lacks {error}; expected that of `iperf3 -J`"
        ) from error
    if len(sums) < 2:
        raise InputError(f"{path} has fewer than two intervals; expected `iperf3 -J -i 0.1`")
    return [Rates(direction, at_s, mbps, True, "iperf3 JSON")]


def ndt7(path: Path, text: str) -> list[Rates]:
    """Read ndt7: a result of M-Lab's server, or lines of `ndt7-client -format=json`."""
    points: dict[str, list[tuple[float, float]]] = {}
    starts: dict[str, float] = {}
    lines = text.splitlines()
    for number, line in enumerate(
        lines if '"AppInfo"' in text and "ServerMeasurements" not in text else [], 1
    ):
        try:
            value = json.loads(line or "{}").get("Value") or {}
        except (json.JSONDecodeError, AttributeError):
            raise bad_line(path, number, line, "JSON of `ndt7-client -format=json`") from None
        app = isinstance(value, dict) and value.get("Origin") == "client" and value.get("AppInfo")
        if app:
            way = "down" if value.get("Test") == "download" else "up"
            points.setdefault(way, []).append((app["ElapsedTime"] * 1e-6, app["NumBytes"]))
    if not points:
        found = json_of(path, text)
        for name, way, count in (
            ("Download", "down", "BytesAcked"),
            ("Upload", "up", "BytesReceived"),
        ):
            for one in (found.get(name) or {}).get("ServerMeasurements", ()):
                tcp = one.get("TCPInfo") or {}
                if count in tcp and "ElapsedTime" in tcp:
                    points.setdefault(way, []).append((tcp["ElapsedTime"] * 1e-6, tcp[count]))
            if way in points:
                began = datetime.fromisoformat(
                    re.sub(r"(\.\d{6})\d+", r"\1", found[name]["StartTime"])
                )
                starts[way] = began.timestamp()
    if not points:
        raise InputError(f"{path} has no measurements of ndt7 with bytes and times")
    made: list[Rates] = []
    for way, pairs in points.items():
        at_s, count = np.array(sorted(pairs)).T
        gaps_s = np.diff(at_s)
        use = gaps_s > 0
        mbps = 8e-6 * np.diff(count)[use] / gaps_s[use]
        clock = way in starts
        made.append(Rates(way, starts.get(way, 0.0) + at_s[:-1][use], mbps, clock, "ndt7 JSON"))
    return made
