"""Goal: the command works end to end, and refuses bad input with a message and its exit code.

Method: `skyseam` in a separate process, as users call it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from rich.console import Console

import skyseam
from conftest import ROOT, SKY, Command
from skyseam import _files
from skyseam.cli import terminal
from skyseam.cli.commands import cli
from skyseam.cli.lazily import FILES
from skyseam.view.scene import recording

LONG = (
    SKY.replace("count = 20", "count = 100000")
    .replace('"97 s"', '"1 s"')
    .replace('"2000 s"', '"100000 s"')
)


def test_check_accepts_and_refuses(skyseam_command: Command, wires: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(wires.read_text().replace('"10 ms"', "10"), encoding="utf-8")
    done = skyseam_command("check", wires, bad)
    assert done.returncode == 2
    assert "wires.toml: ok" in done.stdout
    assert "bad.toml" in done.stderr
    assert "no unit" in done.stderr
    assert "Traceback" not in done.stderr


def test_run_writes_a_directory_that_loads(
    skyseam_command: Command, wires: Path, tmp_path: Path
) -> None:
    done = skyseam_command("run", wires, "-o", tmp_path / "out", "--seed", "3")
    assert done.returncode == 0, done.stderr
    # Of a queue of 50 packets that was never full.
    assert done.stderr.startswith("note: these keys did not come into play: `queue` of wires[0]")
    assert done.stderr.count("\n") == 1, "quiet when not on a terminal"
    assert "a to b" in done.stdout
    results = skyseam.load(tmp_path / "out")
    assert results.manifest["seed"] == 3
    assert results.flows["bytes"].to_pylist() == [200_000]
    assert "a" in results.captures


def test_same_scenario_and_seed_give_the_same_bytes_of_parquet(
    skyseam_command: Command, sky: Path, tmp_path: Path
) -> None:
    digests = []
    for name in ("one", "two"):
        done = skyseam_command("run", sky, "-o", tmp_path / name)
        assert done.returncode == 0, done.stderr
        files = sorted((tmp_path / name).glob("*.parquet"))
        assert [f.stem for f in files][:2] == ["drops", "flows"]
        digests.append([hashlib.sha256(f.read_bytes()).hexdigest() for f in files])
    assert digests[0] == digests[1]


def test_delay_writes_tables_and_figures_and_counts_causes(
    skyseam_command: Command, sky: Path, tmp_path: Path
) -> None:
    done = skyseam_command(
        "delay", sky, "--from", "LAX", "--to", "HNL", "--start", "06:00:00", "--duration", "2 h",
        "--step", "30 s", "-o", tmp_path / "out",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "seam handover" in done.stdout
    written = {p.name for p in (tmp_path / "out").iterdir()}
    assert written == {
        "delay.parquet", "pairs.parquet", "handovers.parquet", "path_changes.parquet", "delay.png",
        "delay.svg", "manifest.json",
    }  # fmt: skip
    assert "handovers a day" not in done.stdout, "of two hours"
    table = pq.read_table(tmp_path / "out" / "delay.parquet")
    assert table.num_rows == 240
    assert table["t_s"][0].as_py() == 21_600.0
    assert str(table.schema.field("path").type).startswith("list<")


def test_handovers_are_counted_per_day(skyseam_command: Command, tmp_path: Path) -> None:
    done = skyseam_command(
        "delay", ROOT / "scenarios/delay-day.toml", "--from", "HNL", "--to", "LAX",
        "--duration", "48 h", "--step", "600 s", "-o", tmp_path / "out",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "handovers a day" in done.stdout
    changes = pq.read_table(tmp_path / "out" / "path_changes.parquet").to_pylist()
    total = next(row for row in changes if row["cause"] == "any")
    assert total["count"] == sum(row["count"] for row in changes if row["cause"] != "any")
    assert total["per_day_min"] <= total["per_day_mean"] <= total["per_day_max"]
    assert 2 * total["per_day_mean"] == total["count"]


def test_a_delay_study_of_many_pairs_shows_some_and_writes_all(
    skyseam_command: Command, tmp_path: Path
) -> None:
    """Six terminals, one of which is never served: 15 pairs, 12 of them shown."""
    places = "".join(
        f"""
        [[terminals]]
        name = "T{number}"
        latitude = "{10 * number} deg"
        longitude = "0 deg"
        elevation_mask = "{89 if number == 1 else 8} deg"
        """
        for number in range(6)
    )
    scenario = tmp_path / "many.toml"
    scenario.write_text(f'constellation.preset = "iridium"\n{places}', encoding="utf-8")
    done = skyseam_command(
        "delay", scenario, "--duration", "1 min", "--step", "30 s", "-o", tmp_path / "out"
    )
    assert done.returncode == 0, done.stderr
    assert "the first 12 of 15 pairs" in done.stdout
    assert re.search(r"T0 to T1 +no path at any sample +2\n", done.stdout)
    table = skyseam.load(tmp_path / "out").table("delay")
    assert len(skyseam.plot.pairs_of(table)) == 15


def test_names_that_make_too_long_file_names_are_refused_before_the_work(
    skyseam_command: Command, tmp_path: Path
) -> None:
    long = ["\U0001f6f0" * 60, "\U0001f6f0" * 59]
    places = "".join(
        f'[[terminals]]\nname = "{name}"\nlatitude = "50 deg"\nlongitude = "10 deg"\n'
        for name in long
    )
    scenario = tmp_path / "long.toml"
    scenario.write_text(f'constellation.preset = "iridium"\n{places}', encoding="utf-8")
    out = tmp_path / "out"
    done = skyseam_command(
        "delay", scenario, "--duration", "1 days", "--step", "1 s", "--traces",
        "--resolution", "1 ms", "-o", out,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert "longer than the 255 that file systems take" in done.stderr
    assert not out.exists()


def test_schema_and_models_print(skyseam_command: Command, tmp_path: Path) -> None:
    assert "$schema" in json.loads(skyseam_command("schema").stdout)
    done = skyseam_command("schema", "-o", tmp_path / "schema.json")
    assert done.returncode == 0
    assert json.loads((tmp_path / "schema.json").read_text())["type"] == "object"
    assert "cubic" in skyseam_command("models").stdout


def test_a_run_does_not_wait_for_pandas(wires: Path, tmp_path: Path) -> None:
    given = ["skyseam", "run", str(wires), "-o", str(tmp_path / "out"), "--no-progress"]
    text = f"""
import sys
import skyseam
from skyseam.cli import main
sys.argv = {given}
try:
    main()
except SystemExit:
    print("pandas" in sys.modules, skyseam.load({given[4]!r}).to_pandas().shape[0])
"""
    done = subprocess.run(
        [sys.executable, "-c", f"import skyseam\n{text}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "False 1"


LOADED = """
import sys
from skyseam.cli import main
sys.argv = {given}
try:
    main()
except SystemExit:
    print([name for name in {heavy} if name in sys.modules])
"""


def test_commands_load_what_they_need(wires: Path, tmp_path: Path) -> None:
    """Goal: commands start quickly. Method: no library that they do not need is loaded."""
    tables = ["numpy", "pyarrow", "matplotlib", "multiprocessing"]
    # Arrow's functions and what makes Parquet files of them are two things.
    functions = ["pyarrow.compute", "matplotlib", "multiprocessing", "rich.progress"]
    for arguments, heavy in (
        (["--version"], tables),
        (["--help"], tables),
        (["check", str(wires)], tables),
        (["schema"], tables),
        (["run", str(wires), "-o", str(tmp_path / "out"), "--no-progress"], functions),
    ):
        text = LOADED.format(given=["skyseam", *arguments], heavy=heavy)
        done = subprocess.run(
            [sys.executable, "-c", text], capture_output=True, text=True, check=True
        )
        assert done.stdout.splitlines()[-1] == "[]", arguments


@pytest.mark.skipif(sys.platform != "linux", reason="threads are counted in /proc")
def test_commands_start_no_threads_of_numpy() -> None:
    """Goal: no idle threads run. Method: the threads of a process that has loaded NumPy."""
    text = "import os, {first} numpy; print(len(os.listdir('/proc/self/task')))"
    bare = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    counts = [
        subprocess.run(
            [sys.executable, "-c", text.format(first=first)],
            capture_output=True,
            text=True,
            check=True,
            env=bare,
        ).stdout.strip()
        for first in ("skyseam.cli,", "")
    ]
    assert counts[0] == "1", f"{counts[1]} threads without skyseam's commands"


def test_the_list_of_commands_says_what_commands_say() -> None:
    for name, (_, _, told) in FILES.items():
        assert cli.commands[name].get_short_help_str(100) == told


def test_version_and_help_teach(skyseam_command: Command) -> None:
    assert skyseam_command("--version").stdout == f"skyseam {skyseam.__version__}\n"
    codes = re.findall(r"\b\d+\b", skyseam_command("--help").stdout.split("Exit codes:")[1])
    assert [code for code in codes if code != "1"] == ["0", "2", "70", "130"]
    for command in ("check", "schema", "run", "delay", "routes", "reproduce", "models"):
        done = skyseam_command(command, "--help")
        assert done.returncode == 0
        assert "Example" in done.stdout
        assert f"    skyseam {command}" in done.stdout, "the example stands on a line of its own"
        assert r"\b" not in done.stdout
        for scenario in re.findall(r"scenarios/[\w-]+\.toml", done.stdout):
            assert (ROOT / scenario).is_file(), "help names files that are there"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "nowhere.toml", "-o", "out"], "there is no file nowhere.toml"),
        (["run", ".", "-o", "out"], "is a directory"),
        (["check", "latin1.toml"], "is not UTF-8 text"),
        (["check", "nul.toml"], "holds a NUL byte in line 2"),
        (["run", "sky.toml", "-o", "sky.toml"], "is a file"),
        (["run", "sky.toml", "-o", "mine"], "holds no results of Skyseam"),
        (["run", "sky.toml", "-o", "sky.toml/out"], "is a file"),
        (["run", "sky.toml", "-o", "/proc/skyseam/out"], "cannot be written"),
        (["schema", "-o", "mine"], "mine is a directory; name a file"),
        (["delay", "sky.toml", "--from", "HNL", "-o", "out"], "--from and --to go together"),
        (["delay", "sky.toml", "--step", "10", "-o", "out"], '--step is "10"; expected a time'),
        (["delay", "sky.toml", "--step", "0 s", "-o", "out"], "step"),
        (["delay", "sky.toml", "--step", "\u00b2 s", "-o", "out"], "expected a time"),
        (["delay", "sky.toml", "--step", "01:00:00", "-o", "out"], "expected a time"),
        (["delay", "sky.toml", "--start", "12:99:00", "-o", "out"], "or hh:mm:ss"),
        (["run", "sky.toml", "--seed", "9223372036854775808", "-o", "out"], "not in the range"),
        (["run", "sky.toml", "-o", "x" * 300], "longer than the 255 that file systems take"),
        (["run", "sky.toml", "-o", "/"], "is where the command runs"),
        (["run", "sky.toml", "-o", "nowhere-link"], "is a link to nothing"),
        (["delay", "sky.toml", "--from", "HNL", "--to", "X", "-o", "out"], '"X"'),
        (["reproduce", "nobody1999"], "there is: boubaker2020, henderson1999"),
        (["reproduce", "henderson1999", "--only", "tcp"], "--only takes: fairness"),
        (["reproduce", "boubaker2020", "--only", "sea"], "--only takes: seam"),
        (["demo", "-o", "sky.toml"], "sky.toml is a file"),
        (["demo", "--threads", "0"], "is not in the range"),
        (["run", "sky.toml"], "Missing option"),
        (["fly"], "No such command"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_in_words(
    skyseam_command: Command, sky: Path, arguments: list[str], message: str
) -> None:
    here = sky.parent
    (here / "latin1.toml").write_bytes("title = 'S\xe3o'".encode("latin-1"))
    (here / "nul.toml").write_bytes(b"# one\ntitle = '\0'\n")
    (here / "mine").mkdir()
    (here / "mine" / "thesis.tex").write_text("mine")
    (here / "nowhere-link").symlink_to("nowhere")
    before = sorted(here.rglob("*"))
    done = skyseam_command(*arguments, cwd=here)
    assert done.returncode == 2, done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert sorted(here.rglob("*")) == before, "nothing written, nothing left behind"


def test_another_seed_for_whatever_the_core_reads(
    skyseam_command: Command, wires: Path, tmp_path: Path
) -> None:
    """A byte order mark, and line breaks in inline tables (TOML 1.1)."""
    odd = tmp_path / "odd.toml"
    for text in (
        "\ufeff" + wires.read_text(),
        wires.read_text().replace("wires = [{", "wires = [{\n ").replace('s" }]', 's",\n}]'),
    ):
        odd.write_text(text, encoding="utf-8")
        done = skyseam_command("run", odd, "-o", tmp_path / "out", "--seed", "3")
        assert done.returncode == 0, done.stderr
        assert skyseam.load(tmp_path / "out").manifest["seed"] == 3
        done = skyseam_command("check", odd, "--effects")
        assert done.returncode == 0, done.stderr
        assert recording(odd).text.count('"cwnd"') == 1


def test_a_link_to_results_leads_to_the_new_ones(
    skyseam_command: Command, wires: Path, tmp_path: Path
) -> None:
    (tmp_path / "latest").symlink_to("out")
    for seed in ("1", "2"):
        place = "out" if seed == "1" else "latest"
        done = skyseam_command("run", wires, "-o", tmp_path / place, "--seed", seed)
        assert done.returncode == 0, done.stderr
    assert skyseam.load(tmp_path / "out").manifest["seed"] == 2
    assert (tmp_path / "latest").is_symlink()
    assert {p.name for p in tmp_path.iterdir()} == {"latest", "out", "wires.toml"}


def test_output_that_nobody_takes_gives_a_message_or_silence(wires: Path) -> None:
    command = [sys.executable, "-m", "skyseam"]
    for arguments in (["schema"], ["models"], ["--help"], ["check", str(wires)]):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [*command, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False
            )
        assert done.returncode == 2
        assert done.stderr == "error: the output cannot be written: No space left on device\n"
    latin = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [*command, "models"], capture_output=True, text=True, env=latin, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_tables_never_cut_a_number(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    narrow = Console(width=20, force_terminal=True, no_color=True)
    for console in (narrow, Console(width=20)):
        monkeypatch.setattr(terminal, "out", console)
        terminal.table("t", ["what", "number"], [("word " * 9, "1,234,567,890,123,456")], 1)
        assert "1,234,567,890,123,456" in capsys.readouterr().out


def start(*arguments: str, cwd: Path) -> subprocess.Popen[str]:
    """Start the command as users do, on a terminal whose output tests read."""
    return subprocess.Popen(
        [sys.executable, "-m", "skyseam", *arguments],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ},
    )


def used_s(process: subprocess.Popen[str]) -> float:
    """Return the CPU time that a process has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def interrupted(
    *arguments: str, cwd: Path, by: signal.Signals = signal.SIGINT, after_s: float = 2
) -> tuple[str, str]:
    """Interrupt the command after some seconds of work and return its output."""
    process = start(*arguments, cwd=cwd)
    while used_s(process) < after_s and process.poll() is None:
        time.sleep(0.05)
    assert process.poll() is None, "it ended before it could be interrupted"
    process.send_signal(by)
    stdout, stderr = process.communicate(timeout=90)
    assert process.returncode == 130
    assert "Traceback" not in stderr
    return stdout, stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["reproduce", "henderson1999", "--only", "delay", "-o", "out"],
        ["routes", str(ROOT / "scenarios/hundred-cities.toml"), "-o", "out"],
    ],
    ids=["reproduce", "routes"],
)
def test_interruption_leaves_nothing_and_says_so(tmp_path: Path, arguments: list[str]) -> None:
    _, stderr = interrupted(*arguments, cwd=tmp_path, after_s=4)
    assert "interrupted; nothing was written" in stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_is_written_and_cannot_pass_for_a_whole_one(
    tmp_path: Path, skyseam_command: Command, by: signal.Signals
) -> None:
    (tmp_path / "long.toml").write_text(LONG.replace("7", '7\ncaptures = ["LAX"]'), "utf-8")
    stdout, stderr = interrupted("run", "long.toml", "-o", "out", cwd=tmp_path, by=by)
    assert "interrupted at " in stderr
    assert "the results so far are in out" in stderr
    assert "not started" in stdout
    with pytest.warns(skyseam.SkyseamWarning, match="a part of a run, which was interrupted at"):
        part = skyseam.load(tmp_path / "out")
    manifest = part.manifest
    assert manifest["complete"] is False
    assert manifest["end_reason"] == "interrupted"
    assert 0 < manifest["ended_at_s"] < 100_000
    assert 0 < manifest["wall_s"] < 20
    endings = manifest["flows_ended"]
    assert endings["finished"] > 1000
    assert endings["not_started"] > 1000
    assert part.flows["end_reason"].to_pylist().count("finished") == endings["finished"]
    assert sorted(manifest["files"]) == [
        "captures/LAX.pcapng",
        *sorted(f"{t}.parquet" for t in part.tables),
    ]
    assert len(part.captures["LAX"]) > 100_000
    drawn = skyseam_command("plot", "out", cwd=tmp_path)
    assert "a part of a run" in drawn.stderr


def test_a_part_of_a_run_takes_the_place_of_another_part_and_not_of_a_whole_run(
    tmp_path: Path, skyseam_command: Command, wires: Path
) -> None:
    (tmp_path / "long.toml").write_text(LONG, "utf-8")
    assert skyseam_command("run", wires, "-o", tmp_path / "whole").returncode == 0
    for _ in range(2):
        _, stderr = interrupted("run", "long.toml", "-o", "whole", cwd=tmp_path)
        assert "are in whole.interrupted" in stderr
    assert skyseam.load(tmp_path / "whole").manifest["complete"] is True
    assert {p.name for p in tmp_path.iterdir()} == {
        "long.toml", "whole", "whole.interrupted", wires.name,
    }  # fmt: skip


FAULTY = """
from skyseam import _core, _directory, _growing, cli, results, simulate
{}
cli.main()
"""


def faulty(
    change: str, *arguments: str | Path, cwd: Path, **env: str
) -> subprocess.CompletedProcess[str]:
    """Call the command with an injected fault."""
    return subprocess.run(
        [sys.executable, "-c", FAULTY.format(change), *map(str, arguments)],
        cwd=cwd, capture_output=True, text=True, env={**os.environ, **env}, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("pause_s", [0.0, 0.1, 0.3])
def test_a_second_interruption_leaves_nothing(tmp_path: Path, pause_s: float) -> None:
    scenario = str(ROOT / "scenarios/hundred-cities.toml")
    process = start("routes", scenario, "-o", "out", cwd=tmp_path)
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    time.sleep(pause_s)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "interrupted" in stderr
    assert "Traceback" not in stderr
    assert list(tmp_path.iterdir()) == []


STUBBORN = """
import time
def run(*_, **__):
    with _directory.whole_directory(_directory.Path("out")) as partial:
        (partial / "half").write_text("x")
        for _ in range(9):
            try:
                time.sleep(30)
            except KeyboardInterrupt:
                (partial / "heard").write_text("x")
simulate.save_run = run
"""


def test_a_second_interruption_stops_what_does_not_listen(wires: Path, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", FAULTY.format(STUBBORN), "run", wires.name, "-o", "out"],
        cwd=tmp_path, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    for seen in ("half", "heard"):
        until = time.monotonic() + 20
        while not list(tmp_path.rglob(seen)) and time.monotonic() < until:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=20)
    assert process.returncode == 130
    assert stderr == "interrupted again; stopped immediately\n"
    assert [p.name for p in tmp_path.iterdir()] == [wires.name]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (
            "simulate.save_run = lambda *_, **__: _core.fault('packets are not conserved')",
            r"packets are not conserved \(crates/py/src/supervise.rs:\d+\)",
        ),
        (
            "simulate.save_run = lambda *_, **__: 1 / 0",
            r"ZeroDivisionError: division by zero \(.*:\d+\)",
        ),
        (
            "_growing.GrowingTables.finish = lambda *_: {}['a']",
            r"KeyError: 'a' \(.*:\d+\)",
        ),
    ],
    ids=["panic", "python", "later"],
)
def test_a_fault_of_skyseam_is_one_sentence(
    wires: Path, tmp_path: Path, change: str, what: str
) -> None:
    run = ("run", wires.name, "-o", "a b")
    done = faulty(change, *run, cwd=tmp_path)
    assert done.returncode == 70
    assert re.fullmatch(
        rf"error: Skyseam {skyseam.__version__} is at fault, not its input: {what}; please report "
        r"this with its input and the command `skyseam run wires.toml -o 'a b'` at https://\S+\n",
        done.stderr,
    ), done.stderr
    assert [p.name for p in tmp_path.iterdir()] == [wires.name]
    shown = faulty(change, *run, cwd=tmp_path, SKYSEAM_TRACEBACK="1")
    assert shown.returncode == 70
    assert shown.stderr.startswith("Traceback")
    assert shown.stderr.endswith(done.stderr)


def test_a_fault_in_a_sweep_costs_no_run_that_is_finished(tmp_path: Path) -> None:
    sweep = ROOT / "sweeps/queues.toml"
    arguments = ("sweep", sweep, "-o", "out", "--threads", "1")
    done = faulty("_core.fault('', run=3)", *arguments, cwd=tmp_path)
    assert done.returncode == 70, done.stderr
    assert "4 of " in done.stderr
    assert "run 3: a fault that was asked for (crates/py/src/supervise.rs:" in done.stderr
    assert "panicked" not in done.stderr
    assert skyseam.sweeps.finished(tmp_path / "out") == 4


def test_python_hears_of_a_fault_and_of_an_interruption(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_files, "_is_kept", False)
    with pytest.raises(skyseam.CoreFault, match=r"at fault, not its input: no \(crates/") as fault:
        skyseam._core.fault("no")
    assert isinstance(fault.value, skyseam.SkyseamError)
    assert (fault.value.what, capfd.readouterr()) == ("no", ("", ""))

    def interrupt(fraction: float, _: str) -> None:
        if fraction > 0:  # before, there is no part of a run
            raise KeyboardInterrupt

    text = SKY.replace("count = 20", "count = 1000000").replace('"97 s"', '"1 s"')
    long = skyseam.toml(text.replace('"2000 s"', '"1000000 s"'))
    with pytest.raises(skyseam.Interrupted) as caught:
        skyseam.run(long, progress=interrupt)
    assert isinstance(caught.value, KeyboardInterrupt)
    part = caught.value.results
    assert part.manifest["end_reason"] == "interrupted"
    assert part.manifest["ended_at_s"] > part.flows["finished_s"][0].as_py()

    # The command waits for as long as what has run is being written.
    assert not _files.is_kept()
    with pytest.raises(skyseam.Interrupted):
        skyseam.save_run(long, tmp_path / "out", progress=interrupt)
    assert _files.is_kept()

    def at_once(_: float, __: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as plain:
        skyseam.run_batch([long], progress=at_once)
    assert not isinstance(plain.value, skyseam.Interrupted), "a batch has no parts"


def test_interruption_of_a_study_says_where_finished_runs_are(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "skyseam", "reproduce", "boubaker2020", "--quick", "-o", "out"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ},
    )
    until = time.monotonic() + 240
    while not any((tmp_path / "out.store").glob("*")) and time.monotonic() < until:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "finished runs are in out.store: call again to resume" in stderr
    assert [p.name for p in tmp_path.iterdir()] == ["out.store"]


def test_progress_is_shown_when_asked_for(tmp_path: Path, skyseam_command: Command) -> None:
    scenario = LONG.replace("100000", "40000")
    (tmp_path / "long.toml").write_text(scenario, encoding="utf-8")
    done = skyseam_command("run", tmp_path / "long.toml", "-o", tmp_path / "out", "--progress")
    assert done.returncode == 0, done.stderr
    wall_s = skyseam.load(tmp_path / "out").manifest["wall_s"]
    assert ("running long.toml" in done.stderr) == (wall_s > 2.5) or 1.9 < wall_s < 2.6


@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
def test_tshark_reads_a_capture_without_complaint(
    skyseam_command: Command, wires: Path, tmp_path: Path
) -> None:
    done = skyseam_command("run", wires, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    listed = subprocess.run(
        [
            "tshark", "-r", str(tmp_path / "out" / "captures" / "a.pcapng"),
            "-o", "ip.check_checksum:TRUE", "-o", "tcp.check_checksum:TRUE",
            "-T", "fields", "-e", "frame.protocols", "-e", "_ws.malformed", "-e", "tcp.flags.syn",
            "-e", "frame.len", "-e", "frame.cap_len",
            "-e", "ip.checksum.status", "-e", "tcp.checksum.status",
        ],
        capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    packets = [line.split("\t") for line in listed]
    assert len(packets) > 150
    assert all("tcp" in protocols for protocols, *_ in packets)
    assert all(malformed == "" for _, malformed, *_ in packets)
    assert packets[0][2] in ("1", "True")
    good, unverified = "1", "2"
    for *_, length, captured, ip, tcp in packets:
        assert ip == good
        # A capture holds headers only; without the payload tshark cannot verify TCP's checksum.
        assert tcp == (good if length == captured else unverified)
    assert any(length == captured for *_, length, captured, _, _ in packets)


def test_constellations_are_listed_shown_and_printed(
    skyseam_command: Command, tmp_path: Path
) -> None:
    listed = skyseam_command("constellations")
    assert listed.returncode == 0, listed.stderr
    assert "starlink-shell1" in listed.stdout
    assert "72 x 22" in listed.stdout
    shown = skyseam_command("constellations", "leosat")
    assert "SAT-LOI-20161115-00112" in shown.stdout
    assert "1432 km" in shown.stdout
    printed = skyseam_command("constellations", "iridium-ns2", "--toml")
    scenario = tmp_path / "mine.toml"
    scenario.write_text(printed.stdout, encoding="utf-8")
    checked = skyseam_command("check", scenario)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "mine.toml: ok, without flows: for `skyseam delay`" in checked.stdout
    unknown = skyseam_command("constellations", "iridum")
    assert unknown.returncode == 2
    assert "did you mean iridium" in unknown.stderr


def test_a_warning_is_shown_and_changes_no_exit_code(
    skyseam_command: Command, tmp_path: Path
) -> None:
    printed = skyseam_command("constellations", "iridium-ns2", "--toml").stdout
    exchanged = printed.replace("planes = 6", "planes = 11").replace(
        "satellites_per_plane = 11", "satellites_per_plane = 6"
    )
    places = SKY[SKY.index("[[terminals]]") :].replace("count = 20", "count = 1")
    scenario = tmp_path / "exchanged.toml"
    scenario.write_text(exchanged + places.replace('every = "97 s"\n', ""), encoding="utf-8")
    for command in (("check",), ("run", "-o", "out"), ("delay", "-o", "out")):
        done = skyseam_command(*command, scenario, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert done.stderr.startswith("warning: planes and satellites per plane"), done.stderr
        assert done.stderr.count("warning: planes and satellites") == 1
        assert "exchanged.toml:" in done.stderr


def test_examples_are_listed_and_copied_with_their_files(
    skyseam_command: Command, tmp_path: Path
) -> None:
    listed = skyseam_command("examples")
    assert listed.returncode == 0
    names = {path.stem for path in (ROOT / "scenarios").glob("*.toml")}
    assert names <= set(listed.stdout.split())
    copied = skyseam_command("examples", "element-file", "traced-wire.toml", "-o", tmp_path / "own")
    assert copied.returncode == 0, copied.stderr
    files = {path.name for path in (tmp_path / "own").iterdir()}
    assert files == {"element-file.toml", "made-up-66.tle", "traced-wire.toml", "traced-wire.csv"}
    assert skyseam_command("check", tmp_path / "own" / "element-file.toml").returncode == 0


def test_an_example_replaces_no_file_of_a_users(skyseam_command: Command, tmp_path: Path) -> None:
    own = tmp_path / "ping.toml"
    own.write_text("mine", encoding="utf-8")
    refused = skyseam_command("examples", "ping", "udp", "-o", tmp_path)
    assert refused.returncode == 2 and "ping.toml exists already" in refused.stderr
    assert own.read_text(encoding="utf-8") == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["ping.toml"]
    near = skyseam_command("examples", "pings")
    assert near.returncode == 2 and "did you mean ping?" in near.stderr
