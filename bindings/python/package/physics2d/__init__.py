"""2D rigid-body physics with the same results on every platform.

    import physics2d

    world = physics2d.World(gravity=(0, -9.81))
    ground = world.add_body()
    ground.add_half_space((0, 1), 0)
    ball = world.add_body(kind="dynamic", position=(0, 5))
    ball.add_circle(0.5, restitution=0.6)
    for _ in range(120):
        world.step()
    print(ball.position)

Lengths are in m, masses in kg, times in s, angles in rad. Every property of a definition is a keyword argument;
``help(World.add_body)`` lists them with unit, range and default.
"""

from ._errors import (
    Error,
    FileError,
    ForeignHandle,
    OutOfRange,
    ReplayDiffers,
    StaleHandle,
    WorldBusy,
    WrongState,
)
from ._engine import (
    Attractor,
    Batch,
    Body,
    Closest,
    Collider,
    Contact,
    ContactCandidate,
    ContactEvent,
    ContactSide,
    Effect,
    Environment,
    Events,
    GravityRegion,
    HeightField,
    Hit,
    Joint,
    JointBreak,
    Level,
    Motion,
    Mover,
    Recording,
    Replay,
    Shape,
    Snapshot,
    Water,
    Wind,
    World,
    __version__,
)
from typing import Any as _Any

from . import actions, canvas, observations, parameters
from . import _hints, _joints, _properties  # noqa: F401  (gives the classes their properties)
from ._fork import _watch  # noqa: F401
from ._view import Animation, show

globals().update({one.__name__: one for one in _joints.CLASSES.values()})

__all__ = [
    "Animation",
    "Attractor",
    "Batch",
    "Body",
    "Closest",
    "Collider",
    "Contact",
    "ContactCandidate",
    "ContactEvent",
    "ContactSide",
    "Effect",
    "Environment",
    "Error",
    "Events",
    "FileError",
    "ForeignHandle",
    "GravityRegion",
    "HeightField",
    "Hit",
    "Joint",
    "JointBreak",
    "Level",
    "Motion",
    "Mover",
    "OutOfRange",
    "Recording",
    "Replay",
    "ReplayDiffers",
    "Shape",
    "Snapshot",
    "StaleHandle",
    "Water",
    "Wind",
    "World",
    "WorldBusy",
    "WrongState",
    "__version__",
    "actions",
    "canvas",
    "observations",
    "parameters",
    "show",
    *(one.__name__ for one in _joints.CLASSES.values()),
]


def __getattr__(name: str) -> _Any:
    raise _hints.module(name, __all__)
