"""Runs many scenarios on all cores: `python -m torture --valid 2000 --hostile 5000 --keep DIR`.

Also runs sweeps of them, sends signals to every command at random instants, and calls every command
in unusual environments.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import every_command
from effects import drawn
from effects.outcome import located
from torture import designs, files, hostile, runner, signals, surroundings, text, valid


def main() -> int:
    """Run them, print a table, and keep failures; return the number of failures, at most 1."""
    parser = argparse.ArgumentParser(prog="python -m torture", description=__doc__)
    parser.add_argument("--valid", type=int, default=2000, help="how many valid ones")
    parser.add_argument("--hostile", type=int, default=5000, help="how many hostile ones")
    parser.add_argument("--sweeps", type=int, default=300, help="how many valid sweeps")
    parser.add_argument("--hostile-sweeps", type=int, default=300, help="how many hostile ones")
    parser.add_argument("--signals", type=int, default=300, help="how many calls get signals")
    parser.add_argument("--effects", type=int, default=500, help="how many keys are changed")
    parser.add_argument("--surroundings", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--first", type=int, default=0, help="number of the first")
    parser.add_argument("--keep", type=Path, default=Path("torture-faults"), help="for faults")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    of_kinds = {
        "valid": options.valid, "hostile": options.hostile, "sweep": options.sweeps,
        "hostile-sweep": options.hostile_sweeps,
    }  # fmt: skip
    wanted = [(kind, options.first + n) for kind, count in of_kinds.items() for n in range(count)]
    signals.hear()
    with tempfile.TemporaryDirectory() as scratch:
        files.write(Path(scratch))
        results = run(wanted, Path(scratch), options.keep, options.jobs)
    show(results)
    faults = any(outcome.fault for _, outcome in results)
    show_effects(options.first, options.effects, options.keep)
    return int(faults or not commands_hold(options.signals, options.surroundings, options.jobs))


def show_effects(first: int, number: int, keep: Path) -> None:
    """Change one key of each of many scenarios; print the effects, and silent keys.

    A scenario with a silent key is written to `keep`.
    """
    known = drawn.pool()
    became: Counter[str] = Counter()
    for case in (drawn.case(first + n, known) for n in range(number)):
        became[case.became] += 1
        if case.became == "silent":
            keep.mkdir(parents=True, exist_ok=True)
            path = keep / f"effects-{case.number}.toml"
            path.write_text(text.document(beside_it(case.scenario, keep)), encoding="utf-8")
            print(f"{path}: {case.key} at {case.at} changes nothing, silently", flush=True)
    told = ", ".join(f"{count} {name}" for name, count in sorted(became.items()))
    print(f"keys      {number:6} changed: {told}", flush=True)


def beside_it(scenario: dict[str, Any], keep: Path) -> dict[str, Any]:
    """Copy the files of a random scenario to `keep`; return it with their names there."""

    def at_home(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: at_home(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [at_home(inner) for inner in value]
        if isinstance(value, str) and value.startswith("/") and Path(value).is_file():
            shutil.copy(value, keep)
            return Path(value).name
        return value

    return dict(at_home(located(scenario)))


def commands_hold(number: int, in_surroundings: bool, jobs: int) -> bool:
    """Send signals to commands, call them in unusual environments; return whether all is well."""
    ended: list[signals.Ending | surroundings.Ending] = []
    with tempfile.TemporaryDirectory() as scratch:
        prepared = Path(scratch)
        if number or in_surroundings:
            every_command.prepare(prepared)
        ended += signals.run(map(signals.case, range(number)), prepared, jobs)
        if in_surroundings:
            ended += surroundings.run(surroundings.cases(), prepared, jobs)
    for one in ended:
        if one.faults:
            print(f"{one}", flush=True)
    print(f"commands  {len(ended):6} calls{sum(bool(one.faults) for one in ended):8} faults")
    return not any(one.faults for one in ended)


DRAWN: dict[str, Callable[[int], str]] = {
    "valid": lambda number: text.document(valid.scenario(number)),
    "hostile": hostile.scenario,
    "sweep": lambda number: text.document(designs.sweep(number)),
    "hostile-sweep": lambda number: text.document(designs.hostile(number)),
}
"""The text of each kind, by its number."""


def write(kind: str, number: int, directory: Path) -> Path:
    """Write a scenario to a file."""
    path = directory / f"{kind}-{number}.toml"
    path.write_text(DRAWN[kind](number), encoding="utf-8", errors="replace")
    return path


def run(
    wanted: list[tuple[str, int]], scratch: Path, keep: Path | None, jobs: int
) -> list[tuple[str, runner.Outcome]]:
    """Run scenarios, `jobs` at a time; files of those with a fault are written to `keep`."""
    results = []
    under_way: list[tuple[str, runner.Started]] = []
    for kind, number in [*wanted, *[("", 0)] * jobs]:
        if len(under_way) == jobs or not kind:
            if not under_way:
                break
            of, started = under_way.pop(0)
            outcome = judged(of, runner.finish(started))
            results.append((of, outcome))
            if outcome.fault:
                print(f"{started.path.name}: {outcome.fault}", flush=True)
            if outcome.code == runner.INTERRUPTED:
                print(
                    f"{started.path.name}: interrupted after {outcome.cpu_s:.1f} CPU s", flush=True
                )
            if outcome.fault and keep:
                keep.mkdir(parents=True, exist_ok=True)
                files.write(keep)
                shutil.copy(started.path, keep)
            shutil.rmtree(started.path.with_suffix(""), ignore_errors=True)
            started.path.unlink()
            started.path.with_suffix(".err").unlink()
        if kind:
            under_way.append((kind, runner.start(write(kind, number, scratch))))
    return results


def judged(kind: str, outcome: runner.Outcome) -> runner.Outcome:
    """Record a refused valid scenario as a fault too."""
    if kind in ("valid", "sweep") and outcome.code == runner.BAD_INPUT and not outcome.fault:
        return replace(outcome, fault=f"refused, though valid: {outcome.said[:300]}")
    return outcome


def show(results: list[tuple[str, runner.Outcome]]) -> None:
    """Print the outcomes as a table; runs beyond the time limit were interrupted."""
    print(
        f"{'':14}{'runs':>6}{'ran':>6}{'refused':>9}{'long':>6}{'faults':>8}"
        f"{'most CPU s':>12}{'most MiB':>10}"
    )
    for kind in dict.fromkeys(kind for kind, _ in results):
        of = [outcome for one, outcome in results if one == kind]
        codes = Counter(outcome.code for outcome in of)
        print(
            f"{kind:14}{len(of):6}{codes[0]:6}{codes[runner.BAD_INPUT]:9}"
            f"{codes[runner.INTERRUPTED]:6}"
            f"{sum(bool(outcome.fault) for outcome in of):8}"
            f"{max(outcome.cpu_s for outcome in of):12.1f}"
            f"{max(outcome.memory for outcome in of) / 2**20:10.0f}"
        )


if __name__ == "__main__":
    sys.exit(main())
