"""Writes the tables of docs/explanation/linux-compared.md: the stack `linux` and a kernel.

Run from the root of the repository: `python docs/linux_table.py`. The numbers are those of `skyseam
validate linux-tcp`, which describes the measurement; the first table has a part of them. The second
and third ones are of kept runs: `skyseam validate linux-tcp --live -o
bench/results/linux-live.csv`; linux-live-drawn.csv has those with `--seed 1` and `--seed 2`.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import marks

from skyseam.validation import linux

PAGE = Path(__file__).resolve().parent / "explanation" / "linux-compared.md"
RESULTS = Path(__file__).resolve().parent.parent / "bench/results"

SHOWN: Sequence[tuple[str, str, str]] = (
    ("1.5 Mbit/s, 15 MB, CUBIC", "a_1p5M_45ms cubic 15000000 B 45 ms fifo",
     "completion_s retransmissions"),
    ("1.5 Mbit/s, 15 MB, Reno", "a_1p5M_45ms reno 15000000 B 45 ms fifo",
     "completion_s retransmissions"),
    ("1.5 Mbit/s, 15 MB, BBR", "a_1p5M_45ms bbr 15000000 B 45 ms fifo",
     "completion_s retransmissions first_ssthresh"),
    ("1.5 Mbit/s, 100 kB, CUBIC", "a_1p5M_45ms cubic 100000 B 45 ms fifo", "completion_s"),
    ("1.5 Mbit/s, 100 kB, BBR", "a_1p5M_45ms bbr 100000 B 45 ms fifo", "completion_s"),
    ("1.5 Mbit/s, 9 kB, CUBIC", "a_1p5M_45ms cubic 9000 B 45 ms fifo", "completion_s"),
    ("10 Mbit/s, 60 s, CUBIC", "b_10M_40ms cubic 60 s 40 ms fifo",
     "goodput_bps first_ssthresh cwnd_peak retransmissions"),
    ("10 Mbit/s, 60 s, Reno", "b_10M_40ms reno 60 s 40 ms fifo",
     "goodput_bps cwnd_peak retransmissions"),
    ("10 Mbit/s, 60 s, BBR", "b_10M_40ms bbr 60 s 40 ms fifo",
     "goodput_bps cwnd_peak retransmissions first_ssthresh"),
    ("delay 40 to 60 ms, CUBIC", "d_step cubic 40 s 40/60 ms fifo", "goodput_bps"),
    ("delay 40 to 60 ms, Reno", "d_step reno 40 s 40/60 ms fifo", "cwnd_peak"),
    ("delay 40 to 60 ms, BBR", "d_step bbr 40 s 40/60 ms fifo", "goodput_bps"),
    ("delay 60 to 40 ms, BBR", "d_step bbr 40 s 60/40 ms fifo", "retransmissions"),
    ("delay 60 to 40 ms, overtaking, CUBIC", "d_step cubic 40 s 60/40 ms overtake",
     "goodput_bps retransmissions"),
    ("delay 60 to 40 ms, overtaking, BBR", "d_step bbr 40 s 60/40 ms overtake",
     "goodput_bps retransmissions"),
    ("loss of 0.1 %, CUBIC", "c_loss cubic 60 s 40 ms fifo", "goodput_bps"),
    ("loss of 0.1 %, Reno", "c_loss reno 60 s 40 ms fifo", "goodput_bps retransmissions"),
    ("loss of 0.1 %, BBR", "c_loss bbr 60 s 40 ms fifo", "goodput_bps"),
    ("10 Mbit/s, 30 s, paced, CUBIC", "f_pitfalls paced_bulk cubic 30 s 40 ms fifo",
     "goodput_bps first_ssthresh retransmissions"),
    ("10 Mbit/s, 30 s, paced, Reno", "f_pitfalls paced_bulk reno 30 s 40 ms fifo",
     "cwnd_peak retransmissions"),
    ("10 Mbit/s, 30 s, offload, BBR", "f_pitfalls gso64k_bulk bbr 30 s 40 ms fifo",
     "goodput_bps"),
    ("SACKs not compressed, Reno", "f_pitfalls compsack0_bulk reno 30 s 40 ms fifo",
     "cwnd_peak retransmissions"),
    ("without HyStart, CUBIC", "h_hystart_off bulk cubic 60 s 40 ms fifo",
     "first_ssthresh retransmissions"),
)  # fmt: skip
"""Configurations of the table: words, name in the reference, quantities."""

WORDS = {
    "completion_s": "completion, s",
    "goodput_bps": "goodput, Mbit/s",
    "retransmissions": "retransmissions",
    "cwnd_peak": "peak of the window, segments",
    "first_ssthresh": "end of slow start, segments",
}


def shown(quantity: str, value: float) -> str:
    """Return a value as in the table: times and rates to five digits, counts as integers."""
    if quantity == "completion_s":
        return f"{value:.5g}" if value < 1 else f"{value:.3f}"
    return f"{value / 1e6:.4f}" if quantity == "goodput_bps" else f"{value:.4g}"


def table(comparisons: list[linux.Comparison]) -> str:
    """Return the table: a row for each quantity."""
    found = {(one.configuration, one.quantity): one for one in comparisons}
    rows = []
    for words, configuration, quantities in SHOWN:
        for number, quantity in enumerate(quantities.split()):
            one = found[configuration, quantity]
            outside = "" if one.verdict == "within" else ": **outside**"
            rows.append(
                ["" if number else words, WORDS[quantity] + outside]
                + [shown(quantity, value) for value in (one.measured, one.simulated)]
                + [f"{100 * one.deviation:+.2f} %"]
            )
    return marks.table(["configuration", "quantity", "measured", "simulated", "off by"], rows)


def kept(name: str) -> str:
    """Return the table of a kept run over emulated constellations, a row for each transfer."""
    rows: dict[str, list[str]] = {}
    with (RESULTS / name).open(encoding="utf-8") as file:
        for one in csv.DictReader(file):
            outside = "" if one["verdict"] == "within" else " **outside**"
            row = rows.setdefault(one["configuration"], [one["configuration"]])
            measured, simulated = (
                shown(one["quantity"], float(one[name])) for name in ("measured", "simulated")
            )
            row += [measured, simulated, f"{float(one['deviation_pct']):+.2f} %{outside}"]
    head = ["transfer", "completion, s", "simulated", "off by", "retransmissions", "simulated"]
    return marks.table([*head, "off by"], list(rows.values()))


def main() -> None:
    """Compare, and write the tables and the number of comparisons."""
    comparisons = linux.linux_tcp()
    blocks = {
        "kernel": table(comparisons),
        "live": kept("linux-live.csv"),
        "drawn": kept("linux-live-drawn.csv"),
    }
    marks.write(PAGE, blocks)
    outside = [one for one in comparisons if one.verdict == "outside"]
    print(f"{len(comparisons) - len(outside)} within, {len(outside)} outside")
    for one in outside:
        print(f"outside: {one.configuration}, {one.quantity}: {one.why or 'no known reason'}")


if __name__ == "__main__":
    main()
