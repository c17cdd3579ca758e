"""Two-line element sets: writing a satellite's, and checking a line.

Owns the fixed columns, the checksum and the epoch, but not the motion that they describe. Format:
Hoots and Roehrich, Spacetrack Report 3 (1980), Sec. 2; Alpha-5 catalogue numbers as space-track.org
describes them.
"""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

WGS72_RADIUS_KM = 6378.135
WGS72_MU_KM3_PER_S2 = 398_600.8
WGS72_J2 = 1.082616e-3
"""J2 of WGS 72, the model of the Earth of SGP4's element sets."""

LINE_LENGTH = 69
MOST_CATALOGUE_NUMBER = 339_999
"""The largest number that five characters can hold with Alpha-5."""

_DIGITS = "0123456789"
_ALPHA5 = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def checksum(line: str) -> int:
    """Sum the digits of the first 68 columns, a minus sign as 1, modulo 10."""
    return sum(int(c) if c in _DIGITS else c == "-" for c in line[: LINE_LENGTH - 1]) % 10


def catalogue_number(number: int) -> str:
    """Write a catalogue number in five characters, from 100,000 on with a letter for two digits."""
    if not 0 <= number <= MOST_CATALOGUE_NUMBER:
        raise ValueError(f"not a catalogue number: {number}")
    if number < 100_000:
        return f"{number:05d}"
    return f"{_ALPHA5[number // 10_000 - 10]}{number % 10_000:04d}"


def epoch_of(field: str) -> datetime:
    """Read an epoch (columns 19 to 32): two digits of the year, from 1957 on, then the day.

    Raises
    ------
    ValueError
        When the epoch is malformed.
    """
    year, days = int(field[:2]), float(field[2:])
    if not 1 <= days < 367:
        raise ValueError(f"not a day of a year: {days}")
    first = datetime(year + (1900 if year >= 57 else 2000), 1, 1, tzinfo=UTC)
    return first + timedelta(days=days - 1)


def mean_motion_of(line2: str) -> float:
    """Read the mean motion of a second line, rad/s."""
    return float(line2[52:63]) * math.tau / 86_400


def gmst_deg(t: datetime) -> float:
    """Greenwich mean sidereal time, deg (IAU 1982; Vallado 2013, Eq. 3-47), taking UTC for UT1.

    UT1 is within 0.9 s of UTC, so the error is below 0.004 deg.
    """
    j2000 = datetime(2000, 1, 1, 12, tzinfo=UTC)
    c = (t - j2000) / timedelta(days=36_525)
    seconds = 67_310.548_41 + (3_164_400_184.812_866) * c + 0.093_104 * c**2 - 6.2e-6 * c**3
    return (seconds / 240) % 360


def lines(
    number: int,
    epoch: datetime,
    *,
    inclination_deg: float,
    node_deg: float,
    argument_of_latitude_deg: float,
    mean_motion: float,
) -> tuple[str, str]:
    """Write a circular orbit as two lines.

    Parameters
    ----------
    number
        Catalogue number.
    epoch
        Epoch of the elements, UTC, from 1957 to 2056; written to 1e-8 days (0.9 ms).
    inclination_deg, node_deg, argument_of_latitude_deg
        Angles of the orbit, deg; the node from the mean equinox. Written to 1e-4 deg (12 m in low
        orbits).
    mean_motion
        Kozai's mean motion, rad/s.

    Returns
    -------
    tuple of str
        Two lines of 69 columns. The eccentricity is 1e-7, since some readers refuse 0.
    """
    day = (epoch - datetime(epoch.year, 1, 1, tzinfo=UTC)) / timedelta(days=1) + 1
    catalogue = catalogue_number(number)
    first = (
        f"1 {catalogue}U 00000ABC {epoch.year % 100:02d}{day:012.8f}  .00000000  00000-0  00000-0 "
        "0    0"
    )
    second = (
        f"2 {catalogue} {inclination_deg:8.4f} {_turn(node_deg)} 0000001   0.0000 "
        f"{_turn(argument_of_latitude_deg)} {mean_motion * 86_400 / math.tau:11.8f}    0"
    )
    return f"{first}{checksum(first)}", f"{second}{checksum(second)}"


def _turn(degrees: float) -> str:
    text = f"{degrees % 360:8.4f}"
    return "  0.0000" if text == "360.0000" else text


def kozai_mean_motion(
    radius_km: float, inclination_deg: float, rate: float, *, precesses: bool
) -> float:
    """Return the mean motion with which SGP4 follows a circular orbit of the scenario.

    An element set's mean motion is that of the anomaly with the secular effect of J2, and the
    perigee moves too (Kozai 1959; first order, as in Vallado 2013, Sec. 9.6). In rad/s.

    Parameters
    ----------
    radius_km, inclination_deg
        Radius and inclination of the orbit.
    rate
        Its unperturbed mean motion, rad/s.
    precesses
        Whether J2 moves the scenario's argument of latitude too, or it moves at `rate`.
    """
    k = 1.5 * WGS72_J2 * (WGS72_RADIUS_KM / radius_km) ** 2 * rate
    sin2 = math.sin(math.radians(inclination_deg)) ** 2
    return rate + k * (1 - 1.5 * sin2) if precesses else rate - k * (2 - 2.5 * sin2)
