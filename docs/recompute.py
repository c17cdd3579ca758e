"""Computes published quantities from the tables of whole reports, independently of the reports.

    python docs/recompute.py REPORTS     # a directory with reports of `skyseam reproduce PAPER`

Reads the parquet tables beside each report, computes the quantities that follow from them by
definition, and compares them with comparison.csv. Ends with 1 if a number differs by more than its
last digit.
"""

from __future__ import annotations

import csv
import json
import math
import re
import sys
from collections.abc import Callable
from pathlib import Path

import polars as pl

TOLERANCE = 1e-5
"""comparison.csv has six digits."""

Numbers = dict[tuple[str, str], float]
"""By id of published.csv and reading."""


def mean(table: pl.DataFrame, column: str, **wanted: object) -> float:
    """Return the mean of a column over the rows that have these values; NaN if there are none."""
    for name, value in wanted.items():
        table = table.filter(pl.col(name).eq_missing(pl.lit(value)))
    found = table[column].mean()
    return math.nan if found is None else float(found)  # type: ignore[arg-type]


def ratios(table: pl.DataFrame, cities: list[str], size: str, window: str) -> list[float]:
    """Return the ratio of the mean times not separated and separated by the seam, by city."""
    of = table.filter(size=size, window=window)
    sides = [
        [mean(of, "transfer_time_s", city=city, separated=side) for city in cities]
        for side in (False, True)
    ]
    return [near / far for near, far in zip(*sides, strict=True)]


def boubaker2020(report: Path) -> Numbers:
    """Return the means of Sec. 4.1 and Table 4, and Table 5 with the increases of Sec. 6."""
    found: Numbers = {}
    seam = pl.read_parquet(report / "seam_transfers.parquet")
    cities = pl.read_parquet(report / "cities_transfers.parquet")
    plan = json.loads((report / "manifest.json").read_text("utf-8"))["parts"]["cities"]["study"]
    for reading in ("defaults", "fits"):
        for cell, unit_s in (("t9k_la", 1e-3), ("t9k_delhi", 1e-3), ("t15M_la", 1.0)):
            times = [
                mean(seam, "transfer_time_s", variant=variant, cell=cell, separated=side) / unit_s
                for side in (False, True)
                for variant in (reading if unit_s == 1.0 else "defaults",)
            ]
            found[f"{cell}_noseam", reading], found[f"{cell}_seam", reading] = times
            found[cell.replace("t", "ratio_", 1), reading] = 100 * times[0] / times[1]

        listed = plan["lists"][reading]
        for row in plan["sizes"]:
            each = ratios(cities, listed, row["size"], reading)
            found[row["id"], reading] = 100 * sum(each) / len(each)
        small = [100 / one - 100 for one in ratios(cities, listed, "9 kB", "defaults")]
        found["seam_small_increase", reading] = sum(small) / len(small)
        found["seam_large_increase", reading] = 1e4 / found["ratio_10000k", reading] - 100
    return found


def tauran2019(report: Path) -> Numbers:
    """Return Tables 1 to 3, and the papers' verbal claims about the same runs."""
    cells = pl.read_parquet(report / "tables_cells.parquet").filter(~pl.col("reordering"))
    found: dict[str, float] = {}
    for of in cells.partition_by("controller", "delack_ms", "snr_db"):
        controller, delack, snr = of.select("controller", "delack_ms", "snr_db").row(0)
        cell = f"{controller}_delack-{'off' if delack is None else 'on'}_{snr}dB"
        for name in ("goodput", "harq_success", "rto_ratio", "dupack_ratio", "spurious_ratio",
                     "retransmissions"):  # fmt: skip
            found[f"{name}_{cell}"] = mean(of, name)
    snrs = sorted(cells["snr_db"].unique())
    slow = cells.filter(pl.col("controller") != "hybla")
    low, high = snrs[0], snrs[-1]
    for snr in (low, high):
        found[f"undecoded_{snr}"] = 100 - mean(slow, "harq_success", snr_db=snr)
        found[f"hybla_goodput_noack_{snr}"] = found[f"goodput_hybla_delack-off_{snr}dB"]
    each = {key: of for key, of in found.items() if key.startswith("goodput")}
    found["hybla_goodput_delack_min"] = min(
        of for key, of in each.items() if "hybla_delack-on" in key
    )
    quick = {key: of for key, of in each.items() if "hybla" not in key}
    found["max_goodput_slides"] = max(quick.values())
    found["nr_cubic_goodput_delack_max"] = max(of for key, of in quick.items() if "-on_" in key)
    hybla = cells.filter(pl.col("controller") == "hybla")
    both = hybla.filter(pl.col("delack_ms").is_not_null()).join(
        hybla.filter(pl.col("delack_ms").is_null()), on=["snr_db", "seed"], suffix="_off"
    )
    fall = both.with_columns(fall=100 - 100 * pl.col("goodput") / pl.col("goodput_off"))
    found["hybla_delack_loss_max"] = max(mean(fall, "fall", snr_db=snr) for snr in snrs)
    return {(name, ""): value for name, value in found.items()}


def tauran2018(report: Path) -> Numbers:
    """Return the slides' claims about TCP that compare two policies run by run."""
    tcp = pl.read_parquet(report / "slides_tcp.parquet").filter(mode="papers")

    def gain(policy: str, other: str, reordering: bool, users: int | None = None) -> float:
        of = tcp.filter(pl.col("reordering") == reordering)
        of = of if users is None else of.filter(pl.col("users") == users)
        each = [of.filter(pl.col("policy") == one) for one in (policy, other)]
        both = each[0].join(each[1], on=["users", "seed"], suffix="_other")
        more = both.with_columns(more=100 * pl.col("goodput") / pl.col("goodput_other") - 100)
        return mean(more, "more")

    few = int(tcp["users"].min())  # type: ignore[arg-type]
    found = {
        "tcp_rr_few": gain("rr", "dt_h", False, few),
        "tcp_codes_plain": gain("codes", "pf", False),
        "tcp_codes_reordering": gain("codes", "pf", True),
        "tcp_rr_reordering": gain("rr", "pf", True),
    }
    return {(name, ""): value for name, value in found.items()}


def henderson1999(report: Path) -> Numbers:
    """Return the claims of the abstract that have a number."""
    pings = pl.read_parquet(report / "delay_pings.parquet")
    there = pings.filter(sky="teledesic", metric="delay").filter(pl.col("delay_ms").is_not_null())
    above = there.filter(pl.col("delay_ms") > 100)
    stp = pl.read_parquet(report / "stp_transfers.parquet")
    geo = stp.filter(path="geo", size=10485760, load=0.0)
    back = geo.filter(protocol="SACK").join(geo.filter(protocol="STP"), on="run", suffix="_stp")
    replies = pl.read_parquet(report / "web_replies.parquet")
    web = {
        one: mean(replies, "latency_s", option=one, path="GEO", segment=1460, drawn=True)
        for one in ("standard", "both")
    }
    found = {
        "teledesic_tail": 100 * len(above) / len(there),
        "stp_reverse": mean(back.select(less=pl.col("back_bps") / pl.col("back_bps_stp")), "less"),
        "ttcp_iw_least": web["standard"] / web["both"],
        "ttcp_iw_most": web["standard"] / web["both"],
    }
    return {(name, ""): value for name, value in found.items()}


WORKS: dict[str, Callable[[Path], Numbers]] = {
    "boubaker2020": boubaker2020, "henderson1999": henderson1999,
    "tauran2018": tauran2018, "tauran2019": tauran2019,
}  # fmt: skip


def compared(work: str, report: Path) -> tuple[int, list[str]]:
    """Return the number of compared values, and those that differ."""
    with (report / "comparison.csv").open(newline="", encoding="utf-8") as text:
        told = {(row["id"], row["reading"]): row["simulated"] for row in csv.DictReader(text)}
    # A quick study has not every run.
    made = {key: of for key, of in WORKS[work](report).items() if not math.isnan(of)}
    here = {key: of for key, of in made.items() if key in told}
    off = [
        f"{work}: {' '.join(key).strip()}: {told[key]} in the report, {value:.6g} from its tables"
        for key, value in here.items()
        if not math.isclose(value, float(told[key]), rel_tol=TOLERANCE, abs_tol=1e-9)
    ]
    return len(here), off


def main(reports: Path) -> int:
    """Compare every existing report."""
    wrong = 0
    for work in WORKS:
        if (reports / work / "comparison.csv").is_file():
            count, off = compared(work, reports / work)
            print(f"{work}: {count} numbers computed anew, {len(off)} differ")
            print("".join(f"  {one}\n" for one in off), end="")
            wrong += len(off)
    return min(wrong, 1)


if __name__ == "__main__":
    if len(sys.argv) != 2 or re.match("-", sys.argv[1]):
        sys.exit("usage: python docs/recompute.py REPORTS")
    sys.exit(main(Path(sys.argv[1])))
