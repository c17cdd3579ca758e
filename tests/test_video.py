"""Video and UDP from Python: tables, the figure, and the summary of the command."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import skyseam
from skyseam import plot
from skyseam.cli.commands import cli
from skyseam.plot.video import course, stalls

SLOW = {
    "nodes": [{"name": "home"}, {"name": "server"}],
    "wires": [
        {
            "between": ["home", "server"],
            "delay": "20 ms",
            "rate": "1 Mbit/s",
            "queue": "100 packets",
        }
    ],
    "flows": [
        {
            "name": "film",
            "from": "home",
            "to": "server",
            "application": {
                "kind": "video",
                "duration": "30 s",
                "ladder": ["1.2 Mbit/s"],
                "abr": "throughput",
            },
        },
        {
            "name": "probe",
            "from": "home",
            "to": "server",
            "application": {
                "kind": "udp",
                "source": {"kind": "constant", "rate": "10 kbit/s", "size": "125 B"},
                "duration": "10 s",
            },
        },
    ],
    "run": {"duration": "60 s", "record": ["segments", "udp_packets"]},
}


@pytest.fixture(scope="module")
def slow() -> skyseam.Results:
    """Return a video over a wire that is too slow for it, with a concurrent UDP probe."""
    return skyseam.run(SLOW)


def test_stalls_of_the_figure_are_those_of_the_table(slow: skyseam.Results) -> None:
    """Add up the spans that the figure marks."""
    [video] = slow.table("videos").to_pylist()
    rows = slow.table("segments")
    t_s, until_s, buffer_s = (
        rows[name].to_numpy(zero_copy_only=False).astype(float)
        for name in ("t_s", "plays_until_s", "buffer_s")
    )
    found = stalls(t_s, until_s, 60.0, video["complete"])
    assert len(found) == video["stalls"] > 3
    assert sum(end - begin for begin, end in found) * 1e3 == pytest.approx(video["stalled_ms"])
    at, level = course(t_s, buffer_s, until_s, 60.0)
    assert np.all(np.diff(at) >= 0)
    assert level.min() == 0.0
    assert level.max() == pytest.approx(buffer_s.max())


def test_a_stall_at_the_end_is_drawn() -> None:
    """Check a stall that goes on, one during a refill, and a complete video."""
    nan = float("nan")
    t_s, until_s = np.array([1.0, 4.0, 9.0]), np.array([3.0, nan, 12.0])
    assert stalls(t_s, until_s, 20.0, False) == [(3.0, 9.0), (12.0, 20.0)]
    assert stalls(t_s, until_s, 20.0, True) == [(3.0, 9.0)]
    assert stalls(t_s[:2], until_s[:2], 8.0, False) == [(3.0, 8.0)]


def test_a_video_is_drawn(slow: skyseam.Results, tmp_path: Path) -> None:
    """Draw the video; results without a video are refused."""
    plot.save(plot.video(slow, "film"), tmp_path / "film.png")
    assert (tmp_path / "film.png").stat().st_size > 10_000
    with pytest.raises(skyseam.InputError, match="not video"):
        plot.video(slow, "probe")


def test_the_probe_is_conserved(slow: skyseam.Results) -> None:
    """Count datagrams: 125 bytes at 10 kbit/s are ten a second."""
    [probe] = slow.table("udp").to_pylist()
    assert probe["sent"] == 100
    assert probe["received"] + probe["lost"] == 100
    assert slow.table("udp_packets").num_rows == probe["received"]


def test_the_summary_names_both(tmp_path: Path) -> None:
    """Run the command on a scenario with both."""
    import tomli_w

    file = tmp_path / "slow.toml"
    file.write_text(tomli_w.dumps(SLOW), encoding="utf-8")
    done = CliRunner().invoke(cli, ["run", str(file), "-o", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    assert "videos" in done.output
    assert "datagrams" in done.output
