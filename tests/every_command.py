"""Every command of the command line as a short call, and the files that it reads.

Tests of rules for all commands use this table; `test_process` checks that it is complete.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SKY = """
title = "twenty pages"

[constellation]
preset = "iridium-ns2"

[[terminals]]
name = "HNL"
latitude = "21.5 deg"
longitude = "-158.0 deg"

[[terminals]]
name = "LAX"
latitude = "34.05 deg"
longitude = "-118.24 deg"

[[flows]]
name = "page"
from = "HNL"
to = "LAX"
count = 20
every = "9 s"
application = { kind = "file", size = "50 kB" }

[run]
duration = "200 s"
record = ["cwnd", "rtt", "sequence"]
captures = ["LAX"]
"""

LONG = SKY.replace("20\n", "40000\n").replace("200 s", "400000 s")
"""Some minutes of work."""

USERS = """
nodes = [{ name = "host" }, { name = "homes", count = 3 }]
wires = [{ between = ["homes", "host"], delay = "9 ms", rate = "4 Mbit/s", queue = "50 packets" }]

[[users]]
name = "home"
nodes = "homes"
to = ["host"]
sessions = { per_hour = 200 }
mix = [{ name = "files", share = 1.0, application = { kind = "file", size = "50 kB" } }]

[run]
duration = "200 s"
"""

SWEEP = """
vary = [{ key = "run.seed", values = [1, 2, 3, 4, 5, 6] }]
scenario = "sky.toml"
"""

LONG_SWEEP = SWEEP.replace("[1, 2, 3, 4, 5, 6]", str(list(range(2000))))

HAR = {
    "log": {
        "version": "1.2",
        "entries": [
            {
                "startedDateTime": "2026-01-01T00:00:00.000Z", "time": 90,
                "request": {
                    "method": "GET", "url": "https://example.org/", "headersSize": 300,
                    "bodySize": 0,
                },
                "response": {
                    "status": 200, "headersSize": 200, "bodySize": 9000,
                    "content": {"size": 9000, "mimeType": "text/html"},
                },
                "timings": {"send": 1, "wait": 40, "receive": 9},
            }
        ],
    }
}  # fmt: skip

PINGS = "t_s,rtt_ms\n" + "".join(
    f"{1.7e9 + 0.2 * n:.1f},{30 + n // 75 % 7 + n % 11}\n" for n in range(2000)
)
"""Probes every 200 ms in slots of 15 s."""

MADE = {
    "run": ["run", "sky.toml", "-o", "a-run"],
    "users": ["run", "users.toml", "-o", "a-run-of-users"],
    "hypatia": ["export", "hypatia", "sky.toml", "--duration", "3 s", "--step", "1 s", "-o", "set"],
}
"""Calls whose results other commands read."""

APART = {"emulate", "replay"}
"""Commands without a call: an emulation needs root and real time, and makes what replay reads."""

COMMANDS: dict[str, list[str]] = {
    "channel": [
        "channel", "--environment", "open", "--speed", "60 km/h", "--duration", "20 s",
        "-o", "OUT.csv", "--figure", "OUT.png",
    ],
    "check": ["check", "sky.toml"],
    "constellations": ["constellations"],
    "examples": ["examples", "ping", "-o", "OUT"],
    "compare": ["compare", "pings.csv", "pings.csv", "--figure", "OUT.png"],
    "contacts": ["contacts", "sky.toml", "--duration", "600 s", "-o", "OUT"],
    "delay": ["delay", "sky.toml", "--from", "HNL", "--to", "LAX", "--duration", "60 s",
              "-o", "OUT"],
    "demo": ["demo", "-o", "OUT"],
    "export czml": ["export", "czml", "sky.toml", "--duration", "60 s", "-o", "OUT.czml"],
    "export delay": [
        "export", "delay", "sky.toml", "--from", "HNL", "--to", "LAX", "--format", "mahimahi",
        "--duration", "60 s", "--rate", "1 Mbit/s", "-o", "OUT",
    ],
    "export hypatia": [
        "export", "hypatia", "sky.toml", "--duration", "3 s", "--step", "1 s", "-o", "OUT",
    ],
    "fit": ["fit", "pings.csv", "-o", "OUT.toml"],
    "init": [
        "init", "OUT.toml", "--network", "geo", "--from", "Rome", "--to", "Paris",
        "--traffic", "web",
    ],
    "groups": ["groups", "a-run-of-users", "-o", "OUT"],
    "import hypatia": ["import", "hypatia", "set", "-o", "OUT.toml"],
    "models": ["models"],
    "link": ["link", "budgets.toml", "-o", "OUT"],
    "page generate": ["page", "generate", "-o", "OUT.toml"],
    "page import": ["page", "import", "page.har", "-o", "OUT.toml"],
    "plot": ["plot", "a-run", "-o", "OUT.png"],
    "reproduce": ["reproduce", "boubaker2020", "--only", "seam", "--quick", "-o", "OUT"],
    "routes": ["routes", "sky.toml", "--to", "LAX", "--duration", "9 s", "-o", "OUT"],
    "run": ["run", "sky.toml", "-o", "OUT"],
    "schema": ["schema"],
    "study acks": ["study", "acks", "--duration", "5 s", "--seeds", "1", "-o", "OUT"],
    "study latency": ["study", "latency", "--duration", "5 s", "--seeds", "1", "-o", "OUT"],
    "study fairness": ["study", "fairness", "--duration", "5 s", "--seeds", "1", "-o", "OUT"],
    "study handovers": [
        "study", "handovers", "--preset", "iridium", "--from", "Berlin", "--to", "New York",
        "--duration", "1 h", "--size", "9 kB", "--quick", "-o", "OUT",
    ],
    "study routing": ["study", "routing", "--pings", "20", "-o", "OUT"],
    "study schedulers": ["study", "schedulers", "--duration", "5 s", "--seeds", "1", "-o", "OUT"],
    "sweep": ["sweep", "sweep.toml", "-o", "OUT"],
    "validate": ["validate", "ns2-tcp", "-o", "OUT.csv"],
    "view": ["view", "a-run", "--save", "OUT.html"],
}  # fmt: skip
"""A short call of each command; what it writes begins with OUT."""

LONG_CALLS: dict[str, list[str]] = {
    **COMMANDS,
    "channel": [*COMMANDS["channel"][:6], "3000 s", *COMMANDS["channel"][7:]],
    "contacts": ["contacts", "sky.toml", "--duration", "300 d", "-o", "OUT"],
    "delay": ["delay", "sky.toml", "--duration", "30 d", "-o", "OUT"],
    "export hypatia": ["export", "hypatia", "sky.toml", "--duration", "4000 s", "-o", "OUT"],
    "routes": ["routes", "sky.toml", "--duration", "90000 s", "-o", "OUT"],
    "run": ["run", "long.toml", "-o", "OUT"],
    "sweep": ["sweep", "long-sweep.toml", "-o", "OUT"],
    "sweep on processes": ["sweep", "long-sweep.toml", "--executor", "processes:2", "-o", "OUT"],
}  # fmt: skip
"""Calls that go on for long, where the command can."""


def prepare(directory: Path) -> None:
    """Write the files that the calls read."""
    texts = {
        "sky.toml": SKY, "long.toml": LONG, "users.toml": USERS, "sweep.toml": SWEEP,
        "long-sweep.toml": LONG_SWEEP, "page.har": json.dumps(HAR), "pings.csv": PINGS,
    }  # fmt: skip
    texts["budgets.toml"] = Path(__file__).with_name("budgets.toml").read_text(encoding="utf-8")
    for name, text in texts.items():
        (directory / name).write_text(text, encoding="utf-8")
    for arguments in MADE.values():
        command = [sys.executable, "-m", "skyseam", *arguments]
        subprocess.run(command, cwd=directory, capture_output=True, check=True)


def written(call: list[str], name: str) -> list[str]:
    """Return a call that writes to `name`."""
    return [argument.replace("OUT", name) for argument in call]
