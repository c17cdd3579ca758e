"""The quality of a video by ITU-T P.1203, mode 0: bitrates, resolutions, frame rates, stalls.

Owns the score of a playback, from a run or measured elsewhere; the linear score of a run is in its
table `videos`. The random forest of P.1203.3 (20 trees) is a table under a separate licence and is
not included: if `forest` names a directory with it, the score is that of P.1203.3 in full;
otherwise only its parametric part, which has a weight of three quarters in the full score.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from skyseam._arrays import Floats
from skyseam._errors import InputError

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from skyseam.results import Results

__all__ = ["Quality", "Stall", "by_second", "of_flow", "picture", "score"]


MOS_LOW, MOS_HIGH = 1.05, 4.9
TREES = 20

# P.1203.1, mode 0: coding (Eq. 2 to 4), upscaling, frame rate, and a handheld's screen.
CODING = (11.9983519, -2.99991847, 41.2475074001, 0.13183165961)
QUANT = (4.66, -0.07, 4.06)
UPSCALING = (72.61, 0.32)
FRAMES = (30.98, 1.29, 64.65)
HANDHELD = (-0.60293, 2.12382, -0.36936, 0.03409)

# P.1203.3: audio with video, weights of seconds, stalls, changes of quality.
BOTH = (-0.00069084, 0.15374283, 0.97153861, 0.02461776)
WEIGHTS = (0.00666620027943848, 0.0000404018840273729, 0.156497800436237)
WORSE = (0.143179744942738, 0.0238641564518876)
RECENT = (1.87403625, 7.85416481, 0.01853820)
STALLS = (9.35158684, 0.91890815, 11.0567558)
STALL_MEMORY = (0.48412879, 10.0)
OSCILLATION = (0.67756080, -8.05533303)
ADAPTATION = (0.17332553, -0.01035647)
FINAL = (0.02833052, 0.98117059)
NOTICED = 0.2
"""Difference of two seconds' scores from which a change counts."""


class Stall(NamedTuple):
    """A pause of playback."""

    position_s: float
    """Where in the video it happened, s; the wait before its beginning is at 0."""
    length_s: float
    """How long it lasted, s."""


class Quality(NamedTuple):
    """Mean opinion scores of a video, 1 to 5, and their names in P.1203."""

    mos: float
    """Of all of it: O.46 with the forest, its parametric part without."""
    audiovisual: float
    """Of sound and picture over the whole, without stalls: O.35."""
    stalling: float
    """Of the stalls alone: O.23."""
    is_full: bool
    """Whether the forest has its quarter of `mos`."""


def _mos(rating: float) -> float:
    cubic = rating * (rating - 60) * (100 - rating) * 7e-6
    return float(np.clip(MOS_LOW + (MOS_HIGH - MOS_LOW) * rating / 100 + cubic, MOS_LOW, MOS_HIGH))


_RATINGS = np.append(0.0, np.arange(3.25, 100.01, 0.25))
_SCORES = np.array([_mos(rating) for rating in _RATINGS])


def picture(
    bitrate_bps: float,
    width: int,
    height: int,
    fps: float = 24.0,
    *,
    display: tuple[int, int] = (1920, 1080),
    is_handheld: bool = False,
) -> float:
    """Rate the picture of H.264 video from the data of a manifest (P.1203.1 mode 0, output O.22).

    Parameters
    ----------
    bitrate_bps
        Bitrate, bit/s.
    width, height
        Pixels of the video.
    fps
        Frames in a second.
    display
        Pixels of the screen, across and down.
    is_handheld
        Whether the video is watched on a handheld device.

    Returns
    -------
    float
        Mean opinion score, 1 to 5.
    """
    pixels, kbps = width * height, bitrate_bps / 1e3
    if not (kbps > 0 and width > 0 and height > 0 and fps > 0 and min(display) > 0):
        raise InputError(
            f"a picture of {width} x {height} at {fps} frames/s and {bitrate_bps} bit/s; expected "
            "numbers above zero"
        )
    a1, a2, a3, a4 = CODING
    quant = a1 + a2 * np.log(a3 + np.log(kbps) + np.log(kbps * kbps / (pixels * fps) + a4))
    coded = float(np.clip(QUANT[0] + QUANT[1] * np.exp(QUANT[2] * quant), 1, 5))
    clipped = min(max(coded, MOS_LOW), MOS_HIGH)
    by_coding = 100 - float(np.interp(clipped, _SCORES, _RATINGS))
    scale = max(display[0] * display[1] / pixels, 1)
    by_scaling = float(np.clip(UPSCALING[0] * np.log10(UPSCALING[1] * (scale - 1) + 1), 0, 100))
    by_frames = 0.0
    if fps < 24:
        left = 100 - by_coding - by_scaling
        by_frames = left * (FRAMES[0] - FRAMES[1] * fps) / (FRAMES[2] + fps)
        by_frames = min(max(by_frames, 0), 100)
    mos = _mos(100 - min(by_coding + by_scaling + by_frames, 100))
    if is_handheld:
        mos = float(np.clip(np.polynomial.polynomial.polyval(mos, HANDHELD), 1, 5))
    return mos


def by_second(pictures: Sequence[float], segment_s: float, fps: float = 24.0) -> list[float]:
    """Return the score of each second of a video from those of its segments.

    A second has the score of the segment of the last frame that begins before its end; a remainder
    of less than .99 s is ignored. Instants of frames are sums of `1 / fps` in floating point, as in
    the authors' public implementation: by rounding, a frame at a whole second may belong to the
    second before, and a switch there then counts a second earlier.

    Parameters
    ----------
    pictures
        Scores of the segments, as of :func:`picture`.
    segment_s
        Length of a segment, s; frames that do not fit are left out.
    fps
        Frames in a second.

    Raises
    ------
    InputError
        When a segment has no frame.
    """
    if not (segment_s > 0 and fps > 0 and np.isfinite(segment_s * fps) and segment_s * fps >= 1):
        raise InputError(
            f"segments of {segment_s} s at {fps} frames/s; expected at least one frame in each"
        )
    frames = int(segment_s * fps)
    # Sums in the order of the frames.
    begins = np.concatenate([[0.0], np.cumsum(np.full(frames * len(pictures), 1.0 / fps))])
    end = float(begins[-1])
    seconds = np.arange(1, int(end) + 1 + (end % 1 > 0.99))
    last = np.searchsorted(begins[:-1], seconds, side="left") - 1
    return [pictures[frame // frames] for frame in last.tolist()]


def score(
    pictures: Sequence[float],
    stalls: Sequence[Stall | tuple[float, float]] = (),
    *,
    sound: Sequence[float] | None = None,
    forest: str | os.PathLike[str] | None = None,
) -> Quality:
    """Rate a video from the score of every second's picture (P.1203.3).

    Parameters
    ----------
    pictures
        Scores of each second of the video, as of :func:`picture`.
    stalls
        Stalls in the order of their positions.
    sound
        Scores of each second's sound; the best, 5, when None.
    forest
        Directory with the 20 trees of P.1203.3 as `tree*.csv`: lines of node, feature (-1 at a
        leaf), threshold or score, node below the threshold, node from it on.

    Returns
    -------
    Quality

    Raises
    ------
    InputError
        When there is no second to rate, or the forest is missing.
    """
    seen = np.asarray(pictures, dtype=np.float64)
    heard = np.full(len(seen), 5.0) if sound is None else np.asarray(sound, dtype=np.float64)
    count = min(len(seen), len(heard))
    if count == 0:
        raise InputError("an empty video has no quality; expected a score for each second")
    pauses = [Stall(*one) for one in stalls if one[0] <= count and one[1] > 0]
    worth = _stalling(pauses, count)
    each = np.clip(
        BOTH[0] + BOTH[1] * heard[:count] + BOTH[2] * seen[:count]
        + BOTH[3] * heard[:count] * seen[:count],
        1,
        5,
    )  # fmt: skip
    at = np.arange(count, dtype=np.float64)
    weights = WEIGHTS[0] + WEIGHTS[1] * np.exp(at / count / WEIGHTS[2])
    weights = weights * (WORSE[0] - WORSE[1] * each)
    base = float(np.sum(weights * each) / np.sum(weights))
    recent = _memory(RECENT[0], RECENT[1], count - 1 - at)
    low = float(np.percentile((each - base) * recent, 10))
    audiovisual = base - max(0.0, -low) * RECENT[2] - _changes(seen, count)
    mos = min(max(1 + (audiovisual - 1) * worth, 1), 5)
    if forest is not None:
        mos = 0.75 * mos + 0.25 * _forest(Path(forest), seen, heard, pauses, count)
    return Quality(FINAL[0] + FINAL[1] * mos, audiovisual, 1 + 4 * worth, forest is not None)


def _memory(low: float, half: float, since: Floats | float) -> Floats:
    """Return the decay from 1 towards `low` that is half complete after `half` seconds."""
    return np.asarray(low + (1 - low) * np.exp(np.log(0.5) * np.asarray(since) / half))


def _stalling(stalls: list[Stall], seconds: int) -> float:
    """Return the factor by which stalls reduce the quality, 1 without stalls (P.1203.3 Eq. 29)."""
    total = sum(
        one.length_s * float(_memory(*STALL_MEMORY, seconds - one.position_s)) for one in stalls
    )
    apart = [after.position_s - before.position_s for before, after in pairwise(stalls)]
    mean = sum(apart) / len(apart) if apart else 0.0
    exponent = len(stalls) / STALLS[0] + total / seconds / STALLS[1] + mean / seconds / STALLS[2]
    return float(np.exp(-exponent))


def _changes(seen: Floats, seconds: int) -> float:
    """Return the reduction by changes of quality (P.1203.3 Clauses 8.1.2 and 8.3)."""
    spread = float(seen.max() - seen.min())
    rate = float(np.sum(np.abs(np.diff(seen[:seconds])) > NOTICED)) / seconds
    padded = np.concatenate([np.full(4, seen[0]), seen, np.full(4, seen[-1])])
    smooth = np.convolve(padded, np.ones(5) / 5, mode="valid")[::3]
    steps = np.diff(smooth)
    ways = np.where(steps > NOTICED, 1, np.where(np.abs(steps) < NOTICED, 0, -1))
    turns: list[tuple[int, int]] = []
    for index, way in enumerate(ways):
        if way != 0 and (not turns or turns[-1][1] != way):
            turns.append((index, int(way)))
    ends = [0, *(index for index, _ in turns), len(ways)] if turns else [0, len(ways)]
    longest = 3 * max(after - before for before, after in pairwise(ends))
    taken = 0.0
    if longest / seconds < 0.25:
        if longest < 30:
            wide = max(0.0, 1 + float(np.log10(spread + 0.001)))
            strong = float(np.exp(OSCILLATION[0] * len(turns) + OSCILLATION[1]))
            taken += min(max(wide * strong, 0), 1.5)
        taken += min(max(ADAPTATION[0] * spread * rate + ADAPTATION[1], 0), 0.5)
    return taken


def _parts(scores: Floats, parts: int) -> list[float]:
    """Return the means of equal parts of a score per second."""
    total = np.concatenate([[0.0], np.cumsum(scores)])
    edges = np.linspace(0, len(scores), parts + 1)
    return list(np.diff(np.interp(edges, np.arange(len(total)), total)) * parts / len(scores))


def _forest(folder: Path, seen: Floats, heard: Floats, stalls: list[Stall], seconds: int) -> float:
    files = sorted(folder.glob("tree*.csv"))
    if len(files) != TREES:
        raise InputError(f"{folder} has {len(files)} files tree*.csv; expected {TREES}")
    first = stalls[0].length_s if stalls and stalls[0].position_s == 0 else 0.0
    later = [one for one in stalls if one.position_s != 0]
    length = first / 3 + sum(one.length_s for one in later)
    since = seconds - later[-1].position_s if later else seconds
    seen, heard = np.around(seen, 3), np.around(heard, 3)
    features = [
        len(later), length, len(later) / seconds, length / seconds, since,
        *_parts(seen, 3), *np.percentile(seen, [1, 5, 10]), *_parts(heard, 2), seconds,
    ]  # fmt: skip
    found = []
    for file in files:
        nodes = np.genfromtxt(file, delimiter=",")
        node = 0
        while (feature := int(nodes[node, 1])) >= 0:
            node = int(nodes[node, 3 if features[feature] < nodes[node, 2] else 4])
        found.append(nodes[node, 2])
    return float(np.mean(found))


def of_flow(
    results: Results,
    flow: str,
    *,
    segment_s: float,
    resolutions: Sequence[tuple[int, int]],
    fps: float = 24.0,
    display: tuple[int, int] = (1920, 1080),
    is_handheld: bool = False,
    forest: str | os.PathLike[str] | None = None,
) -> Quality:
    """Rate the playback of a video flow, from the series `segments`.

    Parameters
    ----------
    results
        Results of a run with `record = ["segments"]`.
    flow
        Name of the flow.
    segment_s
        Length of a segment, s, as in the scenario.
    resolutions
        Pixels across and down of each bitrate of the ladder, the lowest first.
    fps, display, is_handheld, forest
        As in :func:`picture` and :func:`score`.
    """
    videos = [row for row in results.table("videos").to_pylist() if row["name"] == flow]
    if not videos or "segments" not in results.tables:
        raise InputError(
            f"no video called {flow!r} with the series `segments`; expected the name of a video "
            'flow, and record = ["segments"]'
        )
    (video,) = videos
    table = results.table("segments").to_pylist()
    rows = sorted(
        (row for row in table if row["flow"] == video["flow"]), key=lambda row: int(row["number"])
    )
    if video["startup_ms"] is None:
        raise InputError(f"the video {flow!r} did not start playing: it has no quality")
    if any(row["level"] >= len(resolutions) for row in rows):
        raise InputError(f"{len(resolutions)} resolutions; expected one for each bitrate")
    rated = [
        picture(
            row["bitrate_bps"],
            resolutions[row["level"]][0],
            resolutions[row["level"]][1],
            fps,
            display=display,
            is_handheld=is_handheld,
        )
        for row in rows
    ]
    # Of less than a second that one segment.
    pictures = by_second(rated, segment_s, fps) or rated[:1]
    stalls = [Stall(0.0, video["startup_ms"] / 1e3)]
    begun = [row for before, row in pairwise(rows) if row["stalls"] > before["stalls"]]
    over = [row["stalled_s"] for row in rows]
    lengths = [after - before for before, after in pairwise(over) if after > before]
    rest = video["stalled_ms"] / 1e3 - sum(lengths)
    lengths += [rest] * (len(begun) - len(lengths))
    stalls += [
        Stall(row["number"] * segment_s, length)
        for row, length in zip(begun, lengths, strict=False)
    ]
    return score(pictures, stalls, forest=forest)
