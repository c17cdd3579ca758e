"""Files that random scenarios name, and damaged ones.

All of them are beside every scenario, so that any of them can replace any other.
"""

from __future__ import annotations

import functools
from pathlib import Path

SCENARIOS = Path(__file__).parents[2] / "scenarios"

WIRE = "wire.csv"
LINK = "link.csv"
DELAYS = "delays.csv"
LEVELS = "levels.csv"
TRACK = "track.csv"
STARTS = "starts.csv"
STARTS_BY_USER = "starts-by-user.csv"
SIZES = "sizes.csv"
DATAGRAMS = "datagrams.csv"
POINTS = "points.csv"
CITIES = "cities.csv"
ELEMENTS = "made-up-66.tle"

WRITTEN = {
    WIRE: "t_s,delay_ms,rate_bps,loss\n"
    "0,20,2000000,0\n0.4,60,0,0\n0.7,10,5000000,0.02\n1.5,35.5,1000000,0\n",
    LINK: "t_s,rate_bps,loss\n0,4000000,0\n0.5,0,0\n0.6,9000000,0.05\n1.1,2000000,0.001\n",
    DELAYS: "t_s,delay_ms\n0,12\n0.3,4\n0.8,90\n1.7,8.25\n",
    LEVELS: "t_s,level_db\n" + "".join(f"{n / 10:g},{-(n * n % 37) / 3:.2f}\n" for n in range(30)),
    TRACK: "t_s,latitude_deg,longitude_deg,altitude_m\n"
    "0,48,-30,0\n1.5,48.01,-30.02,9000\n3,48.01,179.9,11000\n9,-20,-179.5,0\n",
    STARTS: "start_s\n0\n0.25\n0.25\n0.9\n1.75\n7\n",
    STARTS_BY_USER: "start_s,user\n0.1,1\n0.1,1\n0.4,1\n1.2,1\n",
    SIZES: "level_0,level_1,level_2\n20000,60000,200000\n1,50000,150000\n30000,30000,31000\n",
    DATAGRAMS: "t_s,size_bytes\n0,250\n0,28\n0.001,250\n0.5,250\n0.6,80\n",
    POINTS: "latitude_deg,longitude_deg\n48.1,11.6\n-33.9,151.2\n0,180\n89,0\n",
    CITIES: "name,country,latitude_deg,longitude_deg,population\n"
    "One,DE,52.5,13.4,3500000\nTwo,FR,48.9,2.4,9000000\nThree,FR,43.3,5.4,1\n",
}  # fmt: skip

DAMAGED = {
    "empty.csv": "",
    "header-only.csv": "t_s,delay_ms,rate_bps,loss\n",
    "no-numbers.csv": WRITTEN[WIRE].replace("20", "twenty"),
    "descending.csv": "t_s,delay_ms,rate_bps,loss\n3,1,1e6,0\n2,1,1e6,0\n",
    "extremes.csv": "t_s,delay_ms,rate_bps,loss\n0,1e300,9e18,1\n1e-12,-1,0,nan\n1e9,inf,-5,2\n",
    "still.csv": "t_s,rate_bps\n0,0\n",
    "quotes.csv": 't_s,delay_ms\n"0","5\n1,9\n',
    "long-row.csv": "t_s,delay_ms\n0," + "9" * 100_000 + "\n",
    "noise.csv": "\x00\x01\ufeff\u2028,;\t\r",
    "half.tle": "NAME\n1 00005U 58002B   00179.78495062  .00000023  00000-0  28098-4 0  4753\n",
    "far.csv": "latitude_deg,longitude_deg\n91,0\n0,1e9\n",
    "users-from-0.csv": "start_s,user\n0,0\n1,4000000000\n",
}
"""Files that most readers refuse, each in its words."""


@functools.cache
def all_files() -> dict[str, str]:
    """Return the text of every file by its name."""
    elements = (SCENARIOS / ELEMENTS).read_text(encoding="utf-8")
    return {**WRITTEN, ELEMENTS: elements, **DAMAGED}


def write(directory: Path) -> None:
    """Write all files to `directory`."""
    for name, text in all_files().items():
        (directory / name).write_text(text, encoding="utf-8", newline="")
