"""Models written in Python: controllers, handover policies and others that a scenario chooses.

A plug-in is a class derived from one of the base classes here. Its keys are annotated class
attributes::

    class Gentle(Controller):
        \"\"\"Additive increase, and a gentle decrease.\"\"\"

        decrease: Annotated[float, Range(0.1, 0.99), "Share of the window after a loss."] = 0.8
        interval: Duration = "15 s"

A scenario names the class, ``congestion = { kind = "python", file = "gentle.py", decrease = 0.9 }``
or ``class = "my_module:Gentle"``; or a program hands it over,
``skyseam.run(scenario, models=[Gentle])``, and the scenario chooses it by its name, "gentle".

Units are seconds, bytes, bit/s, metres and degrees. A plug-in reads no clock and draws random
numbers only from `self.random`, so that a scenario gives the same bytes at every run.
"""

from skyseam.plugins._declare import Declaration, Key, Plugin, declaration_of
from skyseam.plugins._keys import Duration, Range, Rate, Size
from skyseam.plugins._load import Model, declarations
from skyseam.plugins.applications import (
    Application,
    Datagram,
    DatagramApplication,
    Socket,
    Stream,
)
from skyseam.plugins.controllers import Ack, Controller, Loss, Setup, Timeout
from skyseam.plugins.handover import HandoverPolicy, Slot
from skyseam.plugins.queues import Arrival, Backlog, Link, Queue, Scheduler
from skyseam.plugins.routing import Hop, Network, RoutingRule
from skyseam.plugins.series import EVENTS, Column, Event, Series

__all__ = [
    "EVENTS",
    "Ack",
    "Application",
    "Arrival",
    "Backlog",
    "Column",
    "Controller",
    "Datagram",
    "DatagramApplication",
    "Declaration",
    "Duration",
    "Event",
    "HandoverPolicy",
    "Hop",
    "Key",
    "Link",
    "Loss",
    "Model",
    "Network",
    "Plugin",
    "Queue",
    "Range",
    "Rate",
    "RoutingRule",
    "Scheduler",
    "Series",
    "Setup",
    "Size",
    "Slot",
    "Socket",
    "Stream",
    "Timeout",
    "declaration_of",
    "declarations",
]
