"""Writes THIRD-PARTY-NOTICES.txt: the licences of all third-party parts of the wheel.

Run by `make notices`. Crates and their licence files come from cargo, by Cargo.lock; procedural
macros, build and test dependencies are not linked and not listed. `make viewer` listed the content
of the script of `skyseam view` when it built it.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
OF_PAGE = ROOT / "python" / "skyseam" / "view" / "page" / "NOTICES.txt"
NOTICES = ROOT / "THIRD-PARTY-NOTICES.txt"

TARGETS = ("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu")
"""What wheels are built for."""

_LICENCE_FILE = re.compile(r"(LICEN[CS]E|COPYING|COPYRIGHT|NOTICE|UNLICENSE)", re.IGNORECASE)

HEAD = """\
Third-party notices of Skyseam

Skyseam's compiled module contains the Rust crates below, and the Rust standard library (MIT OR
Apache-2.0, copyright The Rust Project Contributors). Where a licence is a choice, either may be
taken. The texts that the crates come with follow the list, each with the crates it is of.
"""


class Crate(NamedTuple):
    """A crate that is linked, and its licence as an SPDX expression."""

    name: str
    version: str
    licence: str


def linked() -> list[Crate]:
    """Return the third-party crates of the compiled module, by name."""
    found = set()
    for target in TARGETS:
        listed = _cargo(
            "tree", "--package", "skyseam-py", "--edges", "normal,no-proc-macro",
            "--target", target, "--prefix", "none", "--format", "{p}|{l}",
        )  # fmt: skip
        for line in listed.splitlines():
            package, licence = line.removesuffix(" (*)").split("|")
            if not package.startswith("skyseam-"):
                name, version = package.split(" ")[:2]
                found.add(Crate(name, version.removeprefix("v"), licence.replace("/", " OR ")))
    return sorted(found)


def notices() -> str:
    """Return the page: the list of crates, then each text with the crates that have it."""
    known: dict[tuple[str, str], dict[str, Any]] = {
        (package["name"], package["version"]): package
        for package in json.loads(_cargo("metadata", "--format-version", "1"))["packages"]
    }
    lines, crates_of, texts = [HEAD], defaultdict(list), {}
    for crate in linked():
        package = known[crate.name, crate.version]
        lines.append(listing(crate))
        files = sorted(
            path
            for path in Path(package["manifest_path"]).parent.iterdir()
            if path.is_file() and _LICENCE_FILE.match(path.name)
        )
        if not files:
            authors = ", ".join(re.sub(r" <.*>", "", name) for name in package["authors"])
            lines.append(f"  comes without a text; of {authors or 'unnamed authors'}")
        for path in files:
            text = path.read_text(encoding="utf-8").replace("\r\n", "\n")
            # Texts that differ in blanks alone are one.
            words = " ".join(text.split())
            texts.setdefault(words, "\n".join(map(str.rstrip, text.strip("\n").split("\n"))))
            crates_of[words].append(f"{crate.name} ({path.name})")
    for words, crates in sorted(crates_of.items(), key=lambda item: item[1]):
        lines += ["", "=" * 80, *_wrapped(crates), "=" * 80, "", texts[words]]
    lines += ["", "=" * 80, "In the script of `skyseam view`", "=" * 80, ""]
    lines.append(OF_PAGE.read_text(encoding="utf-8").strip())
    return "\n".join(lines) + "\n"


def listing(crate: Crate) -> str:
    """Return a crate's line in the list."""
    return f"* {crate.name} {crate.version}: {crate.licence}"


def _wrapped(names: list[str]) -> list[str]:
    lines = [""]
    for name in names:
        if len(lines[-1]) + len(name) > 76:
            lines.append("")
        lines[-1] += f"{name}, "
    lines[-1] = lines[-1].removesuffix(", ")
    return [line.rstrip() for line in lines]


def _cargo(*arguments: str) -> str:
    """Call cargo, without the network if possible."""
    for more in (["--offline"], []):
        done = subprocess.run(
            ["cargo", *arguments, "--locked", *more],
            cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode == 0:
            return done.stdout
    raise RuntimeError(done.stderr)


if __name__ == "__main__":
    NOTICES.write_text(notices(), encoding="utf-8")
