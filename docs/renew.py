"""Renews results of runs on pages: tables, printed blocks, pictures; lists the stale ones.

    python docs/renew.py             # whatever is stale, as `make pages` does
    python docs/renew.py --stale     # list it, change nothing, as `make docs` does
    python docs/renew.py NAME...     # these; --all: everything
    python docs/renew.py --longest 5 # what is stale and takes at most 5 minutes
    python docs/renew.py --same NAME # its files changed, what they make did not: compared by hand

A part of the documentation is stale if a probe that it depends on gives other numbers than when the
part was made, or if its script or scenario has changed. A probe is a run of a second or less;
docs/renewed.json has their previous results. Pages that are made only from the core's declarations
(`make reference`) and measurements of speed (`bench`) are not included.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shlex
import subprocess
import sys
import tomllib
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import skyseam

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
KEPT = DOCS / "renewed.json"


def _rows(results: skyseam.Results, *tables: str) -> str:
    """Return a digest of tables, by their visible values."""
    told = json.dumps([results.table(name).to_pylist() for name in tables], default=str)
    return hashlib.sha256(told.encode()).hexdigest()[:12]


def _run(*tables: str, name: str) -> Callable[[], str]:
    """Return a probe: a scenario of the repository and the tables that count."""
    return lambda: _rows(skyseam.run(ROOT / "scenarios" / f"{name}.toml"), *tables)


def _transport(how: str) -> Callable[[], str]:
    """Return a probe of a transport: two files through a queue that overflows, with losses."""

    def probe() -> str:
        wire = {"delay": "40 ms", "rate": "10 Mbit/s", "queue": "40 packets"}
        loss = {"kind": "bernoulli", "probability": 0.002}
        flows = [
            {
                "name": name, "from": "a", "to": "b", "start": start,
                "application": {"kind": "file", "size": size},
                "transport": tomllib.loads(f"it = {{ {how} }}")["it"],
            }
            for name, start, size in (("long", "0 s", "8 MB"), ("short", "2 s", "50 kB"))
        ]  # fmt: skip
        results = skyseam.run(
            {
                "nodes": [{"name": "a"}, {"name": "b"}],
                "wires": [{"between": ["a", "b"], **wire, "loss": loss}],
                "flows": flows,
                "run": {"duration": "60 s"},
            }
        )
        return _rows(results, "flows")

    return probe


def _sky() -> str:
    """Return a digest of delays over Starlink and Iridium."""
    pair = [("HNL", "LAX")]
    sky = ROOT / "scenarios" / "delay-day.toml"
    return _rows(skyseam.delay(sky, pairs=pair, duration_s=7200.0, step_s=30.0), "delay")


PROBES: dict[str, Callable[[], str]] = {
    "linux": _transport('kind = "tcp", stack = "linux", congestion = "cubic"'),
    "bbr": _transport('kind = "tcp", stack = "linux", congestion = "bbr"'),
    "rfc": _transport('kind = "tcp", stack = "rfc"'),
    "bsd": _transport('kind = "tcp", stack = "bsd"'),
    "ns2": _transport('kind = "tcp", stack = "ns2"'),
    "quic": _transport('kind = "quic"'),
    "stp": _transport('kind = "stp"'),
    "queues": _run("flows", name="queue-disciplines"),
    "voice": _run("voice", name="voice"),
    "beam": _run("voice", name="beam"),
    "harq": _run("flows", "harq", name="harq"),
    "web": _run("pages", name="web"),
    "users": _run("flows", name="users-places"),
    "sky": _sky,
}
"""Runs whose numbers tell whether a model gives others than before."""


@dataclass(frozen=True)
class Made:
    """A part of the documentation that shows results of runs.

    Attributes
    ----------
    commands
        What renews it, each run from the root of the repository by this Python.
    probes
        The probes that it depends on.
    files
        Scripts, pages and scenarios that decide what it shows; of a page its samples.
    minutes
        What it takes on two quiet cores.
    """

    commands: tuple[str, ...]
    probes: tuple[str, ...]
    files: tuple[str, ...] = ()
    minutes: float = 1.0


def _page(name: str, *probes: str) -> Made:
    """Return a page whose samples print and draw its results."""
    return Made((f"docs/samples.py docs/{name}.md",), probes, (f"docs/{name}.md",), 0.5)


def _paper(name: str, minutes: float, *probes: str) -> Made:
    """Return a reproduction: its run, then its findings."""
    run = f"-m skyseam reproduce {name} -o reports/{name}"
    # Findings that are written by hand are to be read beside the new report.
    written = (ROOT / "papers" / name / "findings.md").is_file()
    findings = (f"docs/findings.py {name} reports/{name}",) if written else ()
    return Made((run, *findings), probes, (f"papers/{name}",), minutes)


TCP = ("linux", "bbr", "ns2", "rfc")

MADE: dict[str, Made] = {
    "tutorial": _page("tutorials/first-transfer", "linux", "bbr", "sky"),
    "plots-and-captures": _page("plots-and-captures", "linux", "sky"),
    "contacts": _page("contacts", "sky"),
    "links": _page("models/links", "rfc", "queues"),
    "sweep": _page("sweep", "linux", "rfc", "web", "users"),
    "compare-transports": _page("howto/compare-transports", "linux", "bbr", "quic"),
    "own-satellites": _page("howto/own-satellites", "sky"),
    "starlink-from-my-roof": _page("howto/starlink-from-my-roof", "linux", "bbr", "sky"),
    "own-models-python": _page("howto/own-models-python", "linux", "bbr", "sky"),
    "size-a-gateway": _page("howto/size-a-gateway", "linux", "rfc", "users"),
    "voice-on-a-beam": _page("howto/voice-on-a-beam", "beam", "harq"),
    "train-a-controller": _page("howto/train-a-controller", "linux", "beam", "sky"),
    "l4s": _page("howto/l4s", "linux", "queues", "sky"),
    "ntn-cell": _page("howto/ntn-cell", "linux", "harq", "sky"),
    "ku-beam": _page("howto/ku-beam", "beam", "sky"),
    "download-from-a-satellite": _page("howto/download-from-a-satellite", "linux", "bbr", "sky"),
    "rain-over-a-gateway": _page("howto/rain-over-a-gateway", "sky"),
    "studies": _page("howto/studies", "linux", "bbr", "harq", "beam", "voice", "queues", "sky"),
    "handover": _page("explanation/handover", "linux", "sky"),
    "harq": _page("explanation/harq", "linux", "harq"),
    "two-paths": _page("explanation/two-paths", "sky"),
    "slow-start-over-demand": _page("explanation/slow-start-over-demand", "linux"),
    "connection-setup": Made(
        ("docs/connection_setup.py",), ("linux", "rfc", "quic"), ("docs/connection_setup.py",)
    ),
    "quic": Made(("docs/quic_comparison.py",), ("linux", "quic", "sky"),
                 ("docs/quic_comparison.py",)),
    "linux": Made(("docs/linux_table.py",), ("linux", "bbr"), ("docs/linux_table.py",)),
    "web": Made(("docs/web_tables.py",), ("linux", "quic", "web"), ("docs/web_tables.py",), 2),
    "users": Made(("docs/users_figures.py",), ("linux", "web", "users", "sky"),
                  ("docs/users_figures.py", "scenarios/users-starlink.toml"), 2),
    "voice": Made(("docs/voice_figure.py",), ("voice", "linux"), ("docs/voice_figure.py",)),
    "handover-cost": Made(
        ("docs/handover_cost.py measure docs/handover-cost/after",
         'docs/handover_cost.py measure docs/handover-cost/old-routes "1 s"',
         "docs/handover_cost.py draw"),
        ("linux", "bbr", "quic", "sky"), ("docs/handover_cost.py",), 3,
    ),
    "handover-directions": Made(("docs/handover_directions.py",), ("sky",),
                                ("docs/handover_directions.py",), 4),
    "schedulers": Made(("docs/scheduler_pages.py",), ("linux", "harq", "beam", "queues"),
                       ("docs/scheduler_pages.py", "docs/scheduler_figures.py",
                        "scenarios/scheduler.toml")),
    **{
        name: Made((f"docs/questions.py {name}",), probes, ("docs/questions.py",), minutes)
        for name, probes, minutes in (
            ("stacks-over-handovers", ("linux", "bbr", "ns2", "quic", "sky"), 2),
            ("flows-through-handovers", ("linux", "bbr", "queues", "sky"), 2),
            ("split-in-leo", ("linux", "quic", "sky"), 0.5),
            ("geographic-for-inclined", ("sky",), 3),
            ("delayed-acks-over-ntn", ("linux", "bbr", "harq"), 1),
            ("schedulers-for-todays-users", ("linux", "harq", "beam", "voice", "web"), 2),
        )
    },
    "gallery": Made(("docs/gallery.py --all",), tuple(PROBES), ("docs/gallery.py", "scenarios"), 4),
    "view": Made(("docs/view_picture.py",), ("linux", "sky"), ("docs/view_picture.py",), 0.5),
    "tauran2018": _paper("tauran2018", 10, *TCP, "quic", "harq", "beam", "voice"),
    "tauran2019": _paper("tauran2019", 6, *TCP, "quic", "harq"),
    "boubaker2020": _paper("boubaker2020", 8, *TCP, "quic", "sky"),
    "henderson1999": _paper("henderson1999", 12, *TCP, "quic", "stp", "bsd", "sky"),
}  # fmt: skip
"""Everything that shows results of runs, by name, quick things first."""


def _said(path: Path) -> str:
    """Return the parts of a file that affect results: the samples of a page, the values of TOML."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        fenced = re.findall(
            r"^```(?:sh|python|toml)[^\n]*\n.*?^```$", text, re.MULTILINE | re.DOTALL
        )
        return "\n".join(fenced)
    if path.suffix == ".toml":
        return json.dumps(tomllib.loads(text), sort_keys=True, default=str)
    return text


def of_files(made: Made) -> str:
    """Return a digest of the files that affect a part."""
    told = hashlib.sha256()
    for name in made.files:
        place = ROOT / name
        inside = sorted(place.rglob("*")) if place.is_dir() else [place]
        for path in inside:
            if path.suffix in (".toml", ".py", ".csv", ".md", ".txt"):
                told.update(f"{path.relative_to(ROOT)}\n{_said(path)}\n".encode())
    return told.hexdigest()[:12]


def kept() -> dict[str, dict[str, str]]:
    """Return the results of the probes and files at the time when each part was made."""
    if not KEPT.exists():
        return {}
    found: dict[str, dict[str, str]] = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def state(made: Made, probed: dict[str, str]) -> dict[str, str]:
    """Return the present results of the probes and files of a part."""
    for name in made.probes:
        if name not in probed:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                probed[name] = PROBES[name]()
    return {"files": of_files(made), **{name: probed[name] for name in made.probes}}


def stale(probed: dict[str, str]) -> dict[str, list[str]]:
    """Return the parts that are stale, each with what has changed."""
    before, found = kept(), {}
    for name, made in MADE.items():
        now, then = state(made, probed), before.get(name, {})
        changed = [what for what in now if now[what] != then.get(what)]
        if changed:
            found[name] = changed
    return found


def renew(name: str, probed: dict[str, str]) -> None:
    """Make a part again, and store its probes and files."""
    for command in MADE[name].commands:
        print(f"{name}: python {command}", flush=True)
        subprocess.run([sys.executable, *shlex.split(command)], cwd=ROOT, check=True)
    keep(name, probed)


def keep(name: str, probed: dict[str, str]) -> None:
    """Store the probes and files of a part; parts that no longer exist are removed."""
    found = {**kept(), name: state(MADE[name], probed)}
    found = {one: found[one] for one in MADE if one in found}
    KEPT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def same(name: str) -> None:
    """Store the digest of a part's files that changed without changing the part."""
    found = kept()
    if name not in found:
        sys.exit(f"{name} has not been made yet: nothing to be the same as")
    found[name]["files"] = of_files(MADE[name])
    KEPT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def main(asked: argparse.Namespace) -> None:
    """Run the command line."""
    probed: dict[str, str] = {}
    unknown = [name for name in asked.names if name not in MADE]
    if unknown:
        sys.exit(f"nothing is called {unknown[0]!r}; expected of: {', '.join(MADE)}")
    if asked.same:
        for name in asked.names:
            same(name)
        return
    changed = stale(probed)
    names = list(MADE) if asked.all else asked.names or list(changed)
    names = [name for name in names if MADE[name].minutes <= asked.longest]
    if asked.stale:
        if changed:
            print(f"{len(changed)} of {len(MADE)} parts of the pages are stale; make pages:")
        for name, what in changed.items():
            print(f"  {name:20} {', '.join(what)}")
        return
    for name in names:
        renew(name, probed)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", help="parts to make anew")
    parser.add_argument("--all", action="store_true", help="make all anew")
    parser.add_argument("--same", action="store_true", help="files changed, not what they make")
    parser.add_argument("--stale", action="store_true", help="list what is stale")
    parser.add_argument(
        "--longest", type=float, default=float("inf"), help="minutes that a part may take"
    )
    main(parser.parse_args())
