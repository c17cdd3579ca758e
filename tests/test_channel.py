"""Goal: `skyseam channel` shows a channel as it is, and scenarios can read what it writes.

Method: through the command line and the package: figures of the papers' environment, the same
series from a trace, each kind of bad input; statistics of series with known answers.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import skyseam
from conftest import ROOT, Command
from skyseam import fading
from skyseam.results import Results

ITS = {"kind": "fontan", "environment": "intermediate-tree-shadow", "speed": "60 km/h"}
OPTIONS = ("--environment", "intermediate-tree-shadow", "--speed", "60 km/h")


def test_a_channel_is_looked_at_and_its_trace_read_back(
    skyseam_command: Command, tmp_path: Path
) -> None:
    trace, figure = tmp_path / "fading.csv", tmp_path / "fading.svg"
    made = skyseam_command(
        "channel", *OPTIONS, "--duration", "60 s", "--seed", "3", "--output", trace, "--figure",
        figure,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    assert figure.read_text(encoding="utf-8").startswith("<?xml")
    for words in ("60,000 in 60 s", "share of deep shadow", "in the long run 0.192", "122.3"):
        assert words in made.stdout, made.stdout
    assert trace.read_text(encoding="utf-8").splitlines()[0] == "t_s,level_db"
    again = skyseam_command("channel", trace, "--figure", tmp_path / "again.png")
    assert again.returncode == 0, again.stderr
    for what in ("mean, dB", "standard deviation, dB", "50 % below, dB"):
        rows = [
            next(line for line in done.stdout.splitlines() if line.startswith(what)).split()[-1]
            for done in (made, again)
        ]
        assert rows[0] == rows[1], what
    levels = fading.channel(model=ITS, seed=3, duration_s=60).table("levels")
    replayed = fading.channel(trace=trace).table("levels")
    assert replayed["t_s"].equals(levels["t_s"])
    difference = replayed["level_db"].to_numpy() - levels["level_db"].to_numpy()
    assert np.abs(difference).max() <= 0.5001e-4


def test_names_and_seeds_make_other_courses_and_nothing_else_does() -> None:
    def levels(**changed: object) -> list[float]:
        given = {"seed": 1, "receiver": "a", "duration_s": 2.0, **changed}
        made = fading.channel(model=ITS, **given)  # type: ignore[arg-type]
        found: list[float] = made.table("levels")["level_db"].to_pylist()
        return found

    assert levels() == levels()
    assert levels() != levels(seed=2)
    assert levels() != levels(receiver="b")
    assert levels() == levels(duration_s=5.0)[:2000]


def test_figures_are_those_of_the_papers_environment() -> None:
    """Means of four times 600 s; bounds are four standard errors of runs of 600 s by two."""
    runs = [
        fading.statistics(skyseam.channel(model=ITS, receiver=f"run {run}")) for run in range(4)
    ]
    assert abs(np.mean([run.mean_db for run in runs]) + 5.4) < 0.6
    assert abs(np.mean([run.std_db for run in runs]) - 6.1) < 0.2
    assert abs(np.mean([run.power_mean_db for run in runs]) + 2.6) < 0.5
    for state, share in (("line of sight", 0.423), ("deep shadow", 0.192)):
        assert abs(np.mean([run.shares[state] for run in runs]) - share) < 0.07


def test_theory_is_what_the_series_comes_to() -> None:
    made = skyseam.channel(model=ITS)
    theory = made.table("theory")
    level_db = made.table("levels")["level_db"].to_numpy()
    above = np.array([(level_db > at).mean() for at in theory["level_db"].to_pylist()])
    assert np.abs(above - theory["probability"].to_numpy()).max() < 0.06
    assert sum(made.table("states")["share"].to_pylist()) == pytest.approx(1)


def series(level_db: np.ndarray, sample_s: float) -> Results:
    import pyarrow as pa

    t_s = sample_s * np.arange(len(level_db))
    tables = {"levels": pa.table({"t_s": t_s, "level_db": level_db})}
    return Results(tables, {"sample_s": sample_s, "channel": {}, "doppler_hz": None})


def test_crossings_and_coherence_of_a_square_wave_are_known() -> None:
    """Up 30 ms at 0 dB, down 10 ms at -20 dB: 25 fades a second of 10 ms each."""
    level_db = np.tile(np.r_[np.zeros(30), np.full(10, -20.0)], 100)
    found = fading.statistics(series(level_db, 1e-3))
    rate, length = found.crossings[-10.0]
    assert rate == pytest.approx(25)
    assert length == pytest.approx(0.010)
    assert found.crossings[-20.0][0] == 0
    assert np.isnan(found.crossings[-25.0][1])
    assert found.mean_db == pytest.approx(-5)
    assert found.power_mean_db == pytest.approx(10 * np.log10(0.75 + 0.25 * 0.01))
    # The product of two such waves falls by 4/3 of a lag's share until they are 10 ms apart.
    assert found.coherence_s == pytest.approx(0.004)
    assert found.shares == {}


def test_a_level_that_stays_has_no_coherence_time(skyseam_command: Command) -> None:
    made = fading.channel(model={"kind": "constant", "level": "-3 dB"}, duration_s=1)
    found = fading.statistics(made)
    assert (found.mean_db, found.std_db, found.coherence_s) == (-3.0, 0.0, None)
    assert "states" not in made.tables


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "name a scenario, a trace or a kind"),
        (("--environment", "forest", "--speed", "60 km/h"), '"forest" is not an environment'),
        (("--environment", "open"), "--speed is missing"),
        ((*OPTIONS, "--elevation", "60 deg"), "no such elevation"),
        ((*OPTIONS, "--frequency", "20 GHz"), "no such frequency"),
        ((*OPTIONS, "--sample", "10 ms"), "too coarse for the Doppler shift"),
        ((*OPTIONS, "--speed", "60"), "the unit is missing"),
        ((*OPTIONS, "--duration", "60"), "expected a time with its unit"),
        ((*OPTIONS, "--duration", "0 s"), "duration_s is 0"),
        ((*OPTIONS, "--duration", "365 d"), "levels, one each"),
        ((*OPTIONS, "--output", "fading.txt"), "expected .csv"),
        ((*OPTIONS, "--figure", "fading"), "expected .png or .svg or .pdf"),
        ((*OPTIONS, "--link", "wires[0]"), "needs a scenario"),
        (("not-there.csv",), "there is no file not-there.csv"),
        (("not-there.toml",), "there is no file not-there.toml"),
        (("x.csv", "--speed", "60 km/h"), "exclude each other"),
    ],
)
def test_bad_input_is_said_and_ends_with_2(
    skyseam_command: Command, tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    done = skyseam_command("channel", *arguments, cwd=tmp_path)
    assert done.returncode == 2, done.stdout + done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_broken_trace_is_refused_at_its_lines(skyseam_command: Command, tmp_path: Path) -> None:
    trace = tmp_path / "fading.csv"
    trace.write_text("t_s,level_db\n0,1\n0.001,2\n0.003,1\n0.002,1\n0.003,nan\n", encoding="utf-8")
    done = skyseam_command("channel", trace)
    assert done.returncode == 2
    for words in ("fading.csv:4:1", "has a gap", "fading.csv:5:1", "must ascend", "fading.csv:6:1"):
        assert words in done.stderr, done.stderr


def test_a_scenario_without_a_channel_is_told_so(skyseam_command: Command, wires: Path) -> None:
    done = skyseam_command("channel", wires)
    assert done.returncode == 2
    assert "no link of the scenario has a channel" in done.stderr


def test_the_channel_of_a_scenarios_link_is_looked_at(skyseam_command: Command) -> None:
    scenario = ROOT / "scenarios" / "harq.toml"
    done = skyseam_command("channel", scenario, "--duration", "2 s")
    assert done.returncode == 0, done.stderr
    assert "2,000 in 2 s" in done.stdout
    named = skyseam.channel(scenario, link="wires[1]", duration_s=2)
    assert named.table("levels").equals(fading.channel(model=ITS, duration_s=2).table("levels"))
    other = skyseam_command("channel", scenario, "--link", "wires[0]")
    assert other.returncode == 2
    assert "wires[0] has no channel; there are channels of wires[1]" in other.stderr


def test_one_of_three_is_asked_for() -> None:
    with pytest.raises(skyseam.InputError, match="one"):
        skyseam.channel()
    with pytest.raises(skyseam.InputError, match="one"):
        skyseam.channel("x.toml", model=ITS)


VEHICLE = ROOT / "scenarios" / "vehicle.toml"


def test_a_pass_is_looked_at_by_elevation(skyseam_command: Command, tmp_path: Path) -> None:
    """The series of a channel under its satellites shows elevations and their effect.

    Two passes nearly overhead. The theory is that of the same mix of elevations; the bound is the
    statistical error of a series of 20 minutes.
    """
    done = skyseam_command(
        "channel", VEHICLE, "--terminal", "car", "--figure", tmp_path / "passes.png"
    )
    assert done.returncode == 0, done.stderr
    assert "1,200,000 in 1200 s" in done.stdout
    assert "52.5 to 65" in done.stdout
    assert (tmp_path / "passes.png").stat().st_size > 10_000
    made = skyseam.channel(VEHICLE)
    assert made.manifest["terminal"] == "car", "the only one without a channel of its own"
    levels = made.table("levels").to_pandas()
    assert levels["satellite"].nunique() >= 3
    # The mask is 8.2 deg, at checks every 10 s.
    assert levels["elevation_deg"].between(7, 90).all()
    bands = fading.by_elevation(made)
    assert [band.from_deg for band in bands] == [0.0, 25.0, 37.5, 52.5, 65.0]
    assert sum(band.duration_s for band in bands) == pytest.approx(1200)
    assert all(sum(band.shares.values()) == pytest.approx(1) for band in bands)
    assert bands[0].shares["bad"] > bands[-1].shares["bad"] + 0.15
    assert bands[0].fifth_db < bands[-1].fifth_db
    theory = made.table("theory")
    above = np.array([(levels["level_db"] > at).mean() for at in theory["level_db"].to_pylist()])
    assert np.abs(above - theory["probability"].to_numpy()).max() < 0.08
    states = made.table("states").to_pandas()
    assert states["share"].sum() == pytest.approx(1)


def test_a_wide_band_of_a_delay_line_fades_less(skyseam_command: Command) -> None:
    """Method: the level of 1 % of 100 s over NTN-TDL-A, by the command, for two bandwidths."""
    lowest = []
    for bandwidth in ("100 kHz", "100 MHz"):
        done = skyseam_command(
            "channel", "--kind", "ntn-tdl", "--profile", "A", "--bandwidth", bandwidth,
            "--speed", "50 km/h", "--duration", "100 s",
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        model = {"kind": "ntn-tdl", "profile": "A", "bandwidth": bandwidth, "speed": "50 km/h"}
        made = skyseam.channel(model=model, duration_s=100)
        lowest.append(float(np.quantile(made.table("levels")["level_db"], 0.01)))
    assert lowest[0] < -16 < -11 < lowest[1]
    missing = skyseam_command("channel", "--kind", "ntn-tdl", "--speed", "50 km/h")
    assert missing.returncode == 2
    assert "the key `profile` is missing" in missing.stderr


def test_whose_satellite_it_is_has_to_be_clear(skyseam_command: Command) -> None:
    with pytest.raises(skyseam.InputError, match="no terminal is called"):
        skyseam.channel(VEHICLE, terminal="lorry")
    with pytest.raises(skyseam.InputError, match="needs a scenario"):
        skyseam.channel(model=ITS, terminal="car")
    with pytest.raises(skyseam.InputError, match="follows no satellite"):
        fading.by_elevation(fading.channel(model=ITS, duration_s=1))
    alone = skyseam_command(
        "channel", "--kind", "p681", "--environment", "urban", "--speed", "50 km/h",
        "--elevation", "satellite",
    )  # fmt: skip
    assert alone.returncode == 2
    assert "without a constellation there is no satellite to follow" in alone.stderr


def test_users_of_a_beam_have_channels_of_their_own() -> None:
    scenario = ROOT / "scenarios" / "mixed-beam.toml"
    beam = skyseam.channel(scenario, duration_s=1)
    assert beam.manifest["channel"]["environment"] == "intermediate-tree-shadow"
    for user, environment in (
        ("car-1", "intermediate-tree-shadow"),
        ("fast-car-2", "open"),
        ("pedestrian", "suburban"),
    ):
        own = skyseam.channel(scenario, link="beams.beam", terminal=user, duration_s=1)
        assert own.manifest["channel"]["environment"] == environment
    with pytest.raises(skyseam.InputError, match="has no user"):
        skyseam.channel(scenario, link="beams.beam", terminal="car-5", duration_s=1)
