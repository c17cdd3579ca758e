"""Handovers between two places: the day's delay by its causes, and transfers across each.

Runs transfers before, across and after changes of the path that stand alone, on either side of a
seam and at any time; bulk data around changes.
"""

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from matplotlib.figure import Figure
from numpy.typing import NDArray

from skyseam import plot, survey
from skyseam._arrays import Bools, Floats
from skyseam._errors import InputError
from skyseam.export._scenario import number
from skyseam.measures.intervals import over_seeds, paired_ratio, ratio_of_means
from skyseam.reproduce import Estimate, Study, digits, drawing, interval, said, transfers
from skyseam.reproduce.bulk import Bulk, dips, run_bulk
from skyseam.reproduce.bulk import Job as BulkJob
from skyseam.reproduce.cases import Declared
from skyseam.reproduce.quantities import labelled, numbers
from skyseam.reproduce.transfers import SIDES, Files, random, run_files, starts

from .. import FIBRE_KM_S, frame
from ..frame import Findings, Table, changed, in_percent

ELEVATION = "elevation"
CAUSES = [cause for cause in plot.CAUSES if cause != ELEVATION]
QUEUED = ("lost", "forwarded")
"""What becomes of packets that wait for a link that ends."""

COLOURS = {"lost": plot.SEAM, "forwarded": plot.NO_SEAM}
SHOWN_S = (-6.0, 5.0)

PHASES = (("before", "lost"), ("across", "lost"), ("across", "forwarded"), ("after", "lost"))
"""Where a transfer lies in relation to a change, and what becomes of what waits then."""

SIDE_NAMES = {False: "not separated", True: "separated"}
GATEWAY, EARTH_KM = "gateway", 6371.0
PILOTS = 5
"""Transfers over the whole time, of which the longest says how far from a change others begin."""

TOGETHER_S = 0.1
"""Changes of a path that are no further apart are one."""


class Job(Declared, file=__file__):
    """Transfers that differ only in their start."""


@dataclass(frozen=True)
class Sky:
    """A constellation between two places: its scenario, and the delay over time."""

    label: str
    scenario: dict[str, Any]
    pair: tuple[str, str]
    delay: pa.Table
    handovers: pa.Table
    fibre_ms: float | None

    @property
    def t_s(self) -> Floats:
        """Times of the samples, s."""
        return numbers(self.delay, "t_s")

    @property
    def step_s(self) -> float:
        """Time between samples, s."""
        return float(self.t_s[1] - self.t_s[0])

    @property
    def delay_ms(self) -> Floats:
        """One-way delay of the samples, ms; NaN without a path."""
        return numbers(self.delay, "delay_ms")

    @property
    def causes(self) -> NDArray[Any]:
        """Cause of the change since the sample before; None without a path."""
        return np.array(self.delay["cause"].to_pylist(), dtype=object)

    @property
    def separated(self) -> Bools:
        """Whether the seam lies between the two places, for each sample."""
        return np.asarray(self.delay["across_seam"].fill_null(False))

    @property
    def has_path(self) -> Bools:
        """Samples with a path."""
        return np.asarray(~np.isnan(self.delay_ms))

    def per_day(self, count: float) -> float:
        """Return a count over the whole time, per day."""
        return count * 86_400.0 / (self.step_s * len(self.t_s))

    def variation(self) -> dict[str, Floats]:
        """Return how much the delay varies by each cause, ms: a value for each change.

        For elevation the values are those of each interval between two changes. Half the drift of
        the samples beside a change is taken off its step.
        """
        delay_ms, causes = self.delay_ms, self.causes
        change = np.diff(delay_ms, prepend=np.nan)
        drift = np.where(causes == ELEVATION, change, np.nan)
        beside = np.vstack([np.roll(drift, 1), np.roll(drift, -1)])
        known = ~np.isnan(beside)
        expected = np.where(known, beside, 0).sum(axis=0) / np.maximum(known.sum(axis=0), 1)
        steps = np.abs(change - expected)
        found = {cause: steps[(causes == cause) & ~np.isnan(change)] for cause in CAUSES}
        spans = np.split(np.nan_to_num(drift), np.flatnonzero(causes != ELEVATION))
        found[ELEVATION] = np.array([np.abs(one).sum() for one in spans if len(one) > 1])
        kept = (ELEVATION, *(cause for cause in CAUSES if len(found[cause])))
        return {cause: found[cause] for cause in kept}

    def alone(self, cause: str, margin_s: float) -> NDArray[np.intp]:
        """Return samples before which such a change happened, without another within the margin."""
        is_calm = self.causes == ELEVATION
        width = max(1, math.ceil(margin_s / self.step_s))
        busy = np.concatenate([[0], np.cumsum(~is_calm)])
        at = np.flatnonzero(self.causes == cause)
        at = at[(at >= width) & (at + width < len(is_calm))]
        stands = (busy[at + width + 1] - busy[at - width]) == 1
        return np.asarray(at[stands], dtype=np.intp)

    def instant_s(self, at: int) -> float | None:
        """Return when the path changed before a sample, s; None if it changed several times."""
        end_s = float(self.t_s[at])
        told = survey.path_changes(
            self.scenario, self.pair, start_s=end_s - self.step_s, duration_s=self.step_s + 1e-3,
            step_s=self.step_s / 10,
        ).table("paths")["t_s"].to_numpy()[1:]  # fmt: skip
        is_one = len(told) and told[-1] - told[0] < TOGETHER_S
        return float(told[0]) if is_one else None


@dataclass(frozen=True)
class Handovers(Findings):
    """Results of the study."""

    skies: dict[str, Sky]
    files: dict[Job, Files]
    bulk: dict[tuple[str, str, str], list[Bulk]]
    instants_s: dict[tuple[str, str], list[float]]
    changed_s: dict[Job, Floats]
    """Times of the changes that transfers were put across, s, by jobs without a phase."""

    @property
    def subject(self) -> str:
        """Heading of the page."""
        pair = " to ".join(self.study.plan["skies"][0]["pair"])
        return f"{pair}: what varies the delay, and what it costs a transfer"

    def listed(self) -> dict[str, Table]:
        """Return the tables of the page."""
        made = (_summary, _sources, _costs, _seam, _dips)
        return {one.__name__.removeprefix("_"): one(self) for one in made}

    def verdicts(self) -> Iterator[str]:
        """Yield the verdict on each constellation, with intervals."""
        for label, sky in self.skies.items():
            yield " ".join([f"{label}, {' to '.join(_pair(self))}:", *_verdict(self, label, sky)])

    def kept(self) -> dict[str, pa.Table]:
        """Return the delay over time and every transfer."""
        every = [labelled(sky.delay, constellation=label) for label, sky in self.skies.items()]
        return {"delay": pa.concat_tables(every), "transfers": transfers.table_of(self.files)}

    def cost(self, sky: str, size: str, cause: str) -> dict[str, Estimate] | None:
        """Return the cost of a kind of change; None if none is isolated.

        That is how much longer a transfer takes, %, by the fate of waiting packets, the step of the
        delay, %, and means of drops and retransmissions. Counts changes around which all four
        transfers finished, the first one before the change.
        """
        change = Job(sky, size, cause)
        if change not in self.changed_s:
            return None
        phases = [self.files[change.but(phase=phase, queued=queued)] for phase, queued in PHASES]
        first, across, *_ = phases
        known = ~np.isnan([one.times_s for one in phases]).any(axis=0)
        known &= first.start_s + first.times_s <= self.changed_s[change]
        if not known.any():
            return None
        before, lost, forwarded, after = (one.times_s[known] for one in phases)
        still = (before + after) / 2
        pairs = {"lost": (lost, still), "forwarded": (forwarded, still), "step": (after, before)}
        ratios = {name: in_percent(paired_ratio(*pair)) for name, pair in pairs.items()}
        counts = {"drops": across.drops, "retransmissions": across.retransmissions}
        return ratios | {name: over_seeds(each[known]) for name, each in counts.items()}

    def rows(self) -> list[tuple[str, str]]:
        """Return constellations and the causes of changes in them."""
        skies = self.skies.items()
        return [(label, cause) for label, one in skies for cause in CAUSES if cause in one.causes]

    def seam(self, sky: str, size: str) -> tuple[Files, Files, Estimate] | None:
        """Return transfers on either side, and how much longer across the seam, %."""
        near, far = (self.files.get(Job(sky, size, SIDE_NAMES[side], "", "lost")) for side in SIDES)
        if near is None or far is None or np.isnan([*near.times_s, *far.times_s]).any():
            return None
        return near, far, in_percent(ratio_of_means(far.times_s, near.times_s))

    def at_any_time(self, sky: str, size: str) -> tuple[Estimate, Estimate] | None:
        """Return the transfer time at random starts, s, and its increase by losses at handovers, %.

        Transfers that did not finish are left out; None if none finished.
        """
        both = [self.files.get(Job(sky, size, "any", "", queued)) for queued in QUEUED]
        times = np.array([one.times_s for one in both if one is not None])
        lost, kept = times[:, ~np.isnan(times).any(axis=0)] if len(times) == 2 else np.empty((2, 0))
        if not len(lost):
            return None
        return over_seeds(lost), in_percent(paired_ratio(lost, kept))

    def unfinished(self, sky: str) -> int:
        """Return how many transfers did not finish."""
        return sum(
            int(np.isnan(of.times_s).sum()) for job, of in self.files.items() if job.sky == sky
        )

    def dip(self, sky: str, cause: str, queued: str) -> tuple[Estimate, Estimate] | None:
        """Return throughput before a kind of change and its dip, Mbit/s, over changes."""
        runs, at_s = self.bulk.get((sky, cause, queued), ()), self.instants_s.get((sky, cause), ())
        found = dips(self.study.plan, zip(runs, at_s, strict=False))
        before, dip = (over_seeds(each) for each in found.T)
        return (before, dip) if len(found) else None


def make(study: Study) -> Handovers:
    """Look at the delay of every constellation, and run transfers."""
    plan = study.plan
    looking, piloting, filing, bulking = study.shares([1.0, 0.5, 6.0, 3.0])
    skies = {}
    for one, part in zip(plan["skies"], looking.shares([1.0] * len(plan["skies"])), strict=True):
        skies[one["label"]] = looked_at(part, one)
    alive = {label: sky for label, sky in skies.items() if sky.has_path.any()}
    if not alive:
        raise InputError(
            f"{' and '.join(plan['skies'][0]['pair'])} have no path over "
            f"{', '.join(skies)} in the whole time; expected places that satellites with links "
            "between them connect"
        )
    pilots = {}
    for (label, sky), size in itertools.product(alive.items(), plan["sizes"]):
        at_s = sky.t_s[sky.has_path]
        spread = np.linspace(0, len(at_s) - 1, PILOTS).round().astype(int)
        pilots[Job(label, size)] = (at_s[spread], of_file(plan, sky, Job(label, size)))
    tried = _run(piloting, "pilots", pilots)
    lengths_s = {job: float(np.nan_to_num(one.times_s).max()) for job, one in tried.items()}
    for job, length_s in lengths_s.items():
        if not length_s:
            raise InputError(
                f"{job.size} over {job.sky} do not arrive within {plan['longest_s']:g} s; "
                "expected a smaller --size or a higher --rate"
            )
    changed_s = {
        job.but(cause=cause): np.array(found)
        for job, length_s in lengths_s.items()
        for cause in CAUSES
        if (found := instants(alive[job.sky], cause, 3 * length_s, plan["events"]))
    }
    before = {
        job.but(phase="before", queued="lost"): _earlier(at_s, 2 * lengths_s[job.but(cause="")])
        for job, at_s in changed_s.items()
    }
    first, others = filing.shares([1.0, 4.0])
    files = _run(first, "before", _with_scenarios(plan, alive, before))
    jobs: dict[Job, Floats] = {}
    for job, length_s in lengths_s.items():
        jobs |= dict(_any_time(plan, alive[job.sky], job))
        for change in (one for one in changed_s if (one.sky, one.size) == (job.sky, job.size)):
            times_s = files[change.but(phase="before", queued="lost")].times_s
            jobs |= dict(_around(plan, change, changed_s[change], times_s, length_s))
    files |= _run(others, "transfers", _with_scenarios(plan, alive, jobs))
    instants_s = {
        (label, cause): instants(sky, cause, plan["before_s"], plan["bulk_events"])
        for label, sky in alive.items()
        for cause in CAUSES
    }
    return Handovers(study, skies, files, _bulk(bulking, alive, instants_s), instants_s, changed_s)


def _run(
    study: Study, name: str, jobs: Mapping[Job, tuple[Floats, dict[str, Any]]]
) -> dict[Job, Files]:
    """Run the files of each constellation: their scenarios have different tables."""
    labels = list(dict.fromkeys(job.sky for job in jobs))
    found: dict[Job, Files] = {}
    for label, part in zip(labels, study.shares([1.0] * len(labels)), strict=True):
        mine = {job: told for job, told in jobs.items() if job.sky == label}
        found |= run_files(part, name, mine, whole=False)
    return found


def looked_at(study: Study, one: Mapping[str, Any]) -> Sky:
    """Return a constellation with the delay over time.

    If satellites never connect the places, the first has a gateway beside it, and fibre along the
    great circle from there.
    """
    plan, pair = study.plan, (one["pair"][0], one["pair"][1])
    asked = {name: plan[name] for name in ("start_s", "duration_s", "step_s")}
    asked |= {"pairs": [pair], "progress": study.progress}
    scenario, fibre_ms = one["scenario"], None
    told = survey.delay(scenario, **asked)
    if not told.table("delay")["delay_ms"].is_valid().to_numpy().any():
        fibre_ms = 1e3 * _great_circle_km(*scenario["terminals"]) / FIBRE_KM_S
        scenario = _by_gateway(scenario, fibre_ms)
        told = survey.delay(scenario, **asked)
    table, counts = told.table("delay"), told.table("handovers")
    return Sky(one["label"], scenario, pair, table, counts, fibre_ms)


def _by_gateway(scenario: Mapping[str, Any], fibre_ms: float) -> dict[str, Any]:
    first, second = scenario["terminals"]
    gateway = {**first, "name": GATEWAY}
    wire = {
        "between": [GATEWAY, second["name"]], "delay": f"{fibre_ms:.3f} ms",
        "rate": "10 Gbit/s", "queue": "5000 packets",
    }  # fmt: skip
    links = {name: link for name, link in scenario["links"].items() if name != "isl"}
    nodes = {"nodes": [{"name": second["name"]}], "wires": [wire], "links": links}
    return {**scenario, **nodes, "terminals": [first, gateway]}


def _great_circle_km(*ends: Mapping[str, str]) -> float:
    angles = [[number(one[key]) for key in ("latitude", "longitude")] for one in ends]
    (north, east), (north2, east2) = np.radians(angles)
    half = np.sin((north2 - north) / 2) ** 2
    half += np.cos(north) * np.cos(north2) * np.sin((east2 - east) / 2) ** 2
    return float(2 * EARTH_KM * np.arcsin(np.sqrt(half)))


def of_file(plan: Mapping[str, Any], sky: Sky, job: Job) -> dict[str, Any]:
    """Return the scenario of a job, with time enough for the transfer."""
    flow = {
        "name": "transfer", "from": sky.pair[0], "to": sky.pair[1],
        "application": {"kind": "file", "size": job.size}, "transport": dict(plan["transport"]),
    }  # fmt: skip
    handover = {**sky.scenario.get("handover", {}), "queued": job.queued or "lost"}
    run = {"duration": f"{plan['longest_s']:g} s", "seed": plan["seed"]}
    return {**sky.scenario, "flows": [flow], "handover": handover, "run": run}


def instants(sky: Sky, cause: str, margin_s: float, most: int) -> list[float]:
    """Return times of isolated changes of a kind, spread over the whole time, s."""
    at = sky.alone(cause, margin_s)
    spread = at[np.unique(np.linspace(0, len(at) - 1, most).round().astype(int))] if len(at) else at
    found = (sky.instant_s(int(one)) for one in spread)
    return [one for one in found if one is not None]


def _with_scenarios(
    plan: Mapping[str, Any], skies: Mapping[str, Sky], jobs: Mapping[Job, Floats]
) -> dict[Job, tuple[Floats, dict[str, Any]]]:
    return {job: (at_s, of_file(plan, skies[job.sky], job)) for job, at_s in jobs.items()}


def _earlier(at_s: Floats, by_s: Floats | float) -> Floats:
    return np.maximum(np.round(at_s - by_s, 6), 0.0)


def _around(
    plan: Mapping[str, Any], change: Job, at_s: Floats, before_s: Floats, length_s: float
) -> Iterator[tuple[Job, Floats]]:
    """Yield transfers across changes and after them.

    The position of the change within a transfer is spread evenly over `before_s`, the times of the
    transfers before each change, or over `length_s` for one that did not finish.
    """
    draws = random(plan["seed"], f"{change.sky} {change.size} {change.cause}")
    part = draws.permutation((np.arange(len(at_s)) + 0.5) / len(at_s))
    across_s = _earlier(at_s, part * np.where(np.isnan(before_s), length_s, before_s))
    for queued in QUEUED:
        yield change.but(phase="across", queued=queued), across_s
    yield change.but(phase="after", queued="lost"), _earlier(at_s, -0.2 * length_s)


def _any_time(plan: Mapping[str, Any], sky: Sky, pilot: Job) -> Iterator[tuple[Job, Floats]]:
    """Yield transfers at any time, and on either side of a seam."""
    sides = {"any": sky.has_path}
    if sky.separated.any() and (sky.has_path & ~sky.separated).any():
        sides |= {SIDE_NAMES[side]: sky.has_path & (sky.separated == side) for side in SIDES}
    for name, inside in sides.items():
        spans = plot.windows(sky.t_s, inside)
        drawn_s = starts(spans, plan["starts"], plan["seed"], f"{sky.label} {pilot.size} {name}")
        yield pilot.but(cause=name, queued="lost"), drawn_s
        if name == "any":
            yield pilot.but(cause=name, queued="forwarded"), drawn_s


def _bulk(
    study: Study, skies: Mapping[str, Sky], instants_s: Mapping[tuple[str, str], list[float]]
) -> dict[tuple[str, str, str], list[Bulk]]:
    """Run bulk data around changes, by constellation, cause and fate of waiting packets."""
    plan, before_s = study.plan, study.plan["bulk_before_s"]
    jobs: dict[tuple[str, str, str], list[BulkJob]] = {}
    length_s = before_s + plan["bulk_after_s"]
    for ((label, cause), times_s), queued in itertools.product(instants_s.items(), QUEUED):
        scenario = of_file(plan, skies[label], Job(label, plan["sizes"][0], queued=queued))
        scenario["flows"][0]["application"] = {"kind": "bulk"}
        some = [(scenario, max(at_s - before_s, 0.0), length_s) for at_s in times_s]
        jobs |= {(label, cause, queued): some} if some else {}
    every = [job for some in jobs.values() for job in some]
    ran = iter(run_bulk(study, "bulk", plan, every, True))
    return {key: list(itertools.islice(ran, len(some))) for key, some in jobs.items()}


def page(found: Handovers) -> dict[str, Any]:
    """Return the content of the page."""
    return frame.page(found) | {
        "pair": _pair(found),
        "fibre": {label: sky.fibre_ms for label, sky in found.skies.items() if sky.fibre_ms},
        "has_bulk": bool(found.bulk),
    }


def _summary(found: Handovers) -> Table:
    sizes = found.study.plan["sizes"]
    head = ["constellation", "delay, median, ms", "5 % to 95 %, ms", "without path, %"]
    head += ["changes a day", *(f"handovers of {end} a day" for end in _pair(found))]
    head += ["separated by the seam, %", *(f"{size}, s" for size in sizes), "unfinished"]
    rows = []
    for label, sky in found.skies.items():
        delay_ms = sky.delay_ms[sky.has_path]
        low, middle, high = np.percentile(delay_ms, [5, 50, 95]) if len(delay_ms) else [np.nan] * 3
        changes = sum(int((sky.causes == cause).sum()) for cause in CAUSES)
        row = [label, digits(middle), f"{digits(low)} to {digits(high)}"]
        row += [f"{100 * (1 - sky.has_path.mean()):.1f}", f"{sky.per_day(changes):.0f}"]
        of_ends = (transfers.handovers(sky.handovers, end) for end in _pair(found))
        row += [f"{sky.per_day(count):.0f}" for count in of_ends]
        row += [f"{100 * sky.separated.mean():.1f}"]
        for size in sizes:
            told = found.at_any_time(label, size)
            row += [digits(None) if told is None else said(told[0])]
        rows.append([*row, str(found.unfinished(label))])
    return ("delay and transfers at any time", head, rows, 1)


def _pair(found: Handovers) -> list[str]:
    return list(found.study.plan["skies"][0]["pair"])


def _sources(found: Handovers) -> Table:
    head = ["constellation", "source", "a day", "size, median, ms", "95 %, ms", "largest, ms"]
    rows = []
    for label, sky in found.skies.items():
        varied = sky.variation()
        whole = sum(float(one.sum()) for one in varied.values())
        counts = {ELEVATION: len(varied[ELEVATION])}
        counts |= {cause: int((sky.causes == cause).sum()) for cause in CAUSES}
        for cause in (one for one, count in counts.items() if count):
            sizes = varied.get(cause, np.array([np.nan]))
            spread = [digits(float(np.quantile(sizes, q))) for q in (0.5, 0.95, 1.0)]
            share = 100 * float(np.nansum(sizes)) / whole
            row = [label, plot.CAUSES[cause][1], f"{sky.per_day(counts[cause]):.0f}", *spread]
            rows.append([*row, f"{share:.1f}"])
    return ("sources of the variation of the delay", [*head, "share, %"], rows, 2)


def _costs(found: Handovers) -> Table:
    head = ["constellation", "change", "size", "longer, what waits lost, %", "95 %"]
    head += ["longer, forwarded, %", "95 %", "after to before, %", "drops", "resent", "changes"]
    rows = []
    for (label, cause), size in itertools.product(found.rows(), found.study.plan["sizes"]):
        row, one = [label, plot.CAUSES[cause][1], size], found.cost(label, size, cause)
        if one is None:
            rows.append([*row, *[digits(None)] * 7, "0"])
            continue
        for queued in QUEUED:
            row += [digits(one[queued].value), interval(one[queued])]
        row += [digits(one[name].value) for name in ("step", "drops", "retransmissions")]
        rows.append([*row, str(one["step"].n)])
    return ("what a change that stands alone costs a transfer", head, rows, 3)


def _seam(found: Handovers) -> Table:
    head = ["constellation", "size", "not separated, s", "separated, s", "longer, %", "95 %"]
    rows = []
    for label, size in itertools.product(found.skies, found.study.plan["sizes"]):
        if told := found.seam(label, size):
            near, far, ratio = told
            row = [label, size, said(near.mean("s")), said(far.mean("s"))]
            rows.append([*row, digits(ratio.value), interval(ratio)])
    return ("transfers on either side of the seam", head, rows, 2)


def _dips(found: Handovers) -> Table:
    head = ["constellation", "change", "before, Mbit/s"]
    head += [f"lowest, what waits {queued}" for queued in QUEUED]
    rows = []
    for label, cause in found.rows():
        lost, forwarded = (found.dip(label, cause, queued) for queued in QUEUED)
        if lost is not None and forwarded is not None:
            row = [label, plot.CAUSES[cause][1], said(lost[0])]
            rows.append([*row, said(lost[1]), said(forwarded[1])])
    return ("bulk data around a change", head, rows, 2)


def _verdict(found: Handovers, label: str, sky: Sky) -> Iterator[str]:
    """Yield the largest source, and what changes, the seam and losses cost."""
    if not sky.has_path.any():
        yield "no path in the whole time."
        return
    varied = {cause: float(one.sum()) for cause, one in sky.variation().items()}
    most = max(varied, key=lambda cause: varied[cause])
    share, name = 100 * varied[most] / sum(varied.values()), plot.CAUSES[most][1]
    several = "s" if name.endswith(("handover", "change")) else ""
    yield f"{share:.0f} % of the variation of the delay comes from {name}{several}."
    yield from _costliest(found, label)
    sizes = found.study.plan["sizes"]
    if told := found.seam(label, sizes[0]):
        yield f"{sizes[0]} across the seam: {_longer(told[2])}."
    elif not sky.separated.any():
        yield "No seam separates the two."
    if any_time := found.at_any_time(label, sizes[-1]):
        lost = any_time[1]
        if lost.low95 == lost.high95 == 0:
            yield f"Of {lost.n} transfers of {sizes[-1]} at any time none met a loss at a handover."
        else:
            yield f"{sizes[-1]} at any time, by losses at handovers: {_longer(lost)}."


def _costliest(found: Handovers, label: str) -> Iterator[str]:
    """Yield the cost of the most frequent isolated change to each size."""
    sky = found.skies[label]
    there = sorted(CAUSES, key=lambda cause: -int((sky.causes == cause).sum()))
    for size in found.study.plan["sizes"]:
        costs = ((cause, found.cost(label, size, cause)) for cause in there)
        cause, cost = next(((one, of) for one, of in costs if of is not None), ("", None))
        if cost is None:
            yield f"No change stands alone long enough for {size}."
            continue
        name, (lost, kept) = plot.CAUSES[cause][1], (_longer(cost[one]) for one in QUEUED)
        article = "an" if name[0] in "aeiouI" else "a"
        fate = f" if what waits is lost, {kept} if it is forwarded"
        yield f"A transfer of {size} across {article} {name}: {lost}{'' if lost == kept else fate}."


def _longer(change: Estimate) -> str:
    return changed(change, "longer", "shorter")


def delays(found: Handovers, *, dark: bool = False) -> Figure:
    """Delay over the time, changes by cause, for each constellation."""
    tables = (
        labelled(sky.delay.drop_columns("source"), source=f"{label}: {sky.pair[0]}")
        for label, sky in found.skies.items()
    )
    return plot.delay(pa.concat_tables(tables), dark=dark)


def variation(found: Handovers) -> Figure:
    """Share of each cause in the variation of the delay, by constellation."""
    labels = [label for label, sky in found.skies.items() if sky.has_path.any()]
    _, (axes,) = drawing.panels(1, (9.6, 0.45 * len(labels) + 1.6))
    varied = [found.skies[label].variation() for label in labels]
    whole = np.array([sum(float(one.sum()) for one in each.values()) for each in varied])
    left = np.zeros(len(labels))
    for cause in (ELEVATION, *CAUSES):
        sums = np.array([float(each.get(cause, np.zeros(1)).sum()) for each in varied])
        if sums.any():
            _, words, colour = plot.CAUSES[cause]
            look: dict[str, Any] = {"color": colour, "height": 0.6, "label": words}
            axes.barh(labels[::-1], (100 * sums / whole)[::-1], left=left[::-1], **look)
            left += 100 * sums / whole
    drawing.names_axis(axes, labels)
    axes.set(xlim=(0, 100), xlabel="share of all changes of the delay, %")
    return drawing.legend(axes, 4)


def costs(found: Handovers) -> Figure:
    """How much longer a transfer takes across each kind of change, with 95 % intervals."""
    sizes = found.study.plan["sizes"]
    rows = found.rows()
    shape = (10.0, 0.42 * len(rows) + 1.7)
    _, panels = drawing.panels(len(sizes), shape, sharey=True, xlabel="longer by, %")
    for axes, size in zip(np.atleast_1d(panels), sizes, strict=True):
        axes.set_title(size)
        axes.axvline(0, color=plot.GREY, linewidth=0.8)
        for height, (label, cause) in enumerate(reversed(rows)):
            one = found.cost(label, size, cause)
            if one is None:
                look: Any = {"fontsize": 7.5, "va": "center", "color": plot.GREY}
                axes.text(0, height, " none stands alone", **look)
                continue
            for queued, off in zip(QUEUED, (0.12, -0.12), strict=True):
                label = f"what waits is {queued}"
                drawing.dot(
                    axes, height + off, one[queued], COLOURS[queued], across=True, label=label
                )
        drawing.names_axis(axes, [f"{label}: {plot.CAUSES[cause][1]}" for label, cause in rows])
        axes.set_ylim(-0.6, len(rows) - 0.4)
    return drawing.legend(np.atleast_1d(panels)[0], 2)


def bulk(found: Handovers) -> Figure:
    """Throughput of bulk data around the first change of each kind that stands alone."""
    rows = [key for key in found.rows() if (*key, "lost") in found.bulk]
    lines = -(-len(rows) // 2)
    _, grid = drawing.panels(2, (9.8, 2.1 * lines + 0.7), lines, ylabel="Mbit/s")
    plan, panels = found.study.plan, np.atleast_2d(grid).ravel()
    for axes in panels[len(rows) :]:
        axes.set_axis_off()
    for axes, (label, cause) in zip(panels, rows, strict=False):
        at_s = found.instants_s[label, cause][0]
        for queued in QUEUED:
            t_s, rates = found.bulk[label, cause, queued][0].rates(plan["bin_s"], plan["width_s"])
            shown = (t_s >= at_s + SHOWN_S[0]) & (t_s <= at_s + SHOWN_S[1])
            look: dict[str, Any] = {"where": "post", "color": COLOURS[queued], "linewidth": 1.1}
            axes.step(t_s[shown] - at_s, rates[shown], **look, label=f"what waits is {queued}")
        axes.axvline(0, color=plot.CAUSES[cause][2], linewidth=1)
        axes.set_title(f"{label}: {plot.CAUSES[cause][1]}", fontsize=9.5)
        axes.set(xlim=SHOWN_S, ylim=(0, 1.06 * axes.dataLim.y1), xlabel="s after the change")
    return drawing.legend(panels[0], 2)
