"""Random sweeps over valid scenarios, and hostile ones.

The number of a sweep determines it. Each has a few runs: the comparison is of where and in which
order they are made.
"""

from __future__ import annotations

from typing import Any

from torture import valid
from torture.draw import Draw, Table

TABLES = {
    "voice": "voice", "udp": "udp", "video": "videos", "web": "pages",
    "request-response": "responses",
}  # fmt: skip
"""The table that each kind of application has."""


def variables(draw: Draw, scenario: Table) -> list[Table]:
    """Draw the variables: keys that the scenario has, and valid values of them."""
    found: list[Table] = [
        {"key": "run.seed", "values": [1, 7, 2**60]},
        {"key": "run.seed", "uniform": {"from": 0, "to": 1_000_000}},
        {"key": "run.duration", "range": {"from": "2 s", "to": "3 s", "step": "500 ms"}},
    ]
    for number, wire in enumerate(scenario.get("wires", [])):
        key = f"wires[{number}]"
        if "delay" in wire:
            law = {"from": "1 ms", "to": "90 ms", "step": "1 us"}
            found.append({"key": f"{key}.delay", "log_uniform": law})
        found.append({"key": f"{key}.queue", "choice": ["9 packets", "codel", "90 packets"]})
        if {"delay", "rate"} <= wire.keys():
            pairs = [["1 ms", "9 Mbit/s"], ["80 ms", "400 kbit/s"]]
            found.append({"key": [f"{key}.delay", f"{key}.rate"], "values": pairs})
    for number in range(len(scenario.get("flows", []))):
        law = {"from": "0 ms", "to": "400 ms", "step": "1 ns"}
        found.append({"key": f"flows[{number}].start", "uniform": law})
    if "terminals" in scenario:
        found.append({"key": "run.start", "uniform": {"from": "0 s", "to": "24 h", "step": "1 ms"}})
        name = scenario["terminals"][0]["name"]
        found.append({"key": f"terminals.{name}", "globe": {"south": "-60 deg", "north": "60 deg"}})
    for group in scenario.get("users", []):
        if "count" in group:
            found.append({"key": f"users.{group['name']}.count", "values": [2, 5]})
    chosen = draw.random.sample(found, min(draw.whole(1, 3), len(found)))
    taken: set[str] = set()
    separate = []
    for variable in chosen:
        keys = variable["key"] if isinstance(variable["key"], list) else [variable["key"]]
        if taken.isdisjoint(keys):
            taken |= set(keys)
            separate.append(variable)
    return separate


def sweep(number: int) -> Table:
    """Return the sweep of this number."""
    draw = Draw(f"sweep {number}")
    scenario = valid.scenario(draw.whole(0, 100_000))
    # Short: each run is made several times.
    scenario["run"] = {"duration": "2 s", "seed": 1}
    vary = variables(draw, scenario)
    table: Table = {"title": f"sweep {number}", "vary": vary}
    if any(key in variable for variable in vary for key in ("uniform", "log_uniform", "choice")):
        table |= {"draws": draw.whole(1, 3), "seed": draw.whole(0, 99)}
    elif any("globe" in variable for variable in vary):
        table["draws"] = draw.whole(1, 4)
    if all(variable["key"] != "run.seed" for variable in vary):
        table |= draw.some({"replications": 2})
    kinds = {carried["application"]["kind"] for carried in valid.carrying(scenario)}
    kept = ["drops", "links", *(TABLES[kind] for kind in sorted(kinds & TABLES.keys()))]
    table |= draw.some({"keep": draw.random.sample(kept, draw.whole(1, len(kept)))}, 0.6)
    return table | {"scenario": scenario}


STRANGE: tuple[Any, ...] = (
    0, -1, 1, 2**31, 2**63 - 1, 1e300, "", "x", [], {}, True, "run", "scenario", "flows[9].start",
    "terminals.nobody.latitude", "users[0].seed", "wires[-1].delay", ["run.seed", "run.seed"],
    [[1]], {"from": 1, "to": 0}, {"from": "1 s", "to": "9 m"}, {"from": 0, "to": 1e18, "step": 1},
    {"from": 0, "to": 1, "step": 0}, list(range(3000)), "../..", "a" * 5000,
)  # fmt: skip
KEYS = (
    "draws", "seed", "replications", "keep", "title", "vary", "scenario", "values", "range",
    "uniform", "log_uniform", "choice", "globe", "key", "limit",
)  # fmt: skip


def hostile(number: int) -> Table:
    """Return the hostile sweep of this number: a valid one with extreme values in its design."""
    draw = Draw(f"hostile sweep {number}")
    table = sweep(draw.whole(0, 100_000))
    for _ in range(draw.one(1, 1, 2, 3)):
        variable = draw.one(*table["vary"]) if isinstance(table.get("vary"), list) else table
        holder: Table = draw.one(table, variable, variable)
        if not isinstance(holder, dict):
            continue
        key = draw.one(*holder, *draw.random.sample(KEYS, 3))
        step = draw.one("put", "put", "take", "double")
        if step == "put":
            holder[key] = draw.one(*STRANGE)
        elif step == "take":
            holder.pop(key, None)
        elif isinstance(table.get("vary"), list):
            table["vary"].append(variable)
            # A variable within itself would have no end.
            if variable is table:
                table["vary"].pop()
    return table
