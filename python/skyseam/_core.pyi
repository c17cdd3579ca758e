"""The Rust binding `skyseam._core`: no logic, only what the core computes.

A table crosses as a list of columns, each `(name, kind, rows, buffers, unit, meaning)`;
`skyseam._arrow` says what the buffers of each kind are and is the only reader of them.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypedDict, final

from skyseam.plugins import Declaration

RawColumn: TypeAlias = tuple[str, str, int, tuple[Any, ...] | list[Any], str, str]
RawTable: TypeAlias = list[RawColumn]
Progress: TypeAlias = Callable[[float, str], None]

class DelayResult(TypedDict):
    manifest: str
    tables: dict[str, RawTable]

class RunResult(TypedDict):
    manifest: str
    tables: dict[str, RawTable]
    captures: dict[str, bytes]

class EndedResult(RunResult):
    raised: Exception | None
    """Why a plug-in ended the run."""

class DividedResult(EndedResult):
    undivided: str | None

Watchers: TypeAlias = tuple[
    Callable[[float, float, int], None] | None,
    Callable[[dict[str, RawTable]], None] | None,
    Callable[[str | None, RawTable | bytes | None], None] | None,
]
"""Who is told of progress, who looks at tables, and who takes rows and captures."""

__version__: str
__repository__: str

RunWarned: TypeAlias = tuple[str, int, str, int]
"""A kind of warning of runs, the first run that has it, its words there, and how many have it."""
Files: TypeAlias = dict[str, bytes | str]
"""Files beside a scenario by their names in it: what they hold, or why they cannot be read."""

@final
class Setup:
    now: float
    mss: int
    initial_window: int
    paced: bool

@final
class Ack:
    now: float
    bytes: int
    smoothed_rtt: float
    rtt: float | None
    in_flight: int | None
    cwnd_limited: bool

@final
class Loss:
    now: float
    flight_size: int

@final
class Timeout:
    now: float
    flight_size: int
    first: bool

def fault(text: str, run: int | None = None) -> None: ...
def references(text: str) -> list[str]: ...
def plugin_tables(text: str) -> list[tuple[str, int, str | None, str | None]]: ...
def constellations() -> str: ...
def cities() -> str: ...
def check(text: str, name: str, files: Files) -> tuple[bool, list[str], list[str]]: ...
def schema(plugins: Sequence[Declaration] | None = None) -> str: ...
def resolved(text: str, name: str, files: Files) -> str: ...
def registry(plugins: Sequence[Declaration] | None = None) -> str: ...
def tables() -> str: ...
def voice_quality(
    codec: str,
    delay_ms: float,
    loss_percent: float,
    burst_ratio: float,
    round_trip_ms: float | None,
) -> tuple[float, float, float, float] | None: ...
def voice_codecs() -> list[str]: ...
def page(model: str, seed: int) -> str | None: ...
def delay(
    text: str,
    name: str,
    files: Files,
    pairs: list[tuple[str, str]] | None,
    start_s: float | None,
    duration_s: float | None,
    step_s: float | None,
    progress: Progress | None,
    changes: bool = False,
) -> DelayResult: ...
def contacts(
    text: str,
    name: str,
    files: Files,
    terminals: list[str] | None,
    start_s: float | None,
    duration_s: float | None,
    step_s: float | None,
    frequency_hz: float | None,
    progress: Progress | None,
) -> DelayResult: ...
def motion(
    text: str,
    name: str,
    files: Files,
    start_s: float | None,
    duration_s: float | None,
    step_s: float | None,
    progress: Progress | None,
) -> DelayResult: ...
def decisions(
    text: str,
    name: str,
    files: Files,
    start_s: float | None,
    duration_s: float | None,
    step_s: float | None,
    progress: Progress | None,
) -> DelayResult: ...
def routes(
    text: str,
    name: str,
    files: Files,
    take: Callable[[RawTable], None],
    threads: int,
    to: list[str] | None,
    sources: list[str],
    ground: str,
    full: bool,
    start_s: float | None,
    duration_s: float | None,
    step_s: float | None,
    progress: Progress | None,
) -> str: ...
def link_budget_references(text: str) -> list[str]: ...
def link_budgets(text: str, name: str, files: Files) -> RunResult: ...
def cell_tables(
    text: str,
    name: str,
    files: Files,
    lengths_km: list[float],
    t_s: list[float],
    after_s: list[float],
    scopes: list[int],
    flooding_s: float,
    progress: Progress | None,
) -> RunResult: ...
def probe(
    text: str,
    name: str,
    files: Files,
    from_latitude_deg: list[float],
    from_longitude_deg: list[float],
    to_latitude_deg: list[float],
    to_longitude_deg: list[float],
    t_s: list[float],
    metric: str | None,
    elevation_mask_deg: float | None,
    threads: int,
    progress: Progress | None,
) -> RunResult: ...
def channel(
    text: str,
    name: str,
    files: Files,
    is_alone: bool,
    link: str | None,
    terminal: str | None,
    receiver: str,
    seed: int,
    duration_s: float | None,
    progress: Progress | None,
) -> RunResult: ...
def snapshot(text: str, name: str, files: Files, t_s: float) -> RunResult: ...
def run(
    text: str,
    name: str,
    files: Files,
    seed: int | None,
    threads: int,
    watchers: Watchers,
) -> DividedResult: ...
def run_batch(
    jobs: Sequence[tuple[str, str, Files]], threads: int, progress: Progress | None
) -> list[EndedResult]: ...
def sweep_base(text: str) -> str | None: ...
def sweep_references(text: str) -> list[str]: ...
def sweep_schema() -> str: ...

class Live:
    def __init__(
        self, text: str, name: str, files: Files, seed: int | None, attached: list[str]
    ) -> None: ...
    def now(self) -> int: ...
    def end(self) -> int: ...
    def next_time(self) -> int | None: ...
    def next_arrival(self) -> int | None: ...
    def lookahead(self) -> int: ...
    def queues(self) -> list[tuple[str, int]]: ...
    def record(self) -> None: ...
    def advance(self, until: int) -> None: ...
    def send(self, source: int, destination: int, data: bytes, /) -> None: ...
    def take(self) -> list[tuple[int, int, bytes, int, int]]: ...
    def take_dropped(self) -> list[tuple[int, str, int, str, int, bytes]]: ...
    def finish(self) -> DividedResult: ...

class Sweep:
    """A scenario, and what each of many runs has in its place; `skyseam.sweeps` has the words."""

    title: str | None
    runs: int
    kept: list[str]

    @staticmethod
    def read(
        text: str, name: str, files: Files, base: tuple[str, str, Files] | str | None = None
    ) -> Sweep: ...
    @staticmethod
    def listed(text: str, name: str, files: Files, runs: str, keep: list[str]) -> Sweep: ...
    def identity(self) -> str: ...
    def values(self) -> str: ...
    def resolved(self, run: int) -> str: ...
    def run(
        self,
        runs: list[int],
        threads: int,
        begin: Callable[[], None] | None = None,
        take: Callable[[list[int], dict[str, RawTable]], None] | None = None,
        progress: Progress | None = None,
    ) -> list[RunWarned]: ...
