"""Goal: studies are correct for any constellation, and refuse what they cannot study.

Method: small studies run by the command, their tables read back; the functions that classify
changes of a path get artificial delays.
"""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import markupsafe
import numpy as np
import pyarrow as pa
import pytest

import skyseam
from conftest import ROOT, Command
from skyseam import studies, survey
from skyseam.reproduce import Estimate, Paper, Runs, Store, Study, quantities
from skyseam.reproduce.transfers import Files
from skyseam.studies import frame
from skyseam.studies.acks import analysis as acks
from skyseam.studies.handovers import analysis
from skyseam.studies.routing import analysis as routing
from skyseam.studies.schedulers import analysis as schedulers

if TYPE_CHECKING:
    from pathlib import Path

PAIR = ["--from", "Berlin", "--to", "New York"]
SMALL = ["study", "handovers", "--duration", "12 h", "--size", "9 kB", "--quick"]


def rows_of(file: Path) -> list[dict[str, str]]:
    with file.open(newline="", encoding="utf-8") as text:
        return list(csv.DictReader(text))


@pytest.fixture(scope="module")
def made(skyseam_command: Command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with a study of a seam and of satellites without links between them."""
    here = tmp_path_factory.mktemp("study")
    call = [*SMALL, "--preset", "iridium", "--preset", "oneweb", *PAIR, "-o", "out"]
    done = skyseam_command(*call, cwd=here)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "iridium, Berlin to New York: " in done.stdout
    return here


def test_several_constellations_are_in_one_table(made: Path) -> None:
    rows = {row["constellation"]: row for row in rows_of(made / "out" / "summary.csv")}
    assert list(rows) == ["iridium", "oneweb"]
    assert 60 < float(rows["iridium"]["delay, median, ms"]) < 110, "seven links or more"
    # 6,400 km of fibre, and up and down at 1,200 km.
    assert 39.5 < float(rows["oneweb"]["delay, median, ms"]) < 42
    assert {row["unfinished"] for row in rows.values()} == {"0"}


def test_the_page_and_the_manifest_say_the_verdicts(made: Path) -> None:
    html = (made / "out" / "report.html").read_text()
    manifest = json.loads((made / "out" / "manifest.json").read_text())
    assert manifest["kind"] == "study"
    assert len(manifest["verdicts"]) == 2
    for verdict in manifest["verdicts"]:
        assert verdict in html
    assert "A gateway stands beside Berlin" in " ".join(html.split())
    assert manifest["study"]["skies"][0]["scenario"]["constellation"] == {"preset": "iridium"}
    assert not (made / "out" / "comparison.csv").exists(), "nothing was published"
    assert skyseam.load(made / "out").table("delay").num_rows == 2 * 4320


def test_shares_of_the_sources_are_all_of_the_variation(made: Path) -> None:
    shares: dict[str, float] = {}
    for row in rows_of(made / "out" / "sources.csv"):
        label = row["constellation"]
        shares[label] = shares.get(label, 0.0) + float(row["share, %"])
    assert shares == {"iridium": pytest.approx(100, abs=0.3), "oneweb": pytest.approx(100, abs=0.3)}


def test_a_study_resumes_and_depends_on_no_number_of_threads(
    made: Path, skyseam_command: Command
) -> None:
    call = [*SMALL, "--preset", "iridium", "--preset", "oneweb", *PAIR]
    again = skyseam_command(*call, "-o", "again", "--store", "out.store", cwd=made)
    other = skyseam_command(*call, "-o", "other", "--threads", "1", cwd=made)
    assert again.returncode == other.returncode == 0
    for name in ("summary.csv", "costs.csv", "dips.csv", "transfers.parquet"):
        whole = (made / "out" / name).read_bytes()
        assert (made / "again" / name).read_bytes() == whole
        assert (made / "other" / name).read_bytes() == whole


def test_own_satellites_and_terminals_are_taken_from_a_file(
    skyseam_command: Command, tmp_path: Path
) -> None:
    file = str(ROOT / "scenarios" / "element-file.toml")
    call = [*SMALL, "--duration", "1 h", file, "--from", "21.3,-157.9", "--to", "Los Angeles"]
    call += ["-o", "out"]
    done = skyseam_command(*call, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    [row] = rows_of(tmp_path / "out" / "summary.csv")
    assert row["constellation"] == "element-file"
    assert "handovers of 21.3 N 157.9 W a day" in row


def test_a_preset_under_the_study_replaces_no_number_of_a_paper(made: Path) -> None:
    """Without a seam there is no row of the seam, and no number of Iridium in the text."""
    seams = {row["constellation"] for row in rows_of(made / "out" / "seam.csv")}
    assert seams == {"iridium"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--preset", "iridum", *PAIR], "did you mean iridium?"),
        (["--preset", "xxxxx", *PAIR], "there are: "),
        (PAIR, "expected --preset NAME, or the file of a scenario"),
        (["--preset", "iridium", "--from", "Berln", "--to", "Tokyo"], "did you mean Berlin?"),
        (["--preset", "iridium", "--from", "91,0", "--to", "Tokyo"], "a latitude from -90 to 90"),
        (["--preset", "iridium", "--from", "Tokyo", "--to", "tokyo"], "expected two places"),
        (["--preset", "iridium", "--preset", "iridium", *PAIR], "is named twice"),
        (["--preset", "iridium", "--step", "3 h", *PAIR], "expected a tenth of it at most"),
        (["--preset", "iridium", "--rate", "25", *PAIR], "expected a rate above zero"),
        (["--preset", "iridium", "--size", "9", *PAIR], '--size is "9": '),
        (
            ["--preset", "iridium", "--congestion", "cubik", *PAIR],
            '--congestion is "cubik": not a congestion controller; expected one of "newreno"',
        ),
        (["--preset", "iridium", "--size", "900 MB", *PAIR], "a smaller --size or a higher --rate"),
        (["wires.toml", *PAIR], "has no [constellation]"),
        (["nowhere.toml", *PAIR], "nowhere.toml"),
        (["wires.toml", "--rate", "9 Mbit/s", *PAIR], "--rate has no effect"),
        (["--preset", "o3b", "--from", "80,0", "--to", "85,90"], "have no path over o3b"),
    ],
)  # fmt: skip
def test_what_cannot_be_studied_is_refused_in_words(
    skyseam_command: Command, tmp_path: Path, arguments: list[str], message: str
) -> None:
    (tmp_path / "wires.toml").write_text('nodes = [{ name = "a" }]\n')
    done = skyseam_command("study", "handovers", "--duration", "1 h", *arguments, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert message in done.stderr
    assert "at fault" not in done.stderr
    assert not (tmp_path / "reports" / "study-handovers").exists()


def sky_of(steps: list[tuple[str, float]]) -> analysis.Sky:
    """Return a sky with a sample every 10 s, from causes of changes and the delays after them."""
    causes, delays = zip(*steps, strict=True)
    delay = pa.table(
        {
            "t_s": np.arange(len(steps)) * 10.0,
            "delay_ms": pa.array(delays),
            "cause": pa.array([None, *causes[1:]]),
            "across_seam": pa.array([False] * len(steps)),
        }
    )
    return analysis.Sky("sky", {}, ("a", "b"), delay, pa.table({}), None)


DRIFTING: Any = [("elevation", 10.0 + 0.1 * n) for n in range(6)]
STEPPED: Any = [
    *DRIFTING,
    ("isl_change", 15.6),
    *(("elevation", 15.6 + 0.1 * n) for n in range(1, 6)),
]


def test_the_step_of_a_change_is_without_the_drift_beside_it() -> None:
    varied = sky_of(STEPPED).variation()
    assert list(varied) == ["elevation", "isl_change"]
    assert varied["isl_change"] == pytest.approx([5.0])
    assert varied["elevation"].sum() == pytest.approx(1.0)


def test_a_change_stands_alone_only_with_calm_on_both_sides() -> None:
    alone = sky_of(STEPPED)
    assert alone.alone("isl_change", 50.0).tolist() == [6]
    assert alone.alone("isl_change", 60.0).tolist() == [], "the samples end 50 s after it"
    busy: Any = [*STEPPED[:8], ("inter_orbital_handover", 20.0), *STEPPED[9:]]
    assert sky_of(busy).alone("isl_change", 10.0).tolist() == [6]
    assert sky_of(busy).alone("isl_change", 20.0).tolist() == []


def test_words_of_a_verdict_say_no_more_than_the_interval() -> None:
    assert analysis._longer(Estimate(5.0, 2.0, 8.0, 9)) == "5 % longer (2 to 8)"
    assert analysis._longer(Estimate(-5.0, -8.0, -2.0, 9)) == "5 % shorter (2 to 8)"
    told = analysis._longer(Estimate(5.0, -2.0, 12.0, 9))
    assert told == "no difference found (9 runs, -2 to 12 %)"
    assert analysis._longer(Estimate(5.0)) == "5 % longer (one run, no interval)"
    assert analysis._longer(Estimate(-5.0)) == "5 % shorter (one run, no interval)"


def test_a_change_falls_into_the_transfer_across_it() -> None:
    """By the length of the transfer before each of three changes."""
    change = analysis.Job("sky", "9 kB", "isl_change")
    at_s, before_s = np.array([62.0, 162.0, 262.0]), np.array([2.0, 0.1, np.nan])
    made = dict(analysis._around({"seed": 1}, change, at_s, before_s, 3.0))
    by_phase = {(job.phase, job.queued): drawn_s for job, drawn_s in made.items()}
    across_s = by_phase["across", "lost"]
    assert (across_s < at_s).all()
    assert (across_s + np.array([2.0, 0.1, 3.0]) > at_s).all()
    assert (by_phase["across", "forwarded"] == across_s).all()
    assert by_phase["after", "lost"] == pytest.approx(at_s + 0.6)


def test_a_change_that_a_transfer_before_it_meets_does_not_count() -> None:
    change = analysis.Job("sky", "9 kB", "isl_change")
    changed_s = np.array([60.0, 160.0, 260.0])
    files = {}
    for (phase, queued), begun_s in zip(analysis.PHASES, (-4.0, -1.0, -1.0, 0.4), strict=True):
        times_s = np.array([2.0, 2.2, 4.5 if phase == "before" else 2.0])
        none = np.zeros(3)
        files[change.but(phase=phase, queued=queued)] = Files(
            changed_s + begun_s, times_s, none, none
        )
    study = Study(Paper(studies.FOLDER), "handovers")
    found = analysis.Handovers(study, {}, files, {}, {}, {change: changed_s})
    cost = found.cost("sky", "9 kB", "isl_change")
    assert cost is not None and cost["step"].n == 2
    assert cost["lost"].value == pytest.approx(0.0)


def test_names_of_cities_are_known_in_any_case() -> None:
    assert studies.place("--from", "new york")["name"] == "New York"
    assert studies.place("--to", "-33.9,151.2")["name"] == "33.9 S 151.2 E"


QUICK = {
    "acks": ["--duration", "10 s", "--delayed-ack", "off", "--delayed-ack", "100 ms",
             "--reordering", "none", "--seeds", "2"],
    "schedulers": ["--duration", "8 s", "--scheduler", "drop-tail", "--scheduler",
                   "proportional-fair", "--seeds", "2"],
    "fairness": ["--duration", "20 s", "--congestion", "cubic", "--congestion", "cubic+bbr",
                 "--rtt", "20 ms", "--rtt", "100 ms", "--seeds", "2"],
    "latency": ["--duration", "10 s", "--queue", "256 packets", "--queue", "fq-codel",
                "--congestion", "cubic", "--seeds", "2", "--flows", "2"],
    "routing": ["--pings", "60", "--scope", "1", "--duration", "60 s"],
}  # fmt: skip


@pytest.fixture(scope="module")
def others(skyseam_command: Command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with a small run of each study except that of handovers."""
    here = tmp_path_factory.mktemp("studies")
    for name, call in QUICK.items():
        done = skyseam_command("study", name, "--quick", *call, "-o", name, cwd=here)
        assert done.returncode == 0, done.stderr
        for verdict in json.loads((here / name / "manifest.json").read_text())["verdicts"]:
            assert verdict in done.stdout
    return here


@pytest.mark.parametrize("name", QUICK)
def test_every_study_has_a_page_tables_and_verdicts(others: Path, name: str) -> None:
    html = " ".join((others / name / "report.html").read_text().split())
    manifest = json.loads((others / name / "manifest.json").read_text())
    assert manifest["kind"] == "study"
    assert manifest["verdicts"]
    for verdict in manifest["verdicts"]:
        assert str(markupsafe.escape(verdict)) in html
    assert html.count("--quick") == 1, "in the command that repeats the study"
    assert str(markupsafe.escape(manifest["study"]["part"]["claim"])) in html
    assert list((others / name).glob("*.csv"))
    assert list((others / name).glob("*.png"))
    assert skyseam.load(others / name).tables


@pytest.mark.parametrize("name", QUICK)
def test_every_study_gives_the_same_bytes_on_one_thread(
    others: Path, skyseam_command: Command, name: str
) -> None:
    call = ["study", name, "--quick", *QUICK[name], "--threads", "1"]
    again = skyseam_command(*call, "-o", f"{name}-again", cwd=others)
    assert again.returncode == 0, again.stderr
    for file in (others / name).glob("*.csv"):
        assert (others / f"{name}-again" / file.name).read_bytes() == file.read_bytes()


def test_a_study_whose_runs_are_stored_makes_none_again(
    others: Path, skyseam_command: Command
) -> None:
    call = ["study", "fairness", "--quick", *QUICK["fairness"], "--store", "fairness.store"]
    stored = sorted((others / "fairness.store").rglob("*"))
    times_s = [file.stat().st_mtime for file in stored]
    again = skyseam_command(*call, "-o", "resumed", cwd=others)
    assert again.returncode == 0, again.stderr
    assert sorted((others / "fairness.store").rglob("*")) == stored
    assert [file.stat().st_mtime for file in stored if file.suffix == ".store"] == [
        at for file, at in zip(stored, times_s, strict=True) if file.suffix == ".store"
    ]
    means = (others / "fairness" / "means.csv").read_bytes()
    assert (others / "resumed" / "means.csv").read_bytes() == means


def test_acks_are_held_only_where_they_are_delayed(others: Path) -> None:
    held = {row["delayed ACK"]: row["time that ACKs are held, ms"]
            for row in rows_of(others / "acks" / "means.csv")}  # fmt: skip
    assert held["off"] == "\N{EN DASH}"
    assert 0 < float(held["100 ms"].split()[0]) < 100
    runs = skyseam.load(others / "acks").table("runs").to_pandas()
    assert runs["seed"].tolist() == [1, 2, 1, 2]
    assert runs["goodput"].nunique() == 4, "each seed has a channel of its own"


def test_a_call_waits_longer_behind_one_queue_for_all(others: Path) -> None:
    rows = {row["scheduler"]: row for row in rows_of(others / "schedulers" / "means.csv")}
    tail, fair = (float(rows[one]["delay of calls, ms"].split()[0])
                  for one in ("drop-tail", "proportional-fair"))  # fmt: skip
    assert tail > 2 * fair
    marked = {row["scheduler"]: row for row in rows_of(others / "schedulers" / "marks.csv")}
    assert marked["drop-tail"]["delay of calls"] == "XX"
    assert marked["proportional-fair"]["delay of calls"] == "okok"
    names = rows_of(others / "schedulers" / "flows.csv")[0]
    assert set(names) >= {"download, Mbit/s", "download at the edge, Mbit/s", "call, Mbit/s"}


def test_a_queue_for_each_flow_makes_a_mix_of_controllers_fair(others: Path) -> None:
    rows = {
        (row["congestion control"], row["queue"]): float(row["Jain's index"].split()[0])
        for row in rows_of(others / "fairness" / "means.csv")
    }
    assert rows["cubic+bbr", "200 packets"] < 0.8
    assert rows["cubic+bbr", "fq-codel"] > 0.95


def test_no_ping_is_faster_than_light_and_fewest_links_are_fewest(others: Path) -> None:
    table = skyseam.load(others / "routing").table("probes").to_pandas()
    of = {rule: mine.reset_index() for rule, mine in table.groupby("routing")}
    least, fewest = of["least delay"], of["fewest links"]
    assert (least["delay_ms"] >= least["great_circle_km"] / 299.792458).all()
    assert (fewest["delay_ms"] >= least["delay_ms"] - 1e-9).all()
    assert (fewest["hops"] <= least["hops"]).all()
    assert (fewest["delay_ms"] > least["delay_ms"] + 0.1).any()
    assert of["geographic, scope 1"]["delay_ms"].isna().any(), "some go in circles"
    rows = {row["routing"]: row for row in rows_of(others / "routing" / "delays.csv")}
    assert float(rows["least delay"]["undelivered, %"].split()[0]) == 0
    later = (least["delay_ms"] - least["great_circle_km"] / 299.793).mean()
    told = float(rows["least delay"]["over light, mean, ms"].split()[0])
    assert told == pytest.approx(later, rel=1e-3)
    assert float(rows["geographic, scope 1"]["undelivered, %"].split()[0]) > 0


SHORT = ["--duration", "6 s", "--seeds", "1"]


def test_users_at_one_place_share_the_downlink_of_one_satellite(
    skyseam_command: Command, tmp_path: Path
) -> None:
    places = ["--from", "Madrid", "--from", "Tokyo", "--to", "Berlin", "--rate", "10 Mbit/s"]
    call = ["fairness", "--preset", "kuiper-630", *places, *SHORT, "--congestion", "cubic"]
    done = skyseam_command("study", *call, "-o", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for row in rows_of(tmp_path / "out" / "means.csv"):
        assert 3 < float(row["goodput of all flows, Mbit/s"]) < 10
    call = ["schedulers", *OVER_IRIDIUM, *SHORT, "--downloads", "2", "--calls", "1"]
    call += ["--scheduler", "round-robin", "--scheduler", "drop-tail"]
    done = skyseam_command("study", *call, "-o", "beam", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert set(rows_of(tmp_path / "beam" / "flows.csv")[0]) == {
        "scheduler", "download, Mbit/s", "call, Mbit/s",
    }  # fmt: skip


def test_flows_between_groups_and_flows_of_users_are_studied(
    skyseam_command: Command, tmp_path: Path
) -> None:
    file = str(ROOT / "scenarios" / "mixed-beam.toml")
    call = ["fairness", file, *SHORT, "--congestion", "cubic", "--congestion", "cubic+newreno"]
    done = skyseam_command("study", *call, "-o", "groups", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert all(
        0 < float(row["Jain's index"]) <= 1 for row in rows_of(tmp_path / "groups/means.csv")
    )
    file = str(ROOT / "scenarios" / "users.toml")
    call = ["acks", file, *SHORT, "--delayed-ack", "off", "--delayed-ack", "40 ms"]
    done = skyseam_command("study", *call, "-o", "users", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert [row["delayed ACK"] for row in rows_of(tmp_path / "users/means.csv")] == ["off", "40 ms"]


OVER_IRIDIUM = ["--preset", "iridium", "--from", "Paris", "--to", "Tokyo"]


def test_a_queue_that_is_full_makes_round_trips_longer(others: Path) -> None:
    """Method: 256 packets of 1500 bytes wait 123 ms at 25 Mbit/s and 614 ms at 5 Mbit/s at most."""
    runs = skyseam.load(others / "latency").table("runs").to_pandas().set_index("queue")
    full, fair = (runs.loc[one].mean(numeric_only=True) for one in ("256 packets", "fq-codel"))
    assert 40 < fair["least"] < 41
    assert fair["p99"] < 60 < 120 < full["p99"] < 40 + 123 + 614
    assert fair["rpm"] == pytest.approx(60e3 / fair["p50"], rel=0.05)
    assert full["mos"] < 3 < 4 < fair["mos"]
    assert 20 < fair["down"] < 25 and 3.5 < fair["up"] < 5


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (["acks", "--preset", "iridium"], "expected --from PLACE and --to PLACE"),
        (["acks", "wires.toml", "--preset", "iridium"], "expected one of them"),
        (["acks", "wires.toml"], "has no flow over TCP"),
        (["acks", "tcp.toml", "--reordering", "in-sequence"], "has no link with HARQ"),
        (["acks", "--duration", "0 s"], "expected a time above zero"),
        (["acks", "--delayed-ack", "quick"], '--delayed-ack is "quick": not a time'),
        (["acks", *OVER_IRIDIUM, "--environment", "moon"], "environment"),
        (["schedulers", "tcp.toml"], "expected [[beams]], or [links.downlink]"),
        (["schedulers", "--scheduler", "roundrobin"], "round-robin"),
        (["schedulers", "--limit", "50"], "expected a number such as"),
        (["schedulers", *OVER_IRIDIUM, "--calls", "0", "--downloads", "0"], "no users"),
        (["schedulers", *OVER_IRIDIUM, "--from", "Rome"], "expected one sender"),
        (["fairness", "tcp.toml"], "expected [[flows]] of at least two"),
        (["fairness", "--rtt", "1 ms"], "expected at least that of the bottleneck"),
        (["fairness", "--congestion", "cubik"], "cubic"),
        (["fairness", "--queue", "cudel"], "codel"),
        (["latency", "--duration", "1 s"], "expected 2 s or more"),
        (["latency", "--queue", "cudel"], "codel"),
        (["latency", "--preset", "iridium"], "expected --from PLACE and --to PLACE"),
        (["latency", "tcp.toml", "--from", "a", "--to", "c"], '--to is "c"; tcp has a, b'),
        (["latency", "tcp.toml", "--from", "a", "--to", "a"], "expected two places"),
        (["routing", "--preset", "iridum"], "did you mean iridium?"),
        (["routing", "--preset", "oneweb", "--pings", "5"], "links between its satellites"),
        (["routing", "wires.toml"], "has no [constellation]"),
    ],
)  # fmt: skip
def test_every_study_refuses_in_words_what_it_cannot_study(
    skyseam_command: Command, tmp_path: Path, call: list[str], message: str
) -> None:
    (tmp_path / "wires.toml").write_text(
        'nodes = [{ name = "a" }, { name = "b" }]\n'
        'wires = [{ between = ["a", "b"], rate = "1 Mbit/s", delay = "1 ms", queue = "9 kB" }]\n'
    )
    (tmp_path / "tcp.toml").write_text(
        (tmp_path / "wires.toml").read_text() + '[[flows]]\nname = "x"\nfrom = "a"\nto = "b"\n'
        'application = { kind = "file", size = "1 MB" }\n'
        '[run]\nduration = "5 s"\n'
    )
    done = skyseam_command("study", *call, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert message in " ".join(done.stderr.split())
    assert not (tmp_path / "reports" / f"study-{call[0]}").exists()


def test_a_mark_is_the_quarter_between_the_worst_and_the_best() -> None:
    rule = {"quarters": [0.25, 0.5, 0.75], "indifferent_percent": 1.0}
    given = {"a": 1.0, "b": 1.3, "c": 1.6, "d": 2.0}
    told = schedulers.marks(given, rule)
    assert told == {"a": "XX", "b": "X", "c": "ok", "d": "okok"}
    assert set(schedulers.marks({"a": 1.0, "b": 1.009}, rule).values()) == {"="}


def test_timers_of_acks_are_those_of_tcp_alone() -> None:
    """A ping beside a flow over TCP has round trips too."""
    counts = {"packets_sent": 10, "retransmissions": 1, "recoveries": 1, "timeouts": 0}
    row = {"run": 0, "transfer_time_s": None, "bytes": 1_000_000, **counts}
    tcp = {**row, "flow": 0, "part_of": 0, "duplicates_received": 2}
    ping = {**row, "flow": 1, "part_of": 1, "duplicates_received": None}
    samples = [
        {"run": 0, "flow": flow, "t_s": float(n), "rtt_ms": rtt_ms}
        for flow, rtt_ms in ((0, 300.0), (1, 900.0))
        for n in range(2000)
    ]
    told = acks.measured(
        {
            "flows": pa.Table.from_pylist([tcp, ping]),
            "rtt": pa.Table.from_pylist(samples),
            "delayed_acks": pa.table({"run": [0], "flow": [0], "wait_ms": [5.0]}),
        },
        runs=1, duration_s=2.0, least_ms=200.0,
    )  # fmt: skip
    assert told["timer"][0] == pytest.approx(300, rel=0.01)
    assert told["goodput"][0] == pytest.approx(4.0)
    assert (told["resent"][0], told["twice"][0]) == (10.0, 20.0)


def test_a_difference_is_of_the_same_seeds() -> None:
    quantities = {
        "rate": {"words": "rate", "unit": "Mbit/s"},
        "share": {"words": "share", "unit": "%"},
    }
    plan = {"axes": {"x": {"a": {}, "b": {}}}, "quantities": quantities}
    study = Study(Paper(studies.FOLDER), "acks", asked=plan)
    first = Runs({"rate": np.array([1.0, 2.0, np.nan]), "share": np.array([10.0, 20.0, 5.0])})
    other = Runs({"rate": np.array([1.1, 2.2, 9.0]), "share": np.array([11.0, 21.0, 6.0])})
    found = frame.Varied(study, {("a",): first, ("b",): other})
    rate, share = found.change(("b",), "rate"), found.change(("b",), "share")
    assert rate.value == pytest.approx(10)
    assert rate.low95 == pytest.approx(10)
    assert rate.n == 2, "the third seed has no rate of the first"
    assert share.value == pytest.approx(1)


def test_pings_of_routing_resume_after_an_interruption(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[int] = []

    def probed(*given: Any, **options: Any) -> pa.Table:
        if len(sent) == 3:
            raise KeyboardInterrupt
        sent.append(len(given[1]["t_s"]))
        return quantities.probed(*given, **options)

    monkeypatch.setattr(routing, "AT_ONCE", 20)
    monkeypatch.setattr(routing, "probed", probed)
    asked = {
        "skies": [{"label": "iridium", "scenario": {"constellation": {"preset": "iridium"}}}],
        "seed": 1, "pings": 30, "scopes": [1], "start_s": 0.0, "duration_s": 60.0,
        "latitude_deg": 50.0, "flooding_s": 60.0,
    }  # fmt: skip

    def kept(store: Path | None) -> dict[str, pa.Table]:
        paper = Paper(studies.FOLDER)
        return routing.make(Study(paper, "routing", store=Store(store), asked=asked)).kept()

    with pytest.raises(KeyboardInterrupt):
        kept(tmp_path)
    assert sent == [20, 10, 20]
    monkeypatch.setattr(routing, "probed", quantities.probed)
    monkeypatch.setattr(survey, "cell_tables", counted := Mock(wraps=survey.cell_tables))
    resumed = kept(tmp_path)
    assert kept(tmp_path) == resumed == kept(None)
    assert counted.call_count == 2, "once with the store, once without"
