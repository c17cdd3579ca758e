"""Follows a page of the documentation: runs its samples in order, in one directory.

`sh` blocks that call skyseam and `python` blocks are run, blocks with a name are written to files,
and a `text printed` block shows the output of the sample above it. The tests follow every
page; `python docs/samples.py PAGE...` follows some, updates their printed blocks and puts the
pictures that they make and show into docs/images.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import skyseam

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PICTURE = re.compile(r"!\[[^\]]*\]\((?:\.\./)*images/([\w-]+\.png)\)")

NOT_RUN = ("make", "git", "cargo", "pip", "source", "cd", "xdg-open", "#", ".", "eval")
"""Commands that `make` runs, or that need what a test machine does not have."""

MOST_COLOURS = 64

COLUMNS = 100


@dataclass
class Sample:
    """A fenced block of a page, and the position of its text."""

    language: str
    info: list[str]
    text: str
    span: tuple[int, int]

    @property
    def name(self) -> str | None:
        """Name of the file for the block, if it has one."""
        named = [word.removeprefix("name=") for word in self.info if word.startswith("name=")]
        return named[0] if named else None


@dataclass
class Followed:
    """Result of following a page: its text with current printed blocks, and faults."""

    page: str
    faults: list[str] = field(default_factory=list)


def samples(text: str) -> list[Sample]:
    """Return the fenced blocks of a page in their order."""
    return [
        Sample(found[1], found[2].split(), found[3], found.span(3))
        for found in FENCE.finditer(text)
    ]


Call = Callable[[list[str], Path], subprocess.CompletedProcess[str]]
"""Runs something with arguments in a directory."""


def python(arguments: list[str], place: Path) -> subprocess.CompletedProcess[str]:
    """Run Python with arguments in a directory, as on a terminal of `COLUMNS`."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=place, capture_output=True, text=True, timeout=300, check=False,
        env={**os.environ, "COLUMNS": str(COLUMNS)},
    )  # fmt: skip


def follow(
    text: str, place: Path, other: Callable[[Sample], str | None], interpreter: Call = python
) -> Followed:
    """Run the samples of a page in a directory.

    Parameters
    ----------
    text
        The page.
    place
        Directory that is made ready for it: `scenarios`, `sweeps` and `papers` are linked.
    other
        Asked about blocks in languages that are not run here; returns what is wrong with one.
    interpreter
        Calls Python.
    """
    for name in ("scenarios", "papers", "sweeps"):
        if not (place / name).exists():
            (place / name).symlink_to(ROOT / name)
    followed, printed = Followed(text), ""
    shift = 0
    for sample in samples(text):
        if sample.language == "text" and "printed" in sample.info:
            if sample.text != printed:
                followed.faults.append(f"the page shows\n{sample.text}\nbut this is\n{printed}")
                begin, end = (shift + at for at in sample.span)
                followed.page = followed.page[:begin] + printed + followed.page[end:]
                shift += len(printed) - len(sample.text)
            continue
        match sample.language:
            case "toml":
                fault = _toml(sample, place)
            case "python" if sample.name:
                (place / sample.name).write_text(sample.text, encoding="utf-8")
                fault = None
            case "python" if "later" in sample.info:
                fault = None  # test_tutorial.py runs it where the steps have been taken
            case "python":
                fault, printed = _run(interpreter, ["-c", sample.text], place, sample.text)
            case "sh":
                printed, fault = "", None
                for line in sample.text.replace("\\\n", " ").splitlines():
                    words = shlex.split(line, comments=True)
                    if not words or words[0] in NOT_RUN or words[1:2] in (["reproduce"], ["demo"]):
                        continue  # tests of their own run papers; .ci/wheel runs the demo
                    if words[0] != "skyseam":
                        fault = f"{line}: nothing here knows how to run this"
                        break
                    fault, more = _run(interpreter, ["-m", *words], place, line)
                    printed += more
                    if fault:
                        break
            case _:
                fault = other(sample)
        if fault:
            followed.faults.append(fault)
            break
    return followed


def _run(call: Call, arguments: list[str], place: Path, told: str) -> tuple[str | None, str]:
    done = call(arguments, place)
    printed = "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())
    return (f"{told}\n{done.stderr}" if done.returncode else None), printed


def _toml(sample: Sample, place: Path) -> str | None:
    """Check a scenario or a sweep, and write it if it has a name."""
    if "scheduler" in sample.info:
        return None  # part of a scenario: test_the_pages_of_schedulers_are_current runs it
    # Files that lie beside each other are read by the command below.
    try:
        if "sweep" in sample.info:
            skyseam.sweeps.read(skyseam.toml(sample.text)).check()
        elif "beside" not in sample.info:
            skyseam.check(skyseam.toml(sample.text))
    except skyseam.SkyseamError as error:
        return f"{sample.text}\n{error}"
    if sample.name:
        (place / sample.name).write_text(sample.text, encoding="utf-8")
    return None


def small(picture: Path | io.BytesIO, place: Path, colours: int = MOST_COLOURS) -> None:
    """Write a picture with few colours: a third of the bytes, without a visible difference."""
    from PIL import Image

    drawn = Image.open(picture).convert("RGB")
    # A median cut gives all colours to large areas, so that small dots lose theirs.
    few = drawn.quantize(colours, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(place, optimize=True)


def main(pages: list[Path]) -> None:
    """Follow pages, and write their output and pictures."""
    for page in pages:
        text = page.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as made:
            place = Path(made)
            followed = follow(text, place, lambda _: None)
            for fault in followed.faults:
                print(f"{page}: {fault}", file=sys.stderr)
            for name in PICTURE.findall(text):
                if (place / name).is_file():
                    small(place / name, ROOT / "docs" / "images" / name)
        page.write_text(followed.page, encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="+", type=Path)
    main(parser.parse_args().pages)
