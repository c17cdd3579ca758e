"""Handover policies in Python: the base class, and what it receives at every check."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar, Protocol

from skyseam.plugins._declare import Plugin

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Slot(Protocol):
    """A check of all terminals: a row for each terminal and each satellite above its mask.

    Rows are in the order of terminals, then of satellites. Arrays cannot be written to.
    """

    now: float
    """Time of the check, s of simulated time."""
    terminals: int
    """Number of terminals; they have the numbers from 0 on."""
    satellites: int
    """Number of satellites; they have the numbers from 0 on."""
    antennas: NDArray[np.int64]
    """Maximum number of satellites of each terminal; very large for ``antennas = "all"``."""
    terminal: NDArray[np.int64]
    """Terminal of each row."""
    satellite: NDArray[np.int64]
    """Satellite of each row."""
    elevation_deg: NDArray[np.float64]
    """Elevation of the satellite."""
    range_m: NDArray[np.float64]
    """Distance from the terminal to the satellite."""
    preferred: NDArray[np.bool_]
    """Whether the satellite flies in the direction that the scenario prefers."""
    held: NDArray[np.bool_]
    """Whether the terminal holds the satellite before the check."""
    since_s: NDArray[np.float64]
    """Beginning of the link to a satellite that is held; else NaN."""
    load: NDArray[np.int64]
    """Terminals that hold the satellite before the check."""
    remaining_s: NDArray[np.float64] | None
    """Time for which the satellite stays above the mask; None unless the policy needs it."""


class HandoverPolicy(Plugin):
    """A handover policy: decides at every check which satellites all terminals have until the next.

    When checks take place is the scenario's to say, by `interval` and `offset` in `[handover]`;
    `slots` has the defaults. What happens to packets at a handover is the scenario's too.
    """

    FAMILY: ClassVar[str] = "handover"
    NOUN: ClassVar[str] = "handover policy"

    slots: ClassVar[tuple[float, float]] = (10.0, 0.0)
    """Interval between checks, and time of the first one after time zero, s; those of Starlink, at
    12, 27, 42 and 57 s past the minute, are ``(15.0, 12.0)``."""

    needs_remaining: ClassVar[bool] = False
    """Whether `slot.remaining_s` is computed, which takes longer than all else."""

    @abstractmethod
    def assign(self, slot: Slot) -> NDArray[np.int64]:
        """Return the rows of `slot` that are taken, as whole numbers in the order of taking.

        At most `slot.antennas` rows of a terminal; a terminal without a row has no satellite.
        """
