"""The file set of Hypatia: reading and checking it, and its forwarding state.

Owns the formats that Hypatia reads and the checks of its files (Kassing et al., IMC 2020;
github.com/snkas/hypatia, its readers in satgenpy). `export/hypatia_set.py` writes a scenario as
such a set. docs/formats.md describes both.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeVar

from skyseam import _tle
from skyseam._errors import InputError
from skyseam._files import check_name, is_directory, read_text

if TYPE_CHECKING:
    import pyarrow as pa

T = TypeVar("T")

FILES = (
    "tles.txt",
    "ground_stations.txt",
    "isls.txt",
    "gsl_interfaces_info.txt",
    "description.txt",
)


@dataclass(frozen=True)
class Satellite:
    """A satellite: its two lines as in the file."""

    name: str
    line1: str
    line2: str


@dataclass(frozen=True)
class GroundStation:
    """A place on the ground."""

    name: str
    latitude_deg: float
    longitude_deg: float
    elevation_m: float


@dataclass(frozen=True)
class FileSet:
    """The content of a Hypatia directory; satellites and stations are numbered by position."""

    orbits: int
    satellites_per_orbit: int
    satellites: tuple[Satellite, ...]
    epoch: datetime
    ground_stations: tuple[GroundStation, ...]
    isls: tuple[tuple[int, int], ...]
    gsl_interfaces: tuple[tuple[int, float], ...]
    """Per node the number of its interfaces and their total bandwidth, without a unit."""
    max_gsl_length_m: float
    max_isl_length_m: float
    steps_ns: tuple[int, ...] = ()
    """Instants of the forwarding state, ascending; none where the set has none."""

    @property
    def altitude_km(self) -> float:
        """Altitude of the first satellite, from its mean motion by Kepler's third law."""
        rate = _tle.mean_motion_of(self.satellites[0].line2)
        radius_km: float = (_tle.WGS72_MU_KM3_PER_S2 / rate**2) ** (1 / 3)
        return radius_km - _tle.WGS72_RADIUS_KM

    @property
    def elevation_mask_deg(self) -> float:
        """The mask at which Hypatia's rule gives `max_gsl_length_m` for :attr:`altitude_km`."""
        return math.degrees(math.asin(self.altitude_km * 1000 / self.max_gsl_length_m))

    @property
    def grazing_altitude_km(self) -> float:
        """Altitude of the middle of a link of `max_isl_length_m`; negative inside the Earth."""
        radius_km = _tle.WGS72_RADIUS_KM + self.altitude_km
        half_km = self.max_isl_length_m / 2000
        return math.sqrt(max(0.0, radius_km**2 - half_km**2)) - _tle.WGS72_RADIUS_KM


def read_set(directory: str | Path) -> FileSet:
    """Read and check the static files of a Hypatia set.

    Parameters
    ----------
    With tles.txt, ground_stations.txt (basic or extended), isls.txt, gsl_interfaces_info.txt and
    description.txt.

    Raises
    ------
    InputError
        With file and line, what was found and what was expected.
    """
    directory = Path(directory)
    check_name(directory)
    if not is_directory(directory):
        raise InputError(f"there is no directory {directory}; a Hypatia set is a directory")
    missing = [name for name in FILES if not (directory / name).is_file()]
    if missing:
        raise InputError(
            f"{directory} is not a Hypatia set: {', '.join(missing)} missing; expected "
            f"{', '.join(FILES)}"
        )
    files = {name: _File(directory / name) for name in FILES}
    orbits, per_orbit, satellites, epoch = read_tles(files["tles.txt"])
    stations = _ground_stations(files["ground_stations.txt"])
    isls = _isls(files["isls.txt"], len(satellites))
    interfaces = _gsl_interfaces(files["gsl_interfaces_info.txt"], len(satellites), len(stations))
    max_gsl_length_m, max_isl_length_m = _description(files["description.txt"])
    found = FileSet(
        orbits,
        per_orbit,
        satellites,
        epoch,
        stations,
        isls,
        interfaces,
        max_gsl_length_m,
        max_isl_length_m,
        tuple(at for at, _ in _forwarding(directory)),
    )
    least_m = found.altitude_km * 1000
    if max_gsl_length_m <= least_m:
        files["description.txt"].refuse(
            1,
            "no ground station could reach a satellite",
            f"max_gsl_length_m={max_gsl_length_m:g}",
            f"more than the altitude of the satellites, {least_m:.0f} m",
        )
    return found


def text_file(path: Path) -> _File:
    """Read a text file for :func:`read_tles`."""
    return _File(path)


class _File:
    """A text file, line by line, with errors that name its lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        text = read_text(path)
        self.lines = text.removesuffix("\n").split("\n") if text else []

    def refuse(self, line: int, why: str, found: str, expected: str) -> NoReturn:
        shown = found if len(found) <= 100 else f"{found[:97]}..."
        raise InputError(
            f"{self.path}, line {line}: {why}\n  found: {shown}\n  expected: {expected}"
        )

    def read(self, line: int, what: str, text: str, kind: Callable[[str], T], expected: str) -> T:
        """Read one value of a line; a `ValueError` of `kind` means that it is malformed."""
        try:
            return kind(text.strip())
        except ValueError:
            self.refuse(line, f"{what} is malformed", f'"{text.strip()}"', expected)

    def rows(
        self, separator: str | None, columns: tuple[int, ...], form: str
    ) -> Iterator[tuple[int, list[str]]]:
        """Yield line number and columns of every line."""
        for number, line in enumerate(self.lines, 1):
            parts = line.split(separator)
            if len(parts) not in columns:
                self.refuse(number, f"not {form}", f'"{line}" ({len(parts)} columns)', form)
            yield number, parts


def _whole(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise ValueError(text)
    return int(text)


def _real(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value


def _positive(text: str) -> float:
    value = _real(text)
    if value <= 0:
        raise ValueError(text)
    return value


def read_tles(file: _File) -> tuple[int, int, tuple[Satellite, ...], datetime]:
    """Read tles.txt: numbers of orbits and of satellites in each, the satellites, their epoch."""
    header = file.lines[0].split() if file.lines else []
    if len(header) != 2:
        found = f'"{file.lines[0]}"' if file.lines else "an empty file"
        form = 'the numbers of orbits and of satellites in each, such as "34 34"'
        file.refuse(1, "the first line does not give the number of satellites", found, form)
    orbits, per_orbit = (
        file.read(1, what, text, _whole, "a whole number above zero")
        for what, text in zip(("the number of orbits", "satellites per orbit"), header, strict=True)
    )
    count = orbits * per_orbit
    if count == 0:
        file.refuse(1, "no satellites", f'"{file.lines[0]}"', "at least one")
    if len(file.lines) != 1 + 3 * count:
        file.refuse(
            len(file.lines),
            f"the file has {(len(file.lines) - 1) // 3} whole satellites",
            f"{len(file.lines)} lines",
            f"{1 + 3 * count}: the header and three for each of {orbits} x {per_orbit} satellites",
        )
    satellites = []
    epoch: datetime | None = None
    for number in range(count):
        at = 2 + 3 * number
        name, line1, line2 = file.lines[at - 1 : at + 2]
        words = name.split()
        if len(words) != 2 or words[1] != str(number):
            form = f'a name without blanks and the number {number}, such as "Kuiper-630 {number}"'
            file.refuse(at, "not the name of the next satellite", f'"{name}"', form)
        _check_line(file, at + 1, 1, line1)
        _check_line(file, at + 2, 2, line2)
        if line1[2:7] != line2[2:7]:
            found = f'"{line1[2:7]}" and "{line2[2:7]}"'
            file.refuse(at + 2, "two lines of different satellites", found, "one catalogue number")
        own = file.read(
            at + 1,
            "the epoch",
            line1[18:32],
            _tle.epoch_of,
            "two digits of the year and the day, such as 00001.00000000",
        )
        epoch = epoch or own
        if own != epoch:
            file.refuse(
                at + 1,
                "an epoch of its own",
                f"{own:%Y-%m-%d %H:%M:%S}",
                f"{epoch:%Y-%m-%d %H:%M:%S}, as the satellites before: Hypatia has one epoch",
            )
        satellites.append(Satellite(name.strip(), line1.rstrip(), line2.rstrip()))
    assert epoch is not None
    return orbits, per_orbit, tuple(satellites), epoch


def _check_line(file: _File, at: int, which: int, text: str) -> None:
    text = text.rstrip()
    if len(text) != _tle.LINE_LENGTH:
        form = f"{_tle.LINE_LENGTH} columns"
        file.refuse(
            at,
            f"line {which} of an element set is cut or too long",
            f'"{text}" ({len(text)} columns)',
            form,
        )
    if not text.startswith(f"{which} "):
        file.refuse(at, f"not line {which} of an element set", f'"{text}"', f'"{which} " first')
    if text[-1] != str(_tle.checksum(text)):
        file.refuse(at, "the checksum is wrong", text[-1], str(_tle.checksum(text)))
    if which == 2:
        for what, columns, least, most in (
            ("inclination", slice(8, 16), 0, 180),
            ("node", slice(17, 25), 0, 360),
            ("argument of perigee", slice(34, 42), 0, 360),
            ("mean anomaly", slice(43, 51), 0, 360),
            ("mean motion", slice(52, 63), 0.001, 17),
        ):
            form = f"a number from {least} to {most}"
            value = file.read(at, f"the {what}", text[columns], _real, form)
            if not least <= value <= most:
                file.refuse(at, f"the {what} is out of range", text[columns].strip(), form)
        file.read(at, "the eccentricity", text[26:33], _digits, "seven digits")


def _digits(text: str) -> int:
    if not re.fullmatch(r"[0-9]{7}", text):
        raise ValueError(text)
    return int(text)


def _ground_stations(file: _File) -> tuple[GroundStation, ...]:
    form = "id,name,latitude,longitude,elevation, and extended also x,y,z"
    stations: list[GroundStation] = []
    for line, columns in file.rows(",", (5, 8), form):
        number = file.read(line, "the id", columns[0], _whole, f"{len(stations)}, the next")
        if number != len(stations):
            file.refuse(line, "ids must count up", str(number), str(len(stations)))
        if not columns[1].strip():
            file.refuse(line, "a ground station without a name", "nothing", "a name")
        values = []
        for what, text, least, most in (
            ("latitude", columns[2], -90, 90),
            ("longitude", columns[3], -360, 360),
            ("elevation", columns[4], -1000, 100_000),
        ):
            unit = "m" if what == "elevation" else "deg"
            expected = f"a number from {least} to {most} ({unit})"
            value = file.read(line, f"the {what}", text, _real, expected)
            if not least <= value <= most:
                file.refuse(line, f"the {what} is out of range", text.strip(), expected)
            values.append(value)
        for text in columns[5:]:
            file.read(line, "a Cartesian coordinate", text, _real, "a number of metres")
        stations.append(GroundStation(columns[1].strip(), *values))
    return tuple(stations)


def _isls(file: _File, satellites: int) -> tuple[tuple[int, int], ...]:
    seen: dict[tuple[int, int], int] = {}
    form = "two satellite numbers, such as 0 1"
    for line, columns in file.rows(None, (2,), form):
        a, b = (file.read(line, "a satellite number", text, _whole, form) for text in columns)
        for number in (a, b):
            if number >= satellites:
                known = f"0 to {satellites - 1}, as tles.txt has them"
                file.refuse(line, "there is no such satellite", str(number), known)
        if a >= b:
            file.refuse(
                line,
                "the smaller number must come first",
                f"{a} {b}",
                f"{b} {a}" if a > b else "two different satellites",
            )
        if (a, b) in seen:
            where = f"each link once; it stands in line {seen[a, b]}"
            file.refuse(line, "a link a second time", f"{a} {b}", where)
        seen[a, b] = line
    return tuple(seen)


def _gsl_interfaces(file: _File, satellites: int, stations: int) -> tuple[tuple[int, float], ...]:
    found: list[tuple[int, float]] = []
    form = "node,number of interfaces,bandwidth"
    for line, columns in file.rows(",", (3,), form):
        node = file.read(line, "the node", columns[0], _whole, f"{len(found)}, the next")
        if node != len(found):
            file.refuse(line, "nodes must count up", str(node), str(len(found)))
        count = file.read(line, "the number of interfaces", columns[1], _whole, "1 or more")
        if count == 0:
            file.refuse(line, "a node without an interface", "0", "1 or more")
        bandwidth = file.read(line, "the bandwidth", columns[2], _positive, "a number above zero")
        found.append((count, bandwidth))
    if len(found) != satellites + stations:
        file.refuse(
            len(found),
            "the file does not list every node",
            f"{len(found)} nodes",
            f"{satellites} satellites and {stations} ground stations",
        )
    return tuple(found)


def _description(file: _File) -> tuple[float, float]:
    form = "max_gsl_length_m=<metres> and max_isl_length_m=<metres>"
    values: dict[str, float] = {}
    for line, (key, text) in file.rows("=", (2,), form):
        if key.strip() not in ("max_gsl_length_m", "max_isl_length_m"):
            file.refuse(line, "an unknown key", f'"{key}"', form)
        values[key.strip()] = file.read(line, key.strip(), text, _positive, "metres above zero")
    for key in ("max_gsl_length_m", "max_isl_length_m"):
        if key not in values:
            file.refuse(max(1, len(file.lines)), f"{key} is missing", "the end of the file", form)
    return values["max_gsl_length_m"], values["max_isl_length_m"]


_FSTATE = re.compile(r"fstate_([0-9]+)\.txt")


def read_fstate(directory: str | Path) -> pa.Table:
    """Read forwarding state: the changes at each step, as in the files.

    Parameters
    ----------
    directory
        With files fstate_<ns>.txt, or with one directory dynamic_state_* that contains them.

    Returns
    -------
    pyarrow.Table
        `t_ns`, `node`, `destination`, `next_hop`, `my_interface`, `next_interface`, in the order of
        the files; the last three are null where Hypatia writes -1: the packet is dropped.

    Raises
    ------
    InputError
        With file and line.
    """
    import pyarrow as pa

    directory = Path(directory)
    check_name(directory)
    if not is_directory(directory):
        raise InputError(f"there is no directory {directory}")
    files = _forwarding(directory)
    if not files:
        raise InputError(
            f"{directory} holds no forwarding state: found {len(_below(directory))} directories "
            "dynamic_state_*; expected files fstate_<ns>.txt, or one directory that has them"
        )
    columns: list[list[int]] = [[] for _ in range(6)]
    form = "current,destination,next hop,my interface,next interface"
    for t_ns, path in files:
        file = _File(path)
        for line, texts in file.rows(",", (5,), form):
            row = [file.read(line, "a number", text, _whole_or_none, form) for text in texts]
            if min(row[:2]) < 0 or (min(row[2:]) < 0) != (max(row[2:]) < 0):
                file.refuse(
                    line, "an incomplete decision", ",".join(texts), "three numbers, or three -1"
                )
            for column, value in zip(columns, (t_ns, *row), strict=True):
                column.append(value)
    names = ("t_ns", "node", "destination", "next_hop", "my_interface", "next_interface")
    optional = {"next_hop", "my_interface", "next_interface"}
    return pa.table(
        {
            name: pa.array(
                [None if v < 0 else v for v in column] if name in optional else column,
                type=pa.uint64(),
            )
            for name, column in zip(names, columns, strict=True)
        }
    )


def _whole_or_none(text: str) -> int:
    return -1 if text == "-1" else _whole(text)


def _below(directory: Path) -> list[Path]:
    return [d for d in sorted(directory.glob("dynamic_state_*")) if d.is_dir()]


def _forwarding(directory: Path) -> list[tuple[int, Path]]:
    """Return instant and file of each step, of the directory or of its only subdirectory."""
    below = _below(directory)
    return _fstate_files(directory) or (_fstate_files(below[0]) if len(below) == 1 else [])


def _fstate_files(directory: Path) -> list[tuple[int, Path]]:
    matches = ((_FSTATE.fullmatch(path.name), path) for path in directory.glob("fstate_*.txt"))
    return sorted((int(match[1]), path) for match, path in matches if match)
