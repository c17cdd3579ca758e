"""Goal: `skyseam fit` recovers the laws that made a measurement, reads each format, and judges.

Method: the reference generator draws measurements of known profiles; files in each format have the
same probes; what is unusable is refused with its line and what was expected.
"""

from __future__ import annotations

import gzip
import json
import re
import shlex
import tomllib
import warnings
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import skyseam
from conftest import ROOT, Command
from skyseam.measured import formats, generate, goodness, laws, profile, runs, slots
from skyseam.measured.series import Pings, Rates

BEGIN_S = 1_700_000_000.0
"""A full minute of UTC is at 1,699,999,980 s."""

PROBABILITIES = laws.PROBABILITIES


def known(**changes: Any) -> profile.Profile:
    """Return a profile like that of a user of Starlink."""
    scores = generate.normal_score(np.clip(PROBABILITIES, 1e-3, 1 - 1e-3))
    law = profile.DelayLaw(
        base_ms=np.linspace(10, 50, 41),
        base_correlation=0.5,
        spread_ms=np.linspace(4, 12, 41),
        spread_correlation=0.2,
        base_spread_correlation=0.4,
        probabilities=PROBABILITIES,
        residual=scores / 1.349,
        memory_s=0.25,
        memory_share=0.4,
        edges=(profile.Window(0.0, 0.25, 40 + 8 * scores),),
    )
    loss = profile.LossLaw(0.01, 0.15, edges=(profile.Window(0.0, 0.25, 0.2),))
    made = profile.Profile("known", "a test", 15.0, 12.0, 20.0, law, loss)
    return replace(made, **changes)


def drawn(
    of: profile.Profile, duration_s: float = 7200, seed: int = 4, interval_s: float = 0.1
) -> Pings:
    """Return a measurement of a profile."""
    sent_s = BEGIN_S + np.arange(0, duration_s, interval_s)
    rtt_ms = generate.round_trips(of, sent_s, 1, np.random.default_rng(seed))[0]
    return Pings(sent_s, rtt_ms, True, "drawn")


@pytest.fixture(scope="module")
def measured() -> Pings:
    return drawn(known())


@pytest.fixture(scope="module")
def fitted(measured: Pings) -> laws.Fit:
    return laws.fit(measured, propagation_ms=20.0)


def ping_text(pings: Pings) -> str:
    lines = ["PING 100.64.0.1 (100.64.0.1) 56(84) bytes of data."]
    for number, (sent_s, rtt_ms) in enumerate(zip(pings.sent_s, pings.rtt_ms, strict=True), 1):
        if np.isfinite(rtt_ms):
            lines.append(
                f"[{sent_s + rtt_ms / 1e3:.6f}] 64 bytes from 100.64.0.1: "
                f"icmp_seq={number % 65536} ttl=63 time={rtt_ms:.1f} ms"
            )
    return "\n".join([*lines, "", "--- 100.64.0.1 ping statistics ---", ""])


def table_text(pings: Pings) -> str:
    rows = zip(pings.sent_s, pings.rtt_ms, strict=True)
    cells = (f"{at:.3f},{'' if np.isnan(rtt) else f'{rtt:.3f}'}" for at, rtt in rows)
    return "t_s,rtt_ms\n" + "\n".join(cells) + "\n"


def test_the_phase_of_slots_is_found(measured: Pings) -> None:
    found = slots.find_phase(measured, 15.0)
    assert (found.is_found, found.phase_s) == (True, 12.0)
    moved = slots.find_phase(drawn(known(phase_s=3.5), 1200), 15.0)
    assert moved.phase_s == 3.5


def test_no_slots_are_found_where_none_are() -> None:
    generator = np.random.default_rng(1)
    sent_s = BEGIN_S + np.arange(0, 3600, 0.1)
    for _ in range(5):
        pings = Pings(sent_s, 30 + generator.gamma(2, 5, len(sent_s)), True, "noise")
        assert not slots.find_phase(pings, 15.0).is_found
    found = laws.fit(pings)
    assert found.profile.delay.edges == ()
    assert any("no slots of 15 s" in note for note in found.notes)


def test_laws_are_recovered(fitted: laws.Fit) -> None:
    law = fitted.profile.delay
    assert fitted.profile.phase_s == 12.0
    # 480 slots: a quantile of the base's middle half has an error of 40 / sqrt(480) / 2 ms.
    assert np.quantile(law.base_ms, [0.25, 0.5, 0.75]) == pytest.approx([20, 30, 40], abs=2.5)
    assert np.median(law.spread_ms) == pytest.approx(8, rel=0.06)
    # The error of a correlation of 480 slots is 0.04.
    following = law.base_correlation * (1 - law.base_redraw)
    assert following == pytest.approx(0.5, abs=0.15)
    assert law.base_spread_correlation == pytest.approx(0.4, abs=0.12)
    assert law.memory_s in (0.25, 0.5)
    assert law.memory_share == pytest.approx(0.4, abs=0.08)
    first = next(one for one in law.edges if one.from_s == 0)
    assert np.median(first.value) == pytest.approx(40, abs=2)


def test_losses_are_recovered(fitted: laws.Fit) -> None:
    loss = fitted.profile.loss
    assert loss is not None
    assert loss.share == pytest.approx(0.01, rel=0.15)
    assert loss.burst_s == pytest.approx(0.15, rel=0.3)
    first = next(one for one in loss.edges if one.from_s == 0)
    assert first.value == pytest.approx(0.2, abs=0.04)
    assert fitted.profile.outage is None


def test_outages_are_recovered() -> None:
    outage = profile.OutageLaw(300.0, 0.7, np.array([5.0, 15.0]))
    found = laws.fit(drawn(known(outage=outage), 36_000, interval_s=0.5)).profile.outage
    assert found is not None
    # 120 outages: errors of 9 % of their rate, 0.04 of the share, 0.3 s of the mean.
    assert found.every_s == pytest.approx(300, rel=0.3)
    assert found.edge_share == pytest.approx(0.7, abs=0.15)
    assert float(found.duration_s.mean()) == pytest.approx(10, abs=1)


def test_a_fit_predicts_other_data_of_the_same_law(measured: Pings, fitted: laws.Fit) -> None:
    rows, _ = goodness.judge(fitted.profile, measured, drawn(known(), seed=5))
    assert [row.name for row in rows if row.verdict == "missed"] == []
    assert sum(row.verdict == "within" for row in rows) == 7


def test_a_wrong_profile_is_found_wrong(measured: Pings, fitted: laws.Fit) -> None:
    law = replace(fitted.profile.delay, base_ms=1.5 * fitted.profile.delay.base_ms, edges=())
    rows, _ = goodness.judge(replace(fitted.profile, delay=law), measured, measured)
    missed = {row.name for row in rows if row.verdict == "missed"}
    assert {"round trip, median", "round trip, 95 %"} <= missed


def test_the_file_of_a_profile_reads_back(fitted: laws.Fit, tmp_path: Path) -> None:
    place = tmp_path / "profile.toml"
    place.write_text(fitted.profile.toml(), encoding="utf-8")
    again = profile.read(place)
    assert again.toml() == fitted.profile.toml()
    place.write_text(fitted.profile.toml().replace('"15 s"', '"15"'), encoding="utf-8")
    with pytest.raises(skyseam.InputError, match='found "15", expected a time with its unit'):
        profile.read(place)


@pytest.mark.parametrize("place", sorted(Path(ROOT, "profiles").glob("*.toml")), ids=str)
def test_profiles_that_come_along_are_read_and_drawn(place: Path) -> None:
    found = profile.read(place)
    sent_s = BEGIN_S + np.arange(0, 600, 0.1)
    rtt_ms = generate.round_trips(found, sent_s, 1, np.random.default_rng(1))
    assert np.nanmin(rtt_ms) >= found.propagation_ms + found.delay.least_ms
    wire = {
        "between": ["a", "b"],
        "delay": f"{found.propagation_ms / 2:g} ms",
        "access": {"kind": "slotted", "profile": place.stem},
        "queue": "100 packets",
        **({} if found.rates else {"rate": "10 Mbit/s"}),
    }
    ping = {"kind": "ping", "count": 3000, "interval": "100 ms"}
    scenario = {
        "nodes": [{"name": "a"}, {"name": "b"}],
        "wires": [wire],
        "flows": [{"name": "ping", "from": "a", "to": "b", "application": ping}],
        "run": {"duration": "310 s", "record": ["rtt"]},
    }
    with warnings.catch_warnings(action="ignore"):
        flown_ms = skyseam.run(scenario).table("rtt")["rtt_ms"].to_numpy()
    assert flown_ms.min() >= found.propagation_ms + found.delay.least_ms
    assert np.median(flown_ms) == pytest.approx(np.nanmedian(rtt_ms), rel=0.5)
    for law in found.rates.values():
        assert (generate.rates(law, found, sent_s, 1, np.random.default_rng(1)) >= 0).all()


def test_the_simulator_flies_what_the_generator_draws(measured: Pings) -> None:
    outage = profile.OutageLaw(600.0, 0.5, np.array([5.0, 15.0]))
    made = known(outage=outage)
    drawn_ones = goodness.drawn(made, measured.sent_s)
    flown = runs.flown(made, measured.sent_s)
    found = {row.name: row for row in goodness.compare(flown, drawn_ones)}
    # 2,667 slots are flown: errors of 1 % of their medians' spread, 3 % of losses at edges.
    assert [row.name for row in found.values() if row.verdict != "within" and row.limit] == []
    assert found["Kolmogorov distance of round trips"].model < 0.02
    assert found["Kolmogorov distance of steps"].model < 0.04
    for name in ("probes lost, without outages", "lost probe follows a lost one"):
        assert abs(found[name].deviation(found[name].model)) < 0.1, found[name]
    assert slots.find_phase(Pings(flown.sent_s, flown.rtt_ms[0], True, ""), 15.0).phase_s == 12.0


def test_probes_of_one_step_have_one_delay() -> None:
    sent_s = BEGIN_S + 5 + np.array([0.001, 0.002, 0.009, 0.011, 3.0])
    rtt_ms = generate.round_trips(known(loss=None), sent_s, 50, np.random.default_rng(1))
    assert (rtt_ms[:, 0] == rtt_ms[:, 1]).all()
    assert (rtt_ms[:, 1] == rtt_ms[:, 2]).all()
    assert (rtt_ms[:, 2] != rtt_ms[:, 3]).all()


def test_the_autoregression_has_its_correlation() -> None:
    values = generate.autoregression(np.full((200, 400), 0.7), np.random.default_rng(2))
    assert values.std() == pytest.approx(1, abs=0.02)
    for lag in (1, 2, 5):
        found = float((values[:, lag:] * values[:, :-lag]).mean())
        assert found == pytest.approx(0.7**lag, abs=0.02)


def test_lost_intervals_have_their_share_and_length() -> None:
    law = profile.LossLaw(0.1, 0.2)
    sent_s = BEGIN_S + np.arange(0, 600, 0.01)
    made = known(loss=law)
    lost = np.isnan(generate.round_trips(made, sent_s, 20, np.random.default_rng(3)))
    assert lost.mean() == pytest.approx(0.1, abs=0.01)
    begins = lost[:, 1:] & ~lost[:, :-1]
    assert lost.sum() / begins.sum() * 0.01 == pytest.approx(0.2, rel=0.08)


def test_rates_are_recovered() -> None:
    law = profile.RateLaw(np.linspace(20, 60, 41), 0.4, np.linspace(0.5, 1.5, 41), 0.6, 0.1)
    at_s = BEGIN_S + np.arange(0, 7200, 0.1)
    mbps = generate.rates(law, known(), at_s + 0.05, 1, np.random.default_rng(5))[0]
    pings = drawn(known(), 600)
    found = laws.fit(pings, {"down": Rates("down", at_s, mbps, True, "drawn")}).profile.rates[
        "down"
    ]
    assert np.quantile(found.slot_mbps, [0.25, 0.5, 0.75]) == pytest.approx([30, 40, 50], abs=3)
    assert found.correlation == pytest.approx(0.4, abs=0.12)
    assert found.within_correlation == pytest.approx(0.6, abs=0.05)
    assert found.step_s == 0.1


# ---- formats ----


def test_ping_is_read_with_its_losses(tmp_path: Path) -> None:
    pings = drawn(known(), 7000)  # numbers of probes exceed 16 bits
    place = tmp_path / "ping.txt.gz"
    place.write_bytes(gzip.compress(ping_text(pings).encode()))
    (found,) = formats.read(place)
    assert isinstance(found, Pings)
    answered = np.flatnonzero(pings.answered)
    inner = slice(answered[0], answered[-1] + 1)
    assert len(found.sent_s) == len(pings.sent_s[inner])
    assert (found.answered == pings.answered[inner]).all()
    assert np.abs(found.sent_s - pings.sent_s[inner]).max() < 1e-3


def test_a_table_and_bare_columns_are_read(tmp_path: Path) -> None:
    pings = drawn(known(), 600)
    place = tmp_path / "pings.csv"
    place.write_text(table_text(pings), encoding="utf-8")
    (found,) = formats.read(place)
    assert isinstance(found, Pings)
    assert (found.answered == pings.answered).all()
    assert found.knows_losses
    assert found.has_clock
    # Answers' times, a number, -1 for lost ones whose row is written five seconds later.
    rtt = np.where(pings.answered, pings.rtt_ms, -1)
    sent_s, rows, at_s = [], [], BEGIN_S
    for number, value in enumerate(rtt):
        sent_s.append(at_s)
        at_s += 5 if value < 0 else value / 1e3
        rows.append(f"{at_s:.6f}\t{number}\t{value:.1f}")
        at_s += 0.1
    place.write_text("\n".join(rows), encoding="utf-8")
    (found,) = formats.read(place)
    assert isinstance(found, Pings)
    assert np.abs(found.sent_s - np.array(sent_s)).max() < 5e-3
    assert "answers" in found.notes[0]


def test_tables_of_lens_and_of_a_dish_are_read(tmp_path: Path) -> None:
    place = tmp_path / "lens.csv"
    rows = [f"{int((BEGIN_S + n / 100) * 1e9)},{40 + n % 7},{30 + n % 7},10" for n in range(300)]
    rows[5] = f"{int((BEGIN_S + 0.05) * 1e9)},0,0,-1"
    place.write_text("timestamp,rtt,uplink,downlink\n" + "\n".join(rows), encoding="utf-8")
    (found,) = formats.read(place)
    assert isinstance(found, Pings)
    assert found.format == "LENS irtt CSV"
    assert list(np.flatnonzero(~found.answered)) == [5]
    assert found.uplink_share == 1.0
    assert found.sent_s[0] == pytest.approx(BEGIN_S, abs=1e-3)
    dish = tmp_path / "dish.csv"
    rows = [f"{BEGIN_S + n},{30 + n % 5},{0.25 if n < 8 else 0}" for n in range(40)]
    head = "timestamp,pop_ping_latency_ms,pop_ping_drop_rate\n"
    dish.write_text(head + "\n".join(rows), encoding="utf-8")
    (found,) = formats.read(dish)
    assert isinstance(found, Pings)
    # A quarter of eight seconds' probes: two.
    assert (~found.answered).sum() == 2


def test_irtt_is_read(tmp_path: Path) -> None:
    trips = []
    for number in range(200):
        stamp = {"client": {"send": {"wall": int((BEGIN_S + number / 50) * 1e9)}}}
        # The clocks differ by ten seconds.
        delay = {"rtt": (30 + number % 9) * 10**6, "send": 10**10 + number % 9 * 10**6,
                 "receive": 30 * 10**6 - 10**10}  # fmt: skip
        lost = "true_up" if number < 40 else "false"
        trips.append({"seqno": number, "lost": lost, "timestamps": stamp, "delay": delay})
    place = tmp_path / "irtt.json"
    place.write_text(json.dumps({"round_trips": trips}), encoding="utf-8")
    (found,) = formats.read(place)
    assert isinstance(found, Pings)
    assert (found.format, found.uplink_share, found.lost_uplink_share) == ("irtt JSON", 1.0, 1.0)
    assert found.rtt_ms[45] == 30 + 45 % 9


def test_a_sender_that_writes_in_blocks_gets_longer_steps() -> None:
    at_s = np.arange(0, 300, 0.1)
    mbps = np.where(np.arange(3000) % 2, 20.0, 0.0)
    found = laws.fit(drawn(known(), 600), {"up": Rates("up", at_s, mbps, False, "blocks")})
    law = found.profile.rates["up"]
    assert law.step_s == 0.2
    assert law.slot_mbps == pytest.approx(10, rel=0.02)
    assert any("not UTC" in note for note in found.notes)


def test_speed_tests_are_read(tmp_path: Path) -> None:
    place = tmp_path / "iperf.json"
    sums = [
        {"sum": {"start": n / 10, "bits_per_second": 2e7 + n, "omitted": n < 3}} for n in range(30)
    ]
    start = {"timestamp": {"timesecs": BEGIN_S}, "test_start": {"reverse": 1}}
    place.write_text(json.dumps({"start": start, "intervals": sums}), encoding="utf-8")
    (found,) = formats.read(place)
    assert isinstance(found, Rates)
    assert (found.direction, len(found.mbps)) == ("down", 27)
    assert found.at_s[0] == pytest.approx(BEGIN_S + 0.3)
    lines = [
        json.dumps({"Key": "measurement", "Value": {
            "Origin": "client", "Test": "upload",
            "AppInfo": {"ElapsedTime": n * 250_000, "NumBytes": n * 250_000}}})
        for n in range(1, 9)
    ]  # fmt: skip
    place.write_text("\n".join(lines), encoding="utf-8")
    (found,) = formats.read(place)
    assert isinstance(found, Rates)
    assert (found.direction, found.has_clock) == ("up", False)
    assert found.mbps == pytest.approx([8.0] * 7)
    tcp = [{"TCPInfo": {"ElapsedTime": n * 10**5, "BytesAcked": n * 10**6}} for n in range(5)]
    whole = {"Download": {"StartTime": "2026-11-27T12:00:00.123456789Z", "ServerMeasurements": tcp}}
    place.write_text(json.dumps(whole), encoding="utf-8")
    (found,) = formats.read(place)
    assert isinstance(found, Rates)
    assert (found.direction, found.has_clock) == ("down", True)
    assert found.mbps == pytest.approx([80.0] * 4)


def with_lines(text: str, change: Callable[[list[str]], list[str]]) -> str:
    head, *lines = text.splitlines()
    return "\n".join([head, *change(lines)]) + "\n"


ODD: dict[str, tuple[Callable[[str], str], str]] = {
    "twice": (
        lambda text: with_lines(text, lambda rows: [row for row in rows for _ in range(2)]),
        "rows that repeat the one before are left out",
    ),
    "unsorted": (lambda text: with_lines(text, lambda rows: rows[::-1]), "not in order of time"),
    "cut off": (lambda text: text + "1700000", "the last line is cut off and left out"),
    "words": (lambda text: re.sub(r",$", ",timeout", text, flags=re.MULTILINE), ""),
    "nan": (lambda text: re.sub(r",$", ",NaN", text, flags=re.MULTILINE), ""),
    "minus one": (lambda text: re.sub(r",$", ",-1", text, flags=re.MULTILINE), ""),
    "timeouts": (
        lambda text: re.sub(r",$", ",5000", text, flags=re.MULTILINE),
        "round trips of exactly 5000 ms are those of lost probes",
    ),
    "a mark": (
        lambda text: with_lines(
            text.replace("rtt_ms", "rtt_ms,lost"),
            lambda rows: [f"{row}0,True" if row[-1] == "," else f"{row},False" for row in rows],
        ),
        "",
    ),
    "ping's names": (lambda text: text.replace("t_s,rtt_ms", "timestamp,time"), ""),
    "decimal commas": (lambda text: text.replace(",", ";").replace(".", ","), ""),
    "comments": (lambda text: "# my roof\n" + text.replace("\n", "\n\n", 3), ""),
    "other system": (lambda text: "\ufeff" + text.replace("\n", "\r\n"), ""),
    "local stamps": (
        lambda text: with_lines(
            text,
            lambda rows: [
                f"{datetime.fromtimestamp(float(at), tz=UTC):%Y-%m-%d %H:%M:%S.%f},{rtt}"
                for at, rtt in (row.split(",") for row in rows)
            ],
        ),
        "times without a zone are taken as UTC",
    ),
}
"""Changes of a table that do not change what it says, and the note that tells of them."""


@pytest.mark.parametrize("name", ODD)
def test_odd_tables_say_what_plain_ones_do(name: str, tmp_path: Path) -> None:
    """Goal: what people's scripts write is read. Method: the same probes, written otherwise."""
    change, note = ODD[name]
    place = tmp_path / "pings.csv"
    text = table_text(drawn(known(), 300))
    place.write_text(text, encoding="utf-8")
    (plain,) = formats.read(place)
    place.write_text(change(text), encoding="utf-8")
    (found,) = formats.read(place)
    assert isinstance(plain, Pings)
    assert isinstance(found, Pings)
    assert found.sent_s == pytest.approx(plain.sent_s, abs=1e-4)
    assert found.rtt_ms == pytest.approx(plain.rtt_ms, nan_ok=True)
    assert note in "; ".join(found.notes)


def test_probes_whose_numbers_are_missing_in_a_table_were_lost(tmp_path: Path) -> None:
    """Goal: a table of answers alone, with the numbers of probes, has its losses.

    Method: two sessions whose numbers begin anew, without the rows of lost probes.
    """
    pings = drawn(known(), 600)
    number = np.arange(len(pings.sent_s)) % 3000 + 1
    rows = [
        f"{at:.4f},{seq},{rtt:.3f}"
        for at, seq, rtt in zip(pings.sent_s, number, pings.rtt_ms, strict=True)
        if np.isfinite(rtt)
    ]
    place = tmp_path / "pings.csv"
    place.write_text("timestamp,icmp_seq,rtt_ms\n" + "\n".join(rows) + "\n", encoding="utf-8")
    (found,) = formats.read(place)
    assert isinstance(found, Pings)
    inner = np.flatnonzero(pings.answered)
    lost = (~pings.answered[inner[0] : inner[-1]]).sum()
    # Those at the end of the first session are not known.
    assert (~found.answered).sum() == pytest.approx(lost, abs=5)
    assert found.knows_losses
    assert "their numbers are missing" in found.notes[-1]


def test_sessions_of_ping_in_one_file_are_joined(tmp_path: Path) -> None:
    """Goal: a restarted ping, whose numbers begin anew, loses no answer.

    Method: two sessions, with and without the line that begins one; the file is cut off.
    """
    pings = drawn(known(), 600)
    parts = [pings.part(pings.sent_s < BEGIN_S + 300), pings.part(pings.sent_s >= BEGIN_S + 310)]
    texts = [ping_text(part) for part in parts]
    place = tmp_path / "ping.txt"
    for text in ("".join(texts), texts[0] + texts[1].split("\n", 1)[1]):
        place.write_text(text + "[1700000900.1] 64 bytes from 100", encoding="utf-8")
        (found,) = formats.read(place)
        assert isinstance(found, Pings)
        assert found.answered.sum() == sum(int(part.answered.sum()) for part in parts)
        assert {"the last line is cut off and left out", "2 sessions of ping are joined"} == set(
            found.notes
        )


def deviation_from_half(told: str) -> float:
    """Return how far the profile's median is from that of the half it was fitted to, percent."""
    row = next(line for line in told.splitlines() if line.startswith("round trip, median"))
    cells = row.split()
    return float(cells[6].rstrip("%")) - float(cells[10].rstrip("%"))


@pytest.mark.parametrize(("interval_s", "duration_s"), [(1.0, 14_400), (0.02, 3600)])
def test_slow_and_fast_probes_are_judged(
    interval_s: float, duration_s: float, skyseam_command: Command, tmp_path: Path
) -> None:
    place = tmp_path / "pings.csv"
    place.write_text(table_text(drawn(known(), duration_s, 5, interval_s)), encoding="utf-8")
    done = skyseam_command("fit", str(place), "--half", "--propagation", "20 ms")
    assert done.returncode == 0, done.stderr
    begins = re.search(r"slots of 15 s begin ([\d.]+) s past the minute", done.stdout)
    assert begins is not None, done.stdout
    assert float(begins[1]) == pytest.approx(12, abs=max(interval_s, slots.GRID_S))
    assert deviation_from_half(done.stdout) == pytest.approx(0, abs=5)


def test_a_profile_with_hours_is_judged_by_a_whole_day() -> None:
    """Goal: hours of load are in the flight that judges, as in the measurement.

    Method: three days whose evenings have three times the delay, so that few but they have the
    longest round trips.
    """
    hourly = np.where(np.arange(24) >= 18, 3.0, 1.0)
    law = known(delay=replace(known().delay, hourly=hourly))
    pings = drawn(law, 3 * 86_400, 3, 1.0)
    found = laws.fit(pings, propagation_ms=20.0).profile
    rows, _ = goodness.judge(found, pings, pings, runs.flown)
    late = next(row for row in rows if row.name == "round trip, 95 %")
    assert late.measured > 120
    assert late.model == pytest.approx(late.measured, rel=0.1)


def test_no_outage_extends_over_a_gap() -> None:
    sent_s = np.concatenate([np.arange(0, 60, 0.1), np.arange(600, 660, 0.1)])
    lost = np.zeros(1200, dtype=bool)
    lost[598:605] = True
    assert slots.outages(sent_s, lost) == []
    lost[598:615] = True
    assert slots.outages(sent_s, lost) == [(600, 614)]


def test_halves_of_a_measurement_with_a_gap_have_probes_each(
    skyseam_command: Command, tmp_path: Path
) -> None:
    """Goal: days without probes are in no half.

    Method: half an hour, and two days later another half hour and a burst of a minute each hour.
    """
    pings = drawn(known(), 5400)
    later_s = np.where(pings.sent_s > BEGIN_S + 1800, 172_800.0, 0.0)
    minute = np.floor((pings.sent_s - BEGIN_S - 3600) / 60).clip(0)
    moved = replace(pings, sent_s=pings.sent_s + later_s + 3600 * minute)
    place = tmp_path / "pings.csv"
    place.write_text(table_text(moved), encoding="utf-8")
    done = skyseam_command("fit", str(place), "--half", "--propagation", "20 ms")
    assert done.returncode == 0, done.stderr
    assert "slots of 15 s begin 12 s past the minute" in " ".join(done.stdout.split())
    assert deviation_from_half(done.stdout) == pytest.approx(0, abs=5)


REFUSED = {
    "empty": ("", "is empty; expected a measurement"),
    "prose": ("hello\nworld\n", "has no format that is known: its first line is 'hello'"),
    "no stamp": (
        "64 bytes from 1.1.1.1: icmp_seq=1 ttl=63 time=47.1 ms\n",
        r"line 1 is '64 bytes .*'; expected a time stamp before it, as `ping -D` writes",
    ),
    "bad ping": (
        "[1700000000.1] 64 bytes from 1.1.1.1: icmp_seq=1 ttl=63 time=47.1 ms\nnonsense\n",
        "line 2 is 'nonsense'; expected a line of `ping -D`",
    ),
    "bad cell": ("t_s,rtt_ms\n1.0,30\n2.0,fast\n", "line 3 is 'fast'; expected a number in column"),
    "no time": ("when,rtt_ms\n1,2\n", "has no column of times: it has when, rtt_ms; expected one"),
    "columns": ("t_s,rtt_ms\n1.0\n", "line 2 is '1.0'; expected 2 columns"),
    "local time": (
        "timestamp,rtt_ms\n27.11.2026 12:00:00,30\n",
        "line 2 is '27.11.2026 12:00:00'; expected a time in column timestamp: seconds, or such as",
    ),
    "seconds": ("t_s,rtt\n1,0.031\n2,0.033\n", "the median of rtt is 0.032, as in seconds"),
    "all lost": ("t_s,rtt_ms\n1.0,-1\n2.0,-1\n", "no probe was answered"),
    "cut JSON": ('{"round_trips": [{"seqno": 1,', "line 1 is not JSON"),
    "header": ("t_s,rtt_ms\n", "has a header, but no rows"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_cannot_be_used_is_refused_with_its_place(name: str, tmp_path: Path) -> None:
    text, message = REFUSED[name]
    place = tmp_path / "measured.txt"
    place.write_text(text, encoding="utf-8")
    with pytest.raises(skyseam.InputError, match=message):
        formats.read(place)


def test_measurements_that_say_too_little_are_refused(measured: Pings) -> None:
    short = measured.part(measured.sent_s < BEGIN_S + 60)
    with pytest.raises(skyseam.InputError, match=r"too short: 59.9 s .* at least 20 slots, 300 s"):
        laws.fit(short)
    sparse = measured.part(np.arange(len(measured.sent_s)) % 50 == 0)
    with pytest.raises(skyseam.InputError, match=r"5 s apart, fewer than 10 in a slot"):
        laws.fit(sparse)
    with pytest.raises(skyseam.InputError, match=r"propagation is 90 ms, but a round trip took"):
        laws.fit(measured, propagation_ms=90)


@pytest.mark.parametrize("steps", [0, 1, 3])
def test_round_trips_in_whole_milliseconds_are_fitted(steps: int, tmp_path: Path) -> None:
    """Goal: coarse clocks, by which the least delay is a slot's median, give a profile.

    Method: medians of slots of 30 ms and up to `steps` more, and 1 ms more in every 20th probe.
    """
    number = np.arange(6000)
    rtt_ms = 30 + number // 150 % (steps + 1) + (number % 20 == 0)
    lines = [f"{one / 10},{rtt}" for one, rtt in zip(number, rtt_ms, strict=True)]
    place = tmp_path / "coarse.csv"
    place.write_text("\n".join(["t_s,rtt_ms", *lines]), encoding="utf-8")
    pings, *_ = formats.read(place)
    assert isinstance(pings, Pings)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fit = laws.fit(pings)
    made = tmp_path / "coarse.toml"
    made.write_text(fit.profile.toml(), encoding="utf-8")
    found = profile.read(made)
    assert found.delay.least_ms == 30
    assert np.ptp(found.delay.base_ms) == pytest.approx(steps, abs=1), "a step of the clock"
    assert np.isfinite(found.delay.spread_limit or 0.0)


def test_a_single_probe_is_too_short_a_measurement(tmp_path: Path) -> None:
    place = tmp_path / "single.csv"
    place.write_text("t_s,rtt_ms\n0,30\n", encoding="utf-8")
    pings, *_ = formats.read(place)
    assert isinstance(pings, Pings)
    with warnings.catch_warnings(), pytest.raises(skyseam.InputError, match=r"too short: 0\.0 s"):
        warnings.simplefilter("error")
        laws.fit(pings)


# ---- commands ----


def test_the_command_judges_halves(skyseam_command: Command, tmp_path: Path) -> None:
    pings = drawn(known(), 3600)
    place, made = tmp_path / "pings.csv", tmp_path / "made.toml"
    place.write_text(table_text(pings), encoding="utf-8")
    done = skyseam_command(
        "fit", str(place), "--half", "--propagation", "20 ms", "-o", str(made),
        "--figure", str(tmp_path / "x.png"), "--summary", 'A "roof"', "--source", "me",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    words = " ".join(done.stdout.split())
    assert "slots of 15 s begin 12 s past the minute" in words
    assert "first half itself" in words
    assert "within the limits: " in words
    written = tomllib.loads(made.read_text(encoding="utf-8"))
    assert written["summary"] == 'A "roof"'
    assert written["source"].startswith("me; fitted by skyseam")
    assert (written["phase"], written["propagation"]) == ("12 s", "20 ms")
    assert (tmp_path / "x.png").stat().st_size > 10_000


def test_the_command_teaches(skyseam_command: Command, tmp_path: Path) -> None:
    place = tmp_path / "rates.csv"
    place.write_text("t_s,bits_per_second\n0,1e6\n0.1,2e6\n", encoding="utf-8")
    done = skyseam_command("fit", str(place))
    assert done.returncode == 2
    assert "does not say the direction of its rates; name it by --down or --up" in done.stderr
    pings = tmp_path / "pings.csv"
    pings.write_text(table_text(drawn(known(), 400)), encoding="utf-8")
    done = skyseam_command("fit", str(pings), "--half")
    assert done.returncode == 2
    assert "too short for two halves; expected at least 600 s" in done.stderr
    done = skyseam_command("fit", str(pings), "--slot", "0 s")
    assert done.returncode == 2
    assert '--slot is "0 s"; expected a time longer than zero' in done.stderr


def test_compare_tells_same_from_different(skyseam_command: Command, tmp_path: Path) -> None:
    one, other = tmp_path / "one.csv", tmp_path / "other.csv"
    one.write_text(table_text(drawn(known(), 3600)), encoding="utf-8")
    slower = known(propagation_ms=60.0)
    other.write_text(table_text(drawn(slower, 3600)), encoding="utf-8")
    assert skyseam_command("compare", str(one), str(one)).returncode == 0
    done = skyseam_command("compare", str(other), str(one), "--figure", str(tmp_path / "x.svg"))
    assert done.returncode == 1, done.stderr
    assert "missed: round trip, median" in " ".join(done.stdout.split())
    assert (tmp_path / "x.svg").exists()


def test_compare_reads_a_run(skyseam_command: Command, tmp_path: Path) -> None:
    scenario: dict[str, Any] = {
        "nodes": [{"name": "roof"}, {"name": "server"}],
        "wires": [{"between": ["roof", "server"], "delay": "20 ms", "rate": "10 Mbit/s",
                   "queue": "50 packets", "loss": {"kind": "bernoulli", "probability": 0.05}}],
        "flows": [{"name": "ping", "from": "roof", "to": "server",
                   "application": {"kind": "ping", "count": 3000, "interval": "100 ms"}}],
        "run": {"duration": "400 s", "record": ["rtt"], "start": "12:00:00"},
    }  # fmt: skip
    skyseam.save_run(scenario, tmp_path / "run")
    place = tmp_path / "pings.csv"
    place.write_text(table_text(drawn(known(), 600)), encoding="utf-8")
    done = skyseam_command("compare", str(tmp_path / "run"), str(place))
    assert done.returncode == 1, done.stderr
    assert "run, flow ping, 3,000 probes; no slots of 15 s" in " ".join(done.stdout.split())
    row = next(line for line in done.stdout.splitlines() if line.startswith("probes lost"))
    lost = float(row.split()[5])
    # Both directions lose 5 %: 9.75 % of the round trips, with an error of 0.5 %.
    assert lost == pytest.approx(0.0975, abs=0.02)
    done = skyseam_command("compare", str(tmp_path / "run"), str(place), "--flow", "pong")
    assert done.returncode == 2
    assert "0 flows of kind ping called pong; there are: ping; name one by --flow" in done.stderr


def test_a_newcomers_path_from_ping_to_comparison(skyseam_command: Command, tmp_path: Path) -> None:
    """Goal: from one's own output of ping to a run that is compared with it, as the page says.

    Method: an hour of ping by a known law; the commands and the scenario of the page, in its order.
    The hour is judged by the profile that was fitted to it, so that limits are met but for the few
    slots of a run.
    """
    page = Path(ROOT, "docs/howto/my-measurement.md").read_text(encoding="utf-8")
    found = re.search(r"```toml name=mine.toml beside\n(.*?)```", page, re.DOTALL)
    assert found is not None
    (tmp_path / "mine.toml").write_text(found[1], encoding="utf-8")
    (tmp_path / "ping.txt").write_text(ping_text(drawn(known(), 3600)), encoding="utf-8")
    for command in (
        "fit ping.txt --propagation '8 ms' -o roof.toml",
        "run mine.toml -o out",
        "compare out ping.txt --figure compare.png",
    ):
        assert command.split()[0] in page
        done = skyseam_command(*shlex.split(command), cwd=tmp_path)
        assert done.returncode in ((0, 1) if command.startswith("compare") else (0,)), done.stderr
    assert (tmp_path / "compare.png").stat().st_size > 10_000
    within = re.search(r"within the limits: (\d+) of (\d+)", done.stdout)
    assert within is not None, done.stdout
    assert int(within[1]) >= int(within[2]) - 2
