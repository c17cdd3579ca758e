"""Goal: comparison figures show the numbers of each run and point, and refuse unsuitable ones.

Method: lines and labels of figures of small runs and sweeps, compared with the underlying tables.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

import skyseam
from conftest import WIRES, Command
from skyseam import plot
from skyseam._errors import InputError
from skyseam.plot.panels import cut_off

SWEEP = """
title = "Queues"
replications = 3

[[vary]]
key = "wires[0].queue"
values = ["5 packets", "20 packets", "60 packets"]

[[vary]]
key = "flows[0].transport.congestion"
values = ["cubic", "newreno"]

[scenario]
nodes = [{ name = "a" }, { name = "b" }]
wires = [{ between = ["a", "b"], delay = "10 ms", rate = "10 Mbit/s",
loss = { kind = "bernoulli", probability = 0.01 } }]

[[scenario.flows]]
name = "file"
from = "a"
to = "b"
application = { kind = "file", size = "100 kB" }
transport = { kind = "tcp", stack = "rfc" }

[scenario.run]
duration = "60 s"
"""


def points(line: Line2D) -> list[tuple[float, float]]:
    x, y = np.asarray(line.get_xdata()), np.asarray(line.get_ydata())
    return list(zip(x.tolist(), y.tolist(), strict=True))


def run(**replaced: str) -> skyseam.Results:
    text = WIRES
    for found, put in replaced.items():
        text = text.replace(found, put)
    return skyseam.run(skyseam.toml(text))


@pytest.fixture(scope="module")
def runs() -> dict[str, skyseam.Results]:
    slow = skyseam.run(skyseam.toml(WIRES.replace("10 Mbit/s", "2 Mbit/s")))
    return {"fast": run(), "slow": slow}


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> skyseam.Results:
    place = tmp_path_factory.mktemp("sweep")
    (place / "sweep.toml").write_text(SWEEP, encoding="utf-8")
    skyseam.sweep(place / "sweep.toml", place / "out")
    return skyseam.load(place / "out")


def test_each_run_is_a_line_of_its_own_numbers(runs: dict[str, skyseam.Results]) -> None:
    axes = plot.compare(runs, ["round-trips", "goodput"]).axes
    over_time = dict(zip(runs, axes[0].lines, strict=True))
    for label, results in runs.items():
        assert over_time[label].get_label() == label
        rtt = results.table("rtt")
        assert np.asarray(over_time[label].get_ydata()).tolist() == rtt["rtt_ms"].to_pylist()
        assert np.asarray(over_time[label].get_xdata()).tolist() == rtt["t_s"].to_pylist()
    ends = [np.asarray(line.get_xdata())[-1] for line in axes[1].lines]
    shown = [results.flows["goodput_bps"][0].as_py() / 1e6 for results in runs.values()]
    assert ends == pytest.approx(shown)


def test_distributions_are_by_share_of_time_and_of_samples(
    runs: dict[str, skyseam.Results],
) -> None:
    rtts, rates = plot.compare(runs, ["round-trips", "throughput"], cdf=True).axes
    assert (rtts.get_ylabel(), rates.get_ylabel()) == ("share of samples", "share of time")
    for line, results in zip(rtts.lines, runs.values(), strict=True):
        sample = results.table("rtt")["rtt_ms"].to_numpy()
        for x, share in points(line)[1:]:
            assert (sample <= x).mean() >= share - 1e-9
        assert points(line)[-1] == (sample.max(), 1.0)
    for line, results in zip(rates.lines, runs.values(), strict=True):
        shares = np.diff([share for _, share in points(line)])
        mean = np.dot(shares, [x for x, _ in points(line)][1:])
        table, end_s = results.table("throughput"), results.flows["finished_s"][0].as_py()
        t_s = table["t_s"].to_numpy()
        lasts = np.diff(t_s, append=max(end_s, t_s[-1]))
        mbit = table["throughput_bps"].to_numpy() / 1e6
        assert mean == pytest.approx(np.average(mbit, weights=lasts), rel=0.05)
    assert len(plot.compare({"one": runs["fast"]}, ["congestion"], cdf=True).axes[0].lines) == 1


def test_a_few_outliers_do_not_flatten_the_rest() -> None:
    for is_vertical in (True, False):
        axes = Figure().add_subplot()
        values = np.append(np.linspace(1, 10, 1000), 500.0)
        axes.plot(values, values)
        cut_off(axes, values, "ms", is_vertical=is_vertical)
        assert (axes.get_ylim() if is_vertical else axes.get_xlim())[1] < 12
        assert (axes.get_xlim() if is_vertical else axes.get_ylim())[1] > 500
        assert [text.get_text() for text in axes.texts] == ["1 of 1001 beyond, up to 500 ms"]


def test_what_all_runs_have_is_drawn(runs: dict[str, skyseam.Results]) -> None:
    labels = [axes.get_ylabel() for axes in plot.compare(runs).axes]
    assert labels == ["throughput, Mbit/s", "congestion window, kB", "round trip, ms"]
    bare = run(**{'record = ["cwnd", "rtt"]': "", 'throughput_bin = "100 ms"': ""})
    assert [axes.get_ylabel() for axes in plot.compare({**runs, "bare": bare}).axes] == [
        "share of flows"
    ]
    with pytest.raises(InputError, match="record"):
        plot.compare({**runs, "bare": bare}, ["round-trips"])


def test_a_sweep_is_drawn_with_the_means_of_its_runs(swept: skyseam.Results) -> None:
    (axes,) = plot.study(swept).axes
    assert axes.get_xlabel() == "wires[0].queue, packets"
    assert axes.get_ylabel() == "goodput, Mbit/s"
    flows = swept.flows.to_pylist()
    for line in axes.lines:
        for x, y in points(line):
            own = [
                row["goodput_bps"] / 1e6
                for row in flows
                if row["wires[0].queue"] == x
                and row["flows[0].transport.congestion"] == line.get_label()
            ]
            assert len(own) == 3
            assert y == pytest.approx(np.mean(own))
    assert len(axes.lines) == 2 and len(axes.collections) == 2, "lines with their intervals"


def test_any_column_of_numbers_can_be_drawn(swept: skyseam.Results) -> None:
    assert plot.study(swept, "timeouts").axes[0].get_ylabel() == "timeouts"
    with pytest.raises(InputError, match="'speed' is not a measure of flows"):
        plot.study(swept, "speed")
    with pytest.raises(InputError, match="holds no numbers"):
        plot.study(swept, "name")
    with pytest.raises(InputError, match="was not varied"):
        plot.study(swept, x="wires[0].delay")


@pytest.mark.parametrize("count", [1, 9])
def test_few_and_many_runs_are_refused(runs: dict[str, skyseam.Results], count: int) -> None:
    one = runs["fast"]
    with pytest.raises(InputError, match="expected 2 to 8"):
        plot.compare({str(number): one for number in range(count)})


def test_the_command_draws_runs_and_sweeps(
    tmp_path: Path,
    skyseam_command: Command,
    runs: dict[str, skyseam.Results],
    swept: skyseam.Results,
) -> None:
    for name, results in {**runs, "deep/fast": runs["fast"], "swept": swept}.items():
        results.save(tmp_path / name)

    def plot(*arguments: str) -> tuple[int, str]:
        done = skyseam_command("plot", *arguments, cwd=tmp_path)
        return done.returncode, done.stdout + done.stderr

    assert plot("fast", "slow", "-o", "both.svg") == (0, "written to both.svg\n")
    text = (tmp_path / "both.svg").read_text(encoding="utf-8")
    assert "fast" in text and "slow" in text
    assert plot("fast", "deep/fast", "--what", "goodput")[0] == 0
    assert plot("fast", "--cdf", "-o", "cdf.png") == (0, "written to cdf.png\n")
    assert plot("fast", "slow", "--cdf", "--what", "round-trips")[0] == 0
    assert plot("swept", "--x", "wires[0].queue", "-o", "swept.png")[0] == 0
    for arguments, words in {
        ("fast", "fast"): "named twice",
        ("swept", "--cdf"): "not a sweep",
        ("fast", "--what", "goodput"): "several runs or of a sweep",
        ("fast", "slow", "--what", "queue"): "is not drawn of several runs",
        ("swept", "--what", "queue"): "not a measure of flows",
        ("fast", "nowhere"): "there is no directory",
    }.items():
        code, said = plot(*arguments, "-o", "refused.png")
        assert (code, words in said) == (2, True), said
        assert "Traceback" not in said
    assert not (tmp_path / "refused.png").exists()
