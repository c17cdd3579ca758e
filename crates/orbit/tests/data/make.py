"""Writes the reference data of the tests of `crates/orbit` anew; run from anywhere.

Needs `sgp4` (2.27 was used: its package ships the verification cases of AIAA 2006-6753) and
`skyfield` (1.55). Writes, beside itself:

* `day.tle`: made-up satellites of every kind of orbit, epoch 6 h before 2026-11-20.
* `verification.tle`, `verification.csv`: satellites of SGP4-VER.TLE, first 69 columns, and at most
  eight lines of each of tcppver.out: catalogue number, minutes from the epoch, km, km/s (TEME).
* `skyfield.csv`: Earth-fixed positions (ITRS, km) of six satellites of day.tle by Skyfield, every
  10 min of 2026-11-20, with UT1 set equal to UTC; the last column is how far the position moves,
  in m, with UT1 as Skyfield predicts it.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import sgp4
from sgp4.api import WGS72, Satrec, jday
from sgp4.exporter import export_tle
from skyfield.api import EarthSatellite, load
from skyfield.framelib import itrs

HERE = Path(__file__).parent
CASES = Path(sgp4.__file__).parent
# Cases made to fail (error codes 2 to 4), and one listed twice with different spans.
LEFT_OUT = {33333, 33334, 33335, 20413}
# TT - UTC since 2017: with it as TT - UT1, UT1 equals UTC.
TT_MINUS_UTC_S = 69.184

# Name, inclination deg, eccentricity, rev/day, B*, node, perigee and mean anomaly deg.
DAY = [
    ("IRIDIUM-LIKE", 86.4, 0.0002, 14.34217, 1.0e-5, 30, 80, 280),
    ("STARLINK-LIKE", 53.05, 0.00014, 15.06391, 1.2e-4, 200, 90, 15),
    ("STATION-LIKE 420 KM", 51.64, 0.0007, 15.49, 3e-4, 310, 120, 33),
    ("O3B-LIKE", 0.05, 0.0003, 5.00116, 0, 10, 200, 77),
    ("GPS-LIKE", 55.1, 0.011, 2.00563, 0, 145, 60, 310),
    ("GEO", 0.03, 0.0002, 1.00271, 0, 80, 300, 44),
    ("MOLNIYA", 63.4, 0.722, 2.00613, 1e-4, 222, 280, 10),
    ("GTO", 27.0, 0.731, 2.27, 2e-4, 100, 178, 20),
    ("HEO 16 H", 63.435, 0.55, 1.5044, 0, 50, 270, 180),
]
COMPARED = ("IRIDIUM-LIKE", "STARLINK-LIKE", "O3B-LIKE", "GPS-LIKE", "GEO", "MOLNIYA")


def day() -> list[tuple[str, str, str]]:
    """Return names and lines of the made-up satellites."""
    found = []
    epoch = sum(jday(2026, 11, 19, 18, 0, 0)) - 2_433_281.5
    for index, (name, i, e, motion, bstar, node, perigee, anomaly) in enumerate(DAY):
        satellite = Satrec()
        angles = [math.radians(a) for a in (perigee, i, anomaly, node)]
        satellite.sgp4init(
            WGS72, "i", 90_001 + index, epoch, bstar, 0.0, 0.0, e,
            angles[0], angles[1], angles[2], motion * math.tau / 1440, angles[3],
        )  # fmt: skip
        satellite.classification, satellite.intldesg = "U", "26001A"
        satellite.elnum = satellite.revnum = 1
        found.append((name, *export_tle(satellite)))
    return found


def verification() -> None:
    """Thin the published cases."""
    lines = (CASES / "SGP4-VER.TLE").read_text().splitlines()
    kept = [line[:69] for line in lines if line[:1] in "12" and int(line[2:7]) not in LEFT_OUT]
    (HERE / "verification.tle").write_text("\n".join(kept) + "\n")
    rows, number, block = [], 0, []
    for line in [*(CASES / "tcppver.out").read_text().splitlines(), "0 xx"]:
        if not line.endswith("xx"):
            block.append(line.split()[:7])
            continue
        if number not in LEFT_OUT:
            step = max(1, math.ceil(len(block) / 8))
            rows += [",".join([str(number), *row]) for row in block[::step]]
        number, block = int(line.split()[0]), []
    (HERE / "verification.csv").write_text("\n".join(rows) + "\n")


def skyfield(satellites: list[tuple[str, str, str]]) -> None:
    """Write Earth-fixed positions over the day."""
    seconds = np.arange(0, 86_401, 600)
    places = []
    for delta_t in (TT_MINUS_UTC_S, None):
        scale = load.timescale(builtin=True, delta_t=delta_t)
        t = scale.utc(2026, 11, 20, 0, 0, seconds)
        print("UT1 - UTC:", float(t.dut1[0]), "to", float(t.dut1[-1]), "s")
        places.append([
            EarthSatellite(first, second, name, scale).at(t).frame_xyz(itrs).km.T
            for name, first, second in satellites
        ])  # fmt: skip
    rows = ["name,t_s,x_km,y_km,z_km,shift_m"]
    for (name, _, _), equal, real in zip(satellites, *places, strict=True):
        shifts = np.linalg.norm(real - equal, axis=1) * 1000
        for s, (x, y, z), shift in zip(seconds, equal, shifts, strict=True):
            rows.append(f"{name},{s},{x:.4f},{y:.4f},{z:.4f},{shift:.1f}")
    (HERE / "skyfield.csv").write_text("\n".join(rows) + "\n")


def main() -> None:
    """Write all files."""
    satellites = day()
    text = "".join(f"{line}\n" for satellite in satellites for line in satellite)
    (HERE / "day.tle").write_text(text)
    verification()
    skyfield([satellite for satellite in satellites if satellite[0] in COMPARED])


if __name__ == "__main__":
    main()
