"""Keeps docs/schedulers up to date: keys and sources of the registry, measurements of examples.

Every page of a policy has an example, a table `scheduler` for scenarios/scheduler.toml. Run by
`make reference`; tests/test_docs.py fails if a page differs from its output. Figures are drawn by
`scheduler_figures.py` into docs/images.
"""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import scenario_reference
import scheduler_figures
from marks import put
from scheduler_figures import Outcome

import skyseam
from skyseam.plot.style import save

DOCS = Path(__file__).resolve().parent
SCENARIO = DOCS.parent / "scenarios" / "scheduler.toml"
EXAMPLE = re.compile(r"^```toml scheduler\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEAD = "| policy | downloads | least | most | edge | round trip | mouth to ear | unheard | MOS |"
UNITS = "| | Mbit/s | kbit/s | kbit/s | kbit/s | ms, median (95 %) | ms | % | |"
CALLS = DOCS.parent / "scenarios" / "beam.toml"
NUMBERS = (16, 20, 24)
"""How many calls that scenario is run with: below saturation, near it, above."""


def policies() -> list[dict[str, str]]:
    """Return the registry's entries: name, summary, source."""
    key = "links.downlink.scheduler.kind"
    return [model for model in skyseam.models() if model["key"] == key]


def place(policy: str) -> Path:
    """Return the page of a policy."""
    return DOCS / "schedulers" / f"{policy}.md"


def example(policy: str) -> dict[str, Any]:
    """Return the table `scheduler` that the page of a policy shows."""
    [text] = EXAMPLE.findall(place(policy).read_text(encoding="utf-8"))
    found: dict[str, Any] = tomllib.loads(text)["beams"]["scheduler"]
    return found


def scenario(scheduler: Mapping[str, Any]) -> dict[str, Any]:
    """Return the scenario of all examples under this scheduler, with the records for figures."""
    read = tomllib.loads(SCENARIO.read_text(encoding="utf-8"))
    read["beams"][0]["scheduler"] = dict(scheduler)
    read["run"]["record"] = ["harq_packets", "rtt", "voice_packets"]
    return read


def outcomes(names: Sequence[str] = ()) -> dict[str, Outcome]:
    """Run the examples of these policies, or of all if none is named."""
    names = names or [policy["name"] for policy in policies()]
    runs = [scenario(example(name)) for name in names]
    [beam] = runs[0]["beams"]
    users = [user for group in beam["to"] for user in members(runs[0], group)]
    gains = {one["user"]: float(one["gain"].removesuffix("dB")) for one in beam["gains"]}
    return {
        name: Outcome(name, results, users, [gains.get(u, 0.0) for u in users], beam["channel"])
        for name, results in zip(names, skyseam.run_batch(runs), strict=True)
    }


def members(read: Mapping[str, Any], name: str) -> list[str]:
    """Return the nodes of a group or a single name."""
    [count] = [node.get("count") for node in read["nodes"] if node["name"] == name]
    return [name] if count is None else [f"{name}-{number}" for number in range(1, count + 1)]


def measured(outcome: Outcome) -> str:
    """Return the row of a policy."""
    goodput = outcome.goodput_kbps
    users = [kbps for user, kbps in goodput.items() if user != "edge"]
    median, late = np.percentile(outcome.round_trips_ms, [50, 95])
    [call] = outcome.results.table("voice").to_pylist()
    cells = [
        f"[`{outcome.policy}`]({outcome.policy}.md)",
        f"{sum(goodput.values()) / 1e3:.2f}",
        f"{min(users):.0f}",
        f"{max(users):.0f}",
        f"{goodput['edge']:.0f}",
        f"{median:.0f} ({late:.0f})",
        "" if call["mouth_to_ear_ms"] is None else f"{call['mouth_to_ear_ms']:.0f}",
        f"{call['loss_percent']:.1f}",
        f"{call['mos']:.2f}",
    ]
    return f"| {' | '.join(cells)} |"


def table(found: Mapping[str, Outcome], shown: list[str]) -> str:
    """Return the table of the results of policies."""
    ruler = re.sub(r"[^|]+", "---", HEAD)
    return "\n".join([HEAD, ruler, UNITS, *(measured(found[name]) for name in shown)])


def calls(names: list[str]) -> str:
    """Return the table of the results of policies on a beam with calls only."""
    read = tomllib.loads(CALLS.read_text(encoding="utf-8"))
    [group] = [node for node in read["nodes"] if "count" in node]
    runs = []
    for name in names:
        read["beams"][0]["scheduler"] = example(name)
        for group["count"] in NUMBERS:
            runs.append(copy.deepcopy(read))
    cells = []
    for results in skyseam.run_batch(runs):
        voice = results.table("voice").to_pandas()
        cells += [f"{voice['mos'].median():.2f}", f"{voice['loss_percent'].mean():.1f}"]
    wide = 2 * len(NUMBERS)
    head = [f"{number} calls: MOS | unheard, %" for number in NUMBERS]
    lines = [f"| policy | {' | '.join(head)} |", "|" + "---|" * (1 + wide)]
    for at, name in enumerate(names):
        row = [f"[`{name}`]({name}.md)", *cells[wide * at : wide * (at + 1)]]
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines)


def keys(policy: Mapping[str, str]) -> str:
    """Return the description of a policy, its source, and its keys."""
    definitions = skyseam.schema()["$defs"]
    [variant] = [
        one
        for one in definitions["Scheduler"]["oneOf"]
        if one["properties"]["kind"]["const"] == policy["name"]
    ]
    rows = scenario_reference.keys(variant)
    summary = policy["summary"][0].upper() + policy["summary"][1:]
    linked = scenario_reference.linked(rows, "../scenario/")
    return f"{summary}. Source: {policy['source']}.\n\n{linked.rstrip()}"


def pages(found: Mapping[str, Outcome]) -> dict[Path, str]:
    """Return the expected content of every page."""
    made = {}
    for policy in policies():
        name = policy["name"]
        text = place(name).read_text(encoding="utf-8")
        shown = list(dict.fromkeys(["drop-tail", name, "round-robin", "proportional-fair"]))
        text = put(text, "keys", keys(policy))
        made[place(name)] = put(text, "measured", table(found, shown))
    index = place("index")
    text = index.read_text(encoding="utf-8")
    text = put(text, "measured", table(found, list(found)))
    made[index] = put(text, "calls", calls(list(found)))
    return made


if __name__ == "__main__":
    ran = outcomes()
    for path, page in pages(ran).items():
        path.write_text(page, encoding="utf-8")
    for name in ran:
        save(scheduler_figures.page(ran, name), DOCS / "images" / f"scheduler-{name}.png")
    save(scheduler_figures.overview(ran), DOCS / "images" / "schedulers.png")
