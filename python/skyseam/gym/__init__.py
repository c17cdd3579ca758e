"""Reinforcement learning: environments of Gymnasium and PettingZoo on a world in steps.

:class:`CongestionEnv` sets the congestion window of one flow, :class:`SchedulerEnv` how a beam is
shared, :class:`HandoverEnv` which satellite a terminal takes; :class:`CongestionParallelEnv` and
:class:`HandoverParallelEnv` have an agent for each flow or terminal. The world goes on beside as in
any run, and the same seed and actions give the same episode. Needs Gymnasium and PettingZoo:
``pip install skyseam[gym]``.
"""

from skyseam._errors import InputError

try:
    import gymnasium  # noqa: F401
    import pettingzoo  # noqa: F401
except ImportError as error:
    raise InputError(f"{error.name} is not installed: pip install skyseam[gym]") from error

from skyseam.gym.beam import SchedulerEnv
from skyseam.gym.congestion import CongestionEnv, CongestionParallelEnv
from skyseam.gym.handover import HandoverEnv, HandoverParallelEnv

__all__ = [
    "CongestionEnv",
    "CongestionParallelEnv",
    "HandoverEnv",
    "HandoverParallelEnv",
    "SchedulerEnv",
]
