"""Scenarios of the benchmarks, as text."""

from __future__ import annotations

import random
from pathlib import Path

BENCH = Path(__file__).resolve().parent
CHAIN_SECONDS = 60
PAYLOAD = 1_000


def chain_window_packets(flows: int) -> int:
    """Receive window of a chain's flows.

    One flow is limited to just below path and queue (961 + 1000 packets), so that it fills the link
    and loses nothing: without a limit CUBIC's first overshoot loses a thousand packets, and ns-2
    then delivers 8.5 MB in 60 s. Ten flows share the queue without such a limit.
    """
    return 1_900 if flows == 1 else 100_000


def ns2_transport(flows: int, controller: str = "cubic") -> str:
    """TCP as in ns-2's chain, benchmark (c)."""
    return (
        f'{{ kind = "tcp", stack = "ns2", congestion = "{controller}", mss = "{PAYLOAD} B", '
        f'initial_window = "10 segments", '
        f'receive_window = "{chain_window_packets(flows) * PAYLOAD} B" }}'
    )


def chain_scenario(hops: int, flows: int, transport: str, seconds: float = CHAIN_SECONDS) -> str:
    """Benchmark (c) or (g) as a scenario file."""
    parts = [f'title = "Chain of {hops} links, {flows} CUBIC flows"']
    parts += [f'[[nodes]]\nname = "n{i}"' for i in range(hops + 1)]
    for i in range(hops):
        rate = "100 Mbit/s" if i == 0 else "1 Gbit/s"
        parts.append(
            f'[[wires]]\nbetween = ["n{i}", "n{i + 1}"]\ndelay = "{40 / hops:g} ms"\n'
            f'rate = "{rate}"\nqueue = "999 packets"'
        )
    for i in range(flows):
        parts.append(
            f'[[flows]]\nname = "f{i}"\nfrom = "n0"\nto = "n{hops}"\n'
            f'application = {{ kind = "bulk", duration = "{seconds:g} s" }}\n'
            f"transport = {transport}"
        )
    parts.append(f'[run]\nduration = "{seconds:g} s"')
    return "\n\n".join(parts) + "\n"


def beam_scenario(users: int, scheduler: str, flow: str, seconds: int) -> str:
    """Benchmark (h): users under trees who share a beam of 50 Mbit/s, as in Tauran (2018)."""
    return f"""title = "{users} users under trees share a beam"

[[nodes]]
name = "gateway"

[[nodes]]
name = "satellite"

[[nodes]]
name = "user"
count = {users}

[[wires]]
between = ["gateway", "satellite"]
delay = "13 ms"
rate = "1 Gbit/s"
queue = "100000 packets"

[[beams]]
name = "beam"
from = "satellite"
to = "user"
delay = "8 ms"
rate = "50 Mbit/s"
scheduler = {{ {scheduler} }}
channel = {{ kind = "fontan", environment = "intermediate-tree-shadow", speed = "60 km/h" }}
harq = {{ kind = "incremental-redundancy", reference_snr = "10 dB" }}
back = {{ rate = "55 Mbit/s", queue = "100 packets" }}

[[flows]]
name = "flow"
from = "gateway"
to = "user"
{flow}

[run]
duration = "{seconds} s"
"""


def latitudes_below(most: float) -> list[tuple[str, float, float]]:
    """The hundred cities with latitudes below `most`, each with its latitude and longitude."""
    rows = [line for line in (BENCH / "cities.csv").read_text().splitlines() if line[:1] != "#"][1:]
    listed = [
        (name, float(latitude), float(longitude))
        for name, latitude, longitude in (row.split(",") for row in rows)
    ]
    return [city for city in listed if abs(city[1]) < most]


def cities_scenario(flows: int, rate: str, seconds: float, preset: str = "starlink-shell1") -> str:
    """Benchmark (j): CUBIC flows between pairs of cities drawn at random, each uplink of `rate`."""
    cities = latitudes_below(55)
    parts = [
        f"""title = "{flows} flows between {len(cities)} cities"

[constellation]
preset = "{preset}"

[links]
uplink = {{ rate = "{rate}", queue = "100 packets" }}
downlink = {{ rate = "1 Gbit/s", queue = "1000 packets" }}
isl = {{ rate = "10 Gbit/s", queue = "10000 packets" }}

[run]
duration = "{seconds:g} s"
"""
    ]
    parts += [
        f"""
[[terminals]]
name = "{name}"
latitude = "{latitude} deg"
longitude = "{longitude} deg"
"""
        for name, latitude, longitude in cities
    ]
    draw = random.Random(2)
    for number in range(flows):
        one, other = draw.sample(cities, 2)
        parts.append(f"""
[[flows]]
name = "f{number}"
from = "{one[0]}"
to = "{other[0]}"
application = {{ kind = "bulk", duration = "{seconds:g} s" }}
transport = {{ kind = "tcp", stack = "linux", congestion = "cubic" }}
""")
    return "".join(parts)


DELAYS = "delays.csv"
"""File of the delays of `reordering_scenario`, beside the scenario."""


def reordering_delays(seconds: int) -> str:
    """Delay of a link of 1 Gbit/s that steps between 300 and 270 ms each second."""
    rows = [f"{t}.0,{270 if t % 2 else 300},1000000000" for t in range(seconds + 1)]
    return "\n".join(["t_s,delay_ms,rate_bps", *rows]) + "\n"


def reordering_scenario(seconds: int) -> str:
    """One BBR flow at 1 Gbit/s whose packets overtake each other at each second step of delay."""
    return f"""title = "Reordering"
nodes = [{{ name = "a" }}, {{ name = "b" }}]

[[wires]]
between = ["a", "b"]
trace = "{DELAYS}"
queue = "2 BDP"

[wires.loss]
kind = "bernoulli"
probability = 0.00002
data_only = true
direction = "forward"

[[flows]]
name = "t"
from = "a"
to = "b"
application = {{ kind = "bulk", duration = "{seconds} s" }}

[flows.transport]
kind = "tcp"
stack = "linux"
receive_window = "1000 MiB"
congestion = "bbr"

[run]
duration = "{seconds} s"
"""


MANY_SATELLITES = """geometry = "exact"
elevation_mask = "25 deg"
isl = { pattern = "plus-grid" }

[[constellation.shells]]
name = "many"
walker = "53:10000/100/1"
kind = "delta"
altitude = "550 km"
"""


def scale_scenario(flows: int, seconds: float) -> str:
    """Benchmark (l): (j) over 10,000 satellites."""
    text = cities_scenario(flows, "10 Mbit/s", seconds)
    return text.replace('preset = "starlink-shell1"\n', MANY_SATELLITES)


def pages_scenario() -> str:
    """Benchmark (l): a page every ten minutes for a day, over 10,000 satellites."""
    return f"""{scale_scenario(0, 24 * 3600)}
[[flows]]
name = "page"
from = "Tokyo"
to = "Los Angeles"
count = 144
every = "10 min"
application = {{ kind = "file", size = "9 kB" }}
transport = {{ kind = "tcp", stack = "linux", congestion = "cubic" }}
"""


def terminals_scenario(seconds: int, handover: str, is_far: bool) -> str:
    """Benchmark (i): 10 terminals around each of 99 cities send to gateways nearby, or far away."""
    # Starlink's first shell is seen up to some 56 deg.
    cities = latitudes_below(56)
    parts = [
        f"""title = "{len(cities)} gateways and ten times as many terminals"

[constellation]
preset = "starlink-shell1"

[handover]
kind = "{handover}"

[links]
uplink = {{ rate = "10 Mbit/s", queue = "100 packets" }}
downlink = {{ rate = "20 Gbit/s", queue = "10000 packets" }}
isl = {{ rate = "100 Gbit/s", queue = "10000 packets" }}

[run]
duration = "{seconds} s"
"""
    ]
    draw = random.Random(1)
    for number, (name, latitude, longitude) in enumerate(cities):
        places = [(f"gateway {name}", latitude, longitude)]
        for user in range(10):
            north, east = draw.uniform(-3, 3), draw.uniform(-3, 3)
            places.append(
                (f"{name} {user}", latitude + north, (longitude + east + 180) % 360 - 180)
            )
            other = (37 * number + 11 * user + 5) % len(cities) if is_far else number
            parts.append(f"""
[[flows]]
name = "{name} {user} up"
from = "{name} {user}"
to = "gateway {cities[other][0]}"
application = {{ kind = "bulk", duration = "{seconds} s" }}
transport = {{ kind = "tcp", stack = "linux", congestion = "cubic" }}
""")
        for place, north, east in places:
            parts.append(f"""
[[terminals]]
name = "{place}"
latitude = "{north:.3f} deg"
longitude = "{east:.3f} deg"
""")
    return "".join(parts)
