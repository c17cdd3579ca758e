"""Tries mutants of the stack `linux`, of `net` and of `constellation` with cargo-mutants.

    tests/mutants/run.py                      # those of sample.csv
    tests/mutants/run.py --draw 100 --seed 2  # others

Needs cargo-mutants (cargo install cargo-mutants). Each mutant is a build of its own, which takes
minutes. Results are in mutants.out: caught.txt, missed.txt, timeout.txt, unviable.txt.
"""

import argparse
import collections
import csv
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOMS = ["crates/tcp/src/linux/", "crates/net/src/", "crates/constellation/src/"]
# Crates whose tests run code of the rooms.
TESTED = ["tcp", "net", "constellation", "host", "app", "scenario", "sim"]


def listed() -> list[str]:
    """Return the names of all mutants, as cargo-mutants lists them."""
    files = [word for room in ROOMS for word in ("--file", f"{room}**")]
    command = ["cargo", "mutants", "--list", *files]
    return subprocess.run(
        command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    ).stdout.splitlines()


def numbered(names: list[str]) -> dict[tuple[str, int], str]:
    """Return names by what they say beside the place, and their number among those that say so.

    Other changes of a file move places.
    """
    known: collections.Counter[str] = collections.Counter()
    out = {}
    for name in names:
        rest = re.sub(r":\d+:\d+: ", ": ", name)
        known[rest] += 1
        out[rest, known[rest]] = name
    return out


def drawn(names: list[str], count: int, seed: int) -> list[str]:
    """Return so many mutants of each room that its share is that of all mutants."""
    chance = random.Random(seed)
    rooms = [[name for name in names if name.startswith(room)] for room in ROOMS]
    return [
        name
        for room in rooms
        for name in chance.sample(room, round(count * len(room) / len(names)))
    ]


def main() -> int:
    """Run cargo-mutants on the sample or on drawn mutants."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--draw", type=int, metavar="COUNT")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="only name the mutants")
    options = parser.parse_args()
    names = listed()
    if options.draw:
        chosen = drawn(names, options.draw, options.seed)
    else:
        with (ROOT / "tests/mutants/sample.csv").open(newline="") as file:
            kept = [(row["mutant"], int(row["number"])) for row in csv.DictReader(file)]
        today = numbered(names)
        chosen = [today[key] for key in kept if key in today]
        gone = [key[0] for key in kept if key not in today]
        print(
            f"{len(gone)} of the sample are not in the code any more",
            *gone,
            sep="\n",
            file=sys.stderr,
        )
    if options.list:
        print(*chosen, sep="\n")
        return 0
    pattern = "|".join(re.escape(name) for name in chosen)
    packages = ",".join(f"skyseam-{name}" for name in TESTED)
    command = [
        "cargo",
        "mutants",
        "--re",
        f"^({pattern})$",
        "--test-package",
        packages,
        "--baseline",
        "skip",
    ]
    return subprocess.run([*command, "--timeout", "900"], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
